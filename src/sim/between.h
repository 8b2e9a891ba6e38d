/*
 * Thighs that pass between chains: colliders push bones, and what is skinned to two chains side by side spans from one
 * to the other, so that a thigh may come through between them. Looked at where cloth is: on the straight ways from
 * chain to chain, at each tail, by how far the thigh's collider stands out on the far side of them.
 */
#ifndef VRMLINT_SIM_BETWEEN_H
#define VRMLINT_SIM_BETWEEN_H

#include "sim/solver.h"

struct between;

/* The worst place. */
struct between_result {
    double depth;  /* metres of the collider that stand out beyond what stood out at the beginning; 0: none */
    size_t joints[2];
    size_t collider;
};

/*
 * The pairs of neighbouring chains that both collide with a thigh, one of the nodes that are at or below it and not at
 * or below its shin. NULL where there are none, or too many to look at. The simulation is at rest.
 */
struct between *between_new(struct arena *arena, const struct sim *sim, const struct scene *scene, size_t thigh,
                            size_t shin);

/* At the beginning, and after every step. */
void between_start(struct between *between, const struct sim *sim);
void between_step(struct between *between, const struct sim *sim);

struct between_result between_worst(const struct between *between);

#endif
