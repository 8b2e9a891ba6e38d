/* Where references between schemas lead. */
#ifndef VRMLINT_SCHEMA_REFERENCES_H
#define VRMLINT_SCHEMA_REFERENCES_H

#include "schema/compiler.h"

/* Of a schema of users: resolves the reference that a keyword holds; *anchor becomes the name in its fragment, or NULL.
 * False when refused. */
bool reference_find(struct reading *reading, enum keyword keyword, const struct source **source,
                    const struct flat_value **value, const char **anchor);

/* The node that the $ref of a schema object leads to. False when refused. */
bool reference_node(struct reading *reading, uint32_t *node);

#endif
