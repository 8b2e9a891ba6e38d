#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <unistd.h>
#endif

#include <signal.h>
#include <string.h>

#include "base/os_crash.h"
#include "base/os_parts.h"
#include "base/utf8.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || defined __EMSCRIPTEN__
#define CATCHES 0
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define CATCHES 0
#endif
#endif
#ifndef CATCHES
#define CATCHES 1
#endif

enum { LINE_MOST = 8192 /* a longer path is cut */ };

/* Global, because a signal handler gets no context. The texts don't change while threads run. */
static const char *crash_words;
static const char *crash_alone;
static _Thread_local const char *crash_file;

const char *os_work_on(const char *path)
{
    const char *before = crash_file;
    crash_file = path;
    return before;
}

#if CATCHES

/* Appends text, with ? in place of each control and each byte that isn't UTF-8. Only writes to the line: it runs while
 * a signal is handled. */
static size_t add_crash_text(char line[LINE_MOST], size_t used, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length && used + 4 < LINE_MOST;) {
        uint32_t code;
        size_t step = utf8_sequence(text + at, length - at, &code);
        bool is_odd = step == 0 || utf8_is_control(code);
        memcpy(line + used, is_odd ? "?" : text + at, is_odd ? 1 : step);
        used += is_odd ? 1 : step;
        at += step == 0 ? 1 : step;
    }
    return used;
}

static size_t write_line(char line[LINE_MOST])
{
    size_t used = add_crash_text(line, 0, "vrmlint: ");
    if (crash_file != NULL) {
        used = add_crash_text(line, used, crash_file);
        used = used < LINE_MOST - 256 ? used : LINE_MOST - 256;
        used = add_crash_text(line, used, ": ");
    }
    used = add_crash_text(line, used, crash_file == NULL ? crash_alone : crash_words);
    line[used++] = '\n';
    return used;
}

#endif

#if !CATCHES

void os_catch_crashes(const char *with, const char *without)
{
    crash_words = with;
    crash_alone = without;
}

void os_crash_stack(void *stack, size_t size)
{
    (void)stack;
    (void)size;
}

#elif defined _WIN32

static LONG WINAPI on_exception(EXCEPTION_POINTERS *pointers)
{
    char line[LINE_MOST];
    DWORD written;
    (void)pointers;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), line, (DWORD)write_line(line), &written, NULL);
    return EXCEPTION_CONTINUE_SEARCH;
}

static void on_abort(int number)
{
    (void)number;
    on_exception(NULL);
}

void os_catch_crashes(const char *with, const char *without)
{
    crash_words = with;
    crash_alone = without;
    os_crash_stack(NULL, 0);
    SetUnhandledExceptionFilter(on_exception);
    signal(SIGABRT, on_abort);
}

/* Windows keeps so much of the thread's own stack for the filter. */
void os_crash_stack(void *stack, size_t size)
{
    ULONG bytes = 4 * LINE_MOST;
    (void)stack;
    (void)size;
    SetThreadStackGuarantee(&bytes);
}

#else

/* The system's own handler is restored already. The signal, raised again, ends the program when this one returns. */
static void on_crash(int number)
{
    char line[LINE_MOST];
    ssize_t written = write(STDERR_FILENO, line, write_line(line));
    (void)written;
    raise(number);
}

void os_catch_crashes(const char *with, const char *without)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static char stack[OS_CRASH_STACK];
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)SA_RESETHAND | SA_ONSTACK};
    crash_words = with;
    crash_alone = without;
    os_crash_stack(stack, sizeof stack);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sigaction(numbers[i], &action, NULL);
    }
}

void os_crash_stack(void *stack, size_t size)
{
    const stack_t alternate = {.ss_sp = stack, .ss_size = size};
    sigaltstack(&alternate, NULL);
}

#endif
