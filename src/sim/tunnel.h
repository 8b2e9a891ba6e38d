/*
 * Detects tails that go through a collider between two frames: they touch it in neither, so nothing holds them back.
 * A frame counts if the straight line from frame to frame, seen from the collider, comes nearer to its center or axis
 * than half its radius. Planes and inside shapes can't be missed.
 */
#ifndef VRMLINT_SIM_TUNNEL_H
#define VRMLINT_SIM_TUNNEL_H

#include "sim/solver.h"

struct tunnel;

/* Creates it in the arena, with memory for all colliders of the world. */
struct tunnel *tunnel_new(struct arena *arena, const struct sim_world *world);

/* Copies the state of another one of the same world. */
void tunnel_copy(struct tunnel *tunnel, const struct tunnel *from);

/* Begins with a simulation at rest; its root is at pose. */
void tunnel_start(struct tunnel *tunnel, const struct sim *sim, const struct sim_pose *pose);

/* Notes the positions of colliders after a step, before joints are tested. */
void tunnel_step(struct tunnel *tunnel, const struct sim *sim, const struct sim_pose *pose);

/* Return the largest distance, including the drift of colliders in a step, that can't take a joint's tail through any
 * of them; and that drift. Both in metres. */
double tunnel_shortest(const struct tunnel *tunnel, size_t joint);
double tunnel_drift(const struct tunnel *tunnel);

/* Returns the collider that a joint's tail went through on a straight line, both ends relative to the root; or
 * SIM_NONE. */
size_t tunnel_passed(const struct tunnel *tunnel, const struct sim *sim, size_t joint, struct vec3 from,
                     struct vec3 to);

#endif
