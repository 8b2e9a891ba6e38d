/* What all test programs need: cmocka with the headers it wants first, and where the data lies. */
#ifndef VRMLINT_TESTS_SUPPORT_H
#define VRMLINT_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* keep this order: cmocka.h needs the ones above */
#include <cmocka.h>
#include <stdbool.h>

#include "vrmlint.h"

/*
 * Begins the main function of tests/test_NAME.c. All of them are in one program (programs.c), which meson test runs
 * once for each: to link each one would take longer than to compile it.
 */
#define TEST_PROGRAM(name)                                                                                             \
    int main_##name(void);                                                                                             \
    int main_##name(void)

/* A path in the source tree. Static buffer: valid until the next call but three. */
const char *source_path(const char *relative);

/* A path in the external test data, or NULL when none was configured or it isn't there. */
const char *external_path(const char *relative);

/* The same, of what must be there once the program runs: without it the test fails. */
const char *needed_path(const char *relative);

/* Skips the running test, saying why: tests/run.sh lists these lines in the end. */
#define SKIP(...)                                                                                                      \
    do {                                                                                                               \
        print_message("skipped: " __VA_ARGS__);                                                                        \
        print_message("\n");                                                                                           \
        skip();                                                                                                        \
    } while (0)

/* Skips the running test when the external data isn't there: for one test among others that need none. */
#define NEED_EXTERNAL(relative)                                                                                        \
    do {                                                                                                               \
        if (external_path(relative) == NULL) {                                                                         \
            SKIP("no external test data (%s); set -Dexternal=FOLDER", relative);                                       \
        }                                                                                                              \
    } while (0)

/* Runs a program's tests, all of which need that external data, and returns main()'s status: 77, which is meson's for
   skipped, when it isn't there. */
#define RUN_WITH_EXTERNAL(relative, tests) (lacks_external(relative) ? 77 : cmocka_run_group_tests(tests, NULL, NULL))
bool lacks_external(const char *relative);

/* How large a hostile input is made: count, or a fiftieth where VRMLINT_SMALL is set, for runs under valgrind. */
size_t hostile_size(size_t count);

/* How often a random trial is repeated: count times, or a tenth of it where VRMLINT_SMALL is set. */
size_t trials(size_t count);

/* Steps from one of many files to the next, all of which go along much the same code: 1, or 5 where VRMLINT_WRAPPED
   says that another program runs the test, at a fortieth of its speed. */
size_t stride(void);

/* How much of a report's file was skipped for what the file is, not because the run has rules switched off. */
size_t skipped_of_file(const struct vrmlint_report *report);

/* A whole file, terminated; fails the test when it can't be read. The caller frees it. */
char *read_file(const char *path, size_t *size);

/* Lints a text under a policy that selects just these rules. The caller frees the report. */
struct vrmlint_report *lint_text(const char *rules, const char *text);

/* A finding that a text should give: where, how severe, and how many other places it names. */
struct wanted {
    enum vrmlint_severity severity;
    const char *pointer;
    size_t related;
};

/* Fails the test unless the text gives exactly these findings of a rule, in this order. Other rules are off. */
void expect_findings(const char *rule, const char *text, const struct wanted *wants, size_t count);

/* A text of a report in English. */
#define ENGLISH(text) vrmlint_text_in(&(text), VRMLINT_ENGLISH)

/* Returns how many findings of a rule a report has. */
size_t finding_count_of(const struct vrmlint_report *report, const char *rule);

#endif
