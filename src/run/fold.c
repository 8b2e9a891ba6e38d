/* Folds findings that report the same about many objects into one. */
#include <string.h>

#include "base/sort.h"
#include "ids/messages_report.h"
#include "message/claims.h"
#include "message/message.h"
#include "run/lint.h"
#include "run/within.h"

/* A finding, its index in the list, and that of the first finding which it is folded with. */
struct fold_entry {
    const struct vrmlint_finding *finding;
    size_t index;
    size_t group;
};

struct folding {
    struct arena *arena;
    struct vrmlint_report *report;
    struct vrmlint_finding *list; /* the findings to be listed, with gaps until close_gaps() */
    struct vrmlint_finding *each; /* the findings before folding */
    struct fold_entry *entries;   /* findings of one group are adjacent, in the order of the list */
    size_t *more;                 /* by rule: findings that are only counted, and whose kind isn't listed */
    size_t *last;                 /* by rule: index of its last listed finding, plus one */
};

static int compare_kinds(const struct vrmlint_finding *a, const struct vrmlint_finding *b)
{
    return sort_then(sort_order(rule_number(a->rule), rule_number(b->rule)), a->kind, b->kind);
}

static int by_kind(const void *left, const void *right)
{
    const struct fold_entry *a = left;
    const struct fold_entry *b = right;
    return sort_then(compare_kinds(a->finding, b->finding), a->index, b->index);
}

static const char *blamed_pointer(const struct vrmlint_finding *finding)
{
    return finding->blames && finding->related_count > 0 ? finding->related[0].pointer : "";
}

static int compare_blame(const struct vrmlint_finding *a, const struct vrmlint_finding *b)
{
    int order = sort_order(rule_number(a->rule), rule_number(b->rule));
    order = sort_then(order, a->severity, b->severity);
    return order != 0 ? order : strcmp(blamed_pointer(a), blamed_pointer(b));
}

static int by_blame(const void *left, const void *right)
{
    const struct fold_entry *a = left;
    const struct fold_entry *b = right;
    return sort_then(compare_blame(a->finding, b->finding), a->index, b->index);
}

static int by_group(const void *left, const void *right)
{
    const struct fold_entry *a = left;
    const struct fold_entry *b = right;
    return sort_then(sort_order(a->group, b->group), a->index, b->index);
}

static bool is_same_kind(const struct vrmlint_finding *a, const struct vrmlint_finding *b)
{
    return a->kind != 0 && compare_kinds(a, b) == 0;
}

static bool blames_same(const struct vrmlint_finding *a, const struct vrmlint_finding *b)
{
    return *blamed_pointer(a) != '\0' && compare_blame(a, b) == 0;
}

/* ---- groups ---- */

/* Returns the first index of a group; groups: by index, another one of the same group, or itself. */
static size_t first_of(size_t *groups, size_t index)
{
    while (groups[index] != index) {
        groups[index] = groups[groups[index]];
        index = groups[index];
    }
    return index;
}

/* Joins the groups of entries that are adjacent in an order, and for which same() is true. */
static void join_groups(struct folding *folding, size_t *groups, int (*order)(const void *left, const void *right),
                        bool (*same)(const struct vrmlint_finding *a, const struct vrmlint_finding *b))
{
    struct fold_entry *entries = folding->entries;
    size_t count = folding->report->each_count;
    sort_array(folding->arena, entries, count, sizeof *entries, order);
    for (size_t i = 1; i < count; i++) {
        if (same(entries[i - 1].finding, entries[i].finding)) {
            size_t a = first_of(groups, entries[i - 1].index);
            size_t b = first_of(groups, entries[i].index);
            groups[a < b ? b : a] = a < b ? a : b;
        }
    }
}

static void find_groups(struct folding *folding)
{
    size_t count = folding->report->each_count;
    size_t *groups = arena_array(folding->arena, count, sizeof *groups);
    for (size_t i = 0; i < count; i++) {
        groups[i] = i;
    }
    join_groups(folding, groups, by_kind, is_same_kind);
    join_groups(folding, groups, by_blame, blames_same);
    for (size_t i = 0; i < count; i++) {
        folding->entries[i].group = first_of(groups, folding->entries[i].index);
    }
    sort_array(folding->arena, folding->entries, count, sizeof *folding->entries, by_group);
    arena_discard(folding->arena, groups);
}

/* ---- data ---- */

/* Copies the data of a finding without "more", the number of findings that are only counted. Leaves room for it. */
static struct vrmlint_measure *copy_data(struct arena *arena, struct vrmlint_finding *finding)
{
    struct vrmlint_measure *data = arena_array(arena, finding->data_count + 1, sizeof *data);
    size_t count = 0;
    for (size_t i = 0; i < finding->data_count; i++) {
        if (strcmp(finding->data[i].name, "more") != 0) {
            data[count++] = finding->data[i];
        }
    }
    finding->data = data;
    finding->data_count = count;
    return data;
}

/* ---- one finding for all of a group ---- */

/* Appends the number of further places to the message, in every language. */
static void extend_message(struct arena *arena, struct vrmlint_finding *finding)
{
    struct buf room = BUF_INIT(arena);
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        const char **text = &finding->message.in[language];
        if (*text != NULL) {
            *text = message_text(&room, 1U << language, WORDS_REPEATED,
                                 ARGUMENTS(TERM("message", *text), COUNT("count", finding->more)))
                        .in[language];
        }
    }
    finding->arguments = NULL; /* they no longer describe the message */
    finding->argument_count = 0;
}

/* Adds the places of the others as related: after those that the finding names, before its consequences. */
static void relate_places(struct arena *arena, struct vrmlint_finding *finding, const struct fold_entry *entries,
                          size_t count)
{
    size_t places = count - 1 < VRMLINT_PLACES_MOST ? count - 1 : VRMLINT_PLACES_MOST;
    struct vrmlint_related *related = arena_array(arena, finding->related_count + places, sizeof *related);
    size_t at = 0;
    for (; at < finding->named_count; at++) {
        related[at] = finding->related[at];
    }
    for (size_t i = 0; at < finding->named_count + places; i++) {
        const struct vrmlint_finding *other = entries[i].finding;
        if (other->number != finding->number) {
            bool named = *vrmlint_text_in(&other->who, VRMLINT_ENGLISH) != '\0';
            related[at++] = (struct vrmlint_related){other->pointer, named ? other->who : other->subject};
        }
    }
    for (size_t i = finding->named_count; i < finding->related_count; i++) {
        related[at++] = finding->related[i];
    }
    finding->related = related;
    finding->related_count = at;
    finding->named_count += places;
}

/* Returns the worst of a group, by severity and then by badness; the first of those that are equally bad except for
 * rounding. */
static const struct fold_entry *worst_of(const struct fold_entry *entries, size_t count)
{
    static const double rounding = 1e-6;
    const struct fold_entry *worst = entries;
    for (size_t i = 1; i < count; i++) {
        const struct vrmlint_finding *finding = entries[i].finding;
        bool as_severe = finding->severity == worst->finding->severity;
        bool is_worse = as_severe ? finding->badness > worst->finding->badness * (1 + rounding)
                                  : finding->severity > worst->finding->severity;
        worst = is_worse ? &entries[i] : worst;
    }
    return worst;
}

/* Returns what an app does because of two findings: what is known about both, or what is known to be the worst. */
static const char *joined_effect(const char *one, const char *other)
{
    static const enum effect worst = EFFECT_REFUSES;
    return one == NULL || other == NULL                                      ? NULL
           : strcmp(one, other) == 0 || strcmp(one, effect_name(worst)) == 0 ? one
           : strcmp(other, effect_name(worst)) == 0                          ? other
                                                                             : NULL;
}

/* Folds a group into its worst finding. */
static void fold_group(struct folding *folding, const struct fold_entry *entries, size_t count)
{
    const struct fold_entry *worst = worst_of(entries, count);
    struct vrmlint_finding folded = *worst->finding;
    folded.more = count - 1;
    const char *refusal = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_finding *other = entries[i].finding;
        folding->each[entries[i].index].within = folded.number;
        folded.more += other->beyond;
        /* if the classes differ, the one that needs the most care */
        folded.fix = other->fixable > folded.fixable || (other->fixable == folded.fixable && other->fix > folded.fix)
                         ? other->fix
                         : folded.fix;
        folded.fixable = folded.fixable || other->fixable;
        /* the fingerprint stays the same if another finding becomes the worst */
        folded.fingerprint =
            strcmp(other->fingerprint, folded.fingerprint) < 0 ? other->fingerprint : folded.fingerprint;
        folded.consequences += &entries[i] == worst ? 0 : other->consequences;
        folded.loses_bone = folded.loses_bone || other->loses_bone;
        if (folded.in_three_vrm == NULL || other->in_three_vrm == NULL ||
            strcmp(folded.in_three_vrm, other->in_three_vrm) != 0) {
            folded.in_three_vrm = NULL;
        }
        if (other->in_three_vrm != NULL && strcmp(other->in_three_vrm, "refuses") == 0) {
            refusal = other->in_three_vrm; /* one suffices */
        }
        folded.in_univrm = joined_effect(folded.in_univrm, other->in_univrm);
    }
    folded.in_three_vrm = refusal != NULL ? refusal : folded.in_three_vrm;
    if (folded.more > 0) {
        extend_message(folding->arena, &folded);
        relate_places(folding->arena, &folded, entries, count);
    }
    folded.within = folded.number;
    folding->list[worst->index] = folded;
}

/* ---- the report ---- */

/* Records the number of findings that are only counted, and subtracts those of a listed kind from the counts of the
 * report. Returns whether there are any. */
static bool take_beyond(struct folding *folding)
{
    struct vrmlint_report *report = folding->report;
    bool any = false;
    for (size_t i = 0; i < folding->report->each_count; i++) {
        const struct vrmlint_finding *finding = &folding->each[i];
        size_t rule = rule_number(finding->rule);
        for (size_t k = 0; k < finding->data_count; k++) {
            double more = strcmp(finding->data[k].name, "more") == 0 ? finding->data[k].value : 0;
            any = any || more > 0;
            folding->more[rule] += more > 0 && more < 0x1p53 ? (size_t)more : 0;
        }
        report->counts[finding->severity] -= finding->beyond;
    }
    for (size_t i = 0; i < folding->report->each_count; i++) {
        folding->more[rule_number(folding->each[i].rule)] -= folding->each[i].beyond;
    }
    return any;
}

/* Closes the gaps that folded findings left. */
static void close_gaps(struct folding *folding)
{
    struct vrmlint_report *report = folding->report;
    struct vrmlint_finding *list = folding->list;
    size_t kept = 0;
    for (size_t i = 0; i < report->each_count; i++) {
        if (folding->each[i].within == folding->each[i].number) {
            list[kept++] = list[i];
            folding->last[rule_number(list[i].rule)] = kept;
        } else {
            report->counts[folding->each[i].severity]--;
        }
    }
    report->finding_count = kept;
}

/* Adds to the last finding of each rule how many more there are that are only counted. */
static void move_beyond(struct folding *folding)
{
    for (size_t i = 0; i < folding->report->finding_count; i++) {
        struct vrmlint_finding *finding = &folding->list[i];
        size_t rule = rule_number(finding->rule);
        struct vrmlint_measure *data = copy_data(folding->arena, finding);
        if (folding->last[rule] == i + 1 && folding->more[rule] > 0) {
            data[finding->data_count++] = (struct vrmlint_measure){"more", (double)folding->more[rule]};
        }
    }
}

static void fold_all(struct folding *folding)
{
    struct vrmlint_report *report = folding->report;
    size_t count = report->finding_count;
    size_t rules;
    vrmlint_rules(&rules);
    folding->list = arena_array(folding->arena, count, sizeof *folding->list);
    folding->each = arena_array(folding->arena, count, sizeof *folding->each);
    folding->entries = arena_array(folding->arena, count, sizeof *folding->entries);
    folding->more = arena_array(folding->arena, rules, sizeof *folding->more);
    folding->last = arena_array(folding->arena, rules, sizeof *folding->last);
    for (size_t i = 0; i < count; i++) {
        folding->each[i] = report->findings[i];
        folding->each[i].within = folding->each[i].number;
        folding->each[i].hidden_count = 0;
        folding->list[i] = folding->each[i];
        folding->entries[i] = (struct fold_entry){&folding->each[i], i, i};
    }
    report->findings = folding->list;
    report->each = folding->each;
    report->each_count = count;
    bool beyond = take_beyond(folding);
    find_groups(folding);
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        const struct fold_entry *first = &folding->entries[begin];
        end = begin + 1;
        while (end < count && folding->entries[end].group == first->group) {
            end++;
        }
        if (end > begin + 1 || first->finding->beyond > 0) {
            fold_group(folding, first, end - begin);
        }
    }
    close_gaps(folding);
    if (beyond) {
        move_beyond(folding);
    }
}

bool vrmlint_report_fold(struct vrmlint_report *report)
{
    return vrmlint_report_fold_view(report, report);
}

bool vrmlint_report_fold_view(struct vrmlint_report *copy, struct vrmlint_report *report)
{
    return report_fold_within(NULL, copy, report);
}

bool report_fold_within(struct arena *within, struct vrmlint_report *copy, struct vrmlint_report *report)
{
    struct lint_run *run = (struct lint_run *)report;
    const struct vrmlint_report before = *copy;
    jmp_buf guard;
    if (copy->error != NULL || copy->each != NULL || copy->finding_count == 0) {
        return true;
    }
    int end = setjmp(guard);
    if (end == 0) {
        arena_guard(run->arena, &guard);
        arena_follow(run->arena, within);
        struct folding folding = {.arena = run->arena, .report = copy};
        fold_all(&folding);
    } else {
        *copy = before;
    }
    arena_guard(run->arena, NULL);
    arena_follow(run->arena, NULL);
    if (end > ARENA_EXHAUSTED) {
        arena_end(within, (enum arena_end)end);
    }
    return end == 0;
}
