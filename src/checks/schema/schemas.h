/* Judging by embedded schemas: what check_schemas() and check_core_schemas() share. */
#ifndef VRMLINT_CHECKS_SCHEMA_SCHEMAS_H
#define VRMLINT_CHECKS_SCHEMA_SCHEMAS_H

#include "checks/schema/fault.h"

/* Lists that indices lead into. */
enum { BOUNDS_MAX = 20 };
struct bounds {
    struct schema_bound lists[BOUNDS_MAX];
    size_t count;
};
struct bounds bounds_of(struct check *check);

/* Judges an instance by an embedded schema, and reports what fails. */
void instance_judge(struct instance *instance, const char *schema, const struct bounds *bounds);

#endif
