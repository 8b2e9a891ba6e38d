/* What is done when all schemas are read. */
#ifndef VRMLINT_SCHEMA_LINK_H
#define VRMLINT_SCHEMA_LINK_H

#include "schema/compiler.h"

/* Refuses schemas that lead to themselves on the same value, and leads every edge, and the roots, past mere references.
 */
bool link_finish(struct compiler *compiler, uint32_t *roots, size_t root_count);

#endif
