/* Finds JSON pointers in the text: line, column and offset, for many pointers in one walk. */
#ifndef VRMLINT_GLTF_POSITIONS_H
#define VRMLINT_GLTF_POSITIONS_H

#include "base/arena.h"
#include "gltf/scan.h"

struct position {
    const char *pointer; /* input, borrowed */
    bool found;          /* false: the position is that of the nearest ancestor that exists */
    size_t key;          /* offset of the member's key (its quote), or of the value if it has no key */
    struct span value;
    size_t line;   /* of the value, from 1 */
    size_t column; /* in code points, from 1 */
};

/*
 * Finds the positions of count pointers. The text must have passed scan_text(). The last of equal keys counts, as in
 * jansson. Walks through the text once and counts its lines once, for any count. Takes at most n log n time for n
 * pointers.
 */
void positions_find(struct arena *arena, const char *text, size_t size, struct position *places, size_t count);

/* The same if some values are known already, such as those of the root's members: known has the spans of known_count
 * values, in the order of the text. The walk needn't find their ends. */
void places_find_fast(struct arena *arena, const char *text, size_t size, const struct span *known, size_t known_count,
                      struct position *places, size_t count);

/* The same without lines and columns, which saves a pass. */
void positions_locate(struct arena *arena, const char *text, size_t size, struct position *places, size_t count);

/* Sets line and column of places whose value.begin is set. */
void positions_number(struct arena *arena, const char *text, size_t size, struct position *places, size_t count);

#endif
