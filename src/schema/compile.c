#include <stdarg.h>
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "base/quote.h"
#include "schema/compiler.h"

static const struct {
    const char *text;
    int dialects;
} keywords[KEYWORD_COUNT] = {
#define KEYWORD(name, text, dialects) {text, dialects},
    SCHEMA_ASSERTIONS(KEYWORD) SCHEMA_OTHERS(KEYWORD)
#undef KEYWORD
};

const char *keyword_text(enum keyword keyword)
{
    return keywords[keyword].text;
}

/* "name#/pointer", from the end of the chain of places to its start and back. */
static const char *place_text(struct compiler *compiler, const struct place *place)
{
    size_t depth = 0;
    for (const struct place *at = place; at != NULL; at = at->up) {
        depth++;
    }
    const struct place **chain = arena_array(compiler->arena, depth, sizeof(struct place *));
    for (const struct place *at = place; at != NULL; at = at->up) {
        chain[--depth] = at;
    }
    struct buf buf = BUF_INIT(compiler->arena);
    buf_str(&buf, chain[0]->source->name);
    buf_char(&buf, '#');
    buf_str(&buf, chain[0]->pointer);
    for (const struct place **at = chain; *at != place;) {
        at++;
        if ((*at)->key != NULL) {
            pointer_add_key(&buf, (*at)->key, strlen((*at)->key));
        } else {
            pointer_add_index(&buf, (*at)->index);
        }
    }
    return buf_text(&buf);
}

bool compile_refuse(struct compiler *compiler, const struct place *place, const char *format, ...)
{
    struct buf buf = BUF_INIT(compiler->arena);
    va_list args;
    va_start(args, format);
    buf_vprintf(&buf, format, args);
    va_end(args);
    buf_printf(&buf, " (at %s)", place_text(compiler, place));
    for (size_t i = 0; i < buf.length; i++) {
        if ((unsigned char)buf.text[i] < ' ') {
            buf.text[i] = '?'; /* one line */
        }
    }
    compiler->error = buf_text(&buf);
    return false;
}

const struct place *compile_below(struct compiler *compiler, const struct place *up, const char *key, size_t index)
{
    struct place *place = arena_alloc(compiler->arena, sizeof *place);
    *place = (struct place){.up = up, .key = key, .index = index};
    return place;
}

static size_t slot_of(const json_t *json, size_t slot_count)
{
    return (size_t)(((uint64_t)(uintptr_t)json * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (slot_count - 1);
}

/* Room for one more in the table of what has been met. */
static void grow_slots(struct compiler *compiler)
{
    size_t used = compiler->schema->node_count;
    if (used < compiler->slot_count / 2) {
        return;
    }
    compiler->slot_count = compiler->slot_count == 0 ? 64 : compiler->slot_count * 2;
    compiler->slots = arena_array(compiler->arena, compiler->slot_count, sizeof *compiler->slots);
    for (uint32_t i = NODE_FIRST; i < used; i++) {
        size_t at = slot_of(compiler->pending[i].json, compiler->slot_count);
        while (compiler->slots[at] != 0) {
            at = (at + 1) & (compiler->slot_count - 1);
        }
        compiler->slots[at] = i;
    }
}

static uint32_t add_node(struct compiler *compiler, const json_t *json, const struct source *source,
                         const struct place *place)
{
    struct schema *schema = compiler->schema;
    uint32_t count = schema->node_count;
    if (count == NONE) {
        arena_exhausted(compiler->arena);
    }
    schema->nodes = arena_grow(compiler->arena, schema->nodes, count, &compiler->node_capacity, sizeof *schema->nodes);
    compiler->pending =
        arena_grow(compiler->arena, compiler->pending, count, &compiler->pending_capacity, sizeof *compiler->pending);
    schema->nodes[count] = (struct node){.json = json, .types = TYPE_ALL, .alias = NONE};
    compiler->pending[count] = (struct pending){.json = json, .source = source, .place = place};
    schema->node_count++;
    return count;
}

bool compile_node(struct compiler *compiler, const json_t *json, const struct source *source, const struct place *place,
                  uint32_t *node)
{
    if (json_is_boolean(json) && source->dialect == NEWER) {
        *node = json_is_true(json) ? NODE_ANY : NODE_FALSE;
        return true;
    }
    if (!json_is_object(json)) {
        return compile_refuse(compiler, place, "a schema must be an object%s",
                              source->dialect == NEWER ? " or a boolean" : "");
    }
    grow_slots(compiler);
    size_t at = slot_of(json, compiler->slot_count);
    for (; compiler->slots[at] != 0; at = (at + 1) & (compiler->slot_count - 1)) {
        const struct pending *met = &compiler->pending[compiler->slots[at]];
        if (met->json == json && met->source->dialect == source->dialect) {
            *node = compiler->slots[at];
            return true;
        }
    }
    *node = add_node(compiler, json, source, place);
    compiler->slots[at] = *node;
    return true;
}

/* Every keyword must be known in the dialect; but in draft-04 nothing beside $ref is a keyword. */
static bool find_values(struct reading *reading)
{
    struct compiler *compiler = reading->compiler;
    int dialect = reading->source->dialect;
    const json_t *reference = json_object_get(reading->json, keyword_text(KEYWORD_REF));
    if (reference != NULL && !json_is_string(reference)) {
        return compile_refuse(compiler, reading->place, "$ref must be a string");
    }
    reading->reference = json_string_value(reference);
    if (reference != NULL && dialect == DRAFT4) {
        reading->values[KEYWORD_REF] = reference;
        return true;
    }
    json_t *json = walkable(reading->json);
    for (void *at = json_object_iter(json); at != NULL; at = json_object_iter_next(json, at)) {
        const char *key = json_object_iter_key(at);
        uint32_t keyword = name_table_find(&compiler->keywords, key, strlen(key));
        if (keyword == NONE || (keywords[keyword].dialects & dialect) == 0) {
            return compile_refuse(compiler, reading->place, "the keyword %s is not supported%s",
                                  quote_text(compiler->arena, key),
                                  keyword == NONE     ? ""
                                  : dialect == DRAFT4 ? " in draft-04"
                                                      : " in 2020-12");
        }
        if (keyword == KEYWORD_SCHEMA && reading->json != reading->source->json) {
            return compile_refuse(compiler, reading->place, "$schema stands only at the top of a document");
        }
        reading->values[keyword] = json_object_iter_value(at);
    }
    return true;
}

static bool read_node(struct compiler *compiler, uint32_t at)
{
    const struct pending *pending = &compiler->pending[at];
    struct reading reading = {
        .compiler = compiler,
        .node = compiler->schema->nodes[at],
        .json = pending->json,
        .source = pending->source,
        .place = pending->place,
    };
    bool read = find_values(&reading) && keywords_values(&reading) && keywords_objects(&reading) &&
                keywords_arrays(&reading) && keywords_groups(&reading) && keywords_notes(&reading);
    compiler->schema->nodes[at] = reading.node;
    return read;
}

bool compile_dialect(struct compiler *compiler, struct source *source, const struct place *place)
{
    static const struct {
        const char *uri;
        int dialect;
    } known[] = {
        {"http://json-schema.org/draft-04/schema", DRAFT4},
        {"https://json-schema.org/draft/2020-12/schema", NEWER},
    };
    source->dialect = compiler->dialect;
    const json_t *value = json_object_get(source->json, "$schema");
    if (value == NULL) {
        return true;
    }
    const char *uri = json_string_value(value);
    for (size_t i = 0; uri != NULL && i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].uri);
        if (strncmp(uri, known[i].uri, length) == 0 && (uri[length] == '\0' || strcmp(uri + length, "#") == 0)) {
            source->dialect = known[i].dialect;
            return true;
        }
    }
    return compile_refuse(compiler, place, "$schema %s is not supported, only draft-04 and 2020-12 are",
                          uri == NULL ? "that isn't a string" : quote_text(compiler->arena, uri));
}

struct schema *schema_compile(struct arena *arena, const json_t *json, enum schema_dialect dialect,
                              const struct schema_document *documents, size_t document_count, const char **error)
{
    struct compiler compiler = {
        .arena = arena,
        .dialect = dialect == SCHEMA_DRAFT4 ? DRAFT4 : NEWER,
        .sources = arena_array(arena, document_count + 1, sizeof(struct source)),
        .source_count = document_count + 1,
        .schema = arena_alloc(arena, sizeof(struct schema)),
        .error = "",
    };
    compiler.sources[0] = (struct source){.name = "", .json = json};
    for (size_t i = 0; i < document_count; i++) {
        compiler.sources[i + 1] = (struct source){.name = documents[i].name, .json = documents[i].json};
    }
    const char **texts = arena_array(arena, KEYWORD_COUNT, sizeof *texts);
    for (size_t i = 0; i < KEYWORD_COUNT; i++) {
        texts[i] = keywords[i].text;
    }
    name_table_build(arena, &compiler.keywords, texts, KEYWORD_COUNT);
    struct place *top = arena_alloc(arena, sizeof *top);
    *top = (struct place){.source = compiler.sources, .pointer = ""};
    add_node(&compiler, json_true(), compiler.sources, top);
    add_node(&compiler, json_false(), compiler.sources, top);
    bool done = compile_dialect(&compiler, compiler.sources, top) &&
                compile_node(&compiler, json, compiler.sources, top, &compiler.schema->root);
    for (uint32_t at = NODE_FIRST; done && at < compiler.schema->node_count; at++) {
        done = read_node(&compiler, at);
    }
    done = done && link_finish(&compiler);
    *error = compiler.error;
    return done ? compiler.schema : NULL;
}
