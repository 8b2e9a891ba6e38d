/* Thread pool: everything is made once and taken in order, however slow single tasks are, and never too far ahead. */
#include "support.h"

#include <stdlib.h>

#include "base/os_thread.h"
#include "run/pool.h"

enum { TASKS = 500, STOP_NEVER = TASKS };

struct tracker {
    struct os_lock *lock;
    size_t made;
    size_t taken;
    size_t furthest; /* the most results that were made and not yet taken */
    size_t stop_at;
    bool in_order;
};

static struct tracker *tracker; /* drop() gets no context */
static size_t dropped;

static void *make(void *context, size_t task)
{
    struct tracker *seen = context;
    size_t *number = malloc(sizeof *number);
    volatile size_t sum = 0;
    for (size_t i = 0; i < (task % 7 == 0 ? 20000U : 10U); i++) { /* some take longer than others */
        sum = sum + i;
    }
    *number = task;
    os_lock_take(seen->lock);
    seen->made++;
    size_t ahead = seen->made - seen->taken;
    seen->furthest = ahead > seen->furthest ? ahead : seen->furthest;
    os_lock_release(seen->lock);
    return number;
}

static bool take(void *context, size_t task, void *made)
{
    struct tracker *seen = context;
    os_lock_take(seen->lock);
    seen->in_order = seen->in_order && task == seen->taken && *(size_t *)made == task;
    seen->taken++;
    bool more = seen->taken <= seen->stop_at;
    os_lock_release(seen->lock);
    free(made);
    return more;
}

static void drop(void *made)
{
    dropped++;
    free(made);
}

static void run_ahead(size_t jobs, size_t count, size_t stop_at, size_t ahead)
{
    const struct pool_work work = {.context = tracker, .make = make, .take = take, .drop = drop, .ahead = ahead};
    *tracker = (struct tracker){.lock = tracker->lock, .stop_at = stop_at, .in_order = true};
    dropped = 0;
    pool_run(jobs, count, &work);
}

static void run(size_t jobs, size_t count, size_t stop_at)
{
    run_ahead(jobs, count, stop_at, 0);
}

static void all_in_order(void **state)
{
    (void)state;
    static const size_t jobs[] = {1, 2, 3, 8, 600};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        run(jobs[i], TASKS, STOP_NEVER);
        assert_true(tracker->in_order);
        assert_int_equal(tracker->made, TASKS);
        assert_int_equal(tracker->taken, TASKS);
        assert_int_equal(dropped, 0);
        assert_in_range(tracker->furthest, 1, jobs[i] == 1 ? 1 : jobs[i] * 16);
    }
}

/* At most as many results exist as workers, including the one that is being taken. */
static void none_waits(void **state)
{
    (void)state;
    for (size_t jobs = 1; jobs <= 8; jobs++) {
        run_ahead(jobs, TASKS, STOP_NEVER, 1);
        assert_true(tracker->in_order);
        assert_int_equal(tracker->taken, TASKS);
        assert_in_range(tracker->furthest, 1, jobs);
    }
}

static void few_tasks(void **state)
{
    (void)state;
    run(4, 0, STOP_NEVER);
    assert_int_equal(tracker->made, 0);
    run(4, 1, STOP_NEVER);
    assert_int_equal(tracker->taken, 1);
    run(4, 3, STOP_NEVER);
    assert_int_equal(tracker->taken, 3);
}

/* Results beyond the stop are dropped, and few more are made. */
static void stops(void **state)
{
    (void)state;
    for (size_t jobs = 1; jobs <= 4; jobs++) {
        run(jobs, TASKS, 9);
        assert_true(tracker->in_order);
        assert_int_equal(tracker->taken, 10);
        assert_int_equal(tracker->made, tracker->taken + dropped);
        assert_in_range(tracker->made, 10, 10 + jobs * 16);
    }
}

static int set_up(void **state)
{
    (void)state;
    static struct tracker own;
    tracker = &own;
    own.lock = os_lock_new();
    return own.lock == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    os_lock_free(tracker->lock);
    return 0;
}

TEST_PROGRAM(pool)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_in_order),
        cmocka_unit_test(none_waits),
        cmocka_unit_test(few_tasks),
        cmocka_unit_test(stops),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
