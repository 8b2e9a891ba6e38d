/*
 * A schema followed by a value, as JSON. For every input: the schema is refused with an error or compiled; the
 * verdict is the same with and without reported failures and in a second run; every failure is at an existing place.
 */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/pointer.h"
#include "require.h"
#include "schema/schema.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
    const struct tree *root;
    size_t count;
    bool error;
    bool gave_up;
};

/* Returns the member that an escaped token names, or NULL. */
static const struct tree *member(const struct tree *object, const char *token, size_t length)
{
    for (void *at = tree_first(object); at != NULL; at = tree_next(object, at)) {
        if (pointer_token_is(token, length, tree_key(at), tree_key_length(at))) {
            return tree_value(at);
        }
    }
    return NULL;
}

static const struct tree *find(const struct tree *value, const char *pointer)
{
    const char *token;
    size_t length;
    while (value != NULL && pointer_next(&pointer, &token, &length)) {
        size_t index;
        if (tree_is_object(value)) {
            value = member(value, token, length);
        } else {
            value = pointer_token_index(token, length, &index) ? tree_at(value, index) : NULL;
        }
    }
    return value;
}

static void see(void *context, const struct schema_failure *failure)
{
    struct seen *seen = context;
    require(!seen->gave_up);
    require(find(seen->root, failure->pointer) == failure->value);
    require(failure->schema != NULL);
    if (failure->problem == SCHEMA_REQUIRED) {
        require(tree_get(failure->value, failure->name) == NULL);
    }
    seen->count++;
    seen->error = seen->error || failure->level == SCHEMA_ERROR;
    seen->gave_up = failure->problem == SCHEMA_GAVE_UP;
}

static void evaluate(const struct schema *schema, const struct tree *value)
{
    static const struct schema_bound bounds[] = {{"nodes", 7}};
    struct arena *arena = arena_new();
    require(arena != NULL);
    struct seen first = {.root = value};
    struct seen second = {.root = value};
    struct schema_evaluation how = {
        .arena = arena, .bounds = bounds, .bound_count = 1, .fail = see, .context = &first, .budget = 20000};
    size_t before = arena_size(arena);
    bool valid = schema_evaluate(schema, value, &how);
    require(valid == !first.error);
    require(first.count > 0 || tree_is_array(value) || tree_is_object(value) || arena_size(arena) == before);
    how.context = &second;
    require(schema_evaluate(schema, value, &how) == valid);
    require(second.count == first.count);
    how.fail = NULL;
    how.arena = NULL;
    /* a quiet evaluation needs no more visits than one that reports failures */
    require(first.gave_up || schema_evaluate(schema, value, &how) == valid);
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    json_error_t error;
    json_t *json = json_loadb(text, size, JSON_DISABLE_EOF_CHECK | JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (json == NULL) {
        return 0;
    }
    size_t read = (size_t)error.position;
    struct arena *own = arena_new();
    require(own != NULL);
    text += read;
    struct scan_result scan = scan_text(own, text, size - read, size, NULL);
    const struct tree *value = scan.status == SCAN_OK ? tree_load(tree_pool_new(own), text, scan.root) : NULL;
    const struct schema_document self = {"self.json", json};
    for (int dialect = SCHEMA_DRAFT4; value != NULL && dialect <= SCHEMA_2020_12; dialect++) {
        struct arena *arena = arena_new();
        require(arena != NULL);
        const char *why = NULL;
        struct schema *schema = schema_compile(arena, json, (enum schema_dialect)dialect, &self, 1, &why);
        if (schema != NULL) {
            evaluate(schema, value);
        } else {
            require(why != NULL && *why != '\0' && strchr(why, '\n') == NULL);
        }
        arena_free(arena);
    }
    arena_free(own);
    json_decref(json);
    return 0;
}
