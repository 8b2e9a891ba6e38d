/* The embedded schemas, each compiled when somebody asks for it first, and shared by every thread. */
#ifndef VRMLINT_SCHEMA_SET_H
#define VRMLINT_SCHEMA_SET_H

#include "schema/schema.h"

struct schema_set;

/* Nothing is compiled yet. NULL when memory is short. The caller frees the set, when no thread uses it any more. */
struct schema_set *schema_set_new(void);
void schema_set_free(struct schema_set *set);

/*
 * The schema of an embedded file ("VRMC_springBone-1.0"), which must be there; it lives as long as the set. May be
 * called by many threads at once. NULL when memory is short.
 */
const struct schema *schema_set_get(const struct schema_set *set, const char *name);

#endif
