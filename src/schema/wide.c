/* Evaluating what only schemas of users say. */
#include "schema/wide.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "gltf/json.h"

/* ---- what was looked at ---- */

static size_t count_of(const struct tree *value)
{
    return tree_count(value);
}

/* Whether somebody asks what is looked at of this value. */
static bool is_asked(const struct run *run, const struct tree *value)
{
    return run->wide->marks != NULL && run->wide->marks->value == value;
}

static void mark(const struct run *run, const struct tree *value, size_t at)
{
    if (is_asked(run, value)) {
        run->wide->marks->bits[at] = 1;
    }
}

/* Room of its own for what is looked at from here on, until take_marks(). */
static struct marks open_marks(struct run *run, const struct tree *value)
{
    struct marks marks = {.value = value, .count = count_of(value)};
    run_spend(run, marks.count / 8);
    marks.bits = arena_alloc(run->wide->arena, marks.count + 1);
    return marks;
}

/* Hands them on where they count. */
static void take_marks(struct run *run, const struct marks *marks, struct marks *outer, bool holds)
{
    run->wide->marks = outer;
    for (size_t i = 0; holds && is_asked(run, marks->value) && i < marks->count; i++) {
        outer->bits[i] = (unsigned char)(outer->bits[i] | marks->bits[i]);
    }
}

/* Quietly, as the whole may hold without it; what it looks at counts when it holds. */
static bool attempt(struct run *run, uint32_t node, const struct tree *value, const struct path *path)
{
    bool quiet = run->quiet;
    run->quiet = true;
    bool holds;
    if (is_asked(run, value)) {
        struct marks *outer = run->wide->marks;
        struct arena_mark room = arena_mark(run->wide->arena);
        struct marks own = open_marks(run, value);
        run->wide->marks = &own;
        holds = evaluate(run, node, value, path);
        take_marks(run, &own, outer, holds);
        arena_release(run->wide->arena, room);
    } else {
        holds = evaluate(run, node, value, path);
    }
    run->quiet = quiet;
    return holds;
}

bool wide_alternatives(struct run *run, const struct group *group, const struct tree *value, const struct path *path,
                       size_t *matches)
{
    const uint32_t *nodes = run->program->edges + group->edges;
    bool negated = group->keyword == KEYWORD_NOT;
    bool only_one = group->keyword == KEYWORD_ONE_OF;
    bool all = is_asked(run, value) && !negated;
    *matches = 0;
    for (uint32_t i = 0; i < group->count && (all || only_one || *matches == 0) && !run->gave_up; i++) {
        *matches += attempt(run, nodes[i], value, path) ? 1 : 0;
    }
    return !run->gave_up && (negated ? *matches == 0 : only_one ? *matches == 1 : *matches > 0);
}

/* ---- members ---- */

static bool name_matches(struct run *run, const struct wide_part *part, uint32_t at, const char *key)
{
    const struct wide_pattern *pattern = &run->program->wide->patterns[part->patterns + at];
    enum regex_verdict verdict = regex_search(pattern->regex, key, strlen(key));
    run_spend(run, 1 + strlen(key) / 8);
    run->gave_up = run->gave_up || verdict == REGEX_GAVE_UP;
    return verdict == REGEX_MATCHES;
}

bool wide_name_holds(struct run *run, uint32_t at, const char *name)
{
    if (at <= NODE_FALSE) {
        return at == NODE_ANY;
    }
    struct arena *arena = run->wide->arena;
    struct arena_mark room = arena_mark(arena);
    bool holds = attempt(run, at, tree_of_text(arena, name, strlen(name)), NULL);
    arena_release(arena, room);
    return holds;
}

/* One member, by all that is said of it. */
static bool member_holds(struct run *run, const struct node *node, uint32_t place, const struct tree *value,
                         const struct path *path)
{
    const struct program *program = run->program;
    const struct object_part *part = &program->objects[node->object];
    const struct wide_part *more = wide_part(program, node);
    bool known = place < part->known;
    bool holds = true;
    if (part->names != NODE_ANY && !wide_name_holds(run, part->names, path->key)) {
        holds = fault_unknown(run, node, path, value, KEYWORD_PROPERTY_NAMES);
    }
    if (known) {
        holds = evaluate(run, program->members[part->members + place].node, value, path) && holds;
    }
    for (uint32_t i = 0; i < more->pattern_count && (holds || !run->quiet); i++) {
        if (name_matches(run, more, i, path->key)) {
            known = true;
            holds = evaluate(run, program->wide->patterns[more->patterns + i].node, value, path) && holds;
        }
    }
    if (known || (!holds && run->quiet)) {
        return holds;
    }
    return (part->additional == NODE_FALSE ? fault_unknown(run, node, path, value, KEYWORD_ADDITIONAL_PROPERTIES)
                                           : evaluate(run, part->additional, value, path)) &&
           holds;
}

bool wide_members_hold(struct run *run, const struct node *node, const struct tree *value, const struct path *up,
                       uint64_t *seen)
{
    const struct object_part *part = &run->program->objects[node->object];
    const struct name_table table = name_table_of(run->program, &part->table);
    const struct tree *object = value;
    bool holds = true;
    for (void *at = tree_first(object); at != NULL; at = tree_next(object, at)) {
        struct path path = {.up = up, .key = tree_key(at)};
        uint32_t place = name_table_find(table, path.key, strlen(path.key));
        if (place != NONE) {
            *seen |= run->program->members[part->members + place].bit;
        }
        holds = member_holds(run, node, place, tree_value(at), &path) && holds;
        if (!holds && (run->quiet || run->gave_up)) {
            break;
        }
    }
    return holds;
}

/* Members that properties, patternProperties and additionalProperties of the node have looked at. */
static void mark_members(struct run *run, const struct node *node, const struct wide_part *more,
                         const struct tree *value)
{
    const struct object_part *part = &run->program->objects[node->object];
    const struct name_table table = name_table_of(run->program, &part->table);
    const struct tree *object = value;
    size_t i = 0;
    run_spend(run, tree_count(value));
    for (void *at = tree_first(object); at != NULL; at = tree_next(object, at), i++) {
        const char *key = tree_key(at);
        bool known = more->all_members || name_table_find(table, key, strlen(key)) < part->known;
        for (uint32_t k = 0; !known && k < more->pattern_count; k++) {
            known = name_matches(run, more, k, key);
        }
        if (known) {
            mark(run, value, i);
        }
    }
}

static void mark_elements(struct run *run, const struct node *node, const struct wide_part *more,
                          const struct tree *value)
{
    const struct array_part *part = &run->program->arrays[node->array];
    size_t count = tree_count(value);
    run_spend(run, count / 8);
    for (size_t i = 0; i < count && (more->all_items || i < part->prefix_count); i++) {
        mark(run, value, i);
    }
}

/* ---- keywords ---- */

/* Exactly where both are integers; else the quotient must be whole, as far as doubles tell. */
static bool is_multiple(const struct tree *value, const struct flat_value *of)
{
    double step = 1;
    flat_number(of, &step);
    if (tree_is_integer(value) && flat_is(of, JSON_INTEGER)) {
        return tree_integer(value) % of->number.integer == 0;
    }
    double number = tree_real(value);
    double quotient = number / step;
    if (!isfinite(quotient)) {
        return fmod(number, step) == 0;
    }
    return fabs(quotient - nearbyint(quotient)) <= 2 * DBL_EPSILON * fabs(quotient);
}

static bool text_holds(struct run *run, const struct node *node, const struct wide_part *part, const struct tree *value,
                       const struct path *path)
{
    size_t size;
    const char *text = tree_text(value, &size);
    enum regex_verdict verdict = regex_search(part->regex, text, size);
    run_spend(run, 1 + size / 8);
    run->gave_up = run->gave_up || verdict == REGEX_GAVE_UP;
    struct fault what = {.problem = SCHEMA_PATTERN,
                         .keyword = KEYWORD_PATTERN,
                         .value = value,
                         .limit = node_says(run, node, KEYWORD_PATTERN)};
    return verdict == REGEX_MATCHES || fault(run, node, path, &what);
}

static bool is_listed(const struct flat *flat, const struct flat_value *list, const struct tree *value)
{
    bool deep = false;
    for (const struct flat_value *at = flat_begin(list); at != flat_end(list); at += at->span) {
        if (equal_values((struct either){.flat = flat, .value = at}, value, &deep)) {
            return true;
        }
    }
    return false;
}

static bool scalars_hold(struct run *run, const struct node *node, const struct wide_part *part,
                         const struct tree *value, const struct path *path)
{
    const struct flat_value *multiple = program_value(run->program, part->multiple);
    const struct flat_value *all = program_value(run->program, part->also);
    bool holds = true;
    if (multiple != NULL && tree_is_number(value) && !is_multiple(value, multiple)) {
        struct fault what = {
            .problem = SCHEMA_MULTIPLE, .keyword = KEYWORD_MULTIPLE_OF, .value = value, .limit = multiple};
        holds = fault(run, node, path, &what);
    }
    if (part->regex != NULL && tree_is_string(value)) {
        holds = text_holds(run, node, part, value, path) && holds;
    }
    if (all != NULL && !is_listed(&run->program->flat, all, value)) {
        struct fault what = {.problem = SCHEMA_ENUM, .keyword = KEYWORD_ENUM, .value = value, .limit = all};
        holds = fault(run, node, path, &what) && holds;
    }
    return holds;
}

static bool dependents_hold(struct run *run, const struct node *node, const struct wide_part *part,
                            const struct tree *value, const struct path *path)
{
    const struct program *program = run->program;
    bool holds = true;
    for (uint32_t i = 0; i < part->dependent_count && (holds || !run->quiet); i++) {
        const struct wide_dependent *dependent = &program->wide->dependents[part->dependents + i];
        if (tree_get(value, dependent->name) == NULL) {
            continue;
        }
        const struct flat_value *names = program_value(program, dependent->required);
        for (const struct flat_value *at = flat_begin(names); at != flat_end(names); at += at->span) {
            const char *name = flat_text(&program->flat, at);
            struct fault what = {.problem = SCHEMA_REQUIRED,
                                 .keyword = dependent->keyword,
                                 .value = value,
                                 .limit = names,
                                 .name = name};
            holds = (tree_get(value, name) != NULL || fault(run, node, path, &what)) && holds;
        }
        holds = evaluate(run, dependent->node, value, path) && holds;
    }
    return holds;
}

static bool contains_holds(struct run *run, const struct node *node, const struct wide_part *part,
                           const struct tree *value, const struct path *up)
{
    size_t count = tree_count(value);
    size_t matches = 0;
    for (size_t i = 0; i < count && !run->gave_up; i++) {
        struct path path = {.up = up, .index = i};
        if (attempt(run, part->contains, tree_at(value, i), &path)) {
            matches++;
            mark(run, value, i);
        }
    }
    if (matches >= part->least && matches <= part->most) {
        return true;
    }
    enum keyword keyword = matches > part->most                                 ? KEYWORD_MAX_CONTAINS
                           : node_says(run, node, KEYWORD_MIN_CONTAINS) != NULL ? KEYWORD_MIN_CONTAINS
                                                                                : KEYWORD_CONTAINS;
    struct fault what = {.problem = SCHEMA_CONTAINS,
                         .keyword = keyword,
                         .value = value,
                         .limit = keyword == KEYWORD_CONTAINS ? NULL : node_says(run, node, keyword),
                         .matches = matches,
                         .count = count};
    return fault(run, node, up, &what);
}

/* Where a $dynamicRef leads: to the name's schema in the outermost resource on the way here that has one. */
static uint32_t destination(struct run *run, const struct wide_part *part)
{
    const struct wide *wide = run->program->wide;
    uint32_t to = part->reference;
    for (const struct scope *at = part->anchor == NULL ? NULL : run->wide->scope; at != NULL; at = at->up) {
        run_spend(run, wide->dynamic_count);
        for (size_t i = 0; i < wide->dynamic_count; i++) {
            if (wide->dynamics[i].resource == at->resource && strcmp(wide->dynamics[i].name, part->anchor) == 0) {
                to = wide->dynamics[i].node;
            }
        }
    }
    return to;
}

/* What looks at the value by itself, or at all of it by another schema. */
static bool keywords_hold(struct run *run, const struct node *node, const struct wide_part *part,
                          const struct tree *value, const struct path *path)
{
    bool holds = scalars_hold(run, node, part, value, path);
    if (tree_is_object(value) && (holds || !run->quiet)) {
        holds = dependents_hold(run, node, part, value, path) && holds;
    }
    if (tree_is_array(value) && part->has_contains && (holds || !run->quiet)) {
        holds = contains_holds(run, node, part, value, path) && holds;
    }
    if (part->has_reference && (holds || !run->quiet)) {
        holds = evaluate(run, destination(run, part), value, path) && holds;
    }
    if (part->has_condition && (holds || !run->quiet)) {
        bool met = attempt(run, part->condition, value, path);
        holds = evaluate(run, met ? part->then : part->otherwise, value, path) && holds;
    }
    return holds;
}

/* ---- what nobody has looked at ---- */

static bool elements_hold(struct run *run, const struct wide_part *part, const struct tree *value,
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

static bool rest_holds(struct run *run, const struct node *node, const struct wide_part *part, const struct tree *value,
                       const struct path *up)
{
    const unsigned char *bits = run->wide->marks->bits;
    const struct tree *object = value;
    bool holds = true;
    size_t i = 0;
    for (void *at = tree_first(object); at != NULL && (holds || !run->quiet); i++) {
        struct path path = {.up = up, .key = tree_key(at)};
        const struct tree *member = tree_value(at);
        if (bits[i] == 0) {
            holds =
                (part->members == NODE_FALSE ? fault_unknown(run, node, &path, member, KEYWORD_UNEVALUATED_PROPERTIES)
                                             : evaluate(run, part->members, member, &path)) &&
                holds;
        }
        at = tree_next(object, at);
    }
    return holds;
}

/* All of a node but that, whoever asks what it looks at. */
static bool part_holds(struct run *run, uint32_t at, const struct wide_part *part, const struct tree *value,
                       const struct path *path)
{
    const struct node *node = &run->program->nodes[at];
    bool holds = evaluate_node(run, at, value, path);
    if (part->node != 0 && (holds || !run->quiet)) {
        holds = keywords_hold(run, node, part, value, path) && holds;
    }
    if (is_asked(run, value)) {
        if (tree_is_object(value)) {
            mark_members(run, node, part, value);
        } else {
            mark_elements(run, node, part, value);
        }
    }
    return holds;
}

bool wide_holds(struct run *run, uint32_t at, const struct tree *value, const struct path *path)
{
    struct wide_run *wide = run->wide;
    const struct wide_part *part = wide_part(run->program, &run->program->nodes[at]);
    struct scope scope = {.up = wide->scope, .resource = run->program->wide->resource_of[at]};
    if (scope.up == NULL || scope.up->resource != scope.resource) {
        wide->scope = &scope;
    }
    bool holds;
    if ((tree_is_object(value) && part->has_members) || (tree_is_array(value) && part->has_items)) {
        struct marks *outer = wide->marks;
        struct arena_mark room = arena_mark(wide->arena);
        struct marks own = open_marks(run, value);
        wide->marks = &own;
        holds = part_holds(run, at, part, value, path);
        if (holds || !run->quiet) {
            run_spend(run, own.count);
            holds = (tree_is_array(value) ? elements_hold(run, part, value, path)
                                          : rest_holds(run, &run->program->nodes[at], part, value, path)) &&
                    holds;
        }
        memset(own.bits, 1, own.count);
        take_marks(run, &own, outer, holds);
        arena_release(wide->arena, room);
    } else {
        holds = part_holds(run, at, part, value, path);
    }
    wide->scope = scope.up;
    return holds;
}
