#include "run/renumber.h"

#include <string.h>

#include "base/sort.h"
#include "run/numbering.h"
#include "schema/embedded.h"
#include "vrm/instances.h"

/* Receives an index at or after the first removed element: the schema reports it because the list is declared that
 * short. */
static void receive_index(void *context, const struct schema_failure *failure)
{
    struct numbering *numbering = context;
    if (failure->problem == SCHEMA_GAVE_UP) {
        numbering->fits = false;
    } else if (failure->problem != SCHEMA_INDEX_RANGE) {
        return;
    }
    for (enum numbered i = 0; failure->name != NULL && i < NUMBERED_COUNT; i++) {
        if (numbered_name(i) != NULL && strcmp(failure->name, numbered_name(i)) == 0) {
            numbering_count(numbering, i, failure->pointer, failure->value);
        }
    }
}

struct bounds_of_gone {
    struct schema_bound list[NUMBERED_COUNT];
    size_t count;
};

static void number_value(struct numbering *numbering, const struct bounds_of_gone *bounds, const char *schema,
                         const char *pointer, const struct tree *value)
{
    const struct schema_evaluation how = {.arena = numbering->edits->arena,
                                          .pointer = pointer,
                                          .bounds = bounds->list,
                                          .bound_count = bounds->count,
                                          .fail = receive_index,
                                          .context = numbering};
    if (value != NULL) {
        schema_evaluate(embedded_schema(schema), value, &how);
    }
}

/* Renumbers glTF's own lists. */
static void number_core(struct numbering *numbering, const struct bounds_of_gone *bounds)
{
    static const char *const holders[] = {"accessors", "bufferViews", "images", "materials", "meshes",
                                          "nodes",     "scenes",      "skins",  "textures"};
    struct arena *arena = numbering->edits->arena;
    for (size_t i = 0; i < sizeof holders / sizeof *holders; i++) {
        const char *pointer = arena_printf(arena, "/%s", holders[i]);
        number_value(numbering, bounds, arena_printf(arena, "glTF-2.0-%s", holders[i]), pointer,
                     document_tree(numbering->document, pointer));
    }
    const struct tree *animations = document_tree(numbering->document, "/animations");
    for (size_t i = 0; tree_is_array(animations) && i < tree_count(animations); i++) {
        number_value(numbering, bounds, "glTF-2.0-animation", arena_printf(arena, "/animations/%zu", i),
                     tree_at(animations, i));
    }
}

static void number_schemed(struct numbering *numbering)
{
    struct bounds_of_gone bounds = {.count = 0};
    bool core = false;
    for (enum numbered i = 0; i < NUMBERED_COUNT; i++) {
        if (numbering->gone[i].count > 0 && numbered_name(i) != NULL) {
            bounds.list[bounds.count++] = (struct schema_bound){numbered_name(i), numbering->gone[i].elements[0].index};
            core = core || (i != NUMBERED_COLLIDERS && i != NUMBERED_COLLIDER_GROUPS);
        }
    }
    for (enum extension_id id = 0; id < EXTENSION_COUNT && bounds.count > 0; id++) {
        struct extension_cursor cursor = extension_cursor(numbering->document, id);
        while (extension_next(&cursor)) {
            number_value(numbering, &bounds, extension_schema(id, cursor.value, cursor.pointer), cursor.pointer,
                         cursor.value);
        }
    }
    if (core) {
        number_core(numbering, &bounds);
    }
}

static int compare_references(const void *left, const void *right)
{
    const struct reference *a = left;
    const struct reference *b = right;
    return sort_then(sort_order(a->list, b->list), a->index, b->index);
}

struct references *references_find(struct arena *arena, struct document *document, struct edits *edits)
{
    struct references *found = arena_alloc(arena, sizeof *found);
    *found = (struct references){.arena = arena};
    struct numbering numbering = {.document = document, .edits = edits, .found = found};
    if (numbering_gather(&numbering)) {
        number_schemed(&numbering);
        numbering_unschemed(&numbering);
    }
    sort_array(arena, found->list, found->count, sizeof *found->list, compare_references);
    return found;
}

/* Renumbers the references to lists with removed elements. */
static void number_found(struct numbering *numbering, const struct references *found)
{
    for (enum numbered i = 0; i < NUMBERED_COUNT; i++) {
        size_t at;
        if (numbering->gone[i].count == 0) {
            continue;
        }
        const struct reference first = {.list = i, .index = numbering->gone[i].elements[0].index};
        SORT_SEARCH(at, 0, found->count, compare_references(&found->list[at], &first) < 0);
        for (; at < found->count && found->list[at].list == i; at++) {
            numbering_refer(numbering, &found->list[at]);
        }
    }
}

bool renumber(struct document *document, struct edits *edits, const struct references *found)
{
    struct numbering numbering = {.document = document, .edits = edits, .fits = true};
    if (numbering_gather(&numbering)) {
        if (found != NULL) {
            number_found(&numbering, found);
        } else {
            number_schemed(&numbering);
            numbering_unschemed(&numbering);
        }
        numbering_partners(&numbering);
    }
    return renumber_samplers(document, edits) && numbering.fits;
}
