/*
 * JSON trees as checks see them: values of 16 bytes, the elements of an array one behind the other, and each key of a
 * text once, whoever has it. Everything is borrowed and read-only, and every function takes NULL for a value that isn't
 * there.
 */
#ifndef VRMLINT_GLTF_JSON_H
#define VRMLINT_GLTF_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "gltf/scan.h"

/* What a number that overflows a double comes out as, with its sign: a value that nothing in a file means. */
#define TREE_OVERFLOW 1e99

/* In the order of jansson's types, which the schemas count by. */
enum tree_type {
    TREE_OBJECT,
    TREE_ARRAY,
    TREE_STRING,
    TREE_INTEGER, /* written without decimal point and exponent, and of 64 bits */
    TREE_REAL,
    TREE_TRUE,
    TREE_FALSE,
    TREE_NULL,
    TREE_TYPES,
};

/* Nobody but json*.c looks into it. */
struct tree {
    uint8_t type;
    uint8_t form;  /* of a string: its bytes are here; of an object: there is an index in front of its members */
    uint32_t size; /* bytes, elements or members */
    union {
        const struct tree *elements;
        struct tree_member *members;
        const char *text; /* terminated */
        char here[8];     /* the same */
        int64_t integer;
        double real;
    } as;
};

/* What the trees of a text have in common: their keys, and the memory that they lie in. It lives in the arena. */
struct tree_pool;
struct tree_pool *tree_pool_new(struct arena *arena);

/*
 * Builds the tree of a span of the text, which scan_text() has accepted. Numbers that overflow a double come out as
 * TREE_OVERFLOW, integers beyond 64 bits as real numbers, a NUL in a key or string as U+FFFD (so that "1.0\u0000"
 * doesn't pass for "1.0"); of equal keys the last one counts. It lives as long as the pool, and keeps nothing of the
 * text. Never NULL.
 */
const struct tree *tree_load(struct tree_pool *pool, const char *text, struct span span);

/* A string by itself, in the arena. */
const struct tree *tree_of_text(struct arena *arena, const char *text, size_t length);

/* Only of a value that is there. */
static inline enum tree_type tree_type(const struct tree *value)
{
    return (enum tree_type)value->type;
}

/* A member of an object; NULL when value isn't an object or lacks it. */
const struct tree *tree_get(const struct tree *value, const char *key);

/* What an object holds of an extension, of whatever type; NULL when it lacks it. */
const struct tree *tree_extension(const struct tree *value, const char *name);

/* Whether a key is "extensions" or "extras", which glTF allows in every object: never a name. */
bool tree_is_general_key(const char *key);

/* An element of an array; NULL when there is none. */
const struct tree *tree_at(const struct tree *value, size_t index);

/* Elements of an array or members of an object; 0 for all else. */
size_t tree_count(const struct tree *value);

/* Elements of an array; 0 for all else. */
size_t tree_length(const struct tree *value);

/* A member of an object that is an object itself; NULL otherwise. */
const struct tree *tree_object(const struct tree *value, const char *key);

bool tree_is_object(const struct tree *value);
bool tree_is_array(const struct tree *value);
bool tree_is_string(const struct tree *value);
bool tree_is_number(const struct tree *value); /* integers too */
bool tree_is_integer(const struct tree *value);
bool tree_is_real(const struct tree *value); /* written with a decimal point or exponent, or beyond 64 bits */
bool tree_is_null(const struct tree *value);

/* "an object", "an array", "a string", "a number", "a boolean", "null", or "absent" for NULL. */
enum message tree_kind(const struct tree *value);

/* A string, terminated, or NULL. length may be NULL. */
const char *tree_text(const struct tree *value, size_t *length);

/* Whether a member is this very string. */
bool tree_reports(const struct tree *value, const char *key, const char *text);

/* A finite number into *out, false (and *out untouched) for anything else. */
bool tree_number(const struct tree *value, double *out);

/* What numbers are, 0 of all else: an integer as it is written, and any number as a double. */
int64_t tree_integer(const struct tree *value);
double tree_real(const struct tree *value);

/* A boolean into *out. */
bool tree_flag(const struct tree *value, bool *out);

/* A number with a whole value from 0 to count - 1, 1.0 as well as 1, into *out; false for anything else. */
bool tree_index(const struct tree *value, size_t count, size_t *out);

/* Whether it is a whole number, into *out, that is no such index. What is none, or overflows, is another mistake. */
bool tree_leads_nowhere(const struct tree *value, size_t count, double *out);

/* An array of exactly count finite numbers into out. */
bool tree_numbers(const struct tree *value, double *out, size_t count);
bool tree_vec3(const struct tree *value, struct vec3 *out);
bool tree_quat(const struct tree *value, struct quat *out);

/* A value as JSON without white space, in the arena; numbers as singles need them. "null" of NULL. */
const char *tree_written(struct arena *arena, const struct tree *value);

/* Adds a value as JSON without white space, members in the order of their keys: equal values give equal texts, but 1
 * and 1.0 differ. The arena is for the way. */
void tree_add_sorted(struct buf *out, struct arena *arena, const struct tree *value);

/* Whether two values say the same, in whatever order their members are; 1 and 1.0 differ. False of NULL. */
bool tree_equal(const struct tree *a, const struct tree *b);

/* Iterating an object: for (void *i = tree_first(v); i != NULL; i = tree_next(v, i)), in the order of the file. */
void *tree_first(const struct tree *value);
void *tree_next(const struct tree *value, void *at);
const char *tree_key(void *at);
size_t tree_key_length(void *at);
const struct tree *tree_value(void *at);

#endif
