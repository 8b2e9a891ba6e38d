#include <string.h>

#include "base/nearest.h"
#include "schema/program.h"

/* x-hints first, then the nearest of the first count names. */
static void find_hint(struct run *run, const struct node *node, const char *name, const struct name_range *range,
                      uint32_t count, struct fault *what)
{
    const struct flat *flat = &run->program->flat;
    const struct name_table table = name_table_of(run->program, range);
    what->hint = flat_text(flat, flat_get(flat, node_says(run, node, KEYWORD_X_HINTS), name));
    if (what->hint != NULL) {
        what->hint_is_name = name_table_find(table, what->hint, strlen(what->hint)) < count;
        return;
    }
    /* a file of nothing but unknown names gets hints for the first ten thousands of them */
    if (count > run->guesses) {
        return;
    }
    run->guesses -= count;
    struct nearest nearest = nearest_to(name, strlen(name));
    for (uint32_t i = 0; i < count; i++) {
        nearest_offer(&nearest, name_table_text(&table, i));
    }
    what->hint = nearest.best.text;
    what->hint_is_name = what->hint != NULL && strcmp(what->hint, name) != 0;
    what->hint = what->hint_is_name ? what->hint : NULL;
}

void hints_member(struct run *run, const struct node *node, struct fault *what)
{
    const struct object_part *object = &run->program->objects[node->object];
    const struct name_range *names = &run->program->choices[run->program->nodes[object->names].choice].strings;
    if (names->count > 0 && object->known == 0) {
        find_hint(run, node, what->name, names, names->count, what);
    } else {
        find_hint(run, node, what->name, &object->table, object->known, what);
    }
}

void hints_value(struct run *run, const struct node *node, struct fault *what)
{
    size_t length;
    const char *text = tree_text(what->value, &length);
    if (text != NULL && strlen(text) == length) {
        const struct name_range *names = &run->program->choices[node->choice].strings;
        find_hint(run, node, text, names, names->count, what);
    }
}
