/*
 * Geometry of spring bones in the rest pose: lengths, scales, the direction of the bone's axis. Catalogue section 2.4.
 */
#include "checks/limit/limits.h"
#include "checks/scales.h"

#define SHORT_BONE 1e-3                /* metres */
#define MINUS_Y_TANGENT 3.490658645e-4 /* of 0.02 degrees */

struct geometry {
    struct check *check;
    const struct scene *scene;
    struct scales scales;
};

/* ---- scales, by the node that is to blame ---- */

static const enum rule scale_rules[SCALE_FAULTS] = {
    [SCALE_ZERO] = RULE_SPRINGBONE_ZERO_SCALE,
    [SCALE_MIRROR] = RULE_SPRINGBONE_NEGATIVE_SCALE,
    [SCALE_UNEVEN] = RULE_SPRINGBONE_NON_UNIFORM_SCALE,
};

static void check_scale(struct geometry *geometry, enum scale_fault fault, const struct spring *spring)
{
    struct check *check = geometry->check;
    for (size_t i = 0; findings_want(check->findings, scale_rules[fault]) && i < spring_heads(spring); i++) {
        const struct joint *joint = spring_chain(spring, i);
        if (scales_culprit(&geometry->scales, fault, joint->node) == SCENE_NONE) {
            continue;
        }
        struct finding *finding =
            report_english(check->findings, scale_rules[fault], joint_pointer(check->arena, spring, joint, NULL),
                           "%s: %s", name_spring_joint(check->avatar, spring->place, joint->place),
                           scales_say(check->arena, &geometry->scales, fault, joint->node));
        scales_measure(check->arena, &geometry->scales, fault, joint->node, finding);
    }
}

static void check_center(struct geometry *geometry, const struct spring *spring)
{
    struct check *check = geometry->check;
    size_t center = spring->center;
    if (spring_heads(spring) == 0 || !scene_usable(geometry->scene, center)) {
        return;
    }
    struct vec3 scale = scale_in_world(geometry->scene, center);
    size_t zero = geometry->scales.blames[center].zero;
    struct finding *finding = NULL;
    if (zero != SCENE_NONE) {
        finding =
            report_english(check->findings, RULE_SPRINGBONE_ZERO_SCALE, spring_pointer(check->arena, spring, "center"),
                           "%s: its center %s has the scale %.4g %.4g %.4g in the world; a space without size can't be "
                           "used: give %s a scale above 0, or choose another center",
                           name_spring(check->avatar, spring->place), name_node(check->avatar, center), scale.x,
                           scale.y, scale.z, name_node(check->avatar, zero));
    } else if (scale_is_other(scale)) {
        finding = report_english(
            check->findings, RULE_SPRINGBONE_CENTER_SCALED, spring_pointer(check->arena, spring, "center"),
            "%s: its center %s has the scale %.4g %.4g %.4g in the world, allowed is 1 1 1, because some "
            "apps scale stiffness and gravity with it and others don't: apply the scale in the modelling "
            "tool, or choose another center",
            name_spring(check->avatar, spring->place), name_node(check->avatar, center), scale.x, scale.y, scale.z);
    }
    scale_measure(check->arena, check->avatar, scale, zero, finding);
}

/* ---- what is said once per spring ---- */

static bool is_scaled_joint(const struct geometry *geometry, const struct spring *spring, size_t i)
{
    size_t node = spring_chain(spring, i)->node;
    struct vec3 scale = scale_in_world(geometry->scene, node);
    return geometry->scales.blames[node].zero == SCENE_NONE && scale_is_other(scale) && !scale_is_uneven(scale);
}

/* A bone whose axis is -Y to within what single precision and exporters can tell. */
static bool is_minus_y(const struct geometry *geometry, const struct spring *spring, size_t i)
{
    const struct joint *joint = spring_chain(spring, i);
    struct vec3 tail = joint->tail_local;
    return geometry->scales.blames[joint->node].zero == SCENE_NONE && joint->relation == PAIR_CHAIN &&
           joint->length >= CHECK_MIN_LENGTH && tail.y < 0 &&
           sqrt(tail.x * tail.x + tail.z * tail.z) <= MINUS_Y_TANGENT * -tail.y &&
           !limit_speaks_of_axis(geometry->check, joint);
}

typedef bool joint_test(const struct geometry *geometry, const struct spring *spring, size_t i);

/* How many heads a test holds for; *first receives the chain place of the first one. */
static size_t count_heads(const struct geometry *geometry, const struct spring *spring, joint_test *test, size_t *first)
{
    size_t count = 0;
    for (size_t i = 0; i < spring_heads(spring); i++) {
        if (test(geometry, spring, i) && count++ == 0) {
            *first = i;
        }
    }
    return count;
}

/* Names the joints that an aggregate counts. */
static void relate_heads(const struct geometry *geometry, const struct spring *spring, joint_test *test,
                         struct finding *finding, size_t count)
{
    struct check *check = geometry->check;
    finding_measure(finding, "joints", (double)count);
    for (size_t i = 0; finding != NULL && i < spring_heads(spring); i++) {
        if (test(geometry, spring, i)) {
            const struct joint *joint = spring_chain(spring, i);
            finding_relate_english(finding, joint_pointer(check->arena, spring, joint, NULL), "%s",
                                   name_spring_joint(check->avatar, spring->place, joint->place));
        }
    }
}

static void check_scaled_joints(struct geometry *geometry, const struct spring *spring)
{
    struct check *check = geometry->check;
    size_t first = 0;
    size_t count = count_heads(geometry, spring, is_scaled_joint, &first);
    if (count == 0) {
        return;
    }
    size_t node = spring_chain(spring, first)->node;
    size_t culprit = geometry->scales.blames[node].scaled;
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_SCALED_JOINT, spring_pointer(check->arena, spring, NULL),
        "%s: %s scales %zu of its %zu moving joints by %.4g, but stiffness, gravityPower and hitRadius count in metres "
        "of "
        "the world and don't follow: apply the scale in the modelling tool, then look at these values again",
        name_spring(check->avatar, spring->place), name_node(check->avatar, culprit == SCENE_NONE ? node : culprit),
        count, spring_heads(spring), scale_largest(scale_in_world(geometry->scene, node)));
    finding_measure(finding, "scale", scale_largest(scale_in_world(geometry->scene, node)));
    relate_heads(geometry, spring, is_scaled_joint, finding, count);
}

static void check_minus_y(struct geometry *geometry, const struct spring *spring)
{
    struct check *check = geometry->check;
    size_t first = 0;
    size_t count = count_heads(geometry, spring, is_minus_y, &first);
    if (count == 0) {
        return;
    }
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_AXIS_MINUS_Y, spring_pointer(check->arena, spring, NULL),
        "%s: %zu %s (the first at %s) straight along -Y of the joint, the one direction in which apps disagree on "
        "how an angle limit is turned: nothing to do unless you give these joints a hinge, a spherical limit or a "
        "turned "
        "cone",
        name_spring(check->avatar, spring->place), count, count == 1 ? "bone points" : "bones point",
        name_joint(check->avatar, spring->place, spring_chain(spring, first)->place));
    relate_heads(geometry, spring, is_minus_y, finding, count);
}

/* ---- lengths ---- */

static void check_length(struct geometry *geometry, const struct spring *spring, size_t i)
{
    struct check *check = geometry->check;
    const struct joint *joint = spring_chain(spring, i);
    if (joint->relation != PAIR_CHAIN || geometry->scales.blames[joint->node].zero != SCENE_NONE ||
        !(joint->length < SHORT_BONE)) {
        return;
    }
    const struct joint *next = spring_chain(spring, i + 1);
    struct finding *finding;
    if (joint->length < CHECK_MIN_LENGTH) {
        if (limit_speaks_of_length(check, joint)) {
            return;
        }
        finding = report_english(
            check->findings, RULE_SPRINGBONE_ZERO_LENGTH_BONE, joint_pointer(check->arena, spring, joint, NULL),
            "%s: %s lies in the same place (%.2g mm away), so the bone between them has no direction and "
            "stays frozen: move one of them, or take it out of the spring",
            name_spring_joint(check->avatar, spring->place, joint->place),
            name_joint(check->avatar, spring->place, next->place), 1000 * joint->length);
    } else {
        finding =
            report_english(check->findings, RULE_SPRINGBONE_TINY_BONE, joint_pointer(check->arena, spring, joint, NULL),
                           "%s: the bone to %s is only %.3g mm long, and such a bone jumps rather than sways: make it "
                           "1 mm or longer, or take one of the two out of the spring",
                           name_spring_joint(check->avatar, spring->place, joint->place),
                           name_joint(check->avatar, spring->place, next->place), 1000 * joint->length);
    }
    finding_measure(finding, "length", joint->length);
}

void check_spring_geometry(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    if (springs->spring_count == 0) {
        return;
    }
    struct geometry geometry = {
        .check = check,
        .scene = check->avatar->scene,
        .scales = scales_read(check->arena, check->avatar),
    };
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        for (enum scale_fault fault = 0; fault < SCALE_FAULTS; fault++) {
            check_scale(&geometry, fault, spring);
        }
        check_center(&geometry, spring);
        check_scaled_joints(&geometry, spring);
        check_minus_y(&geometry, spring);
        for (size_t i = 0; i < spring_heads(spring); i++) {
            check_length(&geometry, spring, i);
        }
    }
}
