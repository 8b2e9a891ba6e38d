/* Names for the places of schema failures. */
#ifndef VRMLINT_CHECKS_SCHEMA_LABELS_H
#define VRMLINT_CHECKS_SCHEMA_LABELS_H

#include "checks/schema/fault.h"

/*
 * Returns the argument "value", the name of a place in the instance: "spring 0 'Hair', joint 1 'Hair_02':
 * gravityDir[1]", "node 4 'Twist': weight of the roll constraint". pointer is the failure's or a shorter one that
 * contains it.
 */
struct argument fault_place(const struct fault *fault, const char *pointer);

/* Returns the same for the failure's own place. */
struct argument fault_value(const struct fault *fault);

#endif
