/* What the checks on VRM 0.x share: names inside a sentence, and how much of something there is. */
#ifndef VRMLINT_CHECKS_VRM0_PLACES_H
#define VRMLINT_CHECKS_VRM0_PLACES_H

#include "checks/checks.h"

/* name_bone_group() and name_vrm0_collider_group() for the middle of a sentence: "bone group 0 'Hair'". */
const char *vrm0_group_within(const struct check *check, size_t group);
const char *vrm0_collider_group_within(const struct check *check, size_t group);

/* "Collider group 0 on 'Head', collider 1". */
const char *vrm0_collider_name(const struct check *check, size_t group, size_t collider);

/* " and 3 more roots" where count is 4, "" where it is 1. */
const char *vrm0_and_more(const struct check *check, size_t count, const char *one, const char *several);

#endif
