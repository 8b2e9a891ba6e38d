/* One file: its bytes, its JSON text, and the trees of the requested members. */
#ifndef VRMLINT_GLTF_DOCUMENT_H
#define VRMLINT_GLTF_DOCUMENT_H

#include "finding/finding.h"
#include "gltf/bytes.h"
#include "gltf/glb.h"
#include "gltf/json.h"
#include "gltf/positions.h"
#include "gltf/scan.h"

/* A name in an "extensions" object anywhere in the file. */
struct extension_place {
    const char *name;    /* as in the file */
    const char *pointer; /* of its value */
};

struct document {
    struct arena *arena;
    struct arena *words; /* see document_words(); NULL until it is called */
    struct findings *findings;
    const char *path;
    struct bytes bytes;
    struct os_file *companion; /* a file beside this one that is read for a buffer, or NULL; closed with the document */
    size_t companion_of;       /* the index of that buffer */
    struct os_file *picture;   /* the same for an image */
    bool looked_beside;        /* some other file has been opened, or opening one has failed */
    struct container container;
    bool readable; /* the text is JSON and an object; the rest may be used only then */
    struct scan_result scan;
    enum vrmlint_limit_revision limit_revision; /* the revision of the limits to apply; B unless it is set */
    bool no_constraints;                        /* simulations leave node constraints out */
    /* Further names of interest in this run, ended by NULL; NULL: none. */
    const char *const *wanted;
    /*
     * Every name in an "extensions" object that extension_is_of_interest() accepts, in the order of the text, except
     * those whose pointers have more than SCAN_POINTER_MAX bytes. A duplicate key can hide such a value:
     * document_tree() then returns NULL.
     */
    const struct extension_place *extensions;
    size_t extension_count;
    bool extensions_left_out; /* there are more of them than could be listed */
    /* All names in "extensions" objects and in extensionsUsed, each once, in byte order (at most 100,000). */
    const char *const *names;
    size_t name_count;
    /* Those in "extensions" objects, in byte order (at most 100,000). */
    const char *const *carried;
    size_t carried_count;
};

/* Returns a document of which nothing has been read. */
struct document *document_new(struct arena *arena, struct findings *findings, const char *path, struct bytes bytes);

/*
 * Reads a document and reports errors of the container and of JSON (file/..., container/..., json/...). The document
 * is in the arena but must be closed to free its trees, even if reading it was interrupted. Returns false and *error
 * if reading fails.
 */
bool document_read(struct document *document, struct os_error *error);

/* Makes and reads a document; NULL and *error if reading fails. */
struct document *document_open(struct arena *arena, struct findings *findings, const char *path, struct bytes bytes,
                               struct os_error *error);
void document_close(struct document *document);

/*
 * Returns the tree of the value at a pointer ("/nodes", "/extensions/VRM/humanoid"). It is built at the first call
 * and kept. Returns NULL if the value is absent or the document isn't readable. A pointer below one that was
 * requested before shares its tree. If very many pointers below one member of the root are requested, its whole tree
 * is built, so that the total time stays linear.
 */
const struct tree *document_tree(struct document *document, const char *pointer);

/* Returns an arena for arguments of messages, which are needed only until their message is reported. It is freed
 * after each family of checks; a check with very many messages frees it more often. */
struct arena *document_words(struct document *document);
void document_forget_words(struct document *document);

/* The same as positions_find() for the document's text, without walking through members that no pointer leads to. */
void document_positions(const struct document *document, struct position *places, size_t count);

/* Returns the number of elements of a top-level array, without building its tree; 0 if it isn't an array. */
size_t document_count(const struct document *document, const char *member);

/* Whether a top-level member is an array or absent. */
bool document_has_list(const struct document *document, const char *member);

/* Whether the root has a member of that name. */
bool document_has(const struct document *document, const char *member);

/* Return the number of members of the root, and the name of one by its index (in no particular order), in the arena. */
size_t document_members(const struct document *document);
const char *document_member(const struct document *document, size_t number, struct arena *arena);

/* Whether the root has a member of that name that is an object. */
bool document_has_object(const struct document *document, const char *member);

#endif
