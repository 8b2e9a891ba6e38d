/* JSON trees for checks. A value takes 16 bytes, the elements of an array are consecutive, and each key of a text is
 * stored once for all objects. Everything is borrowed and read-only. Every function takes NULL for an absent value. */
#ifndef VRMLINT_GLTF_JSON_H
#define VRMLINT_GLTF_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "gltf/scan.h"

/* The value of numbers that overflow a double, with their sign. No file uses it as a meaningful value. */
#define TREE_OVERFLOW 1e99

/* In the order of jansson's types, whose numbers the schemas use. */
enum tree_type {
    TREE_OBJECT,
    TREE_ARRAY,
    TREE_STRING,
    TREE_INTEGER, /* 64 bits, written without decimal point and exponent */
    TREE_REAL,
    TREE_TRUE,
    TREE_FALSE,
    TREE_NULL,
    TREE_TYPES,
};

/* Private to json*.c. */
struct tree {
    uint8_t type;
    uint8_t form;  /* string: whether its bytes are in here; object: whether an index precedes its members */
    uint32_t size; /* bytes, elements or members */
    union {
        const struct tree *elements;
        struct tree_member *members;
        const char *text; /* terminated */
        char here[8];     /* terminated */
        int64_t integer;
        double real;
    } as;
};

/* The shared data of a text's trees: their keys and memory. In the arena. */
struct tree_pool;
struct tree_pool *tree_pool_new(struct arena *arena);

/*
 * Builds the tree of a span of the text, which scan_text() has accepted. Numbers that overflow a double become
 * TREE_OVERFLOW, integers beyond 64 bits real numbers, and a NUL in a key or string U+FFFD (so that "1.0\u0000"
 * doesn't equal "1.0"). The last of equal keys counts. The tree is valid as long as the pool, and doesn't refer to
 * the text. Never returns NULL.
 */
const struct tree *tree_load(struct tree_pool *pool, const char *text, struct span span);

/* Returns a value for a string, in the arena. */
const struct tree *tree_of_text(struct arena *arena, const char *text, size_t length);

/* Returns TREE_TYPES for NULL. */
static inline enum tree_type tree_type(const struct tree *value)
{
    return value == NULL ? TREE_TYPES : (enum tree_type)value->type;
}

/* Returns a member of an object; NULL if value isn't an object or lacks it. */
const struct tree *tree_get(const struct tree *value, const char *key);

/* Returns the value of an extension in an object, of any type; NULL if it is absent. */
const struct tree *tree_extension(const struct tree *value, const char *name);

/* Whether a key is "extensions" or "extras", which glTF allows in every object and which are never names. */
bool tree_is_general_key(const char *key);

/* Returns an element of an array; NULL if it doesn't exist. */
const struct tree *tree_at(const struct tree *value, size_t index);

/* Returns the number of elements of an array or members of an object; 0 for other values. */
size_t tree_count(const struct tree *value);

/* Returns the number of elements of an array; 0 for other values. */
size_t tree_length(const struct tree *value);

/* Returns a member of an object if it is an object itself; NULL otherwise. */
const struct tree *tree_object(const struct tree *value, const char *key);

bool tree_is_object(const struct tree *value);
bool tree_is_array(const struct tree *value);
bool tree_is_string(const struct tree *value);
bool tree_is_number(const struct tree *value); /* integers too */
bool tree_is_integer(const struct tree *value);
bool tree_is_real(const struct tree *value); /* written with a decimal point or exponent, or beyond 64 bits */
bool tree_is_null(const struct tree *value);

/* Returns "an object", "an array", "a string", "a number", "a boolean", "null", or "absent" for NULL. */
enum message tree_kind(const struct tree *value);

/* Returns a string, terminated; NULL for other values. length may be NULL. */
const char *tree_text(const struct tree *value, size_t *length);

/* Whether a member is exactly this string. */
bool tree_reports(const struct tree *value, const char *key, const char *text);

/* Reads a finite number. Returns false for other values and leaves *out unchanged. */
bool tree_number(const struct tree *value, double *out);

/* Return an integer, and any number as a double; 0 for other values. */
int64_t tree_integer(const struct tree *value);
double tree_real(const struct tree *value);

/* Reads a boolean. */
bool tree_flag(const struct tree *value, bool *out);

/* Reads an index: a number with a whole value from 0 to count - 1 (1.0 is the same as 1). Returns false for other
 * values. */
bool tree_index(const struct tree *value, size_t count, size_t *out);

/* The same of what JavaScript takes for an index: also such a number in quotes, without a sign, a fraction or zeros at
 * its begin, and a list with nothing but such a value. */
bool tree_index_of_javascript(const struct tree *value, size_t count, size_t *out);

/* Whether a value is a whole number but no such index; reads the number. Other values are reported as other errors. */
bool tree_leads_nowhere(const struct tree *value, size_t count, double *out);

/* Reads an array of exactly count finite numbers. */
bool tree_numbers(const struct tree *value, double *out, size_t count);
bool tree_vec3(const struct tree *value, struct vec3 *out);
bool tree_quat(const struct tree *value, struct quat *out);

/* Returns a value as JSON without white space, in the arena. Numbers have the digits that single precision needs.
 * Returns "null" for NULL. */
const char *tree_written(struct arena *arena, const struct tree *value);

/* Appends a value as JSON without white space, members sorted by their keys: equal values give equal texts, except
 * that 1 and 1.0 differ. The arena is for temporary memory. */
void tree_add_sorted(struct buf *out, struct arena *arena, const struct tree *value);

/* Whether two values are equal, in any order of their members. 1 and 1.0 differ. False for NULL. */
bool tree_equal(const struct tree *a, const struct tree *b);

/* Iterate over an object in the order of the file: for (void *i = tree_first(v); i != NULL; i = tree_next(v, i)).
 * The first member of an empty object, and of another value, is NULL: its key is "" and its value NULL. */
void *tree_first(const struct tree *value);
void *tree_next(const struct tree *value, void *at);
const char *tree_key(const void *at);
size_t tree_key_length(const void *at);
const struct tree *tree_value(const void *at);

#endif
