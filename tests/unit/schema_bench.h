/* Tests of the schema checker in one line each: a schema, a value, and the expected failures. */
#ifndef VRMLINT_TESTS_SCHEMA_BENCH_H
#define VRMLINT_TESTS_SCHEMA_BENCH_H

#include "support.h"

#include <jansson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "schema/schema.h"

struct bench {
    struct arena *arena;
    json_t *schema_json;
    json_t *value; /* set by the test; freed with the bench */
    struct schema *schema;
    const char *error;
    struct buf said; /* written by write_failure() */
};

/* Parses JSON text; fails the test if it isn't JSON. The caller releases the value. */
json_t *parse(const char *text);

/* Returns one of the project's own schema files, by its name without ".schema.json". The caller releases it. */
json_t *own_schema(const char *name);

/* Compiles a schema. If that fails, bench.error holds the reason. */
struct bench bench_new(const char *schema, enum schema_dialect dialect);
void bench_free(struct bench *bench);

/* Returns settings that write all failures into bench->said. The array "nodes" has 10 elements, "none" has 0. */
struct schema_evaluation evaluation(struct bench *bench);

/* Adds "problem pointer keyword" and the other details of a failure to a struct buf, one failure a line. The line
 * begins with "warning " or "info " if the failure has that level. */
void write_failure(void *context, const struct schema_failure *failure);

/* Evaluates with and without a function for failures, alone and inside an array. The failures must be exactly these,
 * the verdicts must agree with them, and a quiet evaluation must allocate nothing. */
void check(const char *schema, const char *value, const char *wanted);
void check_draft4(const char *schema, const char *value, const char *wanted);

/* Fails the test unless the schema is refused with an error that holds both parts (for
 * example a keyword and a place). */
void check_refused_dialect(enum schema_dialect dialect, const char *schema, const char *keyword, const char *place);
void check_refused(const char *schema, const char *keyword, const char *place);

#endif
