#include <string.h>

#include "base/nearest.h"
#include "schema/program.h"

const char *schema_nearest(const char *name, const char *const *names, size_t count)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < count; i++) {
        nearest_offer(&nearest, names[i]);
    }
    return nearest.best.text;
}

/* What the schema itself says to a name, in either form; NULL where it says nothing. */
static const char *own_hint(const struct node *node, const char *name)
{
    const struct flat *flat = node->source->flat;
    const struct flat_value *hints = node_says(node, KEYWORD_X_HINTS);
    if (!flat_is(hints, JSON_STRING)) {
        return flat_text(flat, flat_get(flat, hints, name));
    }
    const char *at = flat_text(flat, hints);
    const char *end = at + hints->size;
    while (at < end) {
        const char *text = at + strlen(at) + 1;
        if (strcmp(at, name) == 0) {
            return text;
        }
        at = text + strlen(text) + 1;
    }
    return NULL;
}

/* x-hints first, then the nearest of the names. */
static void find_hint(struct run *run, const struct node *node, const char *name, const struct name_table *table,
                      uint32_t count, struct fault *what)
{
    what->hint = own_hint(node, name);
    if (what->hint == NULL) {
        /* a file of nothing but unknown names gets hints for the first ten thousands of them */
        if (count > run->guesses) {
            return;
        }
        run->guesses -= count;
        what->hint = schema_nearest(name, table->names, count);
        what->hint_is_name = what->hint != NULL && strcmp(what->hint, name) != 0;
        what->hint = what->hint_is_name ? what->hint : NULL;
        return;
    }
    uint32_t at = name_table_find(table, what->hint, strlen(what->hint));
    what->hint_is_name = at < count;
}

void hints_member(struct run *run, const struct node *node, struct fault *what)
{
    const struct object_part *object = node->object;
    const struct choice_part *names = run->schema->nodes[object->names].choice;
    if (names != NULL && object->known == 0) {
        find_hint(run, node, what->name, &names->strings, names->strings.count, what);
    } else {
        find_hint(run, node, what->name, &object->table, object->known, what);
    }
}

void hints_value(struct run *run, const struct node *node, struct fault *what)
{
    const char *text = json_string_value(what->value);
    if (text != NULL && strlen(text) == json_string_length(what->value)) {
        find_hint(run, node, text, &node->choice->strings, node->choice->strings.count, what);
    }
}
