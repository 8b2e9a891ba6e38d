/* The schema files of the folder schema/, built into the program. */
#ifndef VRMLINT_SCHEMA_EMBEDDED_H
#define VRMLINT_SCHEMA_EMBEDDED_H

#include <stddef.h>

struct embedded_schema {
    const char *name; /* the file's name, without folder and ".schema.json": "VRMC_springBone-1.0" */
    const char *text;
    size_t size;
};

extern const struct embedded_schema embedded_schemas[];
extern const size_t embedded_schema_count;

#endif
