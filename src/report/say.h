/* What reports and commands say beside findings: words of the table of messages, in a language. */
#ifndef VRMLINT_REPORT_SAY_H
#define VRMLINT_REPORT_SAY_H

#include <stddef.h>
#include <stdio.h>

#include "message/message.h"
#include "vrmlint.h"

/* Room for what is said at once; what doesn't fit is left out. */
struct said {
    char text[8192];
};

/* Words as text, in room. Names come as they stand in the file: escape before printing. */
const char *said(struct said *room, enum vrmlint_language language, enum message words,
                 const struct argument *arguments);

/* A sentence as it stands in the table: see message_put_outline(). */
const char *said_outline(struct said *room, enum vrmlint_language language, enum message message, bool numbered);

/* Prints them, made harmless for a terminal; returns the columns that they take. */
size_t say(FILE *out, enum vrmlint_language language, enum message words, const struct argument *arguments);

/* What a severity is called: "error"; and a number of findings of it: "2 errors". */
enum message say_severity(enum vrmlint_severity severity);
enum message say_findings(enum vrmlint_severity severity);

/* The command line that shows what a finding says, which is the last of its related places that is one; or NULL. */
const char *say_command(const struct vrmlint_finding *finding, enum vrmlint_language language);

/* Why a file could not be read; the report has one that couldn't. */
const char *say_trouble(enum vrmlint_language language, const struct vrmlint_report *report);

/* What was skipped, or why, in a language; as it was recorded where that isn't known in it. */
const char *say_skipped(enum vrmlint_language language, const struct vrmlint_text *text);

/* What a path is called: "standard input" for "-". In room, or the path itself. */
const char *say_path(struct said *room, enum vrmlint_language language, const char *path);

#endif
