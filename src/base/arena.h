/*
 * Memory of one file: allocated piece by piece, freed at once.
 *
 * An arena never hands out NULL. When memory ends it jumps to the point that arena_guard() set, so that the code in
 * between needs no checks; whoever sets the guard owns everything that must be released there. The same way leads out
 * of work that takes too long: arena_observe().
 */
#ifndef VRMLINT_BASE_ARENA_H
#define VRMLINT_BASE_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

struct arena;

/* A new arena, or NULL when memory is short. The caller frees it. */
struct arena *arena_new(void);
void arena_free(struct arena *arena);

/*
 * An arena for work whose memory is not to stay as long as that of the arena it is opened in. It has that one's guard
 * and watch, as they are now, and is freed with it, where nobody closes it before: so the way to the guard leaves
 * nothing behind. When memory is short it goes that way itself.
 */
struct arena *arena_open(struct arena *within);
void arena_close(struct arena *arena);

/* The same, but for what it holds: that doesn't count among what the outermost one may hold. */
struct arena *arena_open_apart(struct arena *within);

/* What setjmp() returns at the guard. */
enum arena_end { ARENA_EXHAUSTED = 1, ARENA_STOPPED, ARENA_OVER_LIMIT };

/* Makes a new arena and an object of size bytes in it, zeroed. Returns the object, or NULL when memory is short. */
void *arena_new_object(size_t size, struct arena **arena);

/* Where to go when memory ends, or what is watched for has come. Without a guard, running out is abort(). */
void arena_guard(struct arena *arena, jmp_buf *guard);

/*
 * Has a function asked now and then, while memory is handed out and where arena_pulse() is called, whether this is
 * enough: once it says so, the way leads to the guard, with ARENA_STOPPED. NULL: nobody is asked any more.
 */
void arena_observe(struct arena *arena, bool (*enough)(void *context), void *context);

/* Guard and watch of an arena, for who puts others there for a while; those opened within it keep theirs. */
struct arena_way {
    jmp_buf *guard;
    bool (*enough)(void *context);
    void *context;
};
struct arena_way arena_way(const struct arena *arena);
void arena_set_way(struct arena *arena, const struct arena_way *way);

/*
 * The most bytes that the arena, and those that are opened within it, may hold; beyond them the way leads to the guard,
 * with ARENA_OVER_LIMIT. 0: any number. Not of an arena that is opened within another, unless it is apart.
 */
void arena_limit(struct arena *arena, size_t bytes);

/* How many bytes are left until there; SIZE_MAX without a limit. */
size_t arena_room(const struct arena *arena);

/* For loops that hand out no memory: asks at one call of many, or at every call, where much has been done since the
 * last one. It must be a moment when memory might end as well. */
void arena_pulse(struct arena *arena);
void arena_ask(struct arena *arena);

/* Gives up as if memory had ended: for what is more than can be counted. Does not return. */
_Noreturn void arena_exhausted(struct arena *arena);

/* Goes the way to the guard for a reason that another arena had. */
_Noreturn void arena_end(struct arena *arena, enum arena_end end);

/* Returns size bytes, zeroed, aligned for max_align_t. */
void *arena_alloc(struct arena *arena, size_t size);

/* The same for what is written before it is read: nothing in it is set, which takes time where pieces are large. */
void *arena_bare(struct arena *arena, size_t size);

/* Returns the bytes of count elements of size bytes. If a size_t can't hold that many, it gives up as
 * arena_exhausted() does: on machines of 32 bits, a file on disk may have more elements than memory. */
size_t arena_bytes(struct arena *arena, uint64_t count, size_t size);

/* Returns count elements of size bytes, zeroed; gives up as arena_bytes() does. */
void *arena_array(struct arena *arena, uint64_t count, size_t size);

/* Room for at least count + 1 elements in an array of *capacity; returns the array, moved when it had to grow: nobody
 * may know where it was. */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size);

/*
 * Makes the last piece that was handed out larger where it lies, if there is room: from bytes, as it was asked for, to
 * bytes, the new ones zeroed. False, and nothing has changed, when another piece lies behind it or memory is NULL.
 */
bool arena_extend(struct arena *arena, const void *memory, size_t from, size_t to);

/*
 * For pieces that are needed only until a text is made of them: what has been handed out since the mark is forgotten,
 * and its memory used again (but for what didn't fit into the block of that time, which stays until the arena ends).
 * Whoever releases must be sure that nobody keeps any of it.
 */
struct arena_mark {
    const void *block;
    size_t used;
};
struct arena_mark arena_mark(const struct arena *arena);
void arena_release(struct arena *arena, struct arena_mark mark);

/*
 * Gives a piece back that nobody needs any more, if it is a large one, which has memory of its own; a small one stays
 * until the arena ends. For what is in proportion to a file, and over long before its report is.
 */
void arena_discard(struct arena *arena, const void *memory);

/* Gives back what lies behind the first size bytes of a piece, in the same way; the piece stays where it is, or moves.
 */
void *arena_shrink(struct arena *arena, void *memory, size_t size);

/* A terminated copy of length bytes. */
char *arena_copy(struct arena *arena, const char *text, size_t length);

/* printf into the arena; no more memory than the text needs. */
char *arena_printf(struct arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);

/* How many bytes the arena holds, for tests of proportion. */
size_t arena_size(const struct arena *arena);

#endif
