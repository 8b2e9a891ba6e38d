/*
 * JSON documents as one array, in the order of the text: each value stands before what it holds, and nothing is a
 * pointer.
 */
#ifndef VRMLINT_SCHEMA_FLAT_H
#define VRMLINT_SCHEMA_FLAT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "gltf/json.h"

/* jansson wants a changeable object to walk over, and changes nothing. */
static inline json_t *walkable(const json_t *object)
{
    union {
        const json_t *in;
        json_t *out;
    } same = {.in = object};
    return same.out;
}

struct flat_value {
    uint32_t type;     /* a json_type */
    uint32_t span;     /* how many values it is, with all that it holds: as far behind it is its next neighbour */
    uint32_t key;      /* of a member: where its name begins among the texts, terminated; 0 of all else */
    uint32_t key_size; /* bytes of the name */
    uint32_t text;     /* of a string: where it begins, the same way */
    uint32_t size;     /* bytes of a string, members, or elements */
    union {
        int64_t integer;
        double real;
    } number;
};

struct flat {
    const struct flat_value *values;
    const char *texts;
};

/* What a value of a file is by itself: type, number and size, without name, text or what it holds. */
struct flat_value flat_head(const struct tree *tree);

/* What values of jansson's say, one behind the other, in the arena, which keeps nothing of them. */
struct flat flat_new(struct arena *arena, const json_t *const *documents, size_t count);

/* Values may be NULL, for what isn't there, in all that follows. */

static inline bool flat_is(const struct flat_value *value, json_type type)
{
    return value != NULL && value->type == (uint32_t)type;
}

static inline bool flat_is_number(const struct flat_value *value)
{
    return flat_is(value, JSON_INTEGER) || flat_is(value, JSON_REAL);
}

static inline bool flat_is_boolean(const struct flat_value *value)
{
    return flat_is(value, JSON_TRUE) || flat_is(value, JSON_FALSE);
}

/* Members or elements: for (at = flat_begin(in); at != flat_end(in); at += at->span). */
static inline const struct flat_value *flat_begin(const struct flat_value *in)
{
    return in == NULL ? NULL : in + 1;
}

static inline const struct flat_value *flat_end(const struct flat_value *in)
{
    return in == NULL ? NULL : in + in->span;
}

/* How many members or elements there are, 0 of all else. */
static inline size_t flat_count(const struct flat_value *value)
{
    return flat_is(value, JSON_OBJECT) || flat_is(value, JSON_ARRAY) ? value->size : 0;
}

/* The name of a member. */
static inline const char *flat_key(const struct flat *flat, const struct flat_value *value)
{
    return flat->texts + value->key;
}

/* A string, terminated; its size says whether it holds NUL bytes. NULL when it isn't one. */
static inline const char *flat_text(const struct flat *flat, const struct flat_value *value)
{
    return flat_is(value, JSON_STRING) ? flat->texts + value->text : NULL;
}

/* A number as a double into *out, false (and *out untouched) for anything else. */
static inline bool flat_number(const struct flat_value *value, double *out)
{
    bool is_number = flat_is_number(value);
    if (is_number) {
        *out = flat_is(value, JSON_REAL) ? value->number.real : (double)value->number.integer;
    }
    return is_number;
}

/* A member of an object, an element of an array, or NULL. */
const struct flat_value *flat_get(const struct flat *flat, const struct flat_value *object, const char *key);
const struct flat_value *flat_at(const struct flat_value *array, size_t index);

/* The child that is, or holds, a value that lies somewhere below in; *index is its place. */
const struct flat_value *flat_towards(const struct flat_value *in, const struct flat_value *value, size_t *index);

#endif
