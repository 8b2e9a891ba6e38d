/* Checks the bones of joint limits: a joint that never rotates, a bone without direction, or a bone along -Y, for
 * which a limit can't be oriented reliably. */
#include "checks/limit/limits.h"
#include "checks/scales.h"
#include "checks/spring/pairs.h"
#include "ids/messages_limit.h"
#include "ids/rules.h"

#include <math.h>

#define NO_SCALE 1e-6           /* as in springbone/zero-scale */
#define MINUS_Y_EXACT 0.02      /* degrees: apps differ in whether this is -Y */
#define MINUS_Y_NEAR 1.0        /* degrees: rounding visibly rotates the limit */
#define MINUS_Y_CONSPICUOUS 5.0 /* degrees: reported only if the rule is asked for by name */
#define SMALL_SHIFT 1e-4        /* metres: rounding and small corrections move a joint by this */

static const struct joint *next_joint(const struct limited *limited)
{
    return spring_chain(limited->spring, limited->chain + 1);
}

static struct argument next_name(const struct limited *limited)
{
    return the_joint("next", limited->check->avatar, limited->spring->index, next_joint(limited)->index);
}

static void relate_next(const struct limited *limited, struct finding *finding, enum message message)
{
    finding_relate(finding, message, place_joint(limited->spring->index, next_joint(limited)->index, "node"),
                   ARGUMENTS(the_node("node", limited->check->avatar, next_joint(limited)->node)));
}

static void report_last(const struct limited *limited)
{
    bool forbidden = limited->limit->revision == VRMLINT_LIMIT_REVISION_C;
    struct finding *finding = report(limited->check->findings,
                                     limited->spring->joint_count == 1 ? MESSAGE_LIMIT_ON_LAST_JOINT__ONLY
                                     : forbidden                       ? MESSAGE_LIMIT_ON_LAST_JOINT__FORBIDDEN
                                                                       : MESSAGE_LIMIT_ON_LAST_JOINT__LAST,
                                     limited_place(limited), ARGUMENTS(limited_joint(limited)));
    if (forbidden) {
        finding_severity(finding, VRMLINT_ERROR);
    }
}

static void report_broken(const struct limited *limited)
{
    struct finding *finding = report(limited->check->findings, MESSAGE_LIMIT_ON_BROKEN_PAIR__NOT_BELOW,
                                     limited_place(limited), ARGUMENTS(limited_joint(limited), next_name(limited)));
    relate_next(limited, finding, RELATED_LIMIT_ON_BROKEN_PAIR__NEXT);
}

static void report_misjudged(const struct limited *limited, const struct pair_mismatch *mismatch)
{
    struct finding *finding =
        report(limited->check->findings, MESSAGE_LIMIT_ON_BROKEN_PAIR__MISJUDGED, limited_place(limited),
               ARGUMENTS(limited_joint(limited), next_name(limited),
                         argument_number("taken", mismatch->taken, mismatch->length, UNIT_METRES, 4),
                         argument_number("length", mismatch->length, mismatch->taken, UNIT_METRES, 4),
                         DEGREES("angle", mismatch->angle, 3)));
    finding_measure(finding, "length", mismatch->length);
    finding_measure(finding, "translation", mismatch->taken);
    finding_measure(finding, "angle", mismatch->angle);
    relate_next(limited, finding, RELATED_LIMIT_ON_BROKEN_PAIR__NEXT);
}

static void report_no_length(const struct limited *limited)
{
    struct finding *finding = report(
        limited->check->findings, MESSAGE_LIMIT_ZERO_LENGTH_BONE__DEFAULT, limited_place(limited),
        ARGUMENTS(limited_joint(limited), next_name(limited), NUMBER("distance", 1000 * limited->joint->length, 2)));
    finding_measure(finding, "length", limited->joint->length);
    relate_next(limited, finding, RELATED_LIMIT_ZERO_LENGTH_BONE__NEXT);
}

/* ---- the bone's axis ---- */

/* Returns the name of the limit if its rotation matters: "hinge limit", "turned cone limit". */
static struct argument oriented_limit(const struct limited *limited)
{
    return limited->limit->kind == LIMIT_CONE ? WORD("limit", WORDS_TURNED_CONE_LIMIT) : limited_limit(limited);
}

static void report_axis(const struct limited *limited, double degrees)
{
    struct findings *findings = limited->check->findings;
    struct place place = limited_place(limited);
    struct argument joint = limited_joint(limited);
    struct argument limit = oriented_limit(limited);
    struct finding *finding;
    if (degrees <= MINUS_Y_EXACT) {
        finding = report(findings, MESSAGE_LIMIT_AXIS_MINUS_Y__DEFAULT, place,
                         ARGUMENTS(joint, argument_number("angle", degrees, NAN, UNIT_DEGREES, 2),
                                   NUMBER("least", MINUS_Y_NEAR, 3), limit));
    } else {
        /* the frame rotates by twice the azimuth of the sideways part */
        double sideways = limited->joint->length * sin(angle_radians(degrees));
        bool near = degrees <= MINUS_Y_NEAR;
        double least = near ? MINUS_Y_NEAR : MINUS_Y_CONSPICUOUS;
        finding =
            report(findings,
                   near ? MESSAGE_LIMIT_AXIS_NEAR_MINUS_Y__NEAR : MESSAGE_LIMIT_AXIS_NEAR_MINUS_Y__CONSPICUOUS, place,
                   ARGUMENTS(joint, argument_number("angle", degrees, least, UNIT_DEGREES, 3),
                             NUMBER("least", least, 3), limit, DEGREES("turn", 2 * atan2(SMALL_SHIFT, sideways), 3)));
        if (!near) {
            finding_severity(finding, VRMLINT_INFO);
        }
    }
    finding_measure(finding, "angle", angle_radians(degrees));
}

static void check_axis(const struct limited *limited)
{
    struct vec3 axis;
    if (!limit_is_oriented(limited->limit) || !limit_rest_axis(limited->joint, &axis)) {
        return;
    }
    double degrees = angle_degrees(atan2(sqrt(axis.x * axis.x + axis.z * axis.z), -axis.y));
    bool asked = findings_named(limited->check->findings, RULE_LIMIT_AXIS_NEAR_MINUS_Y);
    if (degrees <= (asked ? MINUS_Y_CONSPICUOUS : MINUS_Y_NEAR)) {
        report_axis(limited, degrees);
    }
}

static bool is_scaled_to_nothing(const struct limited *limited)
{
    return scale_smallest(scale_in_world(limited->check->avatar->scene, limited->joint->node)) < NO_SCALE;
}

static void check_pair(const struct limited *limited)
{
    const struct joint *joint = limited->joint;
    struct pair_mismatch mismatch;
    if (pair_is_broken(joint->relation)) {
        report_broken(limited);
    }
    if (joint->relation != PAIR_CHAIN || is_scaled_to_nothing(limited)) {
        return;
    }
    if (joint->length < CHECK_MIN_LENGTH) {
        report_no_length(limited);
        return;
    }
    if (!limited->reversed &&
        pair_is_misjudged(limited->check->avatar->scene, limited->spring, limited->chain, &mismatch)) {
        report_misjudged(limited, &mismatch);
    }
    check_axis(limited);
}

static void check_limit(const struct limited *limited)
{
    if (limited->last) {
        report_last(limited);
    }
    if (limited->limit->kind != LIMIT_NONE) {
        check_pair(limited);
    }
}

void check_limit_axes(struct check *check)
{
    limits_each(check, check_limit);
}
