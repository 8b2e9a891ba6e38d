/*
 * One scenario on a few joints, with a part of their rig removed, or for longer than the check runs it: shows whether
 * that part is the cause of what was measured, and when a chain comes to rest.
 */
#ifndef VRMLINT_SIM_TRIAL_H
#define VRMLINT_SIM_TRIAL_H

#include "sim/scenario.h"

/* What is removed. */
enum trial_without { TRIAL_AS_IS, TRIAL_NO_CENTER, TRIAL_NO_GRAVITY, TRIAL_NO_LIMIT, TRIAL_NO_COLLIDERS };

/* Removes it from count joints of a world from first on; TRIAL_NO_COLLIDERS removes the colliders of the whole world.
 * Simulations that are created later don't have it. */
void trial_remove(struct sim_world *world, size_t first, size_t count, enum trial_without without);

struct trial_setup {
    const struct sim_world *world;
    size_t first; /* the joints that are observed: count from first on */
    size_t count;
    enum scenario scenario;
    double frames_per_second;
    bool as_modelled;  /* the limbs are as modelled, unless the scenario is a pose */
    bool until_back;   /* joints that have pointed the right way for half a second are done, and end the trial; tails
                          are moved by 1e-9 m before a sudden motion. Only for engines without strands */
    const bool *asked; /* per joint of the world: only these are observed, for others out keeps no meaning; NULL: all.
                          Without until_back it is the same for all joints of a spring */
    double longer;     /* seconds that are added to the scenario */
    double still;      /* a joint that turns by less than this is at rest, radians a second */
};

/* The result of a joint. Directions are relative to the root, unit; angles in radians. */
struct trial_result {
    struct vec3 first;
    struct vec3 final;
    double turn;   /* largest rotation in one frame */
    double astray; /* seconds for which it pointed more than 90 degrees away from `first`, from the scenario's start */
    double rests;  /* seconds from the end of the motion until it stays at rest; INFINITY: it doesn't come to rest */
    double residual; /* fastest rotation in the last half second, radians a second */
};

/* Runs a trial; out receives count results. Temporary memory is in the arena. Returns the number of steps. Ends early
 * when nothing moves any more, for each spring apart: it moves as if it were tried alone. */
size_t trial_run(struct arena *arena, const struct trial_setup *trial, struct trial_result *out);

#endif
