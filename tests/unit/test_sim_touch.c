/* The engines for a bone that meets colliders. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

#include "sim_rigs.h"

#define DT (1.0 / 60)

static const struct vec3 down = {0, -1, 0};

static const struct sim_engine *const verlets[] = {&sim_spec, &sim_three_vrm, &sim_univrm};
static const struct sim_engine *const all[] = {&sim_spec, &sim_three_vrm, &sim_univrm, &sim_pbd};

#define BODY(shape) "'colliders': [{'node': 1, " shape "}], 'colliderGroups': [{'colliders': [0]}]"
#define EXTENDED(shape)                                                                                                \
    BODY("'shape': {'sphere': {'radius': 0}}, 'extensions': {'VRMC_springBone_extended_collider': "                    \
         "{'specVersion': '1.0', 'shape': " shape "}}")

/* Returns a rig with a bone of 0.1 m that has fallen on something. */
static struct rig fall(const struct sim_engine *engine, const char *root)
{
    struct rig rig = rig_load_chain(engine, 1, (struct vec3){0.1, 0, 0},
                                    "'stiffness': 0, 'gravityPower': 1, 'dragForce': 0.5, 'hitRadius': 0.01",
                                    "'colliderGroups': [0]", root);
    rig_run(&rig, MOTION_NONE, DT, 1200);
    return rig;
}

static void test_sphere_holds(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct rig rig = fall(all[i], BODY("'shape': {'sphere': {'offset': [0.03, -0.1, 0], 'radius': 0.05}}"));
        struct vec3 tail = sim_tail(rig.sim, 0);
        double distance = vec3_distance(tail, (struct vec3){0.03, 0.9, 0});
        rig_near_number(vec3_length(vec3_sub(tail, (struct vec3){0, 1, 0})), 0.1, 1e-12);
        /* the length is restored last, which undoes a little of each push */
        assert_true(distance > 0.055 && distance < 0.071);
        rig_free(&rig);
    }
}

/* The bone swings down along a quarter circle until its sphere touches the plane. */
static void test_plane_holds(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct rig rig = fall(verlets[i], EXTENDED("{'plane': {'offset': [0, -0.05, 0], 'normal': [0, 1, 0]}}"));
        /* pushed up by h, then back onto the circle: it settles a little below */
        double above = sim_tail(rig.sim, 0).y - 0.95;
        assert_true(above > 0.002 && above <= 0.01 + 1e-12);
        rig_free(&rig);
    }
}

static void test_inside_holds(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct rig rig =
            fall(verlets[i], EXTENDED("{'sphere': {'offset': [0.1, 0, 0], 'radius': 0.06, 'inside': true}}"));
        double distance = vec3_distance(sim_tail(rig.sim, 0), (struct vec3){0.1, 1, 0});
        assert_true(distance > 0.045 && distance < 0.06);
        rig_free(&rig);
    }
}

static void test_center_of_collider(void **state)
{
    (void)state;
    static const char exact[] = BODY("'shape': {'sphere': {'offset': [0.1, 0, 0], 'radius': 0.05}}");
    for (size_t i = 0; i < 3; i++) {
        struct rig rig = rig_load_chain(verlets[i], 2, (struct vec3){0.1, 0, 0}, "'hitRadius': 0.01",
                                        "'colliderGroups': [0]", exact);
        rig_run(&rig, MOTION_NONE, DT, 3);
        struct vec3 tail = sim_tail(rig.sim, 0);
        if (verlets[i] == &sim_three_vrm) {
            assert_true(isnan(tail.x) && isnan(sim_tail(rig.sim, 1).y));
        } else {
            assert_true(isfinite(tail.x) && isfinite(sim_tail(rig.sim, 1).y));
        }
        sim_reset(rig.sim);
        rig_near(sim_tail(rig.sim, 0), (struct vec3){0.1, 1, 0}, 1e-15);
        rig_free(&rig);
    }
}

/* A bone of 0.1 m at a height of 1 m and a collider whose node is scaled by 3. */
#define SCALED(place, collider)                                                                                        \
    "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0, 3]}], 'nodes': ["                              \
    "{'translation': [0, 1, 0], 'children': [1]}, {'children': [2]}, {'translation': [0.1, 0, 0]},"                    \
    "{'scale': [3, 3, 3], 'translation': " place "}], 'extensions': {'VRMC_springBone': {'specVersion': '1.0',"        \
    "'colliders': [{'node': 3, " collider "}],"                                                                        \
    "'colliderGroups': [{'colliders': [0]}], 'springs': [{'colliderGroups': [0], 'joints': ["                          \
    "{'node': 1, 'stiffness': 0, 'gravityPower': 1, 'dragForce': 0.9}, {'node': 2}]}]}}}"

/* Returns the distance between a point and the tail of the bone at rest. */
static double rests_from(const struct sim_engine *engine, const char *json, struct vec3 point)
{
    struct rig rig = rig_load(json, engine, NULL);
    rig_run(&rig, MOTION_NONE, DT, 1200);
    double distance = vec3_distance(sim_tail(rig.sim, 0), point);
    rig_free(&rig);
    return distance;
}

/* UniVRM scales a collider's radius with its node, except for inside colliders. three-vrm
 * and the specification don't. */
static void test_scaled_colliders(void **state)
{
    (void)state;
    static const char outside[] = SCALED("[0, 0.88, 0]", "'shape': {'sphere': {'offset': [0, 0, 0], 'radius': 0.02}}");
    static const char inside[] =
        SCALED("[0.1, 1, 0]", "'extensions': {'VRMC_springBone_extended_collider': {'specVersion': '1.0', 'shape': "
                              "{'sphere': {'offset': [0, 0, 0], 'radius': 0.06, 'inside': true}}}}");
    for (size_t i = 0; i < 3; i++) {
        double distance = rests_from(verlets[i], outside, (struct vec3){0, 0.88, 0});
        assert_true(verlets[i] == &sim_univrm ? distance > 0.055 : distance < 0.03);
        distance = rests_from(verlets[i], inside, (struct vec3){0.1, 1, 0});
        assert_true(distance > 0.05 && distance < 0.07);
    }
}

static void test_no_colliders(void **state)
{
    (void)state;
    char *json = rig_chain(1, (struct vec3){0.1, 0, 0}, "'stiffness': 0, 'gravityPower': 1", "'colliderGroups': [0]",
                           BODY("'shape': {'sphere': {'offset': [0.03, -0.1, 0], 'radius': 0.05}}"));
    for (size_t i = 0; i < 4; i++) {
        struct rig rig = rig_load(json, all[i], &(struct sim_options){.no_colliders = true, .pbd = SIM_PBD_ARTICLE});
        rig_run(&rig, MOTION_NONE, DT, 1200);
        rig_near_number(rig_angle(&rig, 0, down), 0, 1e-6);
        assert_int_equal(sim_step_cost(rig.world), 2);
        rig_free(&rig);
    }
    free(json);
}

TEST_PROGRAM(sim_touch)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sphere_holds),     cmocka_unit_test(test_plane_holds),
        cmocka_unit_test(test_inside_holds),     cmocka_unit_test(test_center_of_collider),
        cmocka_unit_test(test_scaled_colliders), cmocka_unit_test(test_no_colliders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
