/* Findings that follow from others, as rules mark them. */
#ifndef VRMLINT_CHECKS_FOLLOW_H
#define VRMLINT_CHECKS_FOLLOW_H

#include "checks/checks.h"

/*
 * Marks a finding as a consequence of another one, which makes what the finding is about unusable. Both may be NULL.
 * The finding isn't marked if it is more severe than the cause, or if its rule was asked for by name and the cause's
 * wasn't. Returns whether it was marked.
 */
bool cause_follow(struct check *check, struct finding *finding, struct finding *cause);

/* Returns the first cause in the chain of causes of a finding, or the finding itself. A finding must not follow from
 * another one whose root it is: neither would be reported. */
struct finding *cause_root(struct finding *finding);

#endif
