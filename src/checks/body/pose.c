/* The rest pose of a body: a T-pose on the ground that faces +Z, or -Z in VRM 0.x. VRMC_vrm 1.0, T-pose; VRM 0.0, VRM
 * rules; VRMC_vrm_animation 1.0, humanoid. */
#include "checks/body/facing.h"
#include "checks/body/levels.h"
#include "checks/body/reordered.h"
#include "checks/fixes.h"
#include "checks/limbs.h"
#include "checks/scales.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm0_avatar.h"

#define LOWEST_HIPS 1e-3  /* metres above the ground */
#define OFF_CENTER 0.05   /* fraction of the hips' height */
#define FLOATING 0.5      /* fraction of the hips' height; higher feet are above the ground */
#define LEAST_LENGTH 1e-6 /* metres; a shorter bone has no direction */
#define TILTED 60.0       /* degrees: a trunk that deviates more from up is lying */
#define STRAIGHT 20.0     /* degrees between trunk and legs of a body that is straight in itself */
#define ABOVE_HIPS 0.25   /* metres: thighs never begin this far above the hips */
#define DIGITS 4          /* significant digits, of metres in messages */

/* Differences between the dialects. */
static const struct rules {
    double sunk;         /* fraction of the hips' height; lower feet are below the ground */
    bool all_limbs;      /* hands, fingers and toes are judged too */
    bool judges_swapped; /* reversed arms are judged as mirrored instead of skipped */
    bool is_moved;       /* the scene can be moved as a fix */
    enum message to_the_left;
    enum message to_the_right;
} dialects[DIALECTS] = {
    [DIALECT_VRM1] = {0.01, true, false, true, WORDS_TO_THE_LEFT, WORDS_TO_THE_RIGHT},
    [DIALECT_VRM0] = {0.01, false, false, true, WORDS_VRM0_TO_THE_LEFT, WORDS_VRM0_TO_THE_RIGHT},
    [DIALECT_ANIMATION] = {0.5, true, true, false, WORDS_TO_THE_LEFT, WORDS_TO_THE_RIGHT},
};

/* ---- the T-pose ---- */

/* Returns the angle by which a limb is off, in radians; 0 if that is unknown. */
static double limb_deviation(const struct body *body, const struct stance *stance, const struct limb *limb,
                             struct vec3 along)
{
    const struct rules *rules = &dialects[body->dialect];
    struct vec3 ideal = limb_ideal(limb);
    bool is_mirrored = stance->facing == FACING_BACKWARD || stance->arms_swapped;
    /* A body that faces another way is reported elsewhere. The right directions of its toes and thumbs are unknown,
     * and for one that faces to the side also those of its arms. */
    if (vec3_length(along) < LEAST_LENGTH || (stance->facing != FACING_AHEAD && ideal.z != 0) ||
        (stance->facing == FACING_ASIDE && ideal.x != 0) || (stance->arms_swapped && ideal.x != 0 && ideal.z != 0) ||
        (is_mirrored && ideal.x != 0 && !rules->judges_swapped)) {
        return 0;
    }
    ideal.x *= is_mirrored ? -body->left : body->left;
    return limb_angle(limb, ideal, along);
}

static enum message direction_of(const struct rules *rules, const struct limb *limb)
{
    return limb->ideal == LEFT ? rules->to_the_left : limb->ideal == RIGHT ? rules->to_the_right : limb_words(limb);
}

static void check_limb(const struct body *body, const struct stance *stance, const struct limb *limb)
{
    const struct rules *rules = &dialects[body->dialect];
    size_t from = bone_by_name(limb->from);
    size_t to = bone_by_name(limb->to);
    size_t node = body->nodes[from];
    size_t end = body->nodes[to];
    /* unrelated bones, and bones mapped one level off, are reported elsewhere */
    if (node == SCENE_NONE || end == SCENE_NONE || !scene_is_above(body->scene, node, end) ||
        !(rules->all_limbs || limb->is_large) || body_intended_node(body, from) != SCENE_NONE ||
        body_intended_node(body, to) != SCENE_NONE) {
        return;
    }
    struct vec3 along = vec3_sub(body_position(body, to), body_position(body, from));
    double angle = limb_deviation(body, stance, limb, along);
    if (!(angle > angle_radians(limb->most))) {
        return;
    }
    struct finding *finding =
        body_report(body, MESSAGE_VRM_REST_POSE_NOT_T_POSE__DEFAULT, place_node(node, NULL),
                    ARGUMENTS(body_bone("bone", body, from), the_node("node", body->check->avatar, node),
                              argument_number("angle", angle_degrees(angle), limb->most, UNIT_DEGREES, 3),
                              argument_number("limit", limb->most, NAN, UNIT_DEGREES, 3), body_name("next", body, to),
                              WORD("direction", direction_of(rules, limb))));
    finding_measure(finding, "angle", angle);
    finding_measure(finding, "accepted", angle_radians(limb->most));
    body_relate(body, finding, RELATED_VRM_REST_POSE_NOT_T_POSE__DEFAULT, place_node(end, NULL), to);
}

/* Returns the angle between the vector between two bones and straight up, radians; NAN if one has no node. */
static double angle_to_up(const struct body *body, const char *from, const char *to)
{
    size_t begin = body_node(body, from);
    size_t end = body_node(body, to);
    if (begin == SCENE_NONE || end == SCENE_NONE) {
        return NAN;
    }
    struct vec3 way = vec3_sub(scene_position(body->scene, end), scene_position(body->scene, begin));
    return vec3_length(way) < LEAST_LENGTH ? NAN : vec3_angle(way, (struct vec3){0, 1, 0});
}

/* Reports a body that as a whole lies or is upside down: trunk and legs have the same direction, but not up. Returns
 * whether it does. Each limb is right relative to the others. */
static bool report_tilted(const struct body *body)
{
    double trunk = angle_to_up(body, "hips", "head");
    double left = angle_to_up(body, "leftFoot", "leftUpperLeg");
    double right = angle_to_up(body, "rightFoot", "rightUpperLeg");
    if (!(trunk > angle_radians(TILTED)) || !(fabs(left - trunk) < angle_radians(STRAIGHT)) ||
        !(fabs(right - trunk) < angle_radians(STRAIGHT))) {
        return false;
    }
    size_t hips = bone_by_name("hips");
    struct finding *finding =
        body_report(body, MESSAGE_VRM_REST_POSE_NOT_T_POSE__TILTED, place_node(body->nodes[hips], NULL),
                    ARGUMENTS(body_bone("bone", body, hips), the_node("node", body->check->avatar, body->nodes[hips]),
                              argument_number("angle", angle_degrees(trunk), TILTED, UNIT_DEGREES, 3)));
    finding_measure(finding, "angle", trunk);
    return true;
}

/* ---- hips and feet ---- */

/* Returns the lower foot, or BONE_COUNT if neither has a node. */
static size_t lower_foot(const struct body *body)
{
    static const char *const feet[] = {"leftFoot", "rightFoot"};
    size_t lower = BONE_COUNT;
    for (size_t i = 0; i < 2; i++) {
        size_t bone = bone_by_name(feet[i]);
        if (body->nodes[bone] != SCENE_NONE &&
            (lower == BONE_COUNT || body_position(body, bone).y < body_position(body, lower).y)) {
            lower = bone;
        }
    }
    return lower;
}

static void check_feet(const struct body *body, double hips)
{
    const struct rules *rules = &dialects[body->dialect];
    size_t bone = lower_foot(body);
    double foot = bone == BONE_COUNT ? NAN : body_position(body, bone).y;
    bool above = foot > FLOATING * hips;
    /* apps scale the translation of the hips by their height, which is meaningless if the feet are above the hips */
    bool is_upside_down = body->dialect == DIALECT_ANIMATION && foot >= hips;
    if (is_upside_down || !(above || foot < -rules->sunk * hips)) {
        return;
    }
    struct finding *finding =
        body_report(body, above ? MESSAGE_VRM_FEET_OFF_GROUND__ABOVE : MESSAGE_VRM_FEET_OFF_GROUND__BELOW,
                    place_node(body->nodes[bone], NULL),
                    ARGUMENTS(body_bone("bone", body, bone), the_node("node", body->check->avatar, body->nodes[bone]),
                              METRES("foot", fabs(foot), DIGITS), METRES("hips", hips, DIGITS),
                              METRES("legs", hips - foot, DIGITS)));
    finding_measure(finding, "foot", foot);
    finding_measure(finding, "hips", hips);
    if (rules->is_moved) {
        fix_move_scene(finding, body->check->avatar, (struct vec3){0, -foot, 0});
    }
}

/* Reports hips that are too low. Apps divide by the hips' height when they scale animations; that is worse if
 * channels move the hips. Keys that keep them at rest give the right result for any height except 0. */
static void report_low(const struct body *body, size_t node, double height)
{
    const struct vrma *vrma = body->check->avatar->vrma;
    size_t channel = body->dialect == DIALECT_ANIMATION ? vrma->roles[node].translation : VRMA_NONE;
    bool is_below = height < -LOWEST_HIPS;
    bool is_moved = channel != VRMA_NONE && !(is_below && check_channel_is_still(body->check, channel));
    double shown = fabs(height) < LEAST_LENGTH ? 0 : height; /* rounding errors of rotations */
    struct finding *finding = body_report(body,
                                          !is_moved  ? MESSAGE_VRM_REST_HIPS_HEIGHT__DEFAULT
                                          : is_below ? MESSAGE_ANIMATION_REST_HIPS_HEIGHT__REVERSED
                                                     : MESSAGE_ANIMATION_REST_HIPS_HEIGHT__MOVED,
                                          place_node(node, NULL),
                                          ARGUMENTS(body_bone("bone", body, bone_by_name("hips")),
                                                    the_node("node", body->check->avatar, node),
                                                    argument_number("height", shown, LOWEST_HIPS, UNIT_METRES, DIGITS),
                                                    METRES("limit", LOWEST_HIPS, DIGITS)));
    finding_measure(finding, "height", height);
    if (is_moved) {
        finding_severity(finding, VRMLINT_ERROR);
    }
}

/* Returns the node that carries both legs if the hips are mapped to a node far below it, usually the root of the
 * model; SCENE_NONE if not. */
static size_t meant_hips(const struct body *body)
{
    size_t hips = body_node(body, "hips");
    size_t left = body_node(body, "leftUpperLeg");
    size_t right = body_node(body, "rightUpperLeg");
    if (left == SCENE_NONE || right == SCENE_NONE) {
        return SCENE_NONE;
    }
    size_t carrier = body->scene->nodes[left].parent;
    bool carries = carrier != SCENE_NONE && scene_is_above(body->scene, carrier, right);
    double height = carries ? scene_position(body->scene, carrier).y - scene_position(body->scene, hips).y : 0;
    return height > ABOVE_HIPS && scene_is_above(body->scene, hips, carrier) ? carrier : SCENE_NONE;
}

static void check_ground(const struct body *body)
{
    const struct rules *rules = &dialects[body->dialect];
    size_t node = body_node(body, "hips");
    if (node == SCENE_NONE) {
        return;
    }
    struct vec3 at = scene_position(body->scene, node);
    double limit = OFF_CENTER * at.y;
    size_t meant = meant_hips(body);
    if (meant != SCENE_NONE) {
        struct finding *finding = body_report(body, MESSAGE_VRM_REST_HIPS_HEIGHT__ELSEWHERE, place_node(node, NULL),
                                              ARGUMENTS(body_bone("bone", body, bone_by_name("hips")),
                                                        the_node("node", body->check->avatar, node),
                                                        the_node("meant", body->check->avatar, meant)));
        relate_twin(finding, body->dialect, RELATED_VRM_REST_HIPS_HEIGHT__DEFAULT, place_node(meant, NULL),
                    ARGUMENTS(the_node("meant", body->check->avatar, meant)));
        return;
    }
    if (at.y < LOWEST_HIPS) {
        report_low(body, node, at.y);
        return;
    }
    if (fabs(at.x) > limit) {
        struct finding *finding = body_report(
            body,
            body->dialect == DIALECT_ANIMATION && at.x < 0 ? MESSAGE_ANIMATION_REST_HIPS_OFF_CENTER__RIGHT
                                                           : MESSAGE_VRM_REST_HIPS_OFF_CENTER__DEFAULT,
            place_node(node, NULL),
            ARGUMENTS(body_bone("bone", body, bone_by_name("hips")), the_node("node", body->check->avatar, node),
                      argument_number("offset", fabs(at.x), limit, UNIT_METRES, DIGITS),
                      METRES("limit", limit, DIGITS)));
        finding_measure(finding, "offset", at.x);
        finding_measure(finding, "height", at.y);
        if (rules->is_moved) {
            fix_move_scene(finding, body->check->avatar, (struct vec3){-at.x, 0, 0});
        }
    }
    check_feet(body, at.y);
}

/* ---- */

/* Removes the nodes below a node that is mirrored or scaled to 0: their positions are wrong for that reason. */
static void forget_mirrored(struct body *body)
{
    struct arena *room = arena_open(body->check->arena);
    bool *mirrored = arena_array(room, body->scene->count, sizeof *mirrored);
    for (size_t node = 0; node < body->scene->count; node++) {
        mirrored[node] = scale_smallest(body->scene->nodes[node].scale) <= 0;
    }
    const size_t *nearest = scene_nearest(room, body->scene, mirrored);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = body->nodes[bone];
        size_t parent = node == SCENE_NONE ? SCENE_NONE : body->scene->nodes[node].parent;
        if (parent != SCENE_NONE && nearest[parent] != SCENE_NONE) {
            body->nodes[bone] = SCENE_NONE;
        }
    }
    arena_close(room);
}

void check_body_pose(struct check *check)
{
    for (enum dialect dialect = 0; dialect < DIALECTS; dialect++) {
        struct body body;
        if (!body_read(&body, check, dialect)) {
            continue;
        }
        if (dialect == DIALECT_ANIMATION) {
            forget_mirrored(&body);
        }
        if (check_body_rotations(&body) || report_tilted(&body)) {
            continue;
        }
        struct stance stance = check_facing(&body);
        for (size_t i = 0; i < LIMB_COUNT; i++) {
            check_limb(&body, &stance, &limbs[i]);
        }
        check_ground(&body);
        if (dialect == DIALECT_VRM0) {
            check_vrm0_transforms(check, stance.turned_by);
        }
    }
}
