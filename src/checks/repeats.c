#include "checks/repeats.h"

enum { ALONE = 16 /* repeated entries of a list that have a finding each */ };

bool repeats_add(struct check *check, struct repeats *repeats, size_t entry)
{
    if (repeats->again == NULL) {
        repeats->again = arena_array(check->arena, tree_length(repeats->list), sizeof(bool));
    }
    repeats->again[entry] = true;
    repeats->more = repeats->count == ALONE ? entry : repeats->more;
    return repeats->count++ < ALONE;
}

size_t repeats_more(const struct repeats *repeats)
{
    return repeats->count > ALONE ? repeats->count - ALONE : 0;
}

void repeats_remove(struct check *check, struct finding *finding, const struct repeats *repeats)
{
    size_t count = tree_length(repeats->list);
    size_t kept = 0;
    if (!finding_wants_edits(finding)) {
        return;
    }
    double *numbers = arena_array(check->arena, count, sizeof *numbers);
    for (size_t i = 0; i < count; i++) {
        if (!repeats->again[i] && !tree_number(tree_at(repeats->list, i), &numbers[kept++])) {
            finding_fix(finding, VRMLINT_FIX_NONE); /* another rule reports the entry first */
            return;
        }
    }
    finding_set_numbers(finding, "1", numbers, kept);
}
