#include "work.h"

#include <stdio.h>
#include <string.h>

static uint64_t count;

void work_start(void)
{
    count = 0;
}

uint64_t work_done(void)
{
    return count;
}

/* ---- functions that replace others at link time (--wrap) ---- */

/* Called at the beginning of each block of the counted library. libFuzzer has a function of that name too. */
void __wrap___sanitizer_cov_trace_pc(void);
void __wrap___sanitizer_cov_trace_pc(void)
{
    count++;
}

static void add_bytes(size_t size)
{
    count += size / WORK_BYTES;
}

/* Returns the length of the common beginning of two blocks of bytes. */
static size_t common(const void *left, const void *right, size_t most)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    size_t at = 0;
    while (at < most && a[at] == b[at]) {
        at++;
    }
    return at;
}

/* The same for strings, up to their ends. */
static size_t common_text(const char *left, const char *right, size_t most)
{
    size_t at = 0;
    while (at < most && left[at] == right[at] && left[at] != '\0') {
        at++;
    }
    return at;
}

#define WRAPPED(type, name, parameters, arguments, size)                                                               \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        type result = __real_##name arguments;                                                                         \
        add_bytes(size);                                                                                               \
        return result;                                                                                                 \
    }

#define REACHED(from, to, otherwise) ((to) == NULL ? (otherwise) : (size_t)((const char *)(to) - (const char *)(from)))

WRAPPED(void *, memcpy, (void *to, const void *from, size_t size), (to, from, size), size)
WRAPPED(void *, memmove, (void *to, const void *from, size_t size), (to, from, size), size)
WRAPPED(void *, memset, (void *to, int byte, size_t size), (to, byte, size), size)
WRAPPED(void *, calloc, (size_t number, size_t size), (number, size), number *size)
WRAPPED(int, memcmp, (const void *a, const void *b, size_t size), (a, b, size), common(a, b, size))
WRAPPED(int, strcmp, (const char *a, const char *b), (a, b), common_text(a, b, SIZE_MAX))
WRAPPED(int, strncmp, (const char *a, const char *b, size_t size), (a, b, size), common_text(a, b, size))
WRAPPED(size_t, strlen, (const char *text), (text), result)
WRAPPED(void *, memchr, (const void *at, int byte, size_t size), (at, byte, size), REACHED(at, result, size))
WRAPPED(char *, strchr, (const char *at, int byte), (at, byte), REACHED(at, result, strlen(at)))
WRAPPED(char *, strrchr, (const char *at, int byte), (at, byte), strlen(at))
WRAPPED(char *, strstr, (const char *at, const char *what), (at, what), REACHED(at, result, strlen(at)))
WRAPPED(char *, strpbrk, (const char *at, const char *set), (at, set), REACHED(at, result, strlen(at)))
WRAPPED(size_t, strspn, (const char *at, const char *set), (at, set), result)
WRAPPED(size_t, strcspn, (const char *at, const char *set), (at, set), result)
WRAPPED(size_t, fwrite, (const void *from, size_t size, size_t number, FILE *out), (from, size, number, out),
        size *result)
WRAPPED(int, fputs, (const char *text, FILE *out), (text, out), strlen(text))
