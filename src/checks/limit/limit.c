/* Checks joint limits: their angles, their rotation and the rest pose, and the bones that they limit. Missing,
 * ill-typed and negative values have the rules that all families share. */
#include "checks/limit/limit.h"

#include <math.h>

#include "checks/scales.h"
#include "checks/spring/pairs.h"
#include "ids/messages_limit.h"
#include "ids/rules.h"
#include "vrm/limits.h"

#define ANGLE_TOLERANCE 1e-3  /* radians */
#define LOCKED_ANGLE 1e-4     /* radians: with less freedom a bone doesn't visibly move */
#define COSINE_TOLERANCE 1e-3 /* of the rest direction in a cone or hinge */
#define HINGE_TOLERANCE 0.01  /* of the sideways part of a direction */
#define POLE 1e-9             /* a direction with a smaller part in the YZ plane has no pitch */
#define NO_SCALE 1e-6         /* as for spring joints */

/* Degrees from -Y: apps differ in whether the direction is -Y; rounding visibly rotates the limit; worth an info, if
 * asked. */
#define MINUS_Y_EXACT 0.02
#define MINUS_Y_NEAR 1.0
#define MINUS_Y_CONSPICUOUS 5.0
#define SMALL_SHIFT 1e-4 /* metres: rounding and small corrections move a joint by this */

/* A joint with a limit. */
struct limited {
    struct check *check;
    const struct spring *spring;
    const struct joint *joint;
    const struct limit *limit; /* of the joint, never NULL */
    size_t chain;              /* index of the joint in the chain; SPRINGS_NONE if its node isn't resolved */
    bool last;                 /* it is the last joint of its spring, so it never rotates */
    bool reversed;             /* pair_reversed_in() of the spring */
    bool turned;               /* it is a cone whose rotation matters */
};

static const struct joint *next_joint(const struct limited *limited)
{
    return spring_chain(limited->spring, limited->chain + 1);
}

static struct argument next_name(const struct limited *limited)
{
    return the_joint("next", limited->check->avatar, limited->spring->index, next_joint(limited)->index);
}

/* Returns the place of a property of the limit ("limit/cone/angle"); NULL: of the limit of its kind. */
static struct place place_in_limit(const struct limited *limited, const char *property)
{
    const char *member =
        arena_printf(limited->check->arena, LIMIT_POINTER "/limit/%s%s%s", limit_kind_name(limited->limit->kind),
                     property == NULL ? "" : "/", property == NULL ? "" : property);
    return place_joint(limited->spring->index, limited->joint->index, member);
}

static struct place place_of_limit(const struct limited *limited)
{
    return place_joint(limited->spring->index, limited->joint->index, LIMIT_POINTER);
}

/* Reports a limit. {joint} and {limit}, such as "hinge limit", need not be given. */
static struct finding *report_limit(const struct limited *limited, enum message message, struct place place,
                                    const struct argument *more)
{
    static const enum message kinds[] = {
        [LIMIT_CONE] = WORDS_CONE_LIMIT, [LIMIT_HINGE] = WORDS_HINGE_LIMIT, [LIMIT_SPHERICAL] = WORDS_SPHERICAL_LIMIT};
    struct argument all[ARGUMENTS_MOST];
    size_t count = 0;
    all[count++] = the_spring_joint("joint", limited->check->avatar, limited->spring->index, limited->joint->index);
    if (limited->limit->kind != LIMIT_NONE) {
        all[count++] = WORD("limit", limited->turned ? WORDS_TURNED_CONE_LIMIT : kinds[limited->limit->kind]);
    }
    for (; more != NULL && more->name != NULL; more++) {
        all[count++] = *more;
    }
    all[count] = argument_end();
    return report_taking(limited->check->findings, message, place, all);
}

/* An angle in radians that exceeds another one, or NAN: "0.785 radians (45 degrees)". Valid until the end of the block.
 */
#define BOTH_UNITS(the_name, the_radians, the_limit)                                                                   \
    CLAUSE(                                                                                                            \
        (the_name), WORDS_ANGLE,                                                                                       \
        ARGUMENTS(argument_number("radians", (the_radians), (the_limit), UNIT_NONE, 4),                                \
                  argument_number("degrees", angle_degrees(the_radians), angle_degrees(the_limit), UNIT_DEGREES, 4)))

/* ---- angles ---- */

/* One angle of a limit, and the maximum to which apps clamp it. */
struct bounded {
    const char *name;
    struct optional angle;
    double maximum;
};

/* Writes the angles of a limit, by its kind; returns their number. */
static size_t angles_of(const struct limit *limit, struct bounded angles[2])
{
    if (limit->kind == LIMIT_SPHERICAL) {
        angles[0] = (struct bounded){"pitch", limit->pitch, ANGLE_PI};
        angles[1] = (struct bounded){"yaw", limit->yaw, ANGLE_PI / 2};
        return 2;
    }
    angles[0] = (struct bounded){"angle", limit->angle, ANGLE_PI};
    return limit->kind != LIMIT_NONE;
}

static bool is_above(const struct bounded *bounded)
{
    return bounded->angle.value > bounded->maximum + ANGLE_TOLERANCE;
}

/* Whether an angle is more than a full turn, allowing for rounding in single precision. */
static bool is_above_turn(const struct bounded *bounded)
{
    return bounded->angle.value > 2 * ANGLE_PI + ANGLE_TOLERANCE;
}

/* Whether an angle must be in degrees. */
static bool is_in_degrees(const struct bounded *bounded)
{
    return is_above_turn(bounded) && bounded->angle.value <= 360;
}

static void check_maximum(const struct limited *limited, const struct bounded *bounded)
{
    double value = bounded->angle.value;
    bool degrees = is_in_degrees(bounded);
    double converted = degrees && angle_radians(value) <= bounded->maximum ? angle_radians(value) : bounded->maximum;
    bool fits = degrees && angle_radians(value) <= bounded->maximum;
    /* cones and hinges use the cosine of the angle, so apps that don't clamp it have a smaller one */
    bool by_cosine = !degrees && limited->limit->kind != LIMIT_SPHERICAL;
    enum message message = fits        ? MESSAGE_LIMIT_ANGLE_IN_DEGREES__CONVERTED
                           : degrees   ? MESSAGE_LIMIT_ANGLE_IN_DEGREES__CLAMPED
                           : by_cosine ? MESSAGE_LIMIT_ANGLE_ABOVE_MAX__BY_COSINE
                                       : MESSAGE_LIMIT_ANGLE_ABOVE_MAX__CLAMPED;
    struct finding *finding = report_limit(
        limited, message, place_in_limit(limited, bounded->name),
        ARGUMENTS(TERM("property", bounded->name), NUMBER("value", value, 6), NUMBER("converted", converted, 6),
                  DEGREES("degrees", converted, 6), BOTH_UNITS("angle", value, bounded->maximum),
                  BOTH_UNITS("allowed", bounded->maximum, NAN), BOTH_UNITS("effective", acos(cos(value)), NAN),
                  NUMBER("maximum", bounded->maximum, 6)));
    finding_measure(finding, bounded->name, value);
    finding_measure(finding, "maximum", bounded->maximum);
    if (degrees) {
        finding_measure(finding, "converted", angle_radians(value));
    } else if (by_cosine) {
        finding_fix(finding, VRMLINT_FIX_REPAIR); /* the fix changes the behaviour of those apps */
    } else if (!is_above_turn(bounded)) {
        finding_severity(finding, VRMLINT_INFO);
    }
    finding_set_number(finding, "0", converted);
}

/* Whether a limit allows every direction. A hinge never does, because it keeps the bone in a plane. Angles in degrees,
 * and cones above the maximum, which differ between apps, are reported elsewhere. */
static bool allows_everything(const struct limited *limited, const struct bounded *angles, size_t count)
{
    bool everything = limited->limit->kind != LIMIT_HINGE;
    for (size_t i = 0; i < count && everything; i++) {
        everything = angles[i].angle.value >= angles[i].maximum - ANGLE_TOLERANCE && !is_in_degrees(&angles[i]) &&
                     !(limited->limit->kind == LIMIT_CONE && is_above(&angles[i]));
    }
    return everything;
}

/* Reports a limit that, as a whole, allows nothing or everything. */
static void check_whole(const struct limited *limited, const struct bounded *angles, size_t count)
{
    bool locked = true;
    for (size_t i = 0; i < count; i++) {
        if (!angles[i].angle.given) {
            return;
        }
        locked = locked && angles[i].angle.value <= LOCKED_ANGLE;
    }
    if (!locked && !allows_everything(limited, angles, count)) {
        return;
    }
    bool two = count == 2;
    struct finding *finding = report_limit(
        limited,
        locked ? (two ? MESSAGE_LIMIT_LOCKED__PITCH_AND_YAW : MESSAGE_LIMIT_LOCKED__ANGLE)
               : (two ? MESSAGE_LIMIT_NO_EFFECT__PITCH_AND_YAW : MESSAGE_LIMIT_NO_EFFECT__ANGLE),
        place_in_limit(limited, two ? NULL : angles[0].name),
        ARGUMENTS(BOTH_UNITS("angle", angles[0].angle.value, NAN), BOTH_UNITS("pitch", angles[0].angle.value, NAN),
                  BOTH_UNITS("yaw", angles[count - 1].angle.value, NAN)));
    for (size_t i = 0; i < count; i++) {
        finding_measure(finding, angles[i].name, angles[i].angle.value);
    }
}

static void check_angles(const struct limited *limited)
{
    struct bounded angles[2];
    size_t count = angles_of(limited->limit, angles);
    for (size_t i = 0; i < count; i++) {
        if (angles[i].angle.given && is_above(&angles[i])) {
            check_maximum(limited, &angles[i]);
        }
    }
    if (count > 0 && !limited->last) { /* the effect of the last joint's limit doesn't matter */
        check_whole(limited, angles, count);
    }
}

/* ---- the rotation, and the rest pose ---- */

/* The four numbers of a quaternion, valid until the end of the enclosing block. */
#define QUATERNION(the_name, q)                                                                                        \
    argument_list((the_name),                                                                                          \
                  (const struct argument[]){NUMBER(NULL, (q).x, 6), NUMBER(NULL, (q).y, 6), NUMBER(NULL, (q).z, 6),    \
                                            NUMBER(NULL, (q).w, 6)},                                                   \
                  4, 4, JOIN_SPACE)

static void check_length(const struct limited *limited)
{
    struct quat q = limited->limit->rotation;
    double length = quat_length(q);
    bool zero = length < LIMIT_ROTATION_ZERO;
    if (!zero && fabs(length - 1) <= QUAT_UNIT_TOLERANCE) {
        return;
    }
    struct quat unit = limit_rotation(limited->limit);
    struct place place = place_in_limit(limited, "rotation");
    struct finding *finding = report_limit(
        limited, zero ? MESSAGE_LIMIT_ROTATION_ZERO__DEFAULT : MESSAGE_LIMIT_ROTATION_NOT_UNIT__DEFAULT, place,
        ARGUMENTS(QUATERNION("rotation", q), NUMBER("length", length, 4), QUATERNION("unit", unit)));
    if (zero) {
        finding_edit(finding, VRMLINT_EDIT_REMOVE, place, NULL);
    } else {
        finding_set_numbers(finding, "0", (const double[]){unit.x, unit.y, unit.z, unit.w}, 4);
    }
    finding_measure(finding, "length", length);
}

/* The excess of the rest direction over the limit. */
struct excess {
    bool outside;
    enum message message;
    double is;      /* radians */
    double allowed; /* radians */
};

/* Returns the excess of a direction by the cosine and sine of its angle to +Y. */
static struct excess beyond_angle(double cosine, double sine, double angle)
{
    double allowed = fmin(angle, ANGLE_PI);
    return (struct excess){cosine < cos(allowed) - COSINE_TOLERANCE, MESSAGE_LIMIT_REST_OUTSIDE__LEANS,
                           atan2(sine, cosine), allowed};
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
    pitch = fmin(pitch, ANGLE_PI);
    yaw = fmin(yaw, ANGLE_PI / 2);
    if (yaw_is > yaw + ANGLE_TOLERANCE) {
        return (struct excess){true, MESSAGE_LIMIT_REST_OUTSIDE__YAW, yaw_is, yaw};
    }
    return (struct excess){pitch_is > pitch + ANGLE_TOLERANCE, MESSAGE_LIMIT_REST_OUTSIDE__PITCH, pitch_is, pitch};
}

static struct excess excess_of(const struct limit *limit)
{
    struct vec3 v = limit_rest_direction(limit);
    if (limit->kind == LIMIT_SPHERICAL && limit->pitch.given && limit->yaw.given) {
        return beyond_spherical(v, limit->pitch.value, limit->yaw.value);
    }
    if (limit->kind == LIMIT_CONE && limit->angle.given) {
        return beyond_angle(v.y, sqrt(v.x * v.x + v.z * v.z), limit->angle.value);
    }
    if (limit->kind == LIMIT_HINGE && limit->angle.given) {
        return beyond_hinge(v, limit->angle.value);
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
    struct finding *finding = report_limit(
        limited, has_w_first(limited->limit) ? MESSAGE_LIMIT_REST_OUTSIDE__W_FIRST : excess.message,
        place_in_limit(limited, "rotation"),
        ARGUMENTS(QUATERNION("rotation", limited->limit->rotation), BOTH_UNITS("angle", excess.is, excess.allowed),
                  BOTH_UNITS("allowed", excess.allowed, NAN)));
    finding_measure(finding, "angle", excess.is);
    finding_measure(finding, "maximum", excess.allowed);
}

/* ---- the bone ---- */

static void check_last(const struct limited *limited)
{
    bool forbidden = limited->limit->revision == VRMLINT_LIMIT_REVISION_C;
    struct finding *finding = report_limit(limited,
                                           limited->spring->joint_count == 1 ? MESSAGE_LIMIT_ON_LAST_JOINT__ONLY
                                           : forbidden                       ? MESSAGE_LIMIT_ON_LAST_JOINT__FORBIDDEN
                                                                             : MESSAGE_LIMIT_ON_LAST_JOINT__LAST,
                                           place_of_limit(limited), NO_ARGUMENTS);
    if (forbidden) {
        finding_severity(finding, VRMLINT_ERROR);
    }
}

static void relate_next(const struct limited *limited, struct finding *finding, enum message message)
{
    const struct joint *next = next_joint(limited);
    finding_relate(finding, message, place_joint(limited->spring->index, next->index, "node"),
                   ARGUMENTS(the_node("node", limited->check->avatar, next->node)));
}

/* Reports a limit that is oriented by a bone along -Y, or nearly. */
static void check_axis(const struct limited *limited)
{
    struct vec3 axis;
    if (!limit_is_oriented(limited->limit) || !limit_rest_axis(limited->joint, &axis)) {
        return;
    }
    double degrees = angle_degrees(atan2(sqrt(axis.x * axis.x + axis.z * axis.z), -axis.y));
    bool asked = findings_named(limited->check->findings, RULE_LIMIT_AXIS_NEAR_MINUS_Y);
    bool exact = degrees <= MINUS_Y_EXACT;
    bool near = degrees <= MINUS_Y_NEAR;
    double least = near ? MINUS_Y_NEAR : MINUS_Y_CONSPICUOUS;
    if (degrees > (asked ? MINUS_Y_CONSPICUOUS : MINUS_Y_NEAR)) {
        return;
    }
    /* the frame rotates by twice the azimuth of the sideways part */
    double turn = 2 * atan2(SMALL_SHIFT, limited->joint->length * sin(angle_radians(degrees)));
    struct limited oriented = *limited;
    oriented.turned = limited->limit->kind == LIMIT_CONE;
    struct finding *finding =
        report_limit(&oriented,
                     exact  ? MESSAGE_LIMIT_AXIS_MINUS_Y__DEFAULT
                     : near ? MESSAGE_LIMIT_AXIS_NEAR_MINUS_Y__NEAR
                            : MESSAGE_LIMIT_AXIS_NEAR_MINUS_Y__CONSPICUOUS,
                     place_of_limit(limited),
                     ARGUMENTS(argument_number("angle", degrees, exact ? NAN : least, UNIT_DEGREES, exact ? 2 : 3),
                               NUMBER("least", least, 3), DEGREES("turn", turn, 3)));
    if (!near) {
        finding_severity(finding, VRMLINT_INFO);
    }
    finding_measure(finding, "angle", angle_radians(degrees));
}

static void check_pair(const struct limited *limited)
{
    const struct joint *joint = limited->joint;
    const struct scene *scene = limited->check->avatar->scene;
    struct pair_mismatch mismatch;
    if (pair_is_broken(joint->relation)) {
        relate_next(limited,
                    report_limit(limited, MESSAGE_LIMIT_ON_BROKEN_PAIR__NOT_BELOW, place_of_limit(limited),
                                 ARGUMENTS(next_name(limited))),
                    RELATED_LIMIT_ON_BROKEN_PAIR__NEXT);
    }
    if (joint->relation != PAIR_CHAIN || scale_smallest(scale_in_world(scene, joint->node)) < NO_SCALE) {
        return;
    }
    if (joint->length < CHECK_MIN_LENGTH) {
        struct finding *finding =
            report_limit(limited, MESSAGE_LIMIT_ZERO_LENGTH_BONE__DEFAULT, place_of_limit(limited),
                         ARGUMENTS(next_name(limited), NUMBER("distance", 1000 * joint->length, 2)));
        finding_measure(finding, "length", joint->length);
        relate_next(limited, finding, RELATED_LIMIT_ZERO_LENGTH_BONE__NEXT);
        return;
    }
    if (!limited->reversed && pair_is_misjudged(scene, limited->spring, limited->chain, &mismatch)) {
        struct finding *finding = report_limit(
            limited, MESSAGE_LIMIT_ON_BROKEN_PAIR__MISJUDGED, place_of_limit(limited),
            ARGUMENTS(next_name(limited), argument_number("taken", mismatch.taken, mismatch.length, UNIT_METRES, 4),
                      argument_number("length", mismatch.length, mismatch.taken, UNIT_METRES, 4),
                      DEGREES("angle", mismatch.angle, 3)));
        finding_measure(finding, "length", mismatch.length);
        finding_measure(finding, "translation", mismatch.taken);
        finding_measure(finding, "angle", mismatch.angle);
        relate_next(limited, finding, RELATED_LIMIT_ON_BROKEN_PAIR__NEXT);
    }
    check_axis(limited);
}

/* ---- all limits ---- */

static void check_limit(const struct limited *limited)
{
    check_angles(limited);
    if (limited->limit->rotation_given) {
        check_length(limited);
    }
    if (limited->limit->rotation_given && !limited->last) {
        check_rest(limited);
    }
    if (limited->last) {
        check_last(limited);
    }
    if (limited->limit->kind != LIMIT_NONE) {
        check_pair(limited);
    }
}

static void check_spring(struct check *check, const struct spring *spring)
{
    struct limited limited = {.check = check, .spring = spring};
    bool first = true;
    size_t chain = 0;
    for (size_t i = 0; i < spring->joint_count; i++) {
        const struct joint *joint = &spring->joints[i];
        bool resolved = joint->node != SPRINGS_NONE;
        if (joint->limit != NULL) {
            limited.reversed = first ? pair_reversed_in(spring) : limited.reversed;
            first = false;
            limited.joint = joint;
            limited.limit = joint->limit;
            limited.chain = resolved ? chain : SPRINGS_NONE;
            limited.last = i + 1 == spring->joint_count;
            check_limit(&limited);
        }
        chain += resolved;
    }
}

void check_limits(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    for (size_t s = 0; s < springs->spring_count; s++) {
        check_spring(check, &springs->springs[s]);
    }
}

/* ---- what the checks on springs ask ---- */

bool limit_prints_axis(const struct check *check, const struct joint *joint)
{
    return joint->limit != NULL && limit_is_oriented(joint->limit) &&
           findings_want(check->findings, RULE_LIMIT_AXIS_MINUS_Y);
}

bool limit_prints_length(const struct check *check, const struct joint *joint)
{
    return joint->limit != NULL && joint->limit->kind != LIMIT_NONE &&
           findings_want(check->findings, RULE_LIMIT_ZERO_LENGTH_BONE);
}
