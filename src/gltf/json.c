/*
 * The text becomes trees of jansson's values, but not by jansson's own reader: that one refuses what JSON allows
 * (numbers beyond 64 bits, a NUL in a key), overlooks memory that ends while it reads a text, and then writes beyond
 * what it has.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "gltf/json.h"
#include "gltf/scan_number.h"

/* An array or object that is being filled. */
struct frame {
    json_t *value;
    struct scan_child child;
};

struct loader {
    struct arena *arena;
    const char *text;
    size_t end;         /* of the span */
    struct buf scratch; /* values that must be decoded or terminated */
    struct buf key;     /* the same for keys */
};

/* ---- values ---- */

static json_t *load_number(struct loader *loader, size_t at)
{
    struct scan_value number;
    scan_number_value(loader->arena, loader->text, loader->end, at, &number);
    return number.is_integer ? json_integer(number.integer)
                             : json_real(isinf(number.real) ? copysign(TREE_OVERFLOW, number.real) : number.real);
}

static json_t *load_string(struct loader *loader, size_t at)
{
    struct span inside = {at + 1, scan_string_end(loader->text, loader->end, at + 1)};
    size_t length = inside.end - inside.begin;
    const char *text = loader->text + inside.begin;
    if (memchr(text, '\\', length) != NULL) {
        loader->scratch.length = 0;
        buf_add(&loader->scratch, text, length);
        length = scan_unescape(loader->text, inside, loader->scratch.text);
        text = loader->scratch.text;
    }
    return json_stringn_nocheck(text, length);
}

/* Since 2.14 jansson takes keys that aren't terminated: most can stay where they are. */
#if JANSSON_VERSION_HEX >= 0x020E00
#define KEYS_STAY true
#define SET_MEMBER(object, key, length, value) json_object_setn_new_nocheck(object, key, length, value)
#else
#define KEYS_STAY false
#define SET_MEMBER(object, key, length, value) json_object_set_new_nocheck(object, key, value)
#endif

static const char *load_key(struct loader *loader, struct span inside, size_t *length)
{
    const char *text = loader->text + inside.begin;
    *length = inside.end - inside.begin;
    bool escaped = *length > 0 && memchr(text, '\\', *length) != NULL;
    if (KEYS_STAY && !escaped) {
        return text;
    }
    struct buf *key = &loader->key;
    key->length = 0;
    buf_add(key, text, *length);
    if (escaped) {
        *length = scan_key_text(loader->text, inside, key->text);
        key->text[*length] = '\0';
    }
    return buf_text(key);
}

/* The value at an offset; arrays and objects empty. */
static json_t *load_value(struct loader *loader, size_t at)
{
    json_t *value;
    switch (loader->text[at]) {
    case '{':
        value = json_object();
        break;
    case '[':
        value = json_array();
        break;
    case '"':
        value = load_string(loader, at);
        break;
    case 't':
        value = json_true();
        break;
    case 'f':
        value = json_false();
        break;
    case 'n':
        value = json_null();
        break;
    default:
        value = load_number(loader, at);
        break;
    }
    if (value == NULL) {
        arena_exhausted(loader->arena);
    }
    return value;
}

/* The next child of what a frame fills, at once part of it: nothing may end between a value and its owner. */
static json_t *load_child(struct loader *loader, const struct frame *frame)
{
    const struct scan_child *child = &frame->child;
    bool is_element = child->key.begin == 0;
    arena_pulse(loader->arena);
    size_t length = 0;
    const char *key = is_element ? NULL : load_key(loader, child->key, &length);
    json_t *value = load_value(loader, child->value);
    int failed = is_element ? json_array_append_new(frame->value, value) : SET_MEMBER(frame->value, key, length, value);
    if (failed != 0) {
        arena_exhausted(loader->arena); /* the value is released already */
    }
    return value;
}

void jansson_load(struct arena *arena, const char *text, struct span span, json_t **tree)
{
    struct loader loader = {
        .arena = arena, .text = text, .end = span.end, .scratch = BUF_INIT(arena), .key = BUF_INIT(arena)};
    struct frame frames[SCAN_DEPTH_MAX + 1];
    size_t depth = 0;
    size_t behind = span.end;
    *tree = load_value(&loader, span.begin);
    if (scan_first(text, span.end, span.begin, &frames[0].child, &behind)) {
        frames[depth++].value = *tree;
    }
    while (depth > 0) {
        assert(depth <= SCAN_DEPTH_MAX);
        json_t *value = load_child(&loader, &frames[depth - 1]);
        if (scan_first(text, span.end, frames[depth - 1].child.value, &frames[depth].child, &behind)) {
            frames[depth++].value = value;
            continue;
        }
        while (depth > 0 && !scan_next(text, span.end, behind, &frames[depth - 1].child, &behind)) {
            depth--;
        }
    }
}

void jansson_release(json_t *value)
{
    json_decref(value);
}

const struct tree *jansson_tree(struct arena *arena, const json_t *value)
{
    const size_t flags = JSON_ENCODE_ANY | JSON_COMPACT;
    size_t size = json_dumpb(value, NULL, 0, flags);
    char *text = arena_alloc(arena, size);
    struct trees trees;
    trees_start(&trees, arena, text, false);
    if (size == 0 || json_dumpb(value, text, size, flags) != size) {
        arena_exhausted(arena);
    }
    const struct tree *tree = tree_load(&trees, (struct span){0, size});
    trees_end(&trees);
    return tree;
}
