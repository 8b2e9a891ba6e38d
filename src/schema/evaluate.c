#include <setjmp.h>
#include <string.h>

#include "schema/program.h"
#include "schema/wide.h"

/* Far beyond what any file needs, and over in seconds. */
#define BUDGET (UINT64_C(1) << 27)
#define POINTER_ROOM ((size_t)64 * 1024 * 1024)
#define GUESSES ((size_t)1024 * 1024)

/* Most values can be passed at a glance; the others are looked at closely. */
static inline bool passes(const struct run *run, const struct node *node, const struct tree *value)
{
    if ((node->quick >> tree_type(value) & 1) == 0) {
        return false;
    }
    if (tree_is_real(value)) {
        double real = tree_real(value);
        return real >= node->low && real <= node->high;
    }
    if (tree_is_integer(value)) {
        int64_t integer = tree_integer(value);
        if ((node->quick & QUICK_INDEX) != 0) {
            return integer >= 0 && (uint64_t)integer < run->bounds[node->index];
        }
        double real = (double)integer;
        return integer_fits_double(integer) && real >= node->low && real <= node->high;
    }
    return true;
}

/* ---- arrays ---- */

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

static bool elements_hold(struct run *run, const struct array_part *part, const struct tree *value,
                          const struct path *up)
{
    const struct node *nodes = run->program->nodes;
    const uint32_t *prefix = run->program->edges + part->prefix;
    size_t count = tree_count(value);
    if (part->rest <= NODE_FALSE && count > part->prefix_count) {
        count = part->prefix_count;
    }
    run_spend(run, count);
    bool holds = true;
    for (size_t i = 0; i < count; i++) {
        const struct tree *element = tree_at(value, i);
        uint32_t node = i < part->prefix_count ? prefix[i] : part->rest;
        if (passes(run, &nodes[node], element)) {
            continue;
        }
        struct path path = {.up = up, .index = i};
        holds = evaluate(run, node, element, &path) && holds;
        if (!holds && (run->quiet || run->gave_up)) {
            break;
        }
    }
    return holds;
}

static bool array_holds(struct run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    const struct array_part *part = &run->program->arrays[node->array];
    size_t count = tree_count(value);
    bool holds = true;
    if (count < part->least) {
        holds = fault_size(run, node, path, value, KEYWORD_MIN_ITEMS, SCHEMA_TOO_FEW_ITEMS, count);
    } else if (count > part->most) {
        holds = fault_size(run, node, path, value, KEYWORD_MAX_ITEMS, SCHEMA_TOO_MANY_ITEMS, count);
    } else if (part->rest == NODE_FALSE && count > part->prefix_count) {
        holds = fault_size(run, node, path, value, part->rest_keyword, SCHEMA_TOO_MANY_ITEMS, count);
    }
    if (!holds && run->quiet) {
        return false;
    }
    if (part->prefix_count > 0 || part->rest > NODE_FALSE) {
        holds = elements_hold(run, part, value, path) && holds;
    }
    if (part->unique && (holds || !run->quiet)) {
        struct repeating repeating = {run, node, value, path, true};
        if (!unique_repeats(value, run->how->arena, say_repeat, &repeating)) {
            run->gave_up = true;
        }
        holds = repeating.holds && holds;
    }
    return holds;
}

/* ---- objects ---- */

/* seen: bits of the first 64 names when the members were walked. */
static bool required_holds(struct run *run, const struct node *node, const struct tree *value, const struct path *path,
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

/* place: of its name among the known ones; NONE is none of them. */
static bool member_holds(struct run *run, const struct node *node, uint32_t place, const struct tree *value,
                         const struct path *path)
{
    const struct object_part *part = &run->program->objects[node->object];
    bool known = place < part->known;
    if (part->names != NODE_ANY && !(run->wide != NULL ? wide_name_holds(run, part->names, path->key)
                                                       : texts_name_holds(run, part->names, path->key))) {
        bool mild = fault_unknown(run, node, path, value, KEYWORD_PROPERTY_NAMES);
        if (!known) {
            return mild; /* whatever else is there to say, this is its name */
        }
    }
    uint32_t next = known ? run->program->members[part->members + place].node : part->additional;
    if (next == NODE_FALSE && !known) {
        return fault_unknown(run, node, path, value, KEYWORD_ADDITIONAL_PROPERTIES);
    }
    return evaluate(run, next, value, path);
}

/* Walks over the members once. Files write them mostly in the order of the schema: the next one is the first guess. */
static bool members_hold(struct run *run, const struct node *node, const struct tree *value, const struct path *up,
                         uint64_t *seen)
{
    const struct object_part *part = &run->program->objects[node->object];
    const struct node *nodes = run->program->nodes;
    const struct member *members = run->program->members + part->members;
    const struct name_table table = name_table_of(run->program, &part->table);
    const struct tree *object = value;
    uint32_t guess = 0;
    bool holds = true;
    for (void *at = tree_first(object); at != NULL; at = tree_next(object, at)) {
        const char *key = tree_key(at);
        size_t length = tree_key_length(at);
        uint32_t place = guess;
        if (!name_table_holds(&table, guess, key, length)) {
            place = name_table_find(table, key, length);
        }
        uint32_t to = part->additional;
        if (place != NONE) {
            guess = place + 1;
            *seen |= members[place].bit;
            to = members[place].node;
        }
        const struct tree *next = tree_value(at);
        if (part->names == NODE_ANY && passes(run, &nodes[to], next)) {
            continue;
        }
        struct path path = {.up = up, .key = key};
        holds = member_holds(run, node, place, next, &path) && holds;
        if (!holds && (run->quiet || run->gave_up)) {
            break;
        }
    }
    return holds;
}

static bool object_holds(struct run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    const struct object_part *part = &run->program->objects[node->object];
    size_t count = tree_count(value);
    uint64_t seen = 0;
    bool holds = true;
    if (count < part->least) {
        holds = fault_size(run, node, path, value, KEYWORD_MIN_PROPERTIES, SCHEMA_MEMBERS, count);
    } else if (count > part->most) {
        holds = fault_size(run, node, path, value, KEYWORD_MAX_PROPERTIES, SCHEMA_MEMBERS, count);
    }
    if (run->wide != NULL && wide_part(run->program, node)->pattern_count > 0) {
        run_spend(run, count);
        holds = (holds || !run->quiet) && wide_members_hold(run, node, value, path, &seen) && holds;
    } else if (part->walk && (holds || !run->quiet)) {
        run_spend(run, count);
        holds = members_hold(run, node, value, path, &seen) && holds;
    }
    if ((!part->walk || seen != part->required_bits || part->required_more) && (holds || !run->quiet) &&
        !run->gave_up) {
        holds = required_holds(run, node, value, path, seen) && holds;
    }
    return holds;
}

/* ---- several schemas for the same value ---- */

static bool all_hold(struct run *run, const struct group *group, const struct tree *value, const struct path *path)
{
    const uint32_t *nodes = run->program->edges + group->edges;
    bool holds = true;
    for (uint32_t i = 0; i < group->count && (holds || !run->quiet); i++) {
        holds = evaluate(run, nodes[i], value, path) && holds;
    }
    return holds;
}

/* anyOf, oneOf, not: tried quietly; one failure of the whole, or the milder ones of the alternative that holds. */
static bool alternatives_hold(struct run *run, const struct node *node, const struct group *group,
                              const struct tree *value, const struct path *path)
{
    const uint32_t *nodes = run->program->edges + group->edges;
    bool quiet = run->quiet;
    bool negated = group->keyword == KEYWORD_NOT;
    bool only_one = group->keyword == KEYWORD_ONE_OF;
    size_t matches = 0;
    uint32_t match = NODE_ANY;
    if (run->wide != NULL && wide_alternatives(run, group, value, path, &matches)) {
        return true;
    }
    run->quiet = true;
    for (uint32_t i = 0; run->wide == NULL && i < group->count && (only_one ? !quiet || matches < 2 : matches == 0);
         i++) {
        if (evaluate(run, nodes[i], value, path)) {
            match = nodes[i];
            matches++;
        }
    }
    run->quiet = quiet;
    if (run->wide != NULL) {
        /* what holds has been seen */
    } else if (negated ? matches == 0 : only_one ? matches == 1 : matches > 0) {
        return quiet || negated || evaluate(run, match, value, path);
    }
    struct fault what = {.problem = negated ? SCHEMA_NOT : SCHEMA_ONE_OF,
                         .keyword = group->keyword,
                         .value = value,
                         .limit = program_value(run->program, group->value),
                         .matches = negated ? 0 : matches};
    return fault(run, node, path, &what);
}

static bool groups_hold(struct run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    bool holds = true;
    for (uint32_t i = 0; i < node->group_count && (holds || !run->quiet); i++) {
        const struct group *group = &run->program->groups[node->groups + i];
        bool all = group->keyword == KEYWORD_REF || group->keyword == KEYWORD_ALL_OF;
        holds = (all ? all_hold(run, group, value, path) : alternatives_hold(run, node, group, value, path)) && holds;
    }
    return holds;
}

/* ---- one value ---- */

static bool type_holds(const struct node *node, const struct tree *value)
{
    return (node->types >> tree_type(value) & 1) != 0 ||
           ((node->types & TYPE_WHOLE) != 0 && tree_is_real(value) && number_is_whole(tree_real(value)));
}

static bool parts_hold(struct run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    switch (tree_type(value)) {
    case JSON_OBJECT:
        return node->object == 0 || object_holds(run, node, value, path);
    case JSON_ARRAY:
        return node->array == 0 || array_holds(run, node, value, path);
    case JSON_STRING:
        return node->text == 0 || scalars_text(run, node, value, path);
    case JSON_INTEGER:
    case JSON_REAL:
        return node->number == 0 || scalars_number(run, node, value, path);
    default:
        return true;
    }
}

/* An x-index judges null too, unless a type beside it lists null. */
static bool is_index(const struct node *node, const struct tree *value)
{
    return node->index != INDEX_NONE &&
           !(tree_is_null(value) && node->types != TYPE_ALL && (node->types >> JSON_NULL & 1) != 0);
}

bool evaluate_node(struct run *run, uint32_t at, const struct tree *value, const struct path *path)
{
    const struct node *node = &run->program->nodes[at];
    bool known = false;
    if (is_index(node, value)) {
        bool holds = scalars_index(run, node, value, path, &known);
        if (!known) {
            return holds;
        }
    }
    if (!known && !type_holds(node, value)) {
        return fault_type(run, node, path, value);
    }
    bool holds = node->choice == 0 || scalars_choice(run, node, value, path);
    if (holds || !run->quiet) {
        holds = parts_hold(run, node, value, path) && holds;
    }
    if (node->group_count > 0 && (holds || !run->quiet)) {
        holds = groups_hold(run, node, value, path) && holds;
    }
    return holds;
}

bool evaluate(struct run *run, uint32_t at, const struct tree *value, const struct path *path)
{
    if (at == NODE_ANY) {
        return true;
    }
    if (at == NODE_FALSE) {
        return fault_false(run, &run->program->nodes[at], path, value);
    }
    if (!run_enter(run)) {
        return false;
    }
    bool holds = run->wide == NULL ? evaluate_node(run, at, value, path) : wide_holds(run, at, value, path);
    run->level--;
    return holds && !run->gave_up;
}

/* What keywords of users need: room of its own, within the caller's where that has some. */
static bool run_wide(struct run *run, uint32_t root, const struct tree *value)
{
    struct wide_run wide = {.scope = NULL};
    struct arena *within = run->how->arena;
    wide.arena = within == NULL ? arena_new() : arena_open(within);
    if (wide.arena == NULL) {
        run->gave_up = true;
        return false;
    }
    /* cppcheck-suppress autoVariables ; nobody looks at it after this */
    run->wide = &wide;
    volatile bool holds = false;
    jmp_buf guard;
    if (within != NULL) {
        holds = evaluate(run, root, value, NULL);
        arena_close(wide.arena);
        return holds;
    }
    if (setjmp(guard) == 0) {
        arena_guard(wide.arena, &guard);
        holds = evaluate(run, root, value, NULL);
    } else {
        run->gave_up = true;
    }
    arena_free(wide.arena);
    return holds;
}

bool schema_evaluate(const struct schema *schema, const struct tree *value, const struct schema_evaluation *how)
{
    const struct program *program = schema->program;
    struct run run = {
        .program = program,
        .how = how,
        .quiet = how->fail == NULL,
        .visits = how->budget == 0 ? BUDGET : how->budget,
        .room = POINTER_ROOM,
        .guesses = GUESSES,
    };
    for (uint32_t i = 1; i < program->indices_count; i++) {
        uint64_t *bound = &run.bounds[INDEX_ANY + i];
        *bound = UINT64_MAX;
        const char *name = program->flat.texts + program->indices[i].text;
        for (size_t k = 0; k < how->bound_count && *bound == UINT64_MAX; k++) {
            if (*how->bounds[k].name == *name && strcmp(how->bounds[k].name, name) == 0) {
                *bound = how->bounds[k].count;
            }
        }
    }
    bool holds =
        program->wide == NULL ? evaluate(&run, schema->root, value, NULL) : run_wide(&run, schema->root, value);
    if (run.gave_up && how->fail != NULL) {
        const struct schema_failure failure = {
            .problem = SCHEMA_GAVE_UP,
            .level = SCHEMA_ERROR,
            .pointer = how->pointer == NULL ? "" : how->pointer,
            .value = value,
            .keyword = "",
            .flat = &program->flat,
            .schema = &program->flat.values[program->nodes[schema->root].value],
        };
        how->fail(how->context, &failure);
    }
    return holds && !run.gave_up;
}
