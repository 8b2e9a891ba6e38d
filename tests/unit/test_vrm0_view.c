/* The view of VRM 0.x: the contents of spring groups, and the joints that three-vrm makes of them. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "loaded.h"

#define ASSET "'asset': {'version': '2.0'}"

/*
 * Hips 0 -> Head 1 -> Hair_01 2 -> Hair_02 3 -> Hair_03 4, with a side lock 5 -> 6 at Hair_01, listed second; and
 * Skirt 7 -> 8 at the hips. Node 9 is a loop of its own, with node 10 below it.
 */
#define NODES                                                                                                          \
    "'nodes': [{'name': 'Hips', 'children': [7, 1]}, {'name': 'Head', 'translation': [0, 1, 0], 'children': [2]},"     \
    "{'name': 'Hair_01', 'translation': [0, 1, 0], 'children': [3, 5]},"                                               \
    "{'name': 'Hair_02', 'translation': [0, -0.5, 0], 'children': [4]},"                                               \
    "{'name': 'Hair_03', 'translation': [0, -3, 4]}, {'translation': [1, 0, 0], 'children': [6]},"                     \
    "{'translation': [0, 0, 0]}, {'name': 'Skirt', 'translation': [0, -1, 0], 'children': [8]},"                       \
    "{'name': 'Skirt_end', 'translation': [0, -2, 0], 'scale': [2, 2, 2]}, {'children': [9, 10]}, {}]"

static struct loaded load_old(const char *vrm)
{
    char json[8192];
    int size = snprintf(json, sizeof json, "{" ASSET ", " NODES ", 'extensions': {'VRM': {%s}}}", vrm);
    assert_true(size > 0 && (size_t)size < sizeof json);
    return load(json);
}

static struct loaded load_groups(const char *groups)
{
    char vrm[4096];
    snprintf(vrm, sizeof vrm, "'secondaryAnimation': {'boneGroups': [%s], 'colliderGroups': [{}, {}, {}]}", groups);
    return load_old(vrm);
}

static void assert_vec3(struct vec3 actual, double x, double y, double z)
{
    assert_true(actual.x == x && actual.y == y && actual.z == z);
}

static void assert_nothing(const char *vrm)
{
    struct loaded file = load_old(vrm);
    const struct vrm0 *vrm0 = file.avatar->vrm0;
    assert_int_equal(vrm0->group_count, 0);
    assert_int_equal(vrm0->root_count, 0);
    assert_int_equal(vrm0->collider_group_count, 0);
    assert_true(vrm0->present == (strstr(vrm, "{") != NULL));
    unload(&file);
}

static void test_nothing(void **state)
{
    (void)state;
    assert_nothing("");
    assert_nothing("'secondaryAnimation': null");
    assert_nothing("'secondaryAnimation': []");
    assert_nothing("'secondaryAnimation': {}");
    assert_nothing("'secondaryAnimation': {'boneGroups': {}, 'colliderGroups': 7}");
    struct loaded file = load("{" ASSET "}");
    assert_true(!file.avatar->vrm0->present && !file.avatar->vrm0->humanoid->present);
    unload(&file);
}

static void test_defaults(void **state)
{
    (void)state;
    struct loaded file = load_groups("{}, 7");
    const struct vrm0 *vrm0 = file.avatar->vrm0;
    assert_true(vrm0->present);
    assert_int_equal(vrm0->group_count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct vrm0_group *group = &vrm0->groups[i];
        assert_int_equal(group->index, i);
        assert_null(group->comment);
        assert_true(group->stiffness.value == 1 && !group->stiffness.present && !group->stiffness.given);
        assert_true(group->gravity_power.value == 0 && !group->gravity_power.present);
        assert_true(group->drag_force.value == 0.4 && !group->drag_force.present);
        assert_true(group->hit_radius.value == 0 && !group->hit_radius.present);
        assert_vec3(group->gravity_dir, 0, -1, 0);
        assert_true(!group->gravity_dir_given);
        assert_true(group->center == SCENE_NONE && group->root_count == 0 && group->collider_group_count == 0);
    }
    unload(&file);
}

static void test_given(void **state)
{
    (void)state;
    struct loaded file = load_groups(
        "{'comment': 'Hair', 'stiffiness': 2, 'gravityPower': 3, 'dragForce': 1.5, 'hitRadius': 0.1, 'center': 0,"
        "'gravityDir': {'x': 1, 'y': 2, 'z': 3}, 'bones': [2, 7.0], 'colliderGroups': [2, -1, 0, 3, 2, '1']},"
        "{'comment': 7, 'stiffiness': '2', 'stiffness': 5, 'gravityPower': null, 'dragForce': 1e18, 'hitRadius': 1e400,"
        "'center': -1, 'gravityDir': {'x': 1, 'z': '3'}, 'bones': {}, 'colliderGroups': 2},"
        "{'center': 9, 'gravityDir': [1, 0, 0]}, {'center': null}, {'center': 11}");
    const struct vrm0 *vrm0 = file.avatar->vrm0;
    const struct vrm0_group *group = &vrm0->groups[0];
    assert_string_equal(group->comment, "Hair");
    assert_true(group->stiffness.value == 2 && group->stiffness.given && group->gravity_power.value == 3);
    assert_true(group->drag_force.value == 1.5 && group->drag_force.given && group->hit_radius.value == 0.1);
    assert_vec3(group->gravity_dir, 1, 2, 3);
    assert_true(group->gravity_dir_given && group->center == 0);
    assert_int_equal(group->root_count, 2);
    assert_int_equal(group->roots[1].node, 7);
    assert_int_equal(group->collider_group_count, 3);
    assert_int_equal(group->collider_groups[0], 2);
    assert_int_equal(group->collider_groups[1], 0);
    assert_int_equal(group->collider_groups[2], 2);
    /* wrong types: present, but with default values; x, y and z each by itself */
    group = &vrm0->groups[1];
    assert_null(group->comment);
    assert_true(group->stiffness.value == 1 && group->stiffness.present && !group->stiffness.given);
    assert_true(group->gravity_power.value == 0 && group->gravity_power.present && !group->gravity_power.given);
    assert_true(group->drag_force.value == 0.4 && !group->drag_force.given);
    assert_true(group->hit_radius.value == 0 && !group->hit_radius.given);
    assert_vec3(group->gravity_dir, 1, 0, 0);
    assert_true(!group->gravity_dir_given);
    assert_true(group->center == SCENE_NONE && group->root_count == 0 && group->collider_group_count == 0);
    /* a list in place of an object has no effect */
    assert_vec3(vrm0->groups[2].gravity_dir, 0, -1, 0);
    assert_true(!vrm0->groups[2].gravity_dir_given);
    for (size_t i = 2; i < 5; i++) {
        assert_true(vrm0->groups[i].center == SCENE_NONE);
    }
    unload(&file);
}

/* A direction counts as given only if all of its numbers are. */
static void test_directions(void **state)
{
    (void)state;
    struct loaded file = load_groups("{'gravityDir': {'y': 1, 'z': 1}}, {'gravityDir': {'x': 1, 'z': 1}},"
                                     "{'gravityDir': {'x': 1, 'y': 1}}, {'gravityDir': {}}");
    const struct vrm0 *vrm0 = file.avatar->vrm0;
    static const struct vec3 wants[] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {0, 0, 0}};
    for (size_t i = 0; i < 4; i++) {
        assert_true(!vrm0->groups[i].gravity_dir_given);
        assert_vec3(vrm0->groups[i].gravity_dir, wants[i].x, wants[i].y, wants[i].z);
    }
    unload(&file);
}

/* ---- roots ---- */

static const char *nodes_of(const struct loaded *file, const struct vrm0_root *root)
{
    struct buf list = BUF_INIT(file->arena);
    for (size_t i = root->begin; i < root->end; i++) {
        buf_printf(&list, "%zu ", file->avatar->vrm0->nodes[i]);
    }
    return buf_text(&list);
}

static void test_roots(void **state)
{
    (void)state;
    struct loaded file = load_groups("{'bones': [4, 2, 7]}, {'bones': []}, {'bones': [3, -1, 11, '2', 10, 2, 2, 0]}");
    const struct vrm0 *vrm0 = file.avatar->vrm0;
    static const struct {
        size_t group, place, node;
        const char *nodes;
        size_t first, above;
        bool outermost;
    } wants[] = {
        {0, 0, 4, "4 ", 0, 3, false},
        {0, 1, 2, "2 3 4 5 6 ", 1, 10, false},
        {0, 2, 7, "7 8 ", 2, 10, false},
        {2, 0, 3, "3 4 ", 3, 1, false},
        {2, 1, SCENE_NONE, "", SCENE_NONE, SCENE_NONE, false},
        {2, 2, SCENE_NONE, "", SCENE_NONE, SCENE_NONE, false},
        {2, 3, SCENE_NONE, "", SCENE_NONE, SCENE_NONE, false},
        {2, 4, SCENE_NONE, "", SCENE_NONE, SCENE_NONE, false},
        {2, 5, 2, "2 3 4 5 6 ", 1, 10, false},
        {2, 6, 2, "2 3 4 5 6 ", 1, 10, false},
        {2, 7, 0, "0 7 8 1 2 3 4 5 6 ", 10, SCENE_NONE, true},
    };
    /* the list above counts roots from 0 to 10 */
    assert_int_equal(vrm0->root_count, sizeof wants / sizeof *wants);
    for (size_t i = 0; i < vrm0->root_count; i++) {
        const struct vrm0_root *root = &vrm0->roots[i];
        assert_true(root->group == wants[i].group && root->index == wants[i].place && root->node == wants[i].node);
        assert_string_equal(nodes_of(&file, root), wants[i].nodes);
        assert_true(root->first == wants[i].first && root->above == wants[i].above);
        assert_true(vrm0_is_outermost(vrm0, root) == wants[i].outermost);
    }
    assert_ptr_equal(vrm0->groups[2].roots, vrm0->roots + 3);
    for (size_t node = 0; node < 11; node++) {
        assert_true(vrm0->moved_by[node] == (node < 9 ? 10 : SCENE_NONE));
    }
    unload(&file);
    file = load_groups("{'bones': [4, 7]}, {'bones': [99, 3]}");
    vrm0 = file.avatar->vrm0;
    for (size_t node = 0; node < 11; node++) {
        size_t by = node == 3 || node == 4 ? 3 : node == 7 || node == 8 ? 1 : SCENE_NONE;
        assert_true(vrm0->moved_by[node] == by);
    }
    unload(&file);
}

/* Nested roots share one list. A copy for each would cost more with every root. */
static void test_deep(void **state)
{
    (void)state;
    enum { DEEP = 30000 };
    struct arena *arena = arena_new();
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [");
    for (int i = 0; i < DEEP; i++) {
        buf_printf(&text, "{\"children\": [%d]}, ", i + 1);
    }
    buf_str(&text, "{}], \"extensions\": {\"VRM\": {\"secondaryAnimation\": {\"boneGroups\": [{\"bones\": [");
    for (int i = 0; i <= DEEP; i++) {
        buf_printf(&text, "%s%d", i == 0 ? "" : ", ", i);
    }
    buf_str(&text, "]}]}}}}");
    struct loaded file = load_bytes(buf_text(&text), text.length);
    const struct vrm0 *vrm0 = file.avatar->vrm0;
    assert_int_equal(vrm0->root_count, DEEP + 1);
    for (size_t i = 0; i <= DEEP; i++) {
        assert_true(vrm0->roots[i].begin == i && vrm0->roots[i].end == DEEP + 1);
        assert_true(vrm0->roots[i].above == (i == 0 ? SCENE_NONE : i - 1));
    }
    assert_true(arena_size(file.arena) < 3000U * DEEP);
    unload(&file);
    arena_free(arena);
}

/* ---- tails ---- */

static void test_tails(void **state)
{
    (void)state;
    struct loaded file = load_groups("");
    const struct scene *scene = file.avatar->scene;
    assert_int_equal(vrm0_first_child(scene, 0), 7);
    assert_int_equal(vrm0_first_child(scene, 2), 3);
    assert_true(vrm0_first_child(scene, 4) == SCENE_NONE);
    assert_vec3(vrm0_tail(scene, 2), 0, -0.5, 0);
    assert_vec3(vrm0_tail(scene, 3), 0, -3, 4);
    /* 7 cm along the leaf's own offset, in its own space; the leaf's scale is applied later */
    struct vec3 tail = vrm0_tail(scene, 4);
    assert_true(tail.x == 0 && fabs(tail.y + 0.042) < 1e-15 && fabs(tail.z - 0.056) < 1e-15);
    tail = vrm0_tail(scene, 8);
    assert_true(tail.x == 0 && fabs(tail.y + 0.07) < 1e-15 && tail.z == 0);
    assert_vec3(vrm0_tail(scene, 6), 0, 0, 0);
    unload(&file);
    file = load("{" ASSET ", 'nodes': [{'children': [1], 'translation': [0, 0, 9e-6]}, {'translation': '1'},"
                "{'translation': [9e-6, 0, 0]}, {'translation': [0, 1.1e-5, 0]},"
                "{'matrix': [2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,-5,1]}]}");
    scene = file.avatar->scene;
    assert_int_equal(vrm0_first_child(scene, 0), 1);
    assert_vec3(vrm0_tail(scene, 0), 0, 0, 0);
    assert_vec3(vrm0_tail(scene, 2), 0, 0, 0);
    assert_true(fabs(vrm0_tail(scene, 3).y - 0.07) < 1e-15);
    assert_vec3(vrm0_tail(scene, 4), 0, 0, -0.07);
    unload(&file);
}

/* ---- colliders ---- */

static void test_colliders(void **state)
{
    (void)state;
    struct loaded file =
        load_old("'secondaryAnimation': {'colliderGroups': [{'node': 1, 'colliders': ["
                 "{'offset': {'x': 1, 'y': 2, 'z': 3}, 'radius': 0.1}, {'offset': {'x': 1, 'z': 0}}, {},"
                 "{'offset': [1, 2, 3], 'radius': -1}, 7]}, {'node': -1, 'colliders': {}}, {'node': 9}, 7]}");
    const struct vrm0 *vrm0 = file.avatar->vrm0;
    assert_int_equal(vrm0->collider_group_count, 4);
    const struct vrm0_collider_group *group = &vrm0->collider_groups[0];
    assert_true(group->node == 1 && group->index == 0);
    assert_int_equal(group->collider_count, 5);
    /* left-handed in the file, right-handed here, as three-vrm converts it */
    assert_vec3(group->colliders[0].offset, 1, 2, -3);
    assert_true(group->colliders[0].radius.value == 0.1 && group->colliders[0].radius.given);
    assert_vec3(group->colliders[1].offset, 1, 0, 0);
    assert_false(signbit(group->colliders[1].offset.z));
    assert_vec3(group->colliders[2].offset, 0, 0, 0);
    assert_true(group->colliders[2].radius.value == 0 && !group->colliders[2].radius.present);
    assert_vec3(group->colliders[3].offset, 0, 0, 0);
    assert_true(group->colliders[3].radius.value == -1);
    for (size_t i = 1; i < 4; i++) {
        assert_true(vrm0->collider_groups[i].node == SCENE_NONE && vrm0->collider_groups[i].collider_count == 0);
    }
    unload(&file);
}

/* ---- the humanoid ---- */

static size_t node_of(const struct loaded *file, const char *bone)
{
    assert_true(bone_by_name(bone) < BONE_COUNT);
    return file->avatar->vrm0->humanoid->nodes[bone_by_name(bone)];
}

static void test_humanoid(void **state)
{
    (void)state;
    struct loaded file =
        load_old("'humanoid': {'humanBones': [{'bone': 'hips', 'node': 0}, {'bone': 'head', 'node': 1},"
                 "{'bone': 'leftThumbProximal', 'node': 2}, {'bone': 'leftThumbIntermediate', 'node': 3},"
                 "{'bone': 'leftThumbDistal', 'node': 4}, {'bone': 'rightThumbMetacarpal', 'node': 5}, 7, {'node': 6},"
                 "{'bone': 'tail', 'node': 7}, {'bone': 'neck', 'node': 1}, {'bone': 'spine', 'node': 99},"
                 "{'bone': 'head', 'node': 8}]}, 'firstPerson': {'lookAtTypeName': 'Bone'}");
    const struct vrm0 *vrm0 = file.avatar->vrm0;
    const struct humanoid *humanoid = vrm0->humanoid;
    assert_true(humanoid->present && !vrm0->present && !file.avatar->humanoid->present);
    assert_int_equal(node_of(&file, "hips"), 0);
    assert_int_equal(node_of(&file, "head"), 1);
    assert_int_equal(node_of(&file, "neck"), 1);
    assert_int_equal(vrm0->bone_places[bone_by_name("head")], 1);
    /* thumb bones are counted from the root: 0.x has no metacarpal */
    assert_int_equal(node_of(&file, "leftThumbMetacarpal"), 2);
    assert_int_equal(node_of(&file, "leftThumbProximal"), 3);
    assert_int_equal(node_of(&file, "leftThumbDistal"), 4);
    assert_int_equal(vrm0->bone_places[bone_by_name("leftThumbProximal")], 3);
    assert_true(node_of(&file, "rightThumbMetacarpal") == SCENE_NONE);
    assert_true(node_of(&file, "spine") == SCENE_NONE);
    assert_true(vrm0->bone_places[bone_by_name("spine")] == SCENE_NONE);
    assert_int_equal(humanoid_bone(humanoid, 1), bone_by_name("neck"));
    assert_int_equal(humanoid_bone(humanoid, 7), BONE_COUNT);
    assert_int_equal(humanoid->look_at, LOOK_AT_BONE);
    unload(&file);
    file = load_old("'humanoid': {'humanBones': {'hips': {'node': 0}}}, 'firstPerson': {'lookAtTypeName': "
                    "'BlendShape'}");
    assert_true(file.avatar->vrm0->humanoid->present && node_of(&file, "hips") == SCENE_NONE);
    assert_int_equal(file.avatar->vrm0->humanoid->look_at, LOOK_AT_EXPRESSION);
    unload(&file);
    file = load_old("'humanoid': [], 'firstPerson': {'lookAtTypeName': 7}");
    assert_true(!file.avatar->vrm0->humanoid->present);
    assert_int_equal(file.avatar->vrm0->humanoid->look_at, LOOK_AT_NONE);
    unload(&file);
}

static void test_bone_names(void **state)
{
    (void)state;
    assert_string_equal(vrm0_bone_name(bone_by_name("leftThumbMetacarpal")), "leftThumbProximal");
    assert_string_equal(vrm0_bone_name(bone_by_name("leftThumbProximal")), "leftThumbIntermediate");
    assert_string_equal(vrm0_bone_name(bone_by_name("rightThumbMetacarpal")), "rightThumbProximal");
    assert_string_equal(vrm0_bone_name(bone_by_name("rightThumbProximal")), "rightThumbIntermediate");
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (strstr(bones[bone].name, "Thumb") == NULL || strstr(bones[bone].name, "Distal") != NULL) {
            assert_string_equal(vrm0_bone_name(bone), bones[bone].name);
        }
    }
}

/* ---- names and pointers ---- */

static void test_names(void **state)
{
    (void)state;
    struct loaded file =
        load_old("'secondaryAnimation': {'boneGroups': [{'comment': 'Hair', 'bones': [2]}, {'comment': '', 'bones':"
                 "[5]}, 7], 'colliderGroups': [{'node': 1}, {'node': 9}, {}]}");
    const struct avatar *avatar = file.avatar;
    const struct vrm0_root *roots = avatar->vrm0->roots;
    assert_string_equal(written(&file, the_bone_group("", avatar, 0)), "bone group 0 'Hair'");
    assert_string_equal(written(&file, the_bone_group("", avatar, 1)), "bone group 1 (unnamed)");
    assert_string_equal(written(&file, the_bone_group("", avatar, 2)), "bone group 2 (unnamed)");
    assert_string_equal(written(&file, the_root("", avatar, &roots[0])),
                        "bone group 0 'Hair', root 'Hair_01' (node 2)");
    assert_string_equal(written(&file, the_root("", avatar, &roots[1])),
                        "bone group 1 (unnamed), root node 5 (unnamed)");
    assert_string_equal(written(&file, the_vrm0_group("", avatar, 0)), "collider group 0 on 'Head'");
    assert_string_equal(written(&file, the_vrm0_group("", avatar, 1)), "collider group 1 on node 9");
    assert_string_equal(written(&file, the_vrm0_group("", avatar, 2)), "collider group 2");
    assert_string_equal(called(&file, VRM0_POINTER "/boneGroups/0/bones/0", false), "Bone group 0 'Hair'");
    assert_string_equal(called(&file, VRM0_POINTER "/boneGroups/7", true), "Bone group 7 (unnamed)");
    assert_string_equal(called(&file, VRM0_POINTER "/colliderGroups/0/node", true), "Collider group 0 on 'Head'");
    assert_string_equal(called(&file, VRM0_POINTER "/colliderGroups/7", true), "Collider group 7");
    unload(&file);
}

TEST_PROGRAM(vrm0_view)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing),    cmocka_unit_test(test_defaults),  cmocka_unit_test(test_given),
        cmocka_unit_test(test_directions), cmocka_unit_test(test_roots),     cmocka_unit_test(test_deep),
        cmocka_unit_test(test_tails),      cmocka_unit_test(test_colliders), cmocka_unit_test(test_humanoid),
        cmocka_unit_test(test_bone_names), cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
