#include "checks/namesakes.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right)
{
    const struct named_node *a = left;
    const struct named_node *b = right;
    int order = strcmp(a->name, b->name);
    if (order != 0) {
        return order;
    }
    return a->node < b->node ? -1 : a->node > b->node;
}

void namesakes_sort(struct named_node *nodes, size_t count)
{
    if (count > 1) {
        qsort(nodes, count, sizeof *nodes, compare);
    }
}

size_t namesakes_end(const struct named_node *nodes, size_t count, size_t first)
{
    size_t end = first + 1;
    while (end < count && strcmp(nodes[end].name, nodes[first].name) == 0) {
        end++;
    }
    return end;
}
