/* The output of formats, for tests with reports made by hand. */
#ifndef VRMLINT_TESTS_PRINTED_H
#define VRMLINT_TESTS_PRINTED_H

#include "support.h"

#include <jansson.h>
#include <stdio.h>

#include "report/report.h"

/* Returns the output of a whole run over some reports. The caller frees it. */
char *printed_reports(const struct report_format *format, struct report_options options,
                      const struct vrmlint_report *reports, size_t count);

/* Returns what a function prints for a text. The caller frees it. */
char *printed_text(void (*print)(FILE *out, const char *text), const char *text);

/* Reads a text as JSON without duplicate keys, or fails the test. The caller calls json_decref(). */
json_t *printed_json(const char *text);

/* Returns how often a part occurs in a text. */
size_t printed_count(const char *text, const char *part);

#endif
