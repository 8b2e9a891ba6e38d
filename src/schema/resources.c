/*
 * What schemas of users are called: documents and what has an $id in them, and anchors (JSON Schema 2020-12, Core, 8.2
 * and 9; draft-04, Core, 7).
 */
#include "schema/resources.h"

#include <string.h>

#include "base/uri.h"

/* How the value of a keyword holds schemas. */
enum holding { HOLDS_NONE, HOLDS_ONE, HOLDS_LIST, HOLDS_EITHER, HOLDS_MEMBERS };

static enum holding holding_of(enum keyword keyword)
{
    switch (keyword) {
    case KEYWORD_ADDITIONAL_PROPERTIES:
    case KEYWORD_ADDITIONAL_ITEMS:
    case KEYWORD_PROPERTY_NAMES:
    case KEYWORD_CONTAINS:
    case KEYWORD_UNEVALUATED_ITEMS:
    case KEYWORD_UNEVALUATED_PROPERTIES:
    case KEYWORD_NOT:
    case KEYWORD_IF:
    case KEYWORD_THEN:
    case KEYWORD_ELSE:
        return HOLDS_ONE;
    case KEYWORD_ALL_OF:
    case KEYWORD_ANY_OF:
    case KEYWORD_ONE_OF:
    case KEYWORD_PREFIX_ITEMS:
        return HOLDS_LIST;
    case KEYWORD_ITEMS:
        return HOLDS_EITHER;
    case KEYWORD_PROPERTIES:
    case KEYWORD_PATTERN_PROPERTIES:
    case KEYWORD_DEPENDENT_SCHEMAS:
    case KEYWORD_DEPENDENCIES:
    case KEYWORD_DEFS:
    case KEYWORD_DEFINITIONS:
        return HOLDS_MEMBERS;
    default:
        return HOLDS_NONE;
    }
}

static void enter_anchor(struct compiler *compiler, uint32_t resource, const char *name, const struct flat_value *value,
                         bool dynamic)
{
    uint32_t at = add_anchors(compiler, 1);
    compiler->anchors[at] = (struct anchor){resource, name, value, dynamic};
}

/* The names of one schema; its resource comes back, its own or that around it. */
static uint32_t name_schema(struct compiler *compiler, const struct source *source, const struct flat_value *json,
                            uint32_t resource)
{
    const struct flat *flat = &compiler->flat;
    bool old = source->dialect == DRAFT4;
    if (old && flat_get(flat, json, "$ref") != NULL) {
        return resource; /* nothing beside it counts */
    }
    const char *id = flat_text(flat, flat_get(flat, json, old ? "id" : "$id"));
    if (id != NULL && old && *id == '#') {
        enter_anchor(compiler, resource, id + 1, json, false);
    } else if (id != NULL && *id != '\0') {
        const char *uri = uri_resolve(compiler->arena, compiler->resources[resource].uri, id);
        resource = add_resources(compiler, 1);
        compiler->resources[resource] = (struct resource){uri, json};
    }
    const char *anchor = old ? NULL : flat_text(flat, flat_get(flat, json, "$anchor"));
    const char *dynamic = old ? NULL : flat_text(flat, flat_get(flat, json, "$dynamicAnchor"));
    if (anchor != NULL) {
        enter_anchor(compiler, resource, anchor, json, false);
    }
    if (dynamic != NULL) {
        enter_anchor(compiler, resource, dynamic, json, true);
    }
    return resource;
}

/* A schema that is still to be looked into. */
struct pending {
    const struct flat_value *json;
    uint32_t resource;
};

struct scan {
    struct pending *stack;
    size_t count;
    size_t capacity;
};

static void push(struct compiler *compiler, struct scan *scan, const struct flat_value *json, uint32_t resource)
{
    if (flat_is(json, JSON_OBJECT)) {
        scan->stack = arena_grow(compiler->arena, scan->stack, scan->count, &scan->capacity, sizeof *scan->stack);
        scan->stack[scan->count++] = (struct pending){json, resource};
    }
}

static void push_held(struct compiler *compiler, struct scan *scan, const struct flat_value *json, enum holding holding,
                      uint32_t resource)
{
    bool list = flat_is(json, JSON_ARRAY) && (holding == HOLDS_LIST || holding == HOLDS_EITHER);
    if (list || (flat_is(json, JSON_OBJECT) && holding == HOLDS_MEMBERS)) {
        for (const struct flat_value *at = flat_begin(json); at != flat_end(json); at += at->span) {
            push(compiler, scan, at, resource);
        }
    } else if (holding == HOLDS_ONE || holding == HOLDS_EITHER) {
        push(compiler, scan, json, resource);
    }
}

bool resources_scan(struct compiler *compiler, const struct source *source)
{
    struct scan scan = {.count = 0};
    uint32_t root = add_resources(compiler, 1);
    compiler->resources[root] = (struct resource){uri_resolve(compiler->arena, source->name, ""), source->top};
    compiler->value_resources[place_of(compiler, source->top)] = root + 1;
    push(compiler, &scan, source->top, root);
    while (scan.count > 0) {
        struct pending next = scan.stack[--scan.count];
        uint32_t resource = name_schema(compiler, source, next.json, next.resource);
        compiler->value_resources[place_of(compiler, next.json)] = resource + 1;
        for (const struct flat_value *at = flat_begin(next.json); at != flat_end(next.json); at += at->span) {
            enum keyword keyword = keyword_find(flat_key(&compiler->flat, at));
            push_held(compiler, &scan, at, holding_of(keyword), resource);
        }
    }
    for (size_t i = 0; i < compiler->anchors_count; i++) { /* whoever is led there by them may come on any way */
        uint32_t node;
        const struct anchor *anchor = &compiler->anchors[i];
        if (anchor->dynamic && compile_source(compiler, anchor->value) == source &&
            !compile_node(compiler, source, anchor->value, &node)) {
            return false;
        }
    }
    return true;
}

uint32_t resources_of(const struct compiler *compiler, const struct flat_value *value)
{
    uint32_t found = 0;
    const struct flat_value *at = compile_source(compiler, value)->top;
    for (;;) {
        uint32_t known = compiler->value_resources[place_of(compiler, at)];
        found = known != 0 ? known - 1 : found;
        if (at == value) {
            return found;
        }
        size_t index;
        at = flat_towards(at, value, &index);
    }
}

const struct resource *resources_by_uri(const struct compiler *compiler, const char *uri)
{
    for (size_t i = 0; i < compiler->resources_count; i++) {
        if (strcmp(compiler->resources[i].uri, uri) == 0) {
            return &compiler->resources[i];
        }
    }
    return NULL;
}

const struct flat_value *resources_anchor(const struct compiler *compiler, uint32_t resource, const char *name)
{
    for (size_t i = 0; i < compiler->anchors_count; i++) {
        const struct anchor *anchor = &compiler->anchors[i];
        if (anchor->resource == resource && strcmp(anchor->name, name) == 0) {
            return anchor->value;
        }
    }
    return NULL;
}
