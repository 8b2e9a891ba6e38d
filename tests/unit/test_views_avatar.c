/* The typed views of nodes that move: humanoid, constraints, animations. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "loaded.h"

#define ASSET "'asset': {'version': '2.0'}"
#define NODES "'nodes': [{}, {}, {}, {}, {}, {}, {}]"

/* ---- humanoid ---- */

static void test_bone_table(void **state)
{
    (void)state;
    size_t required = 0;
    size_t needy = 0;
    size_t classes[3] = {0};
    for (size_t i = 0; i < BONE_COUNT; i++) {
        assert_int_equal(bone_by_name(bones[i].name), i);
        required += bones[i].required;
        needy += bones[i].needs_parent;
        classes[bones[i].class]++;
        if (i == 0) {
            assert_null(bones[i].parent);
        } else {
            assert_true(bone_by_name(bones[i].parent) < i);
        }
    }
    assert_int_equal(required, 15);
    assert_int_equal(needy, 1 + 2 * 10);
    assert_int_equal(classes[BONE_BODY], 20);
    assert_int_equal(classes[BONE_EYE], 2);
    assert_int_equal(classes[BONE_SMALL], 33);
    assert_int_equal(bone_by_name("leftThumbIntermediate"), BONE_COUNT);
    assert_string_equal(bones[bone_by_name("rightLittleDistal")].parent, "rightLittleIntermediate");
    assert_string_equal(bones[bone_by_name("leftShoulder")].parent, "upperChest");
}

static void test_humanoid(void **state)
{
    (void)state;
    struct loaded file = load("{" ASSET ", " NODES ", 'extensions': {'VRMC_vrm': {'humanoid': {'humanBones': {"
                              "'head': {'node': 0}, 'hips': {'node': 5}, 'spine': {'node': 5}, 'jaw': {'node': 9},"
                              "'neck': 3, 'tail': {'node': 1}}}, 'lookAt': {'type': 'expression'}}}}");
    const struct humanoid *humanoid = file.avatar->humanoid;
    assert_true(humanoid->present);
    assert_int_equal(humanoid->nodes[bone_by_name("head")], 0);
    assert_true(humanoid->nodes[bone_by_name("jaw")] == SCENE_NONE);
    assert_true(humanoid->nodes[bone_by_name("neck")] == SCENE_NONE);
    assert_int_equal(humanoid_bone(humanoid, 0), bone_by_name("head"));
    assert_int_equal(humanoid_bone(humanoid, 5), bone_by_name("hips"));
    assert_int_equal(humanoid_bone(humanoid, 1), BONE_COUNT);
    assert_int_equal(humanoid_bone(humanoid, SCENE_NONE), BONE_COUNT);
    assert_int_equal(humanoid->look_at, LOOK_AT_EXPRESSION);
    unload(&file);
}

/* Views of what a file lacks, or has as a value of another type: each index is that of nothing, never 0. */
static void test_absent_avatars(void **state)
{
    (void)state;
    static const char *const extensions[] = {
        "'VRM': {}",
        "'VRM': []",
        "'VRM': {'humanoid': {'humanBones': {}}, 'secondaryAnimation': {'boneGroups': [{'bones': [9]}]}}",
        "'VRMC_vrm': []",
        "'VRMC_vrm': {'humanoid': 1}",
        "'VRMC_vrm_animation': null",
        "'other': {}",
    };
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "{" ASSET ", " NODES ", 'materials': [{'emissiveTexture': {'index': 4}}], 'extensions': {%s}}",
                 extensions[i]);
        struct loaded file = load(text);
        const struct avatar *avatar = file.avatar;
        for (size_t bone = 0; bone < BONE_COUNT; bone++) {
            assert_true(avatar->humanoid->nodes[bone] == SCENE_NONE);
            assert_true(avatar->vrm0->humanoid->nodes[bone] == SCENE_NONE);
            assert_true(avatar->vrm0->bone_places[bone] == SCENE_NONE);
            assert_true(avatar->vrm0_avatar->entries[bone] == SCENE_NONE);
            assert_true(avatar->vrm0_avatar->nodes[bone] == SCENE_NONE);
            assert_true(avatar->vrma->nodes[bone] == SCENE_NONE);
        }
        assert_true(avatar->vrma->eyes[0] == SCENE_NONE && avatar->vrma->eyes[1] == SCENE_NONE);
        assert_true(avatar->vrma->look_at.node == SCENE_NONE);
        for (size_t preset = 0; preset < VRMA_PRESET_COUNT; preset++) {
            assert_false(vrm1_preset_binds(avatar->vrm1, preset));
        }
        for (size_t root = 0; root < avatar->vrm0->root_count; root++) {
            assert_true(avatar->vrm0->roots[root].first == SCENE_NONE && avatar->vrm0->roots[root].above == SCENE_NONE);
        }
        assert_true(avatar->materials->items[0].textures[SLOT_EMISSIVE].texture == MATERIALS_NONE);
        unload(&file);
    }
}

/* The gaze is checked without a humanoid and without nodes: sanitizers detect reading one of them. */
static void test_gaze_without_body(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"lookAt\":{"
        "\"offsetFromHeadBone\":[0,0,0]}}}}",
        "{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"VRM\":{\"firstPerson\":{\"firstPersonBoneOffset\":{"
        "\"x\":0,\"y\":0,\"z\":0}}}}}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct vrmlint_report *report = lint_text("vrm,vrm0", texts[i]);
        assert_int_equal(finding_count_of(report, "vrm/look-at-offset-far"), 0);
        vrmlint_report_free(report);
    }
}

/* Objects and lists in place of each other, empty: nothing reads the first of their elements. */
static void test_empty_containers(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"VRM\":{\"humanoid\":{\"humanBones\":{}}}}}",
        "{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":{}}}}}",
        "{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"VRMC_vrm\":{\"humanoid\":{\"humanBones\":[]}}}}",
        "{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"VRMC_vrm_animation\":{\"humanoid\":{\"humanBones\":[]}}}}",
        "{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"VRMC_springBone\":{\"springs\":{},\"colliders\":{}}}}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct vrmlint_report *report = lint_text("default", texts[i]);
        assert_null(report->error);
        assert_true(report->finding_count > 0);
        vrmlint_report_free(report);
    }
}

/* ---- constraints ---- */

static void test_layouts(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        enum constraint_layout layout;
        enum constraint_kind kind;
        bool ambiguous;
    } cases[] = {
        {"'specVersion': '1.0', 'constraint': {'roll': {}}", LAYOUT_1_0, CONSTRAINT_ROLL, false},
        {"'specVersion': '1.0-beta', 'constraint': {'aim': {}}", LAYOUT_1_0, CONSTRAINT_AIM, false},
        {"'constraint': {'position': {}}", LAYOUT_1_0, CONSTRAINT_POSITION, false},
        {"'specVersion': 1, 'constraint': {'rotation': {}}", LAYOUT_1_0, CONSTRAINT_ROTATION, false},
        {"'specVersion': '1.0', 'constraint': {'roll': {}, 'aim': {}}", LAYOUT_1_0, CONSTRAINT_UNKNOWN, false},
        {"'specVersion': '1.0', 'constraint': {'roll': 3}", LAYOUT_1_0, CONSTRAINT_UNKNOWN, false},
        {"'specVersion': '1.0', 'roll': {}", LAYOUT_1_0, CONSTRAINT_UNKNOWN, false},
        /* E, then D, which writes the axis in another way */
        {"'specVersion': '1.0-draft', 'constraint': {'roll': {}}", LAYOUT_1_0, CONSTRAINT_ROLL, false},
        {"'specVersion': '1.0-draft', 'constraint': {'aim': {'aimAxis': 'PositiveX'}}", LAYOUT_1_0, CONSTRAINT_AIM,
         false},
        {"'specVersion': '1.0-draft', 'constraint': {'aim': {'aimAxis': '-X'}}", LAYOUT_DRAFT_D, CONSTRAINT_AIM, false},
        {"'specVersion': '1.0-draft', 'constraint': {'position': {}}", LAYOUT_DRAFT_A, CONSTRAINT_POSITION, false},
        {"'specVersion': '1.0-draft', 'constraint': {'aim': {'upVector': [0, 1, 0]}}", LAYOUT_DRAFT_A, CONSTRAINT_AIM,
         false},
        {"'specVersion': '1.0-draft', 'constraint': {'rotation': {'sourceSpace': 'local'}}", LAYOUT_DRAFT_A,
         CONSTRAINT_ROTATION, false},
        {"'specVersion': '1.0-draft', 'aim': {}", LAYOUT_DRAFT_A, CONSTRAINT_AIM, false},
        /* A or B */
        {"'specVersion': '1.0-draft', 'constraint': {'rotation': {'freezeAxes': [true, true, true]}}", LAYOUT_DRAFT_A,
         CONSTRAINT_ROTATION, true},
        {"'specVersion': '1.0-draft', 'constraint': {'rotation': {'axes': [true, true, true]}}", LAYOUT_DRAFT_C,
         CONSTRAINT_ROTATION, false},
        {"'specVersion': '1.0-draft', 'constraint': {'rotation': {'axes': [], 'sourceSpace': 'local'}}", LAYOUT_DRAFT_A,
         CONSTRAINT_ROTATION, false},
        {"'specVersion': '1.0-draft', 'constraint': {}", LAYOUT_DRAFT_A, CONSTRAINT_UNKNOWN, false},
        {"'specVersion': '1.0-draft'", LAYOUT_DRAFT_A, CONSTRAINT_UNKNOWN, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[512];
        snprintf(json, sizeof json, "{" ASSET ", 'nodes': [{}, {'extensions': {'VRMC_node_constraint': {%s}}}]}",
                 cases[i].json);
        struct loaded file = load(json);
        assert_int_equal(file.avatar->constraints->count, 1);
        const struct constraint *constraint = &file.avatar->constraints->items[0];
        assert_int_equal(constraint->layout, cases[i].layout);
        assert_int_equal(constraint->kind, cases[i].kind);
        assert_int_equal(constraint->body == NULL, cases[i].kind == CONSTRAINT_UNKNOWN);
        assert_int_equal(constraint->space_ambiguous, cases[i].ambiguous);
        assert_int_equal(constraint->destination, 1);
        assert_true(constraint->source == SCENE_NONE && constraint->weight == 1);
        unload(&file);
    }
}

static void test_constraints(void **state)
{
    (void)state;
    struct loaded file =
        load("{" ASSET ", 'extensions': {'VRMC_node_constraint': {}}, 'nodes': ["
             "{'extensions': {'VRMC_node_constraint': {'specVersion': '1.0', 'constraint': {'roll': {'source': 1,"
             "'weight': 0.25}}}}}, {'extensions': {'VRMC_node_constraint': []}},"
             "{'extensions': {'VRMC_node_constraint': {'specVersion': 1, 'constraint': {'aim': {'source': 3,"
             "'weight': 2}}}}}]}");
    const struct constraints *constraints = file.avatar->constraints;
    assert_int_equal(constraints->count, 2);
    assert_string_equal(constraints->items[0].version, "1.0");
    assert_int_equal(constraints->items[0].source, 1);
    assert_true(constraints->items[0].weight == 0.25);
    assert_int_equal(constraints->items[1].destination, 2);
    assert_null(constraints->items[1].version);
    assert_true(constraints->items[1].source == SCENE_NONE && constraints->items[1].weight == 1);
    assert_string_equal(constraint_kind_name(CONSTRAINT_POSITION), "position");
    unload(&file);
}

/* ---- animations ---- */

static void test_channels(void **state)
{
    (void)state;
    struct loaded file = load(
        "{" ASSET ", 'nodes': [{}, {'name': 'Hips'}], 'animations': [{'channels': [{}]}, {'name': 'Walk', 'channels': ["
        "{'target': {'node': 1, 'path': 'rotation'}}, {'target': {'path': 'scale'}}, {'target': {'node': 0}},"
        "{'target': {'path': 'pointer', 'extensions': {'KHR_animation_pointer': {'pointer': '/nodes/1/weights'}}}},"
        "{'target': {'path': 'pointer', 'extensions': {'KHR_animation_pointer': {'pointer': '/nodes/9/scale'}}}},"
        "{'target': {'path': 'pointer', 'extensions': {'KHR_animation_pointer': {'pointer': '/materials/0/x'}}}}"
        "]}]}");
    static const struct {
        size_t animation, place, node;
        enum channel_path path;
        const char *pointer;
    } expected[] = {
        {0, 0, SCENE_NONE, PATH_OTHER, "/animations/0/channels/0"},
        {1, 0, 1, PATH_ROTATION, "/animations/1/channels/0/target/path"},
        {1, 1, SCENE_NONE, PATH_SCALE, "/animations/1/channels/1/target/path"},
        {1, 2, 0, PATH_OTHER, "/animations/1/channels/2/target"},
        {1, 3, 1, PATH_WEIGHTS, "/animations/1/channels/3/target/extensions/KHR_animation_pointer/pointer"},
        {1, 4, SCENE_NONE, PATH_SCALE, "/animations/1/channels/4/target/extensions/KHR_animation_pointer/pointer"},
        {1, 5, SCENE_NONE, PATH_OTHER, "/animations/1/channels/5/target/extensions/KHR_animation_pointer/pointer"},
    };
    const struct animations *animations = file.avatar->animations;
    assert_int_equal(animations->animation_count, 2);
    assert_null(animations->names[0]);
    assert_string_equal(animations->names[1], "Walk");
    assert_int_equal(animations->count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < animations->count; i++) {
        const struct channel *channel = &animations->channels[i];
        assert_int_equal(channel->animation, expected[i].animation);
        assert_int_equal(channel->index, expected[i].place);
        assert_true(channel->node == expected[i].node);
        assert_int_equal(channel->path, expected[i].path);
        struct buf pointer = BUF_INIT(file.document->arena);
        place_write(&pointer, &channel->place);
        assert_string_equal(buf_text(&pointer), expected[i].pointer);
    }
    unload(&file);
}

TEST_PROGRAM(views_avatar)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bone_table),       cmocka_unit_test(test_humanoid),
        cmocka_unit_test(test_layouts),          cmocka_unit_test(test_constraints),
        cmocka_unit_test(test_absent_avatars),   cmocka_unit_test(test_gaze_without_body),
        cmocka_unit_test(test_empty_containers), cmocka_unit_test(test_channels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
