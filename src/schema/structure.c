/* Keywords that lead to other schemas: members, elements, alternatives, references; and the notes about them all. */
#include <string.h>

#include "base/quote.h"
#include "schema/compiler.h"

static size_t count_values(const struct reading *reading, const enum keyword *keywords, size_t count)
{
    size_t there = 0;
    for (size_t i = 0; i < count; i++) {
        there += reading->values[keywords[i]] != NULL ? 1 : 0;
    }
    return there;
}

/* additionalProperties, additionalItems: a boolean even in draft-04, which has no boolean schemas. */
static bool read_rest(struct reading *reading, enum keyword keyword, uint32_t *node)
{
    const struct flat_value *json = reading->values[keyword];
    if (json == NULL || flat_is_boolean(json)) {
        *node = flat_is(json, JSON_FALSE) ? NODE_FALSE : NODE_ANY;
        return true;
    }
    return compile_node(reading->compiler, reading->source, json, node);
}

static bool read_properties(struct reading *reading, struct object_part *part, const char **names)
{
    const struct flat_value *properties = reading->values[KEYWORD_PROPERTIES];
    if (properties != NULL && !flat_is(properties, JSON_OBJECT)) {
        return compile_refuse_value(reading, KEYWORD_PROPERTIES, "an object of schemas");
    }
    for (const struct flat_value *at = flat_begin(properties); at != flat_end(properties); at += at->span) {
        struct member *member = &part->members[part->known];
        *member = (struct member){.known = true};
        if (!compile_node(reading->compiler, reading->source, at, &member->node)) {
            return false;
        }
        names[part->known++] = flat_key(reading->source->flat, at);
    }
    return true;
}

static bool refuse_twice(struct reading *reading, const char *name)
{
    return compile_refuse(reading->compiler, reading->source, reading->json, "required names %s twice",
                          quote_text(reading->compiler->arena, name));
}

/* Puts required names behind the known ones, and gives the first 64 of them a bit each. */
static bool read_required(struct reading *reading, struct object_part *part, const char **names)
{
    uint32_t count = part->known;
    struct arena *arena = reading->compiler->arena;
    name_table_build(arena, &part->table, names, count);
    const struct flat_value *begin = flat_begin(part->required);
    size_t i = 0;
    for (const struct flat_value *value = begin; value != flat_end(part->required); value += value->span, i++) {
        const char *name = keywords_name(reading, value);
        if (name == NULL) {
            return compile_refuse_value(reading, KEYWORD_REQUIRED, "an array of names");
        }
        uint32_t at = name_table_find(&part->table, name, value->size);
        if (at == NONE) {
            at = count++;
            names[at] = name;
            part->members[at] = (struct member){.node = part->additional};
        }
        if (part->members[at].required) {
            return refuse_twice(reading, name);
        }
        part->members[at].required = true;
        part->required_more = i >= 64;
        if (!part->required_more) {
            part->members[at].bit = UINT64_C(1) << i;
            part->required_bits |= part->members[at].bit;
        }
    }
    if (count == part->known) {
        return true;
    }
    name_table_build(arena, &part->table, names, count);
    for (uint32_t k = part->known; k < count; k++) {
        if (name_table_find(&part->table, names[k], part->table.lengths[k]) != k) {
            return refuse_twice(reading, names[k]);
        }
    }
    return true;
}

bool keywords_objects(struct reading *reading)
{
    static const enum keyword all[] = {KEYWORD_PROPERTIES,     KEYWORD_REQUIRED,       KEYWORD_ADDITIONAL_PROPERTIES,
                                       KEYWORD_PROPERTY_NAMES, KEYWORD_MIN_PROPERTIES, KEYWORD_MAX_PROPERTIES};
    if (count_values(reading, all, sizeof all / sizeof *all) == 0) {
        return true;
    }
    struct arena *arena = reading->compiler->arena;
    struct object_part part = {.names = NODE_ANY, .most = UINT64_MAX, .required = reading->values[KEYWORD_REQUIRED]};
    const struct flat_value *names_json = reading->values[KEYWORD_PROPERTY_NAMES];
    if (part.required != NULL && !flat_is(part.required, JSON_ARRAY)) {
        return compile_refuse_value(reading, KEYWORD_REQUIRED, "an array of names");
    }
    size_t most = flat_count(reading->values[KEYWORD_PROPERTIES]) + flat_count(part.required);
    part.members = arena_array(arena, most, sizeof *part.members);
    const char **names = arena_array(arena, most, sizeof *names);
    if (!read_rest(reading, KEYWORD_ADDITIONAL_PROPERTIES, &part.additional) ||
        !read_properties(reading, &part, names) || !read_required(reading, &part, names) ||
        !keywords_size(reading, KEYWORD_MIN_PROPERTIES, &part.least) ||
        !keywords_size(reading, KEYWORD_MAX_PROPERTIES, &part.most)) {
        return false;
    }
    if (names_json != NULL && !compile_node(reading->compiler, reading->source, names_json, &part.names)) {
        return false;
    }
    if (part.table.count > 0 || part.additional != NODE_ANY || part.names != NODE_ANY || part.least > 0 ||
        part.most < UINT64_MAX) {
        reading->node.object = arena_alloc(arena, sizeof part);
        *reading->node.object = part;
    }
    return true;
}

static bool read_prefix(struct reading *reading, enum keyword keyword, struct array_part *part)
{
    const struct flat_value *json = reading->values[keyword];
    if (json == NULL) {
        return true;
    }
    if (!flat_is(json, JSON_ARRAY) || json->size == 0) {
        return compile_refuse_value(reading, keyword, "an array of schemas");
    }
    part->prefix = arena_array(reading->compiler->arena, json->size, sizeof *part->prefix);
    for (const struct flat_value *at = flat_begin(json); at != flat_end(json); at += at->span) {
        if (!compile_node(reading->compiler, reading->source, at, &part->prefix[part->prefix_count++])) {
            return false;
        }
    }
    return true;
}

/* items, prefixItems; in draft-04 items of two kinds, and additionalItems, which counts behind an array alone. */
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
    if (!read_items(reading, &part) || !keywords_size(reading, KEYWORD_MIN_ITEMS, &part.least) ||
        !keywords_size(reading, KEYWORD_MAX_ITEMS, &part.most) ||
        !keywords_flag(reading, KEYWORD_UNIQUE_ITEMS, &part.unique)) {
        return false;
    }
    if (part.prefix_count > 0 || part.rest != NODE_ANY || part.unique || part.least > 0 || part.most < UINT64_MAX) {
        reading->node.array = arena_alloc(reading->compiler->arena, sizeof part);
        *reading->node.array = part;
    }
    return true;
}

static bool read_group(struct reading *reading, enum keyword keyword, struct group *group)
{
    const struct flat_value *json = reading->values[keyword];
    bool one = keyword == KEYWORD_NOT;
    if (!one && (!flat_is(json, JSON_ARRAY) || json->size == 0)) {
        return compile_refuse_value(reading, keyword, "an array with at least one schema");
    }
    *group = (struct group){.keyword = keyword, .json = json};
    group->nodes = arena_array(reading->compiler->arena, one ? 1 : json->size, sizeof *group->nodes);
    for (const struct flat_value *at = one ? json : flat_begin(json); at != flat_end(json); at += at->span) {
        if (!compile_node(reading->compiler, reading->source, at, &group->nodes[group->count++])) {
            return false;
        }
    }
    return true;
}

bool keywords_groups(struct reading *reading)
{
    static const enum keyword order[] = {KEYWORD_ALL_OF, KEYWORD_ANY_OF, KEYWORD_ONE_OF, KEYWORD_NOT};
    enum { ORDER = sizeof order / sizeof *order };
    struct compiler *compiler = reading->compiler;
    struct node *node = &reading->node;
    size_t most = count_values(reading, order, ORDER) + 1;
    if (most == 1 && reading->values[KEYWORD_REF] == NULL) {
        return true;
    }
    node->groups = arena_array(compiler->arena, most, sizeof *node->groups);
    if (reading->values[KEYWORD_REF] != NULL) {
        struct group *group = &node->groups[node->group_count++];
        *group = (struct group){.keyword = KEYWORD_REF, .count = 1, .json = reading->values[KEYWORD_REF]};
        group->nodes = arena_alloc(compiler->arena, sizeof *group->nodes);
        if (!link_reference(reading, group->nodes)) {
            return false;
        }
    }
    for (size_t i = 0; i < ORDER; i++) {
        if (reading->values[order[i]] != NULL && !read_group(reading, order[i], &node->groups[node->group_count++])) {
            return false;
        }
    }
    return true;
}

/* Schemas that only $ref leads to are read all the same, so that none is wrong unnoticed. */
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
    const struct source *source = reading->source;
    const struct flat_value *json = reading->values[KEYWORD_X_SEVERITY];
    if (json != NULL && !flat_is(json, JSON_OBJECT)) {
        return compile_refuse_value(reading, KEYWORD_X_SEVERITY, "an object");
    }
    for (const struct flat_value *at = flat_begin(json); at != flat_end(json); at += at->span) {
        const char *name = flat_key(source->flat, at);
        const char *level = flat_text(source->flat, at);
        uint32_t keyword = name_table_find(&compiler->keywords, name, at->key_size);
        if (keyword >= KEYWORD_ASSERTIONS || reading->values[keyword] == NULL) {
            return compile_refuse(compiler, source, reading->json, "x-severity names %s, which can't fail here",
                                  quote_text(compiler->arena, name));
        }
        bool warning = level != NULL && strcmp(level, "warning") == 0;
        if (!warning && (level == NULL || strcmp(level, "info") != 0)) {
            return compile_refuse(compiler, source, reading->json, "x-severity of %s must be \"warning\" or \"info\"",
                                  keyword_text(keyword));
        }
        reading->node.mild |= UINT64_C(1) << (2 * keyword + (warning ? 0 : 1));
    }
    return true;
}

/* An object of texts; or its names and texts in one, each but the last with a NUL behind it. */
static bool are_hints(const struct flat *flat, const struct flat_value *hints)
{
    if (flat_is(hints, JSON_STRING)) {
        const char *text = flat_text(flat, hints);
        size_t parts = 1;
        for (const char *at = text; (at = memchr(at, '\0', hints->size - (size_t)(at - text))) != NULL; at++) {
            parts++;
        }
        return parts % 2 == 0;
    }
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
    if (hints != NULL && !are_hints(reading->source->flat, hints)) {
        return compile_refuse_value(reading, KEYWORD_X_HINTS, "an object of texts");
    }
    const struct flat_value *order = reading->values[KEYWORD_X_ORDER];
    if (order != NULL && !flat_is_number(order)) {
        return compile_refuse_value(reading, KEYWORD_X_ORDER, "a number");
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
