#include "json_trees.h"

#include <stdlib.h>
#include <string.h>

#include "gltf/json_parts.h"

static struct tree convert(struct tree_pool *pool, const json_t *json);

static void push(struct tree_pool *pool, const json_t *json)
{
    struct tree value = convert(pool, json);
    pool->values =
        arena_grow(pool->arena, pool->values, pool->value_count, &pool->value_capacity, sizeof *pool->values);
    pool->values[pool->value_count++] = value;
}

/* Pushes each key with its value, after the keys of that value's own members. */
static struct tree convert_object(struct tree_pool *pool, const json_t *json)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)json, key, value)
    {
        push(pool, value);
        pool->keys = arena_grow(pool->arena, pool->keys, pool->open_keys, &pool->open_capacity, sizeof *pool->keys);
        pool->keys[pool->open_keys++] = tree_key_of(pool, key, strlen(key));
    }
    return tree_close_object(pool, json_object_size(json));
}

static struct tree convert(struct tree_pool *pool, const json_t *json)
{
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return convert_object(pool, json);
    case JSON_ARRAY:
        for (size_t i = 0; i < json_array_size(json); i++) {
            push(pool, json_array_get(json, i));
        }
        return tree_close_array(pool, json_array_size(json));
    case JSON_STRING:
        return tree_string(pool, json_string_value(json), json_string_length(json));
    case JSON_INTEGER:
        return (struct tree){.type = TREE_INTEGER, .as.integer = json_integer_value(json)};
    case JSON_REAL:
        return (struct tree){.type = TREE_REAL, .as.real = json_real_value(json)};
    case JSON_TRUE:
    case JSON_FALSE:
    case JSON_NULL:
        break;
    }
    return (struct tree){.type = (uint8_t)json_typeof(json)};
}

const struct tree *tree_of_json(struct arena *arena, const json_t *json)
{
    struct tree *tree = arena_alloc(arena, sizeof *tree);
    *tree = convert(tree_pool_new(arena), json);
    return tree;
}

bool evaluate_json(const struct schema *schema, const json_t *json, const struct schema_evaluation *how)
{
    struct arena *arena = arena_new();
    if (arena == NULL) {
        abort();
    }
    bool holds = schema_evaluate(schema, tree_of_json(arena, json), how);
    arena_free(arena);
    return holds;
}
