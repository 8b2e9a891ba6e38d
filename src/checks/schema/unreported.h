/* Failures of the schema checker that aren't reported by themselves. */
#ifndef VRMLINT_CHECKS_SCHEMA_UNREPORTED_H
#define VRMLINT_CHECKS_SCHEMA_UNREPORTED_H

#include "checks/schema/fault.h"

/* Whether another finding reports the failure, or it is no mistake. */
bool fault_is_reported_elsewhere(const struct fault *fault);

/* Whether it is -1 with a decimal point, where VRM 0.x uses -1 for none. */
bool fault_is_none_with_point(const struct fault *fault);

/* Whether a value at a pointer is a shape whose offset, radius or tail are where sphere or capsule should be. It is
 * reported as a whole. */
bool fault_is_flattened(const struct fault *fault, const char *pointer, const struct tree *shape);

#endif
