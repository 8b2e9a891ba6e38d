/* What schemas may contain, why they are refused, and what their references resolve to. */
#include "json_trees.h"
#include "schema_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void references_lead_within_the_document(void **state)
{
    (void)state;
    check("{\"$ref\": \"#/$defs/a~1b%25~0\", \"$defs\": {\"a/b%~\": {\"type\": \"null\"}}}", "1", "type  type\n");
    check("{\"properties\": {\"a\": {\"$ref\": \"#\"}}, \"type\": \"object\"}", "{\"a\": {\"a\": 1}}",
          "type /a/a type\n");
    check("{\"$ref\": \"#/$defs/n\", \"minimum\": 3, \"$defs\": {\"n\": {\"maximum\": 1}}}", "2",
          "range  minimum\nrange  maximum\n");
    check_draft4("{\"properties\": {\"a\": {\"$ref\": \"#/definitions/n\", \"minimum\": 3, \"made-up\": 1}}, "
                 "\"definitions\": {\"n\": {\"maximum\": 1}}}",
                 "{\"a\": 2}", "range /a maximum\n");
    check("{\"$ref\": \"#/allOf/1\", \"allOf\": [true, {\"type\": \"null\"}]}", "1", "type  type\ntype  type\n");
    check("{\"$ref\": \"#/$defs/a\", \"$defs\": {\"a\": {\"$ref\": \"#/$defs/b\"}, \"b\": {\"allOf\": [{\"$ref\": "
          "\"#/$defs/c\"}]}, \"c\": true}}",
          "1", "");
}

static void references_lead_to_given_documents(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    json_t *main_json =
        parse("{\"properties\": {\"n\": {\"$ref\": \"id.json\"}, \"m\": {\"$ref\": \"id.json#/$defs/p\"}, "
              "\"k\": {\"$ref\": \"old.json\"}}}");
    json_t *id =
        parse("{\"type\": \"integer\", \"allOf\": [{\"$ref\": \"#/$defs/p\"}], \"$defs\": {\"p\": {\"minimum\": 0}}}");
    json_t *old = parse("{\"$schema\": \"http://json-schema.org/draft-04/schema\", \"$ref\": \"#/definitions/x\", "
                        "\"definitions\": {\"x\": {\"type\": \"integer\"}}}");
    json_t *unread = parse("{\"$schema\": \"about:blank\"}");
    json_t *value = parse("{\"n\": -1, \"m\": -2, \"k\": 1.0}");
    const struct schema_document documents[] = {{"id.json", id}, {"old.json", old}, {"unread.json", unread}};
    const char *error;
    struct schema *schema = schema_compile(arena, main_json, SCHEMA_2020_12, documents, 3, &error);
    assert_non_null(schema);
    struct buf said = BUF_INIT(arena);
    struct schema_evaluation how = {.arena = arena, .fail = write_failure, .context = &said};
    assert_false(evaluate_json(schema, value, &how));
    assert_string_equal(buf_text(&said), "range /n minimum\nrange /m minimum\ntype /k type\n");
    assert_null(schema_compile(arena, main_json, SCHEMA_2020_12, documents, 1, &error));
    assert_non_null(strstr(error, "'old.json'"));
    assert_non_null(strstr(error, "#/properties/k"));
    json_object_set_new(old, "$schema", json_string("about:blank"));
    assert_null(schema_compile(arena, main_json, SCHEMA_2020_12, documents, 2, &error));
    assert_non_null(strstr(error, "old.json#"));
    json_decref(main_json);
    json_decref(id);
    json_decref(old);
    json_decref(unread);
    json_decref(value);
    arena_free(arena);
}

static void one_text_in_two_dialects_is_two_schemas(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    json_t *main_json = parse("{\"allOf\": [{\"type\": \"integer\"}, {\"$ref\": \"old.json#/definitions/x\"}]}");
    json_t *old = parse("{\"$schema\": \"http://json-schema.org/draft-04/schema\", \"definitions\": {}}");
    json_object_set(json_object_get(old, "definitions"), "x", json_array_get(json_object_get(main_json, "allOf"), 0));
    json_t *value = parse("1.0");
    const struct schema_document documents[] = {{"old.json", old}};
    const char *error;
    struct schema *schema = schema_compile(arena, main_json, SCHEMA_2020_12, documents, 1, &error);
    assert_non_null(schema);
    struct buf said = BUF_INIT(arena);
    struct schema_evaluation how = {.arena = arena, .fail = write_failure, .context = &said};
    assert_false(evaluate_json(schema, value, &how));
    assert_string_equal(buf_text(&said), "type  type\n");
    json_decref(main_json);
    json_decref(old);
    json_decref(value);
    arena_free(arena);
}

static void what_is_not_known_is_refused(void **state)
{
    (void)state;
    static const char *const unknown[] = {
        "$id",
        "id",
        "$anchor",
        "$dynamicRef",
        "pattern",
        "patternProperties",
        "format",
        "if",
        "then",
        "else",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "unevaluatedProperties",
        "unevaluatedItems",
        "contains",
        "multipleOf",
        "x-made-up",
        "minimun",
        "definitions",
        "additionalItems",
    };
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        char schema[128];
        snprintf(schema, sizeof schema, "{\"properties\": {\"a/b\": {\"items\": {\"%s\": 1}}}}", unknown[i]);
        check_refused(schema, unknown[i], "#/properties/a~1b/items");
    }
    static const char *const newer[] = {"const", "prefixItems", "propertyNames", "$defs"};
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++) {
        char schema[128];
        snprintf(schema, sizeof schema, "{\"allOf\": [{}, {\"%s\": {}}]}", newer[i]);
        check_refused_dialect(SCHEMA_DRAFT4, schema, newer[i], "#/allOf/1");
    }
    check_refused("{\"$schema\": \"http://json-schema.org/draft-07/schema#\"}", "draft-07", "#");
    check_refused("{\"$schema\": 4}", "$schema", "#");
    check_refused("{\"items\": {\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"}}", "$schema", "#/items");
    check_refused("{\"$defs\": {\"unused\": {\"pattern\": \"a\"}}}", "pattern", "#/$defs/unused");
    check_refused("{\"properties\": {\"a\\nb\": {\"pattern\": \"a\"}}}", "pattern", "#/properties/a?b");
}

/* Keywords with values that they can't have. */
static const char *const malformed[][2] = {
    {"minimum", "\"x\""},
    {"maximum", "null"},
    {"exclusiveMinimum", "true"},
    {"exclusiveMaximum", "[]"},
    {"minItems", "-1"},
    {"maxItems", "1.5"},
    {"minLength", "\"1\""},
    {"maxLength", "true"},
    {"minProperties", "-1.0"},
    {"maxProperties", "{}"},
    {"uniqueItems", "1"},
    {"type", "\"text\""},
    {"type", "[]"},
    {"type", "[\"null\", 1]"},
    {"type", "1"},
    {"enum", "\"x\""},
    {"required", "\"x\""},
    {"required", "[1]"},
    {"required", "[\"a\",\"a\"]"},
    {"properties", "[]"},
    {"properties", "{\"a\": 1}"},
    {"additionalProperties", "1"},
    {"propertyNames", "[]"},
    {"items", "[{}]"},
    {"prefixItems", "{}"},
    {"prefixItems", "[]"},
    {"prefixItems", "[1]"},
    {"allOf", "[]"},
    {"anyOf", "{}"},
    {"oneOf", "[null]"},
    {"not", "1"},
    {"$ref", "1"},
    {"$defs", "[]"},
    {"$defs", "{\"a\": 1}"},
    {"x-index", "\"\""},
    {"x-index", "1"},
    {"x-finite", "0"},
    {"x-finite", "\"1\""},
    {"x-order", "\"1\""},
    {"x-hints", "[]"},
    {"x-hints", "{\"a\": 1}"},
    {"x-hints", "1"},
    {"x-hints", "\"\""},
    {"x-hints", "\"a\\u0000b\\u0000c\""},
    {"x-severity", "\"info\""},
    {"title", "1"},
    {"description", "[]"},
    {"$comment", "{}"},
};

static void malformed_keywords_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        char schema[128];
        snprintf(schema, sizeof schema, "{\"items\": {\"%s\": %s}}", malformed[i][0], malformed[i][1]);
        bool is_schema = strstr("properties additionalProperties propertyNames items prefixItems oneOf not $defs",
                                malformed[i][0]) != NULL;
        check_refused(schema, is_schema ? "must be" : malformed[i][0], "#/items");
    }
    check_refused("{\"properties\": {\"a\": {}}, \"required\": [\"a\", \"a\"]}", "required names 'a' twice", "#");
    check_refused("{\"enum\": [1], \"const\": 1}", "const", "#");
    check_refused("{\"type\": \"string\", \"x-severity\": {\"type\": \"error\"}}", "x-severity of type", "#");
    check_refused("{\"type\": \"string\", \"x-severity\": {\"minimum\": \"info\"}}", "'minimum'", "#");
    check_refused("{\"title\": \"a\", \"x-severity\": {\"title\": \"info\"}}", "'title'", "#");
    check_refused("1", "a schema must be an object", "#");
    check_refused_dialect(SCHEMA_DRAFT4, "{\"items\": true}", "a schema must be an object", "#/items");
    check_refused_dialect(SCHEMA_DRAFT4, "{\"exclusiveMinimum\": true}", "exclusiveMinimum", "#");
    check_refused_dialect(SCHEMA_DRAFT4, "{\"minimum\": 1, \"exclusiveMinimum\": 1}", "exclusiveMinimum", "#");
    check_refused_dialect(SCHEMA_DRAFT4, "{\"additionalItems\": 1}", "a schema must be an object", "#/additionalItems");
}

static void references_that_lead_nowhere_or_round_are_refused(void **state)
{
    (void)state;
    check_refused("{\"$ref\": \"#/nothing\"}", "'#/nothing'", "#");
    check_refused("{\"$ref\": \"#name\"}", "'#name'", "#");
    check_refused("{\"$ref\": \"#/%zz\"}", "$ref", "#");
    check_refused("{\"$ref\": \"#/%0\"}", "$ref", "#");
    check_refused("{\"$ref\": \"#/%00\"}", "$ref", "#");
    check_refused("{\"items\": {\"$ref\": \"#/title\"}, \"title\": \"a\"}", "must be an object", "#/title");
    check_refused("{\"allOf\": [true], \"items\": {\"$ref\": \"#/allOf/1\"}}", "'#/allOf/1'", "#/items");
    check_refused("{\"items\": {\"$ref\": \"other.json\"}}", "'other.json'", "#/items");
    check_refused("{\"$ref\": \"#\"}", "$ref", "#");
    check_refused("{\"$defs\": {\"a\": {\"anyOf\": [{\"$ref\": \"#/$defs/b\"}]}, \"b\": {\"not\": {\"$ref\": "
                  "\"#/$defs/a\"}}}}",
                  "loop", "#/$defs/b/not");
}

TEST_PROGRAM(schema_compile)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_lead_within_the_document),
        cmocka_unit_test(references_lead_to_given_documents),
        cmocka_unit_test(one_text_in_two_dialects_is_two_schemas),
        cmocka_unit_test(what_is_not_known_is_refused),
        cmocka_unit_test(malformed_keywords_are_refused),
        cmocka_unit_test(references_that_lead_nowhere_or_round_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
