/* What reads the keywords of one schema object into reading->node. False when refused. */
#ifndef VRMLINT_SCHEMA_READERS_H
#define VRMLINT_SCHEMA_READERS_H

#include "schema/compiler.h"

/* values.c */
bool keywords_values(struct reading *reading); /* type, enum, const, numbers, texts, x-index, x-finite */

/* structure.c */
bool keywords_objects(struct reading *reading); /* properties and all else about objects */
bool keywords_arrays(struct reading *reading);
bool keywords_groups(struct reading *reading); /* $ref, allOf, anyOf, oneOf, not */
bool keywords_notes(struct reading *reading);  /* $defs, annotations, x-severity, x-hints, x-order */

/* wide_compile.c: what only schemas of users have. */
bool keywords_wide(struct reading *reading);

/* Whether a node has such keywords. */
bool wide_has_part(const struct compiler *compiler, uint32_t node);

/* What they all say, for the program. */
struct wide *wide_finish(struct compiler *compiler);

#endif
