/* Where joint limits stand: on a joint that never turns, on a bone without direction, or along -Y, about which no limit
 * can be turned reliably. Catalogue section 2.7. */
#include "checks/limit/limits.h"
#include "checks/scales.h"
#include "checks/spring/pairs.h"

#include <math.h>

#define NO_SCALE 1e-6           /* as in springbone/zero-scale */
#define MINUS_Y_EXACT 0.02      /* degrees: apps decide for themselves whether this is -Y */
#define MINUS_Y_NEAR 1.0        /* degrees: rounding turns the limit visibly */
#define MINUS_Y_CONSPICUOUS 5.0 /* degrees: worth a look for those who ask */
#define SMALL_SHIFT 1e-4        /* metres: what rounding and retouching move a joint by */

static const struct joint *next_joint(const struct limited *limited)
{
    return spring_chain(limited->spring, limited->chain + 1);
}

static const char *next_name(const struct limited *limited)
{
    return name_joint(limited->check->avatar, limited->spring->place, next_joint(limited)->place);
}

static void relate_next(const struct limited *limited, struct finding *finding)
{
    finding_relate_english(finding, joint_pointer(limited->check->arena, limited->spring, next_joint(limited), "node"),
                           "the next joint, %s", name_node(limited->check->avatar, next_joint(limited)->node));
}

static void report_last(const struct limited *limited)
{
    bool only = limited->spring->joint_count == 1;
    report_english(
        limited->check->findings, RULE_LIMIT_ON_LAST_JOINT, limited_pointer(limited),
        "%s: it has a limit but is the %s joint of its spring, which never turns, so that there is nothing to limit: "
        "delete the limit%s",
        limited_name(limited), only ? "only" : "last", only ? ", or add the joints that follow" : "");
}

static void report_broken(const struct limited *limited)
{
    struct finding *finding = report_english(
        limited->check->findings, RULE_LIMIT_ON_BROKEN_PAIR, limited_pointer(limited),
        "%s: it has a limit, but the next %s is not below it, so that apps measure the limit from a direction "
        "that isn't the bone's: mend the chain, each joint below the one before it, or delete the limit",
        limited_name(limited), next_name(limited));
    relate_next(limited, finding);
}

static void report_misjudged(const struct limited *limited, const struct pair_mismatch *mismatch)
{
    struct finding *finding = report_english(
        limited->check->findings, RULE_LIMIT_ON_BROKEN_PAIR, limited_pointer(limited),
        "%s: it has a limit, but skips nodes on the way to %s, and apps take that one's own translation for the bone, "
        "%.4g m long instead of %.4g m and %.1f degrees off (allowed are 1%% and 1 degree): make the skipped nodes "
        "joints too, or delete the limit",
        limited_name(limited), next_name(limited), mismatch->taken, mismatch->length, angle_degrees(mismatch->angle));
    finding_measure(finding, "length", mismatch->length);
    finding_measure(finding, "translation", mismatch->taken);
    finding_measure(finding, "angle", mismatch->angle);
    relate_next(limited, finding);
}

static void report_no_length(const struct limited *limited)
{
    struct finding *finding = report_english(
        limited->check->findings, RULE_LIMIT_ZERO_LENGTH_BONE, limited_pointer(limited),
        "%s: it has a limit, but the next %s lies in the same place (%.2g mm away), so that the bone has no "
        "direction to measure the limit from: move one of the two, or take one out of the spring",
        limited_name(limited), next_name(limited), 1000 * limited->joint->length);
    finding_measure(finding, "length", limited->joint->length);
    relate_next(limited, finding);
}

/* ---- the bone's axis ---- */

/* What the limit is called where its rotation decides: "hinge limit", "turned cone limit". */
static const char *oriented_name(const struct limit *limit)
{
    return limit->kind == LIMIT_CONE    ? "turned cone limit"
           : limit->kind == LIMIT_HINGE ? "hinge limit"
                                        : "spherical limit";
}

static void report_axis(const struct limited *limited, double degrees)
{
    struct check *check = limited->check;
    const char *name = oriented_name(limited->limit);
    const char *advice =
        "give the joint a rest rotation, half a turn about X for instance, or use a cone limit without rotation";
    struct finding *finding;
    if (degrees <= MINUS_Y_EXACT) {
        finding =
            report_english(check->findings, RULE_LIMIT_AXIS_MINUS_Y, limited_pointer(limited),
                           "%s: its bone points straight along -Y of the joint (%.2g degrees off, allowed is more than "
                           "%g), the one direction in which apps lay out a %s differently: %s",
                           limited_name(limited), degrees, MINUS_Y_NEAR, name, advice);
    } else {
        /* the frame turns by twice the azimuth of the sideways part */
        double sideways = limited->joint->length * sin(angle_radians(degrees));
        double turn = angle_degrees(2 * atan2(SMALL_SHIFT, sideways));
        bool near = degrees <= MINUS_Y_NEAR;
        finding = report_english(
            check->findings, RULE_LIMIT_AXIS_NEAR_MINUS_Y, limited_pointer(limited),
            "%s: its bone points %s%.3g degrees off -Y of the joint, %s is more than %g, because a shift of the "
            "next joint by 0.1 mm already turns the %s by %.3g degrees: %s",
            limited_name(limited), near ? "only " : "", degrees, near ? "allowed" : "better",
            near ? MINUS_Y_NEAR : MINUS_Y_CONSPICUOUS, name, turn, advice);
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
