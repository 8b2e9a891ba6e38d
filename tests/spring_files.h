/* Files with spring bones for tests, written in a few letters. */
#ifndef VRMLINT_TESTS_SPRING_FILES_H
#define VRMLINT_TESTS_SPRING_FILES_H

#include "support.h"

/*
 * One skeleton for all: r is the root, a-b-c-d a strand, x-y-z a ribbon that branches off b, h a hand beside the
 * strand, e an empty node beside the skeleton, o a node outside the scene. Springs are written as words of these
 * letters, with the center behind a colon: "abcd xyz:r". A ? is a joint whose node doesn't exist, a ! one with a node
 * of wrong type.
 */
extern const char spring_skeleton[];

/* Grows a text by a printf; *text is NULL at first, and the caller's to free. */
__attribute__((format(printf, 2, 3))) void text_add(char **text, const char *format, ...);

/* JSON is written with single quotes in tests. */
void text_use_double_quotes(char *text);

/* The springs array that words stand for, in single quotes; the caller's to free. */
char *springs_of(const char *words);

/* A whole file, the caller's to free. root: further members of the file ("'cameras':[{}],"); members: of the
 * extension. */
char *file_of(const char *nodes, const char *root, const char *members, const char *springs);

/* lint_text() of words on the skeleton. */
struct vrmlint_report *lint_words(const char *rules, const char *words);

/* That a report has exactly these pointers, below the extension, each followed by a blank; frees the report. */
void expect_report(struct vrmlint_report *report, const char *expected);
void expect_words(const char *rules, const char *words, const char *expected);
void expect_file(const char *rules, const char *nodes, const char *root, const char *members, const char *springs,
                 const char *expected);

/* A number that a finding measured; fails the test when there is none of that name. */
double measured(const struct vrmlint_finding *finding, const char *name);

#endif
