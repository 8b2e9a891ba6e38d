/* Checks whether a value and its descendants are valid against a schema: the recursive part. Checks of a value by
 * itself are in scalars.c, containers.c and wide.c. */
#include <assert.h>
#include <setjmp.h>
#include <string.h>

#include "gltf/json.h"
#include "schema/embedded.h"
#include "schema/program.h"
#include "schema/wide.h"

const struct schema *embedded_schema(const char *name)
{
    size_t i = 0;
    while (strcmp(embedded_schemas[i].name, name) != 0) {
        i++;
        assert(i < embedded_schema_count && "whoever asks knows which schemas there are");
    }
    return &embedded_schemas[i].schema;
}

/* Whether a value is certainly valid by a quick test. Others need the full check. */
static inline bool passes_quickly(const struct schema_run *run, const struct node *node, const struct tree *value)
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

/* Checks a value quietly, as the whole schema may be valid even if this one fails. If it holds, the members and
 * elements that it has evaluated count. */
static bool attempt_node(struct schema_run *run, uint32_t node, const struct tree *value, const struct path *path)
{
    bool quiet = run->quiet;
    run->quiet = true;
    bool holds;
    if (run->wide != NULL && marks_asked(run, value)) {
        struct marks own;
        marks_open(run, &own, value);
        holds = evaluate(run, node, value, path);
        marks_close(run, &own, holds);
    } else {
        holds = evaluate(run, node, value, path);
    }
    run->quiet = quiet;
    return holds;
}

/* ---- arrays ---- */

static bool elements_hold(struct schema_run *run, const struct array_part *part, const struct tree *value,
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
        if (passes_quickly(run, &nodes[node], element)) {
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

static bool array_holds(struct schema_run *run, const struct node *node, const struct tree *value,
                        const struct path *path)
{
    const struct array_part *part = &run->program->arrays[node->array];
    size_t count = tree_count(value);
    bool holds = true;
    if (count < part->least) {
        holds = fault(
            run, node, path, value,
            &(struct failure_facts){.problem = SCHEMA_TOO_FEW_ITEMS, .keyword = KEYWORD_MIN_ITEMS, .count = count});
    } else if (count > part->most) {
        holds = fault(
            run, node, path, value,
            &(struct failure_facts){.problem = SCHEMA_TOO_MANY_ITEMS, .keyword = KEYWORD_MAX_ITEMS, .count = count});
    } else if (part->rest == NODE_FALSE && count > part->prefix_count) {
        holds = fault(
            run, node, path, value,
            &(struct failure_facts){.problem = SCHEMA_TOO_MANY_ITEMS, .keyword = part->rest_keyword, .count = count});
    }
    if (!holds && run->quiet) {
        return false;
    }
    if (part->prefix_count > 0 || part->rest > NODE_FALSE) {
        holds = elements_hold(run, part, value, path) && holds;
    }
    if (part->unique && (holds || !run->quiet)) {
        holds = containers_unique(run, node, value, path) && holds;
    }
    return holds;
}

/* ---- objects ---- */

/* Whether the name of a member is valid against a node. */
static bool name_holds(struct schema_run *run, uint32_t at, const char *name)
{
    if (run->wide == NULL) {
        return scalars_name(run, at, name);
    }
    if (at <= NODE_FALSE) {
        return at == NODE_ANY;
    }
    struct arena *arena = run->wide->arena;
    struct arena_mark room = arena_mark(arena);
    bool holds = attempt_node(run, at, tree_of_text(arena, name, strlen(name)), NULL);
    arena_release(arena, room);
    return holds;
}

/* Returns the number of patternProperties of a node. */
static inline uint32_t patterns_of(const struct schema_run *run, const struct node *node)
{
    return run->wide == NULL ? 0 : wide_part(run->program, node)->pattern_count;
}

/* Checks a member by everything that applies to it. place: index of its name among the known ones; NONE if unknown. */
static bool member_holds(struct schema_run *run, const struct node *node, uint32_t place, const struct tree *value,
                         const struct path *path)
{
    const struct program *program = run->program;
    const struct object_part *part = &program->objects[node->object];
    uint32_t patterns = patterns_of(run, node);
    bool known = place < part->known;
    bool holds = true;
    if (part->names != NODE_ANY && !name_holds(run, part->names, path->key)) {
        holds = fault_unknown(run, node, path, value, KEYWORD_PROPERTY_NAMES);
        if (!known && patterns == 0) {
            return holds; /* report only the name, not the value */
        }
    }
    if (known) {
        holds = evaluate(run, program->members[part->members + place].node, value, path) && holds;
    }
    for (uint32_t i = 0; i < patterns && (holds || !run->quiet); i++) {
        const struct wide_pattern *pattern = &program->wide->patterns[wide_part(program, node)->patterns + i];
        if (wide_name_matches(run, pattern, path->key)) {
            known = true;
            holds = evaluate(run, pattern->node, value, path) && holds;
        }
    }
    if (known || (!holds && run->quiet)) {
        return holds;
    }
    return (part->additional == NODE_FALSE ? fault_unknown(run, node, path, value, KEYWORD_ADDITIONAL_PROPERTIES)
                                           : evaluate(run, part->additional, value, path)) &&
           holds;
}

/* Checks each member once. Most files have members in the order of the schema, so the next one is tried first. */
static bool members_hold(struct schema_run *run, const struct node *node, const struct tree *value,
                         const struct path *up, uint64_t *seen)
{
    const struct object_part *part = &run->program->objects[node->object];
    const struct node *nodes = run->program->nodes;
    const struct member *members = run->program->members + part->members;
    const struct name_table table = name_table_of(run->program, &part->table);
    bool names_matter = part->names != NODE_ANY || patterns_of(run, node) > 0;
    uint32_t guess = 0;
    bool holds = true;
    for (void *at = tree_first(value); at != NULL; at = tree_next(value, at)) {
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
        if (!names_matter && passes_quickly(run, &nodes[to], next)) {
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

static bool object_holds(struct schema_run *run, const struct node *node, const struct tree *value,
                         const struct path *path)
{
    const struct object_part *part = &run->program->objects[node->object];
    size_t count = tree_count(value);
    uint64_t seen = 0;
    bool holds = true;
    if (count < part->least) {
        holds = fault(
            run, node, path, value,
            &(struct failure_facts){.problem = SCHEMA_MEMBERS, .keyword = KEYWORD_MIN_PROPERTIES, .count = count});
    } else if (count > part->most) {
        holds = fault(
            run, node, path, value,
            &(struct failure_facts){.problem = SCHEMA_MEMBERS, .keyword = KEYWORD_MAX_PROPERTIES, .count = count});
    }
    if ((part->walk || patterns_of(run, node) > 0) && (holds || !run->quiet)) {
        run_spend(run, count);
        holds = members_hold(run, node, value, path, &seen) && holds;
    }
    if ((!part->walk || seen != part->required_bits || part->required_more) && (holds || !run->quiet) &&
        !run->gave_up) {
        holds = containers_required(run, node, value, path, seen) && holds;
    }
    return holds;
}

/* ---- several schemas for the same value ---- */

static bool all_hold(struct schema_run *run, const struct group *group, const struct tree *value,
                     const struct path *path)
{
    const uint32_t *nodes = run->program->edges + group->edges;
    bool holds = true;
    for (uint32_t i = 0; i < group->count && (holds || !run->quiet); i++) {
        holds = evaluate(run, nodes[i], value, path) && holds;
    }
    return holds;
}

/* Checks anyOf, oneOf and not quietly. Reports one failure of the whole, or the warnings of the alternative that
 * holds. */
static bool alternatives_hold(struct schema_run *run, const struct node *node, const struct group *group,
                              const struct tree *value, const struct path *path)
{
    const uint32_t *nodes = run->program->edges + group->edges;
    bool negated = group->keyword == KEYWORD_NOT;
    bool only_one = group->keyword == KEYWORD_ONE_OF;
    bool all = !negated && run->wide != NULL && marks_asked(run, value); /* all alternatives count as evaluated */
    size_t matches = 0;
    uint32_t match = NODE_ANY;
    for (uint32_t i = 0; i < group->count && (all || (only_one ? !run->quiet || matches < 2 : matches == 0)); i++) {
        if (attempt_node(run, nodes[i], value, path)) {
            match = nodes[i];
            matches++;
        }
    }
    if (!run->gave_up && (negated ? matches == 0 : only_one ? matches == 1 : matches > 0)) {
        /* user schemas have no warnings */
        return run->quiet || negated || run->wide != NULL || evaluate(run, match, value, path);
    }
    return fault(run, node, path, value,
                 &(struct failure_facts){.problem = negated ? SCHEMA_NOT : SCHEMA_ONE_OF,
                                         .keyword = group->keyword,
                                         .matches = negated ? 0 : matches});
}

static bool groups_hold(struct schema_run *run, const struct node *node, const struct tree *value,
                        const struct path *path)
{
    bool holds = true;
    for (uint32_t i = 0; i < node->group_count && (holds || !run->quiet); i++) {
        const struct group *group = &run->program->groups[node->groups + i];
        bool all = group->keyword == KEYWORD_REF || group->keyword == KEYWORD_ALL_OF;
        holds = (all ? all_hold(run, group, value, path) : alternatives_hold(run, node, group, value, path)) && holds;
    }
    return holds;
}

/* ---- one schema object ---- */

/* Whether a value is a whole number that isn't written as an integer. */
static bool is_whole_float(const struct node *node, const struct tree *value)
{
    return (node->types & TYPE_WHOLE) != 0 && (node->types >> JSON_REAL & 1) == 0 && tree_is_real(value) &&
           number_is_whole(tree_real(value));
}

static bool type_holds(const struct node *node, const struct tree *value)
{
    return (node->types >> tree_type(value) & 1) != 0 || is_whole_float(node, value);
}

static bool parts_hold(struct schema_run *run, const struct node *node, const struct tree *value,
                       const struct path *path)
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

/* An x-index applies to null too, unless a type beside it lists null. */
static bool is_index(const struct node *node, const struct tree *value)
{
    return node->index != INDEX_NONE &&
           !(tree_is_null(value) && node->types != TYPE_ALL && (node->types >> JSON_NULL & 1) != 0);
}

static bool node_holds(struct schema_run *run, uint32_t at, const struct tree *value, const struct path *path)
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
        return fault(run, node, path, value, &(struct failure_facts){.problem = SCHEMA_TYPE, .keyword = KEYWORD_TYPE});
    }
    if (run->how->whole_floats && !run->quiet && is_whole_float(node, value)) {
        fault(run, node, path, value, &(struct failure_facts){.problem = SCHEMA_WHOLE_FLOAT, .keyword = KEYWORD_TYPE});
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

/* ---- keywords of user schemas only: wide.h ---- */

static bool dependents_hold(struct schema_run *run, const struct node *node, const struct wide_part *part,
                            const struct tree *value, const struct path *path)
{
    const struct program *program = run->program;
    bool holds = true;
    for (uint32_t i = 0; i < part->dependent_count && (holds || !run->quiet); i++) {
        const struct wide_dependent *dependent = &program->wide->dependents[part->dependents + i];
        if (tree_get(value, dependent->name) == NULL) {
            continue;
        }
        holds = wide_names_hold(run, node, dependent, value, path) && holds;
        holds = evaluate(run, dependent->node, value, path) && holds;
    }
    return holds;
}

static bool contains_holds(struct schema_run *run, const struct node *node, const struct wide_part *part,
                           const struct tree *value, const struct path *up)
{
    size_t count = tree_count(value);
    size_t matches = 0;
    for (size_t i = 0; i < count && !run->gave_up; i++) {
        struct path path = {.up = up, .index = i};
        if (attempt_node(run, part->contains, tree_at(value, i), &path)) {
            matches++;
            marks_set(run, value, i);
        }
    }
    return wide_contains_holds(run, node, part, value, up, matches);
}

/* Checks keywords that apply to the value itself, or to all of it by another schema. */
static bool keywords_hold(struct schema_run *run, const struct node *node, const struct wide_part *part,
                          const struct tree *value, const struct path *path)
{
    bool holds = wide_scalars_hold(run, node, part, value, path);
    if (tree_is_object(value) && (holds || !run->quiet)) {
        holds = dependents_hold(run, node, part, value, path) && holds;
    }
    if (tree_is_array(value) && part->has_contains && (holds || !run->quiet)) {
        holds = contains_holds(run, node, part, value, path) && holds;
    }
    if (part->has_reference && (holds || !run->quiet)) {
        holds = evaluate(run, wide_destination(run, part), value, path) && holds;
    }
    if (part->has_condition && (holds || !run->quiet)) {
        bool met = attempt_node(run, part->condition, value, path);
        holds = evaluate(run, met ? part->then : part->otherwise, value, path) && holds;
    }
    return holds;
}

/* Checks elements that no keyword has evaluated. */
static bool rest_elements_hold(struct schema_run *run, const struct wide_part *part, const struct tree *value,
                               const struct path *up)
{
    const unsigned char *bits = run->wide->marks->bits;
    bool holds = true;
    for (size_t i = 0; i < tree_count(value) && (holds || !run->quiet); i++) {
        struct path path = {.up = up, .index = i};
        holds = (bits[i] != 0 || evaluate(run, part->items, tree_at(value, i), &path)) && holds;
    }
    return holds;
}

/* Checks members that no keyword has evaluated. */
static bool rest_members_hold(struct schema_run *run, const struct node *node, const struct wide_part *part,
                              const struct tree *value, const struct path *up)
{
    const unsigned char *bits = run->wide->marks->bits;
    bool holds = true;
    size_t i = 0;
    for (void *at = tree_first(value); at != NULL && (holds || !run->quiet); i++) {
        struct path path = {.up = up, .key = tree_key(at)};
        const struct tree *member = tree_value(at);
        if (bits[i] == 0) {
            holds =
                (part->members == NODE_FALSE ? fault_unknown(run, node, &path, member, KEYWORD_UNEVALUATED_PROPERTIES)
                                             : evaluate(run, part->members, member, &path)) &&
                holds;
        }
        at = tree_next(value, at);
    }
    return holds;
}

/* Checks all keywords of a node except unevaluatedItems and unevaluatedProperties, and marks what they have
 * evaluated. */
static bool part_holds(struct schema_run *run, uint32_t at, const struct wide_part *part, const struct tree *value,
                       const struct path *path)
{
    const struct node *node = &run->program->nodes[at];
    bool holds = node_holds(run, at, value, path);
    if (part->node != 0 && (holds || !run->quiet)) {
        holds = keywords_hold(run, node, part, value, path) && holds;
    }
    marks_node(run, node, part, value);
    return holds;
}

/* Checks a node of a user schema. Not inlined, so that its marks don't enlarge the stack frames of our own schemas. */
static __attribute__((noinline)) bool wide_holds(struct schema_run *run, uint32_t at, const struct tree *value,
                                                 const struct path *path)
{
    struct wide_run *wide = run->wide;
    const struct wide_part *part = wide_part(run->program, &run->program->nodes[at]);
    struct scope scope = {.up = wide->scope, .resource = run->program->wide->resource_of[at]};
    if (scope.up == NULL || scope.up->resource != scope.resource) {
        wide->scope = &scope;
    }
    bool holds;
    if ((tree_is_object(value) && part->has_members) || (tree_is_array(value) && part->has_items)) {
        struct marks own;
        marks_open(run, &own, value);
        holds = part_holds(run, at, part, value, path);
        if (holds || !run->quiet) {
            run_spend(run, own.count);
            holds = (tree_is_array(value) ? rest_elements_hold(run, part, value, path)
                                          : rest_members_hold(run, &run->program->nodes[at], part, value, path)) &&
                    holds;
        }
        memset(own.bits, 1, own.count);
        marks_close(run, &own, holds);
    } else {
        holds = part_holds(run, at, part, value, path);
    }
    wide->scope = scope.up;
    return holds;
}

/* ---- one value ---- */

bool evaluate(struct schema_run *run, uint32_t at, const struct tree *value, const struct path *path)
{
    if (at == NODE_ANY) {
        return true;
    }
    if (at == NODE_FALSE) {
        return fault(run, &run->program->nodes[at], path, value,
                     &(struct failure_facts){.problem = SCHEMA_FALSE, .keyword = KEYWORD_COUNT});
    }
    if (!run_enter(run)) {
        return false;
    }
    bool holds = run->wide == NULL ? node_holds(run, at, value, path) : wide_holds(run, at, value, path);
    run->level--;
    return holds && !run->gave_up;
}

/* Runs an evaluation within a budget, and reports if the budget doesn't suffice. */

/* Far more than any file needs; takes seconds at most. */
#define BUDGET (UINT64_C(1) << 27)
#define POINTER_ROOM ((size_t)64 * 1024 * 1024)
#define GUESSES ((size_t)1024 * 1024)

/* Evaluates a user schema, with an arena of its own, opened in the caller's arena if there is one. */
static bool run_wide(struct schema_run *run, uint32_t root, const struct tree *value)
{
    struct wide_run wide = {.scope = NULL};
    struct arena *within = run->how->arena;
    wide.arena = within == NULL ? arena_new() : arena_open(within);
    if (wide.arena == NULL) {
        run->gave_up = true;
        return false;
    }
    run->level = DEEPEST_RUN - DEEPEST_WIDE;
    /* cppcheck-suppress autoVariables ; not used after the return */
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
    struct schema_run run = {
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
