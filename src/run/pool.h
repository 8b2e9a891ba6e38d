/* A thread pool: runs many tasks in parallel, and passes on the results in the order of the tasks. */
#ifndef VRMLINT_RUN_POOL_H
#define VRMLINT_RUN_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct pool_work {
    void *context;

    /* Returns the result of one task, counted from 0; never NULL. Called in any thread, for several tasks in
     * parallel. */
    void *(*make)(void *context, size_t task);

    /* Takes over a result. Called in the thread of pool_run(), in the order of the tasks, as soon as possible.
     * Returns false if no further results are needed. */
    bool (*take)(void *context, size_t task, void *made);

    /* Frees a result that isn't needed. */
    void (*drop)(void *made);

    /* Called in a worker's thread when no task is left for it while others may still be busy. May be NULL. */
    void (*rest)(void *context);

    /* How many results a worker may be ahead, on average, including those that it is making. 0: a default with which
     * one slow task doesn't block the others for long; 1: for results that take much memory. */
    size_t ahead;
};

/* Runs tasks 0 to count - 1 with up to jobs workers. There are never more than jobs times ahead results, including
 * those that are being made or taken. If threads can't be started, fewer are used, or only the caller's own. */
void pool_run(size_t jobs, size_t count, const struct pool_work *work);

#endif
