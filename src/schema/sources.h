/* The documents that are compiled together. */
#ifndef VRMLINT_SCHEMA_SOURCES_H
#define VRMLINT_SCHEMA_SOURCES_H

#include "schema/compiler.h"

/* A document by its URI: by its name, by the $id that it has, or as the reference spells it. NULL where there is none.
 */
struct source *source_by_name(struct compiler *compiler, const char *uri, const char *text);

/* Opens a document that has been led to: finds the dialect that its $schema names, or the caller where it has none; of
 * users also what has names in it. False when refused. */
bool source_open(struct compiler *compiler, struct source *source);

#endif
