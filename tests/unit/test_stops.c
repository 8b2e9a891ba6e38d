/* Limits of one file, and interrupted work: wherever it stops, the report says so and nothing else. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "vrmlint.h"

static char *text;
static size_t size;

static bool count_down(void *context)
{
    long *left = context;
    return --*left < 0;
}

/* Stops at the first call of the observer, the second, and so on, later with growing gaps, until a run ends. */
static void stopped_anywhere(void **state)
{
    (void)state;
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_non_null(policy);
    bool ended = false;
    long questions = 0;
    for (; !ended; questions += 1 + questions / trials(20)) {
        long left = questions;
        vrmlint_policy_stop(policy, count_down, &left);
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.vrm", text, size);
        assert_non_null(report);
        ended = report->error == NULL;
        if (!ended) {
            assert_string_equal(report->error, "interrupted");
            assert_int_equal(report->finding_count + report->skipped_count + report->extension_count, 0);
            assert_int_equal(report->counts[VRMLINT_ERROR], 0);
        }
        assert_string_equal(report->path, "a.vrm");
        vrmlint_report_free(report);
    }
    assert_true(questions > 3);
    vrmlint_policy_free(policy);
}

static void timed_out(void **state)
{
    (void)state;
    struct vrmlint_policy *policy = vrmlint_policy_new();
    vrmlint_policy_timeout(policy, 1e-9);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.vrm", text, size);
    assert_null(report->error);
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(report->findings[0].rule->id, "file/timed-out");
    assert_string_equal(ENGLISH(report->findings[0].subject), "The file");
    assert_false(report->findings[0].has_place);
    assert_int_equal(report->counts[VRMLINT_ERROR], 1);
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

/* For every memory limit, the report is either complete or says only that the memory isn't enough. */
static void too_complex(void **state)
{
    (void)state;
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_report *whole = vrmlint_check_bytes(policy, "a.vrm", text, size);
    bool ended = false;
    for (uint64_t memory = 1; !ended; memory += memory / trials(10) + 1) {
        vrmlint_policy_max_memory(policy, memory);
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.vrm", text, size);
        assert_null(report->error);
        ended = report->finding_count == whole->finding_count;
        if (!ended) {
            assert_int_equal(report->finding_count, 1);
            assert_string_equal(report->findings[0].rule->id, "file/too-complex");
            assert_int_equal(report->counts[VRMLINT_ERROR], 1);
            assert_int_equal(report->skipped_count, 1);
        }
        vrmlint_report_free(report);
    }
    assert_true(whole->finding_count > 1);
    vrmlint_report_free(whole);
    vrmlint_policy_free(policy);
}

/* Fixes are found by further checks, whose memory also counts. */
static void room_to_fix(void **state)
{
    (void)state;
    static const char file[] =
        "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0.0]}], \"nodes\": [{}]}";
    struct vrmlint_policy *policy = vrmlint_policy_new();
    vrmlint_policy_fixes(policy, true);
    uint64_t enough = 0;
    uint64_t memory = 1;
    for (bool ended = false; !ended;) {
        vrmlint_policy_max_memory(policy, memory);
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", file, strlen(file));
        assert_int_equal(report->finding_count, 1);
        if (enough == 0 && strcmp(report->findings[0].rule->id, "file/too-complex") != 0) {
            enough = memory;
        }
        ended = report->findings[0].replacement_count == 1;
        memory += ended ? 0 : memory / 32 + 1;
        vrmlint_report_free(report);
    }
    assert_true(enough > 0 && memory > enough + enough / 2);
    vrmlint_policy_free(policy);
}

static bool count_up(void *context)
{
    ++*(size_t *)context;
    return false;
}

/* Returns a piece of text repeated between a beginning and an end, about wanted bytes. The caller frees it. */
static char *long_text(const char *begin, const char *piece, const char *end, size_t wanted)
{
    size_t length = strlen(piece);
    size_t count = wanted / length + 1;
    size_t at = strlen(begin);
    char *made = malloc(at + count * length + strlen(end) + 1);
    assert_non_null(made);
    memcpy(made, begin, at + 1);
    for (size_t i = 0; i < count; i++, at += length) {
        memcpy(made + at, piece, length + 1);
    }
    memcpy(made + at, end, strlen(end) + 1);
    return made;
}

/*
 * The observer is called regularly for every kind of large file: at least once in a hundred thousand bytes, which the
 * scanner reads in less than a millisecond.
 */
static void asked_all_along(void **state)
{
    (void)state;
    enum { SIZE = 512 << 10, GAP = 100 << 10 };
    static const struct {
        const char *begin;
        const char *piece;
        const char *end;
    } texts[] = {
        {"{\"extras\": [1", ",0", "]}"},
        {"{\"extras\": [[]", ",[]", "]}"},
        {"{\"extras\": [{}", ",{\"a\":1,\"b\":2}", "]}"},
        {"{\"extras\": \"", "\\n", "\"}"},
        {"{\"extras\": \"", "\\u3042\\\"", "\"}"},
        {"{\"extras\": {\"a\": 1", ",\"a\": 1", "}}"},
        {"{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{}", ",0", "]}"},
    };
    struct vrmlint_policy *policy = vrmlint_policy_new();
    size_t questions;
    vrmlint_policy_stop(policy, count_up, &questions);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *made = long_text(texts[i].begin, texts[i].piece, texts[i].end, hostile_size(SIZE));
        questions = 0;
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", made, strlen(made));
        assert_non_null(report);
        assert_null(report->error);
        assert_true(questions >= strlen(made) / GAP);
        vrmlint_report_free(report);
        free(made);
    }
    vrmlint_policy_free(policy);
}

static bool always(void *context)
{
    (void)context;
    return true;
}

/* The observer isn't called before a guard is set, nor after it is removed. */
static void watched_arenas(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    arena_observe(arena, always, NULL);
    arena_ask(arena);
    jmp_buf guard;
    volatile int jumps = 0;
    int how = setjmp(guard);
    if (how != 0) {
        assert_int_equal(how, ARENA_STOPPED);
        jumps++;
        arena_observe(arena, jumps < 3 ? always : NULL, NULL);
    }
    arena_guard(arena, &guard);
    for (int i = 0; i < 10000; i++) {
        arena_alloc(arena, 1);
    }
    assert_int_equal(jumps, 3);
    arena_free(arena);
}

/* A compact report has the same contents. */
static void compact(void **state)
{
    (void)state;
    struct vrmlint_report *plain = vrmlint_check_bytes(NULL, "a.vrm", text, size);
    struct vrmlint_report *report = vrmlint_report_compact(vrmlint_check_bytes(NULL, "a.vrm", text, size));
    assert_true(plain->finding_count > 3);
    assert_int_equal(report->finding_count, plain->finding_count);
    assert_int_equal(report->extension_count, plain->extension_count);
    assert_int_equal(report->unchecked_count, plain->unchecked_count);
    for (size_t i = 0; i < plain->finding_count; i++) {
        const struct vrmlint_finding *a = &plain->findings[i];
        const struct vrmlint_finding *b = &report->findings[i];
        assert_ptr_equal(a->rule, b->rule);
        assert_string_equal(ENGLISH(a->message), ENGLISH(b->message));
        assert_string_equal(a->pointer, b->pointer);
        assert_string_equal(ENGLISH(a->subject), ENGLISH(b->subject));
        assert_string_equal(a->excerpt, b->excerpt);
        assert_int_equal(a->related_count, b->related_count);
        assert_int_equal(a->data_count, b->data_count);
    }
    vrmlint_report_free(plain);
    vrmlint_report_free(report);
}

static int set_up(void **state)
{
    (void)state;
    text = read_file(source_path("fixtures/whole/mistakes.vrm"), &size);
    return text == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    free(text);
    return 0;
}

TEST_PROGRAM(stops)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopped_anywhere), cmocka_unit_test(timed_out),       cmocka_unit_test(too_complex),
        cmocka_unit_test(room_to_fix),      cmocka_unit_test(asked_all_along), cmocka_unit_test(watched_arenas),
        cmocka_unit_test(compact),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
