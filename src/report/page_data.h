/* The data of a page of reports as JSON, which web/report/ renders. */
#ifndef VRMLINT_REPORT_PAGE_DATA_H
#define VRMLINT_REPORT_PAGE_DATA_H

#include "base/arena.h"
#include "report/report.h"
#include "report/shown_json.h"

/* The shown findings of a file: the worst first, those of the same severity in the order of the report. */
struct page_chosen {
    struct vrmlint_finding *findings;
    size_t count;
    size_t *left; /* per rule: how many aren't shown */
};

/* Chooses the findings of a file that its page shows. found: a flag per rule of vrmlint_rules(), set for their
 * rules. */
struct page_chosen page_data_choose(struct arena *arena, enum vrmlint_language language,
                                    const struct vrmlint_report *report, bool *found);

/* Counts the findings that vrmlint fix may fix. unsafe: those that it only fixes on request, and whose result must be
 * checked. */
size_t page_data_fixable(const struct vrmlint_report *report, bool unsafe);

/* Writes the entry of a file in the list of files. counts: its findings per rule. */
void page_data_print_line(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report,
                          const size_t *counts);

/* Writes {"report", "left", "fixable", "word", "shown"}: everything that is shown of a file, with findings as in the
 * format json. Returns false if memory runs out. */
bool page_data_print_file(FILE *out, const struct report_options *options, const struct vrmlint_report *report,
                          const struct page_chosen *chosen, const struct shown_limits *limits);

/* Writes the texts of rules, by their ids. found: flags of the rules that are needed. */
void page_data_print_rules(FILE *out, enum vrmlint_language language, const bool *found);

#endif
