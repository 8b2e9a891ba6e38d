/*
 * A JSON text, and behind a NUL byte pointers, each ended by another. Whatever they are: the place of each is what a
 * tree has there, or the nearest parent's; lines and columns are right; so are the pointers of equal keys.
 */
#include <jansson.h>
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
    json_t *tree;
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

static json_t *child_of(json_t *value, const char *token, size_t length)
{
    size_t index;
    if (json_is_array(value)) {
        return pointer_token_index(token, length, &index) ? json_array_get(value, index) : NULL;
    }
    const char *key;
    json_t *child;
    json_object_foreach(value, key, child)
    {
        if (pointer_token_is(token, length, key, strlen(key))) {
            return child;
        }
    }
    return NULL;
}

/* The value that the pointer leads to, or its nearest parent's. */
static json_t *nearest(json_t *value, const char *pointer, bool *found)
{
    const char *token;
    size_t length;
    *found = true;
    while (pointer_next(&pointer, &token, &length)) {
        json_t *child = child_of(value, token, length);
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
    json_t *should = nearest(input->tree, place->pointer, &found);
    require(found == place->found);
    json_t *is;
    tree_load(input->arena, input->text, *value, NULL, &is);
    require(is != NULL && json_equal(is, should));
    tree_release(is);
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

/* Everything behind the text's NUL. */
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
        tree_load(input->arena, whole, scan.root, NULL, &input->tree);
        add(input, "");
        if (nul != NULL) {
            add_pointers(input, nul + 1, whole + size);
        }
        positions_find(input->arena, whole, input->size, input->places, input->count);
        for (size_t i = 0; i < input->count; i++) {
            check_place(input, &input->places[i]);
        }
        tree_release(input->tree);
    }
    arena_free(input->arena);
    free(input);
    return 0;
}
