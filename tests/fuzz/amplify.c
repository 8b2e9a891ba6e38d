#include "amplify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutate_text.h"

enum { GLB_HEAD = 20, DIGITS_MOST = 6 /* of a number that may be an index */ };

static uint32_t u32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void print_u32(uint8_t *at, size_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

static void find_text(struct amplified *amplified)
{
    const uint8_t *data = amplified->data;
    size_t size = amplified->size;
    amplified->glb = size >= GLB_HEAD && memcmp(data, "glTF", 4) == 0 && memcmp(data + 16, "JSON", 4) == 0;
    amplified->text = amplified->glb ? GLB_HEAD : 0;
    amplified->text_end = size;
    if (amplified->glb && u32(data + 12) <= size - GLB_HEAD) {
        amplified->text_end = GLB_HEAD + u32(data + 12);
    }
}

/* ---- choosing lists ---- */

static bool is_apart(const struct amplified *amplified, const struct value *value)
{
    for (size_t i = 0; i < amplified->count; i++) {
        const struct amplified_list *list = &amplified->lists[i];
        if (value->begin < list->end && list->begin < value->end) {
            return false;
        }
    }
    return true;
}

static size_t children_of(const struct map *map, size_t at)
{
    size_t count = 0;
    for (size_t i = at + 1; i < map->count && map->values[i].begin < map->values[at].end; i++) {
        count += map->values[i].parent == at;
    }
    return count;
}

static uint64_t roll(uint64_t *random)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *random >> 20;
}

bool amplify_choose(struct amplified *amplified, const uint8_t *data, size_t size, uint64_t seed)
{
    *amplified = (struct amplified){.data = data, .size = size};
    find_text(amplified);
    const char *text = (const char *)data;
    struct map *map = malloc(sizeof *map);
    bool mapped = map != NULL && map_values(map, text, amplified->text_end, amplified->text);
    amplified->shifts = roll(&seed) % 2 == 0;
    size_t wanted = 1 + roll(&seed) % AMPLIFIED_LISTS;
    for (size_t tries = 0; mapped && tries < 64 && amplified->count < wanted; tries++) {
        size_t at = roll(&seed) % map->count;
        const struct value *value = &map->values[at];
        /* prefers lists to objects, which need a new name for each copied member */
        bool fits = text[value->begin] == '[' || (text[value->begin] == '{' && at > 0 && tries % 4 == 0);
        size_t count = fits ? children_of(map, at) : 0;
        if (count > 0 && is_apart(amplified, value)) {
            amplified->lists[amplified->count++] =
                (struct amplified_list){value->begin + 1, (size_t)value->end - 1, count};
            amplified->repeated += value->end - value->begin - 1;
        }
    }
    free(map);
    return amplified->count > 0;
}

size_t amplify_times(const struct amplified *amplified, size_t size)
{
    return size <= amplified->size ? 1 : 1 + (size - amplified->size) / amplified->repeated;
}

/* ---- writing ---- */

struct writer {
    uint8_t *out;
    size_t size;
    size_t most; /* bytes beyond this are counted but not written */
};

static void put(struct writer *writer, const void *bytes, size_t size)
{
    if (writer->size + size <= writer->most) {
        memcpy(writer->out + writer->size, bytes, size);
    }
    writer->size += size;
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* Returns the number of digits of an integer that may be an index; 0 if there is none. */
static size_t index_digits(const uint8_t *at, const uint8_t *end)
{
    size_t digits = 0;
    while (at + digits < end && is_digit(at[digits])) {
        digits++;
    }
    bool goes_on = at + digits < end && (at[digits] == '.' || at[digits] == 'e' || at[digits] == 'E');
    return digits <= DIGITS_MOST && !goes_on ? digits : 0;
}

/* Writes the elements of a list once. Appends the number of the copy to names, so that members differ, and shifts
 * indices if copies are shifted. */
static void print_copy(struct writer *writer, const struct amplified *amplified, const struct amplified_list *list,
                       size_t copy)
{
    const uint8_t *end = amplified->data + list->end;
    bool members = amplified->data[list->begin - 1] == '{';
    size_t depth = 0;
    bool value = !members;
    for (const uint8_t *at = amplified->data + list->begin; at < end;) {
        char number[32];
        size_t digits = amplified->shifts && value && copy > 0 && !is_digit(at[-1]) ? index_digits(at, end) : 0;
        size_t size = 1;
        if (*at == '"') {
            while (at + size < end && at[size] != '"') {
                size += at[size] == '\\' ? 2 : 1;
            }
            size = size < (size_t)(end - at) ? size + 1 : (size_t)(end - at);
            bool named = members && depth == 0 && !value && copy > 0;
            put(writer, at, size - named);
            if (named) {
                put(writer, number, (size_t)snprintf(number, sizeof number, "%zu\"", copy));
            }
        } else if (digits > 0 && at[-1] != '-' && at[-1] != '.' && at[-1] != '+') {
            size_t index = strtoul((const char *)at, NULL, 10) + copy * list->count;
            put(writer, number, (size_t)snprintf(number, sizeof number, "%zu", index));
            size = digits;
        } else {
            put(writer, at, 1);
            depth += *at == '{' || *at == '[';
            depth -= (*at == '}' || *at == ']') && depth > 0;
            value = depth > 0 || *at == ':' || (value && *at != ',') || !members;
        }
        at += size;
    }
}

static int by_begin(const void *left, const void *right)
{
    const struct amplified_list *a = left;
    const struct amplified_list *b = right;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

size_t amplify(const struct amplified *amplified, size_t times, uint8_t *out, size_t most)
{
    struct writer writer = {out, 0, most};
    struct amplified_list lists[AMPLIFIED_LISTS];
    memcpy(lists, amplified->lists, sizeof lists);
    qsort(lists, amplified->count, sizeof *lists, by_begin);
    size_t at = 0;
    for (size_t i = 0; i < amplified->count; i++) {
        put(&writer, amplified->data + at, lists[i].begin - at);
        for (size_t copy = 0; copy < times && writer.size <= most; copy++) {
            put(&writer, ",", copy > 0);
            print_copy(&writer, amplified, &lists[i], copy);
        }
        at = lists[i].end;
    }
    put(&writer, amplified->data + at, amplified->text_end - at);
    while (amplified->glb && writer.size % 4 != 0) {
        put(&writer, " ", 1);
    }
    size_t text = writer.size;
    put(&writer, amplified->data + amplified->text_end, amplified->size - amplified->text_end);
    if (writer.size > most) {
        return 0;
    }
    if (amplified->glb) {
        print_u32(out + 8, writer.size);
        print_u32(out + 12, text - GLB_HEAD);
    }
    return writer.size;
}
