#include <assert.h>
#include <string.h>

#include "base/nearest.h"
#include "schema/program.h"

static size_t count_digits(size_t number)
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
        return count_digits(path->index);
    }
    size_t length = 0;
    for (const char *c = path->key; *c != '\0'; c++) {
        length += *c == '~' || *c == '/' ? 2 : 1;
    }
    return length;
}

/* Writes "/token", escaped, so that it ends at end. Returns its start. */
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

/* Returns the pointer of a path; NULL if the memory for pointers is used up: a file can make them very long. */
static const char *write_pointer(struct schema_run *run, const struct path *path)
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
    memcpy(pointer, base, base_length); /* NOLINT(bugprone-not-null-terminated-result): the arena terminates it */
    return pointer;
}

static enum schema_level level_of(const struct node *node, const struct failure_facts *what)
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

bool fault(struct schema_run *run, const struct node *node, const struct path *path, const struct tree *value,
           const struct failure_facts *what)
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
    bool failed = what->keyword < KEYWORD_ASSERTIONS;
    struct schema_failure failure = {
        .problem = what->problem,
        .level = level,
        .pointer = pointer,
        .value = value,
        .keyword = failed ? keyword_text(what->keyword) : "",
        .name = what->name,
        .flat = &run->program->flat,
        .limit = what->limit == NULL && failed ? node_names(run, node, what->keyword) : what->limit,
        .schema = &run->program->flat.values[node->value],
        .hint = what->hint,
        .hint_is_name = what->hint_is_name,
        .matches = what->matches,
        .count = what->count,
    };
    run->how->fail(run->how->context, &failure);
    return level != SCHEMA_ERROR;
}

/* ---- suggestions ---- */

/* Sets the suggestion: by x-hints or else the nearest of the first count names. */
static void find_hint(struct schema_run *run, const struct node *node, const char *name, const struct name_range *range,
                      uint32_t count, struct failure_facts *what)
{
    const struct flat *flat = &run->program->flat;
    const struct name_table table = name_table_of(run->program, range);
    what->hint = flat_text(flat, flat_get(flat, node_names(run, node, KEYWORD_X_HINTS), name));
    if (what->hint != NULL) {
        what->hint_is_name = name_table_find(table, what->hint, strlen(what->hint)) < count;
        return;
    }
    /* A file of only unknown names gets suggestions for the first ten thousands of them. */
    if (count > run->guesses) {
        return;
    }
    run->guesses -= count;
    struct nearest nearest = nearest_to(name, strlen(name));
    for (uint32_t i = 0; i < count; i++) {
        nearest_offer(&nearest, name_table_text(&table, i));
    }
    what->hint = nearest.tied ? NULL : nearest.best.text; /* VEC may mean VEC2 or VEC3 */
    what->hint_is_name = what->hint != NULL && strcmp(what->hint, name) != 0;
    what->hint = what->hint_is_name ? what->hint : NULL;
}

static void hint_member(struct schema_run *run, const struct node *node, struct failure_facts *what)
{
    const struct object_part *object = &run->program->objects[node->object];
    const struct name_range *names = &run->program->choices[run->program->nodes[object->names].choice].strings;
    if (names->count > 0 && object->known == 0) {
        find_hint(run, node, what->name, names, names->count, what);
    } else {
        find_hint(run, node, what->name, &object->table, object->known, what);
    }
}

static void hint_value(struct schema_run *run, const struct node *node, const struct tree *value,
                       struct failure_facts *what)
{
    size_t length;
    const char *text = tree_text(value, &length);
    if (text != NULL && strlen(text) == length) {
        const struct name_range *names = &run->program->choices[node->choice].strings;
        find_hint(run, node, text, names, names->count, what);
    }
}

bool fault_unknown(struct schema_run *run, const struct node *node, const struct path *path, const struct tree *value,
                   enum keyword keyword)
{
    struct failure_facts what = {.problem = SCHEMA_UNKNOWN_MEMBER, .keyword = keyword, .name = path->key};
    if (!run->quiet) {
        hint_member(run, node, &what);
    }
    return fault(run, node, path, value, &what);
}

bool fault_choice(struct schema_run *run, const struct node *node, const struct path *path, const struct tree *value,
                  enum keyword keyword)
{
    struct failure_facts what = {.problem = SCHEMA_ENUM, .keyword = keyword};
    if (!run->quiet) {
        hint_value(run, node, value, &what);
    }
    return fault(run, node, path, value, &what);
}
