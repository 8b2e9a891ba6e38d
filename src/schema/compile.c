/* Compiles schemas: reads the first schema and all that it refers to, keyword by keyword, and links them at the end. */
#include "schema/compiler.h"

#include <string.h>

#include "base/quote.h"

/* ---- keywords that only user schemas have ---- */

/* Reads a schema as a keyword's value. *has: the keyword is present. */
static bool read_schema(struct reading *reading, enum keyword keyword, bool *has, uint32_t *node)
{
    const struct flat_value *json = reading->values[keyword];
    *has = json != NULL;
    return json == NULL || compile_node(reading->compiler, reading->source, json, node);
}

static bool read_regex(struct reading *reading, enum keyword keyword, const char *text, size_t size,
                       const struct regex **regex)
{
    const char *error = "";
    *regex = regex_new(reading->compiler->arena, text, size, &error);
    return *regex != NULL || compile_refuse(reading->compiler, reading->source, reading->json, "%s %s: %s",
                                            keyword_text(keyword), quote_text(reading->compiler->arena, text), error);
}

static bool read_scalars(struct reading *reading, struct wide_part *part)
{
    const struct flat *flat = &reading->compiler->flat;
    const struct flat_value *multiple = reading->values[KEYWORD_MULTIPLE_OF];
    const struct flat_value *pattern = reading->values[KEYWORD_PATTERN];
    double number = 1;
    if (multiple != NULL && (!flat_number(multiple, &number) || !(number > 0))) {
        return compile_refuse_value(reading, KEYWORD_MULTIPLE_OF, "a number above 0");
    }
    if (pattern != NULL && !flat_is(pattern, JSON_STRING)) {
        return compile_refuse_value(reading, KEYWORD_PATTERN, "a string");
    }
    part->multiple = place_of(reading->compiler, multiple);
    if (reading->values[KEYWORD_CONST] != NULL) {
        part->also = place_of(reading->compiler, reading->values[KEYWORD_ENUM]);
    }
    return pattern == NULL ||
           read_regex(reading, KEYWORD_PATTERN, flat_text(flat, pattern), pattern->size, &part->regex);
}

static bool read_patterns(struct reading *reading, struct wide_part *part)
{
    struct compiler *compiler = reading->compiler;
    const struct flat_value *json = reading->values[KEYWORD_PATTERN_PROPERTIES];
    if (json != NULL && !flat_is(json, JSON_OBJECT)) {
        return compile_refuse_value(reading, KEYWORD_PATTERN_PROPERTIES, "an object of schemas");
    }
    part->patterns = (uint32_t)compiler->patterns_count;
    part->pattern_count = (uint32_t)flat_count(json);
    for (const struct flat_value *at = flat_begin(json); at != flat_end(json); at += at->span) {
        struct wide_pattern pattern = {.node = NODE_ANY};
        if (!read_regex(reading, KEYWORD_PATTERN_PROPERTIES, flat_key(&compiler->flat, at), at->key_size,
                        &pattern.regex) ||
            !compile_node(compiler, reading->source, at, &pattern.node)) {
            return false;
        }
        uint32_t to = add_patterns(compiler, 1);
        compiler->patterns[to] = pattern;
    }
    return true;
}

static bool are_names(const struct reading *reading, const struct flat_value *list)
{
    for (const struct flat_value *at = flat_begin(list); at != flat_end(list); at += at->span) {
        if (reading_name(reading, at) == NULL) {
            return false;
        }
    }
    return flat_is(list, JSON_ARRAY);
}

/* Reads dependentRequired, dependentSchemas, or dependencies of draft-04. */
static bool read_dependents(struct reading *reading, enum keyword keyword, struct wide_part *part)
{
    struct compiler *compiler = reading->compiler;
    const struct flat_value *json = reading->values[keyword];
    if (json != NULL && !flat_is(json, JSON_OBJECT)) {
        return compile_refuse_value(reading, keyword, "an object");
    }
    for (const struct flat_value *at = flat_begin(json); at != flat_end(json); at += at->span) {
        struct wide_dependent dependent = {.name = flat_key(&compiler->flat, at), .node = NODE_ANY, .keyword = keyword};
        bool list =
            keyword == KEYWORD_DEPENDENT_REQUIRED || (keyword == KEYWORD_DEPENDENCIES && flat_is(at, JSON_ARRAY));
        if (list && !are_names(reading, at)) {
            return compile_refuse_value(reading, keyword, "an object of arrays of names");
        }
        if (list) {
            dependent.required = place_of(compiler, at);
        } else if (!compile_node(compiler, reading->source, at, &dependent.node)) {
            return false;
        }
        uint32_t to = add_dependents(compiler, 1);
        compiler->dependents[to] = dependent;
        part->dependent_count++;
    }
    return true;
}

static bool read_contains(struct reading *reading, struct wide_part *part)
{
    part->least = 1;
    part->most = UINT64_MAX;
    return read_schema(reading, KEYWORD_CONTAINS, &part->has_contains, &part->contains) &&
           reading_size(reading, KEYWORD_MIN_CONTAINS, &part->least) &&
           reading_size(reading, KEYWORD_MAX_CONTAINS, &part->most);
}

static bool read_condition(struct reading *reading, struct wide_part *part)
{
    bool has;
    part->then = NODE_ANY;
    part->otherwise = NODE_ANY;
    return read_schema(reading, KEYWORD_IF, &part->has_condition, &part->condition) &&
           read_schema(reading, KEYWORD_THEN, &has, &part->then) &&
           read_schema(reading, KEYWORD_ELSE, &has, &part->otherwise);
}

static bool is_dynamic(const struct compiler *compiler, const struct flat_value *value, const char *name)
{
    for (size_t i = 0; i < compiler->anchors_count; i++) {
        const struct schema_anchor *anchor = &compiler->anchors[i];
        if (anchor->dynamic && anchor->value == value && strcmp(anchor->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Reads $dynamicRef. Its target depends on the path only if its name is a $dynamicAnchor. */
static bool read_reference(struct reading *reading, struct wide_part *part)
{
    struct compiler *compiler = reading->compiler;
    const struct source *source;
    const struct flat_value *value;
    const char *anchor;
    if (reading->values[KEYWORD_DYNAMIC_REF] == NULL) {
        return true;
    }
    if (!reference_find(reading, KEYWORD_DYNAMIC_REF, &source, &value, &anchor) ||
        !compile_node(compiler, source, value, &part->reference)) {
        return false;
    }
    part->has_reference = true;
    part->anchor = anchor != NULL && is_dynamic(compiler, value, anchor) ? anchor : NULL;
    compiler->dynamic = compiler->dynamic || part->anchor != NULL;
    return true;
}

static bool has_content(const struct wide_part *part)
{
    return (part->also | part->multiple | part->pattern_count | part->dependent_count) != 0 || part->regex != NULL ||
           part->has_contains || part->has_condition || part->has_items || part->has_members || part->has_reference ||
           part->all_items || part->all_members;
}

/* Keywords that only user schemas have. */
static bool keywords_wide(struct reading *reading)
{
    struct compiler *compiler = reading->compiler;
    if (!compiler->wide) {
        return true;
    }
    struct wide_part part = {.node = reading->at, .dependents = (uint32_t)compiler->dependents_count};
    const struct flat_value *items = reading->values[KEYWORD_ITEMS];
    bool listed = reading->source->dialect == DRAFT4 && flat_is(items, JSON_ARRAY);
    part.all_items = listed ? reading->values[KEYWORD_ADDITIONAL_ITEMS] != NULL : items != NULL;
    part.all_members = reading->values[KEYWORD_ADDITIONAL_PROPERTIES] != NULL;
    if (!read_scalars(reading, &part) || !read_patterns(reading, &part) ||
        !read_dependents(reading, KEYWORD_DEPENDENT_REQUIRED, &part) ||
        !read_dependents(reading, KEYWORD_DEPENDENT_SCHEMAS, &part) ||
        !read_dependents(reading, KEYWORD_DEPENDENCIES, &part) || !read_contains(reading, &part) ||
        !read_condition(reading, &part) || !read_reference(reading, &part) ||
        !read_schema(reading, KEYWORD_UNEVALUATED_ITEMS, &part.has_items, &part.items) ||
        !read_schema(reading, KEYWORD_UNEVALUATED_PROPERTIES, &part.has_members, &part.members)) {
        return false;
    }
    if (has_content(&part)) {
        uint32_t at = add_parts(compiler, 1);
        compiler->parts[at] = part;
    }
    return true;
}

static void collect_dynamics(struct compiler *compiler)
{
    for (size_t i = 0; compiler->dynamic && i < compiler->anchors_count; i++) {
        const struct schema_anchor *anchor = &compiler->anchors[i];
        if (anchor->dynamic) {
            uint32_t to = add_dynamics(compiler, 1);
            compiler->dynamics[to] = (struct wide_anchor){anchor->resource, anchor->name,
                                                          compiler->value_nodes[anchor->value - compiler->flat.values]};
        }
    }
}

/* Returns the data of these keywords for the program. */
static struct wide *wide_finish(struct compiler *compiler)
{
    struct arena *arena = compiler->arena;
    size_t count = compiler->nodes_count;
    struct wide_part *parts = arena_array(arena, compiler->parts_count + 1, sizeof *parts);
    uint32_t *part_of = arena_array(arena, count, sizeof *part_of);
    uint32_t *resource_of = arena_array(arena, count, sizeof *resource_of);
    for (uint32_t i = 0; i < compiler->parts_count; i++) {
        parts[i + 1] = compiler->parts[i];
        part_of[compiler->parts[i].node] = i + 1;
    }
    for (uint32_t i = NODE_FIRST; compiler->dynamic && i < count; i++) {
        resource_of[i] = resources_of(compiler, &compiler->flat.values[compiler->nodes[i].value]);
    }
    collect_dynamics(compiler);
    struct wide *wide = arena_alloc(arena, sizeof *wide);
    *wide = (struct wide){
        .parts = parts,
        .patterns = compiler->patterns,
        .dependents = compiler->dependents,
        .dynamics = compiler->dynamics,
        .dynamic_count = compiler->dynamics_count,
        .part_of = part_of,
        .resource_of = resource_of,
    };
    return wide;
}

/* ---- all keywords ---- */

static bool check_reference(struct reading *reading)
{
    const struct flat_value *reference = reading->values[KEYWORD_REF];
    return reference == NULL || flat_is(reference, JSON_STRING) ||
           compile_refuse(reading->compiler, reading->source, reading->json, "$ref must be a string");
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
                     ((keyword_traits(keyword) & source->dialect) != 0 || keyword == KEYWORD_DEFINITIONS);
        if (known && !(source->only_applies && (keyword_traits(keyword) & VALIDATES) != 0)) {
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
        if ((keyword_traits(keyword) & source->dialect) == 0 || (keyword_traits(keyword) & WIDE) != 0) {
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

/* Leaves out keywords of our schemas that are for other validators: the type and the least of an index, which x-index
 * includes, and keywords whose failures a rule of its own reports. */
static void leave_out_values(struct reading *reading)
{
    const struct flat *flat = &reading->compiler->flat;
    const char *type = flat_text(flat, reading->values[KEYWORD_TYPE]);
    if (reading->values[KEYWORD_X_INDEX] != NULL && type != NULL && strcmp(type, "integer") == 0) {
        reading->values[KEYWORD_TYPE] = NULL;
        reading->values[KEYWORD_MINIMUM] = NULL;
    }
    const struct flat_value *severities = reading->values[KEYWORD_X_SEVERITY];
    for (const struct flat_value *at = flat_begin(severities); at != flat_end(severities); at += at->span) {
        const char *level = flat_text(flat, at);
        enum keyword keyword = keyword_find(flat_key(flat, at));
        if (level != NULL && strcmp(level, "rule") == 0 && keyword < KEYWORD_ASSERTIONS) {
            reading->values[keyword] = NULL;
        }
    }
}

static bool read_node(struct compiler *compiler, uint32_t at)
{
    struct reading reading = {.compiler = compiler, .node = compiler->nodes[at], .at = at};
    reading.json = &compiler->flat.values[reading.node.value];
    reading.source = compile_source(compiler, reading.json);
    bool read = find_values(&reading);
    if (read && !compiler->wide) {
        leave_out_values(&reading);
    }
    read = read && keywords_values(&reading) && keywords_objects(&reading) && keywords_arrays(&reading) &&
           keywords_groups(&reading) && keywords_notes(&reading) && keywords_wide(&reading);
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
