/*
 * A moment at which several runs have the same state: all motions of the check begin half a second after the start of
 * their runs, and a walk with a dropped frame is a normal walk until then. The first run that reaches it keeps it,
 * and the others continue from it, with exactly the bits that they would have computed themselves. Private to
 * src/sim.
 */
#ifndef VRMLINT_SIM_PREFIX_H
#define VRMLINT_SIM_PREFIX_H

#include "sim/tracker.h"

struct prefix;

/* The state that is kept: a simulation, and its observers. passes and passed have an element per joint of
 * the world. */
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

/* Creates memory for a moment of any simulation of a world by sim_spec, in the arena; NULL if that would be too
 * large. */
struct prefix *prefix_new(struct arena *arena, const struct sim_world *world);

/* Forgets the moment. */
void prefix_forget(struct prefix *prefix);

/* Keeps the present moment of a run, with its frames_per_second. */
void prefix_keep(struct prefix *prefix, const struct prefix_run *run, double frames_per_second);

/* Whether nothing is kept. */
bool prefix_is_empty(const struct prefix *prefix);

/* Whether a moment of this simulation is kept, at this number of frames a second. */
bool prefix_is_of(const struct prefix *prefix, const struct sim *sim, double frames_per_second);

/* Returns the simulation, its trackers and everything else to the moment that is kept; trackers must be laid out as
 * then. */
void prefix_return(const struct prefix *prefix, struct prefix_run *run);

#endif
