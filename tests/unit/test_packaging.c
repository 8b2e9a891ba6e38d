/* Declarations, places and names of extensions: the cases that are too small for fixtures. */
#include "packaging_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files without findings ---- */

static void nothing_to_say(void **state)
{
    (void)state;
    expect_packaging("{" ASSET "}", "");
    expect_packaging("{" ASSET "," USED("'KHR_materials_unlit'") "}", "");
    expect_packaging("{" ASSET "," USED(SPRINGS) ",'nodes':[{}],'extensions':{" SPRINGS
                                                 ":{'specVersion':'1.0'," ONE_SPRING "}}}",
                     "");
    /* names in extras belong to the author of the file */
    expect_packaging("{" ASSET ",'nodes':[{'extras':{'extensions':{" SPRINGS ":{}," LIMIT ":{}}}}]}", "");
    /* extras and other extensions are legal everywhere */
    expect_packaging("{" ASSET
                     "," USED(SPRINGS ",'EXT_mine'") ",'nodes':[{}],'extensions':{" SPRINGS
                                                     ":{'specVersion':'1.0','extras':1,'extensions':{'EXT_mine':{}},'"
                                                     "springs':[{'extras':[],'joints':[{'node':0,"
                                                     "'extras':{'extensions':{}},'extensions':{'EXT_mine':1}}]}]}}}",
                     "");
}

static void everything_in_place(void **state)
{
    (void)state;
    expect_packaging(
        "{" ASSET "," USED(
            SPRINGS
            "," COLLIDER "," LIMIT "," CONSTRAINT "," ANIMATION
            ",'VRM'") ",'nodes':[{'extensions':{" CONSTRAINT
                      ":{'specVersion':'1.0','constraint':{'rotation':{'source':1}}}}},{}],"
                      "'extensions':{" ANIMATION ":{'specVersion':'1.0'}," SPRINGS
                      ":{'specVersion':'1.0','colliders':[{'node':0,'shape':{'sphere':{}},'extensions':{" COLLIDER
                      ":{'specVersion':'1.0','shape':{'plane':{}}}}}],'springs':[{'joints':[{'node':0,'extensions':"
                      "{" LIMIT ":{'specVersion':'1.0-draft'," CONE "}}}]}]}}}",
        "vrm0/declared-but-absent /extensionsUsed/5 safe;"
        "limit/draft-extension " P "/springs/0/joints/0/extensions/VRMC_springBone_limit none;");
}

/* ---- unreadable files ---- */

/* If the place of an extension has the wrong type, it is unknown whether the extension is present. */
static void unreadable_places(void **state)
{
    (void)state;
    static const struct {
        const char *names;  /* in extensionsUsed and extensionsRequired */
        const char *member; /* member of the root */
        const char *found;
    } cases[] = {
        {SPRINGS "," COLLIDER "," LIMIT "," ANIMATION, "'extensions':null", "gltf/wrong-type /extensions none;"},
        {SPRINGS, "'extensions':[1]", "gltf/wrong-type /extensions none;"},
        {CONSTRAINT, "'extensions':5",
         "constraint/required-but-absent /extensionsRequired/0 safe;gltf/wrong-type /extensions none;"},
        {CONSTRAINT, "'nodes':{}", "gltf/wrong-type /nodes none;"},
        {CONSTRAINT, "'nodes':[{},5]", "gltf/wrong-type /nodes/1 none;"},
        {CONSTRAINT, "'nodes':[{'extensions':[]}]", "gltf/wrong-type /nodes/0/extensions none;"},
        {CONSTRAINT, "'nodes':[{'extensions':{}}]", "constraint/required-but-absent /extensionsRequired/0 safe;"},
        {COLLIDER "," LIMIT, "'extensions':{" SPRINGS ":[]}",
         "springbone/not-declared /extensionsUsed repair;springbone/wrong-type " P " none;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "{" ASSET "," USED("%s") ",'extensionsRequired':[%s],%s}", cases[i].names,
                 cases[i].names, cases[i].member);
        expect_packaging(text, cases[i].found);
    }
}

static bool has_rule(const struct vrmlint_report *report, const char *id)
{
    bool found = false;
    for (size_t i = 0; i < report->finding_count; i++) {
        found = found || strcmp(report->findings[i].rule->id, id) == 0;
    }
    return found;
}

static void unreadable_springs(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        bool limit; /* the limit extension may be hidden there */
        bool collider;
    } cases[] = {
        {"'springs':null", true, false},
        {"'springs':[{'joints':[{'node':0}]},null]", true, false},
        {"'springs':[{'joints':{}}]", true, false},
        {"'springs':[{'joints':[{'node':0,'extensions':[]}]}]", true, false},
        {"'springs':[{'joints':[{'node':0,'extensions':{}}],'extensions':null}]", false, false},
        {ONE_SPRING ",'colliders':5", false, true},
        {ONE_SPRING ",'colliders':[[]]", false, true},
        {ONE_SPRING ",'colliders':[{'node':0,'shape':{'sphere':{}},'extensions':1}]", false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "{" ASSET "," USED(SPRINGS "," COLLIDER "," LIMIT) ",'nodes':[{}],'extensions':{" SPRINGS
                                                                    ":{'specVersion':'1.0',%s}}}",
                 cases[i].list);
        struct vrmlint_report *report = lint_as("test.gltf", text);
        assert_int_equal(has_rule(report, "limit/declared-but-absent"), !cases[i].limit);
        assert_int_equal(has_rule(report, "collider/declared-but-absent"), !cases[i].collider);
        vrmlint_report_free(report);
    }
}

/* ---- lists ---- */

static void lists(void **state)
{
    (void)state;
#define BODY "'nodes':[{}],'extensions':{" SPRINGS ":{'specVersion':'1.0'," ONE_SPRING "}}"
    expect_packaging("{" ASSET "," BODY "}", "springbone/not-declared  repair;");
    expect_packaging("{" ASSET "," USED("") "," BODY "}", "springbone/not-declared /extensionsUsed repair;");
    expect_packaging("{" ASSET "," USED("'VRMC_springbone'") "," BODY "}",
                     "springbone/not-declared /extensionsUsed repair;");
    /* a list of the wrong type is one finding, and its declarations are unknown */
    expect_packaging("{" ASSET ",'extensionsUsed':{}," BODY "}", "gltf/wrong-type /extensionsUsed none;");
    expect_packaging("{" ASSET ",'extensionsUsed':null," BODY "}", "gltf/wrong-type /extensionsUsed none;");
    expect_packaging("{" ASSET "," USED("1,2," SPRINGS ",3") "," BODY "}",
                     "gltf/wrong-type /extensionsUsed/0 none;gltf/wrong-type /extensionsUsed/1 none;"
                     "gltf/wrong-type /extensionsUsed/3 none;");
    expect_packaging("{" ASSET "," USED(SPRINGS) ",'extensionsRequired':" SPRINGS "," BODY "}",
                     "gltf/wrong-type /extensionsRequired repair;");
    /* each name is judged once, however often the list repeats it */
    expect_packaging("{" ASSET "," USED("'A'," SPRINGS "," SPRINGS) "}",
                     "springbone/declared-but-absent /extensionsUsed/1 safe;"
                     "gltf/duplicate-item /extensionsUsed/2 repair;");
    expect_packaging("{" ASSET "," USED("'A',5,'B','A',5,'A'") "}",
                     "gltf/wrong-type /extensionsUsed/1 none;gltf/duplicate-item /extensionsUsed/3 repair;"
                     "gltf/wrong-type /extensionsUsed/4 none;gltf/duplicate-item /extensionsUsed/5 repair;");
    expect_packaging("{" ASSET "," USED(SPRINGS) ",'extensionsRequired':['A'," SPRINGS "]," BODY "}",
                     "springbone/listed-as-required /extensionsRequired/1 repair;");
    /* only required-but-absent is reported; it doesn't need extensionsUsed */
    expect_packaging("{" ASSET "," USED(SPRINGS) ",'extensionsRequired':[" SPRINGS "]}",
                     "springbone/required-but-absent /extensionsRequired/0 safe;");
    expect_packaging("{" ASSET ",'extensionsRequired':[" LIMIT "," COLLIDER "]}",
                     "limit/required-but-absent /extensionsRequired/0 safe;"
                     "collider/required-but-absent /extensionsRequired/1 safe;");
    /* required and not declared are two findings */
    expect_packaging("{" ASSET ",'extensionsRequired':[" SPRINGS "]," BODY "}",
                     "springbone/not-declared  repair;springbone/listed-as-required /extensionsRequired/0 repair;");
    /* VRM is an extension like the others */
    expect_packaging("{" ASSET ",'extensions':{'VRM':{'meta':{},'secondaryAnimation':{'boneGroups':[],"
                     "'colliderGroups':[]}}}}",
                     "vrm0/not-declared  repair;");
#undef BODY
}

/* ---- places ---- */

static void places(void **state)
{
    (void)state;
    /* extensions inside a misplaced extension aren't reported */
    expect_packaging("{" ASSET "," USED(SPRINGS "," LIMIT) ",'nodes':[{'extensions':{" SPRINGS
                                                           ":{'springs':[{'joints':[{'node':0,'extensions':{" LIMIT
                                                           ":{}}}]}]}}}]}",
                     "springbone/wrong-location /nodes/0/extensions/VRMC_springBone unsafe;");
    /* nor inside a misnamed one */
    expect_packaging("{" ASSET
                     "," USED(SPRINGS) ",'extensions':{'VRMC_springbone':{'springs':[{'joints':[{'extensions':{" LIMIT
                                       ":{}}}]}]}}}",
                     "springbone/misnamed /extensions/VRMC_springbone repair;");
    expect_packaging("{" ASSET ",'extensionsUsed':['EX_A'],'extensions':{'EX_A':{'extensions':{" SPRINGS ":{}}}}}",
                     "springbone/wrong-location /extensions/EX_A/extensions/VRMC_springBone unsafe;");
    expect_packaging("{" ASSET "," USED(SPRINGS) ",'extensions':{" SPRINGS
                                                 ":{'specVersion':'1.0','springs':[{'joints':[{'node':0}],"
                                                 "'extensions':{" SPRINGS ":{}}}]}},'nodes':[{}]}",
                     "springbone/wrong-location " P "/springs/0/extensions/VRMC_springBone none;");
    /* an extension one level too deep can be fixed if the correct place is free */
    expect_packaging(
        "{" ASSET "," USED(SPRINGS "," COLLIDER) ",'nodes':[{}],'extensions':{" SPRINGS
                                                 ":{'specVersion':'1.0'," ONE_SPRING
                                                 ",'colliders':[{'node':0,'shape':{'sphere':{},'extensions':{" COLLIDER
                                                 ":{}}}},{'node':0,'extensions':{" COLLIDER
                                                 ":{'specVersion':'1.0'}},'shape':{'sphere':{},'extensions':{" COLLIDER
                                                 ":{}}}}]}}}",
        "collider/wrong-location " P "/colliders/0/shape/extensions/VRMC_springBone_extended_collider repair;"
        "collider/wrong-location " P "/colliders/1/shape/extensions/VRMC_springBone_extended_collider none;");
    expect_packaging("{" ASSET ",'scenes':[{'extensions':{" CONSTRAINT ":{}}}],'samplers':[{'extensions':{" ANIMATION
                     ":{}}}]}",
                     "constraint/wrong-location /scenes/0/extensions/VRMC_node_constraint none;"
                     "animation/wrong-location /samplers/0/extensions/VRMC_vrm_animation none;");
}

/* The message about VRMMetalKit's own kind of limit gives the angle in radians. */
static void angle_limit(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint_as(
        "test.gltf",
        "{" ASSET "," USED(SPRINGS) ",'nodes':[{'name':'Hair'}],'extensions':{" SPRINGS
                                    ":{'specVersion':'1.0','springs':[{'joints':[{'node':0,'extensions':{" COLLIDER
                                    ":{'angleLimit':90}}}]}]}}}");
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(report->findings[0].rule->id, "collider/wrong-location");
    assert_float_equal(measured(&report->findings[0], "angle"), 1.5707963267948966, 1e-12);
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "VRMC_springBone_limit"));
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "1.571"));
    vrmlint_report_free(report);
}

static void names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *rule; /* NULL: unlike all our names */
    } cases[] = {
        {"vrmc_springbone", "springbone/misnamed"},
        {"VRMC_spring_bone", "springbone/misnamed"},
        {"VRM_springBone", "springbone/misnamed"},
        {"VMRC_springBone", "springbone/misnamed"},
        {"VRMC_springBones", "springbone/misnamed"},
        {"VRMC_springBone_extended_colliders", "collider/misnamed"},
        {"VRMC_springBone_extended", "collider/misnamed"},
        {"VRMC_SpringBone_Limit", "limit/misnamed"},
        {"VRMC_node_constraints", "constraint/misnamed"},
        {"VRMC_constraints", "constraint/misnamed"},
        {"VRMC_constraint", "constraint/misnamed"},
        {"VMRC_node_constraint", "constraint/misnamed"},
        {"VRMC_Node_Constraint", "constraint/misnamed"},
        {"VRMC_VRM_animation", "animation/misnamed"},
        {"VRMC_animation", "animation/misnamed"},
        {"VMRC_vrm_animation", "animation/misnamed"},
        {"VRMC_VRM", "vrm/misnamed"},
        {"VMRC_vrm", "vrm/misnamed"},
        {"VRM1", "vrm/misnamed"},
        {"VRMC", "vrm/misnamed"},
        {"VRMC_vrm-1.0", "vrm/misnamed"},
        {"VRMC_avatar", "vrm/misnamed"},
        {"Vrm", "vrm0/misnamed"},
        {"VRMC_materials_mtoon", "mtoon/wrong-location"},
        {"VMRC_materials_mtoon", "mtoon/misnamed"},
        {"KHR_texture_transform", "gltf/wrong-location"},
        {"VRMC_node_collider", NULL},
        {"VRMC_springBone_wind", NULL},
        {"VRMC_vrm_pose", NULL},
        {"V", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[500];
        char expected[200] = "";
        snprintf(text, sizeof text, "{" ASSET ",'nodes':[{'extensions':{'%s':{}}}]}", cases[i].name);
        if (cases[i].rule != NULL) {
            snprintf(expected, sizeof expected, "%s /nodes/0/extensions/%s none;", cases[i].rule, cases[i].name);
        }
        struct vrmlint_report *report = lint_as("test.gltf", text);
        print_message("%s\n", cases[i].name);
        if (cases[i].rule == NULL) { /* unknown names aren't declared */
            for (size_t k = 0; k < report->finding_count; k++) {
                assert_string_equal(report->findings[k].rule->id, "gltf/not-declared");
            }
        } else {
            assert_int_equal(report->finding_count, 1);
        }
        if (cases[i].rule != NULL) {
            assert_string_equal(report->findings[0].rule->id, cases[i].rule);
            /* constraints belong in nodes, so a misnamed one is lost; other extensions don't belong there */
            bool lost = strcmp(cases[i].rule, "constraint/misnamed") == 0 || strstr(cases[i].rule, "/wrong-") != NULL;
            assert_int_equal(report->findings[0].severity, lost ? VRMLINT_ERROR : VRMLINT_WARNING);
        }
        vrmlint_report_free(report);
    }
    /* only letter case differs, and the place is correct: a fix can be automatic, except for constraints,
     * whose drafts had other names */
    expect_packaging("{" ASSET ",'extensions':{'VRMC_VRM_animation':{}}}",
                     "animation/misnamed /extensions/VRMC_VRM_animation repair;");
    expect_packaging("{" ASSET ",'nodes':[{'extensions':{'VRMC_Node_constraint':{}}}]}",
                     "constraint/misnamed /nodes/0/extensions/VRMC_Node_constraint none;");
    /* a name listed correctly and misspelt in its place isn't absent */
    expect_packaging("{" ASSET "," USED(CONSTRAINT) ",'nodes':[{'extensions':{'VRMC_constraint':{}}}]}",
                     "constraint/misnamed /nodes/0/extensions/VRMC_constraint none;");
}

/* ---- combinations of extensions, and names of files ---- */

static void together(void **state)
{
    (void)state;
#define FILE_OF(springs, old)                                                                                          \
    "{" ASSET "," USED(SPRINGS ",'VRM'") ",'nodes':[{}],'extensions':{" SPRINGS ":{'specVersion':'1.0'" springs        \
                                         "},'VRM':{'meta':{},'secondaryAnimation':{'colliderGroups':[]" old "}}}}"
    expect_packaging(FILE_OF("," ONE_SPRING, ",'boneGroups':[]"), "");
    expect_packaging(FILE_OF("," ONE_SPRING, ""), "");
    expect_packaging(FILE_OF("", ""), "springbone/no-springs " P " unsafe;");
    /* an empty list has a finding of its own */
    expect_packaging(FILE_OF(",'springs':[]", ""), "springbone/empty-array " P "/springs safe;");
    expect_packaging(FILE_OF(",'springs':{}", ""), "springbone/wrong-type " P "/springs none;");
    struct vrmlint_report *report = lint_as(
        "test.gltf", FILE_OF("," ONE_SPRING, ",'boneGroups':[{'stiffiness':1,'gravityPower':0,'gravityDir':{'x':0,"
                                             "'y':-1,'z':0},'dragForce':0.4,'hitRadius':0,'colliderGroups':[]}]"));
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(report->findings[0].rule->id, "springbone/mixed-generations");
    assert_string_equal(report->findings[0].pointer, P);
    assert_int_equal(report->findings[0].related_count, 1);
    assert_string_equal(report->findings[0].related[0].pointer, "/extensions/VRM/secondaryAnimation");
    vrmlint_report_free(report);
#undef FILE_OF
    /* an extension that isn't an object has only that finding */
    expect_packaging("{" ASSET "," USED(SPRINGS) ",'extensions':{" SPRINGS ":[]}}",
                     "springbone/wrong-type " P " none;");
    expect_packaging("{" ASSET "," USED(SPRINGS) ",'extensions':{" SPRINGS ":null}}",
                     "springbone/wrong-type " P " none;");
    expect_packaging("{" ASSET "," USED(ANIMATION ",'VRM'") ",'extensions':{" ANIMATION
                                                            ":{'specVersion':'1.0'},'VRM':{'meta':{}}}}",
                     "animation/with-vrm /extensions/VRMC_vrm_animation none;");
}

static void names_of_files(void **state)
{
    (void)state;
    expect_as("wave.vrma", "{" ASSET "}", "animation/missing-extension  none;");
    expect_as("folder.vrma/wave.VrmA", "{" ASSET "}", "animation/missing-extension  none;");
    expect_as("wave.vrma.gltf", "{" ASSET "}", "");
    expect_as("vrma", "{" ASSET "}", "");
    /* listed and absent: declared-but-absent isn't reported too */
    expect_as("wave.vrma", "{" ASSET "," USED(ANIMATION) "}", "animation/missing-extension  none;");
    expect_as("wave.vrma", "{" ASSET "," USED(ANIMATION) ",'extensionsRequired':[" ANIMATION "]}",
              "animation/missing-extension  none;animation/required-but-absent /extensionsRequired/0 safe;");
    /* only misplaced or misspelt is reported */
    expect_as("wave.vrma", "{" ASSET ",'nodes':[{'extensions':{" ANIMATION ":{}}}]}",
              "animation/wrong-location /nodes/0/extensions/VRMC_vrm_animation none;");
    expect_as("wave.vrma", "{" ASSET ",'extensions':{'VRMC_animation':{}}}",
              "animation/misnamed /extensions/VRMC_animation none;");
    expect_as("wave.vrma", "{" ASSET "," USED(ANIMATION) ",'extensions':{" ANIMATION ":{'specVersion':'1.0'}}}",
              "animation/not-glb  none;");
}

/* ---- checked extensions ---- */

static void what_was_checked(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint_as("test.gltf", "{" ASSET ",'nodes':[{'extensions':{" CONSTRAINT
                                                         ":{'specVersion':'1.0'}}},{'extensions':{" CONSTRAINT
                                                         ":{'specVersion':'1.0-beta'}}},{'extensions':{" CONSTRAINT
                                                         ":{'specVersion':'1.0'}}}],'extensions':{" SPRINGS
                                                         ":{},'VRMC_vrm':{},'VRM':{'secondaryAnimation':{}}}}");
    assert_int_equal(report->extension_count, 4);
    assert_string_equal(version_in(report, "VRMC_vrm"), "");
    assert_string_equal(version_in(report, "VRMC_node_constraint"), "1.0, 1.0-beta");
    assert_string_equal(version_in(report, "VRMC_springBone"), "");
    assert_string_equal(version_in(report, "VRM"), "0.x");
    assert_int_equal(report->unchecked_count, 0);
    vrmlint_report_free(report);

    report = lint_as("test.gltf", "{" ASSET ",'extensions':{'VRM':{'specVersion':'0.0','secondaryAnimation':{}}}}");
    assert_string_equal(version_in(report, "VRM"), "0.0");
    vrmlint_report_free(report);
    report = lint_as("test.gltf", "{" ASSET ",'extensions':{'VRM':{'specVersion':'0.0'}}}");
    assert_string_equal(version_in(report, "VRM"), "0.0");
    assert_int_equal(report->unchecked_count, 0);
    vrmlint_report_free(report);
    /* a name that is only listed counts as present if it is an unknown extension */
    report = lint_as("test.gltf", "{" ASSET ",'extensionsUsed':['KHR_xmp_json_ld'," SPRINGS "," CONSTRAINT "]}");
    assert_int_equal(report->unchecked_count, 1);
    assert_string_equal(report->unchecked[0], "KHR_xmp_json_ld");
    vrmlint_report_free(report);
    /* an extension in the wrong place isn't checked */
    report = lint_as("test.gltf", "{" ASSET ",'nodes':[{'extensions':{" SPRINGS ":{'specVersion':'1.0'}}}]}");
    assert_int_equal(report->extension_count, 0);
    assert_int_equal(report->unchecked_count, 1);
    vrmlint_report_free(report);
}

TEST_PROGRAM(packaging)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_to_say),
        cmocka_unit_test(everything_in_place),
        cmocka_unit_test(lists),
        cmocka_unit_test(unreadable_places),
        cmocka_unit_test(unreadable_springs),
        cmocka_unit_test(places),
        cmocka_unit_test(angle_limit),
        cmocka_unit_test(names),
        cmocka_unit_test(together),
        cmocka_unit_test(names_of_files),
        cmocka_unit_test(what_was_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
