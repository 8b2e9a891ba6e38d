/* A map from strings to values. */
#ifndef VRMLINT_BASE_TEXT_MAP_H
#define VRMLINT_BASE_TEXT_MAP_H

#include <stdint.h>

#include "base/arena.h"

struct text_map_slot {
    const char *text; /* NULL: free */
    void *value;
};

/* Open addressing, at most half full. Initialize with the arena and a random seed, all else zero. */
struct text_map {
    struct arena *arena;
    uint64_t seed;
    struct text_map_slot *slots;
    size_t size; /* a power of two */
    size_t count;
};

/* Returns the value of a string, or NULL. */
void *text_map_get(const struct text_map *map, const char *text);

/* Adds a string, which is borrowed and must not be in the map yet. */
void text_map_set(struct text_map *map, const char *text, void *value);

#endif
