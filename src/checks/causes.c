#include "checks/causes.h"

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
        if (scopes[f->rule] == 0 || f->cause != NULL) {
            continue;
        }
        /* If the user asked for this rule by name but not for the cause's rule, the finding is reported. */
        bool asked_for = findings_named(check->findings, f->rule) && !findings_named(check->findings, rule);
        struct finding *cause = asked_for ? NULL : reach_cause(reach, f);
        cause = cause == NULL || cause_root(cause) == f ? NULL : cause;
        bool raises = (scopes[f->rule] & 1U << SCOPE_NONE) != 0;
        if (cause != NULL && cause->severity < f->severity && raises) {
            finding_severity(cause, f->severity);
        }
        /* A finding that is worse than its cause is reported. */
        f->cause = cause != NULL && cause->severity >= f->severity ? cause : NULL;
    }
    arena_close(arena);
}

/* Calls set_causes_of_rule() once per rule, if the rule has findings and other findings can follow from them. Returns
 * whether it was called, so that findings may have a cause now. */
static bool follow_present(struct check *check, enum rule rule, const size_t present[RULE_LIMIT], bool done[RULE_LIMIT])
{
    uint32_t scopes[RULE_LIMIT];
    bool wanted = false;
    if (present[rule] > 0 && !done[rule]) {
        done[rule] = true;
        bool any = marks_scopes(rule, scopes);
        for (size_t r = 0; any && r < RULE_LIMIT; r++) {
            scopes[r] = present[r] > 0 ? scopes[r] : 0;
            wanted = wanted || scopes[r] != 0;
        }
        if (wanted) {
            set_causes_of_rule(check, rule, scopes, present[rule]);
        }
    }
    return wanted;
}

static bool is_root(void *context, const struct finding *finding)
{
    (void)context;
    return finding->cause == NULL;
}

void causes_apply(struct check *check)
{
    if (findings_count(check->findings) < 2) {
        return;
    }
    size_t present[RULE_LIMIT] = {0};
    bool done[RULE_LIMIT] = {false};
    bool any = absent_apply(check);
    any = byte_colors_apply(check) || any;
    for (const struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        present[f->rule]++;
        any = any || f->cause != NULL;
    }
    for (size_t i = 0; i < marks_rule_count(); i++) {
        any = follow_present(check, marks_rule(i), present, done) || any;
    }
    any = culprits_apply(check) || any;
    for (struct finding *f = findings_first(check->findings); any && f != NULL; f = f->next) {
        if (f->cause != NULL) {
            finding_follow(cause_root(f), f->rule, &f->place);
        }
    }
    if (any) {
        findings_keep(check->findings, is_root, NULL);
    }
}
