/* Text about a file as a whole: the heading above its findings, and the lines below them. */
#ifndef VRMLINT_REPORT_TEXT_ABOUT_H
#define VRMLINT_REPORT_TEXT_ABOUT_H

#include "report/print.h"
#include "report/report.h"

enum {
    TEXT_RULE_CAP = 10,    /* findings of one rule and file that are shown */
    TEXT_LINES_INDENT = 2, /* of the lines about the whole file */
};

/* Prints words in the language of the report; returns the columns that they take. */
size_t text_print_words(const struct reporter *reporter, enum message words, const struct argument *arguments);

void text_start_line(FILE *out, size_t indent);

/* Prints "2 errors, 1 warning". zeros: also counts that are 0. */
void text_print_counts(const struct reporter *reporter, const size_t *counts, bool zeros);

/* Returns the severity of a file's worst finding, VRMLINT_OFF if there is none. */
int text_worst_of(const struct vrmlint_report *report);

void text_print_heading(const struct reporter *reporter, const struct vrmlint_report *report);

/* Prints what was checked, what wasn't, and what is ignored for which reasons. */
void text_print_checked(const struct reporter *reporter, const struct vrmlint_report *report);

#endif
