#include "run/gather.h"

#include "run/renumber.h"

bool edits_gather(struct document *document, const struct vrmlint_finding *const *findings, size_t count,
                  struct edits *edits, enum container_form *form)
{
    *form = CONTAINER_KEPT;
    for (size_t i = 0; i < count; i++) {
        for (size_t e = 0; e < findings[i]->edit_count; e++) {
            const struct vrmlint_edit *edit = &findings[i]->edits[e];
            if (edit->kind != VRMLINT_EDIT_REBUILD) {
                edits_add(edits, edit->kind, edit->pointer, edit->value);
            } else if (*form != CONTAINER_PACKED) {
                *form = edit->value == NULL ? CONTAINER_REBUILT : CONTAINER_PACKED;
            }
        }
    }
    edits->count = edits_settle(edits->arena, edits->list, edits->count);
    if (!renumber(document, edits)) {
        return false;
    }
    edits->count = edits_settle(edits->arena, edits->list, edits->count);
    drop_empty_lists(document, edits);
    edits->count = edits_settle(edits->arena, edits->list, edits->count);
    return true;
}
