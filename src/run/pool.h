/* Workers: many tasks at a time, what comes of them in the order of the tasks. */
#ifndef VRMLINT_RUN_POOL_H
#define VRMLINT_RUN_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct pool_work {
    void *context;

    /* What comes of one task, counted from 0; never NULL. Called in any thread, for several tasks at a time. */
    void *(*make)(void *context, size_t task);

    /* Takes that over. Called in the thread of pool_run(), task by task in their order, as soon as each one's turn
     * comes. False: the rest isn't wanted any more. */
    bool (*take)(void *context, size_t task, void *made);

    /* Frees what was made and isn't wanted. */
    void (*drop)(void *made);

    /* Called in a worker's thread once there is no more for it to do while others may still be busy. NULL: nobody
     * asks. */
    void (*rest)(void *context);

    /* How many results a worker may be ahead, on average, with those that it is making: 0 is a default with which one
     * slow task stops nobody for long; 1 is for results that take much memory. */
    size_t ahead;
};

/*
 * Does tasks 0 to count - 1 with up to jobs workers. There are never more than jobs times ahead results, with those
 * that are being made or taken. Where threads can't be had, it does with fewer, in the end with the caller's own.
 */
void pool_run(size_t jobs, size_t count, const struct pool_work *work);

#endif
