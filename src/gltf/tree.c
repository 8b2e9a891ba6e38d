#include "gltf/tree.h"

#include <string.h>

static const struct tree *find_sorted(const struct tree *object, const char *key)
{
    const struct tree_member *const *sorted =
        (const struct tree_member *const *)(const void *)(object->is.members + object->count);
    size_t low = 0;
    size_t high = object->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(key, sorted[middle]->key->text);
        if (order == 0) {
            return &sorted[middle]->value;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

const struct tree *tree_get(const struct tree *value, const char *key)
{
    if (!tree_is(value, TREE_OBJECT)) {
        return NULL;
    }
    if (value->count > TREE_FEW) {
        return find_sorted(value, key);
    }
    const struct tree_member *members = value->is.members;
    for (size_t i = 0; i < value->count; i++) {
        if (*members[i].key->text == *key && strcmp(members[i].key->text, key) == 0) {
            return &members[i].value;
        }
    }
    return NULL;
}

const char *tree_kind(const struct tree *value)
{
    static const char *const kinds[] = {
        [TREE_OBJECT] = "an object", [TREE_ARRAY] = "an array", [TREE_STRING] = "a string", [TREE_INTEGER] = "a number",
        [TREE_REAL] = "a number",    [TREE_TRUE] = "a boolean", [TREE_FALSE] = "a boolean", [TREE_NULL] = "null",
    };
    return value == NULL ? "absent" : kinds[value->type];
}

const char *tree_text(const struct tree *value, size_t *length)
{
    if (!tree_is(value, TREE_STRING)) {
        return NULL;
    }
    if (length != NULL) {
        *length = value->count;
    }
    return value->is.text;
}

bool tree_number(const struct tree *value, double *out)
{
    if (tree_is(value, TREE_REAL)) {
        *out = value->is.real; /* none is infinite: TREE_OVERFLOW */
        return true;
    }
    if (tree_is(value, TREE_INTEGER)) {
        *out = (double)value->is.integer;
        return true;
    }
    return false;
}

bool tree_flag(const struct tree *value, bool *out)
{
    if (!tree_is_bool(value)) {
        return false;
    }
    *out = tree_is(value, TREE_TRUE);
    return true;
}

bool tree_index(const struct tree *value, size_t count, size_t *out)
{
    /* Doubles hold whole numbers up to 2^53 exactly, which no count of elements in a file reaches. */
    double number;
    if (!tree_number(value, &number) || number < 0.0 || number >= (double)count) {
        return false;
    }
    size_t index = (size_t)number;
    if ((double)index != number) {
        return false;
    }
    *out = index;
    return true;
}

bool tree_numbers(const struct tree *value, double *out, size_t count)
{
    if (!tree_is(value, TREE_ARRAY) || value->count != count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!tree_number(&value->is.elements[i], &out[i])) {
            return false;
        }
    }
    return true;
}

bool tree_vec3(const struct tree *value, struct vec3 *out)
{
    double n[3];
    if (!tree_numbers(value, n, 3)) {
        return false;
    }
    *out = (struct vec3){n[0], n[1], n[2]};
    return true;
}

bool tree_quat(const struct tree *value, struct quat *out)
{
    double n[4];
    if (!tree_numbers(value, n, 4)) {
        return false;
    }
    *out = (struct quat){n[0], n[1], n[2], n[3]};
    return true;
}
