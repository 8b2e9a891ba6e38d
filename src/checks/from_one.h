/* Indices that a file counts from 1. */
#ifndef VRMLINT_CHECKS_FROM_ONE_H
#define VRMLINT_CHECKS_FROM_ONE_H

#include <stdbool.h>
#include <stddef.h>

#include "gltf/json.h"

/* The indices of a file into lists: of collider groups, of morph targets. */
struct from_one {
    size_t count;
    bool has_first;  /* one of them is 0, or leads farther than one beyond the last */
    bool has_second; /* one of them is 1 */
    bool has_beyond; /* one of them leads one beyond the last of several */
};

/* Takes in an index into a list of length entries. */
void from_one_add(struct from_one *indices, double index, size_t length);

/* Whether they are counted from 1: several, the lowest of them is 1, and the largest leads one beyond the last. */
bool from_one_is(const struct from_one *indices);

/* The same of the lists colliderGroups of springs, or of bone groups in VRM 0.x. */
bool groups_are_from_one(const struct tree *springs, size_t group_count);

#endif
