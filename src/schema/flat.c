/* Converts jansson's values, from which schemas are made, to flat ones; and iterates over flat values and trees
 * alike. */
#include "schema/flat.h"

#include <string.h>

#include "base/buf.h"
#include "schema/keyword.h"
#include "schema/program.h"

/* Both have the same type numbers, which type masks rely on. */
_Static_assert((int)TREE_OBJECT == (int)JSON_OBJECT && (int)TREE_ARRAY == (int)JSON_ARRAY &&
                   (int)TREE_STRING == (int)JSON_STRING && (int)TREE_INTEGER == (int)JSON_INTEGER,
               "types of trees are those of jansson");
_Static_assert((int)TREE_REAL == (int)JSON_REAL && (int)TREE_TRUE == (int)JSON_TRUE &&
                   (int)TREE_FALSE == (int)JSON_FALSE && (int)TREE_NULL == (int)JSON_NULL,
               "types of trees are those of jansson");

/* An array or object that is being copied. */
struct filling {
    json_t *json;
    void *member; /* in an object: the previous member, or NULL */
    size_t element;
    uint32_t index;
};

struct flattening {
    struct arena *arena;
    struct flat_value *values;
    size_t count;
    struct filling *open; /* the outermost first */
    size_t depth;
    size_t depth_capacity;
    struct buf texts;
};

bool each_next(struct each *each, const char **key, struct either *inner)
{
    const struct either *in = &each->in;
    *key = NULL;
    if (in->tree == NULL) {
        each->value = each->value == NULL ? flat_begin(in->value) : each->value + each->value->span;
        if (each->value == flat_end(in->value)) {
            return false;
        }
        *inner = (struct either){.flat = in->flat, .value = each->value};
        *key = flat_is(in->value, JSON_OBJECT) ? flat_key(in->flat, each->value) : NULL;
    } else if (tree_is_object(in->tree)) {
        each->member = each->member == NULL ? tree_first(in->tree) : tree_next(in->tree, each->member);
        if (each->member == NULL) {
            return false;
        }
        *inner = (struct either){.tree = tree_value(each->member)};
        *key = tree_key(each->member);
    } else {
        *inner = (struct either){.tree = tree_at(in->tree, each->index)};
    }
    each->index++;
    return inner->tree != NULL || inner->value != NULL;
}

struct flat_value flat_head(const struct tree *tree)
{
    struct flat_value head = {.type = tree->type, .span = 1, .size = tree->size};
    if (tree_is_integer(tree)) {
        head.number.integer = tree_integer(tree);
    } else if (tree_is_real(tree)) {
        head.number.real = tree_real(tree);
    }
    return head;
}

/* The same for a value of jansson's. */
static struct flat_value head_of(const json_t *json)
{
    struct flat_value head = {.type = (uint32_t)json_typeof(json), .span = 1};
    switch (json_typeof(json)) {
    case JSON_INTEGER:
        head.number.integer = json_integer_value(json);
        break;
    case JSON_REAL:
        head.number.real = json_real_value(json);
        break;
    case JSON_STRING:
        head.size = (uint32_t)json_string_length(json);
        break;
    default:
        head.size = (uint32_t)(json_is_object(json) ? json_object_size(json) : json_array_size(json));
    }
    return head;
}

/* Appends a terminated copy of the text and returns its position. */
static uint32_t add_text(struct flattening *flattening, const char *text, size_t size)
{
    size_t begin = flattening->texts.length;
    if (size >= UINT32_MAX - begin) {
        arena_exhausted(flattening->arena);
    }
    buf_add(&flattening->texts, text, size);
    buf_char(&flattening->texts, '\0');
    return (uint32_t)begin;
}

/* Adds a value without its children. key is NULL unless it is a member. */
static void add_value(struct flattening *flattening, const json_t *json, const char *key)
{
    if (flattening->count == UINT32_MAX) {
        arena_exhausted(flattening->arena);
    }
    struct flat_value value = head_of(json);
    if (key != NULL) {
        value.key_size = (uint32_t)strlen(key);
        value.key = add_text(flattening, key, strlen(key));
    }
    if (json_is_string(json)) {
        value.text = add_text(flattening, json_string_value(json), json_string_length(json));
    } else if (value.size > 0) {
        *ARENA_PUSH(flattening->arena, flattening->open, flattening->depth, flattening->depth_capacity) =
            (struct filling){.json = walkable(json), .index = (uint32_t)flattening->count};
    }
    *ARENA_ADD(flattening->arena, flattening->values, flattening->count) = value;
}

/* Returns the next child of the current value, and its key if it is a member; NULL at the end. */
static const json_t *next_child(struct filling *filling, const char **key)
{
    *key = NULL;
    if (!json_is_object(filling->json)) {
        return json_array_get(filling->json, filling->element++);
    }
    filling->member = filling->member == NULL ? json_object_iter(filling->json)
                                              : json_object_iter_next(filling->json, filling->member);
    if (filling->member == NULL) {
        return NULL;
    }
    *key = json_object_iter_key(filling->member);
    return json_object_iter_value(filling->member);
}

struct flat flat_new(struct arena *arena, const json_t *const *documents, size_t count)
{
    struct flattening flattening = {.arena = arena, .texts = BUF_INIT(arena)};
    add_text(&flattening, "", 0); /* so that no name begins at 0 */
    for (size_t i = 0; i < count; i++) {
        add_value(&flattening, documents[i], NULL);
        while (flattening.depth > 0) {
            struct filling *top = &flattening.open[flattening.depth - 1];
            const char *key;
            const json_t *child = next_child(top, &key);
            if (child != NULL) {
                add_value(&flattening, child, key);
            } else {
                flattening.values[top->index].span = (uint32_t)(flattening.count - top->index);
                flattening.depth--;
            }
        }
    }
    return (struct flat){.values = flattening.values, .texts = buf_text(&flattening.texts)};
}

const struct flat_value *flat_get(const struct flat *flat, const struct flat_value *object, const char *key)
{
    size_t size = strlen(key);
    for (const struct flat_value *at = flat_begin(object); at != flat_end(object); at += at->span) {
        if (at->key_size == size && memcmp(flat_key(flat, at), key, size) == 0 && at->key != 0) {
            return at;
        }
    }
    return NULL;
}

const struct flat_value *flat_at(const struct flat_value *array, size_t index)
{
    const struct flat_value *at = flat_begin(array);
    while (at != flat_end(array) && index > 0) {
        at += at->span;
        index--;
    }
    return at == flat_end(array) ? NULL : at;
}

const struct flat_value *flat_towards(const struct flat_value *in, const struct flat_value *value, size_t *index)
{
    *index = 0;
    const struct flat_value *at = flat_begin(in);
    while (value >= at + at->span) {
        at += at->span;
        ++*index;
    }
    return at;
}

static const struct {
    char text[24];
    int traits;
} keywords[KEYWORD_COUNT] = {
#define KEYWORD(name, text, traits) {text, traits},
    SCHEMA_ASSERTIONS(KEYWORD) SCHEMA_OTHERS(KEYWORD)
#undef KEYWORD
};

const char *keyword_text(enum keyword keyword)
{
    return keywords[keyword].text;
}

int keyword_traits(enum keyword keyword)
{
    return keyword < KEYWORD_COUNT ? keywords[keyword].traits : 0;
}

enum keyword keyword_find(const char *name)
{
    enum keyword keyword = 0;
    while (keyword < KEYWORD_COUNT && strcmp(keywords[keyword].text, name) != 0) {
        keyword++;
    }
    return keyword;
}
