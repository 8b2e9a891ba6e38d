/* Keywords that lead to other schemas: members, elements, alternatives, references; and the notes about them all. */
#include <string.h>

#include "base/quote.h"
#include "schema/compiler.h"

static bool refuse_value(struct reading *reading, enum keyword keyword, const char *what)
{
    return compile_refuse(reading->compiler, reading->place, "%s must be %s", keyword_text(keyword), what);
}

static size_t count_values(const struct reading *reading, const enum keyword *keywords, size_t count)
{
    size_t there = 0;
    for (size_t i = 0; i < count; i++) {
        there += reading->values[keywords[i]] != NULL ? 1 : 0;
    }
    return there;
}

bool keywords_child(struct reading *reading, enum keyword keyword, const char *key, size_t index, const json_t *json,
                    uint32_t *node)
{
    const struct place *place = compile_below(reading->compiler, reading->place, keyword_text(keyword), 0);
    if (key != NULL || index != SIZE_MAX) {
        place = compile_below(reading->compiler, place, key, index);
    }
    return compile_node(reading->compiler, json, reading->source, place, node);
}

/* additionalProperties, additionalItems: a boolean even in draft-04, which has no boolean schemas. */
static bool read_rest(struct reading *reading, enum keyword keyword, uint32_t *node)
{
    const json_t *json = reading->values[keyword];
    if (json == NULL || json_is_boolean(json)) {
        *node = json_is_false(json) ? NODE_FALSE : NODE_ANY;
        return true;
    }
    return keywords_child(reading, keyword, NULL, SIZE_MAX, json, node);
}

static bool read_properties(struct reading *reading, struct object_part *part, const char **names)
{
    const json_t *properties = reading->values[KEYWORD_PROPERTIES];
    if (properties != NULL && !json_is_object(properties)) {
        return refuse_value(reading, KEYWORD_PROPERTIES, "an object of schemas");
    }
    json_t *walk = walkable(properties);
    for (void *at = json_object_iter(walk); at != NULL; at = json_object_iter_next(walk, at)) {
        const char *name = json_object_iter_key(at);
        struct member *member = &part->members[part->known];
        *member = (struct member){.known = true};
        if (!keywords_child(reading, KEYWORD_PROPERTIES, name, 0, json_object_iter_value(at), &member->node)) {
            return false;
        }
        names[part->known++] = name;
    }
    return true;
}

static bool refuse_twice(struct reading *reading, const char *name)
{
    return compile_refuse(reading->compiler, reading->place, "required names %s twice",
                          quote_text(reading->compiler->arena, name));
}

/* Puts required names behind the known ones, and gives the first 64 of them a bit each. */
static bool read_required(struct reading *reading, struct object_part *part, const char **names)
{
    uint32_t count = part->known;
    struct arena *arena = reading->compiler->arena;
    struct name_table known;
    name_table_build(arena, &known, names, count);
    for (size_t i = 0; i < json_array_size(part->required); i++) {
        const json_t *value = json_array_get(part->required, i);
        const char *name = json_string_value(value);
        if (name == NULL || strlen(name) != json_string_length(value)) {
            return refuse_value(reading, KEYWORD_REQUIRED, "an array of names");
        }
        uint32_t at = name_table_find(&known, name, strlen(name));
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
    name_table_build(arena, &part->table, names, count);
    for (uint32_t i = part->known; i < count; i++) {
        if (name_table_find(&part->table, names[i], part->table.lengths[i]) != i) {
            return refuse_twice(reading, names[i]);
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
    const json_t *names_json = reading->values[KEYWORD_PROPERTY_NAMES];
    if (part.required != NULL && !json_is_array(part.required)) {
        return refuse_value(reading, KEYWORD_REQUIRED, "an array of names");
    }
    size_t most = json_object_size(reading->values[KEYWORD_PROPERTIES]) + json_array_size(part.required);
    part.members = arena_array(arena, most, sizeof *part.members);
    const char **names = arena_array(arena, most, sizeof *names);
    if (!read_rest(reading, KEYWORD_ADDITIONAL_PROPERTIES, &part.additional) ||
        !read_properties(reading, &part, names) || !read_required(reading, &part, names) ||
        !keywords_size(reading, KEYWORD_MIN_PROPERTIES, &part.least) ||
        !keywords_size(reading, KEYWORD_MAX_PROPERTIES, &part.most)) {
        return false;
    }
    if (names_json != NULL &&
        !keywords_child(reading, KEYWORD_PROPERTY_NAMES, NULL, SIZE_MAX, names_json, &part.names)) {
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
    const json_t *json = reading->values[keyword];
    if (json == NULL) {
        return true;
    }
    if (!json_is_array(json) || json_array_size(json) == 0) {
        return refuse_value(reading, keyword, "an array of schemas");
    }
    part->prefix_count = json_array_size(json);
    part->prefix = arena_array(reading->compiler->arena, part->prefix_count, sizeof *part->prefix);
    for (size_t i = 0; i < part->prefix_count; i++) {
        if (!keywords_child(reading, keyword, NULL, i, json_array_get(json, i), &part->prefix[i])) {
            return false;
        }
    }
    return true;
}

/* items, prefixItems; in draft-04 items of two kinds, and additionalItems, which counts behind an array alone. */
static bool read_items(struct reading *reading, struct array_part *part)
{
    const json_t *items = reading->values[KEYWORD_ITEMS];
    uint32_t additional;
    if (!read_rest(reading, KEYWORD_ADDITIONAL_ITEMS, &additional)) {
        return false;
    }
    if (reading->source->dialect == DRAFT4 && json_is_array(items)) {
        part->rest_keyword = KEYWORD_ADDITIONAL_ITEMS;
        part->rest = additional;
        return read_prefix(reading, KEYWORD_ITEMS, part);
    }
    part->rest_keyword = KEYWORD_ITEMS;
    return read_prefix(reading, KEYWORD_PREFIX_ITEMS, part) &&
           (items == NULL || keywords_child(reading, KEYWORD_ITEMS, NULL, SIZE_MAX, items, &part->rest));
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
    const json_t *json = reading->values[keyword];
    bool one = keyword == KEYWORD_NOT;
    if (!one && (!json_is_array(json) || json_array_size(json) == 0)) {
        return refuse_value(reading, keyword, "an array with at least one schema");
    }
    size_t count = one ? 1 : json_array_size(json);
    *group = (struct group){.keyword = keyword, .count = (uint32_t)count, .json = json};
    group->nodes = arena_array(reading->compiler->arena, count, sizeof *group->nodes);
    for (size_t i = 0; i < count; i++) {
        const json_t *schema = one ? json : json_array_get(json, i);
        if (!keywords_child(reading, keyword, NULL, one ? SIZE_MAX : i, schema, &group->nodes[i])) {
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
    if (most == 1 && reading->reference == NULL) {
        return true;
    }
    node->groups = arena_array(compiler->arena, most, sizeof *node->groups);
    if (reading->reference != NULL) {
        struct group *group = &node->groups[node->group_count++];
        *group = (struct group){.keyword = KEYWORD_REF, .count = 1, .json = reading->values[KEYWORD_REF]};
        group->nodes = arena_alloc(compiler->arena, sizeof *group->nodes);
        if (!link_reference(compiler, reading->source, reading->place, reading->reference, group->nodes)) {
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
    const json_t *json = reading->values[keyword];
    if (json != NULL && !json_is_object(json)) {
        return refuse_value(reading, keyword, "an object of schemas");
    }
    json_t *walk = walkable(json);
    for (void *at = json_object_iter(walk); at != NULL; at = json_object_iter_next(walk, at)) {
        uint32_t node;
        if (!keywords_child(reading, keyword, json_object_iter_key(at), 0, json_object_iter_value(at), &node)) {
            return false;
        }
    }
    return true;
}

static bool read_severity(struct reading *reading)
{
    const json_t *json = reading->values[KEYWORD_X_SEVERITY];
    if (json != NULL && !json_is_object(json)) {
        return refuse_value(reading, KEYWORD_X_SEVERITY, "an object");
    }
    json_t *walk = walkable(json);
    for (void *at = json_object_iter(walk); at != NULL; at = json_object_iter_next(walk, at)) {
        const char *name = json_object_iter_key(at);
        const char *level = json_string_value(json_object_iter_value(at));
        unsigned keyword = 0;
        while (keyword < KEYWORD_ASSERTIONS && strcmp(keyword_text(keyword), name) != 0) {
            keyword++;
        }
        if (keyword == KEYWORD_ASSERTIONS || reading->values[keyword] == NULL) {
            return compile_refuse(reading->compiler, reading->place, "x-severity names %s, which can't fail here",
                                  quote_text(reading->compiler->arena, name));
        }
        bool warning = level != NULL && strcmp(level, "warning") == 0;
        if (!warning && (level == NULL || strcmp(level, "info") != 0)) {
            return compile_refuse(reading->compiler, reading->place, "x-severity of %s must be \"warning\" or \"info\"",
                                  keyword_text(keyword));
        }
        reading->node.mild |= UINT64_C(1) << (2 * keyword + (warning ? 0 : 1));
    }
    return true;
}

/* An object of texts; or its names and texts in one, each but the last with a NUL behind it. */
static bool are_hints(const json_t *hints)
{
    if (json_is_string(hints)) {
        const char *text = json_string_value(hints);
        size_t parts = 1;
        for (size_t i = 0; i < json_string_length(hints); i++) {
            parts += text[i] == '\0';
        }
        return parts % 2 == 0;
    }
    json_t *walk = walkable(hints);
    for (void *at = json_object_iter(walk); at != NULL; at = json_object_iter_next(walk, at)) {
        if (!json_is_string(json_object_iter_value(at))) {
            return false;
        }
    }
    return json_is_object(hints);
}

bool keywords_notes(struct reading *reading)
{
    if (!read_definitions(reading, KEYWORD_DEFS) || !read_definitions(reading, KEYWORD_DEFINITIONS) ||
        !read_severity(reading)) {
        return false;
    }
    const json_t *hints = reading->values[KEYWORD_X_HINTS];
    if (hints != NULL && !are_hints(hints)) {
        return refuse_value(reading, KEYWORD_X_HINTS, "an object of texts");
    }
    const json_t *order = reading->values[KEYWORD_X_ORDER];
    if (order != NULL && !json_is_number(order)) {
        return refuse_value(reading, KEYWORD_X_ORDER, "a number");
    }
    static const enum keyword texts[] = {KEYWORD_TITLE, KEYWORD_DESCRIPTION, KEYWORD_COMMENT};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const json_t *text = reading->values[texts[i]];
        if (text != NULL && !json_is_string(text)) {
            return refuse_value(reading, texts[i], "a string");
        }
    }
    return true;
}
