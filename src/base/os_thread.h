/* Threads, locks and conditions. */
#ifndef VRMLINT_BASE_OS_THREAD_H
#define VRMLINT_BASE_OS_THREAD_H

#include <stddef.h>

/* Returns the number of processors that this program may run on, at least 1. */
size_t os_cores(void);

struct os_thread;

/* Runs a function in a new thread. Returns NULL if that fails. Every thread that was started must be joined. */
struct os_thread *os_thread_start(void (*run)(void *context), void *context);

/* Waits until the function has returned, and frees the thread. */
void os_thread_join(struct os_thread *thread);

/* A lock, and conditions to wait for while the lock is released. */
struct os_lock;
struct os_condition;

/* Return NULL if memory runs out. The caller frees them. */
struct os_lock *os_lock_new(void);
void os_lock_free(struct os_lock *lock);
struct os_condition *os_condition_new(void);
void os_condition_free(struct os_condition *condition);

/* Take the lock, which this thread must not hold already, waiting if necessary; and release it. */
void os_lock_take(struct os_lock *lock);
void os_lock_release(struct os_lock *lock);

/* Releases the lock, which must be held, until the condition is woken, and takes it again. May also return without a
 * reason: check the awaited state again. */
void os_condition_wait(struct os_condition *condition, struct os_lock *lock);

/* Wakes one waiting thread, or all of them. A thread that waits later is not woken. */
void os_condition_wake_one(struct os_condition *condition);
void os_condition_wake_all(struct os_condition *condition);

#endif
