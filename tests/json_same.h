/* Trees beside jansson's values of the same text. */
#ifndef VRMLINT_TESTS_JSON_SAME_H
#define VRMLINT_TESTS_JSON_SAME_H

#include <jansson.h>
#include <string.h>

#include "gltf/tree.h"

static inline bool json_same(const struct tree *tree, const json_t *json);

static inline bool json_same_members(const struct tree *tree, const json_t *json)
{
    for (const struct tree_member *i = tree_first(tree); i != NULL; i = tree_next(tree, i)) {
        const json_t *other = json_object_get(json, tree_key(i));
        if (tree_get(tree, tree_key(i)) != tree_value(i) || !json_same(tree_value(i), other)) {
            return false;
        }
    }
    return tree_count(tree) == json_object_size(json);
}

static inline bool json_same_elements(const struct tree *tree, const json_t *json)
{
    for (size_t i = 0; i < tree_count(tree); i++) {
        if (!json_same(tree_at(tree, i), json_array_get(json, i))) {
            return false;
        }
    }
    return tree_count(tree) == json_array_size(json);
}

/* Whether both are the same to the last bit; integers and real numbers differ. */
static inline bool json_same(const struct tree *tree, const json_t *json)
{
    size_t length;
    double number;
    if (tree == NULL || json == NULL || (int)tree_type(tree) != (int)json_typeof(json)) {
        return tree == NULL && json == NULL;
    }
    switch (tree_type(tree)) {
    case TREE_OBJECT:
        return json_same_members(tree, json);
    case TREE_ARRAY:
        return json_same_elements(tree, json);
    case TREE_STRING:
        return memcmp(tree_text(tree, &length), json_string_value(json), json_string_length(json) + 1) == 0 &&
               length == json_string_length(json);
    case TREE_INTEGER:
        return tree->is.integer == json_integer_value(json);
    case TREE_REAL:
        return tree_number(tree, &number) && number == json_real_value(json);
    default:
        return true;
    }
}

#endif
