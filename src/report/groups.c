#include "report/groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "report/shown.h"

/* Returns the subject of an item, in any language: it is only compared. */
static const char *subject_of(const struct group_item *item)
{
    return vrmlint_text_in(&item->finding->subject, VRMLINT_ENGLISH);
}

static int by_subject(const void *left, const void *right)
{
    const struct group_item *a = left;
    const struct group_item *b = right;
    return sort_then(strcmp(subject_of(a), subject_of(b)), a->index, b->index);
}

static int by_group(const void *left, const void *right)
{
    const struct group_item *a = left;
    const struct group_item *b = right;
    return sort_then(sort_order(a->group, b->group), a->index, b->index);
}

/* Groups the items by subject. Two sorts keep this fast for any number of subjects. */
static void group_equal_items(struct group_item *items, size_t count)
{
    qsort(items, count, sizeof *items, by_subject);
    for (size_t i = 0; i < count; i++) {
        bool same = i > 0 && strcmp(subject_of(&items[i]), subject_of(&items[i - 1])) == 0;
        items[i].group = same ? items[i - 1].group : items[i].index;
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
        counts[finding->rule - rules] += shown_more(finding);
        if (nth < cap) {
            items[count++] = (struct group_item){.finding = finding, .index = i, .explain = nth == 0};
        }
    }
    group_equal_items(items, count);
    return count;
}
