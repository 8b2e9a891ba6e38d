/* Our own schema files: that they compile, and that what they say of themselves holds. */
#include "schema_bench.h"

#include <jansson.h>
#include <string.h>

#include "base/arena.h"
#include "base/pointer.h"
#include "schema/embedded.h"
#include "schema/program.h"
#include "schema/schema.h"
#include "schema/set.h"

struct fixture {
    struct arena *arena;
    struct schema_document documents[32];
    size_t count;
};

static int set_up(void **state)
{
    static struct fixture fixture;
    fixture = (struct fixture){.arena = arena_new(), .count = embedded_schema_count};
    assert_non_null(fixture.arena);
    assert_true(embedded_schema_count <= sizeof fixture.documents / sizeof *fixture.documents);
    for (size_t i = 0; i < fixture.count; i++) {
        const char *name = embedded_schemas[i].name;
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
        compile(fixture, embedded_schemas[i].name);
        assert_true(i == 0 || strcmp(embedded_schemas[i - 1].name, embedded_schemas[i].name) < 0);
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

/* What the program compiles needs no other file, and is compiled once. */
static void test_set(void **state)
{
    (void)state;
    struct schema_set *set = schema_set_new();
    assert_non_null(set);
    for (size_t i = 0; i < embedded_schema_count; i++) {
        const struct embedded_schema *embedded = &embedded_schemas[i];
        const struct schema *schema = schema_set_get(set, embedded->name);
        assert_non_null(schema);
        assert_ptr_equal(schema, schema_set_get(set, embedded->name));
    }
    const struct schema *schema = schema_set_get(set, "VRMC_springBone_limit-1.0-draft");
    json_t *odd = parse_limit("{'specVersion':'1.0-draft','limit':{'cone':{'angle':0.5}},'extras':{'title':1}}");
    assert_true(schema_evaluate(schema, odd, &(struct schema_evaluation){0}));
    json_object_set_new(odd, "extensions", json_true());
    assert_false(schema_evaluate(schema, odd, &(struct schema_evaluation){0}));
    json_decref(odd);
    schema_set_free(set);
}

/* What stands at a pointer of a document. */
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

/* The schema that $ref leads to, at last. */
static const json_t *target(const struct fixture *fixture, const json_t *own, const json_t *schema)
{
    const char *reference = json_string_value(json_object_get(schema, "$ref"));
    if (reference == NULL) {
        return schema;
    }
    const char *at = strchr(reference, '#');
    size_t length = at == NULL ? strlen(reference) : (size_t)(at - reference);
    own = length == 0 ? own : document(fixture, reference, length);
    if (own == NULL) {
        fail_msg("no document for $ref %s", reference);
    }
    return target(fixture, own, follow(own, at == NULL ? "" : at + 1));
}

/* ---- what the program has of them ---- */

/* The keywords that only people read are left out, and what $ref leads to stands elsewhere. */
static bool is_left_out(const char *keyword)
{
    static const char *const all[] = {"$schema", "$defs", "title", "description", "default", "examples", "$comment"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(keyword, all[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void compare_values(const struct fixture *fixture, const json_t *json, const struct flat *flat,
                           const struct flat_value *value)
{
    const struct flat *wanted = flat_new(fixture->arena, json);
    assert_int_equal(value->span, wanted->values->span);
    for (uint32_t i = 0; i < value->span; i++) {
        const struct flat_value *a = &wanted->values[i];
        const struct flat_value *b = &value[i];
        assert_int_equal(b->type, a->type);
        assert_int_equal(b->span, a->span);
        assert_int_equal(b->size, a->size);
        assert_memory_equal(&b->number, &a->number, sizeof a->number);
        assert_string_equal(flat->texts + b->text, wanted->texts + a->text);
        if (i > 0) {
            assert_int_equal(b->key_size, a->key_size);
            assert_string_equal(flat_key(flat, b), flat_key(wanted, a));
        }
    }
}

struct walk {
    const struct fixture *fixture;
    const json_t *own; /* the document */
    const struct flat *flat;
    int level;
};

static void compare_schema(struct walk walk, const json_t *json, const struct flat_value *value);

/* The schemas of an object or array. */
static void compare_all(struct walk walk, const json_t *json, const struct flat_value *value)
{
    const struct flat_value *at = flat_begin(value);
    const char *name;
    const json_t *inner;
    json_object_foreach(walkable(json), name, inner)
    {
        assert_true(at < flat_end(value));
        assert_string_equal(flat_key(walk.flat, at), name);
        compare_schema(walk, inner, at);
        at += at->span;
    }
    size_t i;
    json_array_foreach(json, i, inner)
    {
        assert_true(at < flat_end(value));
        compare_schema(walk, inner, at);
        at += at->span;
    }
    assert_ptr_equal(at, flat_end(value));
}

/* $ref: another place here, another document or pointer there. */
static void compare_targets(struct walk walk, const json_t *json, const struct flat_value *value)
{
    assert_int_equal(value->type, JSON_INTEGER);
    assert_in_range(value->number.integer, 0, walk.flat->values->span - 1);
    const char *reference = json_string_value(json);
    const char *pointer = strchr(reference, '#');
    size_t length = pointer == NULL ? strlen(reference) : (size_t)(pointer - reference);
    walk.own = length == 0 ? walk.own : document(walk.fixture, reference, length);
    compare_schema(walk, follow(walk.own, pointer == NULL ? "" : pointer + 1),
                   &walk.flat->values[value->number.integer]);
}

static void compare_keyword(struct walk walk, const char *keyword, const json_t *json, const struct flat_value *value)
{
    static const char *const with_schemas[] = {"properties", "allOf", "anyOf", "oneOf", "prefixItems"};
    static const char *const schemas[] = {"items", "additionalProperties", "propertyNames", "not"};
    for (size_t i = 0; i < sizeof with_schemas / sizeof *with_schemas; i++) {
        if (strcmp(keyword, with_schemas[i]) == 0) {
            compare_all(walk, json, value);
            return;
        }
    }
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        if (strcmp(keyword, schemas[i]) == 0) {
            compare_schema(walk, json, value);
            return;
        }
    }
    if (strcmp(keyword, "$ref") == 0) {
        compare_targets(walk, json, value);
    } else if (strcmp(keyword, "x-hints") != 0) { /* in another form: the fixtures show them */
        compare_values(walk.fixture, json, walk.flat, value);
    }
}

static void compare_schema(struct walk walk, const json_t *json, const struct flat_value *value)
{
    enum { DEEPEST = 16 }; /* schemas may lead back to themselves */
    if (!json_is_object(json) || walk.level++ == DEEPEST) {
        assert_int_equal(value->type, json_typeof(json));
        return;
    }
    assert_int_equal(value->type, JSON_OBJECT);
    const struct flat_value *at = flat_begin(value);
    const char *keyword;
    const json_t *inner;
    json_object_foreach(walkable(json), keyword, inner)
    {
        if (!is_left_out(keyword)) {
            assert_true(at < flat_end(value));
            assert_string_equal(flat_key(walk.flat, at), keyword);
            compare_keyword(walk, keyword, inner, at);
            at += at->span;
        }
    }
    assert_true(at == flat_end(value) || strcmp(flat_key(walk.flat, at), "$defs") == 0);
}

static void test_flat_schemas_say_what_the_files_say(void **state)
{
    const struct fixture *fixture = *state;
    for (size_t i = 0; i < fixture->count; i++) {
        struct walk walk = {fixture, fixture->documents[i].json, &embedded_schemas[i].flat, 0};
        compare_schema(walk, walk.own, walk.flat->values);
    }
}

/* ---- what the files say of themselves ---- */

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

/* What messages have for hints, and whether a schema names it. */
static struct {
    const char *name;
    bool used;
} hints[] = {
#define WORDS(name, english) {#name, false},
#include "messages/hints.def"
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

/* A hint is the name of something known, or of words; and what it is about isn't known itself. */
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

/* enclosing: the properties of the schema whose alternative this one is. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_compile_in_order),
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_flat_schemas_say_what_the_files_say),
        cmocka_unit_test(test_titles_references_and_hints),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
