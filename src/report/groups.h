/* Findings of one file on their way to people: no more than some of each rule, brought together by what they are about.
 */
#ifndef VRMLINT_REPORT_GROUPS_H
#define VRMLINT_REPORT_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "vrmlint.h"

/* A finding to be shown. */
struct group_item {
    const struct vrmlint_finding *finding;
    size_t index; /* in the report */
    size_t group; /* place of the first finding of its subject that is shown */
    bool explain; /* the first of its rule: it says what to do */
};

/*
 * Chooses the first cap findings of each rule and brings those of one subject together, groups in the order of their
 * first. items: room for all findings of the report. counts: one per rule of vrmlint_rules(), receives how often each
 * was found in all. Returns the number of items. Near linear, however many subjects there are.
 */
size_t group_findings(const struct vrmlint_report *report, size_t cap, struct group_item *items, size_t *counts);

#endif
