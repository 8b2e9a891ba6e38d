/* What reports and commands say beside findings: words of the table of messages, in a language. */
#ifndef VRMLINT_REPORT_PRINT_H
#define VRMLINT_REPORT_PRINT_H

#include <stddef.h>
#include <stdio.h>

#include "message/message.h"
#include "vrmlint.h"

/* Room for what is said at once; what doesn't fit is left out. */
struct words_room {
    char text[8192];
};

/* Words as text, in room. Names come as they stand in the file: escape before printing. */
const char *words_text(struct words_room *room, enum vrmlint_language language, enum message words,
                       const struct argument *arguments);

/* Returns a sentence as the table has it: see message_print_outline(). */
const char *words_outline(struct words_room *room, enum vrmlint_language language, enum message message, bool numbered);

/* Prints them, made harmless for a terminal; returns the columns that they take. */
size_t print_words(FILE *out, enum vrmlint_language language, enum message words, const struct argument *arguments);

/* What a severity is called: "error"; and a number of findings of it: "2 errors". */
enum message words_of_severity(enum vrmlint_severity severity);
enum message words_of_findings(enum vrmlint_severity severity);

/* The command line that shows what a finding says, which is the last of its related places that is one; or NULL. */
const char *words_of_command(const struct vrmlint_finding *finding, enum vrmlint_language language);

/* Why a file could not be read; the report has one that couldn't. */
const char *words_of_error(enum vrmlint_language language, const struct vrmlint_report *report);

/* What was skipped, or why, in a language; as it was recorded where that isn't known in it. */
const char *words_of_skipped(enum vrmlint_language language, const struct vrmlint_text *text);

/* What a path is called: "standard input" for "-". In room, or the path itself. */
const char *words_of_path(struct words_room *room, enum vrmlint_language language, const char *path);

#endif
