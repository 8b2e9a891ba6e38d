/* What an array or an object must be as a whole: no element twice, and the members that must be there. */
#include "schema/program.h"

struct repeating {
    struct run *run;
    const struct node *node;
    const struct tree *array;
    const struct path *path;
    bool holds;
};

static bool say_repeat(void *context, size_t at, size_t first)
{
    struct repeating *repeating = context;
    struct path path = {.up = repeating->path, .index = at};
    struct fault what = {.problem = SCHEMA_NOT_UNIQUE,
                         .keyword = KEYWORD_UNIQUE_ITEMS,
                         .value = tree_at(repeating->array, at),
                         .limit = node_says(repeating->run, repeating->node, KEYWORD_UNIQUE_ITEMS),
                         .count = first};
    repeating->holds = fault(repeating->run, repeating->node, &path, &what) && repeating->holds;
    return !repeating->run->gave_up && (repeating->holds || !repeating->run->quiet);
}

bool containers_unique(struct run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    struct repeating repeating = {run, node, value, path, true};
    if (!unique_repeats(value, run->how->arena, say_repeat, &repeating)) {
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
            holds = fault_missing(run, node, path, value, name) && holds;
            if (!holds && run->quiet) {
                break;
            }
        }
    }
    return holds;
}
