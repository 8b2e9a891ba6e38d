/* Causes and consequences: the table itself, and its effect on findings. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks/causes/causes.h"
#include "checks/causes/follow.h"
#include "checks/causes/marks.h"
#include "ids/messages_shared.h"
#include "vrmlint.h"

/* The consequences of each rule, and the state of the search through them. */
struct following {
    uint32_t scopes[RULE_LIMIT][RULE_LIMIT];
    enum { UNSEEN, ON_THE_WAY, DONE } state[RULE_LIMIT];
};

static void follow(struct following *following, enum rule rule)
{
    size_t count;
    following->state[rule] = ON_THE_WAY;
    if (marks_scopes(rule, following->scopes[rule])) {
        for (size_t next = 0; next < RULE_LIMIT; next++) {
            if (following->scopes[rule][next] != 0 && following->state[next] == ON_THE_WAY) {
                fail_msg("%s is a cause of itself, by way of %s", vrmlint_rules(&count)[next].id,
                         vrmlint_rules(&count)[rule].id);
            }
            if (following->scopes[rule][next] != 0 && following->state[next] == UNSEEN) {
                follow(following, (enum rule)next);
            }
        }
    }
    following->state[rule] = DONE;
}

/* In a ring of causes, no finding would be reported. */
static void no_rings(void **state)
{
    (void)state;
    size_t count = 0;
    struct following *following = calloc(1, sizeof *following);
    assert_non_null(following);
    for (size_t rule = 0; rule < RULE_LIMIT; rule++) {
        if (following->state[rule] == UNSEEN) {
            follow(following, (enum rule)rule);
        }
        for (size_t next = 0; next < RULE_LIMIT; next++) {
            count += following->scopes[rule][next] != 0;
        }
    }
    assert_true(count > 1000);
    free(following);
}

/* If findings are recorded as consequences of each other, one that isn't a consequence remains. */
static void no_ring_of_findings(void **state)
{
    (void)state;
    static enum vrmlint_severity severities[RULE_LIMIT];
    struct arena *arena = arena_new();
    struct check check = {.arena = arena, .findings = findings_new(arena, severities, NULL)};
    struct finding findings[3] = {
        {.severity = VRMLINT_ERROR}, {.severity = VRMLINT_ERROR}, {.severity = VRMLINT_ERROR}};
    assert_false(cause_follow(&check, &findings[0], &findings[0], false));
    assert_true(cause_follow(&check, &findings[0], &findings[1], false));
    assert_true(cause_follow(&check, &findings[1], &findings[2], false));
    assert_false(cause_follow(&check, &findings[2], &findings[0], false));
    assert_ptr_equal(cause_root(&findings[0]), &findings[2]);
    arena_free(arena);
}

/* Adds a finding of a rule with the rule's own severity. */
static struct finding *add_finding(struct check *check, enum rule rule)
{
    return report_shared(check->findings, rule, SHARED_EMPTY_ARRAY__DEFAULT, place_spring(0, "joints"),
                         ARGUMENTS(TERM("empty", "the list")));
}

/*
 * A finding follows from another one, which a third finding then makes more severe, or had made so before. Whatever the
 * order, the finding that is reported is at least as severe as those that it hides.
 */
static void check_chain(enum rule first, enum rule second, enum rule third, bool third_comes_first)
{
    static enum vrmlint_severity severities[RULE_LIMIT];
    for (size_t i = 0; i < rule_count(); i++) {
        severities[i] = rule_line((enum rule)i)->severity;
    }
    struct arena *arena = arena_new();
    struct check check = {.arena = arena, .findings = findings_new(arena, severities, NULL)};
    struct finding *a = add_finding(&check, first);
    struct finding *b = add_finding(&check, second);
    struct finding *c = add_finding(&check, third);
    if (third_comes_first) {
        cause_follow(&check, c, b, true);
    }
    cause_follow(&check, b, a, false);
    cause_follow(&check, c, b, true);
    bool settled = causes_settle(&check);
    assert_true(causes_settle(&check));
    assert_true(third_comes_first || !settled);
    assert_int_equal(b->severity, c->severity);
    for (struct finding *f = a; f != NULL; f = f->next) {
        assert_true(cause_root(f)->severity >= f->severity);
    }
    assert_ptr_equal(cause_root(c), b);
    arena_free(arena);
}

/* A table makes a rule follow from a milder one, and another table makes it more severe. Such rules exist. */
static void nothing_hides_what_is_worse(void **state)
{
    (void)state;
    uint32_t scopes[RULE_LIMIT];
    uint32_t raised[RULE_LIMIT];
    size_t count = 0;
    for (size_t a = 0; a < rule_count(); a++) {
        if (!marks_scopes((enum rule)a, scopes)) {
            continue;
        }
        for (size_t b = 0; b < rule_count(); b++) {
            bool follows = scopes[b] != 0 && (scopes[b] & 1U << SCOPE_NONE) == 0 &&
                           rule_line((enum rule)b)->severity <= rule_line((enum rule)a)->severity;
            bool raises = follows && marks_scopes((enum rule)b, raised);
            for (size_t c = 0; raises && c < rule_count(); c++) {
                if ((raised[c] & 1U << SCOPE_NONE) != 0 &&
                    rule_line((enum rule)c)->severity > rule_line((enum rule)a)->severity) {
                    check_chain((enum rule)a, (enum rule)b, (enum rule)c, false);
                    check_chain((enum rule)a, (enum rule)b, (enum rule)c, true);
                    count++;
                }
            }
        }
    }
    print_message("%zu such triples\n", count);
    assert_true(count > 0);
}

static struct vrmlint_report *lint_fixture(const char *path, const char *rules)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    assert_true(vrmlint_policy_select(policy, rules, &refusal));
    struct vrmlint_report *report = vrmlint_check_path(policy, source_path(path));
    assert_non_null(report);
    vrmlint_policy_free(policy);
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

#define SWAYING "fixtures/sim/runtimes-disagree/fail-swaying-center.gltf"

/* A center that sways makes the chain jitter. The finding about the center counts and names that. */
static void counted_with_the_cause(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint_fixture(SWAYING, "default");
    const struct vrmlint_finding *cause = find(report, "springbone/center-not-ancestor");
    assert_non_null(cause);
    assert_null(find(report, "sim/runtimes-disagree"));
    size_t followers = cause->related_count - cause->named_count;
    assert_true(followers > 0);
    assert_int_equal(cause->consequences, followers);
    assert_non_null(strstr(ENGLISH(cause->related[cause->named_count].message), "sim/"));
    vrmlint_report_free(report);
}

/* A consequence is reported if the cause's rule is off or if its own rule is selected by name. */
static void said_where_the_cause_is_not(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint_fixture(SWAYING, "sim");
    assert_non_null(find(report, "sim/runtimes-disagree"));
    vrmlint_report_free(report);
    report = lint_fixture(SWAYING, "default,sim/runtimes-disagree");
    assert_non_null(find(report, "sim/runtimes-disagree"));
    assert_non_null(find(report, "springbone/center-not-ancestor"));
    vrmlint_report_free(report);
    report = lint_fixture(SWAYING, "sim,springbone");
    assert_null(find(report, "sim/runtimes-disagree"));
    vrmlint_report_free(report);
}

/* An error is reported even if its cause is only a warning. */
static void worse_is_said(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint_fixture("fixtures/collider/in-own-chain/fail-lost.gltf", "default");
    assert_non_null(find(report, "collider/in-own-chain"));
    assert_non_null(find(report, "sim/tail-at-collider-center"));
    assert_null(find(report, "sim/does-not-settle"));
    vrmlint_report_free(report);
    /* three-vrm keeps that chain, because gravity moves it first: the finding is only a warning */
    report = lint_fixture("fixtures/collider/in-own-chain/fail-on-joint.gltf", "default");
    assert_non_null(find(report, "collider/in-own-chain"));
    assert_null(find(report, "sim/tail-at-collider-center"));
    vrmlint_report_free(report);
}

/* Many places with one reason give one finding, with a count and the other places. */
static void repeats(void **state)
{
    (void)state;
    struct vrmlint_report *report =
        lint_fixture("fixtures/animation/bone-not-in-scene/fail-second-scene.gltf", "default");
    assert_int_equal(finding_count_of(report, "animation/bone-not-in-scene"), 15);
    assert_int_equal(report->counts[VRMLINT_ERROR], 15);
    assert_true(vrmlint_report_fold(report));
    const struct vrmlint_finding *finding = find(report, "animation/bone-not-in-scene");
    assert_non_null(finding);
    assert_int_equal(finding->more, 14);
    assert_true(finding->named_count >= 14);
    assert_non_null(strstr(ENGLISH(finding->message), "14 more places"));
    assert_int_equal(finding_count_of(report, "animation/bone-not-in-scene"), 1);
    assert_int_equal(report->counts[VRMLINT_ERROR], 1);
    assert_true(report->each_count >= 15);
    vrmlint_report_free(report);
}

/* A collider that leaves several springs no room is reported once, at the worst spring. Its other effects are
 * consequences, even on springs that it leaves more room. */
static void a_collider_to_blame(void **state)
{
    (void)state;
    static const char rule[] = "sim/collider-no-feasible-pose";
    struct vrmlint_report *report =
        lint_fixture("fixtures/sim/collider-no-feasible-pose/fail-three-strands.gltf", "default");
    assert_true(vrmlint_report_fold(report));
    const struct vrmlint_finding *finding = find(report, rule);
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(finding->pointer, "/extensions/VRMC_springBone/springs/1");
    assert_int_equal(finding->more, 2);
    assert_int_equal(finding->consequences, 1);
    assert_string_equal(finding->related[0].pointer, "/extensions/VRMC_springBone/colliders/0");
    assert_string_equal(finding->related[finding->named_count - 2].pointer, "/extensions/VRMC_springBone/springs/0");
    assert_string_equal(finding->related[finding->named_count - 1].pointer, "/extensions/VRMC_springBone/springs/2");
    vrmlint_report_free(report);
    /* consequences for the same spring too */
    report = lint_fixture("fixtures/sim/collider-no-feasible-pose/fail-swallowed.gltf", "default");
    assert_non_null(find(report, rule));
    assert_null(find(report, "sim/violent-motion"));
    vrmlint_report_free(report);
}

#define MISSPELT "fixtures/gltf/unknown-property/fail-nodes-misspelt.gltf"

/* References into a list with a misspelt name are consequences of the misspelling, which
 * becomes as severe as they are. */
static void led_into_a_misspelt_list(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint_fixture(MISSPELT, "default");
    assert_int_equal(report->finding_count, 1);
    const struct vrmlint_finding *cause = find(report, "gltf/unknown-property");
    assert_int_equal(cause->severity, VRMLINT_ERROR);
    assert_true(cause->consequences >= 8); /* a root of the scene, seven joints */
    assert_non_null(strstr(ENGLISH(cause->related[0].message), "unresolved-index"));
    vrmlint_report_free(report);
    report = lint_fixture(MISSPELT, "gltf/unresolved-index,springbone/unresolved-index");
    assert_int_equal(report->finding_count, 1);
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "8 places"));
    assert_int_equal(report->findings[0].fix, VRMLINT_FIX_NONE);
    vrmlint_report_free(report);
}

/* Several references into a missing or empty list give one finding about the list; a single one is reported itself. */
static void led_nowhere(void **state)
{
    (void)state;
    static const struct {
        const char *nodes;
        const char *rule;
        const char *says;
        bool fix;
    } cases[] = {
        {"[0, 1]", "gltf/unresolved-index", "no list 'nodes', but 2 places refer to it, the first in scene 0", false},
        {"[0]", "gltf/unresolved-index", "nodes[0] is 0, but the file has no nodes: remove it", false},
        {"[0, 1]}], \"nodes\": [], \"cameras\": [{", "gltf/empty-array", "'nodes' is empty, but 2 places refer to it",
         false},
        {"[0]}], \"nodes\": [], \"cameras\": [{", "gltf/empty-array", "'nodes' is empty, but 1 place refers to it",
         false},
        {"[0]}], \"nodes\": [{}], \"images\": [], \"cameras\": [{", "gltf/empty-array", "leave it out", true},
    };
    struct vrmlint_policy *policy = vrmlint_policy_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[200];
        snprintf(json, sizeof json, "{\"asset\": {\"version\": \"2.0\"}, \"scenes\": [{\"nodes\": %s}]}",
                 cases[i].nodes);
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", json, strlen(json));
        const struct vrmlint_finding *finding = find(report, cases[i].rule);
        assert_non_null(strstr(ENGLISH(finding->message), cases[i].says));
        assert_int_equal(finding->severity, !cases[i].fix ? VRMLINT_ERROR : VRMLINT_WARNING);
        assert_int_equal(finding->fix != VRMLINT_FIX_NONE, cases[i].fix);
        assert_int_equal(finding_count_of(report, cases[i].rule), 1);
        vrmlint_report_free(report);
    }
    vrmlint_policy_free(policy);
}

/* A missing extension isn't reported if a misspelt list or "extensions" explains it. Other
 * misspelt members explain nothing. */
static void lost_with_a_name(void **state)
{
    (void)state;
    static const struct {
        const char *member;
        size_t absent;
    } cases[] = {
        {"\"materials\": [{\"doubleSide\": true}]", 1},
        {"\"extension\": {\"VRMC_springBone\": {}}", 0},
        {"\"nodes\": [{\"extentions\": {}}]", 0},
        {"\"nodes\": [{\"mass\": {}}]", 1},
    };
    struct vrmlint_policy *policy = vrmlint_policy_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[200];
        snprintf(json, sizeof json,
                 "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\"], %s}", cases[i].member);
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", json, strlen(json));
        assert_int_equal(finding_count_of(report, "gltf/unknown-property"), 1);
        assert_int_equal(finding_count_of(report, "springbone/declared-but-absent"), cases[i].absent);
        vrmlint_report_free(report);
    }
    vrmlint_policy_free(policy);
}

/* If a required member is present under an unknown name, the name is reported and not the missing member. A name that
 * resembles no known one explains nothing. */
static void missed_by_a_name(void **state)
{
    (void)state;
    static const struct {
        const char *members;
        const char *rule;
        size_t times;
    } cases[] = {
        {"\"accessors\": [{\"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\", \"min\": [0, 0, 0], \"MAX\": [0, "
         "0, 0]}], "
         "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}]",
         "mesh/position-without-bounds", 0},
        {"\"accessors\": [{\"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\", \"min\": [0, 0, 0], \"colour\": "
         "[0, 0, 0]}], "
         "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}]",
         "mesh/position-without-bounds", 1},
        {"\"extensions\": {\"VRMC_springBone\": {\"specversion\": \"1.0\", \"springs\": []}}",
         "springbone/spec-version-missing", 0},
        {"\"extensions\": {\"VRMC_springBone\": {\"colour\": \"1.0\", \"springs\": []}}",
         "springbone/spec-version-missing", 1},
        {"\"nodes\": [{\"Mesh\": 0, \"weights\": [0.5]}]", "gltf/needs-property", 0},
        {"\"nodes\": [{\"weights\": [0.5]}]", "gltf/needs-property", 1},
    };
    struct vrmlint_policy *policy = vrmlint_policy_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[400];
        snprintf(json, sizeof json, "{\"asset\": {\"version\": \"2.0\"}, %s}", cases[i].members);
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", json, strlen(json));
        assert_int_equal(finding_count_of(report, cases[i].rule), cases[i].times);
        vrmlint_report_free(report);
    }
    vrmlint_policy_free(policy);
}

/* References into another missing list are reported themselves, and so are findings that are worse than the severity
 * that the user gave the cause. */
static void led_elsewhere(void **state)
{
    (void)state;
    static const char json[] = "{\"asset\": {\"version\": \"2.0\"}, \"scenes\": [{\"nodes\": [0]}], \"noeds\": [{}],"
                               "\"meshes\": [{\"primitives\": [{\"attributes\": {}, \"material\": 3}]}]}";
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", json, strlen(json));
    assert_int_equal(finding_count_of(report, "gltf/unresolved-index"), 1);
    assert_string_equal(find(report, "gltf/unresolved-index")->pointer, "/meshes/0/primitives/0/material");
    vrmlint_report_free(report);
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    assert_true(vrmlint_policy_severity(policy, "gltf/unknown-property", VRMLINT_INFO, &refusal));
    report = vrmlint_check_bytes(policy, "a.gltf", json, strlen(json));
    assert_int_equal(find(report, "gltf/unknown-property")->severity, VRMLINT_INFO);
    assert_int_equal(finding_count_of(report, "gltf/unresolved-index"), 2);
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

TEST_PROGRAM(causes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_rings),
        cmocka_unit_test(no_ring_of_findings),
        cmocka_unit_test(nothing_hides_what_is_worse),
        cmocka_unit_test(counted_with_the_cause),
        cmocka_unit_test(worse_is_said),
        cmocka_unit_test(said_where_the_cause_is_not),
        cmocka_unit_test(repeats),
        cmocka_unit_test(a_collider_to_blame),
        cmocka_unit_test(led_into_a_misspelt_list),
        cmocka_unit_test(led_nowhere),
        cmocka_unit_test(led_elsewhere),
        cmocka_unit_test(lost_with_a_name),
        cmocka_unit_test(missed_by_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
