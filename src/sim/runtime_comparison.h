/* Compares the same joints in different engines: at rest, and at the same moments of a walk and of a turn. */
#ifndef VRMLINT_SIM_RUNTIME_COMPARISON_H
#define VRMLINT_SIM_RUNTIME_COMPARISON_H

#include "base/helpers.h"
#include "sim/scenario.h"

/* The difference between a joint in an engine and in the first engine. Angles in radians; 0 if either
 * isn't a number. */
struct runtime_difference {
    double rest;   /* when nothing moves any more */
    double motion; /* the largest one during a walk and a turn */
    enum scenario in;
};

/* The parts of a comparison: until nothing moves any more; a walk and a turn. */
enum { COMPARE_REST = 1, COMPARE_MOTION = 2, COMPARE_ALL = COMPARE_REST | COMPARE_MOTION };

/*
 * Runs the joints of two worlds of the same springs side by side. out receives, for each joint of one, the largest
 * difference to that of two; joints that two lacks, and those that an app adds, are skipped. Idle helpers take part.
 */
void runtime_comparison_run(struct vrmlint_helpers *helpers, struct arena *arena, const struct sim_world *one,
                            const struct sim_world *two, unsigned what, struct runtime_difference *out);

/*
 * Returns a copy of an engine, in the arena, without differences that members of a file cause: with the specification's
 * dragForce if a joint has none, and without scaling colliders.
 */
const struct sim_engine *runtime_comparison_plain(struct arena *arena, const struct sim_engine *engine, bool same_drag,
                                                  bool same_colliders);

#endif
