/* From JSON pointers to places in the text: line, column, offset, for many pointers in one walk. */
#ifndef VRMLINT_GLTF_POSITIONS_H
#define VRMLINT_GLTF_POSITIONS_H

#include "base/arena.h"
#include "gltf/scan.h"

struct position {
    const char *pointer; /* in: borrowed */
    bool found;          /* false: the place is that of the nearest parent that exists */
    size_t key;          /* offset of the member's key (its quote), or of the value where it has none */
    struct span value;
    size_t line;   /* of the value, from 1 */
    size_t column; /* in code points, from 1 */
};

/*
 * Fills in the places of count pointers. The text must have passed scan_text(); of equal keys the last one counts, as
 * in jansson. One walk and one count of lines over the text, whatever the count: no worse than n log n in pointers.
 */
void positions_find(struct arena *arena, const char *text, size_t size, struct position *places, size_t count);

/*
 * The same for somebody who knows where some values are, such as those of the root's members: count_known spans in the
 * order of the text, which the walk needs not pass to find their ends.
 */
void places_find_fast(struct arena *arena, const char *text, size_t size, const struct span *known, size_t known_count,
                      struct position *places, size_t count);

/* The same without lines and columns, which saves a pass. */
void positions_locate(struct arena *arena, const char *text, size_t size, struct position *places, size_t count);

/* Line and column of byte offsets: fills line and column of places whose value.begin is set. */
void positions_number(struct arena *arena, const char *text, size_t size, struct position *places, size_t count);

#endif
