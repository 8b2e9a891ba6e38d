/*
 * Finds thighs that pass between chains. Colliders push bones, but what is skinned to two chains side by side spans
 * the gap between them, and a thigh may come through there. The test looks at the straight line from a tail to its
 * neighbour, if they are on either side of the thigh, and measures how far the thigh's collider sticks out in front
 * of it.
 */
#ifndef VRMLINT_SIM_BETWEEN_H
#define VRMLINT_SIM_BETWEEN_H

#include "sim/solver.h"

struct between;

/* The worst place. */
struct between_result {
    double depth; /* metres of the collider that stick out; 0: none */
    size_t joints[2];
    size_t collider;
    double radius; /* of the collider */
    size_t chains; /* number of chains that meet the thigh */
};

/*
 * Finds the pairs of neighbouring chains that both collide with a thigh: with colliders on its node or below it, but
 * not on or below the shin. thigh, shin: names of bones; left_out: flags of joints that are ignored. Returns NULL if
 * there are no such pairs, or too many. The simulation must be at rest.
 */
struct between *between_new(struct arena *arena, const struct sim *sim, const bool *left_out, const char *thigh,
                            const char *shin);

/* Begin the test, and look at the state after a step. limbs: as they are held then. */
void between_start(struct between *between, const struct sim *sim, const struct sim_limbs *limbs);
void between_step(struct between *between, const struct sim *sim, const struct sim_limbs *limbs);

struct between_result between_worst(const struct between *between);

#endif
