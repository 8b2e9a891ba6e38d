/* Which findings are mended in a round. */
#include <string.h>

#include "edit/edit.h"
#include "ids/rules.h"
#include "run/mend.h"

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
    return left != NULL && guards_same_edits(left->finding, finding);
}

/* ---- what guards fixes ---- */

/* The same finding with the same edits as it is without the policy, or NULL: rules that it leaves out know better. What
 * is unused has a guard of its own. */
static const struct vrmlint_finding *unhidden(struct mending *mending, const struct vrmlint_finding *finding)
{
    if (!mending->hides || unused_of(finding) != UNUSED_NOT) {
        return finding;
    }
    if (mending->sorted_of != mending->state.all) {
        mending->sorted_of = mending->state.all;
        mending->sorted = guards_sort(mending->arena, mending->state.all);
    }
    return guards_find(&mending->sorted, finding);
}

enum vrmlint_severity mend_severity(struct mending *mending, const struct vrmlint_finding *finding)
{
    const struct vrmlint_finding *same = unhidden(mending, finding);
    return same == NULL ? finding->severity : same->severity;
}

enum vrmlint_left_reason mend_held(struct mending *mending, const struct guards *guards,
                                   const struct vrmlint_finding *finding)
{
    return unhidden(mending, finding) == NULL ? VRMLINT_LEFT_HIDDEN
           : guards_unsure(guards, finding)   ? VRMLINT_LEFT_UNSURE
                                              : VRMLINT_LEFT_UNTRIED;
}

/* ---- a round ---- */

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

/* The findings that can be mended now. Those that guards hold wait for what else is mended. */
static size_t candidates(struct mending *mending, const struct vrmlint_finding **chosen)
{
    const struct vrmlint_report *report = mending->state.report;
    struct guards guards;
    size_t count = 0;
    guards_read(&guards, mending->state.all, false);
    for (int turn = 0; turn <= 2 && count == 0; turn++) {
        for (size_t i = 0; i < report->finding_count; i++) {
            const struct vrmlint_finding *finding = &report->findings[i];
            if (mend_wants(mending, finding) && finding->edit_count > 0 && !is_left(mending, finding) &&
                has_turn(finding, turn) && mend_held(mending, &guards, finding) == VRMLINT_LEFT_UNTRIED) {
                chosen[count++] = finding;
            }
        }
    }
    return count;
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
