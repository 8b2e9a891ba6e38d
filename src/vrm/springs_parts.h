/* What springs.c, colliders.c and vrm0.c share; nobody else includes this. */
#ifndef VRMLINT_VRM_SPRINGS_PARTS_H
#define VRMLINT_VRM_SPRINGS_PARTS_H

#include "vrm/springs.h"

/* From this magnitude on a parameter counts as not finite: its square overflows single precision. */
#define SPRINGS_NUMBER_MAX 1e18

/* A number below SPRINGS_NUMBER_MAX, or three, as tree_number() and tree_vec3() read them. */
bool springs_number(const json_t *value, double *out);
bool springs_vec3(const json_t *value, struct vec3 *out);

/* Reads colliders and collider groups. */
void springs_read_colliders(struct springs *springs, struct arena *arena, const struct scene *scene,
                            const json_t *extension);

/* Fills in groups and colliders of every spring. */
void springs_reach_colliders(struct springs *springs, struct document *document);

#endif
