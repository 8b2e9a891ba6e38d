/* What the place of a failure of the schema checker is called. */
#ifndef VRMLINT_CHECKS_SCHEMA_LABELS_H
#define VRMLINT_CHECKS_SCHEMA_LABELS_H

#include "checks/schema/fault.h"

/*
 * The argument "value": what a place of the instance is called, "spring 0 'Hair', joint 1 'Hair_02': gravityDir[1]",
 * "node 4 'Twist': weight of the roll constraint". pointer is the failure's or one above it.
 */
struct argument fault_place(const struct fault *fault, const char *pointer);

/* The same of the failure's own place. */
struct argument fault_value(const struct fault *fault);

#endif
