/* Things by name, for the rules on names that several share. */
#ifndef VRMLINT_CHECKS_NAMESAKES_H
#define VRMLINT_CHECKS_NAMESAKES_H

#include "base/arena.h"

struct named {
    const char *name; /* never NULL; borrowed */
    size_t index;     /* of a node, a material, an entry of a list */
};

/* Puts those of one name side by side, in the order of the file. */
void named_sort(struct arena *arena, struct named *list, size_t count);

/* Of a sorted list: where the run of one name that begins at first ends. first is below count, and below the result. */
size_t named_end(const struct named *list, size_t count, size_t first);

/* Where a name is first in a sorted list; count if it isn't there. */
size_t named_find(const struct named *list, size_t count, const char *name);

#endif
