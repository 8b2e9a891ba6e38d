/* Indices that a file counts from 1. */
#ifndef VRMLINT_CHECKS_FROM_ONE_H
#define VRMLINT_CHECKS_FROM_ONE_H

#include <stdbool.h>
#include <stddef.h>

#include "gltf/json.h"

/* The indices of a file into lists: of collider groups or morph targets. */
struct from_one {
    size_t count;
    bool has_first;  /* one of them is 0, or more than one beyond the last element, or is known to be right */
    bool has_second; /* one of them is 1 */
    bool has_beyond; /* one of them is one beyond the last of several elements */
};

/* Adds an index into a list of length entries. */
void from_one_add(struct from_one *indices, double index, size_t length);

/* Whether the indices count from 1: there are several, the lowest is 1 and the largest is one beyond the last
 * element. */
bool from_one_is(const struct from_one *indices);

/* The same for the lists colliderGroups of springs, or of bone groups in VRM 0.x. */
bool groups_are_from_one(const struct tree *springs, size_t group_count);

#endif
