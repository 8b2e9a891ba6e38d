/* Schemas provided by users for extensions that vrmlint doesn't know. */
#ifndef VRMLINT_CHECKS_SCHEMA_USERS_H
#define VRMLINT_CHECKS_SCHEMA_USERS_H

#include <stddef.h>

#include "schema/schema.h"

struct user_schema {
    const char *name;  /* of the extension */
    const char *title; /* name of the schema in messages: its file name without folders */
    const struct schema *schema;
};

struct user_schemas {
    const struct user_schema *items;
    size_t count;
};

#endif
