/* Compiles schemas: reads the first schema and all that it refers to, keyword by keyword, and links them at the end. */
#include "schema/compiler.h"

#include <string.h>

#include "base/quote.h"

static bool check_reference(struct reading *reading)
{
    const struct flat_value *reference = reading->values[KEYWORD_REF];
    return reference == NULL || flat_is(reference, JSON_STRING) ||
           compile_refuse(reading->compiler, reading->source, reading->json, "$ref must be a string");
}

/* Whether a keyword belongs to the validation vocabulary, which a metaschema may omit (2020-12, Validation, 6). */
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

/* Finds the keywords of a user schema. Ignores unknown keywords and our own vocabulary. */
static void find_wide_values(struct reading *reading)
{
    const struct compiler *compiler = reading->compiler;
    const struct source *source = reading->source;
    for (const struct flat_value *at = flat_begin(reading->json); at != flat_end(reading->json); at += at->span) {
        const char *key = flat_key(&compiler->flat, at);
        enum keyword keyword = keyword_find(key);
        bool known = keyword < KEYWORD_COUNT && strncmp(key, "x-", 2) != 0 && keyword < KEYWORD_TITLE &&
                     ((keyword_dialects(keyword) & source->dialect) != 0 || keyword == KEYWORD_DEFINITIONS);
        if (known && !(source->only_applies && is_validation(keyword))) {
            reading->values[keyword] = at;
        }
    }
}

/* Finds the keywords of a schema. Each must be known in the dialect. In draft-04, keywords beside $ref don't count. */
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
        if (keyword == KEYWORD_COUNT || (keyword_dialects(keyword) & source->dialect) == 0 ||
            (keyword_dialects(keyword) & WIDE) != 0) {
            return compile_refuse(compiler, source, reading->json, "the keyword %s is not supported%s",
                                  quote_text(compiler->arena, key),
                                  keyword == KEYWORD_COUNT    ? ""
                                  : source->dialect == DRAFT4 ? " in draft-04"
                                                              : " in 2020-12");
        }
        if (keyword == KEYWORD_SCHEMA && reading->json != source->top) {
            return compile_refuse(compiler, source, reading->json, "$schema is allowed only at the top of a document");
        }
        reading->values[keyword] = at;
    }
    return check_reference(reading);
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

/* Lays out all documents after the two values of NODE_ANY and NODE_FALSE. */
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

static struct program *finish_program(struct compiler *compiler)
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
        done = source_open(&compiler, source) && compile_node(&compiler, source, source->top, &roots[i]);
        while (done && read < compiler.nodes_count) {
            done = read_node(&compiler, read++);
        }
    }
    done = done && link_finish(&compiler, roots, root_count);
    *error = compiler.error;
    return done ? finish_program(&compiler) : NULL;
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
