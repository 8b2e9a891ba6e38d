#include "checks/namesakes.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"

static int compare(const void *left, const void *right)
{
    const struct named_node *a = left;
    const struct named_node *b = right;
    return sort_then(strcmp(a->name, b->name), a->node, b->node);
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
