/* The rotations of joint limits, and whether they leave the rest pose inside. Catalogue section 2.7. */
#include "checks/limit/limits.h"

#include <math.h>

#define UNIT_TOLERANCE 0.00769 /* of a rotation's length, as for node rotations */
#define COSINE_TOLERANCE 1e-3
#define HINGE_TOLERANCE 0.01 /* of the sideways part of a direction */
#define POLE 1e-9            /* a direction with a smaller part in the YZ plane has no pitch */

/* ---- the quaternion ---- */

static void check_length(const struct limited *limited)
{
    const struct limit *limit = limited->limit;
    struct quat q = limit->rotation;
    double length = quat_length(q);
    struct findings *findings = limited->check->findings;
    const char *kind = limit_kind_name(limit->kind);
    struct finding *finding = NULL;
    if (length < LIMIT_ROTATION_ZERO) {
        finding =
            report_english(findings, RULE_LIMIT_ROTATION_ZERO, limited_kind_pointer(limited, "rotation"),
                           "%s: rotation of the %s limit is %g %g %g %g, which is no rotation at all, so that apps "
                           "can't tell where the limit points: leave it out, or write 0 0 0 1 for none",
                           limited_name(limited), kind, q.x, q.y, q.z, q.w);
    } else if (fabs(length - 1) > UNIT_TOLERANCE) {
        struct quat unit = limit_rotation(limit);
        finding = report_english(
            findings, RULE_LIMIT_ROTATION_NOT_UNIT, limited_kind_pointer(limited, "rotation"),
            "%s: rotation of the %s limit is %g %g %g %g, of length %.4g, but allowed is 0.9923 to 1.0077, "
            "because apps stretch the bone by it: write %.6g %.6g %.6g %.6g",
            limited_name(limited), kind, q.x, q.y, q.z, q.w, length, unit.x, unit.y, unit.z, unit.w);
    }
    finding_measure(finding, "length", length);
}

/* ---- the rest pose ---- */

/* By how much the rest direction is where the limit doesn't let the bone. */
struct excess {
    const char *how;   /* the rotation does that, by the angle that follows; NULL where it is inside */
    const char *where; /* after the angle */
    double is;         /* radians */
    double allowed;    /* radians */
    const char *advice;
};

static const char lean_advice[] = "turn it less, or allow a larger angle";

static double at_most(double angle, double maximum)
{
    return angle < maximum ? angle : maximum;
}

/* Of a direction whose angle to +Y has this cosine and sine. */
static struct excess beyond_angle(double cosine, double sine, double angle)
{
    double allowed = at_most(angle, ANGLE_PI);
    if (cosine >= cos(allowed) - COSINE_TOLERANCE) {
        return (struct excess){0};
    }
    return (struct excess){"leans it", "off the bone", atan2(sine, cosine), allowed, lean_advice};
}

static struct excess beyond_hinge(struct vec3 v, double angle)
{
    double in_plane = sqrt(v.y * v.y + v.z * v.z);
    if (fabs(v.x) > HINGE_TOLERANCE) {
        return (struct excess){"tips its plane", "off the bone", atan2(fabs(v.x), in_plane), asin(HINGE_TOLERANCE),
                               "turn it so that the bone stays in the plane"};
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
        return (struct excess){"leans it", "off the bone in yaw", yaw_is, yaw, lean_advice};
    }
    if (pitch_is > pitch + LIMIT_ANGLE_TOLERANCE) {
        return (struct excess){"leans it", "off the bone in pitch", pitch_is, pitch, lean_advice};
    }
    return (struct excess){0};
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
    return (struct excess){0};
}

static void check_rest(const struct limited *limited)
{
    struct excess excess = excess_of(limited->limit);
    if (excess.how == NULL) {
        return;
    }
    struct finding *finding = report_english(
        limited->check->findings, RULE_LIMIT_REST_OUTSIDE, limited_kind_pointer(limited, "rotation"),
        "%s: the rotation of the %s limit %s %s %s, allowed is at most %s, so that the rest pose lies outside "
        "and the bone snaps away at once: %s",
        limited_name(limited), limit_kind_name(limited->limit->kind), excess.how, limited_angle(limited, excess.is),
        excess.where, limited_angle(limited, excess.allowed), excess.advice);
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
