/* Expressions and gaze of VRM animations: names, nodes, the order that UniVRM needs; and animations without content. */
#include "vrma_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrm/vrma.h"

#define PRESET "~/expressions/preset/"
#define CUSTOM "~/expressions/custom/"

/* ---- content ---- */

static void test_parts(void **state)
{
    (void)state;
    static const struct {
        const char *members;
        bool content;
        bool humanoid;
    } cases[] = {
        {NULL, false, false},
        {"'expressions':{}", false, false},
        {"'expressions':{'preset':{},'custom':{'extras':{}}}", false, false},
        {"'expressions':{'preset':{'happy':{'node':0}}}", true, false},
        {"'lookAt':{}", true, false},
        {"'humanoid':{}", true, true},
        {"'humanoid':0", true, true},
        {"'expressions':[]", true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct vrma_file file = vrma_body();
        file.headless = true;
        file.members = cases[i].members;
        vrma_expect(&file, "animation/no-content", cases[i].content ? "" : "error ~;");
        vrma_expect(&file, "animation/no-humanoid", cases[i].content && !cases[i].humanoid ? "info ~;" : "");
    }
    struct vrma_file file = vrma_body();
    vrma_expect(&file, "animation/expressions-without-preset", "");
    file.members = "'expressions':{}";
    vrma_expect(&file, "animation/expressions-without-preset", "info ~/expressions;");
    file.members = "'expressions':{'preset':0}";
    vrma_expect(&file, "animation/expressions-without-preset", "");
    file.members = "'expressions':[]";
    vrma_expect(&file, "animation/expressions-without-preset", "");
}

/* Fails the test unless a rule's only finding has this advice in its message, and this fix. */
static void expect_advice(const struct vrma_file *file, const char *rule, const char *advice, enum vrmlint_fix fix)
{
    char *text = vrma_text(file);
    struct vrmlint_report *report = lint_text(rule, text);
    assert_int_equal(report->finding_count, 1);
    if (strstr(ENGLISH(report->findings[0].message), advice) == NULL) {
        print_error("%s\n", ENGLISH(report->findings[0].message));
    }
    assert_non_null(strstr(ENGLISH(report->findings[0].message), advice));
    assert_int_equal(report->findings[0].fix, fix);
    vrmlint_report_free(report);
    free(text);
}

static void test_bone_names(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    file.mapping = "'extras':{'node':1},'extensions':{}";
    vrma_expect(&file, "animation/unknown-bone", "");
    file.mapping = "'a/b~':{'node':1},'root':{}";
    vrma_expect(&file, "animation/unknown-bone",
                "info ~/humanoid/humanBones/a~1b~0;warning ~/humanoid/humanBones/root;");
    static const struct {
        const char *entry;
        const char *advice;
        enum vrmlint_fix fix;
    } hints[] = {
        {"'Hips':{'node':1}", "did you mean 'hips'?", VRMLINT_FIX_NONE},
        {"'left_upper_arm':{'node':1}", "did you mean 'leftUpperArm'?", VRMLINT_FIX_NONE},
        {"'leftEyes':{'node':1}", "turns the eyes by its gaze", VRMLINT_FIX_UNSAFE},
        {"'wing':{'node':1}", "use the VRM name of the bone", VRMLINT_FIX_NONE},
        {"'rightThumbIntermediate':{'node':1}", "rename it to 'rightThumbProximal'", VRMLINT_FIX_UNSAFE},
        {"'leftThumbIntermediate':{'node':1}", "to 'leftThumbMetacarpal'", VRMLINT_FIX_UNSAFE},
    };
    file.channels = "1R"; /* so that the motion of no bone is lost */
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        file.mapping = hints[i].entry;
        expect_advice(&file, "animation/unknown-bone", hints[i].advice, hints[i].fix);
    }
}

static void test_preset_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *custom;
        const char *advice;
        enum vrmlint_fix fix;
    } hints[] = {
        {"joy", "", "rename it to 'happy'", VRMLINT_FIX_UNSAFE},
        {"Fun", "", "rename it to 'relaxed'", VRMLINT_FIX_UNSAFE},
        {"A", "", "rename it to 'aa'", VRMLINT_FIX_UNSAFE},
        {"blink_r", "", "rename it to 'blinkRight'", VRMLINT_FIX_UNSAFE},
        {"leftBlink", "", "did you mean 'blinkLeft'?", VRMLINT_FIX_UNSAFE},
        {"Happy", "", "rename it to 'happy'", VRMLINT_FIX_UNSAFE},
        {"suprised", "", "did you mean 'surprised'?", VRMLINT_FIX_UNSAFE},
        {"lookup", "", "animate the gaze (lookAt) instead", VRMLINT_FIX_NONE},
        {"nervous", "", "move it to custom", VRMLINT_FIX_REPAIR},
        {"nervous", "'nervous':{'node':1}", "delete this one", VRMLINT_FIX_UNSAFE},
    };
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        struct vrma_file file = vrma_body();
        char members[200];
        snprintf(members, sizeof members, "'expressions':{'preset':{'%s':{'node':1}},'custom':{%s}}", hints[i].name,
                 hints[i].custom);
        file.members = members;
        expect_advice(&file, "animation/unknown-preset", hints[i].advice, hints[i].fix);
    }
    for (size_t i = 0; i < VRMA_PRESET_COUNT; i++) {
        struct vrma_file file = vrma_body();
        char members[200];
        char found[100];
        snprintf(members, sizeof members, "'expressions':{'preset':{'%s':{'node':1}}}", vrma_presets[i]);
        file.members = members;
        vrma_expect(&file, "animation/unknown-preset", "");
        snprintf(found, sizeof found, "error " PRESET "%s;", vrma_presets[i]);
        vrma_expect(&file, "animation/look-expression", strncmp(vrma_presets[i], "look", 4) == 0 ? found : "");
        snprintf(members, sizeof members, "'expressions':{'custom':{'%s':{'node':1}}}", vrma_presets[i]);
        snprintf(found, sizeof found, "error " CUSTOM "%s;", vrma_presets[i]);
        vrma_expect(&file, "animation/custom-preset-name", found);
        vrma_expect(&file, "animation/custom-case-clash", "");
        vrma_expect(&file, "animation/look-expression", "");
    }
}

static void test_custom_names(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    file.members = "'expressions':{'custom':{'HAPPY':{'node':1},'LookUp':{},'Smile':{'node':1},'extras':{}}}";
    vrma_expect(&file, "animation/custom-case-clash", "info " CUSTOM "HAPPY;info " CUSTOM "LookUp;");
    vrma_expect(&file, "animation/custom-preset-name", "");
    file.members = "'expressions':{'custom':{'sad':{'node':1}}}";
    expect_advice(&file, "animation/custom-preset-name", "move it to preset", VRMLINT_FIX_REPAIR);
    file.members = "'expressions':{'preset':{'sad':{'node':2}},'custom':{'sad':{'node':1}}}";
    expect_advice(&file, "animation/custom-preset-name", "rename it", VRMLINT_FIX_NONE);
    file.members = "'expressions':{'custom':{'lookLeft':{'node':1}}}";
    expect_advice(&file, "animation/custom-preset-name", "delete it and its channels, and animate the gaze (lookAt)",
                  VRMLINT_FIX_NONE);
}

static void test_custom_count(void **state)
{
    (void)state;
    for (int count = 99; count <= 101; count++) {
        char members[8192] = "'expressions':{'preset':{'happy':{'node':1}},'custom':{";
        size_t length = strlen(members);
        for (int i = 0; i < count; i++) {
            length += (size_t)snprintf(members + length, sizeof members - length, "%s'mood%d':{'node':1}",
                                       i == 0 ? "" : ",", i);
        }
        snprintf(members + length, sizeof members - length, "}}");
        struct vrma_file file = vrma_body();
        file.members = members;
        vrma_expect(&file, "animation/custom-too-many", count > 100 ? "info ~/expressions/custom;" : "");
    }
}

/* ---- nodes of expressions ---- */

/* Returns a body with nodes 15, happy, a preset expression, and 16, wink, a custom one. */
static struct vrma_file with_expressions(void)
{
    struct vrma_file file = vrma_body();
    vrma_add(&file, "happy", NULL, NULL);
    vrma_add(&file, "wink", NULL, NULL);
    file.members = "'expressions':{'preset':{'happy':{'node':15}},'custom':{'wink':{'node':16}}}";
    file.channels = "0T 15T 16T";
    return file;
}

static void test_reused(void **state)
{
    (void)state;
    struct vrma_file file = with_expressions();
    vrma_expect(&file, "animation/node-reused", "");
    file.members = "'expressions':{'custom':{'wink':{'node':15},'wince':{'node':2}},"
                   "'preset':{'happy':{'node':15},'sad':{'node':15},'aa':{'node':99}}},'lookAt':{'node':16}";
    vrma_expect(&file, "animation/node-reused",
                "error " CUSTOM "wink/node;error " CUSTOM "wince/node;error " PRESET "sad/node;");
    file.members = "'expressions':{'preset':{'happy':{'node':15}}},'lookAt':{'node':15}";
    vrma_expect(&file, "animation/node-reused", "warning ~/lookAt/node;");
    file.members = "'lookAt':{'node':2}";
    vrma_expect(&file, "animation/node-reused", "warning ~/lookAt/node;");
    /* an eye counts as a bone */
    file.mapping = "'leftEye':{'node':15}";
    file.members = "'expressions':{'preset':{'happy':{'node':15}}}";
    vrma_expect(&file, "animation/node-reused", "error " PRESET "happy/node;");
}

static void test_names_of_nodes(void **state)
{
    (void)state;
    struct vrma_file file = with_expressions();
    vrma_expect(&file, "animation/expression-node-name", "");
    vrma_part(&file, "wink")->name = "Wink";
    vrma_expect(&file, "animation/expression-node-name", "info " CUSTOM "wink/node;");
    vrma_part(&file, "Wink")->name = "wink";
    vrma_part(&file, "happy")->name = "Happy";
    vrma_expect(&file, "animation/expression-node-name", "info " PRESET "happy/node;");
    vrma_part(&file, "Happy")->more = "'name':''";
    vrma_expect(&file, "animation/expression-node-name", "info " PRESET "happy/node;");
    /* an expression that isn't allowed here needs no name */
    file.members = "'expressions':{'preset':{'lookUp':{'node':15}}}";
    vrma_expect(&file, "animation/expression-node-name", "");
}

static void test_rest(void **state)
{
    (void)state;
    static const struct {
        double x;
        bool found;
    } cases[] = {{0, false},       {1, false},      {-0.00009, false}, {-0.00011, true},
                 {1.00009, false}, {1.00011, true}, {100, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct vrma_file file = with_expressions();
        vrma_part(&file, "wink")->at[0] = cases[i].x;
        vrma_part(&file, "wink")->at[1] = 7;
        vrma_expect(&file, "animation/expression-rest-range", cases[i].found ? "info /nodes/16;" : "");
    }
}

static void test_places(void **state)
{
    (void)state;
    struct vrma_file file = with_expressions();
    vrma_add(&file, "gaze", NULL, NULL);
    file.members = "'expressions':{'preset':{'happy':{'node':15}},'custom':{'wink':{'node':16}}},'lookAt':{'node':17}";
    vrma_expect(&file, "animation/role-node-not-in-scene", "");
    file.roots = "0";
    vrma_expect(&file, "animation/role-node-not-in-scene",
                "info " PRESET "happy/node;info " CUSTOM "wink/node;info ~/lookAt/node;");
    file.roots = "0,15,16";
    vrma_expect(&file, "animation/role-node-not-in-scene", "info ~/lookAt/node;");
    /* the root of the humanoid among the roots of the first scene */
    file.roots = "0,15,16,17";
    vrma_expect(&file, "animation/humanoid-root-not-first", "");
    file.roots = "15,16,0,17";
    vrma_expect(&file, "animation/humanoid-root-not-first", "warning /scenes/0/nodes/2;");
    vrma_add(&file, "root", NULL, NULL);
    vrma_part(&file, "hips")->parent = "root";
    file.roots = "15,18";
    vrma_expect(&file, "animation/humanoid-root-not-first", "warning /scenes/0/nodes/1;");
    file.roots = "18";
    vrma_expect(&file, "animation/humanoid-root-not-first", "");
    file.roots = "15";
    vrma_expect(&file, "animation/humanoid-root-not-first", "");
}

/* ---- the order that UniVRM needs ---- */

static void test_order(void **state)
{
    (void)state;
    struct vrma_file file = with_expressions();
    vrma_expect(&file, "animation/expression-node-order", "");
    file.channels = "0T 16T 15T";
    vrma_expect(&file, "animation/expression-node-order", "error /animations/0/channels/2/target/path;");
    /* one finding is enough */
    vrma_add(&file, "sad", NULL, NULL);
    file.members = "'expressions':{'preset':{'happy':{'node':15},'sad':{'node':17}},'custom':{'wink':{'node':16}}}";
    file.channels = "17T 16T 15T";
    vrma_expect(&file, "animation/expression-node-order", "error /animations/0/channels/1/target/path;");
    file = with_expressions();
    /* only the first channel of each node counts, and only the first animation */
    file.channels = "0T 15T 16T 15T|16T 15T";
    vrma_expect(&file, "animation/expression-node-order", "");
    /* a bone after the expressions, or an ancestor of one; other nodes don't matter */
    vrma_add(&file, "prop", NULL, NULL);
    file.channels = "0T 15T 16T";
    vrma_expect(&file, "animation/expression-node-order", "");
    vrma_part(&file, "hips")->parent = "prop";
    vrma_expect(&file, "animation/expression-node-order", "error " PRESET "happy/node;");
    /* the advice names animated nodes only */
    file.channels = "0T 16T";
    vrma_expect(&file, "animation/expression-node-order", "error " CUSTOM "wink/node;");
    file.channels = "0T|15T 16T";
    vrma_expect(&file, "animation/expression-node-order", "");
}

static void test_hierarchy(void **state)
{
    (void)state;
    struct vrma_file file = with_expressions();
    vrma_expect(&file, "animation/expression-node-in-hierarchy", "");
    /* below the hips, below a bone, above a bone, in a group, with a child */
    static const char *const inside[] = {"hips", "leftHand", "sword", "root"};
    for (size_t i = 0; i < 4; i++) {
        file = with_expressions();
        vrma_add(&file, "sword", "leftHand", NULL);
        vrma_add(&file, "root", NULL, NULL);
        vrma_part(&file, "hips")->parent = "root";
        vrma_part(&file, "wink")->parent = inside[i];
        vrma_expect(&file, "animation/expression-node-in-hierarchy", "error " CUSTOM "wink/node;");
    }
    file = with_expressions();
    vrma_add(&file, "group", NULL, NULL);
    vrma_part(&file, "wink")->parent = "group";
    vrma_expect(&file, "animation/expression-node-in-hierarchy", "error " CUSTOM "wink/node;");
    /* indices that move up refer to other nodes */
    vrma_add(&file, "prop", NULL, NULL);
    vrma_add(&file, "lamp", NULL, NULL);
    vrma_expect(&file, "animation/expression-node-in-hierarchy", "");
    vrma_part(&file, "happy")->parent = "wink";
    vrma_expect(&file, "animation/expression-node-in-hierarchy", "warning " CUSTOM "wink/node;");
}

/* ---- the gaze ---- */

static void test_gaze_node(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    vrma_expect(&file, "animation/look-at-node-missing", "");
    file.members = "'lookAt':{}";
    vrma_expect(&file, "animation/look-at-node-missing", "warning ~/lookAt;");
    file.version = "1.0-draft";
    vrma_expect(&file, "animation/look-at-node-missing", "error ~/lookAt;");
    file.members = "'lookAt':{'node':99}";
    vrma_expect(&file, "animation/look-at-node-missing", "");
    file.members = "'lookAt':7";
    vrma_expect(&file, "animation/look-at-node-missing", "");
}

/* Rotations by 0.0009 and 0.0011 radians about Y. */
#define LITTLE "'rotation':[0,0.00045,0,0.99999989875]"
#define MORE "'rotation':[0,0.00055,0,0.99999984875]"

static void test_gaze_parents(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    vrma_add(&file, "gaze", "stand", NULL);
    vrma_add(&file, "stand", "floor", NULL);
    vrma_add(&file, "floor", NULL, NULL);
    file.members = "'lookAt':{'node':15}";
    file.channels = "15R";
    vrma_part(&file, "stand")->at[2] = 3;
    vrma_expect(&file, "animation/look-at-node-parented", "");
    vrma_part(&file, "gaze")->more = MORE;
    vrma_expect(&file, "animation/look-at-node-parented", "");
    vrma_part(&file, "stand")->more = LITTLE;
    vrma_expect(&file, "animation/look-at-node-parented", "");
    vrma_part(&file, "stand")->more = MORE;
    vrma_expect(&file, "animation/look-at-node-parented", "info ~/lookAt/node;");
    file.version = "1.0-draft";
    vrma_expect(&file, "animation/look-at-node-parented", "");
    file.version = "1.0";
    vrma_part(&file, "stand")->more = "'scale':[2,2,2]";
    vrma_part(&file, "floor")->more = "'rotation':[0,1,0,0]";
    vrma_expect(&file, "animation/look-at-node-parented", "info ~/lookAt/node;");
    /* turned back by the node below */
    vrma_part(&file, "stand")->more = "'rotation':[0,-1,0,0]";
    vrma_expect(&file, "animation/look-at-node-parented", "");
    file.channels = "15R 17T 16T";
    vrma_expect(&file, "animation/look-at-node-parented", "");
    file.channels = "15R 17R";
    vrma_expect(&file, "animation/look-at-node-parented", "info ~/lookAt/node;");
}

static void test_offset(void **state)
{
    (void)state;
    static const struct {
        const char *offset;
        bool large;    /* with a head */
        bool headless; /* without a head: measured from the ground */
    } cases[] = {
        {"[0,0.499,0]", false, false},  {"[0,0.501,0]", true, false},
        {"[0.3,0.3,0.3]", true, false}, {"[0.28,0.28,0.28]", false, false},
        {"[0,0.1001,0]", false, false}, {"[0,0.0999,0]", false, true},
        {"[0,2.999,0]", true, false},   {"[0,3.001,0]", true, true},
        {"[0,-1,0]", true, true},       {"[0,9]", false, false},
        {"[0,1e400,0]", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct vrma_file file = vrma_body();
        char members[100];
        snprintf(members, sizeof members, "'lookAt':{'offsetFromHeadBone':%s}", cases[i].offset);
        file.members = members;
        static const char large[] = "info ~/lookAt/offsetFromHeadBone;";
        vrma_expect(&file, "animation/look-at-offset-large", cases[i].large ? large : "");
        vrma_expect(&file, "animation/look-at-offset-without-head", "");
        vrma_expect(&file, "animation/look-at-offset-draft", "");
        file.headless = true;
        vrma_expect(&file, "animation/look-at-offset-large", cases[i].headless ? large : "");
    }
    struct vrma_file file = vrma_body();
    file.members = "'lookAt':{'offsetFromHeadBone':[0,0,0]}";
    file.headless = true;
    file.version = "1.0-draft";
    vrma_expect(&file, "animation/look-at-offset-without-head", "info ~/lookAt/offsetFromHeadBone;");
    vrma_expect(&file, "animation/look-at-offset-draft", "info ~/lookAt/offsetFromHeadBone;");
}

TEST_PROGRAM(animation_roles)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),          cmocka_unit_test(test_bone_names),   cmocka_unit_test(test_preset_names),
        cmocka_unit_test(test_custom_names),   cmocka_unit_test(test_custom_count), cmocka_unit_test(test_reused),
        cmocka_unit_test(test_names_of_nodes), cmocka_unit_test(test_rest),         cmocka_unit_test(test_places),
        cmocka_unit_test(test_order),          cmocka_unit_test(test_hierarchy),    cmocka_unit_test(test_gaze_node),
        cmocka_unit_test(test_gaze_parents),   cmocka_unit_test(test_offset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
