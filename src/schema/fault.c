#include <assert.h>
#include <string.h>

#include "schema/program.h"

static size_t digits(size_t number)
{
    size_t count = 1;
    for (; number >= 10; number /= 10) {
        count++;
    }
    return count;
}

static size_t token_length(const struct path *path)
{
    if (path->key == NULL) {
        return digits(path->index);
    }
    size_t length = 0;
    for (const char *c = path->key; *c != '\0'; c++) {
        length += *c == '~' || *c == '/' ? 2 : 1;
    }
    return length;
}

/* Writes "/token", escaped, so that it ends at end; returns its start. */
static char *write_token(char *end, const struct path *path)
{
    if (path->key == NULL) {
        size_t number = path->index;
        do {
            *--end = (char)('0' + number % 10);
            number /= 10;
        } while (number > 0);
    } else {
        for (size_t i = strlen(path->key); i-- > 0;) {
            char c = path->key[i];
            if (c == '~' || c == '/') {
                *--end = c == '~' ? '0' : '1';
                c = '~';
            }
            *--end = c;
        }
    }
    *--end = '/';
    return end;
}

/* The pointer of a path, NULL when the room for pointers is used up: a file can make them as long as it likes. */
static const char *write_pointer(struct run *run, const struct path *path)
{
    const char *base = run->how->pointer == NULL ? "" : run->how->pointer;
    size_t base_length = strlen(base);
    size_t length = base_length;
    for (const struct path *at = path; at != NULL; at = at->up) {
        length += 1 + token_length(at);
    }
    if (length > run->room) {
        return NULL;
    }
    run->room -= length;
    char *pointer = arena_alloc(run->how->arena, length + 1);
    char *end = pointer + length;
    for (const struct path *at = path; at != NULL; at = at->up) {
        end = write_token(end, at);
    }
    memcpy(pointer, base, base_length); /* NOLINT(bugprone-not-null-terminated-result): it is, by the arena */
    return pointer;
}

static enum schema_level level_of(const struct node *node, const struct fault *what)
{
    if (what->problem == SCHEMA_INDEX_FLOAT || what->problem == SCHEMA_WHOLE_FLOAT) {
        return SCHEMA_WARNING;
    }
    if (what->keyword >= KEYWORD_ASSERTIONS) {
        return SCHEMA_ERROR;
    }
    unsigned bits = (unsigned)(node->mild >> (2 * what->keyword)) & 3;
    return bits == 0 ? SCHEMA_ERROR : bits == 1 ? SCHEMA_WARNING : SCHEMA_INFO;
}

bool fault(struct run *run, const struct node *node, const struct path *path, const struct fault *what)
{
    enum schema_level level = level_of(node, what);
    if (run->quiet || run->gave_up) {
        return level != SCHEMA_ERROR && !run->gave_up;
    }
    assert(run->how->arena != NULL);
    const char *pointer = write_pointer(run, path);
    if (pointer == NULL) {
        run->gave_up = true;
        return false;
    }
    struct schema_failure failure = {
        .problem = what->problem,
        .level = level,
        .pointer = pointer,
        .value = what->value,
        .keyword = what->keyword < KEYWORD_ASSERTIONS ? keyword_text(what->keyword) : "",
        .name = what->name,
        .flat = &run->program->flat,
        .limit = what->limit,
        .schema = &run->program->flat.values[node->value],
        .hint = what->hint,
        .hint_is_name = what->hint_is_name,
        .matches = what->matches,
        .count = what->count,
    };
    run->how->fail(run->how->context, &failure);
    return level != SCHEMA_ERROR;
}

bool fault_type(struct run *run, const struct node *node, const struct path *path, const struct tree *value)
{
    struct fault what = {
        .problem = SCHEMA_TYPE, .keyword = KEYWORD_TYPE, .value = value, .limit = node_says(run, node, KEYWORD_TYPE)};
    return fault(run, node, path, &what);
}

void fault_whole_float(struct run *run, const struct node *node, const struct path *path, const struct tree *value)
{
    struct fault what = {.problem = SCHEMA_WHOLE_FLOAT,
                         .keyword = KEYWORD_TYPE,
                         .value = value,
                         .limit = node_says(run, node, KEYWORD_TYPE)};
    fault(run, node, path, &what);
}

bool fault_false(struct run *run, const struct node *node, const struct path *path, const struct tree *value)
{
    struct fault what = {.problem = SCHEMA_FALSE, .keyword = KEYWORD_COUNT, .value = value};
    return fault(run, node, path, &what);
}

bool fault_size(struct run *run, const struct node *node, const struct path *path, const struct tree *value,
                enum keyword keyword, enum schema_problem problem, size_t count)
{
    struct fault what = {
        .problem = problem, .keyword = keyword, .value = value, .limit = node_says(run, node, keyword), .count = count};
    return fault(run, node, path, &what);
}

bool fault_missing(struct run *run, const struct node *node, const struct path *path, const struct tree *value,
                   const char *name)
{
    struct fault what = {.problem = SCHEMA_REQUIRED,
                         .keyword = KEYWORD_REQUIRED,
                         .value = value,
                         .limit = program_value(run->program, run->program->objects[node->object].required),
                         .name = name};
    return fault(run, node, path, &what);
}

bool fault_unknown(struct run *run, const struct node *node, const struct path *path, const struct tree *value,
                   enum keyword keyword)
{
    struct fault what = {.problem = SCHEMA_UNKNOWN_MEMBER,
                         .keyword = keyword,
                         .value = value,
                         .limit = node_says(run, node, keyword),
                         .name = path->key};
    if (!run->quiet) {
        hints_member(run, node, &what);
    }
    return fault(run, node, path, &what);
}

bool fault_alternatives(struct run *run, const struct node *node, const struct path *path, const struct tree *value,
                        const struct group *group, size_t matches)
{
    bool negated = group->keyword == KEYWORD_NOT;
    struct fault what = {.problem = negated ? SCHEMA_NOT : SCHEMA_ONE_OF,
                         .keyword = group->keyword,
                         .value = value,
                         .limit = program_value(run->program, group->value),
                         .matches = negated ? 0 : matches};
    return fault(run, node, path, &what);
}
