/* The instances of an extension in a document: how to find every one, and which version it is of. */
#ifndef VRMLINT_VRM_INSTANCES_H
#define VRMLINT_VRM_INSTANCES_H

#include "gltf/document.h"
#include "tables/extensions.h"

/* The version that a specVersion names; NULL when it names none, isn't a string or isn't there. */
const struct extension_version *extension_version(enum extension_id id, const struct tree *spec_version);

/*
 * Which embedded schema judges an instance: that of its specVersion, for a missing or unknown one the newest. Where one
 * text names several layouts: the one that the instance has, or that belongs to its place.
 */
const char *extension_schema(enum extension_id id, const struct tree *instance, const char *pointer);

/* A list, or an object with members of any name, on the way to an instance. */
struct extension_list {
    const struct tree *json;
    size_t next;      /* element */
    void *member;     /* of an object: the next one, or NULL after the last */
    const char *key;  /* of an object: of the member that was entered */
    const char *rest; /* of the pattern, below an element */
};

/* Goes through all instances in right places: one place after the other, in the order of the lists that hold them. */
struct extension_cursor {
    const struct tree *value; /* the instance */
    const char *pointer;      /* of it; until the next step, or as long as the document if keys of the file are in it */
    /* private */
    char room[EXTENSION_POINTER_MAX];
    struct document *document;
    const char *const *places; /* that are still to come */
    struct extension_list lists[EXTENSION_LISTS_MAX];
    size_t depth;   /* of the lists that are gone through */
    bool is_barred; /* something of a wrong type stands where instances belong */
};

/* Before the first instance: extension_next() moves to it. */
struct extension_cursor extension_cursor(struct document *document, enum extension_id id);

/* Moves to the next instance; false behind the last one. */
bool extension_next(struct extension_cursor *cursor);

/* Whether something of a wrong type stands where instances belong, so that some may have been meant there. */
bool extension_may_be_hidden(struct document *document, enum extension_id id);

#endif
