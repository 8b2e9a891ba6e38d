#include <stdarg.h>
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "base/quote.h"
#include "schema/compiler.h"

static const struct {
    char text[24];
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

enum keyword keyword_find(const char *name)
{
    enum keyword keyword = 0;
    while (keyword < KEYWORD_COUNT && strcmp(keywords[keyword].text, name) != 0) {
        keyword++;
    }
    return keyword;
}

void *compile_room(struct compiler *compiler, void *rows, size_t *count, size_t more, size_t *capacity, size_t size)
{
    if (more >= NONE - *count) {
        arena_exhausted(compiler->arena);
    }
    *count += more;
    while (*capacity < *count) {
        rows = arena_grow(compiler->arena, rows, *capacity, capacity, size);
    }
    return rows;
}

#define ARRAY(type, name) COMPILER_ROWS(add_##name, type, name)
PROGRAM_ARRAYS(ARRAY)
#undef ARRAY

/* "name#/pointer", down from the document to the value. */
static const char *place_text(struct compiler *compiler, const struct source *source, const struct flat_value *json)
{
    struct buf buf = BUF_INIT(compiler->arena);
    buf_str(&buf, source->name);
    buf_char(&buf, '#');
    for (const struct flat_value *at = source->top; at != json;) {
        size_t index;
        bool is_member = flat_is(at, JSON_OBJECT);
        at = flat_towards(at, json, &index);
        if (is_member) {
            const char *key = flat_key(&compiler->flat, at);
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

bool compile_node(struct compiler *compiler, const struct source *source, const struct flat_value *json, uint32_t *node)
{
    if (flat_is_boolean(json) && source->dialect == NEWER) {
        *node = flat_is(json, JSON_TRUE) ? NODE_ANY : NODE_FALSE;
        return true;
    }
    if (!flat_is(json, JSON_OBJECT)) {
        return compile_refuse(compiler, source, json, "a schema must be an object%s",
                              source->dialect == NEWER ? " or a boolean" : "");
    }
    uint32_t value = place_of(compiler, json);
    uint32_t *met = &compiler->value_nodes[value];
    if (*met == 0) {
        *met = add_nodes(compiler, 1);
        compiler->nodes[*met] = (struct node){.value = value, .types = TYPE_ALL};
    }
    *node = *met;
    return true;
}

static bool check_reference(struct reading *reading)
{
    const struct flat_value *reference = reading->values[KEYWORD_REF];
    return reference == NULL || flat_is(reference, JSON_STRING) ||
           compile_refuse(reading->compiler, reading->source, reading->json, "$ref must be a string");
}

/* What a document is without whose metaschema leaves out the vocabulary of that name (2020-12, Validation, 6). */
static bool is_validation(enum keyword keyword)
{
    switch (keyword) {
    case KEYWORD_TYPE:
    case KEYWORD_ENUM:
    case KEYWORD_CONST:
    case KEYWORD_REQUIRED:
    case KEYWORD_MIN_PROPERTIES:
    case KEYWORD_MAX_PROPERTIES:
    case KEYWORD_MIN_ITEMS:
    case KEYWORD_MAX_ITEMS:
    case KEYWORD_UNIQUE_ITEMS:
    case KEYWORD_MINIMUM:
    case KEYWORD_MAXIMUM:
    case KEYWORD_EXCLUSIVE_MINIMUM:
    case KEYWORD_EXCLUSIVE_MAXIMUM:
    case KEYWORD_MIN_LENGTH:
    case KEYWORD_MAX_LENGTH:
    case KEYWORD_MULTIPLE_OF:
    case KEYWORD_PATTERN:
    case KEYWORD_DEPENDENT_REQUIRED:
    case KEYWORD_MIN_CONTAINS:
    case KEYWORD_MAX_CONTAINS:
        return true;
    default:
        return false;
    }
}

/* Of a schema of users: what isn't known, and our own vocabulary, is passed over. */
static void find_wide_values(struct reading *reading)
{
    const struct compiler *compiler = reading->compiler;
    const struct source *source = reading->source;
    for (const struct flat_value *at = flat_begin(reading->json); at != flat_end(reading->json); at += at->span) {
        const char *key = flat_key(&compiler->flat, at);
        enum keyword keyword = keyword_find(key);
        bool known = keyword < KEYWORD_COUNT && strncmp(key, "x-", 2) != 0 && keyword < KEYWORD_TITLE &&
                     ((keywords[keyword].dialects & source->dialect) != 0 || keyword == KEYWORD_DEFINITIONS);
        if (known && !(source->only_applies && is_validation(keyword))) {
            reading->values[keyword] = at;
        }
    }
}

/* Every keyword must be known in the dialect; but in draft-04 nothing beside $ref is a keyword. */
static bool find_values(struct reading *reading)
{
    struct compiler *compiler = reading->compiler;
    const struct source *source = reading->source;
    if (source->dialect == DRAFT4) {
        reading->values[KEYWORD_REF] = flat_get(&compiler->flat, reading->json, keyword_text(KEYWORD_REF));
        if (reading->values[KEYWORD_REF] != NULL) {
            return check_reference(reading);
        }
    }
    if (compiler->wide) {
        find_wide_values(reading);
        return check_reference(reading);
    }
    for (const struct flat_value *at = flat_begin(reading->json); at != flat_end(reading->json); at += at->span) {
        const char *key = flat_key(&compiler->flat, at);
        enum keyword keyword = keyword_find(key);
        if (keyword == KEYWORD_COUNT || (keywords[keyword].dialects & source->dialect) == 0 ||
            (keywords[keyword].dialects & WIDE) != 0) {
            return compile_refuse(compiler, source, reading->json, "the keyword %s is not supported%s",
                                  quote_text(compiler->arena, key),
                                  keyword == KEYWORD_COUNT    ? ""
                                  : source->dialect == DRAFT4 ? " in draft-04"
                                                              : " in 2020-12");
        }
        if (keyword == KEYWORD_SCHEMA && reading->json != source->top) {
            return compile_refuse(compiler, source, reading->json, "$schema stands only at the top of a document");
        }
        reading->values[keyword] = at;
    }
    return check_reference(reading);
}

const struct source *compile_source(const struct compiler *compiler, const struct flat_value *json)
{
    const struct source *source = compiler->sources;
    while (json >= flat_end(source->top)) {
        source++;
    }
    return source;
}

static bool read_node(struct compiler *compiler, uint32_t at)
{
    struct reading reading = {.compiler = compiler, .node = compiler->nodes[at], .at = at};
    reading.json = &compiler->flat.values[reading.node.value];
    reading.source = compile_source(compiler, reading.json);
    bool read = find_values(&reading) && keywords_values(&reading) && keywords_objects(&reading) &&
                keywords_arrays(&reading) && keywords_groups(&reading) && keywords_notes(&reading) &&
                keywords_wide(&reading);
    compiler->nodes[at] = reading.node;
    return read;
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
    if (compiler->wide && uri != NULL && resources_metaschema(compiler, source, uri)) {
        return true;
    }
    return compile_refuse(compiler, source, source->top, "$schema %s is not supported, only draft-04 and 2020-12 are",
                          uri == NULL ? "that isn't a string" : quote_text(compiler->arena, uri));
}

bool compile_open(struct compiler *compiler, struct source *source)
{
    return source->dialect != 0 ||
           (find_dialect(compiler, source) && (!compiler->wide || resources_scan(compiler, source)));
}

/* All documents, laid out behind the two values that are schemas of their own. */
static void lay_out(struct compiler *compiler, const struct schema_document *documents)
{
    size_t count = compiler->source_count;
    const json_t **values = arena_array(compiler->arena, NODE_FIRST + count, sizeof *values);
    values[NODE_ANY] = json_true();
    values[NODE_FALSE] = json_false();
    for (size_t i = 0; i < count; i++) {
        values[NODE_FIRST + i] = documents[i].json;
    }
    compiler->flat = flat_new(compiler->arena, values, NODE_FIRST + count);
    const struct flat_value *top = compiler->flat.values + NODE_FIRST;
    compiler->sources = arena_array(compiler->arena, count, sizeof *compiler->sources);
    for (size_t i = 0; i < count; i++) {
        compiler->sources[i] = (struct source){.name = documents[i].name, .top = top};
        top = flat_end(top);
    }
    compiler->value_nodes = arena_array(compiler->arena, place_of(compiler, top), sizeof *compiler->value_nodes);
    if (compiler->wide) {
        compiler->value_resources =
            arena_array(compiler->arena, place_of(compiler, top), sizeof *compiler->value_resources);
    }
}

static struct program *finish(struct compiler *compiler)
{
    struct program *program = arena_alloc(compiler->arena, sizeof *program);
    *program = (struct program){
        .flat = compiler->flat,
#define ARRAY(type, name) .name = compiler->name, .name##_count = (uint32_t)compiler->name##_count,
        PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
            .wide = compiler->wide ? wide_finish(compiler) : NULL,
    };
    return program;
}

struct program *compile_documents(struct arena *arena, const struct schema_document *documents, size_t count,
                                  enum schema_dialect dialect, bool wide, uint32_t *roots, size_t root_count,
                                  const char **error)
{
    struct compiler compiler = {
        .arena = arena,
        .dialect = dialect == SCHEMA_DRAFT4 ? DRAFT4 : NEWER,
        .source_count = count,
        .error = "",
        .wide = wide,
    };
    lay_out(&compiler, documents);
#define ARRAY(type, name) add_##name(&compiler, 1);
    PROGRAM_ARRAYS(ARRAY)
#undef ARRAY
    add_nodes(&compiler, NODE_FIRST - 1);
    for (uint32_t at = NODE_ANY; at < NODE_FIRST; at++) {
        compiler.nodes[at] = (struct node){.value = at, .types = TYPE_ALL};
    }
    bool done = true;
    uint32_t read = NODE_FIRST;
    for (size_t i = 0; i < root_count && done; i++) {
        struct source *source = &compiler.sources[i];
        done = compile_open(&compiler, source) && compile_node(&compiler, source, source->top, &roots[i]);
        while (done && read < compiler.nodes_count) {
            done = read_node(&compiler, read++);
        }
    }
    done = done && link_finish(&compiler, roots, root_count);
    *error = compiler.error;
    return done ? finish(&compiler) : NULL;
}

static struct schema *compile_one(struct arena *arena, const char *name, const json_t *json,
                                  enum schema_dialect dialect, bool wide, const struct schema_document *documents,
                                  size_t document_count, const char **error)
{
    struct schema_document *all = arena_array(arena, document_count + 1, sizeof *all);
    all[0] = (struct schema_document){.name = name, .json = json};
    for (size_t i = 0; i < document_count; i++) {
        all[i + 1] = documents[i];
    }
    struct schema *schema = arena_alloc(arena, sizeof *schema);
    schema->program = compile_documents(arena, all, document_count + 1, dialect, wide, &schema->root, 1, error);
    return schema->program == NULL ? NULL : schema;
}

struct schema *schema_compile(struct arena *arena, const json_t *json, enum schema_dialect dialect,
                              const struct schema_document *documents, size_t document_count, const char **error)
{
    return compile_one(arena, "", json, dialect, false, documents, document_count, error);
}

struct schema *schema_compile_wide(struct arena *arena, const char *name, const json_t *json,
                                   enum schema_dialect dialect, const struct schema_document *documents,
                                   size_t document_count, const char **error)
{
    return compile_one(arena, name, json, dialect, true, documents, document_count, error);
}
