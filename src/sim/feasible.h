/*
 * Whether a joint's tail can be anywhere without being in a collider, by geometry alone: the head stays where it is at
 * rest, and the tail goes round it.
 */
#ifndef VRMLINT_SIM_FEASIBLE_H
#define VRMLINT_SIM_FEASIBLE_H

#include "sim/solver.h"

enum feasible {
    FEASIBLE,
    FEASIBLE_NOT_IN_LIMIT, /* there is a place, but the joint's limit doesn't let it go there */
    FEASIBLE_NOWHERE,
};

struct feasible_result {
    enum feasible verdict;
    double depth;    /* how deep it is at the best place, metres, where there is none that is clear */
    size_t collider; /* in which one, SIM_NONE: none */
    double beyond;   /* how far the nearest clear place lies beyond the limit, radians; FEASIBLE_NOT_IN_LIMIT alone */
};

/* Directions to try; in the arena. */
struct feasible_directions;
const struct feasible_directions *feasible_directions_new(struct arena *arena);

/* Asks for one joint of a simulation at rest; a depth of up to tolerance counts as clear. Bones shorter than 1e-9 m
 * are always feasible. */
struct feasible_result feasible_ask(const struct feasible_directions *directions, const struct sim *sim, size_t joint,
                                    double tolerance);

#endif
