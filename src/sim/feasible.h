/* Whether a joint's tail can be anywhere without being in a collider, by geometry alone: the head stays at rest, and
 * the tail is tried in all directions from it. */
#ifndef VRMLINT_SIM_FEASIBLE_H
#define VRMLINT_SIM_FEASIBLE_H

#include "sim/solver.h"

enum feasible {
    FEASIBLE,
    FEASIBLE_NOT_IN_LIMIT, /* there is a position, but the joint's limit excludes it */
    FEASIBLE_NOWHERE,
};

struct feasible_result {
    enum feasible verdict;
    double depth;    /* depth at the best position, metres, if none is clear */
    size_t collider; /* that it is in there, or SIM_NONE */
    double beyond; /* angle between the limit and the nearest clear position, radians; only if FEASIBLE_NOT_IN_LIMIT */
};

/* The directions that are tried; in the arena. */
struct feasible_directions;
const struct feasible_directions *feasible_directions_new(struct arena *arena);

/* Checks one joint of a simulation at rest; a depth of up to tolerance counts as clear. Bones shorter than 1e-9 m are
 * always feasible. */
struct feasible_result feasible_ask(const struct feasible_directions *directions, const struct sim *sim, size_t joint,
                                    double tolerance);

#endif
