/* Text about a file as a whole: the heading above its findings, and the lines below them. */
#ifndef VRMLINT_REPORT_TEXT_H
#define VRMLINT_REPORT_TEXT_H

#include "report/print.h"
#include "report/report.h"

enum {
    TEXT_RULE_CAP = 10,    /* findings of one rule and file that are shown */
    TEXT_LINES_INDENT = 2, /* of the lines about the whole file */
};

/* Prints words in the language of the report; returns the columns that they take. */
size_t text_print_words(const struct reporter *reporter, enum message words, const struct argument *arguments);

void text_start_line(FILE *out, size_t indent);

#endif
