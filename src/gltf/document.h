/*
 * One file: its bytes, its JSON text, and the trees of the members that somebody asked for.
 */
#ifndef VRMLINT_GLTF_DOCUMENT_H
#define VRMLINT_GLTF_DOCUMENT_H

#include "finding/finding.h"
#include "gltf/bytes.h"
#include "gltf/glb.h"
#include "gltf/json.h"
#include "gltf/positions.h"
#include "gltf/scan.h"

/* A name found in an "extensions" object, anywhere in the file. */
struct extension_place {
    const char *name;    /* as in the file */
    const char *pointer; /* of its value */
};

struct document {
    struct arena *arena;
    struct arena *words; /* see document_words(); NULL until then */
    struct findings *findings;
    const char *path;
    struct bytes bytes;
    struct os_file *companion; /* a file beside this one that is being read, or NULL; closed with the document */
    size_t companion_of;       /* the buffer that it is of */
    struct os_file *picture;   /* the same of an image */
    bool looked_beside;        /* there has been one, or none was found where one should be */
    struct container container;
    bool readable; /* the text is JSON and an object: only then may the rest be used */
    struct scan_result scan;
    enum vrmlint_limit_revision limit_revision; /* the text that limits are read by; B unless it is set */
    /* Every name in an "extensions" object that extension_is_of_interest(), in the order of the text, but those whose
     * pointers have more than SCAN_POINTER_MAX bytes. Where a key stands twice, a place can be hidden: document_tree()
     * then gives NULL. */
    const char *const *wanted; /* names that are of interest too, for this run alone; the last is NULL. NULL: none */
    const struct extension_place *extensions;
    size_t extension_count;
    bool extensions_left_out; /* there are more of them than could be listed */
    /* All names in "extensions" objects and in extensionsUsed, each once, in byte order (at most 1,000). */
    const char *const *names;
    size_t name_count;
};

/* A document of which nothing has been read. */
struct document *document_new(struct arena *arena, struct findings *findings, const char *path, struct bytes bytes);

/*
 * Reads it and reports what is wrong with it as a container and as JSON (file/..., container/..., json/...). It lives
 * in the arena, but must be closed to release its trees, also when reading it didn't come to its end. False, with
 * *error, when reading fails.
 */
bool document_read(struct document *document, struct os_error *error);

/* Both at once; NULL, with *error, when reading fails. */
struct document *document_open(struct arena *arena, struct findings *findings, const char *path, struct bytes bytes,
                               struct os_error *error);
void document_close(struct document *document);

/*
 * The tree of the value at a pointer ("/nodes", "/extensions/VRM/humanoid"), built on the first call and kept; NULL
 * where there is none, or the document isn't readable. A pointer below one that was asked for before shares its tree.
 * When very many are asked for below one member of the root, its whole tree is built: asking stays linear.
 */
const struct tree *document_tree(struct document *document, const char *pointer);

/* Room for arguments of messages, which need last only until their message is reported. It is forgotten after each
 * family of checks; whoever reports very much releases it more often. */
struct arena *document_words(struct document *document);
void document_forget_words(struct document *document);

/* positions_find() for the document's text, without a walk through the members that no pointer leads to. */
void document_positions(const struct document *document, struct position *places, size_t count);

/* Elements of a top-level array, without building its tree; 0 when it isn't an array. */
size_t document_count(const struct document *document, const char *member);

/* Whether a top-level array is one, or isn't there at all. */
bool document_has_list(const struct document *document, const char *member);

/* Whether the root has a member of that name. */
bool document_has(const struct document *document, const char *member);

/* How many members the root has, and the name of one by its number among them (in no order of the file), in the arena.
 */
size_t document_members(const struct document *document);
const char *document_member(const struct document *document, size_t number, struct arena *arena);

/* Whether a member of the root is an object; an absent one isn't. */
bool document_has_object(const struct document *document, const char *member);

#endif
