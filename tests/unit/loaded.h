/* A file made from a text and read up to its views, for tests of the parts between the bytes and the checks. */
#ifndef VRMLINT_TESTS_LOADED_H
#define VRMLINT_TESTS_LOADED_H

#include "vrm/names.h"

struct loaded {
    struct arena *arena;
    struct findings *findings;
    struct document *document;
    struct avatar *avatar; /* NULL if the document isn't readable */
    char *text;
};

/* Reads a JSON text that has ' in place of ". Every rule is on. Fails the test if reading itself fails. */
struct loaded load(const char *json);

/* The same for bytes without replacements. They are borrowed until unload(). */
struct loaded load_bytes(const void *bytes, size_t size);

/* Returns a GLB made of a JSON text and a BIN chunk (no chunk if binary is NULL). The caller frees it. */
unsigned char *make_glb(const char *json, const void *binary, size_t binary_size, size_t *size);

void unload(struct loaded *loaded);

/* Returns "rule pointer" of every finding, one a line, in the order in which they were added. If a family is given
 * ("gltf/"), leaves out those of others. The string is in the arena. */
const char *found(const struct loaded *loaded, const char *family);

/* Returns an argument as English text, in the arena. */
const char *written(const struct loaded *loaded, struct argument argument);

/* Returns the name of a pointer's place, as used alone or, with group, as the heading of its findings. */
const char *called(const struct loaded *loaded, const char *pointer, bool group);

#endif
