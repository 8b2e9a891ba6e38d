/*
 * VRMC_springBone_limit as rules and simulation see it: how far a joint of a spring may turn. Revision B of the draft,
 * with the sign of the shortest turn that its prose demands, or revision C.
 *
 * A limit lies in a space of its own, the limit space: there the rest direction of the bone, turned by the limit's
 * rotation, is +Y. Limit space to the world: parent's world rotation, the node's initial rotation, limit_space().
 */
#ifndef VRMLINT_VRM_LIMITS_H
#define VRMLINT_VRM_LIMITS_H

#include "vrm/springs.h"

#define LIMIT_POINTER "extensions/VRMC_springBone_limit" /* below the joint */

#define LIMIT_ROTATION_ZERO 1e-6 /* a shorter quaternion says nothing */

enum limit_kind {
    LIMIT_NONE, /* none, several at once, or one that isn't an object */
    LIMIT_CONE,
    LIMIT_HINGE,
    LIMIT_SPHERICAL,
};

/* An angle is given where it is a number from 0 to what single precision holds; its value is 0 where it isn't. */
struct limit {
    const struct tree *json; /* the extension object */
    enum limit_kind kind;
    enum vrmlint_limit_revision revision; /* the text that it is read by */
    struct optional angle;                /* cone, hinge: radians from +Y, read as pi from there on */
    struct optional pitch;                /* spherical: radians about X, read as pi from there on */
    struct optional yaw;                  /* spherical: radians about Z, read as pi/2 from there on */
    struct quat rotation;                 /* as in the file, unit or not; identity unless given */
    bool rotation_present;
    bool rotation_given; /* four numbers from -1 to 1 */
};

/* The limit in an extension object, read by the document's revision; NULL for what isn't one. In the document's arena.
 */
const struct limit *limit_read(struct document *document, const struct tree *json);

/* "cone", "hinge" or "spherical", as the file writes it; "" for LIMIT_NONE. */
const char *limit_kind_name(enum limit_kind kind);

/* The unit quaternion of the limit's rotation; identity where it is ill-typed or shorter than
 * LIMIT_ROTATION_ZERO. */
struct quat limit_rotation(const struct limit *limit);

/*
 * The rest direction of the bone from a head to the next joint, in the head's own space, of length 1. False (and *axis
 * untouched) where there is no next joint, both lie in exactly the same place, or the head is scaled to nothing.
 */
bool limit_rest_axis(const struct joint *joint, struct vec3 *axis);

/*
 * The shortest turn from +Y to a unit vector, x y z w: (z, 0, -x, 1 + y), normalised; for -Y half a turn about X.
 * Draft, Rotation; its pseudo-code prints +x, which turns +Y to (-x, y, z). Revision B counts 1 + y below 1e-8 as -Y,
 * revision C only -Y itself, for which rounding needs 1e-10 to the side.
 */
struct quat limit_axis_rotation(struct vec3 axis, enum vrmlint_limit_revision revision);

/* From limit space to the head's own space, for a bone along axis. */
struct quat limit_space(const struct limit *limit, struct vec3 axis);

/* The rest direction of the bone in limit space, a unit vector: +Y turned back by the limit's rotation. */
struct vec3 limit_rest_direction(const struct limit *limit);

/* Whether it matters which way the limit is turned about the bone: not for a cone around the bone itself. */
bool limit_is_oriented(const struct limit *limit);

#endif
