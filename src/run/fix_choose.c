/* Chooses the findings that are fixed in a round. */
#include <string.h>

#include "base/os.h"
#include "edit/edit.h"
#include "ids/rules.h"
#include "run/fix.h"

bool fix_wants(const struct fixing *fixing, const struct vrmlint_finding *finding)
{
    return finding->fix != VRMLINT_FIX_NONE && (fixing->classes >> finding->fix & 1U) != 0 &&
           (fixing->accepts == NULL || !fixing->accepts(fixing->context, finding));
}

/* Makes a record the last one of its finding. */
static void index_left(struct fixing *fixing, size_t i)
{
    const char *print = fixing->left[i].finding->fingerprint;
    size_t *last = text_map_get(&fixing->left_by, print);
    if (last == NULL) {
        last = arena_alloc(fixing->arena, sizeof *last);
        text_map_set(&fixing->left_by, print, last);
    }
    *last = i;
}

void fix_leave(struct fixing *fixing, const struct vrmlint_finding *finding, enum vrmlint_left_reason reason,
               const struct vrmlint_rule *rule)
{
    *ARENA_PUSH(fixing->arena, fixing->left, fixing->left_count, fixing->left_room) =
        (struct vrmlint_left){finding, reason, rule};
    index_left(fixing, fixing->left_count - 1);
}

const struct vrmlint_left *fix_left_before(const struct fixing *fixing, const struct vrmlint_finding *finding)
{
    const size_t *last = fixing->left_count == 0 ? NULL : text_map_get(&fixing->left_by, finding->fingerprint);
    return last == NULL ? NULL : &fixing->left[*last];
}

void fix_forget(struct fixing *fixing, size_t from, size_t to)
{
    if (fixing->left_count > to) {
        memmove(fixing->left + from, fixing->left + to, (fixing->left_count - to) * sizeof *fixing->left);
    }
    fixing->left_count -= to - from;
    fixing->left_by = (struct text_map){.arena = fixing->arena, .seed = os_random()};
    for (size_t i = 0; i < fixing->left_count; i++) {
        index_left(fixing, i);
    }
}

/* Whether a finding was left with its current edits; other fixes may have changed them. */
static bool is_left(const struct fixing *fixing, const struct vrmlint_finding *finding)
{
    const struct vrmlint_left *left = fix_left_before(fixing, finding);
    return left != NULL && guards_same_edits(left->finding, finding);
}

/* ---- guards ---- */

/* Returns the same finding with the same edits as it is under the guard, or NULL: rules that the policy hides may
 * advise other edits. Findings about unused objects have a guard of their own. */
static const struct vrmlint_finding *unhidden_finding(struct fixing *fixing, const struct vrmlint_finding *finding)
{
    if (!fixing->hides || unused_of(finding) != UNUSED_NOT) {
        return finding;
    }
    if (fixing->sorted_of != fixing->state.all) {
        fixing->sorted_of = fixing->state.all;
        fixing->sorted = guards_sort(fixing->arena, fixing->state.all);
    }
    return guards_find(&fixing->sorted, finding);
}

enum vrmlint_severity fix_severity(struct fixing *fixing, const struct vrmlint_finding *finding)
{
    const struct vrmlint_finding *same = unhidden_finding(fixing, finding);
    return same == NULL ? finding->severity : same->severity;
}

struct vrmlint_left fix_held(struct fixing *fixing, const struct guards *guards, const struct vrmlint_finding *finding)
{
    if (unhidden_finding(fixing, finding) == NULL) {
        return (struct vrmlint_left){finding, VRMLINT_LEFT_HIDDEN, NULL};
    }
    const struct vrmlint_rule *first = guards_unsure(guards, finding);
    return (struct vrmlint_left){finding, first != NULL ? VRMLINT_LEFT_UNSURE : VRMLINT_LEFT_UNTRIED, first};
}

/* ---- a round ---- */

void fix_uncover(const struct vrmlint_rule *fixed, bool *uncovered)
{
    static const struct {
        enum rule fixed;
        enum rule note;
    } table[] = {
#define UNCOVERS(fixed, note) {RULE_##fixed, RULE_##note},
#include "ids/uncovered_table.def"
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (fixed == rule_line(table[i].fixed)) {
            uncovered[table[i].note] = true;
        }
    }
}

/* Whether all edits of a finding are removals. */
static bool only_removes(const struct vrmlint_finding *finding)
{
    for (size_t i = 0; i < finding->edit_count; i++) {
        if (finding->edits[i].kind != VRMLINT_EDIT_REMOVE) {
            return false;
        }
    }
    return true;
}

/* Whether a finding may be fixed in a turn: first what is only misplaced or misspelt (0), then what is superfluous
 * (1), and finally what is unused (2). */
static bool has_turn(const struct vrmlint_finding *finding, int turn)
{
    return turn == 2 || (unused_of(finding) == UNUSED_NOT && (turn == 1 || !only_removes(finding)));
}

/* Lists the findings that can be fixed in a turn, and returns their number. Those that guards hold back wait for other
 * fixes. calm: leaves out fixes with which apps read more while there are errors. */
static size_t list_turn(struct fixing *fixing, const struct guards *guards, const struct vrmlint_finding **chosen,
                        int turn, bool calm)
{
    const struct vrmlint_report *report = fixing->state.report;
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        bool is_error = fix_severity(fixing, finding) == VRMLINT_ERROR;
        bool is_calm = guards_refuse(guards, finding) == NULL && (turn == 0 || is_error);
        if (fix_wants(fixing, finding) && finding->edit_count > 0 && !is_left(fixing, finding) &&
            has_turn(finding, turn) && (is_calm || !calm) &&
            fix_held(fixing, guards, finding).reason == VRMLINT_LEFT_UNTRIED) {
            chosen[count++] = finding;
        }
    }
    return count;
}

/* Lists the findings that can be fixed now, and returns their number. What apps would read only with a fix waits for
 * the fixes of errors, because it would be reverted while there are some. */
static size_t list_candidates(struct fixing *fixing, const struct vrmlint_finding **chosen)
{
    struct guards guards;
    guards_read(&guards, fixing->state.all, false);
    size_t all = list_turn(fixing, &guards, chosen, 0, false);
    size_t count = list_turn(fixing, &guards, chosen, 0, true);
    if (all > 0 && count == 0) {
        count = list_turn(fixing, &guards, chosen, 1, true);
    }
    for (int turn = 0; turn <= 2 && count == 0; turn++) {
        count = list_turn(fixing, &guards, chosen, turn, false);
    }
    return count;
}

size_t fix_choose(struct fixing *fixing, const struct vrmlint_finding **chosen)
{
    size_t count = list_candidates(fixing, chosen);
    size_t wish_count = 0;
    for (size_t i = 0; i < count; i++) {
        wish_count += chosen[i]->edit_count;
    }
    struct wish *wishes = arena_array(fixing->arena, wish_count, sizeof *wishes);
    bool *waits = arena_array(fixing->arena, count, sizeof *waits);
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t e = 0; e < chosen[i]->edit_count; e++) {
            wishes[at++] = (struct wish){chosen[i]->edits[e], i};
        }
    }
    wishes_part(fixing->arena, wishes, wish_count, waits);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!waits[i]) {
            chosen[kept++] = chosen[i];
        }
    }
    return kept;
}
