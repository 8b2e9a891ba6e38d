/* Edits of a JSON text: edits of members and elements become replacements of their bytes; all other bytes stay
 * unchanged. Knows nothing of VRM. */
#ifndef VRMLINT_EDIT_EDIT_H
#define VRMLINT_EDIT_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "gltf/scan.h"
#include "vrmlint.h"

struct outline;
struct position;

/* A range of the text to replace; an empty range is an insertion. */
struct splice {
    struct span at;
    const char *text; /* length bytes, in the arena */
    size_t length;
    size_t edit; /* index of its edit; of the first one if several share it */
};

struct splices {
    const struct splice *list; /* in the order of the text, without overlaps */
    size_t count;
};

/* A growing list of edits. */
struct edits {
    struct arena *arena;
    struct vrmlint_edit *list;
    size_t count;
};

/* Adds an edit; borrows value. */
void edits_add(struct edits *edits, enum vrmlint_edit_kind kind, const char *pointer, const char *value);

/* Whether two edits make the same change at the same place. */
bool edit_is_same(const struct vrmlint_edit *a, const struct vrmlint_edit *b);

/* Removes duplicate edits, and edits of values that are removed as a whole. Sorts the others by pointer and returns
 * their number. */
size_t edits_settle(struct arena *arena, struct vrmlint_edit *edits, size_t count);

/* An edit requested by one of several owners. */
struct wish {
    struct vrmlint_edit edit;
    size_t owner;
};

/* Sorts wishes by pointer and finds those that conflict: that touch the same value, or a value and one of its
 * ancestors, unless they are the same edit. Of two such owners the one with the higher number must wait. */
void wishes_part(struct arena *arena, struct wish *wishes, size_t count, bool *waits);

/*
 * Converts edits to splices of a text, which must have passed scan_text(). All pointers refer to the original text:
 * removing an element doesn't renumber others. Returns false if an edit has no valid target, or if two edits touch
 * the same value; *wrong receives the edit's index then. Takes near linear time in the text and n log n in edits.
 */
bool edits_splice(struct arena *arena, const char *text, size_t size, const struct vrmlint_edit *edits, size_t count,
                  struct splices *out, size_t *wrong);

/* The places of edits in a text, each a list with one for each edit: its target, the target's parent, and for a move
 * the new parent and that one's parent. */
struct edit_places {
    struct position *targets;
    struct position *parents;
    struct position *others;
    struct position *above;
    struct outline *outline; /* of the text */
};

/* Finds the places of edits in one walk over the text. They are allocated in the arena, and borrow the text. */
struct edit_places edits_locate(struct arena *arena, const char *text, size_t size, const struct vrmlint_edit *edits,
                                size_t count);

/* Like edits_splice(), for edits whose places are known. For many lists of edits, the text is walked once. */
bool edits_splice_at(struct arena *arena, const struct vrmlint_edit *edits, size_t count,
                     const struct edit_places *places, struct splices *out, size_t *wrong);

/* Writes the text with its splices applied. */
void splices_apply(struct buf *out, const char *text, size_t size, const struct splices *splices);

#endif
