/* Which joints a pose moves, directly or by what they collide with. */
#ifndef VRMLINT_SIM_MOVED_H
#define VRMLINT_SIM_MOVED_H

#include "sim/poses.h"
#include "sim/solver.h"

/* Sets a flag for each joint that hangs on what the pose moves, or has a collider or its center there; returns how many
 * there are. */
size_t moved_by_pose(struct arena *arena, const struct sim_world *world, enum pose pose, bool *joints);

/* Sets a flag for each joint that hangs on the arms, which are down in all poses: what it is modelled for are arms that
 * aren't. Returns how many there are. */
size_t moved_with_arms(struct arena *arena, const struct sim_world *world, bool *joints);

#endif
