/*
 * Preloaded into a command, makes it crash as soon as it opens a file whose path ends with VRMLINT_CRASH_AT, in the way
 * of VRMLINT_CRASH_HOW: a signal's number, or "stack" for endless recursion. See tests/cli/test_crashes.py.
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* with which open() would be another name of open64() */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int descend(const volatile char *above)
{
    volatile char frame[4096];
    frame[0] = (char)(above[0] + 1);
    return descend(frame) + frame[0];
}

static void crash(const char *path)
{
    const char *at = getenv("VRMLINT_CRASH_AT");
    const char *how = getenv("VRMLINT_CRASH_HOW");
    size_t length = strlen(path);
    size_t size = at == NULL ? 0 : strlen(at);
    if (at == NULL || how == NULL || length < size || strcmp(path + length - size, at) != 0) {
        return;
    }
    if (strcmp(how, "stack") == 0) {
        descend("");
    } else if (atoi(how) == SIGABRT) {
        abort();
    } else if (atoi(how) == SIGSEGV) {
        volatile int *volatile nowhere = NULL; /* volatile, so that the compiler keeps what it could see to be wrong */
        *nowhere = 0;
    } else {
        raise(atoi(how));
    }
}

/* Both names of the function: which of them a program calls depends on how it was built. */
#define OPENS(name)                                                                                                    \
    int name(const char *path, int flags, ...);                                                                        \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;                                               \
        va_end(more);                                                                                                  \
        crash(path);                                                                                                   \
        int (*next)(const char *, int, ...);                                                                           \
        void *symbol = dlsym(RTLD_NEXT, #name);                                                                        \
        memcpy(&next, &symbol, sizeof next); /* ISO C has no conversion */                                             \
        return next(path, flags, mode);                                                                                \
    }

OPENS(open)
OPENS(open64)

/* What a hardened program calls. */
int __open64_2(const char *path, int flags); /* NOLINT(bugprone-reserved-identifier) */
int __open64_2(const char *path, int flags)
{
    return open64(path, flags);
}
