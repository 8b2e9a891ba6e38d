/* Findings that users have reviewed and accepted, with a reason. */
#ifndef VRMLINT_RUN_IGNORES_H
#define VRMLINT_RUN_IGNORES_H

#include "run/policy.h"
#include "vrm/about.h"

/* Adds an ignore to a policy, unchecked. Returns false if memory runs out. */
bool ignores_add(struct vrmlint_policy *policy, const struct vrmlint_ignore *ignore);

/* Mutes the findings that match the policy's ignores, before others follow from them. */
void ignores_mute(const struct vrmlint_policy *policy, const struct avatar *avatar, struct findings *findings);

/*
 * Removes the findings that match the policy's ignores, and records in the report how many each ignore removed. The
 * report and the findings have the same arena. avatar is NULL if the file can't be read that far: names match nothing
 * then, pointers do.
 */
void ignores_apply(const struct vrmlint_policy *policy, const struct avatar *avatar, struct arena *arena,
                   struct findings *findings, struct vrmlint_report *report);

#endif
