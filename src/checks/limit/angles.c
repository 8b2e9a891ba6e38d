/* The angles of joint limits: larger than they can be, in degrees by mistake, or such that the limit does nothing or
 * everything. Catalogue section 2.7. An angle that is missing, ill-typed or negative has its own rules. */
#include "checks/limit/limits.h"

#include <math.h>

#define LOCKED_ANGLE 1e-4 /* radians: a bone with less room doesn't visibly move */
#define FULL_DEGREES 360.0

/* One angle of a limit, and the most that it is read as. */
struct bounded {
    const char *name;
    struct optional angle;
    double maximum;
};

/* The angles of a limit, by its kind; how many they are. */
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

/* More than a full turn, even one rounded up to single precision: nobody writes that in radians. */
static bool is_in_degrees(const struct bounded *bounded)
{
    return bounded->angle.value > 2 * ANGLE_PI + LIMIT_ANGLE_TOLERANCE && bounded->angle.value <= FULL_DEGREES;
}

static void report_degrees(const struct limited *limited, const struct bounded *bounded)
{
    struct check *check = limited->check;
    double value = bounded->angle.value;
    double converted = angle_radians(value);
    const char *advice = converted <= bounded->maximum
                             ? arena_printf(check->arena, "write %.6g for %.6g degrees", converted, value)
                             : arena_printf(check->arena, "write %.6g, the most it can be, for %g degrees",
                                            bounded->maximum, angle_degrees(bounded->maximum));
    struct finding *finding = report_english(
        check->findings, RULE_LIMIT_ANGLE_IN_DEGREES, limited_kind_pointer(limited, bounded->name),
        "%s: %s of the %s limit is %.6g, which looks like degrees, but must be in radians (half a turn is 3.14): %s",
        limited_name(limited), bounded->name, limit_kind_name(limited->limit->kind), value, advice);
    finding_measure(finding, bounded->name, value);
    finding_measure(finding, "maximum", bounded->maximum);
    finding_measure(finding, "converted", converted);
}

/* Cones and hinges go by the cosine of the angle, so that an app that doesn't clamp it sees a smaller one. */
static void report_above(const struct limited *limited, const struct bounded *bounded)
{
    struct check *check = limited->check;
    double value = bounded->angle.value;
    bool by_cosine = limited->limit->kind != LIMIT_SPHERICAL;
    const char *effect = by_cosine ? arena_printf(check->arena, "; UniVRM acts as if it were %s",
                                                  limited_angle(limited, acos(cos(value))))
                                   : ", and apps read it as that";
    struct finding *finding = report_english(
        check->findings, RULE_LIMIT_ANGLE_ABOVE_MAX, limited_kind_pointer(limited, bounded->name),
        "%s: %s of the %s limit is %s, allowed is at most %s%s: write %.6g, or the angle that was meant",
        limited_name(limited), bounded->name, limit_kind_name(limited->limit->kind), limited_angle(limited, value),
        limited_angle(limited, bounded->maximum), effect, bounded->maximum);
    finding_measure(finding, bounded->name, value);
    finding_measure(finding, "maximum", bounded->maximum);
    if (!by_cosine) {
        finding_severity(finding, VRMLINT_INFO);
    }
}

/* What the limit says as a whole: "the cone limit has an angle of 0 radians (0 degrees)". */
static const char *whole_text(const struct limited *limited, const struct bounded *angles, size_t count)
{
    struct arena *arena = limited->check->arena;
    const char *first = limited_angle(limited, angles[0].angle.value);
    return count == 1
               ? arena_printf(arena, "the %s limit has an angle of %s", limit_kind_name(limited->limit->kind), first)
               : arena_printf(arena, "the spherical limit has a pitch of %s and a yaw of %s", first,
                              limited_angle(limited, angles[1].angle.value));
}

static void report_whole(const struct limited *limited, enum rule rule, const struct bounded *angles, size_t count,
                         const char *text)
{
    struct finding *finding = report_english(
        limited->check->findings, rule, limited_kind_pointer(limited, count == 1 ? angles[0].name : NULL), "%s: %s, %s",
        limited_name(limited), whole_text(limited, angles, count), text);
    for (size_t i = 0; i < count; i++) {
        finding_measure(finding, angles[i].name, angles[i].angle.value);
    }
}

/* A hinge of half a turn each way still keeps the bone in a plane. An angle in degrees isn't what it seems, and a cone
 * beyond its maximum isn't the same in all apps: these have been reported. */
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
    bool locked = true;
    for (size_t i = 0; i < count; i++) {
        if (!angles[i].angle.given) {
            return;
        }
        locked = locked && angles[i].angle.value <= LOCKED_ANGLE;
    }
    if (locked) {
        report_whole(limited, RULE_LIMIT_LOCKED, angles, count,
                     "so that the bone can never move: write a larger angle (0.785 is 45 degrees), or take the joint "
                     "out of the spring");
    } else if (allows_everything(limited, angles, count)) {
        report_whole(limited, RULE_LIMIT_NO_EFFECT, angles, count,
                     "which allows every direction and limits nothing: write a smaller angle, or delete the limit");
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
    /* what the last joint's limit amounts to doesn't matter */
    if (count > 0 && !limited->last) {
        check_whole(limited, angles, count);
    }
}

void check_limit_angles(struct check *check)
{
    limits_each(check, check_limit);
}
