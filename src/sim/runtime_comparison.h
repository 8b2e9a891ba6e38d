/* How far apart the same joints are in different engines: at rest, and at the same moment of a walk and of a turn. */
#ifndef VRMLINT_SIM_RUNTIME_COMPARISON_H
#define VRMLINT_SIM_RUNTIME_COMPARISON_H

#include "base/crew.h"
#include "sim/scenario.h"

/* One joint in one engine against the first engine. Angles in radians; 0 where either isn't a number. */
struct runtime_difference {
    double rest;   /* once nothing moves */
    double motion; /* the most, in walk and turn */
    enum scenario in;
};

/* What is run: until nothing moves any more; a walk and a turn. */
enum { COMPARE_REST = 1, COMPARE_MOTION = 2, COMPARE_ALL = COMPARE_REST | COMPARE_MOTION };

/*
 * Runs the joints of two worlds of the same springs side by side. out receives, for each joint of one, how far that of
 * two is from it in what is run; joints that two hasn't, and those that an app makes up, are passed over. The crew may
 * help.
 */
void runtime_comparison_run(struct vrmlint_crew *crew, struct arena *arena, const struct sim_world *one,
                            const struct sim_world *two, unsigned what, struct runtime_difference *out);

/*
 * An engine apart from what a file can bring about by itself: it takes the specification's dragForce where a joint has
 * none, and scales no colliders. What it still does differently has other reasons. In the arena.
 */
const struct sim_engine *runtime_comparison_plain(struct arena *arena, const struct sim_engine *engine);

#endif
