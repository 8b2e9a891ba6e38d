/* Names of things in messages. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/quote.h"
#include "loaded.h"

#define ASSET "'asset': {'version': '2.0'}"

#define NODES "'nodes': [{'name': 'Head'}, {'name': 'Hair_01'}, {'name': 'Side'}, {}]"

static void add_list(struct buf *buf, const char *item, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buf_printf(buf, "%s%s", i == 0 ? "" : ",", item);
    }
}

#define SIXTY "123456789 123456789 123456789 123456789 123456789 123456789 "

static void test_quote(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(quote_text(arena, "Hair"), "'Hair'");
    assert_string_equal(quote_text(arena, ""), "''");
    assert_string_equal(quote_text(arena, SIXTY), "'" SIXTY "'");
    assert_string_equal(quote_text(arena, SIXTY "1"), "'123456789 123456789 123456789 123456789 123456789 123456789…'");
    struct buf longest = BUF_INIT(arena);
    for (int i = 0; i < 100; i++) {
        buf_str(&longest, "\xf0\x9f\x98\x80"); /* four bytes each */
    }
    assert_int_equal(strlen(quote_text(arena, buf_text(&longest))), 59 * 4 + 3 + 2);
    assert_int_equal(strlen(quote_text(arena, buf_text(&longest) + 40 * 4)), 60 * 4 + 2);
    /* code points, not bytes: 30 characters and 30 commas */
    struct buf kanji = BUF_INIT(arena);
    add_list(&kanji, "髪", 30);
    buf_str(&kanji, ",");
    assert_int_equal(strlen(quote_text(arena, buf_text(&kanji))), 30 * 3 + 30 + 2);
    buf_str(&kanji, "髪");
    assert_int_equal(strlen(quote_text(arena, buf_text(&kanji))), 30 * 3 + 29 + 3 + 2);
    arena_free(arena);
}

static const char *number_of(struct arena *arena, double number, double limit, int digits)
{
    struct buf buf = BUF_INIT(arena);
    quote_add_number(&buf, number, limit, digits);
    return buf_text(&buf);
}

/* A number beyond a limit never looks equal to the limit. */
static void test_quote_number(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(number_of(arena, 1.5, 1, 6), "1.5");
    assert_string_equal(number_of(arena, 38.1649, 10, 4), "38.16");
    assert_string_equal(number_of(arena, 1.0000001, 1, 6), "1.0000001");
    assert_string_equal(number_of(arena, -1e-9, 0, 6), "-1e-09");
    assert_string_equal(number_of(arena, 170.0004, 170, 4), "170.0004");
    assert_string_equal(number_of(arena, 1 + 2.220446049250313e-16, 1, 2), "1.0000000000000002");
    assert_string_equal(number_of(arena, 4, 4, 6), "4");
    assert_string_equal(number_of(arena, 3, INFINITY, 4), "3");
    arena_free(arena);
}

static void test_names(void **state)
{
    (void)state;
    struct loaded file =
        load("{" ASSET ", " NODES ", 'extensions': {'VRMC_springBone': {'colliders': [{'node': 0}, {'node': 3}, {}],"
             "'colliderGroups': [{'name': 'Body'}, {'name': ''}], 'springs': [{'name': 'Hair', 'joints': ["
             "{'node': 1}, {'node': 3}, {}]}, {'name': ''}]}}}");
    const struct avatar *avatar = file.avatar;
    assert_string_equal(written(&file, the_node("", avatar, 1)), "'Hair_01' (node 1)");
    assert_string_equal(written(&file, the_node("", avatar, 3)), "node 3 (unnamed)");
    assert_string_equal(written(&file, the_spring("", avatar, 0)), "spring 0 'Hair'");
    assert_string_equal(written(&file, the_spring("", avatar, 1)), "spring 1 (unnamed)");
    assert_string_equal(written(&file, the_joint("", avatar, 0, 0)), "joint 0 'Hair_01'");
    assert_string_equal(written(&file, the_joint("", avatar, 0, 1)), "joint 1 (node 3, unnamed)");
    assert_string_equal(written(&file, the_joint("", avatar, 0, 2)), "joint 2");
    assert_string_equal(written(&file, the_spring_joint("", avatar, 0, 0)), "spring 0 'Hair', joint 0 'Hair_01'");
    assert_string_equal(written(&file, the_collider("", avatar, 0)), "collider 0 on 'Head'");
    assert_string_equal(written(&file, the_collider("", avatar, 1)), "collider 1 on node 3");
    assert_string_equal(written(&file, the_collider("", avatar, 2)), "collider 2");
    assert_string_equal(written(&file, the_group("", avatar, 0)), "collider group 0 'Body'");
    assert_string_equal(written(&file, the_group("", avatar, 1)), "collider group 1 (unnamed)");
    unload(&file);
}

static void test_pointers(void **state)
{
    (void)state;
    struct loaded file =
        load("{" ASSET ", " NODES ", 'scenes': [{'name': 'Main'}], 'skins': [{'name': 'Body'}], 'materials': [{'name':"
             "'Face'}], 'animations': [{'channels': []}, {'name': 'Walk', 'channels': [{'target': {'node': 0, 'path':"
             "'rotation'}}, {}]}], 'extensionsUsed': ['VRM'], 'extensions': {'VRMC_springBone': {'springs': [{'name':"
             "'Hair', 'joints': [{'node': 1}]}], 'colliders': [{'node': 0}], 'colliderGroups': [{'name': 'Chest'}]},"
             "'VRM': {'secondaryAnimation': {'boneGroups': [{'comment': 'Tail'}, {}], 'colliderGroups': [{'node': 2}]},"
             "'humanoid': {'humanBones': [{'bone': 'hips'}, {}]}}}}");
    static const struct {
        const char *pointer, *name, *group;
    } cases[] = {
        {"", "The file", NULL},
        {"/extensionsUsed/0", "The file", NULL},
        {"/asset", "The file", NULL},
        {"/nodes", "The file", NULL},
        {"/extensions", "The file", NULL},
        {"/nodes/0/children/2", "Node 0 'Head'", NULL},
        {"/nodes/3", "Node 3 (unnamed)", NULL},
        {"/nodes/99", "Node 99 (unnamed)", NULL},
        {"/nodes/1/extensions/VRMC_node_constraint/constraint/roll", "Node 1 'Hair_01'", NULL},
        {"/extensions/VRMC_springBone", "Extension 'VRMC_springBone'", NULL},
        {"/extensions/VRMC_springBone/springs", "Extension 'VRMC_springBone'", NULL},
        {"/extensions/VRMC_springBone/springs/0", "Spring 0 'Hair'", NULL},
        {"/extensions/VRMC_springBone/springs/0/center", "Spring 0 'Hair'", NULL},
        {"/extensions/VRMC_springBone/springs/3/joints/0", "Spring 3", NULL},
        {"/extensions/VRMC_springBone/springs/0/joints/0/stiffness", "Spring 0 'Hair', joint 0 'Hair_01'",
         "Spring 0 'Hair'"},
        {"/extensions/VRMC_springBone/springs/0/joints/1", "Spring 0 'Hair'", NULL},
        {"/extensions/VRMC_springBone/colliders/0/shape", "Collider 0 on 'Head'", NULL},
        {"/extensions/VRMC_springBone/colliders/5", "Collider 5", NULL},
        {"/extensions/VRMC_springBone/colliderGroups/0", "Collider group 0 'Chest'", NULL},
        {"/animations/1/channels/0/target/path", "Animation 1 'Walk', channel 0 (rotation of 'Head')",
         "Animation 1 'Walk'"},
        {"/animations/1/channels/1", "Animation 1 'Walk', channel 1", "Animation 1 'Walk'"},
        {"/animations/1/samplers/4/input", "Animation 1 'Walk', sampler 4", "Animation 1 'Walk'"},
        {"/animations/0/channels/7", "Animation 0 (unnamed), channel 7", "Animation 0 (unnamed)"},
        {"/scenes/0/nodes/1", "Scene 0 'Main'", NULL},
        {"/skins/0", "Skin 0 'Body'", NULL},
        {"/materials/0/extensions/VRMC_materials_mtoon", "Material 0 'Face'", NULL},
        {"/extensions/VRMC_vrm_animation/humanoid/humanBones/hips/node", "Bone 'hips'", NULL},
        {"/extensions/VRMC_vrm/humanoid/humanBones/leftHand", "Bone 'leftHand'", NULL},
        {"/extensions/VRMC_vrm/humanoid/humanBones", "The humanoid", NULL},
        {"/extensions/VRMC_vrm_animation/expressions/preset/happy", "Expression 'happy'", NULL},
        {"/extensions/VRMC_vrm_animation/expressions/custom/a~1b~0c/node", "Expression 'a/b~c'", NULL},
        {"/extensions/VRMC_vrm_animation/lookAt/node", "The gaze (lookAt)", NULL},
        {"/extensions/VRM/secondaryAnimation/boneGroups/0/stiffiness", "Bone group 0 'Tail'", NULL},
        {"/extensions/VRM/secondaryAnimation/boneGroups/1", "Bone group 1 (unnamed)", NULL},
        {"/extensions/VRM/secondaryAnimation/colliderGroups/0/colliders/1", "Collider group 0 on 'Side'", NULL},
        {"/extensions/VRM/humanoid/humanBones/0/node", "Bone 'hips'", NULL},
        {"/extensions/VRM/humanoid/humanBones/1", "Bone 1", NULL},
    };
    struct name_memo memo = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct place place = place_at(cases[i].pointer);
        struct vrmlint_text text = name_heading(file.avatar, 1U << VRMLINT_ENGLISH, &place, &memo);
        const char *subject = ENGLISH(text);
        assert_string_equal(subject, cases[i].group == NULL ? cases[i].name : cases[i].group);
        text = name_heading(file.avatar, 1U << VRMLINT_ENGLISH, &place, &memo);
        assert_string_equal(ENGLISH(text), subject);
        assert_string_equal(called(&file, cases[i].pointer, false), cases[i].name);
        assert_string_equal(called(&file, cases[i].pointer, true),
                            cases[i].group == NULL ? cases[i].name : cases[i].group);
    }
    unload(&file);
}

TEST_PROGRAM(names)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quote),
        cmocka_unit_test(test_quote_number),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
