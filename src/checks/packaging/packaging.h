/* The halves of check_packaging(). */
#ifndef VRMLINT_CHECKS_PACKAGING_PACKAGING_H
#define VRMLINT_CHECKS_PACKAGING_PACKAGING_H

#include "checks/checks.h"
#include "vrm/instances.h"

/* specVersion of every instance of every extension, and the list of what was checked. */
void packaging_versions(struct check *check);

#endif
