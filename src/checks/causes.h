/* One finding for one mistake: consequences are counted with their cause, and repetitions are reported once. */
#ifndef VRMLINT_CHECKS_CAUSES_H
#define VRMLINT_CHECKS_CAUSES_H

#include "checks/checks.h"

/* Removes the findings that follow from others, and counts them in their causes. */
void causes_apply(struct check *check);

#endif
