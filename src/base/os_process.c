/* The running program: its clock, and being asked to end. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <time.h>
#endif

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/os.h"

/* The one thing that changes after start-up outside of everybody's memory: a signal has no other place to leave its
 * number. 0: none has come. */
static atomic_int caught;

bool os_interrupted(void)
{
    return atomic_load_explicit(&caught, memory_order_relaxed) != 0;
}

#ifdef _WIN32

double os_clock(void)
{
    LARGE_INTEGER now;
    LARGE_INTEGER frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}

static BOOL WINAPI on_event(DWORD event)
{
    int none = 0;
    (void)event;
    return atomic_compare_exchange_strong(&caught, &none, SIGTERM);
}

void os_catch_interrupts(void)
{
    SetConsoleCtrlHandler(on_event, TRUE);
}

void os_end_interrupted(void)
{
    if (os_interrupted()) {
        ExitProcess(STATUS_CONTROL_C_EXIT);
    }
}

#else

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

double os_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void on_signal(int number)
{
    atomic_store_explicit(&caught, number, memory_order_relaxed);
}

/* What the caller ignores (nohup) stays ignored. A second signal finds the system's own handler again. */
void os_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

void os_end_interrupted(void)
{
    int number = atomic_load_explicit(&caught, memory_order_relaxed);
    if (number != 0) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

#endif
