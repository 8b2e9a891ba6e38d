/* Behaviour of UniVRM that differs from the specification. */
#include "support.h"

#include <math.h>
#include <stdio.h>

#include "sim_rigs.h"

#define DT (1.0 / 60)

/* ---- VRM 1.0 ---- */

/* Rotations by less than 0.081 degrees are ignored: the tail node stays at rest, while the engine's own tail moves. */
static void test_snaps(void **state)
{
    (void)state;
    static const double degrees[] = {0.080, 0.082};
    for (size_t i = 0; i < 2; i++) {
        for (int loose = 0; loose < 2; loose++) {
            struct rig rig = rig_load_chain(&sim_univrm, 1, (struct vec3){0, -1, 0}, "'stiffness': 0, 'dragForce': 1",
                                            "", loose ? "'colliders': [{'node': 2, 'shape': {'sphere': {}}}]" : "");
            struct sim_pose pose = SIM_POSE_REST;
            pose.position.x = -tan(angle_radians(degrees[i]));
            sim_step(rig.sim, &pose, DT);
            struct vec3 down = {0, -1, 0};
            struct vec3 bone = vec3_sub(sim_state(rig.sim, 0), sim_head(rig.sim, 0));
            rig_near_number(angle_degrees(vec3_angle(bone, down)), degrees[i], 1e-6);
            rig_near_number(angle_degrees(rig_angle(&rig, 0, down)), i == 0 ? 0 : degrees[i], 1e-6);
            rig_free(&rig);
        }
    }
}

/* Nodes 2, 3 and 4 below each other, each 0.1 m lower; the chain skips node 3. */
#define SKIPPING                                                                                                       \
    "{'asset': {'version': '2.0'}, 'scenes': [{'nodes': [0]}], 'nodes': [{'children': [1]}, "                          \
    "{'translation': [0, 1, 0], 'children': [2]}, {'translation': [0, -0.1, 0], 'children': [3]}, "                    \
    "{'translation': [0, -0.1, 0], 'children': [4]}, {'translation': [0, -0.1, 0]}], 'extensions': "                   \
    "{'VRMC_springBone': {'springs': [{'joints': [{'node': 2, 'stiffness': 0, 'gravityPower': %s, "                    \
    "'gravityDir': [1, 0, 0], 'dragForce': 1}, {'node': 4}]}]}}}"

/* A node between two joints keeps its world rotation, so the tail follows only half of the head's rotation. */
static void test_skipped_node(void **state)
{
    (void)state;
    char json[1000];
    snprintf(json, sizeof json, SKIPPING, "6000");
    struct rig rig = rig_load(json, &sim_univrm, NULL);
    sim_step(rig.sim, &SIM_POSE_REST, DT);
    /* the length is that of the tail's own offset; the pull is far larger and rotates the head into its direction */
    struct vec3 to = {100 * 1.0, 0.7, 0};
    struct vec3 direction =
        vec3_scale(vec3_sub(to, (struct vec3){0, 0.9, 0}), 1 / vec3_length(vec3_sub(to, (struct vec3){0, 0.9, 0})));
    struct vec3 between = vec3_add((struct vec3){0, 0.9, 0}, vec3_scale(direction, 0.1));
    rig_near(sim_state(rig.sim, 0), between, 1e-12);
    rig_near(sim_tail(rig.sim, 0), vec3_add(between, (struct vec3){0, -0.1, 0}), 1e-12);
    rig_free(&rig);
}

/* All skipped nodes keep their world rotation, also the upper one of two, which no spring names. */
static void test_two_skipped_nodes(void **state)
{
    (void)state;
    struct rig rig =
        rig_load("{'asset': {'version': '2.0'}, 'scenes': [{'nodes': [0]}], 'nodes': [{'children': [1]}, "
                 "{'translation': [0, 1, 0], 'children': [2]}, {'translation': [0, -0.1, 0], 'children': [3]}, "
                 "{'translation': [0, -0.1, 0], 'children': [4]}, {'translation': [0, -0.1, 0]}], 'extensions': "
                 "{'VRMC_springBone': {'springs': [{'joints': [{'node': 1, 'stiffness': 0, 'gravityPower': 6000, "
                 "'gravityDir': [1, 0, 0], 'dragForce': 1}, {'node': 4}]}]}}}",
                 &sim_univrm, NULL);
    sim_step(rig.sim, &SIM_POSE_REST, DT);
    struct vec3 head = {0, 1, 0};
    struct vec3 tail = sim_tail(rig.sim, 0);
    rig_near(sim_head(rig.sim, 0), head, 1e-12);
    assert_true(tail.x > 0.09 && isfinite(tail.y) && fabs(tail.z) < 1e-12);
    rig_free(&rig);
}

/* A node in two springs belongs to the first; the other skips it. */
static void test_node_in_two_springs(void **state)
{
    (void)state;
    struct rig rig =
        rig_load("{'asset': {'version': '2.0'}, 'nodes': [{'children': [1]}, {'translation': [0, 1, 0], "
                 "'children': [2]}, {'translation': [0, 1, 0], 'children': [3]}, {'translation': [0, 1, 0]}], "
                 "'extensions': {'VRMC_springBone': {'springs': [{'joints': [{'node': 1}, {'node': 2}]}, "
                 "{'joints': [{'node': 0}, {'node': 2}, {'node': 3}]}]}}}",
                 &sim_univrm, NULL);
    const struct sim_joint *joints = sim_joints(rig.world);
    assert_int_equal(sim_joint_count(rig.world), 2);
    assert_true(joints[0].spring == 0 && joints[0].head == 1 && joints[0].tail == 2);
    assert_true(joints[1].spring == 1 && joints[1].index == 0 && joints[1].head == 0 && joints[1].tail == 3);
    rig_free(&rig);
}

/* A bone shorter than a micrometre rotates nothing. */
static void test_short_bone(void **state)
{
    (void)state;
    static const struct {
        const struct sim_engine *engine;
        double y;
    } wanted[] = {{&sim_univrm, -0.5}, {&sim_spec, 0}};
    for (size_t i = 0; i < 2; i++) {
        struct rig rig = rig_load("{'asset': {'version': '2.0'}, 'nodes': [{'children': [1]}, {'translation': "
                                  "[0, -5e-7, 0], 'children': [2]}, {'translation': [0, -0.5, 0]}], 'extensions': "
                                  "{'VRMC_springBone': {'springs': [{'joints': [{'node': 0, 'stiffness': 0, "
                                  "'gravityPower': 1e9, 'gravityDir': [1, 0, 0]}, {'node': 1, 'stiffness': 1e9}, "
                                  "{'node': 2}]}]}}}",
                                  wanted[i].engine, NULL);
        sim_step(rig.sim, &SIM_POSE_REST, DT);
        rig_near_number(sim_tail(rig.sim, 1).y, wanted[i].y, 1e-5);
        rig_free(&rig);
    }
}

/* Beyond pi, cosines repeat in reverse: a cone of 4 rad is as narrow as one of 2.28. */
static void test_wide_cone(void **state)
{
    (void)state;
    static const double angles[] = {4, 2 * ANGLE_PI - 4};
    struct vec3 tails[2];
    for (size_t i = 0; i < 2; i++) {
        char limit[300];
        snprintf(limit, sizeof limit,
                 "'stiffness': 0, 'gravityPower': 900, 'gravityDir': [0.1, 1, 0], 'extensions': "
                 "{'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': {'cone': {'angle': %.17g}}}}",
                 angles[i]);
        struct rig rig = rig_load_chain(&sim_univrm, 1, (struct vec3){0, -0.1, 0}, limit, "", "");
        sim_step(rig.sim, &SIM_POSE_REST, DT);
        tails[i] = sim_tail(rig.sim, 0);
        rig_near_number(rig_angle(&rig, 0, (struct vec3){0, -1, 0}), 2 * ANGLE_PI - 4, 1e-9);
        rig_free(&rig);
    }
    rig_near(tails[0], tails[1], 1e-12);
}

/* A non-uniform scale is applied to each component of the tail's offset, and so changes the rest direction. */
static void test_uneven_scale(void **state)
{
    (void)state;
    struct rig rig =
        rig_load("{'asset': {'version': '2.0'}, 'nodes': [{'children': [1], 'scale': [2, 1, 1]}, "
                 "{'translation': [1, 1, 0], 'children': [2]}, {'translation': [0.03, 0.08, 0]}], "
                 "'extensions': {'VRMC_springBone': {'springs': [{'joints': [{'node': 1, 'stiffness': 1e9}, "
                 "{'node': 2}]}]}}}",
                 &sim_univrm, NULL);
    sim_step(rig.sim, &SIM_POSE_REST, DT);
    rig_near(sim_head(rig.sim, 0), (struct vec3){2, 1, 0}, 1e-12);
    rig_near(sim_state(rig.sim, 0), (struct vec3){2.06, 1.08, 0}, 1e-9);
    rig_free(&rig);
}

/* ---- VRM 0.x ---- */

#define NODES_0X                                                                                                       \
    "'scenes': [{'nodes': [0]}], 'nodes': [{'children': [1]}, {'translation': [0, 1, 0], 'children': [2]}, "           \
    "{'translation': [0, -0.1, 0]}]"

/* gravityDir is read in Unity's axes, where z has the opposite direction. */
static void test_gravity_0x(void **state)
{
    (void)state;
    struct rig rig =
        rig_load("{'asset': {'version': '2.0'}, " NODES_0X ", 'extensions': {'VRM': {'secondaryAnimation': "
                 "{'boneGroups': [{'stiffiness': 0, 'gravityPower': 1e9, 'gravityDir': {'x': 0, 'y': 0, "
                 "'z': 1}, 'dragForce': 1, 'bones': [1]}]}}}}",
                 &sim_univrm, NULL);
    sim_step(rig.sim, &SIM_POSE_REST, DT);
    rig_near(sim_tail(rig.sim, 0), (struct vec3){0, 1, -0.1}, 1e-9);
    rig_free(&rig);
}

/*
 * The positions of a group's colliders are taken before its first bone moves: a collider on the second bone acts at
 * its old position. The first bone turns right at once, to where the collider will be only in the next step.
 */
static void test_colliders_0x(void **state)
{
    (void)state;
    struct rig rig =
        rig_load("{'asset': {'version': '2.0'}, " NODES_0X ", 'extensions': {'VRM': {'secondaryAnimation': "
                 "{'boneGroups': [{'stiffiness': 0, 'gravityPower': 1e9, 'gravityDir': {'x': 1, 'y': 0, "
                 "'z': 0}, 'dragForce': 1, 'hitRadius': 0, 'bones': [1], 'colliderGroups': [0]}], "
                 "'colliderGroups': [{'node': 2, 'colliders': [{'offset': {'x': 0.17, 'y': 0.13, 'z': 0}, "
                 "'radius': 0.04}]}]}}}}",
                 &sim_univrm, NULL);
    sim_step(rig.sim, &SIM_POSE_REST, DT);
    /* the collider at rest is at 0.17 1.03 0, with radius 0.04; the second bone's tail would be at 0.17 1 0 */
    struct vec3 tail = sim_state(rig.sim, 1);
    rig_near(sim_head(rig.sim, 1), (struct vec3){0.1, 1, 0}, 1e-9);
    struct vec3 out = {0.07, -0.01, 0};
    rig_near(tail, vec3_add((struct vec3){0.1, 1, 0}, vec3_scale(out, 0.07 / vec3_length(out))), 1e-9);
    rig_free(&rig);
}

TEST_PROGRAM(sim_univrm)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_snaps),
        cmocka_unit_test(test_skipped_node),
        cmocka_unit_test(test_two_skipped_nodes),
        cmocka_unit_test(test_node_in_two_springs),
        cmocka_unit_test(test_short_bone),
        cmocka_unit_test(test_wide_cone),
        cmocka_unit_test(test_uneven_scale),
        cmocka_unit_test(test_gravity_0x),
        cmocka_unit_test(test_colliders_0x),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
