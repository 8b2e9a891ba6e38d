/*
 * Strands compared with loose joints: a collider that no spring uses, on the last bone, keeps a tree from being a
 * strand and changes nothing else. And loose joints in batches compared with those that are updated one by one.
 */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/strands.h"
#include "sim_rigs.h"

#define DT (1.0 / 60)

static const struct sim_engine *const engines[] = {&sim_spec, &sim_univrm};

/* Returns how many joints of a rig are in strands. */
static size_t in_strands(const struct rig *rig)
{
    return sim_joint_count(rig->world) - rig->sim->loose_count;
}

/* Compares all results of a step of two rigs. */
static void compare(const struct rig *a, const struct rig *b)
{
    for (size_t j = 0; j < sim_joint_count(a->world); j++) {
        rig_near(sim_head(a->sim, j), sim_head(b->sim, j), 1e-12);
        rig_near(sim_tail(a->sim, j), sim_tail(b->sim, j), 1e-12);
        rig_near(sim_state(a->sim, j), sim_state(b->sim, j), 1e-12);
        rig_near(sim_bend(a->sim, j), sim_bend(b->sim, j), 1e-11);
    }
}

/* The same, bit by bit. */
static void compare_bits(const struct rig *a, const struct rig *b)
{
    for (size_t j = 0; j < sim_joint_count(a->world); j++) {
        const struct vec3 one[] = {sim_head(a->sim, j), sim_tail(a->sim, j), sim_state(a->sim, j), sim_bend(a->sim, j)};
        const struct vec3 two[] = {sim_head(b->sim, j), sim_tail(b->sim, j), sim_state(b->sim, j), sim_bend(b->sim, j)};
        assert_memory_equal(one, two, sizeof one);
    }
}

/* Runs motions, nods, a long step, steps of no time, and a reset. */
static void run_both(struct rig *a, struct rig *b, void (*equal)(const struct rig *a, const struct rig *b))
{
    double time = 0;
    for (int step = 0; step < 360; step++) {
        double dt = step == 100 ? 0.3 : step % 50 == 7 ? 0 : DT;
        time += dt;
        struct sim_pose at = motion_at((enum motion)(step / 45), time);
        struct sim_pose pose = {at.position, at.rotation, QUAT_IDENTITY};
        if (step > 200) {
            double half = 0.2 * sin(time * 9);
            pose.nod = (struct quat){sin(half), 0, 0, cos(half)};
        }
        if (step == 280) {
            sim_reset(a->sim);
            sim_reset(b->sim);
        }
        sim_step(a->sim, &pose, dt);
        sim_step(b->sim, &pose, dt);
        equal(a, b);
    }
}

/* Runs a rig with its joints in batches, and one by one: all bits are the same. */
static void batches_are_exact(const char *json, const struct sim_engine *engine)
{
    struct rig together = rig_load(json, engine, NULL);
    struct rig single = rig_load(json, engine, NULL);
    single.sim->batches = NULL;
    run_both(&together, &single, compare_bits);
    run_both(&together, &single, compare_bits);
    rig_free(&together);
    rig_free(&single);
}

/* Returns a file with colliders on nodes. The caller frees it. */
static char *print_colliders(const char *json, int first, int second)
{
    size_t size = strlen(json) + 20;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, json, first, second);
    return text;
}

/* json: a file with a collider that doesn't move if it is on node 1, and makes its tree loose on the last bone. */
static void strands_are_loose(const char *json, int last, size_t joints)
{
    char *standing = print_colliders(json, 1, 0);
    char *moving = print_colliders(json, last, 0);
    for (size_t i = 0; i < 2; i++) {
        struct rig strands = rig_load(standing, engines[i], NULL);
        struct rig loose = rig_load(moving, engines[i], NULL);
        assert_int_equal(in_strands(&strands), joints);
        assert_int_equal(in_strands(&loose), 0);
        run_both(&strands, &loose, compare);
        rig_free(&strands);
        rig_free(&loose);
    }
    batches_are_exact(moving, &sim_spec);
    batches_are_exact(moving, &sim_three_vrm);
    free(standing);
    free(moving);
}

#define UNHEEDED "{'node': %d, 'shape': {'sphere': {'radius': 0.01}}}"

static void chain_is_loose(const char *parameters, const char *spring, const char *colliders)
{
    char root[1000];
    /* the index of the node is filled in later */
    snprintf(root, sizeof root, "'colliders': [%s%s]", UNHEEDED, colliders);
    char *json = rig_chain(5, (struct vec3){0.03, -0.05, 0.01}, parameters, spring, root);
    strands_are_loose(json, 6, 5);
    free(json);
}

static void test_chain(void **state)
{
    (void)state;
    chain_is_loose("", "", "");
    chain_is_loose("'stiffness': 0.6, 'dragForce': 0.2, 'gravityPower': 0.3, 'gravityDir': [0.4, -0.8, 0.3]", "", "");
}

static void test_centers(void **state)
{
    (void)state;
    chain_is_loose("'stiffness': 0.6, 'dragForce': 0.2, 'gravityPower': 0.3", "'center': 0", "");
    chain_is_loose("'stiffness': 0.6, 'dragForce': 0.2, 'gravityPower': 0.3", "'center': 1", "");
}

static void test_colliders(void **state)
{
    (void)state;
    static const char shapes[] =
        ", {'node': 1, 'shape': {'sphere': {'offset': [0.05, -0.12, 0.02], 'radius': 0.06}}},"
        "{'node': 0, 'shape': {'capsule': {'offset': [0.2, 0.7, 0], 'tail': [0.1, 0.75, 0.1], 'radius': 0.05}}},"
        "{'node': 0, 'shape': {'sphere': {'radius': 0}}, 'extensions': {'VRMC_springBone_extended_collider': {"
        "'specVersion': '1.0', 'shape': {'plane': {'offset': [0, 0.82, 0], 'normal': [0, 1, 0]}}}}},"
        "{'node': 1, 'shape': {'sphere': {'radius': 0}}, 'extensions': {'VRMC_springBone_extended_collider': {"
        "'specVersion': '1.0', 'shape': {'sphere': {'offset': [0.1, -0.1, 0], 'radius': 0.19, 'inside': true}}}}}"
        "], 'colliderGroups': [{'colliders': [1, 2, 3, 4]}";
    chain_is_loose("'stiffness': 0.3, 'dragForce': 0.3, 'gravityPower': 0.8, 'hitRadius': 0.015",
                   "'colliderGroups': [0]", shapes);
}

static void test_limits(void **state)
{
    (void)state;
    static const char *const limits[] = {"'cone': {'angle': 0.3}", "'hinge': {'angle': 0.7}",
                                         "'spherical': {'pitch': 0.4, 'yaw': 0.6}"};
    for (size_t i = 0; i < 3; i++) {
        char parameters[300];
        snprintf(parameters, sizeof parameters,
                 "'stiffness': 0.6, 'dragForce': 0.3, 'gravityPower': 0.5, 'extensions': {'VRMC_springBone_limit': {"
                 "'specVersion': '1.0-draft', 'limit': {%s}}}",
                 limits[i]);
        chain_is_loose(parameters, "", "");
    }
}

/* Heads that branch and heads not at their parents' tails, rest rotations, scales, chains of unequal lengths. */
static void test_tree(void **state)
{
    (void)state;
    static const char json[] =
        "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'children': [1, 2]},"
        "{'translation': [0, 1, 0], 'scale': [1.5, 1.5, 1.5], 'rotation': [0.6, 0, 0, 0.8], 'children': [3, 7]},"
        "{'translation': [0.3, 1, 0], 'children': [10]},"
        "{'translation': [0.1, 0, 0], 'rotation': [0, 0.28, 0, 0.96], 'children': [4]}," /* 3 */
        "{'translation': [0.05, -0.02, 0], 'scale': [0.5, 0.5, 0.5], 'children': [5, 6]},"
        "{'translation': [0.1, -0.1, 0], 'rotation': [0, 0, 0.6, 0.8], 'children': [13]},"
        "{'translation': [-0.1, 0.1, 0.02], 'children': [12]}," /* 6: beside the tail of 4 */
        "{'translation': [-0.1, 0, 0], 'children': [8]}, {'translation': [0, 0.05, 0], 'children': [9]},"
        "{'translation': [0, 0.05, 0.02]}," /* 9 */
        "{'translation': [0, 0, -0.05], 'children': [11]}, {'translation': [0, -0.08, -0.05], 'rotation': [0, 0.28, 0, "
        "0.96], 'children': [14]},"
        "{'translation': [0, 0.1, 0]}, {'translation': [0.1, 0, 0]},"
        "{'translation': [0, -0.04, 0.04], 'children': [15]}, {'translation': [0, -0.07, 0]}]," /* 14 */
        "'extensions': {'VRMC_springBone': {"
        "'colliders': [" UNHEEDED ", {'node': %d, 'shape': {'sphere': {'radius': 0.01}}}], 'springs': ["
        "{'joints': [{'node': 3, 'stiffness': 0.4}, {'node': 4, 'gravityPower': 0.6}, {'node': 5}, {'node': 13}]},"
        "{'joints': [{'node': 6, 'dragForce': 0.1}, {'node': 12}]},"
        "{'joints': [{'node': 7, 'stiffness': 2}, {'node': 8, 'gravityPower': 0.2}, {'node': 9}]},"
        "{'joints': [{'node': 10, 'gravityPower': 0.4}, {'node': 14, 'stiffness': 0.3}, {'node': 15}]}]}}}";
    char *standing = print_colliders(json, 0, 0);
    char *moving = print_colliders(json, 8, 6);
    for (size_t i = 0; i < 2; i++) {
        struct rig strands = rig_load(standing, engines[i], NULL);
        struct rig loose = rig_load(moving, engines[i], NULL);
        /* UniVRM scales the offset of a tail by the tail's own scale and ignores nodes left out: it loses 4 and 14 */
        assert_int_equal(in_strands(&strands), engines[i] == &sim_spec ? 8 : 2);
        assert_int_equal(in_strands(&loose), engines[i] == &sim_spec ? 2 : 0); /* the chain of node 10 */
        run_both(&strands, &loose, compare);
        rig_free(&strands);
        rig_free(&loose);
    }
    free(standing);
    free(moving);
}

/* ---- joints that depend on others' movement ---- */

/* Three chains, which hit colliders on each other's bones, have centers there, and share nodes. */
static void test_batches(void **state)
{
    (void)state;
    static const char between[] =
        "{'asset': {'version': '2.0'}, 'extensionsUsed': ['VRMC_springBone', 'VRMC_vrm'], 'scene': 0,"
        "'scenes': [{'nodes': [0]}], 'nodes': [{'children': [1]},"
        "{'translation': [0, 1, 0], 'children': [2, 6, 10]},"
        "{'translation': [0.05, 0, 0], 'children': [3]}, {'translation': [0, -0.1, 0.01], 'children': [4]},"
        "{'translation': [0.01, -0.1, 0], 'children': [5], 'rotation': [0.8, 0, 0, 0.6]}, {'translation': [0, 0, 0.1]},"
        "{'translation': [-0.05, 0, 0], 'children': [7]}, {'translation': [0, -0.1, 0], 'children': [8]},"
        "{'translation': [0, -0.1, 0.02], 'children': [9], 'scale': [1, 1.1, 1]}, {'translation': [0, -0.1, 0]},"
        "{'translation': [0, 0, 0.06], 'children': [11], 'rotation': [0, 0.8, 0, 0.6]},"
        "{'translation': [0, -0.1, 0], 'children': [12]}, {'translation': [0, -0.1, 0], 'children': [13]},"
        "{'translation': [0, -0.1, 0]}], 'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'colliders': ["
        "{'node': 4, 'shape': {'sphere': {'radius': 0.05}}},"
        "{'node': 7, 'shape': {'capsule': {'offset': [0, 0, 0], 'tail': [0, -0.1, 0], 'radius': 0.03}}},"
        "{'node': 1, 'shape': {'sphere': {'offset': [0, -0.2, 0.03], 'radius': 0.06}}},"
        "{'node': 0, 'shape': {'capsule': {'offset': [0, 0.6, 0], 'tail': [0.2, 0.9, 0], 'radius': 0.05}}}],"
        "'colliderGroups': [{'colliders': [0, 1, 2, 3]}, {'colliders': [2, 0]}], 'springs': ["
        "{'colliderGroups': [0], 'joints': [{'node': 10, 'gravityPower': 0.4, 'dragForce': 0.1, 'hitRadius': 0.02},"
        "{'node': 11, 'stiffness': 0.2, 'hitRadius': 0.02}, {'node': 12, 'stiffness': 0.1}, {'node': 13}]},"
        "{'colliderGroups': [1], 'joints': [{'node': 6, 'stiffness': 0.2, 'hitRadius': 0.03},"
        "{'node': 7, 'gravityPower': 0.6, 'dragForce': 0.05}, {'node': 8}, {'node': 9}]},"
        "{'center': 7, 'joints': [{'node': 2, 'stiffness': 0.3}, {'node': 3, 'dragForce': 0.1}, {'node': 4},"
        "{'node': 5}]},"
        "{'center': 3, 'colliderGroups': [0], 'joints': [{'node': 11, 'stiffness': 0.5}, {'node': 12}, {'node': 13}]}"
        "]}}}";
    batches_are_exact(between, &sim_spec);
    batches_are_exact(between, &sim_three_vrm);
}

/* ---- colliders out of reach ---- */

/* Returns a chain among sixty colliders, in a box of 1.2 m. The caller frees it. */
static char *chain_in_a_crowd(void)
{
    static const char joint[] = "'stiffness': 0.3, 'dragForce': 0.2, 'gravityPower': 0.4, 'hitRadius': 0.01";
    char colliders[60 * 160];
    char members[60 * 4] = "0";
    size_t at = 0;
    uint32_t seed = 7;
    for (int i = 0; i < 60; i++) {
        double v[7];
        for (int k = 0; k < 7; k++) {
            seed = seed * 1664525u + 1013904223u;
            v[k] = (double)(seed >> 16) / 65536 - 0.5;
        }
        at += (size_t)snprintf(colliders + at, sizeof colliders - at,
                               i % 3 == 0 ? "%s{'node': %d, 'shape': {'capsule': {'offset': [%.3f, %.3f, %.3f], "
                                            "'radius': 0.03, 'tail': [%.3f, %.3f, %.3f]}}}"
                                          : "%s{'node': %d, 'shape': {'sphere': {'offset': [%.3f, %.3f, %.3f], "
                                            "'radius': 0.05}}}",
                               i == 0 ? "" : ", ", i % 2, 1.2 * v[0], 1.2 * v[1] + (i % 2 == 0 ? 1 : 0), 1.2 * v[2],
                               v[3], v[4], v[5]);
        if (i > 0) {
            size_t length = strlen(members);
            snprintf(members + length, sizeof members - length, ",%d", i);
        }
    }
    char root[sizeof colliders + sizeof members + 100];
    snprintf(root, sizeof root, "'colliders': [%s], 'colliderGroups': [{'colliders': [%s]}]", colliders, members);
    return rig_chain(5, (struct vec3){0.02, -0.05, 0.01}, joint, "'colliderGroups': [0]", root);
}

/* Leaving out colliders that strands can't reach doesn't change a single bit. */
static void test_reach(void **state)
{
    (void)state;
    char *json = chain_in_a_crowd();
    for (size_t i = 0; i < 2; i++) {
        struct rig culled = rig_load(json, engines[i], NULL);
        struct rig full = rig_load(json, engines[i], NULL);
        struct strand_reach *reach = &culled.sim->strands->reaches[0];
        full.sim->strands->reaches[0].radius = INFINITY;
        double time = 0;
        size_t fewer = 0;
        for (int step = 0; step < 400; step++) {
            time += DT;
            struct sim_pose at = motion_at((enum motion)(step / 50), time);
            struct sim_pose pose = {at.position, at.rotation, {0, 0, sin(time), cos(time)}};
            sim_step(culled.sim, &pose, DT);
            sim_step(full.sim, &pose, DT);
            assert_true(full.sim->strands->reaches[0].pieces == (1u << 15) - 1);
            fewer += reach->pieces != (1u << 15) - 1;
            for (size_t j = 0; j < 5; j++) {
                struct vec3 tails[] = {sim_tail(culled.sim, j), sim_tail(full.sim, j)};
                struct vec3 states[] = {sim_state(culled.sim, j), sim_state(full.sim, j)};
                assert_memory_equal(&tails[0], &tails[1], sizeof tails[0]);
                assert_memory_equal(&states[0], &states[1], sizeof states[0]);
            }
        }
        assert_int_equal(fewer, 400);
        rig_free(&culled);
        rig_free(&full);
    }
    free(json);
}

/* ---- chains that can't be strands ---- */

static size_t strands_of(const char *parents, const char *head, const char *springs)
{
    char json[2000];
    snprintf(json, sizeof json,
             "{'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'children': [1]},"
             "{'translation': [0, 1, 0], 'children': [2], %s}, {'translation': [0.1, 0, 0], 'children': [3], %s},"
             "{'translation': [0.1, 0, 0], 'children': [4]}, {'translation': [0.1, 0, 0]}],"
             "'extensions': {'VRMC_springBone': {%s}}}",
             parents, head, springs);
    struct rig rig = rig_load(json, &sim_spec, NULL);
    size_t count = in_strands(&rig);
    rig_run(&rig, MOTION_BOB, DT, 20);
    rig_free(&rig);
    return count;
}

static void test_odd(void **state)
{
    (void)state;
    static const char whole[] = "'springs': [{'joints': [{'node': 2}, {'node': 3}, {'node': 4}]}]";
    static const char none[] = "'x': 0";
    assert_int_equal(strands_of(none, none, whole), 2);
    assert_int_equal(strands_of("'scale': [2, 2, 2]", "'rotation': [0.6, 0, 0, 0.8]", whole), 2);
    assert_int_equal(strands_of("'scale': [1, 2, 1]", none, whole), 0);
    /* unit quaternions and uniform scales after rounding to single precision */
    assert_int_equal(
        strands_of("'scale': [1, 0.999998, 1.000001]", "'rotation': [0.6000000238, 0, 0, 0.8000000119]", whole), 2);
    assert_int_equal(strands_of("'scale': [-1, -1, -1]", none, whole), 0);
    assert_int_equal(strands_of(none, "'scale': [1, 1, 1.01]", whole), 0);
    assert_int_equal(strands_of(none, "'rotation': [0.6, 0, 0, 0.8001]", whole), 0);
    assert_int_equal(strands_of("'rotation': [0.6, 0, 0, 0.8001]", none, whole), 0);
    /* a skipped node */
    assert_int_equal(strands_of(none, none, "'springs': [{'joints': [{'node': 2}, {'node': 4}]}]"), 1);
    assert_int_equal(strands_of(none, none, "'springs': [{'joints': [{'node': 1}, {'node': 3}, {'node': 4}]}]"), 2);
    assert_int_equal(
        strands_of(none, "'scale': [1, 2, 1]", "'springs': [{'joints': [{'node': 1}, {'node': 3}, {'node': 4}]}]"), 0);
    /* a head that two springs move, a center that moves and a collider that moves */
    assert_int_equal(strands_of(none, none,
                                "'springs': [{'joints': [{'node': 2}, {'node': 3}]}, {'joints': [{'node': 2}, "
                                "{'node': 3}]}]"),
                     0);
    assert_int_equal(strands_of(none, none, "'springs': [{'center': 3, 'joints': [{'node': 2}, {'node': 3}]}]"), 0);
    assert_int_equal(strands_of(none, none,
                                "'springs': [{'colliderGroups': [0], 'joints': [{'node': 2}, {'node': 3}]}],"
                                "'colliders': [{'node': 3, 'shape': {'sphere': {'radius': 0.01}}}],"
                                "'colliderGroups': [{'colliders': [0]}]"),
                     0);
}

TEST_PROGRAM(sim_strands)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chain),  cmocka_unit_test(test_centers), cmocka_unit_test(test_colliders),
        cmocka_unit_test(test_limits), cmocka_unit_test(test_tree),    cmocka_unit_test(test_odd),
        cmocka_unit_test(test_reach),  cmocka_unit_test(test_batches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
