/*
 * Applies joint limits: a direction is brought back to the nearest one that a limit allows. VRMC_springBone_limit
 * 1.0-draft, its appendix. Where that would divide 0 by 0, the direction of revision C is used.
 *
 * In limit space +Y is the middle of the allowed directions. Angles above pi count as pi, yaws above pi/2 as pi/2, by
 * the draft's text (its pseudo-code uses their cosine, which turns back).
 */
#ifndef VRMLINT_SIM_LIMIT_H
#define VRMLINT_SIM_LIMIT_H

#include "vrm/limits.h"

/* A prepared limit: the sines and cosines of its angles. */
struct limit_range {
    enum limit_kind kind;
    enum vrmlint_limit_revision revision;
    double sine; /* of the angle of a cone or hinge, of the pitch of a spherical limit */
    double cosine;
    double yaw_sine;
    double yaw_cosine;
    struct quat space; /* from limit space to the head's own space; unit */
};

/* Prepares a limit for a bone that rests along axis, a unit vector in the head's own space. Returns false and sets
 * *range to LIMIT_NONE if there is nothing to apply: no limit, no kind, or a missing angle. */
bool limit_prepare(struct limit_range *range, const struct limit *limit, struct vec3 axis);

/* Returns the allowed direction nearest to a unit vector, both in limit space. Always a unit vector. */
struct vec3 limit_clamp(const struct limit_range *range, struct vec3 direction);

/* The same for a unit vector in world space; rest: world rotation of the head's rest pose, which is the parent's
 * world rotation times the head's initial one. */
struct vec3 limit_apply(const struct limit_range *range, struct quat rest, struct vec3 direction);

#endif
