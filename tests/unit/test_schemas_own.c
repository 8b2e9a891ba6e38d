/* The project's own schema files: they compile, and their annotations are true. */
#include "json_trees.h"
#include "schema_bench.h"

#include <jansson.h>
#include <string.h>

#include "base/arena.h"
#include "base/pointer.h"
#include "schema/embedded.h"
#include "schema/program.h"
#include "schema/schema.h"

struct fixture {
    struct arena *arena;
    struct schema_document documents[96];
    size_t count;
};

static int set_up(void **state)
{
    static struct fixture fixture;
    /* those embedded in the program, and the report's, which only other programs evaluate */
    fixture = (struct fixture){.arena = arena_new(), .count = embedded_schema_count + 1};
    assert_non_null(fixture.arena);
    assert_true(fixture.count <= sizeof fixture.documents / sizeof *fixture.documents);
    for (size_t i = 0; i < fixture.count; i++) {
        const char *name = i < embedded_schema_count ? embedded_schemas[i].name : "report";
        fixture.documents[i] = (struct schema_document){name, own_schema(name)};
    }
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < fixture->count; i++) {
        json_decref(walkable(fixture->documents[i].json));
    }
    arena_free(fixture->arena);
    return 0;
}

static const json_t *document(const struct fixture *fixture, const char *name, size_t length)
{
    for (size_t i = 0; i < fixture->count; i++) {
        if (strlen(fixture->documents[i].name) == length && strncmp(fixture->documents[i].name, name, length) == 0) {
            return fixture->documents[i].json;
        }
    }
    return NULL;
}

static struct schema *compile(struct fixture *fixture, const char *name)
{
    const json_t *json = document(fixture, name, strlen(name));
    assert_non_null(json);
    const char *error = NULL;
    struct schema *schema =
        schema_compile(fixture->arena, json, SCHEMA_DRAFT4, fixture->documents, fixture->count, &error);
    if (schema == NULL) {
        fail_msg("%s: %s", name, error);
    }
    return schema;
}

static void test_all_compile_in_order(void **state)
{
    struct fixture *fixture = *state;
    assert_true(embedded_schema_count >= 12);
    for (size_t i = 0; i < fixture->count; i++) {
        compile(fixture, fixture->documents[i].name);
        if (i > 0 && strcmp(fixture->documents[i - 1].name, fixture->documents[i].name) >= 0) {
            fail_msg("%s: list it in schema/meson.build in the order of names", fixture->documents[i].name);
        }
        const char *dialect = json_string_value(json_object_get(fixture->documents[i].json, "$schema"));
        assert_string_equal(dialect, "https://json-schema.org/draft/2020-12/schema");
    }
}

static json_t *parse_limit(const char *text)
{
    char json[256];
    size_t length = strlen(text);
    assert_true(length < sizeof json);
    for (size_t i = 0; i <= length; i++) {
        json[i] = text[i] == '\'' ? '"' : text[i];
    }
    json_t *value = json_loads(json, 0, NULL);
    assert_non_null(value);
    return value;
}

static void test_found_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < embedded_schema_count; i++) {
        assert_ptr_equal(embedded_schema(embedded_schemas[i].name), &embedded_schemas[i].schema);
    }
    const struct schema *schema = embedded_schema("VRMC_springBone_limit-1.0-draft");
    json_t *odd = parse_limit("{'specVersion':'1.0-draft','limit':{'cone':{'angle':0.5}},'extras':{'title':1}}");
    assert_true(evaluate_json(schema, odd, &(struct schema_evaluation){0}));
    json_object_set_new(odd, "extensions", json_true());
    assert_false(evaluate_json(schema, odd, &(struct schema_evaluation){0}));
    json_decref(odd);
}

/* Returns the value at a pointer of a document. */
static const json_t *follow(const json_t *found, const char *pointer)
{
    const char *whole = pointer;
    const char *token;
    size_t length;
    while (found != NULL && pointer_next(&pointer, &token, &length)) {
        char name[64] = "";
        assert_true(length < sizeof name);
        memcpy(name, token, length);
        found = json_object_get(found, name);
    }
    if (found == NULL) {
        fail_msg("nothing is at %s", whole);
    }
    return found;
}

/* Returns the schema that $ref refers to, after all further references. */
static const json_t *target(const struct fixture *fixture, const json_t *own, const json_t *schema)
{
    const char *reference = json_string_value(json_object_get(schema, "$ref"));
    if (reference == NULL) {
        return schema;
    }
    const char *at = strchr(reference, '#');
    const char *suffix = strstr(reference, ".schema.json"); /* documents are known by their names without it */
    size_t length = suffix != NULL ? (size_t)(suffix - reference)
                    : at == NULL   ? strlen(reference)
                                   : (size_t)(at - reference);
    own = length == 0 ? own : document(fixture, reference, length);
    if (own == NULL) {
        fail_msg("no document for $ref %s", reference);
    }
    return target(fixture, own, follow(own, at == NULL ? "" : at + 1));
}

/* ---- embedded schemas ---- */

enum { NODES = 2048 };

/* The embedded compiled form of a schema, and the one that is compiled now. */
struct pair {
    const struct program *built;
    const struct program *now;
    uint32_t met[NODES]; /* for each embedded node: 1 + the corresponding node */
};

/* Whether a keyword is for readers or for the compiler only and is therefore left out. */
static bool is_left_out(const char *keyword)
{
    static const char *const all[] = {"$schema", "$ref",     "x-severity", "title",
                                      "default", "$comment", "examples",   "description"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(keyword, all[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool holds_schemas(const char *keyword)
{
    static const char *const all[] = {"properties", "allOf", "anyOf",         "oneOf", "prefixItems",
                                      "items",      "not",   "propertyNames", "$defs", "additionalProperties"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(keyword, all[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void compare_values(const struct pair *pair, uint32_t built, uint32_t now)
{
    const struct flat_value *a = program_value(pair->built, built);
    const struct flat_value *b = program_value(pair->now, now);
    assert_int_equal(a == NULL, b == NULL);
    for (uint32_t i = 0; a != NULL && i < b->span; i++) {
        assert_int_equal(a[i].type, b[i].type);
        assert_int_equal(a[i].span, b[i].span);
        assert_int_equal(a[i].size, b[i].size);
        assert_memory_equal(&a[i].number, &b[i].number, sizeof a->number);
        assert_string_equal(pair->built->flat.texts + a[i].text, pair->now->flat.texts + b[i].text);
        assert_int_equal(a[i].key_size, b[i].key_size);
        assert_string_equal(flat_key(&pair->built->flat, &a[i]), flat_key(&pair->now->flat, &b[i]));
    }
}

/* Compares the schema objects themselves, which messages quote. */
static void compare_schemas(const struct pair *pair, const struct node *built, const struct node *now)
{
    const struct flat_value *in = &pair->built->flat.values[built->value];
    const struct flat_value *at = flat_begin(in);
    const struct flat_value *wanted = &pair->now->flat.values[now->value];
    size_t count = 0;
    for (const struct flat_value *b = flat_begin(wanted); b != flat_end(wanted); b += b->span) {
        const char *keyword = flat_key(&pair->now->flat, b);
        if (is_left_out(keyword)) {
            continue;
        }
        assert_true(at < flat_end(in));
        assert_string_equal(flat_key(&pair->built->flat, at), keyword);
        if (!holds_schemas(keyword)) {
            compare_values(pair, (uint32_t)(at - pair->built->flat.values), (uint32_t)(b - pair->now->flat.values));
        }
        assert_int_equal(at->type, b->type);
        at += at->span;
        count++;
    }
    assert_ptr_equal(at, flat_end(in));
    assert_int_equal(flat_count(in), count);
}

static void compare_names(const struct pair *pair, const struct name_range *built, const struct name_range *now)
{
    const struct name_table a = name_table_of(pair->built, built);
    const struct name_table b = name_table_of(pair->now, now);
    assert_int_equal(a.count, b.count);
    for (uint32_t i = 0; i < b.count; i++) {
        const char *text = name_table_text(&b, i);
        assert_string_equal(name_table_text(&a, i), text);
        assert_int_equal(name_table_find(a, text, strlen(text)), i);
    }
}

static void compare_nodes(struct pair *pair, uint32_t built, uint32_t now);

static void compare_edges(struct pair *pair, uint32_t built, uint32_t now, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        compare_nodes(pair, pair->built->edges[built + i], pair->now->edges[now + i]);
    }
}

static void compare_scalars(const struct pair *pair, const struct node *built, const struct node *now)
{
    const struct choice_part *choice = &pair->built->choices[built->choice];
    const struct choice_part *wanted_choice = &pair->now->choices[now->choice];
    compare_names(pair, &choice->strings, &wanted_choice->strings);
    compare_values(pair, choice->value, wanted_choice->value);
    assert_int_equal(choice->keyword, wanted_choice->keyword);
    assert_int_equal(choice->others, wanted_choice->others);
    const struct text_part *text = &pair->built->texts[built->text];
    assert_int_equal(text->least, pair->now->texts[now->text].least);
    assert_int_equal(text->most, pair->now->texts[now->text].most);
    const struct number_part *number = &pair->built->numbers[built->number];
    const struct number_part *wanted_number = &pair->now->numbers[now->number];
    compare_values(pair, number->finite, wanted_number->finite);
    assert_int_equal(number->count, wanted_number->count);
    for (uint32_t i = 0; i < number->count; i++) {
        assert_int_equal(number->limits[i].keyword, wanted_number->limits[i].keyword);
        assert_int_equal(number->limits[i].relation, wanted_number->limits[i].relation);
        compare_values(pair, number->limits[i].number, wanted_number->limits[i].number);
    }
    assert_int_equal(built->index < INDEX_FIRST, now->index < INDEX_FIRST);
    if (now->index >= INDEX_FIRST) {
        assert_string_equal(pair->built->flat.texts + pair->built->indices[built->index - INDEX_ANY].text,
                            pair->now->flat.texts + pair->now->indices[now->index - INDEX_ANY].text);
    }
}

static void compare_containers(struct pair *pair, const struct node *built, const struct node *now)
{
    const struct array_part *array = &pair->built->arrays[built->array];
    const struct array_part *wanted_array = &pair->now->arrays[now->array];
    assert_int_equal(array->least, wanted_array->least);
    assert_int_equal(array->most, wanted_array->most);
    assert_int_equal(array->unique, wanted_array->unique);
    assert_int_equal(array->rest_keyword, wanted_array->rest_keyword);
    assert_int_equal(array->prefix_count, wanted_array->prefix_count);
    compare_nodes(pair, array->rest, wanted_array->rest);
    compare_edges(pair, array->prefix, wanted_array->prefix, array->prefix_count);
    const struct object_part *object = &pair->built->objects[built->object];
    const struct object_part *wanted = &pair->now->objects[now->object];
    assert_int_equal(object->least, wanted->least);
    assert_int_equal(object->most, wanted->most);
    assert_int_equal(object->known, wanted->known);
    assert_int_equal(object->walk, wanted->walk);
    assert_int_equal(object->required_bits, wanted->required_bits);
    assert_int_equal(object->required_more, wanted->required_more);
    compare_values(pair, object->required, wanted->required);
    compare_names(pair, &object->table, &wanted->table);
    compare_nodes(pair, object->additional, wanted->additional);
    compare_nodes(pair, object->names, wanted->names);
    for (uint32_t i = 0; i < object->table.count; i++) {
        const struct member *member = &pair->built->members[object->members + i];
        assert_int_equal(member->bit, pair->now->members[wanted->members + i].bit);
        compare_nodes(pair, member->node, pair->now->members[wanted->members + i].node);
    }
}

static void compare_nodes(struct pair *pair, uint32_t built, uint32_t now)
{
    assert_true(built < NODES);
    if (pair->met[built] != 0) {
        assert_int_equal(pair->met[built], now + 1);
        return;
    }
    pair->met[built] = now + 1;
    const struct node *a = &pair->built->nodes[built];
    const struct node *b = &pair->now->nodes[now];
    assert_int_equal(a->mild, b->mild);
    assert_int_equal(a->types, b->types);
    assert_int_equal(a->quick, b->quick);
    assert_memory_equal(&a->low, &b->low, sizeof a->low);
    assert_memory_equal(&a->high, &b->high, sizeof a->high);
    compare_schemas(pair, a, b);
    compare_scalars(pair, a, b);
    compare_containers(pair, a, b);
    assert_int_equal(a->group_count, b->group_count);
    for (uint32_t i = 0; i < a->group_count; i++) {
        const struct group *group = &pair->built->groups[a->groups + i];
        const struct group *wanted = &pair->now->groups[b->groups + i];
        assert_int_equal(group->keyword, wanted->keyword);
        assert_int_equal(group->count, wanted->count);
        compare_edges(pair, group->edges, wanted->edges, group->count);
    }
}

static void test_what_is_built_in_is_what_the_files_say(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < embedded_schema_count; i++) {
        const struct schema *built = &embedded_schemas[i].schema;
        const struct schema *now = compile(fixture, embedded_schemas[i].name);
        struct pair pair = {.built = built->program, .now = now->program};
        compare_nodes(&pair, built->root, now->root);
    }
}

/* ---- annotations of the files ---- */

static bool is_known(const json_t *schema, const char *name)
{
    if (json_object_get(json_object_get(schema, "properties"), name) != NULL) {
        return true;
    }
    size_t i;
    const json_t *value;
    json_array_foreach(json_object_get(schema, "enum"), i, value)
    {
        if (json_is_string(value) && strcmp(json_string_value(value), name) == 0) {
            return true;
        }
    }
    return false;
}

/* The hints that messages know, and whether a schema uses them. */
static struct {
    const char *name;
    bool used;
} hints[] = {
#define WORDS(name, english) {#name, false},
#include "message/messages/hints.def"
#undef WORDS
};

static bool is_words(const char *text)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        if (strcmp(hints[i].name, text) == 0) {
            hints[i].used = true;
            return true;
        }
    }
    return false;
}

/* Fails the test unless each hint is a known name or a known hint of messages, for a name that isn't known itself. */
static void check_hints(const char *file, const json_t *schema)
{
    const char *name;
    const json_t *hint;
    json_object_foreach(json_object_get(schema, "x-hints"), name, hint)
    {
        const char *text = json_string_value(hint);
        assert_non_null(text);
        if (is_known(schema, name)) {
            fail_msg("%s: a hint for '%s', which is known", file, name);
        }
        if (!is_known(schema, text) && !is_words(text)) {
            fail_msg("%s: the hint for '%s' leads to '%s', which is not known", file, name, text);
        }
    }
}

static void check_required(const char *file, const json_t *schema, const json_t *properties)
{
    size_t i;
    const json_t *value;
    json_array_foreach(json_object_get(schema, "required"), i, value)
    {
        if (json_object_get(properties, json_string_value(value)) == NULL) {
            fail_msg("%s: '%s' is required and not described", file, json_string_value(value));
        }
    }
}

static void check_schema(const struct fixture *fixture, const char *file, const json_t *own, const json_t *schema,
                         const json_t *enclosing);

static void check_members(const struct fixture *fixture, const char *file, const json_t *own, const json_t *schema)
{
    bool object = json_object_get(schema, "type") != NULL;
    const char *name;
    const json_t *value;
    json_object_foreach(json_object_get(schema, "properties"), name, value)
    {
        const json_t *at = target(fixture, own, value);
        if (object && json_object_get(value, "description") == NULL && json_object_get(at, "description") == NULL &&
            json_object_get(at, "type") == NULL && json_object_get(at, "const") == NULL) {
            fail_msg("%s: '%s' has no description", file, name);
        }
        check_schema(fixture, file, own, value, NULL);
    }
    json_object_foreach(json_object_get(schema, "$defs"), name, value)
    {
        check_schema(fixture, file, own, value, NULL);
    }
}

/* enclosing: the properties of the schema that this one is an alternative of. */
static void check_schema(const struct fixture *fixture, const char *file, const json_t *own, const json_t *schema,
                         const json_t *enclosing)
{
    if (!json_is_object(schema)) {
        return;
    }
    target(fixture, own, schema);
    const json_t *properties = json_object_get(schema, "properties");
    check_required(file, schema, properties != NULL ? properties : enclosing);
    check_hints(file, schema);
    const char *name;
    const json_t *value;
    json_object_foreach(json_object_get(schema, "x-severity"), name, value)
    {
        if (json_object_get(schema, name) == NULL) {
            fail_msg("%s: x-severity for '%s', which the same schema hasn't", file, name);
        }
    }
    const char *type = json_string_value(json_object_get(schema, "type"));
    if (type != NULL && strcmp(type, "object") == 0 && properties != NULL) {
        if (json_object_get(schema, "title") == NULL || json_object_get(schema, "description") == NULL) {
            char *text = json_dumps(schema, JSON_COMPACT);
            fail_msg("%s: no title or description: %.200s", file, text);
        }
    }
    check_members(fixture, file, own, schema);
    check_schema(fixture, file, own, json_object_get(schema, "items"), NULL);
    check_schema(fixture, file, own, json_object_get(schema, "additionalProperties"), NULL);
    check_schema(fixture, file, own, json_object_get(schema, "not"), properties != NULL ? properties : enclosing);
    static const char *const alternatives[] = {"oneOf", "anyOf", "allOf"};
    for (size_t i = 0; i < 3; i++) {
        size_t k;
        json_array_foreach(json_object_get(schema, alternatives[i]), k, value)
        {
            check_schema(fixture, file, own, value, properties != NULL ? properties : enclosing);
        }
    }
}

static void test_titles_references_and_hints(void **state)
{
    const struct fixture *fixture = *state;
    for (size_t i = 0; i < fixture->count; i++) {
        const json_t *json = fixture->documents[i].json;
        assert_non_null(json_object_get(json, "title"));
        assert_non_null(json_object_get(json, "description"));
        check_schema(fixture, fixture->documents[i].name, json, json, NULL);
    }
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        if (!hints[i].used) {
            fail_msg("no schema has the hint %s", hints[i].name);
        }
    }
}

TEST_PROGRAM(schemas_own)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_compile_in_order),
        cmocka_unit_test(test_found_by_name),
        cmocka_unit_test(test_what_is_built_in_is_what_the_files_say),
        cmocka_unit_test(test_titles_references_and_hints),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
