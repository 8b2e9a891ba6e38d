/* Sorting: the result is sorted and stable, for elements of any size and number; and it can be stopped. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"

enum { MOST = 300 };

static uint32_t state_of_random = 1;

static uint32_t some(uint32_t below)
{
    state_of_random = state_of_random * 1664525 + 1013904223;
    return (state_of_random >> 8) % below;
}

/* The beginning of elements of several sizes: the key, and the position before sorting. */
struct head {
    uint32_t key;
    uint32_t place;
};

static int by_key(const void *left, const void *right)
{
    const struct head *a = left;
    const struct head *b = right;
    return (a->key > b->key) - (a->key < b->key);
}

static int by_key_and_place(const void *left, const void *right)
{
    const struct head *a = left;
    const struct head *b = right;
    int order = by_key(left, right);
    return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

/* Fills an array, sorts it, without an arena in place, and checks every element. */
static void try_order(struct arena *arena, size_t count, size_t size, uint32_t (*key_of)(size_t place))
{
    static const char filling[] = "what lies behind the head must come along, to the last byte";
    char *array = calloc(count + 1, size);
    bool seen[MOST] = {false};
    assert_non_null(array);
    for (size_t i = 0; i < count; i++) {
        struct head head = {key_of(i), (uint32_t)i};
        memcpy(array + i * size, &head, sizeof head);
        memcpy(array + i * size + sizeof head, filling, size - sizeof head);
    }
    if (arena != NULL) {
        sort_array(arena, array, count, size, by_key);
    } else {
        sort_in_place(array, count, size, by_key_and_place);
    }
    struct head before = {0, 0};
    for (size_t i = 0; i < count; i++) {
        struct head head;
        memcpy(&head, array + i * size, sizeof head);
        assert_false(seen[head.place]);
        seen[head.place] = true;
        assert_int_equal(head.key, key_of(head.place));
        assert_memory_equal(array + i * size + sizeof head, filling, size - sizeof head);
        assert_true(i == 0 || before.key < head.key || (before.key == head.key && before.place < head.place));
        before = head;
    }
    static const char nothing[sizeof filling + sizeof before] = {0};
    assert_memory_equal(array + count * size, nothing, size);
    free(array);
}

static uint32_t shuffled(size_t place)
{
    return (uint32_t)(place * 7919 % 1009);
}

static uint32_t few(size_t place)
{
    return (uint32_t)(place * place % 5);
}

static uint32_t rising(size_t place)
{
    return (uint32_t)place / 3;
}

static uint32_t falling(size_t place)
{
    return (uint32_t)(MOST - place);
}

static void any_number_of_any_size(void **state)
{
    (void)state;
    static uint32_t (*const orders[])(size_t) = {shuffled, few, rising, falling};
    static const size_t sizes[] = {8, 12, 16, 40, 60};
    struct arena *arena = arena_new();
    for (size_t order = 0; order < sizeof orders / sizeof *orders; order++) {
        for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
            for (size_t count = 0; count < MOST; count = count < 40 ? count + 1 : count * 2 + 1) {
                try_order(arena, count, sizes[size], orders[order]);
                try_order(NULL, count, sizes[size], orders[order]);
            }
        }
    }
    arena_free(arena);
}

static size_t comparisons;

static int by_number(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left;
    uint32_t b = *(const uint32_t *)right;
    comparisons++;
    return (a > b) - (a < b);
}

static bool count_up(void *context)
{
    (*(size_t *)context)++;
    return false;
}

static bool always(void *context)
{
    (void)context;
    return true;
}

/* The observer is called often during the comparisons. A sorted array needs little more than one
 * comparison for each element. */
static void asks_whether_to_go_on(void **state)
{
    (void)state;
    size_t count = hostile_size(100000);
    struct arena *arena = arena_new();
    uint32_t *numbers = calloc(count, sizeof *numbers);
    assert_non_null(numbers);
    jmp_buf guard;
    volatile bool stopped = false;
    if (setjmp(guard) == 0) {
        arena_guard(arena, &guard);
        for (size_t i = 0; i < count; i++) {
            numbers[i] = some(1000000);
        }
        size_t asked = 0;
        comparisons = 0;
        arena_observe(arena, count_up, &asked);
        sort_array(arena, numbers, count, sizeof *numbers, by_number);
        assert_true(asked >= comparisons / 4096);
        assert_true(asked > 0);
        comparisons = 0;
        sort_array(arena, numbers, count, sizeof *numbers, by_number);
        assert_true(comparisons < count * 5 / 4);
        numbers[0] = UINT32_MAX;
        arena_observe(arena, always, NULL);
        sort_array(arena, numbers, count, sizeof *numbers, by_number);
    } else {
        stopped = true;
    }
    assert_true(stopped);
    free(numbers);
    arena_free(arena);
}

/* In place, no order of the elements costs more than any other by much. */
static void no_order_is_slow(void **state)
{
    (void)state;
    size_t count = 4096;
    uint32_t *numbers = calloc(count, sizeof *numbers);
    assert_non_null(numbers);
    for (int order = 0; order < 4; order++) {
        for (size_t i = 0; i < count; i++) {
            numbers[i] = order == 0 ? some(1000000) : (uint32_t)(order == 1 ? i : order == 2 ? count - i : i % 2);
        }
        comparisons = 0;
        sort_in_place(numbers, count, sizeof *numbers, by_number);
        assert_true(comparisons < count * 2 * 12);
    }
    free(numbers);
}

static void orders_numbers_of_any_size(void **state)
{
    (void)state;
    assert_int_equal(sort_order(0, UINT64_MAX), -1);
    assert_int_equal(sort_order(UINT64_MAX, 0), 1);
    assert_int_equal(sort_order(UINT64_MAX, UINT64_MAX), 0);
    assert_int_equal(sort_then(-7, 2, 1), -7);
    assert_int_equal(sort_then(0, 2, 1), 1);
    assert_int_equal(sort_then(sort_order(3, 3), 1, 2), -1);
}

/* Compares with a linear search: arrays of a few sizes with runs of equal elements, and every part of each. */
static void finds_the_first_that_is_not_before(void **state)
{
    (void)state;
    for (size_t count = 0; count <= 20; count++) {
        size_t array[20];
        for (size_t i = 0; i < count; i++) {
            array[i] = i / 3 * 2;
        }
        for (size_t begin = 0; begin <= count; begin++) {
            for (size_t wanted = 0; wanted < 20; wanted++) {
                size_t expected = begin;
                while (expected < count && array[expected] < wanted) {
                    expected++;
                }
                size_t at;
                SORT_SEARCH(at, begin, count, array[at] < wanted);
                assert_int_equal(at, expected);
            }
        }
    }
}

/* Must not compare more elements than a binary search needs. */
static void looks_at_few(void **state)
{
    (void)state;
    size_t looks = 0;
    size_t at;
    SORT_SEARCH(at, 0, SIZE_MAX, (looks++, at < SIZE_MAX / 3));
    assert_int_equal(at, SIZE_MAX / 3);
    assert_true(looks <= 8 * sizeof at);
}

TEST_PROGRAM(sort)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_any_size),
        cmocka_unit_test(asks_whether_to_go_on),
        cmocka_unit_test(no_order_is_slow),
        cmocka_unit_test(orders_numbers_of_any_size),
        cmocka_unit_test(finds_the_first_that_is_not_before),
        cmocka_unit_test(looks_at_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
