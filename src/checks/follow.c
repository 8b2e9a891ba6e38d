#include "checks/follow.h"

struct finding *cause_root(struct finding *finding)
{
    while (finding->cause != NULL) {
        finding = finding->cause;
    }
    return finding;
}

bool cause_follow(struct check *check, struct finding *finding, struct finding *cause)
{
    bool kept = finding != NULL && cause != NULL && !finding->counted && !cause->counted;
    if (!kept || finding->cause != NULL || cause->severity < finding->severity || cause_root(cause) == finding ||
        (findings_named(check->findings, finding->rule) && !findings_named(check->findings, cause->rule))) {
        return false;
    }
    finding->cause = cause;
    return true;
}
