#include "checks/from_one.h"

enum { LEAST = 3 }; /* indices; fewer may be wrong for other reasons */

void from_one_add(struct from_one *indices, double index, size_t length)
{
    indices->count++;
    indices->has_first = indices->has_first || index < 1 || index > (double)length;
    indices->has_second = indices->has_second || index == 1;
    indices->has_beyond = indices->has_beyond || (length > 1 && index == (double)length);
}

bool from_one_is(const struct from_one *indices)
{
    return indices->count >= LEAST && !indices->has_first && indices->has_second && indices->has_beyond;
}

bool groups_are_from_one(const struct tree *springs, size_t group_count)
{
    struct from_one indices = {.count = 0};
    for (size_t s = 0; s < tree_length(springs); s++) {
        const struct tree *list = tree_get(tree_at(springs, s), "colliderGroups");
        for (size_t i = 0; i < tree_length(list); i++) {
            double index = 0; /* a value that isn't a number counts against it */
            tree_number(tree_at(list, i), &index);
            from_one_add(&indices, index, group_count);
        }
    }
    return from_one_is(&indices);
}
