/* The nodes of a file whose rotations VRMC_node_constraint 1.0 sets: constraints are evaluated in the order of their
 * dependencies. */
#ifndef VRMLINT_SIM_RIG_H
#define VRMLINT_SIM_RIG_H

#include "sim/transform.h"
#include "vrm/constraints.h"

struct rig;

/* Creates a rig in the rest pose, in the arena. It borrows both views. Linear in the nodes. */
struct rig *rig_new(struct arena *arena, const struct scene *scene, const struct constraints *constraints);

/* Returns the transform of a node relative to its parent, which the caller may change: scale, rotation,
 * translation. */
struct trs *rig_local(struct rig *rig, size_t node);

/* Returns the world matrix of a node, as of the last update. */
const struct mat34 *rig_world(const struct rig *rig, size_t node);

/* Evaluates all constraints once. A constraint that depends on itself uses the previous state. */
void rig_update(struct rig *rig);

#endif
