#include "sim/verdict.h"

#include <string.h>

#include "sim/thresholds.h"

static const struct vrmlint_threshold table[THRESHOLD_COUNT] = {
#define THRESHOLD(name, key, value, least, most, unit, meaning, reason)                                                \
    {key, value, least, most, unit, meaning, reason},
#include "sim/thresholds.def"
};

const struct vrmlint_threshold *vrmlint_thresholds(size_t *count)
{
    *count = THRESHOLD_COUNT;
    return table;
}

struct thresholds thresholds_default(void)
{
    struct thresholds thresholds;
    for (size_t i = 0; i < THRESHOLD_COUNT; i++) {
        thresholds.values[i] = table[i].value;
    }
    return thresholds;
}

enum threshold threshold_by_name(const char *name)
{
    size_t i = 0;
    while (i < THRESHOLD_COUNT && strcmp(table[i].name, name) != 0) {
        i++;
    }
    return (enum threshold)i;
}

/* A bone without length has no direction that could be judged. */
#define ZERO_LENGTH 1e-5      /* metres */
#define VERDICT_ROUNDING 1e-6 /* of a threshold */

struct judge {
    const struct joint_metrics *joint;
    const struct sim_joint *given;
    const double *limits;
    struct verdicts *out;
};

/* Compares a measure with a threshold. An infinite measure counts, NaN doesn't, nor does an excess that is only a
 * rounding error: stiffness and gravity of the same size, for example, turn a level bone by 45 degrees. */
static void judge_measure(const struct judge *judge, enum verdict verdict, double value, enum threshold threshold)
{
    if (value > judge->limits[threshold] * (1 + VERDICT_ROUNDING)) {
        judge->out->how_bad[verdict] = value;
    }
}

static void judge_forces(const struct judge *at)
{
    const struct joint_metrics *joint = at->joint;
    if (!(joint->length > ZERO_LENGTH)) {
        return;
    }
    double least = at->limits[THRESHOLD_NO_RESTORING_FORCE];
    if (joint->force < least) {
        at->out->how_bad[VERDICT_NO_RESTORING_FORCE] = least / fmax(joint->force, 1e-9);
    }
    if (at->given->center == SIM_NONE) {
        judge_measure(at, VERDICT_WALK_LAG, angle_degrees(joint->lag), THRESHOLD_WALK_LAG);
    }
    if (angle_degrees(joint->bend) < at->limits[THRESHOLD_RIGID_CHAIN]) {
        at->out->how_bad[VERDICT_RIGID_CHAIN] = 1 + at->given->stiffness / fmax(joint->length, 1e-9);
    }
}

static void judge_rest(const struct judge *at)
{
    const struct joint_metrics *joint = at->joint;
    struct verdicts *out = at->out;
    if (joint->jitters) {
        out->how_bad[VERDICT_JITTER] = joint->jitter.value;
        return;
    }
    if (joint->awaited ? joint->rests == INFINITY
                       : angle_degrees(joint->residual.value) > at->limits[THRESHOLD_DOES_NOT_SETTLE]) {
        out->how_bad[VERDICT_DOES_NOT_SETTLE] = angle_degrees(joint->residual.value);
        return;
    }
    double seconds = joint->awaited ? fmax(joint->rests, joint->settle.value) : joint->settle.value;
    judge_measure(at, VERDICT_SLOW_SETTLE, seconds, THRESHOLD_SLOW_SETTLE_INFO);
    out->severe[VERDICT_SLOW_SETTLE] = seconds > at->limits[THRESHOLD_SLOW_SETTLE_WARNING];
}

static void judge_pose(const struct judge *at)
{
    const struct joint_metrics *joint = at->joint;
    struct verdicts *out = at->out;
    judge_measure(at, VERDICT_REST_POSE_COLLAPSES, angle_degrees(joint->sag), THRESHOLD_REST_POSE_COLLAPSES);
    if (out->how_bad[VERDICT_REST_POSE_COLLAPSES] == 0) {
        judge_measure(at, VERDICT_REST_POSE_SAGS, angle_degrees(joint->sag), THRESHOLD_REST_POSE_SAGS);
    }
    judge_measure(at, VERDICT_FRAME_RATE_DEPENDENT_POSE, angle_degrees(joint->apart),
                  THRESHOLD_FRAME_RATE_DEPENDENT_POSE);
}

static void judge_colliders(const struct judge *at)
{
    const struct joint_metrics *joint = at->joint;
    struct verdicts *out = at->out;
    if (joint->feasible.verdict == FEASIBLE_NOWHERE) {
        out->how_bad[VERDICT_COLLIDER_NO_FEASIBLE_POSE] = joint->feasible.depth;
    } else if (joint->feasible.verdict == FEASIBLE_NOT_IN_LIMIT) {
        out->how_bad[VERDICT_LIMIT_COLLIDER_CONFLICT] = joint->feasible.depth;
    }
    judge_measure(at, VERDICT_COLLIDER_MOVES_REST_POSE, angle_degrees(joint->pushed),
                  THRESHOLD_COLLIDER_MOVES_REST_POSE_INFO);
    double room = at->limits[THRESHOLD_COLLIDER_MOVES_REST_POSE_TIP] * at->given->hit_radius;
    if (out->how_bad[VERDICT_COLLIDER_MOVES_REST_POSE] == 0 && at->given->hit_radius > 0 && joint->shifted > room) {
        /* less than any angle that is too large */
        out->how_bad[VERDICT_COLLIDER_MOVES_REST_POSE] =
            at->limits[THRESHOLD_COLLIDER_MOVES_REST_POSE_INFO] * (1 - room / joint->shifted);
    }
    out->severe[VERDICT_COLLIDER_MOVES_REST_POSE] =
        angle_degrees(joint->pushed) > at->limits[THRESHOLD_COLLIDER_MOVES_REST_POSE_WARNING];
    if (joint->depth >
        fmax(at->limits[THRESHOLD_REST_PENETRATION], at->limits[THRESHOLD_REST_PENETRATION_SHARE] * joint->length)) {
        out->how_bad[VERDICT_REST_PENETRATION] = joint->depth;
    }
    if (joint->passes > 0 && (double)joint->passes >= at->limits[THRESHOLD_COLLIDER_TUNNELLING]) {
        out->how_bad[VERDICT_COLLIDER_TUNNELLING] = (double)joint->passes;
    }
}

struct verdicts verdict_of(const struct metrics *metrics, size_t joint, const struct thresholds *thresholds)
{
    struct verdicts verdicts = {{0}, {false}};
    const struct judge at = {.joint = &metrics->joints[joint],
                             .given = &sim_joints(metrics->world)[joint],
                             .limits = thresholds->values,
                             .out = &verdicts};
    if (at.joint->centered != SIM_NONE) {
        verdicts.how_bad[VERDICT_TAIL_AT_COLLIDER_CENTER] = 1;
    }
    if (at.joint->broken) {
        verdicts.how_bad[VERDICT_NON_FINITE] = 1;
        return verdicts;
    }
    judge_forces(&at);
    judge_rest(&at);
    judge_pose(&at);
    judge_colliders(&at);
    judge_measure(&at, VERDICT_VIOLENT_MOTION, angle_degrees(at.joint->frame_turn.value), THRESHOLD_VIOLENT_MOTION);
    return verdicts;
}
