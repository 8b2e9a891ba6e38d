/* The names of schemas, and the targets of $ref and $dynamicRef: documents, subschemas with an $id, and anchors (JSON
 * Schema 2020-12, Core, 8.2 and 9; draft-04, Core, 7). */
#include <string.h>

#include "base/ascii.h"
#include "base/pointer.h"
#include "base/quote.h"
#include "base/uri.h"
#include "schema/compiler.h"

/* ---- names in user schemas ---- */

/* How the value of a keyword contains schemas. */
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
            push_pending(compiler, scan, at, resource);
        }
    } else if (holding == HOLDS_ONE || holding == HOLDS_EITHER) {
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
            push_held(compiler, &scan, at, holding_of(keyword), resource);
        }
    }
    for (size_t i = 0; i < compiler->anchors_count; i++) { /* a reference may reach them by any path */
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
        const struct anchor *anchor = &compiler->anchors[i];
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
        if (length == 0 ? at == reading->source : strlen(at->name) == length && memcmp(at->name, text, length) == 0) {
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
