#include "run/gather.h"

#include "run/renumber.h"

/* Adds the edits of findings as they are. Returns the form of the container. */
static enum container_form add_all(const struct vrmlint_finding *const *findings, size_t count, struct edits *edits)
{
    enum container_form form = CONTAINER_KEPT;
    for (size_t i = 0; i < count; i++) {
        for (size_t e = 0; e < findings[i]->edit_count; e++) {
            const struct vrmlint_edit *edit = &findings[i]->edits[e];
            if (edit->kind != VRMLINT_EDIT_REBUILD) {
                edits_add(edits, edit->kind, edit->pointer, edit->value);
            } else if (form != CONTAINER_PACKED) {
                form = edit->value == NULL ? CONTAINER_REBUILT : CONTAINER_PACKED;
            }
        }
    }
    return form;
}

struct references *edits_references(struct arena *arena, struct document *document,
                                    const struct vrmlint_finding *const *findings, size_t count)
{
    struct edits edits = {.arena = arena};
    add_all(findings, count, &edits);
    return references_find(arena, document, &edits);
}

bool edits_gather(struct document *document, const struct vrmlint_finding *const *findings, size_t count,
                  const struct references *found, struct edits *edits, enum container_form *form)
{
    *form = add_all(findings, count, edits);
    edits->count = edits_settle(edits->arena, edits->list, edits->count);
    if (!renumber(document, edits, found)) {
        return false;
    }
    edits->count = edits_settle(edits->arena, edits->list, edits->count);
    drop_empty_lists(document, edits);
    edits->count = edits_settle(edits->arena, edits->list, edits->count);
    return true;
}
