/* The schema files of the folder schema/, built into the program. */
#ifndef VRMLINT_SCHEMA_EMBEDDED_H
#define VRMLINT_SCHEMA_EMBEDDED_H

#include <stddef.h>

#include "schema/flat.h"

struct embedded_schema {
    const char *name; /* the file's name, without folder and ".schema.json": "VRMC_springBone-1.0" */
    const char *text; /* as in the file */
    size_t size;
    /* The same for the program: what other files say of it is in it (as members of $defs), descriptions aren't. */
    struct flat flat;
};

extern const struct embedded_schema embedded_schemas[];
extern const size_t embedded_schema_count;

#endif
