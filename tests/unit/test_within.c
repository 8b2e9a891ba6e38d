/* Work within the limits of an arena: wherever it stops, it jumps to the guard, and frees what it made. */
#include "support.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/report.h"
#include "run/within.h"
#include "vrmlint.h"

enum { FAULTS = 600 };

static struct vrmlint_report *first;
static struct vrmlint_report *second; /* its findings are at other places */
static char *record;                  /* of the first */
static char *whole;                   /* a report in JSON that contains the record */

static bool count_down(void *context)
{
    long *left = context;
    return --*left < 0;
}

/* Does some work with the limits of an arena that is stopped at one of the observer's calls, or at so many bytes; 0: no
 * limit. Returns 0, or why it ended. */
static int run_limited(void (*work)(struct arena *arena), long questions, size_t memory)
{
    struct arena *arena = arena_new();
    jmp_buf guard;
    long left = questions;
    assert_non_null(arena);
    int end = setjmp(guard);
    if (end == 0) {
        arena_guard(arena, &guard);
        arena_observe(arena, count_down, &left);
        arena_limit(arena, memory);
        work(arena);
    }
    arena_free(arena);
    return end;
}

/* Stops the work at the first call of the observer, the second, and so on, and then at growing limits on memory. */
static void stop_anywhere(void (*work)(struct arena *arena))
{
    long questions = 0;
    int end;
    while ((end = run_limited(work, questions, 0)) != 0) {
        assert_int_equal(end, ARENA_STOPPED);
        questions += 1 + questions / trials(20);
    }
    assert_true(questions > 0);
    size_t memory = 1;
    for (int i = 0; i < 20 && (end = run_limited(work, 1000000, memory)) == 0; i++) {
        /* what it needs may fit into the room that an arena of its own still has */
    }
    assert_int_equal(end, ARENA_OVER_LIMIT);
    while ((end = run_limited(work, 1000000, memory)) != 0) {
        assert_int_equal(end, ARENA_OVER_LIMIT);
        memory += memory / trials(10) + 1;
    }
    assert_int_equal(run_limited(work, 1000000, 0), 0);
}

static void read_record(struct arena *arena)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_record read;
    assert_true(record_read_within(arena, record, strlen(record), &read, &refusal));
    assert_int_equal(read.report->finding_count, first->finding_count);
    vrmlint_report_free(read.report);
}

static void count_record(void *context, const char *path, const char *text)
{
    (void)path;
    *(size_t *)context += strlen(text);
}

static void split_report(struct arena *arena)
{
    struct vrmlint_manifest manifest;
    size_t bytes = 0;
    assert_true(report_split_within(arena, whole, strlen(whole), &manifest, count_record, &bytes));
    assert_int_equal(bytes, strlen(record));
}

static void compare_both(struct arena *arena)
{
    const struct vrmlint_manifest manifest = {.version = "1"};
    struct vrmlint_diff *diff = diff_make_within(arena, first, second, &manifest, &manifest);
    assert_non_null(diff);
    vrmlint_diff_free(diff);
}

static void fold_second(struct arena *arena)
{
    struct vrmlint_report copy = *second;
    assert_true(report_fold_within(arena, &copy, second));
    assert_true(copy.finding_count < second->finding_count);
    assert_int_equal(copy.each_count, second->finding_count);
}

static void load_simulation(struct arena *arena)
{
    const struct vrmlint_simulation_options options = {0};
    const struct vrmlint_pose pose = {.rotation = {0, 0, 0, 1}};
    struct vrmlint_simulation *simulation =
        simulation_new_within(arena, source_path("fixtures/whole/clean.vrm"), &options);
    assert_non_null(simulation);
    assert_null(simulation->error);
    arena_limit(arena, 1);
    vrmlint_simulation_step(simulation, &pose, 0.01); /* steps have no limits */
    vrmlint_simulation_free(simulation);
}

static void reading(void **state)
{
    (void)state;
    stop_anywhere(read_record);
    stop_anywhere(split_report);
}

static void comparing(void **state)
{
    (void)state;
    stop_anywhere(compare_both);
}

static void folding(void **state)
{
    (void)state;
    stop_anywhere(fold_second);
}

static void simulating(void **state)
{
    (void)state;
    stop_anywhere(load_simulation);
}

/* Returns the report of a file whose nodes, after some sound ones, have rotations that aren't unit quaternions. */
static struct vrmlint_report *report_of(size_t sound)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [", out);
    for (size_t i = 0; i < sound + FAULTS; i++) {
        fputs(i == 0 ? "{" : ", {", out);
        fputs(i < sound ? "}" : "\"rotation\": [0, 0, 0, 2]}", out);
    }
    fputs("]}", out);
    assert_int_equal(fclose(out), 0);
    struct vrmlint_report *report = vrmlint_check_bytes(NULL, "a.gltf", text, size);
    assert_non_null(report);
    assert_true(report->finding_count >= FAULTS);
    free(text);
    return report;
}

static int set_up(void **state)
{
    (void)state;
    size_t size;
    struct reporter reporter = {.format = report_format_by_name("ndjson"), .options = {.width = 100}};
    first = report_of(0);
    second = report_of(FAULTS);
    reporter.out = open_memstream(&record, &size);
    report_begin(&reporter);
    report_file(&reporter, first);
    if (fclose(reporter.out) != 0) {
        return 1;
    }
    record[strcspn(record, "\n")] = '\0';
    whole = malloc(strlen(record) + 16);
    return whole == NULL || sprintf(whole, "{\"files\": [%s]}", record) < 0;
}

static int tear_down(void **state)
{
    (void)state;
    vrmlint_report_free(first);
    vrmlint_report_free(second);
    free(record);
    free(whole);
    return 0;
}

TEST_PROGRAM(within)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading),
        cmocka_unit_test(comparing),
        cmocka_unit_test(folding),
        cmocka_unit_test(simulating),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
