/* Things sorted by name, for the rules about names that several things share. */
#ifndef VRMLINT_CHECKS_NAMESAKES_H
#define VRMLINT_CHECKS_NAMESAKES_H

#include "base/arena.h"

struct named {
    const char *name; /* never NULL; borrowed */
    size_t index;     /* of a node, a material or an entry of a list */
};

/* Sorts by name, then by the order in the file. */
void named_sort(struct arena *arena, struct named *list, size_t count);

/* Returns the end of the run of equal names that begins at first in a sorted list. first is below count, and below
 * the result. */
size_t named_end(const struct named *list, size_t count, size_t first);

/* Returns the first index of a name in a sorted list, or count if it is missing. */
size_t named_find(const struct named *list, size_t count, const char *name);

#endif
