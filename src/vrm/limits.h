/*
 * VRMC_springBone_limit for rules and simulation: how far a joint of a spring may rotate. Revision B of the draft,
 * with the sign of the shortest rotation that its prose demands, or revision C.
 *
 * A limit is defined in its own space, the limit space, where the rest direction of the bone, rotated by the limit's
 * rotation, is +Y. The way from limit space to the world: the parent's world rotation, the node's initial rotation,
 * limit_space().
 */
#ifndef VRMLINT_VRM_LIMITS_H
#define VRMLINT_VRM_LIMITS_H

#include "vrm/springs.h"

#define LIMIT_POINTER "extensions/VRMC_springBone_limit" /* below the joint */

#define LIMIT_ROTATION_ZERO 1e-6 /* a shorter quaternion defines no rotation */

enum limit_kind {
    LIMIT_NONE, /* no kind, several, or one that isn't an object */
    LIMIT_CONE,
    LIMIT_HINGE,
    LIMIT_SPHERICAL,
};

/* An angle is given if it is a number from 0 to the largest in single precision. Its value is 0 otherwise. */
struct limit {
    const struct tree *json; /* the extension object */
    enum limit_kind kind;
    enum vrmlint_limit_revision revision; /* the revision it is read by */
    struct optional angle;                /* cone, hinge: radians from +Y; larger values count as pi */
    struct optional pitch;                /* spherical: radians about X; larger values count as pi */
    struct optional yaw;                  /* spherical: radians about Z; larger values count as pi/2 */
    struct quat rotation;                 /* as in the file, unit or not; the identity unless given */
    bool rotation_given;                  /* four numbers from -1 to 1 */
};

/* Reads the limit in an extension object by the document's revision; NULL if it isn't an object. In the document's
 * arena. */
const struct limit *limit_read(struct document *document, const struct tree *json);

/* Returns "cone", "hinge" or "spherical", as in the file; "" for LIMIT_NONE. */
const char *limit_kind_name(enum limit_kind kind);

/* Returns the unit quaternion of the limit's rotation; the identity if it is ill-typed or shorter than
 * LIMIT_ROTATION_ZERO. */
struct quat limit_rotation(const struct limit *limit);

/*
 * Computes the unit rest direction of the bone from a head to the next joint, in the head's own space. Returns false
 * and leaves *axis unchanged if there is no next joint, if both have exactly the same position, or if the head's
 * scale is zero.
 */
bool limit_rest_axis(const struct joint *joint, struct vec3 *axis);

/*
 * Returns the shortest rotation from +Y to a unit vector, x y z w: (z, 0, -x, 1 + y), normalized; for -Y a half turn
 * about X. Draft, Rotation; its pseudo-code prints +x, which rotates +Y to (-x, y, z). Revision B treats 1 + y below
 * 1e-8 as -Y. Revision C does so only for -Y itself, to which rounding adds up to 1e-10 sideways.
 */
struct quat limit_axis_rotation(struct vec3 axis, enum vrmlint_limit_revision revision);

/* Returns the rotation from limit space to the head's own space, for a bone along axis. */
struct quat limit_space(const struct limit *limit, struct vec3 axis);

/* Returns the rest direction of the bone in limit space, a unit vector: +Y rotated by the inverse of the limit's
 * rotation. */
struct vec3 limit_rest_direction(const struct limit *limit);

/* Whether rotating the limit about the bone matters. It doesn't for a cone around the bone itself. */
bool limit_is_oriented(const struct limit *limit);

#endif
