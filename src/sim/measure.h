/* Measures each joint while a scenario runs. Directions are from head to tail, relative to the root; angles are in
 * radians, lengths in metres, times in seconds. */
#ifndef VRMLINT_SIM_MEASURE_H
#define VRMLINT_SIM_MEASURE_H

#include "sim/scenario.h"
#include "sim/thresholds.h"

/* The measures of one joint in one scenario. */
struct measure {
    struct vec3 final; /* direction at the end, unit */
    struct vec3 tail;  /* position of the tail at the end, relative to the root */
    double depart;     /* angle between `final` and the direction at the beginning */
    double settle;     /* time from the motion's end until it stays within 2 degrees of its final direction */
    double residual;   /* fastest rotation in the last half second, radians a second */
    double reversals;  /* share of the last second's frames that turn it back */
    double rest_turn;  /* largest rotation in one frame of the last second */
    double frame_turn; /* the same of all frames */
    double speed;      /* highest speed of the tail relative to the root, metres a second */
    double bend;       /* largest bending of the joint itself, away from its rest */
    double depth;      /* depth of the tail in a collider at the end; 0: in none */
    size_t deepest;    /* that collider, or SIM_NONE */
    size_t passes;     /* number of frames in which the tail went through the core of a collider */
    size_t passed;     /* the last of these colliders, or SIM_NONE */
    bool broken;       /* a number was not finite */
};

/* The angle within which a joint counts as settled. */
#define MEASURE_SETTLED (2 * ANGLE_PI / 180)

struct measurer;

/* Creates memory for the measures of a world's joints, in the arena. */
struct measurer *measurer_new(struct arena *arena, const struct sim_world *world);

/*
 * Runs a scenario on a simulation, from rest, and fills in one measure for each joint. expected: the directions in
 * which joints will probably settle, or NULL; if some settle elsewhere, the run may be repeated to time them. Ends
 * early as soon as all joints are certain to stay where they are, which changes no number. Allocates nothing.
 */
void measurer_run(struct measurer *measurer, struct sim *sim, enum scenario scenario, double frames_per_second,
                  const struct vec3 *expected, struct measure *out);

/* Restricts later runs to these joints; the measures of others stay as they are. joints: count indices, ascending;
 * NULL for all. Borrowed. */
void measurer_choose(struct measurer *measurer, const size_t *joints, size_t count);

/* Sets whether limbs stay as modelled in the scenarios that aren't poses. */
void measurer_stance(struct measurer *measurer, bool as_modelled);

struct between;

/* Sets the test between chains that later runs do at every step; NULL: none. Borrowed. */
void measurer_track(struct measurer *measurer, struct between *between);

/*
 * Ends later runs with expected directions as soon as what follows can't matter: once everything has been within `near`
 * of them and slower than half of `speed` for as long as a swing at `speed` would take to show, so that no joint will
 * be faster, and all of them will stay. What is measured then is right except for the end: final directions are within
 * `near`, and joints count as settled where they were expected.
 */
struct measure_quiet {
    double near;  /* radians; at most MEASURE_QUIET_SECONDS times speed */
    double speed; /* radians a second */
    double until; /* seconds after the end of an everyday motion; later, it matters how late everything is at rest */
    bool ends;    /* only the ends of runs matter, not what bones do on the way */
};
#define MEASURE_QUIET_SECONDS 0.125

/* Returns what is too little for a verdict: that a joint doesn't come to rest, jitters, or comes to rest late. */
struct measure_quiet measure_quiet(const struct thresholds *thresholds);

/* quiet: NULL if all matters. Copied. */
void measurer_hurry(struct measurer *measurer, const struct measure_quiet *quiet);

/* Records in later runs how far these joints are from their direction at the beginning, over time. The list is
 * borrowed. */
void measurer_record(struct measurer *measurer, struct arena *arena, const size_t *joints, size_t count);

/* Returns the samples of the last run for the joint at an index of the list: *count samples in degrees, MEASURE_SAMPLE
 * seconds apart, the first at 0. Valid until the next run. NaN if a direction wasn't finite. */
const float *measurer_recorded(const struct measurer *measurer, size_t index, size_t *count);

#define MEASURE_SAMPLE (1.0 / 15)

/* Return the number of steps of the simulation that all runs took; and count a skipped run as if it ran to its end. */
size_t measurer_steps(const struct measurer *measurer);
void measurer_skip(struct measurer *measurer, enum scenario scenario, double frames_per_second);

#endif
