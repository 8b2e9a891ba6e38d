/*
 * The conformance kit: the program embeds the contents of fixtures/conformance, every file fits its schema, the
 * engine "spec" agrees with the Python implementation to a nanometre, and wrong results are recognized.
 */
#include "support.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/kit.h"
#include "json_trees.h"
#include "schema/embedded.h"
#include "schema_bench.h"

#define AGREEMENT 1e-9 /* metres and radians */

enum { SCHEMAS = 10 /* with pairs of instances */ };

static struct arena *arena;
static struct kit *kit;

static int setup(void **state)
{
    (void)state;
    arena = arena_new();
    assert_non_null(arena);
    kit = kit_open(arena);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static bool fits(const char *name, const json_t *value)
{
    struct arena *room = arena_new();
    assert_non_null(room);
    json_t *json = own_schema(name);
    const char *error = NULL;
    const struct schema *schema = schema_compile(room, json, SCHEMA_2020_12, NULL, 0, &error);
    if (schema == NULL) {
        fail_msg("%s: %s", name, error);
    }
    struct schema_evaluation how = {.arena = room, .pointer = ""};
    bool good = evaluate_json(schema, value, &how);
    json_decref(json);
    arena_free(room);
    return good;
}

static bool text_fits(const char *name, const char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    bool good = fits(name, json);
    json_decref(json);
    return good;
}

static void files_are_those_of_the_fixtures(void **state)
{
    (void)state;
    size_t animations = 0;
    for (size_t i = 0; i < kit->vector_count; i++) {
        animations += kit->vectors[i].animation != NULL;
    }
    assert_in_range(animations, 20, kit->vector_count);
    assert_int_equal(kit->file_count, 2 * kit->vector_count + animations + 1 + SCHEMAS);
    assert_in_range(kit->vector_count, 150, 260);
    size_t bytes = 0;
    for (size_t i = 0; i < kit->file_count; i++) {
        char path[300];
        size_t size;
        snprintf(path, sizeof path, "fixtures/conformance/%s", kit->files[i].name);
        char *text = read_file(source_path(path), &size);
        assert_int_equal(size, kit->files[i].size);
        assert_memory_equal(text, kit->files[i].text, size);
        free(text);
        bytes += size;
    }
    assert_in_range(bytes, 1, 3 * 1024 * 1024);
}

static void files_fit_their_schema(void **state)
{
    (void)state;
    for (size_t i = 0; i < kit->file_count; i++) {
        const char *name = kit->files[i].name;
        if (strstr(name, ".json") != NULL && !text_fits("conformance", kit->files[i].text)) {
            fail_msg("%s doesn't fit conformance.schema.json", name);
        }
    }
    assert_false(text_fits("conformance", "{\"kit\": \"vrmlint conformance kit\"}"));
}

/* ---- pairs of instances ---- */

/* The first failure of an instance, and the number of failures. */
struct broken {
    char keyword[32];
    char pointer[200];
    size_t count;
};

static void note_failure(void *context, const struct schema_failure *failure)
{
    struct broken *broken = context;
    if (failure->level == SCHEMA_ERROR && broken->count++ == 0) {
        /* the published schemas define an index as an integer of at least 0 */
        const char *keyword = failure->problem == SCHEMA_INDEX_TYPE       ? "type"
                              : failure->problem == SCHEMA_INDEX_NEGATIVE ? "minimum"
                                                                          : failure->keyword;
        snprintf(broken->keyword, sizeof broken->keyword, "%s", keyword);
        snprintf(broken->pointer, sizeof broken->pointer, "%s", failure->pointer);
    }
}

static struct broken judge(const char *name, const json_t *instance)
{
    struct broken broken = {.count = 0};
    struct arena *room = arena_new();
    assert_non_null(room);
    struct schema_evaluation how = {.arena = room, .pointer = "", .fail = note_failure, .context = &broken};
    evaluate_json(embedded_schema(name), instance, &how);
    arena_free(room);
    return broken;
}

static void judge_pairs(const json_t *pairs)
{
    const char *name = json_string_value(json_object_get(pairs, "schema"));
    const json_t *valid = json_object_get(pairs, "valid");
    const json_t *invalid = json_object_get(pairs, "invalid");
    for (size_t i = 0; i < json_array_size(valid); i++) {
        struct broken broken = judge(name, json_array_get(valid, i));
        if (broken.count > 0) {
            fail_msg("%s: valid instance %zu breaks %s at '%s'", name, i, broken.keyword, broken.pointer);
        }
    }
    for (size_t i = 0; i < json_array_size(invalid); i++) {
        const json_t *one = json_array_get(invalid, i);
        const char *keyword = json_string_value(json_object_get(one, "keyword"));
        const char *pointer = json_string_value(json_object_get(one, "pointer"));
        struct broken broken = judge(name, json_object_get(one, "instance"));
        if (strcmp(keyword, "required") == 0 &&
            (strcmp(pointer, "/humanoid/humanBones") == 0 || strcmp(pointer, "/lookAt") == 0)) {
            assert_int_equal(broken.count, 0); /* rules, not the schema, require these bones and the gaze's node */
            continue;
        }
        if (broken.count != 1 || strcmp(broken.keyword, keyword) != 0 || strcmp(broken.pointer, pointer) != 0) {
            fail_msg("%s: invalid instance %zu should break %s at '%s', breaks %s at '%s', %zu in all", name, i,
                     keyword, pointer, broken.keyword, broken.pointer, broken.count);
        }
    }
    assert_true(json_array_size(valid) >= 1 && json_array_size(invalid) >= 4);
}

static void instances_break_what_they_should(void **state)
{
    (void)state;
    size_t judged = 0;
    for (size_t i = 0; i < kit->file_count; i++) {
        if (strncmp(kit->files[i].name, "schemas/", 8) == 0) {
            json_t *pairs = json_loads(kit->files[i].text, 0, NULL);
            assert_non_null(pairs);
            judge_pairs(pairs);
            json_decref(pairs);
            judged++;
        }
    }
    assert_int_equal(judged, SCHEMAS);
}

/* ---- results ---- */

/* Returns the results of an engine. The caller frees them. */
static char *run_engine(enum vrmlint_engine engine, const char *name, enum vrmlint_limit_revision revision,
                        size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    assert_non_null(out);
    const struct vrmlint_simulation_options how = {.engine = engine, .limit_revision = revision};
    assert_true(kit_run(out, arena, kit, &how, name));
    fclose(out);
    return text;
}

static struct kit_comparison *compare(const char *text, size_t size, enum vrmlint_limit_revision revision)
{
    const char *error;
    struct kit_comparison *comparison = kit_compare(arena, kit, revision, text, size, &error);
    if (comparison == NULL) {
        fail_msg("%s", error);
    }
    return comparison;
}

/* Whether the results of a vector agree with the answer for a revision: the first answer, unless the text of
 * that revision leaves it open. */
static bool agrees(const struct kit_vector *vector, const struct kit_outcome *outcome,
                   enum vrmlint_limit_revision revision)
{
    bool decided = vector->revision == NULL || revision == VRMLINT_LIMIT_REVISION_C;
    if (vector->any_finite && vector->revision == NULL) {
        return outcome->state <= KIT_OPEN;
    }
    return outcome->worst <= AGREEMENT || (!decided && outcome->state == KIT_OPEN);
}

static void implementations_agree(void **state)
{
    (void)state;
    for (int i = VRMLINT_LIMIT_REVISION_B; i <= VRMLINT_LIMIT_REVISION_C; i++) {
        enum vrmlint_limit_revision revision = (enum vrmlint_limit_revision)i;
        size_t size;
        char *text = run_engine(VRMLINT_ENGINE_SPEC, "spec", revision, &size);
        assert_true(text_fits("conformance-results", text));
        struct kit_comparison *comparison = compare(text, size, revision);
        for (size_t k = 0; k < kit->vector_count; k++) {
            const struct kit_outcome *outcome = &comparison->outcomes[k];
            if (!agrees(&kit->vectors[k], outcome, revision)) {
                fail_msg("%s: %s, off by %g", kit->vectors[k].id, kit_state_name(outcome->state), outcome->worst);
            }
        }
        assert_int_equal(comparison->all.states[KIT_PASSED] + comparison->all.states[KIT_OPEN], kit->vector_count);
        free(text);
    }
}

static void reports_fit_their_schema(void **state)
{
    (void)state;
    static const enum vrmlint_engine engines[] = {VRMLINT_ENGINE_SPEC, VRMLINT_ENGINE_THREE_VRM, VRMLINT_ENGINE_UNIVRM,
                                                  VRMLINT_ENGINE_PBD};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        size_t size;
        char *text = run_engine(engines[i], "engine", VRMLINT_LIMIT_REVISION_B, &size);
        struct kit_comparison *comparison = compare(text, size, VRMLINT_LIMIT_REVISION_B);
        char *report = NULL;
        FILE *out = open_memstream(&report, &size);
        assert_non_null(out);
        kit_write_json(out, comparison);
        fclose(out);
        assert_true(text_fits("conformance-report", report));
        free(report);
        free(text);
    }
}

/* ---- wrong results ---- */

/* Changes the result of one vector in the results of the spec engine, and fails the test unless a
 * revision judges it as expected. */
static void change_by(const char *id, void (*how)(json_t *result), enum vrmlint_limit_revision revision,
                      enum kit_state expected)
{
    size_t size;
    char *text = run_engine(VRMLINT_ENGINE_SPEC, "spec", revision, &size);
    json_t *json = json_loadb(text, size, 0, NULL);
    assert_non_null(json);
    free(text);
    json_t *results = json_object_get(json, "results");
    size_t changed = 0;
    for (size_t i = 0; i < json_array_size(results); i++) {
        json_t *result = json_array_get(results, i);
        if (strcmp(json_string_value(json_object_get(result, "id")), id) == 0) {
            how(result);
            changed++;
        }
    }
    assert_int_equal(changed, 1);
    text = json_dumps(json, JSON_REAL_PRECISION(17));
    json_decref(json);
    struct kit_comparison *comparison = compare(text, strlen(text), revision);
    const struct kit_vector *vector = kit_find(kit, id);
    assert_non_null(vector);
    assert_string_equal(kit_state_name(comparison->outcomes[vector - kit->vectors].state), kit_state_name(expected));
    free(text);
}

static void change(const char *id, void (*how)(json_t *result), enum kit_state expected)
{
    change_by(id, how, VRMLINT_LIMIT_REVISION_B, expected);
}

/* Returns the first joint's last value of a key. */
static json_t *last_value(json_t *result, const char *key)
{
    json_t *values = json_object_get(json_array_get(json_object_get(result, "joints"), 0), key);
    return json_array_get(values, json_array_size(values) - 1);
}

static void move(json_t *result, double by)
{
    json_t *value = last_value(result, "positions");
    json_array_set_new(value, 0, json_real(json_number_value(json_array_get(value, 0)) + by));
}

static void move_much(json_t *result)
{
    move(result, 0.001);
}

static void move_little(json_t *result)
{
    move(result, 0.0001);
}

static void make_infinite(json_t *result)
{
    json_array_set_new(last_value(result, "positions"), 0, json_string("Infinity"));
}

static void cut_times(json_t *result)
{
    json_array_remove(json_object_get(result, "times"), 0);
}

static void cut_joint(json_t *result)
{
    json_array_remove(json_object_get(result, "joints"), 0);
}

static void leave_out(json_t *result)
{
    json_object_set_new(result, "unsupported", json_true());
}

static void rename_it(json_t *result)
{
    json_object_set_new(result, "id", json_string("another"));
}

static void negate_rotations(json_t *result)
{
    json_t *value = last_value(result, "rotations");
    for (size_t i = 0; i < 4; i++) {
        json_array_set_new(value, i, json_real(-json_number_value(json_array_get(value, i))));
    }
}

static void lengthen_rotation(json_t *result)
{
    json_t *value = last_value(result, "rotations");
    for (size_t i = 0; i < 4; i++) {
        json_array_set_new(value, i, json_real(2 * json_number_value(json_array_get(value, i))));
    }
}

static void wrong_results_are_found(void **state)
{
    (void)state;
    change("springs/drag-0.4", move_little, KIT_PASSED);
    change("springs/drag-0.4", move_much, KIT_FAILED);
    change("springs/drag-0.4", make_infinite, KIT_FAILED);
    change("springs/drag-0.4", cut_times, KIT_INCOMPLETE);
    change("springs/drag-0.4", cut_joint, KIT_INCOMPLETE);
    change("springs/drag-0.4", leave_out, KIT_UNSUPPORTED);
    change("springs/drag-0.4", rename_it, KIT_MISSING);
    change("colliders/tail-at-center", move_much, KIT_OPEN);
    change("colliders/tail-at-center", make_infinite, KIT_FAILED);
    change("limits/singular-cone-y", move_much, KIT_OPEN);
    change_by("limits/singular-cone-y", move_much, VRMLINT_LIMIT_REVISION_C, KIT_FAILED);
    change_by("colliders/tail-at-center", move_much, VRMLINT_LIMIT_REVISION_C, KIT_OPEN);
    change("constraints/rotation-1", negate_rotations, KIT_PASSED);
    change("constraints/rotation-1", lengthen_rotation, KIT_FAILED);
}

static void what_is_no_result_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "{", "[]", "{}", "{\"results\": 1}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *error;
        assert_null(kit_compare(arena, kit, VRMLINT_LIMIT_REVISION_B, texts[i], strlen(texts[i]), &error));
        assert_non_null(error);
    }
    static const char odd[] = "{\"runtime\": 1, \"results\": [1, {}, {\"id\": 2}, {\"id\": \"springs/drag-0.4\"}, "
                              "{\"id\": \"springs/drag-0.5\", \"times\": {}, \"joints\": [1, {\"node\": -1}]}]}";
    struct kit_comparison *comparison = compare(odd, strlen(odd), VRMLINT_LIMIT_REVISION_B);
    assert_int_equal(comparison->all.states[KIT_INCOMPLETE], 2);
    assert_int_equal(comparison->all.states[KIT_MISSING], kit->vector_count - 2);
}

TEST_PROGRAM(conformance)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_those_of_the_fixtures),  cmocka_unit_test(files_fit_their_schema),
        cmocka_unit_test(instances_break_what_they_should), cmocka_unit_test(implementations_agree),
        cmocka_unit_test(reports_fit_their_schema),         cmocka_unit_test(wrong_results_are_found),
        cmocka_unit_test(what_is_no_result_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
