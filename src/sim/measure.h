/*
 * Measures each joint while a scenario runs. Directions are from head to tail, relative to the root; angles are in
 * radians, lengths in metres, times in seconds.
 */
#ifndef VRMLINT_SIM_MEASURE_H
#define VRMLINT_SIM_MEASURE_H

#include "sim/scenario.h"

/* One scenario, one joint. */
struct measure {
    struct vec3 final; /* direction at the end, unit */
    struct vec3 tail;  /* where the tail is at the end, seen from the root */
    double depart;     /* angle between it and the direction at the beginning */
    double settle;     /* after the motion's end, until it stays within 2 degrees of its final direction */
    double residual;   /* the fastest that it turned in the last half second, radians a second */
    double reversals;  /* share of the last second's frames that turn it back the way it came */
    double rest_turn;  /* the most that it turned in one frame of the last second */
    double frame_turn; /* the same of all frames */
    double speed;      /* the fastest that the tail moved, seen from the root, metres a second */
    double bend;       /* the most that the joint bent by itself, away from its rest */
    double depth;      /* how deep the tail is in a collider at the end; 0: in none */
    size_t deepest;    /* which one, SIM_NONE: none */
    size_t passes;     /* frames in which the tail went through the core of a collider */
    size_t passed;     /* the last of these colliders, SIM_NONE: none */
    bool broken;       /* a number was not finite */
};

/* The angle that counts as settled. */
#define MEASURE_SETTLED (2 * ANGLE_PI / 180)

struct measurer;

/* Room for the measures of a world's joints. Everything lives in the arena. */
struct measurer *measurer_new(struct arena *arena, const struct sim_world *world);

/*
 * Runs a scenario on a simulation, from rest, and fills in one measure for each joint. expected are the directions that
 * joints will likely settle in, or NULL: those who end up elsewhere make it run twice, to time them. Ends early once
 * all joints are sure to stay where they are, which changes no number. Allocates nothing.
 */
void measurer_run(struct measurer *measurer, struct sim *sim, enum scenario scenario, double frames_per_second,
                  const struct vec3 *expected, struct measure *out);

/*
 * From now on runs are of these joints alone, and measures of others stay as they are: count places, ascending; NULL
 * for all. Borrowed.
 */
void measurer_choose(struct measurer *measurer, const size_t *joints, size_t count);

/* Whether limbs stay as modelled in the scenarios that aren't poses themselves. */
void measurer_stance(struct measurer *measurer, bool as_modelled);

struct between;

/* Sets the test between chains that runs at every step from now on; NULL: none. Borrowed. */
void measurer_track(struct measurer *measurer, struct between *between);

/*
 * From now on each run keeps how far these joints are from their direction at the beginning, over time. The list is
 * borrowed.
 */
void measurer_record(struct measurer *measurer, struct arena *arena, const size_t *joints, size_t count);

/* Returns the samples of the last run for the joint at an index of the list: *count samples in degrees, MEASURE_SAMPLE
 * seconds apart, the first at 0. Valid until the next run. NaN if a direction wasn't finite. */
const float *measurer_recorded(const struct measurer *measurer, size_t index, size_t *count);

#define MEASURE_SAMPLE (1.0 / 15)

/* How many steps of the simulation all runs took so far; and counts a run that is left out as if it went to its end. */
size_t measurer_steps(const struct measurer *measurer);
void measurer_skip(struct measurer *measurer, enum scenario scenario, double frames_per_second);

#endif
