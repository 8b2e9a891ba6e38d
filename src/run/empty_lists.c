/* Removes lists and objects together with their last element. */
#include <string.h>

#include "base/among.h"
#include "base/pointer.h"
#include "base/sort.h"
#include "base/text.h"
#include "edit/edit.h"
#include "run/renumber.h"

/* Returns the length of a pointer without its last token. */
static size_t parent_length(const char *pointer, size_t length)
{
    while (length > 0 && pointer[length - 1] != '/') {
        length--;
    }
    return length > 0 ? length - 1 : 0;
}

/* Whether a pointer is that of a list of VRMC_vrm that must not be empty. */
static bool is_list_of_avatar(const char *pointer)
{
    static const char root[] = "/extensions/VRMC_vrm/";
    static const char *const lists[] = {"/meshAnnotations", "/morphTargetBinds", "/materialColorBinds",
                                        "/textureTransformBinds"};
    return text_begins(pointer, root) && ENDS_AMONG(pointer, lists);
}

/* Returns what to remove if a place becomes empty: the place itself (0), its parent (1), or nothing (-1). */
static int levels_that_go(const char *pointer)
{
    size_t indices[4];
    const char *rest = "";
    static const char *const lists[] = {"/accessors", "/bufferViews", "/cameras", "/images",   "/materials",
                                        "/meshes",    "/nodes",       "/skins",   "/samplers", "/textures"};
    if (IS_AMONG(pointer, lists)) {
        return 0;
    }
    if ((pointer_match(pointer, "/nodes/#/children", indices, &rest) ||
         pointer_match(pointer, "/scenes/#/nodes", indices, &rest)) &&
        *rest == '\0') {
        return 0;
    }
    if (strcmp(pointer, "/extensionsUsed") == 0 || strcmp(pointer, "/extensionsRequired") == 0 ||
        strcmp(pointer, "/animations") == 0 || text_ends(pointer, "/extensions") || is_list_of_avatar(pointer)) {
        return 0;
    }
    return pointer_match(pointer, "/animations/#/channels", indices, &rest) && *rest == '\0' ? 1 : -1;
}

static bool takes_away(const struct vrmlint_edit *edit)
{
    return edit->kind == VRMLINT_EDIT_REMOVE || edit->kind == VRMLINT_EDIT_MOVE;
}

/* A place that an edit removes something from. */
struct list_holder {
    const char *pointer;
};

/* Returns the places that edits remove something from, sorted: one entry for each removed element. */
static struct list_holder *gather_holders(const struct edits *edits, size_t *count)
{
    struct list_holder *holders = arena_array(edits->arena, edits->count, sizeof *holders);
    *count = 0;
    for (size_t e = 0; e < edits->count; e++) {
        const char *pointer = edits->list[e].pointer;
        if (takes_away(&edits->list[e]) && *pointer != '\0') {
            holders[*count].pointer = arena_copy(edits->arena, pointer, parent_length(pointer, strlen(pointer)));
            *count += levels_that_go(holders[*count].pointer) >= 0;
        }
    }
    sort_array(edits->arena, holders, *count, sizeof *holders, text_compare);
    return holders;
}

/* The places that edits add something to, sorted. */
struct filled {
    struct list_holder *list;
    size_t count;
};

static struct filled gather_filled(const struct edits *edits)
{
    struct filled filled = {arena_array(edits->arena, edits->count, sizeof *filled.list), 0};
    for (size_t e = 0; e < edits->count; e++) {
        const struct vrmlint_edit *edit = &edits->list[e];
        if (edit->kind == VRMLINT_EDIT_MOVE) {
            filled.list[filled.count++].pointer = edit->value;
        } else if (edit->kind == VRMLINT_EDIT_INSERT || edit->kind == VRMLINT_EDIT_SET) {
            filled.list[filled.count++].pointer = edit->pointer;
        }
    }
    sort_array(edits->arena, filled.list, filled.count, sizeof *filled.list, text_compare);
    return filled;
}

/* Whether an edit adds something to a place. */
static bool is_filled(struct arena *arena, const struct filled *filled, const char *holder)
{
    size_t at;
    const char *below = arena_printf(arena, "%s/", holder);
    SORT_SEARCH(at, 0, filled->count, strcmp(filled->list[at].pointer, below) < 0);
    return at < filled->count && text_begins(filled->list[at].pointer, below);
}

/* Removes the places that edits leave empty. Returns whether there are any. */
static bool drop_level(struct document *document, struct edits *edits)
{
    size_t count;
    struct list_holder *holders = gather_holders(edits, &count);
    const struct filled filled = gather_filled(edits);
    bool any = false;
    for (size_t i = 0; i < count;) {
        size_t next = i + 1;
        while (next < count && strcmp(holders[next].pointer, holders[i].pointer) == 0) {
            next++;
        }
        const char *pointer = holders[i].pointer;
        if (next - i >= tree_count(document_tree(document, pointer)) && !is_filled(edits->arena, &filled, pointer)) {
            size_t length = strlen(pointer);
            for (int up = levels_that_go(pointer); up > 0; up--) {
                length = parent_length(pointer, length);
            }
            edits_add(edits, VRMLINT_EDIT_REMOVE, arena_copy(edits->arena, pointer, length), NULL);
            any = true;
        }
        i = next;
    }
    return any;
}

void drop_empty_lists(struct document *document, struct edits *edits)
{
    enum { LEVELS = 3 }; /* a channel, its animation, all animations */
    for (int level = 0; level < LEVELS && drop_level(document, edits); level++) {
        edits->count = edits_settle(edits->arena, edits->list, edits->count);
    }
}
