#include "checks/causes.h"

#include <assert.h>
#include <string.h>

#include "checks/absent.h"
#include "checks/byte_colors.h"
#include "checks/culprits.h"
#include "checks/follow.h"
#include "checks/marks.h"
#include "checks/reach.h"

/* Sets the causes of findings that follow from the findings of one rule; count: the number of its findings. */
static void set_causes_of_rule(struct check *check, enum rule rule, const uint32_t scopes[RULE_LIMIT], size_t count)
{
    struct arena *arena = arena_open(check->arena);
    const struct reach *reach = reach_open(check, arena, rule, scopes, count);
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        arena_pulse(check->arena);
        if (scopes[f->rule] != 0 && f->cause == NULL) {
            cause_follow(check, f, reach_cause(reach, f), (scopes[f->rule] & 1U << SCOPE_NONE) != 0);
        }
    }
    arena_close(arena);
}

/* Calls set_causes_of_rule() if the rule has findings and other findings can follow from them. */
static void follow_present(struct check *check, enum rule rule, const size_t present[RULE_LIMIT])
{
    uint32_t scopes[RULE_LIMIT];
    bool wanted = false;
    bool any = marks_scopes(rule, scopes);
    for (size_t r = 0; any && r < RULE_LIMIT; r++) {
        scopes[r] = present[r] > 0 ? scopes[r] : 0;
        wanted = wanted || scopes[r] != 0;
    }
    if (wanted) {
        set_causes_of_rule(check, rule, scopes, present[rule]);
    }
}

/* Sets the causes that the tables give, of findings that have none yet. */
static void follow_tables(struct check *check)
{
    size_t present[RULE_LIMIT] = {0};
    for (const struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        present[f->rule]++;
    }
    for (size_t i = 0; i < marks_rule_count(); i++) {
        enum rule rule = marks_rule(i);
        if (present[rule] > 0) {
            follow_present(check, rule, present);
        }
    }
}

bool causes_settle(struct check *check)
{
    bool settled = true;
    for (bool raised = true; raised;) {
        raised = false;
        for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
            raised = (f->cause != NULL && cause_raise(f)) || raised;
        }
        settled = settled && !raised;
    }
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        settled = (f->cause == NULL || cause_holds(f)) && settled;
    }
    return settled;
}

/* Counts the findings that follow from others with those that are reported. */
static void count_consequences(struct check *check)
{
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        struct finding *root = cause_root(f);
        assert(root->severity >= f->severity);
        if (root != f && !f->muted) {
            finding_follow(root, f->rule, &f->place);
            root->consequences += f->consequences;
        }
    }
}

void causes_apply(struct check *check)
{
    absent_apply(check);
    byte_colors_apply(check);
    /* A cause becomes more severe only while others are set, so a finding may lose its cause, or get one, afterwards.
     * Severities only rise, so this ends. */
    do {
        check->raised = false;
        follow_tables(check);
    } while (!causes_settle(check) || check->raised);
    culprits_apply(check);
    count_consequences(check);
}
