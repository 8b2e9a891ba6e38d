/* Files with spring bones for tests, described by a few letters. */
#ifndef VRMLINT_TESTS_SPRING_FILES_H
#define VRMLINT_TESTS_SPRING_FILES_H

#include "support.h"

/*
 * The skeleton that all of them share: r is the root, a-b-c-d a strand, x-y-z a ribbon that branches off b, h a hand
 * beside the strand, e an empty node beside the skeleton, o a node outside the scene. Springs are written as words
 * of these letters, with the center after a colon: "abcd xyz:r". ? is a joint whose node doesn't exist, ! a joint
 * whose node has the wrong type.
 */
extern const char spring_skeleton[];

/* Appends to a text as printf does. *text is NULL at first; the caller frees it. */
__attribute__((format(printf, 2, 3))) void text_add(char **text, const char *format, ...);

/* Replaces ' by ": tests write JSON with single quotes. */
void text_use_double_quotes(char *text);

/* Returns the springs array for the words, in single quotes. The caller frees it. */
char *springs_of(const char *words);

/* Returns a whole file, which the caller frees. root: more members of the file ("'cameras':[{}],");
 * members: those of the extension. */
char *file_of(const char *nodes, const char *root, const char *members, const char *springs);

/* Calls lint_text() on the springs that words describe, on the skeleton. */
struct vrmlint_report *lint_words(const char *rules, const char *words);

/* Fails the test unless a report has exactly these pointers, relative to the extension, each followed by
 * a space. Frees the report. */
void expect_report(struct vrmlint_report *report, const char *expected);
void expect_words(const char *rules, const char *words, const char *expected);
void expect_file(const char *rules, const char *nodes, const char *root, const char *members, const char *springs,
                 const char *expected);

/* Returns a number that a finding measured; fails the test if it is absent. */
double measured(const struct vrmlint_finding *finding, const char *name);

#endif
