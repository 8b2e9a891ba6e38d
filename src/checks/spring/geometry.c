/* Checks the geometry of spring bones in the rest pose: lengths, scales, and the direction of the bone's axis. */
#include "checks/absent.h"
#include "checks/checks.h"
#include "checks/joint_map.h"
#include "checks/limit/limit.h"
#include "checks/scales.h"
#include "ids/messages_springbone_motion.h"
#include "ids/messages_words.h"
#include "ids/rules.h"
#include "vrm/limits.h"

/* Checks the center of a spring: the node in whose space its inertia is measured. */

struct centers {
    struct check *check;
    const struct scene *scene;
    const struct springs *springs;
    const struct joint_map *map;
    bool *moving_root; /* per node: it is the first joint of a spring that moves */
    bool *animated;    /* per node: an animation channel targets it; NULL until needed */
    size_t *highest;   /* per node: the topmost joint of any spring among it and its ancestors; NULL until needed */
};

/* Returns the nearest node above a spring that no spring moves, or SCENE_NONE. */
static size_t still_above(struct centers *centers, const struct spring *spring)
{
    const struct scene *scene = centers->scene;
    if (centers->highest == NULL) {
        centers->highest = arena_array(centers->check->arena, scene->count, sizeof *centers->highest);
        for (size_t i = 0; i < centers->map->order_count; i++) {
            size_t at = centers->map->order[i];
            size_t parent = scene->nodes[at].parent;
            size_t above = parent == SCENE_NONE ? SCENE_NONE : centers->highest[parent];
            bool first = above == SCENE_NONE && joint_map_has(centers->map, at);
            centers->highest[at] = first ? at : above;
        }
    }
    return scene->nodes[centers->highest[spring->root]].parent;
}

static bool is_animated(struct centers *centers, size_t node)
{
    const struct animations *animations = centers->check->avatar->animations;
    if (centers->animated == NULL) {
        centers->animated = arena_array(centers->check->arena, centers->scene->count, sizeof *centers->animated);
        for (size_t i = 0; i < animations->count; i++) {
            if (animations->channels[i].node != SCENE_NONE) {
                centers->animated[animations->channels[i].node] = true;
            }
        }
    }
    return centers->animated[node];
}

/* Whether a matrix is exactly the identity. Files without a transform have none, or exactly these numbers. */
static bool is_identity(const struct mat34 *matrix)
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            if (matrix->m[row][column] != (row == column ? 1.0 : 0.0)) {
                return false;
            }
        }
    }
    return true;
}

/* Whether a center is an empty node at the top, beside the skeleton, as recommended by UniVRM's tutorial. */
static bool is_tutorial_center(const struct centers *centers, size_t center)
{
    const struct scene_node *node = &centers->scene->nodes[center];
    return node->parent == SCENE_NONE && node->mesh == SCENE_NONE && !centers->moving_root[center];
}

/* Reports a center beside the skeleton if the skeleton has a top node that no spring moves. */
static struct finding *report_beside(struct centers *centers, const struct spring *spring)
{
    struct check *check = centers->check;
    struct finding *finding = report(
        check->findings,
        centers->scene->nodes[spring->center].in_scene ? MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__BESIDE_SKELETON
                                                       : MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__OUTSIDE_SCENE,
        place_spring(spring->index, "center"),
        ARGUMENTS(the_spring("spring", check->avatar, spring->index), the_node("center", check->avatar, spring->center),
                  the_node("first", check->avatar, spring->root),
                  the_node("topmost", check->avatar, scene_topmost(centers->scene, spring->root))));
    finding_set_number(finding, "0", (double)scene_topmost(centers->scene, spring->root));
    const struct mat34 local = scene_local(&centers->scene->nodes[spring->center]);
    if (!is_identity(&local) || is_animated(centers, spring->center)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
    /* first, because it is one mistake for any number of springs */
    finding_relate(finding, RELATED_SPRINGBONE_CENTER_NOT_ANCESTOR__CENTER, place_node(spring->center, NULL),
                   ARGUMENTS(the_node("center", check->avatar, spring->center)));
    return finding;
}

/* Reports any other center, by its position, with the node to use instead if there is one. */
static struct finding *report_elsewhere(struct centers *centers, const struct spring *spring)
{
    static const enum message messages[][2] = {
        {MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__NOT_ABOVE, MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__NOT_ABOVE_REMOVE},
        {MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__BELOW, MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__BELOW_REMOVE},
        {MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__OWN_JOINT, MESSAGE_SPRINGBONE_CENTER_NOT_ANCESTOR__OWN_JOINT_REMOVE}};
    struct check *check = centers->check;
    struct place place = place_spring(spring->index, "center");
    struct argument name = the_spring("spring", check->avatar, spring->index);
    struct argument center = the_node("center", check->avatar, spring->center);
    struct argument first = the_node("first", check->avatar, spring->root);
    const struct joint_use *own = joint_map_find(centers->map, spring->center, spring->index);
    size_t where = scene_is_above(centers->scene, spring->root, spring->center) ? 1 : 0;
    if (own != NULL) {
        where = 2;
        center = the_joint("center", check->avatar, spring->index, own->joint);
    }
    size_t still = still_above(centers, spring);
    struct finding *finding = report_taking(check->findings, messages[where][still == SCENE_NONE], place,
                                            ARGUMENTS(name, center, first, the_node("still", check->avatar, still)));
    finding_fix(finding, VRMLINT_FIX_NONE);
    return finding;
}

static void report_not_ancestor(struct centers *centers, const struct spring *spring)
{
    bool beside = is_tutorial_center(centers, spring->center) && still_above(centers, spring) != SCENE_NONE;
    struct finding *finding = beside ? report_beside(centers, spring) : report_elsewhere(centers, spring);
    finding_relate(finding, RELATED_SPRINGBONE_CENTER_NOT_ANCESTOR__DEFAULT,
                   place_joint(spring->index, spring->joints[spring->chain[0]].index, "node"),
                   ARGUMENTS(the_node("first", centers->check->avatar, spring->root)));
}

/* Returns the nearest joint of another spring that the center is or is below, or NULL. */
static const struct joint_use *moved_by(const struct centers *centers, const struct spring *spring)
{
    const struct joint_map *map = centers->map;
    size_t node = map->nearest[spring->center];
    while (node != SCENE_NONE) {
        /* uses are sorted by spring, so if the first and the last are of this spring, all are */
        const struct joint_use *first = &map->uses[map->begin[node]];
        const struct joint_use *last = &map->uses[map->begin[node + 1] - 1];
        if (first->spring != spring->index) {
            return first;
        }
        if (last->spring != spring->index) {
            return joint_map_find(map, node, last->spring);
        }
        node = joint_map_above(map, centers->scene, node);
    }
    return NULL;
}

static void check_other_chain(const struct centers *centers, const struct spring *spring)
{
    struct check *check = centers->check;
    const struct joint_use *use = moved_by(centers, spring);
    if (use == NULL) {
        return;
    }
    size_t node = centers->springs->springs[use->spring].joints[use->joint].node;
    struct place place = place_spring(spring->index, "center");
    struct argument name = the_spring("spring", check->avatar, spring->index);
    struct argument center = the_node("center", check->avatar, spring->center);
    struct argument joint = COUNT("joint", use->joint);
    struct argument other = the_spring("other", check->avatar, use->spring);
    struct finding *finding =
        report_taking(check->findings,
                      node == spring->center ? MESSAGE_SPRINGBONE_CENTER_IN_OTHER_CHAIN__JOINT
                                             : MESSAGE_SPRINGBONE_CENTER_IN_OTHER_CHAIN__BELOW,
                      place, ARGUMENTS(name, center, the_node("node", check->avatar, node), joint, other));
    finding_relate(finding, RELATED_SPRINGBONE_CENTER_IN_OTHER_CHAIN__DEFAULT,
                   place_joint(use->spring, use->joint, "node"), ARGUMENTS(joint, other));
}

static void check_center(struct centers *centers, const struct spring *spring)
{
    struct check *check = centers->check;
    if (spring->center == SPRINGS_NONE) {
        return;
    }
    if (spring->chain_count > 0 && !scene_is_above_or_same(centers->scene, spring->center, spring->root)) {
        report_not_ancestor(centers, spring);
    }
    check_other_chain(centers, spring);
    /* if the first joint isn't resolved, the next one isn't the intended root */
    if (spring_heads(spring) > 0 && spring->chain[0] == 0 && spring->center == spring->root) {
        size_t still = still_above(centers, spring);
        struct place place = place_spring(spring->index, "center");
        struct argument name = the_spring("spring", check->avatar, spring->index);
        struct argument center = the_node("center", check->avatar, spring->center);
        report_taking(check->findings,
                      still == SCENE_NONE ? MESSAGE_SPRINGBONE_CENTER_IS_OWN_ROOT__REMOVE
                                          : MESSAGE_SPRINGBONE_CENTER_IS_OWN_ROOT__USE_ABOVE,
                      place, ARGUMENTS(name, center, the_node("still", check->avatar, still)));
    }
}

void check_spring_centers(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    bool any = false;
    for (size_t s = 0; s < springs->spring_count; s++) {
        any = any || springs->springs[s].center != SPRINGS_NONE;
    }
    if (!any) {
        return;
    }
    struct centers centers = {.check = check, .scene = check->avatar->scene, .springs = springs};
    centers.map = joint_map_new(check->arena, centers.scene, springs);
    centers.moving_root = arena_array(check->arena, centers.scene->count, sizeof *centers.moving_root);
    for (size_t s = 0; s < springs->spring_count; s++) {
        if (spring_heads(&springs->springs[s]) > 0) {
            centers.moving_root[springs->springs[s].root] = true;
        }
    }
    for (size_t s = 0; s < springs->spring_count; s++) {
        check_center(&centers, &springs->springs[s]);
    }
}

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
        size_t limited;                     /* those with a limit */
        struct place places[FINDING_LIST_MAX];
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

static void check_joint_center(struct geometry *geometry, const struct spring *spring)
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

/* Notes the bones along -Y that have a cone about the bone itself. */
static void note_limited(struct geometry *geometry, const struct spring *spring)
{
    for (size_t i = 0; i < spring_heads(spring); i++) {
        const struct joint *joint = spring_chain(spring, i);
        bool has_cone = joint->limit != NULL && joint->limit->kind == LIMIT_CONE && !limit_is_oriented(joint->limit);
        if (has_cone && is_minus_y(geometry, spring, i) && geometry->minus_y.limited++ < FINDING_LIST_MAX) {
            geometry->minus_y.places[geometry->minus_y.limited - 1] = place_joint(spring->index, joint->index, NULL);
        }
    }
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
    note_limited(geometry, spring);
    struct finding *finding =
        report(check->findings, MESSAGE_SPRINGBONE_SPRING_AXIS_MINUS_Y__DEFAULT, place_spring(spring->index, NULL),
               ARGUMENTS(the_spring("spring", check->avatar, spring->index), COUNT("bones", count),
                         the_joint("joint", check->avatar, spring->index, spring_chain(spring, first)->index)));
    relate_heads(geometry, spring, is_minus_y, finding, count);
}

/* Reports the bones along -Y that have a limit. */
static void report_limited(const struct geometry *geometry)
{
    struct check *check = geometry->check;
    struct argument names[FINDING_LIST_MAX];
    size_t count = geometry->minus_y.limited;
    size_t shown = count < FINDING_LIST_MAX ? count : FINDING_LIST_MAX;
    const struct place *places = geometry->minus_y.places;
    for (size_t i = 0; i < shown; i++) {
        names[i] = the_spring_joint("", check->avatar, places[i].index[0], places[i].index[1]);
    }
    struct finding *finding =
        report(check->findings, MESSAGE_SPRINGBONE_AXIS_MINUS_Y__LIMITED, places[0],
               ARGUMENTS(argument_list("joints", names, shown, count, JOIN_AND), COUNT("count", count)));
    finding_measure(finding, "bones", (double)count);
    for (size_t i = 1; i < shown; i++) {
        finding_relate(finding, WORDS_ALONE, places[i], ARGUMENTS(argument_as("thing", names[i])));
    }
}

/* Reports bones along -Y once per file. Most avatars with straight hair have such bones, and they matter only to angle
 * limits: without one there is nothing to do, and they are reported only if the user asks for them. */
static void report_minus_y(const struct geometry *geometry)
{
    struct check *check = geometry->check;
    if (geometry->minus_y.limited > 0) {
        report_limited(geometry);
        return;
    }
    if (geometry->minus_y.springs == 0 || !findings_named(check->findings, RULE_SPRINGBONE_AXIS_MINUS_Y)) {
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
        check_joint_center(&geometry, spring);
        check_scaled_joints(&geometry, spring);
        check_minus_y(&geometry, spring);
        for (size_t i = 0; i < spring_heads(spring); i++) {
            check_length(&geometry, spring, i);
        }
    }
    report_minus_y(&geometry);
    arena_discard(check->arena, geometry.scales.blames);
}
