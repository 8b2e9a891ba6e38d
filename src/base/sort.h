/* Sorting what a file holds: like qsort(), but somebody may stop it on the way. */
#ifndef VRMLINT_BASE_SORT_H
#define VRMLINT_BASE_SORT_H

#include <stddef.h>

#include "base/arena.h"

/*
 * Sorts count elements of size bytes as qsort() does, with two promises more: elements that are equal keep their order,
 * and whoever watches the arena is asked at least once in some thousand comparisons. What is in order already costs one
 * comparison an element or so. Half of the array's size is taken from the arena meanwhile.
 */
void sort_array(struct arena *arena, void *array, size_t count, size_t size,
                int (*compare)(const void *left, const void *right));

#endif
