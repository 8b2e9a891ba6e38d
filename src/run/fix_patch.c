/* Converts the edits of a round to operations that can be applied one after the other. */
#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "base/text.h"
#include "edit/style.h"
#include "gltf/positions.h"
#include "run/fix.h"

/* An edit and its position in the text. */
struct placed {
    const struct vrmlint_edit *edit;
    struct span value;
    size_t offset;
    bool found;
    bool holds; /* of a move: the object that it moves into exists */
};

/* Sorts edits that change no other value's pointer first; then the others from the end of the text to its beginning,
 * because a removal or insertion moves only what follows it. */
static int compare_placed(const void *left, const void *right)
{
    const struct placed *a = left;
    const struct placed *b = right;
    bool a_moves = a->edit->kind != VRMLINT_EDIT_SET && a->edit->kind != VRMLINT_EDIT_WRAP;
    bool b_moves = b->edit->kind != VRMLINT_EDIT_SET && b->edit->kind != VRMLINT_EDIT_WRAP;
    return sort_then(sort_order(a_moves, b_moves), b->offset, a->offset);
}

static void add_operation(struct fixing *fixing, struct vrmlint_operation operation)
{
    *ARENA_ADD(fixing->arena, fixing->patch, fixing->out.patch_count) = operation;
    fixing->out.patch = fixing->patch;
}

/* Returns the pointer of a sibling member. */
static const char *sibling_pointer(struct arena *arena, const char *pointer, const char *key)
{
    struct buf out = BUF_INIT(arena);
    buf_add(&out, pointer, (size_t)(strrchr(pointer, '/') - pointer));
    pointer_add_key(&out, key, strlen(key));
    return buf_text(&out);
}

/* Returns the target of a move, once the element was removed from the same list before the target. */
static const char *after_taking(struct arena *arena, const char *from, const char *to)
{
    const char *from_token = strrchr(from, '/') + 1;
    const char *to_token = strrchr(to, '/') + 1;
    size_t from_index;
    size_t to_index;
    bool same = from_token - from == to_token - to && strncmp(from, to, (size_t)(to_token - to)) == 0 &&
                pointer_token_index(from_token, strlen(from_token), &from_index) &&
                pointer_token_index(to_token, strlen(to_token), &to_index) && from_index < to_index;
    return same ? arena_printf(arena, "%.*s%zu", (int)(to_token - to), to, to_index - 1) : to;
}

/* Returns a value wrapped in an object. */
static const char *wrapped_value(struct arena *arena, const char *key, const char *text, struct span old)
{
    struct buf out = BUF_INIT(arena);
    struct style plain = {.spaces = false};
    buf_char(&out, '{');
    style_print_key(&out, &plain, key);
    buf_add(&out, text + old.begin, old.end - old.begin);
    buf_char(&out, '}');
    return buf_text(&out);
}

static void add_edit(struct fixing *fixing, const struct placed *placed, const char *text)
{
    const struct vrmlint_edit *edit = placed->edit;
    struct arena *arena = fixing->arena;
    switch (edit->kind) {
    case VRMLINT_EDIT_SET:
        add_operation(fixing,
                      (struct vrmlint_operation){placed->found ? "replace" : "add", edit->pointer, NULL, edit->value});
        break;
    case VRMLINT_EDIT_INSERT:
        add_operation(fixing, (struct vrmlint_operation){"add", edit->pointer, NULL, edit->value});
        break;
    case VRMLINT_EDIT_REMOVE:
        add_operation(fixing, (struct vrmlint_operation){"remove", edit->pointer, NULL, NULL});
        break;
    case VRMLINT_EDIT_RENAME:
        add_operation(fixing, (struct vrmlint_operation){"move", sibling_pointer(arena, edit->pointer, edit->value),
                                                         edit->pointer, NULL});
        break;
    case VRMLINT_EDIT_MOVE:
        if (!placed->holds) {
            const char *holder = arena_copy(arena, edit->value, (size_t)(strrchr(edit->value, '/') - edit->value));
            add_operation(fixing, (struct vrmlint_operation){"add", holder, NULL, "{}"});
        }
        add_operation(fixing, (struct vrmlint_operation){"move", after_taking(arena, edit->pointer, edit->value),
                                                         edit->pointer, NULL});
        break;
    case VRMLINT_EDIT_WRAP:
        add_operation(fixing, (struct vrmlint_operation){"replace", edit->pointer, NULL,
                                                         wrapped_value(arena, edit->value, text, placed->value)});
        break;
    case VRMLINT_EDIT_REBUILD:
        break;
    }
}

/* Renames among the edits, sorted by what they rename: a name must be free before another member takes it. */
struct renames {
    struct by_pointer {
        const char *pointer;
        size_t at; /* index among all edits */
    } * list;
    size_t count;
    bool *done;    /* by edit */
    size_t *chain; /* scratch space of the same size */
};

static struct renames renames_of(struct fixing *fixing, const struct placed *placed, size_t count)
{
    struct renames renames = {.list = arena_array(fixing->arena, count, sizeof *renames.list)};
    renames.done = arena_array(fixing->arena, count, sizeof *renames.done);
    renames.chain = arena_array(fixing->arena, count, sizeof *renames.chain);
    for (size_t i = 0; i < count; i++) {
        if (placed[i].edit->kind == VRMLINT_EDIT_RENAME) {
            renames.list[renames.count++] = (struct by_pointer){placed[i].edit->pointer, i};
        }
    }
    sort_array(fixing->arena, renames.list, renames.count, sizeof *renames.list, text_compare);
    return renames;
}

/* Returns the rename that frees the name which another one assigns; SIZE_MAX: none. */
static size_t renamed_from(struct fixing *fixing, const struct renames *renames, const struct placed *placed, size_t at)
{
    const struct vrmlint_edit *edit = placed[at].edit;
    if (edit->kind != VRMLINT_EDIT_RENAME) {
        return SIZE_MAX;
    }
    const char *target = sibling_pointer(fixing->arena, edit->pointer, edit->value);
    size_t found;
    SORT_SEARCH(found, 0, renames->count, strcmp(renames->list[found].pointer, target) < 0);
    return found < renames->count && strcmp(renames->list[found].pointer, target) == 0 ? renames->list[found].at
                                                                                       : SIZE_MAX;
}

/* Returns an unused pointer beside a pointer. */
static const char *spare_beside(struct arena *arena, const char *pointer, const char *text, size_t size)
{
    struct position spare = {.pointer = pointer};
    do {
        spare = (struct position){.pointer = arena_printf(arena, "%s_", spare.pointer)};
        positions_locate(arena, text, size, &spare, 1);
    } while (spare.found);
    return spare.pointer;
}

/* Adds renames that free each other's names, beginning with the one that can be first. If they form a cycle, the last
 * is renamed to a temporary name first. */
static void add_renames(struct fixing *fixing, const struct placed *placed, const size_t *chain, size_t depth,
                        bool round, const char *text, size_t size)
{
    const struct vrmlint_edit *last = placed[chain[0]].edit;
    const char *spare = round ? spare_beside(fixing->arena, last->pointer, text, size) : NULL;
    if (round) {
        add_operation(fixing, (struct vrmlint_operation){"move", spare, last->pointer, NULL});
    }
    for (size_t i = depth; i-- > (round ? 1 : 0);) {
        add_edit(fixing, &placed[chain[i]], text);
    }
    if (round) {
        add_operation(fixing, (struct vrmlint_operation){
                                  "move", sibling_pointer(fixing->arena, last->pointer, last->value), spare, NULL});
    }
}

/* Marks a removal as done if something moves to its place: a move replaces the value there. */
static void pass_over_replaced(struct fixing *fixing, const struct edits *edits, const struct placed *placed,
                               bool *done)
{
    const char **targets = arena_array(fixing->arena, edits->count, sizeof *targets);
    size_t count = 0;
    for (size_t i = 0; i < edits->count; i++) {
        if (edits->list[i].kind == VRMLINT_EDIT_MOVE) {
            targets[count++] = edits->list[i].value;
        }
    }
    sort_array(fixing->arena, targets, count, sizeof *targets, text_compare);
    for (size_t i = 0; i < edits->count; i++) {
        const struct vrmlint_edit *edit = placed[i].edit;
        size_t at;
        SORT_SEARCH(at, 0, count, strcmp(targets[at], edit->pointer) < 0);
        done[i] =
            done[i] || (edit->kind == VRMLINT_EDIT_REMOVE && at < count && strcmp(targets[at], edit->pointer) == 0);
    }
}

void fix_add_patch(struct fixing *fixing, const struct container *container, const struct edits *edits,
                   const struct edit_places *places)
{
    const char *text = container->text;
    size_t size = container->text_size;
    struct placed *placed = arena_array(fixing->arena, edits->count, sizeof *placed);
    for (size_t i = 0; i < edits->count; i++) {
        const struct position *place = &places->targets[i];
        /* a missing value is added after everything in its parent */
        placed[i] = (struct placed){&edits->list[i], place->value, place->found ? place->key : place->value.end,
                                    place->found, places->others[i].found};
    }
    sort_array(fixing->arena, placed, edits->count, sizeof *placed, compare_placed);
    struct renames renames = renames_of(fixing, placed, edits->count);
    pass_over_replaced(fixing, edits, placed, renames.done);
    for (size_t i = 0; i < edits->count; i++) {
        size_t depth = 0;
        size_t at = i;
        for (; at != SIZE_MAX && !renames.done[at]; at = renamed_from(fixing, &renames, placed, at)) {
            renames.done[at] = true;
            renames.chain[depth++] = at;
        }
        if (depth > 0) {
            add_renames(fixing, placed, renames.chain, depth, depth > 1 && at == i, text, size);
        }
    }
}
