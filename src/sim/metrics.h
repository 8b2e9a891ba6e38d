/* Measures the joints of a file: at rest, and in every scenario. verdict.h judges what is measured. */
#ifndef VRMLINT_SIM_METRICS_H
#define VRMLINT_SIM_METRICS_H

#include "base/helpers.h"
#include "sim/between.h"
#include "sim/feasible.h"
#include "sim/measure.h"
#include "sim/thresholds.h"

/* The worst of a joint over several scenarios, and in which. */
struct worst {
    double value;
    enum scenario in;
};

/* One joint. Angles in radians, lengths in metres, times in seconds. */
struct joint_metrics {
    /* at rest */
    double length;
    struct vec3 direction;
    double force;   /* what stiffness and gravity come to together, m/s: the length of probe_pull() */
    double limited; /* how far its limit turns the modelled pose, which lies outside of it */
    /* How far it trails at v = 1.4 m/s: atan(drag v/force). A step takes drag v off the tail's velocity, across to the
     * bone's rest direction, and adds the force along it; where it trails steadily, the bone lies along their sum. */
    double lag;
    size_t centered; /* the collider on whose center or axis the tail lies, SIM_NONE: none */
    struct feasible_result feasible;
    double rest_depth; /* of the tail in the collider that it is deepest in; 0: in none */
    size_t rest_deepest;
    /* nothing moves */
    double sag;     /* from the modelled pose, without colliders */
    double pushed;  /* between where it settles with and without colliders */
    double shifted; /* the same of its tail */
    double depth;   /* in a collider, once settled */
    size_t deepest;
    /* in motion */
    bool broken; /* a state was not finite */
    enum scenario broken_in;
    struct worst residual; /* radians a second, of all scenarios */
    bool jitters;          /* by both thresholds */
    struct worst jitter;   /* the largest turn of a frame at rest, where it jitters */
    double reversals;      /* share of frames, there */
    struct worst settle;
    struct worst frame_turn; /* but for the step: a sudden motion turns anything */
    double bend;
    double speed;
    size_t passes; /* frames in which it went through a collider */
    size_t passed;
    enum scenario passed_in; /* the last of them */
    bool posed;              /* some pose moves it */
    bool on_arms;            /* it hangs on the arms, and is measured as they are modelled */
    double apart;            /* between frame rates, where it comes to rest at both */
    double apart_rate;
};

struct metrics;

struct metrics_options {
    const struct thresholds *thresholds;
    bool rates;               /* turn at 30, 90 and 144 frames a second too */
    bool between;             /* test what limbs push through between chains */
    double frames_per_second; /* of all but that; 0: 60 */
    const size_t *recorded;   /* joints whose curves are kept; NULL: none */
    size_t recorded_count;
    /* Called between scenarios with the results so far; true ends the run. Scenarios that aren't run then count among
     * the steps as if nothing in them came to rest. NULL: all scenarios are run. */
    bool (*is_enough)(const struct metrics *metrics, void *context);
    void *context;
    struct vrmlint_helpers *helpers; /* pool, not used if curves are kept or is_enough is set; or NULL */
};

/* How far a joint is from its direction at the beginning of a scenario: degrees, MEASURE_SAMPLE seconds apart. */
struct metrics_curve {
    const float *degrees;
    size_t count;
};

struct metrics {
    const struct sim_world *world;
    struct joint_metrics *joints; /* by the world's joints */
    size_t joint_count;
    const struct measure *settled; /* by the world's joints: once nothing moves */
    struct metrics_curve *curves;  /* by recorded joint, then by scenario; NULL: none */
    bool limber; /* there are limbs that move something: arms are down in all that is measured, but for on_arms */
    struct between_result between[2]; /* what a step of the left leg, and of the right one, pushes through */
    size_t steps;                     /* of the simulation that all of it took */
};

/* The most steps that measuring takes; its cost is at most sim_step_cost() times this. */
enum { METRICS_STEPS = 6000 };

/* Measures a world of sim_spec. The result lives in the arena; temporary memory is freed. */
struct metrics *metrics_measure(struct arena *arena, const struct sim_world *world,
                                const struct metrics_options *options);

#endif
