/* Findings that follow from others, as rules mark them. */
#ifndef VRMLINT_CHECKS_FOLLOW_H
#define VRMLINT_CHECKS_FOLLOW_H

#include "checks/checks.h"

/*
 * Marks a finding as a consequence of another, which a rule found to make unusable what it looks at; both may be NULL.
 * It stays a finding of its own if it is worse, or if its rule was asked for by name and the other's wasn't. Returns
 * whether it follows.
 */
bool cause_follow(struct check *check, struct finding *finding, struct finding *cause);

/* What a finding follows from in the end, or the finding itself. A finding must not follow from another one whose root
 * it is: the two would never be reported. */
struct finding *cause_root(struct finding *finding);

#endif
