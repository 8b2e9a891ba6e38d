/* What the checks on springs ask of those on joint limits. */
#ifndef VRMLINT_CHECKS_LIMIT_LIMIT_H
#define VRMLINT_CHECKS_LIMIT_LIMIT_H

#include "checks/checks.h"

/* Whether a limit rule reports a head instead of springbone/axis-minus-y or springbone/zero-length-bone. These ask
 * first, so that one mistake gives one finding. False if the limit rule is off. */
bool limit_prints_axis(const struct check *check, const struct joint *joint);
bool limit_prints_length(const struct check *check, const struct joint *joint);

#endif
