/*
 * The memory of one file: allocated piece by piece, freed at once.
 *
 * An arena never returns NULL. If memory runs out, it jumps to the point that arena_guard() set, so that the code in
 * between needs no checks; the code that sets the guard must own everything that has to be released there. Work that
 * takes too long is ended by the same jump: see arena_observe().
 */
#ifndef VRMLINT_BASE_ARENA_H
#define VRMLINT_BASE_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

struct arena;

/* Returns a new arena, or NULL if memory runs out. The caller frees it. */
struct arena *arena_new(void);
void arena_free(struct arena *arena);

/*
 * Opens an arena for work whose memory is not needed as long as that of within. The new arena takes over the guard
 * and the observer that within has now. It is freed with within unless it is closed before, so a jump to the guard
 * leaks nothing. Jumps to the guard if memory runs out.
 */
struct arena *arena_open(struct arena *within);
void arena_close(struct arena *arena);

/* The same, but the memory of the new arena doesn't count towards the limit of the outermost one. */
struct arena *arena_open_apart(struct arena *within);

/* The values that setjmp() returns at the guard. */
enum arena_end { ARENA_EXHAUSTED = 1, ARENA_STOPPED, ARENA_OVER_LIMIT };

/* Makes a new arena and an object of size bytes in it, zeroed. Returns the object, or NULL if memory runs out. */
void *arena_new_object(size_t size, struct arena **arena);

/* Sets where to jump if memory runs out or the observer ends the work. Without a guard, running out of memory calls
 * abort(). */
void arena_guard(struct arena *arena, jmp_buf *guard);

/* Sets an observer: a function that is called now and then, by allocations and by arena_pulse(). If it returns true,
 * the arena jumps to the guard with ARENA_STOPPED. NULL: no observer. */
void arena_observe(struct arena *arena, bool (*enough)(void *context), void *context);

/* The guard and the observer of an arena, for code that replaces them for a while. Arenas opened in it keep theirs. */
struct arena_way {
    jmp_buf *guard;
    bool (*enough)(void *context);
    void *context;
};
struct arena_way arena_way(const struct arena *arena);
void arena_set_way(struct arena *arena, const struct arena_way *way);

/* Sets how many bytes the arena and those opened in it may hold. An allocation beyond the limit jumps to the guard
 * with ARENA_OVER_LIMIT. 0: no limit. Not for an arena opened in another, except by arena_open_apart(). */
void arena_limit(struct arena *arena, size_t bytes);

/* Makes an outermost arena stop for the observer of another arena, and hold at most as much more as that one has left
 * before its limit. For work in an arena that outlives the other one; call it again with NULL after the work. */
void arena_follow(struct arena *arena, const struct arena *other);

/* Returns how many bytes are left before the limit; SIZE_MAX without a limit. */
size_t arena_room(const struct arena *arena);

/* For loops that allocate nothing. arena_pulse() calls the observer in one of many calls, arena_ask() in every call,
 * for use after much work. Both may jump to the guard, as an allocation may. */
void arena_pulse(struct arena *arena);
void arena_ask(struct arena *arena);

/* Jumps to the guard as if memory had run out, for example if a count exceeds size_t. Does not return. */
_Noreturn void arena_exhausted(struct arena *arena);

/* Jumps to the guard for a reason that another arena had. */
_Noreturn void arena_end(struct arena *arena, enum arena_end end);

/* Returns size bytes, zeroed, aligned for max_align_t. */
void *arena_alloc(struct arena *arena, size_t size);

/* The same without zeroing, which saves time for large pieces. For memory that is written before it is read. */
void *arena_bare(struct arena *arena, size_t size);

/* Returns the bytes of count elements of size bytes. Calls arena_exhausted() if a size_t can't hold the number: on a
 * 32-bit machine, a file may have more elements than memory can hold. */
size_t arena_bytes(struct arena *arena, uint64_t count, size_t size);

/* Returns count elements of size bytes, zeroed. Fails as arena_bytes() does. */
void *arena_array(struct arena *arena, uint64_t count, size_t size);

/* Makes room for at least count + 1 elements in an array of *capacity. Returns the array. It may have moved: pointers
 * to the old array become invalid. */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size);

/* The same for a list that only grows: its room follows from its count, so that no variable is needed for it. */
void *arena_more(struct arena *arena, void *list, size_t count, size_t size);

/* Adds a zeroed element to a list that only grows, and returns a pointer to it: *ARENA_ADD(arena, list, count) = x. The
 * list begins as NULL with a count of 0. It may move: pointers into it become invalid. */
#define ARENA_ADD(arena, list, count) ((list) = arena_more(arena, list, count, sizeof *(list)), &(list)[(count)++])

/* The same for a list that also shrinks, such as a stack; the element isn't zeroed then. Its room is a variable. */
#define ARENA_PUSH(arena, list, count, room)                                                                           \
    ((list) = arena_grow(arena, list, count, &(room), sizeof *(list)), &(list)[(count)++])

/* Extends the last allocated piece in place: from its requested size, from, to a new size, to; zeroes the new bytes.
 * Returns false and changes nothing if there is no room, if another piece follows, or if memory is NULL. */
bool arena_extend(struct arena *arena, const void *memory, size_t from, size_t to);

/*
 * For pieces that are needed only until a string is made of them. arena_release() makes the memory allocated since
 * the mark available again. Large pieces stay until the arena is freed; if a new block has been started since the
 * mark, everything stays. The caller must be sure that nothing allocated since the mark is still in use.
 */
struct arena_mark {
    const void *block;
    size_t used;
};
struct arena_mark arena_mark(const struct arena *arena);
void arena_release(struct arena *arena, struct arena_mark mark);

/* Frees a piece that is no longer needed, if it is a large one, which has a block of its own. A small piece stays
 * until the arena is freed. For memory in proportion to a file that the report doesn't need. */
void arena_discard(struct arena *arena, const void *memory);

/* Frees the part of a large piece after its first size bytes. Returns the piece, which may have moved. */
void *arena_shrink(struct arena *arena, void *memory, size_t size);

/* Returns a terminated copy of length bytes. */
char *arena_copy(struct arena *arena, const char *text, size_t length);

/* Prints into the arena; takes no more memory than the text needs. */
char *arena_printf(struct arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);

/* Returns how many bytes the arena holds, for tests of memory use. */
size_t arena_size(const struct arena *arena);

#endif
