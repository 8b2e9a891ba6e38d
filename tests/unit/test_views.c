/* The typed views of springs and colliders. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "loaded.h"

#define ASSET "'asset': {'version': '2.0'}"

/* Seven nodes: 0 -> 1 -> 2 -> 3 and 0 -> 4; 5 and 6 are roots. Each child is 1 m along Y from its parent. */
#define NODES                                                                                                          \
    "'nodes': [{'name': 'Head', 'children': [1, 4]},"                                                                  \
    "{'name': 'Hair_01', 'translation': [0, 1, 0], 'children': [2]},"                                                  \
    "{'name': 'Hair_02', 'translation': [0, 1, 0], 'children': [3]},"                                                  \
    "{'name': 'Hair_03', 'translation': [0, 1, 0]}, {'name': 'Side', 'translation': [0, 1, 0]},"                       \
    "{}, {'scale': [2, 2, 2]}]"

static struct loaded load_springs(const char *extension)
{
    char json[8192];
    snprintf(json, sizeof json, "{" ASSET ", " NODES ", 'extensions': {'VRMC_springBone': {%s}}}", extension);
    return load(json);
}

static void assert_vec3(struct vec3 actual, double x, double y, double z)
{
    assert_true(actual.x == x && actual.y == y && actual.z == z);
}

/* ---- joints ---- */

static void test_defaults(void **state)
{
    (void)state;
    struct loaded file = load_springs("'springs': [{'joints': [{'node': 1}]}]");
    const struct springs *springs = file.avatar->springs;
    assert_true(springs->present);
    assert_null(springs->version);
    const struct spring *spring = &springs->springs[0];
    assert_null(spring->name);
    assert_true(spring->center == SPRINGS_NONE);
    assert_true(spring->root == 1 && spring_heads(spring) == 0);
    const struct joint *joint = &spring->joints[0];
    assert_true(joint->says->hit_radius.value == 0 && !joint->says->hit_radius.present &&
                !joint->says->hit_radius.given);
    assert_true(joint->says->stiffness.value == 1 && !joint->says->stiffness.present);
    assert_true(joint->says->gravity_power.value == 0 && !joint->says->gravity_power.present);
    assert_true(joint->says->drag_force.value == 0.5 && !joint->says->drag_force.present);
    assert_vec3(joint->says->gravity_dir, 0, -1, 0);
    assert_true(!joint->says->gravity_dir_present && !joint->says->gravity_dir_given && joint->limit == NULL);
    assert_int_equal(joint->relation, PAIR_NONE);
    unload(&file);
}

static void test_given(void **state)
{
    (void)state;
    struct loaded file =
        load_springs("'specVersion': '1.0', 'springs': [{'name': 'Hair', 'center': 0, 'joints': ["
                     "{'node': 1.0, 'hitRadius': 0.1, 'stiffness': 2, 'gravityPower': 3, 'dragForce': 1.5,"
                     "'gravityDir': [1, 0, 0], 'extensions': {'VRMC_springBone_limit': 0}},"
                     "{'node': '1', 'hitRadius': '0.1', 'stiffness': null, 'gravityPower': 1e18, 'dragForce': -1e400,"
                     "'gravityDir': [0, 1e18, 0]}, 7]}, {'center': 7, 'joints': {}}, null]");
    const struct springs *springs = file.avatar->springs;
    assert_string_equal(springs->version, "1.0");
    assert_int_equal(springs->spring_count, 3);
    const struct spring *spring = &springs->springs[0];
    assert_string_equal(spring->name, "Hair");
    assert_true(spring->center == 0);
    assert_true(springs->springs[1].center == SPRINGS_NONE);
    assert_int_equal(springs->springs[1].joint_count, 0);
    const struct joint *joint = &spring->joints[0];
    assert_int_equal(joint->node, 1);
    assert_true(joint->says->hit_radius.value == 0.1 && joint->says->hit_radius.present &&
                joint->says->hit_radius.given);
    assert_true(joint->says->stiffness.value == 2 && joint->says->gravity_power.value == 3 &&
                joint->says->drag_force.value == 1.5);
    assert_true(joint->says->gravity_dir_given && joint->limit == NULL);
    assert_vec3(joint->says->gravity_dir, 1, 0, 0);
    /* wrong types: present, but with default values */
    joint = &spring->joints[1];
    assert_true(joint->node == SPRINGS_NONE);
    assert_true(joint->says->hit_radius.value == 0 && joint->says->hit_radius.present &&
                !joint->says->hit_radius.given);
    assert_true(joint->says->stiffness.value == 1 && joint->says->stiffness.present && !joint->says->stiffness.given);
    assert_true(joint->says->gravity_power.value == 0 && !joint->says->gravity_power.given);
    assert_true(joint->says->drag_force.value == 0.5 && joint->says->drag_force.present &&
                !joint->says->drag_force.given);
    assert_vec3(joint->says->gravity_dir, 0, -1, 0);
    assert_true(joint->says->gravity_dir_present && !joint->says->gravity_dir_given);
    assert_int_equal(spring->joint_count, 3);
    assert_true(spring->joints[2].node == SPRINGS_NONE && spring->joints[2].index == 2);
    assert_int_equal(spring->chain_count, 1);
    unload(&file);
}

static void test_relations(void **state)
{
    (void)state;
    static const struct {
        int head, tail;
        enum pair_relation relation;
        size_t skipped;
        double length;
        double local; /* y of tail_local */
    } cases[] = {
        {1, 2, PAIR_CHAIN, 0, 1, 1},     {0, 3, PAIR_CHAIN, 2, 3, 3},     {1, 3, PAIR_CHAIN, 1, 2, 2},
        {2, 2, PAIR_REPEATED, 0, 0, 0},  {3, 1, PAIR_REVERSED, 0, 2, -2}, {1, 4, PAIR_SIBLINGS, 0, 0, 0},
        {4, 3, PAIR_UNRELATED, 0, 2, 2}, {5, 6, PAIR_SIBLINGS, 0, 0, 0},  {6, 2, PAIR_UNRELATED, 0, 2, 1},
        {5, 3, PAIR_UNRELATED, 0, 3, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[256];
        /* unresolved joints in between are skipped */
        snprintf(json, sizeof json, "'springs': [{'joints': [{'node': %d}, {'node': 9}, {}, {'node': %d}]}]",
                 cases[i].head, cases[i].tail);
        struct loaded file = load_springs(json);
        const struct spring *spring = &file.avatar->springs->springs[0];
        assert_int_equal(spring->chain_count, 2);
        assert_int_equal(spring_heads(spring), 1);
        const struct joint *joint = spring_chain(spring, 0);
        assert_int_equal(joint->relation, cases[i].relation);
        assert_int_equal(joint->skipped, cases[i].skipped);
        assert_true(joint->length == cases[i].length);
        assert_vec3(joint->tail_local, 0, cases[i].local, 0);
        assert_int_equal(spring_chain(spring, 1)->relation, PAIR_NONE);
        assert_int_equal(spring_chain(spring, 1)->index, 3);
        unload(&file);
    }
}

/* A head with a zero scale has no space to measure in. Nodes on a loop don't count at all. */
static void test_bad_nodes(void **state)
{
    (void)state;
    struct loaded file =
        load("{" ASSET ", 'nodes': [{'scale': [0, 1, 1], 'children': [1]}, {'translation': [0, 2, 0]},"
             "{'children': [3]}, {'children': [2]}], 'extensions': {'VRMC_springBone': {'springs': [{'center': 2,"
             "'joints': [{'node': 0}, {'node': 2}, {'node': 1}]}], 'colliders': [{'node': 3}]}}}");
    const struct spring *spring = &file.avatar->springs->springs[0];
    assert_int_equal(spring->chain_count, 2);
    assert_true(spring->joints[0].length == 2);
    assert_vec3(spring->joints[0].tail_local, 0, 0, 0);
    assert_int_equal(spring->joints[0].relation, PAIR_CHAIN);
    assert_true(spring->center == SPRINGS_NONE && spring->joints[1].node == SPRINGS_NONE);
    assert_true(file.avatar->springs->colliders[0].node == SPRINGS_NONE);
    unload(&file);
}

static void test_absent(void **state)
{
    (void)state;
    struct loaded file = load("{" ASSET "}");
    assert_false(file.avatar->springs->present);
    assert_int_equal(file.avatar->springs->spring_count, 0);
    assert_false(file.avatar->humanoid->present);
    assert_int_equal(file.avatar->constraints->count, 0);
    assert_int_equal(file.avatar->animations->count, 0);
    unload(&file);
    file = load("{" ASSET ", 'extensions': {'VRMC_springBone': [], 'VRMC_vrm': {'humanoid': 1}}}");
    assert_false(file.avatar->springs->present);
    assert_false(file.avatar->humanoid->present);
    unload(&file);
}

/* ---- colliders ---- */

static void test_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *shape;
        enum shape_kind base, extended;
    } cases[] = {
        {"{'sphere': {}}", SHAPE_SPHERE, SHAPE_SPHERE},
        {"{'capsule': {'offset': [1, 2, 3], 'tail': [4, 5, 6], 'radius': 7}}", SHAPE_CAPSULE, SHAPE_CAPSULE},
        {"{'plane': {'normal': [0, 1, 0]}}", SHAPE_NONE, SHAPE_PLANE},
        {"{'sphere': {}, 'capsule': {}}", SHAPE_NONE, SHAPE_NONE},
        {"{'sphere': {}, 'plane': {}}", SHAPE_SPHERE, SHAPE_NONE},
        {"{}", SHAPE_NONE, SHAPE_NONE},
        {"7", SHAPE_NONE, SHAPE_NONE},
        {"{'sphere': null}", SHAPE_NONE, SHAPE_NONE},
        {"{'sphere': {'radius': '1'}}", SHAPE_NONE, SHAPE_NONE},
        {"{'sphere': {'offset': [1, 2]}}", SHAPE_NONE, SHAPE_NONE},
        {"{'sphere': {'radius': 1e18}}", SHAPE_SPHERE, SHAPE_SPHERE},
        {"{'sphere': {'radius': 1e39}}", SHAPE_NONE, SHAPE_NONE},
        {"{'capsule': {'tail': 0}}", SHAPE_NONE, SHAPE_NONE},
        {"{'plane': {'normal': 'up'}}", SHAPE_NONE, SHAPE_NONE},
        {"{'sphere': {'inside': 1}}", SHAPE_SPHERE, SHAPE_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[512];
        snprintf(json, sizeof json,
                 "'colliders': [{'node': 0, 'shape': %s, 'extensions': {'VRMC_springBone_extended_collider': "
                 "{'specVersion': '1.0', 'shape': %s}}}]",
                 cases[i].shape, cases[i].shape);
        struct loaded file = load_springs(json);
        const struct collider *collider = &file.avatar->springs->colliders[0];
        assert_int_equal(collider->base.kind, cases[i].base);
        assert_int_equal(collider->extended.kind, cases[i].extended);
        assert_true(collider->has_extension);
        assert_ptr_equal(collider->effective, cases[i].extended == SHAPE_NONE ? &collider->base : &collider->extended);
        unload(&file);
    }
}

static void test_shape_fields(void **state)
{
    (void)state;
    struct loaded file = load_springs(
        "'colliders': [{'node': 3, 'shape': {'capsule': {'offset': [1, 2, 3], 'tail': [4, 5, 6], 'radius': 7,"
        "'inside': true}}, 'extensions': {'VRMC_springBone_extended_collider': {'specVersion': '1.0-draft', 'shape': "
        "{'sphere': {'inside': true}}}}}, {'node': 9, 'shape': {'sphere': {'radius': 'x'}}, 'extensions': "
        "{'VRMC_springBone_extended_collider': {'specVersion': '1.0', 'shape': {'plane': {'offset': [0, 1, 0]}}}}}]");
    const struct collider *collider = &file.avatar->springs->colliders[0];
    assert_int_equal(collider->node, 3);
    assert_vec3(collider->base.offset, 1, 2, 3);
    assert_vec3(collider->base.tail, 4, 5, 6);
    assert_true(collider->base.radius == 7 && collider->base.radius_present && collider->base.tail_present);
    assert_false(collider->base.inside);
    assert_true(collider->extended.inside && collider->extended.kind == SHAPE_SPHERE);
    assert_ptr_equal(collider->effective, &collider->base);
    collider++;
    assert_true(collider->node == SPRINGS_NONE);
    assert_true(collider->base.kind == SHAPE_NONE && collider->base.radius_present && collider->base.radius == 0);
    assert_vec3(collider->extended.normal, 0, 0, 1);
    assert_vec3(collider->extended.offset, 0, 1, 0);
    assert_true(!collider->extended.normal_present && collider->extended.offset_present);
    assert_ptr_equal(collider->effective, &collider->extended);
    unload(&file);
}

static void assert_list(const size_t *list, size_t count, const char *expected)
{
    char text[256] = "";
    for (size_t i = 0; i < count; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%zu ", list[i]);
    }
    assert_string_equal(text, expected);
}

static void test_groups(void **state)
{
    (void)state;
    struct loaded file = load_springs("'colliders': [{}, {}, {}, {}], 'colliderGroups': [{'name': 'Body', 'colliders': "
                                      "[2, 0, 2, 9, 'x']}, {'colliders': [1, 0]}, {'colliders': 3}, 4],"
                                      "'springs': [{'colliderGroups': [1, 0, 1, 7]}, {'colliderGroups': [0, 1]},"
                                      "{'colliderGroups': [1, 0]}, {}, {'colliderGroups': [2, 3]}]");
    const struct springs *springs = file.avatar->springs;
    assert_int_equal(springs->group_count, 4);
    assert_string_equal(springs->groups[0].name, "Body");
    assert_list(springs->groups[0].colliders, springs->groups[0].collider_count, "2 0 2 ");
    assert_int_equal(springs->groups[2].collider_count, 0);
    assert_list(springs->springs[0].groups, springs->springs[0].group_count, "1 0 ");
    assert_list(springs->springs[0].colliders, springs->springs[0].collider_count, "1 0 2 ");
    assert_list(springs->springs[1].colliders, springs->springs[1].collider_count, "2 0 1 ");
    assert_ptr_equal(springs->springs[2].colliders, springs->springs[0].colliders);
    assert_int_equal(springs->springs[2].collider_count, 3);
    assert_int_equal(springs->springs[3].collider_count, 0);
    assert_int_equal(springs->springs[4].collider_count, 0);
    unload(&file);
}

/* ---- size ---- */

static void add_list(struct buf *buf, const char *item, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buf_printf(buf, "%s%s", i == 0 ? "" : ",", item);
    }
}

/* 100,000 springs along one path of three nodes. */
static void test_many_springs(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{\"children\":[2]},{}],"
                   "\"extensions\":{\"VRMC_springBone\":{\"springs\":[");
    add_list(&text, "{\"joints\":[{\"node\":0},{\"node\":2}]}", 100 * 1000);
    buf_str(&text, "]}}}");
    struct loaded file = load_bytes(buf_text(&text), text.length);
    const struct springs *springs = file.avatar->springs;
    assert_int_equal(springs->spring_count, 100 * 1000);
    assert_int_equal(springs->springs[99999].joints[0].skipped, 1);
    unload(&file);
    arena_free(arena);
}

/* Many springs share one list for a large group. Many different lists of large groups are left out and reported. */
static void test_many_colliders(void **state)
{
    (void)state;
    enum { COLLIDERS = 20 * 1000, SPRINGS = 1000 };
    struct arena *arena = arena_new();
    for (int different = 0; different < 2; different++) {
        struct buf text = BUF_INIT(arena);
        buf_str(&text, "{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"VRMC_springBone\":{\"colliders\":[");
        add_list(&text, "{}", COLLIDERS);
        buf_str(&text, "],\"colliderGroups\":[{\"colliders\":[");
        for (int i = 0; i < COLLIDERS; i++) {
            buf_printf(&text, "%s%d", i == 0 ? "" : ",", i);
        }
        buf_str(&text, "]},");
        add_list(&text, "{\"colliders\":[5]}", SPRINGS);
        buf_str(&text, "],\"springs\":[");
        for (int i = 0; i < SPRINGS; i++) {
            buf_printf(&text, "%s{\"colliderGroups\":[0,%d]}", i == 0 ? "" : ",", 1 + i * different);
        }
        buf_str(&text, "]}}}");
        struct loaded file = load_bytes(buf_text(&text), text.length);
        const struct springs *springs = file.avatar->springs;
        assert_int_equal(springs->springs[0].collider_count, COLLIDERS);
        const struct spring *last = &springs->springs[SPRINGS - 1];
        assert_int_equal(last->colliders_skipped, different);
        assert_int_equal(last->collider_count, different ? 0 : COLLIDERS);
        size_t skipped;
        findings_skipped(file.findings, &skipped);
        assert_int_equal(skipped, different);
        assert_true(arena_size(file.arena) < 256 * 1024 * 1024);
        unload(&file);
    }
    arena_free(arena);
}

TEST_PROGRAM(views)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),       cmocka_unit_test(test_given),  cmocka_unit_test(test_relations),
        cmocka_unit_test(test_bad_nodes),      cmocka_unit_test(test_absent), cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_shape_fields),   cmocka_unit_test(test_groups), cmocka_unit_test(test_many_springs),
        cmocka_unit_test(test_many_colliders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
