/* The schemas that users bind to extensions: read and compiled once, and shared by the copies of a policy. */
#ifndef VRMLINT_RUN_SCHEMAS_H
#define VRMLINT_RUN_SCHEMAS_H

#include "base/blake2b.h"
#include "checks/schema/users.h"
#include "message/message.h"

struct schemas;

/* Reads a schema, with the files in its folder that it refers to, and binds it to a name; *schemas may be NULL
 * before. Returns false, with one line in refusal, if that fails. */
bool schemas_add(struct schemas **schemas, const char *name, const char *file, struct vrmlint_refusal *refusal);

/* schemas_share() adds an owner, schemas_release() removes one; the last one frees them. NULL is allowed. */
struct schemas *schemas_share(struct schemas *schemas);
void schemas_release(struct schemas *schemas);

/* Returns the bound schemas; NULL if there are none. */
const struct user_schemas *schemas_bound(const struct schemas *schemas);

/* Returns the names, the last one NULL; NULL if nothing is bound. */
const char *const *schemas_names(const struct schemas *schemas);

/* Adds everything that was read to a hash. */
void schemas_hash(const struct schemas *schemas, struct blake2b *hash);

#endif
