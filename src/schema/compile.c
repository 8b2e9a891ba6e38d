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

/* "name#/pointer", down from the document to the value. */
static const char *place_text(struct compiler *compiler, const struct source *source, const struct flat_value *json)
{
    struct buf buf = BUF_INIT(compiler->arena);
    buf_str(&buf, source->name);
    buf_char(&buf, '#');
    for (const struct flat_value *at = source->flat->values; at != json;) {
        size_t index;
        bool is_member = flat_is(at, JSON_OBJECT);
        at = flat_towards(at, json, &index);
        if (is_member) {
            const char *key = flat_key(source->flat, at);
            pointer_add_key(&buf, key, at->key_size);
        } else {
            pointer_add_index(&buf, index);
        }
    }
    return buf_text(&buf);
}

bool compile_refuse(struct compiler *compiler, const struct source *source, const struct flat_value *json,
                    const char *format, ...)
{
    struct buf buf = BUF_INIT(compiler->arena);
    va_list args;
    va_start(args, format);
    buf_vprintf(&buf, format, args);
    va_end(args);
    buf_printf(&buf, " (at %s)", place_text(compiler, source, json));
    for (size_t i = 0; i < buf.length; i++) {
        if ((unsigned char)buf.text[i] < ' ') {
            buf.text[i] = '?'; /* one line */
        }
    }
    compiler->error = buf_text(&buf);
    return false;
}

bool compile_refuse_value(struct reading *reading, enum keyword keyword, const char *what)
{
    return compile_refuse(reading->compiler, reading->source, reading->json, "%s must be %s", keyword_text(keyword),
                          what);
}

static uint32_t add_node(struct compiler *compiler, const struct source *source, const struct flat_value *json)
{
    struct schema *schema = compiler->schema;
    uint32_t count = schema->node_count;
    if (count == NONE) {
        arena_exhausted(compiler->arena);
    }
    schema->nodes = arena_grow(compiler->arena, schema->nodes, count, &compiler->node_capacity, sizeof *schema->nodes);
    schema->nodes[count] = (struct node){.source = source, .json = json, .types = TYPE_ALL, .alias = NONE};
    schema->node_count++;
    return count;
}

/* What a mere reference by place leads to: as good as the reference, and no node of its own. */
static const struct flat_value *skip_reference(const struct source *source, const struct flat_value *json)
{
    bool is_place = flat_is(json, JSON_OBJECT) && json->span == 2 && json[1].type == JSON_INTEGER;
    bool is_reference = is_place && strcmp(flat_key(source->flat, json + 1), keyword_text(KEYWORD_REF)) == 0;
    return source->json == NULL && is_reference ? &source->flat->values[json[1].number.integer] : json;
}

bool compile_node(struct compiler *compiler, const struct source *source, const struct flat_value *json, uint32_t *node)
{
    json = skip_reference(source, json);
    if (flat_is_boolean(json) && source->dialect == NEWER) {
        *node = flat_is(json, JSON_TRUE) ? NODE_ANY : NODE_FALSE;
        return true;
    }
    if (!flat_is(json, JSON_OBJECT)) {
        return compile_refuse(compiler, source, json, "a schema must be an object%s",
                              source->dialect == NEWER ? " or a boolean" : "");
    }
    uint32_t *met = &source->nodes[json - source->flat->values];
    if (*met == 0) {
        *met = add_node(compiler, source, json);
    }
    *node = *met;
    return true;
}

static bool check_reference(struct reading *reading)
{
    const struct flat_value *reference = reading->values[KEYWORD_REF];
    bool is_place = reading->source->json == NULL && flat_is(reference, JSON_INTEGER);
    return reference == NULL || flat_is(reference, JSON_STRING) || is_place ||
           compile_refuse(reading->compiler, reading->source, reading->json, "$ref must be a string");
}

/* Every keyword must be known in the dialect; but in draft-04 nothing beside $ref is a keyword. */
static bool find_values(struct reading *reading)
{
    struct compiler *compiler = reading->compiler;
    const struct source *source = reading->source;
    if (source->dialect == DRAFT4) {
        reading->values[KEYWORD_REF] = flat_get(source->flat, reading->json, keyword_text(KEYWORD_REF));
        if (reading->values[KEYWORD_REF] != NULL) {
            return check_reference(reading);
        }
    }
    for (const struct flat_value *at = flat_begin(reading->json); at != flat_end(reading->json); at += at->span) {
        const char *key = flat_key(source->flat, at);
        uint32_t keyword = name_table_find(&compiler->keywords, key, at->key_size);
        if (keyword == NONE || (keywords[keyword].dialects & source->dialect) == 0) {
            return compile_refuse(compiler, source, reading->json, "the keyword %s is not supported%s",
                                  quote_text(compiler->arena, key),
                                  keyword == NONE             ? ""
                                  : source->dialect == DRAFT4 ? " in draft-04"
                                                              : " in 2020-12");
        }
        if (keyword == KEYWORD_SCHEMA && reading->json != source->flat->values) {
            return compile_refuse(compiler, source, reading->json, "$schema stands only at the top of a document");
        }
        reading->values[keyword] = at;
    }
    return check_reference(reading);
}

static bool read_node(struct compiler *compiler, uint32_t at)
{
    struct reading reading = {.compiler = compiler, .node = compiler->schema->nodes[at]};
    reading.source = reading.node.source;
    reading.json = reading.node.json;
    bool read = find_values(&reading) && keywords_values(&reading) && keywords_objects(&reading) &&
                keywords_arrays(&reading) && keywords_groups(&reading) && keywords_notes(&reading);
    compiler->schema->nodes[at] = reading.node;
    return read;
}

/* The dialect that a document's $schema names, or the caller where it has none. */
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
    const struct flat_value *value = flat_get(source->flat, source->flat->values, "$schema");
    if (value == NULL) {
        return true;
    }
    const char *uri = flat_text(source->flat, value);
    for (size_t i = 0; uri != NULL && i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].uri);
        if (strncmp(uri, known[i].uri, length) == 0 && (uri[length] == '\0' || strcmp(uri + length, "#") == 0)) {
            source->dialect = known[i].dialect;
            return true;
        }
    }
    return compile_refuse(compiler, source, source->flat->values,
                          "$schema %s is not supported, only draft-04 and 2020-12 are",
                          uri == NULL ? "that isn't a string" : quote_text(compiler->arena, uri));
}

bool compile_open(struct compiler *compiler, struct source *source)
{
    if (source->nodes != NULL) {
        return true;
    }
    if (source->flat == NULL) {
        source->flat = flat_new(compiler->arena, source->json);
    }
    source->nodes = arena_array(compiler->arena, source->flat->values->span, sizeof *source->nodes);
    return find_dialect(compiler, source);
}

/* The nodes that are no text's, and room for those of the main document: each of its schemas is an object. */
static void begin_nodes(struct compiler *compiler)
{
    static const struct flat_value booleans[] = {{.type = JSON_TRUE, .span = 1}, {.type = JSON_FALSE, .span = 1}};
    const struct source *source = compiler->sources;
    const struct flat_value *end = flat_end(source->flat->values);
    compiler->node_capacity = NODE_FIRST + 1;
    for (const struct flat_value *at = source->flat->values; at != end; at++) {
        compiler->node_capacity += flat_is(at, JSON_OBJECT) && skip_reference(source, at) == at;
    }
    compiler->schema->nodes = arena_array(compiler->arena, compiler->node_capacity, sizeof(struct node));
    for (size_t i = 0; i < NODE_FIRST; i++) {
        add_node(compiler, source, &booleans[i]);
    }
}

/* The first source is the one to compile. */
static struct schema *compile(struct compiler *compiler, const char **error)
{
    compiler->schema = arena_alloc(compiler->arena, sizeof *compiler->schema);
    const char **texts = arena_array(compiler->arena, KEYWORD_COUNT, sizeof *texts);
    for (size_t i = 0; i < KEYWORD_COUNT; i++) {
        texts[i] = keywords[i].text;
    }
    name_table_build(compiler->arena, &compiler->keywords, texts, KEYWORD_COUNT);
    struct source *source = compiler->sources;
    bool done = compile_open(compiler, source);
    begin_nodes(compiler);
    done = done && compile_node(compiler, source, source->flat->values, &compiler->schema->root);
    for (uint32_t at = NODE_FIRST; done && at < compiler->schema->node_count; at++) {
        done = read_node(compiler, at);
    }
    done = done && link_finish(compiler);
    *error = compiler->error;
    return done ? compiler->schema : NULL;
}

struct schema *schema_compile(struct arena *arena, const json_t *json, enum schema_dialect dialect,
                              const struct schema_document *documents, size_t document_count, const char **error)
{
    struct compiler compiler = {
        .arena = arena,
        .dialect = dialect == SCHEMA_DRAFT4 ? DRAFT4 : NEWER,
        .sources = arena_array(arena, document_count + 1, sizeof(struct source)),
        .source_count = document_count + 1,
        .error = "",
    };
    compiler.sources[0] = (struct source){.name = "", .json = json};
    for (size_t i = 0; i < document_count; i++) {
        compiler.sources[i + 1] = (struct source){.name = documents[i].name, .json = documents[i].json};
    }
    return compile(&compiler, error);
}

struct schema *schema_compile_flat(struct arena *arena, const struct flat *flat, const char **error)
{
    struct compiler compiler = {
        .arena = arena,
        .dialect = NEWER,
        .sources = arena_alloc(arena, sizeof(struct source)),
        .source_count = 1,
        .error = "",
    };
    compiler.sources[0] = (struct source){.name = "", .flat = flat};
    return compile(&compiler, error);
}
