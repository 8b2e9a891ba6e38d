/* A walk over everything in a tree, whatever it means: for references from extensions that nobody knows. */
#ifndef VRMLINT_CHECKS_GLTF_WALK_H
#define VRMLINT_CHECKS_GLTF_WALK_H

#include "base/buf.h"
#include "gltf/json.h"

struct walk_frame {
    const struct tree *json;
    void *member;    /* the next, of an object */
    void *last;      /* the one before it */
    size_t next;     /* the next element, of an array */
    const char *key; /* that this stands under: of an array, that of all its elements */
    bool in_extension;
};

/* No text nests deeper: the scanner refuses it. */
enum { WALK_DEPTH = SCAN_DEPTH_MAX + 2 };

struct walk {
    struct buf pointer;
    size_t root;  /* its length where the walk began */
    size_t steps; /* frames that lead to the value */
    size_t depth;
    struct walk_frame frames[WALK_DEPTH];
    /* of the value that walk_next() came to */
    const struct tree *value;
    const char *key;    /* of it, or of the list that it is an element of */
    const char *holder; /* the key of the object that it is a member of */
    bool in_extension;  /* an extension holds it */
};

/* Begins before everything that json, which stands at pointer under key, holds. */
void walk_begin(struct walk *walk, struct arena *arena, const struct tree *json, const char *pointer, const char *key);

/*
 * The next value, those that hold others first; false at the end. Elements of arrays outside of extensions are passed
 * over unless they hold something: lists of numbers are most of a file.
 */
bool walk_next(struct walk *walk);

/* The pointer to the value that walk_next() came to; it stays until this is called again. */
const char *walk_pointer(struct walk *walk);

#endif
