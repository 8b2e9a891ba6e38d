/* Lists of edits: growing, and conflicts: edits of the same value, or of a value and its ancestor. */
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "edit/edit.h"

void edits_add(struct edits *edits, enum vrmlint_edit_kind kind, const char *pointer, const char *value)
{
    *ARENA_ADD(edits->arena, edits->list, edits->count) = (struct vrmlint_edit){kind, pointer, value};
}

/* Compares pointers so that a value's descendants follow it directly. */
static int compare_pointers(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    int left = *a == '/' ? 1 : *a == '\0' ? 0 : 1 + (unsigned char)*a;
    int right = *b == '/' ? 1 : *b == '\0' ? 0 : 1 + (unsigned char)*b;
    return (left > right) - (left < right);
}

static bool same_value(const struct vrmlint_edit *a, const struct vrmlint_edit *b)
{
    return a->value == NULL ? b->value == NULL : b->value != NULL && strcmp(a->value, b->value) == 0;
}

bool edit_is_same(const struct vrmlint_edit *a, const struct vrmlint_edit *b)
{
    return a->kind == b->kind && strcmp(a->pointer, b->pointer) == 0 && same_value(a, b);
}

static int compare_edits(const void *left, const void *right)
{
    const struct vrmlint_edit *a = left;
    const struct vrmlint_edit *b = right;
    int order = compare_pointers(a->pointer, b->pointer);
    /* A removal comes first; insertions, of which there may be several, come last. */
    int a_rank = a->kind == VRMLINT_EDIT_REMOVE ? 0 : 1 + (int)a->kind;
    int b_rank = b->kind == VRMLINT_EDIT_REMOVE ? 0 : 1 + (int)b->kind;
    return order != 0 ? order : (a_rank > b_rank) - (a_rank < b_rank);
}

size_t edits_settle(struct arena *arena, struct vrmlint_edit *edits, size_t count)
{
    size_t kept = 0;
    const struct vrmlint_edit *removed = NULL; /* the last removal among the kept edits */
    sort_array(arena, edits, count, sizeof *edits, compare_edits);
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_edit *last = kept > 0 ? &edits[kept - 1] : NULL;
        arena_pulse(arena);
        bool escapes = edits[i].kind == VRMLINT_EDIT_MOVE && removed != NULL &&
                       !text_is_within(edits[i].value, removed->pointer) &&
                       strcmp(edits[i].pointer, removed->pointer) != 0;
        if ((removed != NULL && text_is_within(edits[i].pointer, removed->pointer) && !escapes) ||
            (last != NULL && edit_is_same(last, &edits[i]))) {
            continue;
        }
        edits[kept] = edits[i];
        if (edits[kept].kind == VRMLINT_EDIT_REMOVE) {
            removed = &edits[kept];
        }
        kept++;
    }
    return kept;
}

/* Whether an edit appends to a list. Such edits don't conflict, as no index depends on them. */
static bool comes_last(const struct vrmlint_edit *edit)
{
    size_t length = strlen(edit->pointer);
    return edit->kind == VRMLINT_EDIT_INSERT && length > 0 && edit->pointer[length - 1] == '-';
}

static bool can_share(const struct vrmlint_edit *a, const struct vrmlint_edit *b)
{
    return edit_is_same(a, b) || (a->kind == b->kind && strcmp(a->pointer, b->pointer) == 0 && comes_last(a));
}

static int compare_wishes(const void *left, const void *right)
{
    return compare_edits(&((const struct wish *)left)->edit, &((const struct wish *)right)->edit);
}

void wishes_part(struct arena *arena, struct wish *wishes, size_t count, bool *waits)
{
    size_t *outer = arena_array(arena, count, sizeof *outer); /* wishes whose values contain the current one */
    size_t depth = 0;
    sort_array(arena, wishes, count, sizeof *wishes, compare_wishes);
    for (size_t i = 0; i < count; i++) {
        const struct wish *wish = &wishes[i];
        arena_pulse(arena);
        while (depth > 0 && !text_is_within(wish->edit.pointer, wishes[outer[depth - 1]].edit.pointer)) {
            depth--;
        }
        const struct wish *other = depth > 0 ? &wishes[outer[depth - 1]] : NULL;
        if (other != NULL && other->owner != wish->owner && !can_share(&other->edit, &wish->edit)) {
            waits[other->owner > wish->owner ? other->owner : wish->owner] = true;
        }
        outer[depth++] = i;
    }
}
