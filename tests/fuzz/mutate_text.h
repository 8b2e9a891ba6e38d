/* JSON text as the mutator sees it: where values stand, and a text that can be changed. */
#ifndef VRMLINT_FUZZ_MUTATE_TEXT_H
#define VRMLINT_FUZZ_MUTATE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAP_MOST = 4096 }; /* values of one text; it has no structure for us beyond */

struct value {
    uint32_t begin;
    uint32_t end;
    uint32_t key; /* where its member begins; where it does itself, in arrays and for the root */
    uint32_t key_end;
    uint32_t parent; /* index of what it is in; its own for the root */
};

struct map {
    struct value values[MAP_MOST];
    size_t count;
};

struct text {
    char *bytes;
    size_t size;
    size_t most;
};

/* Where all values of the first JSON value from there on stand, in their order; false for what isn't JSON even if
 * commas are overlooked. */
bool map_values(struct map *map, const char *text, size_t size, size_t from);

bool value_is_member(const struct value *value);

/* Some bytes, which may be of the text that is changed. */
struct piece {
    const char *bytes;
    size_t size;
};

/* Puts pieces in the place of what stands there; false where there is no room. */
bool splice_pieces(struct text *text, size_t from, size_t to, const struct piece *pieces, size_t count);

/* Takes a member or an element out, with its comma. */
bool splice_out(struct text *text, const struct map *map, size_t value);

#endif
