/* Compiling several schemas into one program. */
#ifndef VRMLINT_SCHEMA_COMPILE_H
#define VRMLINT_SCHEMA_COMPILE_H

#include "schema/program.h"

/*
 * Compiles those documents that roots has room for, together with all that they lead to: roots becomes the node of
 * each. NULL, with a text in *error, when one is refused. All of it lives in the arena, and keeps nothing of what is
 * given.
 */
struct program *compile_documents(struct arena *arena, const struct schema_document *documents, size_t count,
                                  enum schema_dialect dialect, bool wide, uint32_t *roots, size_t root_count,
                                  const char **error);

#endif
