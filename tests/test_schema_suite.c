/* The JSON Schema test suite: whatever compiles must agree with it, and most of it must compile. */
#include "support.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "schema/schema.h"

struct tally {
    size_t passed;
    size_t failed;
    size_t groups;
    size_t refused;
};

static void run_group(const char *file, const json_t *group, enum schema_dialect dialect, struct tally *tally)
{
    struct arena *arena = arena_new();
    assert_non_null(arena);
    const char *title = json_string_value(json_object_get(group, "description"));
    const char *error;
    struct schema *schema = schema_compile(arena, json_object_get(group, "schema"), dialect, NULL, 0, &error);
    tally->groups++;
    if (schema == NULL) {
        tally->refused++;
        print_message("refused: %s: %s: %s\n", file, title, error);
        arena_free(arena);
        return;
    }
    const json_t *tests = json_object_get(group, "tests");
    for (size_t i = 0; i < json_array_size(tests); i++) {
        const json_t *test = json_array_get(tests, i);
        bool valid = schema_evaluate(schema, json_object_get(test, "data"), &(struct schema_evaluation){.arena = NULL});
        if (valid == json_is_true(json_object_get(test, "valid"))) {
            tally->passed++;
        } else {
            tally->failed++;
            print_error("%s: %s: %s: said %s\n", file, title, json_string_value(json_object_get(test, "description")),
                        valid ? "valid" : "invalid");
        }
    }
    arena_free(arena);
}

static void run_file(const char *folder, const char *name, enum schema_dialect dialect, struct tally *tally)
{
    char relative[256];
    snprintf(relative, sizeof relative, "suites/json-schema/tests/%s/%s.json", folder, name);
    const char *path = external_path(relative);
    if (path == NULL) {
        fail_msg("%s is not there", relative);
    }
    size_t size;
    char *text = read_file(path, &size);
    json_error_t error;
    json_t *groups = json_loadb(text, size, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (groups == NULL) {
        fail_msg("%s: %s", relative, error.text);
    }
    for (size_t i = 0; i < json_array_size(groups); i++) {
        run_group(name, json_array_get(groups, i), dialect, tally);
    }
    json_decref(groups);
    free(text);
}

static void run_suite(const char *folder, const char *const *names, enum schema_dialect dialect, size_t least)
{
    struct tally tally = {0};
    for (; *names != NULL; names++) {
        run_file(folder, *names, dialect, &tally);
    }
    print_message("%s: %zu tests agree, %zu do not, %zu of %zu groups refused\n", folder, tally.passed, tally.failed,
                  tally.refused, tally.groups);
    assert_int_equal(tally.failed, 0);
    assert_true(tally.passed >= least);
}

static void draft4_agrees(void **state)
{
    (void)state;
    static const char *const names[] = {
        "additionalItems",
        "additionalProperties",
        "allOf",
        "anyOf",
        "default",
        "definitions",
        "dependencies",
        "enum",
        "format",
        "infinite-loop-detection",
        "items",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "not",
        "oneOf",
        "pattern",
        "patternProperties",
        "properties",
        "ref",
        "refRemote",
        "required",
        "type",
        "uniqueItems",
        NULL,
    };
    run_suite("draft4", names, SCHEMA_DRAFT4, 456);
}

static void draft2020_agrees(void **state)
{
    (void)state;
    static const char *const names[] = {
        "additionalProperties",
        "allOf",
        "anchor",
        "anyOf",
        "boolean_schema",
        "const",
        "contains",
        "content",
        "default",
        "defs",
        "dependentRequired",
        "dependentSchemas",
        "dynamicRef",
        "enum",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "if-then-else",
        "infinite-loop-detection",
        "items",
        "maxContains",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minContains",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "not",
        "oneOf",
        "pattern",
        "patternProperties",
        "prefixItems",
        "properties",
        "propertyNames",
        "ref",
        "refRemote",
        "required",
        "type",
        "unevaluatedItems",
        "unevaluatedProperties",
        "uniqueItems",
        "vocabulary",
        NULL,
    };
    run_suite("draft2020-12", names, SCHEMA_2020_12, 598);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draft4_agrees),
        cmocka_unit_test(draft2020_agrees),
    };
    return RUN_WITH_EXTERNAL("suites/json-schema", tests);
}
