/* Checks arrays and objects as a whole: unique elements and required members. */
#include <setjmp.h>

#include "base/os.h"
#include "schema/program.h"

struct repeating {
    struct run *run;
    const struct node *node;
    const struct tree *array;
    const struct path *path;
    bool holds;
};

static bool report_repeat(struct repeating *repeating, size_t at, size_t first)
{
    struct path path = {.up = repeating->path, .index = at};
    struct fault what = {.problem = SCHEMA_NOT_UNIQUE, .keyword = KEYWORD_UNIQUE_ITEMS, .count = first};
    repeating->holds =
        fault(repeating->run, repeating->node, &path, tree_at(repeating->array, at), &what) && repeating->holds;
    return !repeating->run->gave_up && (repeating->holds || !repeating->run->quiet);
}

/* Up to so many elements, every pair is compared, which takes no memory. */
enum { FEW = 32 };

struct seen {
    uint64_t hash;
    size_t number; /* index + 1 of the element; 0: free */
};

static bool compare_pairs(const struct tree *array, struct repeating *repeating)
{
    bool deep = false;
    for (size_t i = 1; i < tree_count(array); i++) {
        for (size_t k = 0; k < i; k++) {
            if (equal_values((struct either){.tree = tree_at(array, i)}, tree_at(array, k), &deep)) {
                if (!report_repeat(repeating, i, k)) {
                    return !deep;
                }
                break;
            }
        }
    }
    return !deep;
}

/* Uses a random seed, so that a file can't contain values whose hashes collide. */
static bool compare_hashes(const struct tree *array, struct arena *arena, struct repeating *repeating)
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
        } else if (!report_repeat(repeating, i, table[at].number - 1)) {
            break;
        }
    }
    return !deep;
}

/* Reports each element that equals an earlier one, in order, as long as report_repeat() returns true. Beyond FEW
 * elements it needs memory, from its own arena if arena is NULL. Returns false if the result is incomplete. */
static bool find_repeats(const struct tree *array, struct arena *arena, struct repeating *repeating)
{
    if (tree_count(array) <= FEW) {
        return compare_pairs(array, repeating);
    }
    if (arena != NULL) {
        return compare_hashes(array, arena, repeating);
    }
    struct arena *own = arena_new();
    if (own == NULL) {
        return false;
    }
    jmp_buf guard;
    volatile bool told = false;
    if (setjmp(guard) == 0) {
        arena_guard(own, &guard);
        told = compare_hashes(array, own, repeating);
    }
    arena_free(own);
    return told;
}

bool containers_unique(struct run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    struct repeating repeating = {run, node, value, path, true};
    if (!find_repeats(value, run->how->arena, &repeating)) {
        run->gave_up = true;
    }
    return repeating.holds;
}

bool containers_required(struct run *run, const struct node *node, const struct tree *value, const struct path *path,
                         uint64_t seen)
{
    const struct object_part *part = &run->program->objects[node->object];
    const struct flat_value *names = program_value(run->program, part->required);
    size_t i = 0;
    bool holds = true;
    for (const struct flat_value *at = flat_begin(names); at != flat_end(names); at += at->span, i++) {
        const char *name = flat_text(&run->program->flat, at);
        bool there = i < 64 && part->walk ? (seen >> i & 1) != 0 : tree_get(value, name) != NULL;
        if (!there) {
            holds = fault(run, node, path, value,
                          &(struct fault){.problem = SCHEMA_REQUIRED, .keyword = KEYWORD_REQUIRED, .name = name}) &&
                    holds;
            if (!holds && run->quiet) {
                break;
            }
        }
    }
    return holds;
}
