/* The representation of trees. Private to json*.c. */
#ifndef VRMLINT_GLTF_JSON_PARTS_H
#define VRMLINT_GLTF_JSON_PARTS_H

#include <string.h>

#include "gltf/json.h"

/* A key of a text. Equal keys have the same address in all objects. */
struct tree_key {
    uint32_t hash; /* with the seed of its pool */
    uint32_t length;
    char text[]; /* terminated */
};

struct tree_member {
    const struct tree_key *key;
    struct tree value;
};

/* Up to so many members are compared one by one. */
enum { TREE_FEW = 16 };

/* Precedes the members of a larger object: a hash table of member numbers from 1; 0: free. */
struct tree_index {
    uint32_t *slots;
    size_t mask;
    uint64_t seed;
};

enum tree_form { TREE_PLAIN, TREE_HERE, TREE_INDEXED };

/* Memory for small pieces: pieces from an arena are larger than most values. */
struct tree_room {
    char *at;
    size_t left;
    size_t next; /* bytes of the next piece from the arena */
};

struct tree_pool {
    struct arena *arena;
    uint64_t seed; /* random, so that no file can make keys collide */
    struct tree_room words;
    struct tree_room texts;
    const struct tree_key **table;
    size_t table_size; /* a power of two, or 0 */
    size_t key_count;
    const struct tree_key *recent[128]; /* most objects of a file have the keys of other objects */
    struct buf scratch;                 /* strings that must be decoded or terminated */
    struct tree *values;                /* children of unclosed values, those of the innermost last */
    size_t value_count;
    size_t value_capacity;
    const struct tree_key **keys; /* keys of those children that are members */
    size_t open_keys;
    size_t open_capacity;
    char point[8]; /* strtod()'s decimal point: a program that uses the library may have set a locale */
    size_t point_length;
};

uint32_t tree_hash(uint64_t seed, const char *text, size_t length);

/* Most keys of the same length differ in their first byte. */
static inline bool tree_is_key(const struct tree_key *key, const char *text, size_t length)
{
    return key->length == length && (length == 0 || (key->text[0] == text[0] && memcmp(key->text, text, length) == 0));
}

const struct tree_key *tree_key_of(struct tree_pool *pool, const char *text, size_t length);

/* Returns a value for a string. The bytes are copied. */
struct tree tree_string(struct tree_pool *pool, const char *text, size_t length);

/* Return an array of the last count open values, or an object with the last count keys. They don't push it. */
struct tree tree_close_array(struct tree_pool *pool, size_t count);
struct tree tree_close_object(struct tree_pool *pool, size_t count);

/* Returns a member of an object, or NULL. */
const struct tree_member *tree_member_of(const struct tree *object, const char *key, size_t length);

#endif
