/* The nodes of a file whose rotations VRMC_node_constraint 1.0 sets: constraints are evaluated in the order in which
 * they depend on each other. */
#ifndef VRMLINT_SIM_RIG_H
#define VRMLINT_SIM_RIG_H

#include "sim/transform.h"
#include "vrm/constraints.h"

struct rig;

/* Creates a rig in the rest pose, in the arena. It borrows both views. Linear in the nodes. */
struct rig *rig_new(struct arena *arena, const struct scene *scene, const struct constraints *constraints);

/* The transform of a node in its parent's space, which the caller may change: scale, rotation, translation. */
struct trs *rig_local(struct rig *rig, size_t node);

/* The matrix of a node to the world, as of the last update. */
const struct mat34 *rig_world(const struct rig *rig, size_t node);

/* Evaluates all constraints once. A constraint that waits for itself sees what was there before. */
void rig_update(struct rig *rig);

#endif
