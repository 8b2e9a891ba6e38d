#include "report/groups.h"

#include <stdlib.h>
#include <string.h>

static int by_subject(const void *left, const void *right)
{
    const struct group_item *a = left;
    const struct group_item *b = right;
    int order = strcmp(ENGLISH(a->finding->subject), ENGLISH(b->finding->subject));
    return order != 0 ? order : a->place < b->place ? -1 : 1;
}

static int by_group(const void *left, const void *right)
{
    const struct group_item *a = left;
    const struct group_item *b = right;
    if (a->group != b->group) {
        return a->group < b->group ? -1 : 1;
    }
    return a->place < b->place ? -1 : 1;
}

/* Two sorts, so that as many subjects as findings do no harm. */
static void bring_together(struct group_item *items, size_t count)
{
    qsort(items, count, sizeof *items, by_subject);
    for (size_t i = 0; i < count; i++) {
        bool same = i > 0 && strcmp(ENGLISH(items[i].finding->subject), ENGLISH(items[i - 1].finding->subject)) == 0;
        items[i].group = same ? items[i - 1].group : items[i].place;
    }
    qsort(items, count, sizeof *items, by_group);
}

size_t group_findings(const struct vrmlint_report *report, size_t cap, struct group_item *items, size_t *counts)
{
    size_t count = 0;
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    memset(counts, 0, rule_count * sizeof *counts);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        size_t nth = counts[finding->rule - rules]++;
        if (nth < cap) {
            items[count++] = (struct group_item){.finding = finding, .place = i, .explain = nth == 0};
        }
    }
    bring_together(items, count);
    return count;
}
