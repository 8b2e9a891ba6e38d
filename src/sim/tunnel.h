/*
 * Tails that go through a collider between two frames: in neither of them do they touch it, and so nothing holds them
 * back. Counted where the straight way from frame to frame, seen from the collider, comes nearer to its center or axis
 * than half its radius. Planes and inside shapes can't be missed.
 */
#ifndef VRMLINT_SIM_TUNNEL_H
#define VRMLINT_SIM_TUNNEL_H

#include "sim/solver.h"

struct tunnel;

/* In the arena; room for all colliders of the world. */
struct tunnel *tunnel_new(struct arena *arena, const struct sim_world *world);

/* Makes one of a world as another of it is. */
void tunnel_copy(struct tunnel *tunnel, const struct tunnel *from);

/* Takes a simulation at rest; its root stands at pose. */
void tunnel_start(struct tunnel *tunnel, const struct sim *sim, const struct sim_pose *pose);

/* Notes where colliders are after a step, before joints are asked for. */
void tunnel_step(struct tunnel *tunnel, const struct sim *sim, const struct sim_pose *pose);

/* A way not longer than this, with the drift of colliders in a step, leads a joint's tail through none of them. Both in
 * metres. */
double tunnel_shortest(const struct tunnel *tunnel, size_t joint);
double tunnel_drift(const struct tunnel *tunnel);

/* The collider that a joint's tail went through on its way from one place to another, both seen from the root; SIM_NONE
 * for none. */
size_t tunnel_passed(const struct tunnel *tunnel, const struct sim *sim, size_t joint, struct vec3 from,
                     struct vec3 to);

#endif
