/* The engines on small rigs, compared with formulas, geometry and each other. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "sim_rigs.h"

#define DT (1.0 / 60)

static const struct vec3 right = {1, 0, 0};
static const struct vec3 down = {0, -1, 0};

static const struct sim_engine *const verlets[] = {&sim_spec, &sim_three_vrm, &sim_univrm};
static const struct sim_engine *const all[] = {&sim_spec, &sim_three_vrm, &sim_univrm, &sim_pbd};

/* Returns the larger number. NaN counts as the largest. */
static double larger(double a, double b)
{
    return b <= a ? a : b;
}

/* ---- rest and equilibrium ---- */

static void test_rest(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct rig rig = rig_load_chain(verlets[i], 4, (struct vec3){0.03, -0.05, 0.01}, "'dragForce': 0.4", "", "");
        rig_run(&rig, MOTION_NONE, DT, 60);
        for (size_t j = 0; j < 4; j++) {
            double n = (double)(j + 1);
            rig_near(sim_tail(rig.sim, j), (struct vec3){0.03 * n, 1 - 0.05 * n, 0.01 * n}, 1e-14);
            rig_near(sim_state(rig.sim, j), sim_tail(rig.sim, j), 1e-14);
            rig_near(sim_bend(rig.sim, j), transform_unit((struct vec3){0.03, -0.05, 0.01}), 1e-14);
        }
        rig_free(&rig);
    }
}

/* In equilibrium, a bone is parallel to k a + g. The frame rate and the drag have no effect. */
static void test_equilibrium(void **state)
{
    (void)state;
    static const double rates[] = {30, 60, 144};
    for (size_t i = 0; i < 9; i++) {
        struct rig rig = rig_load_chain(verlets[i % 3], 1, (struct vec3){0.1, 0, 0},
                                        i < 3 ? "'stiffness': 0.8, 'gravityPower': 0.25, 'dragForce': 0.6"
                                              : "'stiffness': 0.8, 'gravityPower': 0.25, 'dragForce': 0.05",
                                        "", "");
        rig_run(&rig, MOTION_NONE, 1 / rates[i / 3], 3000);
        rig_near_number(rig_angle(&rig, 0, right), atan2(0.25, 0.8), 1e-9);
        rig_near_number(vec3_distance(sim_tail(rig.sim, 0), sim_head(rig.sim, 0)), 0.1, 1e-15);
        rig_free(&rig);
    }
}

/* tan phi[i] = k sin phi[i-1] / (k cos phi[i-1] + g), where phi is the angle to gravity: each bone is parallel to k
 * times its rest direction, which its parent rotates, plus g. */
static void test_droop(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct rig rig = rig_load_chain(verlets[i], 5, (struct vec3){0.06, 0, 0},
                                        "'stiffness': 1, 'gravityPower': 0.1, 'dragForce': 0.4", "", "");
        rig_run(&rig, MOTION_NONE, DT, 3000);
        double phi = ANGLE_PI / 2;
        for (size_t j = 0; j < 5; j++) {
            phi = atan2(sin(phi), cos(phi) + 0.1);
            rig_near_number(rig_angle(&rig, j, down), phi, 1e-9);
        }
        rig_free(&rig);
    }
}

/* Factor for a small swing in each step: |z| for z^2 - rho (1 + q) z + rho q = 0 with rho = 1/(1 + k dt/L). */
static void test_decay(void **state)
{
    (void)state;
    /* not univrm, the last engine, which ignores such a small angle */
    for (size_t i = 0; i < 2; i++) {
        struct rig rig = rig_load_chain(verlets[i], 1, (struct vec3){0, -0.05, 0},
                                        "'stiffness': 1, 'gravityPower': 0, 'dragForce': 0.1", "", "");
        struct sim_pose pose = SIM_POSE_REST;
        pose.position.x = 1e-6;
        double modulus = sqrt(0.9 / (1 + DT / 0.05));
        double swings[2] = {0, 0};
        for (int step = 0; step < 140; step++) {
            sim_step(rig.sim, &pose, DT);
            double angle = rig_angle(&rig, 0, down);
            size_t window = step >= 100 ? 1 : 0;
            if (step < 40 || window == 1) {
                swings[window] = larger(swings[window], angle);
            }
        }
        /* the maximum of 40 steps, 100 steps apart: about three periods each */
        rig_near_number(pow(swings[1] / swings[0], 0.01), modulus, 0.004);
        rig_free(&rig);
    }
}

/* ---- lengths, centers, time ---- */

static void test_lengths(void **state)
{
    (void)state;
    struct rig rig = rig_load_chain(&sim_spec, 6, (struct vec3){0.02, -0.05, 0.01},
                                    "'stiffness': 0.3, 'gravityPower': 0.2, 'dragForce': 0.1", "", "");
    double length = sqrt(0.02 * 0.02 + 0.05 * 0.05 + 0.01 * 0.01);
    double time = 0;
    for (int step = 0; step < 300; step++) {
        time += DT;
        struct sim_pose at = motion_at(MOTION_BOB, time);
        sim_step(rig.sim, &(struct sim_pose){at.position, at.rotation, QUAT_IDENTITY}, DT);
        for (size_t j = 0; j < 6; j++) {
            rig_near_number(vec3_distance(sim_tail(rig.sim, j), sim_head(rig.sim, j)), length, 1e-14);
            rig_near_number(vec3_length(sim_bend(rig.sim, j)), 1, 1e-14);
            rig_near(sim_state(rig.sim, j), sim_tail(rig.sim, j), 1e-14);
            if (j > 0) {
                rig_near(sim_head(rig.sim, j), sim_tail(rig.sim, j - 1), 1e-14);
            }
        }
    }
    rig_free(&rig);
}

/* A chain that moves with its center doesn't swing, except in three-vrm, which measures the length to the old tail. */
static void test_center(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct rig rig = rig_load_chain(verlets[i], 3, (struct vec3){0.06, -0.02, 0},
                                        "'stiffness': 0.5, 'dragForce': 0.2", "'center': 0", "");
        double most = 0;
        double time = 0;
        for (int step = 0; step < 120; step++) {
            time += DT;
            struct sim_pose at = motion_at(MOTION_STEP, time);
            sim_step(rig.sim, &(struct sim_pose){at.position, at.rotation, QUAT_IDENTITY}, DT);
            for (size_t j = 0; j < 3; j++) {
                most = larger(most, vec3_angle(sim_bend(rig.sim, j), (struct vec3){0.06, -0.02, 0}));
            }
        }
        assert_true(verlets[i] == &sim_three_vrm ? most > 0.5 : most < 1e-12);
        rig_free(&rig);
    }
}

/* In three-vrm, a center that no joint or collider depends on is updated only when the app renders, so it moves one
 * frame late. */
static void test_center_aside(void **state)
{
    (void)state;
    static const char *json = "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0, 3]}], 'nodes': ["
                              "{'children': [1]}, {'translation': [0, 1, 0], 'children': [2]}, "
                              "{'translation': [0, -0.1, 0]}, {}], 'extensions': {'VRMC_springBone': {'springs': ["
                              "{%s'joints': [{'node': 1, 'stiffness': 0.5, 'dragForce': 0.2}, {'node': 2}]}]}}}";
    for (int e = 0; e < 2; e++) {
        const struct sim_engine *engine = e == 0 ? &sim_spec : &sim_three_vrm;
        char with[600];
        char without[600];
        snprintf(with, sizeof with, json, "'center': 3, ");
        snprintf(without, sizeof without, json, "");
        struct rig a = rig_load(with, engine, NULL);
        struct rig b = rig_load(without, engine, NULL);
        struct sim_pose pose = SIM_POSE_REST;
        pose.position.z = 0.05;
        sim_step(a.sim, &pose, DT);
        sim_step(b.sim, &pose, DT);
        double first = vec3_distance(sim_tail(a.sim, 0), sim_tail(b.sim, 0));
        sim_step(a.sim, &pose, DT);
        sim_step(b.sim, &pose, DT);
        double second = vec3_distance(sim_tail(a.sim, 0), sim_tail(b.sim, 0));
        rig_near_number(first, e == 0 ? 0.05 : 0, e == 0 ? 0.01 : 1e-12);
        assert_true(second > 0.03);
        rig_free(&a);
        rig_free(&b);
    }
}

/* With a center that rotates, gravity still points down in the world. */
static void test_center_turned(void **state)
{
    (void)state;
    struct rig rig = rig_load_chain(&sim_spec, 1, (struct vec3){0.1, 0, 0},
                                    "'stiffness': 0.5, 'gravityPower': 0.5, 'dragForce': 0.3", "'center': 1", "");
    struct sim_pose pose = SIM_POSE_REST;
    pose.rotation = (struct quat){0, 0, sin(0.4), cos(0.4)}; /* the bone points up by 0.8 rad */
    for (int step = 0; step < 2000; step++) {
        sim_step(rig.sim, &pose, DT);
    }
    /* halfway between 0.8 above the horizon and straight down */
    rig_near_number(rig_angle(&rig, 0, down), (ANGLE_PI / 2 + 0.8) / 2, 1e-9);
    rig_free(&rig);
}

static void test_standing_time(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct rig rig =
            rig_load_chain(all[i], 2, (struct vec3){0.06, 0, 0}, "'stiffness': 0.5, 'gravityPower': 1", "", "");
        rig_run(&rig, MOTION_NONE, DT, 20);
        struct vec3 head = sim_head(rig.sim, 0);
        struct vec3 bone = vec3_sub(sim_tail(rig.sim, 1), head);
        struct vec3 own = sim_state(rig.sim, 1);
        struct sim_pose pose = SIM_POSE_REST;
        pose.position.y = 3;
        sim_step(rig.sim, &pose, 0);
        sim_step(rig.sim, &pose, -1);
        sim_step(rig.sim, &pose, NAN);
        rig_near(sim_head(rig.sim, 0), (struct vec3){head.x, head.y + 3, head.z}, 1e-15);
        rig_near(vec3_sub(sim_tail(rig.sim, 1), sim_head(rig.sim, 0)), bone, 1e-15);
        rig_near(sim_state(rig.sim, 1), own, 0);
        rig_free(&rig);
    }
}

static void test_nod(void **state)
{
    (void)state;
    struct rig rig = rig_load_chain(&sim_spec, 1, (struct vec3){0, 0, 0.1}, "'stiffness': 1, 'dragForce': 1", "", "");
    struct sim_pose pose = SIM_POSE_REST;
    pose.nod = (struct quat){sin(0.25), 0, 0, cos(0.25)}; /* by 0.5 rad about X: +Z moves down */
    for (int step = 0; step < 1000; step++) {
        sim_step(rig.sim, &pose, DT);
    }
    rig_near(sim_tail(rig.sim, 0), (struct vec3){0, 1 - 0.1 * sin(0.5), 0.1 * cos(0.5)}, 1e-12);
    rig_near(sim_head(rig.sim, 0), (struct vec3){0, 1, 0}, 0);
    sim_reset(rig.sim);
    rig_near(sim_tail(rig.sim, 0), (struct vec3){0, 1, 0.1}, 0);
    rig_free(&rig);
}

/* ---- limits ---- */

static void test_limits_hold(void **state)
{
    (void)state;
    static const char cone[] =
        "'stiffness': 0.1, 'gravityPower': 2, 'dragForce': 0.1, 'extensions': {"
        "'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': {'cone': {'angle': 0.3}}}}";
    static const char hinge[] =
        "'stiffness': 0.1, 'gravityPower': 2, 'dragForce': 0.1, 'extensions': {"
        "'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': {'hinge': {'angle': 3}}}}";
    for (size_t i = 0; i < 3; i++) {
        struct rig rig = rig_load_chain(verlets[i], 1, (struct vec3){0.1, 0, 0}, cone, "", "");
        rig_run(&rig, MOTION_NONE, DT, 300);
        rig_near_number(rig_angle(&rig, 0, right), verlets[i] == &sim_three_vrm ? atan2(2, 0.1) : 0.3, 1e-9);
        rig_free(&rig);
        /* the shortest rotation from +Y to +X takes +X to -Y: the hinge's axis is -Y, so gravity has no effect */
        rig = rig_load_chain(verlets[i], 1, (struct vec3){0.1, 0, 0}, hinge, "", "");
        rig_run(&rig, MOTION_NONE, DT, 300);
        rig_near_number(rig_angle(&rig, 0, right), verlets[i] == &sim_three_vrm ? atan2(2, 0.1) : 0, 1e-9);
        rig_free(&rig);
    }
}

static void test_limit_in_motion(void **state)
{
    (void)state;
    static const char cone[] =
        "'stiffness': 0.3, 'dragForce': 0, 'extensions': {"
        "'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': {'cone': {'angle': 0.2}}}}";
    struct rig rig = rig_load_chain(&sim_spec, 5, (struct vec3){0.05, 0.02, 0}, cone, "", "");
    double time = 0;
    double most = 0;
    for (int step = 0; step < 300; step++) {
        time += DT;
        struct sim_pose at = motion_at(MOTION_SPIN, time);
        sim_step(rig.sim, &(struct sim_pose){at.position, at.rotation, QUAT_IDENTITY}, DT);
        for (size_t j = 0; j < 5; j++) {
            most = larger(most, vec3_angle(sim_bend(rig.sim, j), (struct vec3){0.05, 0.02, 0}));
        }
    }
    rig_near_number(most, 0.2, 1e-7);
    rig_free(&rig);
}

/* ---- order ---- */

/* Two chains, one of which depends on the other: in the first case it is below the other's middle and uses a collider
 * there, in the second it only uses a collider on the other. The order in the file makes no difference. */
static void test_order(void **state)
{
    (void)state;
    static const char *springs[2][2] = {
        {"{'joints': [{'node': 1, 'gravityPower': 0.4}, {'node': 2, 'gravityPower': 0.4}, {'node': 3}]}",
         "{'colliderGroups': [0], 'joints': [{'node': 4, 'stiffness': 0.2}, {'node': 5}]}"},
        {"{'joints': [{'node': 6}, {'node': 7}]}",
         "{'colliderGroups': [0], 'joints': [{'node': 1, 'gravityPower': 0.4}, {'node': 2}, {'node': 3}]}"}};
    static const int carrier[] = {2, 6}; /* node with the collider */
    for (size_t i = 0; i < 8; i++) {
        struct vec3 ends[2];
        for (int swapped = 0; swapped < 2; swapped++) {
            char json[3000];
            snprintf(json, sizeof json,
                     "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': ["
                     "{'translation': [0, 1, 0], 'children': [1, 6]}, {'children': [2]},"
                     "{'translation': [0.1, 0, 0], 'children': [3, 4]}, {'translation': [0.1, 0, 0]},"
                     "{'translation': [0, -0.1, 0], 'children': [5]}, {'translation': [0, -0.1, 0]},"
                     "{'translation': [0.1, -0.06, 0], 'children': [7]}, {'translation': [0.1, 0, 0]}],"
                     "'extensions': {'VRMC_springBone': {'specVersion': '1.0',"
                     "'colliders': [{'node': %d, 'shape': {'sphere': {'offset': [0, -0.05, 0], 'radius': 0.08}}}],"
                     "'colliderGroups': [{'colliders': [0]}], 'springs': [%s, %s]}}}",
                     carrier[i / 4], springs[i / 4][swapped], springs[i / 4][1 - swapped]);
            struct rig rig = rig_load(json, all[i % 4], NULL);
            rig_run(&rig, MOTION_BOB, DT, 200);
            /* the last joint of the chain that depends on the other */
            size_t count = sim_joint_count(rig.world);
            ends[swapped] = sim_tail(rig.sim, swapped == 0 ? count - 1 : i / 4 == 0 ? 0 : 1);
            rig_free(&rig);
        }
        /* univrm uses the order of the file: a chain that is updated too early uses the other's previous step */
        if (i / 4 == 0 && all[i % 4] == &sim_univrm) {
            assert_true(vec3_distance(ends[0], ends[1]) > 1e-3);
        } else {
            rig_near(ends[0], ends[1], 0);
        }
    }
}

/* A chain that collides with itself has no correct order, but it still runs. */
static void test_cycles(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct rig rig = rig_load_chain(
            all[i], 6, (struct vec3){0.02, -0.03, 0}, "'stiffness': 0.3, 'gravityPower': 0.3, 'hitRadius': 0.02",
            "'center': 4, 'colliderGroups': [0]",
            "'colliders': [{'node': 4, 'shape': {'sphere': {'offset': [0, 0, 0], 'radius': 0.02}}},"
            "{'node': 7, 'shape': {'capsule': {'offset': [0, 0, 0], 'tail': [0, 0.02, 0], 'radius': 0.02}}}],"
            "'colliderGroups': [{'colliders': [0, 1]}]");
        rig_run(&rig, MOTION_BOB, DT, 300);
        for (size_t j = 0; j < 6; j++) {
            assert_true(isfinite(sim_tail(rig.sim, j).x));
        }
        assert_true(sim_world_is_whole(rig.world));
        rig_free(&rig);
    }
}

/* ---- the same bits ---- */

static void test_same_bits(void **state)
{
    (void)state;
    char *json =
        rig_chain(5, (struct vec3){0.03, -0.05, 0.01},
                  "'stiffness': 0.7, 'gravityPower': 0.3, 'dragForce': 0.2, 'hitRadius': 0.02",
                  "'center': 0, 'colliderGroups': [0]",
                  "'colliders': [{'node': 1, 'shape': {'sphere': {'offset': [0.05, -0.15, 0], 'radius': 0.05}}}],"
                  "'colliderGroups': [{'colliders': [0]}]");
    for (size_t i = 0; i < 4; i++) {
        struct rig a = rig_load(json, all[i], NULL);
        struct rig b = rig_load(json, all[i], NULL);
        rig_run(&a, MOTION_BOB, DT, 77);
        sim_reset(a.sim);
        for (int motion = MOTION_SHAKE; motion <= MOTION_TURN; motion++) {
            rig_run(&a, (enum motion)motion, DT, 100);
            rig_run(&b, (enum motion)motion, DT, 100);
            for (size_t j = 0; j < 5; j++) {
                struct vec3 ends[4] = {sim_tail(a.sim, j), sim_tail(b.sim, j), sim_state(a.sim, j),
                                       sim_state(b.sim, j)};
                assert_memory_equal(&ends[0], &ends[1], sizeof ends[0]);
                assert_memory_equal(&ends[2], &ends[3], sizeof ends[2]);
            }
        }
        rig_free(&a);
        rig_free(&b);
    }
    free(json);
}

/* Costs counted without a world are equal to those of a world. */
static void test_costs(void **state)
{
    (void)state;
    size_t total = 0;
    for (unsigned seed = 0; seed < 40; seed++) {
        char *json = rig_random(seed);
        struct rig rig = rig_load(json, &sim_spec, NULL);
        struct arena *arena = rig.file.arena;
        size_t count = rig.file.avatar->springs->spring_count;
        size_t *costs = arena_array(arena, count, sizeof *costs);
        size_t *counted = arena_array(arena, count, sizeof *counted);
        sim_costs(rig.world, costs);
        sim_count_costs(arena, rig.file.avatar, &sim_spec, counted);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(counted[i], costs[i]);
            total += costs[i];
        }
        rig_free(&rig);
        free(json);
    }
    assert_true(total > 1000);
}

/* Returns a list of zeros: "[0, 0, 0]". */
static const char *zeros(struct arena *arena, int count)
{
    struct buf list = BUF_INIT(arena);
    for (int i = 0; i < count; i++) {
        buf_str(&list, i == 0 ? "[0" : ", 0");
    }
    buf_char(&list, ']');
    return buf_text(&list);
}

/* A list of colliders that is left out because of too many pairs costs as much as the others. */
static void test_costs_of_long_lists(void **state)
{
    (void)state;
    enum { SPRINGS = 200, TIMES = 200 }; /* a list of 40,000 */
    struct arena *arena = arena_new();
    const char *list = zeros(arena, TIMES);
    struct buf json = BUF_INIT(arena);
    buf_printf(&json,
               "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"children\": [1]}, {\"translation\": [0, -1, 0]}],"
               "\"extensionsUsed\": [\"VRMC_springBone\"], \"extensions\": {\"VRMC_springBone\": {"
               "\"specVersion\": \"1.0\", \"colliders\": [{\"node\": 0, \"shape\": {\"sphere\": {\"radius\": 0.1}}}],"
               "\"colliderGroups\": [{\"colliders\": %s}], \"springs\": [",
               list);
    for (int s = 0; s < SPRINGS; s++) {
        buf_printf(&json, "%s{\"joints\": [{\"node\": 0}, {\"node\": 1}], \"colliderGroups\": %s}", s == 0 ? "" : ",",
                   list);
    }
    buf_str(&json, "]}}}");
    struct rig rig = rig_load(buf_text(&json), &sim_spec, NULL);
    size_t costs[SPRINGS] = {0};
    sim_costs(rig.world, costs);
    assert_false(sim_world_is_whole(rig.world));
    for (int s = 0; s < SPRINGS; s++) {
        assert_int_equal(costs[s], SIM_JOINT_COST + TIMES * TIMES);
    }
    rig_free(&rig);
    arena_free(arena);
}

TEST_PROGRAM(sim_engines)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rest),          cmocka_unit_test(test_equilibrium),
        cmocka_unit_test(test_droop),         cmocka_unit_test(test_decay),
        cmocka_unit_test(test_lengths),       cmocka_unit_test(test_center),
        cmocka_unit_test(test_center_aside),  cmocka_unit_test(test_center_turned),
        cmocka_unit_test(test_standing_time), cmocka_unit_test(test_nod),
        cmocka_unit_test(test_limits_hold),   cmocka_unit_test(test_limit_in_motion),
        cmocka_unit_test(test_order),         cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_costs),         cmocka_unit_test(test_costs_of_long_lists),
        cmocka_unit_test(test_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
