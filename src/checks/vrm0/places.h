/* What the checks on VRM 0.x share: how much of something there is. */
#ifndef VRMLINT_CHECKS_VRM0_PLACES_H
#define VRMLINT_CHECKS_VRM0_PLACES_H

#include "checks/checks.h"

/* " and 3 more roots" where count is 4, "" where it is 1. */
const char *vrm0_and_more(const struct check *check, size_t count, const char *one, const char *several);

#endif
