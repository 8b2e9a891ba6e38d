/* Sources and rings of constraints: small graphs by hand, random hierarchies, and sizes. */
#include "constraint_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RULES "self-source,source-descends-destination,circular-dependency,circular-dependency-via-ancestors"
#define TWO_ROOTS(first, second) FILE_OF("{'children':[1]," first "},{},{'children':[3]," second "},{}", "")
#define PAIR_AND_ONE(upper, lower) FILE_OF("{'children':[1]," upper "},{" lower "},{},{},{},{}", "")

static const struct {
    const char *text;
    const char *expected;
} vectors[] = {
    /* G1 */
    {FILE_OF("{" ON(ROTATION(1)) "},{" ON(ROTATION(0)) "}", ""),
     "error circular-dependency /nodes/0!/constraint/rotation/source"},
    /* G2 */
    {FILE_OF("{" ON(ROTATION(0)) "}", ""), "error self-source /nodes/0!/constraint/rotation/source"},
    /* G3 */
    {PAIR_AND_ONE(ON(ROLL(1)), "'name':'tip'"), "error source-descends-destination /nodes/0!/constraint/roll/source"},
    /* G4 */
    {TWO_ROOTS(ON(ROTATION(3)), ON(ROTATION(1))),
     "error circular-dependency-via-ancestors /nodes/0!/constraint/rotation/source"},
    /* G5 */
    {TWO_ROOTS(ON(AIM(3)), ON(AIM(1))), "error circular-dependency /nodes/0!/constraint/aim/source"},
    /* G6 */
    {PAIR_AND_ONE(ON(ROTATION(1)), ON(AIM(5))),
     "error circular-dependency /nodes/0!/constraint/rotation/source; "
     "error source-descends-destination /nodes/0!/constraint/rotation/source"},
    /* G7 */
    {FILE_OF("{" ON(ROTATION(1)) "},{" ON(ROTATION(2)) "},{" ON(ROTATION(0)) "}", ""),
     "error circular-dependency /nodes/0!/constraint/rotation/source"},
    /* G8 */
    {FILE_OF("{'children':[1]," ON_DRAFT(ROTATION(1)) "},{" ON_DRAFT("'position':{'source':2}") "},{}", ""),
     "error circular-dependency /nodes/0!/constraint/rotation/source; "
     "error source-descends-destination /nodes/0!/constraint/rotation/source"},
    /* G9, and with one of the two spaces */
    {FILE_OF("{'children':[1]," ON_DRAFT(
                 "'rotation':{'source':1,'sourceSpace':'local'}") "},"
                                                                  "{" ON_DRAFT("'position':{'source':2,'"
                                                                               "destinationSpace':'local'}") "},{}",
             ""),
     ""},
    {FILE_OF("{'children':[1]," ON_DRAFT(
                 "'rotation':{'source':1,'sourceSpace':'local'}") "},"
                                                                  "{" ON_DRAFT("'position':{'source':2}") "},{}",
             ""),
     "error circular-dependency /nodes/0!/constraint/rotation/source"},
    {FILE_OF("{'children':[1]," ON_DRAFT(ROTATION(1)) "},"
                                                      "{" ON_DRAFT(
                                                          "'position':{'source':2,'destinationSpace':'local'}") "},{}",
             ""),
     "error source-descends-destination /nodes/0!/constraint/rotation/source"},
    /* G10 */
    {FILE_OF("{},{" ON(ROTATION(0)) "},{" ON(ROTATION(1)) "}", ""), ""},
    /* G11 */
    {FILE_OF("{'children':[1,2]},{'name':'Hand'},{'name':'Twist'," ON(ROLL(0)) "}", ""), ""},
    /* G12, in model space and in local space */
    {TWO_ROOTS(ON_DRAFT(ROTATION(3)), ON_DRAFT(ROTATION(1))),
     "error circular-dependency /nodes/0!/constraint/rotation/source"},
    {TWO_ROOTS(ON_DRAFT("'rotation':{'source':3,'sourceSpace':'local','destinationSpace':'local'}"),
               ON_DRAFT("'rotation':{'source':1,'sourceSpace':'local','destinationSpace':'local'}")),
     ""},
    /* G13 */
    {FILE_OF("{},{" ON_DRAFT("'position':{'source':3}") "},{},{" ON_DRAFT("'position':{'source':1}") "}", ""),
     "error circular-dependency /nodes/1!/constraint/position/source"},
};

static void graph_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        expect_constraints(RULES, vectors[i].text, vectors[i].expected);
    }
}

#define BELOW(member) FILE_OF("{'children':[1]," member "},{'children':[2]},{}", "")
#define VERSION(version, kind)                                                                                         \
    "'extensions':{'VRMC_node_constraint':{'specVersion':'" version "','constraint':{" kind "}}}"

/* A source below the destination, by version and space. A child counts as a grandchild does. */
static void descending_sources(void **state)
{
    (void)state;
    static const char *const found[] = {
        BELOW(ON(ROTATION(2))),
        BELOW(ON(ROTATION(1))),
        BELOW(VERSION("1.0-beta", ROTATION(2))),
        BELOW(VERSION("1.0-draft", "'rotation':{'source':2,'sourceSpace':'model','destinationSpace':'local'}")),
        BELOW(VERSION("2.0", ROTATION(2))),
        BELOW("'extensions':{'VRMC_node_constraint':{'specVersion':'1.0-draft','rotation':{'source':2}}}"),
    };
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        bool flattened = i == 5;
        expect_constraints(RULES, found[i],
                           flattened ? "error source-descends-destination /nodes/0!/rotation/source"
                                     : "error source-descends-destination /nodes/0!/constraint/rotation/source");
    }
    expect_constraints(RULES, BELOW(ON_DRAFT(ROLL(2))),
                       "error source-descends-destination /nodes/0!/constraint/roll/source");
    expect_constraints(RULES, BELOW(ON_DRAFT("'aim':{'source':2,'aimAxis':'+Y'}")),
                       "error source-descends-destination /nodes/0!/constraint/aim/source");
    static const char *const silent[] = {
        BELOW(ON_DRAFT("'rotation':{'source':2,'sourceSpace':'local'}")),
        BELOW(ON_DRAFT("'rotation':{'source':2,'sourceSpace':'world'}")),
        BELOW(ON_DRAFT("'rotation':{'source':2,'axes':[true,true,true]}")),
        /* refused by the schema */
        BELOW(ON("'position':{'source':2}")),
        BELOW(ON("'position':{'source':0}")),
        BELOW(ON("'rotation':{'source':2},'roll':{'source':2}")),
        BELOW(ON(ROTATION(3))),
        BELOW(ON(ROTATION(-1))),
        BELOW(ON(ROTATION(true))),
        BELOW(ON("'rotation':{}")),
        BELOW(ON("'rotation':3")),
        /* unusable nodes */
        FILE_OF("{'children':[1]," ON(ROTATION(1)) "},{'translation':[0,0,'x']}", ""),
        FILE_OF("{'children':[1]," ON(ROTATION(2)) "},{'children':[0]},{" ON(ROTATION(0)) "}", ""),
        /* the opposite order */
        FILE_OF("{'children':[1]},{" ON(ROTATION(0)) "}", ""),
    };
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        expect_constraints(RULES, silent[i], "");
    }
}

static void versions_in_rings(void **state)
{
    (void)state;
    /* three-vrm doesn't read drafts, so only the rings of the specification count */
    expect_constraints(RULES, TWO_ROOTS(ON_DRAFT(ROLL(3)), ON_DRAFT(ROLL(1))), "");
    expect_constraints(RULES, TWO_ROOTS(ON(ROTATION(3)), ON_DRAFT(ROLL(1))), "");
    expect_constraints(RULES, TWO_ROOTS(VERSION("1.0-beta", ROTATION(3)), ON(ROLL(1))),
                       "error circular-dependency-via-ancestors /nodes/0!/constraint/rotation/source");
    expect_constraints(RULES, TWO_ROOTS(VERSION("1.1", ROTATION(3)), ON(ROLL(1))),
                       "error circular-dependency-via-ancestors /nodes/0!/constraint/rotation/source");
    /* an aim of the 2022 draft works as in 1.0; one of the 2021 draft works by its spaces */
    expect_constraints(
        RULES,
        TWO_ROOTS(ON_DRAFT("'aim':{'source':3,'aimAxis':'+X'}"), ON_DRAFT("'aim':{'source':1,'aimAxis':'PositiveX'}")),
        "error circular-dependency /nodes/0!/constraint/aim/source");
    expect_constraints(RULES, TWO_ROOTS(ON_DRAFT("'aim':{'source':3}"), ON_DRAFT("'aim':{'source':1}")),
                       "error circular-dependency /nodes/0!/constraint/aim/source");
    expect_constraints(RULES,
                       TWO_ROOTS(ON_DRAFT("'aim':{'source':3,'sourceSpace':'local'}"),
                                 ON_DRAFT("'aim':{'source':1,'sourceSpace':'local'}")),
                       "");
    /* an aim reads the ancestors of its own node, a rotation doesn't */
    expect_constraints(RULES,
                       FILE_OF("{'children':[1]," ON(ROTATION(2)) "},{" ON(AIM(3)) "},{" ON(ROTATION(1)) "},{}", ""),
                       "error circular-dependency /nodes/0!/constraint/rotation/source");
    expect_constraints(
        RULES, FILE_OF("{'children':[1]," ON(ROTATION(2)) "},{" ON(ROTATION(3)) "},{" ON(ROTATION(1)) "},{}", ""),
        "error circular-dependency-via-ancestors /nodes/0!/constraint/rotation/source");
    expect_constraints(
        RULES, FILE_OF("{'children':[1]," ON(ROTATION(2)) "},{" ON(ROTATION(3)) "},{" ON(ROTATION(4)) "},{},{}", ""),
        "");
    /* different axes make no difference */
    expect_constraints(
        RULES,
        FILE_OF("{" ON("'roll':{'source':1,'rollAxis':'X'}") "},"
                                                             "{" ON("'roll':{'source':0,'rollAxis':'Y'}") "}",
                ""),
        "error circular-dependency /nodes/0!/constraint/roll/source");
    /* a node that follows itself isn't part of a ring */
    expect_constraints(RULES, FILE_OF("{" ON(ROTATION(0)) "},{" ON(ROTATION(0)) "}", ""),
                       "error self-source /nodes/0!/constraint/rotation/source");
}

static void messages(void **state)
{
    (void)state;
    struct vrmlint_report *report;
    const struct vrmlint_finding *finding = only_finding(
        "circular-dependency",
        FILE_OF("{'name':'a'," ON(ROTATION(1)) "},{'name':'b'," ON(ROLL(2)) "},{'name':'c'," ON(ROTATION(0)) "}", ""),
        &report);
    assert_non_null(strstr(ENGLISH(finding->message), "Node 0 'a': the rotation constraint is part of a cycle"));
    assert_non_null(strstr(ENGLISH(finding->message), "'a' (node 0) ← 'b' (node 1) ← 'c' (node 2) ← 'a' (node 0). In"));
    assert_non_null(strstr(ENGLISH(finding->message), "remove the constraint on 'c' (node 2)"));
    assert_int_equal(finding->related_count, 2);
    assert_string_equal(finding->related[0].pointer, "/nodes/1/extensions/VRMC_node_constraint/constraint/roll/source");
    assert_true(measured(finding, "ring") == 3 && measured(finding, "constraints") == 3);
    vrmlint_report_free(report);
    /* the shortest of two rings; the advice is to remove the constraint that follows its node's own child */
    finding = only_finding("circular-dependency",
                           FILE_OF("{'name':'a'," ON(AIM(1)) "},{'name':'b'," ON(ROTATION(2)) "},{'name':'c'," ON(
                                       ROTATION(0)) "},{'name':'p','children':[0]," ON(ROTATION(0)) "}",
                                   ""),
                           &report);
    assert_non_null(strstr(ENGLISH(finding->message), "'a' (node 0) ← 'p' (node 3) ← 'a' (node 0). In"));
    assert_non_null(strstr(ENGLISH(finding->message),
                           "remove the constraint on 'p' (node 3) and check again, because 2 more "
                           "constraints are connected to this cycle"));
    assert_true(measured(finding, "ring") == 2 && measured(finding, "constraints") == 4);
    vrmlint_report_free(report);
    /* the same with the parent first: the constraint to remove isn't the last of the ring */
    finding = only_finding("circular-dependency", vectors[5].text, &report);
    assert_non_null(strstr(ENGLISH(finding->message), "remove the constraint on node 0 (unnamed)"));
    vrmlint_report_free(report);
}

/* The message about rings that only three-vrm has leaves out the rings that are reported already. */
static void via_ancestors(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *expected;
        const char *ring;
        double constraints;
    } cases[] = {
        /* a and b are a ring; in three-vrm a also depends on c, which is above b, and c on a, which is above x */
        {FILE_OF("{'name':'a','children':[3]," ON(ROTATION(1)) "},{'name':'b'," ON(
                     ROTATION(0)) "},"
                                  "{'name':'c','children':[1]," ON(ROTATION(3)) "},{'name':'x'}",
                 ""),
         "error circular-dependency /nodes/0!/constraint/rotation/source; "
         "error circular-dependency-via-ancestors /nodes/0!/constraint/rotation/source",
         "'a' (node 0) ← 'c' (node 2) ← 'a' (node 0). In", 3},
        /* here b depends on c: the new ring is without a */
        {FILE_OF("{'name':'a'," ON(ROTATION(1)) "},{'name':'b','children':[3]," ON(
                     ROTATION(0)) "},"
                                  "{'name':'c','children':[0]," ON(ROTATION(3)) "},{'name':'x'}",
                 ""),
         "error circular-dependency /nodes/0!/constraint/rotation/source; "
         "error circular-dependency-via-ancestors /nodes/1!/constraint/rotation/source",
         "'b' (node 1) ← 'c' (node 2) ← 'b' (node 1). In", 3},
        /* two rings that three-vrm joins */
        {FILE_OF("{'name':'a','children':[3]," ON(ROTATION(1)) "},{'name':'b'," ON(
                     ROTATION(0)) "},"
                                  "{'name':'c','children':[1]," ON(ROTATION(3)) "},{'name':'d'," ON(ROTATION(2)) "}",
                 ""),
         "error circular-dependency /nodes/0!/constraint/rotation/source; "
         "error circular-dependency-via-ancestors /nodes/0!/constraint/rotation/source; "
         "error circular-dependency /nodes/2!/constraint/rotation/source",
         "'a' (node 0) ← 'c' (node 2) ← 'a' (node 0). In", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_constraints(RULES, cases[i].text, cases[i].expected);
        struct vrmlint_report *report;
        const struct vrmlint_finding *finding =
            only_finding("circular-dependency-via-ancestors", cases[i].text, &report);
        assert_non_null(strstr(ENGLISH(finding->message), cases[i].ring));
        assert_true(measured(finding, "ring") == 2);
        assert_true(measured(finding, "constraints") == cases[i].constraints);
        vrmlint_report_free(report);
    }
}

/* ---- sizes ---- */

enum { LARGE = 100000 };

/* Lints a file of count nodes, optionally a chain. Each has a constraint of a kind that follows the
 * node step positions later. */
static struct vrmlint_report *lint_large(size_t count, bool chain, const char *kind, size_t step)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s{", i == 0 ? "" : ",");
        if (chain && i + 1 < count) {
            fprintf(out, "\"children\":[%zu],", i + 1);
        }
        fprintf(out,
                "\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{\"%s\":{"
                "\"source\":%zu,\"aimAxis\":\"PositiveX\"}}}}}",
                kind, (i + step) % count);
    }
    fprintf(out, "]}");
    fclose(out);
    struct vrmlint_report *report =
        lint_text("constraint/circular-dependency,constraint/circular-dependency-via-ancestors", text);
    free(text);
    assert_int_equal(report->finding_count, 1);
    return report;
}

static void one_large_ring(void **state)
{
    (void)state;
    size_t count = hostile_size(LARGE);
    struct vrmlint_report *report = lint_large(count, false, "rotation", 1);
    char end[100];
    snprintf(end, sizeof end, "node 19 (unnamed) ← %zu more ← node 0 (unnamed)", count - 20);
    assert_true(measured(&report->findings[0], "ring") == (double)count);
    assert_non_null(strstr(ENGLISH(report->findings[0].message), end));
    assert_int_equal(report->findings[0].related_count, 19);
    vrmlint_report_free(report);
}

/* Each aim follows the node below and reads all its ancestors: the whole chain is one component, with rings of two. */
static void a_chain_of_aims(void **state)
{
    (void)state;
    size_t count = hostile_size(LARGE);
    struct vrmlint_report *report = lint_large(count, true, "aim", 1);
    assert_true(measured(&report->findings[0], "ring") == 2);
    assert_true(measured(&report->findings[0], "constraints") == (double)count);
    vrmlint_report_free(report);
}

/* The same with rotations, which follow the node below, then the node above: also a ring by the specification. */
static void a_chain_of_rotations(void **state)
{
    (void)state;
    size_t count = hostile_size(LARGE);
    for (size_t step = 1; step < count; step += count - 2) {
        struct vrmlint_report *report = lint_large(count, true, "rotation", step);
        assert_string_equal(report->findings[0].rule->id, "constraint/circular-dependency");
        assert_true(measured(&report->findings[0], "ring") == (double)count);
        vrmlint_report_free(report);
    }
}

TEST_PROGRAM(constraint_rings)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_vectors),   cmocka_unit_test(descending_sources),   cmocka_unit_test(versions_in_rings),
        cmocka_unit_test(messages),        cmocka_unit_test(via_ancestors),        cmocka_unit_test(one_large_ring),
        cmocka_unit_test(a_chain_of_aims), cmocka_unit_test(a_chain_of_rotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
