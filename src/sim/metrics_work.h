/* The state of a measurement. Private to src/sim. */
#ifndef VRMLINT_SIM_METRICS_WORK_H
#define VRMLINT_SIM_METRICS_WORK_H

#include "base/helpers.h"
#include "sim/metrics.h"

/* The state of a run. Each helper has a copy with its own measurer, simulation and buffers, and only reads the rest. */
struct work {
    struct metrics *metrics;
    const struct metrics_options *options;
    struct arena *passing; /* for temporary memory */
    struct measurer *measurer;
    const struct feasible_directions *directions;
    double rate; /* frames a second */
    struct sim *sim;
    bool is_whole;    /* the simulation has all joints */
    bool as_modelled; /* the limbs are as modelled */
    bool helps;       /* this is a helper's copy */
    bool together;    /* the motions of the last stance and all poses are measured already, in parallel */
    struct measure *settled;
    struct measure *free;    /* the same without colliders; NULL until measured */
    struct measure *now;     /* memory for the measures of a run */
    struct measure *other;   /* the same at other frame rates; NULL: none yet */
    struct vec3 *turned;     /* directions after a turn, once there are other frame rates */
    struct vec3 *expected;   /* directions in which joints settled */
    const bool *taking_part; /* per joint; NULL: all take part */
    const size_t *places;    /* indices of the joints that take part, ascending */
    size_t count;
    size_t helped; /* number of steps that helpers took */
    bool enough;   /* is_enough has ended the run */
};

/* Poses that follow each other and move the same joints. */
enum { METRICS_POSES = SCENARIO_COUNT - SCENARIO_POSES };
struct cast {
    const bool *joints;
    enum scenario poses[METRICS_POSES];
    size_t count;
};

struct casts {
    struct cast list[METRICS_POSES];
    size_t count;
};

/* Sets a flag for each joint whose ancestors, colliders or center the pose moves. Returns the number of such joints. */
size_t moved_by_pose(struct arena *arena, const struct sim_world *world, enum pose pose, bool *joints);

/* Sets a flag for each joint below the arms: arms are down in all poses, and such joints are modelled with stretched
 * arms. Returns the number of such joints. */
size_t moved_with_arms(struct arena *arena, const struct sim_world *world, bool *joints);

#endif
