/* What one collider does to several springs, reported once. */
#ifndef VRMLINT_CHECKS_CULPRITS_H
#define VRMLINT_CHECKS_CULPRITS_H

#include "checks/checks.h"

/* Lets findings of the simulation that name the same collider follow from the one whose advice does for them too,
 * unless they follow from something else; returns whether any does. */
bool culprits_apply(struct check *check);

#endif
