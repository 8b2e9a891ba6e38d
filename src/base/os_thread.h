/* Threads, and how they wait for each other. */
#ifndef VRMLINT_BASE_OS_THREAD_H
#define VRMLINT_BASE_OS_THREAD_H

#include <stddef.h>

/* Processors that this program may run on, at least 1. */
size_t os_cores(void);

struct os_thread;

/* Runs a function in a thread of its own. NULL when there can't be one more. Every thread that was started is joined.
 */
struct os_thread *os_thread_start(void (*run)(void *context), void *context);

/* Waits until the function has returned, and frees the thread. */
void os_thread_join(struct os_thread *thread);

/* A lock, and conditions to wait for while it is held by nobody. */
struct os_lock;
struct os_condition;

/* NULL when memory is short. Whoever makes them frees them. */
struct os_lock *os_lock_new(void);
void os_lock_free(struct os_lock *lock);
struct os_condition *os_condition_new(void);
void os_condition_free(struct os_condition *condition);

/* Waits for the lock, which the same thread must not hold already; and gives it back. */
void os_lock_take(struct os_lock *lock);
void os_lock_release(struct os_lock *lock);

/* Releases the lock, which is held, until somebody wakes; holds it again when this returns. It can return for no reason
 * at all: ask again for what was awaited. */
void os_condition_wait(struct os_condition *condition, struct os_lock *lock);

/* Wakes one of those who wait, or all of them; nothing is kept for who comes later. */
void os_condition_wake_one(struct os_condition *condition);
void os_condition_wake_all(struct os_condition *condition);

#endif
