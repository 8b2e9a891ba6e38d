/*
 * JSON trees as checks see them. Made of jansson's values, one slice of the text at a time; everything is borrowed and
 * read-only, and every function takes NULL for a value that isn't there. Nothing outside json.c touches a reference
 * count.
 */
#ifndef VRMLINT_GLTF_JSON_H
#define VRMLINT_GLTF_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"
#include "gltf/scan.h"

/* What a number that overflows a double comes out as, with its sign: a value that nothing in a file means. */
#define TREE_OVERFLOW 1e99

/* Values that the trees of one text have in common: files say 0, 1 and "VEC3" again and again. Begins empty. */
enum { TREE_SHARED_MAX = 128 };
struct tree_shared {
    struct span spans[TREE_SHARED_MAX]; /* where in the text each was read */
    json_t *values[TREE_SHARED_MAX];
};
void tree_shared_release(struct tree_shared *shared);

/*
 * Builds the tree of a span of the text, which scan_text() has accepted, in *tree. Numbers that overflow a double come
 * out as TREE_OVERFLOW, integers beyond 64 bits as real numbers, a NUL in a key or string as U+FFFD (so that
 * "1.0\u0000" doesn't pass for "1.0"); of equal keys the last one counts. The caller owns what is in *tree from the
 * first moment on, even where memory ends on the way and the arena's guard takes over: it is released with
 * tree_release(). shared may be NULL; the caller releases it too.
 */
void tree_load(struct arena *arena, const char *text, struct span span, struct tree_shared *shared, json_t **tree);
void tree_release(json_t *value);

/* One more owner of a value. */
json_t *tree_share(json_t *value);

/* A member of an object; NULL when value isn't an object or lacks it. */
const json_t *tree_get(const json_t *value, const char *key);

/* What an object holds of an extension, of whatever type; NULL when it lacks it. */
const json_t *tree_extension(const json_t *value, const char *name);

/* Whether a key is "extensions" or "extras", which glTF allows in every object: never a name. */
bool tree_is_general_key(const char *key);

/* An element of an array; NULL when there is none. */
const json_t *tree_at(const json_t *value, size_t index);

/* Elements of an array or members of an object; 0 for all else. */
size_t tree_count(const json_t *value);

bool tree_is_object(const json_t *value);
bool tree_is_array(const json_t *value);
bool tree_is_string(const json_t *value);
bool tree_is_number(const json_t *value); /* integers too */
bool tree_is_real(const json_t *value);   /* written with a decimal point or exponent */
bool tree_is_null(const json_t *value);

/* "an object", "an array", "a string", "a number", "a boolean", "null", or "absent" for NULL. */
enum message tree_kind(const json_t *value);

/* A string, terminated, or NULL. length may be NULL. */
const char *tree_text(const json_t *value, size_t *length);

/* A finite number into *out, false (and *out untouched) for anything else. */
bool tree_number(const json_t *value, double *out);

/* A boolean into *out. */
bool tree_flag(const json_t *value, bool *out);

/* A number with a whole value from 0 to count - 1, 1.0 as well as 1, into *out; false for anything else. */
bool tree_index(const json_t *value, size_t count, size_t *out);

/* An array of exactly count finite numbers into out. */
bool tree_numbers(const json_t *value, double *out, size_t count);
bool tree_vec3(const json_t *value, struct vec3 *out);
bool tree_quat(const json_t *value, struct quat *out);

/* A value as JSON without white space, in the arena; numbers as singles need them. "null" of NULL. */
const char *tree_written(struct arena *arena, const json_t *value);

/* Iterating an object: for (void *i = tree_first(v); i != NULL; i = tree_next(v, i)), in the order of the file. */
void *tree_first(const json_t *value);
void *tree_next(const json_t *value, void *at);
const char *tree_key(void *at);
const json_t *tree_value(void *at);

#endif
