/* Redirects edges past nodes that are only references, after all schemas are read, and prepares quick tests. */
#include "schema/compiler.h"

#include <math.h>

/* Returns edge number at among those to schemas for the same value; NONE after the last one. */
static uint32_t edge_at(const struct compiler *compiler, const struct node *node, uint32_t at)
{
    const struct group *groups = &compiler->groups[node->groups];
    for (uint32_t i = 0; i < node->group_count; i++) {
        if (at < groups[i].count) {
            return compiler->edges[groups[i].edges + at];
        }
        at -= groups[i].count;
    }
    return NONE;
}

struct step {
    uint32_t node;
    uint32_t at;
};

/* Searches depth first, on a stack of its own, and refuses a path that returns to an open node. */
static bool refuse_loops(struct compiler *compiler)
{
    enum { NEW, OPEN, CLOSED };
    size_t count = compiler->nodes_count;
    struct step *stack = arena_array(compiler->arena, count, sizeof *stack);
    unsigned char *state = arena_alloc(compiler->arena, count);
    for (uint32_t root = NODE_FIRST; root < count; root++) {
        size_t depth = 0;
        if (state[root] == NEW) {
            state[root] = OPEN;
            stack[depth++] = (struct step){root, 0};
        }
        while (depth > 0) {
            struct step *top = &stack[depth - 1];
            const struct node *node = &compiler->nodes[top->node];
            uint32_t next = edge_at(compiler, node, top->at++);
            if (next == NONE) {
                state[top->node] = CLOSED;
                depth--;
            } else if (state[next] == OPEN) {
                const struct flat_value *json = &compiler->flat.values[node->value];
                return compile_refuse(compiler, compile_source(compiler, json), json,
                                      "the schema leads to itself ($ref loop) on one and the same value");
            } else if (state[next] == NEW) {
                state[next] = OPEN;
                stack[depth++] = (struct step){next, 0};
            }
        }
    }
    return true;
}

/* Returns the only schema that a node refers to; NODE_ANY if the node has no keywords; NONE if it has keywords of its
 * own. */
static uint32_t alias_of(const struct compiler *compiler, const struct node *node)
{
    if (compiler->dynamic || (compiler->wide && wide_has_part(compiler, (uint32_t)(node - compiler->nodes)))) {
        return NONE; /* the node matters by itself, or has more keywords */
    }
    if (node->types != TYPE_ALL || node->index != INDEX_NONE || (node->choice | node->number | node->text) != 0 ||
        (node->array | node->object) != 0) {
        return NONE;
    }
    if (node->group_count == 0) {
        return NODE_ANY;
    }
    const struct group *group = &compiler->groups[node->groups];
    bool only = node->group_count == 1 && group->count == 1;
    return only && (group->keyword == KEYWORD_REF || group->keyword == KEYWORD_ALL_OF) ? compiler->edges[group->edges]
                                                                                       : NONE;
}

/* Moves an edge to the end of a chain of aliases, and shortens the chain. Chains have no loops. */
static void follow_aliases(uint32_t *aliases, uint32_t *edge_to)
{
    uint32_t end = *edge_to;
    while (aliases[end] != NONE) {
        end = aliases[end];
    }
    for (uint32_t at = *edge_to; at != end;) {
        uint32_t next = aliases[at];
        aliases[at] = end;
        at = next;
    }
    *edge_to = end;
}

static void follow_members(struct compiler *compiler, uint32_t *aliases, struct object_part *object)
{
    follow_aliases(aliases, &object->additional);
    follow_aliases(aliases, &object->names);
    object->walk = object->additional != NODE_ANY || object->names != NODE_ANY;
    for (uint32_t i = 0; i < object->table.count; i++) {
        uint32_t *node = &compiler->members[object->members + i].node;
        follow_aliases(aliases, node);
        object->walk = object->walk || *node != NODE_ANY;
    }
}

static void follow_edges(struct compiler *compiler, uint32_t *aliases)
{
    for (uint32_t i = 1; i < compiler->objects_count; i++) {
        follow_members(compiler, aliases, &compiler->objects[i]);
    }
    for (uint32_t i = 1; i < compiler->arrays_count; i++) {
        follow_aliases(aliases, &compiler->arrays[i].rest);
    }
    for (uint32_t i = 1; i < compiler->edges_count; i++) {
        follow_aliases(aliases, &compiler->edges[i]);
    }
    for (size_t i = 0; i < compiler->parts_count; i++) {
        struct wide_part *part = &compiler->parts[i];
        uint32_t *const edges[] = {&part->contains, &part->condition, &part->then,     &part->otherwise,
                                   &part->items,    &part->members,   &part->reference};
        for (size_t k = 0; k < sizeof edges / sizeof *edges; k++) {
            follow_aliases(aliases, edges[k]);
        }
    }
    for (size_t i = 0; i < compiler->patterns_count; i++) {
        follow_aliases(aliases, &compiler->patterns[i].node);
    }
    for (size_t i = 0; i < compiler->dependents_count; i++) {
        follow_aliases(aliases, &compiler->dependents[i].node);
    }
}

/* Computes a closed range of doubles that satisfies all limits. A limit that isn't exact as a double is moved by one
 * step. */
static void find_range(const struct compiler *compiler, struct node *node)
{
    const struct flat_value *values = compiler->flat.values;
    const struct number_part *part = &compiler->numbers[node->number];
    node->low = -INFINITY;
    node->high = INFINITY;
    for (unsigned i = 0; i < part->count; i++) {
        const struct limit *limit = &part->limits[i];
        const struct flat_value *number = &values[limit->number];
        double bound = 0;
        flat_number(number, &bound);
        bool strict = limit->relation == LIMIT_ABOVE || limit->relation == LIMIT_BELOW;
        bool upper = limit->relation == LIMIT_AT_MOST || limit->relation == LIMIT_BELOW;
        bool exact = number->type == JSON_REAL || integer_fits_double(number->number.integer);
        if (strict || !exact) {
            bound = nextafter(bound, upper ? -INFINITY : INFINITY);
        }
        node->low = upper ? node->low : fmax(node->low, bound);
        node->high = upper ? fmin(node->high, bound) : node->high;
    }
    double bound;
    if (flat_number(&values[part->finite], &bound)) {
        bound = nextafter(bound, 0);
        node->low = fmax(node->low, -bound);
        node->high = fmin(node->high, bound);
    }
}

/* Computes which types of values, or whether indices, can be passed by the quick test. */
static void find_quick(const struct compiler *compiler, struct node *node)
{
    find_range(compiler, node);
    if (compiler->wide && wide_has_part(compiler, (uint32_t)(node - compiler->nodes))) {
        return;
    }
    if (node->choice != 0 || node->group_count > 0) {
        return;
    }
    if (node->index >= INDEX_FIRST) {
        node->quick = node->number == 0 ? 1U << JSON_INTEGER | QUICK_INDEX : 0;
        return;
    }
    if (node->index == INDEX_ANY) {
        node->quick = node->number == 0 ? 1U << JSON_INTEGER : 0;
        return;
    }
    node->quick = node->types & TYPE_ALL;
    node->quick &= node->object == 0 ? TYPE_ALL : ~(1U << JSON_OBJECT);
    node->quick &= node->array == 0 ? TYPE_ALL : ~(1U << JSON_ARRAY);
    node->quick &= node->text == 0 ? TYPE_ALL : ~(1U << JSON_STRING);
}

bool link_finish(struct compiler *compiler, uint32_t *roots, size_t root_count)
{
    if (!refuse_loops(compiler)) {
        return false;
    }
    uint32_t *aliases = arena_array(compiler->arena, compiler->nodes_count, sizeof *aliases);
    for (uint32_t i = 0; i < compiler->nodes_count; i++) {
        struct node *node = &compiler->nodes[i];
        aliases[i] = i < NODE_FIRST ? NONE : alias_of(compiler, node);
        if (i != NODE_FALSE) {
            find_quick(compiler, node);
        }
    }
    follow_edges(compiler, aliases);
    for (size_t i = 0; i < root_count; i++) {
        follow_aliases(aliases, &roots[i]);
    }
    return true;
}
