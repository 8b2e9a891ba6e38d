/*
 * The root object's members: where each lies in the text, and the trees that somebody asked for; and what document.c
 * finds that document_tell.c tells. Nobody else includes this.
 */
#ifndef VRMLINT_GLTF_MEMBERS_H
#define VRMLINT_GLTF_MEMBERS_H

#include "gltf/document.h"

struct members;
struct members_part;

struct member {
    const char *name; /* not terminated */
    size_t length;
    struct span value;
    size_t children;            /* elements of an array, members of an object */
    const struct tree *tree;    /* of all of it; NULL until somebody asks */
    struct members *below;      /* an object's own members, once somebody looks for something among them */
    struct members_part *parts; /* trees of what lies below, as long as that is little */
    size_t walks;               /* through the text, for something below */
};

struct members {
    struct arena *arena;
    const char *text;
    size_t size;
    struct span root;
    struct member *list; /* by name, once members_sort() has been called */
    size_t count;
    size_t capacity;
    struct span *values; /* of all members, in the order of the text */
    size_t value_count;
    size_t value_capacity;
    struct arena *trees;      /* their memory; NULL until there is one */
    struct tree_pool *pool;   /* of all trees */
    const struct tree *whole; /* the whole document, if somebody asks for it */
};

/* Adds a member of the root object; all are added before members_sort(). */
void members_add(struct members *members, struct span key, struct span value, size_t children);

/* Sorts them, so that they can be found. Of equal names the last one stays. */
void members_sort(struct members *members);

/* NULL when there is none of that name. */
const struct member *members_find(const struct members *members, const char *name, size_t length);

/* The place of the value at a pointer in the text; false when there is none. Goes through the whole member. */
bool members_locate(struct members *members, const char *pointer, struct span *value);

/* See document_tree(). */
const struct tree *members_tree(struct members *members, const char *pointer);

/* Releases all trees. */
void members_release(struct members *members);

/* A key that stood in its object before. */
struct duplicate {
    const char *pointer;
    size_t first;  /* the earlier key */
    size_t second; /* the later key */
    size_t value;  /* the later value */
};

void document_report_duplicates(struct document *document, const struct duplicate *duplicates, size_t count);

/* Says why the text is no JSON. True when it can be read all the same. */
bool document_report_error(struct document *document);

/* The buffer that lies in the BIN chunk has to fit. */
void document_report_bin(struct document *document, struct members *members);

#endif
