/* The part of a report that is shown: findings that are severe enough, and a limited number per rule for programs. */
#ifndef VRMLINT_REPORT_SHOWN_H
#define VRMLINT_REPORT_SHOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "report/print.h"
#include "vrmlint.h"

/* The name in a finding's data of how many more findings there are of its rule and file, which aren't listed. */
#define SHOWN_MORE "more"

/* Room for the shown findings of one report. Initialize it with zero; free it in the end. */
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
 * Removes less severe findings, and those that matter to none of the report's apps, from its findings and counts, and
 * adds their number to hidden_findings. The
 * remaining findings are in shown until the next call. Returns false if memory runs out; the report is unchanged
 * then.
 */
bool shown_keep(struct shown *shown, enum vrmlint_severity least, struct vrmlint_report *report);

/*
 * Sorts a report's findings by severity, the most severe first, and otherwise leaves them in their order. The findings
 * are in shown until the next call. Returns false if memory runs out; the report is unchanged then.
 */
bool shown_rank(struct shown *shown, struct vrmlint_report *report);

/*
 * Keeps at most `most` findings of each rule in a report; the data of the last of them has, as SHOWN_MORE, how many
 * more there are. The counts remain those of all. The remaining findings are in shown until the next call. Returns
 * false if memory runs out.
 */
bool shown_cap(struct shown *shown, size_t most, struct vrmlint_report *report);

/* Returns how many more findings there are of the same rule and file than a report lists; 0 for most findings. */
size_t shown_more(const struct vrmlint_finding *finding);

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

/* From best to worst. */
enum overall {
    OVERALL_FINE,
    OVERALL_ACCEPTED,
    OVERALL_NOTHING,
    OVERALL_ADVICE,
    OVERALL_LOOK,
    OVERALL_FIX,
    OVERALL_UNREADABLE
};

enum overall overall_of(const struct vrmlint_report *report);

/* Returns one letter for style sheets: f, n, i, w, e or t. */
char overall_letter(enum overall verdict);

/* Returns "3 things to fix, 2 to look at", and how much a baseline or settings have accepted; in room. */
const char *overall_print(struct words_room *room, enum vrmlint_language language, const struct vrmlint_report *report);

/* Returns the sentence that explains it: what the app does that does worst, or else what the counts mean. In room. */
const char *overall_meaning(struct words_room *room, enum vrmlint_language language,
                            const struct vrmlint_report *report);

#endif
