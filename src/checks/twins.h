/* Objects that are equal but for their names. */
#ifndef VRMLINT_CHECKS_TWINS_H
#define VRMLINT_CHECKS_TWINS_H

#include "checks/checks.h"

struct twin {
    uint64_t digest[4]; /* of all members but the name, whatever their order */
    size_t index;
};

/* The digests of the elements of a list that are objects, sorted so that equal ones lie side by side, in the order of
 * the file; *count receives how many. In the arena. */
struct twin *twins_find(struct arena *arena, const struct tree *list, size_t *count);

/* Whether the twin at a place equals the one before it. */
bool twins_same(const struct twin *twins, size_t at);

#endif
