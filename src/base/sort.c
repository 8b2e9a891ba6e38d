#include "base/sort.h"

#include <string.h>

enum {
    RUN = 8,        /* elements sorted by insertion, before such runs are merged */
    ASK_GAP = 2048, /* elements merged between two calls of the arena's observer */
};

struct sort_work {
    struct arena *arena;
    char *scratch; /* room for half of the array, and for one element */
    size_t size;
    size_t merged; /* since the last call of the observer */
    int (*compare)(const void *left, const void *right);
};

/* Copies an element. Most elements are pointers or pairs of numbers: a constant size makes a copy one or two
 * instructions. */
static inline void copy_element(char *to, const char *from, size_t size)
{
    if (size == 8) {
        memcpy(to, from, 8);
    } else if (size == 16) {
        memcpy(to, from, 16);
    } else {
        memcpy(to, from, size);
    }
}

static void insert_all(const struct sort_work *sorting, char *first, char *end)
{
    size_t size = sorting->size;
    for (char *next = first + size; next < end; next += size) {
        char *to = next;
        while (to > first && sorting->compare(to - size, next) > 0) {
            to -= size;
        }
        if (to < next) {
            copy_element(sorting->scratch, next, size);
            memmove(to + size, to, (size_t)(next - to));
            copy_element(to, sorting->scratch, size);
        }
    }
}

/* Merges two adjacent runs. The first one is moved to scratch memory and merged back with the second one. */
static void merge_runs(struct sort_work *sorting, char *first, char *middle, char *end)
{
    size_t size = sorting->size;
    if (sorting->compare(middle - size, middle) <= 0) {
        return;
    }
    const char *left = sorting->scratch;
    const char *left_end = left + (middle - first);
    memcpy(sorting->scratch, first, (size_t)(middle - first));
    for (char *to = first; left < left_end && middle < end; to += size) {
        if (sorting->compare(left, middle) <= 0) {
            copy_element(to, left, size);
            left += size;
        } else {
            copy_element(to, middle, size);
            middle += size;
        }
        if (++sorting->merged == ASK_GAP) {
            sorting->merged = 0;
            arena_ask(sorting->arena);
        }
    }
    /* The rest of the second run is in position already. */
    memcpy(middle - (left_end - left), left, (size_t)(left_end - left));
}

/* Recursion depth is at most the number of bits of count. */
static void sort_elements(struct sort_work *sorting, char *first, size_t count)
{
    char *end = first + count * sorting->size;
    if (count <= RUN) {
        arena_pulse(sorting->arena);
        insert_all(sorting, first, end);
        return;
    }
    char *middle = first + count / 2 * sorting->size;
    sort_elements(sorting, first, count / 2);
    sort_elements(sorting, middle, count - count / 2);
    merge_runs(sorting, first, middle, end);
}

void sort_array(struct arena *arena, void *array, size_t count, size_t size,
                int (*compare)(const void *left, const void *right))
{
    if (count < 2) {
        return;
    }
    struct arena_mark mark = arena_mark(arena);
    struct sort_work sorting = {.arena = arena, .size = size, .compare = compare};
    sorting.scratch = arena_array(arena, count / 2 + 1, size);
    sort_elements(&sorting, array, count);
    arena_release(arena, mark);
    arena_discard(arena, sorting.scratch);
}

static void swap_elements(char *left, char *right, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char byte = left[i];
        left[i] = right[i];
        right[i] = byte;
    }
}

/* Moves an element down a heap of count elements, in which no parent comes before its children, to where it belongs. */
static void sift_down(char *heap, size_t parent, size_t count, size_t size,
                      int (*compare)(const void *left, const void *right))
{
    for (size_t child = 2 * parent + 1; child < count; child = 2 * parent + 1) {
        if (child + 1 < count && compare(heap + child * size, heap + (child + 1) * size) < 0) {
            child++;
        }
        if (compare(heap + parent * size, heap + child * size) >= 0) {
            return;
        }
        swap_elements(heap + parent * size, heap + child * size, size);
        parent = child;
    }
}

void sort_in_place(void *array, size_t count, size_t size, int (*compare)(const void *left, const void *right))
{
    char *heap = array;
    for (size_t i = count / 2; i-- > 0;) {
        sift_down(heap, i, count, size, compare);
    }
    for (size_t left = count; left > 1; left--) {
        swap_elements(heap, heap + (left - 1) * size, size);
        sift_down(heap, 0, left - 1, size, compare);
    }
}

static int compare_first(const void *left, const void *right, size_t count)
{
    const size_t *a = left;
    const size_t *b = right;
    size_t i = 0;
    while (i + 1 < count && a[i] == b[i]) {
        i++;
    }
    return sort_order(a[i], b[i]);
}

int sort_by_one(const void *left, const void *right)
{
    return compare_first(left, right, 1);
}

int sort_by_double(const void *left, const void *right)
{
    const double *a = left;
    const double *b = right;
    return (*a > *b) - (*a < *b);
}

int sort_by_two(const void *left, const void *right)
{
    return compare_first(left, right, 2);
}

int sort_by_three(const void *left, const void *right)
{
    return compare_first(left, right, 3);
}

int sort_by_four(const void *left, const void *right)
{
    return compare_first(left, right, 4);
}
