/* Several springs affected by the same collider, reported once. */
#ifndef VRMLINT_CHECKS_CULPRITS_H
#define VRMLINT_CHECKS_CULPRITS_H

#include "checks/checks.h"

/* Makes findings of the simulation that name the same collider follow from the one whose advice solves them too,
 * unless they already follow from another finding. */
void culprits_apply(struct check *check);

#endif
