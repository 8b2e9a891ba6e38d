/*
 * Thighs that pass between chains: colliders push bones, and what is skinned to two chains side by side spans from one
 * to the other, so that a thigh may come through between them. Looked at is the straight way from a tail to its
 * neighbour, where the two are on either side of the thigh: how far its collider stands out in front of that.
 */
#ifndef VRMLINT_SIM_BETWEEN_H
#define VRMLINT_SIM_BETWEEN_H

#include "sim/solver.h"

struct between;

/* The worst place. */
struct between_result {
    double depth; /* metres of the collider that stand out; 0: none */
    size_t joints[2];
    size_t collider;
    double radius; /* of the collider */
    size_t chains; /* that meet the thigh */
};

/*
 * The pairs of neighbouring chains that both collide with a thigh: with what is on its node or below it, and not on or
 * below the shin; both by the names of their bones. left_out: flags of joints that aren't looked at. NULL where there
 * are none, or too many to look at. The simulation is at rest.
 */
struct between *between_new(struct arena *arena, const struct sim *sim, const bool *left_out, const char *thigh,
                            const char *shin);

/* At the beginning, and after every step; limbs as they are held then. */
void between_start(struct between *between, const struct sim *sim, const struct sim_limbs *limbs);
void between_step(struct between *between, const struct sim *sim, const struct sim_limbs *limbs);

struct between_result between_worst(const struct between *between);

#endif
