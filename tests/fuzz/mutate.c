#include "mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_words.h"
#include "mutate_text.h"

enum { WORDS = sizeof words / sizeof *words, GLB_HEAD = 20, SCALAR_MOST = 400 };

static const char *const scalars[] = {
    "0",           "-0",         "1",       "-1",         "2",
    "3",           "0.5",        "1e-7",    "1e308",      "-1e308",
    "1e999",       "4294967295", "2.0",     "4294967296", "2147483648",
    "3.14159265",  "65535",      "65536",   "255",        "256",
    "1000000",     "1e-320",     "0.1",     "-0.001",     "9007199254740993",
    "90",          "180",        "-3.2",    "5126",       "5123",
    "true",        "false",      "null",    "\"\"",       "[]",
    "{}",          "[0]",        "[0,0,0]", "[0,1,0]",    "[1,2,3]",
    "[0,0,0,1]",   "[0,0,0,0]",  "[[[]]]",  "{\"\":0}",   "\"\\u0000\"",
    "\"\\ud800\"", "\"\xff\"",   "\"1.0\"", "\"a/b~c\"",  "18446744073709551616",
};

/* A value of each kind, empty and not. Values of files are replaced by them more often than by other values: a rule
 * that expects one kind must accept all others. */
static const char *const kinds[] = {"{}", "[]",   "null",       "\"\"", "0",     "true",
                                    "-1", "[{}]", "{\"a\":{}}", "[[]]", "\"x\"", "1e300"};

static uint64_t roll(uint64_t *random)
{
    /* splitmix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014 */
    uint64_t z = *random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static size_t below(uint64_t *random, size_t limit)
{
    return limit == 0 ? 0 : (size_t)(roll(random) % limit);
}

size_t mutate_plainly(uint8_t *data, size_t size, size_t most, uint64_t *random)
{
    static const uint8_t odd[] = {0, 1, 2, 4, 0x7F, 0x80, 0xFE, 0xFF};
    size_t at = below(random, size);
    size_t run = 1 + below(random, below(random, 4) == 0 ? 16 : 3);
    switch (below(random, 7)) {
    case 0:
        return below(random, 4) == 0 ? at : size - (size - at < run ? size - at : run);
    case 1:
        run = most - size < run ? most - size : run;
        memmove(data + at + run, data + at, size - at);
        for (size_t i = 0; i < run; i++) {
            data[at + i] = (uint8_t)roll(random);
        }
        return size + run;
    case 2:
        run = size - at < run ? size - at : run;
        memmove(data + at, data + below(random, size - run + 1), run);
        return size;
    case 3:
        for (size_t i = at; i < size && i < at + run; i++) {
            data[i] = odd[below(random, sizeof odd)];
        }
        return size;
    default:
        if (size > 0) {
            data[at] = (uint8_t)(below(random, 2) == 0 ? roll(random) : data[at] ^ 1U << below(random, 8));
        }
        return size;
    }
}

/* Writes a value of any type as JSON. */
static size_t any_value(char out[SCALAR_MOST], uint64_t *random)
{
    int size;
    switch (below(random, 6)) {
    case 0:
        size = snprintf(out, SCALAR_MOST, "%zu", below(random, 24));
        break;
    case 1:
        size = snprintf(out, SCALAR_MOST, "%s", words[below(random, WORDS)]);
        break;
    case 2:
        size = snprintf(out, SCALAR_MOST, "%.*g", 1 + (int)below(random, 17),
                        ((double)roll(random) / 9e18 - 1) * (below(random, 4) == 0 ? 1e6 : 2));
        break;
    default:
        size = snprintf(out, SCALAR_MOST, "%s", scalars[below(random, sizeof scalars / sizeof *scalars)]);
    }
    return (size_t)size;
}

/* Writes a number near another: one more, half, its negative, ... */
static size_t near_number(char out[SCALAR_MOST], const char *number, size_t size, uint64_t *random)
{
    char copy[64] = "";
    memcpy(copy, number, size < sizeof copy - 1 ? size : sizeof copy - 1);
    double value = strtod(copy, NULL);
    switch (below(random, 6)) {
    case 0:
        value += 1;
        break;
    case 1:
        value -= 1;
        break;
    case 2:
        value = -value;
        break;
    case 3:
        value *= 2;
        break;
    case 4:
        value /= 3;
        break;
    default:
        value *= 1 + 1e-3 * (double)below(random, 1000);
    }
    return (size_t)snprintf(out, SCALAR_MOST, "%.15g", value);
}

static bool is_number(const struct text *text, const struct value *value)
{
    char c = text->bytes[value->begin];
    return c == '-' || (c >= '0' && c <= '9');
}

/* Returns any value, but rarely the root, and more often a member than an element, since elements are numerous. */
static size_t pick(const struct map *map, uint64_t *random)
{
    size_t at = below(random, map->count);
    for (int i = 0; i < 3 && (at == 0 || !value_is_member(&map->values[at])); i++) {
        at = below(random, map->count);
    }
    return at;
}

/* Inserts a member or element at the beginning of an object or array. Replaces any other value. */
static bool print_in(struct text *text, const struct value *value, struct piece key, struct piece item)
{
    char open = text->bytes[value->begin];
    if (open != '{' && open != '[') {
        return splice_pieces(text, value->begin, value->end, &item, 1);
    }
    bool empty = memchr("}]", text->bytes[value->begin + 1], 2) != NULL;
    const struct piece pieces[] = {key, {":", 1}, item, {",", empty ? 0 : 1}};
    size_t first = open == '{' ? 0 : 2;
    return splice_pieces(text, value->begin + 1, value->begin + 1, pieces + first, 4 - first);
}

static struct piece piece_of(const struct text *text, size_t from, size_t to)
{
    return (struct piece){text->bytes + from, to - from};
}

/* Inserts a copy of a value or member before another, with a comma. */
static bool print_before(struct text *text, const struct value *before, const struct value *what)
{
    const struct piece pieces[] = {piece_of(text, what->key, what->end), {",", 1}};
    return splice_pieces(text, before->key, before->key, pieces, 2);
}

static bool swap_values(struct text *text, const struct value *a, const struct value *b)
{
    const struct value *first = a->begin < b->begin ? a : b;
    const struct value *last = first == a ? b : a;
    if (first->end > last->begin) {
        return false; /* one contains the other */
    }
    const struct piece pieces[] = {piece_of(text, last->begin, last->end), piece_of(text, first->end, last->begin),
                                   piece_of(text, first->begin, first->end)};
    return splice_pieces(text, first->begin, last->end, pieces, 3);
}

/* Returns another member or element of the same parent; value itself if none is found. */
static size_t sibling(const struct map *map, size_t value, uint64_t *random)
{
    for (int i = 0; i < 20; i++) {
        size_t other = below(random, map->count);
        if (other != 0 && other != value && map->values[other].parent == map->values[value].parent) {
            return other;
        }
    }
    return value;
}

/* Returns a quoted name: one from the schemas, or one from the text. */
static struct piece any_key(const struct text *text, const struct map *map, uint64_t *random)
{
    const struct value *other = &map->values[below(random, map->count)];
    size_t from = other->key;
    while (value_is_member(other) && from < other->key_end && text->bytes[from] == '"' && below(random, 2) == 0) {
        size_t to = other->key_end - 1;
        while (to > from && text->bytes[to - 1] != '"') {
            to--;
        }
        return piece_of(text, from, to);
    }
    const char *word = words[below(random, WORDS)];
    return (struct piece){word, strlen(word)};
}

static bool replace(struct text *text, const struct value *value, uint64_t *random)
{
    char scalar[SCALAR_MOST];
    struct piece with = {scalar, 0};
    size_t size = value->end - value->begin;
    bool tweak = is_number(text, value) && below(random, 2) == 0;
    with.size = tweak ? near_number(scalar, text->bytes + value->begin, size, random) : any_value(scalar, random);
    return splice_pieces(text, value->begin, value->end, &with, 1);
}

static bool change(struct text *text, const struct map *map, uint64_t *random)
{
    size_t at = pick(map, random);
    const struct value *value = &map->values[at];
    const struct value *other = &map->values[below(random, map->count)];
    char scalar[SCALAR_MOST];
    struct piece with = {scalar, 0};
    switch (below(random, 13)) {
    case 0:
        return splice_out(text, map, at);
    case 1:
        return at != 0 && print_before(text, value, value);
    case 2:
        return at != 0 && print_before(text, &map->values[sibling(map, at, random)], value);
    case 3:
        with = any_key(text, map, random);
        return value_is_member(value) &&
               splice_pieces(text, value->key, value->begin, (const struct piece[]){with, {":", 1}}, 2);
    case 4:
        return swap_values(text, value, other);
    case 5:
        return swap_values(text, value, &map->values[sibling(map, at, random)]);
    case 6:
        with = piece_of(text, other->begin, other->end);
        return splice_pieces(text, value->begin, value->end, &with, 1);
    case 7:
        with.size = any_value(scalar, random);
        value = &map->values[value->parent];
        return print_in(text, value, any_key(text, map, random), with);
    case 8:
        with = piece_of(text, other->begin, other->end);
        value = &map->values[value->parent];
        return print_in(text, value,
                        other->key == other->begin ? any_key(text, map, random) : (struct piece){"\"extras\"", 8},
                        with);
    case 9:
    case 10:
        with.bytes = kinds[below(random, sizeof kinds / sizeof *kinds)];
        with.size = strlen(with.bytes);
        return splice_pieces(text, value->begin, value->end, &with, 1);
    default:
        return replace(text, value, random);
    }
}

/* Finds the JSON of a GLB; any other file is a text as a whole. Returns the beginning of the text. */
static size_t find_text(const uint8_t *data, size_t size, size_t *text_size)
{
    uint32_t length = 0;
    *text_size = size;
    if (size < GLB_HEAD || memcmp(data, "glTF", 4) != 0 || memcmp(data + 16, "JSON", 4) != 0) {
        return 0;
    }
    for (unsigned i = 0; i < 4; i++) {
        length |= (uint32_t)data[12 + i] << 8 * i;
    }
    *text_size = length < size - GLB_HEAD ? length : size - GLB_HEAD;
    return GLB_HEAD;
}

static void put32(uint8_t *out, size_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        out[i] = (uint8_t)(value >> 8 * i);
    }
}

/* Maps one of the values that follow each other. Returns false if the first isn't valid. */
static bool map_one(struct map *map, const char *text, size_t size, uint64_t *random)
{
    bool found = map_values(map, text, size, 0);
    size_t end = found ? map->values[0].end : size;
    end += end < size && text[end] == '\0' ? 1 : 0;
    if (found && end < size && below(random, 2) == 0 && !map_values(map, text, size, end)) {
        found = map_values(map, text, size, 0);
    }
    return found;
}

/* Writes a text between the head and the rest of the file, and usually corrects the lengths of a GLB. */
static size_t assemble(uint8_t *out, size_t head, const struct text *text, const uint8_t *rest, size_t rest_size,
                       uint64_t *random)
{
    size_t size = text->size;
    memcpy(out + head, text->bytes, size);
    while (head > 0 && size % 4 != 0) {
        out[head + size++] = ' ';
    }
    memcpy(out + head + size, rest, rest_size);
    if (head > 0 && below(random, 16) != 0) {
        put32(out + 8, head + size + rest_size);
        put32(out + 12, size);
    }
    return head + size + rest_size;
}

size_t mutate(uint8_t *data, size_t size, size_t most, uint64_t seed, mutate_bytes *plainly)
{
    uint64_t random = seed;
    size_t text_size;
    size_t head = find_text(data, size, &text_size);
    size_t rest_size = size - head - text_size;
    struct map *map = malloc(sizeof *map);
    /* leaves room for padding */
    struct text text = {malloc(most + 8), text_size, most < head + rest_size + 4 ? 0 : most - head - rest_size - 4};
    uint8_t *rest = malloc(rest_size + 1);
    bool done = false;
    if (map != NULL && text.bytes != NULL && rest != NULL && below(&random, 12) != 0 && text_size <= text.most) {
        memcpy(text.bytes, data + head, text_size);
        memcpy(rest, data + head + text_size, rest_size);
        size_t times = 1 + (below(&random, 3) == 0 ? below(&random, 5) : 0);
        for (size_t i = 0; i < times * 4 && times > 0 && map_one(map, text.bytes, text.size, &random); i++) {
            bool changed = change(&text, map, &random);
            done = done || changed;
            times -= changed ? 1 : 0;
        }
        if (rest_size > 8 && below(&random, 4) == 0) {
            mutate_plainly(rest + 8, rest_size - 8, rest_size - 8, &random); /* without the chunk's header */
        }
        size = done ? assemble(data, head, &text, rest, rest_size, &random) : size;
    }
    free(rest);
    free(text.bytes);
    free(map);
    return done ? size : plainly(data, size, most, &random);
}

/* Returns a value of b with the same name if one is found soon, else any value. */
static const struct value *like(const struct text *a, const struct value *value, const char *b, const struct map *map,
                                uint64_t *random)
{
    const struct value *found = &map->values[pick(map, random)];
    size_t size = value->key_end - value->key;
    for (int i = 0; i < 32 && value_is_member(value); i++) {
        const struct value *other = &map->values[below(random, map->count)];
        if (other->key_end - other->key == size && memcmp(b + other->key, a->bytes + value->key, size) == 0) {
            return other;
        }
    }
    return found;
}

size_t mutate_cross(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out, size_t most,
                    uint64_t seed)
{
    uint64_t random = seed;
    size_t sizes[2];
    size_t head = find_text(a, a_size, &sizes[0]);
    size_t begin = find_text(b, b_size, &sizes[1]);
    size_t rest_size = a_size - head - sizes[0];
    const char *other = (const char *)b + begin;
    struct map *maps = malloc(2 * sizeof *maps);
    struct text text = {malloc(most + 8), sizes[0], most < head + rest_size + 4 ? 0 : most - head - rest_size - 4};
    size_t size = 0;
    if (maps != NULL && text.bytes != NULL && sizes[0] <= text.most) {
        memcpy(text.bytes, a + head, sizes[0]);
        if (map_one(&maps[0], text.bytes, text.size, &random) && map_one(&maps[1], other, sizes[1], &random)) {
            const struct value *value = &maps[0].values[pick(&maps[0], &random)];
            const struct value *from = like(&text, value, other, &maps[1], &random);
            struct piece item = {other + from->begin, from->end - from->begin};
            struct piece key = any_key(&text, &maps[0], &random);
            bool done = below(&random, 2) == 0 ? splice_pieces(&text, value->begin, value->end, &item, 1)
                                               : print_in(&text, value, key, item);
            if (done) {
                memcpy(out, a, head);
                size = assemble(out, head, &text, a + head + sizes[0], rest_size, &random);
            }
        }
    }
    free(text.bytes);
    free(maps);
    return size;
}
