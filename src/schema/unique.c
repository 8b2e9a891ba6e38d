#include <setjmp.h>

#include "base/os.h"
#include "schema/program.h"

/* Up to here every pair is compared, which takes no memory. */
enum { FEW = 32 };

struct seen {
    uint64_t hash;
    size_t number; /* from 1; 0: free */
};

static bool compare_pairs(const struct tree *array, bool (*repeat)(void *context, size_t at, size_t first),
                          void *context)
{
    bool deep = false;
    for (size_t i = 1; i < tree_count(array); i++) {
        for (size_t k = 0; k < i; k++) {
            if (equal_values((struct either){.tree = tree_at(array, i)}, tree_at(array, k), &deep)) {
                if (!repeat(context, i, k)) {
                    return !deep;
                }
                break;
            }
        }
    }
    return !deep;
}

/* The seed keeps a file from choosing values whose hashes collide. */
static bool compare_hashes(const struct tree *array, struct arena *arena,
                           bool (*repeat)(void *context, size_t at, size_t first), void *context)
{
    size_t count = tree_count(array);
    size_t slots = FEW;
    while (slots / 2 < count) {
        slots *= 2;
    }
    struct seen *table = arena_array(arena, slots, sizeof *table);
    uint64_t seed = os_random();
    bool deep = false;
    for (size_t i = 0; i < count; i++) {
        const struct tree *value = tree_at(array, i);
        uint64_t hash = equal_hash(value, seed);
        size_t at = (size_t)hash & (slots - 1);
        while (table[at].number != 0 &&
               (table[at].hash != hash ||
                !equal_values((struct either){.tree = value}, tree_at(array, table[at].number - 1), &deep))) {
            at = (at + 1) & (slots - 1);
        }
        if (table[at].number == 0) {
            table[at] = (struct seen){.hash = hash, .number = i + 1};
        } else if (!repeat(context, i, table[at].number - 1)) {
            break;
        }
    }
    return !deep;
}

bool unique_repeats(const struct tree *array, struct arena *arena,
                    bool (*repeat)(void *context, size_t at, size_t first), void *context)
{
    if (tree_count(array) <= FEW) {
        return compare_pairs(array, repeat, context);
    }
    if (arena != NULL) {
        return compare_hashes(array, arena, repeat, context);
    }
    struct arena *own = arena_new();
    if (own == NULL) {
        return false;
    }
    jmp_buf guard;
    volatile bool told = false;
    if (setjmp(guard) == 0) {
        arena_guard(own, &guard);
        told = compare_hashes(array, own, repeat, context);
    }
    arena_free(own);
    return told;
}
