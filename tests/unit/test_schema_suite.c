/*
 * The JSON Schema test suite: every schema that compiles must agree with it. Most of it compiles as the
 * project's own schemas; as users' schemas all of it does, except schemas that refer to the drafts' metaschemas,
 * which are only on the network.
 */
#include "json_trees.h"
#include "support.h"

#include <dirent.h>
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

/* The documents that the suite's schemas refer to, by their URIs. */
struct remotes {
    struct schema_document documents[128];
    char names[128][192];
    size_t count;
};

static void run_group(const char *file, const json_t *group, enum schema_dialect dialect, const struct remotes *remotes,
                      struct tally *tally)
{
    struct arena *arena = arena_new();
    assert_non_null(arena);
    const char *title = json_string_value(json_object_get(group, "description"));
    const char *error;
    const json_t *json = json_object_get(group, "schema");
    struct schema *schema = remotes == NULL ? schema_compile(arena, json, dialect, NULL, 0, &error)
                                            : schema_compile_wide(arena, "http://localhost/schema", json, dialect,
                                                                  remotes->documents, remotes->count, &error);
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
        bool valid = evaluate_json(schema, json_object_get(test, "data"), &(struct schema_evaluation){.arena = NULL});
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

static void run_file(const char *folder, const char *name, enum schema_dialect dialect, const struct remotes *remotes,
                     struct tally *tally)
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
        run_group(name, json_array_get(groups, i), dialect, remotes, tally);
    }
    json_decref(groups);
    free(text);
}

static void run_suite(const char *folder, const char *const *names, enum schema_dialect dialect, size_t least)
{
    struct tally tally = {0};
    for (; *names != NULL; names++) {
        run_file(folder, *names, dialect, NULL, &tally);
    }
    print_message("%s: %zu tests agree, %zu do not, %zu of %zu groups refused\n", folder, tally.passed, tally.failed,
                  tally.refused, tally.groups);
    assert_int_equal(tally.failed, 0);
    assert_true(tally.passed >= least);
}

/* ---- users' schemas ---- */

/* Adds all files below a folder of the remotes, by their paths relative to it. */
static void add_remotes(struct remotes *remotes, const char *folder, const char *below)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, below);
    DIR *stream = opendir(path);
    assert_non_null(stream);
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        char inner[160];
        const char *ending = strstr(entry->d_name, ".json");
        snprintf(inner, sizeof inner, "%.70s%s%.80s", below, *below == '\0' ? "" : "/", entry->d_name);
        if (ending == NULL && strchr(entry->d_name, '.') == NULL) {
            add_remotes(remotes, folder, inner);
        } else if (ending != NULL && strncmp(inner, "v1/", 3) != 0 && remotes->count < 128) {
            snprintf(path, sizeof path, "%s/%s", folder, inner);
            json_error_t error;
            json_t *json = json_load_file(path, JSON_DECODE_ANY, &error);
            assert_non_null(json);
            char *name = remotes->names[remotes->count];
            snprintf(name, sizeof remotes->names[0], "http://localhost:1234/%s", inner);
            remotes->documents[remotes->count++] = (struct schema_document){.name = name, .json = json};
        }
    }
    closedir(stream);
}

/* Runs every file of a draft, and the optional ones except those about formats. */
static void run_all(const char *folder, enum schema_dialect dialect, const char *const *optional)
{
    struct tally tally = {0};
    struct remotes *remotes = calloc(1, sizeof *remotes);
    assert_non_null(remotes);
    add_remotes(remotes, needed_path("suites/json-schema/remotes"), "");
    char path[256];
    snprintf(path, sizeof path, "suites/json-schema/tests/%s", folder);
    DIR *stream = opendir(needed_path(path));
    assert_non_null(stream);
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        const char *ending = strstr(entry->d_name, ".json");
        if (ending != NULL) {
            char name[128];
            snprintf(name, sizeof name, "%.*s", (int)(ending - entry->d_name), entry->d_name);
            run_file(folder, name, dialect, remotes, &tally);
        }
    }
    closedir(stream);
    for (; *optional != NULL; optional++) {
        run_file(folder, *optional, dialect, remotes, &tally);
    }
    for (size_t i = 0; i < remotes->count; i++) {
        json_decref((json_t *)(uintptr_t)remotes->documents[i].json);
    }
    free(remotes);
    print_message("%s, as a user's: %zu tests agree, %zu do not, %zu of %zu groups refused\n", folder, tally.passed,
                  tally.failed, tally.refused, tally.groups);
    assert_int_equal(tally.failed, 0);
    assert_int_equal(tally.refused, 2); /* schemas that refer to the metaschema */
}

static void all_of_draft4_agrees(void **state)
{
    (void)state;
    static const char *const optional[] = {"optional/non-bmp-regex", "optional/ecmascript-regex", "optional/id",
                                           "optional/float-overflow", NULL};
    run_all("draft4", SCHEMA_DRAFT4, optional);
}

static void all_of_draft2020_agrees(void **state)
{
    (void)state;
    static const char *const optional[] = {"optional/ecmascript-regex",
                                           "optional/float-overflow",
                                           "optional/non-bmp-regex",
                                           "optional/anchor",
                                           "optional/id",
                                           "optional/no-schema",
                                           "optional/refOfUnknownKeyword",
                                           "optional/unknownKeyword",
                                           "optional/dynamicRef",
                                           NULL};
    run_all("draft2020-12", SCHEMA_2020_12, optional);
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

TEST_PROGRAM(schema_suite)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draft4_agrees),
        cmocka_unit_test(draft2020_agrees),
        cmocka_unit_test(all_of_draft4_agrees),
        cmocka_unit_test(all_of_draft2020_agrees),
    };
    return RUN_WITH_EXTERNAL("suites/json-schema", tests);
}
