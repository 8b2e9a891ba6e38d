/* The results of judging a joint's measures by the thresholds, before findings suppress each other. */
#ifndef VRMLINT_SIM_VERDICT_H
#define VRMLINT_SIM_VERDICT_H

#include "sim/metrics.h"

enum verdict {
    VERDICT_NON_FINITE,
    VERDICT_TAIL_AT_COLLIDER_CENTER,
    VERDICT_NO_RESTORING_FORCE,
    VERDICT_DOES_NOT_SETTLE,
    VERDICT_JITTER,
    VERDICT_SLOW_SETTLE,
    VERDICT_REST_POSE_SAGS,
    VERDICT_REST_POSE_COLLAPSES,
    VERDICT_COLLIDER_NO_FEASIBLE_POSE,
    VERDICT_LIMIT_COLLIDER_CONFLICT,
    VERDICT_REST_PENETRATION,
    VERDICT_COLLIDER_MOVES_REST_POSE,
    VERDICT_COLLIDER_TUNNELLING,
    VERDICT_VIOLENT_MOTION,
    VERDICT_WALK_LAG,
    VERDICT_RIGID_CHAIN,
    VERDICT_FRAME_RATE_DEPENDENT_POSE,
    VERDICT_COUNT
};

/* The verdicts on one joint: 0 if there is none; otherwise how bad it is, in the unit of the rule's main number, to
 * find the worst joint. */
struct verdicts {
    double how_bad[VERDICT_COUNT];
    bool severe[VERDICT_COUNT]; /* beyond the second threshold of rules that have two */
};

/* Judges the joint with an index of a study. */
struct verdicts verdict_of(const struct metrics *metrics, size_t joint, const struct thresholds *thresholds);

#endif
