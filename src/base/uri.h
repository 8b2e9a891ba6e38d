/* URI references, RFC 3986. */
#ifndef VRMLINT_BASE_URI_H
#define VRMLINT_BASE_URI_H

#include "base/arena.h"

/* A reference, of which only what stands before a fragment counts, seen from a base (section 5.2); in the arena. The
 * base may itself be relative: then so is what comes of it. */
const char *uri_resolve(struct arena *arena, const char *base, const char *reference);

#endif
