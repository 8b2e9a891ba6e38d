/* Lists whose elements are referred to by index: which elements are removed, and how that changes an index. */
#include "run/numbering.h"

#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"

/* The lists, and their names in x-index. */
static const struct {
    const char *pattern; /* of their elements */
    const char *name;    /* NULL: not in any schema */
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

const char *numbered_name(enum numbered list)
{
    return lists[list].name;
}

/* ---- removed elements ---- */

/* Returns the index that a removal names as the replacement; SIZE_MAX: none. */
static size_t other_of(const struct vrmlint_edit *edit)
{
    size_t other = SIZE_MAX;
    return edit->value != NULL && pointer_token_index(edit->value, strlen(edit->value), &other) ? other : SIZE_MAX;
}

bool numbering_gather(struct numbering *numbering)
{
    bool any = false;
    for (size_t e = 0; e < numbering->edits->count; e++) {
        const struct vrmlint_edit *edit = &numbering->edits->list[e];
        for (enum numbered i = 0; edit->kind == VRMLINT_EDIT_REMOVE && i < NUMBERED_COUNT; i++) {
            struct gone *gone = &numbering->gone[i];
            size_t index[4];
            const char *rest = "";
            if (pointer_match(edit->pointer, lists[i].pattern, index, &rest) && *rest == '\0') {
                *ARENA_ADD(numbering->edits->arena, gone->elements, gone->count) =
                    (struct gone_element){index[0], other_of(edit)};
                any = true;
                break;
            }
        }
    }
    for (enum numbered i = 0; i < NUMBERED_COUNT; i++) {
        struct gone *gone = &numbering->gone[i];
        if (gone->count > 0) {
            sort_array(numbering->edits->arena, gone->elements, gone->count, sizeof *gone->elements, sort_by_one);
        }
    }
    return any;
}

/* Returns how many elements before an index are removed. *element receives the removed element at the index, or
 * NULL. */
static size_t gone_before(const struct gone *gone, size_t index, const struct gone_element **element)
{
    size_t at;
    SORT_SEARCH(at, 0, gone->count, gone->elements[at].index < index);
    *element = at < gone->count && gone->elements[at].index == index ? &gone->elements[at] : NULL;
    return at;
}

/* ---- references ---- */

/* Whether a reference may be removed with its element: true of an entry in a list of references, except joints of a
 * skin. */
static bool may_go(const char *pointer)
{
    size_t indices[4];
    const char *rest;
    const char *token = strrchr(pointer, '/');
    size_t index;
    return token != NULL && pointer_token_index(token + 1, strlen(token + 1), &index) &&
           !pointer_match(pointer, "/skins/#/joints/#", indices, &rest);
}

/* Adds the edit for a number. */
static void renumber_number(struct numbering *numbering, const struct reference *reference)
{
    struct arena *arena = numbering->edits->arena;
    const struct gone *gone = &numbering->gone[reference->list];
    const struct gone_element *element;
    const struct gone_element *also;
    size_t before = gone_before(gone, reference->index, &element);
    const char *pointer = arena_copy(arena, reference->pointer, strlen(reference->pointer));
    if (element != NULL && element->other != SIZE_MAX) {
        before = gone_before(gone, element->other, &also);
        numbering->fits = numbering->fits && also == NULL;
        edits_add(numbering->edits, VRMLINT_EDIT_SET, pointer, arena_printf(arena, "%zu", element->other - before));
    } else if (element != NULL && may_go(pointer)) {
        edits_add(numbering->edits, VRMLINT_EDIT_REMOVE, pointer, NULL);
    } else if (element != NULL) {
        numbering->fits = false;
    } else if (before > 0) {
        edits_add(numbering->edits, VRMLINT_EDIT_SET, pointer, arena_printf(arena, "%zu", reference->index - before));
    }
}

/* Adds the edit for a pointer. */
static void renumber_pointer(struct numbering *numbering, const struct reference *reference)
{
    const char *pattern = lists[reference->list].pattern;
    const struct gone_element *element;
    size_t before = gone_before(&numbering->gone[reference->list], reference->index, &element);
    if (element != NULL) {
        numbering->fits = false;
    } else if (before > 0) {
        edits_add(numbering->edits, VRMLINT_EDIT_SET, reference->pointer,
                  arena_printf(numbering->edits->arena, "\"%.*s%zu%s\"", (int)(strlen(pattern) - 1), pattern,
                               reference->index - before, reference->rest));
    }
}

void numbering_refer(struct numbering *numbering, const struct reference *reference)
{
    struct references *found = numbering->found;
    if (numbering->gone[reference->list].count == 0) {
        return;
    }
    if (found == NULL && reference->rest == NULL) {
        renumber_number(numbering, reference);
    } else if (found == NULL) {
        renumber_pointer(numbering, reference);
    } else {
        struct reference *copy = ARENA_ADD(found->arena, found->list, found->count);
        *copy = *reference;
        copy->pointer = arena_copy(found->arena, reference->pointer, strlen(reference->pointer));
    }
}

void numbering_count(struct numbering *numbering, enum numbered list, const char *pointer, const struct tree *json)
{
    struct reference reference = {.list = list, .pointer = pointer};
    if (numbering->gone[list].count > 0 && tree_index(json, SIZE_MAX, &reference.index)) {
        numbering_refer(numbering, &reference);
    }
}
