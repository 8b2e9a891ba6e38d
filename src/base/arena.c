#include "base/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024 };

struct block {
    struct block *previous;
    size_t size;
    size_t used;
    max_align_t data[];
};

struct arena {
    struct block *top;
    jmp_buf *guard;
    size_t next_size;
    size_t total;
};

struct arena *arena_new(void)
{
    struct arena *arena = calloc(1, sizeof *arena);
    if (arena != NULL) {
        arena->next_size = FIRST_BLOCK;
    }
    return arena;
}

void arena_free(struct arena *arena)
{
    if (arena == NULL) {
        return;
    }
    for (struct block *block = arena->top; block != NULL;) {
        struct block *previous = block->previous;
        free(block);
        block = previous;
    }
    free(arena);
}

void arena_guard(struct arena *arena, jmp_buf *guard)
{
    arena->guard = guard;
}

_Noreturn void arena_exhausted(struct arena *arena)
{
    if (arena->guard == NULL) {
        abort();
    }
    longjmp(*arena->guard, 1);
}

/* A block of its own for what is large, so that the rest of the current block isn't lost. */
static struct block *add_block(struct arena *arena, size_t size)
{
    bool large = size > arena->next_size / 4;
    size_t room = large ? size : arena->next_size;
    if (room > SIZE_MAX - sizeof(struct block)) {
        arena_exhausted(arena);
    }
    struct block *block = calloc(1, sizeof *block + room);
    if (block == NULL) {
        arena_exhausted(arena);
    }
    block->size = room;
    arena->total += room;
    if (large && arena->top != NULL) {
        block->previous = arena->top->previous;
        arena->top->previous = block;
    } else {
        block->previous = arena->top;
        arena->top = block;
        if (!large && arena->next_size < LARGEST_BLOCK) {
            arena->next_size *= 2;
        }
    }
    return block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    size_t align = _Alignof(max_align_t);
    if (size > SIZE_MAX - align) {
        arena_exhausted(arena);
    }
    size = (size + align - 1) / align * align;
    struct block *block = arena->top;
    if (block == NULL || block->size - block->used < size) {
        block = add_block(arena, size);
    }
    void *memory = (char *)block->data + block->used;
    block->used += size;
    return memory;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        arena_exhausted(arena);
    }
    return arena_alloc(arena, count * size);
}

void *arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return array;
    }
    if (*capacity > SIZE_MAX / 2) {
        arena_exhausted(arena);
    }
    size_t larger = *capacity == 0 ? 8 : *capacity * 2;
    void *moved = arena_array(arena, larger, size);
    if (count > 0) {
        memcpy(moved, array, count * size);
    }
    *capacity = larger;
    return moved;
}

char *arena_copy(struct arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX) {
        arena_exhausted(arena);
    }
    char *copy = arena_alloc(arena, length + 1);
    if (length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0) {
        va_end(again);
        arena_exhausted(arena);
    }
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

size_t arena_size(const struct arena *arena)
{
    return arena->total;
}
