#include "checks/spring/forces.h"

#include "base/json_value.h"
#include "ids/messages_springbone_motion.h"

#define DIRECTION_ZERO 1e-6
#define DIRECTION_TOLERANCE 0.01
#define DOWNWARD 0.5          /* fraction of the length; a larger upward component lifts */
#define EARTH_GRAVITY_LOW 9.7 /* metres per second squared, including rounded values */
#define EARTH_GRAVITY_HIGH 9.9
#define EDITOR_GRAVITY 2.0 /* maximum of the sliders of UniVRM and of the Blender add-on */
#define EDITOR_STIFFNESS 4.0
#define RIGID_STIFFNESS 100.0
#define RIGID_LENGTHS 100.0 /* a bone that is pulled by this many times its length per frame doesn't bend */
#define FRAMES_PER_SECOND 60.0

static void check_direction(const struct forces *forces)
{
    double length = vec3_length(forces->direction);
    struct argument direction = VECTOR("direction", forces->direction, 6);
    struct finding *finding = NULL;
    if (!forces->directed || !(forces->power > 0)) {
        return;
    }
    if (length < DIRECTION_ZERO) {
        finding =
            report_twin(forces->check->findings, forces->dialect, MESSAGE_SPRINGBONE_GRAVITY_DIR_ZERO__DEFAULT,
                        forces->gravity_dir, ARGUMENTS(forces->who, direction, NUMBER("power", forces->power, 6)));
    } else if (fabs(length - 1) > DIRECTION_TOLERANCE) {
        struct vec3 unit = vec3_scale(forces->direction, 1 / length);
        const double numbers[] = {unit.x, unit.y, unit.z};
        struct json_value value;
        finding = report_twin(
            forces->check->findings, forces->dialect, MESSAGE_SPRINGBONE_GRAVITY_DIR_NOT_UNIT__DEFAULT,
            forces->gravity_dir,
            ARGUMENTS(forces->who, direction,
                      argument_number("length", length, length > 1 ? 1 + DIRECTION_TOLERANCE : 1 - DIRECTION_TOLERANCE,
                                      UNIT_NONE, 4),
                      VECTOR("unit", unit, 4), NUMBER("power", forces->power * length, 4)));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0",
                        forces->dialect == DIALECT_VRM0 ? json_xyz(&value, numbers) : json_numbers(&value, numbers, 3));
        finding_set_number(finding, "1/gravityPower", forces->power * length);
    }
    finding_measure(finding, "length", length);
}

/* Reports gravity that lifts, or in VRM 1.0 pulls sideways. Often it is the axis of another program. In VRM 0.x
 * another rule reports sideways gravity. */
static void check_downward(const struct forces *forces)
{
    double length = vec3_length(forces->direction);
    if (!forces->directed || !(forces->power > 0) || length < DIRECTION_ZERO) {
        return;
    }
    bool lifts = forces->direction.y > DOWNWARD * length;
    bool pulls_aside = fabs(forces->direction.y) <= DIRECTION_TOLERANCE * length && forces->dialect == DIALECT_VRM1;
    if (!lifts && !pulls_aside) {
        return;
    }
    report_twin(forces->check->findings, forces->dialect,
                lifts ? MESSAGE_SPRINGBONE_GRAVITY_DIR_NOT_DOWN__UP : MESSAGE_SPRINGBONE_GRAVITY_DIR_NOT_DOWN__ASIDE,
                forces->gravity_dir, ARGUMENTS(forces->who, VECTOR("direction", forces->direction, 6)));
}

/* Checks gravityPower. It isn't an acceleration: it moves the tail by gravityPower / 60 metres per frame. */
static void check_power(const struct forces *forces)
{
    double power = forces->power;
    bool physical = power >= EARTH_GRAVITY_LOW && power <= EARTH_GRAVITY_HIGH;
    if (!physical && !(power > EDITOR_GRAVITY)) {
        return;
    }

    struct finding *finding = report_twin(
        forces->check->findings, forces->dialect,
        physical ? MESSAGE_SPRINGBONE_GRAVITY_POWER_PHYSICAL__DEFAULT : MESSAGE_SPRINGBONE_GRAVITY_POWER_HIGH__DEFAULT,
        forces->gravity_power,
        ARGUMENTS(forces->who, argument_number("power", power, physical ? NAN : EDITOR_GRAVITY, UNIT_NONE, 6),
                  NUMBER("step", 100 * power / FRAMES_PER_SECOND, 3)));
    finding_measure(finding, "gravityPower", power);
}

/* Checks stiffness. It moves the tail by stiffness / 60 metres per frame before the bone's length is restored. */
static void check_stiffness(const struct forces *forces)
{
    double stiffness = forces->stiff;
    double step = stiffness / FRAMES_PER_SECOND;
    if (!(stiffness > forces->stiffness_most)) {
        return;
    }
    bool rigid = stiffness > RIGID_STIFFNESS || (forces->length > 0 && step > RIGID_LENGTHS * forces->length);
    bool beyond = stiffness > EDITOR_STIFFNESS;
    double most = beyond ? EDITOR_STIFFNESS : forces->stiffness_most;
    struct finding *finding =
        report_twin(forces->check->findings, forces->dialect,
                    rigid    ? MESSAGE_SPRINGBONE_STIFFNESS_HIGH__RIGID
                    : beyond ? MESSAGE_SPRINGBONE_STIFFNESS_HIGH__EDITORS
                             : MESSAGE_SPRINGBONE_STIFFNESS_HIGH__BETA,
                    forces->stiffness,
                    ARGUMENTS(forces->who, argument_number("stiffness", stiffness, rigid ? NAN : most, UNIT_NONE, 6),
                              NUMBER("step", 100 * step, 3), NUMBER("length", 100 * forces->length, 3)));
    if (rigid) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "stiffness", stiffness);
}

static void check_restoring_force(const struct forces *forces)
{
    if (forces->stiff_given && forces->stiff == 0 && forces->power_sound && forces->power == 0) {
        report_twin(forces->check->findings, forces->dialect, MESSAGE_SPRINGBONE_NO_RESTORING_FORCE__DEFAULT,
                    forces->stiffness, ARGUMENTS(forces->who));
    }
}

static void check_drag(const struct forces *forces)
{
    if (forces->slowing_given && (forces->slowing == 0 || forces->slowing == 1)) {
        report_twin(forces->check->findings, forces->dialect,
                    forces->slowing == 0 ? MESSAGE_SPRINGBONE_NO_DRAG__DEFAULT : MESSAGE_SPRINGBONE_FULL_DRAG__DEFAULT,
                    forces->drag, ARGUMENTS(forces->who));
    }
}

void check_forces(const struct forces *forces)
{
    check_direction(forces);
    check_downward(forces);
    check_power(forces);
    check_stiffness(forces);
    check_restoring_force(forces);
    check_drag(forces);
}
