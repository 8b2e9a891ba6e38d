/* Findings that somebody has looked at and accepted, with a reason. */
#ifndef VRMLINT_RUN_IGNORES_H
#define VRMLINT_RUN_IGNORES_H

#include "run/policy.h"
#include "vrm/avatar.h"

/* Adds an ignore to a policy, unchecked; false when memory is short. */
bool ignores_add(struct vrmlint_policy *policy, const struct vrmlint_ignore *ignore);

/*
 * Takes out of findings what the policy's ignores name, and says in the report, whose arena that of findings is, what
 * each of them took. avatar is NULL where the file can't be read so far: names lead to nothing then, pointers do.
 */
void ignores_apply(const struct vrmlint_policy *policy, const struct avatar *avatar, struct arena *arena,
                   struct findings *findings, struct vrmlint_report *report);

#endif
