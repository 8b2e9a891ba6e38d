/* Checks the geometry of spring bones in the rest pose: lengths, scales, and the direction of the bone's axis. */
#include "checks/absent.h"
#include "checks/limit/limit.h"
#include "checks/scales.h"
#include "ids/messages_springbone_motion.h"
#include "ids/messages_words.h"

#define SHORT_BONE 1e-3                /* metres */
#define MINUS_Y_TANGENT 3.490658645e-4 /* tangent of 0.02 degrees */

struct geometry {
    struct check *check;
    const struct scene *scene;
    struct scales scales;
    struct { /* bones that point along -Y, for one finding per file */
        size_t springs;
        size_t bones;
        size_t listed[FINDING_RELATED_MAX]; /* the first springs */
        size_t joint;                       /* in the first spring */
    } minus_y;
};

/* ---- scales, by culprit ---- */

static const enum message scale_messages[SCALE_FAULTS] = {
    [SCALE_ZERO] = MESSAGE_SPRINGBONE_ZERO_SCALE__JOINT,
    [SCALE_MIRROR] = MESSAGE_SPRINGBONE_NEGATIVE_SCALE__DEFAULT,
    [SCALE_UNEVEN] = MESSAGE_SPRINGBONE_NON_UNIFORM_SCALE__DEFAULT,
};

/* Whether a node is at or above a bone of an avatar, so that its scale affects the limbs like the springs. */
static bool carries_bones(const struct avatar *avatar, size_t node)
{
    const struct humanoid *humanoid = avatar->humanoid;
    for (size_t bone = 0; humanoid->present && bone < BONE_COUNT; bone++) {
        if (humanoid->nodes[bone] != SCENE_NONE && scene_is_above_or_same(avatar->scene, node, humanoid->nodes[bone])) {
            return true;
        }
    }
    return false;
}

static void check_scale(struct geometry *geometry, enum scale_fault fault, const struct spring *spring)
{
    const struct avatar *avatar = geometry->check->avatar;
    for (size_t i = 0; i < spring_heads(spring); i++) {
        const struct joint *joint = spring_chain(spring, i);
        size_t culprit = scales_culprit(&geometry->scales, fault, joint->node);
        if (culprit == SCENE_NONE) {
            continue;
        }
        struct finding *finding =
            report(geometry->check->findings, scale_messages[fault], place_joint(spring->index, joint->index, NULL),
                   ARGUMENTS(the_spring_joint("joint", avatar, spring->index, joint->index),
                             the_node("culprit", avatar, culprit),
                             VECTOR("scale", scales_felt(&geometry->scales, fault, joint->node), 4)));
        scales_measure(&geometry->scales, fault, joint->node, finding);
        if ((fault == SCALE_MIRROR && carries_bones(avatar, culprit)) ||
            (fault == SCALE_UNEVEN && scales_press_flat(&geometry->scales, joint->node))) {
            finding_severity(finding, VRMLINT_ERROR);
        }
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
    struct place place = place_spring(spring->index, "center");
    struct argument owner = the_spring("spring", check->avatar, spring->index);
    struct argument name = the_node("center", check->avatar, center);
    struct finding *finding = NULL;
    if (zero != SCENE_NONE) {
        finding = report(check->findings, MESSAGE_SPRINGBONE_ZERO_SCALE__CENTER, place,
                         ARGUMENTS(owner, name, VECTOR("scale", scale, 4), the_node("culprit", check->avatar, zero)));
    } else if (scale_is_other(scale)) {
        finding = report(check->findings, MESSAGE_SPRINGBONE_CENTER_SCALED__DEFAULT, place,
                         ARGUMENTS(owner, name, VECTOR("scale", scale, 4)));
    }
    scale_measure(check->avatar, scale, zero, finding);
}

/* ---- findings per spring ---- */

static bool is_scaled_joint(const struct geometry *geometry, const struct spring *spring, size_t i)
{
    size_t node = spring_chain(spring, i)->node;
    struct vec3 scale = scale_in_world(geometry->scene, node);
    return geometry->scales.blames[node].zero == SCENE_NONE && scale_is_other(scale) && !scale_is_uneven(scale);
}

/* Whether a bone's axis is -Y within the accuracy of single precision and exporters. */
static bool is_minus_y(const struct geometry *geometry, const struct spring *spring, size_t i)
{
    const struct joint *joint = spring_chain(spring, i);
    struct vec3 tail = joint->tail_local;
    return geometry->scales.blames[joint->node].zero == SCENE_NONE && joint->relation == PAIR_CHAIN &&
           joint->length >= CHECK_MIN_LENGTH && sqrt(tail.x * tail.x + tail.z * tail.z) <= MINUS_Y_TANGENT * -tail.y &&
           !limit_prints_axis(geometry->check, joint);
}

typedef bool joint_test(const struct geometry *geometry, const struct spring *spring, size_t i);

/* Returns the number of heads that pass a test; *first receives the chain index of the first one. */
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

/* Relates the joints that a finding counts, and adds their number. */
static void relate_heads(const struct geometry *geometry, const struct spring *spring, joint_test *test,
                         struct finding *finding, size_t count)
{
    finding_measure(finding, "joints", (double)count);
    for (size_t i = 0; finding != NULL && i < spring_heads(spring); i++) {
        if (test(geometry, spring, i)) {
            const struct joint *joint = spring_chain(spring, i);
            finding_relate(finding, WORDS_ALONE, place_joint(spring->index, joint->index, NULL),
                           ARGUMENTS(the_spring_joint("thing", geometry->check->avatar, spring->index, joint->index)));
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
    double scale = scale_largest(scale_in_world(geometry->scene, node));
    struct finding *finding =
        report(check->findings, MESSAGE_SPRINGBONE_SCALED_JOINT__DEFAULT, place_spring(spring->index, NULL),
               ARGUMENTS(the_spring("spring", check->avatar, spring->index),
                         the_node("culprit", check->avatar, culprit == SCENE_NONE ? node : culprit),
                         COUNT("scaled", count), COUNT("joints", spring_heads(spring)), NUMBER("scale", scale, 4)));
    finding_measure(finding, "scale", scale);
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
    geometry->minus_y.joint =
        geometry->minus_y.springs == 0 ? spring_chain(spring, first)->index : geometry->minus_y.joint;
    if (geometry->minus_y.springs < FINDING_RELATED_MAX) {
        geometry->minus_y.listed[geometry->minus_y.springs] = spring->index;
    }
    geometry->minus_y.springs++;
    geometry->minus_y.bones += count;
    struct finding *finding =
        report(check->findings, MESSAGE_SPRINGBONE_SPRING_AXIS_MINUS_Y__DEFAULT, place_spring(spring->index, NULL),
               ARGUMENTS(the_spring("spring", check->avatar, spring->index), COUNT("bones", count),
                         the_joint("joint", check->avatar, spring->index, spring_chain(spring, first)->index)));
    relate_heads(geometry, spring, is_minus_y, finding, count);
}

/* Reports bones along -Y once per file. Most avatars with straight hair have such bones, and they matter only to
 * angle limits. */
static void report_minus_y(const struct geometry *geometry)
{
    struct check *check = geometry->check;
    if (geometry->minus_y.springs == 0) {
        return;
    }
    size_t first = geometry->minus_y.listed[0];
    struct finding *finding =
        report(check->findings, MESSAGE_SPRINGBONE_AXIS_MINUS_Y__DEFAULT, place_spring(first, NULL),
               ARGUMENTS(COUNT("springs", geometry->minus_y.springs), COUNT("bones", geometry->minus_y.bones),
                         the_spring_joint("joint", check->avatar, first, geometry->minus_y.joint)));
    finding_measure(finding, "springs", (double)geometry->minus_y.springs);
    finding_measure(finding, "bones", (double)geometry->minus_y.bones);
    for (size_t i = 1; i < geometry->minus_y.springs && i < FINDING_RELATED_MAX; i++) {
        size_t spring = geometry->minus_y.listed[i];
        finding_relate(finding, WORDS_ALONE, place_spring(spring, NULL),
                       ARGUMENTS(the_spring("thing", check->avatar, spring)));
    }
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
    struct place place = place_joint(spring->index, joint->index, NULL);
    struct argument name = the_spring_joint("joint", check->avatar, spring->index, joint->index);
    struct argument next = the_joint("next", check->avatar, spring->index, spring_chain(spring, i + 1)->index);
    double millimetres = 1000 * joint->length;
    struct finding *finding;
    if (joint->length >= CHECK_MIN_LENGTH) {
        finding = report(check->findings, MESSAGE_SPRINGBONE_TINY_BONE__DEFAULT, place,
                         ARGUMENTS(name, next, argument_number("length", millimetres, 1, UNIT_NONE, 3)));
    } else if (!limit_prints_length(check, joint)) {
        finding = report(check->findings, MESSAGE_SPRINGBONE_ZERO_LENGTH_BONE__DEFAULT, place,
                         ARGUMENTS(name, next, NUMBER("distance", millimetres, 2)));
        absent_note(check, finding, ABSENT_LACKS,
                    arena_printf(check->arena, "/nodes/%zu/translation", spring_chain(spring, i + 1)->node));
    } else {
        return;
    }
    finding_measure(finding, "length", joint->length);
}

void check_spring_geometry(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
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
    report_minus_y(&geometry);
    arena_discard(check->arena, geometry.scales.blames);
}
