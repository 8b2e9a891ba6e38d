#include "schema/compiler.h"

#include <stdarg.h>
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "base/sort.h"

/* Makes room for more zeroed rows after *count of them. Returns the rows, which may have moved. */
static void *make_room(struct compiler *compiler, void *rows, size_t *count, size_t more, size_t *capacity, size_t size)
{
    if (more >= NONE - *count) {
        arena_exhausted(compiler->arena);
    }
    *count += more;
    while (*capacity < *count) {
        rows = arena_grow(compiler->arena, rows, *capacity, capacity, size);
    }
    return rows;
}

#define ARRAY(type, name)                                                                                              \
    uint32_t add_##name(struct compiler *compiler, size_t count)                                                       \
    {                                                                                                                  \
        uint32_t first = (uint32_t)compiler->name##_count;                                                             \
        compiler->name = make_room(compiler, compiler->name, &compiler->name##_count, count,                           \
                                   &compiler->name##_capacity, sizeof(type));                                          \
        return first;                                                                                                  \
    }
PROGRAM_ARRAYS(ARRAY)
WIDE_ARRAYS(ARRAY)
#undef ARRAY

/* Returns "name#/pointer" for a value, walking from the document down to it. */
static const char *place_text(struct compiler *compiler, const struct source *source, const struct flat_value *json)
{
    struct buf buf = BUF_INIT(compiler->arena);
    buf_str(&buf, source->name);
    buf_char(&buf, '#');
    for (const struct flat_value *at = source->top; at != json;) {
        size_t index;
        bool is_member = flat_is(at, JSON_OBJECT);
        at = flat_towards(at, json, &index);
        if (is_member) {
            const char *key = flat_key(&compiler->flat, at);
            pointer_add_key(&buf, key, at->key_size);
        } else {
            pointer_add_index(&buf, index);
        }
    }
    return buf_text(&buf);
}

bool compile_refuse(struct compiler *compiler, const struct source *source, const struct flat_value *json,
                    const char *format, ...)
{
    struct buf buf = BUF_INIT(compiler->arena);
    va_list args;
    va_start(args, format);
    buf_vprintf(&buf, format, args);
    va_end(args);
    buf_printf(&buf, " (at %s)", place_text(compiler, source, json));
    for (size_t i = 0; i < buf.length; i++) {
        if ((unsigned char)buf.text[i] < ' ') {
            buf.text[i] = '?'; /* keep it on one line */
        }
    }
    compiler->error = buf_text(&buf);
    return false;
}

bool compile_refuse_value(struct reading *reading, enum keyword keyword, const char *what)
{
    return compile_refuse(reading->compiler, reading->source, reading->json, "%s must be %s", keyword_text(keyword),
                          what);
}

const struct source *compile_source(const struct compiler *compiler, const struct flat_value *json)
{
    const struct source *source = compiler->sources;
    while (json >= flat_end(source->top)) {
        source++;
    }
    return source;
}

bool compile_node(struct compiler *compiler, const struct source *source, const struct flat_value *json, uint32_t *node)
{
    if (flat_is_boolean(json) && source->dialect == NEWER) {
        *node = flat_is(json, JSON_TRUE) ? NODE_ANY : NODE_FALSE;
        return true;
    }
    if (!flat_is(json, JSON_OBJECT)) {
        return compile_refuse(compiler, source, json, "a schema must be an object%s",
                              source->dialect == NEWER ? " or a boolean" : "");
    }
    uint32_t value = place_of(compiler, json);
    uint32_t *met = &compiler->value_nodes[value];
    if (*met == 0) {
        *met = add_nodes(compiler, 1);
        compiler->nodes[*met] = (struct node){.value = value, .types = TYPE_ALL};
    }
    *node = *met;
    return true;
}

bool reading_size(struct reading *reading, enum keyword keyword, uint64_t *out)
{
    const struct flat_value *value = reading->values[keyword];
    if (value == NULL) {
        return true;
    }
    if (flat_is(value, JSON_INTEGER) && value->number.integer >= 0) {
        *out = (uint64_t)value->number.integer;
        return true;
    }
    if (flat_is(value, JSON_REAL) && value->number.real >= 0 && number_is_whole(value->number.real)) {
        *out = value->number.real < 0x1p63 ? (uint64_t)value->number.real : UINT64_MAX;
        return true;
    }
    return compile_refuse_value(reading, keyword, "a whole number from 0");
}

bool reading_flag(struct reading *reading, enum keyword keyword, bool *out)
{
    const struct flat_value *value = reading->values[keyword];
    if (value != NULL && !flat_is_boolean(value)) {
        return compile_refuse_value(reading, keyword, "a boolean");
    }
    if (value != NULL) {
        *out = flat_is(value, JSON_TRUE);
    }
    return true;
}

const char *reading_name(const struct reading *reading, const struct flat_value *value)
{
    const char *text = flat_text(&reading->compiler->flat, value);
    return text != NULL && strlen(text) == value->size ? text : NULL;
}

/* Parts are sorted by node, because nodes are read in this order. */
bool wide_has_part(const struct compiler *compiler, uint32_t node)
{
    size_t at;
    SORT_SEARCH(at, 0, compiler->parts_count, compiler->parts[at].node < node);
    return at < compiler->parts_count && compiler->parts[at].node == node;
}
