/* Checks keywords of user schemas that don't refer to other schemas, and records what keywords have evaluated. */
#include "schema/wide.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- evaluated members and elements ---- */

bool marks_asked(const struct schema_run *run, const struct tree *value)
{
    return run->wide->marks != NULL && run->wide->marks->value == value;
}

void marks_set(const struct schema_run *run, const struct tree *value, size_t at)
{
    if (marks_asked(run, value)) {
        run->wide->marks->bits[at] = 1;
    }
}

void marks_open(struct schema_run *run, struct marks *marks, const struct tree *value)
{
    struct arena *arena = run->wide->arena;
    *marks = (struct marks){
        .outer = run->wide->marks, .room = arena_mark(arena), .value = value, .count = tree_count(value)};
    run_spend(run, marks->count / 8);
    marks->bits = arena_alloc(arena, marks->count + 1);
    run->wide->marks = marks;
}

void marks_close(struct schema_run *run, struct marks *marks, bool holds)
{
    struct marks *outer = marks->outer;
    run->wide->marks = outer;
    for (size_t i = 0; holds && marks_asked(run, marks->value) && i < marks->count; i++) {
        outer->bits[i] = (unsigned char)(outer->bits[i] | marks->bits[i]);
    }
    arena_release(run->wide->arena, marks->room);
}

bool wide_name_matches(struct schema_run *run, const struct wide_pattern *pattern, const char *key)
{
    enum regex_verdict verdict = regex_search(pattern->regex, key, strlen(key));
    run_spend(run, 1 + strlen(key) / 8);
    run->gave_up = run->gave_up || verdict == REGEX_GAVE_UP;
    return verdict == REGEX_MATCHES;
}

/* Marks members that properties, patternProperties and additionalProperties of the node have evaluated. */
static void mark_members(struct schema_run *run, const struct node *node, const struct wide_part *more,
                         const struct tree *value)
{
    const struct object_part *part = &run->program->objects[node->object];
    const struct name_table table = name_table_of(run->program, &part->table);
    size_t i = 0;
    run_spend(run, tree_count(value));
    for (void *at = tree_first(value); at != NULL; at = tree_next(value, at), i++) {
        const char *key = tree_key(at);
        bool known = more->all_members || name_table_find(table, key, strlen(key)) < part->known;
        for (uint32_t k = 0; !known && k < more->pattern_count; k++) {
            known = wide_name_matches(run, &run->program->wide->patterns[more->patterns + k], key);
        }
        if (known) {
            marks_set(run, value, i);
        }
    }
}

static void mark_elements(struct schema_run *run, const struct node *node, const struct wide_part *more,
                          const struct tree *value)
{
    const struct array_part *part = &run->program->arrays[node->array];
    size_t count = tree_count(value);
    run_spend(run, count / 8);
    for (size_t i = 0; i < count && (more->all_items || i < part->prefix_count); i++) {
        marks_set(run, value, i);
    }
}

void marks_node(struct schema_run *run, const struct node *node, const struct wide_part *part, const struct tree *value)
{
    if (!marks_asked(run, value)) {
        return;
    }
    if (tree_is_object(value)) {
        mark_members(run, node, part, value);
    } else {
        mark_elements(run, node, part, value);
    }
}

/* ---- keywords ---- */

/* Exact for two integers. Otherwise the quotient must be whole within the precision of doubles. */
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

static bool text_holds(struct schema_run *run, const struct node *node, const struct wide_part *part,
                       const struct tree *value, const struct path *path)
{
    size_t size;
    const char *text = tree_text(value, &size);
    enum regex_verdict verdict = regex_search(part->regex, text, size);
    run_spend(run, 1 + size / 8);
    run->gave_up = run->gave_up || verdict == REGEX_GAVE_UP;
    return verdict == REGEX_MATCHES ||
           fault(run, node, path, value,
                 &(struct failure_facts){.problem = SCHEMA_PATTERN, .keyword = KEYWORD_PATTERN});
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

bool wide_scalars_hold(struct schema_run *run, const struct node *node, const struct wide_part *part,
                       const struct tree *value, const struct path *path)
{
    const struct flat_value *multiple = program_value(run->program, part->multiple);
    const struct flat_value *all = program_value(run->program, part->also);
    bool holds = true;
    if (multiple != NULL && tree_is_number(value) && !is_multiple(value, multiple)) {
        holds = fault(run, node, path, value,
                      &(struct failure_facts){.problem = SCHEMA_MULTIPLE, .keyword = KEYWORD_MULTIPLE_OF});
    }
    if (part->regex != NULL && tree_is_string(value)) {
        holds = text_holds(run, node, part, value, path) && holds;
    }
    if (all != NULL && !is_listed(&run->program->flat, all, value)) {
        holds =
            fault(run, node, path, value, &(struct failure_facts){.problem = SCHEMA_ENUM, .keyword = KEYWORD_ENUM}) &&
            holds;
    }
    return holds;
}

bool wide_names_hold(struct schema_run *run, const struct node *node, const struct wide_dependent *dependent,
                     const struct tree *value, const struct path *path)
{
    const struct flat_value *names = program_value(run->program, dependent->required);
    bool holds = true;
    for (const struct flat_value *at = flat_begin(names); at != flat_end(names); at += at->span) {
        const char *name = flat_text(&run->program->flat, at);
        struct failure_facts what = {
            .problem = SCHEMA_REQUIRED, .keyword = dependent->keyword, .limit = names, .name = name};
        holds = (tree_get(value, name) != NULL || fault(run, node, path, value, &what)) && holds;
    }
    return holds;
}

bool wide_contains_holds(struct schema_run *run, const struct node *node, const struct wide_part *part,
                         const struct tree *value, const struct path *path, size_t matches)
{
    if (matches >= part->least && matches <= part->most) {
        return true;
    }
    enum keyword keyword = matches > part->most                                  ? KEYWORD_MAX_CONTAINS
                           : node_names(run, node, KEYWORD_MIN_CONTAINS) != NULL ? KEYWORD_MIN_CONTAINS
                                                                                 : KEYWORD_CONTAINS;
    return fault(run, node, path, value,
                 &(struct failure_facts){
                     .problem = SCHEMA_CONTAINS, .keyword = keyword, .matches = matches, .count = tree_count(value)});
}

uint32_t wide_destination(struct schema_run *run, const struct wide_part *part)
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
