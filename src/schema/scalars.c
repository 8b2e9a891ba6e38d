/* What a value must be by itself: an index, a number within limits, a text of some length, one of some values. */
#include "schema/program.h"

static bool say_index(struct run *run, const struct node *node, const struct tree *value, const struct path *path,
                      enum schema_problem problem, size_t count)
{
    const struct flat_value *name = node_says(run, node, KEYWORD_X_INDEX);
    struct fault what = {.problem = problem,
                         .keyword = KEYWORD_X_INDEX,
                         .value = value,
                         .limit = name,
                         .name = flat_text(&run->program->flat, name),
                         .count = count};
    return fault(run, node, path, &what);
}

bool scalars_index(struct run *run, const struct node *node, const struct tree *value, const struct path *path,
                   bool *known)
{
    if (!tree_is_number(value)) {
        return say_index(run, node, value, path, SCHEMA_INDEX_TYPE, 0);
    }
    bool is_integer = tree_is_integer(value);
    int64_t integer = tree_integer(value);
    double real = tree_real(value);
    if (!is_integer && !number_is_whole(real)) {
        return say_index(run, node, value, path, SCHEMA_INDEX_FRACTION, 0);
    }
    if (node->index != INDEX_ANY) {
        if (is_integer ? integer < 0 : real < 0) {
            return say_index(run, node, value, path, SCHEMA_INDEX_NEGATIVE, 0);
        }
        uint64_t bound = run->bounds[node->index];
        /* no array has 2^63 elements, and below that a whole double converts exactly */
        uint64_t index = is_integer ? (uint64_t)integer : real < 0x1p63 ? (uint64_t)real : UINT64_MAX;
        if (index >= bound && bound != UINT64_MAX) {
            return say_index(run, node, value, path, SCHEMA_INDEX_RANGE, (size_t)bound);
        }
    }
    *known = true;
    return is_integer || say_index(run, node, value, path, SCHEMA_INDEX_FLOAT, 0);
}

static bool limit_holds(const struct program *program, const struct limit *limit, const struct flat_value *number)
{
    int order = number_compare(number, &program->flat.values[limit->number]);
    switch (limit->relation) {
    case LIMIT_AT_LEAST:
        return order >= 0;
    case LIMIT_ABOVE:
        return order > 0;
    case LIMIT_AT_MOST:
        return order <= 0;
    default:
        return order < 0;
    }
}

static bool is_mild(const struct node *node, enum keyword keyword)
{
    return (node->mild >> (2 * keyword) & 3) != 0;
}

/* One failure for one number, and of several limits the one that is an error. */
bool scalars_number(struct run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    const struct number_part *part = &run->program->numbers[node->number];
    const struct flat_value *finite = program_value(run->program, part->finite);
    struct flat_value number = flat_head(value);
    if (finite != NULL) {
        struct flat_value negative = {.type = JSON_REAL, .number.real = -tree_real(value)};
        if (number_compare(&number, finite) >= 0 ||
            (negative.number.real > 0 && number_compare(&negative, finite) >= 0)) {
            struct fault what = {
                .problem = SCHEMA_NOT_FINITE, .keyword = KEYWORD_X_FINITE, .value = value, .limit = finite};
            return fault(run, node, path, &what);
        }
    }
    const struct limit *broken = NULL;
    for (unsigned i = 0; i < part->count; i++) {
        const struct limit *limit = &part->limits[i];
        if ((broken == NULL || (is_mild(node, broken->keyword) && !is_mild(node, limit->keyword))) &&
            !limit_holds(run->program, limit, &number)) {
            broken = limit;
        }
    }
    if (broken == NULL) {
        return true;
    }
    struct fault what = {.problem = SCHEMA_RANGE,
                         .keyword = broken->keyword,
                         .value = value,
                         .limit = program_value(run->program, broken->number)};
    return fault(run, node, path, &what);
}

bool scalars_text(struct run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    const struct text_part *part = &run->program->texts[node->text];
    size_t count = 0;
    size_t length;
    const char *text = tree_text(value, &length);
    if (texts_length_holds(part, text, length, &count)) {
        return true;
    }
    enum keyword keyword = count < part->least ? KEYWORD_MIN_LENGTH : KEYWORD_MAX_LENGTH;
    struct fault what = {.problem = SCHEMA_LENGTH,
                         .keyword = keyword,
                         .value = value,
                         .limit = node_says(run, node, keyword),
                         .count = count};
    return fault(run, node, path, &what);
}

bool scalars_choice(struct run *run, const struct node *node, const struct tree *value, const struct path *path)
{
    const struct flat *flat = &run->program->flat;
    const struct choice_part *choice = &run->program->choices[node->choice];
    const struct name_table strings = name_table_of(run->program, &choice->strings);
    const struct flat_value *all = program_value(run->program, choice->value);
    size_t length;
    const char *text = tree_text(value, &length);
    if (text != NULL && name_table_find(strings, text, length) != NONE) {
        return true;
    }
    bool only = choice->keyword == KEYWORD_CONST;
    const struct flat_value *at = only ? all : flat_begin(all);
    bool deep = false; /* then the two are not the same */
    for (; choice->others && at != flat_end(all); at += at->span) {
        if (equal_values((struct either){.flat = flat, .value = at}, value, &deep)) {
            return true;
        }
    }
    struct fault what = {.problem = SCHEMA_ENUM, .keyword = choice->keyword, .value = value, .limit = all};
    if (!run->quiet) {
        hints_value(run, node, &what);
    }
    return fault(run, node, path, &what);
}
