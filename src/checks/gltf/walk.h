/* Walks over all values in a tree, to find references in unknown extensions. */
#ifndef VRMLINT_CHECKS_GLTF_WALK_H
#define VRMLINT_CHECKS_GLTF_WALK_H

#include "base/buf.h"
#include "gltf/json.h"

struct walk_frame {
    const struct tree *json;
    void *member;    /* next member of an object */
    void *last;      /* previous member */
    size_t next;     /* next element of an array */
    const char *key; /* of this value; for arrays, also the key of all elements */
    bool in_extension;
};

/* The scanner refuses deeper JSON. */
enum { WALK_DEPTH = SCAN_DEPTH_MAX + 2 };

struct walk {
    struct buf pointer;
    size_t root;  /* its length at the start of the walk */
    size_t steps; /* number of frames that lead to the value */
    size_t depth;
    struct walk_frame frames[WALK_DEPTH];
    /* the current value of walk_next() */
    const struct tree *value;
    const char *key;    /* its key, or that of the list that contains it */
    const char *holder; /* key of the object that contains it */
    bool in_extension;  /* it is within an extension */
};

/* Starts a walk over the contents of json, which is at pointer under key. */
void walk_begin(struct walk *walk, struct arena *arena, const struct tree *json, const char *pointer, const char *key);

/* Advances to the next value, containers before their contents; returns false at the end. Elements of arrays outside
 * of extensions are skipped unless they are containers, because lists of numbers are most of a file. */
bool walk_next(struct walk *walk);

/* Returns the pointer to the current value, valid until the next call. */
const char *walk_pointer(struct walk *walk);

#endif
