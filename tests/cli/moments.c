/*
 * Part of a test build of the command: counts its moments, which are its calls of the functions below, and sends it a
 * signal at one or two of them. With one thread, the same moment is the same point of the program in every run. The
 * linker redirects the calls to these functions (--wrap).
 *
 * VRMLINT_MOMENT, VRMLINT_MOMENT_2: the numbers of the moments, from 1, at which the process gets VRMLINT_SIGNAL,
 * a number. VRMLINT_MOMENTS: a descriptor to which the number of all moments is written at exit, then a space and
 * the number of system calls.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_ulong moments;
static atomic_ulong calls;
static unsigned long at[2];
static int number;

static unsigned long number_in(const char *name)
{
    const char *text = getenv(name);
    return text == NULL ? 0 : strtoul(text, NULL, 10);
}

__attribute__((constructor)) static void begin(void)
{
    number = (int)number_in("VRMLINT_SIGNAL");
    at[0] = number_in("VRMLINT_MOMENT");
    at[1] = number_in("VRMLINT_MOMENT_2");
}

__attribute__((destructor)) static void end(void)
{
    int descriptor = (int)number_in("VRMLINT_MOMENTS");
    if (descriptor > 0) {
        dprintf(descriptor, "%lu %lu", (unsigned long)moments, (unsigned long)calls);
    }
}

static void pass(void)
{
    unsigned long moment = atomic_fetch_add(&moments, 1) + 1;
    if (moment == at[0] || moment == at[1]) {
        kill(getpid(), number);
    }
}

/* Defines a wrapper that passes a moment before the call and one after it. The functions are weak symbols: not every
 * C library has each of them under that name. */
#define WRAP(type, name, parameters, arguments)                                                                        \
    extern type __real_##name parameters __attribute__((weak));                                                        \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        atomic_fetch_add(&calls, 1);                                                                                   \
        pass();                                                                                                        \
        type result = __real_##name arguments;                                                                         \
        pass();                                                                                                        \
        return result;                                                                                                 \
    }

WRAP(int, open, (const char *path, int how, unsigned mode), (path, how, mode))
WRAP(int, open64, (const char *path, int how, unsigned mode), (path, how, mode))
WRAP(int, stat, (const char *path, void *info), (path, info))
WRAP(int, stat64, (const char *path, void *info), (path, info))
WRAP(int, lstat, (const char *path, void *info), (path, info))
WRAP(int, lstat64, (const char *path, void *info), (path, info))
WRAP(int, fstat, (int file, void *info), (file, info))
WRAP(int, fstat64, (int file, void *info), (file, info))
WRAP(int, mkdir, (const char *path, unsigned mode), (path, mode))
WRAP(int, fsync, (int file), (file))
WRAP(int, fchmod, (int file, unsigned mode), (file, mode))
WRAP(int, fchown, (int file, unsigned user, unsigned group), (file, user, group))
WRAP(int, faccessat, (int folder, const char *path, int how, int flags), (folder, path, how, flags))
WRAP(ssize_t, getxattr, (const char *path, const char *name, void *value, size_t size), (path, name, value, size))
WRAP(ssize_t, pread, (int file, void *to, size_t size, off_t offset), (file, to, size, offset))
WRAP(ssize_t, pread64, (int file, void *to, size_t size, off_t offset), (file, to, size, offset))
WRAP(void *, opendir, (const char *path), (path))
WRAP(void *, readdir, (void *folder), (folder))
WRAP(void *, readdir64, (void *folder), (folder))
WRAP(int, rename, (const char *from, const char *to), (from, to))
WRAP(int, unlink, (const char *path), (path))
WRAP(int, fflush, (FILE * stream), (stream))
WRAP(int, fclose, (FILE * stream), (stream))

/* These are not system calls, but they occur all the time and give the moments between the others. */
extern void *__real_calloc(size_t count, size_t size);
extern void *__real_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_calloc(size_t count, size_t size)
{
    pass();
    return __real_calloc(count, size);
}

void *__wrap_malloc(size_t size)
{
    pass();
    return __real_malloc(size);
}
