/*
 * A JSON text and, after a NUL byte, pointers, each ended by another NUL. For every input: the position of each
 * pointer is that of its value in a tree or of the nearest ancestor; lines and columns are right, and so are the
 * pointers of duplicate keys.
 */
#include <stdlib.h>
#include <string.h>

#include "base/pointer.h"
#include "base/utf8.h"
#include "gltf/json.h"
#include "gltf/positions.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { POINTERS_MAX = 200 };

struct input {
    struct arena *arena;
    const char *text;
    size_t size;
    const struct tree *tree;
    struct position places[POINTERS_MAX];
    size_t count;
};

static void add(struct input *input, const char *pointer)
{
    if (input->count < POINTERS_MAX) {
        input->places[input->count++].pointer = pointer;
    }
}

static void on_duplicate(void *context, const struct scan_position *position, size_t first, size_t second, size_t value)
{
    struct input *input = context;
    require(first < second && second < value && value <= input->size);
    require(input->text[first] == '"' && input->text[second] == '"');
    const char *pointer = scan_pointer(position, input->arena, SCAN_POINTER_MAX);
    if (pointer != NULL) {
        add(input, pointer);
    }
}

static void on_extension(void *context, const struct scan_position *position, struct span key, size_t value)
{
    struct input *input = context;
    require(key.begin <= key.end && key.end < value && value <= input->size);
    const char *pointer = scan_pointer(position, input->arena, SCAN_POINTER_MAX);
    if (pointer != NULL) {
        add(input, pointer);
    }
}

static const struct tree *child_of(const struct tree *value, const char *token, size_t length)
{
    size_t index;
    if (tree_is_array(value)) {
        return pointer_token_index(token, length, &index) ? tree_at(value, index) : NULL;
    }
    for (void *at = tree_first(value); at != NULL; at = tree_next(value, at)) {
        if (pointer_token_is(token, length, tree_key(at), tree_key_length(at))) {
            return tree_value(at);
        }
    }
    return NULL;
}

/* Returns the value that the pointer refers to, or its nearest existing ancestor. */
static const struct tree *nearest(const struct tree *value, const char *pointer, bool *found)
{
    const char *token;
    size_t length;
    *found = true;
    while (pointer_next(&pointer, &token, &length)) {
        const struct tree *child = child_of(value, token, length);
        if (child == NULL) {
            *found = false;
            break;
        }
        value = child;
    }
    return value;
}

static void check_place(const struct input *input, const struct position *place)
{
    const struct span *value = &place->value;
    require(value->begin < value->end && value->end <= input->size && place->key <= value->begin);
    require(place->key == value->begin || input->text[place->key] == '"');
    bool found;
    const struct tree *should = nearest(input->tree, place->pointer, &found);
    require(found == place->found);
    require(tree_equal(tree_load(tree_pool_new(input->arena), input->text, *value), should));
    size_t line = 1;
    size_t begin = 0;
    for (size_t i = 0; i < value->begin; i++) {
        if (input->text[i] == '\n') {
            line++;
            begin = i + 1;
        }
    }
    require(place->line == line && place->column == 1 + utf8_count(input->text + begin, value->begin - begin));
}

/* Adds all pointers after the NUL of the text. */
static void add_pointers(struct input *input, const char *at, const char *end)
{
    while (at < end) {
        const char *stop = memchr(at, '\0', (size_t)(end - at));
        size_t length = (size_t)((stop == NULL ? end : stop) - at);
        add(input, arena_copy(input->arena, at, length));
        at += length + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *whole = (const char *)data;
    const char *nul = size == 0 ? NULL : memchr(whole, '\0', size);
    struct input *input = calloc(1, sizeof *input);
    require(input != NULL);
    input->arena = arena_new();
    input->text = whole;
    input->size = nul == NULL ? size : (size_t)(nul - whole);
    struct scan_events events = {.context = input, .duplicate = on_duplicate, .extension = on_extension};
    struct scan_result scan = scan_text(input->arena, whole, input->size, size, &events);
    if (scan.status == SCAN_OK) {
        input->tree = tree_load(tree_pool_new(input->arena), whole, scan.root);
        add(input, "");
        if (nul != NULL) {
            add_pointers(input, nul + 1, whole + size);
        }
        positions_find(input->arena, whole, input->size, input->places, input->count);
        for (size_t i = 0; i < input->count; i++) {
            check_place(input, &input->places[i]);
        }
    }
    arena_free(input->arena);
    free(input);
    return 0;
}
