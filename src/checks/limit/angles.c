/* Checks the angles of joint limits: larger than possible, in degrees by mistake, or such that the limit allows
 * everything or nothing. Missing, ill-typed and negative angles have their own rules. */
#include "checks/limit/limits.h"
#include "ids/messages_limit.h"

#include <math.h>

#define LOCKED_ANGLE 1e-4 /* radians: with less freedom a bone doesn't visibly move */
#define FULL_DEGREES 360.0

/* One angle of a limit, and the maximum to which apps clamp it. */
struct bounded {
    const char *name;
    struct optional angle;
    double maximum;
};

/* Writes the angles of a limit, by its kind; returns their number. */
static size_t angles_of(const struct limit *limit, struct bounded angles[2])
{
    switch (limit->kind) {
    case LIMIT_CONE:
    case LIMIT_HINGE:
        angles[0] = (struct bounded){"angle", limit->angle, ANGLE_PI};
        return 1;
    case LIMIT_SPHERICAL:
        angles[0] = (struct bounded){"pitch", limit->pitch, ANGLE_PI};
        angles[1] = (struct bounded){"yaw", limit->yaw, ANGLE_PI / 2};
        return 2;
    case LIMIT_NONE:
        break;
    }
    return 0;
}

static bool is_above(const struct bounded *bounded)
{
    return bounded->angle.value > bounded->maximum + LIMIT_ANGLE_TOLERANCE;
}

/* Whether an angle must be in degrees: it is more than a full turn, allowing for rounding in single precision. */
static bool is_in_degrees(const struct bounded *bounded)
{
    return bounded->angle.value > 2 * ANGLE_PI + LIMIT_ANGLE_TOLERANCE && bounded->angle.value <= FULL_DEGREES;
}

static void report_degrees(const struct limited *limited, const struct bounded *bounded)
{
    struct findings *findings = limited->check->findings;
    double value = bounded->angle.value;
    double converted = angle_radians(value);
    struct place place = limited_kind_place(limited, bounded->name);
    struct argument joint = limited_joint(limited);
    struct argument property = TERM("property", bounded->name);
    struct argument limit = limited_limit(limited);
    struct argument written = NUMBER("value", value, 6);
    struct finding *finding;
    if (converted <= bounded->maximum) {
        finding = report(findings, MESSAGE_LIMIT_ANGLE_IN_DEGREES__CONVERTED, place,
                         ARGUMENTS(joint, property, limit, written, NUMBER("converted", converted, 6),
                                   DEGREES("degrees", converted, 6)));
    } else {
        finding = report(findings, MESSAGE_LIMIT_ANGLE_IN_DEGREES__CLAMPED, place,
                         ARGUMENTS(joint, property, limit, written, NUMBER("maximum", bounded->maximum, 6),
                                   DEGREES("degrees", bounded->maximum, 6)));
    }
    finding_set_number(finding, "0", converted <= bounded->maximum ? converted : bounded->maximum);
    finding_measure(finding, bounded->name, value);
    finding_measure(finding, "maximum", bounded->maximum);
    finding_measure(finding, "converted", converted);
}

/* Reports an angle above the maximum. Cones and hinges use the cosine of the angle, so apps that don't clamp it have
 * a smaller one. */
static void report_above(const struct limited *limited, const struct bounded *bounded)
{
    struct findings *findings = limited->check->findings;
    double value = bounded->angle.value;
    struct place place = limited_kind_place(limited, bounded->name);
    struct argument joint = limited_joint(limited);
    struct argument property = TERM("property", bounded->name);
    struct argument limit = limited_limit(limited);
    struct argument angle = LIMIT_ANGLE("angle", value, bounded->maximum);
    struct argument allowed = LIMIT_ANGLE("allowed", bounded->maximum, NAN);
    struct argument maximum = NUMBER("maximum", bounded->maximum, 6);
    bool by_cosine = limited->limit->kind != LIMIT_SPHERICAL;
    struct finding *finding = report_taking(
        findings, by_cosine ? MESSAGE_LIMIT_ANGLE_ABOVE_MAX__BY_COSINE : MESSAGE_LIMIT_ANGLE_ABOVE_MAX__CLAMPED, place,
        ARGUMENTS(joint, property, limit, angle, allowed, LIMIT_ANGLE("effective", acos(cos(value)), NAN), maximum));
    finding_measure(finding, bounded->name, value);
    finding_measure(finding, "maximum", bounded->maximum);
    finding_set_number(finding, "0", bounded->maximum);
    if (by_cosine) {
        finding_fix(finding, VRMLINT_FIX_REPAIR); /* the fix changes the behaviour of those apps */
    } else {
        finding_severity(finding, VRMLINT_INFO);
    }
}

/* Reports the effect of the limit as a whole, with one message for a single angle and another for pitch and yaw. */
static void report_whole(const struct limited *limited, const enum message messages[2], const struct bounded *angles,
                         size_t count)
{
    struct findings *findings = limited->check->findings;
    struct finding *finding;
    if (count == 1) {
        finding = report(findings, messages[0], limited_kind_place(limited, angles[0].name),
                         ARGUMENTS(limited_joint(limited), limited_limit(limited),
                                   LIMIT_ANGLE("angle", angles[0].angle.value, NAN)));
    } else {
        finding = report(findings, messages[1], limited_kind_place(limited, NULL),
                         ARGUMENTS(limited_joint(limited), LIMIT_ANGLE("pitch", angles[0].angle.value, NAN),
                                   LIMIT_ANGLE("yaw", angles[1].angle.value, NAN)));
    }
    for (size_t i = 0; i < count; i++) {
        finding_measure(finding, angles[i].name, angles[i].angle.value);
    }
}

/* Whether a limit allows every direction. A hinge never does, because it keeps the bone in a plane. Angles in
 * degrees, and cones above the maximum, which differ between apps, are reported elsewhere. */
static bool allows_everything(const struct limited *limited, const struct bounded *angles, size_t count)
{
    bool everything = limited->limit->kind != LIMIT_HINGE;
    for (size_t i = 0; i < count && everything; i++) {
        everything = angles[i].angle.value >= angles[i].maximum - LIMIT_ANGLE_TOLERANCE && !is_in_degrees(&angles[i]) &&
                     !(limited->limit->kind == LIMIT_CONE && is_above(&angles[i]));
    }
    return everything;
}

static void check_whole(const struct limited *limited, const struct bounded *angles, size_t count)
{
    static const enum message allows_nothing[] = {MESSAGE_LIMIT_LOCKED__ANGLE, MESSAGE_LIMIT_LOCKED__PITCH_AND_YAW};
    static const enum message allows_all[] = {MESSAGE_LIMIT_NO_EFFECT__ANGLE, MESSAGE_LIMIT_NO_EFFECT__PITCH_AND_YAW};
    bool locked = true;
    for (size_t i = 0; i < count; i++) {
        if (!angles[i].angle.given) {
            return;
        }
        locked = locked && angles[i].angle.value <= LOCKED_ANGLE;
    }
    if (locked) {
        report_whole(limited, allows_nothing, angles, count);
    } else if (allows_everything(limited, angles, count)) {
        report_whole(limited, allows_all, angles, count);
    }
}

static void check_limit(const struct limited *limited)
{
    struct bounded angles[2];
    size_t count = angles_of(limited->limit, angles);
    for (size_t i = 0; i < count; i++) {
        if (!angles[i].angle.given || !is_above(&angles[i])) {
            continue;
        }
        if (is_in_degrees(&angles[i])) {
            report_degrees(limited, &angles[i]);
        } else {
            report_above(limited, &angles[i]);
        }
    }
    /* the effect of the last joint's limit doesn't matter */
    if (count > 0 && !limited->last) {
        check_whole(limited, angles, count);
    }
}

void check_limit_angles(struct check *check)
{
    limits_each(check, check_limit);
}
