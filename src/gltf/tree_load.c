/* From text to trees: one pass, without recursion. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gltf/scan_number.h"
#include "gltf/tree.h"

enum {
    STACK_FIRST = 64,  /* values */
    STACK_KEPT = 4096, /* values; a larger stack goes as soon as the tree stands that needed it */
    SPARE_SIZE = 2048, /* bytes that texts are cut from */
    SPARE_MOST = 256,  /* bytes; longer texts get memory of their own */
    MET = 128,         /* texts that may come again */
    MET_LONGEST = 32,  /* bytes; longer ones hardly do */
};

/* An array or object that is being filled: its values lie on the stack from begin on. */
struct frame {
    size_t begin;
    bool is_object;
};

struct loader {
    struct trees *trees;
    const char *text;
    size_t size; /* the end of the span */
    size_t at;
    size_t count; /* values on the stack */
    size_t depth;
    struct frame frames[SCAN_DEPTH_MAX + 1];
};

void trees_start(struct trees *trees, struct arena *arena, const char *text, bool repeats)
{
    *trees = (struct trees){.arena = arena, .text = text, .repeats = repeats};
    trees->met = arena_array(arena, MET, sizeof *trees->met);
}

void trees_end(struct trees *trees)
{
    free(trees->stack);
    trees->stack = NULL;
    trees->room = 0;
}

/* ---- texts ---- */

static struct tree_text *new_text(struct trees *trees, size_t length)
{
    struct tree_text *text;
    if (length > UINT32_MAX) {
        arena_exhausted(trees->arena);
    }
    size_t align = _Alignof(struct tree_text);
    size_t size = (sizeof *text + length + 1 + align - 1) / align * align;
    if (size > SPARE_MOST) {
        return arena_alloc(trees->arena, size);
    }
    if (size > trees->spare_size) {
        trees->spare = arena_alloc(trees->arena, SPARE_SIZE);
        trees->spare_size = SPARE_SIZE;
    }
    text = (struct tree_text *)(void *)trees->spare;
    trees->spare += size;
    trees->spare_size -= size;
    return text;
}

/* A copy; of short texts one serves many. */
static const struct tree_text *copy_plain(struct trees *trees, const char *text, size_t length)
{
    const struct tree_text **met = NULL;
    if (length <= MET_LONGEST && length > 0) {
        size_t hash = length * 31 + (size_t)(unsigned char)text[0] * 7 + (size_t)(unsigned char)text[length / 2] * 13 +
                      (unsigned char)text[length - 1];
        met = &trees->met[hash % MET];
        if (*met != NULL && (*met)->length == length && memcmp((*met)->text, text, length) == 0) {
            return *met;
        }
    }
    struct tree_text *copy = new_text(trees, length);
    copy->length = (uint32_t)length;
    memcpy(copy->text, text, length);
    if (met != NULL) {
        *met = copy;
    }
    return copy;
}

/* The text whose opening quote stands at the loader's place, which moves behind it. */
static const struct tree_text *take_text(struct loader *loader, bool is_key)
{
    struct span inside = {loader->at + 1, scan_string_end(loader->text, loader->size, loader->at + 1)};
    const char *text = loader->text + inside.begin;
    size_t length = inside.end - inside.begin;
    loader->at = inside.end + 1;
    if (length == 0 || memchr(text, '\\', length) == NULL) {
        return copy_plain(loader->trees, text, length);
    }
    struct tree_text *copy = new_text(loader->trees, length);
    length = is_key ? scan_key_text(loader->text, inside, copy->text) : scan_unescape(loader->text, inside, copy->text);
    copy->text[length] = '\0';
    copy->length = (uint32_t)length;
    return copy;
}

/* ---- the stack ---- */

/* The next free value; valid until the next call. */
static struct tree_member *push(struct loader *loader)
{
    struct trees *trees = loader->trees;
    if (loader->count == trees->room) {
        size_t room = trees->room == 0 ? STACK_FIRST : trees->room * 2;
        struct tree_member *larger = room > SIZE_MAX / sizeof *larger ? NULL : malloc(room * sizeof *larger);
        if (larger == NULL) {
            arena_exhausted(trees->arena);
        }
        if (loader->count > 0) {
            memcpy(larger, trees->stack, loader->count * sizeof *larger);
        }
        free(trees->stack);
        trees->stack = larger;
        trees->room = room;
    }
    struct tree_member *top = &trees->stack[loader->count++];
    top->key = NULL;
    return top;
}

static int compare_keys(const void *left, const void *right)
{
    const struct tree_member *a = *(const struct tree_member *const *)left;
    const struct tree_member *b = *(const struct tree_member *const *)right;
    int order = strcmp(a->key->text, b->key->text);
    return order != 0 ? order : (a > b) - (a < b);
}

static void sort(const struct tree_member **sorted, const struct tree_member *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sorted[i] = &members[i];
    }
    qsort(sorted, count, sizeof *sorted, compare_keys);
}

/* Leaves each key once: where it stands first, with its last value. Returns how many there are then. */
static size_t drop_repeats(struct arena *arena, struct tree_member *members, size_t count)
{
    struct arena_mark mark = arena_mark(arena);
    const struct tree_member **sorted = arena_array(arena, count, sizeof *sorted);
    sort(sorted, members, count);
    size_t dropped = 0;
    for (size_t i = 0, first = 0; i < count; i++) {
        if (i > first && strcmp(sorted[first]->key->text, sorted[i]->key->text) == 0) {
            members[sorted[first] - members].value = sorted[i]->value;
            members[sorted[i] - members].key = NULL;
            dropped++;
        } else {
            first = i;
        }
    }
    arena_release(arena, mark);
    size_t kept = 0;
    for (size_t i = 0; i < count && dropped > 0; i++) {
        if (members[i].key != NULL) {
            members[kept++] = members[i];
        }
    }
    return count - dropped;
}

/* Moves what an object holds from the stack to the arena. */
static struct tree close_object(struct loader *loader, struct tree_member *members, size_t count)
{
    struct arena *arena = loader->trees->arena;
    if (loader->trees->repeats && count > 1) {
        count = drop_repeats(arena, members, count);
    }
    size_t each = sizeof *members + (count > TREE_FEW ? sizeof(struct tree_member *) : 0);
    struct tree_member *kept = arena_array(arena, count, each);
    struct tree object = {.is = {.members = kept}, .count = (uint32_t)count, .type = TREE_OBJECT};
    memcpy(kept, members, count * sizeof *members);
    if (count > TREE_FEW) {
        sort((const struct tree_member **)(void *)(kept + count), kept, count);
    }
    return object;
}

static struct tree close_array(struct loader *loader, const struct tree_member *values, size_t count)
{
    struct tree *kept = arena_array(loader->trees->arena, count, sizeof *kept);
    for (size_t i = 0; i < count; i++) {
        kept[i] = values[i].value;
    }
    return (struct tree){.is = {.elements = kept}, .count = (uint32_t)count, .type = TREE_ARRAY};
}

/* The array or object that was filled last becomes one value, in the place of its own on the stack. */
static void close_frame(struct loader *loader)
{
    const struct frame *frame = &loader->frames[--loader->depth];
    struct tree_member *values = loader->trees->stack + frame->begin;
    size_t count = loader->count - frame->begin;
    if (count > UINT32_MAX) {
        arena_exhausted(loader->trees->arena); /* as it would: that is 64 gigabytes and more */
    }
    struct tree value = {.is = {.elements = NULL}, .type = frame->is_object ? TREE_OBJECT : TREE_ARRAY};
    if (count > 0) {
        value = frame->is_object ? close_object(loader, values, count) : close_array(loader, values, count);
    }
    values[-1].value = value;
    loader->count = frame->begin;
}

/* ---- values ---- */

static struct tree take_number(struct loader *loader)
{
    struct scan_value number;
    loader->at = scan_number_value(loader->trees->arena, loader->text, loader->size, loader->at, &number);
    if (number.is_integer) {
        return (struct tree){.is = {.integer = number.integer}, .type = TREE_INTEGER};
    }
    double real = isinf(number.real) ? copysign(TREE_OVERFLOW, number.real) : number.real;
    return (struct tree){.is = {.real = real}, .type = TREE_REAL};
}

static struct tree take_scalar(struct loader *loader)
{
    const struct tree_text *text;
    struct tree value = {.is = {.text = NULL}, .type = TREE_STRING};
    switch (loader->text[loader->at]) {
    case '"':
        text = take_text(loader, false);
        value.is.text = text->text;
        value.count = text->length;
        return value;
    case 't':
        value.type = TREE_TRUE;
        break;
    case 'f':
        value.type = TREE_FALSE;
        break;
    case 'n':
        value.type = TREE_NULL;
        break;
    default:
        return take_number(loader);
    }
    loader->at += value.type == TREE_FALSE ? 5 : 4;
    return value;
}

static void pass_space(struct loader *loader)
{
    loader->at = scan_space(loader->text, loader->size, loader->at);
}

/* The value at the loader's place, onto the stack; an array or object is only opened. */
static void take_value(struct loader *loader)
{
    char first = loader->text[loader->at];
    struct tree_member *top = &loader->trees->stack[loader->count - 1];
    if (first != '{' && first != '[') {
        top->value = take_scalar(loader);
        return;
    }
    assert(loader->depth <= SCAN_DEPTH_MAX);
    loader->frames[loader->depth++] = (struct frame){loader->count, first == '{'};
    loader->at++;
}

/* The next member or element of what is open; false when it ends here. */
static bool take_child(struct loader *loader)
{
    pass_space(loader);
    char next = loader->at < loader->size ? loader->text[loader->at] : ']';
    if (next == ']' || next == '}') {
        loader->at++;
        return false;
    }
    if (next == ',') {
        loader->at++;
        pass_space(loader);
    }
    const struct tree_text *key = NULL;
    if (loader->frames[loader->depth - 1].is_object) {
        key = take_text(loader, true);
        pass_space(loader);
        loader->at++; /* the colon */
        pass_space(loader);
    }
    push(loader)->key = key;
    take_value(loader);
    return true;
}

const struct tree *tree_load(struct trees *trees, struct span span)
{
    struct loader loader;
    loader.trees = trees;
    loader.text = trees->text;
    loader.size = span.end;
    loader.at = span.begin;
    loader.count = 0;
    loader.depth = 0;
    push(&loader);
    take_value(&loader);
    while (loader.depth > 0) {
        arena_pulse(trees->arena);
        if (!take_child(&loader)) {
            close_frame(&loader);
        }
    }
    struct tree *root = arena_alloc(trees->arena, sizeof *root);
    *root = trees->stack->value;
    if (trees->room > STACK_KEPT) {
        trees_end(trees);
    }
    return root;
}
