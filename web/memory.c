/*
 * Memory moved and filled by the instructions for it, where there is much of it: each of these asks the machine outside.
 * Compiled so that the loops stay loops, and what begins with __builtin becomes the instruction.
 */
#include <stddef.h>

enum { FEW = 48 };

void *memset(void *to, int value, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);

void *memset(void *to, int value, size_t size)
{
    if (size > FEW) {
        return __builtin_memset(to, value, size);
    }
    unsigned char *bytes = to;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (unsigned char)value;
    }
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    if (size > FEW) {
        return __builtin_memcpy(to, from, size);
    }
    unsigned char *bytes = to;
    const unsigned char *others = from;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = others[i];
    }
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}
