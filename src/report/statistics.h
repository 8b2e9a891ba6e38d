/* Statistics over all files: how often each rule was found, in total and per exporter. */
#ifndef VRMLINT_REPORT_STATISTICS_H
#define VRMLINT_REPORT_STATISTICS_H

#include <stdio.h>

#include "report/report.h"

struct statistics;

/* Returns empty statistics; NULL if memory runs out. The caller frees them. */
struct statistics *statistics_new(void);
void statistics_free(struct statistics *statistics);

/* Adds one file. Returns false if memory ran out, now or before, so that an exporter is counted among the others. */
bool statistics_add(struct statistics *statistics, const struct vrmlint_report *report);

/* Prints tables for people, in lines of the options' width if names allow it: rules with the most findings, and
 * exporters with the most files, come first. */
void statistics_text(FILE *out, const struct statistics *statistics, const struct report_options *options);

/* Prints the same as the members of an object, without its braces: "rules": [...], "generators": [...]. */
void statistics_json(FILE *out, const struct statistics *statistics);

/* Prints the tables in a page of HTML. */
void statistics_html(struct reporter *reporter, const struct statistics *statistics);

#endif
