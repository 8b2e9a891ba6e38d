/* Nodes by name, for the rules on names that several nodes share. */
#ifndef VRMLINT_CHECKS_NAMESAKES_H
#define VRMLINT_CHECKS_NAMESAKES_H

#include <stddef.h>

struct named_node {
    const char *name; /* never NULL; borrowed from the scene */
    size_t node;      /* place in scene.nodes */
};

/* Puts nodes of one name side by side, in the order of the file. */
void namesakes_sort(struct named_node *nodes, size_t count);

/* Of sorted nodes: where the run of one name that begins at first ends. first is below count, and below the result. */
size_t namesakes_end(const struct named_node *nodes, size_t count, size_t first);

#endif
