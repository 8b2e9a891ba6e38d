/* One finding for one mistake: consequences are counted with their cause, and repetitions are reported once. */
#ifndef VRMLINT_CHECKS_CAUSES_CAUSES_H
#define VRMLINT_CHECKS_CAUSES_CAUSES_H

#include "checks/checks.h"

/* Sets the causes of findings that follow from others, and counts them in those that follow from none. findings_hide()
 * removes them. A finding is at most as severe as the one that it is counted in. */
void causes_apply(struct check *check);

/* Raises causes to the severities of what raises them, and then removes causes that are less severe than what follows
 * from them. Returns whether nothing changed. Part of causes_apply(). */
bool causes_settle(struct check *check);

#endif
