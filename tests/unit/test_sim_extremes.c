/* The rules on motion in extreme files: numbers of every size, degenerate chains, more than can be simulated. Every
 * check ends, and each mistake is reported once. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "spring_files.h"

static bool has(const struct vrmlint_report *report, const char *rule)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        if (strcmp(report->findings[i].rule->id, rule) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- extreme numbers and shapes ---- */

static const char *const numbers[] = {"1e400", "-1e400", "1e300", "1e19", "1e17",  "1e9",  "5e-324",
                                      "-1",    "0",      "1e-30", "1e37", "-1e37", "1e-6", "2"};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static bool is_of_family(const struct vrmlint_finding *finding, const char *family)
{
    return strncmp(finding->rule->id, family, strlen(family)) == 0;
}

/* Fails the test unless the check ends and numbers that aren't finite are reported once, by their own rule. */
static void expect_one(const char *text, bool overflows)
{
    struct vrmlint_report *report = lint_text("default", text);
    size_t not_finite = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const char *name = strchr(report->findings[i].rule->id, '/') + 1;
        not_finite += strcmp(name, "not-finite") == 0;
        if (overflows && is_of_family(&report->findings[i], "sim/")) {
            fail_msg("%s: %s\n%s", report->findings[i].rule->id, ENGLISH(report->findings[i].message), text);
        }
    }
    if (overflows && not_finite != 1) {
        fail_msg("%zu findings of not-finite in\n%s", not_finite, text);
    }
    vrmlint_report_free(report);
}

#define CHAIN_NODES                                                                                                    \
    "{'translation':[0,1,0],'children':[1]},{'translation':[0,0.5,0],'children':[2]},"                                 \
    "{'translation':[0.01,-0.05,0.02],'children':[3]},{'translation':[0.01,-0.05,0.02]}"

/* Each parameter in turn takes each number. */
static void test_parameters(void **state)
{
    (void)state;
    static const char *const places[] = {"'stiffness':%s", "'dragForce':%s", "'gravityPower':%s", "'hitRadius':%s",
                                         "'gravityPower':1,'gravityDir':[0,%s,0]"};
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        for (size_t n = 0; n < NUMBERS; n++) {
            char parameter[200];
            char springs[400];
            snprintf(parameter, sizeof parameter, places[p], numbers[n]);
            snprintf(springs, sizeof springs, "[{'colliderGroups':[0],'joints':[{'node':1,%s},{'node':2},{'node':3}]}]",
                     parameter);
            char *text = file_of(CHAIN_NODES, "",
                                 "'colliders':[{'node':0,'shape':{'sphere':{'offset':[0,0.5,0],'radius':0.03}}}],"
                                 "'colliderGroups':[{'colliders':[0]}],",
                                 springs);
            double value = strtod(numbers[n], NULL);
            expect_one(text, fabs(value) > 1e18);
            free(text);
        }
    }
}

/* Each number of a collider and of the nodes, in turn. */
static void test_places(void **state)
{
    (void)state;
    for (size_t n = 0; n < NUMBERS; n++) {
        static const char *const colliders[] = {
            "'colliders':[{'node':0,'shape':{'sphere':{'offset':[0,0.5,0],'radius':%s}}}],",
            "'colliders':[{'node':0,'shape':{'sphere':{'offset':[0,%s,0],'radius':0.03}}}],",
            "'colliders':[{'node':0,'shape':{'capsule':{'offset':[0,0.4,0],'tail':[%s,0.5,0],'radius':0.03}}}],",
        };
        for (size_t c = 0; c < sizeof colliders / sizeof *colliders; c++) {
            char members[300];
            int length = snprintf(members, sizeof members, colliders[c], numbers[n]);
            snprintf(members + length, sizeof members - (size_t)length, "'colliderGroups':[{'colliders':[0]}],");
            char *text =
                file_of(CHAIN_NODES, "", members,
                        "[{'colliderGroups':[0],'joints':[{'node':1,'hitRadius':0.01},{'node':2},{'node':3}]}]");
            expect_one(text, false);
            free(text);
        }
        char nodes[400];
        snprintf(nodes, sizeof nodes,
                 "{'translation':[0,%s,0],'children':[1]},{'scale':[%s,1,1],'children':[2]},"
                 "{'translation':[%s,-0.05,0],'children':[3]},{'translation':[0,-0.05,0]}",
                 numbers[n], numbers[n], numbers[n]);
        char *text = file_of(nodes, "", "", "[{'joints':[{'node':1},{'node':2},{'node':3}]}]");
        expect_one(text, false);
        free(text);
    }
}

/* ---- degenerate chains ---- */

static void expect_said(const char *nodes, const char *members, const char *springs, const char *said)
{
    char *text = file_of(nodes, "", members, springs);
    struct vrmlint_report *report = lint_text("sim", text);
    if (*said == '\0' ? report->finding_count != 0 : !has(report, said)) {
        for (size_t i = 0; i < report->finding_count; i++) {
            print_error("%s: %s\n", report->findings[i].rule->id, ENGLISH(report->findings[i].message));
        }
        fail_msg("%s should be said of\n%s", *said == '\0' ? "nothing" : said, text);
    }
    vrmlint_report_free(report);
    free(text);
}

#define JOINTS "[{'joints':[{'node':1,'dragForce':0.4},{'node':2,'dragForce':0.4},{'node':3}]}]"

static void test_degenerate(void **state)
{
    (void)state;
    /* bones straight down and nearly so, whose rotations are singular */
    expect_said(
        "{'children':[1]},{'children':[2]},{'translation':[0,-0.05,0],'children':[3]},{'translation':[0,-0.05,0]}", "",
        JOINTS, "");
    expect_said("{'children':[1]},{'children':[2]},{'translation':[1e-9,-0.05,0],'children':[3]},"
                "{'translation':[0,-0.05,1e-7]}",
                "", JOINTS, "");
    /* bones that point straight back */
    expect_said(
        "{'children':[1]},{'children':[2]},{'translation':[0,0.05,0],'children':[3]},{'translation':[0,-0.05,0]}", "",
        JOINTS, "");
    /* bones without length, one and all */
    expect_said("{'children':[1]},{'children':[2]},{'children':[3]},{'translation':[0,-0.05,0]}", "", JOINTS, "");
    expect_said("{'children':[1]},{'children':[2]},{'children':[3]},{}", "", JOINTS, "");
    /* a bone that gravity holds exactly upside down stays there only by rounding, so it must not count as at rest */
    expect_said(
        "{'children':[1]},{'children':[2]},{'translation':[0,0.05,0],'children':[3]},{'translation':[0,0.05,0]}", "",
        "[{'joints':[{'node':1,'dragForce':0.4,'gravityPower':2,'gravityDir':[0,-1,0]},"
        "{'node':2,'dragForce':0.4,'gravityPower':2,'gravityDir':[0,-1,0]},{'node':3}]}]",
        "sim/rest-pose-collapses");
    /* tails on a center, on an axis, and on a center without a radius */
    static const char *const centers[] = {"{'sphere':{'offset':[0,-0.05,0],'radius':0.01}}",
                                          "{'capsule':{'offset':[-1,-0.05,0],'tail':[1,-0.05,0],'radius':0.01}}",
                                          "{'sphere':{'offset':[0,-0.05,0],'radius':0}}"};
    for (size_t i = 0; i < 3; i++) {
        char members[300];
        snprintf(members, sizeof members, "'colliders':[{'node':0,'shape':%s}],'colliderGroups':[{'colliders':[0]}],",
                 centers[i]);
        expect_said("{'children':[1]},{'children':[2]},{'translation':[0,-0.05,0],'children':[3]},"
                    "{'translation':[0,-0.05,0]}",
                    members,
                    "[{'colliderGroups':[0],'joints':[{'node':1,'dragForce':0.4},{'node':2,'dragForce':0.4},"
                    "{'node':3}]}]",
                    i < 2 ? "sim/tail-at-collider-center" : "");
    }
}

/* ---- sizes ---- */

/* A chain too long to be simulated, and a short one beside it that is simulated. */
static void test_too_much(void **state)
{
    (void)state;
    size_t count = 20100;
    struct arena *arena = arena_new();
    assert_non_null(arena);
    struct buf nodes = BUF_INIT(arena);
    struct buf springs = BUF_INIT(arena);
    buf_str(&springs, "[{'name':'Long','joints':[");
    for (size_t i = 0; i < count; i++) {
        buf_str(&nodes, "{'translation':[0,-0.1,0]");
        if (i == 0) {
            buf_printf(&nodes, ",'children':[1,%zu]", count);
        } else if (i + 1 < count) {
            buf_printf(&nodes, ",'children':[%zu]", i + 1);
        }
        buf_str(&nodes, "},");
        buf_printf(&springs, "%s{'node':%zu}", i == 0 ? "" : ",", i);
    }
    buf_printf(&nodes, "{'children':[%zu]},{'translation':[0,-0.05,0.01]}", count + 1);
    buf_printf(&springs, "]},{'name':'Short','joints':[{'node':%zu,'stiffness':0.01},{'node':%zu}]}]", count,
               count + 1);
    char *text = file_of(buf_text(&nodes), "", "", buf_text(&springs));
    struct vrmlint_report *report = lint_text("sim", text);
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(report->findings[0].rule->id, "sim/no-restoring-force");
    assert_string_equal(report->findings[0].pointer, "/extensions/VRMC_springBone/springs/1");
    assert_int_equal(skipped_of_file(report), 1);
    assert_string_equal(ENGLISH(report->skipped[0].what), "the motion of spring 0 'Long'");
    vrmlint_report_free(report);
    free(text);
    arena_free(arena);
}

TEST_PROGRAM(sim_extremes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
