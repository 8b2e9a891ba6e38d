/* What schemas of users are called. */
#ifndef VRMLINT_SCHEMA_RESOURCES_H
#define VRMLINT_SCHEMA_RESOURCES_H

#include "schema/compiler.h"

/* Notes what has URIs and anchors in a document that has been led to. False when refused. */
bool resources_scan(struct compiler *compiler, const struct source *source);

/* The resource that a value lies in. */
uint32_t resources_of(const struct compiler *compiler, const struct flat_value *value);

/* The resource of a URI, and what has a name in one; NULL where there is none. */
const struct resource *resources_by_uri(const struct compiler *compiler, const char *uri);
const struct flat_value *resources_anchor(const struct compiler *compiler, uint32_t resource, const char *name);

#endif
