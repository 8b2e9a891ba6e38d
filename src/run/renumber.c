#include "run/renumber.h"

#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "run/numbering.h"
#include "schema/embedded.h"
#include "vrm/instances.h"

/* The lists, what x-index calls them, and the schema of those of glTF itself. */
static const struct {
    const char *pattern; /* of their elements */
    const char *name;    /* NULL: no schema has it */
} lists[NUMBERED_COUNT] = {
    [NUMBERED_ACCESSORS] = {"/accessors/#", "accessors"},
    [NUMBERED_BUFFER_VIEWS] = {"/bufferViews/#", "bufferViews"},
    [NUMBERED_BUFFERS] = {"/buffers/#", "buffers"},
    [NUMBERED_CAMERAS] = {"/cameras/#", "cameras"},
    [NUMBERED_COLLIDER_GROUPS] = {"/extensions/VRMC_springBone/colliderGroups/#", "colliderGroups"},
    [NUMBERED_COLLIDERS] = {"/extensions/VRMC_springBone/colliders/#", "colliders"},
    [NUMBERED_IMAGES] = {"/images/#", "images"},
    [NUMBERED_MATERIALS] = {"/materials/#", "materials"},
    [NUMBERED_MESHES] = {"/meshes/#", "meshes"},
    [NUMBERED_NODES] = {"/nodes/#", "nodes"},
    [NUMBERED_OLD_GROUPS] = {"/extensions/VRM/secondaryAnimation/colliderGroups/#", NULL},
    [NUMBERED_SAMPLERS] = {"/samplers/#", "samplers"},
    [NUMBERED_SKINS] = {"/skins/#", "skins"},
    [NUMBERED_TEXTURES] = {"/textures/#", "textures"},
};

const char *numbered_pattern(enum numbered list)
{
    return lists[list].pattern;
}

void edits_add(struct edits *edits, enum vrmlint_edit_kind kind, const char *pointer, const char *value)
{
    edits->list = arena_grow(edits->arena, edits->list, edits->count, &edits->room, sizeof *edits->list);
    edits->list[edits->count++] = (struct vrmlint_edit){kind, pointer, value};
}

/* ---- what goes ---- */

static int compare_gone(const void *left, const void *right)
{
    return sort_order(((const struct gone_element *)left)->index, ((const struct gone_element *)right)->index);
}

/* The index that an edit of a removal names as the one to take its place. */
static size_t other_of(const struct vrmlint_edit *edit)
{
    size_t other = SIZE_MAX;
    return edit->value != NULL && pointer_token_index(edit->value, strlen(edit->value), &other) ? other : SIZE_MAX;
}

/* Which elements go, by list. False when none does. */
static bool gather(struct numbering *numbering)
{
    bool any = false;
    for (size_t e = 0; e < numbering->edits->count; e++) {
        const struct vrmlint_edit *edit = &numbering->edits->list[e];
        for (enum numbered i = 0; edit->kind == VRMLINT_EDIT_REMOVE && i < NUMBERED_COUNT; i++) {
            struct gone *gone = &numbering->gone[i];
            size_t index[4];
            const char *rest = "";
            if (pointer_match(edit->pointer, lists[i].pattern, index, &rest) && *rest == '\0') {
                gone->elements = arena_grow(numbering->edits->arena, gone->elements, gone->count, &gone->room,
                                            sizeof *gone->elements);
                gone->elements[gone->count++] = (struct gone_element){index[0], other_of(edit)};
                any = true;
                break;
            }
        }
    }
    for (enum numbered i = 0; i < NUMBERED_COUNT; i++) {
        struct gone *gone = &numbering->gone[i];
        if (gone->count > 0) {
            sort_array(numbering->edits->arena, gone->elements, gone->count, sizeof *gone->elements, compare_gone);
        }
    }
    return any;
}

size_t gone_before(const struct gone *gone, size_t index, const struct gone_element **element)
{
    size_t at;
    SORT_SEARCH(at, 0, gone->count, gone->elements[at].index < index);
    *element = at < gone->count && gone->elements[at].index == index ? &gone->elements[at] : NULL;
    return at;
}

/* ---- what leads there ---- */

/* Whether what leads to an element may go with it: entries of lists that are nothing but who is in them. */
static bool may_go(const char *pointer)
{
    size_t indices[4];
    const char *rest;
    const char *token = strrchr(pointer, '/');
    size_t index;
    return token != NULL && pointer_token_index(token + 1, strlen(token + 1), &index) &&
           !pointer_match(pointer, "/skins/#/joints/#", indices, &rest);
}

void numbering_count(struct numbering *numbering, enum numbered list, const char *pointer, const struct tree *json)
{
    struct arena *arena = numbering->edits->arena;
    const struct gone *gone = &numbering->gone[list];
    const struct gone_element *element;
    const struct gone_element *also;
    size_t index;
    if (gone->count == 0 || !tree_index(json, SIZE_MAX, &index)) {
        return;
    }
    size_t before = gone_before(gone, index, &element);
    pointer = arena_copy(arena, pointer, strlen(pointer));
    if (element != NULL && element->other != SIZE_MAX) {
        before = gone_before(gone, element->other, &also);
        numbering->fits = numbering->fits && also == NULL;
        edits_add(numbering->edits, VRMLINT_EDIT_SET, pointer, arena_printf(arena, "%zu", element->other - before));
    } else if (element != NULL && may_go(pointer)) {
        edits_add(numbering->edits, VRMLINT_EDIT_REMOVE, pointer, NULL);
    } else if (element != NULL) {
        numbering->fits = false;
    } else if (before > 0) {
        edits_add(numbering->edits, VRMLINT_EDIT_SET, pointer, arena_printf(arena, "%zu", index - before));
    }
}

/* An index that lies at or behind the first that goes: with the list that short, the schema finds it for us. */
static void meet(void *context, const struct schema_failure *failure)
{
    struct numbering *numbering = context;
    if (failure->problem == SCHEMA_GAVE_UP) {
        numbering->fits = false;
    } else if (failure->problem != SCHEMA_INDEX_RANGE) {
        return;
    }
    for (enum numbered i = 0; failure->name != NULL && i < NUMBERED_COUNT; i++) {
        if (lists[i].name != NULL && strcmp(failure->name, lists[i].name) == 0) {
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
                                          .fail = meet,
                                          .context = numbering};
    if (value != NULL) {
        schema_evaluate(embedded_schema(schema), value, &how);
    }
}

/* glTF's own lists. */
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
        if (numbering->gone[i].count > 0 && lists[i].name != NULL) {
            bounds.list[bounds.count++] = (struct schema_bound){lists[i].name, numbering->gone[i].elements[0].index};
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

bool renumber(struct document *document, struct edits *edits)
{
    struct numbering numbering = {.document = document, .edits = edits, .fits = true};
    if (gather(&numbering)) {
        number_schemed(&numbering);
        numbering_unschemed(&numbering);
    }
    return renumber_samplers(document, edits) && numbering.fits;
}
