#include "checks/causes/follow.h"

struct finding *cause_root(struct finding *finding)
{
    while (finding->cause != NULL) {
        finding = finding->cause;
    }
    return finding;
}

bool cause_raise(struct finding *finding)
{
    struct finding *cause = finding->cause;
    bool may_raise = !finding->muted && (!cause->muted || finding->severity < VRMLINT_ERROR);
    bool raises = finding->raises && may_raise && cause->severity < finding->severity;
    enum vrmlint_severity before = cause->severity;
    if (raises) {
        finding_severity(cause, finding->severity);
    }
    return cause->severity != before;
}

bool cause_follow(struct check *check, struct finding *finding, struct finding *cause, bool raises)
{
    bool kept = finding != NULL && cause != NULL && !finding->counted && !cause->counted;
    if (!kept || finding->cause != NULL || cause_root(cause) == finding) {
        return false;
    }
    /* If the user asked for this rule by name but not for the cause's rule, the finding is reported. */
    if (findings_named(check->findings, finding->rule) &&
        (cause->muted || !findings_named(check->findings, cause->rule))) {
        return false;
    }
    finding->cause = cause;
    finding->raises = raises;
    check->raised = cause_raise(finding) || check->raised;
    return cause_holds(finding);
}

bool cause_holds(struct finding *finding)
{
    bool holds = finding->cause->severity >= finding->severity;
    finding->cause = holds ? finding->cause : NULL;
    return holds;
}
