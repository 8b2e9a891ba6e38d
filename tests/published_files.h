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

/* Reads a folder of them; the test fails where it can't. published_free() frees what is read. */
void published_load(struct published *all, const char *folder);
void published_free(struct published *all);

/* NULL when there is none of that name. */
const json_t *published_document(const struct published *all, const char *name);

/* The test fails where it can't be compiled. Valid until published_free(). */
struct schema *published_compile(struct published *all, const char *name);

#endif
