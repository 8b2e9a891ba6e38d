/*
 * Forces, limits and colliders of a simulation of sim_spec, for measures. All values are in world space, in metres, and
 * hold after the last step.
 */
#ifndef VRMLINT_SIM_PROBE_H
#define VRMLINT_SIM_PROBE_H

#include "sim/solver.h"

/* Returns the node of a bone of the humanoid whose limbs may move, by its name; SIM_NONE if it has none. */
size_t probe_bone(const struct sim_world *world, const char *bone);

/* Returns the sum of the joint's forces, m/s: stiffness along the bone's rest direction, and gravity. The bone comes to
 * rest along it, because these forces turn it in all other directions, whatever the drag and the frame rate. */
struct vec3 probe_pull(const struct sim *sim, size_t joint);

/* Whether the joint has a limit that is applied. */
bool probe_has_limit(const struct sim *sim, size_t joint);

/* Returns the direction nearest to a unit vector that the joint's limit allows; the vector itself without a limit. */
struct vec3 probe_limited(const struct sim *sim, size_t joint, struct vec3 direction);

/* Returns sim_joint_colliders(); none if the simulation runs without colliders. */
const size_t *probe_colliders(const struct sim *sim, size_t joint, size_t *count);

/* Whether no joint moves a collider. */
bool probe_colliders_stand(const struct sim *sim);

/* Returns how deep a joint's tail is in the collider that it is deepest in, metres; 0 and SIM_NONE if it is in none. */
double probe_depth(const struct sim *sim, size_t joint, size_t *collider);

#endif
