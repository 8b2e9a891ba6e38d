/* JSON text for the mutator: the positions of values, and a text that can be changed. */
#ifndef VRMLINT_FUZZ_MUTATE_TEXT_H
#define VRMLINT_FUZZ_MUTATE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAP_MOST = 4096 }; /* values of one text; a longer text is treated as unstructured */

struct value {
    uint32_t begin;
    uint32_t end;
    uint32_t key; /* beginning of the member's key; of the value itself for elements and the root */
    uint32_t key_end;
    uint32_t parent; /* index of the parent; its own for the root */
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

/* Finds all values of the first JSON value at or after from, in their order. Returns false if the text isn't
 * JSON, apart from wrong commas. */
bool map_values(struct map *map, const char *text, size_t size, size_t from);

bool value_is_member(const struct value *value);

/* Bytes, possibly of the text that is changed. */
struct piece {
    const char *bytes;
    size_t size;
};

/* Replaces the bytes between from and to by pieces. Returns false if there is no room. */
bool splice_pieces(struct text *text, size_t from, size_t to, const struct piece *pieces, size_t count);

/* Removes a member or element with its comma. */
bool splice_out(struct text *text, const struct map *map, size_t value);

#endif
