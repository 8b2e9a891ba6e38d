/*
 * Changes to a JSON text, as values: what is said of members and elements becomes new bytes in their places, and all
 * others stay as they are. Knows nothing of VRM.
 */
#ifndef VRMLINT_EDIT_EDIT_H
#define VRMLINT_EDIT_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "gltf/scan.h"
#include "vrmlint.h"

/* A range of the text that is replaced; an empty one is an insertion. */
struct splice {
    struct span at;
    const char *text; /* length bytes, in the arena */
    size_t length;
    size_t edit; /* the edit that it comes of: the first, where several share it */
};

struct splices {
    const struct splice *list; /* in the order of the text, none over another */
    size_t count;
};

/* Edits that grow. */
struct edits {
    struct arena *arena;
    struct vrmlint_edit *list;
    size_t count;
    size_t room;
};

/* value is borrowed. */
void edits_add(struct edits *edits, enum vrmlint_edit_kind kind, const char *pointer, const char *value);

/* Whether two edits do the same to the same place. */
bool edit_is_same(const struct vrmlint_edit *a, const struct vrmlint_edit *b);

/*
 * Leaves out of edits those that say what another says already, and those of what goes as a whole: puts the rest in the
 * order of their pointers and returns their number.
 */
size_t edits_settle(struct arena *arena, struct vrmlint_edit *edits, size_t count);

/* An edit of one of several who wish for some. */
struct wish {
    struct vrmlint_edit edit;
    size_t owner;
};

/*
 * Puts wishes in the order of their pointers and finds those that can't all be done at once: that touch the same value,
 * or one a value and the other what holds it, unless they are the same. Of two such owners the one with the higher
 * number must wait.
 */
void wishes_part(struct arena *arena, struct wish *wishes, size_t count, bool *waits);

/*
 * What edits come to in a text, which must have passed scan_text(). All pointers are of the text as it is: that an
 * element goes changes no other's number. False when one of them leads nowhere, or two touch the same value: then
 * *wrong receives its place among them. Near linear in the text and n log n in edits.
 */
bool edits_splice(struct arena *arena, const char *text, size_t size, const struct vrmlint_edit *edits, size_t count,
                  struct splices *out, size_t *wrong);

/* The text with its splices done. */
void splices_apply(struct buf *out, const char *text, size_t size, const struct splices *splices);

#endif
