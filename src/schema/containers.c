/* Checks arrays and objects as a whole: unique elements and required members. */
#include <setjmp.h>
#include <string.h>

#include "base/os.h"
#include "base/utf8.h"
#include "schema/program.h"

struct repeating {
    struct schema_run *run;
    const struct node *node;
    const struct tree *array;
    const struct path *path;
    bool holds;
};

static bool report_repeat(struct repeating *repeating, size_t at, size_t first)
{
    struct path path = {.up = repeating->path, .index = at};
    struct failure_facts what = {.problem = SCHEMA_NOT_UNIQUE, .keyword = KEYWORD_UNIQUE_ITEMS, .count = first};
    repeating->holds =
        fault(repeating->run, repeating->node, &path, tree_at(repeating->array, at), &what) && repeating->holds;
    return !repeating->run->gave_up && (repeating->holds || !repeating->run->quiet);
}

/* Up to so many elements, every pair is compared, which takes no memory. */
enum { FEW = 32 };

struct seen_element {
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
    struct seen_element *table = arena_array(arena, slots, sizeof *table);
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
            table[at] = (struct seen_element){.hash = hash, .number = i + 1};
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

bool containers_unique(struct schema_run *run, const struct node *node, const struct tree *value,
                       const struct path *path)
{
    struct repeating repeating = {run, node, value, path, true};
    if (!find_repeats(value, run->how->arena, &repeating)) {
        run->gave_up = true;
    }
    return repeating.holds;
}

bool containers_required(struct schema_run *run, const struct node *node, const struct tree *value,
                         const struct path *path, uint64_t seen)
{
    const struct object_part *part = &run->program->objects[node->object];
    const struct flat_value *names = program_value(run->program, part->required);
    size_t i = 0;
    bool holds = true;
    for (const struct flat_value *at = flat_begin(names); at != flat_end(names); at += at->span, i++) {
        const char *name = flat_text(&run->program->flat, at);
        bool there = i < 64 && part->walk ? (seen >> i & 1) != 0 : tree_get(value, name) != NULL;
        if (!there) {
            holds =
                fault(run, node, path, value,
                      &(struct failure_facts){.problem = SCHEMA_REQUIRED, .keyword = KEYWORD_REQUIRED, .name = name}) &&
                holds;
            if (!holds && run->quiet) {
                break;
            }
        }
    }
    return holds;
}

/* Checks a value by itself: an index, a number within limits, the length of a string, one of several values. */

static bool report_index(struct schema_run *run, const struct node *node, const struct tree *value,
                         const struct path *path, enum schema_problem problem, size_t count)
{
    const char *name = flat_text(&run->program->flat, node_names(run, node, KEYWORD_X_INDEX));
    return fault(run, node, path, value,
                 &(struct failure_facts){.problem = problem, .keyword = KEYWORD_X_INDEX, .name = name, .count = count});
}

bool scalars_index(struct schema_run *run, const struct node *node, const struct tree *value, const struct path *path,
                   bool *known)
{
    if (!tree_is_number(value)) {
        size_t count = node->index == INDEX_ANY ? SIZE_MAX : (size_t)run->bounds[node->index];
        return report_index(run, node, value, path, SCHEMA_INDEX_TYPE, count);
    }
    bool is_integer = tree_is_integer(value);
    int64_t integer = tree_integer(value);
    double real = tree_real(value);
    if (!is_integer && !number_is_whole(real)) {
        return report_index(run, node, value, path, SCHEMA_INDEX_FRACTION, 0);
    }
    if (node->index != INDEX_ANY) {
        if (is_integer ? integer < 0 : real < 0) {
            return report_index(run, node, value, path, SCHEMA_INDEX_NEGATIVE, 0);
        }
        uint64_t bound = run->bounds[node->index];
        /* no array has 2^63 elements, and smaller whole doubles convert exactly */
        uint64_t index = is_integer ? (uint64_t)integer : real < 0x1p63 ? (uint64_t)real : UINT64_MAX;
        if (index >= bound && bound != UINT64_MAX) {
            return report_index(run, node, value, path, SCHEMA_INDEX_RANGE, (size_t)bound);
        }
    }
    *known = true;
    return is_integer || report_index(run, node, value, path, SCHEMA_INDEX_FLOAT, 0);
}

static bool limit_holds(const struct program *program, const struct number_limit *limit,
                        const struct flat_value *number)
{
    int order = number_compare(number, &program->flat.values[limit->number]);
    switch (limit->relation) {
    case LIMIT_AT_LEAST:
        return order >= 0;
    case LIMIT_ABOVE:
        return order > 0;
    case LIMIT_AT_MOST:
        return order <= 0;
    default:
        return order < 0;
    }
}

static bool is_mild(const struct node *node, enum keyword keyword)
{
    return (node->mild >> (2 * keyword) & 3) != 0;
}

/* Reports one failure per number: if it violates several limits, one that is an error. */
bool scalars_number(struct schema_run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    const struct number_part *part = &run->program->numbers[node->number];
    const struct flat_value *finite = program_value(run->program, part->finite);
    struct flat_value number = flat_head(value);
    if (finite != NULL) {
        struct flat_value negative = {.type = JSON_REAL, .number.real = -tree_real(value)};
        if (number_compare(&number, finite) >= 0 ||
            (negative.number.real > 0 && number_compare(&negative, finite) >= 0)) {
            return fault(run, node, path, value,
                         &(struct failure_facts){.problem = SCHEMA_NOT_FINITE, .keyword = KEYWORD_X_FINITE});
        }
    }
    const struct number_limit *broken = NULL;
    for (unsigned i = 0; i < part->count; i++) {
        const struct number_limit *limit = &part->limits[i];
        if ((broken == NULL || (is_mild(node, broken->keyword) && !is_mild(node, limit->keyword))) &&
            !limit_holds(run->program, limit, &number)) {
            broken = limit;
        }
    }
    return broken == NULL ||
           fault(run, node, path, value, &(struct failure_facts){.problem = SCHEMA_RANGE, .keyword = broken->keyword});
}

static bool length_holds(const struct text_part *part, const char *text, size_t size, size_t *count)
{
    /* A code point takes 1 to 4 bytes, so counting is rarely necessary. */
    if (size / 4 >= part->least && size <= part->most) {
        return true;
    }
    *count = utf8_count(text, size);
    return *count >= part->least && *count <= part->most;
}

bool scalars_text(struct schema_run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    const struct text_part *part = &run->program->texts[node->text];
    size_t count = 0;
    size_t length;
    const char *text = tree_text(value, &length);
    if (length_holds(part, text, length, &count)) {
        return true;
    }
    enum keyword keyword = count < part->least ? KEYWORD_MIN_LENGTH : KEYWORD_MAX_LENGTH;
    return fault(run, node, path, value,
                 &(struct failure_facts){.problem = SCHEMA_LENGTH, .keyword = keyword, .count = count});
}

bool scalars_choice(struct schema_run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    const struct flat *flat = &run->program->flat;
    const struct choice_part *choice = &run->program->choices[node->choice];
    const struct name_table strings = name_table_of(run->program, &choice->strings);
    const struct flat_value *all = program_value(run->program, choice->value);
    size_t length;
    const char *text = tree_text(value, &length);
    if (text != NULL && name_table_find(strings, text, length) != NONE) {
        return true;
    }
    bool only = choice->keyword == KEYWORD_CONST;
    const struct flat_value *at = only ? all : flat_begin(all);
    bool deep = false; /* the values differ then */
    for (; choice->others && at != flat_end(all); at += at->span) {
        if (equal_values((struct either){.flat = flat, .value = at}, value, &deep)) {
            return true;
        }
    }
    return fault_choice(run, node, path, value, choice->keyword);
}

/* ---- names of members, which are no JSON values of their own ---- */

static bool group_holds(struct schema_run *run, const struct group *group, const char *name)
{
    size_t matches = 0;
    for (uint32_t i = 0; i < group->count; i++) {
        matches += scalars_name(run, run->program->edges[group->edges + i], name) ? 1 : 0;
    }
    switch (group->keyword) {
    case KEYWORD_ANY_OF:
        return matches > 0;
    case KEYWORD_ONE_OF:
        return matches == 1;
    case KEYWORD_NOT:
        return matches == 0;
    default:
        return matches == group->count;
    }
}

bool scalars_name(struct schema_run *run, uint32_t at, const char *name)
{
    if (at <= NODE_FALSE) {
        return at == NODE_ANY;
    }
    if (!run_enter(run)) {
        return false;
    }
    const struct program *program = run->program;
    const struct node *node = &program->nodes[at];
    const struct name_table choices = name_table_of(program, &program->choices[node->choice].strings);
    size_t size = strlen(name);
    size_t count;
    bool holds = node->index == INDEX_NONE && (node->types >> JSON_STRING & 1) != 0 &&
                 (node->choice == 0 || name_table_find(choices, name, size) != NONE) &&
                 (node->text == 0 || length_holds(&program->texts[node->text], name, size, &count));
    for (uint32_t i = 0; holds && i < node->group_count; i++) {
        holds = group_holds(run, &program->groups[node->groups + i], name);
    }
    run->level--;
    return holds;
}
