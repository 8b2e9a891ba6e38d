/* A file from a text, read up to its views, for tests of what lies between the bytes and the checks. */
#ifndef VRMLINT_TESTS_LOADED_H
#define VRMLINT_TESTS_LOADED_H

#include "vrm/names.h"

struct loaded {
    struct arena *arena;
    struct findings *findings;
    struct document *document;
    struct avatar *avatar; /* NULL when the document isn't readable */
    char *text;
};

/* Reads a JSON text in which ' stands for ". Every rule is on. Fails the test when reading itself fails. */
struct loaded load(const char *json);

/* The same for bytes as they are, borrowed until unload(). */
struct loaded load_bytes(const void *bytes, size_t size);

/* A GLB of a JSON text and a BIN chunk (none where binary is NULL); the caller frees it. */
unsigned char *make_glb(const char *json, const void *binary, size_t binary_size, size_t *size);

void unload(struct loaded *loaded);

/* "rule pointer" of every finding, one a line in the order of their making, without those of other families when one is
 * given ("gltf/"). In the arena. */
const char *found(const struct loaded *loaded, const char *family);

/* What an argument says in English. In the arena. */
const char *written(const struct loaded *loaded, struct argument argument);

/* What the place of a pointer is called, alone; with group, the heading of its findings. */
const char *called(const struct loaded *loaded, const char *pointer, bool group);

#endif
