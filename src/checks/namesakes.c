#include "checks/namesakes.h"

#include <string.h>

#include "base/sort.h"

static int named_compare(const void *left, const void *right)
{
    const struct named *a = left;
    const struct named *b = right;
    return sort_then(strcmp(a->name, b->name), a->index, b->index);
}

void named_sort(struct arena *arena, struct named *list, size_t count)
{
    sort_array(arena, list, count, sizeof *list, named_compare);
}

size_t named_end(const struct named *list, size_t count, size_t first)
{
    size_t end = first + 1;
    while (end < count && strcmp(list[end].name, list[first].name) == 0) {
        end++;
    }
    return end;
}

size_t named_find(const struct named *list, size_t count, const char *name)
{
    size_t at;
    SORT_SEARCH(at, 0, count, strcmp(list[at].name, name) < 0);
    return at < count && strcmp(list[at].name, name) == 0 ? at : count;
}
