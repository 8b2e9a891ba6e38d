/* Makes a report's list of findings. */
#include <string.h>

#include "finding/finding_parts.h"

static struct vrmlint_finding list_one(const struct finding *finding)
{
    return (struct vrmlint_finding){
        .rule = finding_rule(finding),
        .severity = finding->severity,
        .fix = finding->fix,
        .message = finding->text,
        .pointer = finding->pointer,
        .excerpt = finding->position == POSITION_BY_POINTER ? NULL : "",
        .fingerprint = "",
        .has_place = finding->position == POSITION_KNOWN,
        .blames = finding->blames,
        .fixable = finding->fixable && finding->fix != VRMLINT_FIX_NONE,
        .offset = finding->text_offset,
        .related = finding->related,
        .related_count = finding->related_count,
        .named_count = finding->named_count,
        .data = finding->data,
        .data_count = finding->data_count,
        .variant = message_line(finding->message).variant,
        .arguments = finding->arguments,
        .argument_count = finding->argument_count,
        .who = finding->who,
        .kind = finding->kind,
        .badness = finding->badness,
        .beyond = finding->beyond,
        .consequences = finding->consequences,
        .edits = finding->edits == NULL ? NULL : finding->edits->list,
        .edit_count = finding->edits == NULL || finding->fix == VRMLINT_FIX_NONE ? 0 : finding->edits->count,
    };
}

/* Returns the finding from whose chain of causes a finding follows. */
static const struct finding *root_of(const struct finding *finding)
{
    while (finding->cause != NULL) {
        finding = finding->cause;
    }
    return finding;
}

struct vrmlint_finding *findings_list(struct findings *findings, size_t *total, const struct place ***places)
{
    findings_count_spare(findings);
    size_t count = findings->count + findings->hidden_count;
    struct vrmlint_finding *list = arena_array(findings->arena, count, sizeof *list);
    size_t at = 0;
    *places = arena_array(findings->arena, count, sizeof **places);
    for (struct finding *finding = findings->first; finding != NULL; finding = finding->next) {
        arena_pulse(findings->arena);
        finding->index = (unsigned)at;
        (*places)[at] = &finding->place;
        list[at++] = list_one(finding);
    }
    for (const struct finding *finding = findings->hidden; finding != NULL; finding = finding->next) {
        list[root_of(finding)->index].hidden_count += !root_of(finding)->muted;
    }
    for (size_t i = 0; i < findings->count; i++) {
        list[i].hidden = &list[at];
        at += list[i].hidden_count;
        list[i].hidden_count = 0;
    }
    for (const struct finding *finding = findings->hidden; finding != NULL; finding = finding->next) {
        struct vrmlint_finding *root = &list[root_of(finding)->index];
        if (!root_of(finding)->muted) {
            size_t index = (size_t)(root->hidden - list) + root->hidden_count++;
            (*places)[index] = &finding->place;
            list[index] = list_one(finding);
        }
    }
    *total = at;
    return list;
}

void findings_sort_consequences(struct arena *arena, struct vrmlint_finding *list, size_t count)
{
    size_t number = count;
    for (size_t i = 0; i < count; i++) {
        struct vrmlint_finding *hidden = list + (list[i].hidden - list);
        findings_sort(arena, hidden, list[i].hidden_count);
        for (size_t k = 0; k < list[i].hidden_count; k++) {
            hidden[k].number = number++;
            hidden[k].fixable = false; /* the cause has the fix */
        }
    }
}

static void add_measure(struct arena *arena, struct vrmlint_finding *finding, const char *name, double value)
{
    struct vrmlint_measure *data = arena_array(arena, finding->data_count + 1, sizeof *data);
    if (finding->data_count > 0) {
        memcpy(data, finding->data, finding->data_count * sizeof *data);
    }
    data[finding->data_count++] = (struct vrmlint_measure){name, value};
    finding->data = data;
}

void findings_cut_related(struct arena *arena, struct vrmlint_finding *list, size_t count)
{
    for (struct vrmlint_finding *finding = list; finding < list + count; finding++) {
        if (finding->related_count > FINDING_RELATED_SHOWN) {
            add_measure(arena, finding, FINDINGS_MORE_RELATED,
                        (double)(finding->related_count - FINDING_RELATED_SHOWN));
            finding->related_count = FINDING_RELATED_SHOWN;
            finding->named_count =
                finding->named_count < FINDING_RELATED_SHOWN ? finding->named_count : FINDING_RELATED_SHOWN;
        }
    }
}

/* Returns the last finding in the list of each rule, or NULL. */
static struct vrmlint_finding **last_of_each(struct arena *arena, struct vrmlint_finding *list, size_t count)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    struct vrmlint_finding **last = arena_array(arena, rule_count, sizeof(struct vrmlint_finding *));
    for (size_t i = 0; i < count; i++) {
        last[list[i].rule - rules] = &list[i];
    }
    return last;
}

void findings_report_more(struct findings *findings, struct vrmlint_finding *list, size_t count, size_t *counts)
{
    if (findings->beyond == NULL) {
        return;
    }
    struct vrmlint_finding **last = last_of_each(findings->arena, list, count);
    size_t *same = arena_array(findings->arena, RULE_LIMIT, sizeof *same);
    for (size_t i = 0; i < count; i++) {
        counts[list[i].severity] += list[i].beyond;
        same[rule_number(list[i].rule)] += list[i].beyond;
    }
    for (size_t rule = 0; rule < rule_count(); rule++) {
        size_t more = same[rule];
        for (int severity = VRMLINT_INFO; severity <= VRMLINT_ERROR && last[rule] != NULL; severity++) {
            counts[severity] += findings->beyond[rule][severity];
            more += findings->beyond[rule][severity];
        }
        if (more > 0) {
            add_measure(findings->arena, last[rule], FINDINGS_MORE, (double)more);
        }
    }
}
