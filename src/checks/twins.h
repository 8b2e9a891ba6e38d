/* Objects that are equal except for their names. */
#ifndef VRMLINT_CHECKS_TWINS_H
#define VRMLINT_CHECKS_TWINS_H

#include "checks/checks.h"

struct twin {
    uint64_t digest[4]; /* of all members but the name, whatever their order */
    size_t index;
};

/* Returns the digests of the elements of a list that are objects, in the arena. Equal ones are adjacent, in the order
 * of the file. *count receives their number. */
struct twin *twins_find(struct arena *arena, const struct tree *list, size_t *count);

/* Whether the twin at an index equals the one before it. */
bool twins_same(const struct twin *twins, size_t at);

#endif
