/* VRM 0.x, lists, indices and numbers: cases with findings, their places and severities, and cases without. */
#include "vrm0_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

/* ---- lists and indices ---- */

static void keys(void **state)
{
    (void)state;
    static const struct {
        const char *vrm;
        struct wants wants;
    } cases[] = {
        {"'secondaryAnimation':{'boneGroups':[],'colliderGroups':[]}", NOTHING},
        {"'secondaryAnimation':{'boneGroups':[]}", {1, {WARNING_AT(P0, 0)}}},
        {"'secondaryAnimation':{'colliderGroups':[]}", {1, {WARNING_AT(P0, 0)}}},
        {"'secondaryAnimation':{}", {1, {WARNING_AT(P0, 0)}}},
        {"'secondaryAnimation':[]", NOTHING},
        {"'specVersion':'0.0'", NOTHING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_vrm0("missing-groups-key", vrm0_skeleton, cases[i].vrm, &cases[i].wants);
    }
}

static void centers(void **state)
{
    (void)state;
    static const struct group_case cases[] = {
        {"center-missing", GROUP("'bones':[2]"), "", {1, {WARNING_AT(BONES(0), 0)}}},
        {"center-missing", HAIR ",7", "", NOTHING},
        {"center-missing", GROUP("'bones':[2],'center':null"), "", NOTHING},
        {"center-invalid", GROUP("'bones':[2],'center':null"), "", {1, {ERROR_AT(BONES(0) "/center", 0)}}},
        {"center-invalid", GROUP("'bones':[2],'center':-2"), "", {1, {ERROR_AT(BONES(0) "/center", 0)}}},
        {"center-invalid", GROUP("'bones':[2],'center':13"), "", {1, {ERROR_AT(BONES(0) "/center", 0)}}},
        {"center-invalid",
         GROUP("'bones':[2],'center':99999999999999999999"),
         "",
         {1, {ERROR_AT(BONES(0) "/center", 0)}}},
        {"center-invalid", GROUP("'bones':[2],'center':12"), "", NOTHING},
        {"center-invalid", GROUP("'bones':[2],'center':-1.0"), "", NOTHING},
        /* the schema reports these */
        {"center-invalid", GROUP("'bones':[2],'center':99.5"), "", NOTHING},
        {"center-invalid", GROUP("'bones':[2],'center':'99'"), "", NOTHING},
        {"center-invalid", GROUP("'bones':[2]"), "", NOTHING},
        /* the root itself or an ancestor is allowed */
        {"center-not-ancestor", GROUP("'bones':[2],'center':2"), "", NOTHING},
        {"center-not-ancestor", GROUP("'bones':[2,5],'center':1"), "", NOTHING},
        {"center-not-ancestor", GROUP("'bones':[2],'center':-1"), "", NOTHING},
        {"center-not-ancestor", GROUP("'bones':[],'center':8"), "", NOTHING},
        {"center-not-ancestor", GROUP("'bones':[99],'center':8"), "", NOTHING},
        {"center-not-ancestor", GROUP("'bones':[2],'center':8"), "", {1, {INFO_AT(BONES(0) "/center", 1)}}},
        {"center-not-ancestor", GROUP("'bones':[2],'center':3"), "", {1, {WARNING_AT(BONES(0) "/center", 1)}}},
        {"center-not-ancestor", GROUP("'bones':[2],'center':11"), "", {1, {INFO_AT(BONES(0) "/center", 1)}}},
        /* one finding for all roots that it isn't above */
        {"center-not-ancestor", GROUP("'bones':[2,9,5,7],'center':1"), "", {1, {INFO_AT(BONES(0) "/center", 2)}}},
    };
    expect_cases(cases, sizeof cases / sizeof *cases);
}

static void indices(void **state)
{
    (void)state;
    static const struct group_case cases[] = {
        {"unresolved-bone",
         GROUP("'bones':[2,-1,13,12]"),
         "",
         {2, {ERROR_AT(BONES(0) "/bones/1", 0), ERROR_AT(BONES(0) "/bones/2", 0)}}},
        {"unresolved-bone", GROUP("'bones':['99',99.5,null,2.0]"), "", NOTHING},
        {"unresolved-bone", GROUP("'bones':{}"), "", NOTHING},
        {"unresolved-collider-group",
         GROUP("'colliderGroups':[0,1,-1]"),
         HEAD,
         {2, {ERROR_AT(BONES(0) "/colliderGroups/1", 0), ERROR_AT(BONES(0) "/colliderGroups/2", 0)}}},
        {"unresolved-collider-group",
         GROUP("'colliderGroups':[0]"),
         "",
         {1, {ERROR_AT(BONES(0) "/colliderGroups/0", 0)}}},
        {"unresolved-collider-group", GROUP("'colliderGroups':['1',0.5,0]") "," GROUP("'colliderGroups':7"), HEAD,
         NOTHING},
        {"duplicate-collider-group-index",
         GROUP("'colliderGroups':[0,1,0,0]"),
         HEAD "," HEAD,
         {2, {WARNING_AT(BONES(0) "/colliderGroups/2", 1), WARNING_AT(BONES(0) "/colliderGroups/3", 1)}}},
        {"duplicate-collider-group-index", GROUP("'colliderGroups':[0]") "," GROUP("'colliderGroups':[0]"), HEAD,
         NOTHING},
        {"duplicate-collider-group-index", GROUP("'colliderGroups':[5,5,-1,-1]"), HEAD, NOTHING},
        {"collider-group-node",
         HAIR,
         "{'colliders':[]},{'node':-1},{'node':13},{'node':12}",
         {3, {ERROR_AT(SPHERES(0), 0), ERROR_AT(SPHERES(1) "/node", 0), ERROR_AT(SPHERES(2) "/node", 0)}}},
        {"collider-group-node", HAIR, "{'node':null},{'node':'1'},{'node':1.5},7", NOTHING},
    };
    expect_cases(cases, sizeof cases / sizeof *cases);
}

static void index_texts(void **state)
{
    (void)state;
    expect_message("unresolved-collider-group", "{'colliderGroups':[0]}", "",
                   "is 0, but the file has no collider group", true);
    expect_message("unresolved-collider-group", "{'colliderGroups':[1]}", HEAD, "only 1 collider group (0):", true);
    expect_message("unresolved-bone", "{'bones':[13]}", "", "only 13 nodes (0 to 12)", true);
    expect_message("unresolved-bone", "{'bones':[-1]}", "", "is -1, but an index starts at 0", true);
    expect_message("center-invalid", "{'center':-2}", "", "is -2, but an index starts at 0", true);
    expect_message("center-invalid", "{'center':null}", "", "center is null", true);
    expect_message("collider-group-node", "", "{'node':-1}", "Collider group 0: node is -1, but an index", true);
    expect_message("collider-group-node", "", "{'node':13}", "only 13 nodes (0 to 12). Some apps", true);
    expect_message("collider-group-node", "", "{}", "Collider group 0 has no node. Some apps", true);
    static const char *const empty[][3] = {
        {"center-invalid", "{'center':0}", ""},
        {"unresolved-bone", "{'bones':[0]}", ""},
        {"collider-group-node", "", "{'node':0}"},
    };
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        char *text = vrm0_message(empty[i][0], "", empty[i][1], empty[i][2]);
        assert_non_null(strstr(text, "is 0, but the file has no node"));
        free(text);
    }
}

static void empty_and_unused(void **state)
{
    (void)state;
    static const struct group_case cases[] = {
        {"empty-bones", GROUP("'bones':[]"), "", {1, {INFO_AT(BONES(0) "/bones", 0)}}},
        {"empty-bones", HAIR "," GROUP("'center':-1"), "", {1, {INFO_AT(BONES(1), 0)}}},
        {"empty-bones", GROUP("'bones':[-1]") "," GROUP("'bones':null") ",null", "", NOTHING},
        /* joints of VRM 1.0 are an unknown property; this finding follows from it */
        {"empty-bones", GROUP("'joints':[{'node':2}]"), "", {1, {INFO_AT(BONES(0), 0)}}},
        {"empty-collider-group",
         GROUP("'colliderGroups':[0]"),
         "{'node':1,'colliders':[]},{'node':1}",
         {2, {WARNING_AT(SPHERES(0) "/colliders", 0), INFO_AT(SPHERES(1), 0)}}},
        {"empty-collider-group", GROUP("'colliderGroups':[0]"), HEAD ",{'node':1,'colliders':null},7", NOTHING},
        /* its node is already wrong */
        {"empty-collider-group", HAIR, "{'node':-1,'colliders':[]}", NOTHING},
        {"collider-group-unused", GROUP("'colliderGroups':[1]"), HEAD "," HEAD, {1, {INFO_AT(SPHERES(0), 0)}}},
        {"collider-group-unused", HAIR, HEAD, {1, {INFO_AT(SPHERES(0), 0)}}},
        {"collider-group-unused", "", HEAD, NOTHING},
        {"collider-group-unused", GROUP("'colliderGroups':[0]"), HEAD, NOTHING},
        {"collider-group-unused", GROUP("'bones':[],'colliderGroups':[0,7]"), HEAD, NOTHING},
        /* an unreadable index may mean any group */
        {"collider-group-unused", GROUP("'colliderGroups':[1]"), HEAD, NOTHING},
        {"collider-group-unused", GROUP("'colliderGroups':['0']"), HEAD, NOTHING},
        {"collider-group-unused", GROUP("'colliderGroups':0"), HEAD, NOTHING},
        {"collider-group-unused", HAIR ",7", HEAD, NOTHING},
        /* an empty group has a finding already */
        {"collider-group-unused", HAIR, "{'node':1,'colliders':[]},{'node':99,'colliders':[{'radius':1}]}", NOTHING},
        {"two-groups-one-node",
         HAIR,
         HEAD "," HEAD ",{'node':2},{'node':1}",
         {2, {INFO_AT(SPHERES(1) "/node", 1), INFO_AT(SPHERES(3) "/node", 1)}}},
        {"two-groups-one-node", HAIR, HEAD ",{'node':99},{'node':99},{'node':2}", NOTHING},
    };
    expect_cases(cases, sizeof cases / sizeof *cases);
}

/* A rule that nobody selected is off. */
static void opt_in(void **state)
{
    (void)state;
    const struct vrmlint_rule *rule = vrmlint_rule_by_id("vrm0/two-groups-one-node");
    assert_non_null(rule);
    assert_true(rule->opt_in);
}

/* ---- numbers ---- */

static void parameters(void **state)
{
    (void)state;
    static const struct group_case cases[] = {
        {"drag-range", "{'dragForce':1.01}", "", {1, {WARNING_AT(BONES(0) "/dragForce", 0)}}},
        {"drag-range", "{'dragForce':-0.01}", "", {1, {WARNING_AT(BONES(0) "/dragForce", 0)}}},
        {"drag-range", "{'dragForce':0},{'dragForce':1},{},{'dragForce':'2'},{'dragForce':1e18}", "", NOTHING},
        {"negative-value",
         "{'stiffiness':-1,'gravityPower':-0.1,'hitRadius':-0.001}",
         "",
         {3,
          {WARNING_AT(BONES(0) "/stiffiness", 0), WARNING_AT(BONES(0) "/gravityPower", 0),
           WARNING_AT(BONES(0) "/hitRadius", 0)}}},
        {"negative-value", "{'stiffiness':0,'gravityPower':-0.0,'hitRadius':0},{'stiffiness':'-1'},{'dragForce':-1}",
         "{'node':1,'colliders':[{'radius':0},{}]}", NOTHING},
        {"negative-value",
         "",
         "{'node':1,'colliders':[{'radius':1},{'radius':-1e-9}]}",
         {1, {WARNING_AT(SPHERES(0) "/colliders/1/radius", 0)}}},
        {"stiffness-high", "{'stiffiness':4.1}", "", {1, {INFO_AT(BONES(0) "/stiffiness", 0)}}},
        {"stiffness-high", "{'stiffiness':4},{'stiffiness':'5'},{'stiffness':5}", "", NOTHING},
        {"gravity-dir-zero",
         "{'gravityPower':1,'gravityDir':{'x':0,'y':0,'z':9e-7}}",
         "",
         {1, {WARNING_AT(BONES(0) "/gravityDir", 0)}}},
        {"gravity-dir-zero", "{'gravityPower':0,'gravityDir':{'x':0,'y':0,'z':0}}", "", NOTHING},
        {"gravity-dir-zero", "{'gravityDir':{'x':0,'y':0,'z':0}}", "", NOTHING},
        {"gravity-dir-zero", "{'gravityPower':1,'gravityDir':{'x':0,'y':0,'z':1.1e-6}}", "", NOTHING},
        {"gravity-dir-zero", "{'gravityPower':1,'gravityDir':{}},{'gravityPower':1}", "", NOTHING},
        {"gravity-dir-zero", "{'gravityPower':1,'gravityDir':[0,0,0]}", "", NOTHING},
        {"gravity-dir-not-unit",
         "{'gravityPower':1,'gravityDir':{'x':0,'y':-1.02,'z':0}}",
         "",
         {1, {WARNING_AT(BONES(0) "/gravityDir", 0)}}},
        {"gravity-dir-not-unit",
         "{'gravityPower':1,'gravityDir':{'x':0,'y':-0.98,'z':0}}",
         "",
         {1, {WARNING_AT(BONES(0) "/gravityDir", 0)}}},
        {"gravity-dir-not-unit", "{'gravityPower':1,'gravityDir':{'x':0,'y':-1.009,'z':0}}", "", NOTHING},
        {"gravity-dir-not-unit", "{'gravityPower':0,'gravityDir':{'x':0,'y':-2,'z':0}}", "", NOTHING},
        {"gravity-dir-not-unit", "{'gravityPower':-1,'gravityDir':{'x':0,'y':-2,'z':0}}", "", NOTHING},
        {"gravity-dir-not-unit", "{'gravityPower':1,'gravityDir':{'x':0,'y':0,'z':0}}", "", NOTHING},
        {"gravity-dir-sideways",
         "{'gravityPower':1,'gravityDir':{'x':0.011,'y':-1,'z':0}}",
         "",
         {1, {INFO_AT(BONES(0) "/gravityDir", 0)}}},
        {"gravity-dir-sideways",
         "{'gravityPower':1,'gravityDir':{'x':0,'y':-1,'z':-0.011}}",
         "",
         {1, {INFO_AT(BONES(0) "/gravityDir", 0)}}},
        {"gravity-dir-sideways", "{'gravityPower':1,'gravityDir':{'x':0.009,'y':-1,'z':-0.009}}", "", NOTHING},
        {"gravity-dir-sideways", "{'gravityPower':0,'gravityDir':{'x':1,'y':0,'z':0}}", "", NOTHING},
        {"gravity-dir-sideways", "{'gravityPower':1,'gravityDir':{'x':0,'y':1,'z':0}}", "", NOTHING},
    };
    expect_cases(cases, sizeof cases / sizeof *cases);
}

static void spheres(void **state)
{
    (void)state;
    static const struct group_case cases[] = {
        {"zero-radius",
         "",
         "{'node':1,'colliders':[{'radius':0},{'radius':1e-4},{'radius':1.1e-4},{'radius':0.1}]}",
         {2, {WARNING_AT(SPHERES(0) "/colliders/0/radius", 0), WARNING_AT(SPHERES(0) "/colliders/1/radius", 0)}}},
        {"zero-radius",
         "",
         "{'node':1,'colliders':[{'offset':{'x':0,'y':0,'z':0}}]}",
         {1, {WARNING_AT(SPHERES(0) "/colliders/0", 0)}}},
        /* reported by the schema and by vrm0/negative-value */
        {"zero-radius", "", "{'node':1,'colliders':[{'radius':'0'},7,null,{'radius':-1},{'radius':1e39}]}", NOTHING},
        /* a shape of VRM 1.0 has its radius inside the shape */
        {"zero-radius", "", "{'node':1,'colliders':[{'shape':{'sphere':{'radius':1}}},{'capsule':{}}]}", NOTHING},
        {"zero-radius",
         "",
         "{'node':1,'colliders':[{'tail':{},'radius':0}]}",
         {1, {WARNING_AT(SPHERES(0) "/colliders/0/radius", 0)}}},
        {"capsule-in-vrm0",
         "",
         "{'node':1,'colliders':[{'radius':1,'tail':{}},{'capsule':{},'shape':{}},{'shape':7}]}",
         {3,
          {WARNING_AT(SPHERES(0) "/colliders/0/tail", 0), WARNING_AT(SPHERES(0) "/colliders/1/capsule", 0),
           WARNING_AT(SPHERES(0) "/colliders/2/shape", 0)}}},
        {"capsule-in-vrm0", "", HEAD, NOTHING},
    };
    expect_cases(cases, sizeof cases / sizeof *cases);
}

static void radius_effects(void **state)
{
    (void)state;
    static const char point[] = "{'node':1,'colliders':[{'radius':0}]}";
    static const char never[] = "because no bone that meets it has a hit radius";
    expect_message("zero-radius", "{'hitRadius':0,'colliderGroups':[0]}", point, never, true);
    expect_message("zero-radius", "{'hitRadius':0,'colliderGroups':[0]},{'hitRadius':0.1,'colliderGroups':[0]}", point,
                   "only the hit radius of the bones (at most 0.1 m)", true);
    expect_message("zero-radius", "{'hitRadius':0,'colliderGroups':[0]},{'hitRadius':0.1}", point, never, true);
    expect_message("zero-radius", "{'hitRadius':0}", point, "no effect, and no bone group meets it", true);
    expect_message("zero-radius", "{'hitRadius':0,'colliderGroups':[0]}", "{'node':1,'colliders':[{}]}",
                   "has no radius. The default is 0", true);
}

/* For a list, the message gives the object that VRM 0.x requires. */
static void vectors(void **state)
{
    (void)state;
    static const char rule[] = "wrong-type";
    expect_message(rule, GROUP("'bones':[2],'gravityDir':[0.5,-1,0]"), "", "{\"x\": 0.5, \"y\": -1, \"z\": 0}", true);
    expect_message(rule, "", "{'node':1,'colliders':[{'offset':[0,1,2]}]}", "{\"x\": 0, \"y\": 1, \"z\": 2}", true);
    expect_message(rule, "", "{'node':1,'colliders':[{'offset':[0,1,2]}]}", "sign of z", true);
    expect_message(rule, "{'gravityDir':[0,1,2]}", "", "sign of z", false);
    expect_message(rule, "{'gravityDir':['0',1,2]}", "", "an object with x, y and z", true);
    static const struct group_case cases[] = {
        {"wrong-type", "{'gravityDir':[0,-1,0]}", "", {1, {ERROR_AT(BONES(0) "/gravityDir", 0)}}},
        {"array-length", "{'gravityDir':[0,-1,0]}", "", NOTHING},
        {"array-length", "{'gravityDir':[0,-1]}", "", {1, {ERROR_AT(BONES(0) "/gravityDir", 0)}}},
        {"wrong-type", "{'gravityDir':[0,-1]}", "", NOTHING},
        {"array-length",
         "",
         "{'node':1,'colliders':[{'offset':[]}]}",
         {1, {ERROR_AT(SPHERES(0) "/colliders/0/offset", 0)}}},
        {"wrong-type", "{'stiffiness':[1,2]}", "", {1, {ERROR_AT(BONES(0) "/stiffiness", 0)}}},
        {"array-length", "{'stiffiness':[1,2],'gravityDir':7}", "", NOTHING},
    };
    expect_cases(cases, sizeof cases / sizeof *cases);
}

/* Whether a rule is about the humanoid and meta data, which these files lack. */
static bool is_about_the_body(const char *id)
{
    return strcmp(id, "vrm0/no-humanoid") == 0 || strcmp(id, "vrm0/missing-property") == 0;
}

/* Values of the wrong type have findings of the schema and no others, and cause no crash. */
static void ill_typed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "'secondaryAnimation':null",
        "'secondaryAnimation':{'boneGroups':7,'colliderGroups':'x'}",
        "'secondaryAnimation':{'boneGroups':[null,7,[],'x'],'colliderGroups':[null,7,[],'x']}",
        "'secondaryAnimation':{'boneGroups':[{'bones':[[],{},null,'2',2.5,true],'center':{},'colliderGroups':{'0':0},"
        "'stiffiness':{},'gravityDir':'down','gravityPower':[],'dragForce':'x','hitRadius':null,'comment':7}],"
        "'colliderGroups':[{'node':[],'colliders':{'0':{}}},{'node':true,'colliders':[[],{'offset':7,'radius':[]}]}]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *text = vrm0_file(vrm0_skeleton, texts[i]);
        struct vrmlint_report *report = lint_text("vrm0", text);
        for (size_t k = 0; k < report->finding_count; k++) {
            const char *id = report->findings[k].rule->id;
            if (strcmp(id, "vrm0/wrong-type") != 0 && strcmp(id, "vrm0/index-not-integer") != 0 &&
                !is_about_the_body(id)) {
                print_error("%s: %s\n", id, ENGLISH(report->findings[k].message));
                assert_string_equal(id, "vrm0/wrong-type");
            }
        }
        vrmlint_report_free(report);
        free(text);
    }
}

TEST_PROGRAM(vrm0)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys),        cmocka_unit_test(centers),          cmocka_unit_test(indices),
        cmocka_unit_test(index_texts), cmocka_unit_test(empty_and_unused), cmocka_unit_test(opt_in),
        cmocka_unit_test(parameters),  cmocka_unit_test(spheres),          cmocka_unit_test(radius_effects),
        cmocka_unit_test(vectors),     cmocka_unit_test(ill_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
