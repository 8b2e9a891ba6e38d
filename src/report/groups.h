/* The findings of one file for people: a limited number of each rule, grouped by subject. */
#ifndef VRMLINT_REPORT_GROUPS_H
#define VRMLINT_REPORT_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "vrmlint.h"

/* A finding to show. */
struct group_item {
    const struct vrmlint_finding *finding;
    size_t index; /* in the report */
    size_t group; /* index of the first shown finding of the same subject */
    bool explain; /* the first of its rule: it shows the advice */
};

/*
 * Chooses the first cap findings of each rule, and groups those of one subject; groups are in the order of their
 * first finding. items: room for all findings of the report. counts: one per rule of vrmlint_rules(), receives how
 * often each was found in total. Returns the number of items. Takes nearly linear time, however many subjects there
 * are.
 */
size_t group_findings(const struct vrmlint_report *report, size_t cap, struct group_item *items, size_t *counts);

#endif
