/* Values made to use much time, depth or memory; and failing allocations. */
#include "json_trees.h"
#include "schema_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <sys/resource.h>
#endif

#include "base/os_thread.h"

static void a_hostile_depth_ends_in_giving_up(void **state)
{
    (void)state;
    struct bench bench = bench_new("{\"items\": {\"$ref\": \"#\"}, \"type\": \"array\"}", SCHEMA_2020_12);
    json_t *value = json_array();
    for (int i = 0; i < 511; i++) {
        json_t *outer = json_array();
        json_array_append_new(outer, value);
        value = outer;
    }
    struct schema_evaluation how = evaluation(&bench);
    assert_true(evaluate_json(bench.schema, value, &how));
    for (int i = 0; i < 2000; i++) {
        json_t *outer = json_array();
        json_array_append_new(outer, value);
        value = outer;
    }
    bench.value = value;
    assert_false(evaluate_json(bench.schema, value, &how));
    assert_string_equal(buf_text(&bench.said), "gave-up  \n");
    bench_free(&bench);
}

struct deep {
    const struct schema *schema;
    const struct tree *value;
    const struct schema_evaluation *how;
    bool holds;
};

static void evaluate_deep(void *context)
{
    struct deep *deep = context;
    deep->holds = schema_evaluate(deep->schema, deep->value, deep->how);
}

/* Returns a schema of nested alternatives that all track evaluated members. No other schema uses more stack. */
static json_t *nested_schema(size_t depth)
{
    json_t *defs = json_object();
    for (size_t i = 0; i < depth; i++) {
        char name[32];
        char next[32];
        snprintf(name, sizeof name, "%zu", i);
        snprintf(next, sizeof next, "#/$defs/%zu", i + 1);
        json_object_set_new(defs, name,
                            json_pack("{s:[{s:s}], s:b}", "anyOf", "$ref", next, "unevaluatedProperties", true));
    }
    char last[32];
    snprintf(last, sizeof last, "%zu", depth);
    json_object_set_new(defs, last, json_pack("{s:s}", "type", "object"));
    return json_pack("{s:s, s:o}", "$ref", "#/$defs/0", "$defs", defs);
}

static void a_thread_has_room_for_schemas_of_users(void **state)
{
    (void)state;
    static const size_t depths[] = {700, 3000};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        struct bench bench = bench_new("true", SCHEMA_2020_12);
        json_t *schema = nested_schema(depths[i]);
        struct schema_evaluation how = evaluation(&bench);
        struct deep deep = {.how = &how};
        deep.schema = schema_compile_wide(bench.arena, "nested.json", schema, SCHEMA_2020_12, NULL, 0, &bench.error);
        assert_non_null(deep.schema);
        bench.value = parse("{\"a\": 1}");
        deep.value = tree_of_json(bench.arena, bench.value);
        struct os_thread *thread = os_thread_start(evaluate_deep, &deep);
        assert_non_null(thread);
        os_thread_join(thread);
        assert_int_equal(deep.holds, i == 0);
        assert_string_equal(buf_text(&bench.said), i == 0 ? "" : "gave-up  \n");
        json_decref(schema);
        bench_free(&bench);
    }
}

static void deep_values_are_compared_to_a_limit(void **state)
{
    (void)state;
    struct bench bench = bench_new("{\"uniqueItems\": true}", SCHEMA_2020_12);
    json_t *pair = json_array();
    for (int side = 0; side < 2; side++) {
        json_t *value = json_array();
        for (int i = 0; i < 1500; i++) {
            json_t *outer = json_array();
            json_array_append_new(outer, value);
            value = outer;
        }
        json_array_append_new(pair, value);
    }
    bench.value = pair;
    struct schema_evaluation how = evaluation(&bench);
    assert_false(evaluate_json(bench.schema, pair, &how));
    assert_string_equal(buf_text(&bench.said), "gave-up  \n");
    bench_free(&bench);
}

static void a_budget_bounds_the_work(void **state)
{
    (void)state;
    const char *schema = "{\"properties\": {\"a\": {\"allOf\": [{\"$ref\": \"#\"}, {\"$ref\": \"#\"}]}}, "
                         "\"not\": {\"const\": 1}}";
    struct bench bench = bench_new(schema, SCHEMA_2020_12);
    bench.value = parse("{\"a\": {\"a\": {\"a\": {\"a\": {\"a\": {\"a\": {\"a\": {\"a\": {}}}}}}}}}");
    struct schema_evaluation how = evaluation(&bench);
    assert_true(evaluate_json(bench.schema, bench.value, &how));
    how.budget = 300;
    how.pointer = "/x";
    assert_false(evaluate_json(bench.schema, bench.value, &how));
    assert_string_equal(buf_text(&bench.said), "gave-up /x \n");
    how.fail = NULL;
    assert_false(evaluate_json(bench.schema, bench.value, &how));
    bench_free(&bench);
}

static void count_failure(void *context, const struct schema_failure *failure)
{
    size_t *counts = context;
    counts[failure->problem == SCHEMA_GAVE_UP ? 1 : 0]++;
}

static void long_names_times_many_failures_stay_bounded(void **state)
{
    (void)state;
    struct bench bench = bench_new("{\"additionalProperties\": {\"additionalProperties\": false}}", SCHEMA_2020_12);
    size_t length = 1024 * 1024;
    char *name = malloc(length + 1);
    assert_non_null(name);
    memset(name, 'a', length);
    name[length] = '\0';
    json_t *inner = json_object();
    for (int i = 0; i < 1000; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        json_object_set_new(inner, key, json_null());
    }
    bench.value = json_object();
    json_object_set_new(bench.value, name, inner);
    free(name);
    size_t counts[2] = {0};
    struct schema_evaluation how = {.arena = bench.arena, .fail = count_failure, .context = counts};
    assert_false(evaluate_json(bench.schema, bench.value, &how));
    assert_true(counts[0] >= 10);
    assert_int_equal(counts[1], 1);
    assert_true(arena_size(bench.arena) < 100 * length);
    bench_free(&bench);
}

/* The linker redirects calls of calloc and malloc here. They fail after blocks_left successful calls. */
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
static size_t blocks_left = SIZE_MAX;

static bool may_allocate(void)
{
    bool may = blocks_left > 0;
    blocks_left -= may;
    return may;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return may_allocate() ? __real_calloc(count, size) : NULL;
}

void *__wrap_malloc(size_t size)
{
    return may_allocate() ? __real_malloc(size) : NULL;
}

/* Returns a schema large enough to need several allocations. */
static json_t *wide_schema(void)
{
    json_t *schema = parse("{\"properties\": {\"list\": {\"uniqueItems\": true}}, \"additionalProperties\": false}");
    json_t *properties = json_object_get(schema, "properties");
    for (int i = 0; i < 2000; i++) {
        char key[16];
        snprintf(key, sizeof key, "p%d", i);
        json_object_set_new(properties, key, parse("{\"type\": \"number\", \"minimum\": 1}"));
    }
    return schema;
}

static json_t *long_list(void)
{
    json_t *value = parse("{\"list\": [], \"p1\": 0, \"unknown\": 1}");
    for (int i = 0; i < 5000; i++) {
        json_array_append_new(json_object_get(value, "list"), json_integer(i));
    }
    return value;
}

/* Whether no allocation failed. */
static bool compile_and_evaluate(struct arena *arena, const json_t *schema_json, const struct tree *value)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        return false;
    }
    arena_guard(arena, &guard);
    const char *error;
    struct schema *schema = schema_compile(arena, schema_json, SCHEMA_2020_12, NULL, 0, &error);
    assert_non_null(schema);
    size_t counts[2] = {0};
    struct schema_evaluation how = {.arena = arena, .fail = count_failure, .context = counts};
    assert_false(schema_evaluate(schema, value, &how));
    assert_int_equal(counts[0], 2);
    assert_int_equal(counts[1], 0);
    return true;
}

static void memory_may_end_at_any_point(void **state)
{
    (void)state;
    json_t *schema = wide_schema();
    json_t *list = long_list();
    struct arena *own = arena_new();
    assert_non_null(own);
    const struct tree *value = tree_of_json(own, list);
    size_t failed = 0;
    for (bool done = false; !done; failed++) {
        struct arena *arena = arena_new();
        assert_non_null(arena);
        blocks_left = failed;
        done = compile_and_evaluate(arena, schema, value);
        blocks_left = SIZE_MAX;
        arena_free(arena);
    }
    assert_true(failed > 5);
    arena_free(own);
    json_decref(schema);
    json_decref(list);
}

static void without_memory_for_long_lists_the_checker_gives_up(void **state)
{
    (void)state;
    struct bench bench = bench_new("{\"uniqueItems\": true}", SCHEMA_2020_12);
    json_t *lists = long_list();
    const struct tree *list = tree_of_json(bench.arena, json_object_get(lists, "list"));
    struct schema_evaluation how = {.arena = NULL};
    assert_true(schema_evaluate(bench.schema, list, &how));
    for (size_t i = 0; i < 2; i++) {
        blocks_left = i; /* the arena itself, then its block */
        assert_false(schema_evaluate(bench.schema, list, &how));
    }
    blocks_left = SIZE_MAX;
    json_decref(lists);
    bench_free(&bench);
}

/* Raises the stack limit. The conversion of jansson values to trees recurses, which needs much
 * stack without optimisation. */
static void take_more_stack(void)
{
#ifndef _WIN32
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)64 * 1024 * 1024;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_STACK, &limit);
    }
#endif
}

int main(void)
{
    take_more_stack();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hostile_depth_ends_in_giving_up),
        cmocka_unit_test(a_thread_has_room_for_schemas_of_users),
        cmocka_unit_test(deep_values_are_compared_to_a_limit),
        cmocka_unit_test(a_budget_bounds_the_work),
        cmocka_unit_test(long_names_times_many_failures_stay_bounded),
        cmocka_unit_test(memory_may_end_at_any_point),
        cmocka_unit_test(without_memory_for_long_lists_the_checker_gives_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
