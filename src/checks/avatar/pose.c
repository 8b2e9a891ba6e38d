/*
 * The rest pose of an avatar: a T-pose on its feet that faces +Z, by VRMC_vrm 1.0, T-pose.
 */
#include <string.h>

#include "checks/avatar/names.h"
#include "checks/limbs.h"
#include "checks/mends.h"
#include "ids/messages_vrm.h"

#define LOWEST_HIPS 1e-3  /* metres above the ground */
#define OFF_CENTER 0.05   /* of the hips' height */
#define SUNK 0.01         /* of the hips' height */
#define FLOATING 0.5      /* the same */
#define LEAST_LENGTH 1e-6 /* metres; a shorter bone has no direction */
#define LEAST_APART 1e-4  /* of the way from hips to head: what is nearer together has no sides */
#define AHEAD_MOST 30.0   /* degrees */
#define BACKWARD_LEAST 150.0
#define DIGITS 4

struct pose {
    struct check *check;
    const struct scene *scene;
    const size_t *nodes;
    bool turned; /* the whole body */
    bool arms_swapped;
};

struct pair {
    const char *left;
    const char *right;
};

static size_t node_of(const struct pose *pose, const char *bone)
{
    return pose->nodes[bone_by_name(bone)];
}

static struct vec3 position(const struct pose *pose, size_t node)
{
    return scene_position(pose->scene, node);
}

/* ---- where it faces ---- */

/* From where left should be, in degrees seen from above; NAN where that can't be told. */
static double turn_of(const struct pose *pose, const struct pair *pair)
{
    size_t left = node_of(pose, pair->left);
    size_t right = node_of(pose, pair->right);
    size_t hips = node_of(pose, "hips");
    size_t head = node_of(pose, "head");
    if (left == SCENE_NONE || right == SCENE_NONE) {
        return NAN;
    }
    struct vec3 way = vec3_sub(position(pose, left), position(pose, right));
    double trunk =
        hips == SCENE_NONE || head == SCENE_NONE ? 0 : vec3_distance(position(pose, hips), position(pose, head));
    double apart = sqrt(way.x * way.x + way.z * way.z);
    return apart <= fmax(LEAST_APART * trunk, LEAST_LENGTH) ? NAN : angle_degrees(atan2(fabs(way.z), way.x));
}

/* Exchanges the entries of a limb on both sides, by their names: those of the shoulders with those of the arms only
 * where they are on the wrong side too. */
static void exchange(const struct pose *pose, struct finding *finding, const char *limb)
{
    static const struct pair shoulders = {"leftShoulder", "rightShoulder"};
    const struct humanoid *humanoid = pose->check->avatar->humanoid;
    bool with_shoulders = strcmp(limb, "UpperArm") == 0 && turn_of(pose, &shoulders) > BACKWARD_LEAST;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        const char *key = humanoid->keys[bone];
        if (key != NULL && (mend_is_of_limb(limb, key) || (with_shoulders && mend_is_of_limb("Shoulder", key)))) {
            finding_edit(finding, VRMLINT_EDIT_RENAME, avatar_bone_place(pose->check, bone, NULL),
                         mend_other_side(pose->check->arena, key));
        }
    }
}

static void report_swapped(const struct pose *pose, const struct pair *pair, double turn)
{
    size_t left = bone_by_name(pair->left);
    size_t right = bone_by_name(pair->right);
    struct finding *finding =
        report(pose->check->findings, MESSAGE_VRM_SIDE_SWAPPED__DEFAULT, place_node(pose->nodes[left], NULL),
               ARGUMENTS(the_avatar_bone("left", pose->check, left), the_avatar_bone("right", pose->check, right)));
    finding_measure(finding, "turn", angle_radians(turn));
    finding_relate(finding, RELATED_VRM_SIDE_SWAPPED__DEFAULT, place_node(pose->nodes[right], NULL),
                   ARGUMENTS(the_avatar_bone("bone", pose->check, right)));
    exchange(pose, finding, pair->left + strlen("left"));
}

static void check_facing(struct pose *pose)
{
    static const struct pair arms = {"leftUpperArm", "rightUpperArm"};
    static const struct pair legs = {"leftUpperLeg", "rightUpperLeg"};
    static const struct pair others[] = {{"leftEye", "rightEye"}, {"leftShoulder", "rightShoulder"}};
    double by_arms = turn_of(pose, &arms);
    double by_legs = turn_of(pose, &legs);
    double least = fmin(by_arms, by_legs); /* which passes over a NAN */
    if (least > AHEAD_MOST) {
        pose->turned = true;
        struct finding *finding = report(
            pose->check->findings,
            least >= BACKWARD_LEAST ? MESSAGE_VRM_NOT_FACING_FORWARD__BACKWARD : MESSAGE_VRM_NOT_FACING_FORWARD__ASIDE,
            place_of(PLACE_BONE, 0, 0, NULL), ARGUMENTS(argument_number("angle", least, AHEAD_MOST, UNIT_DEGREES, 3)));
        finding_measure(finding, "turn", angle_radians(least));
        size_t by =
            scene_turned_by(pose->check->avatar->scene, pose->nodes[bone_by_name("hips")], angle_radians(AHEAD_MOST));
        if (by != SCENE_NONE) {
            finding_relate(finding, RELATED_VRM_NOT_FACING_FORWARD__DEFAULT, place_node(by, NULL),
                           ARGUMENTS(the_node("node", pose->check->avatar, by)));
        }
        return;
    }
    if (by_arms > BACKWARD_LEAST && by_legs <= AHEAD_MOST) {
        pose->arms_swapped = true;
        report_swapped(pose, &arms, by_arms);
    } else if (by_legs > BACKWARD_LEAST && by_arms <= AHEAD_MOST) {
        report_swapped(pose, &legs, by_legs);
    }
    for (size_t i = 0; !pose->arms_swapped && i < sizeof others / sizeof others[0]; i++) {
        double turn = turn_of(pose, &others[i]);
        if (turn > BACKWARD_LEAST) {
            report_swapped(pose, &others[i], turn);
        }
    }
}

/* ---- the T-pose ---- */

static void check_limb(const struct pose *pose, const struct limb *limb)
{
    struct check *check = pose->check;
    size_t from_bone = bone_by_name(limb->from);
    size_t to_bone = bone_by_name(limb->to);
    size_t from = pose->nodes[from_bone];
    size_t to = pose->nodes[to_bone];
    struct vec3 ideal = limb_ideal(limb);
    bool upright = ideal.x == 0 && ideal.z == 0;
    /* bones that don't hang together are reported as that */
    if (from == SCENE_NONE || to == SCENE_NONE || !scene_is_above(pose->scene, from, to) ||
        (pose->turned && !upright) || (pose->arms_swapped && ideal.x != 0)) {
        return;
    }
    struct vec3 along = vec3_sub(position(pose, to), position(pose, from));
    double angle = vec3_length(along) < LEAST_LENGTH ? 0 : limb_angle(limb, ideal, along);
    if (!(angle > angle_radians(limb->most))) {
        return;
    }
    struct finding *finding =
        report(check->findings, MESSAGE_VRM_REST_POSE_NOT_T_POSE__DEFAULT, place_node(from, NULL),
               ARGUMENTS(the_avatar_bone("bone", check, from_bone),
                         argument_number("angle", angle_degrees(angle), limb->most, UNIT_DEGREES, 3),
                         argument_number("limit", limb->most, NAN, UNIT_DEGREES, 3), TEXT("next", limb->to),
                         WORD("direction", limb_words(limb))));
    finding_measure(finding, "angle", angle);
    finding_measure(finding, "accepted", angle_radians(limb->most));
    finding_relate(finding, RELATED_VRM_REST_POSE_NOT_T_POSE__DEFAULT, place_node(to, NULL),
                   ARGUMENTS(the_avatar_bone("bone", check, to_bone)));
}

/* ---- hips and feet ---- */

/* The lower foot that is there, as a place in bones[]; BONE_COUNT for none. */
static size_t lower_foot(const struct pose *pose)
{
    static const char *const feet[] = {"leftFoot", "rightFoot"};
    size_t lower = BONE_COUNT;
    for (size_t i = 0; i < 2; i++) {
        size_t bone = bone_by_name(feet[i]);
        if (pose->nodes[bone] != SCENE_NONE &&
            (lower == BONE_COUNT || position(pose, pose->nodes[bone]).y < position(pose, pose->nodes[lower]).y)) {
            lower = bone;
        }
    }
    return lower;
}

static void check_feet(const struct pose *pose, double hips)
{
    size_t bone = lower_foot(pose);
    if (bone == BONE_COUNT) {
        return;
    }
    double height = position(pose, pose->nodes[bone]).y;
    bool below = height < -SUNK * hips;
    if (!below && !(height > FLOATING * hips)) {
        return;
    }
    struct finding *finding =
        report(pose->check->findings, below ? MESSAGE_VRM_FEET_OFF_GROUND__BELOW : MESSAGE_VRM_FEET_OFF_GROUND__ABOVE,
               place_node(pose->nodes[bone], NULL),
               ARGUMENTS(the_avatar_bone("bone", pose->check, bone), METRES("height", fabs(height), DIGITS)));
    finding_measure(finding, "foot", height);
    finding_measure(finding, "hips", hips);
    mend_move_scene(finding, pose->check->avatar, (struct vec3){0, -height, 0});
}

static void check_ground(const struct pose *pose)
{
    size_t hips = bone_by_name("hips");
    if (pose->nodes[hips] == SCENE_NONE) {
        return;
    }
    struct vec3 at = position(pose, pose->nodes[hips]);
    struct place place = place_node(pose->nodes[hips], NULL);
    struct argument bone = the_avatar_bone("bone", pose->check, hips);
    if (at.y < LOWEST_HIPS) {
        double shown = fabs(at.y) < LEAST_LENGTH ? 0 : at.y;
        struct finding *finding =
            report(pose->check->findings, MESSAGE_VRM_REST_HIPS_HEIGHT__DEFAULT, place,
                   ARGUMENTS(bone, argument_number("height", shown, LOWEST_HIPS, UNIT_METRES, DIGITS),
                             METRES("limit", LOWEST_HIPS, DIGITS)));
        finding_measure(finding, "height", at.y);
        return;
    }
    double limit = OFF_CENTER * at.y;
    if (fabs(at.x) > limit) {
        struct finding *finding =
            report(pose->check->findings, MESSAGE_VRM_REST_HIPS_OFF_CENTER__DEFAULT, place,
                   ARGUMENTS(bone, argument_number("offset", fabs(at.x), limit, UNIT_METRES, DIGITS),
                             METRES("limit", limit, DIGITS)));
        finding_measure(finding, "offset", at.x);
        finding_measure(finding, "height", at.y);
        mend_move_scene(finding, pose->check->avatar, (struct vec3){-at.x, 0, 0});
    }
    check_feet(pose, at.y);
}

void check_avatar_pose(struct check *check)
{
    if (!check->avatar->humanoid->present) {
        return;
    }
    struct pose pose = {.check = check, .scene = check->avatar->scene, .nodes = check->avatar->humanoid->nodes};
    check_facing(&pose);
    for (size_t i = 0; i < LIMB_COUNT; i++) {
        check_limb(&pose, &limbs[i]);
    }
    check_ground(&pose);
}
