/* The typed view of node constraints: axes, spaces and members that only drafts have. */
#include "support.h"

#include "loaded.h"

#include <stdio.h>
#include <string.h>

#define ASSET "'asset': {'version': '2.0'}"

/* Returns the constraint of node 1 of 2, made from the text between braces. The caller unloads the file. */
static const struct constraint *read(struct loaded *file, const char *version, const char *kind)
{
    char json[600];
    snprintf(json, sizeof json,
             "{" ASSET ", 'nodes': [{}, {'extensions': {'VRMC_node_constraint': {'specVersion': '%s', 'constraint': "
             "{%s}}}}]}",
             version, kind);
    *file = load(json);
    assert_int_equal(file->avatar->constraints->count, 1);
    return &file->avatar->constraints->items[0];
}

static void kinds_of_layouts(void **state)
{
    (void)state;
    static const struct {
        const char *version;
        const char *kind;
        bool known;
    } cases[] = {
        {"1.0", "'roll': {}", true},
        {"1.0", "'aim': {}", true},
        {"1.0", "'rotation': {}", true},
        {"1.0", "'position': {}", false},
        {"1.0", "'rotation': 1", false},
        {"1.0", "'rotation': {}, 'roll': {}", false},
        {"1.0", "", false},
        {"1.0-beta", "'position': {}", false},
        {"1.0-draft", "'position': {}", true},
        {"1.0-draft", "'rotation': {}", true},
        {"1.0-draft", "'rotation': {'axes': []}", true},
        {"1.0-draft", "'aim': {}", true},
        {"1.0-draft", "'roll': {}", true},
        {"1.0-draft", "'aim': {'aimAxis': '+X'}", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded file;
        assert_int_equal(read(&file, cases[i].version, cases[i].kind)->known, cases[i].known);
        unload(&file);
    }
    static const bool has[][5] = {
        [LAYOUT_1_0] = {false, true, true, true, false},       [LAYOUT_DRAFT_D] = {false, true, true, true, false},
        [LAYOUT_DRAFT_A] = {false, false, true, true, true},   [LAYOUT_DRAFT_B] = {false, false, false, true, false},
        [LAYOUT_DRAFT_C] = {false, false, false, true, false},
    };
    for (enum constraint_layout layout = LAYOUT_1_0; layout <= LAYOUT_DRAFT_C; layout++) {
        for (enum constraint_kind kind = CONSTRAINT_UNKNOWN; kind <= CONSTRAINT_POSITION; kind++) {
            assert_int_equal(constraint_has_kind(layout, kind), has[layout][kind]);
        }
    }
}

static void axes_of_rolls_and_aims(void **state)
{
    (void)state;
    static const struct {
        const char *version;
        const char *kind;
        enum constraint_axis axis;
        struct vec3 vector;
    } cases[] = {
        {"1.0", "'roll': {'rollAxis': 'X'}", AXIS_POSITIVE_X, {1, 0, 0}},
        {"1.0", "'roll': {'rollAxis': 'Y'}", AXIS_POSITIVE_Y, {0, 1, 0}},
        {"1.0-draft", "'roll': {'rollAxis': 'Z'}", AXIS_POSITIVE_Z, {0, 0, 1}},
        {"1.0", "'aim': {'aimAxis': 'PositiveX'}", AXIS_POSITIVE_X, {1, 0, 0}},
        {"1.0", "'aim': {'aimAxis': 'PositiveY'}", AXIS_POSITIVE_Y, {0, 1, 0}},
        {"1.0", "'aim': {'aimAxis': 'PositiveZ'}", AXIS_POSITIVE_Z, {0, 0, 1}},
        {"1.0", "'aim': {'aimAxis': 'NegativeX'}", AXIS_NEGATIVE_X, {-1, 0, 0}},
        {"1.0-beta", "'aim': {'aimAxis': 'NegativeY'}", AXIS_NEGATIVE_Y, {0, -1, 0}},
        {"1.0-draft", "'aim': {'aimAxis': 'NegativeZ'}", AXIS_NEGATIVE_Z, {0, 0, -1}},
        {"1.0-draft", "'aim': {'aimAxis': '+X'}", AXIS_POSITIVE_X, {1, 0, 0}},
        {"1.0-draft", "'aim': {'aimAxis': '-Z'}", AXIS_NEGATIVE_Z, {0, 0, -1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded file;
        const struct constraint *constraint = read(&file, cases[i].version, cases[i].kind);
        assert_int_equal(constraint->axis, cases[i].axis);
        struct vec3 vector = constraint_axis_vector(constraint->axis);
        assert_true(vec3_distance(vector, cases[i].vector) == 0);
        const char *spelt = strstr(cases[i].kind, constraint_axis_name(constraint, constraint->axis));
        assert_true(spelt != NULL && spelt[-1] == '\'' &&
                    spelt[strlen(constraint_axis_name(constraint, constraint->axis))] == '\'');
        unload(&file);
    }
    static const char *const none[] = {
        "'roll': {'rollAxis': 'x'}",      "'roll': {'rollAxis': 'PositiveX'}",
        "'roll': {'rollAxis': 1}",        "'roll': {'aimAxis': 'X'}",
        "'aim': {'aimAxis': '+X'}",       "'aim': {'aimAxis': 'X'}",
        "'aim': {'aimAxis': 'Positive'}", "'aim': {}",
        "'rotation': {'rollAxis': 'X'}",
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct loaded file;
        assert_int_equal(read(&file, "1.0", none[i])->axis, AXIS_COUNT);
        unload(&file);
    }
}

static void spaces(void **state)
{
    (void)state;
    static const struct {
        const char *version;
        const char *kind;
        enum constraint_space source;
        enum constraint_space destination;
    } cases[] = {
        {"1.0", "'roll': {'sourceSpace': 'model'}", SPACE_LOCAL, SPACE_LOCAL},
        {"1.0", "'rotation': {}", SPACE_LOCAL, SPACE_LOCAL},
        {"1.0", "'aim': {'sourceSpace': 'local'}", SPACE_MODEL, SPACE_MODEL},
        {"1.0-draft", "'aim': {'aimAxis': '-Y'}", SPACE_MODEL, SPACE_MODEL},
        {"1.0-draft", "'rotation': {'axes': [true, true, true]}", SPACE_LOCAL, SPACE_LOCAL},
        {"1.0-draft", "'rotation': {}", SPACE_MODEL, SPACE_MODEL},
        {"1.0-draft", "'aim': {}", SPACE_MODEL, SPACE_MODEL},
        {"1.0-draft", "'position': {'sourceSpace': 'local'}", SPACE_LOCAL, SPACE_MODEL},
        {"1.0-draft", "'position': {'sourceSpace': 'model', 'destinationSpace': 'local'}", SPACE_MODEL, SPACE_LOCAL},
        {"1.0-draft", "'position': {'sourceSpace': 'world', 'destinationSpace': 3}", SPACE_UNKNOWN, SPACE_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded file;
        const struct constraint *constraint = read(&file, cases[i].version, cases[i].kind);
        assert_int_equal(constraint->source_space, cases[i].source);
        assert_int_equal(constraint->destination_space, cases[i].destination);
        unload(&file);
    }
}

static void axes_to_follow(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        size_t count;
        size_t following;
        const char *key;
    } cases[] = {
        {"'rotation': {}", 0, 0, "freezeAxes"},
        {"'rotation': {'freezeAxes': [true, false, true]}", 3, 2, "freezeAxes"},
        {"'position': {'freezeAxes': [false, false, false]}", 3, 0, "freezeAxes"},
        {"'aim': {'freezeAxes': [false, true]}", 2, 1, "freezeAxes"},
        {"'aim': {'freezeAxes': [false, true, true]}", 0, 0, "freezeAxes"},
        {"'rotation': {'freezeAxes': [true, true]}", 0, 0, "freezeAxes"},
        {"'rotation': {'freezeAxes': [true, 1, true]}", 0, 0, "freezeAxes"},
        {"'rotation': {'freezeAxes': true}", 0, 0, "freezeAxes"},
        {"'rotation': {'axes': [false, true, false]}", 3, 1, "axes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded file;
        const struct constraint *constraint = read(&file, "1.0-draft", cases[i].kind);
        assert_int_equal(constraint->axes.count, cases[i].count);
        assert_int_equal(constraint->axes.following, cases[i].following);
        assert_string_equal(constraint->axes.key, cases[i].key);
        unload(&file);
    }
}

static void directions(void **state)
{
    (void)state;
    struct loaded file;
    const struct constraint *constraint = read(&file, "1.0-draft", "'aim': {}");
    assert_true(!constraint->aim_vector.present && !constraint->aim_vector.given);
    assert_true(vec3_distance(constraint->aim_vector.value, (struct vec3){0, 0, 1}) == 0);
    assert_true(!constraint->up_vector.present && !constraint->up_vector.given);
    assert_true(vec3_distance(constraint->up_vector.value, (struct vec3){0, 1, 0}) == 0);
    unload(&file);
    constraint = read(&file, "1.0-draft", "'aim': {'aimVector': [1, 2, 3], 'upVector': [1, 2]}");
    assert_true(constraint->aim_vector.present && constraint->aim_vector.given);
    assert_true(vec3_distance(constraint->aim_vector.value, (struct vec3){1, 2, 3}) == 0);
    assert_true(constraint->up_vector.present && !constraint->up_vector.given);
    unload(&file);
    constraint = read(&file, "1.0-draft", "'aim': {'aimVector': [1e39, 0, 0]}");
    assert_true(constraint->aim_vector.present && !constraint->aim_vector.given);
    unload(&file);
}

static void weights(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        double weight;
        bool given;
    } cases[] = {
        {"'roll': {}", 1, false},
        {"'roll': {'weight': 0}", 0, true},
        {"'roll': {'weight': 1}", 1, true},
        {"'roll': {'weight': 1.0001}", 1, false},
        {"'roll': {'weight': -0.0001}", 1, false},
        {"'roll': {'weight': '0'}", 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded file;
        const struct constraint *constraint = read(&file, "1.0", cases[i].kind);
        assert_true(constraint->weight == cases[i].weight && constraint->weight_given == cases[i].given);
        unload(&file);
    }
}

/* Only draft A has kinds without "constraint", and only the kinds of its time. */
static void flattened(void **state)
{
    (void)state;
    static const struct {
        const char *members;
        enum constraint_layout layout;
        enum constraint_kind kind;
        bool flattened;
    } cases[] = {
        {"'specVersion': '1.0-draft', 'rotation': {'source': 0}", LAYOUT_DRAFT_A, CONSTRAINT_ROTATION, true},
        {"'specVersion': '1.0-draft', 'rotation': {}, 'constraint': {}", LAYOUT_DRAFT_A, CONSTRAINT_UNKNOWN, false},
        {"'specVersion': '1.0-draft', 'aim': {'aimAxis': 'PositiveX'}", LAYOUT_1_0, CONSTRAINT_UNKNOWN, false},
        {"'specVersion': '1.0-draft', 'roll': {}", LAYOUT_1_0, CONSTRAINT_UNKNOWN, false},
        {"'specVersion': '1.0-draft', 'roll': {}, 'position': {}", LAYOUT_DRAFT_A, CONSTRAINT_UNKNOWN, true},
        {"'specVersion': '1.0', 'rotation': {}", LAYOUT_1_0, CONSTRAINT_UNKNOWN, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[400];
        snprintf(json, sizeof json, "{" ASSET ", 'nodes': [{}, {'extensions': {'VRMC_node_constraint': {%s}}}]}",
                 cases[i].members);
        struct loaded file = load(json);
        const struct constraint *constraint = &file.avatar->constraints->items[0];
        assert_int_equal(constraint->layout, cases[i].layout);
        assert_int_equal(constraint->kind, cases[i].kind);
        assert_int_equal(constraint->flattened, cases[i].flattened);
        assert_false(constraint->space_ambiguous);
        assert_true(!constraint->flattened || constraint->kinds == constraint->json);
        unload(&file);
    }
}

TEST_PROGRAM(constraint_view)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_of_layouts), cmocka_unit_test(axes_of_rolls_and_aims),
        cmocka_unit_test(spaces),           cmocka_unit_test(axes_to_follow),
        cmocka_unit_test(directions),       cmocka_unit_test(weights),
        cmocka_unit_test(flattened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
