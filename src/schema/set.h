/* All embedded schemas, compiled: made once at start-up, then shared by every thread. */
#ifndef VRMLINT_SCHEMA_SET_H
#define VRMLINT_SCHEMA_SET_H

#include "schema/schema.h"

struct schema_set;

/* Compiles the embedded schemas that files are judged by. NULL when memory is short. The caller frees the set. */
struct schema_set *schema_set_new(void);
void schema_set_free(struct schema_set *set);

/* The schema of an embedded file ("VRMC_springBone-1.0"), or NULL; it lives as long as the set. */
const struct schema *schema_set_get(const struct schema_set *set, const char *name);

#endif
