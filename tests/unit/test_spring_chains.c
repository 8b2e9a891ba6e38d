/* The rules on chains: examples, and cases without fixtures. */
#include "spring_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void duplicate_joints(void **state)
{
    (void)state;
    const char *rule = "springbone/duplicate-joint";
    expect_words(rule, "bcd abcd", "springs/1/joints/1/node springs/1/joints/2/node springs/1/joints/3/node ");
    expect_words(rule, "ab bc", "springs/1/joints/0/node ");
    expect_words(rule, "abcd xyz", "");
    expect_words(rule, "ab ab ab",
                 "springs/1/joints/0/node springs/1/joints/1/node springs/2/joints/0/node springs/2/joints/1/node ");
    expect_words(rule, "abcd d", "springs/1/joints/0/node ");
    expect_words(rule, "aab", "");
    expect_words(rule, "aab aa", "springs/1/joints/0/node ");
    expect_words(rule, "ac b", "");
    expect_words(rule, "ab? ?cd", "");
}

static void duplicate_joints_relate_and_advise(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint_words("springbone/duplicate-joint", "abcd bc bc bc bc bc");
    assert_int_equal(report->finding_count, 10); /* three or more springs aren't reported together */
    const struct vrmlint_finding *first = &report->findings[0];
    assert_string_equal(first->pointer, "/extensions/VRMC_springBone/springs/1/joints/0/node");
    assert_int_equal(first->fix, VRMLINT_FIX_UNSAFE);
    assert_int_equal(first->related_count, 1);
    assert_string_equal(first->related[0].pointer, "/extensions/VRMC_springBone/springs/0/joints/1/node");
    assert_non_null(strstr(ENGLISH(first->message), "delete spring 1"));
    const struct vrmlint_finding *last = &report->findings[9];
    assert_int_equal(last->related_count, 4);
    assert_non_null(strstr(ENGLISH(last->message), "1 more"));
    vrmlint_report_free(report);

    report = lint_words("springbone/duplicate-joint", "bcd abcd");
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_NONE);
    vrmlint_report_free(report);
    report = lint_words("springbone/duplicate-joint", "ab? b?");
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_NONE);
    vrmlint_report_free(report);
    report = lint_words("springbone/duplicate-joint", "abcd bd");
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_NONE);
    vrmlint_report_free(report);
}

static void overlaps(void **state)
{
    (void)state;
    const char *rule = "springbone/skipped-node-overlap";
    expect_words(rule, "ac bd", "springs/1/joints/0/node springs/1/joints/1/node ");
    expect_words(rule, "bd ac", "springs/1/joints/1/node springs/1/joints/1/node ");
    expect_words(rule, "ac b", "springs/1/joints/0/node ");
    expect_words(rule, "b ac", "springs/1/joints/1/node ");
    expect_words(rule, "abc bd", "springs/1/joints/1/node ");
    expect_words(rule, "ad ad", "springs/1/joints/1/node springs/1/joints/1/node ");
    expect_words(rule, "ac ac ac", "springs/1/joints/1/node springs/2/joints/1/node springs/2/joints/1/node ");
    expect_words(rule, "ac by", "springs/1/joints/0/node ");
    expect_words(rule, "ac xyz", "");
    expect_words(rule, "abcd xyz", "");
    expect_words(rule, "acbd", "");
    expect_words(rule, "adac xyz", "");
    /* one finding for each pair of springs, however often one of them skips nodes of the other */
    expect_words(rule, "bb ac", "springs/1/joints/1/node ");
    expect_words(rule, "adac b", "springs/1/joints/0/node ");
    expect_words(rule, "acbd b", "");
    expect_words(rule, "bcd abcd", "");
    /* a node that seems skipped may belong to the unresolved joint */
    expect_words(rule, "a?c b", "");
}

/* An extreme case that only an attack needs: all springs along one path. */
static void overlaps_are_bounded(void **state)
{
    (void)state;
    enum { NODES = 3000, SPRINGS = 3000 };
    char *nodes = calloc(NODES, 40);
    char *springs = calloc(SPRINGS, 60);
    assert_non_null(nodes);
    assert_non_null(springs);
    size_t at = 0;
    for (int i = 0; i < NODES; i++) {
        at += (size_t)snprintf(nodes + at, 40, i + 1 < NODES ? "{'children':[%d]}," : "{}", i + 1);
    }
    at = (size_t)snprintf(springs, 60, "[");
    for (int i = 0; i < SPRINGS; i++) {
        at += (size_t)snprintf(springs + at, 60, "%s{'joints':[{'node':0},{'node':%d}]}", i == 0 ? "" : ",", NODES - 1);
    }
    snprintf(springs + at, 60, "]");
    char *text = file_of(nodes, "", "", springs);
    struct vrmlint_report *report = lint_text("springbone/skipped-node-overlap", text);
    assert_int_equal(report->finding_count, 10000);
    assert_int_equal(skipped_of_file(report), 1);
    vrmlint_report_free(report);
    report = lint_text("springbone/duplicate-joint,springbone/branching", text);
    assert_int_equal(finding_count_of(report, "springbone/duplicate-joint"), 2 * (SPRINGS - 1));
    vrmlint_report_free(report);
    free(text);
    free(nodes);
    free(springs);
}

static void repeats(void **state)
{
    (void)state;
    const char *rule = "springbone/repeated-joint";
    expect_words(rule, "abc", "");
    expect_words(rule, "aab", "springs/0/joints/1/node ");
    expect_words(rule, "aba", "springs/0/joints/2/node ");
    expect_words(rule, "aaa", "springs/0/joints/1/node springs/0/joints/2/node ");
    expect_words(rule, "a?a", "springs/0/joints/2/node ");
    expect_words(rule, "ab ab", "");
    /* a copy directly after its joint can be removed; if a joint returns later, the intended position is unknown */
    const struct {
        const char *words;
        enum vrmlint_fix fixes[2];
    } cases[] = {
        {"aab", {VRMLINT_FIX_REPAIR}},
        {"xyx", {VRMLINT_FIX_NONE}},
        {"h?h", {VRMLINT_FIX_NONE}},
        {"aaab", {VRMLINT_FIX_REPAIR, VRMLINT_FIX_REPAIR}},
        {"aaba", {VRMLINT_FIX_REPAIR, VRMLINT_FIX_NONE}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct vrmlint_report *report = lint_words(rule, cases[i].words);
        assert_true(report->finding_count == 1 || report->finding_count == 2);
        for (size_t k = 0; k < report->finding_count; k++) {
            assert_int_equal(report->findings[k].fix, cases[i].fixes[k]);
        }
        vrmlint_report_free(report);
    }
}

static void order(void **state)
{
    (void)state;
    const char *rule = "springbone/joint-not-descendant";
    expect_words(rule, "abcd", "");
    expect_words(rule, "ad", "");
    expect_words(rule, "cba", "springs/0/joints ");
    expect_words(rule, "ba", "springs/0/joints ");
    expect_words(rule, "acbd", "springs/0/joints/2/node ");
    expect_words(rule, "abcx", "springs/0/joints/3/node ");
    expect_words(rule, "abxc", "springs/0/joints/3/node ");
    expect_words(rule, "abh", "springs/0/joints/2/node ");
    expect_words(rule, "cbax", "springs/0/joints/1/node springs/0/joints/2/node ");
    expect_words(rule, "re", "springs/0/joints/1/node ");
    /* a repeated joint is reported by itself, including the pairs that it forms */
    expect_words(rule, "aab", "");
    expect_words(rule, "aba", "");
    expect_words(rule, "bab", "");
    expect_words(rule, "dcbb", "springs/0/joints ");
    /* only resolved joints count */
    expect_words(rule, "a?c", "");
    expect_words(rule, "c?a", "springs/0/joints ");
    expect_words(rule, "?ba!", "springs/0/joints ");
    expect_words(rule, "a", "");
}

static void order_is_explained(void **state)
{
    (void)state;
    const char *rule = "springbone/joint-not-descendant";
    struct vrmlint_report *report = lint_words(rule, "cba");
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "reverse the list"));
    vrmlint_report_free(report);
    report = lint_words(rule, "acbd");
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "above it"));
    assert_non_null(
        strstr(ENGLISH(report->findings[0].message), "'a' (node 1), 'b' (node 2), 'c' (node 3), 'd' (node 4)"));
    vrmlint_report_free(report);
    report = lint_words(rule, "abcx");
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "both are children of 'b' (node 2)"));
    assert_null(strstr(ENGLISH(report->findings[0].message), "in the order"));
    vrmlint_report_free(report);
    report = lint_words(rule, "abh");
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "unrelated"));
    vrmlint_report_free(report);
    report = lint_words(rule, "re");
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "neither has a parent"));
    vrmlint_report_free(report);
}

static void single_joints(void **state)
{
    (void)state;
    const char *rule = "springbone/single-joint";
    expect_words(rule, "a", "springs/0/joints ");
    expect_words(rule, "abc d", "springs/1/joints ");
    expect_words(rule, "ab", "");
    expect_words(rule, "aa", "");
    expect_words(rule, "a?", "");
    expect_words(rule, "?", "");
    struct vrmlint_report *report = lint_words(rule, "a d");
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "'b' (node 2)"));
    assert_non_null(strstr(ENGLISH(report->findings[1].message), "empty child node"));
    vrmlint_report_free(report);
}

static void skips(void **state)
{
    (void)state;
    const char *rule = "springbone/skips-node";
    expect_words(rule, "abcd", "");
    expect_words(rule, "ac", "springs/0 ");
    expect_words(rule, "ad xz", "springs/0 springs/1 ");
    expect_words(rule, "a?c", "");
    /* the order is wrong, but nothing is skipped */
    expect_words(rule, "acbd", "");
    expect_words(rule, "abac", "");
    expect_words(rule, "abhac", "");
    struct vrmlint_report *report = lint_words(rule, "rbd");
    assert_int_equal(report->findings[0].related_count, 2);
    assert_true(measured(&report->findings[0], "skipped") == 2);
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "'a' (node 1), 'c' (node 3)"));
    vrmlint_report_free(report);
}

/* Tests one skipped node and its tail, each with its own transform. */
static void expect_mismatch(const char *middle, const char *tail, const char *expected)
{
    char *nodes = NULL;
    text_add(&nodes, "{'children':[1]},{'children':[2]%s},{'name':'t'%s},{},{},{},{},{},{},{}", middle, tail);
    expect_file("springbone/skipped-node-mismatch", nodes, "", "", "[{'joints':[{'node':0},{'node':2}]}]", expected);
    free(nodes);
}

static void mismatches(void **state)
{
    (void)state;
    const char *found = "springs/0/joints/0 ";
    expect_words("springbone/skipped-node-mismatch", "abcd", "");
    expect_words("springbone/skipped-node-mismatch", "ac", found);
    expect_words("springbone/skipped-node-mismatch", "acbd", "");
    expect_mismatch("", ",'translation':[0,0.1,0]", "");
    expect_mismatch(",'translation':[0,0.1,0]", ",'translation':[0,0.1,0]", found);
    /* tolerances of 1 degree and 1 percent */
    expect_mismatch(",'translation':[0,0.0009,0]", ",'translation':[0,0.1,0]", "");
    expect_mismatch(",'translation':[0,0.0012,0]", ",'translation':[0,0.1,0]", found);
    expect_mismatch(",'translation':[0.0016,0,0]", ",'translation':[0,0.1,0]", "");
    expect_mismatch(",'translation':[0.0019,0,0]", ",'translation':[0,0.1,0]", found);
    expect_mismatch(",'rotation':[0,0,0.7071068,0.7071068]", ",'translation':[0,0.1,0]", found);
    expect_mismatch(",'rotation':[0,0.7071068,0,0.7071068]", ",'translation':[0,0.1,0]", "");
    expect_mismatch(",'scale':[2,2,2]", ",'translation':[0,0.1,0]", found);
    expect_mismatch(",'translation':[0,0.1,0]", "", found);
    expect_mismatch(",'translation':[0,0.1,0]", ",'translation':[0,-0.1,0]", found);
    expect_mismatch("", "", "");
    /* nothing can be compared if the head's scale is zero */
    expect_file("springbone/skipped-node-mismatch",
                "{'children':[1],'scale':[0,0,0]},{'children':[2]},{'translation':[0,0.1,0]},{},{},{},{},{},{},{}", "",
                "", "[{'joints':[{'node':0},{'node':2}]}]", "");
    struct vrmlint_report *report = lint_words("springbone/skipped-node-mismatch", "ac");
    assert_true(measured(&report->findings[0], "length") > 0.1999);
    assert_true(measured(&report->findings[0], "translation") < 0.1001);
    assert_true(measured(&report->findings[0], "skipped") == 1);
    vrmlint_report_free(report);
}

static void branches(void **state)
{
    (void)state;
    const char *rule = "springbone/branching";
    const char *found = "/extensions/VRMC_springBone ";
    expect_words(rule, "abcd xyz", found);
    expect_words(rule, "xyz abcd", found);
    expect_words(rule, "ab cd", found);
    expect_words(rule, "abcd", "");
    expect_words(rule, "abcd h", "");
    expect_words(rule, "cd xyz", "");
    expect_words(rule, "abcd bcd", "");
    expect_words(rule, "ac bd", "");
    expect_words(rule, "ad bx", "");
    /* branches from the strand, though not from its copy */
    expect_words(rule, "rab bc cd", found);
    struct vrmlint_report *report = lint_words(rule, "ab cd xyz");
    assert_true(measured(&report->findings[0], "springs") == 2);
    assert_int_equal(report->findings[0].related_count, 2);
    assert_string_equal(report->findings[0].related[1].pointer, "/extensions/VRMC_springBone/springs/2");
    vrmlint_report_free(report);
}

static void chain_ends(void **state)
{
    (void)state;
    const char *rule = "springbone/chain-ends-early";
    expect_words(rule, "abcd", "");
    expect_words(rule, "xyz", "");
    expect_words(rule, "xy", "springs/0/joints/1/node ");
    expect_words(rule, "ab", "springs/0/joints/1/node ");
    expect_words(rule, "ab cd xyz", "");
    expect_words(rule, "ab cd xy", "springs/2/joints/1/node ");
    expect_words(rule, "a", "");
    expect_words(rule, "ab?", "");
    struct vrmlint_report *report = lint_words(rule, "ab xyz");
    assert_int_equal(report->finding_count, 1);
    assert_true(measured(&report->findings[0], "followers") == 2);
    vrmlint_report_free(report);

    rule = "springbone/tail-not-last-skinned";
    char *springs = springs_of("abcd xyz");
    expect_file(rule, spring_skeleton, "'skins':[{'joints':[1,2,3,4]}],", "", springs, "springs/0/joints/3/node ");
    expect_file(rule, spring_skeleton, "'skins':[{'joints':[1,2,3]}],", "", springs, "");
    free(springs);
    springs = springs_of("abc d");
    expect_file(rule, spring_skeleton, "'skins':[{'joints':[1,2,3,4]}],", "", springs, "");
    free(springs);
}

static void expect_tail(const char *before, const char *tail, double springs, double different)
{
    char *text = NULL;
    text_add(&text, "[{'joints':[{'node':1%s},{'node':2%s}]},{'joints':[{'node':5},{'node':6}]}]", before, tail);
    char *file = file_of(spring_skeleton, "", "", text);
    struct vrmlint_report *report = lint_text("springbone/tail-parameters-ignored", file);
    assert_int_equal(report->finding_count, springs > 0);
    if (springs > 0) {
        assert_string_equal(report->findings[0].pointer, "/extensions/VRMC_springBone");
        assert_int_equal(report->findings[0].related_count, springs);
        assert_true(measured(&report->findings[0], "springs") == springs);
        assert_true(measured(&report->findings[0], "different") == different);
        assert_true((strstr(ENGLISH(report->findings[0].message), "differ") != NULL) == (different > 0));
    }
    vrmlint_report_free(report);
    free(file);
    free(text);
}

static void tail_parameters(void **state)
{
    (void)state;
    expect_tail(",'stiffness':2", "", 0, 0);
    expect_tail(",'stiffness':2", ",'extras':{}", 0, 0);
    expect_tail(",'stiffness':2", ",'stiffness':2", 1, 0);
    expect_tail(",'stiffness':2", ",'stiffness':3", 1, 1);
    expect_tail("", ",'hitRadius':0,'stiffness':1,'gravityPower':0,'gravityDir':[0,-1,0],'dragForce':0.5", 1, 0);
    expect_tail("", ",'gravityDir':[1,0,0]", 1, 1);
    expect_tail(",'dragForce':0.9", ",'dragForce':'much'", 1, 0);
    /* a spring without segments has no findings */
    char *file = file_of(spring_skeleton, "", "", "[{'joints':[{'node':1,'stiffness':2}]}]");
    expect_report(lint_text("springbone/tail-parameters-ignored", file), "");
    free(file);
}

/* Files without spring bones, or with unusable ones. */
static void nothing_to_check(void **state)
{
    (void)state;
    static const char empty[] = "{'asset':{'version':'2.0'},'extensions':{'VRMC_springBone':{'specVersion':'1.0'}}}";
    static const char broken[] =
        "{'asset':{'version':'2.0'},'extensions':{'VRMC_springBone':{'specVersion':'1.0','springs':[7,{'joints':7},"
        "{'joints':[7,{'node':7}]}],'colliders':[7],'colliderGroups':[7]}}}";
    const char *const texts[] = {"{'asset':{'version':'2.0'}}", empty, broken};
    for (int i = 0; i < 3; i++) {
        char *text = NULL;
        text_add(&text, "%s", texts[i]);
        text_use_double_quotes(text);
        expect_report(lint_text("springbone/duplicate-joint,springbone/skipped-node-overlap,springbone/repeated-joint,"
                                "springbone/joint-not-descendant,springbone/single-joint,springbone/skips-node,"
                                "springbone/branching,springbone/chain-ends-early,springbone/no-visible-effect,"
                                "springbone/joint-not-in-scene,springbone/unnamed-or-duplicate-node-names,"
                                "springbone/center-not-ancestor,springbone/tail-parameters-ignored",
                                text),
                      "");
        free(text);
    }
}

TEST_PROGRAM(spring_chains)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(duplicate_joints),
        cmocka_unit_test(duplicate_joints_relate_and_advise),
        cmocka_unit_test(overlaps),
        cmocka_unit_test(overlaps_are_bounded),
        cmocka_unit_test(repeats),
        cmocka_unit_test(order),
        cmocka_unit_test(order_is_explained),
        cmocka_unit_test(single_joints),
        cmocka_unit_test(skips),
        cmocka_unit_test(mismatches),
        cmocka_unit_test(branches),
        cmocka_unit_test(chain_ends),
        cmocka_unit_test(tail_parameters),
        cmocka_unit_test(nothing_to_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
