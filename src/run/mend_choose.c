/* Which findings are mended in a round. */
#include <string.h>

#include "edit/edit.h"
#include "run/mend.h"

void mend_leave(struct mending *mending, const struct vrmlint_finding *finding, enum vrmlint_left_reason reason,
                const struct vrmlint_rule *brings)
{
    mending->left =
        arena_grow(mending->arena, mending->left, mending->left_count, &mending->left_room, sizeof *mending->left);
    mending->left[mending->left_count++] = (struct vrmlint_left){finding, reason, brings};
}

const struct vrmlint_left *mend_left_before(const struct mending *mending, const struct vrmlint_finding *finding)
{
    for (size_t i = 0; i < mending->left_count; i++) {
        if (strcmp(mending->left[i].finding->fingerprint, finding->fingerprint) == 0) {
            return &mending->left[i];
        }
    }
    return NULL;
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

/* What goes because nothing leads to it: which isn't sure as long as what should may be misspelt, or broken. */
enum unused { UNUSED_NOT, UNUSED_OF_SPRINGS, UNUSED_OF_FILE };

static enum unused unused_of(const struct vrmlint_finding *finding)
{
    static const struct {
        enum rule rule;
        enum unused of;
    } rules[] = {
        {RULE_COLLIDER_UNUSED, UNUSED_OF_SPRINGS},
        {RULE_COLLIDER_GROUP_UNUSED, UNUSED_OF_SPRINGS},
        {RULE_VRM0_COLLIDER_GROUP_UNUSED, UNUSED_OF_SPRINGS},
        {RULE_SPRINGBONE_NO_SPRINGS, UNUSED_OF_SPRINGS},
        {RULE_GLTF_UNUSED_OBJECT, UNUSED_OF_FILE},
        {RULE_TEXTURE_UNUSED_IMAGE, UNUSED_OF_FILE},
        {RULE_TEXTURE_UNUSED_MATERIAL, UNUSED_OF_FILE},
        {RULE_TEXTURE_UNUSED_SAMPLER, UNUSED_OF_FILE},
        {RULE_TEXTURE_UNUSED_TEXTURE, UNUSED_OF_FILE},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (finding->rule == rule_line(rules[i].rule)) {
            return rules[i].of;
        }
    }
    return UNUSED_NOT;
}

/* Whether a finding's turn has come: what is only in the wrong place or misspelt goes first, then what is too much, and
 * in the end what nobody uses. */
static bool has_turn(const struct vrmlint_finding *finding, int turn)
{
    return turn == 2 || (unused_of(finding) == UNUSED_NOT && (turn == 1 || !only_removes(finding)));
}

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text);
    return length >= strlen(ending) && strcmp(text + length - strlen(ending), ending) == 0;
}

/* Whether something may have been meant to lead to what nothing leads to: of springs and colliders, when any error is
 * left; of the file, when a name isn't known, or what should be an index isn't. */
static bool has_faults(const struct vrmlint_report *report, enum unused of)
{
    static const char *const lost[] = {"/unknown-property", "/misnamed",          "/wrong-type",    "/missing-property",
                                       "/unresolved-index", "/index-not-integer", "/negative-index"};
    for (size_t i = 0; i < report->finding_count; i++) {
        const char *rule = report->findings[i].rule->id;
        bool of_springs = strncmp(rule, "springbone/", 11) == 0 || strncmp(rule, "collider/", 9) == 0 ||
                          strncmp(rule, "vrm0/", 5) == 0;
        if (of == UNUSED_OF_SPRINGS && of_springs && report->findings[i].severity == VRMLINT_ERROR) {
            return true;
        }
        for (size_t k = 0; of == UNUSED_OF_FILE && k < sizeof lost / sizeof *lost; k++) {
            if (ends_with(rule, lost[k])) {
                return true;
            }
        }
    }
    return false;
}

/* The findings that can be mended now. */
static size_t candidates(struct mending *mending, const struct vrmlint_finding **chosen)
{
    const struct vrmlint_report *report = mending->state.report;
    size_t count = 0;
    for (int turn = 0; turn <= 2 && count == 0; turn++) {
        for (size_t i = 0; i < report->finding_count; i++) {
            const struct vrmlint_finding *finding = &report->findings[i];
            if (mend_wants(mending, finding) && finding->edit_count > 0 && mend_left_before(mending, finding) == NULL &&
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
