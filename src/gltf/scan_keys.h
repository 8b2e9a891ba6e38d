/*
 * The keys of open objects, to find duplicates: a stack with a hash table over it. Objects are closed in the opposite
 * order of their opening, so keys are always removed in reverse order, and open addressing needs no tombstones. Used
 * by scan.c and document.c.
 */
#ifndef VRMLINT_GLTF_SCAN_KEYS_H
#define VRMLINT_GLTF_SCAN_KEYS_H

#include "base/buf.h"
#include "gltf/scan.h"

struct scan_key {
    struct span span; /* inside the quotes */
    uint64_t print;   /* few keys: length and first bytes; once indexed: the hash */
    bool escaped;
    bool indexed;
};

/* An open object's part of the stack: from mark up to the mark of the object opened in it. */
struct scan_keys_group {
    size_t mark;
    bool indexed;
};

struct scan_keys {
    const char *text;
    size_t size;
    struct arena *arena;
    uint64_t multiplier; /* secret, as is addend */
    uint64_t addend;
    struct scan_key *stack;
    size_t count;
    size_t capacity;
    uint32_t *slots;   /* index + 1 into the stack; 0: free */
    size_t slot_count; /* 0 or a power of two */
    size_t slots_used;
    struct buf scratch[2];
};

/* Initializes for a text of size bytes, which is borrowed. seed must be random, so that no file can make keys
 * collide. */
void scan_keys_start(struct scan_keys *keys, struct arena *arena, const char *text, size_t size, uint64_t seed);

/* Returns the group of a new object. */
struct scan_keys_group scan_keys_open(const struct scan_keys *keys);

/* Adds a key to the innermost object. Keys are compared after decoding their escapes. Returns NULL if the key is new;
 * otherwise returns the earlier key and adds nothing. */
const struct scan_key *scan_keys_add(struct scan_keys *keys, struct scan_keys_group *group, struct span span,
                                     bool escaped);

/* Removes the keys of the innermost object. */
void scan_keys_close(struct scan_keys *keys, const struct scan_keys_group *group);

#endif
