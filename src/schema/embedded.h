/* The schemas of the folder schema/, compiled into the program without parts that only people read (schema/embed.c).
 * They share one struct program. */
#ifndef VRMLINT_SCHEMA_EMBEDDED_H
#define VRMLINT_SCHEMA_EMBEDDED_H

#include <stddef.h>

#include "schema/schema.h"

struct embedded_schema {
    char name[48]; /* the file's name, without folder and ".schema.json": "VRMC_springBone-1.0" */
    struct schema schema;
};

extern const struct embedded_schema embedded_schemas[];
extern const size_t embedded_schema_count;

/* Returns the schema with a name, which must exist. */
const struct schema *embedded_schema(const char *name);

#endif
