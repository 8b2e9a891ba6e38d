/* The running program: its clock, and requests to end it. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <errno.h>
#include <unistd.h>
#endif

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/os_parts.h"

/* The signal that was caught; 0: none. Global, unlike other data that changes after start-up, because a signal
 * handler has nowhere else to store its number. */
static atomic_int caught;

#ifdef _WIN32
static atomic_bool held; /* requests are delayed */
#endif

void os_today(char date[OS_DATE])
{
    const char *fixed = os_environment("SOURCE_DATE_EPOCH");
    char *end = NULL;
    long long seconds = fixed == NULL ? 0 : strtoll(fixed, &end, 10);
    if (fixed == NULL || end == fixed || *end != '\0') {
        seconds = (long long)time(NULL);
    }
    os_date(seconds, date);
}

void os_date(int64_t seconds, char date[OS_DATE])
{
    /* Howard Hinnant's civil_from_days(). Years begin in March, so a leap day is the last of its year; eras have 400
     * years. */
    int64_t days = seconds >= 0 && seconds < 253402300800 ? seconds / 86400 + 719468 : 719468; /* until 9999 */
    unsigned in_era = (unsigned)(days % 146097);
    unsigned year_of_era = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    unsigned in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    unsigned shifted = (5 * in_year + 2) / 153; /* months since March */
    unsigned month = shifted < 10 ? shifted + 3 : shifted - 9;
    unsigned year = (unsigned)(days / 146097) * 400 + year_of_era + (month <= 2 ? 1 : 0);
    unsigned day = in_year - (153 * shifted + 2) / 5 + 1;
    snprintf(date, OS_DATE, "%04u-%02u-%02u", year % 10000, month % 100, day % 100);
}

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
    return atomic_compare_exchange_strong(&caught, &none, SIGTERM) || atomic_load(&held);
}

void os_hold_interrupts(void)
{
    atomic_store(&held, true);
}

void os_release_interrupts(void)
{
    atomic_store(&held, false);
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

int64_t os_nanoseconds(unsigned long high, unsigned long low)
{
    int64_t since_1601 = (int64_t)((uint64_t)high << 32 | low); /* in units of 100 ns */
    int64_t since_1970 = since_1601 - INT64_C(116444736000000000);
    return since_1970 < INT64_MIN / 100 ? INT64_MIN : since_1970 > INT64_MAX / 100 ? INT64_MAX : since_1970 * 100;
}

int64_t os_now(void)
{
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    return os_nanoseconds(now.dwHighDateTime, now.dwLowDateTime);
}

unsigned long os_process(void)
{
    return GetCurrentProcessId();
}

bool os_is_running(unsigned long process)
{
    HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process);
    if (handle == NULL) {
        return GetLastError() != ERROR_INVALID_PARAMETER;
    }
    CloseHandle(handle);
    return true;
}

void os_end_piped(void)
{
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

/* Signals that the caller ignores (nohup) stay ignored. After the first signal, the system's own handler is
 * restored. */
void os_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals && !os_interrupted(); i++) {
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

static void mask_signals(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaddset(&set, signals[i]);
    }
    pthread_sigmask(how, &set, NULL);
}

void os_hold_interrupts(void)
{
    mask_signals(SIG_BLOCK);
}

void os_release_interrupts(void)
{
    mask_signals(SIG_UNBLOCK);
}

void os_end_interrupted(void)
{
    int number = atomic_load_explicit(&caught, memory_order_relaxed);
    if (number != 0) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

int64_t os_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

unsigned long os_process(void)
{
    return (unsigned long)getpid();
}

bool os_is_running(unsigned long process)
{
    return kill((pid_t)process, 0) == 0 || errno != ESRCH;
}

void os_end_piped(void)
{
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

#endif
