/* The published schemas of an extension, with those of glTF that they refer to, and the project's own. */
#ifndef VRMLINT_TESTS_PUBLISHED_FILES_H
#define VRMLINT_TESTS_PUBLISHED_FILES_H

#include <jansson.h>

#include "base/arena.h"
#include "schema/schema.h"

#define PUBLISHED_FOLDER "spec/published-schemas" /* in the external test data */

struct published {
    struct arena *arena;
    struct schema_document documents[96];
    size_t document_count;
};

/* Reads a folder of schemas; fails the test on error. published_free() frees them. */
void published_load(struct published *all, const char *folder);
void published_free(struct published *all);

/* Returns a schema by name, or NULL if it is absent. */
const json_t *published_document(const struct published *all, const char *name);

/* Compiles a schema; fails the test on error. The result is valid until published_free(). */
struct schema *published_compile(struct published *all, const char *name);

#endif
