#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/blake2b.h"
#include "base/os.h"
#include "base/sort.h"
#include "build_id.h"
#include "message/looked_for.h"
#include "run/changes.h"
#include "run/policy.h"
#include "run/within.h"
#include "vrmlint.h"

/* The program and settings of a run, as recorded in its report. */

enum {
    BUILD_DIGITS = 16, /* enough to distinguish builds of one version */
    HASH_DIGITS = 32,
};

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Hashes the different keys of a list, which it sorts, and one more string. */
static void hash_keys(char out[40], char (*keys)[VRMLINT_KEY_SIZE], size_t count, const char *more)
{
    struct blake2b hash;
    char text[BLAKE2B_TEXT];
    sort_in_place(keys, count, sizeof *keys, by_text);
    blake2b_start(&hash);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(keys[i], keys[i - 1]) != 0) {
            blake2b_add_text(&hash, keys[i]);
        }
    }
    blake2b_add_text(&hash, more);
    blake2b_end_text(&hash, text);
    snprintf(out, 40, "%.*s", HASH_DIGITS, text);
}

bool vrmlint_manifest_make(struct vrmlint_manifest *manifest, const struct vrmlint_policy *const *policies,
                           size_t count, const char *baseline)
{
    size_t changes = 0; /* an upper bound: neighbours share their policies */
    for (size_t i = 0; i < count; i++) {
        changes += i == 0 || policies[i] != policies[i - 1];
    }
    char(*settings)[VRMLINT_KEY_SIZE] = calloc(changes + 1, sizeof *settings);
    char(*rules)[VRMLINT_KEY_SIZE] = calloc(changes + 1, sizeof *rules);
    bool ok = settings != NULL && rules != NULL;
    changes = 0;
    for (size_t i = 0; ok && i < count; i++) {
        if (i == 0 || policies[i] != policies[i - 1]) {
            policy_settings_key(policies[i], settings[changes]);
            policy_rules_key(policies[i], rules[changes++]);
        }
    }
    *manifest = (struct vrmlint_manifest){0};
    if (ok) {
        snprintf(manifest->version, sizeof manifest->version, "%s", vrmlint_full_version());
        snprintf(manifest->build, sizeof manifest->build, "%.*s", BUILD_DIGITS, build_id);
        hash_keys(manifest->settings, settings, changes, baseline == NULL ? "" : baseline);
        hash_keys(manifest->rules, rules, changes, "");
        os_today(manifest->date);
    }
    free(settings);
    free(rules);
    return ok;
}

/* The members that two runs must share. */
enum { SHARED = 4 };
struct shared_paths {
    const char *name;
    char *text;
};

static void list_shared(struct vrmlint_manifest *manifest, struct shared_paths shared[SHARED])
{
    shared[0] = (struct shared_paths){"version", manifest->version};
    shared[1] = (struct shared_paths){"build", manifest->build};
    shared[2] = (struct shared_paths){"settings", manifest->settings};
    shared[3] = (struct shared_paths){"rules", manifest->rules};
}

const char *vrmlint_manifest_differs(const struct vrmlint_manifest *a, const struct vrmlint_manifest *b)
{
    struct vrmlint_manifest first = *a;
    struct vrmlint_manifest second = *b;
    struct shared_paths ours[SHARED];
    struct shared_paths theirs[SHARED];
    list_shared(&first, ours);
    list_shared(&second, theirs);
    for (size_t i = 0; i < SHARED; i++) {
        if (strcmp(ours[i].text, theirs[i].text) != 0) {
            return ours[i].name;
        }
    }
    return NULL;
}

void vrmlint_manifest_join(struct vrmlint_manifest *manifest, const struct vrmlint_manifest *other)
{
    struct vrmlint_manifest second = *other;
    struct shared_paths ours[SHARED];
    struct shared_paths theirs[SHARED];
    list_shared(manifest, ours);
    list_shared(&second, theirs);
    for (size_t i = 0; i < SHARED; i++) {
        if (strcmp(ours[i].text, theirs[i].text) != 0) {
            *ours[i].text = '\0';
        }
    }
    if (strcmp(other->language, manifest->language) != 0) {
        *manifest->language = '\0';
    }
    if (strcmp(other->date, manifest->date) < 0) {
        memcpy(manifest->date, other->date, sizeof manifest->date);
    }
}

/* Compares two reports of one avatar. */

/* A finding and its match in the other report. */
struct side_finding {
    const struct vrmlint_finding *finding;
    const struct vrmlint_finding *cause; /* in whose consequences it is listed; NULL: it is reported itself */
    struct side_finding *match;
};

struct report_comparison {
    struct vrmlint_diff diff; /* first, so that one converts to the other */
    struct arena *arena;
    struct vrmlint_report *before; /* NULL: absent */
    struct vrmlint_report *after;
    struct side_finding *old;
    size_t old_count;
    struct side_finding *now;
    size_t now_count;
    struct looked_side sides[2]; /* the old and the new one */
};

/* ---- findings ---- */

typedef int order_fn(const struct vrmlint_finding *a, const struct vrmlint_finding *b);

static int compare_rules(const struct vrmlint_finding *a, const struct vrmlint_finding *b)
{
    return strcmp(a->rule->id, b->rule->id);
}

static int compare_fingerprints(const struct vrmlint_finding *a, const struct vrmlint_finding *b)
{
    int order = compare_rules(a, b);
    return order != 0 ? order : strcmp(a->fingerprint, b->fingerprint);
}

static int compare_pointers(const struct vrmlint_finding *a, const struct vrmlint_finding *b)
{
    int order = compare_rules(a, b);
    return order != 0 ? order : strcmp(a->pointer, b->pointer);
}

static int by_fingerprint(const void *a, const void *b)
{
    return compare_fingerprints(((const struct side_finding *)a)->finding, ((const struct side_finding *)b)->finding);
}

static int by_pointer(const void *a, const void *b)
{
    return compare_pointers(((const struct side_finding *)a)->finding, ((const struct side_finding *)b)->finding);
}

/* Returns how many consequences the findings of a report list. *complete becomes false if they don't list all. */
static size_t count_hidden(const struct vrmlint_report *report, bool *complete)
{
    size_t count = 0;
    for (size_t i = 0; report != NULL && i < report->finding_count; i++) {
        count += report->findings[i].hidden_count;
        *complete = *complete && (report->findings[i].consequences == 0 || report->findings[i].hidden_count > 0);
    }
    return count;
}

/* Lists the findings of a report, and their consequences if hidden is true. */
static struct side_finding *list_findings(const struct report_comparison *comparing,
                                          const struct vrmlint_report *report, bool hidden, size_t *count)
{
    bool ignored = true;
    size_t reported = report == NULL ? 0 : report->finding_count;
    struct side_finding *list = arena_array(comparing->arena, reported + count_hidden(report, &ignored), sizeof *list);
    *count = 0;
    for (size_t i = 0; i < reported; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        list[(*count)++].finding = finding;
        for (size_t k = 0; hidden && k < finding->hidden_count; k++) {
            list[(*count)++] = (struct side_finding){.finding = &finding->hidden[k], .cause = finding};
        }
    }
    return list;
}

/*
 * Matches equal findings that have no match yet, in both lists, which are sorted by the same order. only_folded: only
 * if one of the two stands for several findings. The matches point into the lists, so take_matched() must remove them
 * before the lists are sorted again.
 */
static void match_sorted(struct report_comparison *comparing, order_fn *order, bool only_folded)
{
    size_t at = 0;
    for (size_t i = 0; i < comparing->now_count; i++) {
        struct side_finding *now = &comparing->now[i];
        arena_pulse(comparing->arena);
        while (at < comparing->old_count &&
               (comparing->old[at].match != NULL || order(comparing->old[at].finding, now->finding) < 0)) {
            at++;
        }
        if (now->match == NULL && at < comparing->old_count && order(comparing->old[at].finding, now->finding) == 0 &&
            (!only_folded || now->finding->more > 0 || comparing->old[at].finding->more > 0)) {
            now->match = &comparing->old[at];
            comparing->old[at].match = now;
            at++;
        }
    }
}

/* A matched finding that moved, now and before. */
struct moved_finding {
    const struct vrmlint_finding *now;
    const struct vrmlint_finding *old;
};

/* Removes matched findings from both lists. One that is more severe now counts as new. */
static void take_matched(struct report_comparison *comparing, struct moved_finding *moved, size_t *moved_count,
                         bool renamed)
{
    size_t kept = 0;
    for (size_t i = 0; i < comparing->now_count; i++) {
        struct side_finding *now = &comparing->now[i];
        if (now->match == NULL || now->match->finding->severity < now->finding->severity) {
            comparing->now[kept] = *now;
            comparing->now[kept++].match = NULL;
        } else if (now->cause != NULL) {
            continue;
        } else if (renamed || strcmp(now->finding->pointer, now->match->finding->pointer) != 0) {
            moved[(*moved_count)++] = (struct moved_finding){now->finding, now->match->finding};
        }
    }
    size_t left = 0;
    for (size_t i = 0; i < comparing->old_count; i++) {
        if (comparing->old[i].match == NULL) {
            comparing->old[left++] = comparing->old[i];
        }
    }
    comparing->now_count = kept;
    comparing->old_count = left;
}

/* Makes a report of a list of findings, in the order of the report that they are from. */
static void print_news(struct report_comparison *comparing, enum vrmlint_news news, struct vrmlint_report *of,
                       const struct vrmlint_finding *const *list, size_t count, bool fold)
{
    struct vrmlint_report *report = &comparing->diff.news[news];
    struct vrmlint_finding *copies = arena_array(comparing->arena, count, sizeof *copies);
    if (of == NULL) {
        report->path = "";
        report->valid = true;
        return;
    }
    *report = *of;
    report->each = NULL;
    report->each_count = 0;
    memset(report->counts, 0, sizeof report->counts);
    report->valid = true; /* as far as these findings go */
    for (size_t i = 0; i < count; i++) {
        copies[i] = *list[i];
        report->valid = report->valid && vrmlint_rule_class(copies[i].rule, copies[i].variant) != VRMLINT_MUST;
        report->counts[copies[i].severity] += 1 + copies[i].beyond;
    }
    report->findings = copies;
    report->finding_count = count;
    if (fold && !report_fold_within(comparing->arena, report, of)) {
        arena_exhausted(comparing->arena);
    }
}

static int by_place(const void *left, const void *right)
{
    const struct vrmlint_finding *const *a = left;
    const struct vrmlint_finding *const *b = right;
    return sort_order((*a)->number, (*b)->number);
}

static void print_list(struct report_comparison *comparing, enum vrmlint_news news, struct vrmlint_report *of,
                       const struct side_finding *list, size_t count)
{
    const struct vrmlint_finding **findings = arena_array(comparing->arena, count, sizeof *findings);
    for (size_t i = 0; i < count; i++) {
        findings[i] = list[i].finding;
    }
    sort_array(comparing->arena, findings, count, sizeof *findings, by_place);
    print_news(comparing, news, of, findings, count, true);
}

static void print_moved(struct report_comparison *comparing, const struct moved_finding *moved, size_t count)
{
    const struct vrmlint_finding **findings = arena_array(comparing->arena, count, sizeof *findings);
    const char **from = arena_array(comparing->arena, count, sizeof *from);
    for (size_t i = 0; i < count; i++) {
        findings[i] = moved[i].now;
        from[i] = moved[i].old->pointer;
    }
    comparing->diff.moved_from = from;
    print_news(comparing, VRMLINT_NEWS_MOVED, comparing->after, findings, count, false);
}

/* Removes the consequences that aren't reported: all but new errors whose causes aren't new. */
static size_t drop_hidden(const struct report_comparison *comparing, struct side_finding *list, size_t count)
{
    const struct vrmlint_report *after = comparing->after;
    bool is_now = list == comparing->now && after != NULL;
    bool *fresh = arena_array(comparing->arena, is_now ? after->finding_count : 0, sizeof *fresh);
    size_t kept = 0;
    for (size_t i = 0; is_now && i < count; i++) {
        if (list[i].cause == NULL) {
            fresh[list[i].finding - after->findings] = true;
        }
    }
    for (size_t i = 0; i < count; i++) {
        bool stays = list[i].cause == NULL ||
                     (is_now && list[i].finding->severity == VRMLINT_ERROR && !fresh[list[i].cause - after->findings]);
        list[kept] = list[i];
        kept += stays;
    }
    return kept;
}

/* Whether a finding that only one side has can be compared with the other side; otherwise sets the reason. */
static bool is_comparable(struct report_comparison *comparing, bool old, const struct vrmlint_finding *finding)
{
    if (comparing->before == NULL || comparing->after == NULL || comparing->diff.same_content) {
        return comparing->diff.because == NULL;
    }
    enum looked_for looked = looked_for(&comparing->sides[old], finding);
    if (looked == LOOKED_FOR_UNREAD || (looked == LOOKED_FOR_SETTINGS && comparing->diff.because == NULL)) {
        comparing->diff.because = looked == LOOKED_FOR_UNREAD ? "unread" : "settings";
    }
    return looked == LOOKED_FOR;
}

/* Reports the findings that only the old side, or only the new one, has. */
static void print_unmatched(struct report_comparison *comparing, bool old)
{
    struct vrmlint_report *of = old ? comparing->before : comparing->after;
    struct side_finding *list = old ? comparing->old : comparing->now;
    size_t count = old ? comparing->old_count : comparing->now_count;
    struct side_finding *others = arena_array(comparing->arena, count, sizeof *others);
    size_t kept = 0;
    size_t other_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_comparable(comparing, old, list[i].finding)) {
            list[kept++] = list[i];
        } else {
            others[other_count++] = list[i];
        }
    }
    print_list(comparing, old ? VRMLINT_NEWS_FIXED : VRMLINT_NEWS_NEW, of, list, kept);
    print_list(comparing, old ? VRMLINT_NEWS_DROPPED : VRMLINT_NEWS_BROUGHT, of, others, other_count);
}

static void compare_findings(struct report_comparison *comparing)
{
    bool complete = true;
    count_hidden(comparing->before, &complete);
    count_hidden(comparing->after, &complete);
    comparing->old = list_findings(comparing, comparing->before, complete, &comparing->old_count);
    comparing->now = list_findings(comparing, comparing->after, complete, &comparing->now_count);
    struct moved_finding *moved = arena_array(comparing->arena, comparing->now_count, sizeof *moved);
    size_t moved_count = 0;
    sort_array(comparing->arena, comparing->old, comparing->old_count, sizeof *comparing->old, by_fingerprint);
    sort_array(comparing->arena, comparing->now, comparing->now_count, sizeof *comparing->now, by_fingerprint);
    match_sorted(comparing, compare_fingerprints, false);
    take_matched(comparing, moved, &moved_count, false);
    sort_array(comparing->arena, comparing->old, comparing->old_count, sizeof *comparing->old, by_pointer);
    sort_array(comparing->arena, comparing->now, comparing->now_count, sizeof *comparing->now, by_pointer);
    match_sorted(comparing, compare_pointers, false);
    take_matched(comparing, moved, &moved_count, true);
    match_sorted(comparing, compare_rules, true);
    take_matched(comparing, moved, &moved_count, true);
    print_moved(comparing, moved, moved_count);
    comparing->now_count = drop_hidden(comparing, comparing->now, comparing->now_count);
    comparing->old_count = drop_hidden(comparing, comparing->old, comparing->old_count);
    print_unmatched(comparing, false);
    print_unmatched(comparing, true);
}

/* ---- both ---- */

static void compare_reports(struct report_comparison *comparing, const struct vrmlint_manifest *old,
                            const struct vrmlint_manifest *now)
{
    const struct vrmlint_report *before = comparing->before;
    const struct vrmlint_report *after = comparing->after;
    if (before != NULL && after != NULL && before->hash != NULL && after->hash != NULL) {
        comparing->diff.same_content = strcmp(before->hash, after->hash) == 0;
    }
    const char *differs = comparing->diff.same_content ? vrmlint_manifest_differs(old, now) : NULL;
    if (differs != NULL) {
        bool program = strcmp(differs, "version") == 0 || strcmp(differs, "build") == 0;
        comparing->diff.because = program ? "version" : "settings";
    } else if (after == NULL) {
        comparing->diff.because = "removed";
    }
    for (int i = 0; i < 2; i++) {
        struct looked_side *side = &comparing->sides[i];
        looked_for_begin(side, comparing->arena, i == 0 ? before : after, i == 0 ? after : before);
        side->other_rules = strcmp(old->rules, now->rules) != 0;
        side->other_settings = strcmp(old->settings, now->settings) != 0;
    }
    compare_findings(comparing);
    /* what can't be read of the same content, or of a file without another one, says nothing about a change */
    bool alike = comparing->diff.same_content && comparing->sides[0].unread_count == comparing->sides[1].unread_count;
    alike = alike || (before == NULL && after->error == NULL) || (after == NULL && before->error == NULL);
    for (int i = 0; i < 2; i++) {
        comparing->diff.unread[i] = comparing->sides[i].unread;
        comparing->diff.unread_count[i] = alike ? 0 : comparing->sides[i].unread_count;
    }
    if (before != NULL && after != NULL && before->error == NULL && after->error == NULL) {
        comparing->diff.changes = changes_list(comparing->arena, before, after, &comparing->diff.change_count);
    }
}

struct vrmlint_diff *vrmlint_diff_make(struct vrmlint_report *before, struct vrmlint_report *after,
                                       const struct vrmlint_manifest *old, const struct vrmlint_manifest *new_one)
{
    return diff_make_within(NULL, before, after, old, new_one);
}

struct vrmlint_diff *diff_make_within(struct arena *within, struct vrmlint_report *before, struct vrmlint_report *after,
                                      const struct vrmlint_manifest *old, const struct vrmlint_manifest *new_one)
{
    struct arena *arena;
    struct report_comparison *comparing = arena_new_object(sizeof *comparing, &arena);
    jmp_buf guard;
    if (comparing == NULL) {
        return NULL;
    }
    int end = setjmp(guard);
    if (end != 0) {
        arena_free(arena);
        if (end != ARENA_EXHAUSTED) {
            arena_end(within, (enum arena_end)end);
        }
        return NULL;
    }
    arena_guard(arena, &guard);
    arena_follow(arena, within);
    comparing->arena = arena;
    comparing->before = before;
    comparing->after = after;
    compare_reports(comparing, old, new_one);
    arena_guard(arena, NULL);
    arena_follow(arena, NULL);
    return &comparing->diff;
}

void vrmlint_diff_free(struct vrmlint_diff *diff)
{
    if (diff != NULL) {
        arena_free(((struct report_comparison *)(void *)diff)->arena);
    }
}

const char *vrmlint_fact_kind_name(enum vrmlint_fact_kind kind)
{
    static const char *const names[VRMLINT_FACT_KINDS] = {"spring",     "joint", "collider",   "collider group",
                                                          "constraint", "bone",  "expression", "gaze",
                                                          "material",   "image", "licence",    "figure"};
    return kind < VRMLINT_FACT_KINDS ? names[kind] : "";
}

const char *vrmlint_news_name(enum vrmlint_news news)
{
    static const char *const names[VRMLINT_NEWS_KINDS] = {"new", "fixed", "moved", "brought", "dropped"};
    return news < VRMLINT_NEWS_KINDS ? names[news] : "";
}
