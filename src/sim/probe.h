/*
 * What measures see of a simulation of sim_spec beyond positions: forces, limits and colliders. All in world space,
 * metres, as things stand after the last step.
 */
#ifndef VRMLINT_SIM_PROBE_H
#define VRMLINT_SIM_PROBE_H

#include "sim/solver.h"

/* The node of a bone of the humanoid whose limbs may move, by its name, or SIM_NONE. */
size_t probe_bone(const struct sim_world *world, const char *bone);

/* Where the joint's forces pull, m/s: stiffness along the bone's rest direction, and gravity. The bone comes
 * to rest along it: only there do they turn it no further, whatever the drag and the frame rate. */
struct vec3 probe_pull(const struct sim *sim, size_t joint);

/* Whether the joint has a limit that is heeded. */
bool probe_has_limit(const struct sim *sim, size_t joint);

/* The direction nearest to a unit vector that the joint's limit allows; the vector itself where it has none. */
struct vec3 probe_limited(const struct sim *sim, size_t joint, struct vec3 direction);

/* sim_joint_colliders(); none where the simulation leaves them out. */
const size_t *probe_colliders(const struct sim *sim, size_t joint, size_t *count);

/* Whether no joint moves a collider. */
bool probe_colliders_stand(const struct sim *sim);

/* How deep a joint's tail is in a collider as things stand now, metres; 0 and SIM_NONE for none. */
double probe_depth(const struct sim *sim, size_t joint, size_t *collider);

#endif
