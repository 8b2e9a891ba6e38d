/* Sorts arrays like qsort(), but can be interrupted; and searches sorted arrays. */
#ifndef VRMLINT_BASE_SORT_H
#define VRMLINT_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Sorts count elements of size bytes as qsort() does. Equal elements keep their order, and the observer of the arena
 * is called at least once in some thousand comparisons. A sorted array costs about one comparison per element. Takes
 * memory of half the array's size from the arena meanwhile.
 */
void sort_array(struct arena *arena, void *array, size_t count, size_t size,
                int (*compare)(const void *left, const void *right));

/*
 * The same without memory, where there is no arena: by heapsort, so that no order of a file's elements makes it slow.
 * compare should return 0 for no two elements, as their order is then undefined.
 */
void sort_in_place(void *array, size_t count, size_t size, int (*compare)(const void *left, const void *right));

/* Returns -1, 0 or 1 if the first number is less than, equal to, or more than the second. For comparison functions. */
static inline int sort_order(uint64_t left, uint64_t right)
{
    return (left > right) - (left < right);
}

/* Returns order unless it is 0; then compares two more numbers. */
static inline int sort_then(int order, uint64_t left, uint64_t right)
{
    return order != 0 ? order : sort_order(left, right);
}

/* Compare structures by their first member, or first two, three or four members, which have type size_t. */
int sort_by_one(const void *left, const void *right);
int sort_by_two(const void *left, const void *right);
int sort_by_three(const void *left, const void *right);
int sort_by_four(const void *left, const void *right);

/* Compares numbers, or structures by their first member, a number. */
int sort_by_double(const void *left, const void *right);

/*
 * Binary search in a sorted array: sets at, a size_t, to the first index from begin on for which is_before, an
 * expression that uses at, is false; to end if there is no such index. is_before must be true up to some index and
 * false from there on. A macro, because an expression is shorter than a function and a structure for the key.
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
