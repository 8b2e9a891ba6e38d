/* Hostile files in the simulation: numbers that overflow, degenerate rigs, sizes. It ends, within its limits. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "sim_rigs.h"

#define DT (1.0 / 60)

static const struct sim_engine *const all[] = {&sim_spec, &sim_three_vrm, &sim_univrm, &sim_pbd};

static void run_all(const char *json)
{
    for (size_t i = 0; i < 4; i++) {
        struct rig rig = rig_load(json, all[i], NULL);
        rig_run(&rig, MOTION_BOB, DT, 5);
        rig_run(&rig, MOTION_SPIN, 1e300, 3);
        rig_run(&rig, MOTION_SHAKE, 5e-324, 3);
        sim_reset(rig.sim);
        rig_run(&rig, MOTION_TELEPORT, DT, 40);
        for (size_t j = 0; j < sim_joint_count(rig.world); j++) {
            (void)sim_bend(rig.sim, j);
        }
        rig_free(&rig);
    }
}

static const char *const numbers[] = {"1e400",  "-1e400",  "1e300", "-1e300", "1e18",
                                      "5e-324", "-5e-324", "-1",    "0",      "1e19"};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

/* Whether a number is tried at a place: always, except that under valgrind only a third of the pairs is tried. */
static bool is_tried(size_t place, size_t number)
{
    return trials(10) == 10 || (place + number) % 3 == 0;
}

/* Every parameter takes every number in turn. */
static void test_parameters(void **state)
{
    (void)state;
    static const char *const places[] = {
        "'stiffness': %s",
        "'dragForce': %s",
        "'gravityPower': %s",
        "'hitRadius': %s",
        "'gravityPower': 1, 'gravityDir': [0, %s, 1]",
        "'extensions': {'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': {'cone': {'angle': %s}}}}",
        "'extensions': {'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': {'hinge': {'angle': 1, "
        "'rotation': [%s, 0, 0, 1]}}}}",
        "'extensions': {'VRMC_springBone_limit': {'specVersion': '1.0-draft', 'limit': {'spherical': {'pitch': %s, "
        "'yaw': %s}}}}",
    };
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        for (size_t n = 0; n < NUMBERS; n++) {
            if (!is_tried(p, n)) {
                continue;
            }
            char parameters[300];
            snprintf(parameters, sizeof parameters, places[p], numbers[n], numbers[n]);
            char *json = rig_chain(3, (struct vec3){0.02, -0.05, 0}, parameters, "'center': 1, 'colliderGroups': [0]",
                                   "'colliders': [{'node': 1, 'shape': {'sphere': {'radius': 0.1}}}], "
                                   "'colliderGroups': [{'colliders': [0]}]");
            run_all(json);
            free(json);
        }
    }
}

static void test_shapes(void **state)
{
    (void)state;
    static const char *const shapes[] = {
        "{'sphere': {'radius': %s}}",
        "{'sphere': {'radius': 0.1, 'offset': [%s, 0, 0]}}",
        "{'sphere': {'radius': %s, 'inside': true}}",
        "{'capsule': {'radius': %s, 'tail': [0, 0, 0]}}",
        "{'capsule': {'radius': 0.1, 'tail': [0, %s, 0], 'inside': true}}",
        "{'plane': {'normal': [0, 0, %s]}}",
        "{'plane': {'normal': [%s, 0, 1], 'offset': [0, %s, 0]}}",
    };
    for (size_t p = 0; p < sizeof shapes / sizeof *shapes; p++) {
        for (size_t n = 0; n < NUMBERS; n++) {
            if (!is_tried(p, n)) {
                continue;
            }
            char shape[200];
            char root[500];
            snprintf(shape, sizeof shape, shapes[p], numbers[n], numbers[n]);
            snprintf(root, sizeof root,
                     "'colliders': [{'node': 3, 'shape': {'sphere': {'radius': 0}}, 'extensions': "
                     "{'VRMC_springBone_extended_collider': {'specVersion': '1.0', 'shape': %s}}}], "
                     "'colliderGroups': [{'colliders': [0, 0]}]",
                     shape);
            char *json =
                rig_chain(3, (struct vec3){0.02, -0.05, 0}, "'hitRadius': 0.01", "'colliderGroups': [0, 0]", root);
            run_all(json);
            free(json);
        }
    }
}

/* Awkward nodes: no length, no scale, mirrored, far away, far too small. */
static void test_nodes(void **state)
{
    (void)state;
    static const char *const transforms[] = {
        "'translation': [0, 0, 0]",
        "'translation': [1e-160, 0, 0]",
        "'translation': [1e300, 0, 0]",
        "'translation': [0, -1, 0]",
        "'translation': [0, 1, 0], 'scale': [0, 0, 0]",
        "'translation': [0, 1, 0], 'scale': [1, 0, 1]",
        "'translation': [0, 1, 0], 'scale': [-1, 1, 1]",
        "'translation': [0, 1, 0], 'scale': [1e-200, 1e-200, 1e-200]",
        "'translation': [0, 1, 0], 'scale': [1e150, 1e150, 1e150]",
        "'translation': [0, 1, 0], 'rotation': [0, 0, 0, 0]",
        "'translation': [0, 1, 0], 'rotation': [9, 9, 9, 9]",
        "'matrix': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]",
        "'matrix': [1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 0, 1, 0, 1]",
    };
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; i++) {
        char json[2000];
        snprintf(
            json, sizeof json,
            "{'asset': {'version': '2.0'}, 'nodes': [{'children': [1], %s}, {'children': [2], %s},"
            "{'children': [3], %s}, {%s}, {%s}], 'extensions': {'VRMC_springBone': {"
            "'colliders': [{'node': 4, 'shape': {'capsule': {'radius': 1, 'tail': [0, 0.5, 0]}}},"
            "{'node': 2, 'shape': {'sphere': {'radius': 1}}}], 'colliderGroups': [{'colliders': [0, 1]}], 'springs': "
            "[{'center': 4, 'colliderGroups': [0], 'joints': [{'node': 0, 'hitRadius': 0.1}, {'node': 1, "
            "'gravityPower': 1}, {'node': 2}, {'node': 3}]}, {'joints': [{'node': 2}, {'node': 0}]},"
            "{'joints': [{'node': 3}, {'node': 3}]}]}}}",
            transforms[i], transforms[i], transforms[i], transforms[i], transforms[i]);
        run_all(json);
    }
}

/* ---- sizes ---- */

struct text {
    struct arena *arena;
    struct buf buf;
};

static struct text text_new(void)
{
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct text text = {arena, BUF_INIT(arena)};
    return text;
}

/* Steps a few times and returns the number of joints. */
static size_t run_text(struct text *text, const struct sim_engine *engine, bool whole)
{
    struct rig rig = rig_load(buf_text(&text->buf), engine, NULL);
    size_t count = sim_joint_count(rig.world);
    assert_true(sim_world_is_whole(rig.world) == whole);
    rig_run(&rig, MOTION_SHAKE, DT, (int)trials(20) / 10); /* under valgrind building the world is enough */
    rig_free(&rig);
    return count;
}

static void add_path(struct buf *buf, size_t count)
{
    buf_str(buf, "{'asset': {'version': '2.0'}, 'nodes': [");
    for (size_t i = 0; i < count; i++) {
        buf_printf(buf, i + 1 < count ? "{'translation': [0, -1, 0], 'children': [%zu]}, " : "{}", i + 1);
    }
    buf_str(buf, "]");
}

/* Returns the number of joints for springs of two neighbouring nodes each. univrm leaves out nodes that an earlier
 * spring has, and so most springs. */
static size_t joints_of(const struct sim_engine *engine, size_t count, bool reversed)
{
    return engine == &sim_univrm && !reversed ? 1 : count - 1;
}

/* A chain that skips every second node: univrm rotates all of them separately. */
static void test_skipping_chain(void **state)
{
    (void)state;
    size_t count = hostile_size(20000);
    struct text text = text_new();
    add_path(&text.buf, count);
    buf_str(&text.buf, ", 'extensions': {'VRMC_springBone': {'springs': [{'joints': [{'node': 0}");
    for (size_t i = 2; i < count; i += 2) {
        buf_printf(&text.buf, ", {'node': %zu}", i);
    }
    buf_str(&text.buf, "]}]}}}");
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(run_text(&text, all[i], true), (count - 1) / 2);
    }
    arena_free(text.arena);
}

/* One chain of the largest size, listed from its end to its root, and from its root to its end. */
static void test_long_chain(void **state)
{
    (void)state;
    size_t count = hostile_size(20000);
    for (int reversed = 0; reversed < 2; reversed++) {
        struct text text = text_new();
        add_path(&text.buf, count);
        buf_str(&text.buf, ", 'extensions': {'VRMC_springBone': {'springs': [");
        for (size_t i = 0; i + 1 < count; i++) {
            size_t node = reversed ? count - 2 - i : i;
            buf_printf(&text.buf, "%s{'joints': [{'node': %zu}, {'node': %zu}]}", i == 0 ? "" : ", ", node, node + 1);
        }
        buf_str(&text.buf, "]}}}");
        for (size_t i = 0; i < (reversed ? 1 : 4); i++) {
            assert_int_equal(run_text(&text, all[i], true), joints_of(all[i], count, reversed));
        }
        arena_free(text.arena);
    }
}

/* Springs along one path that all use the same colliders, which are on all its nodes. */
static void test_colliders_on_chain(void **state)
{
    (void)state;
    size_t count = hostile_size(400);
    struct text text = text_new();
    add_path(&text.buf, count);
    buf_str(&text.buf, ", 'extensions': {'VRMC_springBone': {'colliders': [");
    for (size_t i = 0; i < count; i++) {
        buf_printf(&text.buf, "%s{'node': %zu, 'shape': {'sphere': {'radius': 0.1}}}", i == 0 ? "" : ", ",
                   (i * 7919) % count);
    }
    buf_str(&text.buf, "], 'colliderGroups': [{'colliders': [0");
    for (size_t i = 1; i < count; i++) {
        buf_printf(&text.buf, ", %zu", i);
    }
    buf_str(&text.buf, "]}], 'springs': [");
    for (size_t i = 0; i + 1 < count; i++) {
        buf_printf(&text.buf, "%s{'colliderGroups': [0], 'joints': [{'node': %zu}, {'node': %zu}]}", i == 0 ? "" : ", ",
                   i, i + 1);
    }
    buf_str(&text.buf, "]}}}");
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(run_text(&text, all[i], true), joints_of(all[i], count, false));
    }
    arena_free(text.arena);
}

/* Springs whose groups have more colliders in total than can be listed: some springs have none. */
static void test_too_many_colliders(void **state)
{
    (void)state;
    size_t count = 3000;
    struct text text = text_new();
    add_path(&text.buf, 2);
    buf_str(&text.buf, ", 'extensions': {'VRMC_springBone': {'colliders': [");
    for (size_t i = 0; i < count; i++) {
        buf_printf(&text.buf, "%s{'node': 0, 'shape': {'sphere': {'radius': 0.1}}}", i == 0 ? "" : ", ");
    }
    buf_str(&text.buf, "], 'colliderGroups': [{'colliders': [0");
    for (size_t i = 1; i < count; i++) {
        buf_printf(&text.buf, ", %zu", i);
    }
    buf_str(&text.buf, "]}], 'springs': [");
    for (size_t i = 0; i < 2000; i++) {
        buf_printf(&text.buf, "%s{'colliderGroups': [0, 0], 'joints': [{'node': 0}, {'node': 1}]}", i == 0 ? "" : ", ");
    }
    buf_str(&text.buf, "]}}}");
    assert_int_equal(run_text(&text, &sim_spec, false), 2000);
    arena_free(text.arena);
}

/* Roots of VRM 0.x that name the same long path many times: the number of joints stays within the limit. */
static void test_shared_roots(void **state)
{
    (void)state;
    size_t count = 2000;
    for (size_t i = 0; i < 2; i++) {
        struct text text = text_new();
        add_path(&text.buf, count);
        buf_str(&text.buf, ", 'extensions': {'VRM': {'secondaryAnimation': {'boneGroups': [{'bones': [0");
        for (size_t k = 1; k < hostile_size(100000); k++) {
            buf_str(&text.buf, ", 0");
        }
        buf_str(&text.buf, "], 'stiffiness': 1}]}}}}");
        size_t joints = run_text(&text, all[2 * i], false);
        assert_true(joints <= 200000 && joints >= 100000);
        arena_free(text.arena);
    }
}

TEST_PROGRAM(sim_hostile)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_long_chain),
        cmocka_unit_test(test_skipping_chain),
        cmocka_unit_test(test_colliders_on_chain),
        cmocka_unit_test(test_too_many_colliders),
        cmocka_unit_test(test_shared_roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
