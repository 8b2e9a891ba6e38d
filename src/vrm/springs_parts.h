/* Shared by springs.c, colliders.c and vrm0.c. Private to these. */
#ifndef VRMLINT_VRM_SPRINGS_PARTS_H
#define VRMLINT_VRM_SPRINGS_PARTS_H

#include "vrm/springs.h"

/* Parameters from this magnitude on count as not finite: their square overflows single precision. */
#define SPRINGS_NUMBER_MAX 1e18

/* Reads a number below SPRINGS_NUMBER_MAX, as tree_number() does. */
bool springs_number(const struct tree *value, double *out);

/* Reads such a number as an optional member. */
struct optional springs_optional(const struct tree *json, const char *key, double standard);

#endif
