/* One mistake, one finding: what follows from what is counted with its cause, and what repeats is said once. */
#ifndef VRMLINT_CHECKS_CAUSES_H
#define VRMLINT_CHECKS_CAUSES_H

#include "checks/checks.h"

/* Takes the findings out that follow from others, and counts them there. */
void causes_apply(struct check *check);

#endif
