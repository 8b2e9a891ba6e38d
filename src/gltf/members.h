/* The root object's members: their positions in the text and their requested trees; and what document.c passes to
 * document_findings.c. Private to these. */
#ifndef VRMLINT_GLTF_MEMBERS_H
#define VRMLINT_GLTF_MEMBERS_H

#include "gltf/document.h"

struct members;
struct members_part;

struct known_member {
    const char *name; /* not terminated */
    size_t length;
    struct span value;
    size_t children;            /* elements of an array, members of an object */
    const struct tree *tree;    /* the whole value; NULL until requested */
    struct members *below;      /* an object's own members, once something among them is searched for */
    struct members_part *parts; /* trees of values below, as long as there are few */
    size_t walks;               /* how often the text was walked for something below */
};

struct members {
    struct arena *arena;
    const char *text;
    size_t size;
    struct span root;
    struct known_member *list; /* sorted by name after members_sort() */
    size_t count;
    size_t capacity;
    struct span *values; /* the values of all members, in the order of the text */
    size_t value_count;
    size_t value_capacity;
    struct arena *trees;      /* memory of the trees; NULL until needed */
    struct tree_pool *pool;   /* of all trees */
    const struct tree *whole; /* the whole document, if requested */
};

/* Adds a member of the root object. Must not be called after members_sort(). */
void members_add(struct members *members, struct span key, struct span value, size_t children);

/* Sorts the members for searching. The last of equal names is kept. */
void members_sort(struct members *members);

/* Returns a member by its name, or NULL. */
const struct known_member *members_find(const struct members *members, const char *name, size_t length);

/* Finds the span of the value at a pointer in the text. Returns false if it is absent. Walks through the whole
 * member. */
bool members_locate(struct members *members, const char *pointer, struct span *value);

/* See document_tree(). */
const struct tree *members_tree(struct members *members, const char *pointer);

/* Frees all trees. */
void members_release(struct members *members);

/* A duplicate key of an object. */
struct duplicate {
    const char *pointer;
    size_t first;  /* the earlier key */
    size_t second; /* the later key */
    size_t value;  /* the later value */
};

#endif
