/* What formats print, for the tests of reports made by hand. */
#ifndef VRMLINT_TESTS_PRINTED_H
#define VRMLINT_TESTS_PRINTED_H

#include "support.h"

#include <jansson.h>
#include <stdio.h>

#include "report/report.h"

/* A whole run over some reports, from the first line to the last; the caller frees the text. */
char *printed_reports(const struct report_format *format, struct report_options options,
                      const struct vrmlint_report *reports, size_t count);

/* What a function prints of a text; the caller frees it. */
char *printed_text(void (*print)(FILE *out, const char *text), const char *text);

/* A text read as JSON without duplicate keys, or the test fails; the caller's to json_decref(). */
json_t *printed_json(const char *text);

/* How often a part occurs in a text. */
size_t printed_count(const char *text, const char *part);

#endif
