/* The schemas that users bind to extensions: read and compiled once, and shared by the copies of a policy. */
#ifndef VRMLINT_RUN_SCHEMAS_H
#define VRMLINT_RUN_SCHEMAS_H

#include "base/blake2b.h"
#include "checks/schema/users.h"
#include "message/message.h"

struct schemas;

/* Reads a schema, with the files in its folder that it refers to, and binds it to a name; *schemas may be NULL before.
 * False, with one line about it, when that can't be done. */
bool schemas_add(struct schemas **schemas, const char *name, const char *file, struct vrmlint_refusal *refusal);

/* One owner more, or less: the last one frees them. NULL is fine. */
struct schemas *schemas_share(struct schemas *schemas);
void schemas_release(struct schemas *schemas);

/* What is bound; NULL where nothing is. */
const struct user_schemas *schemas_bound(const struct schemas *schemas);

/* The names, the last one NULL; NULL where nothing is bound. */
const char *const *schemas_names(const struct schemas *schemas);

/* All that was read goes into a hash. */
void schemas_hash(const struct schemas *schemas, struct blake2b *hash);

#endif
