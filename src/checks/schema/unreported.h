/* Which failures of the schema checker aren't reported by themselves. */
#ifndef VRMLINT_CHECKS_SCHEMA_UNREPORTED_H
#define VRMLINT_CHECKS_SCHEMA_UNREPORTED_H

#include "checks/schema/fault.h"

/* Whether another finding says it, or it is nothing to complain of. */
bool fault_is_reported_elsewhere(const struct fault *fault);

/* Whether it is -1 written with a decimal point where VRM 0.x means none by it. */
bool fault_is_none_with_point(const struct fault *fault);

/* Whether a value at a pointer is a shape whose offset, radius or tail stand where sphere or capsule should: that is
 * reported as a whole. */
bool fault_is_flattened(const struct fault *fault, const char *pointer, const struct tree *shape);

#endif
