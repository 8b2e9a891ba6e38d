/* The data that engines read from a file: joints, defaults, the scene, and the groups of VRM 0.x. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim_rigs.h"

#define DT (1.0 / 60)

static const struct sim_engine *const verlets[] = {&sim_spec, &sim_three_vrm, &sim_univrm};
static const struct sim_engine *const all[] = {&sim_spec, &sim_three_vrm, &sim_univrm, &sim_pbd};

/* ---- the file ---- */

static void test_defaults(void **state)
{
    (void)state;
    static const double drags[] = {0.5, 0.4, 0.5};
    for (size_t i = 0; i < 3; i++) {
        struct rig rig = rig_load_chain(verlets[i], 2, (struct vec3){0.1, 0, 0}, "", "", "");
        const struct sim_joint *joint = &sim_joints(rig.world)[1];
        assert_true(joint->stiffness == 1 && joint->drag == drags[i] && joint->gravity_power == 0);
        assert_true(joint->hit_radius == 0 && joint->gravity_dir.y == -1 && joint->limit == NULL);
        assert_true(joint->spring == 0 && joint->index == 1 && joint->head == 3 && joint->tail == 4);
        assert_true(joint->center == SIM_NONE);
        rig_free(&rig);
    }
    assert_string_equal(sim_engine_name(&sim_three_vrm), "three-vrm");
}

/* An unresolved joint removes both of its pairs. A spring with one joint moves nothing. */
static void test_broken_pairs(void **state)
{
    (void)state;
    struct rig rig = rig_load("{'asset': {'version': '2.0'}, 'nodes': [{'children': [1]}, {'children': [2]},"
                              "{'children': [3]}, {}], 'extensions': {'VRMC_springBone': {'springs': ["
                              "{'joints': [{'node': 0}, {'node': 9}, {'node': 1}, {'node': 2}, {'node': 3}]},"
                              "{'joints': [{'node': 3}]}, {'joints': []}, {}]}}}",
                              &sim_spec, NULL);
    const struct sim_joint *joints = sim_joints(rig.world);
    assert_int_equal(sim_joint_count(rig.world), 2);
    assert_true(joints[0].index == 2 && joints[0].head == 1 && joints[1].index == 3 && joints[1].tail == 3);
    rig_run(&rig, MOTION_BOB, DT, 10);
    rig_free(&rig);
    rig = rig_load("{'asset': {'version': '2.0'}, 'nodes': [{}]}", &sim_spec, NULL);
    assert_int_equal(sim_joint_count(rig.world), 0);
    rig_run(&rig, MOTION_BOB, DT, 10);
    sim_reset(rig.sim);
    rig_free(&rig);
}

/* Nodes outside the scene don't move with it. */
static void test_scene(void **state)
{
    (void)state;
    static const char *json = "{'asset': {'version': '2.0'}, 'scenes': [{'nodes': [0]}, {'nodes': [2]}], 'nodes': ["
                              "{'children': [1]}, {'translation': [0.1, 0, 0]}, {'children': [3]}, {'children': [4]},"
                              "{'translation': [0.1, 0, 0]}], 'extensions': {'VRMC_springBone': {'springs': ["
                              "{'joints': [{'node': 0}, {'node': 1}]}, {'joints': [{'node': %d}, {'node': 4}]}]}}}";
    for (size_t i = 0; i < 8; i++) {
        const struct sim_engine *engine = all[i % 4];
        char text[1000];
        snprintf(text, sizeof text, json, i < 4 ? 2 : 3);
        struct rig rig = rig_load(text, engine, NULL);
        struct sim_pose pose = SIM_POSE_REST;
        pose.position.z = 2;
        sim_step(rig.sim, &pose, DT);
        /* three-vrm updates the nodes below the common ancestor of the parents of all chains. There is none if a
         * chain outside the scene has a parent: rendering updates them then, after the step. */
        rig_near_number(sim_head(rig.sim, 0).z, 2, 0);
        rig_near_number(sim_head(rig.sim, 1).z, 0, 0);
        rig_free(&rig);
    }
}

/* ---- VRM 0.x ---- */

#define NODES_0X                                                                                                       \
    "'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'children': [1]},"                                             \
    "{'translation': [0, 1, 0], 'children': [2, 4]},"                                                                  \
    "{'translation': [0.1, 0, 0], 'children': [3, 5]}, {'translation': [0, 0, 0.2]},"                                  \
    "{'translation': [0, 0.1, 0]}, {'translation': [0, -0.3, 0]}], 'meshes': [{'primitives': [{}, {}]}]"

#define GROUP_0X                                                                                                       \
    "'stiffiness': 1, 'gravityPower': 0, 'gravityDir': {'x': 0, 'y': -1, 'z': 0}, 'dragForce': 0.4, 'center': -1,"     \
    "'hitRadius': 0.02, 'colliderGroups': [0]"

static struct rig load_0x(const struct sim_engine *engine, const char *groups)
{
    char json[2000];
    snprintf(json, sizeof json,
             "{'asset': {'version': '2.0'}, " NODES_0X ", 'extensions': {'VRM': {'secondaryAnimation': {"
             "'boneGroups': [%s], 'colliderGroups': [{'node': 3, 'colliders': [{'offset': {'x': 0, 'y': 0, 'z': 0.5}, "
             "'radius': 0.01}]}]}}}}",
             groups);
    return rig_load(json, engine, NULL);
}

static void test_groups(void **state)
{
    (void)state;
    struct rig rig = load_0x(&sim_univrm, "{" GROUP_0X ", 'bones': [4]}, {" GROUP_0X ", 'bones': [2, 3, 99]}");
    static const size_t wanted[][4] = {
        {0, 0, 4, SIM_NONE}, {1, 0, 2, 3}, {1, 1, 3, SIM_NONE}, {1, 2, 5, SIM_NONE}, {1, 0, 3, SIM_NONE}};
    const struct sim_joint *joints = sim_joints(rig.world);
    assert_int_equal(sim_joint_count(rig.world), 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(joints[i].spring == wanted[i][0] && joints[i].index == wanted[i][1]);
        assert_true(joints[i].head == wanted[i][2] && joints[i].tail == wanted[i][3]);
    }
    /* virtual tails: 7 cm further */
    rig_near(sim_tail(rig.sim, 0), (struct vec3){0, 1.17, 0}, 1e-15);
    rig_near(sim_tail(rig.sim, 1), (struct vec3){0.1, 1, 0.2}, 1e-15);
    rig_near(sim_tail(rig.sim, 2), (struct vec3){0.1, 1, 0.27}, 1e-15);
    rig_near(sim_tail(rig.sim, 3), (struct vec3){0.1, 0.63, 0}, 1e-15);
    rig_run(&rig, MOTION_BOB, DT, 30);
    rig_free(&rig);
}

/* In three-vrm, a collider on a bone without children becomes its child, and so a bone. */
static void test_groups_made_up(void **state)
{
    (void)state;
    struct rig rig = load_0x(&sim_three_vrm, "{" GROUP_0X ", 'bones': [2]}");
    static const size_t heads[] = {2, 3, SIM_NONE, 5};
    const struct sim_joint *joints = sim_joints(rig.world);
    assert_int_equal(sim_joint_count(rig.world), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(joints[i].head == heads[i] && joints[i].index == i);
    }
    assert_true(joints[1].tail == SIM_NONE);
    rig_near(sim_tail(rig.sim, 1), (struct vec3){0.1, 1, 0.2}, 1e-15);
    rig_near(sim_tail(rig.sim, 2), (struct vec3){0.1, 1, 0.2}, 1e-15);
    rig_run(&rig, MOTION_BOB, DT, 30);
    assert_true(isfinite(sim_tail(rig.sim, 2).x));
    rig_free(&rig);
}

/* The parts of a mesh come before the node's children. If the node is a bone, they are below a node of their own. */
static void test_groups_meshes(void **state)
{
    (void)state;
    static const char *skins[] = {"", "'skins': [{'joints': [1]}], "};
    static const size_t counts[] = {5, 6};
    for (int i = 0; i < 2; i++) {
        char json[2000];
        snprintf(json, sizeof json,
                 "{'asset': {'version': '2.0'}, %s'nodes': [{'children': [1]}, {'mesh': 0, 'translation': [0, 1, 0], "
                 "'children': [2]}, {'translation': [0, 1, 0], 'mesh': 1}], "
                 "'meshes': [{'primitives': [{}, {}, {}]}, {'primitives': [{}]}],"
                 "'extensions': {'VRM': {'secondaryAnimation': {'boneGroups': [{" GROUP_0X ", 'bones': [1]}]}}}}",
                 skins[i]);
        struct rig rig = rig_load(json, &sim_three_vrm, NULL);
        const struct sim_joint *joints = sim_joints(rig.world);
        assert_int_equal(sim_joint_count(rig.world), counts[i]);
        assert_true(joints[0].head == 1 && joints[counts[i] - 1].head == 2);
        for (size_t j = 1; j + 1 < counts[i]; j++) {
            assert_true(joints[j].head == SIM_NONE);
        }
        /* the bone ends at its first child, which is at its own position */
        rig_near(sim_tail(rig.sim, 0), (struct vec3){0, 1, 0}, 0);
        rig_run(&rig, MOTION_BOB, DT, 30);
        rig_free(&rig);
    }
}

TEST_PROGRAM(sim_files)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults), cmocka_unit_test(test_broken_pairs),   cmocka_unit_test(test_scene),
        cmocka_unit_test(test_groups),   cmocka_unit_test(test_groups_made_up), cmocka_unit_test(test_groups_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
