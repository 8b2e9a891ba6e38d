#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
/* windows.h must come first */
#include <process.h>
#else
#ifdef __linux__
#define _GNU_SOURCE /* NOLINT: for sched_getaffinity() */
#endif
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>
#endif

#include <stdbool.h>
#include <stdlib.h>

#include "base/os_crash.h"
#include "base/os_parts.h"
#include "base/os_thread.h"

/* The stack size of a thread, the same on every system. It is more than the deepest reader needs; frames are several
 * times as large without optimization or with sanitizers. */
#if defined __OPTIMIZE__
enum { STACK_SIZE = 2 * 1024 * 1024 };
#else
enum { STACK_SIZE = 16 * 1024 * 1024 };
#endif

struct os_thread {
    void (*run)(void *context);
    void *context;
    const char *file; /* see os_work_on(): that of the thread that started this one */
    char crash_stack[OS_CRASH_STACK];
#ifdef _WIN32
    HANDLE handle;
#else
    pthread_t handle;
#endif
};

#ifdef _WIN32

struct os_lock {
    SRWLOCK lock;
};

struct os_condition {
    CONDITION_VARIABLE condition;
};

size_t os_cores(void)
{
    DWORD_PTR own = 0;
    DWORD_PTR all = 0;
    size_t count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all)) {
        for (; own != 0; own &= own - 1) {
            count++;
        }
    }
    return count > 0 ? count : 1;
}

static unsigned __stdcall run_thread(void *context)
{
    struct os_thread *thread = context;
    os_crash_stack(thread->crash_stack, sizeof thread->crash_stack);
    os_work_on(thread->file);
    thread->run(thread->context);
    return 0;
}

static bool start_thread(struct os_thread *thread)
{
    thread->handle =
        (HANDLE)_beginthreadex(NULL, STACK_SIZE, run_thread, thread, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return thread->handle != NULL;
}

void os_thread_join(struct os_thread *thread)
{
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
    free(thread);
}

static bool make_lock(struct os_lock *lock)
{
    InitializeSRWLock(&lock->lock);
    return true;
}

static bool make_condition(struct os_condition *condition)
{
    InitializeConditionVariable(&condition->condition);
    return true;
}

void os_lock_free(struct os_lock *lock)
{
    free(lock);
}

void os_condition_free(struct os_condition *condition)
{
    free(condition);
}

void os_lock_take(struct os_lock *lock)
{
    AcquireSRWLockExclusive(&lock->lock);
}

void os_lock_release(struct os_lock *lock)
{
    ReleaseSRWLockExclusive(&lock->lock);
}

void os_condition_wait(struct os_condition *condition, struct os_lock *lock)
{
    SleepConditionVariableSRW(&condition->condition, &lock->lock, INFINITE, 0);
}

void os_condition_wake_one(struct os_condition *condition)
{
    WakeConditionVariable(&condition->condition);
}

void os_condition_wake_all(struct os_condition *condition)
{
    WakeAllConditionVariable(&condition->condition);
}

#else

struct os_lock {
    pthread_mutex_t mutex;
};

struct os_condition {
    pthread_cond_t condition;
};

/* Returns the number of processors that the scheduler grants, if known. In a container or under a batch system it is
 * less than the machine has. */
size_t os_cores(void)
{
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) {
        return (size_t)CPU_COUNT(&set);
    }
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}

static void *run_thread(void *context)
{
    struct os_thread *thread = context;
    os_crash_stack(thread->crash_stack, sizeof thread->crash_stack);
    os_work_on(thread->file);
    thread->run(thread->context);
    return NULL;
}

/* The new thread receives no requests to end the program: see os_hold_interrupts(). */
static bool start_thread(struct os_thread *thread)
{
    pthread_attr_t attributes;
    sigset_t requests;
    sigset_t before;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    sigemptyset(&requests);
    sigaddset(&requests, SIGINT);
    sigaddset(&requests, SIGTERM);
    sigaddset(&requests, SIGHUP);
    bool masked = pthread_sigmask(SIG_BLOCK, &requests, &before) == 0;
    bool ok = pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0 &&
              pthread_create(&thread->handle, &attributes, run_thread, thread) == 0;
    if (masked) {
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    pthread_attr_destroy(&attributes);
    return ok;
}

void os_thread_join(struct os_thread *thread)
{
    pthread_join(thread->handle, NULL);
    free(thread);
}

static bool make_lock(struct os_lock *lock)
{
    return pthread_mutex_init(&lock->mutex, NULL) == 0;
}

static bool make_condition(struct os_condition *condition)
{
    return pthread_cond_init(&condition->condition, NULL) == 0;
}

void os_lock_free(struct os_lock *lock)
{
    if (lock != NULL) {
        pthread_mutex_destroy(&lock->mutex);
        free(lock);
    }
}

void os_condition_free(struct os_condition *condition)
{
    if (condition != NULL) {
        pthread_cond_destroy(&condition->condition);
        free(condition);
    }
}

void os_lock_take(struct os_lock *lock)
{
    pthread_mutex_lock(&lock->mutex);
}

void os_lock_release(struct os_lock *lock)
{
    pthread_mutex_unlock(&lock->mutex);
}

void os_condition_wait(struct os_condition *condition, struct os_lock *lock)
{
    pthread_cond_wait(&condition->condition, &lock->mutex);
}

void os_condition_wake_one(struct os_condition *condition)
{
    pthread_cond_signal(&condition->condition);
}

void os_condition_wake_all(struct os_condition *condition)
{
    pthread_cond_broadcast(&condition->condition);
}

#endif

struct os_thread *os_thread_start(void (*run)(void *context), void *context)
{
    struct os_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) {
        return NULL;
    }
    thread->run = run;
    thread->context = context;
    thread->file = os_work_on(NULL);
    os_work_on(thread->file);
    if (!start_thread(thread)) {
        free(thread);
        return NULL;
    }
    return thread;
}

struct os_lock *os_lock_new(void)
{
    struct os_lock *lock = calloc(1, sizeof *lock);
    if (lock != NULL && !make_lock(lock)) {
        free(lock);
        return NULL;
    }
    return lock;
}

struct os_condition *os_condition_new(void)
{
    struct os_condition *condition = calloc(1, sizeof *condition);
    if (condition != NULL && !make_condition(condition)) {
        free(condition);
        return NULL;
    }
    return condition;
}
