/*
 * Parameters of spring joints that are valid but most likely not meant. Catalogue section 2.4.
 * Heads only: the last joint's parameters are never used. What is ill-typed or out of range has its own rules.
 */
#include "checks/spring/places.h"

#include <string.h>

/* Numbers of the catalogue. What an editor offers: the sliders of UniVRM and of the Blender add-on. */
#define DIRECTION_ZERO 1e-6
#define DIRECTION_TOLERANCE 0.01
#define EARTH_GRAVITY_LOW 9.7
#define EARTH_GRAVITY_HIGH 9.9
#define EDITOR_GRAVITY 2.0
#define EDITOR_STIFFNESS 4.0
#define BETA_STIFFNESS 1.0
#define RIGID_STIFFNESS 100.0
#define RIGID_LENGTHS 100.0 /* pulled this many times its length in one frame, a bone doesn't bend */
#define FRAMES_PER_SECOND 60.0
#define HUGE_HIT_RADIUS 1.0 /* metres */

/* One moving joint and what is around it. */
struct head {
    struct check *check;
    const struct spring *spring;
    const struct joint *joint;
    bool hits_nothing; /* the spring reaches no collider, and every list on the way to one says so */
};

static const char *who(const struct head *head)
{
    return name_spring_joint(head->check->avatar, head->spring->place, head->joint->place);
}

static const char *at(const struct head *head, const char *property)
{
    return joint_pointer(head->check->arena, head->spring, head->joint, property);
}

/* Absent, so that the default holds, or well-typed. */
static bool is_sound(const struct optional *number)
{
    return !number->present || number->given;
}

/* Whether the bone has a length that a parameter can be compared with. */
static bool has_length(const struct joint *joint)
{
    return joint->relation == PAIR_CHAIN && joint->length >= CHECK_MIN_LENGTH;
}

static void check_gravity_direction(const struct head *head)
{
    const struct joint *joint = head->joint;
    struct vec3 direction = joint->gravity_dir;
    double power = joint->gravity_power.value;
    if (!joint->gravity_dir_given || !is_sound(&joint->gravity_power) || !(power > 0)) {
        return;
    }
    double length = vec3_length(direction);
    struct finding *finding = NULL;
    if (length < DIRECTION_ZERO) {
        finding =
            report_english(head->check->findings, RULE_SPRINGBONE_GRAVITY_DIR_ZERO, at(head, "gravityDir"),
                           "%s: gravityDir %g %g %g has no length, so a gravityPower of %g pulls nowhere: write a "
                           "direction such as 0 -1 0 (down), or set gravityPower to 0",
                           who(head), direction.x, direction.y, direction.z, power);
    } else if (fabs(length - 1) > DIRECTION_TOLERANCE) {
        struct vec3 unit = vec3_scale(direction, 1 / length);
        finding = report_english(
            head->check->findings, RULE_SPRINGBONE_GRAVITY_DIR_NOT_UNIT, at(head, "gravityDir"),
            "%s: gravityDir %g %g %g is %.4g long, allowed is 0.99 to 1.01, because some apps multiply gravityPower "
            "by it and others don't: write %.4g %.4g %.4g with a gravityPower of %.4g",
            who(head), direction.x, direction.y, direction.z, length, unit.x, unit.y, unit.z, power * length);
    }
    finding_measure(finding, "length", length);
}

/* A direction of zero with a power of zero says the same thing twice: no gravity. */
static void check_gravity_unused(const struct head *head)
{
    const struct joint *joint = head->joint;
    struct vec3 direction = joint->gravity_dir;
    bool is_default = direction.x == 0 && direction.y == -1 && direction.z == 0;
    if (!findings_want(head->check->findings, RULE_SPRINGBONE_GRAVITY_DIR_UNUSED) || !joint->gravity_dir_given ||
        !is_sound(&joint->gravity_power) || joint->gravity_power.value != 0 || is_default ||
        vec3_length(direction) < DIRECTION_ZERO) {
        return;
    }
    report_english(
        head->check->findings, RULE_SPRINGBONE_GRAVITY_DIR_UNUSED, at(head, "gravityDir"),
        "%s: gravityDir %g %g %g does nothing while gravityPower is 0: set a gravityPower, or leave gravityDir out",
        who(head), direction.x, direction.y, direction.z);
}

static void check_gravity_power(const struct head *head)
{
    double power = head->joint->gravity_power.value;
    double step = 100 * power / FRAMES_PER_SECOND; /* centimetres */
    struct finding *finding = NULL;
    if (power >= EARTH_GRAVITY_LOW && power <= EARTH_GRAVITY_HIGH) {
        finding =
            report_english(head->check->findings, RULE_SPRINGBONE_GRAVITY_POWER_PHYSICAL, at(head, "gravityPower"),
                           "%s: gravityPower %g looks like metres per second squared, but it is how far the tail is "
                           "pulled in a second, %.3g cm in every frame at 60 frames a second: use 0 to 2",
                           who(head), power, step);
    } else if (power > EDITOR_GRAVITY) {
        finding =
            report_english(head->check->findings, RULE_SPRINGBONE_GRAVITY_POWER_HIGH, at(head, "gravityPower"),
                           "%s: gravityPower %g pulls the tail %.3g cm in every frame at 60 frames a second, more than "
                           "the 0 to 2 that editors offer: lower it if the chain hangs stiffly down",
                           who(head), power, step);
    }
    finding_measure(finding, "gravityPower", power);
}

/* Stiffness moves the tail by stiffness / 60 metres in a frame before the bone's length is restored. */
static void check_stiffness(const struct head *head, bool is_beta)
{
    const struct joint *joint = head->joint;
    double stiffness = joint->stiffness.value;
    double step = stiffness / FRAMES_PER_SECOND;
    if (!(stiffness > (is_beta ? BETA_STIFFNESS : EDITOR_STIFFNESS))) {
        return;
    }
    struct finding *finding;
    if (stiffness > RIGID_STIFFNESS || (has_length(joint) && step > RIGID_LENGTHS * joint->length)) {
        finding =
            report_english(head->check->findings, RULE_SPRINGBONE_STIFFNESS_HIGH, at(head, "stiffness"),
                           "%s: stiffness %g pulls the tail back by %.3g cm in every frame, on a bone %.3g cm long, so "
                           "it no longer bends and only costs time: use 0 to 4, or take the joint out of the spring",
                           who(head), stiffness, 100 * step, 100 * joint->length);
        finding_severity(finding, VRMLINT_WARNING);
    } else if (stiffness > EDITOR_STIFFNESS) {
        finding =
            report_english(head->check->findings, RULE_SPRINGBONE_STIFFNESS_HIGH, at(head, "stiffness"),
                           "%s: stiffness %g is more than the 0 to 4 that editors offer: lower it if the chain hardly "
                           "sways",
                           who(head), stiffness);
    } else {
        finding = report_english(
            head->check->findings, RULE_SPRINGBONE_STIFFNESS_HIGH, at(head, "stiffness"),
            "%s: stiffness %g is more than 1, the most that VRMC_springBone 1.0-beta describes: lower it, "
            "or write specVersion 1.0, which has no upper bound",
            who(head), stiffness);
    }
    finding_measure(finding, "stiffness", stiffness);
}

static void check_restoring_force(const struct head *head)
{
    const struct joint *joint = head->joint;
    if (joint->stiffness.given && joint->stiffness.value == 0 && is_sound(&joint->gravity_power) &&
        joint->gravity_power.value == 0) {
        report_english(
            head->check->findings, RULE_SPRINGBONE_NO_RESTORING_FORCE, at(head, "stiffness"),
            "%s: stiffness and gravityPower are both 0, so nothing brings the bone back and it stays wherever a "
            "movement leaves it: raise stiffness, to 0.5 for example",
            who(head));
    }
}

static void check_drag(const struct head *head)
{
    const struct optional *drag = &head->joint->drag_force;
    if (drag->given && drag->value == 0) {
        report_english(
            head->check->findings, RULE_SPRINGBONE_NO_DRAG, at(head, "dragForce"),
            "%s: dragForce is 0, so nothing slows the bone down and it keeps swinging: raise it, 0.4 is usual",
            who(head));
    } else if (drag->given && drag->value == 1) {
        report_english(
            head->check->findings, RULE_SPRINGBONE_FULL_DRAG, at(head, "dragForce"),
            "%s: dragForce is 1, so the bone keeps no momentum and never swings past its rest pose: lower it if it "
            "should sway, 0.4 is usual",
            who(head));
    }
}

static void check_hit_radius(const struct head *head)
{
    const struct joint *joint = head->joint;
    double radius = joint->hit_radius.value;
    if (!joint->hit_radius.given || !(radius > 0)) {
        return;
    }
    if (head->spring->collider_count == 0) {
        if (head->hits_nothing && findings_want(head->check->findings, RULE_SPRINGBONE_HIT_RADIUS_UNUSED)) {
            report_english(
                head->check->findings, RULE_SPRINGBONE_HIT_RADIUS_UNUSED, at(head, "hitRadius"),
                "%s: hitRadius %g m does nothing, because the spring has no collider to hit: give the spring a "
                "collider group, or set hitRadius to 0",
                who(head), radius);
        }
    } else if (has_length(joint) && radius > joint->length) {
        struct finding *finding = report_english(
            head->check->findings, RULE_SPRINGBONE_HIT_RADIUS_EXCEEDS_BONE, at(head, "hitRadius"),
            "%s: hitRadius is %.4g m but the bone is only %.4g m long, so the sphere around its tip swallows the "
            "whole bone: lower it below the bone's length",
            who(head), radius, joint->length);
        if (radius > HUGE_HIT_RADIUS) {
            finding_severity(finding, VRMLINT_WARNING);
        }
        finding_measure(finding, "hitRadius", radius);
        finding_measure(finding, "length", joint->length);
    }
}

/* An entry that leads nowhere, or a list that isn't one, may have been meant to lead to a collider. */
static bool hits_nothing(const struct springs *springs, const struct spring *spring)
{
    const json_t *groups = tree_get(spring->json, "colliderGroups");
    if (spring->collider_count > 0 || spring->colliders_skipped || (groups != NULL && !tree_is_array(groups))) {
        return false;
    }
    for (size_t i = 0; i < tree_count(groups); i++) {
        size_t group;
        if (!tree_index(tree_at(groups, i), springs->group_count, &group)) {
            return false;
        }
        const json_t *colliders = tree_get(springs->groups[group].json, "colliders");
        if (!tree_is_array(colliders) || tree_count(colliders) > 0) {
            return false;
        }
    }
    return true;
}

static void check_head(const struct head *head, bool is_beta)
{
    check_gravity_direction(head);
    check_gravity_unused(head);
    check_gravity_power(head);
    check_stiffness(head, is_beta);
    check_restoring_force(head);
    check_drag(head);
    check_hit_radius(head);
}

/* Once per file: exporters that leave dragForce out do so everywhere. */
static void check_drag_omitted(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    struct head first = {check, NULL, NULL, false};
    size_t joint_count = 0;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        for (size_t i = 0; i < spring_heads(spring); i++) {
            const struct joint *joint = spring_chain(spring, i);
            if (!joint->drag_force.present && joint_count++ == 0) {
                first.spring = spring;
                first.joint = joint;
            }
        }
    }
    if (joint_count == 0 || !findings_want(check->findings, RULE_SPRINGBONE_DRAG_OMITTED)) {
        return;
    }
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_DRAG_OMITTED, SPRINGS_POINTER,
        "%zu %s no dragForce (the first is %s of %s): the specification then says 0.5, but some apps take 0.4: write "
        "the value that you want",
        joint_count, joint_count == 1 ? "joint has" : "joints have",
        name_joint(check->avatar, first.spring->place, first.joint->place),
        place_spring_within(check, first.spring->place));
    finding_measure(finding, "joints", (double)joint_count);
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        for (size_t i = 0; i < spring_heads(spring); i++) {
            struct head head = {check, spring, spring_chain(spring, i), false};
            if (!head.joint->drag_force.present) {
                finding_relate_english(finding, at(&head, NULL), "%s", who(&head));
            }
        }
    }
}

void check_spring_parameters(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    bool is_beta = springs->version != NULL && strcmp(springs->version, "1.0-beta") == 0;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        bool nothing = hits_nothing(springs, spring);
        for (size_t i = 0; i < spring_heads(spring); i++) {
            check_head(&(struct head){check, spring, spring_chain(spring, i), nothing}, is_beta);
        }
    }
    check_drag_omitted(check);
}
