/* Measures the joints of a file: at rest, and in every scenario. verdict.h judges the measures. */
#ifndef VRMLINT_SIM_METRICS_H
#define VRMLINT_SIM_METRICS_H

#include "base/helpers.h"
#include "sim/between.h"
#include "sim/feasible.h"
#include "sim/measure.h"
#include "sim/thresholds.h"

/* The worst value of a joint in several scenarios, and the scenario. */
struct worst {
    double value;
    enum scenario in;
};

/* One joint. Angles in radians, lengths in metres, times in seconds. */
struct joint_metrics {
    /* at rest */
    double length;
    struct vec3 direction;
    double force;   /* of stiffness and gravity together, m/s: the length of probe_pull() */
    double limited; /* angle by which its limit turns the modelled pose, which is outside of the limit */
    /*
     * Angle by which it trails at v = 1.4 m/s: atan(drag v/force). A step subtracts drag v from the tail's velocity,
     * across the bone's rest direction, and adds the force along it; if the bone trails steadily, it points along
     * their sum.
     */
    double lag;
    size_t centered; /* the collider with the tail on its center or axis, or SIM_NONE */
    struct feasible_result feasible;
    double rest_depth; /* depth of the tail in the deepest collider; 0: in none */
    size_t rest_deepest;
    /* nothing moves */
    double sag;     /* angle to the modelled pose, without colliders */
    double away;    /* the same with colliders */
    double pushed;  /* angle between where it settles with and without colliders */
    double shifted; /* distance between its tails there */
    double depth;   /* depth in a collider, when settled */
    size_t deepest;
    /* in motion */
    bool broken; /* a state was not finite */
    enum scenario broken_in;
    struct worst residual; /* radians a second, of all scenarios; if `awaited`, at the end of that time */
    bool awaited;          /* the check has waited longer for it to come to rest */
    double rests;          /* if so, how many seconds that took after the motion; INFINITY: it didn't */
    bool jitters;          /* by both thresholds */
    struct worst jitter;   /* the largest rotation in a frame at rest, if it jitters */
    double reversals;      /* share of frames that turn it back, in that scenario */
    struct worst settle;
    struct worst frame_turn; /* except for the step: a sudden motion turns anything */
    double bend;
    double speed;
    size_t passes; /* number of frames in which it went through a collider */
    size_t passed;
    enum scenario passed_in; /* the last such scenario */
    bool posed;              /* some pose moves it */
    bool on_arms;            /* it is below the arms, and is measured with the arms as modelled */
    double apart;            /* angle between frame rates, if it comes to rest at both */
    double apart_rate;
};

struct metrics;

struct metrics_options {
    const struct thresholds *thresholds;
    bool rates;               /* runs turn at 30, 90 and 144 frames a second too */
    bool between;             /* tests what limbs push through between chains */
    double frames_per_second; /* of all other runs; 0: 60 */
    const size_t *recorded;   /* joints whose curves are kept; NULL: none */
    size_t recorded_count;
    /* Called between scenarios with the results so far; returns true to end the run. Scenarios that aren't run then
     * count among the steps as if nothing came to rest in them. NULL: all scenarios are run. */
    bool (*is_enough)(const struct metrics *metrics, void *context);
    void *context;
    struct vrmlint_helpers *helpers; /* pool, not used if curves are kept or is_enough is set; or NULL */
};

/* The angle between a joint and its direction at the beginning of a scenario: degrees, MEASURE_SAMPLE
 * seconds apart. */
struct metrics_curve {
    const float *degrees;
    size_t count;
};

struct metrics {
    const struct sim_world *world;
    struct joint_metrics *joints; /* by the world's joints */
    size_t joint_count;
    const struct measure *settled; /* by the world's joints: at the end of SCENARIO_SETTLE */
    struct metrics_curve *curves;  /* by recorded joint, then by scenario; NULL: none */
    bool limber; /* there are limbs that move something: arms are down in all runs, except for on_arms */
    struct between_result between[2]; /* what a step of the left leg, and one of the right leg, push through */
    size_t steps;                     /* number of steps of the simulation in all runs */
};

/* Measures a world of sim_spec. The result is in the arena; temporary memory is freed. */
struct metrics *metrics_measure(struct arena *arena, const struct sim_world *world,
                                const struct metrics_options *options);

/* Whether a collider of the world moves when the arms come down. The arena is only for temporary data. */
bool metrics_arms_move(struct arena *arena, const struct sim_world *world, size_t collider);

#endif
