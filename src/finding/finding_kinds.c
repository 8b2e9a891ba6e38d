/* Findings that are only counted, by the kept findings of the same kind. */
#include "base/os.h"
#include "finding/finding_parts.h"

enum { KINDS_LEAST = 64 };

/* Returns the slot of a kind, or the free one for it. A file can choose kinds, but doesn't know the seed. */
static struct finding **slot_of(const struct kinds *kinds, const struct finding *finding)
{
    size_t at = (size_t)(finding->kind * kinds->seed >> 32) & (kinds->size - 1);
    while (kinds->slots[at] != NULL &&
           (kinds->slots[at]->kind != finding->kind || kinds->slots[at]->rule != finding->rule)) {
        at = (at + 1) & (kinds->size - 1);
    }
    return &kinds->slots[at];
}

static void insert_finding(struct kinds *kinds, struct finding *finding)
{
    struct finding **slot = slot_of(kinds, finding);
    kinds->count += *slot == NULL;
    *slot = *slot == NULL ? finding : *slot;
}

/* Grows the table if needed, so that at most half of the slots are used. */
static void grow_kinds(struct findings *findings, struct kinds *kinds)
{
    if (kinds->size > 2 * kinds->count) {
        return;
    }
    struct kinds old = *kinds;
    kinds->seed = old.size == 0 ? os_random() | 1U : old.seed;
    kinds->size = old.size == 0 ? KINDS_LEAST : 2 * old.size;
    kinds->count = 0;
    kinds->slots = arena_array(findings->arena, kinds->size, sizeof(struct finding *));
    for (size_t i = 0; i < old.size; i++) {
        if (old.slots[i] != NULL) {
            insert_finding(kinds, old.slots[i]);
        }
    }
    if (old.size > 0) {
        arena_discard(findings->arena, old.slots);
    }
}

void findings_note_kind(struct findings *findings, struct finding *finding)
{
    if (findings->most > 0) {
        grow_kinds(findings, &findings->kinds);
        insert_finding(&findings->kinds, finding);
    }
}

struct finding *findings_of_kind(const struct findings *findings, const struct finding *finding)
{
    struct finding *found = findings->kinds.size == 0 ? NULL : *slot_of(&findings->kinds, finding);
    return found != NULL && found->severity == finding->severity ? found : NULL;
}
