/*
 * Threads that have nothing to do, and help with a file that another one is busy with: work in pieces that share
 * nothing they write. Who makes which piece is left to chance, so what comes of a piece must not hang on it.
 */
#ifndef VRMLINT_BASE_CREW_H
#define VRMLINT_BASE_CREW_H

#include "base/arena.h"

struct vrmlint_crew;

/* As yet nobody is idle. NULL when memory is short. The caller frees it, once nobody works any more. */
struct vrmlint_crew *crew_new(void);
void crew_free(struct vrmlint_crew *crew);

/* So many more threads have nothing to do. Called in any thread; a crew of NULL stays nobody. */
void crew_rest(struct vrmlint_crew *crew, size_t threads);

/* Whether anybody would help just now; NULL: nobody ever does. */
bool crew_is_idle(struct vrmlint_crew *crew);

enum { CREW_PIECES_MAX = 16 };

struct crew_work {
    void *context;
    size_t count;  /* pieces, at most CREW_PIECES_MAX: those that take longest come first */
    size_t memory; /* bytes that a helper takes, about: one that takes more than twice as much gives up */
    /* What a helper needs for all its pieces, in an arena of its own. NULL: nothing. */
    void *(*prepare)(void *context, struct arena *arena);
    /* Makes a piece. own is what was prepared, or the caller's. Of arenas it may use that one, and those that are
     * opened within it there, alone; a piece that came to no end for lack of memory is made again. */
    void (*make)(void *context, void *own, struct arena *arena, size_t piece);
};

/*
 * Makes all pieces, some of them in other threads where there are any idle. Where memory ends in this thread, or the
 * watch of the arena says that it is enough, in whichever thread (in one at a time), the way leads to the arena's guard
 * once nobody works any more. A helper whose own memory ends just leaves: what it holds doesn't count in the arena, but
 * is bounded, and far less than what the arena may still hold.
 */
void crew_run(struct vrmlint_crew *crew, struct arena *arena, void *own, const struct crew_work *work);

#endif
