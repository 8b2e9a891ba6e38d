/*
 * The schema files of the folder schema/, built into the program as it evaluates them, without what only people read
 * (schema/embed.c): one program, of which each is a part.
 */
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

/* The schema of a name that must be there. */
const struct schema *embedded_schema(const char *name);

#endif
