#include <string.h>

#include "schema/program.h"

enum { DEEPEST = 1024 };

/* Whether a double lies in the range of 64-bit integers, so that it may be converted. */
static bool fits_integer(double value)
{
    const double beyond = 9223372036854775808.0; /* 2^63 */
    return value >= -beyond && value < beyond;
}

bool number_is_whole(double value)
{
    /* from 2^52 on there are no fractions left */
    return fits_integer(value) ? (double)(int64_t)value == value : value - value == 0.0;
}

/* An integer against a double: what both have before the point is compared as integers. */
static int compare_mixed(int64_t integer, double real)
{
    if (!fits_integer(real)) {
        return real < 0 ? 1 : -1;
    }
    int64_t whole = (int64_t)real;
    if (integer != whole) {
        return integer < whole ? -1 : 1;
    }
    double fraction = real - (double)whole;
    return (fraction < 0) - (fraction > 0);
}

int number_compare(struct number a, struct number b)
{
    if (a.is_integer && b.is_integer) {
        return (a.integer > b.integer) - (a.integer < b.integer);
    }
    if (a.is_integer) {
        return compare_mixed(a.integer, b.real);
    }
    if (b.is_integer) {
        return -compare_mixed(b.integer, a.real);
    }
    return (a.real > b.real) - (a.real < b.real);
}

static bool same_at(const json_t *a, const json_t *b, int level, bool *deep);

static bool same_arrays(const json_t *a, const json_t *b, int level, bool *deep)
{
    size_t count = json_array_size(a);
    if (count != json_array_size(b)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!same_at(json_array_get(a, i), json_array_get(b, i), level, deep)) {
            return false;
        }
    }
    return true;
}

static bool same_objects(const json_t *a, const json_t *b, int level, bool *deep)
{
    if (json_object_size(a) != json_object_size(b)) {
        return false;
    }
    json_t *object = walkable(a);
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        const json_t *other = json_object_get(b, json_object_iter_key(at));
        if (other == NULL || !same_at(json_object_iter_value(at), other, level, deep)) {
            return false;
        }
    }
    return true;
}

static bool same_at(const json_t *a, const json_t *b, int level, bool *deep)
{
    if (json_is_number(a) && json_is_number(b)) {
        return number_compare(number_of(a), number_of(b)) == 0;
    }
    if (json_typeof(a) != json_typeof(b)) {
        return false;
    }
    if (level > DEEPEST) {
        *deep = true;
        return false;
    }
    switch (json_typeof(a)) {
    case JSON_OBJECT:
        return same_objects(a, b, level + 1, deep);
    case JSON_ARRAY:
        return same_arrays(a, b, level + 1, deep);
    case JSON_STRING:
        return json_string_length(a) == json_string_length(b) &&
               memcmp(json_string_value(a), json_string_value(b), json_string_length(a)) == 0;
    default:
        return true;
    }
}

bool equal_values(const json_t *a, const json_t *b, bool *deep)
{
    return same_at(a, b, 0, deep);
}

static bool same_flat(const struct flat *flat, const struct flat_value *a, const json_t *b, int level)
{
    if (flat_is_number(a) && json_is_number(b)) {
        return number_compare(number_of_flat(a), number_of(b)) == 0;
    }
    if (!flat_is(a, json_typeof(b)) || level > DEEPEST) {
        return false;
    }
    if (json_is_string(b)) {
        return a->size == json_string_length(b) && memcmp(flat_text(flat, a), json_string_value(b), a->size) == 0;
    }
    if (flat_count(a) != (json_is_object(b) ? json_object_size(b) : json_array_size(b))) {
        return false;
    }
    size_t i = 0;
    for (const struct flat_value *at = flat_begin(a); at != flat_end(a); at += at->span, i++) {
        const json_t *other = json_is_object(b) ? json_object_get(b, flat_key(flat, at)) : json_array_get(b, i);
        if (other == NULL || !same_flat(flat, at, other, level + 1)) {
            return false;
        }
    }
    return true;
}

bool equal_flat(const struct flat *flat, const struct flat_value *a, const json_t *b)
{
    return same_flat(flat, a, b, 0);
}

static uint64_t mix(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * UINT64_C(0x9fb21c651e98df25);
    hash ^= hash >> 35;
    hash *= UINT64_C(0xff51afd7ed558ccd);
    return hash ^ hash >> 28;
}

static uint64_t hash_text(const char *text, size_t length, uint64_t seed)
{
    uint64_t hash = mix(seed, length);
    uint64_t word;
    for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = mix(hash, word);
    }
    word = 0;
    memcpy(&word, text, length);
    return mix(hash, word);
}

static uint64_t hash_number(struct number number, uint64_t seed)
{
    if (!number.is_integer && fits_integer(number.real) && number_is_whole(number.real)) {
        number.is_integer = true;
        number.integer = (int64_t)number.real;
    }
    if (number.is_integer) {
        return mix(seed, (uint64_t)number.integer);
    }
    uint64_t bits;
    memcpy(&bits, &number.real, sizeof bits);
    return mix(seed + 1, bits);
}

static uint64_t hash_at(const json_t *value, uint64_t seed, int level)
{
    uint64_t hash = mix(seed, json_is_number(value) ? JSON_INTEGER : (uint64_t)json_typeof(value));
    if (level > DEEPEST) {
        return hash;
    }
    switch (json_typeof(value)) {
    case JSON_OBJECT: {
        json_t *object = walkable(value);
        for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
            const char *key = json_object_iter_key(at);
            uint64_t member = hash_text(key, strlen(key), seed);
            /* a sum, so that the order means nothing */
            hash += mix(member, hash_at(json_object_iter_value(at), seed, level + 1));
        }
        return hash;
    }
    case JSON_ARRAY:
        for (size_t i = 0; i < json_array_size(value); i++) {
            hash = mix(hash, hash_at(json_array_get(value, i), seed, level + 1));
        }
        return hash;
    case JSON_STRING:
        return hash_text(json_string_value(value), json_string_length(value), hash);
    case JSON_INTEGER:
    case JSON_REAL:
        return hash_number(number_of(value), hash);
    default:
        return hash;
    }
}

uint64_t equal_hash(const json_t *value, uint64_t seed)
{
    return hash_at(value, seed, 0);
}
