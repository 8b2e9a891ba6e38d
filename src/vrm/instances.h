/* The instances of an extension in a document: finds all of them and their versions. */
#ifndef VRMLINT_VRM_INSTANCES_H
#define VRMLINT_VRM_INSTANCES_H

#include "gltf/document.h"
#include "tables/extensions.h"

/* Returns the version of a specVersion; NULL if it is unknown, not a string or absent. */
const struct extension_version *extension_version(enum extension_id id, const struct tree *spec_version);

/* Returns the embedded schema for an instance: that of its specVersion, or the newest if that is missing or unknown.
 * If several layouts have the same specVersion, it is the one of the instance's layout or place. */
const char *extension_schema(enum extension_id id, const struct tree *instance, const char *pointer);

/* A list, or an object with members of any name, on the way to an instance. */
struct extension_list {
    const struct tree *json;
    size_t next;      /* index of the next element */
    void *member;     /* object: the next member, or NULL after the last */
    const char *key;  /* object: the key of the current member */
    const char *rest; /* the rest of the pattern, below an element */
};

/* Iterates over all instances in valid places: one place after the other, in the order of the lists. */
struct extension_cursor {
    const struct tree *value; /* the instance */
    /* Pointer of the instance. Valid until the next step, or as long as the document if it contains keys of the
     * file. */
    const char *pointer;
    /* private */
    char room[EXTENSION_POINTER_MAX];
    struct document *document;
    const char *const *places; /* places still to come */
    struct extension_list lists[EXTENSION_LISTS_MAX];
    size_t depth;   /* number of current lists */
    bool is_barred; /* a value of a wrong type is where instances belong */
};

/* Returns a cursor before the first instance; extension_next() moves it. */
struct extension_cursor extension_cursor(struct document *document, enum extension_id id);

/* Moves to the next instance. Returns false after the last one. */
bool extension_next(struct extension_cursor *cursor);

/* Whether a value of a wrong type is where instances belong, so that some may have been intended there. */
bool extension_may_be_hidden(struct document *document, enum extension_id id);

#endif
