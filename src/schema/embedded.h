/*
 * The schema files of the folder schema/, built into the program: what other files say of each is in it (as members of
 * $defs), what only people read isn't.
 */
#ifndef VRMLINT_SCHEMA_EMBEDDED_H
#define VRMLINT_SCHEMA_EMBEDDED_H

#include <stddef.h>

#include "schema/flat.h"

struct embedded_schema {
    const char *name; /* the file's name, without folder and ".schema.json": "VRMC_springBone-1.0" */
    struct flat flat;
};

extern const struct embedded_schema embedded_schemas[];
extern const size_t embedded_schema_count;

#endif
