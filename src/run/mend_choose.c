/* Which findings are mended in a round. */
#include <string.h>

#include "edit/edit.h"
#include "ids/rules.h"
#include "run/mend.h"
#include "run/unused.h"

bool mend_wants(const struct mending *mending, const struct vrmlint_finding *finding)
{
    return finding->fix != VRMLINT_FIX_NONE && (mending->classes >> finding->fix & 1U) != 0 &&
           (mending->accepts == NULL || !mending->accepts(mending->context, finding));
}

void mend_leave(struct mending *mending, const struct vrmlint_finding *finding, enum vrmlint_left_reason reason,
                const struct vrmlint_rule *brings)
{
    mending->left =
        arena_grow(mending->arena, mending->left, mending->left_count, &mending->left_room, sizeof *mending->left);
    mending->left[mending->left_count++] = (struct vrmlint_left){finding, reason, brings};
}

const struct vrmlint_left *mend_left_before(const struct mending *mending, const struct vrmlint_finding *finding)
{
    for (size_t i = mending->left_count; i > 0; i--) {
        if (strcmp(mending->left[i - 1].finding->fingerprint, finding->fingerprint) == 0) {
            return &mending->left[i - 1];
        }
    }
    return NULL;
}

/* Whether a finding was left with the edits that it has: what else was mended may have given it others. */
static bool is_left(const struct mending *mending, const struct vrmlint_finding *finding)
{
    const struct vrmlint_left *left = mend_left_before(mending, finding);
    bool same = left != NULL && left->finding->edit_count == finding->edit_count;
    for (size_t i = 0; same && i < finding->edit_count; i++) {
        same = edit_is_same(&left->finding->edits[i], &finding->edits[i]);
    }
    return same;
}

void mend_uncover(const struct vrmlint_rule *mended, bool *uncovered)
{
    static const struct {
        enum rule mended;
        enum rule note;
    } table[] = {
#define UNCOVERS(mended, note) {RULE_##mended, RULE_##note},
#include "uncovered.def"
#undef UNCOVERS
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (mended == rule_line(table[i].mended)) {
            uncovered[table[i].note] = true;
        }
    }
}

/* Whether all that mends a finding is that something goes. */
static bool only_removes(const struct vrmlint_finding *finding)
{
    for (size_t i = 0; i < finding->edit_count; i++) {
        if (finding->edits[i].kind != VRMLINT_EDIT_REMOVE) {
            return false;
        }
    }
    return true;
}

/* Whether a finding's turn has come: what is only in the wrong place or misspelt goes first, then what is too much, and
 * in the end what nobody uses. */
static bool has_turn(const struct vrmlint_finding *finding, int turn)
{
    return turn == 2 || (unused_of(finding) == UNUSED_NOT && (turn == 1 || !only_removes(finding)));
}

/* The findings that can be mended now. */
static size_t candidates(struct mending *mending, const struct vrmlint_finding **chosen)
{
    const struct vrmlint_report *report = mending->state.report;
    size_t count = 0;
    for (int turn = 0; turn <= 2 && count == 0; turn++) {
        for (size_t i = 0; i < report->finding_count; i++) {
            const struct vrmlint_finding *finding = &report->findings[i];
            if (mend_wants(mending, finding) && finding->edit_count > 0 && !is_left(mending, finding) &&
                has_turn(finding, turn)) {
                chosen[count++] = finding;
            }
        }
    }
    size_t kept = 0;
    const bool unsure[] = {[UNUSED_NOT] = false,
                           [UNUSED_OF_SPRINGS] = has_faults(report, UNUSED_OF_SPRINGS),
                           [UNUSED_OF_FILE] = has_faults(report, UNUSED_OF_FILE)};
    for (size_t i = 0; i < count; i++) {
        if (unsure[unused_of(chosen[i])]) {
            mend_leave(mending, chosen[i], VRMLINT_LEFT_UNSURE, NULL);
        } else {
            chosen[kept++] = chosen[i];
        }
    }
    return kept;
}

size_t mend_choose(struct mending *mending, const struct vrmlint_finding **chosen)
{
    size_t count = candidates(mending, chosen);
    size_t wish_count = 0;
    for (size_t i = 0; i < count; i++) {
        wish_count += chosen[i]->edit_count;
    }
    struct wish *wishes = arena_array(mending->arena, wish_count, sizeof *wishes);
    bool *waits = arena_array(mending->arena, count, sizeof *waits);
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t e = 0; e < chosen[i]->edit_count; e++) {
            wishes[at++] = (struct wish){chosen[i]->edits[e], i};
        }
    }
    wishes_part(mending->arena, wishes, wish_count, waits);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!waits[i]) {
            chosen[kept++] = chosen[i];
        }
    }
    return kept;
}
