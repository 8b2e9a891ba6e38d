/* The rules on motion: findings that suppress others, switches, thresholds, curves. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim_sets.h"
#include "spring_files.h"

static const struct sim_set *set_named(const char *name)
{
    for (size_t i = 0; i < sim_set_count; i++) {
        if (strcmp(sim_sets[i].name, name) == 0) {
            return &sim_sets[i];
        }
    }
    fail_msg("there is no set '%s'", name);
    return NULL;
}

static struct vrmlint_report *lint_set(const char *rules, const struct sim_set *set)
{
    char *text = sim_set_file(set);
    text_use_double_quotes(text);
    struct vrmlint_report *report = lint_text(rules, text);
    free(text);
    return report;
}

static const struct vrmlint_finding *find(const struct vrmlint_report *report, const char *rule)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        if (strcmp(report->findings[i].rule->id, rule) == 0) {
            return &report->findings[i];
        }
    }
    return NULL;
}

static bool has(const struct vrmlint_report *report, const char *rule)
{
    return find(report, rule) != NULL;
}

/* ---- suppressed findings ---- */

/* A set, the rules that run, a finding that must be given, and one that must not. */
struct silence {
    const char *set;
    const char *rules;
    const char *said;
    const char *silent;
};

static const struct silence silences[] = {
    /* its own findings; and with a static rule that reports the same better */
    {"k 0, g 0", "sim", "sim/no-restoring-force", "sim/walk-lag"},
    {"k 0, g 0", "sim/walk-lag,sim/frame-rate-dependent-pose", "sim/walk-lag", "sim/no-restoring-force"},
    {"k 0, g 0", "default", "springbone/no-restoring-force", "sim/no-restoring-force"},
    {"k 0, g 0", "default", "springbone/no-restoring-force", "sim/frame-rate-dependent-pose"},
    {"upward k = g", "default", "sim/no-restoring-force", "springbone/no-restoring-force"},
    {"drag 2.5", "sim", "sim/jitter", "springbone/value-out-of-range"},
    {"drag 2.5", "default", "springbone/value-out-of-range", "sim/jitter"},
    {"drag -0.5", "default", "springbone/value-out-of-range", "sim/violent-motion"},
    {"stiffness -1", "default", "springbone/value-out-of-range", "sim/rest-pose-collapses"},
    {"gravityPower NaN (1e400)", "default", "springbone/not-finite", "sim/non-finite"},
    {"stiffness 1e200", "default", "springbone/not-finite", "sim/rigid-chain"},
    {"stiffness 400", "sim", "sim/rigid-chain", "springbone/stiffness-high"},
    {"stiffness 400", "default", "springbone/stiffness-high", "sim/rigid-chain"},
    {"zero-length first bone", "default", "springbone/zero-length-bone", "sim/no-restoring-force"},
    {"cone rotated off rest", "sim", "sim/rest-pose-collapses", "limit/rest-outside"},
    {"cone rotated off rest", "default", "limit/rest-outside", "sim/rest-pose-collapses"},
    {"cone rotated off rest", "default", "limit/rest-outside", "sim/violent-motion"},
    {"inside radius < hit", "sim", "sim/collider-no-feasible-pose", "collider/inside-too-small"},
    {"inside radius < hit", "default", "collider/inside-too-small", "sim/collider-no-feasible-pose"},
    {"inside radius < hit", "default", "collider/inside-too-small", "sim/jitter"},
    {"inside radius < hit", "default", "collider/inside-too-small", "sim/rest-penetration"},
    {"collider swallows chain", "default", "sim/collider-no-feasible-pose", "sim/rest-penetration"},
    {"collider swallows chain", "sim/rest-penetration", "sim/rest-penetration", "sim/collider-no-feasible-pose"},
    {"collider swallows chain", "default", "sim/collider-no-feasible-pose", "collider/inescapable"},
    {"collider swallows chain", "collider", "collider/inescapable", "sim/collider-no-feasible-pose"},
    {"cone 10deg + collider in cone", "default", "sim/limit-collider-conflict", "sim/rest-penetration"},
    {"collider at tail", "default", "sim/tail-at-collider-center", "sim/rest-penetration"},
    {"drag 0, k .1, L .1", "default", "sim/does-not-settle", "sim/slow-settle"},
    {"g 3 on upward k 1", "default", "sim/rest-pose-collapses", "sim/rest-pose-sags"},
};

static void test_silence(void **state)
{
    (void)state;
    int bad = 0;
    for (size_t i = 0; i < sizeof silences / sizeof *silences; i++) {
        struct vrmlint_report *report = lint_set(silences[i].rules, set_named(silences[i].set));
        if (!has(report, silences[i].said) || has(report, silences[i].silent)) {
            print_error("%s under %s: %s is %s, %s is %s\n", silences[i].set, silences[i].rules, silences[i].said,
                        has(report, silences[i].said) ? "said" : "not said", silences[i].silent,
                        has(report, silences[i].silent) ? "said" : "not said");
            bad++;
        }
        vrmlint_report_free(report);
    }
    assert_int_equal(bad, 0);
}

/* Sane sets have no findings of the family sim. */
static void test_sane_sets(void **state)
{
    (void)state;
    size_t sane = 0;
    for (size_t i = 0; i < sim_set_count; i++) {
        if (sim_sets[i].verdicts != NULL && *sim_sets[i].verdicts == '\0' && sim_sets[i].drag <= 1 &&
            !sim_sets[i].no_first) {
            struct vrmlint_report *report = lint_set("sim", &sim_sets[i]);
            for (size_t k = 0; k < report->finding_count; k++) {
                /* the artist can't change the behaviour at another size, or that of three-vrm */
                assert_true(strcmp(report->findings[k].rule->id, "sim/scale-dependent") == 0 ||
                            strcmp(report->findings[k].rule->id, "sim/teleport-inverts") == 0);
            }
            assert_int_equal(skipped_of_file(report), 0);
            vrmlint_report_free(report);
            sane++;
        }
    }
    assert_int_equal(sane, 25);
}

/* ---- switches ---- */

static struct vrmlint_report *lint_policy(const struct vrmlint_policy *policy, const struct sim_set *set)
{
    char *text = sim_set_file(set);
    text_use_double_quotes(text);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "test.gltf", text, strlen(text));
    assert_non_null(report);
    free(text);
    return report;
}

static void test_no_simulation(void **state)
{
    (void)state;
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_non_null(policy);
    vrmlint_policy_simulation(policy, false);
    struct vrmlint_report *report = lint_policy(policy, set_named("collider swallows chain"));
    assert_true(has(report, "collider/inescapable"));
    for (size_t i = 0; i < report->finding_count; i++) {
        assert_true(strncmp(report->findings[i].rule->id, "sim/", 4) != 0);
    }
    vrmlint_report_free(report);
    vrmlint_policy_simulation(policy, true);
    report = lint_policy(policy, set_named("collider swallows chain"));
    assert_false(has(report, "collider/inescapable"));
    assert_true(has(report, "sim/collider-no-feasible-pose"));
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

/* Whether a rule reports a set if a threshold is set to a value. Thresholds that would also make it report are set so
 * that they are never reached. */
static bool speaks(const char *set, const char *rule, const char *threshold, double value)
{
    static const char angle[] = "collider-moves-rest-pose-info";
    static const char way[] = "collider-moves-rest-pose-tip";
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    assert_non_null(policy);
    assert_true(vrmlint_policy_threshold(policy, angle, 180, &refusal));
    assert_true(vrmlint_policy_threshold(policy, way, 1e6, &refusal));
    assert_true(vrmlint_policy_threshold(policy, threshold, value, &refusal));
    struct vrmlint_report *report = lint_policy(policy, set_named(set));
    bool found = has(report, rule);
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
    return found;
}

/* Each threshold decides: the rule reports on one side of the measured value, and not on the other. */
static void test_thresholds(void **state)
{
    (void)state;
    static const struct {
        const char *set;
        const char *rule;
        const char *threshold;
        double speaks;
        double silent;
    } all[] = {
        {"upward k = g", "sim/no-restoring-force", "no-restoring-force", 0.05, 0},
        {"drag 0, k .1, L .1", "sim/does-not-settle", "does-not-settle", 2, 1e6},
        {"centered hair", "sim/teleport-inverts", "teleport-inverts-info", 0.1, 3},
        {"skirt k.2 d.4 L.08", "sim/slow-settle", "slow-settle-info", 1.7, 1.8},
        {"1.0 k.8 d.6 g.25 side", "sim/rest-pose-sags", "rest-pose-sags", 35, 40},
        {"g 2 on horizontal k .5", "sim/rest-pose-collapses", "rest-pose-collapses", 85, 95},
        {"collider across rest pose", "sim/collider-no-feasible-pose", "collider-no-feasible-pose", 0.001, 0.01},
        {"collider across rest pose", "sim/collider-no-feasible-pose", "collider-no-feasible-pose-share", 0.05, 0.1},
        {"two spheres squeeze", "sim/rest-penetration", "rest-penetration", 0.02, 0.03},
        {"two spheres squeeze", "sim/rest-penetration", "rest-penetration-share", 0.5, 0.6},
        {"collider across rest pose", "sim/collider-moves-rest-pose", "collider-moves-rest-pose-info", 45, 50},
        {"collider across rest pose", "sim/collider-moves-rest-pose", "collider-moves-rest-pose-tip", 1, 1e3},
        {"thin colliders beside a whippy chain", "sim/collider-tunnelling", "collider-tunnelling", 3, 1000},
        {"tail k2 d.4 10 links side", "sim/violent-motion", "violent-motion", 50, 90},
        {"walk lag k.1 d.6", "sim/walk-lag", "walk-lag", 83, 84},
        {"VRoid-like bust k1 d.05 1 link", "sim/rigid-chain", "rigid-chain", 90, 0},
        {"upward k = g", "sim/no-restoring-force", "frame-rate-dependent-pose", 180, 180},
    };
    int bad = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        bool same = all[i].speaks == all[i].silent;
        if (!speaks(all[i].set, all[i].rule, all[i].threshold, all[i].speaks) ||
            (!same && speaks(all[i].set, all[i].rule, all[i].threshold, all[i].silent))) {
            print_error("%s: %s doesn't decide on %s\n", all[i].set, all[i].threshold, all[i].rule);
            bad++;
        }
    }
    assert_int_equal(bad, 0);
}

/* A tail beside the center: a threshold decides how near counts. */
static void test_near_center(void **state)
{
    (void)state;
    static const char beside[] = "{'node': 2, 'shape': {'sphere': {'offset': [0, 1e-4, 0.1], 'radius': 0.01}}}";
    struct sim_set set = *set_named("collider at tail");
    set.colliders = beside;
    for (int wide = 0; wide < 2; wide++) {
        struct vrmlint_policy *policy = vrmlint_policy_new();
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        assert_non_null(policy);
        assert_true(vrmlint_policy_threshold(policy, "tail-at-collider-center", wide ? 1e-3 : 1e-5, &refusal));
        struct vrmlint_report *report = lint_policy(policy, &set);
        assert_true(has(report, "sim/tail-at-collider-center") == (wide == 1));
        vrmlint_report_free(report);
        vrmlint_policy_free(policy);
    }
}

/* Two rules have a second threshold, above which they give warnings. */
static void test_severities(void **state)
{
    (void)state;
    static const struct {
        const char *set;
        const char *rule;
        enum vrmlint_severity severity;
    } all[] = {
        {"collider across rest pose", "sim/collider-moves-rest-pose", VRMLINT_WARNING},
        {"walk lag k.1 d.6", "sim/slow-settle", VRMLINT_WARNING}, /* it comes to rest after the end of the run */
        {"drag 0, k .1, L .1", "sim/does-not-settle", VRMLINT_WARNING},
        {"g 2 on horizontal k .5", "sim/rest-pose-sags", VRMLINT_INFO},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct vrmlint_report *report = lint_set("sim", set_named(all[i].set));
        const struct vrmlint_finding *finding = find(report, all[i].rule);
        assert_non_null(finding);
        assert_int_equal(finding->severity, all[i].severity);
        vrmlint_report_free(report);
    }
}

/* ---- curves ---- */

static double peak_of(const struct vrmlint_curve *curve)
{
    double peak = 0;
    for (size_t i = 0; i < curve->count; i++) {
        peak = fmax(peak, (double)curve->degrees[i]);
    }
    return peak;
}

/* One curve for each chain and motion, but only if the policy requests them. */
static void test_curves(void **state)
{
    (void)state;
    static const struct {
        const char *motion;
        double seconds;
        double least; /* smallest allowed peak, degrees */
        double most;
    } motions[] = {{"settle", 10, 37, 39}, {"step", 5, 60, 180}, {"shake", 7, 5, 90},      {"walk", 7, 10, 90},
                   {"turn", 5, 10, 180},   {"nod", 7, 1, 90},    {"teleport", 6, 40, 180}, {"hitch", 7, 60, 180}};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_non_null(policy);
    struct vrmlint_report *report = lint_policy(policy, set_named("1.0 k.8 d.6 g.25 side"));
    assert_int_equal(report->curve_count, 0);
    vrmlint_report_free(report);
    vrmlint_policy_curves(policy, true);
    report = lint_policy(policy, set_named("1.0 k.8 d.6 g.25 side"));
    assert_int_equal(report->curve_count, 8);
    for (size_t i = 0; i < 8; i++) {
        const struct vrmlint_curve *curve = &report->curves[i];
        assert_string_equal(curve->motion, motions[i].motion);
        assert_string_equal(ENGLISH(curve->subject), "Spring 0 (unnamed)");
        double last = (double)(curve->count - 1) * curve->seconds_per_sample;
        assert_true(fabs(last - motions[i].seconds) <= curve->seconds_per_sample);
        assert_true(curve->degrees[0] == 0);
        assert_true(i == 0 ? curve->threshold == 45 : isnan(curve->threshold));
        if (!(peak_of(curve) >= motions[i].least && peak_of(curve) <= motions[i].most)) {
            fail_msg("%s: up to %g degrees", curve->motion, peak_of(curve));
        }
    }
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

/* ---- skipped parts ---- */

/* The report lists skipped parts and the reasons. */
static void test_skipped(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint_set("default", set_named("gravityPower NaN (1e400)"));
    assert_int_equal(skipped_of_file(report), 1);
    assert_non_null(strstr(ENGLISH(report->skipped[0].what), "the motion of spring 0"));
    assert_non_null(strstr(ENGLISH(report->skipped[0].why), "see its findings"));
    vrmlint_report_free(report);
    /* Apps don't clamp numbers, so that what is outside its range can be simulated. */
    static const char *const outside[] = {"drag 2.5", "drag -0.5", "stiffness -1"};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        report = lint_set("default", set_named(outside[i]));
        assert_int_equal(skipped_of_file(report), 0);
        for (size_t k = 0; k < report->finding_count; k++) { /* what comes of it is counted in its finding */
            assert_true(strncmp(report->findings[k].rule->id, "sim/", 4) != 0);
        }
        vrmlint_report_free(report);
    }
}

/* ---- worse values ---- */

/* Returns the severity of the worst finding about a gravityPower, in either generation. */
static enum vrmlint_severity gravity_severity(bool is_0x, double power)
{
    static const char *nodes = "{'asset': {'version': '2.0'}, 'nodes': [{'children': [1]}, {'translation': "
                               "[0, 0, 0.1]}], 'extensions': ";
    enum vrmlint_severity worst = VRMLINT_OFF;
    char text[1000];
    int used = snprintf(text, sizeof text, "%s", nodes);
    snprintf(text + used, sizeof text - (size_t)used,
             is_0x ? "{'VRM': {'secondaryAnimation': {'boneGroups': [{'stiffiness': 1, 'gravityPower': %g, "
                     "'gravityDir': {'x': 0, 'y': -1, 'z': 0}, 'dragForce': 0.4, 'center': -1, 'hitRadius': 0, "
                     "'bones': [0], 'colliderGroups': []}], 'colliderGroups': []}}}}"
                   : "{'VRMC_springBone': {'specVersion': '1.0', 'springs': [{'joints': [{'node': 0, "
                     "'gravityPower': %g}, {'node': 1}]}]}}}",
             power);
    text_use_double_quotes(text);
    struct vrmlint_report *report = lint_text("springbone,vrm0", text);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        bool about = strstr(finding->rule->id, "gravity-power") != NULL;
        worst = about && finding->severity > worst ? finding->severity : worst;
    }
    vrmlint_report_free(report);
    return worst;
}

static void test_worse_values(void **state)
{
    (void)state;
    static const double powers[] = {1, 3, 9.81, 9.95, 20, 98.1, 981, 1e6};
    for (int is_0x = 0; is_0x < 2; is_0x++) {
        enum vrmlint_severity before = VRMLINT_OFF;
        for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
            enum vrmlint_severity severity = gravity_severity(is_0x == 1, powers[i]);
            assert_true(severity >= before);
            before = severity;
        }
        assert_int_equal(before, VRMLINT_WARNING);
    }
}

/* ---- one trouble ---- */

/* A chain that swings on, flips over or comes to rest late has one of these findings. One that swings for seconds
 * comes to rest nevertheless. */
static void test_one_trouble(void **state)
{
    (void)state;
    static const char *const names[] = {"drag 0 k 1, 8 links", "drag .02 k .3 L .1 6 links", "k .05 d .9 L .2",
                                        "walk lag k.1 d.6"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        struct vrmlint_report *report = lint_set("sim", set_named(names[n]));
        size_t troubles = 0;
        for (size_t i = 0; i < report->finding_count; i++) {
            const char *id = report->findings[i].rule->id;
            troubles += strcmp(id, "sim/does-not-settle") == 0 || strcmp(id, "sim/slow-settle") == 0 ||
                        strcmp(id, "sim/violent-motion") == 0;
        }
        assert_int_equal(troubles, 1);
        vrmlint_report_free(report);
    }
}

TEST_PROGRAM(sim_rules)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_silence),     cmocka_unit_test(test_sane_sets),  cmocka_unit_test(test_no_simulation),
        cmocka_unit_test(test_thresholds),  cmocka_unit_test(test_severities), cmocka_unit_test(test_curves),
        cmocka_unit_test(test_near_center), cmocka_unit_test(test_skipped),    cmocka_unit_test(test_worse_values),
        cmocka_unit_test(test_one_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
