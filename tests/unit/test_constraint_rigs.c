/* Sources and rings of constraints in random hierarchies, compared with a naive search for the constraints
 * that depend on each other. */
#include "constraint_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 9 };

enum kind { NONE, FREE, KIND_ROTATION, KIND_AIM, DRAFT_MODEL, DRAFT_LOCAL, KINDS };

/* A forest with a constraint on some nodes. */
struct rig {
    unsigned count;
    int parent[MOST]; /* has a smaller number than the node; -1: none */
    enum kind kind[MOST];
    unsigned source[MOST];
};

static unsigned random_below(unsigned *state, unsigned limit)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % limit;
}

static struct rig random_rig(unsigned *seed)
{
    struct rig rig = {.count = 2 + random_below(seed, MOST - 1)};
    bool mixed = random_below(seed, 2) == 0;
    for (unsigned i = 0; i < rig.count; i++) {
        rig.parent[i] = i == 0 || random_below(seed, 3) == 0 ? -1 : (int)random_below(seed, i);
        rig.kind[i] = random_below(seed, mixed ? KINDS : KIND_AIM + 1);
        rig.source[i] = random_below(seed, rig.count);
    }
    return rig;
}

static char *text_of(const struct rig *rig)
{
    static const char *const kinds[KINDS] = {
        [KIND_ROTATION] = ON("'rotation':{'source':%u}"),
        [KIND_AIM] = ON("'aim':{'source':%u,'aimAxis':'PositiveX'}"),
        [DRAFT_MODEL] = ON_DRAFT("'rotation':{'source':%u,'sourceSpace':'model'}"),
        [DRAFT_LOCAL] = ON_DRAFT("'position':{'source':%u,'sourceSpace':'local','destinationSpace':'local'}"),
    };
    char *text = NULL;
    text_add(&text, "{'asset':{'version':'2.0'},'nodes':[");
    for (unsigned i = 0; i < rig->count; i++) {
        text_add(&text, "%s{'children':[", i == 0 ? "" : ",");
        bool first = true;
        for (unsigned k = 0; k < rig->count; k++) {
            if (rig->parent[k] == (int)i) {
                text_add(&text, "%s%u", first ? "" : ",", k);
                first = false;
            }
        }
        text_add(&text, "]");
        if (kinds[rig->kind[i]] != NULL) {
            text_add(&text, ",");
            /* avoids a format string that isn't a literal */
            char body[200];
            const char *at = strstr(kinds[rig->kind[i]], "%u");
            snprintf(body, sizeof body, "%.*s%u%s", (int)(at - kinds[rig->kind[i]]), kinds[rig->kind[i]],
                     rig->source[i], at + 2);
            text_add(&text, "%s", body);
        }
        text_add(&text, "}");
    }
    text_add(&text, "]}");
    text_use_double_quotes(text);
    return text;
}

static bool is_above(const struct rig *rig, unsigned upper, unsigned lower)
{
    int at = rig->parent[lower];
    while (at >= 0 && at != (int)upper) {
        at = rig->parent[at];
    }
    return at == (int)upper;
}

static bool is_in_graph(const struct rig *rig, unsigned node, bool three_vrm)
{
    bool draft = rig->kind[node] == DRAFT_MODEL || rig->kind[node] == DRAFT_LOCAL;
    return rig->kind[node] > FREE && rig->source[node] != node && !(three_vrm && draft);
}

/* Whether a node's constraint reads the transform that another's writes: its source's rotation and, unless it is a
 * local rotation of the specification, the ancestors of source or destination. */
static bool needs(const struct rig *rig, unsigned node, unsigned other, bool three_vrm)
{
    if (node == other || !is_in_graph(rig, node, three_vrm) || !is_in_graph(rig, other, three_vrm)) {
        return false;
    }
    bool aim = rig->kind[node] == KIND_AIM;
    bool above_source = aim || three_vrm || rig->kind[node] == DRAFT_MODEL;
    bool above_destination = aim || rig->kind[node] == DRAFT_MODEL;
    return rig->source[node] == other || (above_source && is_above(rig, other, rig->source[node])) ||
           (above_destination && is_above(rig, other, node));
}

/* Finds the pairs of nodes that depend on each other, also indirectly. */
static void hang_together(const struct rig *rig, bool three_vrm, bool together[MOST][MOST])
{
    bool reaches[MOST][MOST];
    for (unsigned i = 0; i < rig->count; i++) {
        for (unsigned k = 0; k < rig->count; k++) {
            reaches[i][k] = needs(rig, i, k, three_vrm);
        }
    }
    for (unsigned m = 0; m < rig->count; m++) {
        for (unsigned i = 0; i < rig->count; i++) {
            for (unsigned k = 0; k < rig->count; k++) {
                reaches[i][k] = reaches[i][k] || (reaches[i][m] && reaches[m][k]);
            }
        }
    }
    for (unsigned i = 0; i < rig->count; i++) {
        for (unsigned k = 0; k < rig->count; k++) {
            together[i][k] = i != k && reaches[i][k] && reaches[k][i];
        }
    }
}

static size_t count_of(const struct vrmlint_report *report, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        count += strcmp(report->findings[i].rule->id, rule) == 0;
    }
    return count;
}

static bool is_reported_yet(const struct vrmlint_report *report, const char *rule, unsigned node)
{
    char start[40];
    int length = snprintf(start, sizeof start, "/nodes/%u/", node);
    for (size_t i = 0; i < report->finding_count; i++) {
        if (strcmp(report->findings[i].rule->id, rule) == 0 &&
            strncmp(report->findings[i].pointer, start, (size_t)length) == 0) {
            return true;
        }
    }
    return false;
}

/* Returns the smallest of a node and those on which it depends and that depend on it; count if there are none. */
static unsigned anchor_of(const struct rig *rig, bool together[MOST][MOST], unsigned node)
{
    bool alone = true;
    unsigned anchor = node;
    for (unsigned k = 0; k < rig->count; k++) {
        alone = alone && !together[node][k];
        anchor = together[node][k] && k < anchor ? k : anchor;
    }
    return alone ? rig->count : anchor;
}

static void check_rig(const struct vrmlint_policy *policy, const struct rig *rig)
{
    bool spec[MOST][MOST];
    bool three[MOST][MOST];
    hang_together(rig, false, spec);
    hang_together(rig, true, three);
    char *text = text_of(rig);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "rig.gltf", text, strlen(text));
    assert_non_null(report);
    size_t rings = 0;
    size_t more = 0;
    for (unsigned i = 0; i < rig->count; i++) {
        bool constrained = rig->kind[i] > FREE;
        bool self = constrained && rig->source[i] == i;
        bool descends = constrained && is_above(rig, i, rig->source[i]) && rig->kind[i] != DRAFT_LOCAL;
        assert_true(is_reported_yet(report, "constraint/self-source", i) == self);
        assert_true(is_reported_yet(report, "constraint/source-descends-destination", i) == descends);
        bool begins = anchor_of(rig, spec, i) == i;
        assert_true(is_reported_yet(report, "constraint/circular-dependency", i) == begins);
        rings += begins;
        if (anchor_of(rig, three, i) == i) {
            bool contained = true;
            for (unsigned k = 0; k < rig->count; k++) {
                contained = contained && (!three[i][k] || spec[i][k]);
            }
            more += !contained;
        }
    }
    assert_int_equal(count_of(report, "constraint/circular-dependency"), rings);
    assert_int_equal(count_of(report, "constraint/circular-dependency-via-ancestors"), more);
    vrmlint_report_free(report);
    free(text);
}

static void random_rigs(void **state)
{
    (void)state;
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_non_null(policy);
    unsigned seed = 9;
    for (size_t round = hostile_size(1500); round > 0; round--) {
        struct rig rig = random_rig(&seed);
        check_rig(policy, &rig);
    }
    vrmlint_policy_free(policy);
}

TEST_PROGRAM(constraint_rigs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_rigs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
