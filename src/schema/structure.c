/* Reads keywords that refer to other schemas: members, elements, alternatives, references; and annotations. */
#include "schema/compiler.h"

#include <string.h>

#include "base/quote.h"

static size_t count_values(const struct reading *reading, const enum keyword *keywords, size_t count)
{
    size_t there = 0;
    for (size_t i = 0; i < count; i++) {
        there += reading->values[keywords[i]] != NULL ? 1 : 0;
    }
    return there;
}

/* Reads additionalProperties or additionalItems: may be a boolean even in draft-04, which has no boolean schemas. */
static bool read_rest(struct reading *reading, enum keyword keyword, uint32_t *node)
{
    const struct flat_value *json = reading->values[keyword];
    if (json == NULL || flat_is_boolean(json)) {
        *node = flat_is(json, JSON_FALSE) ? NODE_FALSE : NODE_ANY;
        return true;
    }
    return compile_node(reading->compiler, reading->source, json, node);
}

static bool read_properties(struct reading *reading, struct object_part *part)
{
    struct compiler *compiler = reading->compiler;
    const struct flat_value *properties = reading->values[KEYWORD_PROPERTIES];
    if (properties != NULL && !flat_is(properties, JSON_OBJECT)) {
        return compile_refuse_value(reading, KEYWORD_PROPERTIES, "an object of schemas");
    }
    part->known = (uint32_t)flat_count(properties);
    part->members = add_members(compiler, part->known);
    uint32_t i = part->members;
    for (const struct flat_value *at = flat_begin(properties); at != flat_end(properties); at += at->span, i++) {
        names_enter(compiler, &part->table, flat_key(&compiler->flat, at), at->key_size);
        if (!compile_node(compiler, reading->source, at, &compiler->members[i].node)) {
            return false;
        }
    }
    return true;
}

/* Adds required names after the known ones, and gives each of the first 64 a bit. */
static bool read_required(struct reading *reading, struct object_part *part)
{
    struct compiler *compiler = reading->compiler;
    const struct flat_value *required = reading->values[KEYWORD_REQUIRED];
    size_t i = 0;
    for (const struct flat_value *value = flat_begin(required); value != flat_end(required);
         value += value->span, i++) {
        const char *name = reading_name(reading, value);
        if (name == NULL) {
            return compile_refuse_value(reading, KEYWORD_REQUIRED, "an array of names");
        }
        uint32_t at = part->members + names_enter(compiler, &part->table, name, value->size);
        if (at == compiler->members_count) {
            add_members(compiler, 1);
            compiler->members[at].node = part->additional;
        }
        struct member *member = &compiler->members[at];
        if (member->required && compiler->wide) {
            continue;
        }
        if (member->required) {
            return compile_refuse(compiler, reading->source, reading->json, "required names %s twice",
                                  quote_text(compiler->arena, name));
        }
        member->required = true;
        part->required_more = i >= 64;
        if (!part->required_more) {
            member->bit = UINT64_C(1) << i;
            part->required_bits |= member->bit;
        }
    }
    return true;
}

bool keywords_objects(struct reading *reading)
{
    static const enum keyword all[] = {KEYWORD_PROPERTIES,        KEYWORD_REQUIRED,       KEYWORD_ADDITIONAL_PROPERTIES,
                                       KEYWORD_PROPERTY_NAMES,    KEYWORD_MIN_PROPERTIES, KEYWORD_MAX_PROPERTIES,
                                       KEYWORD_PATTERN_PROPERTIES};
    if (count_values(reading, all, sizeof all / sizeof *all) == 0) {
        return true;
    }
    struct compiler *compiler = reading->compiler;
    const struct flat_value *required = reading->values[KEYWORD_REQUIRED];
    const struct flat_value *names = reading->values[KEYWORD_PROPERTY_NAMES];
    if (required != NULL && !flat_is(required, JSON_ARRAY)) {
        return compile_refuse_value(reading, KEYWORD_REQUIRED, "an array of names");
    }
    struct object_part part = {
        .table = names_begin(compiler, flat_count(reading->values[KEYWORD_PROPERTIES]) + flat_count(required)),
        .names = NODE_ANY,
        .most = UINT64_MAX,
        .required = place_of(compiler, required),
    };
    if (!read_rest(reading, KEYWORD_ADDITIONAL_PROPERTIES, &part.additional) || !read_properties(reading, &part) ||
        !read_required(reading, &part) || !reading_size(reading, KEYWORD_MIN_PROPERTIES, &part.least) ||
        !reading_size(reading, KEYWORD_MAX_PROPERTIES, &part.most)) {
        return false;
    }
    if (names != NULL && !compile_node(compiler, reading->source, names, &part.names)) {
        return false;
    }
    if (part.table.count > 0 || part.additional != NODE_ANY || part.names != NODE_ANY || part.least > 0 ||
        part.most < UINT64_MAX || reading->values[KEYWORD_PATTERN_PROPERTIES] != NULL) {
        reading->node.object = add_objects(compiler, 1);
        compiler->objects[reading->node.object] = part;
    }
    return true;
}

/* Adds edges to all schemas of an array, or to the only one. */
static bool read_edges(struct reading *reading, enum keyword keyword, bool one, uint32_t *first, uint32_t *count)
{
    struct compiler *compiler = reading->compiler;
    const struct flat_value *json = reading->values[keyword];
    if (!one && (!flat_is(json, JSON_ARRAY) || json->size == 0)) {
        return compile_refuse_value(reading, keyword, "an array with at least one schema");
    }
    *count = one ? 1 : json->size;
    *first = add_edges(compiler, *count);
    uint32_t to = *first;
    for (const struct flat_value *at = one ? json : flat_begin(json); at != flat_end(json); at += at->span) {
        if (!compile_node(compiler, reading->source, at, &compiler->edges[to++])) {
            return false;
        }
    }
    return true;
}

static bool read_prefix(struct reading *reading, enum keyword keyword, struct array_part *part)
{
    return reading->values[keyword] == NULL || read_edges(reading, keyword, false, &part->prefix, &part->prefix_count);
}

/* Reads items and prefixItems; in draft-04 both kinds of items, and additionalItems, which counts only after an
 * array. */
static bool read_items(struct reading *reading, struct array_part *part)
{
    const struct flat_value *items = reading->values[KEYWORD_ITEMS];
    uint32_t additional;
    if (!read_rest(reading, KEYWORD_ADDITIONAL_ITEMS, &additional)) {
        return false;
    }
    if (reading->source->dialect == DRAFT4 && flat_is(items, JSON_ARRAY)) {
        part->rest_keyword = KEYWORD_ADDITIONAL_ITEMS;
        part->rest = additional;
        return read_prefix(reading, KEYWORD_ITEMS, part);
    }
    part->rest_keyword = KEYWORD_ITEMS;
    return read_prefix(reading, KEYWORD_PREFIX_ITEMS, part) &&
           (items == NULL || compile_node(reading->compiler, reading->source, items, &part->rest));
}

bool keywords_arrays(struct reading *reading)
{
    struct array_part part = {.rest = NODE_ANY, .most = UINT64_MAX};
    if (!read_items(reading, &part) || !reading_size(reading, KEYWORD_MIN_ITEMS, &part.least) ||
        !reading_size(reading, KEYWORD_MAX_ITEMS, &part.most) ||
        !reading_flag(reading, KEYWORD_UNIQUE_ITEMS, &part.unique)) {
        return false;
    }
    if (part.prefix_count > 0 || part.rest != NODE_ANY || part.unique || part.least > 0 || part.most < UINT64_MAX) {
        reading->node.array = add_arrays(reading->compiler, 1);
        reading->compiler->arrays[reading->node.array] = part;
    }
    return true;
}

static bool read_group(struct reading *reading, enum keyword keyword)
{
    struct compiler *compiler = reading->compiler;
    struct group group = {.keyword = keyword, .value = place_of(compiler, reading->values[keyword])};
    if (keyword == KEYWORD_REF) {
        group.count = 1;
        group.edges = add_edges(compiler, 1);
        if (!reference_node(reading, &compiler->edges[group.edges])) {
            return false;
        }
    } else if (!read_edges(reading, keyword, keyword == KEYWORD_NOT, &group.edges, &group.count)) {
        return false;
    }
    uint32_t at = add_groups(compiler, 1);
    compiler->groups[at] = group;
    reading->node.groups = reading->node.group_count++ == 0 ? at : reading->node.groups;
    return true;
}

bool keywords_groups(struct reading *reading)
{
    static const enum keyword order[] = {KEYWORD_REF, KEYWORD_ALL_OF, KEYWORD_ANY_OF, KEYWORD_ONE_OF, KEYWORD_NOT};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (reading->values[order[i]] != NULL && !read_group(reading, order[i])) {
            return false;
        }
    }
    return true;
}

/* Compiles schemas even if only $ref refers to them, so that errors in them are reported. */
static bool read_definitions(struct reading *reading, enum keyword keyword)
{
    const struct flat_value *json = reading->values[keyword];
    if (json != NULL && !flat_is(json, JSON_OBJECT)) {
        return compile_refuse_value(reading, keyword, "an object of schemas");
    }
    for (const struct flat_value *at = flat_begin(json); at != flat_end(json); at += at->span) {
        uint32_t node;
        if (!compile_node(reading->compiler, reading->source, at, &node)) {
            return false;
        }
    }
    return true;
}

static bool read_severity(struct reading *reading)
{
    struct compiler *compiler = reading->compiler;
    const struct flat_value *json = reading->values[KEYWORD_X_SEVERITY];
    if (json != NULL && !flat_is(json, JSON_OBJECT)) {
        return compile_refuse_value(reading, KEYWORD_X_SEVERITY, "an object");
    }
    for (const struct flat_value *at = flat_begin(json); at != flat_end(json); at += at->span) {
        const char *name = flat_key(&compiler->flat, at);
        const char *level = flat_text(&compiler->flat, at);
        enum keyword keyword = keyword_find(name);
        if (level != NULL && strcmp(level, "rule") == 0 && keyword < KEYWORD_ASSERTIONS) {
            continue; /* left out */
        }
        if (keyword >= KEYWORD_ASSERTIONS || reading->values[keyword] == NULL) {
            return compile_refuse(compiler, reading->source, reading->json,
                                  "x-severity names %s, which can't fail here", quote_text(compiler->arena, name));
        }
        bool warning = level != NULL && strcmp(level, "warning") == 0;
        if (!warning && (level == NULL || strcmp(level, "info") != 0)) {
            return compile_refuse(compiler, reading->source, reading->json,
                                  "x-severity of %s must be \"warning\", \"info\" or \"rule\"", keyword_text(keyword));
        }
        reading->node.mild |= UINT64_C(1) << (2 * keyword + (warning ? 0 : 1));
    }
    return true;
}

static bool are_hints(const struct flat_value *hints)
{
    for (const struct flat_value *at = flat_begin(hints); at != flat_end(hints); at += at->span) {
        if (!flat_is(at, JSON_STRING)) {
            return false;
        }
    }
    return flat_is(hints, JSON_OBJECT);
}

bool keywords_notes(struct reading *reading)
{
    if (!read_definitions(reading, KEYWORD_DEFS) || !read_definitions(reading, KEYWORD_DEFINITIONS) ||
        !read_severity(reading)) {
        return false;
    }
    const struct flat_value *hints = reading->values[KEYWORD_X_HINTS];
    if (hints != NULL && !are_hints(hints)) {
        return compile_refuse_value(reading, KEYWORD_X_HINTS, "an object of texts");
    }
    const struct flat_value *order = reading->values[KEYWORD_X_ORDER];
    if (order != NULL && !flat_is_number(order)) {
        return compile_refuse_value(reading, KEYWORD_X_ORDER, "a number");
    }
    if (reading->compiler->wide) {
        return true;
    }
    static const enum keyword texts[] = {KEYWORD_TITLE, KEYWORD_DESCRIPTION, KEYWORD_COMMENT};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct flat_value *text = reading->values[texts[i]];
        if (text != NULL && !flat_is(text, JSON_STRING)) {
            return compile_refuse_value(reading, texts[i], "a string");
        }
    }
    return true;
}
