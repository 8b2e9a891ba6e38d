/*
 * The rest pose of a VRM animation, from which apps measure every turn: a T-pose, on its feet, facing +Z.
 */
#include "checks/animation/facing.h"
#include "checks/animation/names.h"
#include "checks/limbs.h"
#include "ids/messages_keyframes.h"

#define LOWEST_HIPS 1e-3  /* metres above the ground */
#define OFF_CENTER 0.05   /* of the hips' height */
#define LEAST_LENGTH 1e-6 /* metres; a shorter bone has no direction */
#define FAR_OFF 0.5       /* of the hips' height: feet that are as far from the ground */
#define DEGREE 0.017453292519943295
#define DIGITS 4 /* significant, of metres in messages */

struct rest {
    struct check *check;
    const struct vrma *vrma;
    const struct scene *scene;
    bool *mirrored; /* per node: whether something above it is mirrored or without size */
    struct stance stance;
};

/* Whether a node is where it seems: not moved there by a scale that has a finding of its own. */
static bool is_sound(const struct rest *rest, size_t node)
{
    return node != SCENE_NONE && !rest->mirrored[node];
}

/* ---- the hips ---- */

/* Metres as a message shows them: what a rotation leaves of a zero isn't worth its digits. */
static double shown(double metres)
{
    return fabs(metres) < LEAST_LENGTH ? 0 : metres;
}

static void check_hips(const struct rest *rest)
{
    struct check *check = rest->check;
    size_t hips = rest->vrma->nodes[bone_by_name("hips")];
    if (!is_sound(rest, hips)) {
        return;
    }
    struct vec3 at = scene_position(rest->scene, hips);
    struct argument bone = the_animated_bone("bone", check, bone_by_name("hips"));
    struct place place = place_node(hips, NULL);
    struct finding *finding = NULL;
    if (at.y < LOWEST_HIPS) {
        bool moved = rest->vrma->roles[hips].translation != VRMA_NONE;
        finding =
            report(check->findings,
                   moved ? MESSAGE_ANIMATION_REST_HIPS_HEIGHT__MOVED : MESSAGE_ANIMATION_REST_HIPS_HEIGHT__STILL, place,
                   ARGUMENTS(bone, argument_number("height", shown(at.y), LOWEST_HIPS, UNIT_METRES, DIGITS),
                             METRES("limit", LOWEST_HIPS, DIGITS)));
        finding_severity(finding, moved ? VRMLINT_ERROR : VRMLINT_WARNING);
    } else if (fabs(at.x) > OFF_CENTER * at.y) {
        double limit = OFF_CENTER * at.y;
        finding = report(check->findings,
                         at.x > 0 ? MESSAGE_ANIMATION_REST_HIPS_OFF_CENTER__LEFT
                                  : MESSAGE_ANIMATION_REST_HIPS_OFF_CENTER__RIGHT,
                         place,
                         ARGUMENTS(bone, argument_number("offset", fabs(at.x), limit, UNIT_METRES, DIGITS),
                                   METRES("limit", limit, DIGITS)));
        finding_measure(finding, "offset", at.x);
    }
    finding_measure(finding, "height", at.y);
}

/* ---- the feet ---- */

/* The lower of the feet that are there, as an index in bones[]; BONE_COUNT for none. */
static size_t lower_foot(const struct rest *rest)
{
    static const char *const feet[] = {"leftFoot", "rightFoot"};
    size_t lower = BONE_COUNT;
    for (size_t i = 0; i < 2; i++) {
        size_t bone = bone_by_name(feet[i]);
        size_t node = rest->vrma->nodes[bone];
        if (is_sound(rest, node) &&
            (lower == BONE_COUNT ||
             scene_position(rest->scene, node).y < scene_position(rest->scene, rest->vrma->nodes[lower]).y)) {
            lower = bone;
        }
    }
    return lower;
}

/* Apps scale the way of the hips by their height above the ground, not above the feet. */
static void check_feet(const struct rest *rest)
{
    struct check *check = rest->check;
    size_t hips = rest->vrma->nodes[bone_by_name("hips")];
    size_t bone = lower_foot(rest);
    if (!is_sound(rest, hips) || bone == BONE_COUNT) {
        return;
    }
    size_t foot = rest->vrma->nodes[bone];
    double height = scene_position(rest->scene, hips).y;
    double at = scene_position(rest->scene, foot).y;
    bool above = at > FAR_OFF * height;
    /* hips on the ground, or below their feet, are another matter */
    if (height < LOWEST_HIPS || at >= height || (!above && at >= -FAR_OFF * height)) {
        return;
    }
    struct finding *finding =
        report(check->findings,
               above ? MESSAGE_ANIMATION_REST_FEET_OFF_GROUND__ABOVE : MESSAGE_ANIMATION_REST_FEET_OFF_GROUND__BELOW,
               place_node(foot, NULL),
               ARGUMENTS(the_animated_bone("bone", check, bone), METRES("foot", fabs(at), DIGITS),
                         METRES("hips", height, DIGITS), METRES("legs", height - at, DIGITS)));
    finding_measure(finding, "foot", at);
    finding_measure(finding, "hips", height);
}

/* ---- the pose ---- */

/* By how much a limb is off, in radians; 0 where that can't be told. */
static double deviation(const struct rest *rest, const struct limb *limb, struct vec3 along)
{
    struct vec3 ideal = limb_ideal(limb);
    if (vec3_length(along) < LEAST_LENGTH) {
        return 0;
    }
    /* of a pose that faces elsewhere that has been said: what ahead is, is open, and of one to the side the rest too */
    if ((rest->stance.body != FACING_AHEAD && ideal.z != 0) || (rest->stance.body == FACING_ASIDE && ideal.x != 0) ||
        (rest->stance.arms_swapped && ideal.x != 0 && ideal.z != 0)) {
        return 0;
    }
    if (rest->stance.body == FACING_BACKWARD || rest->stance.arms_swapped) {
        ideal.x = -ideal.x;
    }
    return limb_angle(limb, ideal, along);
}

static void check_limb(const struct rest *rest, const struct limb *limb)
{
    struct check *check = rest->check;
    size_t from_bone = bone_by_name(limb->from);
    size_t to_bone = bone_by_name(limb->to);
    size_t from = rest->vrma->nodes[from_bone];
    size_t to = rest->vrma->nodes[to_bone];
    /* bones that don't hang together are reported as that */
    if (!is_sound(rest, from) || !is_sound(rest, to) || !scene_is_above(rest->scene, from, to)) {
        return;
    }
    struct vec3 along = vec3_sub(scene_position(rest->scene, to), scene_position(rest->scene, from));
    double angle = deviation(rest, limb, along);
    if (angle <= limb->most * DEGREE) {
        return;
    }
    struct finding *finding =
        report(check->findings, MESSAGE_ANIMATION_REST_POSE_NOT_T_POSE__DEFAULT, place_node(from, NULL),
               ARGUMENTS(the_animated_bone("bone", check, from_bone),
                         argument_number("angle", angle / DEGREE, limb->most, UNIT_DEGREES, 3),
                         argument_number("limit", limb->most, NAN, UNIT_DEGREES, 3), TEXT("next", limb->to),
                         WORD("direction", limb_words(limb))));
    finding_measure(finding, "angle", angle);
    finding_measure(finding, "accepted", limb->most * DEGREE);
    finding_relate(finding, RELATED_ANIMATION_REST_POSE_NOT_T_POSE__DEFAULT, place_node(to, NULL),
                   ARGUMENTS(the_animated_bone("bone", check, to_bone)));
}

/* ---- */

static bool *find_mirrored(struct arena *arena, const struct scene *scene)
{
    bool *mirrored = arena_array(arena, scene->count, sizeof *mirrored);
    size_t count;
    const size_t *order = scene_order(arena, scene, &count);
    for (size_t i = 0; i < count; i++) {
        size_t parent = scene->nodes[order[i]].parent;
        if (parent != SCENE_NONE) {
            struct vec3 scale = scene->nodes[parent].scale;
            mirrored[order[i]] = mirrored[parent] || scale.x <= 0 || scale.y <= 0 || scale.z <= 0;
        }
    }
    return mirrored;
}

void check_animation_rest(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    if (!avatar->vrma->present) {
        return;
    }
    struct rest rest = {
        .check = check,
        .vrma = avatar->vrma,
        .scene = avatar->scene,
        .mirrored = find_mirrored(check->arena, avatar->scene),
    };
    check_hips(&rest);
    check_feet(&rest);
    rest.stance = check_facing(check, rest.mirrored);
    for (size_t i = 0; i < LIMB_COUNT; i++) {
        check_limb(&rest, &limbs[i]);
    }
}
