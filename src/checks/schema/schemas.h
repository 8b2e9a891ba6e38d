/* Checks by embedded schemas, shared by check_schemas() and check_core_schemas(). */
#ifndef VRMLINT_CHECKS_SCHEMA_SCHEMAS_H
#define VRMLINT_CHECKS_SCHEMA_SCHEMAS_H

#include "checks/schema/fault.h"

/* The lengths of lists that indices refer to. */
enum { BOUNDS_MAX = 20 };
struct bounds {
    struct schema_bound lists[BOUNDS_MAX];
    size_t count;
};
struct bounds bounds_of(struct check *check);

/* Checks an instance with an embedded schema, and reports the failures. */
void instance_judge(struct instance *instance, const char *schema, const struct bounds *bounds);

#endif
