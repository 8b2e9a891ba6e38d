#include "run/renumber.h"

#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "schema/embedded.h"
#include "vrm/instances.h"

/* The lists, and what x-index calls them. */
static const struct {
    const char *pattern; /* of their elements */
    const char *name;
} lists[] = {
    {"/extensions/VRMC_springBone/colliders/#", "colliders"},
    {"/extensions/VRMC_springBone/colliderGroups/#", "colliderGroups"},
};
enum { LIST_COUNT = sizeof lists / sizeof lists[0] };

/* Lists of VRM 0.x, whose indices the schema leaves to rules of their own: of elements, and of what leads there. */
static const char old_groups[] = "/extensions/VRM/secondaryAnimation/colliderGroups/#";
static const char old_users[] = "/extensions/VRM/secondaryAnimation/boneGroups";

/* The elements that go from one list. */
struct gone {
    const char *name; /* of its x-index; NULL: VRM 0.x */
    const char *pattern;
    size_t *indices; /* in order */
    size_t count;
    size_t room;
};

struct numbering {
    struct document *document;
    struct edits *edits;
    struct gone gone[LIST_COUNT + 1];
    bool fits;
};

void edits_add(struct edits *edits, enum vrmlint_edit_kind kind, const char *pointer, const char *value)
{
    edits->list = arena_grow(edits->arena, edits->list, edits->count, &edits->room, sizeof *edits->list);
    edits->list[edits->count++] = (struct vrmlint_edit){kind, pointer, value};
}

static int compare_indices(const void *left, const void *right)
{
    return sort_order(*(const size_t *)left, *(const size_t *)right);
}

/* Which elements go, by list. False when none does. */
static bool gather(struct numbering *numbering)
{
    struct arena *arena = numbering->edits->arena;
    bool any = false;
    for (size_t i = 0; i <= LIST_COUNT; i++) {
        struct gone *gone = &numbering->gone[i];
        gone->pattern = i < LIST_COUNT ? lists[i].pattern : old_groups;
        gone->name = i < LIST_COUNT ? lists[i].name : NULL;
        for (size_t e = 0; e < numbering->edits->count; e++) {
            const struct vrmlint_edit *edit = &numbering->edits->list[e];
            size_t index[4];
            const char *rest = "";
            if (edit->kind == VRMLINT_EDIT_REMOVE && pointer_match(edit->pointer, gone->pattern, index, &rest) &&
                *rest == '\0') {
                gone->indices = arena_grow(arena, gone->indices, gone->count, &gone->room, sizeof *gone->indices);
                gone->indices[gone->count++] = index[0];
                any = true;
            }
        }
        if (gone->count > 0) {
            sort_array(arena, gone->indices, gone->count, sizeof *gone->indices, compare_indices);
        }
    }
    return any;
}

/* How many elements before an index go; *goes receives whether it goes itself. */
static size_t gone_before(const struct gone *gone, size_t index, bool *goes)
{
    size_t at;
    SORT_SEARCH(at, 0, gone->count, gone->indices[at] < index);
    *goes = at < gone->count && gone->indices[at] == index;
    return at;
}

static bool ends_in_index(const char *pointer)
{
    const char *token = strrchr(pointer, '/');
    size_t index;
    return token != NULL && pointer_token_index(token + 1, strlen(token + 1), &index);
}

/* An index at a pointer, which leads into a list of which some go. */
static void count_down(struct numbering *numbering, const struct gone *gone, const char *pointer, size_t index)
{
    struct arena *arena = numbering->edits->arena;
    bool goes;
    size_t before = gone_before(gone, index, &goes);
    pointer = arena_copy(arena, pointer, strlen(pointer));
    if (goes && !ends_in_index(pointer)) {
        numbering->fits = false;
    } else if (goes) {
        edits_add(numbering->edits, VRMLINT_EDIT_REMOVE, pointer, NULL);
    } else if (before > 0) {
        edits_add(numbering->edits, VRMLINT_EDIT_SET, pointer, arena_printf(arena, "%zu", index - before));
    }
}

/* An index that lies at or behind the first that goes: with the list that short, the schema finds it for us. */
static void meet(void *context, const struct schema_failure *failure)
{
    struct numbering *numbering = context;
    size_t index;
    if (failure->problem != SCHEMA_INDEX_RANGE || !tree_index(failure->value, SIZE_MAX, &index)) {
        return;
    }
    for (size_t i = 0; i < LIST_COUNT; i++) {
        if (strcmp(failure->name, lists[i].name) == 0) {
            count_down(numbering, &numbering->gone[i], failure->pointer, index);
        }
    }
}

static void number_extensions(struct numbering *numbering)
{
    struct schema_bound bounds[LIST_COUNT];
    size_t bound_count = 0;
    for (size_t i = 0; i < LIST_COUNT; i++) {
        if (numbering->gone[i].count > 0) {
            bounds[bound_count++] = (struct schema_bound){lists[i].name, numbering->gone[i].indices[0]};
        }
    }
    for (enum extension_id id = 0; id < EXTENSION_COUNT && bound_count > 0; id++) {
        struct extension_cursor cursor = extension_cursor(numbering->document, id);
        while (extension_next(&cursor)) {
            const struct schema_evaluation how = {.arena = numbering->edits->arena,
                                                  .pointer = cursor.pointer,
                                                  .bounds = bounds,
                                                  .bound_count = bound_count,
                                                  .fail = meet,
                                                  .context = numbering};
            schema_evaluate(embedded_schema(extension_schema(id, cursor.value)), cursor.value, &how);
        }
    }
}

static void number_old(struct numbering *numbering)
{
    const struct gone *gone = &numbering->gone[LIST_COUNT];
    struct arena *arena = numbering->edits->arena;
    const json_t *groups = gone->count == 0 ? NULL : document_tree(numbering->document, old_users);
    for (size_t i = 0; i < tree_count(groups); i++) {
        const json_t *list = tree_get(tree_at(groups, i), "colliderGroups");
        for (size_t k = 0; tree_is_array(list) && k < tree_count(list); k++) {
            size_t index;
            if (tree_index(tree_at(list, k), SIZE_MAX, &index)) {
                count_down(numbering, gone, arena_printf(arena, "%s/%zu/colliderGroups/%zu", old_users, i, k), index);
            }
        }
    }
}

/* The pointer that a channel of KHR_animation_pointer animates. */
static void number_animated(struct numbering *numbering, const char *place, const char *animated)
{
    struct arena *arena = numbering->edits->arena;
    for (size_t i = 0; i <= LIST_COUNT; i++) {
        const struct gone *gone = &numbering->gone[i];
        size_t index[4];
        const char *rest;
        if (gone->count == 0 || !pointer_match(animated, gone->pattern, index, &rest)) {
            continue;
        }
        bool goes;
        size_t before = gone_before(gone, index[0], &goes);
        if (goes) {
            numbering->fits = false;
        } else if (before > 0) {
            edits_add(numbering->edits, VRMLINT_EDIT_SET, place,
                      arena_printf(arena, "\"%.*s%zu%s\"", (int)(strlen(gone->pattern) - 1), gone->pattern,
                                   index[0] - before, rest));
        }
    }
}

static void number_pointers(struct numbering *numbering)
{
    const json_t *animations = document_tree(numbering->document, "/animations");
    for (size_t a = 0; a < tree_count(animations); a++) {
        const json_t *channels = tree_get(tree_at(animations, a), "channels");
        for (size_t c = 0; tree_is_array(channels) && c < tree_count(channels); c++) {
            const json_t *target = tree_get(tree_at(channels, c), "target");
            const char *animated =
                tree_text(tree_get(tree_extension(target, "KHR_animation_pointer"), "pointer"), NULL);
            if (animated != NULL) {
                number_animated(numbering,
                                arena_printf(numbering->edits->arena,
                                             "/animations/%zu/channels/%zu/target/extensions/KHR_animation_pointer/"
                                             "pointer",
                                             a, c),
                                animated);
            }
        }
    }
}

bool renumber(struct document *document, struct edits *edits)
{
    struct numbering numbering = {.document = document, .edits = edits, .fits = true};
    if (gather(&numbering)) {
        number_extensions(&numbering);
        number_old(&numbering);
        number_pointers(&numbering);
    }
    return renumber_samplers(document, edits) && numbering.fits;
}
