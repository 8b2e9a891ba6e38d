/* From schema failures to findings: one finding for each defect, its family, and its fix. */
#include "packaging_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPRING_FILE(members) "{" ASSET ",'nodes':[{},{}],'extensions':{" SPRINGS ":{'specVersion':'1.0'," members "}}}"
#define COLLIDER_FILE(members) SPRING_FILE("'colliders':[{'node':0," members "}]")
#define SPRING(members) SPRING_FILE("'springs':[{'joints':[{'node':0}]," members "}]")
#define CONSTRAINT_FILE(members) "{" ASSET ",'nodes':[{'extensions':{" CONSTRAINT ":{" members "}}},{}]}"
#define ANIMATION_FILE(members)                                                                                        \
    "{" ASSET ",'nodes':[{}],'extensions':{" ANIMATION ":{'specVersion':'1.0'," members "}}}"
#define OLD_FILE(members) "{" ASSET ",'nodes':[{}],'extensions':{'VRM':{'meta':{},'secondaryAnimation':{" members "}}}}"
#define D "/nodes/0/extensions/VRMC_node_constraint"
#define A "/extensions/VRMC_vrm_animation"

static void flattened_shapes(void **state)
{
    (void)state;
    static const char base[] = "collider/shape-flattened " P "/colliders/0/shape repair;";
    expect_by_schema(COLLIDER_FILE("'shape':{'offset':[0,0,0],'radius':1,'tail':[0,1,0]}"), base);
    expect_by_schema(COLLIDER_FILE("'shape':{'radius':1,'colour':'red'}"), base);
    /* a misspelt name is the cause of the missing shape */
    expect_by_schema(COLLIDER_FILE("'shape':{'sphre':{}}"),
                     "collider/unknown-property " P "/colliders/0/shape/sphre repair;");
    /* a shape beside the numbers: then the numbers are superfluous */
    expect_by_schema(COLLIDER_FILE("'shape':{'sphere':{},'radius':1}"),
                     "collider/unknown-property " P "/colliders/0/shape/radius none;");
    expect_by_schema(COLLIDER_FILE("'shape':{'plane':{}}"),
                     "collider/one-of " P "/colliders/0/shape none;"
                     "collider/unknown-property " P "/colliders/0/shape/plane none;");
    expect_by_schema(COLLIDER_FILE("'shape':{'normal':[0,1,0]}"),
                     "collider/one-of " P "/colliders/0/shape none;"
                     "collider/unknown-property " P "/colliders/0/shape/normal none;");
    expect_by_schema(COLLIDER_FILE("'shape':{'sphere':{}},'extensions':{" COLLIDER
                                   ":{'specVersion':'1.0','shape':{'offset':[0,0,0],'normal':[0,1,0]}}}"),
                     "collider/shape-flattened " P
                     "/colliders/0/extensions/VRMC_springBone_extended_collider/shape repair;");
}

static void what_rules_of_their_own_say(void **state)
{
    (void)state;
    /* versions */
    expect_by_schema("{" ASSET ",'extensions':{" SPRINGS ":{}}}", "");
    expect_by_schema(CONSTRAINT_FILE("'constraint':{'rotation':{'source':1}}"), "");
    /* a kind of another version */
    expect_by_schema(CONSTRAINT_FILE("'specVersion':'1.0','constraint':{'position':{'source':1}}"), "");
    expect_by_schema(CONSTRAINT_FILE("'specVersion':'1.0','constraint':{'position':{},'roll':{'source':1,'rollAxis':"
                                     "'X'},'rotation':{'source':1}}"),
                     "");
    expect_by_schema(CONSTRAINT_FILE("'specVersion':'1.0-draft','rotation':{'source':1},'roll':{'source':1}"), "");
    expect_by_schema(CONSTRAINT_FILE("'specVersion':'1.0','constraint':{'extras':1}"),
                     "constraint/one-of " D "/constraint none;");
    /* draft A as in its tables */
    expect_by_schema(CONSTRAINT_FILE("'specVersion':'1.0-draft','rotation':{'source':1}"), "");
    expect_by_schema(CONSTRAINT_FILE("'specVersion':'1.0','rotation':{'source':1}"),
                     "constraint/unknown-property " D "/rotation none;");
    /* an extended collider without a shape, a gaze without a node, missing or unknown bones */
    expect_by_schema(COLLIDER_FILE("'shape':{'sphere':{}},'extensions':{" COLLIDER ":{'specVersion':'1.0'}}"), "");
    expect_by_schema(ANIMATION_FILE("'lookAt':{},'humanoid':{'humanBones':{'hip':{'node':0}}}"), "");
    expect_by_schema(ANIMATION_FILE("'expressions':{'preset':{'joy':{'node':0}}}"), "");
    /* VRM 0.x */
    expect_by_schema(OLD_FILE(""), "");
    expect_by_schema(OLD_FILE("'colliderGroups':[{'colliders':[{'radius':-1}]},{'node':7}]"), "");
    expect_by_schema(OLD_FILE("'boneGroups':[{'stiffiness':-1,'gravityPower':0,'gravityDir':{'x':0,'y':0,'z':0},"
                              "'dragForce':2,'hitRadius':0,'center':null,'bones':[-1,7],'colliderGroups':[9]}]"),
                     "");
}

static void first_draft_of_animations(void **state)
{
    (void)state;
    expect_by_schema(ANIMATION_FILE("'humanoid':{'hips':{'node':0},'spine':{'node':0}}"),
                     "animation/missing-property " A "/humanoid repair;");
    expect_by_schema(ANIMATION_FILE("'humanoid':{}"), "animation/missing-property " A "/humanoid none;");
    expect_by_schema(ANIMATION_FILE("'humanoid':{'humanBones':{},'hips':{'node':0}}"),
                     "animation/unknown-property " A "/humanoid/hips repair;");
}

/* An offset that isn't an array of three numbers is one finding, at the offset. */
static void offset_of_the_gaze(void **state)
{
    (void)state;
    static const char *const wrong[] = {"[0,1]", "[0,1,2,3]", "[]", "['0','1',2]", "'high'", "{'x':0}", "1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[300];
        snprintf(text, sizeof text, ANIMATION_FILE("'lookAt':{'node':0,'offsetFromHeadBone':%s}"), wrong[i]);
        expect_by_schema(text, "animation/array-length " A "/lookAt/offsetFromHeadBone none;");
    }
    expect_by_schema(ANIMATION_FILE("'lookAt':{'node':0,'offsetFromHeadBone':null}"),
                     "animation/array-length " A "/lookAt/offsetFromHeadBone safe;");
    expect_by_schema(ANIMATION_FILE("'lookAt':{'node':0,'offsetFromHeadBone':[0,0.06,0]}"), "");
}

/* A null can be removed if the member is optional; otherwise the user must write a value. */
static void nulls(void **state)
{
    (void)state;
    expect_by_schema(SPRING("'center':null,'name':null"), "springbone/wrong-type " P "/springs/0/center safe;"
                                                          "springbone/wrong-type " P "/springs/0/name safe;");
    expect_by_schema(SPRING("'colliderGroups':null"), "springbone/wrong-type " P "/springs/0/colliderGroups safe;");
    expect_by_schema(SPRING("'colliderGroups':[null]"), "springbone/wrong-type " P "/springs/0/colliderGroups/0 none;");
    expect_by_schema(SPRING_FILE("'springs':[null,{'joints':null}]"),
                     "springbone/wrong-type " P "/springs/0 none;springbone/wrong-type " P "/springs/1/joints none;");
    expect_by_schema(COLLIDER_FILE("'shape':null"), "collider/wrong-type " P "/colliders/0/shape none;");
    /* the only shape is needed, but a second one can be removed */
    expect_by_schema(COLLIDER_FILE("'shape':{'sphere':null}"),
                     "collider/wrong-type " P "/colliders/0/shape/sphere none;");
    expect_by_schema(COLLIDER_FILE("'shape':{'sphere':null,'capsule':{'radius':1}}"),
                     "collider/one-of " P "/colliders/0/shape none;"
                     "collider/wrong-type " P "/colliders/0/shape/sphere safe;");
    expect_by_schema(SPRING_FILE("'colliderGroups':[{'colliders':null,'name':null}]"),
                     "collider/wrong-type " P "/colliderGroups/0/colliders none;"
                     "collider/wrong-type " P "/colliderGroups/0/name safe;");
    expect_by_schema(CONSTRAINT_FILE("'specVersion':'1.0','constraint':{'rotation':{'source':null,'weight':null}}"),
                     "constraint/wrong-type " D "/constraint/rotation/source none;"
                     "constraint/wrong-type " D "/constraint/rotation/weight safe;");
    /* in VRM 0.x apps differ in how they treat missing members */
    expect_by_schema(OLD_FILE("'boneGroups':null,'colliderGroups':[{'node':0,'colliders':[{'radius':null}]}]"),
                     "vrm0/wrong-type /extensions/VRM/secondaryAnimation/boneGroups none;"
                     "vrm0/wrong-type /extensions/VRM/secondaryAnimation/colliderGroups/0/colliders/0/radius none;");
    expect_by_schema(OLD_FILE("'boneGroups':[{'comment':null,'stiffiness':null,'gravityPower':0,'gravityDir':{'x':0,"
                              "'y':0,'z':0},'dragForce':0,'hitRadius':0,'colliderGroups':[]}]"),
                     "vrm0/wrong-type /extensions/VRM/secondaryAnimation/boneGroups/0/comment safe;"
                     "vrm0/wrong-type /extensions/VRM/secondaryAnimation/boneGroups/0/stiffiness none;");
}

/* The root's lists belong to springbone, the elements of two of them to collider. */
static void whose_family(void **state)
{
    (void)state;
    expect_by_schema(SPRING_FILE("'colliders':[],'colliderGroups':[],'springs':[]"),
                     "springbone/empty-array " P "/colliders safe;springbone/empty-array " P "/colliderGroups safe;"
                     "springbone/empty-array " P "/springs safe;");
    expect_by_schema(SPRING_FILE("'colliders':{},'colliderGroups':[1,{'colliders':[]}],'springs':[{'joints':[],"
                                 "'colliderGroups':[]}]"),
                     "springbone/wrong-type " P "/colliders none;collider/wrong-type " P "/colliderGroups/0 none;"
                     "collider/empty-array " P "/colliderGroups/1/colliders repair;"
                     "springbone/empty-array " P "/springs/0/joints repair;"
                     "springbone/empty-array " P "/springs/0/colliderGroups safe;");
}

static void severities(void **state)
{
    (void)state;
    struct vrmlint_report *report =
        lint_by_schema(SPRING_FILE("'colliders':[{'node':0.0,'shape':{'sphere':{'radius':0,'extras':1}}}],'springs':["
                                   "{'joints':[],'colliderGroups':[]}]"));
    static const struct {
        const char *rule;
        enum vrmlint_severity severity;
    } expected[] = {
        {"collider/index-written-as-float", VRMLINT_WARNING},
        {"collider/unknown-property", VRMLINT_INFO},
        {"springbone/empty-array", VRMLINT_ERROR},
        {"springbone/empty-array", VRMLINT_WARNING},
    };
    assert_int_equal(report->finding_count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < report->finding_count; i++) {
        assert_string_equal(report->findings[i].rule->id, expected[i].rule);
        assert_int_equal(report->findings[i].severity, expected[i].severity);
    }
    vrmlint_report_free(report);
    /* the beta gives no lower bound for a radius, but intended one */
    report = lint_by_schema("{" ASSET ",'nodes':[{}],'extensions':{" SPRINGS
                            ":{'specVersion':'1.0-beta','colliders':[{'node':0,'shape':{'sphere':{'radius':-1}}}]}}}");
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(report->findings[0].rule->id, "collider/value-out-of-range");
    assert_int_equal(report->findings[0].severity, VRMLINT_WARNING);
    assert_float_equal(measured(&report->findings[0], "value"), -1, 0);
    vrmlint_report_free(report);
}

static void indices(void **state)
{
    (void)state;
    expect_by_schema(SPRING("'center':-1"), "springbone/negative-index " P "/springs/0/center repair;");
    expect_by_schema(SPRING("'center':-2"), "springbone/negative-index " P "/springs/0/center repair;");
    expect_by_schema(SPRING("'center':2"), "springbone/unresolved-index " P "/springs/0/center repair;");
    /* a number that overflows isn't an index; an integer of any other size is */
    expect_by_schema(SPRING("'center':1e400"), "springbone/not-finite " P "/springs/0/center none;");
    expect_by_schema(SPRING("'center':-1e400"), "springbone/not-finite " P "/springs/0/center none;");
    expect_by_schema(OLD_FILE("'colliderGroups':[{'node':1e400,'colliders':[]}],'boneGroups':[{'stiffiness':0,"
                              "'gravityPower':0,'gravityDir':{'x':0,'y':0,'z':0},'dragForce':0,'hitRadius':0,"
                              "'center':-1,'bones':[-1e400],'colliderGroups':[1e400]}]"),
                     "vrm0/not-finite /extensions/VRM/secondaryAnimation/colliderGroups/0/node none;"
                     "vrm0/not-finite /extensions/VRM/secondaryAnimation/boneGroups/0/bones/0 none;"
                     "vrm0/not-finite /extensions/VRM/secondaryAnimation/boneGroups/0/colliderGroups/0 none;");
    expect_by_schema(SPRING("'center':99999999999999999999"),
                     "springbone/unresolved-index " P "/springs/0/center repair;");
    expect_by_schema(SPRING("'center':1e98"), "springbone/unresolved-index " P "/springs/0/center repair;");
    expect_by_schema(SPRING("'center':1"), "");
    expect_by_schema(SPRING("'center':1.5"), "springbone/index-not-integer " P "/springs/0/center none;");
    expect_by_schema(SPRING("'center':1e0"), "springbone/index-written-as-float " P "/springs/0/center safe;");
    expect_by_schema(SPRING("'center':99999999999999999999"),
                     "springbone/unresolved-index " P "/springs/0/center repair;");
    expect_by_schema(SPRING("'center':'1'"), "springbone/wrong-type " P "/springs/0/center repair;");
    expect_by_schema(SPRING("'colliderGroups':[0]"),
                     "springbone/unresolved-index " P "/springs/0/colliderGroups/0 repair;");
    /* the last of three joints can be removed without changing the rest of the chain */
    expect_by_schema(SPRING_FILE("'springs':[{'joints':[{'node':0},{'node':1},{'node':9}]}]"),
                     "springbone/unresolved-index " P "/springs/0/joints/2/node unsafe;");
    expect_by_schema(SPRING_FILE("'springs':[{'joints':[{'node':0},{'node':9}]}]"),
                     "springbone/unresolved-index " P "/springs/0/joints/1/node none;");
    expect_by_schema(SPRING_FILE("'springs':[{'joints':[{'node':0},{'node':9},{'node':1}]}]"),
                     "springbone/unresolved-index " P "/springs/0/joints/1/node none;");
}

/* Names from the file are quoted and shortened, whatever they contain, and refer to their place. */
static void names_of_properties(void **state)
{
    (void)state;
    char *text = NULL;
    text_add(&text, "%s", "{" ASSET ",'nodes':[{}],'extensions':{" SPRINGS ":{'specVersion':'1.0','a~b/c\\u0001");
    for (int i = 0; i < 10000; i++) {
        text_add(&text, "%s", "long ");
    }
    text_add(&text, "%s", "':1}}}");
    struct vrmlint_report *report = lint_by_schema(text);
    assert_int_equal(report->finding_count, 1);
    const struct vrmlint_finding *finding = &report->findings[0];
    assert_string_equal(finding->rule->id, "springbone/unknown-property");
    assert_memory_equal(finding->pointer, P "/a~0b~1c", strlen(P "/a~0b~1c"));
    assert_non_null(strstr(ENGLISH(finding->message), "'a~b/c"));
    assert_in_range(strlen(ENGLISH(finding->message)), 50, 400);
    vrmlint_report_free(report);
    free(text);
}

/* Wrong names. Each replaces %s, in a file that lacks the right name there. */
static const struct {
    const char *file;
    const char *names; /* each followed by a space */
    const char *says;
} slips[] = {
#define JOINT SPRING_FILE("'springs':[{'joints':[{'node':0,'%s':1}]}]")
    {JOINT, "stiffiness stiffnessForce stiffness_force ", "did you mean 'stiffness'?"},
    {JOINT, "drag drag_force damping ", "did you mean 'dragForce'?"},
    {JOINT, "gravity gravity_power ", "did you mean 'gravityPower'?"},
    {JOINT, "gravity_dir gravityDirection ", "did you mean 'gravityDir'?"},
    {JOINT, "radius hit_radius jointRadius hitradius ", "did you mean 'hitRadius'?"},
    {JOINT, "exclude ", "remove the joint from the list"},
    {JOINT, "name ", "name the node"},
    {SPRING_FILE("'springs':[{'joints':[{'%s':0}]}]"), "bone ", "did you mean 'node'?"},
    {SPRING("'%s':1"), "comment ", "did you mean 'name'?"},
    {SPRING("'%s':1"), "centre ", "did you mean 'center'?"},
    {SPRING("'%s':1"), "colliderGroup ", "did you mean 'colliderGroups'?"},
    {SPRING("'%s':1"), "colliders ", "list it in colliderGroups"},
    {SPRING("'%s':1"), "bones springRoot ", "list every joint of the chain in joints"},
    {SPRING("'%s':1"), "setting ", "set them in the joints"},
    {SPRING("'%s':1"), "stiffness stiffiness gravityPower gravityDir dragForce hitRadius ", "in each joint"},
    {SPRING_FILE("'%s':1"), "collider ", "did you mean 'colliders'?"},
    {SPRING_FILE("'%s':1"), "spring ", "did you mean 'springs'?"},
    {SPRING_FILE("'%s':1"), "boneGroups ", "replace them by springs"},
    {SPRING_FILE("'%s':1"), "settings ", "set them in every joint"},
    {"{" ASSET ",'extensions':{" SPRINGS ":{'%s':'1.0'}}}", "version ", "did you mean 'specVersion'?"},
    {SPRING_FILE("'colliderGroups':[{'colliders':[],'%s':1}]"), "node ", "give every collider its own"},
    {SPRING_FILE("'colliderGroups':[{'colliders':[],'%s':1}]"), "shapes ", "list indices of colliders"},
    {COLLIDER_FILE("'%s':[]"), "shapes ", "did you mean 'shape'?"},
    {COLLIDER_FILE("'%s':{}"), "sphere capsule ", "it belongs in the collider's shape"},
    {COLLIDER_FILE("'%s':1"), "offset radius ", "it belongs in the sphere or capsule"},
#define SHAPE(members) COLLIDER_FILE("'shape':{" members "}")
    {SHAPE("'sphere':{},'%s':{}"), "plane ", "only VRMC_springBone_extended_collider has planes"},
    {SHAPE("'sphere':{'%s':true}"), "inside ", "only VRMC_springBone_extended_collider has shapes"},
    {SHAPE("'capsule':{'%s':true}"), "inside ", "only VRMC_springBone_extended_collider has shapes"},
    {SHAPE("'sphere':{'%s':[0,1,0]}"), "normal ", "only planes have a normal"},
    {SHAPE("'sphere':{'%s':[0,1,0]}"), "center start head ", "did you mean 'offset'?"},
    {SHAPE("'capsule':{'%s':[0,1,0]}"), "center start head ", "did you mean 'offset'?"},
    {SHAPE("'sphere':{'%s':[0,1,0]}"), "end tail ", "a sphere has no tail"},
    {SHAPE("'capsule':{'%s':[0,1,0]}"), "end ", "did you mean 'tail'?"},
#define EXTENDED(members)                                                                                              \
    COLLIDER_FILE("'shape':{'sphere':{}},'extensions':{" COLLIDER ":{'specVersion':'1.0','shape':{" members "}}}")
    {EXTENDED("'%s':{}"), "palne ", "did you mean 'plane'?"},
    {EXTENDED("'%s':{}"), "insideSphere ", "use a sphere with inside set to true"},
    {EXTENDED("'%s':{}"), "insideCapsule ", "use a capsule with inside set to true"},
    {EXTENDED("'sphere':{'%s':[0,1,0]}"), "center start head ", "did you mean 'offset'?"},
#define LIMITED(members)                                                                                               \
    SPRING_FILE("'springs':[{'joints':[{'node':0,'extensions':{" LIMIT ":{'specVersion':'1.0-draft','limit':{" members \
                "}}}},{'node':1}]}]")
    {LIMITED("'cone':{'%s':1}"), "angleLimit limitAngle ", "did you mean 'angle'?"},
    {LIMITED("'hinge':{'%s':1}"), "angleLimit limitAngle ", "did you mean 'angle'?"},
    {LIMITED("'cone':{'angle':1},'%s':1"), "type ", "the kind of limit is its key"},
};

static void slips_are_understood(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++) {
        for (const char *at = slips[i].names; *at != '\0'; at = strchr(at, ' ') + 1) {
            char name[32];
            char text[600];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " "), at);
            const char *gap = strstr(slips[i].file, "%s");
            snprintf(text, sizeof text, "%.*s%s%s", (int)(gap - slips[i].file), slips[i].file, name, gap + 2);
            struct vrmlint_report *report = lint_by_schema(text);
            const struct vrmlint_finding *found = NULL;
            for (size_t k = 0; k < report->finding_count; k++) {
                const char *last = strrchr(report->findings[k].pointer, '/');
                if (strstr(report->findings[k].rule->id, "/unknown-property") != NULL && strcmp(last + 1, name) == 0) {
                    found = &report->findings[k];
                }
            }
            if (found == NULL || strstr(ENGLISH(found->message), slips[i].says) == NULL) {
                fail_msg("%s: %s", name, found == NULL ? "not found" : ENGLISH(found->message));
            }
            vrmlint_report_free(report);
        }
    }
}

TEST_PROGRAM(schema_findings)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flattened_shapes),
        cmocka_unit_test(what_rules_of_their_own_say),
        cmocka_unit_test(first_draft_of_animations),
        cmocka_unit_test(offset_of_the_gaze),
        cmocka_unit_test(nulls),
        cmocka_unit_test(whose_family),
        cmocka_unit_test(severities),
        cmocka_unit_test(indices),
        cmocka_unit_test(names_of_properties),
        cmocka_unit_test(slips_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
