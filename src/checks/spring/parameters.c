/* Checks parameters of spring joints that are valid but probably not intended. Only heads are checked, because the
 * last joint's parameters are never used. Other rules report ill-typed values and values out of range. */
#include "checks/absent.h"
#include "checks/spring/forces.h"
#include "ids/messages_springbone_motion.h"
#include "ids/messages_words.h"
#include "ids/rules.h"

#include <string.h>

#define DIRECTION_ZERO 1e-6
#define EDITOR_STIFFNESS 4.0 /* maximum of the sliders of UniVRM and of the Blender add-on */
#define BETA_STIFFNESS 1.0
#define HUGE_HIT_RADIUS 1.0 /* metres */

/* A moving joint and its context. */
struct head {
    struct check *check;
    const struct spring *spring;
    const struct joint *joint;
    bool hits_nothing; /* the spring uses no collider, and all lists that lead to colliders are valid */
};

static struct argument head_argument(const struct head *head)
{
    return the_spring_joint("joint", head->check->avatar, head->spring->index, head->joint->index);
}

static struct place head_place(const struct head *head, const char *property)
{
    return place_joint(head->spring->index, head->joint->index, property);
}

/* Whether a number is missing, so that the default applies, or well-typed. */
static bool is_sound(const struct optional *number)
{
    return !number->present || number->given;
}

/* Whether the bone has a length to which a parameter can be compared. */
static bool has_length(const struct joint *joint)
{
    return joint->relation == PAIR_CHAIN && joint->length >= CHECK_MIN_LENGTH;
}

/* Reports a gravityDir without effect. A direction of zero and a power of zero both mean no gravity, so they agree. */
static void check_gravity_unused(const struct head *head)
{
    const struct joint *joint = head->joint;
    struct vec3 direction = joint->says->gravity_dir;
    bool is_default = direction.x == 0 && direction.y == -1 && direction.z == 0;
    if (!findings_want(head->check->findings, RULE_SPRINGBONE_GRAVITY_DIR_UNUSED) || !joint->says->gravity_dir_given ||
        !is_sound(&joint->says->gravity_power) || joint->says->gravity_power.value != 0 || is_default ||
        vec3_length(direction) < DIRECTION_ZERO) {
        return;
    }
    report(head->check->findings, MESSAGE_SPRINGBONE_GRAVITY_DIR_UNUSED__DEFAULT, head_place(head, "gravityDir"),
           ARGUMENTS(head_argument(head), VECTOR("direction", direction, 6)));
}

static void check_hit_radius(const struct head *head)
{
    const struct joint *joint = head->joint;
    double radius = joint->says->hit_radius.value;
    if (!joint->says->hit_radius.given || !(radius > 0)) {
        return;
    }
    if (head->spring->collider_count == 0) {
        if (head->hits_nothing) {
            report(head->check->findings, MESSAGE_SPRINGBONE_HIT_RADIUS_UNUSED__DEFAULT, head_place(head, "hitRadius"),
                   ARGUMENTS(head_argument(head), METRES("radius", radius, 6)));
        }
    } else if (has_length(joint) && radius > joint->length) {
        struct finding *finding =
            report(head->check->findings,
                   radius > HUGE_HIT_RADIUS ? MESSAGE_SPRINGBONE_HIT_RADIUS_EXCEEDS_BONE__CENTIMETRES
                                            : MESSAGE_SPRINGBONE_HIT_RADIUS_EXCEEDS_BONE__DEFAULT,
                   head_place(head, "hitRadius"),
                   ARGUMENTS(head_argument(head), argument_number("radius", radius, joint->length, UNIT_METRES, 4),
                             argument_number("length", joint->length, radius, UNIT_METRES, 4)));
        if (radius > HUGE_HIT_RADIUS) {
            finding_severity(finding, VRMLINT_WARNING);
        }
        finding_measure(finding, "hitRadius", radius);
        finding_measure(finding, "length", joint->length);
    }
}

/* Whether a spring certainly uses no colliders. An invalid entry, or a list of a wrong type, may have been meant to
 * refer to a collider. If a spring has too many colliders to collect, at least one of its groups lists some. */
static bool hits_nothing(const struct springs *springs, const struct spring *spring)
{
    const struct tree *groups = tree_get(spring->json, "colliderGroups");
    if (spring->collider_count > 0 || (groups != NULL && !tree_is_array(groups))) {
        return false;
    }
    for (size_t i = 0; i < tree_count(groups); i++) {
        size_t group;
        if (!tree_index(tree_at(groups, i), springs->group_count, &group)) {
            return false;
        }
        const struct tree *colliders = tree_get(springs->groups[group].json, "colliders");
        if (!tree_is_array(colliders) || tree_count(colliders) > 0) {
            return false;
        }
    }
    return true;
}

static void check_head(const struct head *head, bool is_beta)
{
    const struct joint_numbers *says = head->joint->says;
    check_forces(&(struct forces){
        .check = head->check,
        .dialect = DIALECT_VRM1,
        .who = head_argument(head),
        .gravity_dir = head_place(head, "gravityDir"),
        .gravity_power = head_place(head, "gravityPower"),
        .stiffness = head_place(head, "stiffness"),
        .drag = head_place(head, "dragForce"),
        .direction = says->gravity_dir,
        .power = says->gravity_power.value,
        .stiff = says->stiffness.value,
        .slowing = says->drag_force.value,
        .stiff_given = says->stiffness.given,
        .power_sound = is_sound(&says->gravity_power),
        .slowing_given = says->drag_force.given,
        .directed = says->gravity_dir_given && is_sound(&says->gravity_power),
        .length = has_length(head->joint) ? head->joint->length : 0,
        .stiffness_most = is_beta ? BETA_STIFFNESS : EDITOR_STIFFNESS,
    });
    check_gravity_unused(head);
    check_hit_radius(head);
}

/* Reports missing dragForce once per file, because exporters that omit it do so for all joints. */
static void check_drag_omitted(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    struct head first = {check, NULL, NULL, false};
    size_t joint_count = 0;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        for (size_t i = 0; i < spring_heads(spring); i++) {
            const struct joint *joint = spring_chain(spring, i);
            if (!joint->says->drag_force.present && joint_count++ == 0) {
                first.spring = spring;
                first.joint = joint;
            }
        }
    }
    if (joint_count == 0 || !findings_want(check->findings, RULE_SPRINGBONE_DRAG_OMITTED)) {
        return;
    }
    struct finding *finding = report(
        check->findings, MESSAGE_SPRINGBONE_DRAG_OMITTED__DEFAULT, place_of(PLACE_EXTENSION, 0, 0, "VRMC_springBone"),
        ARGUMENTS(COUNT("joints", joint_count),
                  the_joint("joint", check->avatar, first.spring->index, first.joint->index),
                  the_spring("spring", check->avatar, first.spring->index)));
    finding_measure(finding, "joints", (double)joint_count);
    struct buf pointer = BUF_INIT(check->arena);
    struct place first_drag = head_place(&first, "dragForce");
    place_write(&pointer, &first_drag);
    absent_note(check, finding, ABSENT_LACKS, buf_text(&pointer));
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        for (size_t i = 0; i < spring_heads(spring); i++) {
            struct head head = {check, spring, spring_chain(spring, i), false};
            if (!head.joint->says->drag_force.present) {
                finding_relate(finding, WORDS_ALONE, head_place(&head, NULL),
                               ARGUMENTS(argument_as("thing", head_argument(&head))));
                finding_edit(finding, VRMLINT_EDIT_SET, head_place(&head, "dragForce"), "0.5");
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
