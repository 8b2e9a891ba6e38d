/* What springs.c, colliders.c and vrm0.c share; nobody else includes this. */
#ifndef VRMLINT_VRM_SPRINGS_PARTS_H
#define VRMLINT_VRM_SPRINGS_PARTS_H

#include "vrm/springs.h"

/* From this magnitude on a parameter counts as not finite: its square overflows single precision. */
#define SPRINGS_NUMBER_MAX 1e18

/* A number below SPRINGS_NUMBER_MAX, as tree_number() reads it. */
bool springs_number(const struct tree *value, double *out);

/* Such a number as a member that may be left out. */
struct optional springs_optional(const struct tree *json, const char *key, double standard);

/* Reads colliders and collider groups. */
void springs_read_colliders(struct springs *springs, struct arena *arena, const struct scene *scene,
                            const struct tree *extension);

/* Fills in groups and colliders of every spring. */
void springs_reach_colliders(struct springs *springs, struct document *document);

#endif
