/* JSON documents as one array, in the order of the text: each value precedes its children, and there are no
 * pointers. */
#ifndef VRMLINT_SCHEMA_FLAT_H
#define VRMLINT_SCHEMA_FLAT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "gltf/json.h"

/* jansson wants a mutable object for iteration, but doesn't change it. */
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
    uint32_t span;     /* number of values, with all descendants; the next sibling follows them */
    uint32_t key;      /* member: position of its name in texts, terminated; else 0 */
    uint32_t key_size; /* bytes of the name */
    uint32_t text;     /* string: its position in texts */
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

/* Returns a value of a file without its name, text and children: type, number and size. */
struct flat_value flat_head(const struct tree *tree);

/* Copies values of jansson's, one after the other, into the arena. The result doesn't refer to them. */
struct flat flat_new(struct arena *arena, const json_t *const *documents, size_t count);

/* The following functions accept NULL for absent values. */

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

/* Iterate over members or elements: for (at = flat_begin(in); at != flat_end(in); at += at->span). */
static inline const struct flat_value *flat_begin(const struct flat_value *in)
{
    return in == NULL ? NULL : in + 1;
}

static inline const struct flat_value *flat_end(const struct flat_value *in)
{
    return in == NULL ? NULL : in + in->span;
}

/* Returns the number of members or elements; 0 for other values. */
static inline size_t flat_count(const struct flat_value *value)
{
    return flat_is(value, JSON_OBJECT) || flat_is(value, JSON_ARRAY) ? value->size : 0;
}

/* Returns the name of a member. */
static inline const char *flat_key(const struct flat *flat, const struct flat_value *value)
{
    return flat->texts + value->key;
}

/* Returns a string, terminated; it contains NUL bytes if it is shorter than value->size. NULL for other values. */
static inline const char *flat_text(const struct flat *flat, const struct flat_value *value)
{
    return flat_is(value, JSON_STRING) ? flat->texts + value->text : NULL;
}

/* Reads a number as a double. Returns false for other values and leaves *out unchanged. */
static inline bool flat_number(const struct flat_value *value, double *out)
{
    bool is_number = flat_is_number(value);
    if (is_number) {
        *out = flat_is(value, JSON_REAL) ? value->number.real : (double)value->number.integer;
    }
    return is_number;
}

/* Return a member of an object and an element of an array, or NULL. */
const struct flat_value *flat_get(const struct flat *flat, const struct flat_value *object, const char *key);
const struct flat_value *flat_at(const struct flat_value *array, size_t index);

/* Returns the child of in that is, or contains, a value below in; *index is its index. */
const struct flat_value *flat_towards(const struct flat_value *in, const struct flat_value *value, size_t *index);

#endif
