/*
 * Idle threads that help another thread with its file. The work is cut into pieces that write to different memory. Any
 * thread may make any piece, so the result of a piece must not depend on the thread.
 */
#ifndef VRMLINT_BASE_HELPERS_H
#define VRMLINT_BASE_HELPERS_H

#include "base/arena.h"

struct vrmlint_helpers;

/* Returns a pool without idle helpers, or NULL if memory runs out. The caller frees it after the last run. */
struct vrmlint_helpers *helpers_new(void);
void helpers_free(struct vrmlint_helpers *helpers);

/* Adds a number of idle threads. May be called in any thread. Does nothing with a pool of NULL. */
void helpers_add_idle(struct vrmlint_helpers *helpers, size_t threads);

/* Whether a helper is idle just now. False for a pool of NULL. */
bool helpers_have_idle(struct vrmlint_helpers *helpers);

enum { HELPERS_PIECES_MAX = 16 };

struct helpers_work {
    void *context;
    size_t count;  /* pieces, at most HELPERS_PIECES_MAX; the longest come first */
    size_t memory; /* approximate bytes that a helper needs; a helper that takes over twice as much leaves */
    /* Returns what a helper needs for all its pieces, in the helper's arena. NULL: nothing is needed. */
    void *(*prepare)(void *context, struct arena *arena);
    /* Makes a piece. own is the result of prepare() or, in the caller's thread, the argument of helpers_run(). May use
     * only this arena and arenas opened in it. A piece that a lack of memory interrupted is made again. */
    void (*make)(void *context, void *own, struct arena *arena, size_t piece);
};

/*
 * Makes all pieces, some of them in other threads if any are idle. If memory runs out in this thread, or the observer
 * of the arena ends the work (it is called in any thread, but in one at a time), jumps to the arena's guard after all
 * helpers have left. A helper whose own memory runs out leaves; its memory doesn't count in the arena, but is bounded,
 * and far less than what the arena may still take.
 */
void helpers_run(struct vrmlint_helpers *helpers, struct arena *arena, void *own, const struct helpers_work *work);

#endif
