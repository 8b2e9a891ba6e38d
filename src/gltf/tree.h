/*
 * A file's JSON as checks see it: trees of what the text says, one slice of the text at a time, in the file's arena and
 * borrowed from there. Every function takes NULL for a value that isn't there.
 *
 * They are not jansson's, which take thirteen times the text, and half of the time that a small avatar needs: here a
 * value takes 16 bytes, a member's name 8 more, and nothing is released one by one. jansson holds what is ours and
 * small: schemas (gltf/json.h).
 */
#ifndef VRMLINT_GLTF_TREE_H
#define VRMLINT_GLTF_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "gltf/scan.h"

/* What a number that overflows a double comes out as, with its sign: a value that nothing in a file means. */
#define TREE_OVERFLOW 1e99

/* In the order of jansson's types. An integer is written without fraction and exponent, and fits into 64 bits. */
enum tree_type {
    TREE_OBJECT,
    TREE_ARRAY,
    TREE_STRING,
    TREE_INTEGER,
    TREE_REAL,
    TREE_TRUE,
    TREE_FALSE,
    TREE_NULL,
};

/* To be asked through the functions below, which are here only so that asking costs nothing. */
struct tree {
    union {
        int64_t integer;
        double real;
        const char *text; /* terminated */
        const struct tree *elements;
        const struct tree_member *members; /* more than TREE_FEW: behind them as many pointers to them, by key */
    } is;
    uint32_t count; /* elements, members, or bytes of the text */
    enum tree_type type;
};

struct tree_text {
    uint32_t length;
    char text[]; /* terminated */
};

struct tree_member {
    const struct tree_text *key; /* without NUL bytes */
    struct tree value;
};

/* Members of an object that are looked through one by one. */
enum { TREE_FEW = 64 };

/* ---- building ---- */

/* What the trees of one text are built with. */
struct trees {
    struct arena *arena;
    const char *text;
    bool repeats;              /* objects may have a key twice */
    struct tree_member *stack; /* values whose array or object is still open */
    size_t room;
    char *spare; /* for texts */
    size_t spare_size;
    const struct tree_text **met; /* short texts that were met: keys, and words such as "VEC3", come again */
};

/* repeats: whether any object of the text has a key twice, or that isn't known. */
void trees_start(struct trees *trees, struct arena *arena, const char *text, bool repeats);

/* Gives back what building took beyond the arena; the trees stay. Fine for trees that were never started. */
void trees_end(struct trees *trees);

/*
 * Builds the tree of a span of the text, which scan_text() has accepted. Numbers that overflow a double come out as
 * TREE_OVERFLOW, integers beyond 64 bits as real numbers, a NUL in a key as U+FFFD; of equal keys the last one counts.
 * Where memory ends, the arena's guard takes over; trees_end() is still to be called then.
 */
const struct tree *tree_load(struct trees *trees, struct span span);

/* ---- asking ---- */

/* What it is, of a value that is there. */
static inline enum tree_type tree_type(const struct tree *value)
{
    return value->type;
}

static inline bool tree_is(const struct tree *value, enum tree_type type)
{
    return value != NULL && value->type == type;
}

static inline bool tree_is_object(const struct tree *value)
{
    return tree_is(value, TREE_OBJECT);
}

static inline bool tree_is_array(const struct tree *value)
{
    return tree_is(value, TREE_ARRAY);
}

static inline bool tree_is_string(const struct tree *value)
{
    return tree_is(value, TREE_STRING);
}

/* Integers too. */
static inline bool tree_is_number(const struct tree *value)
{
    return tree_is(value, TREE_INTEGER) || tree_is(value, TREE_REAL);
}

static inline bool tree_is_bool(const struct tree *value)
{
    return tree_is(value, TREE_TRUE) || tree_is(value, TREE_FALSE);
}

static inline bool tree_is_null(const struct tree *value)
{
    return tree_is(value, TREE_NULL);
}

/* Elements of an array or members of an object; 0 for all else. */
static inline size_t tree_count(const struct tree *value)
{
    return tree_is_object(value) || tree_is_array(value) ? value->count : 0;
}

/* An element of an array; NULL when there is none. */
static inline const struct tree *tree_at(const struct tree *value, size_t index)
{
    return tree_is_array(value) && index < value->count ? &value->is.elements[index] : NULL;
}

/* A member of an object; NULL when value isn't an object or lacks it. Near constant time, in large objects too. */
const struct tree *tree_get(const struct tree *value, const char *key);

/* "an object", "an array", "a string", "a number", "a boolean", "null", or "absent" for NULL. */
const char *tree_kind(const struct tree *value);

/* A string (terminated; may hold NUL bytes: length says), or NULL. length may be NULL. */
const char *tree_text(const struct tree *value, size_t *length);

/* A finite number into *out, false (and *out untouched) for anything else. */
bool tree_number(const struct tree *value, double *out);

/* A boolean into *out. */
bool tree_flag(const struct tree *value, bool *out);

/* A number with a whole value from 0 to count - 1, 1.0 as well as 1, into *out; false for anything else. */
bool tree_index(const struct tree *value, size_t count, size_t *out);

/* An array of exactly count finite numbers into out. */
bool tree_numbers(const struct tree *value, double *out, size_t count);
bool tree_vec3(const struct tree *value, struct vec3 *out);
bool tree_quat(const struct tree *value, struct quat *out);

/* Iterating an object, in the order of the file:
 * for (const struct tree_member *i = tree_first(v); i != NULL; i = tree_next(v, i)) */
static inline const struct tree_member *tree_first(const struct tree *value)
{
    return tree_is_object(value) && value->count > 0 ? value->is.members : NULL;
}

static inline const struct tree_member *tree_next(const struct tree *value, const struct tree_member *at)
{
    return ++at < value->is.members + value->count ? at : NULL;
}

static inline const char *tree_key(const struct tree_member *at)
{
    return at->key->text;
}

static inline size_t tree_key_length(const struct tree_member *at)
{
    return at->key->length;
}

static inline const struct tree *tree_value(const struct tree_member *at)
{
    return &at->value;
}

#endif
