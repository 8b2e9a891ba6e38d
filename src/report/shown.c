#include "report/shown.h"

#include <stdlib.h>
#include <string.h>

void shown_free(struct shown *shown)
{
    free(shown->findings);
    free(shown->each);
    free(shown->data);
    *shown = (struct shown){0};
}

static bool make_room(void **room, size_t *capacity, size_t count, size_t size)
{
    if (count <= *capacity) {
        return true;
    }
    void *larger = realloc(*room, count * size);
    if (larger != NULL) {
        *room = larger;
        *capacity = count;
    }
    return larger != NULL;
}

static bool make_findings(struct vrmlint_finding **findings, size_t *capacity, size_t count)
{
    void *room = *findings;
    bool good = make_room(&room, capacity, count, sizeof **findings);
    *findings = room;
    return good;
}

/* Copies the findings that are severe enough to room, and returns their number. */
static size_t keep_severe(struct vrmlint_finding *room, const struct vrmlint_finding *findings, size_t count,
                          enum vrmlint_severity least)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (findings[i].severity >= least) {
            room[kept++] = findings[i];
        }
    }
    return kept;
}

bool shown_keep(struct shown *shown, enum vrmlint_severity least, struct vrmlint_report *report)
{
    size_t hidden = 0;
    for (int severity = VRMLINT_INFO; severity < (int)least; severity++) {
        hidden += report->counts[severity];
    }
    if (hidden == 0) {
        return true;
    }
    if (!make_findings(&shown->findings, &shown->capacity, report->finding_count) ||
        !make_findings(&shown->each, &shown->each_capacity, report->each_count)) {
        return false;
    }
    memset(report->counts, 0, (size_t)least * sizeof *report->counts);
    report->hidden_findings += hidden;
    report->finding_count = keep_severe(shown->findings, report->findings, report->finding_count, least);
    report->findings = shown->findings;
    report->each_count = keep_severe(shown->each, report->each, report->each_count, least);
    report->each = report->each == NULL ? NULL : shown->each;
    return true;
}

size_t shown_more(const struct vrmlint_finding *finding)
{
    for (size_t i = finding->data_count; i > 0; i--) {
        if (strcmp(finding->data[i - 1].name, SHOWN_MORE) == 0) {
            double more = finding->data[i - 1].value;
            return more > 0 && more < (double)SIZE_MAX ? (size_t)more : 0;
        }
    }
    return 0;
}

/* Counts how often each rule was found, including findings that a report no longer lists. *over is set if it lists a
 * rule more than `most` times. Returns NULL if memory runs out. */
static size_t *count_rules(const struct vrmlint_report *report, bool *over, size_t most)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    size_t *counts = calloc(rule_count, sizeof *counts);
    for (size_t i = 0; counts != NULL && i < report->finding_count; i++) {
        *over = ++counts[report->findings[i].rule - rules] > most || *over;
    }
    for (size_t i = 0; counts != NULL && i < report->finding_count; i++) {
        counts[report->findings[i].rule - rules] += shown_more(&report->findings[i]);
    }
    return counts;
}

/* Adds to the data of a rule's last listed finding how many more there are. */
static void print_more(struct shown *shown, struct vrmlint_finding *finding, size_t more, size_t *used)
{
    struct vrmlint_measure *data = shown->data + *used;
    for (size_t i = 0; i < finding->data_count; i++) {
        data[i] = finding->data[i];
    }
    data[finding->data_count] = (struct vrmlint_measure){SHOWN_MORE, (double)more};
    finding->data = data;
    finding->data_count++;
    *used += finding->data_count;
}

bool shown_cap(struct shown *shown, size_t most, struct vrmlint_report *report)
{
    bool over = false;
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    if (report->finding_count <= most) {
        return true;
    }
    size_t *counts = count_rules(report, &over, most);
    size_t *seen = calloc(rule_count, sizeof *seen);
    bool good =
        counts != NULL && seen != NULL && make_findings(&shown->findings, &shown->capacity, report->finding_count);
    size_t kept = 0;
    size_t room = 0;
    for (size_t i = 0; good && over && i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        size_t rule = (size_t)(finding->rule - rules);
        if (seen[rule]++ < most) {
            shown->findings[kept++] = *finding;
            room += seen[rule] == most ? finding->data_count + 1 : 0;
        }
    }
    void *data = shown->data;
    good = good && make_room(&data, &shown->data_capacity, room, sizeof *shown->data);
    shown->data = data;
    if (good && over) {
        size_t used = 0;
        memset(seen, 0, rule_count * sizeof *seen);
        for (size_t i = 0; i < kept; i++) {
            size_t rule = (size_t)(shown->findings[i].rule - rules);
            if (++seen[rule] == most && counts[rule] > most && shown_more(&shown->findings[i]) == 0) {
                print_more(shown, &shown->findings[i], counts[rule] - most, &used);
            }
        }
        report->findings = shown->findings;
        report->finding_count = kept;
    }
    free(seen);
    free(counts);
    return good;
}
