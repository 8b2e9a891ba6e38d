/* The halves of check_packaging(). */
#ifndef VRMLINT_CHECKS_PACKAGING_PACKAGING_H
#define VRMLINT_CHECKS_PACKAGING_PACKAGING_H

#include "checks/checks.h"
#include "vrm/instances.h"

/* specVersion of every instance of every extension, and the list of what was checked. */
void packaging_versions(struct check *check);

/* Has a name of extensionsUsed or extensionsRequired become another with a finding, or go where that is listed too. */
void packaging_rename(struct finding *finding, const char *list, const struct tree *names, const char *from,
                      const char *to);

/* Has a name come into extensionsUsed or extensionsRequired with a finding, where it isn't there. */
void packaging_declare(struct finding *finding, const struct check *check, const char *list, const char *name);

#endif
