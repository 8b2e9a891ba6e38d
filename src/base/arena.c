#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_BLOCK = 16 * 1024,
    LIST_LEAST = 8, /* elements for which a list first has room */
    LARGEST_BLOCK = 4 * 1024 * 1024,
    MOST_TEXTS = 512,   /* bytes; longer strings are formatted twice */
    LARGE = 128 * 1024, /* bytes; such pieces get blocks of their own */
    PULSES = 256,       /* calls of arena_pulse() between two calls of the observer */
};

struct arena_block {
    struct arena_block *previous;
    size_t size;
    size_t used;
    bool alone; /* the block holds one large piece */
    max_align_t data[];
};

struct arena {
    struct arena *within; /* the arena that it was opened in, or NULL */
    struct arena *all;    /* the outermost arena, which has the limit */
    struct arena *opened; /* the arenas opened in it, the latest first */
    struct arena *next;   /* the arena opened before it in the same arena */
    struct arena_block *top;
    jmp_buf *guard;
    size_t next_size;
    size_t total;
    size_t held;                   /* bytes of all arenas; only in the outermost */
    size_t limit;                  /* bytes; only in the outermost; 0: none */
    bool (*enough)(void *context); /* the observer, or NULL */
    void *context;
    unsigned pulses; /* since the last call of the observer */
};

struct arena *arena_new(void)
{
    struct arena *arena = calloc(1, sizeof *arena);
    if (arena != NULL) {
        arena->next_size = FIRST_BLOCK;
        arena->all = arena;
    }
    return arena;
}

struct arena *arena_open(struct arena *within)
{
    struct arena *arena = arena_new();
    if (arena == NULL) {
        arena_exhausted(within);
    }
    arena->guard = within->guard;
    arena->enough = within->enough;
    arena->context = within->context;
    arena->within = within;
    arena->all = within->all;
    arena->next = within->opened;
    within->opened = arena;
    return arena;
}

struct arena *arena_open_apart(struct arena *within)
{
    struct arena *arena = arena_open(within);
    arena->all = arena;
    return arena;
}

void arena_close(struct arena *arena)
{
    struct arena **link = &arena->within->opened;
    while (*link != arena) {
        link = &(*link)->next;
    }
    *link = arena->next;
    arena_free(arena);
}

void arena_free(struct arena *arena)
{
    if (arena == NULL) {
        return;
    }
    while (arena->opened != NULL) {
        struct arena *inner = arena->opened;
        arena->opened = inner->next;
        arena_free(inner);
    }
    arena->all->held -= arena->total;
    for (struct arena_block *block = arena->top; block != NULL;) {
        struct arena_block *previous = block->previous;
        free(block);
        block = previous;
    }
    free(arena);
}

void arena_guard(struct arena *arena, jmp_buf *guard)
{
    arena->guard = guard;
}

_Noreturn void arena_end(struct arena *arena, enum arena_end end)
{
    if (arena->guard == NULL) {
        abort();
    }
    longjmp(*arena->guard, end);
}

_Noreturn void arena_exhausted(struct arena *arena)
{
    arena_end(arena, ARENA_EXHAUSTED);
}

struct arena_way arena_way(const struct arena *arena)
{
    return (struct arena_way){arena->guard, arena->enough, arena->context};
}

void arena_set_way(struct arena *arena, const struct arena_way *way)
{
    arena->guard = way->guard;
    arena->enough = way->enough;
    arena->context = way->context;
}

void arena_limit(struct arena *arena, size_t bytes)
{
    arena->limit = bytes;
}

size_t arena_room(const struct arena *arena)
{
    const struct arena *all = arena->all;
    return all->limit == 0 ? SIZE_MAX : all->held < all->limit ? all->limit - all->held : 0;
}

/* Jumps to the guard if a limit would be exceeded. Called before memory is requested from the system. */
static void stay_within(const struct arena *arena, size_t bytes)
{
    const struct arena *all = arena->all;
    if (all->limit > 0 && arena->guard != NULL && (bytes > all->limit || all->held > all->limit - bytes)) {
        longjmp(*arena->guard, ARENA_OVER_LIMIT);
    }
}

void arena_observe(struct arena *arena, bool (*enough)(void *context), void *context)
{
    arena->enough = enough;
    arena->context = context;
}

void arena_follow(struct arena *arena, const struct arena *other)
{
    size_t room = other == NULL ? SIZE_MAX : arena_room(other);
    size_t most = SIZE_MAX - arena->held;
    arena_limit(arena, room == SIZE_MAX ? 0 : arena->held + (room == 0 ? 1 : room < most ? room : most));
    arena_observe(arena, other == NULL ? NULL : other->enough, other == NULL ? NULL : other->context);
}

void arena_ask(struct arena *arena)
{
    arena->pulses = 0;
    if (arena->enough != NULL && arena->guard != NULL && arena->enough(arena->context)) {
        longjmp(*arena->guard, ARENA_STOPPED);
    }
}

void arena_pulse(struct arena *arena)
{
    if (++arena->pulses > PULSES) {
        arena_ask(arena);
    }
}

static size_t align_size(size_t size)
{
    size_t align = _Alignof(max_align_t);
    return (size + align - 1) / align * align;
}

/* Returns a new block with that much room, zeroed or not. */
static struct arena_block *new_block(struct arena *arena, size_t room, bool zeroed)
{
    if (room > SIZE_MAX - sizeof(struct arena_block)) {
        arena_exhausted(arena);
    }
    stay_within(arena, room);
    size_t size = sizeof(struct arena_block) + room;
    struct arena_block *block = zeroed ? calloc(1, size) : malloc(size);
    if (block == NULL) {
        arena_exhausted(arena);
    }
    block->size = room;
    block->used = 0;
    block->alone = false;
    arena->total += room;
    arena->all->held += room;
    return block;
}

/* Allocates a block for one large piece. The rest of the current block stays usable, and zeroed pages come from the
 * system, where untouched pages cost nothing. */
static void *alloc_large(struct arena *arena, size_t size, bool zeroed)
{
    struct arena_block *block = new_block(arena, size, zeroed);
    block->used = size;
    block->alone = true;
    if (arena->top != NULL) {
        block->previous = arena->top->previous;
        arena->top->previous = block;
    } else {
        block->previous = NULL;
        arena->top = block;
    }
    return block->data;
}

static void *alloc_memory(struct arena *arena, size_t size, bool zeroed)
{
    if (size > SIZE_MAX - _Alignof(max_align_t)) {
        arena_exhausted(arena);
    }
    size = align_size(size);
    arena_pulse(arena);
    struct arena_block *block = arena->top;
    if (block == NULL || block->size - block->used < size) {
        if (size > arena->next_size / 4 || size >= LARGE) {
            return alloc_large(arena, size, zeroed);
        }
        block = new_block(arena, arena->next_size, false);
        block->previous = arena->top;
        arena->top = block;
        if (arena->next_size < LARGEST_BLOCK) {
            arena->next_size *= 2;
        }
    }
    void *memory = (char *)block->data + block->used;
    block->used += size;
    return zeroed ? memset(memory, 0, size) : memory;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    return alloc_memory(arena, size, true);
}

void *arena_bare(struct arena *arena, size_t size)
{
    return alloc_memory(arena, size, false);
}

bool arena_extend(struct arena *arena, const void *memory, size_t from, size_t to)
{
    struct arena_block *block = arena->top;
    if (memory == NULL || to < from || to > SIZE_MAX - _Alignof(max_align_t)) {
        return false;
    }
    from = align_size(from);
    to = align_size(to);
    char *end = block == NULL ? NULL : (char *)block->data + block->used;
    if (end != (const char *)memory + from || block->size - block->used < to - from) {
        return false;
    }
    memset(end, 0, to - from);
    block->used += to - from;
    return true;
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){arena->top, arena->top == NULL ? 0 : arena->top->used};
}

void arena_release(struct arena *arena, struct arena_mark mark)
{
    if (arena->top != NULL && arena->top == mark.block) {
        arena->top->used = mark.used;
    }
}

/* Returns the link to the block of a large piece. The link is NULL if the piece is not a large one. */
static struct arena_block **find_alone(struct arena *arena, const void *memory)
{
    struct arena_block **at = &arena->top;
    while (*at != NULL && ((const void *)(*at)->data != memory || !(*at)->alone)) {
        at = &(*at)->previous;
    }
    return at;
}

void *arena_shrink(struct arena *arena, void *memory, size_t size)
{
    struct arena_block **at = find_alone(arena, memory);
    if (*at == NULL || size >= (*at)->size) {
        return memory;
    }
    struct arena_block *block = realloc(*at, sizeof *block + size);
    if (block == NULL) {
        return memory;
    }
    arena->total -= block->size - size;
    arena->all->held -= block->size - size;
    block->size = size;
    block->used = size;
    *at = block;
    return block->data;
}

void arena_discard(struct arena *arena, const void *memory)
{
    struct arena_block **at = find_alone(arena, memory);
    struct arena_block *block = *at;
    if (block != NULL) {
        *at = block->previous;
        arena->total -= block->size;
        arena->all->held -= block->size;
        free(block);
    }
}

size_t arena_bytes(struct arena *arena, uint64_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        arena_exhausted(arena);
    }
    return (size_t)count * size;
}

void *arena_array(struct arena *arena, uint64_t count, size_t size)
{
    return arena_alloc(arena, arena_bytes(arena, count, size));
}

void *arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return array;
    }
    if (*capacity > SIZE_MAX / 2) {
        arena_exhausted(arena);
    }
    size_t larger = *capacity == 0 ? LIST_LEAST : *capacity * 2;
    if (size <= SIZE_MAX / larger && arena_extend(arena, array, *capacity * size, larger * size)) {
        *capacity = larger;
        return array;
    }
    void *moved = arena_array(arena, larger, size);
    if (count > 0) {
        memcpy(moved, array, count * size);
    }
    *capacity = larger;
    arena_discard(arena, array);
    return moved;
}

void *arena_more(struct arena *arena, void *list, size_t count, size_t size)
{
    size_t capacity = count;
    bool full = (count & (count - 1)) == 0 && (count == 0 || count >= LIST_LEAST);
    return full ? arena_grow(arena, list, count, &capacity, size) : list;
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
    char buffer[MOST_TEXTS];
    va_list args;
    va_list again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    char *text = length < 0 ? NULL : arena_alloc(arena, (size_t)length + 1);
    if (text != NULL && (size_t)length < sizeof buffer) {
        memcpy(text, buffer, (size_t)length + 1);
    } else if (text != NULL) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    if (text == NULL) {
        arena_exhausted(arena);
    }
    return text;
}

size_t arena_size(const struct arena *arena)
{
    return arena->total;
}

void *arena_new_object(size_t size, struct arena **arena)
{
    jmp_buf guard;
    *arena = arena_new();
    if (*arena == NULL) {
        return NULL;
    }
    if (setjmp(guard) != 0) {
        arena_free(*arena);
        return NULL;
    }
    arena_guard(*arena, &guard);
    void *object = arena_alloc(*arena, size);
    arena_guard(*arena, NULL);
    return object;
}
