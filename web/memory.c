/*
 * Moves, fills, compares and searches memory and strings sixteen bytes at a time, instead of one by one like the C
 * library. Larger blocks are moved and filled by WebAssembly's instructions for that: each of them is a call into the
 * engine, which is too expensive for small blocks. Compiled so that the loops stay loops, and that __builtin
 * functions become instructions.
 *
 * Strings are searched in blocks that begin at multiples of sixteen, and may begin before the string and end after
 * it. Such a block never leaves the memory, whose size is a multiple of sixteen, and bytes outside the string are
 * masked.
 */
#include <stddef.h>
#include <stdint.h>
#include <wasm_simd128.h>

enum { BLOCK = 16, FEW = 128 };

void *memset(void *to, int value, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
int memcmp(const void *one, const void *other, size_t size);
void *memchr(const void *from, int value, size_t size);
size_t strlen(const char *text);

/* ---- move and fill ---- */

void *memset(void *to, int value, size_t size)
{
    unsigned char *bytes = to;
    if (size > FEW) {
        return __builtin_memset(to, value, size);
    }
    if (size < BLOCK) {
        for (size_t i = 0; i < size; i++) {
            bytes[i] = (unsigned char)value;
        }
        return to;
    }
    v128_t block = wasm_i8x16_splat((int8_t)value);
    for (size_t i = 0; i < size - BLOCK; i += BLOCK) {
        wasm_v128_store(bytes + i, block);
    }
    wasm_v128_store(bytes + size - BLOCK, block); /* the last block may overlap */
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *bytes = to;
    const unsigned char *others = from;
    if (size > FEW) {
        return __builtin_memcpy(to, from, size);
    }
    if (size < BLOCK) {
        for (size_t i = 0; i < size; i++) {
            bytes[i] = others[i];
        }
        return to;
    }
    for (size_t i = 0; i < size - BLOCK; i += BLOCK) {
        wasm_v128_store(bytes + i, wasm_v128_load(others + i));
    }
    wasm_v128_store(bytes + size - BLOCK, wasm_v128_load(others + size - BLOCK));
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

/* ---- compare ---- */

int memcmp(const void *one, const void *other, size_t size)
{
    const unsigned char *bytes = one;
    const unsigned char *others = other;
    size_t i = 0;
    while (i + BLOCK <= size &&
           wasm_i8x16_all_true(wasm_i8x16_eq(wasm_v128_load(bytes + i), wasm_v128_load(others + i)))) {
        i += BLOCK;
    }
    while (i < size && bytes[i] == others[i]) {
        i++;
    }
    return i == size ? 0 : bytes[i] - others[i];
}

/* ---- search ---- */

/* Returns the first position of a byte, or a position at or after the end. */
static const char *find(const char *from, char value, const char *end)
{
    size_t before = (uintptr_t)from % BLOCK;
    const char *at = from - before;
    v128_t wanted = wasm_i8x16_splat((int8_t)value);
    uint32_t found = wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(at), wanted)) >> before << before;
    while (found == 0) {
        at += BLOCK;
        if (at >= end) {
            return end;
        }
        found = wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(at), wanted));
    }
    return at + __builtin_ctz(found);
}

void *memchr(const void *from, int value, size_t size)
{
    uintptr_t begin = (uintptr_t)from;
    const char *end = (const char *)(size < UINTPTR_MAX - begin ? begin + size : UINTPTR_MAX);
    const char *found = size == 0 ? end : find(from, (char)value, end);
    return found < end ? (void *)found : NULL;
}

size_t strlen(const char *text)
{
    return (size_t)(find(text, '\0', (const char *)UINTPTR_MAX) - text);
}
