/* What of a file nobody looked at because the rules about it are switched off. */
#ifndef VRMLINT_RUN_SWITCHED_OFF_H
#define VRMLINT_RUN_SWITCHED_OFF_H

#include "gltf/document.h"
#include "run/policy.h"

/*
 * Says among what was skipped which families of rules are off as a whole, though the file holds what they are about.
 * The report has its extensions and figures already. Rules that are off until somebody asks for them aren't missed.
 */
void switched_off_tell(const struct vrmlint_policy *policy, struct document *document,
                       const struct vrmlint_report *report, struct findings *findings);

#endif
