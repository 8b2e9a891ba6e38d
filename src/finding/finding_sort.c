/* The order of a report. */
#include "finding/finding.h"

#include <string.h>

#include "base/sort.h"

static int compare_by_place(const void *left, const void *right)
{
    const struct vrmlint_finding *a = *(const struct vrmlint_finding *const *)left;
    const struct vrmlint_finding *b = *(const struct vrmlint_finding *const *)right;
    if (a->has_place != b->has_place) {
        return a->has_place ? 1 : -1;
    }
    if (a->has_place && a->offset != b->offset) {
        return a->offset < b->offset ? -1 : 1;
    }
    int order = a->rule == b->rule ? 0 : strcmp(a->rule->id, b->rule->id);
    if (order == 0) {
        order = a->pointer == b->pointer ? 0 : strcmp(a->pointer, b->pointer);
    }
    if (order == 0) {
        order = strcmp(vrmlint_text_in(&a->message, VRMLINT_ENGLISH), vrmlint_text_in(&b->message, VRMLINT_ENGLISH));
    }
    return order;
}

void findings_sort(struct arena *arena, struct vrmlint_finding *list, size_t count)
{
    struct vrmlint_finding **order = arena_array(arena, count, sizeof(struct vrmlint_finding *));
    for (size_t i = 0; i < count; i++) {
        order[i] = &list[i];
    }
    sort_array(arena, order, count, sizeof *order, compare_by_place);
    /* Move the elements along each cycle of the permutation. An element that is in position has order[at] ==
     * &list[at]. */
    for (size_t i = 0; i < count; i++) {
        arena_pulse(arena);
        struct vrmlint_finding first = list[i];
        size_t at = i;
        for (size_t from = (size_t)(order[at] - list); from != i; from = (size_t)(order[at] - list)) {
            list[at] = list[from];
            order[at] = &list[at];
            at = from;
        }
        list[at] = first;
        order[at] = &list[at];
    }
    for (size_t i = 0; i < count; i++) {
        list[i].number = i;
    }
    arena_discard(arena, order);
}
