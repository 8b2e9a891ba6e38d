/* What of a report is shown: what is severe enough, and of one rule no more than programs take. */
#ifndef VRMLINT_REPORT_SHOWN_H
#define VRMLINT_REPORT_SHOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "vrmlint.h"

/* The name among a finding's data of how many more findings there are of its rule and file, which aren't listed. */
#define SHOWN_MORE "more"

/* Room for the findings of one report that are shown; set to zero, and freed in the end. */
struct shown {
    struct vrmlint_finding *findings;
    size_t capacity;
    struct vrmlint_finding *each;
    size_t each_capacity;
    struct vrmlint_measure *data;
    size_t data_capacity;
};
void shown_free(struct shown *shown);

/*
 * Takes what is less severe out of a report's findings and counts, and says in hidden_findings how many that are. The
 * findings that stay lie in shown until the next call. False when memory is short; the report stays as it was.
 */
bool shown_keep(struct shown *shown, enum vrmlint_severity least, struct vrmlint_report *report);

/*
 * Leaves most findings of each rule in a report; the last of them says in its data, as SHOWN_MORE, how many more there
 * are. The counts stay those of all. What stays lies in shown until the next call. False when memory is short.
 */
bool shown_cap(struct shown *shown, size_t most, struct vrmlint_report *report);

/* How many more there are of a finding's rule and file than a report lists; 0 for most findings. */
size_t shown_more(const struct vrmlint_finding *finding);

#endif
