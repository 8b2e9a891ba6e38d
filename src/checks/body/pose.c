/* The rest pose of a body: a T-pose on the ground that faces +Z, or -Z in VRM 0.x. VRMC_vrm 1.0, T-pose; VRM 0.0, VRM
 * rules; VRMC_vrm_animation 1.0, humanoid. */
#include <stdbool.h>

#include "base/json_value.h"
#include "base/vec.h"
#include "checks/body/body.h"
#include "checks/body/levels.h"
#include "checks/fixes.h"
#include "checks/scales.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_gltf.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm0_avatar.h"
#include "message/message.h"

/* The direction from a bone to the next one in a T-pose. */
enum direction { LEFT, RIGHT, UP, DOWN, AHEAD, LEFT_AHEAD, RIGHT_AHEAD };

struct limb {
    const char *from;
    const char *to;
    double most; /* degrees */
    enum direction ideal;
    bool is_large; /* trunk, arm or leg; the only ones that VRM 0.x requires */
};

#define LIMB_COUNT 31
extern const struct limb limbs[LIMB_COUNT];

#define LEAST_SHADOW 0.1 /* of a bone's length, projected on the ground; a shorter projection has no direction */

static const struct {
    struct vec3 vector;
    enum message words;
} directions[] = {
    [LEFT] = {{1, 0, 0}, WORDS_TO_THE_LEFT},
    [RIGHT] = {{-1, 0, 0}, WORDS_TO_THE_RIGHT},
    [UP] = {{0, 1, 0}, WORDS_UPWARD},
    [DOWN] = {{0, -1, 0}, WORDS_DOWNWARD},
    [AHEAD] = {{0, 0, 1}, WORDS_AHEAD},
    [LEFT_AHEAD] = {{1, 0, 1}, WORDS_AHEAD_AND_LEFT},
    [RIGHT_AHEAD] = {{-1, 0, 1}, WORDS_AHEAD_AND_RIGHT},
};

#define FINGER(side, finger, out)                                                                                      \
    {side finger "Proximal", side finger "Intermediate", 20, out, false},                                              \
    {                                                                                                                  \
        side finger "Intermediate", side finger "Distal", 20, out, false                                               \
    }

#define SIDE(side, out, thumb)                                                                                         \
    {side "UpperArm", side "LowerArm", 15, out, true}, {side "LowerArm", side "Hand", 15, out, true},                  \
        {side "Hand", side "MiddleProximal", 20, out, false}, FINGER(side, "Index", out), FINGER(side, "Middle", out), \
        FINGER(side, "Ring", out), FINGER(side, "Little", out),                                                        \
        {side "ThumbProximal", side "ThumbDistal", 35, thumb, false},                                                  \
        {side "UpperLeg", side "LowerLeg", 20, DOWN, true}, {side "LowerLeg", side "Foot", 20, DOWN, true},            \
    {                                                                                                                  \
        side "Foot", side "Toes", 20, AHEAD, false                                                                     \
    }

const struct limb limbs[LIMB_COUNT] = {
    {"hips", "head", 15, UP, true},
    SIDE("left", LEFT, LEFT_AHEAD),
    SIDE("right", RIGHT, RIGHT_AHEAD),
};

/* The direction of a limb, of any length, for an avatar that faces +Z; and the message that names it. */
static struct vec3 limb_ideal(const struct limb *limb)
{
    return directions[limb->ideal].vector;
}

static enum message limb_words(const struct limb *limb)
{
    return directions[limb->ideal].words;
}

/* Returns the angle between a limb's direction and the ideal one, in radians. For toes, only the angle seen from
 * above counts, because feet may slope down. */
static double limb_angle(const struct limb *limb, struct vec3 ideal, struct vec3 along)
{
    if (limb->ideal != AHEAD) {
        return vec3_angle(along, ideal);
    }
    double shadow = sqrt(along.x * along.x + along.z * along.z);
    return shadow < LEAST_SHADOW * vec3_length(along) ? 0 : atan2(fabs(along.x), along.z);
}

enum facing { FACING_AHEAD, FACING_ASIDE, FACING_BACKWARD };

struct stance {
    enum facing facing;
    bool arms_swapped; /* only the arms lead the other way */
    size_t turned_by;  /* the node that rotates the body and that a finding names, or SCENE_NONE */
};

#define LEAST_APART 1e-4    /* of the distance from hips to head; bones nearer together have no sides */
#define LEAST_FORWARD 0.005 /* of the body's height; a shorter vector doesn't show where the front is */
#define DIGITS 4            /* significant digits, of metres in messages */

/* Evidence of left and right. */
enum sign {
    SIGN_SHOULDERS, /* from the right upper arm to the left one */
    SIGN_LEGS,      /* from the right upper leg to the left one */
    SIGN_ARMS,      /* direction of the left arm minus direction of the right arm */
    SIGNS,
};

/* Differences between the dialects_of_pose. */
struct rules {
    double ahead;     /* degrees: a pair rotated by at most this is correct */
    double backward;  /* degrees: a pair rotated by at least this is on the other side */
    bool by_arms;     /* SIGN_ARMS counts */
    bool names_sides; /* a body that faces another way is reported by its left and right bones instead of the angle */
    bool has_more_pairs; /* eyes and shoulders can be swapped alone */
};

static const struct rules dialects_of_pose[DIALECTS] = {
    [DIALECT_VRM1] = {30, 150, false, false, true},
    [DIALECT_VRM0] = {30, 150, false, false, true},
    [DIALECT_ANIMATION] = {60, 120, true, true, false},
};

/* Two bones, without "left" and "right". */
static const char arms[] = "UpperArm";
static const char legs[] = "UpperLeg";

static size_t bone_of(const struct body *body, const char *side, const char *pair)
{
    return bone_by_name(arena_printf(body->check->arena, "%s%s", side, pair));
}

/* Computes the vector between two bones; returns false if one has no node. */
static bool way_between(const struct body *body, size_t from, size_t to, struct vec3 *out)
{
    if (body->nodes[from] == SCENE_NONE || body->nodes[to] == SCENE_NONE) {
        return false;
    }
    *out = vec3_sub(body_position(body, to), body_position(body, from));
    return true;
}

/* Returns the angle between a vector that should point left and the left, in degrees seen from above; NAN if it is
 * too short. */
static double turn_of_way(const struct body *body, struct vec3 left)
{
    struct vec3 trunk = {0, 0, 0};
    way_between(body, bone_by_name("hips"), bone_by_name("head"), &trunk);
    double least = fmax(LEAST_APART * vec3_length(trunk), CHECK_NOISE);
    double apart = sqrt(left.x * left.x + left.z * left.z);
    return apart > least ? angle_degrees(atan2(fabs(left.z), body->left * left.x)) : NAN;
}

/* Returns the same for the vector from the right bone of a pair to the left one; NAN if one of them has no node. */
static double turn_of_pair(const struct body *body, const char *pair)
{
    struct vec3 left;
    bool known = way_between(body, bone_of(body, "right", pair), bone_of(body, "left", pair), &left);
    return known ? turn_of_way(body, left) : NAN;
}

static double turn_of_arms(const struct body *body)
{
    struct vec3 left;
    struct vec3 right;
    bool known = way_between(body, bone_by_name("leftUpperArm"), bone_by_name("leftLowerArm"), &left) &&
                 way_between(body, bone_by_name("rightUpperArm"), bone_by_name("rightLowerArm"), &right);
    return known ? turn_of_way(body, vec3_sub(left, right)) : NAN;
}

/* Rounds metres for a message: rounding errors of rotations become 0. */
static double round_metres(double metres)
{
    return fabs(metres) < CHECK_NOISE ? 0 : metres;
}

static struct finding *report_sides(const struct body *body, enum message message, enum message related,
                                    const char *pair, double turn)
{
    const struct avatar *avatar = body->check->avatar;
    size_t left = bone_of(body, "left", pair);
    size_t right = bone_of(body, "right", pair);
    double left_x = body_position(body, left).x;
    double right_x = body_position(body, right).x;
    struct finding *finding =
        body_report(body, message, place_node(body->nodes[left], NULL),
                    ARGUMENTS(body_bone("left", body, left), the_node("left_node", avatar, body->nodes[left]),
                              METRES("left_x", round_metres(left_x), DIGITS), body_bone("right", body, right),
                              the_node("right_node", avatar, body->nodes[right]),
                              METRES("right_x", round_metres(right_x), DIGITS)));
    finding_measure(finding, "turn", angle_radians(turn));
    if (dialects_of_pose[body->dialect].names_sides) {
        finding_measure(finding, "left", left_x);
        finding_measure(finding, "right", right_x);
    }
    body_relate(body, finding, related, place_node(body->nodes[right], NULL), right);
    return finding;
}

/* Whether a bone is on the wrong side of the body's middle. side: the sign of x where it belongs. */
static bool is_across(const struct body *body, size_t bone, double side)
{
    size_t hips = bone_by_name("hips");
    double middle = body->nodes[hips] == SCENE_NONE ? 0 : body_position(body, hips).x;
    return side * (body_position(body, bone).x - middle) < -CHECK_NOISE;
}

/* Whether another bone has the same node, which is reported elsewhere. */
static bool poses_share_node(const struct body *body, size_t bone)
{
    for (size_t other = 0; other < BONE_COUNT; other++) {
        if (other != bone && body->nodes[other] == body->nodes[bone]) {
            return true;
        }
    }
    return false;
}

/* Reports a single bone that is on the side of its counterpart: its entry is wrong, and exchanging the two wouldn't
 * help. */
static void report_misplaced_pose(const struct body *body, size_t astray, size_t other, double turn)
{
    if (poses_share_node(body, astray)) {
        return;
    }
    const struct avatar *avatar = body->check->avatar;
    struct finding *finding =
        body_report(body, MESSAGE_VRM_SIDE_SWAPPED__ASTRAY, place_node(body->nodes[astray], NULL),
                    ARGUMENTS(body_bone("bone", body, astray), body_name("name", body, astray),
                              the_node("node", avatar, body->nodes[astray]), body_bone("other", body, other),
                              the_node("other_node", avatar, body->nodes[other])));
    finding_fix(finding, VRMLINT_FIX_NONE);
    finding_measure(finding, "turn", angle_radians(turn));
    body_relate(body, finding, RELATED_VRM_SIDE_SWAPPED__DEFAULT, place_node(body->nodes[other], NULL), other);
}

/* Whether bones of a limb below its first ones are mapped. They are below the nodes of those, or another rule reports
 * them, so they are on the other side too. */
static bool has_more_of_limb(const struct body *body, const char *pair)
{
    bool more = false;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        const char *name = body->names[bone];
        more = more || (name != NULL && fix_is_of_limb(pair, name) && bone != bone_of(body, "left", pair) &&
                        bone != bone_of(body, "right", pair));
    }
    return more;
}

static void report_swapped(const struct body *body, enum message message, const char *pair, double turn)
{
    size_t left = bone_of(body, "left", pair);
    size_t right = bone_of(body, "right", pair);
    bool left_across = is_across(body, left, body->left);
    if (left_across != is_across(body, right, -body->left)) {
        report_misplaced_pose(body, left_across ? left : right, left_across ? right : left, turn);
        return;
    }
    if (message == MESSAGE_VRM_SIDE_SWAPPED__DEFAULT && has_more_of_limb(body, pair)) {
        message = MESSAGE_VRM_SIDE_SWAPPED__LIMB;
    }
    struct finding *finding = report_sides(body, message, RELATED_VRM_SIDE_SWAPPED__DEFAULT, pair, turn);
    body_exchange(body, finding, pair);
    if (pair == arms && turn_of_pair(body, "Shoulder") > dialects_of_pose[body->dialect].backward) {
        body_exchange(body, finding, "Shoulder");
    }
}

/* Returns how far bones lead forward, independent of left and right: toes from feet, eyes from the head; metres. 0 if
 * they are missing, too short, or one leads backward. */
static double forward_by_front(const struct body *body)
{
    static const char *const ways[][2] = {
        {"leftFoot", "leftToes"}, {"rightFoot", "rightToes"}, {"head", "leftEye"}, {"head", "rightEye"}};
    double least = LEAST_FORWARD * body_height(body);
    double sum = 0;
    bool backward = false;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct vec3 way;
        if (way_between(body, bone_by_name(ways[i][0]), bone_by_name(ways[i][1]), &way)) {
            double forward = body->left * way.z; /* with left on the other side, the body faces the other way */
            sum += forward > least ? forward : 0;
            backward = backward || forward < -least;
        }
    }
    return backward ? 0 : sum;
}

/* Reports exchanged left and right arms and legs of a body whose front is correct. */
static void report_all_swapped(const struct body *body, double turn, const double *turns)
{
    static const char *const swapped[] = {"Shoulder", "UpperArm", "UpperLeg", "Eye"};
    struct finding *finding = report_sides(body, MESSAGE_VRM_SIDE_SWAPPED__ALL, RELATED_VRM_SIDE_SWAPPED__DEFAULT,
                                           isnan(turns[SIGN_LEGS]) ? arms : legs, turn);
    for (size_t i = 0; i < sizeof swapped / sizeof *swapped; i++) {
        if (turn_of_pair(body, swapped[i]) >= dialects_of_pose[body->dialect].backward) {
            body_exchange(body, finding, swapped[i]);
        }
    }
}

/* Reports a body that faces another way. Returns the node that rotates it if the finding names one, or SCENE_NONE. */
static size_t report_turned(const struct body *body, enum message message, double turn, const double *turns)
{
    const struct rules *rules = &dialects_of_pose[body->dialect];
    if (rules->names_sides) {
        bool by_arms = !isnan(turns[SIGN_SHOULDERS]) || !isnan(turns[SIGN_ARMS]);
        report_sides(body, message, RELATED_VRM_NOT_FACING_FORWARD__DEFAULT, by_arms ? arms : legs, turn);
        return SCENE_NONE;
    }
    struct finding *finding = body_report(body, message, body_list(body),
                                          ARGUMENTS(argument_number("angle", turn, rules->ahead, UNIT_DEGREES, 3)));
    finding_measure(finding, "turn", angle_radians(turn));
    size_t by = finding == NULL ? SCENE_NONE
                                : scene_turned_by(body->scene, body_node(body, "hips"), angle_radians(rules->ahead));
    if (by != SCENE_NONE) {
        relate_twin(finding, body->dialect, RELATED_VRM_NOT_FACING_FORWARD__DEFAULT, place_node(by, NULL),
                    ARGUMENTS(the_node("node", body->check->avatar, by)));
    }
    return by;
}

/* Judges the direction; reports a body that faces another way, and swapped left and right bones. */
static struct stance check_facing(const struct body *body)
{
    static const char *const more_pairs[] = {"Eye", "Shoulder"};
    const struct rules *rules = &dialects_of_pose[body->dialect];
    double turns[SIGNS] = {turn_of_pair(body, arms), turn_of_pair(body, legs),
                           rules->by_arms ? turn_of_arms(body) : NAN};
    double least = fmin(fmin(turns[SIGN_SHOULDERS], turns[SIGN_LEGS]), turns[SIGN_ARMS]); /* fmin() ignores NAN */
    struct stance stance = {FACING_AHEAD, false, SCENE_NONE};
    if (least >= rules->backward && forward_by_front(body) > 0) {
        stance.facing = FACING_BACKWARD; /* as the limbs show it */
        report_all_swapped(body, least, turns);
        return stance;
    }
    if (least > rules->ahead) {
        stance.facing = least >= rules->backward ? FACING_BACKWARD : FACING_ASIDE;
        stance.turned_by = report_turned(body,
                                         stance.facing == FACING_BACKWARD ? MESSAGE_VRM_NOT_FACING_FORWARD__BACKWARD
                                                                          : MESSAGE_VRM_NOT_FACING_FORWARD__ASIDE,
                                         least, turns);
        return stance;
    }
    if (turns[SIGN_SHOULDERS] >= rules->backward && turns[SIGN_LEGS] <= rules->ahead) {
        stance.arms_swapped = !rules->by_arms || turns[SIGN_ARMS] >= rules->backward;
        report_swapped(body,
                       body->dialect == DIALECT_ANIMATION ? MESSAGE_ANIMATION_REST_POSE_FACES_BACKWARD__ARMS
                                                          : MESSAGE_VRM_SIDE_SWAPPED__DEFAULT,
                       arms, turns[SIGN_SHOULDERS]);
    } else if (turns[SIGN_LEGS] >= rules->backward && turns[SIGN_SHOULDERS] <= rules->ahead) {
        report_swapped(body, MESSAGE_VRM_SIDE_SWAPPED__DEFAULT, legs, turns[SIGN_LEGS]);
    }
    for (size_t i = 0; rules->has_more_pairs && !isnan(least) && !stance.arms_swapped && i < 2; i++) {
        double turn = turn_of_pair(body, more_pairs[i]);
        if (turn >= rules->backward) {
            report_swapped(body, MESSAGE_VRM_SIDE_SWAPPED__DEFAULT, more_pairs[i], turn);
        }
    }
    return stance;
}

/* Rotations of nodes that have w first; in glTF the order is x, y, z, w. The body is the evidence: it is far from a
 * T-pose, and would be in one if all rotations of the file were read in the other order. */

enum {
    ROTATIONS_LEAST = 3, /* fewer may be wrong for other reasons */
    LIMBS_LEAST = 4,     /* that can be judged */
    WRONG_LEAST = 2      /* of them, far from a T-pose as the file is written */
};

/* Returns the world matrix of each usable node as if rotations had w first. */
static struct mat34 *read_reordered(struct arena *arena, const struct scene *scene)
{
    struct mat34 *world = arena_array(arena, scene->count, sizeof *world);
    size_t count;
    const size_t *order = scene_order(arena, scene, &count);
    for (size_t i = 0; i < count; i++) {
        struct scene_node node = scene->nodes[order[i]];
        if (tree_get(node.json, "rotation") != NULL) {
            node.rotation = (struct quat){node.rotation.y, node.rotation.z, node.rotation.w, node.rotation.x};
        }
        struct mat34 local = scene_local(&node);
        world[order[i]] = node.parent == SCENE_NONE ? local : mat34_multiply(&world[node.parent], &local);
    }
    return world;
}

/* Whether a limb is off the T-pose. */
static bool is_off(const struct body *body, const struct limb *limb, struct vec3 from, struct vec3 to)
{
    struct vec3 along = vec3_sub(to, from);
    struct vec3 ideal = limb_ideal(limb);
    ideal.x *= body->left;
    return vec3_length(along) < CHECK_NOISE || limb_angle(limb, ideal, along) > angle_radians(limb->most);
}

/* Whether the body is in a T-pose only with the other order. */
static bool is_better(const struct body *body, const struct mat34 *reordered)
{
    size_t judged = 0;
    size_t wrong = 0;
    for (size_t i = 0; i < LIMB_COUNT; i++) {
        size_t from = body_node(body, limbs[i].from);
        size_t to = body_node(body, limbs[i].to);
        if (!limbs[i].is_large || from == SCENE_NONE || to == SCENE_NONE || !scene_is_above(body->scene, from, to)) {
            continue;
        }
        if (is_off(body, &limbs[i], mat34_translation(&reordered[from]), mat34_translation(&reordered[to]))) {
            return false;
        }
        judged++;
        wrong += is_off(body, &limbs[i], scene_position(body->scene, from), scene_position(body->scene, to));
    }
    return judged >= LIMBS_LEAST && wrong >= WRONG_LEAST;
}

static void report_order(const struct body *body, size_t count)
{
    const struct scene *scene = body->scene;
    struct finding *finding = report(body->check->findings, MESSAGE_GLTF_ROTATION_ORDER__DEFAULT, place_at("/nodes"),
                                     ARGUMENTS(COUNT("count", count)));
    for (size_t n = 0; n < scene->count && finding_wants_edits(finding); n++) {
        const struct quat *q = &scene->nodes[n].rotation;
        struct json_value room;
        if (tree_length(tree_get(scene->nodes[n].json, "rotation")) == 4) {
            finding_edit(finding, VRMLINT_EDIT_SET, place_node(n, "rotation"),
                         json_numbers(&room, (const double[]){q->y, q->z, q->w, q->x}, 4));
        }
    }
    finding_measure(finding, "count", (double)count);
}

/* Returns whether all rotations of the file have w first, judged by the body, and reports that. */
static bool check_body_rotations(const struct body *body)
{
    const struct scene *scene = body->scene;
    size_t count = 0;
    for (size_t n = 0; n < scene->count; n++) {
        count += tree_length(tree_get(scene->nodes[n].json, "rotation")) == 4;
    }
    if (count < ROTATIONS_LEAST) {
        return false;
    }
    struct arena *room = arena_open(body->check->arena);
    bool better = is_better(body, read_reordered(room, scene));
    arena_close(room);
    if (better) {
        report_order(body, count);
    }
    return better;
}

#define LOWEST_HIPS 1e-3 /* metres above the ground */
#define OFF_CENTER 0.05  /* fraction of the hips' height */
#define FLOATING 0.5     /* fraction of the hips' height; higher feet are above the ground */
#define TILTED 60.0      /* degrees: a trunk that deviates more from up is lying */
#define STRAIGHT 20.0    /* degrees between trunk and legs of a body that is straight in itself */
#define ABOVE_HIPS 0.25  /* metres: thighs never begin this far above the hips */

/* Differences between the dialects_of_pose. */
static const struct pose_rules {
    double sunk;         /* fraction of the hips' height; lower feet are below the ground */
    bool all_limbs;      /* hands, fingers and toes are judged too */
    bool judges_swapped; /* reversed arms are judged as mirrored instead of skipped */
    bool is_moved;       /* the scene can be moved as a fix */
    enum message to_the_left;
    enum message to_the_right;
} pose_dialects[DIALECTS] = {
    [DIALECT_VRM1] = {0.01, true, false, true, WORDS_TO_THE_LEFT, WORDS_TO_THE_RIGHT},
    [DIALECT_VRM0] = {0.01, false, false, true, WORDS_VRM0_TO_THE_LEFT, WORDS_VRM0_TO_THE_RIGHT},
    [DIALECT_ANIMATION] = {0.5, true, true, false, WORDS_TO_THE_LEFT, WORDS_TO_THE_RIGHT},
};

/* ---- the T-pose ---- */

/* Returns the angle by which a limb is off, in radians; 0 if that is unknown. */
static double limb_deviation(const struct body *body, const struct stance *stance, const struct limb *limb,
                             struct vec3 along)
{
    const struct pose_rules *rules = &pose_dialects[body->dialect];
    struct vec3 ideal = limb_ideal(limb);
    bool is_mirrored = stance->facing == FACING_BACKWARD || stance->arms_swapped;
    /* A body that faces another way is reported elsewhere. The right directions of its toes and thumbs are unknown,
     * and for one that faces to the side also those of its arms. */
    if (vec3_length(along) < CHECK_NOISE || (stance->facing != FACING_AHEAD && ideal.z != 0) ||
        (stance->facing == FACING_ASIDE && ideal.x != 0) || (stance->arms_swapped && ideal.x != 0 && ideal.z != 0) ||
        (is_mirrored && ideal.x != 0 && !rules->judges_swapped)) {
        return 0;
    }
    ideal.x *= is_mirrored ? -body->left : body->left;
    return limb_angle(limb, ideal, along);
}

static enum message direction_of(const struct pose_rules *rules, const struct limb *limb)
{
    return limb->ideal == LEFT ? rules->to_the_left : limb->ideal == RIGHT ? rules->to_the_right : limb_words(limb);
}

static void check_limb(const struct body *body, const struct stance *stance, const struct limb *limb)
{
    const struct pose_rules *rules = &pose_dialects[body->dialect];
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
    return vec3_length(way) < CHECK_NOISE ? NAN : vec3_angle(way, (struct vec3){0, 1, 0});
}

/* Returns the outermost node above the hips that tilts all below it, or SCENE_NONE. */
static size_t tilted_by(const struct body *body, size_t hips)
{
    size_t found = SCENE_NONE;
    for (size_t node = body->scene->nodes[hips].parent; node != SCENE_NONE; node = body->scene->nodes[node].parent) {
        struct mat34 local = scene_local(&body->scene->nodes[node]);
        struct vec3 up = mat34_column(&local, 1);
        found = vec3_angle(up, (struct vec3){0, 1, 0}) > angle_radians(TILTED) ? node : found;
    }
    return found;
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
    size_t by = tilted_by(body, body->nodes[hips]);
    if (by != SCENE_NONE && body->dialect != DIALECT_ANIMATION) {
        relate_twin(finding, body->dialect, RELATED_VRM_NOT_FACING_FORWARD__DEFAULT, place_node(by, NULL),
                    ARGUMENTS(the_node("node", body->check->avatar, by)));
    }
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
            (lower == BONE_COUNT || body_position(body, bone).y < body_position(body, lower).y - CHECK_NOISE)) {
            lower = bone;
        }
    }
    return lower;
}

static void check_feet(const struct body *body, double hips)
{
    const struct pose_rules *rules = &pose_dialects[body->dialect];
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
    double shown = fabs(height) < CHECK_NOISE ? 0 : height; /* rounding errors of rotations */
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
    const struct pose_rules *rules = &pose_dialects[body->dialect];
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
