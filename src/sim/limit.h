/*
 * Joint limits at work: a direction is brought back to the nearest that a limit allows. VRMC_springBone_limit
 * 1.0-draft, its appendix. Where that divides nothing by nothing, the direction is the one of revision C.
 *
 * In limit space +Y is the middle of what is allowed. Angles from pi on are read as pi, yaws from pi/2 on as pi/2, as
 * the draft's text has it (its pseudo-code takes their cosine, which turns back).
 */
#ifndef VRMLINT_SIM_LIMIT_H
#define VRMLINT_SIM_LIMIT_H

#include "vrm/limits.h"

/* A limit made ready: the sines and cosines of its angles. */
struct limit_range {
    enum limit_kind kind;
    enum vrmlint_limit_revision revision;
    double sine; /* of the angle of a cone or hinge, of the pitch of a spherical limit */
    double cosine;
    double yaw_sine;
    double yaw_cosine;
    struct quat space; /* from limit space to the head's own space; unit */
};

/*
 * Makes a limit ready for a bone that rests along axis, a unit vector in the head's own space. False, and *range set to
 * LIMIT_NONE, where there is nothing to heed: no limit, no kind, or an angle that isn't given.
 */
bool limit_prepare(struct limit_range *range, const struct limit *limit, struct vec3 axis);

/* The allowed direction nearest to a unit vector, both in limit space. Always a unit vector. */
struct vec3 limit_clamp(const struct limit_range *range, struct vec3 direction);

/*
 * The same for a unit vector in world space; rest is the world rotation of the head's rest pose: the parent's world
 * rotation times the head's initial one.
 */
struct vec3 limit_apply(const struct limit_range *range, struct quat rest, struct vec3 direction);

#endif
