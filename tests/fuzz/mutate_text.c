#include "mutate_text.h"

#include <stdlib.h>
#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t skip_space(const char *text, size_t size, size_t at)
{
    while (at < size && is_space(text[at])) {
        at++;
    }
    return at;
}

/* Returns the position after a string's closing quote; 0 if it is missing. */
static size_t string_end(const char *text, size_t size, size_t at)
{
    for (at++; at < size; at++) {
        if (text[at] == '\\') {
            at++;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return 0;
}

/* Returns the position after a number or literal; at itself if there is none. */
static size_t word_end(const char *text, size_t size, size_t at)
{
    while (at < size && ((text[at] >= '0' && text[at] <= '9') || (text[at] >= 'a' && text[at] <= 'z') ||
                         text[at] == '-' || text[at] == '+' || text[at] == '.' || text[at] == 'E')) {
        at++;
    }
    return at;
}

/* Returns the position after a member's name and colon; 0 if they are absent. */
static size_t key_end(const char *text, size_t size, size_t at)
{
    size_t end = text[at] == '"' ? string_end(text, size, at) : 0;
    end = end == 0 ? size : skip_space(text, size, end);
    return end < size && text[end] == ':' ? end + 1 : 0;
}

bool map_values(struct map *map, const char *text, size_t size, size_t from)
{
    size_t within = SIZE_MAX;
    size_t key = SIZE_MAX;
    size_t behind_key = 0;
    map->count = 0;
    for (size_t at = skip_space(text, size, from); at < size; at = skip_space(text, size, at)) {
        char c = text[at];
        bool closes = c == '}' || c == ']';
        if (within != SIZE_MAX && c == ',') {
            at++;
        } else if (closes && within != SIZE_MAX && key == SIZE_MAX) {
            map->values[within].end = (uint32_t)++at;
            if (within == 0) {
                return true;
            }
            within = map->values[within].parent;
        } else if (within != SIZE_MAX && key == SIZE_MAX && text[map->values[within].begin] == '{') {
            key = at;
            at = key_end(text, size, at);
            behind_key = at;
            if (at == 0) {
                return false;
            }
        } else {
            size_t end = c == '"' ? string_end(text, size, at) : word_end(text, size, at);
            bool opens = c == '{' || c == '[';
            if (map->count == MAP_MOST || (!opens && (end == 0 || end == at))) {
                return false;
            }
            map->values[map->count++] = (struct value){.begin = (uint32_t)at,
                                                       .end = (uint32_t)end,
                                                       .key = (uint32_t)(key == SIZE_MAX ? at : key),
                                                       .key_end = (uint32_t)(key == SIZE_MAX ? at : behind_key),
                                                       .parent = (uint32_t)(within == SIZE_MAX ? 0 : within)};
            key = SIZE_MAX;
            if (!opens && within == SIZE_MAX) {
                return true;
            }
            within = opens ? map->count - 1 : within;
            at = opens ? at + 1 : end;
        }
    }
    return false;
}

bool value_is_member(const struct value *value)
{
    return value->key < value->begin;
}

bool splice_pieces(struct text *text, size_t from, size_t to, const struct piece *pieces, size_t count)
{
    size_t rest = text->size - to;
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        length += pieces[i].size;
    }
    char *copy = from + length + rest > text->most ? NULL : malloc(length + 1);
    if (copy == NULL) {
        return false;
    }
    length = 0;
    for (size_t i = 0; i < count; i++) {
        memcpy(copy + length, pieces[i].bytes, pieces[i].size);
        length += pieces[i].size;
    }
    memmove(text->bytes + from + length, text->bytes + to, rest);
    memcpy(text->bytes + from, copy, length);
    text->size = from + length + rest;
    free(copy);
    return true;
}

bool splice_out(struct text *text, const struct map *map, size_t value)
{
    const struct value *out = &map->values[value];
    size_t from = out->key;
    size_t to = skip_space(text->bytes, text->size, out->end);
    if (value == 0) {
        return false;
    }
    if (to < text->size && text->bytes[to] == ',') {
        to++;
    } else {
        size_t before = from;
        to = out->end;
        while (before > 0 && is_space(text->bytes[before - 1])) {
            before--;
        }
        from = before > 0 && text->bytes[before - 1] == ',' ? before - 1 : from;
    }
    return splice_pieces(text, from, to, NULL, 0);
}
