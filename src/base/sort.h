/* Sorting what a file holds: like qsort(), but somebody may stop it on the way. And finding it again. */
#ifndef VRMLINT_BASE_SORT_H
#define VRMLINT_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Sorts count elements of size bytes as qsort() does, with two promises more: elements that are equal keep their order,
 * and whoever watches the arena is asked at least once in some thousand comparisons. What is in order already costs one
 * comparison an element or so. Half of the array's size is taken from the arena meanwhile.
 */
void sort_array(struct arena *arena, void *array, size_t count, size_t size,
                int (*compare)(const void *left, const void *right));

/* For functions that compare: -1, 0 or 1, as the first number is less than the second, equal, or more. */
static inline int sort_order(uint64_t left, uint64_t right)
{
    return (left > right) - (left < right);
}

/* The same of an order that is known, and where it is 0, of two more numbers. */
static inline int sort_then(int order, uint64_t left, uint64_t right)
{
    return order != 0 ? order : sort_order(left, right);
}

/* Compare structures by their first members, which are two, three or four numbers of type size_t. */
int sort_by_two(const void *left, const void *right);
int sort_by_three(const void *left, const void *right);
int sort_by_four(const void *left, const void *right);

/*
 * Searches a sorted array by halving: sets at, a size_t, to the first of its places from begin on for which is_before,
 * an expression that speaks of at, is false; to end where there is none. is_before must hold up to some place, and not
 * from there on. A macro, because an expression says in one line what else takes a function and a structure for the
 * key.
 */
#define SORT_SEARCH(at, begin, end, is_before)                                                                         \
    do {                                                                                                               \
        size_t search_begin = (begin);                                                                                 \
        size_t search_end = (end);                                                                                     \
        while (search_begin < search_end) {                                                                            \
            (at) = search_begin + (search_end - search_begin) / 2;                                                     \
            if (is_before) {                                                                                           \
                search_begin = (at) + 1;                                                                               \
            } else {                                                                                                   \
                search_end = (at);                                                                                     \
            }                                                                                                          \
        }                                                                                                              \
        (at) = search_begin;                                                                                           \
    } while (0)

#endif
