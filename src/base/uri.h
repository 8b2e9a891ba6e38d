/* URI references, RFC 3986. */
#ifndef VRMLINT_BASE_URI_H
#define VRMLINT_BASE_URI_H

#include "base/arena.h"

/* Resolves a reference, without its fragment, against a base (section 5.2); in the arena. The base may be relative:
 * then the result is too. */
const char *uri_resolve(struct arena *arena, const char *base, const char *reference);

#endif
