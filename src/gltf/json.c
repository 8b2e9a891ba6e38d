#include "gltf/json.h"

#include <math.h>
#include <string.h>

void tree_release(json_t *value)
{
    json_decref(value);
}

json_t *tree_share(json_t *value)
{
    return json_incref(value);
}

void tree_shared_release(struct tree_shared *shared)
{
    for (size_t i = 0; i < TREE_SHARED_MAX; i++) {
        json_decref(shared->values[i]);
        shared->values[i] = NULL;
    }
}

const json_t *tree_get(const json_t *value, const char *key)
{
    return json_object_get(value, key);
}

const json_t *tree_extension(const json_t *value, const char *name)
{
    return tree_get(tree_get(value, "extensions"), name);
}

bool tree_is_general_key(const char *key)
{
    return strcmp(key, "extensions") == 0 || strcmp(key, "extras") == 0;
}

const json_t *tree_at(const json_t *value, size_t index)
{
    return json_array_get(value, index);
}

size_t tree_count(const json_t *value)
{
    return json_is_object(value) ? json_object_size(value) : json_array_size(value);
}

bool tree_is_object(const json_t *value)
{
    return json_is_object(value);
}

bool tree_is_array(const json_t *value)
{
    return json_is_array(value);
}

bool tree_is_string(const json_t *value)
{
    return json_is_string(value);
}

bool tree_is_number(const json_t *value)
{
    return json_is_number(value);
}

bool tree_is_real(const json_t *value)
{
    return json_is_real(value);
}

bool tree_is_null(const json_t *value)
{
    return json_is_null(value);
}

enum message tree_kind(const json_t *value)
{
    if (value == NULL) {
        return WORDS_KIND_ABSENT;
    }
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return WORDS_KIND_OBJECT;
    case JSON_ARRAY:
        return WORDS_KIND_ARRAY;
    case JSON_STRING:
        return WORDS_KIND_STRING;
    case JSON_INTEGER:
    case JSON_REAL:
        return WORDS_KIND_NUMBER;
    case JSON_TRUE:
    case JSON_FALSE:
        return WORDS_KIND_BOOLEAN;
    case JSON_NULL:
        break;
    }
    return WORDS_KIND_NULL;
}

const char *tree_text(const json_t *value, size_t *length)
{
    if (!json_is_string(value)) {
        return NULL;
    }
    if (length != NULL) {
        *length = json_string_length(value);
    }
    return json_string_value(value);
}

bool tree_number(const json_t *value, double *out)
{
    if (!json_is_number(value) || !isfinite(json_number_value(value))) {
        return false;
    }
    *out = json_number_value(value);
    return true;
}

bool tree_flag(const json_t *value, bool *out)
{
    if (!json_is_boolean(value)) {
        return false;
    }
    *out = json_is_true(value);
    return true;
}

bool tree_index(const json_t *value, size_t count, size_t *out)
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

bool tree_numbers(const json_t *value, double *out, size_t count)
{
    if (!json_is_array(value) || json_array_size(value) != count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!tree_number(json_array_get(value, i), &out[i])) {
            return false;
        }
    }
    return true;
}

bool tree_vec3(const json_t *value, struct vec3 *out)
{
    double n[3];
    if (!tree_numbers(value, n, 3)) {
        return false;
    }
    *out = (struct vec3){n[0], n[1], n[2]};
    return true;
}

bool tree_quat(const json_t *value, struct quat *out)
{
    double n[4];
    if (!tree_numbers(value, n, 4)) {
        return false;
    }
    *out = (struct quat){n[0], n[1], n[2], n[3]};
    return true;
}

/* jansson's iterators take an object that may change; these never change it. */
static json_t *loose(const json_t *value)
{
    union {
        const json_t *fixed;
        json_t *loose;
    } both = {value};
    return both.loose;
}

void *tree_first(const json_t *value)
{
    return json_object_iter(loose(value));
}

void *tree_next(const json_t *value, void *at)
{
    return json_object_iter_next(loose(value), at);
}

const char *tree_key(void *at)
{
    return json_object_iter_key(at);
}

const json_t *tree_value(void *at)
{
    return json_object_iter_value(at);
}

const char *tree_written(struct arena *arena, const json_t *value)
{
    enum { DIGITS = 9 };
    const size_t how = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(DIGITS);
    size_t size = value == NULL ? 0 : json_dumpb(value, NULL, 0, how);
    if (size == 0) {
        return "null";
    }
    char *text = arena_alloc(arena, size + 1);
    json_dumpb(value, text, size, how);
    text[size] = '\0';
    return text;
}
