#include "finding.h"

#include <stdarg.h>
#include <string.h>

#include "base/sort.h"

struct findings {
    struct arena *arena;
    const enum vrmlint_severity *severities;
    const enum vrmlint_severity *own;
    const bool *named;
    struct finding *first;
    struct finding **end;
    size_t count;
    struct vrmlint_skipped *skipped;
    size_t skipped_count;
    size_t skipped_capacity;
};

static const struct vrmlint_rule table[RULE_COUNT] = {
#define ON false
#define OPT_IN true
#define RULE(name, id, severity, opt_in, fix, summary, why, how, spec)                                                 \
    {id, VRMLINT_##severity, opt_in, VRMLINT_FIX_##fix, summary, why, how, spec},
#include "rules.def"
#undef RULE
#undef ON
#undef OPT_IN
};

const struct vrmlint_rule *vrmlint_rules(size_t *count)
{
    *count = RULE_COUNT;
    return table;
}

const struct vrmlint_rule *vrmlint_rule_by_id(const char *id)
{
    for (size_t i = 0; i < RULE_COUNT; i++) {
        if (strcmp(table[i].id, id) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

const char *vrmlint_severity_name(enum vrmlint_severity severity)
{
    static const char *const names[] = {"off", "info", "warning", "error"};
    return names[severity];
}

const char *vrmlint_fix_name(enum vrmlint_fix fix)
{
    static const char *const names[] = {"none", "safe", "repair", "unsafe"};
    return names[fix];
}

struct findings *findings_new(struct arena *arena, const enum vrmlint_severity *severities,
                              const enum vrmlint_severity *own)
{
    struct findings *findings = arena_alloc(arena, sizeof *findings);
    findings->arena = arena;
    findings->severities = severities;
    findings->own = own;
    findings->end = &findings->first;
    return findings;
}

bool findings_want(const struct findings *findings, enum rule rule)
{
    return findings->severities[rule] != VRMLINT_OFF;
}

void findings_set_named(struct findings *findings, const bool *named)
{
    findings->named = named;
}

bool findings_named(const struct findings *findings, enum rule rule)
{
    return findings->named != NULL && findings->named[rule];
}

struct finding *report(struct findings *findings, enum rule rule, const char *pointer, const char *format, ...)
{
    if (!findings_want(findings, rule)) {
        return NULL;
    }
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(findings->arena, format, args);
    va_end(args);
    struct finding *finding = arena_alloc(findings->arena, sizeof *finding);
    finding->owner = findings;
    finding->rule = rule;
    finding->out.rule = &table[rule];
    finding->out.severity = findings->severities[rule];
    finding->out.fix = table[rule].fix;
    finding->out.message = message;
    finding->out.pointer = pointer;
    finding->out.subject = "";
    finding->out.excerpt = "";
    finding->out.fingerprint = "";
    *findings->end = finding;
    findings->end = &finding->next;
    findings->count++;
    return finding;
}

/* Room for one more, in arrays that mostly stay short: there may be a million of them. */
static void *grow(struct arena *arena, void *array, size_t count, size_t size)
{
    bool is_full = (count & (count - 1)) == 0; /* a power of two, or none at all */
    if (!is_full) {
        return array;
    }
    void *larger = arena_array(arena, count == 0 ? 1 : 2 * count, size);
    if (count > 0) {
        memcpy(larger, array, count * size);
        arena_discard(arena, array);
    }
    return larger;
}

void finding_relate(struct finding *finding, const char *pointer, const char *format, ...)
{
    if (finding == NULL) {
        return;
    }
    struct arena *arena = finding->owner->arena;
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(arena, format, args);
    va_end(args);
    finding->related = grow(arena, finding->related, finding->out.related_count, sizeof *finding->related);
    finding->related[finding->out.related_count++] = (struct vrmlint_related){pointer, message};
    finding->out.related = finding->related;
}

void finding_measure(struct finding *finding, const char *name, double value)
{
    if (finding == NULL) {
        return;
    }
    finding->data = grow(finding->owner->arena, finding->data, finding->out.data_count, sizeof *finding->data);
    finding->data[finding->out.data_count++] = (struct vrmlint_measure){name, value};
    finding->out.data = finding->data;
}

void finding_severity(struct finding *finding, enum vrmlint_severity severity)
{
    if (finding == NULL) {
        return;
    }
    const enum vrmlint_severity *own = finding->owner->own;
    finding->out.severity = own != NULL && own[finding->rule] != VRMLINT_OFF ? own[finding->rule] : severity;
}

void finding_fix(struct finding *finding, enum vrmlint_fix fix)
{
    if (finding != NULL) {
        finding->out.fix = fix;
    }
}

void finding_at(struct finding *finding, size_t text_offset)
{
    if (finding != NULL) {
        finding->place = PLACE_KNOWN;
        finding->text_offset = text_offset;
    }
}

void finding_no_place(struct finding *finding)
{
    if (finding != NULL) {
        finding->place = PLACE_NONE;
    }
}

void findings_skip(struct findings *findings, const char *what, const char *why)
{
    for (size_t i = 0; i < findings->skipped_count; i++) {
        if (strcmp(findings->skipped[i].what, what) == 0 && strcmp(findings->skipped[i].why, why) == 0) {
            return;
        }
    }
    findings->skipped = arena_grow(findings->arena, findings->skipped, findings->skipped_count,
                                   &findings->skipped_capacity, sizeof *findings->skipped);
    findings->skipped[findings->skipped_count++] = (struct vrmlint_skipped){what, why};
}

size_t findings_count(const struct findings *findings)
{
    return findings->count;
}

struct finding *findings_first(const struct findings *findings)
{
    return findings->first;
}

void findings_keep(struct findings *findings, bool (*stays)(void *context, const struct finding *finding),
                   void *context)
{
    struct finding **at = &findings->first;
    while (*at != NULL) {
        if (stays(context, *at)) {
            at = &(*at)->next;
        } else {
            *at = (*at)->next;
            findings->count--;
        }
    }
    findings->end = at;
}

const struct vrmlint_skipped *findings_skipped(const struct findings *findings, size_t *count)
{
    *count = findings->skipped_count;
    return findings->skipped;
}

static int compare(const void *left, const void *right)
{
    const struct vrmlint_finding *a = &(*(const struct finding *const *)left)->out;
    const struct vrmlint_finding *b = &(*(const struct finding *const *)right)->out;
    if (a->has_place != b->has_place) {
        return a->has_place ? 1 : -1;
    }
    if (a->has_place && a->offset != b->offset) {
        return a->offset < b->offset ? -1 : 1;
    }
    int order = strcmp(a->rule->id, b->rule->id);
    if (order == 0) {
        order = strcmp(a->pointer, b->pointer);
    }
    return order != 0 ? order : strcmp(a->message, b->message);
}

struct vrmlint_finding *findings_sorted(const struct findings *findings)
{
    struct arena *arena = findings->arena;
    const struct finding **order = arena_array(arena, findings->count, sizeof(struct finding *));
    struct vrmlint_finding *sorted = arena_array(arena, findings->count, sizeof *sorted);
    size_t at = 0;
    for (const struct finding *finding = findings->first; finding != NULL; finding = finding->next) {
        arena_pulse(arena);
        order[at++] = finding;
    }
    sort_array(arena, order, at, sizeof *order, compare);
    for (size_t i = 0; i < at; i++) {
        arena_pulse(arena);
        sorted[i] = order[i]->out;
    }
    return sorted;
}
