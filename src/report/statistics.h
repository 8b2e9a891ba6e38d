/* What was found how often, over all files: by rule, and by exporter. */
#ifndef VRMLINT_REPORT_STATISTICS_H
#define VRMLINT_REPORT_STATISTICS_H

#include <stdio.h>

#include "report/report.h"

struct statistics;

/* NULL when memory is short. The caller frees it. */
struct statistics *statistics_new(void);
void statistics_free(struct statistics *statistics);

/* Adds one file. False when memory was too short to tell its exporter, or that of an earlier one, from the others. */
bool statistics_add(struct statistics *statistics, const struct vrmlint_report *report);

/* Two tables for people, in lines of the options' width where names allow it: most findings, most files first. */
void statistics_text(FILE *out, const struct statistics *statistics, const struct report_options *options);

/* The same as the members of an object, without its braces: "rules": [...], "generators": [...]. */
void statistics_json(FILE *out, const struct statistics *statistics);

/* The tables in a page of HTML. */
void statistics_html(struct reporter *reporter, const struct statistics *statistics);

#endif
