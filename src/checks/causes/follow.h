/* Findings that follow from others, as rules mark them. */
#ifndef VRMLINT_CHECKS_CAUSES_FOLLOW_H
#define VRMLINT_CHECKS_CAUSES_FOLLOW_H

#include "checks/checks.h"

/*
 * Marks a finding as a consequence of another one, which makes what the finding is about unusable. Both may be NULL.
 * raises: the cause becomes as severe as the finding. The finding isn't marked if it is more severe than the cause, or
 * if its rule was asked for by name and the cause's wasn't. Returns whether it was marked.
 */
bool cause_follow(struct check *check, struct finding *finding, struct finding *cause, bool raises);

/*
 * Makes the cause of a finding as severe as the finding, if the finding raises it. The severity that the user gave a
 * rule stays. A muted cause doesn't become an error: the user ignores something milder, and an error must not
 * disappear with it. Returns whether the severity changed.
 */
bool cause_raise(struct finding *finding);

/* Removes the cause of a finding that is more severe. Returns whether the cause stays. */
bool cause_holds(struct finding *finding);

/* Returns the first cause in the chain of causes of a finding, or the finding itself. A finding must not follow from
 * another one whose root it is: neither would be reported. */
struct finding *cause_root(struct finding *finding);

#endif
