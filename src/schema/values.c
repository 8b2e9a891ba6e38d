/* Keywords about a value by itself: its type, what it is one of, numbers, texts, our own x-index and x-finite. */
#include <string.h>

#include "schema/compiler.h"

static bool refuse_value(struct reading *reading, enum keyword keyword, const char *what)
{
    return compile_refuse(reading->compiler, reading->place, "%s must be %s", keyword_text(keyword), what);
}

bool keywords_size(struct reading *reading, enum keyword keyword, uint64_t *out)
{
    const json_t *value = reading->values[keyword];
    if (value == NULL) {
        return true;
    }
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *out = (uint64_t)json_integer_value(value);
        return true;
    }
    double real = json_real_value(value);
    if (json_is_real(value) && real >= 0 && number_is_whole(real)) {
        *out = real < 0x1p63 ? (uint64_t)real : UINT64_MAX;
        return true;
    }
    return refuse_value(reading, keyword, "a whole number from 0");
}

bool keywords_flag(struct reading *reading, enum keyword keyword, bool *out)
{
    const json_t *value = reading->values[keyword];
    if (value != NULL && !json_is_boolean(value)) {
        return refuse_value(reading, keyword, "a boolean");
    }
    if (value != NULL) {
        *out = json_is_true(value);
    }
    return true;
}

/* The bits of a type's name, 0 when it isn't one. An integer of draft-04 is written as one. */
static uint32_t type_bits(const json_t *name, int dialect)
{
    const char *text = json_string_value(name);
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
    const json_t *type = reading->values[KEYWORD_TYPE];
    if (type == NULL) {
        return true;
    }
    uint32_t bits = type_bits(type, reading->source->dialect);
    bool known = bits != 0 || (json_is_array(type) && json_array_size(type) > 0);
    for (size_t i = 0; i < json_array_size(type); i++) {
        uint32_t more = type_bits(json_array_get(type, i), reading->source->dialect);
        known = known && more != 0;
        bits |= more;
    }
    reading->node.types = bits;
    return known || refuse_value(reading, KEYWORD_TYPE, "the name of a type, or an array of such names");
}

static bool read_choice(struct reading *reading)
{
    const json_t *values = reading->values[KEYWORD_ENUM];
    const json_t *only = reading->values[KEYWORD_CONST];
    if (values != NULL && only != NULL) {
        return compile_refuse(reading->compiler, reading->place, "enum and const side by side are not supported");
    }
    if (values == NULL && only == NULL) {
        return true;
    }
    if (values != NULL && !json_is_array(values)) {
        return refuse_value(reading, KEYWORD_ENUM, "an array");
    }
    struct arena *arena = reading->compiler->arena;
    struct choice_part *choice = arena_alloc(arena, sizeof *choice);
    *choice = (struct choice_part){.keyword = only == NULL ? KEYWORD_ENUM : KEYWORD_CONST,
                                   .json = only == NULL ? values : only};
    size_t most = only == NULL ? json_array_size(values) : 1;
    const char **names = arena_array(arena, most, sizeof *names);
    uint32_t count = 0;
    for (size_t i = 0; i < most; i++) {
        const json_t *value = only == NULL ? json_array_get(values, i) : only;
        const char *text = json_string_value(value);
        if (text != NULL && strlen(text) == json_string_length(value)) {
            names[count++] = text;
        } else {
            choice->others = true; /* strings that hold a NUL too */
        }
    }
    name_table_build(arena, &choice->strings, names, count);
    reading->node.choice = choice;
    return true;
}

/* minimum, or maximum, and its exclusive form: a flag of draft-04, a number of its own later. */
static bool read_limit(struct reading *reading, enum keyword keyword, enum keyword exclusive, int relation,
                       struct number_part *part)
{
    const json_t *value = reading->values[keyword];
    const json_t *strict = reading->values[exclusive];
    bool flag = false;
    if (reading->source->dialect == DRAFT4) {
        if (!keywords_flag(reading, exclusive, &flag)) {
            return false;
        }
        if (strict != NULL && value == NULL) {
            return compile_refuse(reading->compiler, reading->place, "%s needs %s beside it", keyword_text(exclusive),
                                  keyword_text(keyword));
        }
        strict = NULL;
    }
    if (value != NULL && !json_is_number(value)) {
        return refuse_value(reading, keyword, "a number");
    }
    if (strict != NULL && !json_is_number(strict)) {
        return refuse_value(reading, exclusive, "a number");
    }
    if (value != NULL) {
        part->limits[part->count++] = (struct limit){
            .keyword = keyword, .relation = relation + (flag ? 1 : 0), .number = number_of(value), .json = value};
    }
    if (strict != NULL) {
        part->limits[part->count++] =
            (struct limit){.keyword = exclusive, .relation = relation + 1, .number = number_of(strict), .json = strict};
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
    const json_t *finite = reading->values[KEYWORD_X_FINITE];
    if (finite != NULL) {
        if (!json_is_number(finite) || json_number_value(finite) <= 0) {
            return refuse_value(reading, KEYWORD_X_FINITE, "a number above 0");
        }
        part.finite = true;
        part.bound = number_of(finite);
    }
    if (part.count > 0 || part.finite) {
        reading->node.number = arena_alloc(reading->compiler->arena, sizeof part);
        *reading->node.number = part;
    }
    return true;
}

static bool read_texts(struct reading *reading)
{
    struct text_part part = {.most = UINT64_MAX};
    if (!keywords_size(reading, KEYWORD_MIN_LENGTH, &part.least) ||
        !keywords_size(reading, KEYWORD_MAX_LENGTH, &part.most)) {
        return false;
    }
    if (part.least > 0 || part.most < UINT64_MAX) {
        reading->node.text = arena_alloc(reading->compiler->arena, sizeof part);
        *reading->node.text = part;
    }
    return true;
}

static bool read_index(struct reading *reading)
{
    const json_t *value = reading->values[KEYWORD_X_INDEX];
    if (value == NULL) {
        return true;
    }
    const char *name = json_string_value(value);
    if (name == NULL || *name == '\0') {
        return refuse_value(reading, KEYWORD_X_INDEX, "the name of an array, or \"any\"");
    }
    if (strcmp(name, "any") == 0) {
        reading->node.index = INDEX_ANY;
        return true;
    }
    struct schema *schema = reading->compiler->schema;
    uint32_t at = 0;
    while (at < schema->index_count && strcmp(schema->index_names[at], name) != 0) {
        at++;
    }
    if (at == INDEX_MAX) {
        return compile_refuse(reading->compiler, reading->place, "x-index names more than %d arrays", (int)INDEX_MAX);
    }
    if (at == schema->index_count) {
        schema->index_names[schema->index_count++] = name;
    }
    reading->node.index = INDEX_FIRST + at;
    return true;
}

bool keywords_values(struct reading *reading)
{
    return read_type(reading) && read_choice(reading) && read_numbers(reading) && read_texts(reading) &&
           read_index(reading);
}
