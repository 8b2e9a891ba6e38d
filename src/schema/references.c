/* The names of schemas, and the targets of $ref and $dynamicRef: documents, subschemas with an $id, and anchors (JSON
 * Schema 2020-12, Core, 8.2 and 9; draft-04, Core, 7). */
#include <math.h>
#include <string.h>

#include "base/ascii.h"
#include "base/pointer.h"
#include "base/quote.h"
#include "base/uri.h"
#include "schema/compiler.h"

/* Returns up to 8 bytes as a number, the same on every machine: tables are built on one machine and used on another. */
static uint64_t read_bytes(const char *text, size_t length)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < length; i++) {
        bytes |= (uint64_t)(unsigned char)text[i] << 8 * i;
    }
    return bytes;
}

/* Hashes the two ends of the text and its length, which distinguishes the few names of a schema. */
static uint32_t hash_name(const char *text, size_t length)
{
    uint64_t head;
    uint64_t tail = 0;
    if (length >= sizeof head) {
        head = read_bytes(text, sizeof head);
        tail = read_bytes(text + length - sizeof tail, sizeof tail);
    } else if (length >= sizeof(uint32_t)) {
        head = read_bytes(text, sizeof(uint32_t));
        tail = read_bytes(text + length - sizeof(uint32_t), sizeof(uint32_t));
    } else {
        head = read_bytes(text, length);
    }
    uint64_t hash = (head ^ (tail + length) * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
    return (uint32_t)(hash >> 32);
}

/* Returns the index of a text, or NONE; *slot is the slot that ended the search. */
static uint32_t find_slot(const struct name_table *table, const char *text, size_t length, uint32_t *slot)
{
    for (uint32_t at = hash_name(text, length);; at++) {
        *slot = at & table->mask;
        uint32_t name = table->slots[*slot];
        if (name == 0) {
            return NONE;
        }
        if (name_table_holds(table, name - 1, text, length)) {
            return name - 1;
        }
    }
}

uint32_t name_table_find(struct name_table table, const char *text, size_t length)
{
    uint32_t slot;
    return table.count == 0 ? NONE : find_slot(&table, text, length, &slot);
}

struct name_range names_begin(struct compiler *compiler, size_t most)
{
    uint32_t slots = 4;
    while (slots / 2 < most) {
        slots *= 2;
    }
    return (struct name_range){
        .names = (uint32_t)compiler->names_count, .slots = add_slots(compiler, slots), .mask = slots - 1};
}

uint32_t names_enter(struct compiler *compiler, struct name_range *range, const char *text, size_t length)
{
    const struct name_table table = {.texts = compiler->flat.texts,
                                     .names = compiler->names + range->names,
                                     .slots = compiler->slots + range->slots,
                                     .count = range->count,
                                     .mask = range->mask};
    uint32_t slot;
    uint32_t at = find_slot(&table, text, length, &slot);
    if (at == NONE) {
        at = range->count++;
        add_names(compiler, 1);
        compiler->names[range->names + at] =
            (struct name){.text = (uint32_t)(text - compiler->flat.texts), .length = (uint32_t)length};
        compiler->slots[range->slots + slot] = at + 1;
    }
    return at;
}

/* ---- names in user schemas ---- */

static void enter_anchor(struct compiler *compiler, uint32_t resource, const char *name, const struct flat_value *value,
                         bool dynamic)
{
    uint32_t at = add_anchors(compiler, 1);
    compiler->anchors[at] = (struct schema_anchor){resource, name, value, dynamic};
}

/* Records the names of a schema. Returns its resource: its own or the enclosing one. */
static uint32_t name_schema(struct compiler *compiler, const struct source *source, const struct flat_value *json,
                            uint32_t resource)
{
    const struct flat *flat = &compiler->flat;
    bool old = source->dialect == DRAFT4;
    if (old && flat_get(flat, json, "$ref") != NULL) {
        return resource; /* keywords beside $ref don't count */
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

/* A schema that still has to be scanned. */
struct pending {
    const struct flat_value *json;
    uint32_t resource;
};

struct scan {
    struct pending *stack;
    size_t count;
    size_t capacity;
};

static void push_pending(struct compiler *compiler, struct scan *scan, const struct flat_value *json, uint32_t resource)
{
    if (flat_is(json, JSON_OBJECT)) {
        *ARENA_PUSH(compiler->arena, scan->stack, scan->count, scan->capacity) = (struct pending){json, resource};
    }
}

static void push_held(struct compiler *compiler, struct scan *scan, const struct flat_value *json, int traits,
                      uint32_t resource)
{
    bool list = flat_is(json, JSON_ARRAY) && (traits & HOLDS_LIST) != 0;
    if (list || (flat_is(json, JSON_OBJECT) && (traits & HOLDS_MEMBERS) != 0)) {
        for (const struct flat_value *at = flat_begin(json); at != flat_end(json); at += at->span) {
            push_pending(compiler, scan, at, resource);
        }
    } else if ((traits & HOLDS_ONE) != 0) {
        push_pending(compiler, scan, json, resource);
    }
}

/* Records the URIs and anchors in a referenced document. Returns false if it is refused. */
static bool resources_scan(struct compiler *compiler, const struct source *source)
{
    struct scan scan = {.count = 0};
    uint32_t root = add_resources(compiler, 1);
    compiler->resources[root] = (struct resource){uri_resolve(compiler->arena, source->name, ""), source->top};
    compiler->value_resources[place_of(compiler, source->top)] = root + 1;
    push_pending(compiler, &scan, source->top, root);
    while (scan.count > 0) {
        struct pending next = scan.stack[--scan.count];
        uint32_t resource = name_schema(compiler, source, next.json, next.resource);
        compiler->value_resources[place_of(compiler, next.json)] = resource + 1;
        for (const struct flat_value *at = flat_begin(next.json); at != flat_end(next.json); at += at->span) {
            enum keyword keyword = keyword_find(flat_key(&compiler->flat, at));
            push_held(compiler, &scan, at, keyword_traits(keyword), resource);
        }
    }
    for (size_t i = 0; i < compiler->anchors_count; i++) { /* a reference may reach them by any path */
        uint32_t node;
        const struct schema_anchor *anchor = &compiler->anchors[i];
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

/* Returns the resource of a URI; NULL if there is none. */
static const struct resource *resources_by_uri(const struct compiler *compiler, const char *uri)
{
    for (size_t i = 0; i < compiler->resources_count; i++) {
        if (strcmp(compiler->resources[i].uri, uri) == 0) {
            return &compiler->resources[i];
        }
    }
    return NULL;
}

static const struct flat_value *resources_anchor(const struct compiler *compiler, uint32_t resource, const char *name)
{
    for (size_t i = 0; i < compiler->anchors_count; i++) {
        const struct schema_anchor *anchor = &compiler->anchors[i];
        if (anchor->resource == resource && strcmp(anchor->name, name) == 0) {
            return anchor->value;
        }
    }
    return NULL;
}

/* ---- documents ---- */

/* Returns the document of a URI: by its name, by its $id, or by the text of the reference. NULL if there is none. */
static struct source *source_by_name(struct compiler *compiler, const char *uri, const char *text)
{
    for (size_t i = 0; i < compiler->source_count; i++) {
        struct source *source = &compiler->sources[i];
        const char *id = flat_text(&compiler->flat, flat_get(&compiler->flat, source->top, "$id"));
        id = id == NULL ? flat_text(&compiler->flat, flat_get(&compiler->flat, source->top, "id")) : id;
        id = id == NULL ? NULL : uri_resolve(compiler->arena, source->name, id);
        if (strcmp(source->name, uri) == 0 || strcmp(source->name, text) == 0 || (id != NULL && strcmp(id, uri) == 0)) {
            return source;
        }
    }
    return NULL;
}

/* Sets the dialect by a metaschema that is among the given documents rather than one of the drafts. Returns false if
 * it is missing. */
static bool find_metaschema(struct compiler *compiler, struct source *source, const char *uri)
{
    const struct source *found = source_by_name(compiler, uri, uri);
    const struct flat_value *vocabulary = found == NULL ? NULL : flat_get(&compiler->flat, found->top, "$vocabulary");
    if (found == NULL || found == source) {
        return false;
    }
    source->dialect = NEWER;
    source->only_applies =
        flat_is(vocabulary, JSON_OBJECT) &&
        flat_get(&compiler->flat, vocabulary, "https://json-schema.org/draft/2020-12/vocab/validation") == NULL;
    return true;
}

static bool find_dialect(struct compiler *compiler, struct source *source)
{
    static const struct {
        const char *uri;
        int dialect;
    } known[] = {
        {"http://json-schema.org/draft-04/schema", DRAFT4},
        {"https://json-schema.org/draft/2020-12/schema", NEWER},
    };
    source->dialect = compiler->dialect;
    const struct flat_value *value = flat_get(&compiler->flat, source->top, "$schema");
    if (value == NULL) {
        return true;
    }
    const char *uri = flat_text(&compiler->flat, value);
    for (size_t i = 0; uri != NULL && i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].uri);
        if (strncmp(uri, known[i].uri, length) == 0 && (uri[length] == '\0' || strcmp(uri + length, "#") == 0)) {
            source->dialect = known[i].dialect;
            return true;
        }
    }
    if (compiler->wide && uri != NULL && find_metaschema(compiler, source, uri)) {
        return true;
    }
    return compile_refuse(compiler, source, source->top, "$schema %s is not supported, only draft-04 and 2020-12 are",
                          uri == NULL ? "that isn't a string" : quote_text(compiler->arena, uri));
}

bool source_open(struct compiler *compiler, struct source *source)
{
    return source->dialect != 0 ||
           (find_dialect(compiler, source) && (!compiler->wide || resources_scan(compiler, source)));
}

/* ---- references ---- */

/* Decodes a fragment's percent escapes, RFC 3986 section 2.1. Returns NULL if it is malformed. */
static char *decode_fragment(struct arena *arena, const char *text)
{
    char *out = arena_alloc(arena, strlen(text) + 1);
    size_t length = 0;
    for (; *text != '\0'; text++) {
        char c = *text;
        if (c == '%') {
            int byte = ascii_escaped(text, 3, "%"); /* a terminator is no digit */
            if (byte <= 0) {
                return NULL;
            }
            c = (char)byte;
            text += 2;
        }
        out[length++] = c;
    }
    return out;
}

/* Returns the member of a pointer's token, or NULL. */
static const struct flat_value *find_member(const struct flat *flat, const struct flat_value *in, const char *token,
                                            size_t length)
{
    for (const struct flat_value *at = flat_begin(in); at != flat_end(in); at += at->span) {
        if (pointer_token_is(token, length, flat_key(flat, at), at->key_size)) {
            return at;
        }
    }
    return NULL;
}

/* Returns the value at a pointer of a document; NULL if it is absent. */
static const struct flat_value *find_at(const struct flat *flat, const struct flat_value *json, const char *pointer)
{
    const char *token;
    size_t length;
    while (json != NULL && pointer_next(&pointer, &token, &length)) {
        size_t index;
        if (flat_is(json, JSON_ARRAY)) {
            json = pointer_token_index(token, length, &index) ? flat_at(json, index) : NULL;
        } else {
            json = find_member(flat, json, token, length);
        }
    }
    return *pointer == '\0' ? json : NULL;
}

/* ---- references in user schemas ---- */

/* Returns the target of a reference without its fragment, and opens its document. NULL if there is none. */
static const struct flat_value *find_resource(struct compiler *compiler, const char *base, const char *text)
{
    const char *uri = uri_resolve(compiler->arena, base, text);
    const struct resource *resource = resources_by_uri(compiler, uri);
    if (resource == NULL) {
        struct source *source = source_by_name(compiler, uri, text);
        return source == NULL || !source_open(compiler, source) ? NULL : source->top;
    }
    return resource->top;
}

bool reference_find(struct reading *reading, enum keyword keyword, const struct source **source,
                    const struct flat_value **value, const char **anchor)
{
    struct compiler *compiler = reading->compiler;
    const char *text = reading_name(reading, reading->values[keyword]);
    if (text == NULL) {
        return compile_refuse_value(reading, keyword, "a string");
    }
    size_t length = strcspn(text, "#");
    uint32_t here = resources_of(compiler, reading->json);
    const char *before = arena_copy(compiler->arena, text, length);
    const struct flat_value *top =
        length == 0 ? compiler->resources[here].top : find_resource(compiler, compiler->resources[here].uri, before);
    if (top == NULL) {
        return *compiler->error == '\0' &&
               compile_refuse(compiler, reading->source, reading->json, "%s %s names a document that isn't there",
                              keyword_text(keyword), quote_text(compiler->arena, text));
    }
    const char *fragment = decode_fragment(compiler->arena, text[length] == '#' ? text + length + 1 : "");
    *anchor = fragment != NULL && *fragment != '\0' && *fragment != '/' ? fragment : NULL;
    *value = fragment == NULL  ? NULL
             : *anchor != NULL ? resources_anchor(compiler, resources_of(compiler, top), *anchor)
                               : find_at(&compiler->flat, top, fragment);
    if (*value == NULL) {
        return compile_refuse(compiler, reading->source, reading->json, "%s %s leads nowhere", keyword_text(keyword),
                              quote_text(compiler->arena, text));
    }
    *source = compile_source(compiler, *value);
    return true;
}

/* ---- references in all schemas ---- */

/* Whether a reference names a document: by its name, or by its file's, as other validators need it. */
static bool names_document(const char *name, const char *text, size_t length)
{
    static const char suffix[] = ".schema.json";
    size_t known = strlen(name);
    return length >= known && memcmp(name, text, known) == 0 &&
           (length == known ||
            (length == known + sizeof suffix - 1 && memcmp(text + known, suffix, sizeof suffix - 1) == 0));
}

bool reference_node(struct reading *reading, uint32_t *node)
{
    struct compiler *compiler = reading->compiler;
    if (compiler->wide) {
        const struct source *to;
        const struct flat_value *value;
        const char *anchor;
        return reference_find(reading, KEYWORD_REF, &to, &value, &anchor) && compile_node(compiler, to, value, node);
    }
    const char *text = flat_text(&compiler->flat, reading->values[KEYWORD_REF]);
    size_t length = strcspn(text, "#");
    struct source *source = NULL;
    for (size_t i = 0; i < compiler->source_count && source == NULL; i++) {
        struct source *at = &compiler->sources[i];
        if (length == 0 ? at == reading->source : names_document(at->name, text, length)) {
            source = at;
        }
    }
    if (source == NULL) {
        return compile_refuse(compiler, reading->source, reading->json, "$ref %s names a document that isn't there",
                              quote_text(compiler->arena, text));
    }
    if (!source_open(compiler, source)) {
        return false;
    }
    const char *pointer = decode_fragment(compiler->arena, text[length] == '#' ? text + length + 1 : "");
    const struct flat_value *json = pointer == NULL ? NULL : find_at(&compiler->flat, source->top, pointer);
    if (json == NULL) {
        return compile_refuse(compiler, reading->source, reading->json, "$ref %s leads nowhere",
                              quote_text(compiler->arena, text));
    }
    return compile_node(compiler, source, json, node);
}

/* Redirects edges past nodes that are only references, after all schemas are read, and prepares quick tests. */

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

struct reference_step {
    uint32_t node;
    uint32_t at;
};

/* Searches depth first, on a stack of its own, and refuses a path that returns to an open node. */
static bool refuse_loops(struct compiler *compiler)
{
    enum { NEW, OPEN, CLOSED };
    size_t count = compiler->nodes_count;
    struct reference_step *stack = arena_array(compiler->arena, count, sizeof *stack);
    unsigned char *state = arena_alloc(compiler->arena, count);
    for (uint32_t root = NODE_FIRST; root < count; root++) {
        size_t depth = 0;
        if (state[root] == NEW) {
            state[root] = OPEN;
            stack[depth++] = (struct reference_step){root, 0};
        }
        while (depth > 0) {
            struct reference_step *top = &stack[depth - 1];
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
                stack[depth++] = (struct reference_step){next, 0};
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
        const struct number_limit *limit = &part->limits[i];
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
