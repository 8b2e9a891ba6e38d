/* Colliders on nodes that springs move: on the own chain, on other chains, and on springs that depend on each other. */
#include "spring_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

#define OWN "collider/in-own-chain"
#define CYCLE "collider/dependency-cycle"
#define OTHER "collider/on-simulated-node"

/* ---- files described by a few letters ---- */

/* Adds a member of the extension with a list of groups: words of digits, one word a group. */
static void add_groups(char **text, const char *words)
{
    text_add(text, "'colliderGroups':[{'colliders':[");
    for (const char *c = words; *c != '\0'; c++) {
        if (*c == ' ') {
            text_add(text, "]},{'colliders':[");
        } else {
            text_add(text, "%s%c", c == words || c[-1] == ' ' ? "" : ",", *c);
        }
    }
    text_add(text, "]}],");
}

/* Returns springs for words of the skeleton's letters, with the groups that they use after a slash: "abcd/01 xyz". */
static char *springs_with_groups(const char *words)
{
    static const char letters[] = "rabcdxyzheo";
    char *text = NULL;
    bool in_groups = false;
    bool first = true;
    text_add(&text, "[{'joints':[");
    for (const char *c = words; *c != '\0'; c++) {
        if (*c == '/') {
            text_add(&text, "],'colliderGroups':[");
            in_groups = true;
            first = true;
        } else if (*c == ' ') {
            text_add(&text, "]},{'joints':[");
            in_groups = false;
            first = true;
        } else {
            text_add(&text, first ? "" : ",");
            text_add(&text, in_groups ? "%d" : "{'node':%d}",
                     in_groups ? *c - '0' : (int)(strchr(letters, *c) - letters));
            first = false;
        }
    }
    text_add(&text, "]}]");
    return text;
}

/* Lints a file. colliders: letters of nodes, one for each collider. */
static struct vrmlint_report *lint(const char *rule, const char *colliders, const char *groups, const char *words)
{
    static const char letters[] = "rabcdxyzheo";
    char *members = NULL;
    text_add(&members, "'colliders':[");
    for (const char *c = colliders; *c != '\0'; c++) {
        text_add(&members, "%s{'node':%d,'shape':{'sphere':{'radius':0.01}}}", c == colliders ? "" : ",",
                 *c == '?' ? 99 : (int)(strchr(letters, *c) - letters));
    }
    text_add(&members, "],");
    add_groups(&members, groups);
    char *springs = springs_with_groups(words);
    char *text = file_of(spring_skeleton, "", members, springs);
    struct vrmlint_report *report = lint_text(rule, text);
    free(members);
    free(springs);
    free(text);
    return report;
}

struct chain_case {
    const char *rule;
    const char *colliders;
    const char *groups;
    const char *springs;
    const char *expected;
};

#define ENTRY(spring, entry) "springs/" #spring "/colliderGroups/" #entry " "

static void worked_cases(void **state)
{
    (void)state;
    static const struct chain_case cases[] = {
        /* on the root, further down, and on a side branch; one finding for each group */
        {OWN, "a", "0", "abcd/0", ENTRY(0, 0)},
        {OWN, "d", "0", "abcd/0", ENTRY(0, 0)},
        {OWN, "y", "0", "abcd/0", ENTRY(0, 0)},
        {OWN, "ay", "01", "abcd/0", ENTRY(0, 0)},
        {OWN, "ay", "0 1", "abcd/01", ENTRY(0, 0) ENTRY(0, 1)},
        {OWN, "ar", "1 0", "abcd/01", ENTRY(0, 1)},
        /* above, beside, unresolved, in a spring that doesn't move, in another spring */
        {OWN, "rh", "01", "abcd/0", ""},
        {OWN, "a", "0", "bcd/0", ""},
        {OWN, "?", "0", "abcd/0", ""},
        {OWN, "a", "0", "a/0", ""},
        {OWN, "x", "0", "bcd/0 xyz", ENTRY(0, 0)},
        {OWN, "c", "0", "abcd xyz/0", ""},
        /* a group named twice is one finding here; springbone/duplicate-collider-group reports the repetition */
        {OWN, "a", "0", "abcd/00", ENTRY(0, 0)},
        {OWN, "a", "00", "abcd/0", ENTRY(0, 0)},
        /* nodes below the root count, whichever joints follow it */
        {OWN, "y", "0", "xc/0", ENTRY(0, 0)},

        {OTHER, "r", "0", "abcd xyz/0", ""},
        {OTHER, "c", "0", "abcd xyz/0", ENTRY(1, 0)},
        {OTHER, "y", "0", "cd/0 xyz", ENTRY(0, 0)},
        {OTHER, "d", "0", "abcd xyz/0", ENTRY(1, 0)},
        /* below the other spring's root, outside its joints */
        {OTHER, "y", "0", "bcd hr/0", ENTRY(1, 0)},
        {OTHER, "ya", "01", "cd/0 xyz", ENTRY(0, 0)},
        {OTHER, "yyr", "01 12", "cd/01 xyz", ENTRY(0, 0) ENTRY(0, 1)},
        {OTHER, "y", "0", "cd/00 xyz", ENTRY(0, 0)},
        /* on its own chain: only in-own-chain reports it, even if another spring moves it too */
        {OTHER, "c", "0", "abcd/0", ""},
        {OTHER, "y", "0", "abcd xyz/0", ""},
        {OTHER, "y", "0", "abcd/0 xyz", ""},
        /* in a ring: dependency-cycle reports it */
        {OTHER, "cy", "0 1", "bcd/1 xyz/0", ""},
        {OTHER, "cy", "0 1", "cd/1 xyz/0", ""},
        {OTHER, "c", "0", "cd xyz/0 h/0", ENTRY(1, 0)},
        {OTHER, "c", "0", "c xyz/0", ""},

        {CYCLE, "cy", "0 1", "cd/1 xyz/0", ENTRY(0, 0)},
        {CYCLE, "cy", "0 1", "cd xyz/0", ""},
        {CYCLE, "cy", "0 1", "cd/1 xyz", ""},
        {CYCLE, "cy", "01", "cd/0 xyz/0", ENTRY(0, 0)},
        {CYCLE, "rr", "0 1", "cd/1 xyz/0", ""},
        {CYCLE, "dz", "0 1", "cd/1 xyz/0", ENTRY(0, 0)},
        /* a spring below another one that meets its collider: the spring above must be updated first */
        {CYCLE, "y", "0", "abcd/0 xyz", ENTRY(0, 0)},
        {CYCLE, "y", "0", "xyz abcd/0", ENTRY(1, 0)},
        {CYCLE, "c", "0", "abcd xyz/0", ""},
        /* a single spring */
        {CYCLE, "c", "0", "abcd/0", ""},
        {CYCLE, "ay", "01", "abcd/0", ""},
        {CYCLE, "c", "0", "abcd/0 h/0", ""},
        /* a ring of three, and a spring that only depends on the ring */
        {CYCLE, "cyh", "0 1 2", "cd/1 xyz/2 he/0", ENTRY(0, 0)},
        {CYCLE, "cyh", "0 1 2", "cd/1 xyz/0 he/01", ENTRY(0, 0)},
        {CYCLE, "cyh", "0 1 2", "cd/1 xyz/2 he", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s: colliders %s, groups %s, springs %s\n", cases[i].rule, cases[i].colliders, cases[i].groups,
                      cases[i].springs);
        expect_report(lint(cases[i].rule, cases[i].colliders, cases[i].groups, cases[i].springs), cases[i].expected);
    }
}

/* ---- messages ---- */

static void expect_said(const struct vrmlint_report *report, const char *const *words)
{
    assert_int_equal(report->finding_count, 1);
    print_message("%s\n", ENGLISH(report->findings[0].message));
    for (; *words != NULL; words++) {
        assert_non_null(strstr(ENGLISH(report->findings[0].message), *words));
    }
}

static void own_chain_says(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint(OWN, "cy", "01", "abcd/0");
    const char *const whole[] = {"collider 0 on 'c' and collider 1 on 'y'", "(from 'a' (node 1) down)",
                                 "remove collider group 0 (unnamed) from the spring", NULL};
    expect_said(report, whole);
    assert_int_equal(report->findings[0].severity, VRMLINT_WARNING);
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_UNSAFE);
    assert_int_equal(report->findings[0].related_count, 2);
    assert_true(measured(&report->findings[0], "colliders") == 2);
    vrmlint_report_free(report);
    /* a collider listed twice by its group counts once */
    report = lint(OWN, "c", "00", "abcd/0");
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_UNSAFE);
    assert_true(measured(&report->findings[0], "colliders") == 1);
    vrmlint_report_free(report);
    /* if the group has other or unresolved colliders, it isn't known what to remove */
    static const char *const others[][2] = {{"cr", "01"}, {"c?", "01"}, {"c", "09"}};
    for (size_t i = 0; i < 3; i++) {
        report = lint(OWN, others[i][0], others[i][1], "abcd/0");
        const char *const part[] = {"collider 0 on 'c'", "Give the spring a group without that collider", NULL};
        expect_said(report, part);
        assert_int_equal(report->findings[0].fix, VRMLINT_FIX_NONE);
        vrmlint_report_free(report);
    }
}

static void other_chain_says(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint(OTHER, "rxyyyyyyz", "012345678", "cd/0 xyz");
    const char *const words[] = {"Spring 0 (unnamed) collides with collider 1 on 'x', collider 2 on 'y'", " and 3 more",
                                 "moved by spring 1 (unnamed)", NULL};
    expect_said(report, words);
    assert_int_equal(report->findings[0].severity, VRMLINT_INFO);
    assert_true(measured(&report->findings[0], "colliders") == 8);
    /* the named colliders and the spring */
    assert_int_equal(report->findings[0].related_count, 6);
    assert_string_equal(report->findings[0].related[5].pointer, "/extensions/VRMC_springBone/springs/1");
    vrmlint_report_free(report);
    /* moved by a spring of its own ring, which is below one outside the ring */
    report = lint(OTHER, "yh", "0 1", "abcd xyz/1 he/0");
    const char *const further[] = {
        "Spring 2 (unnamed) collides with collider 0 on 'y', moved by spring 0 (unnamed). Some", NULL};
    expect_said(report, further);
    vrmlint_report_free(report);
}

static void cycle_says(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint(CYCLE, "cy", "0 1", "cd/1 xyz/0");
    const char *const two[] = {
        "2 springs depend on each other in a cycle, and",
        "spring 0 (unnamed) (collider 1 on 'y') → spring 1 (unnamed) (collider 0 on 'c') → "
        "spring 0 (unnamed)",
        "Give spring 0 (unnamed) a group without collider 1 on 'y' of collider group 1 (unnamed)", NULL};
    expect_said(report, two);
    assert_int_equal(report->findings[0].severity, VRMLINT_WARNING);
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_NONE);
    assert_int_equal(report->findings[0].related_count, 2);
    assert_null(strstr(ENGLISH(report->findings[0].message), "then check again"));
    assert_true(measured(&report->findings[0], "springs") == 2 && measured(&report->findings[0], "ring") == 2);
    vrmlint_report_free(report);

    /* of several groups, the one that closes the ring */
    report = lint(CYCLE, "hcy", "0 1 2", "cd/02 xyz/1");
    const char *const third[] = {"Give spring 0 (unnamed) a group without collider 2 on 'y' of collider group 2", NULL};
    expect_said(report, third);
    assert_string_equal(report->findings[0].pointer, "/extensions/VRMC_springBone/springs/0/colliderGroups/1");
    vrmlint_report_free(report);

    /* a spring below the other */
    report = lint(CYCLE, "y", "0", "xyz abcd/0");
    const char *const hanging[] = {"spring 1 (unnamed) (collider 0 on 'y') → spring 0 (unnamed) (below 'b' (node 2)) "
                                   "→ spring 1 (unnamed)",
                                   "Give spring 1 (unnamed) a group without collider 0 on 'y'", NULL};
    expect_said(report, hanging);
    vrmlint_report_free(report);

    /* the shortest of several rings; all springs are named */
    report = lint(CYCLE, "cyh", "0 1 2", "cd/1 xyz/2 he/01");
    const char *const more[] = {
        "3 springs depend on each other in cycles (spring 0 (unnamed), spring 1 (unnamed), spring 2 "
        "(unnamed)), and",
        "spring 1 (unnamed) (collider 2 on 'h') → spring 2 (unnamed) (collider 1 on 'y') → "
        "spring 1 (unnamed). Give spring 1",
        "then check again", NULL};
    expect_said(report, more);
    assert_true(measured(&report->findings[0], "springs") == 3 && measured(&report->findings[0], "ring") == 2);
    vrmlint_report_free(report);
}

/* ---- size ---- */

/*
 * A thousand springs side by side that all use one group with a collider on each of them, one on the root and
 * thousands on the first: one component, and one finding for each spring.
 */
static void many(void **state)
{
    (void)state;
    enum { MANY = 1000, ON_FIRST = 3000 };
    char *nodes = NULL;
    char *members = NULL;
    char *springs = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&nodes, &size);
    fprintf(out, "{'mesh':0,'children':[");
    for (int i = 0; i < MANY; i++) {
        fprintf(out, "%s%d", i == 0 ? "" : ",", 2 * i + 1);
    }
    fprintf(out, "]}");
    for (int i = 0; i < MANY; i++) {
        fprintf(out, ",{'children':[%d]},{'translation':[0,0.1,0]}", 2 * i + 2);
    }
    fclose(out);
    out = open_memstream(&members, &size);
    fprintf(out, "'colliders':[{'node':0}");
    for (int i = 0; i < MANY + ON_FIRST; i++) {
        fprintf(out, ",{'node':%d}", i < MANY ? 2 * i + 2 : 1);
    }
    fprintf(out, "],'colliderGroups':[{'colliders':[");
    for (int i = 0; i <= MANY + ON_FIRST; i++) {
        fprintf(out, "%s%d", i == 0 ? "" : ",", i);
    }
    fprintf(out, "]}],");
    fclose(out);
    out = open_memstream(&springs, &size);
    for (int i = 0; i < MANY; i++) {
        fprintf(out, "%s{'joints':[{'node':%d},{'node':%d}],'colliderGroups':[0]}", i == 0 ? "[" : ",", 2 * i + 1,
                2 * i + 2);
    }
    fprintf(out, "]");
    fclose(out);
    char *text = file_of(nodes, "", members, springs);
    struct vrmlint_report *report = lint_text(CYCLE, text);
    assert_int_equal(report->finding_count, 1);
    assert_true(measured(&report->findings[0], "springs") == MANY && measured(&report->findings[0], "ring") == 2);
    assert_non_null(strstr(ENGLISH(report->findings[0].message), " and 980 more)"));
    vrmlint_report_free(report);
    report = lint_text(OWN, text);
    assert_int_equal(report->finding_count, MANY);
    assert_true(measured(&report->findings[0], "colliders") == ON_FIRST + 1);
    assert_int_equal(report->findings[0].related_count, 5);
    assert_true(measured(&report->findings[1], "colliders") == 1);
    vrmlint_report_free(report);
    report = lint_text(OTHER, text);
    assert_int_equal(report->finding_count, 0);
    vrmlint_report_free(report);
    free(nodes);
    free(members);
    free(springs);
    free(text);
}

/* A ring of many springs: the message lists twenty of them. */
static void long_ring(void **state)
{
    (void)state;
    enum { RING = 50 };
    char *nodes = NULL;
    char *members = NULL;
    char *springs = NULL;
    text_add(&nodes, "{'mesh':0,'children':[");
    for (int i = 0; i < RING; i++) {
        text_add(&nodes, "%s%d", i == 0 ? "" : ",", 2 * i + 1);
    }
    text_add(&nodes, "]}");
    text_add(&members, "'colliders':[");
    for (int i = 0; i < RING; i++) {
        text_add(&nodes, ",{'children':[%d]},{'translation':[0,0.1,0]}", 2 * i + 2);
        text_add(&members, "%s{'node':%d}", i == 0 ? "" : ",", 2 * i + 2);
        text_add(&springs, "%s{'joints':[{'node':%d},{'node':%d}],'colliderGroups':[%d]}", i == 0 ? "[" : ",",
                 2 * i + 1, 2 * i + 2, (i + 1) % RING);
    }
    text_add(&members, "],'colliderGroups':[");
    for (int i = 0; i < RING; i++) {
        text_add(&members, "%s{'colliders':[%d]}", i == 0 ? "" : ",", i);
    }
    text_add(&members, "],");
    text_add(&springs, "]");
    char *text = file_of(nodes, "", members, springs);
    struct vrmlint_report *report = lint_text(CYCLE, text);
    const char *const words[] = {"50 springs depend on each other",
                                 "spring 19 (unnamed) (collider 20 on node 42) and 30 more → spring 0", NULL};
    expect_said(report, words);
    assert_int_equal(report->findings[0].related_count, 20);
    vrmlint_report_free(report);
    free(nodes);
    free(members);
    free(springs);
    free(text);
}

TEST_PROGRAM(collider_chains)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_cases), cmocka_unit_test(own_chain_says), cmocka_unit_test(other_chain_says),
        cmocka_unit_test(cycle_says),   cmocka_unit_test(many),           cmocka_unit_test(long_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
