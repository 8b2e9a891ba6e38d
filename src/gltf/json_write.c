/* Prints trees as text, and compares them. */
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "gltf/json_parts.h"

/* An array or object that is being printed. */
struct json_writing {
    const struct tree *value;
    const struct tree_member **order; /* of an object with sorted members */
    size_t next;
};

static void write_text(struct buf *out, const char *text, size_t length)
{
    static const char named[] = "\"\\\b\f\n\r\t";
    static const char letters[] = "\"\\bfnrt";
    buf_char(out, '"');
    size_t from = 0;
    for (size_t i = 0; i < length; i++) {
        const char *name = text[i] == '\0' ? NULL : strchr(named, text[i]);
        if (name == NULL && (unsigned char)text[i] >= 0x20) {
            continue;
        }
        buf_add(out, text + from, i - from);
        from = i + 1;
        if (name != NULL) {
            buf_char(out, '\\');
            buf_char(out, letters[name - named]);
        } else {
            buf_printf(out, "\\u%04X", (unsigned char)text[i]);
        }
    }
    buf_add(out, text + from, length - from);
    buf_char(out, '"');
}

/* Prints a point or an exponent always, so that the number isn't an integer. The point is "." in every locale. */
static void write_real(struct buf *out, double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, value);
    const char *at = text + strspn(text, "-0123456789");
    buf_add(out, text, (size_t)(at - text));
    if (*at == '\0') {
        buf_str(out, ".0");
        return;
    }
    if (*at != 'e') {
        at += strcspn(at, "0123456789e"); /* the point of the locale */
        size_t length = strspn(at, "0123456789");
        buf_char(out, '.');
        buf_add(out, at, length);
        at += length;
    }
    if (*at == 'e') {
        buf_char(out, 'e');
        at++;
        buf_str(out, *at == '-' ? "-" : "");
        at += strspn(at, "+-");
        buf_str(out, at + strspn(at, "0"));
    }
}

static void write_scalar(struct buf *out, const struct tree *value, int digits)
{
    size_t length = 0;
    const char *text = tree_text(value, &length);
    switch (tree_type(value)) {
    case TREE_STRING:
        write_text(out, text, length);
        break;
    case TREE_INTEGER:
        buf_printf(out, "%lld", (long long)tree_integer(value));
        break;
    case TREE_REAL:
        write_real(out, tree_real(value), digits);
        break;
    default:
        buf_str(out, value->type == TREE_TRUE ? "true" : value->type == TREE_FALSE ? "false" : "null");
        break;
    }
}

static int compare_keys(const void *left, const void *right)
{
    const struct tree_member *a = *(const struct tree_member *const *)left;
    const struct tree_member *b = *(const struct tree_member *const *)right;
    return strcmp(a->key->text, b->key->text);
}

static const struct tree_member **sorted_members(struct arena *arena, const struct tree *object)
{
    const struct tree_member **order = arena_array(arena, object->size, sizeof *order);
    for (size_t i = 0; i < object->size; i++) {
        order[i] = &object->as.members[i];
    }
    sort_array(arena, order, object->size, sizeof *order, compare_keys);
    return order;
}

/* Returns the next child of the current value and prints its key; NULL at the end. */
static const struct tree *next_child(struct buf *out, struct json_writing *at)
{
    if (at->next >= at->value->size) {
        return NULL;
    }
    if (at->next > 0) {
        buf_char(out, ',');
    }
    size_t i = at->next++;
    if (at->value->type == TREE_ARRAY) {
        return &at->value->as.elements[i];
    }
    const struct tree_member *member = at->order != NULL ? at->order[i] : &at->value->as.members[i];
    write_text(out, member->key->text, member->key->length);
    buf_char(out, ':');
    return &member->value;
}

/* arena NULL: members in the order of the file. */
static void write_all(struct buf *out, struct arena *arena, const struct tree *value, int digits)
{
    struct json_writing open[SCAN_DEPTH_MAX + 1];
    size_t depth = 0;
    while (value != NULL) {
        if (tree_is_object(value) || tree_is_array(value)) {
            open[depth] = (struct json_writing){.value = value};
            open[depth++].order = arena != NULL && tree_is_object(value) ? sorted_members(arena, value) : NULL;
            buf_char(out, tree_is_object(value) ? '{' : '[');
        } else {
            write_scalar(out, value, digits);
        }
        value = NULL;
        while (depth > 0 && (value = next_child(out, &open[depth - 1])) == NULL) {
            buf_char(out, tree_is_object(open[--depth].value) ? '}' : ']');
        }
    }
}

const char *tree_written(struct arena *arena, const struct tree *value)
{
    enum { DIGITS = 9 };
    struct buf out = BUF_INIT(arena);
    write_all(&out, NULL, value, DIGITS);
    return value == NULL ? "null" : buf_text(&out);
}

void tree_add_sorted(struct buf *out, struct arena *arena, const struct tree *value)
{
    enum { DIGITS = 17 };
    write_all(out, arena, value, DIGITS);
}

/* ---- equality ---- */

struct json_pair {
    const struct tree *a;
    const struct tree *b;
    size_t next;
};

/* Whether two values are equal, ignoring their children. */
static bool same_heads(const struct tree *a, const struct tree *b)
{
    if (a->type != b->type) {
        return false;
    }
    switch (tree_type(a)) {
    case TREE_STRING:
        return a->size == b->size && memcmp(tree_text(a, NULL), tree_text(b, NULL), a->size) == 0;
    case TREE_INTEGER:
        return a->as.integer == b->as.integer;
    case TREE_REAL:
        return a->as.real == b->as.real;
    default:
        return a->size == b->size;
    }
}

bool tree_equal(const struct tree *a, const struct tree *b)
{
    struct json_pair open[SCAN_DEPTH_MAX + 1];
    size_t depth = 0;
    for (;;) {
        if (a == NULL || b == NULL || !same_heads(a, b)) {
            return false;
        }
        if (tree_is_object(a) || tree_is_array(a)) {
            open[depth++] = (struct json_pair){a, b, 0};
        }
        while (depth > 0 && open[depth - 1].next >= open[depth - 1].a->size) {
            depth--;
        }
        if (depth == 0) {
            return true;
        }
        struct json_pair *pair = &open[depth - 1];
        size_t i = pair->next++;
        if (pair->a->type == TREE_ARRAY) {
            a = &pair->a->as.elements[i];
            b = &pair->b->as.elements[i];
        } else {
            const struct tree_member *member = &pair->a->as.members[i];
            const struct tree_member *other = tree_member_of(pair->b, member->key->text, member->key->length);
            a = &member->value;
            b = other == NULL ? NULL : &other->value;
        }
    }
}
