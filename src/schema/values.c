/* Reads keywords about a value by itself: types, allowed values, numbers, strings, and our own x-index and x-finite. */
#include <string.h>

#include "schema/compiler.h"
#include "schema/program.h"

enum { DEEPEST = 1024 };

/* Compares an integer with a double. Their integer parts are compared as integers. */
static int compare_mixed(int64_t integer, double real)
{
    if (!real_fits_integer(real)) {
        return real < 0 ? 1 : -1;
    }
    int64_t whole = (int64_t)real;
    if (integer != whole) {
        return integer < whole ? -1 : 1;
    }
    double fraction = real - (double)whole;
    return (fraction < 0) - (fraction > 0);
}

int number_compare(const struct flat_value *a, const struct flat_value *b)
{
    if (a->type == b->type) {
        return a->type == JSON_INTEGER
                   ? (a->number.integer > b->number.integer) - (a->number.integer < b->number.integer)
                   : (a->number.real > b->number.real) - (a->number.real < b->number.real);
    }
    return a->type == JSON_INTEGER ? compare_mixed(a->number.integer, b->number.real)
                                   : -compare_mixed(b->number.integer, a->number.real);
}

/* Whether two values are equal, ignoring their children. */
static bool same_heads(const struct either *a, const struct tree *b)
{
    struct flat_value left = a->tree == NULL ? *a->value : flat_head(a->tree);
    struct flat_value right = flat_head(b);
    if (flat_is_number(&left) && flat_is_number(&right)) {
        return number_compare(&left, &right) == 0;
    }
    if (left.type != JSON_STRING || right.type != JSON_STRING || left.size != right.size) {
        return left.type == right.type && left.size == right.size;
    }
    const char *text = a->tree == NULL ? flat_text(a->flat, a->value) : tree_text(a->tree, NULL);
    return memcmp(text, tree_text(b, NULL), left.size) == 0;
}

static bool same_at(struct either a, const struct tree *b, int level, bool *deep)
{
    if (!same_heads(&a, b)) {
        return false;
    }
    struct each each = {.in = a};
    const char *key;
    struct either inner;
    while (each_next(&each, &key, &inner)) {
        if (level > DEEPEST) {
            *deep = true;
            return false;
        }
        const struct tree *other = key == NULL ? tree_at(b, each.index - 1) : tree_get(b, key);
        if (other == NULL || !same_at(inner, other, level + 1, deep)) {
            return false;
        }
    }
    return true;
}

bool equal_values(struct either a, const struct tree *b, bool *deep)
{
    return same_at(a, b, 0, deep);
}

static uint64_t mix_hash(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * UINT64_C(0x9fb21c651e98df25);
    hash ^= hash >> 35;
    hash *= UINT64_C(0xff51afd7ed558ccd);
    return hash ^ hash >> 28;
}

static uint64_t hash_text(const char *text, size_t length, uint64_t seed)
{
    uint64_t hash = mix_hash(seed, length);
    uint64_t word;
    for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = mix_hash(hash, word);
    }
    word = 0;
    memcpy(&word, text, length);
    return mix_hash(hash, word);
}

static uint64_t hash_number(const struct flat_value *number, uint64_t seed)
{
    if (number->type == JSON_INTEGER) {
        return mix_hash(seed, (uint64_t)number->number.integer);
    }
    double real = number->number.real;
    if (real_fits_integer(real) && number_is_whole(real)) {
        return mix_hash(seed, (uint64_t)(int64_t)real);
    }
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return mix_hash(seed + 1, bits);
}

static uint64_t hash_at(const struct tree *value, uint64_t seed, int level)
{
    struct flat_value head = flat_head(value);
    uint64_t hash = mix_hash(seed, flat_is_number(&head) ? JSON_INTEGER : head.type);
    if (level > DEEPEST) {
        return hash;
    }
    if (flat_is_number(&head)) {
        return hash_number(&head, hash);
    }
    if (head.type == JSON_STRING) {
        return hash_text(tree_text(value, NULL), head.size, hash);
    }
    struct each each = {.in.tree = value};
    const char *key;
    struct either inner;
    while (each_next(&each, &key, &inner)) {
        uint64_t more = hash_at(inner.tree, seed, level + 1);
        /* Members are added up, so that their order doesn't matter. */
        hash = key == NULL ? mix_hash(hash, more) : hash + mix_hash(hash_text(key, strlen(key), seed), more);
    }
    return hash;
}

uint64_t equal_hash(const struct tree *value, uint64_t seed)
{
    return hash_at(value, seed, 0);
}

/* Returns the bits of a type's name; 0 if it is unknown. An integer in draft-04 must be written as one. */
static uint32_t type_bits(const char *text, int dialect)
{
    const struct {
        const char *name;
        uint32_t bits;
    } types[] = {
        {"object", 1U << JSON_OBJECT},
        {"array", 1U << JSON_ARRAY},
        {"string", 1U << JSON_STRING},
        {"number", 1U << JSON_INTEGER | 1U << JSON_REAL},
        {"integer", 1U << JSON_INTEGER | (dialect == NEWER ? TYPE_WHOLE : 0)},
        {"boolean", 1U << JSON_TRUE | 1U << JSON_FALSE},
        {"null", 1U << JSON_NULL},
    };
    for (size_t i = 0; text != NULL && i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, text) == 0) {
            return types[i].bits;
        }
    }
    return 0;
}

static bool read_type(struct reading *reading)
{
    const struct flat_value *type = reading->values[KEYWORD_TYPE];
    if (type == NULL) {
        return true;
    }
    const struct flat *flat = &reading->compiler->flat;
    int dialect = reading->source->dialect;
    uint32_t bits = type_bits(flat_text(flat, type), dialect);
    bool known = bits != 0 || (flat_is(type, JSON_ARRAY) && type->size > 0);
    for (const struct flat_value *at = flat_begin(type); at != flat_end(type); at += at->span) {
        uint32_t more = type_bits(flat_text(flat, at), dialect);
        known = known && more != 0;
        bits |= more;
    }
    reading->node.types = bits;
    return known || compile_refuse_value(reading, KEYWORD_TYPE, "the name of a type, or an array of such names");
}

static bool read_choice(struct reading *reading)
{
    const struct flat_value *values = reading->values[KEYWORD_ENUM];
    const struct flat_value *only = reading->values[KEYWORD_CONST];
    if (values != NULL && only != NULL) {
        return compile_refuse(reading->compiler, reading->source, reading->json,
                              "enum and const side by side are not supported");
    }
    if (values == NULL && only == NULL) {
        return true;
    }
    if (values != NULL && !flat_is(values, JSON_ARRAY)) {
        return compile_refuse_value(reading, KEYWORD_ENUM, "an array");
    }
    struct compiler *compiler = reading->compiler;
    const struct flat_value *json = only == NULL ? values : only;
    struct choice_part choice = {
        .keyword = only == NULL ? KEYWORD_ENUM : KEYWORD_CONST,
        .value = place_of(compiler, json),
        .strings = names_begin(compiler, only == NULL ? values->size : 1),
    };
    for (const struct flat_value *at = only == NULL ? flat_begin(values) : only; at != flat_end(json); at += at->span) {
        const char *name = reading_name(reading, at);
        if (name != NULL) {
            names_enter(compiler, &choice.strings, name, at->size);
        }
        choice.others = choice.others || name == NULL; /* also strings that contain a NUL */
    }
    reading->node.choice = add_choices(compiler, 1);
    compiler->choices[reading->node.choice] = choice;
    return true;
}

/* Reads minimum or maximum and its exclusive form: a flag in draft-04, a separate number later. */
static bool read_limit(struct reading *reading, enum keyword keyword, enum keyword exclusive, int relation,
                       struct number_part *part)
{
    const struct flat_value *value = reading->values[keyword];
    const struct flat_value *strict = reading->values[exclusive];
    bool flag = false;
    if (reading->source->dialect == DRAFT4) {
        if (!reading_flag(reading, exclusive, &flag)) {
            return false;
        }
        if (strict != NULL && value == NULL) {
            return compile_refuse(reading->compiler, reading->source, reading->json, "%s needs %s beside it",
                                  keyword_text(exclusive), keyword_text(keyword));
        }
        strict = NULL;
    }
    if (value != NULL && !flat_is_number(value)) {
        return compile_refuse_value(reading, keyword, "a number");
    }
    if (strict != NULL && !flat_is_number(strict)) {
        return compile_refuse_value(reading, exclusive, "a number");
    }
    if (value != NULL) {
        part->limits[part->count++] = (struct number_limit){
            .keyword = keyword, .relation = relation + (flag ? 1 : 0), .number = place_of(reading->compiler, value)};
    }
    if (strict != NULL) {
        part->limits[part->count++] = (struct number_limit){
            .keyword = exclusive, .relation = relation + 1, .number = place_of(reading->compiler, strict)};
    }
    return true;
}

static bool read_numbers(struct reading *reading)
{
    struct number_part part = {.count = 0};
    if (!read_limit(reading, KEYWORD_MINIMUM, KEYWORD_EXCLUSIVE_MINIMUM, LIMIT_AT_LEAST, &part) ||
        !read_limit(reading, KEYWORD_MAXIMUM, KEYWORD_EXCLUSIVE_MAXIMUM, LIMIT_AT_MOST, &part)) {
        return false;
    }
    double bound = 0;
    const struct flat_value *finite = reading->values[KEYWORD_X_FINITE];
    if (finite != NULL && (!flat_number(finite, &bound) || bound <= 0)) {
        return compile_refuse_value(reading, KEYWORD_X_FINITE, "a number above 0");
    }
    part.finite = place_of(reading->compiler, finite);
    if (part.count > 0 || part.finite != 0) {
        reading->node.number = add_numbers(reading->compiler, 1);
        reading->compiler->numbers[reading->node.number] = part;
    }
    return true;
}

static bool read_texts(struct reading *reading)
{
    struct text_part part = {.most = UINT64_MAX};
    if (!reading_size(reading, KEYWORD_MIN_LENGTH, &part.least) ||
        !reading_size(reading, KEYWORD_MAX_LENGTH, &part.most)) {
        return false;
    }
    if (part.least > 0 || part.most < UINT64_MAX) {
        reading->node.text = add_texts(reading->compiler, 1);
        reading->compiler->texts[reading->node.text] = part;
    }
    return true;
}

static bool read_index(struct reading *reading)
{
    const struct flat_value *value = reading->values[KEYWORD_X_INDEX];
    if (value == NULL) {
        return true;
    }
    struct compiler *compiler = reading->compiler;
    const char *name = flat_text(&compiler->flat, value);
    if (name == NULL || *name == '\0') {
        return compile_refuse_value(reading, KEYWORD_X_INDEX, "the name of an array, or \"any\"");
    }
    if (strcmp(name, "any") == 0) {
        reading->node.index = INDEX_ANY;
        return true;
    }
    uint32_t at = 1;
    while (at < compiler->indices_count && strcmp(compiler->flat.texts + compiler->indices[at].text, name) != 0) {
        at++;
    }
    if (at > INDEX_MAX) {
        return compile_refuse(compiler, reading->source, reading->json, "x-index names more than %d arrays",
                              (int)INDEX_MAX);
    }
    if (at == compiler->indices_count) {
        add_indices(compiler, 1);
        compiler->indices[at] = (struct name){.text = value->text, .length = value->size};
    }
    reading->node.index = INDEX_ANY + at;
    return true;
}

bool keywords_values(struct reading *reading)
{
    return read_type(reading) && read_choice(reading) && read_numbers(reading) && read_texts(reading) &&
           read_index(reading);
}
