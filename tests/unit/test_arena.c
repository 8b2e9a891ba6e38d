/* The memory of one file: pieces, marks, arenas within others, and the jump to the guard if memory runs out. */
#include "fresh_arena.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

/* Lets malloc() return NULL instead of ending the program under the address sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static void arena_gives_zeroed_aligned_memory(void **state)
{
    (void)state;
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *memory = arena_alloc(arena, size);
        assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(memory[i], 0);
        }
        memset(memory, 0xFF, size);
    }
    assert_true(arena_size(arena) >= (size_t)3000 / 7 * 1500);
    assert_true(arena_size(arena) < 3000U * 1500);
}

static void large_pieces_do_not_waste_blocks(void **state)
{
    (void)state;
    char *small = arena_copy(arena, "small", 5);
    size_t before = arena_size(arena);
    unsigned char *large = arena_alloc(arena, 10000000);
    large[9999999] = 1;
    assert_true(arena_size(arena) - before < 10000000 + 4096);
    char *after = arena_copy(arena, "after", 5);
    assert_true(after > small && after - small < 64); /* the first block is still used */
}

static void arrays_grow(void **state)
{
    (void)state;
    int *numbers = NULL;
    size_t capacity = 0;
    for (int i = 0; i < 1000; i++) {
        numbers = arena_grow(arena, numbers, (size_t)i, &capacity, sizeof *numbers);
        assert_true(capacity > (size_t)i);
        numbers[i] = i;
    }
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(numbers[i], i);
    }
}

static void lists_grow_by_their_count(void **state)
{
    (void)state;
    int *numbers = NULL;
    int *stack = NULL;
    size_t count = 0;
    size_t depth = 0;
    size_t room = 0;
    for (int i = 0; i < 1000; i++) {
        int *added = ARENA_ADD(arena, numbers, count);
        assert_int_equal(*added, 0);
        *added = i;
        (void)arena_alloc(arena, i % 7 == 0 ? 16 : 0); /* the list can't always grow where it lies */
        *ARENA_PUSH(arena, stack, depth, room) = i;
        depth -= i % 3 == 2;
    }
    assert_true(count == 1000 && depth == 667 && room == 1024);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(numbers[i], i);
    }
    for (int i = 0; i < 667; i++) {
        assert_int_equal(stack[i], i / 2 * 3 + i % 2);
    }
}

static void the_last_piece_grows_where_it_lies(void **state)
{
    (void)state;
    assert_false(arena_extend(arena, NULL, 0, 8));
    char *first = arena_alloc(arena, 10);
    memset(first, 1, 10);
    assert_true(arena_extend(arena, first, 10, 1000));
    for (size_t i = 0; i < 1000; i++) {
        assert_int_equal(first[i], i < 10);
    }
    char *second = arena_alloc(arena, 20);
    assert_true(second >= first + 1000);
    assert_false(arena_extend(arena, first, 1000, 1001 + 16)); /* another piece follows */
    assert_false(arena_extend(arena, second, 20, 10));
    assert_false(arena_extend(arena, second, 20, SIZE_MAX));
    assert_false(arena_extend(arena, second, 20, SIZE_MAX / 2));
    assert_true(arena_extend(arena, second, 20, 20));
    size_t capacity = 0;
    int *numbers = arena_grow(arena, NULL, 0, &capacity, sizeof *numbers);
    const int *same = numbers;
    for (int i = 0; i < 500; i++) {
        numbers = arena_grow(arena, numbers, (size_t)i, &capacity, sizeof *numbers);
        numbers[i] = i;
    }
    assert_ptr_equal(numbers, same);
    assert_int_equal(numbers[499], 499);
}

static void texts_take_what_they_need(void **state)
{
    (void)state;
    for (int length = 0; length < 2000; length += 37) {
        char *text = arena_printf(arena, "%*s|", length, "x");
        size_t wanted = (size_t)(length > 1 ? length : 1) + 1;
        assert_int_equal(strlen(text), wanted);
        assert_true(text[wanted - 2] == 'x' && text[wanted - 1] == '|');
    }
}

static void what_lies_behind_a_mark_is_used_again(void **state)
{
    (void)state;
    char *kept = arena_copy(arena, "kept", 4);
    struct arena_mark mark = arena_mark(arena);
    char *piece = arena_copy(arena, "a piece", 7);
    arena_release(arena, mark);
    char *text = arena_copy(arena, "<a piece>", 9);
    assert_ptr_equal(text, piece);
    assert_string_equal(text, "<a piece>");
    assert_string_equal(kept, "kept");
    for (size_t i = 0; i < 3; i++) {
        const unsigned char *again = arena_alloc(arena, 100);
        for (size_t k = 0; k < 100; k++) {
            assert_int_equal(again[k], 0);
        }
    }
    /* blocks added after the mark are freed, pieces from before it stay */
    char *large = arena_printf(arena, "%2000s", "x");
    mark = arena_mark(arena);
    size_t size = arena_size(arena);
    while (arena_size(arena) < size + 100000) {
        memset(arena_alloc(arena, 500), 1, 500);
    }
    arena_release(arena, mark);
    assert_string_equal(arena_printf(arena, "%s", kept), "kept");
    assert_int_equal(strlen(large), 2000);
}

static void large_pieces_are_given_back(void **state)
{
    (void)state;
    char *small = arena_copy(arena, "small", 5);
    size_t size = arena_size(arena);
    char *large = arena_alloc(arena, 1000 * 1000);
    char *larger = arena_alloc(arena, 2000 * 1000);
    assert_true(arena_size(arena) >= size + 3000 * 1000);
    arena_discard(arena, large);
    assert_true(arena_size(arena) >= size + 2000 * 1000 && arena_size(arena) < size + 3000 * 1000);
    memset(larger, 1, 2000 * 1000);
    arena_discard(arena, larger);
    assert_int_equal(arena_size(arena), size);
    arena_discard(arena, small); /* it is at the beginning of the block, with other pieces after it */
    arena_discard(arena, NULL);
    assert_int_equal(arena_size(arena), size);
    assert_string_equal(small, "small");
}

/* A large array that grows leaves no memory behind at its old address. */
static void large_arrays_leave_nothing_behind(void **state)
{
    (void)state;
    size_t before = arena_size(arena);
    size_t capacity = 0;
    size_t *numbers = NULL;
    for (size_t i = 0; i < 100000; i++) {
        numbers = arena_grow(arena, numbers, i, &capacity, sizeof *numbers);
        numbers[i] = i;
    }
    size_t held = arena_size(arena) - before;
    assert_true(held >= capacity * sizeof *numbers && held < capacity * sizeof *numbers + 600000);
    numbers = arena_shrink(arena, numbers, 100000 * sizeof *numbers);
    assert_int_equal(arena_size(arena) - before, held - (capacity - 100000) * sizeof *numbers);
    for (size_t i = 0; i < 100000; i++) {
        assert_int_equal(numbers[i], i);
    }
    assert_ptr_equal(arena_shrink(arena, numbers, 200000 * sizeof *numbers), numbers); /* it never grows a piece */
    char *small = arena_copy(arena, "small", 5);
    assert_ptr_equal(arena_shrink(arena, small, 1), small);
    assert_string_equal(small, "small");
}

static void memory_that_ends_jumps(void **state)
{
    (void)state;
    static const struct {
        uint64_t count;
        size_t size;
    } too_much[] = {
        {SIZE_MAX, 1},
        {SIZE_MAX / 2, 3},
        {SIZE_MAX, SIZE_MAX},
        {SIZE_MAX - 8, 1},
        {SIZE_MAX / 2, 1},
        {UINT64_MAX / 12 + 2, 12},
#if SIZE_MAX < UINT64_MAX
        {(uint64_t)SIZE_MAX + 2, 1}, /* a size_t would truncate it to 1 */
#endif
    };
    for (volatile size_t i = 0; i < sizeof too_much / sizeof *too_much; i++) {
        jmp_buf guard;
        volatile bool reached = false;
        if (setjmp(guard) == 0) {
            arena_guard(arena, &guard);
            arena_array(arena, too_much[i].count, too_much[i].size);
        } else {
            reached = true;
        }
        arena_guard(arena, NULL);
        assert_true(reached);
    }
    assert_string_equal(arena_printf(arena, "still %s", "usable"), "still usable");
}

static bool always(void *context)
{
    (void)context;
    return true;
}

/* An arena that isn't closed is freed with the arena that it was opened in. Leak checkers verify that. */
static void an_arena_within_has_the_guard_and_goes_with_the_other(void **state)
{
    (void)state;
    size_t before = arena_size(arena);
    for (int i = 0; i < 1000; i++) {
        struct arena *within = arena_open(arena);
        memset(arena_alloc(within, 10000), 1, 10000);
        arena_close(within);
    }
    assert_int_equal(arena_size(arena), before);
    struct arena *first = arena_open(arena);
    struct arena *second = arena_open(arena);
    char *text = arena_copy(arena_open(second), "deep", 4);
    arena_close(first); /* not the last arena that was opened */
    assert_string_equal(text, "deep");

    jmp_buf guard;
    volatile bool exhausted = false;
    volatile bool stopped = false;
    switch (setjmp(guard)) {
    case 0:
        arena_guard(arena, &guard);
        arena_array(arena_open(arena), SIZE_MAX, 2);
        break;
    case ARENA_EXHAUSTED:
        exhausted = true;
        arena_observe(arena, always, NULL);
        arena_ask(arena_open(arena));
        break;
    default:
        stopped = true;
    }
    assert_true(exhausted && stopped);
    arena_observe(arena, NULL, NULL);
    arena_guard(arena, NULL);
}

/* Arenas opened within count towards the limit; freed memory doesn't. */
static void a_limit_is_one_on_all_of_it(void **state)
{
    (void)state;
    jmp_buf guard;
    volatile int step = 0;
    arena_limit(arena, 100000);
    int how = setjmp(guard);
    if (how == 0) {
        arena_guard(arena, &guard);
        for (int i = 0; i < 100; i++) {
            arena_discard(arena, arena_alloc(arena, 50000));
            struct arena *within = arena_open(arena);
            arena_alloc(within, 50000);
            arena_close(within);
        }
        step = 1;
        arena_shrink(arena, arena_alloc(arena, 90000), 60000);
        arena_alloc(arena_open(arena), 30000);
        step = 2;
        arena_alloc(arena_open(arena), 30000);
        step = 3;
    }
    assert_int_equal(how, how == 0 ? -1 : ARENA_OVER_LIMIT);
    assert_int_equal(step, 2);
    arena_limit(arena, 0);
    arena_alloc(arena, 1000000);
    arena_guard(arena, NULL);
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, fresh_arena, free_arena)

TEST_PROGRAM(arena)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(arena_gives_zeroed_aligned_memory),
        WITH_ARENA(large_pieces_do_not_waste_blocks),
        WITH_ARENA(arrays_grow),
        WITH_ARENA(lists_grow_by_their_count),
        WITH_ARENA(the_last_piece_grows_where_it_lies),
        WITH_ARENA(texts_take_what_they_need),
        WITH_ARENA(what_lies_behind_a_mark_is_used_again),
        WITH_ARENA(large_pieces_are_given_back),
        WITH_ARENA(large_arrays_leave_nothing_behind),
        WITH_ARENA(memory_that_ends_jumps),
        WITH_ARENA(an_arena_within_has_the_guard_and_goes_with_the_other),
        WITH_ARENA(a_limit_is_one_on_all_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
