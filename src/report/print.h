/* Text of reports and commands besides findings: words of the table of messages, in a language. */
#ifndef VRMLINT_REPORT_PRINT_H
#define VRMLINT_REPORT_PRINT_H

#include <stddef.h>
#include <stdio.h>

#include "message/message.h"
#include "vrmlint.h"

/* Room for one text; what doesn't fit is left out. */
struct words_room {
    char text[8192];
};

/* Returns words as text, in room. Names are as in the file: escape them before printing. */
const char *words_text(struct words_room *room, enum vrmlint_language language, enum message words,
                       const struct argument *arguments);

/* Returns a sentence as the table has it: see message_print_outline(). */
const char *words_outline(struct words_room *room, enum vrmlint_language language, enum message message, bool numbered);

/* Prints words, escaped for a terminal; returns the columns that they take. */
size_t print_words(FILE *out, enum vrmlint_language language, enum message words, const struct argument *arguments);

/* words_of_severity() returns the name of a severity: "error"; words_of_findings() that of a number of findings: "2
 * errors". */
enum message words_of_severity(enum vrmlint_severity severity);
enum message words_of_findings(enum vrmlint_severity severity);

/* Returns the command line that shows what a finding reports: the last of its related places that is one, or NULL. */
const char *words_of_command(const struct vrmlint_finding *finding, enum vrmlint_language language);

/* Returns why a file could not be read; the report must be of such a file. */
const char *words_of_error(enum vrmlint_language language, const struct vrmlint_report *report);

/* Returns what was skipped, or why, in a language; as it was recorded if it isn't known in that language. */
const char *words_of_skipped(enum vrmlint_language language, const struct vrmlint_text *text);

/* Returns the name of a path: "standard input" for "-". In room, or the path itself. */
const char *words_of_path(struct words_room *room, enum vrmlint_language language, const char *path);

#endif
