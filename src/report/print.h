/* Text of reports and commands besides findings: words of the table of messages, in a language. */
#ifndef VRMLINT_REPORT_PRINT_H
#define VRMLINT_REPORT_PRINT_H

#include <stdbool.h>
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

/* Returns the name of a class: "must". */
enum message words_of_class(enum vrmlint_class class_of_rule);

/* Returns the command line that shows what a finding reports: the last of its related places that is one, or NULL. */
const char *words_of_command(const struct vrmlint_finding *finding, enum vrmlint_language language);

/* Whether the message of a finding contains what its rule says to do. */
bool words_contain_advice(const struct vrmlint_finding *finding);

/* Returns the name that the JSON has for what a finding is about, the last part of its pointer; NULL if that is an
 * index, an extension or not a name, or if the message in the language contains it. */
const char *words_of_member(const struct vrmlint_finding *finding, enum vrmlint_language language);

/* Returns why a file could not be read; the report must be of such a file. */
const char *words_of_error(enum vrmlint_language language, const struct vrmlint_report *report);

/* Returns whether a file is valid and by which specifications, as a line: "Not valid VRM 1.0: 3 rules". "" if it wasn't
 * judged. */
const char *words_of_validity(struct words_room *room, enum vrmlint_language language,
                              const struct vrmlint_report *report);

/* Returns the same of a file that isn't valid, "" for others, and if no finding is shown (a baseline may know them
 * all), unless the command fails because of it. */
const char *words_of_invalidity(struct words_room *room, enum vrmlint_language language,
                                const struct vrmlint_report *report);

/* Prints a line about a file behind its path; nothing if the line is "". */
void print_of_file(FILE *out, const char *path, const char *line);

/* Returns what was skipped, or why, in a language; as it was recorded if it isn't known in that language. */
const char *words_of_skipped(enum vrmlint_language language, const struct vrmlint_text *text);

/* Returns the name of a path: "standard input" for "-". In room, or the path itself. */
const char *words_of_path(struct words_room *room, enum vrmlint_language language, const char *path);

enum paint { PAINT_PLAIN, PAINT_BOLD, PAINT_DIM, PAINT_RED, PAINT_YELLOW, PAINT_BLUE, PAINT_GREEN };

/* Switches to a colour, PAINT_PLAIN back to none. Prints nothing unless on. */
void paint(FILE *out, bool on, enum paint color);

/* Returns the colour of a severity. */
enum paint paint_of(enum vrmlint_severity severity);

/* The width of text if that of the terminal is unknown, and its least and greatest otherwise. */
enum { WRAP_DEFAULT = 100, WRAP_LEAST = 40, WRAP_MOST = 120 };

/* Returns the width of text for a terminal with so many columns; 0: not a terminal. */
size_t wrap_width(int columns);

/*
 * Prints text, escaped for a terminal, in lines of up to width columns. Breaks lines at spaces, and in Chinese and
 * Japanese between characters, but not before one that closes or ends something ("、", "」", "ー") and not after one
 * that opens something ("「"). column is that of the cursor; further lines are indented by indent. Ends without a line
 * feed.
 */
void wrap(FILE *out, const char *text, size_t column, size_t indent, size_t width);

/* Returns how many bytes of a text, up to a space or its end, stay together on a line. */
size_t wrap_unbroken(const char *text);

/* Prints as much of text as fits into width columns, escaped; a cut is marked with "...". */
void wrap_cut(FILE *out, const char *text, size_t width);

/* Prints a rule's id, as a link to its page if on. */
void link_rule(FILE *out, bool on, const struct vrmlint_rule *rule);

/* The environment variables that describe a terminal; NULL if they aren't set. */
struct link_terminal {
    const char *term;            /* TERM */
    const char *program;         /* TERM_PROGRAM */
    const char *vte_version;     /* VTE_VERSION */
    const char *konsole_version; /* KONSOLE_VERSION */
    const char *windows;         /* WT_SESSION */
    const char *ci;              /* CI: logs aren't a terminal, whatever the others contain */
};

/* Whether a terminal is known to open links; others may print them as garbage. */
bool link_is_known(const struct link_terminal *terminal);

#endif
