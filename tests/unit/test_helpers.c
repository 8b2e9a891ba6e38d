/* Helper threads: each piece is made once, by any thread, and every jump to the guard happens in the caller. */
#include "fresh_arena.h"
#include "support.h"

#include <stdatomic.h>
#include <string.h>

#include "base/helpers.h"
#include "sim/metrics.h"
#include "sim_rigs.h"

enum { PIECES = HELPERS_PIECES_MAX, IDLE = 3 };

static char caller; /* address passed as own for the caller's pieces */

struct seen {
    atomic_int made[PIECES];
    atomic_int helped;
    atomic_bool go_on; /* set once a helper has begun; a caller that waits for a helper continues then */
};

static bool is_helper(const void *own)
{
    return own != &caller;
}

static void *prepare(void *context, struct arena *of)
{
    struct seen *seen = context;
    atomic_fetch_add(&seen->helped, 1);
    return arena_alloc(of, 100);
}

/* Makes a piece and counts it. */
static void count(void *context, void *own, struct arena *of, size_t piece)
{
    struct seen *seen = context;
    memset(arena_alloc(of, 1000 * (piece + 1)), is_helper(own), 1000);
    atomic_fetch_add(&seen->made[piece], 1);
}

static int run(struct vrmlint_helpers *helpers, struct seen *seen,
               void (*make)(void *context, void *own, struct arena *of, size_t piece))
{
    jmp_buf guard;
    volatile int end = 0;
    switch (setjmp(guard)) {
    case 0:
        arena_guard(arena, &guard);
        helpers_run(helpers, arena, &caller,
                    &(struct helpers_work){
                        .context = seen, .count = PIECES, .memory = 100000, .prepare = prepare, .make = make});
        break;
    case ARENA_EXHAUSTED:
        end = ARENA_EXHAUSTED;
        break;
    case ARENA_STOPPED:
        end = ARENA_STOPPED;
        break;
    default:
        end = ARENA_OVER_LIMIT;
        break;
    }
    struct arena_way way = arena_way(arena);
    assert_ptr_equal(way.guard, &guard);
    arena_guard(arena, NULL);
    return end;
}

static struct vrmlint_helpers *helpers_of(size_t idle)
{
    struct vrmlint_helpers *helpers = helpers_new();
    assert_non_null(helpers);
    assert_false(helpers_have_idle(helpers));
    helpers_add_idle(helpers, idle);
    assert_int_equal(helpers_have_idle(helpers), idle > 0);
    return helpers;
}

static void pieces_are_made_once(void **state)
{
    (void)state;
    for (size_t idle = 0; idle <= IDLE; idle++) {
        struct vrmlint_helpers *helpers = helpers_of(idle);
        for (int again = 0; again < 50; again++) {
            struct seen seen = {.helped = 0};
            assert_int_equal(run(helpers, &seen, count), 0);
            for (size_t i = 0; i < PIECES; i++) {
                assert_int_equal(seen.made[i], 1);
            }
            assert_true(seen.helped <= (int)idle);
        }
        assert_int_equal(helpers_have_idle(helpers), idle > 0); /* all are idle again */
        helpers_free(helpers);
    }
    struct seen seen = {.helped = 0};
    assert_int_equal(run(NULL, &seen, count), 0); /* without a pool */
    assert_false(helpers_have_idle(NULL));
    helpers_add_idle(NULL, 1);
}

/* Lets the caller wait until a helper has a piece. */
static void wait_for_help(struct seen *seen, const void *own, struct arena *of)
{
    if (is_helper(own)) {
        atomic_store(&seen->go_on, true);
    }
    while (!atomic_load(&seen->go_on)) {
        arena_ask(of);
    }
}

/* Lets memory run out in helpers. */
static void fail_helpers(void *context, void *own, struct arena *of, size_t piece)
{
    struct seen *seen = context;
    wait_for_help(seen, own, of);
    if (is_helper(own)) {
        arena_alloc(of, 1000000);
    }
    atomic_fetch_add(&seen->made[piece], 1);
}

static void memory_of_helpers_ends(void **state)
{
    (void)state;
    struct vrmlint_helpers *helpers = helpers_of(IDLE);
    struct seen seen = {.helped = 0};
    assert_int_equal(run(helpers, &seen, fail_helpers), 0);
    assert_true(seen.helped > 0);
    for (size_t i = 0; i < PIECES; i++) {
        assert_int_equal(seen.made[i], 1);
    }
    helpers_free(helpers);
}

/* Never finishes a piece, except that memory runs out in the caller. */
static void fail_caller(void *context, void *own, struct arena *of, size_t piece)
{
    (void)piece;
    wait_for_help(context, own, of);
    if (!is_helper(own)) {
        arena_exhausted(of);
    }
    for (;;) {
        arena_ask(of);
    }
}

static void memory_of_the_caller_ends(void **state)
{
    (void)state;
    struct vrmlint_helpers *helpers = helpers_of(IDLE);
    struct seen seen = {.helped = 0};
    assert_int_equal(run(helpers, &seen, fail_caller), ARENA_EXHAUSTED);
    assert_true(helpers_have_idle(helpers));
    helpers_free(helpers);
}

static void limit_caller(void *context, void *own, struct arena *of, size_t piece)
{
    wait_for_help(context, own, of);
    if (is_helper(own)) {
        for (;;) {
            arena_ask(of);
        }
    }
    arena_alloc(of, 300U << 20);
    (void)piece;
}

static void limit_of_the_caller_is_kept(void **state)
{
    (void)state;
    struct vrmlint_helpers *helpers = helpers_of(IDLE);
    struct seen seen = {.helped = 0};
    arena_limit(arena, 200U << 20);
    assert_int_equal(run(helpers, &seen, limit_caller), ARENA_OVER_LIMIT);
    arena_limit(arena, 0);
    helpers_free(helpers);
}

/* Calls the observer in helpers only. The caller's pieces end at once. */
static void ask_in_helpers(void *context, void *own, struct arena *of, size_t piece)
{
    (void)piece;
    wait_for_help(context, own, of);
    while (is_helper(own)) {
        arena_ask(of);
    }
}

static bool is_late(void *context)
{
    int *left = context; /* no other thread asks at the same time */
    return --*left < 0;
}

static void the_watch_stops_all(void **state)
{
    (void)state;
    struct vrmlint_helpers *helpers = helpers_of(IDLE);
    for (int again = 0; again < 20; again++) {
        struct seen seen = {.helped = 0};
        int left = 1000;
        arena_observe(arena, is_late, &left);
        assert_int_equal(run(helpers, &seen, ask_in_helpers), ARENA_STOPPED);
        arena_observe(arena, NULL, NULL);
    }
    helpers_free(helpers);
}

/* Counts a piece without allocating memory. */
static void note(void *context, void *own, struct arena *of, size_t piece)
{
    struct seen *seen = context;
    (void)own;
    (void)of;
    atomic_fetch_add(&seen->made[piece], 1);
}

/* No helpers are used if a limit leaves little memory. */
static void little_memory_is_not_shared(void **state)
{
    (void)state;
    struct vrmlint_helpers *helpers = helpers_of(IDLE);
    struct seen seen = {.helped = 0};
    arena_limit(arena, 190000);
    assert_int_equal(run(helpers, &seen, note), 0);
    assert_int_equal(seen.helped, 0);
    arena_limit(arena, 0);
    helpers_free(helpers);
}

static void arenas_apart_count_alone(void **state)
{
    (void)state;
    arena_limit(arena, 1000000);
    size_t room = arena_room(arena);
    struct arena *apart = arena_open_apart(arena);
    struct arena *within = arena_open(apart);
    memset(arena_alloc(apart, 2000000), 1, 2000000);
    memset(arena_alloc(within, 2000000), 1, 2000000);
    assert_int_equal(arena_room(arena), room);
    assert_int_equal(arena_room(apart), SIZE_MAX);
    arena_close(apart);
    assert_int_equal(arena_room(arena), room);
    arena_limit(arena, 0);
}

/* ---- a simulation study ---- */

static bool is_same_worst(struct worst a, struct worst b)
{
    return a.value == b.value && a.in == b.in;
}

static void expect_same(const struct joint_metrics *a, const struct joint_metrics *b)
{
    assert_true(is_same_worst(a->residual, b->residual) && is_same_worst(a->jitter, b->jitter));
    assert_true(is_same_worst(a->settle, b->settle) && is_same_worst(a->frame_turn, b->frame_turn));
    assert_true(a->sag == b->sag && a->pushed == b->pushed && a->bend == b->bend && a->speed == b->speed);
    assert_true(a->apart == b->apart && a->apart_rate == b->apart_rate && a->posed == b->posed);
    assert_true(a->passes == b->passes && a->passed == b->passed && a->passed_in == b->passed_in);
    assert_true(a->broken == b->broken && a->broken_in == b->broken_in);
}

static void studies_are_the_same(void **state)
{
    (void)state;
    enum { JOINTS = 30 };
    struct rig rig =
        rig_load_chain(&sim_spec, JOINTS, (struct vec3){0.01, -0.03, 0}, "'stiffness': 0.4, 'dragForce': 0.1", "", "");
    struct thresholds thresholds = thresholds_default();
    struct metrics_options options = {.thresholds = &thresholds, .rates = true, .between = true};
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        fail();
    }
    arena_guard(rig.file.arena, &guard);
    const struct metrics *alone = metrics_measure(rig.file.arena, rig.world, &options);
    struct vrmlint_helpers *helpers = helpers_of(IDLE);
    options.helpers = helpers;
    for (int again = 0; again < 3; again++) {
        const struct metrics *together = metrics_measure(rig.file.arena, rig.world, &options);
        assert_int_equal(together->steps, alone->steps);
        assert_int_equal(together->joint_count, JOINTS);
        for (size_t j = 0; j < together->joint_count; j++) {
            expect_same(&together->joints[j], &alone->joints[j]);
        }
    }
    assert_true(alone->joints[0].speed > 0);
    arena_guard(rig.file.arena, NULL);
    helpers_free(helpers);
    rig_free(&rig);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, fresh_arena, free_arena)

TEST_PROGRAM(helpers)
{
    const struct CMUnitTest tests[] = {
        TEST(pieces_are_made_once),      TEST(memory_of_helpers_ends),
        TEST(memory_of_the_caller_ends), TEST(limit_of_the_caller_is_kept),
        TEST(the_watch_stops_all),       TEST(little_memory_is_not_shared),
        TEST(arenas_apart_count_alone),  cmocka_unit_test(studies_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
