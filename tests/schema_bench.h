/* Tests of the schema checker in one line each: a schema, a value, and what is to be said of them. */
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
    json_t *value; /* for the test to set; freed with the bench */
    struct schema *schema;
    const char *error;
    struct buf said; /* by write_failure() */
};

/* JSON text as a value; fails the test when it isn't JSON. The caller releases it. */
json_t *parse(const char *text);

/* One of our own schema files, by its name without ".schema.json". The caller releases it. */
json_t *own_schema(const char *name);

/* Compiles a schema, or doesn't: then bench.error says why. */
struct bench bench_new(const char *schema, enum schema_dialect dialect);
void bench_free(struct bench *bench);

/* Says everything, into bench->said; the array "nodes" has 10 elements, "none" has 0. */
struct schema_evaluation evaluation(struct bench *bench);

/* Adds "problem pointer keyword" and what else there is to say to a struct buf, one failure a line; in front of it
 * "warning " or "info " when it is mild. */
void write_failure(void *context, const struct schema_failure *failure);

/* Evaluates loudly and quietly, alone and inside of an array: exactly this must be said, the verdicts must fit it, and
 * where nothing is said nothing may have been allocated. */
void check(const char *schema, const char *value, const char *wanted);
void check_draft4(const char *schema, const char *value, const char *wanted);

/* The schema is refused, and the text holds both parts (a keyword and a place, say). */
void check_refused_dialect(enum schema_dialect dialect, const char *schema, const char *keyword, const char *place);
void check_refused(const char *schema, const char *keyword, const char *place);

#endif
