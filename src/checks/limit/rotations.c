/* Checks the rotations of joint limits, and whether the rest pose is within the limits. */
#include "checks/limit/limits.h"

#include <math.h>

#include "base/json_value.h"
#include "ids/messages_limit.h"

#define COSINE_TOLERANCE 1e-3
#define HINGE_TOLERANCE 0.01 /* of the sideways part of a direction */
#define POLE 1e-9            /* a direction with a smaller part in the YZ plane has no pitch */

/* ---- the quaternion ---- */

/* The four numbers of a quaternion, valid until the end of the enclosing block. */
#define QUATERNION(the_name, q, digits)                                                                                \
    argument_list((the_name),                                                                                          \
                  (const struct argument[]){NUMBER(NULL, (q).x, (digits)), NUMBER(NULL, (q).y, (digits)),              \
                                            NUMBER(NULL, (q).z, (digits)), NUMBER(NULL, (q).w, (digits))},             \
                  4, 4, JOIN_SPACE)

static void check_length(const struct limited *limited)
{
    const struct limit *limit = limited->limit;
    struct quat q = limit->rotation;
    double length = quat_length(q);
    struct findings *findings = limited->check->findings;
    struct place place = limited_kind_place(limited, "rotation");
    struct argument joint = limited_joint(limited);
    struct finding *finding = NULL;
    if (length < LIMIT_ROTATION_ZERO) {
        finding = report(findings, MESSAGE_LIMIT_ROTATION_ZERO__DEFAULT, place,
                         ARGUMENTS(joint, limited_limit(limited), QUATERNION("rotation", q, 6)));
        finding_edit(finding, VRMLINT_EDIT_REMOVE, place, NULL);
    } else if (fabs(length - 1) > QUAT_UNIT_TOLERANCE) {
        struct quat unit = limit_rotation(limit);
        finding = report(findings, MESSAGE_LIMIT_ROTATION_NOT_UNIT__DEFAULT, place,
                         ARGUMENTS(joint, limited_limit(limited), QUATERNION("rotation", q, 6),
                                   NUMBER("length", length, 4), QUATERNION("unit", unit, 6)));
        finding_edit(finding, VRMLINT_EDIT_SET, place,
                     json_numbers(&(struct json_value){""}, (const double[]){unit.x, unit.y, unit.z, unit.w}, 4));
    }
    finding_measure(finding, "length", length);
}

/* ---- the rest pose ---- */

/* The excess of the rest direction over the limit. */
struct excess {
    bool outside;
    enum message message;
    double is;      /* radians */
    double allowed; /* radians */
};

static double at_most(double angle, double maximum)
{
    return angle < maximum ? angle : maximum;
}

/* Returns the excess of a direction by the cosine and sine of its angle to +Y. */
static struct excess beyond_angle(double cosine, double sine, double angle)
{
    double allowed = at_most(angle, ANGLE_PI);
    if (cosine >= cos(allowed) - COSINE_TOLERANCE) {
        return (struct excess){.outside = false};
    }
    return (struct excess){true, MESSAGE_LIMIT_REST_OUTSIDE__LEANS, atan2(sine, cosine), allowed};
}

static struct excess beyond_hinge(struct vec3 v, double angle)
{
    double in_plane = sqrt(v.y * v.y + v.z * v.z);
    if (fabs(v.x) > HINGE_TOLERANCE) {
        return (struct excess){true, MESSAGE_LIMIT_REST_OUTSIDE__TIPS, atan2(fabs(v.x), in_plane),
                               asin(HINGE_TOLERANCE)};
    }
    return beyond_angle(v.y / in_plane, fabs(v.z) / in_plane, angle);
}

static struct excess beyond_spherical(struct vec3 v, double pitch, double yaw)
{
    double in_plane = sqrt(v.y * v.y + v.z * v.z);
    double pitch_is = in_plane < POLE ? 0 : fabs(atan2(v.z, v.y));
    double yaw_is = atan2(fabs(v.x), in_plane);
    pitch = at_most(pitch, ANGLE_PI);
    yaw = at_most(yaw, ANGLE_PI / 2);
    if (yaw_is > yaw + LIMIT_ANGLE_TOLERANCE) {
        return (struct excess){true, MESSAGE_LIMIT_REST_OUTSIDE__YAW, yaw_is, yaw};
    }
    if (pitch_is > pitch + LIMIT_ANGLE_TOLERANCE) {
        return (struct excess){true, MESSAGE_LIMIT_REST_OUTSIDE__PITCH, pitch_is, pitch};
    }
    return (struct excess){.outside = false};
}

static struct excess excess_of(const struct limit *limit)
{
    struct vec3 v = limit_rest_direction(limit);
    switch (limit->kind) {
    case LIMIT_CONE:
        if (limit->angle.given) {
            return beyond_angle(v.y, sqrt(v.x * v.x + v.z * v.z), limit->angle.value);
        }
        break;
    case LIMIT_HINGE:
        if (limit->angle.given) {
            return beyond_hinge(v, limit->angle.value);
        }
        break;
    case LIMIT_SPHERICAL:
        if (limit->pitch.given && limit->yaw.given) {
            return beyond_spherical(v, limit->pitch.value, limit->yaw.value);
        }
        break;
    case LIMIT_NONE:
        break;
    }
    return (struct excess){.outside = false};
}

/* Whether the rotation is probably written with w first, as in Blender: half a turn about X then means no rotation. */
static bool has_w_first(const struct limit *limit)
{
    return fabs(fabs(limit->rotation.x) - 1) <= QUAT_UNIT_TOLERANCE;
}

static void check_rest(const struct limited *limited)
{
    struct excess excess = excess_of(limited->limit);
    if (!excess.outside) {
        return;
    }
    if (has_w_first(limited->limit)) {
        excess.message = MESSAGE_LIMIT_REST_OUTSIDE__W_FIRST;
    }
    struct argument taken[8];
    const struct argument *arguments =
        ARGUMENTS(limited_joint(limited), limited_limit(limited), QUATERNION("rotation", limited->limit->rotation, 6),
                  LIMIT_ANGLE("angle", excess.is, excess.allowed), LIMIT_ANGLE("allowed", excess.allowed, NAN));
    struct finding *finding = report(limited->check->findings, excess.message, limited_kind_place(limited, "rotation"),
                                     message_take(excess.message, arguments, taken, sizeof taken / sizeof *taken));
    finding_measure(finding, "angle", excess.is);
    finding_measure(finding, "maximum", excess.allowed);
}

static void check_limit(const struct limited *limited)
{
    if (!limited->limit->rotation_given) {
        return;
    }
    check_length(limited);
    if (!limited->last) {
        check_rest(limited);
    }
}

void check_limit_rotations(struct check *check)
{
    limits_each(check, check_limit);
}
