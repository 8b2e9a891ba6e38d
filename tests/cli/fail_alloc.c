/*
 * Preloaded into a command, makes one allocation fail, in any part of the program:
 *   VRMLINT_FAIL_AT=N      the n-th, counted from 1; without it, none fails
 *   VRMLINT_FAIL_ON=1      and all that follow
 *   VRMLINT_FAIL_COUNT=FD  writes the number of allocations to that file descriptor at exit
 * It calls glibc's own allocator under its internal names. See tests/cli/test_allocations.py.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

extern char **environ;
static atomic_long count;
static atomic_long fail_at = -1; /* -1: the environment has not been read yet; 0: none */
static atomic_bool goes_on;

/* Does the work of getenv(), which may not be ready at the first allocation. */
static const char *variable(const char *name)
{
    size_t length = strlen(name);
    for (char **at = environ; at != NULL && *at != NULL; at++) {
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') {
            return *at + length + 1;
        }
    }
    return NULL;
}

static bool fails(void)
{
    long number = atomic_fetch_add(&count, 1) + 1;
    if (atomic_load(&fail_at) < 0) {
        const char *at = variable("VRMLINT_FAIL_AT");
        atomic_store(&goes_on, variable("VRMLINT_FAIL_ON") != NULL);
        atomic_store(&fail_at, at == NULL ? 0 : strtol(at, NULL, 10));
    }
    long at = atomic_load(&fail_at);
    bool failed = at > 0 && (number == at || (number > at && atomic_load(&goes_on)));
    if (failed) {
        errno = ENOMEM;
    }
    return failed;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    return fails() ? NULL : __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
    return fails() ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *made = fails() ? NULL : __libc_memalign(alignment, size);
    if (made == NULL) {
        return ENOMEM;
    }
    *memory = made;
    return 0;
}

__attribute__((destructor)) static void tell(void)
{
    const char *fd = variable("VRMLINT_FAIL_COUNT");
    if (fd != NULL) {
        char text[32];
        int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&count));
        if (write((int)strtol(fd, NULL, 10), text, (size_t)length) != length) {
            _exit(99);
        }
    }
}
