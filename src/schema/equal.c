#include <string.h>

#include "schema/program.h"

enum { DEEPEST = 1024 };

/* Whether a double is in the range of 64-bit integers, so that it may be converted. */
static bool fits_integer(double value)
{
    const double beyond = 9223372036854775808.0; /* 2^63 */
    return value >= -beyond && value < beyond;
}

bool number_is_whole(double value)
{
    /* from 2^52 on, all doubles are whole */
    return fits_integer(value) ? (double)(int64_t)value == value : value - value == 0.0;
}

/* Compares an integer with a double. Their integer parts are compared as integers. */
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

int number_compare(const struct flat_value *a, const struct flat_value *b)
{
    if (a->type == b->type) {
        return a->type == JSON_INTEGER
                   ? (a->number.integer > b->number.integer) - (a->number.integer < b->number.integer)
                   : (a->number.real > b->number.real) - (a->number.real < b->number.real);
    }
    return a->type == JSON_INTEGER ? compare_mixed(a->number.integer, b->number.real)
                                   : -compare_mixed(b->number.integer, a->number.real);
}

/* Whether two values are equal, ignoring their children. */
static bool same_heads(const struct either *a, const struct tree *b)
{
    struct flat_value left = a->tree == NULL ? *a->value : flat_head(a->tree);
    struct flat_value right = flat_head(b);
    if (flat_is_number(&left) && flat_is_number(&right)) {
        return number_compare(&left, &right) == 0;
    }
    if (left.type != JSON_STRING || right.type != JSON_STRING || left.size != right.size) {
        return left.type == right.type && left.size == right.size;
    }
    const char *text = a->tree == NULL ? flat_text(a->flat, a->value) : tree_text(a->tree, NULL);
    return memcmp(text, tree_text(b, NULL), left.size) == 0;
}

static bool same_at(struct either a, const struct tree *b, int level, bool *deep)
{
    if (!same_heads(&a, b)) {
        return false;
    }
    struct each each = {.in = a};
    const char *key;
    struct either inner;
    while (each_next(&each, &key, &inner)) {
        if (level > DEEPEST) {
            *deep = true;
            return false;
        }
        const struct tree *other = key == NULL ? tree_at(b, each.index - 1) : tree_get(b, key);
        if (other == NULL || !same_at(inner, other, level + 1, deep)) {
            return false;
        }
    }
    return true;
}

bool equal_values(struct either a, const struct tree *b, bool *deep)
{
    return same_at(a, b, 0, deep);
}

static uint64_t mix_hash(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * UINT64_C(0x9fb21c651e98df25);
    hash ^= hash >> 35;
    hash *= UINT64_C(0xff51afd7ed558ccd);
    return hash ^ hash >> 28;
}

static uint64_t hash_text(const char *text, size_t length, uint64_t seed)
{
    uint64_t hash = mix_hash(seed, length);
    uint64_t word;
    for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = mix_hash(hash, word);
    }
    word = 0;
    memcpy(&word, text, length);
    return mix_hash(hash, word);
}

static uint64_t hash_number(const struct flat_value *number, uint64_t seed)
{
    if (number->type == JSON_INTEGER) {
        return mix_hash(seed, (uint64_t)number->number.integer);
    }
    double real = number->number.real;
    if (fits_integer(real) && number_is_whole(real)) {
        return mix_hash(seed, (uint64_t)(int64_t)real);
    }
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return mix_hash(seed + 1, bits);
}

static uint64_t hash_at(const struct tree *value, uint64_t seed, int level)
{
    struct flat_value head = flat_head(value);
    uint64_t hash = mix_hash(seed, flat_is_number(&head) ? JSON_INTEGER : head.type);
    if (level > DEEPEST) {
        return hash;
    }
    if (flat_is_number(&head)) {
        return hash_number(&head, hash);
    }
    if (head.type == JSON_STRING) {
        return hash_text(tree_text(value, NULL), head.size, hash);
    }
    struct each each = {.in.tree = value};
    const char *key;
    struct either inner;
    while (each_next(&each, &key, &inner)) {
        uint64_t more = hash_at(inner.tree, seed, level + 1);
        /* Members are added up, so that their order doesn't matter. */
        hash = key == NULL ? mix_hash(hash, more) : hash + mix_hash(hash_text(key, strlen(key), seed), more);
    }
    return hash;
}

uint64_t equal_hash(const struct tree *value, uint64_t seed)
{
    return hash_at(value, seed, 0);
}
