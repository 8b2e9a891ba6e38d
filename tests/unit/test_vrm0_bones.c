/* VRM 0.x: the nodes that sway, their positions and their scales. */
#include "vrm0_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

/* ---- roots ---- */

static void roots(void **state)
{
    (void)state;
    static const struct group_case cases[] = {
        {"duplicate-root",
         GROUP("'bones':[2,5,2,2]"),
         "",
         {2, {WARNING_AT(BONES(0) "/bones/2", 1), WARNING_AT(BONES(0) "/bones/3", 1)}}},
        {"duplicate-root",
         GROUP("'bones':[2]") "," GROUP("'bones':[5,2]"),
         "",
         {1, {WARNING_AT(BONES(1) "/bones/1", 1)}}},
        {"duplicate-root", GROUP("'bones':[2,5]") "," GROUP("'bones':[9,-1,-1,99,99]"), "", NOTHING},
        {"nested-root",
         GROUP("'bones':[2,3,4]"),
         "",
         {2, {WARNING_AT(BONES(0) "/bones/1", 1), WARNING_AT(BONES(0) "/bones/2", 1)}}},
        /* in any order */
        {"nested-root", GROUP("'bones':[4,2]"), "", {1, {WARNING_AT(BONES(0) "/bones/0", 1)}}},
        {"nested-root", GROUP("'bones':[3]") "," GROUP("'bones':[9,1]"), "", {1, {WARNING_AT(BONES(0) "/bones/0", 1)}}},
        {"nested-root", GROUP("'bones':[2,5]") "," GROUP("'bones':[9,7]"), "", NOTHING},
        /* a duplicate root has one finding for that, and one for being nested */
        {"nested-root",
         GROUP("'bones':[2,3,3]") "," GROUP("'bones':[2,3]"),
         "",
         {1, {WARNING_AT(BONES(0) "/bones/1", 1)}}},
        {"duplicate-root", GROUP("'bones':[2,3,3]"), "", {1, {WARNING_AT(BONES(0) "/bones/2", 1)}}},
    };
    expect_cases(cases, sizeof cases / sizeof *cases);
}

/* Within one group a fix can be automatic; between two groups the user must choose. */
static void root_fixes(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        const char *bones;
        enum vrmlint_fix fix;
    } cases[] = {
        {"vrm0/duplicate-root", GROUP("'bones':[2,2]"), VRMLINT_FIX_REPAIR},
        {"vrm0/duplicate-root", GROUP("'bones':[2]") "," GROUP("'bones':[2]"), VRMLINT_FIX_UNSAFE},
        {"vrm0/nested-root", GROUP("'bones':[2,3]"), VRMLINT_FIX_REPAIR},
        {"vrm0/nested-root", GROUP("'bones':[2]") "," GROUP("'bones':[3]"), VRMLINT_FIX_UNSAFE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char vrm[2048];
        snprintf(vrm, sizeof vrm, "'secondaryAnimation':{'boneGroups':[%s],'colliderGroups':[]}", cases[i].bones);
        char *text = vrm0_file(vrm0_skeleton, vrm);
        struct vrmlint_report *report = lint_text(cases[i].rule, text);
        assert_int_equal(report->finding_count, 1);
        assert_int_equal(report->findings[0].fix, cases[i].fix);
        vrmlint_report_free(report);
        free(text);
    }
}

#define SECONDARY(bones) "'secondaryAnimation':{'boneGroups':[" bones "],'colliderGroups':[]}"
#define HUMANOID                                                                                                       \
    "'humanoid':{'humanBones':[{'bone':'hips','node':0},{'bone':'head','node':1},{'bone':'leftUpperArm','node':7},"    \
    "{'bone':'leftHand','node':8},{'bone':'leftEye','node':12},{'bone':'leftThumbIntermediate','node':10}]},"
#define GAZE(type) "'firstPerson':{'lookAtTypeName':'" type "'},"

static void humanoid(void **state)
{
    (void)state;
    static const struct {
        const char *vrm;
        struct wants wants;
    } cases[] = {
        /* hair below the head, a skirt below the hips */
        {HUMANOID SECONDARY(GROUP("'bones':[2,5]")), NOTHING},
        {SECONDARY(GROUP("'bones':[0]")), NOTHING},
        {HUMANOID SECONDARY(""), NOTHING},
        {HUMANOID SECONDARY(GROUP("'bones':[2,1]")), {1, {WARNING_AT(BONES(0) "/bones/1", 2)}}},
        {HUMANOID SECONDARY(GROUP("'bones':[8]") "," GROUP("'bones':[12,7]")),
         {2, {INFO_AT(BONES(1) "/bones/0", 1), WARNING_AT(BONES(1) "/bones/1", 2)}}},
        /* eyes and small bones give an info, unless the gaze rotates the eyes */
        {HUMANOID SECONDARY(GROUP("'bones':[12]")), {1, {INFO_AT(BONES(0) "/bones/0", 1)}}},
        {HUMANOID GAZE("BlendShape") SECONDARY(GROUP("'bones':[12]")), {1, {INFO_AT(BONES(0) "/bones/0", 1)}}},
        {HUMANOID GAZE("Bone") SECONDARY(GROUP("'bones':[12]")), {1, {WARNING_AT(BONES(0) "/bones/0", 1)}}},
        {HUMANOID SECONDARY(GROUP("'bones':[9]")), {1, {INFO_AT(BONES(0) "/bones/0", 1)}}},
        {HUMANOID SECONDARY(GROUP("'bones':[10]")), {1, {INFO_AT(BONES(0) "/bones/0", 1)}}},
        /* one finding for all of them, at the outermost root, even if that is listed twice */
        {HUMANOID SECONDARY(GROUP("'bones':[1,0,7]") "," GROUP("'bones':[0,12]")),
         {1, {WARNING_AT(BONES(0) "/bones/1", 6)}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_vrm0("root-is-humanoid", vrm0_skeleton, cases[i].vrm, &cases[i].wants);
    }
    /* by its name in VRM 0.x */
    char *text = vrm0_file(vrm0_skeleton, HUMANOID SECONDARY(GROUP("'bones':[9]")));
    struct vrmlint_report *report = lint_text("vrm0/root-is-humanoid", text);
    assert_int_equal(report->finding_count, 1);
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "leftThumbIntermediate"));
    assert_string_equal(report->findings[0].related[0].pointer, "/extensions/VRM/humanoid/humanBones/5/node");
    vrmlint_report_free(report);
    free(text);
}

static void colliders(void **state)
{
    (void)state;
    static const struct group_case cases[] = {
        {"collider-in-own-chain",
         GROUP("'bones':[2],'colliderGroups':[0]"),
         ON(2),
         {1, {WARNING_AT(BONES(0) "/colliderGroups/0", 2)}}},
        {"collider-in-own-chain",
         GROUP("'bones':[9,2],'colliderGroups':[1,0,0]"),
         ON(4) "," ON(1),
         {1, {WARNING_AT(BONES(0) "/colliderGroups/1", 2)}}},
        {"collider-in-own-chain",
         GROUP("'bones':[3,2,4,5],'colliderGroups':[0,1,2]"),
         ON(6) "," ON(2) "," ON(4),
         {3,
          {WARNING_AT(BONES(0) "/colliderGroups/0", 2), WARNING_AT(BONES(0) "/colliderGroups/1", 2),
           WARNING_AT(BONES(0) "/colliderGroups/2", 2)}}},
        /* below a nested root, but also below the outer one */
        {"collider-in-own-chain",
         GROUP("'bones':[1,2],'colliderGroups':[0]"),
         ON(6),
         {1, {WARNING_AT(BONES(0) "/colliderGroups/0", 2)}}},
        /* each bone group that uses it must be fixed */
        {"collider-in-own-chain",
         GROUP("'bones':[2],'colliderGroups':[0]") "," GROUP("'bones':[2],'colliderGroups':[0]"),
         ON(3),
         {2, {WARNING_AT(BONES(0) "/colliderGroups/0", 2), WARNING_AT(BONES(1) "/colliderGroups/0", 2)}}},
        /* above the root, beside it, of another group, without a sphere, without a node */
        {"collider-in-own-chain", GROUP("'bones':[2],'colliderGroups':[0,1]"), ON(1) "," ON(5), NOTHING},
        {"collider-in-own-chain",
         GROUP("'bones':[2],'colliderGroups':[]") "," GROUP("'bones':[5],'colliderGroups':[0]"), ON(3), NOTHING},
        {"collider-in-own-chain", GROUP("'bones':[2],'colliderGroups':[0,1,2,3]"),
         "{'node':3,'colliders':[]},{'node':3},{'node':3,'colliders':[7]}," ON(99), NOTHING},
        {"collider-in-own-chain", GROUP("'bones':[-1],'colliderGroups':[0]"), ON(3), NOTHING},
        {"collider-on-leaf", HAIR, ON(4), {1, {WARNING_AT(SPHERES(0) "/node", 1)}}},
        {"collider-on-leaf",
         GROUP("'bones':[2,4,1]"),
         "{'node':4,'colliders':[]}," ON(4) "," ON(4) "," ON(6),
         {2, {WARNING_AT(SPHERES(1) "/node", 1), WARNING_AT(SPHERES(3) "/node", 1)}}},
        {"collider-on-leaf", HAIR, ON(3) "," ON(6) "," ON(1) "," ON(99), NOTHING},
        {"collider-on-leaf", "", ON(4), NOTHING},
    };
    expect_cases(cases, sizeof cases / sizeof *cases);
}

/* ---- lengths and scales ---- */

#define AT(x, y, z) "'translation':[" #x "," #y "," #z "]"
#define SCALE(x, y, z) AT(0.05, 0, 0) ",'scale':[" #x "," #y "," #z "]"

struct shape_case {
    const char *rule;
    const char *nodes[5]; /* Hips 0, Head 1, Hair_01 2, Hair_02 3, Hair_end 4, each below the previous one */
    const char *bones;    /* NULL: the strand */
    const char *spheres;
    struct wants wants;
};

static void build_chain(char *text, size_t size, const char *const nodes[5])
{
    static const char *const names[5] = {"Hips", "Head", "Hair_01", "Hair_02", "Hair_end"};
    size_t length = 0;
    for (int i = 0; i < 5; i++) {
        char children[40] = "";
        if (i < 4) {
            snprintf(children, sizeof children, ",'children':[%d]", i + 1);
        }
        const char *more = nodes[i] == NULL ? AT(0.05, 0, 0) : nodes[i];
        length += (size_t)snprintf(text + length, size - length, "%s{'name':'%s'%s%s%s}", i == 0 ? "" : ",", names[i],
                                   *more == '\0' ? "" : ",", more, children);
        assert_true(length < size);
    }
}

static void run_shapes(const struct shape_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char nodes[2048];
        build_chain(nodes, sizeof nodes, cases[i].nodes);
        expect_groups(cases[i].rule, nodes, cases[i].bones == NULL ? HAIR : cases[i].bones,
                      cases[i].spheres == NULL ? "" : cases[i].spheres, &cases[i].wants);
    }
}

static void lengths(void **state)
{
    (void)state;
    static const struct shape_case cases[] = {
        {"zero-length-bone", {0}, NULL, NULL, NOTHING},
        {"zero-length-bone", {[3] = AT(0, 0, 0)}, NULL, NULL, {1, {WARNING_AT("/nodes/2", 2)}}},
        {"zero-length-bone", {[3] = AT(9e-6, 0, 0)}, NULL, NULL, {1, {WARNING_AT("/nodes/2", 2)}}},
        {"zero-length-bone", {[3] = AT(1.1e-5, 0, 0)}, NULL, NULL, NOTHING},
        {"zero-length-bone", {[2] = AT(0, 0, 0)}, NULL, NULL, NOTHING},
        /* lengths are measured in the world */
        {"zero-length-bone",
         {[0] = SCALE(0.01, 0.01, 0.01), [3] = AT(9e-4, 0, 0)},
         NULL,
         NULL,
         {1, {WARNING_AT("/nodes/2", 2)}}},
        {"zero-length-bone", {[0] = SCALE(0, 0, 0), [3] = AT(0, 0, 0)}, NULL, NULL, NOTHING},
        /* a last bone at its parent's position leaves two bones without direction: its parent and itself */
        {"zero-length-bone", {[4] = AT(0, 0, 0)}, NULL, NULL, {1, {WARNING_AT("/nodes/3", 2)}}},
        {"leaf-without-offset", {[4] = AT(0, 0, 0)}, NULL, NULL, {1, {WARNING_AT("/nodes/4/translation", 1)}}},
        {"leaf-without-offset", {[4] = ""}, NULL, NULL, {1, {WARNING_AT("/nodes/4", 1)}}},
        {"leaf-without-offset", {[4] = AT(0, 9e-6, 0)}, NULL, NULL, {1, {WARNING_AT("/nodes/4/translation", 1)}}},
        {"leaf-without-offset", {[4] = AT(0, 1.1e-5, 0)}, NULL, NULL, NOTHING},
        {"leaf-without-offset",
         {[4] = "'matrix':[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]"},
         NULL,
         NULL,
         {1, {WARNING_AT("/nodes/4/matrix", 1)}}},
        {"leaf-without-offset", {[3] = "", [2] = AT(0, 0, 0)}, NULL, NULL, NOTHING},
        {"leaf-without-offset", {[4] = ""}, GROUP("'bones':[]"), NULL, NOTHING},
        /* one finding, however many roots move it */
        {"leaf-without-offset",
         {[4] = ""},
         GROUP("'bones':[4,3,2]") "," GROUP("'bones':[2]"),
         NULL,
         {1, {WARNING_AT("/nodes/4", 1)}}},
        {"zero-length-bone", {[3] = ""}, GROUP("'bones':[2,3,2]"), NULL, {1, {WARNING_AT("/nodes/2", 2)}}},
    };
    run_shapes(cases, sizeof cases / sizeof *cases);
    char *text = vrm0_message("leaf-without-offset", "{'name':'Hair'}", GROUP("'bones':[0]"), "");
    assert_non_null(strstr(text, "the last bone 'Hair' (node 0) has no offset, so"));
    free(text);
}

#define ROOT_0 BONES(0) "/bones/0"

static void scales(void **state)
{
    (void)state;
    static const struct shape_case cases[] = {
        {"zero-scale", {0}, NULL, NULL, NOTHING},
        {"zero-scale", {[0] = SCALE(0, 0, 0)}, NULL, NULL, {1, {ERROR_AT(ROOT_0, 1)}}},
        {"zero-scale", {[2] = SCALE(1, 9e-7, 1)}, NULL, NULL, {1, {ERROR_AT(ROOT_0, 1)}}},
        {"zero-scale", {[2] = SCALE(1, 1.1e-6, 1)}, NULL, NULL, NOTHING},
        /* everything below a root moves, including the last bone */
        {"zero-scale", {[4] = SCALE(0, 1, 1)}, NULL, NULL, {1, {ERROR_AT(ROOT_0, 1)}}},
        {"zero-scale", {[1] = SCALE(0, 0, 0)}, GROUP("'bones':[]"), HEAD, NOTHING},
        {"negative-scale", {[0] = SCALE(1, -1, 1)}, NULL, NULL, {1, {WARNING_AT(ROOT_0, 1)}}},
        {"negative-scale",
         {[0] = SCALE(-1, 1, 1), [3] = SCALE(-1, 1, 1)},
         NULL,
         NULL,
         {2, {WARNING_AT(ROOT_0, 1), WARNING_AT(ROOT_0, 1)}}},
        {"negative-scale", {[0] = SCALE(0, -1, 1)}, NULL, NULL, NOTHING},
        {"non-uniform-scale", {[1] = SCALE(1, 1, 1.0011)}, NULL, NULL, {1, {WARNING_AT(ROOT_0, 1)}}},
        {"non-uniform-scale", {[1] = SCALE(1, 1, 1.0009)}, NULL, NULL, NOTHING},
        {"non-uniform-scale", {[1] = SCALE(3, 3, 3)}, NULL, NULL, NOTHING},
        {"non-uniform-scale", {[4] = SCALE(1, 2, 1)}, NULL, NULL, {1, {WARNING_AT(ROOT_0, 1)}}},
        /* the outermost root is reported, with the other affected roots of its group; nested roots aren't counted */
        {"zero-scale",
         {[1] = SCALE(0, 0, 0)},
         GROUP("'bones':[3]") "," GROUP("'bones':[-1,2,2]"),
         NULL,
         {1, {ERROR_AT(BONES(1) "/bones/1", 1)}}},
        {"scaled-collider-node", {[1] = SCALE(2, 2, 2)}, NULL, HEAD, {1, {WARNING_AT(SPHERES(0) "/node", 1)}}},
        {"scaled-collider-node", {[1] = SCALE(1, 1, 0.9989)}, NULL, HEAD, {1, {WARNING_AT(SPHERES(0) "/node", 1)}}},
        {"scaled-collider-node", {[1] = SCALE(1, 1, 0.9991)}, NULL, HEAD, NOTHING},
        {"scaled-collider-node", {[1] = SCALE(-1, 1, 1)}, NULL, HEAD, NOTHING},
        {"scaled-collider-node", {[2] = SCALE(2, 2, 2)}, NULL, HEAD, NOTHING},
        {"scaled-collider-node", {[0] = SCALE(2, 2, 2), [1] = SCALE(0.5, 0.5, 0.5)}, NULL, HEAD, NOTHING},
        {"scaled-collider-node", {[1] = SCALE(2, 2, 2)}, NULL, "{'node':1,'colliders':[]},{'node':9}", NOTHING},
        /* a finding for each group */
        {"scaled-collider-node",
         {[0] = SCALE(2, 2, 2)},
         NULL,
         HEAD "," ON(0),
         {2, {WARNING_AT(SPHERES(0) "/node", 1), WARNING_AT(SPHERES(1) "/node", 1)}}},
        /* without bones no other rule reports it */
        {"scaled-collider-node", {[1] = SCALE(0, 0, 0)}, "", HEAD, {1, {WARNING_AT(SPHERES(0) "/node", 1)}}},
        {"scaled-collider-node", {[1] = SCALE(0, 0, 0)}, NULL, HEAD, NOTHING},
    };
    run_shapes(cases, sizeof cases / sizeof *cases);
}

/* One scaled node above many roots of two groups: a finding for each group, with all its roots. */
static void one_culprit(void **state)
{
    (void)state;
    static const char nodes[] = "{'name':'Hips','scale':[1,1,0],'children':[1,3,5]},{" AT(
        0, 1, 0) ",'children':[2]},{" AT(0, 1, 0) "},"
                                                  "{" AT(1, 0, 0) ",'children':[4]},{" AT(0, 1, 0) "},{" AT(
                                                      0, 0, 1) ",'children':[6]},{" AT(0, 1, 0) "}";
    static const struct wants wants = {2, {ERROR_AT(ROOT_0, 2), ERROR_AT(BONES(1) "/bones/1", 1)}};
    expect_groups("zero-scale", nodes, GROUP("'bones':[1,3]") "," GROUP("'bones':[99,5]"), "", &wants);
    char *text = vrm0_message("zero-scale", nodes, GROUP("'bones':[1,3]"), "");
    assert_non_null(strstr(text, "and 1 more root, 4 bones in all"));
    free(text);
}

/* ---- hostile files ---- */

/* Groups, roots and colliders at every node of one deep path, each used everywhere. */
static void deep_and_many(void **state)
{
    (void)state;
    const size_t deep = hostile_size(20000);
    size_t capacity = 200 * deep + 1000;
    char *text = malloc(capacity);
    assert_non_null(text);
    size_t length = (size_t)snprintf(text, capacity, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (size_t i = 0; i < deep; i++) {
        length +=
            (size_t)snprintf(text + length, capacity - length, "{\"scale\":[1,1,1.01],\"children\":[%zu]},", i + 1);
    }
    length += (size_t)snprintf(text + length, capacity - length,
                               "{}],\"extensions\":{\"VRM\":{\"secondaryAnimation\":{\"boneGroups\":[");
    for (size_t i = deep + 1; i-- > 0;) {
        length += (size_t)snprintf(text + length, capacity - length,
                                   "{\"bones\":[%zu,%zu],\"center\":%zu,\"colliderGroups\":[%zu]}%s", i, deep - i, i, i,
                                   i == 0 ? "" : ",");
    }
    length += (size_t)snprintf(text + length, capacity - length, "],\"colliderGroups\":[");
    for (size_t i = 0; i <= deep; i++) {
        length += (size_t)snprintf(text + length, capacity - length, "{\"node\":%zu,\"colliders\":[{\"radius\":1}]}%s",
                                   i, i == deep ? "" : ",");
    }
    snprintf(text + length, capacity - length, "]}}}}");
    struct vrmlint_report *report = lint_text("vrm0", text);
    assert_true(report->finding_count > deep);
    size_t nested = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        nested += strcmp(report->findings[i].rule->id, "vrm0/nested-root") == 0;
    }
    assert_int_equal(nested, deep);
    vrmlint_report_free(report);
    free(text);
}

/* Nodes on a loop and below it aren't used. */
static void unusable_nodes(void **state)
{
    (void)state;
    static const char nodes[] = "{'children':[0,1]},{'scale':[0,0,0]},{'translation':'x','children':[3]},{}";
    static const char bones[] = GROUP("'bones':[0,1,2,3,1],'center':0,'colliderGroups':[0]");
    static const char *const rules[] = {"duplicate-root", "nested-root",         "center-not-ancestor",
                                        "center-invalid", "unresolved-bone",     "leaf-without-offset",
                                        "zero-scale",     "collider-group-node", "collider-in-own-chain"};
    static const struct wants nothing = NOTHING;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        expect_groups(rules[i], nodes, bones, ON(1) "," ON(3), &nothing);
    }
}

TEST_PROGRAM(vrm0_bones)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots),       cmocka_unit_test(root_fixes),    cmocka_unit_test(humanoid),
        cmocka_unit_test(colliders),   cmocka_unit_test(lengths),       cmocka_unit_test(scales),
        cmocka_unit_test(one_culprit), cmocka_unit_test(deep_and_many), cmocka_unit_test(unusable_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
