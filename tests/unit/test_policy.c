/* Policies: combinations of select, ignore and severity, and messages about unknown names. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "ids/rules.h"
#include "run/policy.h"

/* Rules used by the tests: one that is on, in a family with an opt-in rule, and one of another family. */
#define ON_RULE "springbone/joint-not-descendant"
#define OTHER_RULE "json/duplicate-key"

static const char *opt_in_rule(void)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        if (rules[i].opt_in && strncmp(rules[i].id, "springbone/", strlen("springbone/")) == 0) {
            return rules[i].id;
        }
    }
    fail_msg("no rule of springbone is opt-in");
    return NULL;
}

static enum vrmlint_severity effective(const struct vrmlint_policy *policy, const char *id)
{
    const struct vrmlint_rule *rule = vrmlint_rule_by_id(id);
    assert_non_null(rule);
    return vrmlint_policy_effective(policy, rule);
}

static const struct vrmlint_rule *rule_table(void)
{
    size_t count;
    return vrmlint_rules(&count);
}

static struct vrmlint_policy *fresh(void)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_non_null(policy);
    return policy;
}

static void defaults(void **state)
{
    (void)state;
    struct vrmlint_policy *policy = fresh();
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    assert_int_equal(count, rule_count());
    for (size_t i = 0; i < count; i++) {
        enum vrmlint_severity expected = rules[i].opt_in ? VRMLINT_OFF : rules[i].severity;
        assert_int_equal(vrmlint_policy_effective(policy, &rules[i]), expected);
        assert_int_equal(policy->own[i], VRMLINT_OFF);
    }
    assert_int_equal(policy->max_file_size, 0);
    vrmlint_policy_max_file_size(policy, 12);
    assert_int_equal(policy->max_file_size, 12);
    vrmlint_policy_free(policy);
    vrmlint_policy_free(NULL);
}

/* One option, as on the command line. */
struct step {
    char what; /* s(elect), i(gnore), or the level of a severity: e, w, f for info, o for off */
    const char *list;
};

static void take(struct vrmlint_policy *policy, const struct step *step)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    bool ok;
    if (step->what == 's') {
        ok = vrmlint_policy_select(policy, step->list, &refusal);
    } else if (step->what == 'i') {
        ok = vrmlint_policy_ignore(policy, step->list, &refusal);
    } else {
        enum vrmlint_severity severity = step->what == 'e'   ? VRMLINT_ERROR
                                         : step->what == 'w' ? VRMLINT_WARNING
                                         : step->what == 'f' ? VRMLINT_INFO
                                                             : VRMLINT_OFF;
        ok = vrmlint_policy_severity(policy, step->list, severity, &refusal);
    }
    if (!ok) {
        fail_msg("%s: %s", step->list, refusal.text);
    }
}

/* Severities of ON_RULE, of the opt-in rule of its family, and of OTHER_RULE after some steps. -: its default. */
static void combinations(void **state)
{
    (void)state;
    const char *quiet = opt_in_rule();
    const struct {
        struct step steps[4];
        const char *worth; /* o(ff), e, w, f(or info), - */
    } cases[] = {
        {{{0}}, "-o-"},
        {{{'s', "springbone"}}, "--o"},
        {{{'s', ON_RULE}}, "-oo"},
        {{{'s', quiet}}, "o-o"},
        {{{'s', "default"}}, "-o-"},
        {{{'s', "default"}, {'s', quiet}}, "---"},
        {{{'s', ON_RULE "," OTHER_RULE}}, "-o-"},
        {{{'s', " springbone , json "}}, "---"},
        {{{'i', "springbone"}}, "oo-"},
        {{{'i', ON_RULE}, {'s', "springbone"}}, "o-o"},
        {{{'s', "springbone"}, {'i', ON_RULE}}, "o-o"},
        {{{'i', "default"}, {'s', "springbone"}}, "o-o"},
        {{{'f', ON_RULE}}, "fo-"},
        {{{'f', "springbone"}}, "fo-"},
        {{{'s', "springbone"}, {'e', "springbone"}}, "eeo"},
        {{{'w', ON_RULE}, {'f', "springbone"}}, "wo-"},
        {{{'f', "springbone"}, {'w', ON_RULE}}, "wo-"},
        {{{'f', ON_RULE}, {'w', ON_RULE}}, "wo-"},
        {{{'o', ON_RULE}, {'s', "springbone"}}, "o-o"},
        {{{'o', "springbone"}, {'w', ON_RULE}}, "wo-"},
        {{{'o', ON_RULE}, {'w', ON_RULE}}, "wo-"},
        {{{'w', quiet}}, "-o-"},
        {{{'i', ON_RULE}, {'w', ON_RULE}}, "oo-"},
    };
    const char *const ids[] = {ON_RULE, quiet, OTHER_RULE};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct vrmlint_policy *policy = fresh();
        for (size_t k = 0; k < 4 && cases[i].steps[k].what != 0; k++) {
            take(policy, &cases[i].steps[k]);
        }
        for (size_t k = 0; k < 3; k++) {
            const struct vrmlint_rule *rule = vrmlint_rule_by_id(ids[k]);
            char worth = cases[i].worth[k];
            enum vrmlint_severity expected = worth == 'o'   ? VRMLINT_OFF
                                             : worth == 'e' ? VRMLINT_ERROR
                                             : worth == 'w' ? VRMLINT_WARNING
                                             : worth == 'f' ? VRMLINT_INFO
                                                            : rule->severity;
            if (effective(policy, ids[k]) != expected) {
                fail_msg("case %zu, %s: %s", i, ids[k], vrmlint_severity_name(effective(policy, ids[k])));
            }
        }
        vrmlint_policy_free(policy);
    }
}

/* A severity that the user sets wins over the one that a check gives a finding; a default doesn't. */
static void own_severities(void **state)
{
    (void)state;
    struct vrmlint_policy *policy = fresh();
    take(policy, &(struct step){'f', ON_RULE});
    assert_int_equal(policy->own[RULE_SPRINGBONE_JOINT_NOT_DESCENDANT], VRMLINT_INFO);
    assert_int_equal(policy->own[RULE_JSON_DUPLICATE_KEY], VRMLINT_OFF);
    vrmlint_policy_free(policy);
}

/* A rule selected by name also reports its opt-in part. */
static void named_rules(void **state)
{
    (void)state;
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_policy *policy = fresh();
    size_t index = (size_t)(vrmlint_rule_by_id(ON_RULE) - rule_table());
    size_t other = (size_t)(vrmlint_rule_by_id(OTHER_RULE) - rule_table());
    assert_false(policy->named[index]);
    assert_true(vrmlint_policy_select(policy, "default", &refusal));
    assert_true(vrmlint_policy_severity(policy, ON_RULE, VRMLINT_INFO, &refusal));
    assert_true(vrmlint_policy_ignore(policy, OTHER_RULE, &refusal));
    assert_false(policy->named[index]);
    assert_true(vrmlint_policy_select(policy, ON_RULE, &refusal));
    assert_true(policy->named[index]);
    assert_false(policy->named[other]);
    assert_true(vrmlint_policy_select(policy, "default,json", &refusal));
    assert_true(policy->named[other]);
    assert_false(vrmlint_policy_select(policy, "json/bom,nobody", &refusal));
    assert_false(policy->named[(size_t)(vrmlint_rule_by_id("file/too-large") - rule_table())]);
    vrmlint_policy_free(policy);
}

static void unknown_names(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        const char *error;
    } cases[] = {
        {"json/duplicate-keys", "unknown rule or family 'json/duplicate-keys'; did you mean 'json/duplicate-key'?"},
        {"JSON/DUPLICATE_KEY", "unknown rule or family 'JSON/DUPLICATE_KEY'; did you mean 'json/duplicate-key'?"},
        {"duplicate-key", "unknown rule or family 'duplicate-key'; did you mean 'json/duplicate-key'?"},
        {"container,spring-bone", "unknown rule or family 'spring-bone'; did you mean 'springbone'?"},
        {"defualt", "unknown rule or family 'defualt'; did you mean 'default'?"},
        {"xyzzyplugh", "unknown rule or family 'xyzzyplugh'"},
        {"json,,container", "a name is empty"},
        {"json,", "a name is empty"},
        {"", "a name is empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct vrmlint_policy *policy = fresh();
        struct vrmlint_policy before = *policy;
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        assert_false(vrmlint_policy_select(policy, cases[i].list, &refusal));
        assert_string_equal(refusal.text, cases[i].error);
        assert_false(vrmlint_policy_ignore(policy, cases[i].list, &refusal));
        assert_string_equal(refusal.text, cases[i].error);
        assert_memory_equal(policy, &before, sizeof before);
        vrmlint_policy_free(policy);
    }
    struct vrmlint_policy *policy = fresh();
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    assert_false(vrmlint_policy_severity(policy, "json/bon", VRMLINT_INFO, &refusal));
    assert_string_equal(refusal.text, "unknown rule or family 'json/bon'; did you mean 'json/bom'?");
    assert_false(vrmlint_policy_severity(policy, "default", VRMLINT_INFO, &refusal));
    assert_null(strstr(refusal.text, "mean 'default'"));
    refusal.language = VRMLINT_JAPANESE;
    assert_false(vrmlint_policy_select(policy, "xyzzyplugh", &refusal));
    assert_non_null(strstr(refusal.text, "xyzzyplugh"));
    assert_null(strstr(refusal.text, "there is"));
    vrmlint_policy_free(policy);
}

/* A file that violates a rule, under different policies: the report follows the policy. */
static void reports_follow(void **state)
{
    (void)state;
    static const char text[] = "{\"asset\": {\"version\": \"2.0\"}, \"extras\": {\"a\": 1, \"a\": 2}}";
    struct vrmlint_policy *policy = fresh();
    for (int severity = VRMLINT_OFF; severity <= VRMLINT_ERROR; severity++) {
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        assert_true(vrmlint_policy_severity(policy, OTHER_RULE, (enum vrmlint_severity)severity, &refusal));
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", text, strlen(text));
        assert_non_null(report);
        assert_int_equal(report->finding_count, severity == VRMLINT_OFF ? 0 : 1);
        if (severity != VRMLINT_OFF) {
            assert_int_equal(report->findings[0].severity, severity);
            assert_int_equal(report->counts[severity], 1);
        }
        vrmlint_report_free(report);
    }
    vrmlint_policy_max_file_size(policy, 10);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", text, strlen(text));
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(report->findings[0].rule->id, "file/too-large");
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

static void nearest_names(void **state)
{
    (void)state;
    static const char *const names[] = {"format", "select", "ignore", "fail-on", "files-from", "quiet"};
    static const struct {
        const char *name;
        const char *best;
    } cases[] = {
        {"fromat", "format"}, {"formt", "format"},    {"formatt", "format"},
        {"Format", "format"}, {"fail_on", "fail-on"}, {"failon", "fail-on"},
        {"selekt", "select"}, {"quite", "quiet"},     {"q", NULL},
        {"", NULL},           {"xxxxxx", NULL},       {"file-from", "files-from"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nearest nearest = nearest_to(cases[i].name, strlen(cases[i].name));
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            nearest_offer(&nearest, names[k]);
        }
        if (cases[i].best == NULL) {
            assert_null(nearest.best.text);
        } else {
            assert_non_null(nearest.best.text);
            assert_string_equal(nearest.best.text, cases[i].best);
        }
    }
    char longest[1000];
    memset(longest, 'a', sizeof longest);
    struct nearest nearest = nearest_to(longest, sizeof longest);
    nearest_offer(&nearest, "format");
    assert_null(nearest.best.text);
}

/* Every threshold has a default within its range, and accepts both ends but nothing beyond. */
static void thresholds(void **state)
{
    (void)state;
    size_t count;
    const struct vrmlint_threshold *all = vrmlint_thresholds(&count);
    assert_int_equal(count, THRESHOLD_COUNT);
    struct vrmlint_policy *policy = fresh();
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    for (size_t i = 0; i < count; i++) {
        assert_true(all[i].least <= all[i].value && all[i].value <= all[i].most);
        assert_true(vrmlint_policy_threshold_value(policy, &all[i]) == all[i].value);
        assert_int_equal(threshold_by_name(all[i].name), i);
        assert_true(vrmlint_policy_threshold(policy, all[i].name, all[i].least, &refusal));
        assert_true(vrmlint_policy_threshold(policy, all[i].name, all[i].most, &refusal));
        assert_false(vrmlint_policy_threshold(policy, all[i].name, all[i].least - 1, &refusal));
        assert_false(vrmlint_policy_threshold(policy, all[i].name, NAN, &refusal));
        assert_non_null(strstr(refusal.text, all[i].name));
        assert_true(vrmlint_policy_threshold_value(policy, &all[i]) == all[i].most);
    }
    assert_false(vrmlint_policy_threshold(policy, "slow-settle-warnings", 1, &refusal));
    assert_non_null(strstr(refusal.text, "did you mean 'slow-settle-warning'?"));
    assert_false(vrmlint_policy_threshold(policy, "xyz", 1, &refusal));
    assert_string_equal(refusal.text, "unknown threshold 'xyz'");
    assert_false(policy->no_simulation);
    vrmlint_policy_simulation(policy, false);
    assert_true(policy->no_simulation);
    vrmlint_policy_free(policy);
}

static void expect_new_key(const struct vrmlint_policy *policy, char known[][VRMLINT_KEY_SIZE], size_t *count)
{
    assert_true(vrmlint_policy_key(policy, known[*count]));
    assert_int_equal(strlen(known[*count]), VRMLINT_KEY_SIZE - 1);
    for (size_t i = 0; i < *count; i++) {
        assert_string_not_equal(known[i], known[*count]);
    }
    ++*count;
}

/* Everything that changes a report changes the key. Limits, which only truncate it, don't. */
static void keys(void **state)
{
    (void)state;
    char known[16][VRMLINT_KEY_SIZE];
    char same[VRMLINT_KEY_SIZE];
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    size_t count = 0;
    struct vrmlint_policy *policy = fresh();
    expect_new_key(policy, known, &count);
    assert_true(vrmlint_policy_severity(policy, OTHER_RULE, VRMLINT_INFO, &refusal));
    expect_new_key(policy, known, &count);
    assert_true(vrmlint_policy_ignore(policy, OTHER_RULE, &refusal));
    expect_new_key(policy, known, &count);
    assert_true(vrmlint_policy_select(policy, "default,sim", &refusal));
    expect_new_key(policy, known, &count);
    vrmlint_policy_simulation(policy, false);
    expect_new_key(policy, known, &count);
    struct vrmlint_ignore ignore = {.rule = "json", .pointer = "/a", .reason = "why", .config = ""};
    assert_true(vrmlint_policy_ignore_at(policy, &ignore, &refusal));
    expect_new_key(policy, known, &count);
    ignore.reason = "why not";
    assert_true(vrmlint_policy_ignore_at(policy, &ignore, &refusal));
    expect_new_key(policy, known, &count);
    policy->thresholds.values[0] += 1;
    expect_new_key(policy, known, &count);
    vrmlint_policy_fixes(policy, true);
    expect_new_key(policy, known, &count);
    vrmlint_policy_max_file_size(policy, 1000);
    vrmlint_policy_timeout(policy, 10);
    vrmlint_policy_fail_on(policy, VRMLINT_OFF);
    assert_true(vrmlint_policy_key(policy, same));
    assert_string_equal(same, known[count - 1]);
    vrmlint_policy_curves(policy, true);
    assert_false(vrmlint_policy_key(policy, same));
    vrmlint_policy_free(policy);
}

TEST_PROGRAM(policy)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),      cmocka_unit_test(combinations),  cmocka_unit_test(own_severities),
        cmocka_unit_test(named_rules),   cmocka_unit_test(unknown_names), cmocka_unit_test(reports_follow),
        cmocka_unit_test(nearest_names), cmocka_unit_test(thresholds),    cmocka_unit_test(keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
