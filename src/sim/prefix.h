/*
 * A moment that several runs have in common: all motions of the check begin half a second after their runs, and a walk
 * with a dropped frame is a walk until then. The first run that comes there keeps it, and the others go on from it,
 * with the very bits that they would have had by themselves. Private to src/sim.
 */
#ifndef VRMLINT_SIM_PREFIX_H
#define VRMLINT_SIM_PREFIX_H

#include "sim/tracker.h"

struct prefix;

/* What goes on: a simulation, and what is seen of it. Of passes and passed, an element per joint of the world. */
struct prefix_run {
    struct sim *sim;
    struct tracker *trackers;
    size_t tracker_count;
    size_t *passes;
    size_t *passed;
    struct tunnel *tunnel;
    size_t frame;
    double seconds;
};

/* Room for a moment of any simulation of a world by sim_spec, in the arena; NULL where that would take too much. */
struct prefix *prefix_new(struct arena *arena, const struct sim_world *world);

/* Nothing is kept any more. */
void prefix_forget(struct prefix *prefix);

/* Keeps the moment at which a run is, frames_per_second and all. */
void prefix_keep(struct prefix *prefix, const struct prefix_run *run, double frames_per_second);

/* Whether nothing is kept. */
bool prefix_is_empty(const struct prefix *prefix);

/* Whether a moment of this simulation is kept, at so many frames a second. */
bool prefix_is_of(const struct prefix *prefix, const struct sim *sim, double frames_per_second);

/* Brings simulation, watches and all else to the moment that is kept: watches are laid out as they were. */
void prefix_return(const struct prefix *prefix, struct prefix_run *run);

#endif
