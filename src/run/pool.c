#include "run/pool.h"

#include <stdlib.h>

#include "base/os_thread.h"

enum { AHEAD = 16 /* default number of results per worker */ };

/* Guarded by the lock, except for work, count and window, which don't change. */
struct pool {
    const struct pool_work *work;
    size_t count;
    size_t window; /* number of slots */
    struct os_lock *lock;
    struct os_condition *turn; /* signals the taker: the next task to take is done */
    struct os_condition *room; /* signals workers: another task may begin, or none ever will */
    void **slots;              /* results by task modulo window; NULL: not done, or taken */
    size_t next;               /* task to begin next */
    size_t turn_of;            /* task to take next */
    size_t waiting;            /* workers that wait for room */
    bool stop;
};

static bool has_task(const struct pool *pool)
{
    return !pool->stop && pool->next < pool->count;
}

static void work_on_tasks(void *context)
{
    struct pool *pool = context;
    os_lock_take(pool->lock);
    while (has_task(pool)) {
        if (pool->next - pool->turn_of >= pool->window) {
            pool->waiting++;
            os_condition_wait(pool->room, pool->lock);
            pool->waiting--;
            continue;
        }
        size_t task = pool->next++;
        os_lock_release(pool->lock);
        void *made = pool->work->make(pool->work->context, task);
        os_lock_take(pool->lock);
        pool->slots[task % pool->window] = made;
        if (task == pool->turn_of) {
            os_condition_wake_one(pool->turn);
        }
    }
    os_lock_release(pool->lock);
    if (pool->work->rest != NULL) {
        pool->work->rest(pool->work->context);
    }
}

/* Takes all results in the order of the tasks. Acquires and releases the lock. */
static void take_all(struct pool *pool)
{
    os_lock_take(pool->lock);
    while (!pool->stop && pool->turn_of < pool->count) {
        void **slot = &pool->slots[pool->turn_of % pool->window];
        if (*slot == NULL) {
            os_condition_wait(pool->turn, pool->lock);
            continue;
        }
        void *made = *slot;
        size_t task = pool->turn_of;
        *slot = NULL;
        os_lock_release(pool->lock);
        bool more = pool->work->take(pool->work->context, task, made);
        os_lock_take(pool->lock);
        pool->stop = !more;
        pool->turn_of++; /* only now, because the result still used memory */
        if (pool->waiting > 0) {
            os_condition_wake_one(pool->room);
        }
    }
    os_condition_wake_all(pool->room);
    os_lock_release(pool->lock);
}

static void run_without_threads(size_t count, const struct pool_work *work)
{
    bool more = true;
    for (size_t task = 0; task < count && more; task++) {
        more = work->take(work->context, task, work->make(work->context, task));
    }
}

/* Starts the threads, takes their results, and waits for them. Returns false, having done nothing, if none could
 * start. */
static bool run_with_threads(struct pool *pool, struct os_thread **threads, size_t jobs)
{
    size_t started = 0;
    while (started < jobs && (threads[started] = os_thread_start(work_on_tasks, pool)) != NULL) {
        started++;
    }
    if (started > 0) {
        take_all(pool);
    }
    for (size_t i = 0; i < started; i++) {
        os_thread_join(threads[i]);
    }
    for (size_t i = 0; i < pool->window; i++) {
        if (pool->slots[i] != NULL) {
            pool->work->drop(pool->slots[i]);
        }
    }
    return started > 0;
}

void pool_run(size_t jobs, size_t count, const struct pool_work *work)
{
    jobs = jobs < count ? jobs : count;
    if (jobs <= 1) {
        run_without_threads(count, work);
        return;
    }
    struct pool pool = {.work = work, .count = count, .window = jobs * (work->ahead > 0 ? work->ahead : AHEAD)};
    struct os_thread **threads = calloc(jobs, sizeof(struct os_thread *));
    pool.slots = calloc(pool.window, sizeof *pool.slots);
    pool.lock = os_lock_new();
    pool.turn = os_condition_new();
    pool.room = os_condition_new();
    bool ready = threads != NULL && pool.slots != NULL && pool.lock != NULL && pool.turn != NULL && pool.room != NULL;
    if (!ready || !run_with_threads(&pool, threads, jobs)) {
        run_without_threads(count, work);
    }
    os_condition_free(pool.room);
    os_condition_free(pool.turn);
    os_lock_free(pool.lock);
    free(pool.slots);
    free(threads);
}
