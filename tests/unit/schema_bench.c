#include "schema_bench.h"
#include "json_trees.h"

#include <stdio.h>
#include <string.h>

static const char *const problem_names[] = {
    [SCHEMA_TYPE] = "type",
    [SCHEMA_ENUM] = "enum",
    [SCHEMA_REQUIRED] = "required",
    [SCHEMA_UNKNOWN_MEMBER] = "unknown",
    [SCHEMA_TOO_FEW_ITEMS] = "few",
    [SCHEMA_TOO_MANY_ITEMS] = "many",
    [SCHEMA_NOT_UNIQUE] = "repeat",
    [SCHEMA_RANGE] = "range",
    [SCHEMA_LENGTH] = "length",
    [SCHEMA_MEMBERS] = "members",
    [SCHEMA_NOT_FINITE] = "finite",
    [SCHEMA_INDEX_TYPE] = "index-type",
    [SCHEMA_INDEX_FRACTION] = "index-fraction",
    [SCHEMA_INDEX_FLOAT] = "index-float",
    [SCHEMA_INDEX_NEGATIVE] = "index-negative",
    [SCHEMA_INDEX_RANGE] = "index-range",
    [SCHEMA_WHOLE_FLOAT] = "whole-float",
    [SCHEMA_ONE_OF] = "one-of",
    [SCHEMA_NOT] = "not",
    [SCHEMA_FALSE] = "false",
    [SCHEMA_GAVE_UP] = "gave-up",
};

json_t *parse(const char *text)
{
    json_error_t error;
    json_t *json = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (json == NULL) {
        fail_msg("%s: %s", text, error.text);
    }
    return json;
}

json_t *own_schema(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "schema/%s.schema.json", name);
    json_error_t error;
    json_t *json = json_load_file(source_path(path), JSON_REJECT_DUPLICATES, &error);
    if (json == NULL) {
        fail_msg("%s, line %d: %s", path, error.line, error.text);
    }
    json_object_del(json, "$id"); /* for other validators; the project's own schemas are known by their files */
    return json;
}

struct bench bench_new(const char *schema, enum schema_dialect dialect)
{
    struct bench bench = {.arena = arena_new(), .schema_json = parse(schema)};
    assert_non_null(bench.arena);
    bench.said.arena = bench.arena;
    bench.schema = schema_compile(bench.arena, bench.schema_json, dialect, NULL, 0, &bench.error);
    return bench;
}

void bench_free(struct bench *bench)
{
    json_decref(bench->value);
    json_decref(bench->schema_json);
    arena_free(bench->arena);
}

void write_failure(void *context, const struct schema_failure *failure)
{
    static const char *const levels[] = {"info ", "warning ", ""};
    struct buf *said = context;
    buf_printf(said, "%s%s %s %s", levels[failure->level], problem_names[failure->problem], failure->pointer,
               failure->keyword);
    if (failure->name != NULL) {
        buf_printf(said, " name=%s", failure->name);
    }
    if (failure->hint != NULL) {
        buf_printf(said, " %s=%s", failure->hint_is_name ? "rename" : "hint", failure->hint);
    }
    if (failure->matches > 0) {
        buf_printf(said, " matches=%zu", failure->matches);
    }
    if (failure->count > 0) {
        buf_printf(said, " count=%zu", failure->count);
    }
    buf_char(said, '\n');
}

static const struct schema_bound bounds[] = {{"nodes", 10}, {"none", 0}};

struct schema_evaluation evaluation(struct bench *bench)
{
    return (struct schema_evaluation){
        .arena = bench->arena,
        .bounds = bounds,
        .bound_count = sizeof bounds / sizeof *bounds,
        .fail = write_failure,
        .context = &bench->said,
    };
}

/* Writes a failure with the pointer of the whole value, not of the only element of the array around it. */
static void write_inner_failure(void *context, const struct schema_failure *failure)
{
    struct schema_failure inner = *failure;
    assert_memory_equal(failure->pointer, "/0", 2);
    inner.pointer += 2;
    write_failure(context, &inner);
}

/* Checks that a value gives the same failures inside a container, where it may be skipped without a visit. */
static void check_inside(struct bench *bench, enum schema_dialect dialect, const char *wanted)
{
    json_t *outer_json = parse("{\"items\": {\"$ref\": \"inner\"}}");
    const struct schema_document inner = {"inner", bench->schema_json};
    const char *error;
    struct schema *outer = schema_compile(bench->arena, outer_json, dialect, &inner, 1, &error);
    assert_non_null(outer);
    json_t *value = json_array();
    json_array_append(value, bench->value);
    struct buf said = BUF_INIT(bench->arena);
    struct schema_evaluation how = evaluation(bench);
    how.fail = write_inner_failure;
    how.context = &said;
    evaluate_json(outer, value, &how);
    assert_string_equal(buf_text(&said), wanted);
    json_decref(value);
    json_decref(outer_json);
}

static void check_dialect(enum schema_dialect dialect, const char *schema, const char *value, const char *wanted)
{
    struct bench bench = bench_new(schema, dialect);
    if (bench.schema == NULL) {
        fail_msg("%s: %s", schema, bench.error);
    }
    bench.value = parse(value);
    struct schema_evaluation how = evaluation(&bench);
    size_t size = arena_size(bench.arena);
    bool valid = evaluate_json(bench.schema, bench.value, &how);
    const char *said = buf_text(&bench.said);
    if (strcmp(said, wanted) != 0) {
        fail_msg("schema %s\nvalue %s\nsaid\n%swanted\n%s", schema, value, said, wanted);
    }
    bool wants_valid = true;
    for (const char *line = wanted; *line != '\0'; line = strchr(line, '\n') + 1) {
        wants_valid = wants_valid && (strncmp(line, "warning ", 8) == 0 || strncmp(line, "info ", 5) == 0);
    }
    assert_int_equal(valid, wants_valid);
    if (*wanted == '\0') {
        assert_int_equal(arena_size(bench.arena), size);
    }
    how.fail = NULL;
    how.arena = NULL;
    assert_int_equal(evaluate_json(bench.schema, bench.value, &how), wants_valid);
    check_inside(&bench, dialect, wanted);
    bench_free(&bench);
}

void check(const char *schema, const char *value, const char *wanted)
{
    check_dialect(SCHEMA_2020_12, schema, value, wanted);
}

void check_draft4(const char *schema, const char *value, const char *wanted)
{
    check_dialect(SCHEMA_DRAFT4, schema, value, wanted);
}

void check_refused_dialect(enum schema_dialect dialect, const char *schema, const char *keyword, const char *place)
{
    struct bench bench = bench_new(schema, dialect);
    if (bench.schema != NULL) {
        fail_msg("%s was taken", schema);
    }
    if (strstr(bench.error, keyword) == NULL || strstr(bench.error, place) == NULL ||
        strchr(bench.error, '\n') != NULL) {
        fail_msg("%s: refused with: %s", schema, bench.error);
    }
    bench_free(&bench);
}

void check_refused(const char *schema, const char *keyword, const char *place)
{
    check_refused_dialect(SCHEMA_2020_12, schema, keyword, place);
}
