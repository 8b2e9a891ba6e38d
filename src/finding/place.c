#include "finding/place.h"

#include <string.h>

#include "base/pointer.h"

static const char *const patterns[PLACE_COUNT] = {
#define PLACE(kind, pattern, ...) pattern,
#include "finding/places.def"
};

const char *place_pattern(enum place_kind kind)
{
    return patterns[kind];
}

struct place place_at(const char *pointer)
{
    for (unsigned kind = 0; kind < PLACE_COUNT; kind++) {
        size_t indices[4] = {0};
        const char *rest;
        if (pointer_match(pointer, patterns[kind], indices, &rest)) {
            return place_of((enum place_kind)kind, indices[0], indices[1], *rest == '\0' ? NULL : rest + 1);
        }
    }
    return place_file(); /* the pattern of the file matches everything */
}

bool place_within(const char *pointer, enum place_kind kind, const char *member, size_t indices[2], const char **rest)
{
    size_t found[4] = {0};
    const char *behind;
    if (!pointer_match(pointer, patterns[kind], found, &behind)) {
        return false;
    }
    if (member != NULL) {
        size_t length = strlen(member);
        if (*behind != '/' || strncmp(behind + 1, member, length) != 0) {
            return false;
        }
        behind += 1 + length;
        if (*behind != '\0' && *behind != '/') {
            return false;
        }
    }
    if (indices != NULL) {
        indices[0] = found[0];
        indices[1] = found[1];
    }
    if (rest != NULL) {
        *rest = behind;
    }
    return true;
}

bool place_is(const char *pointer, enum place_kind kind, const char *member)
{
    const char *rest;
    return place_within(pointer, kind, member, NULL, &rest) && *rest == '\0';
}

/* Whether a pattern ends with this key and an index. Most patterns don't. */
static bool ends_with(const char *pattern, const char *key, size_t length)
{
    size_t size = strlen(pattern);
    return size > length + 2 && pattern[size - 1] == '#' && pattern[size - length - 3] == '/' &&
           memcmp(pattern + size - length - 2, key, length) == 0;
}

bool place_before(const char *pointer, const char *end, struct place *place)
{
    const char *slash = end;
    while (slash > pointer && *--slash != '/') {
    }
    const char *key = slash;
    while (key > pointer && key[-1] != '/') {
        key--;
    }
    for (unsigned kind = 0; kind < PLACE_COUNT; kind++) {
        size_t indices[4] = {0};
        const char *rest;
        if (ends_with(patterns[kind], key, (size_t)(slash - key)) &&
            pointer_match(pointer, patterns[kind], indices, &rest) && rest == end) {
            *place = place_of((enum place_kind)kind, indices[0], indices[1], NULL);
            return true;
        }
    }
    return false;
}

void place_write(struct buf *buf, const struct place *place)
{
    size_t next = 0;
    for (const char *at = patterns[place->kind]; *at != '\0';) {
        const char *index = strchr(at, '#');
        size_t length = index == NULL ? strlen(at) : (size_t)(index - at);
        buf_add(buf, at, length);
        at += length;
        if (*at == '#') {
            buf_number(buf, place->index[next++]);
            at++;
        }
    }
    if (place->member != NULL) {
        buf_char(buf, '/');
        buf_str(buf, place->member);
    }
}
