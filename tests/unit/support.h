/* Declarations for all test programs: cmocka with the headers that it needs first, and the folders of the data. */
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
 * Begins the main function of tests/test_NAME.c. All tests are in one program (programs.c), which meson test runs
 * once for each: linking a program for each would take longer than compiling it.
 */
#define TEST_PROGRAM(name)                                                                                             \
    int main_##name(void);                                                                                             \
    int main_##name(void)

/* Returns a path in the source tree, in a static buffer that is reused every fourth call. */
const char *source_path(const char *relative);

/* Returns a path in the external test data, or NULL if the data isn't configured or the path doesn't exist. */
const char *external_path(const char *relative);

/* The same for a file that the program needs: the test fails without it. */
const char *needed_path(const char *relative);

/* Skips the running test and prints the reason. tests/run.sh lists these lines at the end. */
#define SKIP(...)                                                                                                      \
    do {                                                                                                               \
        print_message("skipped: " __VA_ARGS__);                                                                        \
        print_message("\n");                                                                                           \
        skip();                                                                                                        \
    } while (0)

/* Skips the running test if the external data is absent, for a test among others that don't need the data. */
#define NEED_EXTERNAL(relative)                                                                                        \
    do {                                                                                                               \
        if (external_path(relative) == NULL) {                                                                         \
            SKIP("no external test data (%s); set -Dexternal=FOLDER", relative);                                       \
        }                                                                                                              \
    } while (0)

/* Runs a program's tests, all of which need that external data. Returns main()'s status: 77, which means "skipped" in
 * Meson, if the data is absent. */
#define RUN_WITH_EXTERNAL(relative, tests) (lacks_external(relative) ? 77 : cmocka_run_group_tests(tests, NULL, NULL))
bool lacks_external(const char *relative);

/* Returns the size for a hostile input: count, or count / 50 if VRMLINT_SMALL is set, for runs under valgrind. */
size_t hostile_size(size_t count);

/* Returns how often a random trial is repeated: count times, or count / 10 if VRMLINT_SMALL is set. */
size_t trials(size_t count);

/* Returns the step from one of many similar files to the next: 1, or 5 if VRMLINT_WRAPPED is set, which means that
 * another program runs the test at a fortieth of its speed. */
size_t stride(void);

/* Returns how many parts of the file were skipped because of the file, not because rules are switched off. */
size_t skipped_of_file(const struct vrmlint_report *report);

/* Returns a whole file, terminated by a null character; fails the test if it can't be read. The caller frees it. */
char *read_file(const char *path, size_t *size);

/* Lints a text under a policy that selects just these rules. The caller frees the report. */
struct vrmlint_report *lint_text(const char *rules, const char *text);

/* A finding that a text should give: its severity, its pointer, and how many other places it names. */
struct wanted {
    enum vrmlint_severity severity;
    const char *pointer;
    size_t related;
};

/* Fails the test unless the text gives exactly these findings of a rule. Other rules are off. */
void expect_findings(const char *rule, const char *text, const struct wanted *wants, size_t count);

/* A message of a report in English. */
#define ENGLISH(text) vrmlint_text_in(&(text), VRMLINT_ENGLISH)

/* Returns how many findings of a rule a report has. */
size_t finding_count_of(const struct vrmlint_report *report, const char *rule);

#endif
