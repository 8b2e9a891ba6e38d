/*
 * VRM 0.x: the rest pose. A T-pose on the ground, looking along -Z, in which no bone is turned or scaled: the left side
 * is then that of -X.
 */
#include <string.h>

#include "base/json_value.h"
#include "checks/mends.h"
#include "checks/scales.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_keyframes.h"
#include "ids/messages_vrm0_avatar.h"
#include "ids/messages_words.h"

#define DEGREE 0.017453292519943295
#define LEAST_ROTATION (0.5 * DEGREE)
#define TURNED 30.0       /* degrees: more is not ahead */
#define SWAPPED 150.0     /* and more is the other side */
#define LEAST_APART 1e-4  /* of the way from hips to head: what is nearer together has no sides */
#define LEAST_LENGTH 1e-6 /* metres; a shorter bone has no direction */
#define LOWEST_HIPS 1e-3  /* metres above the ground */
#define OFF_CENTER 0.05   /* of the hips' height */
#define BELOW_GROUND 0.01 /* the same, for feet */
#define ABOVE_GROUND 0.5
#define DIGITS 4

struct pose {
    struct check *check;
    const struct scene *scene;
    const struct vrm0_avatar *vrm0;
    bool turned;       /* not facing forward: said */
    size_t turned_by;  /* the node that does it, of which that is said; SCENE_NONE: none */
    bool arms_swapped; /* said */
};

static size_t node_of(const struct pose *pose, const char *bone)
{
    return pose->vrm0->nodes[bone_by_name(bone)];
}

/* The way from one bone to another; false where one isn't there. */
static bool way(const struct pose *pose, const char *from, const char *to, struct vec3 *out)
{
    size_t a = node_of(pose, from);
    size_t b = node_of(pose, to);
    if (a == SCENE_NONE || b == SCENE_NONE) {
        return false;
    }
    *out = vec3_sub(scene_position(pose->scene, b), scene_position(pose->scene, a));
    return true;
}

/* Metres as a message shows them: what a rotation leaves of a zero isn't worth its digits. */
static double shown(double metres)
{
    return fabs(metres) < LEAST_LENGTH ? 0 : metres;
}

/* ---- turned and scaled nodes ---- */

/* How far a node's own axes are turned, radians. */
static double rotation_of(const struct scene_node *node)
{
    if (!node->has_matrix) {
        double length = sqrt(node->rotation.x * node->rotation.x + node->rotation.y * node->rotation.y +
                             node->rotation.z * node->rotation.z);
        return 2 * atan2(length, fabs(node->rotation.w));
    }
    double most = 0;
    struct vec3 scale = node->scale;
    struct vec3 axes[] = {{scale.x < 0 ? -1 : 1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (size_t i = 0; i < 3; i++) {
        struct vec3 column = mat34_column(node->matrix, (int)i);
        most = vec3_length(column) > LEAST_LENGTH ? fmax(most, vec3_angle(column, axes[i])) : most;
    }
    return most;
}

struct odd_nodes {
    size_t first;
    size_t count;
    size_t listed;
    size_t nodes[FINDING_RELATED_MAX];
};

static void add_odd(struct odd_nodes *odd, size_t node)
{
    odd->first = odd->count++ == 0 ? node : odd->first;
    if (odd->count > 1 && odd->listed < FINDING_RELATED_MAX) {
        odd->nodes[odd->listed++] = node;
    }
}

static void relate_odd(const struct pose *pose, const struct odd_nodes *odd, struct finding *finding,
                       const char *otherwise)
{
    finding_measure(finding, "count", (double)odd->count);
    for (size_t i = 0; i < odd->listed && finding != NULL; i++) {
        size_t node = odd->nodes[i];
        finding_relate(finding, WORDS_ALONE,
                       place_node(node, pose->scene->nodes[node].has_matrix ? "matrix" : otherwise),
                       ARGUMENTS(the_node("thing", pose->check->avatar, node)));
    }
}

static void report_rotated(const struct pose *pose, const struct odd_nodes *odd)
{
    struct check *check = pose->check;
    const struct scene_node *node = &pose->scene->nodes[odd->first];
    struct place place = place_node(odd->first, node->has_matrix ? "matrix" : "rotation");
    struct argument name = the_node("node", check->avatar, odd->first);
    struct argument angle =
        argument_number("angle", rotation_of(node) / DEGREE, LEAST_ROTATION / DEGREE, UNIT_DEGREES, 3);
    struct finding *finding =
        odd->count == 1 ? report(check->findings, MESSAGE_VRM0_BONE_ROTATED__ONE, place, ARGUMENTS(name, angle))
                        : report(check->findings, MESSAGE_VRM0_BONE_ROTATED__SEVERAL, place,
                                 ARGUMENTS(name, angle, COUNT("more", odd->count - 1)));
    finding_measure(finding, "angle", rotation_of(node));
    relate_odd(pose, odd, finding, "rotation");
}

static void report_scaled(const struct pose *pose, const struct odd_nodes *odd)
{
    struct check *check = pose->check;
    struct place place = scale_place(pose->scene, odd->first);
    struct argument name = the_node("node", check->avatar, odd->first);
    struct argument scale = VECTOR("scale", pose->scene->nodes[odd->first].scale, 4);
    struct finding *finding =
        odd->count == 1 ? report(check->findings, MESSAGE_VRM0_BONE_SCALED__ONE, place, ARGUMENTS(name, scale))
                        : report(check->findings, MESSAGE_VRM0_BONE_SCALED__SEVERAL, place,
                                 ARGUMENTS(name, scale, COUNT("more", odd->count - 1)));
    relate_odd(pose, odd, finding, "scale");
}

/* The nodes of the bones and all above them, each once; but for one because of which the avatar faces elsewhere. */
static void check_transforms(const struct pose *pose)
{
    const struct scene *scene = pose->scene;
    struct arena *room = arena_open(pose->check->arena);
    bool *line = arena_array(room, scene->count, sizeof *line);
    struct odd_nodes *rotated = arena_alloc(room, sizeof *rotated);
    struct odd_nodes *scaled = arena_alloc(room, sizeof *scaled);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        for (size_t node = pose->vrm0->nodes[bone]; node != SCENE_NONE && !line[node];
             node = scene->nodes[node].parent) {
            line[node] = true;
        }
    }
    for (size_t node = 0; node < scene->count; node++) {
        if (line[node] && node != pose->turned_by && rotation_of(&scene->nodes[node]) > LEAST_ROTATION) {
            add_odd(rotated, node);
        }
        struct vec3 scale = scene->nodes[node].scale;
        if (line[node] && (fabs(scale.x - 1) > CHECK_SCALE_TOLERANCE || fabs(scale.y - 1) > CHECK_SCALE_TOLERANCE ||
                           fabs(scale.z - 1) > CHECK_SCALE_TOLERANCE)) {
            add_odd(scaled, node);
        }
    }
    if (rotated->count > 0) {
        report_rotated(pose, rotated);
    }
    if (scaled->count > 0) {
        report_scaled(pose, scaled);
    }
    arena_close(room);
}

/* ---- facing ---- */

/* By how many degrees the way from right to left is off -X, seen from above; NAN where that can't be told. */
static double turn_of(const struct pose *pose, const char *left, const char *right)
{
    struct vec3 trunk = {0, 0, 0};
    struct vec3 side;
    if (!way(pose, right, left, &side)) {
        return NAN;
    }
    way(pose, "hips", "head", &trunk);
    double least = fmax(LEAST_APART * vec3_length(trunk), LEAST_LENGTH);
    double apart = sqrt(side.x * side.x + side.z * side.z);
    return apart > least ? atan2(fabs(side.z), -side.x) / DEGREE : NAN;
}

/* Exchanges the names of a limb's entries on both sides: those of the shoulders with those of the arms only where they
 * are on the wrong side too. */
static void exchange(const struct pose *pose, struct finding *finding, const char *limb)
{
    struct arena *arena = pose->check->arena;
    bool with_shoulders = strcmp(limb, "UpperArm") == 0 && turn_of(pose, "leftShoulder", "rightShoulder") > SWAPPED;
    for (size_t bone = 0; finding_wants_edits(finding) && bone < BONE_COUNT; bone++) {
        const char *name = vrm0_bone_name(bone);
        if (pose->vrm0->entries[bone] != SCENE_NONE &&
            (mend_is_of_limb(limb, name) || (with_shoulders && mend_is_of_limb("Shoulder", name)))) {
            finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_VRM0_BONE, pose->vrm0->entries[bone], 0, "bone"),
                         json_text(arena, mend_other_side(arena, name)));
        }
    }
}

static void report_swapped(const struct pose *pose, enum message message, const char *left, const char *right,
                           double turn)
{
    struct check *check = pose->check;
    size_t left_node = node_of(pose, left);
    size_t right_node = node_of(pose, right);
    struct finding *finding =
        report(check->findings, message, place_node(left_node, NULL),
               ARGUMENTS(TERM("left", left), the_node("left_node", check->avatar, left_node), TERM("right", right),
                         the_node("right_node", check->avatar, right_node)));
    finding_measure(finding, "turn", turn * DEGREE);
    finding_relate(finding, RELATED_VRM0_SIDE_SWAPPED__DEFAULT, place_node(right_node, NULL),
                   ARGUMENTS(TERM("bone", right)));
    exchange(pose, finding, left + strlen("left"));
}

static void check_facing(struct pose *pose)
{
    struct check *check = pose->check;
    double arms = turn_of(pose, "leftUpperArm", "rightUpperArm");
    double legs = turn_of(pose, "leftUpperLeg", "rightUpperLeg");
    double least = fmin(arms, legs); /* which passes over a NAN */
    if (least > TURNED) {
        pose->turned = true;
        struct finding *finding =
            report(check->findings,
                   least > SWAPPED ? MESSAGE_VRM0_NOT_FACING_FORWARD__BACKWARD : MESSAGE_VRM0_NOT_FACING_FORWARD__ASIDE,
                   place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones"),
                   ARGUMENTS(argument_number("angle", least, TURNED, UNIT_DEGREES, 3)));
        finding_measure(finding, "turn", least * DEGREE);
        pose->turned_by =
            finding == NULL ? SCENE_NONE : scene_turned_by(pose->scene, node_of(pose, "hips"), TURNED * DEGREE);
        if (pose->turned_by != SCENE_NONE) {
            finding_relate(finding, RELATED_VRM0_NOT_FACING_FORWARD__DEFAULT, place_node(pose->turned_by, NULL),
                           ARGUMENTS(the_node("node", check->avatar, pose->turned_by)));
        }
        return;
    }
    if (arms > SWAPPED) {
        pose->arms_swapped = true;
        report_swapped(pose, MESSAGE_VRM0_SIDE_SWAPPED__DEFAULT, "leftUpperArm", "rightUpperArm", arms);
    } else if (legs > SWAPPED) {
        report_swapped(pose, MESSAGE_VRM0_SIDE_SWAPPED__DEFAULT, "leftUpperLeg", "rightUpperLeg", legs);
    } else if (!isnan(least)) {
        double eyes = turn_of(pose, "leftEye", "rightEye");
        double shoulders = turn_of(pose, "leftShoulder", "rightShoulder");
        if (eyes > SWAPPED) {
            report_swapped(pose, MESSAGE_VRM0_SIDE_SWAPPED__DEFAULT, "leftEye", "rightEye", eyes);
        }
        if (shoulders > SWAPPED) {
            report_swapped(pose, MESSAGE_VRM0_SIDE_SWAPPED__DEFAULT, "leftShoulder", "rightShoulder", shoulders);
        }
    }
}

/* ---- the T-pose ---- */

struct limb {
    const char *from;
    const char *to;
    struct vec3 ideal;
    double most; /* degrees */
    bool is_arm;
    enum message words;
};

static const struct limb limbs[] = {
    {"hips", "head", {0, 1, 0}, 15, false, WORDS_UPWARD},
    {"leftUpperArm", "leftLowerArm", {-1, 0, 0}, 15, true, WORDS_VRM0_TO_THE_LEFT},
    {"leftLowerArm", "leftHand", {-1, 0, 0}, 15, true, WORDS_VRM0_TO_THE_LEFT},
    {"rightUpperArm", "rightLowerArm", {1, 0, 0}, 15, true, WORDS_VRM0_TO_THE_RIGHT},
    {"rightLowerArm", "rightHand", {1, 0, 0}, 15, true, WORDS_VRM0_TO_THE_RIGHT},
    {"leftUpperLeg", "leftLowerLeg", {0, -1, 0}, 20, false, WORDS_DOWNWARD},
    {"leftLowerLeg", "leftFoot", {0, -1, 0}, 20, false, WORDS_DOWNWARD},
    {"rightUpperLeg", "rightLowerLeg", {0, -1, 0}, 20, false, WORDS_DOWNWARD},
    {"rightLowerLeg", "rightFoot", {0, -1, 0}, 20, false, WORDS_DOWNWARD},
};

static void check_limb(const struct pose *pose, const struct limb *limb)
{
    struct check *check = pose->check;
    struct vec3 along;
    size_t from = node_of(pose, limb->from);
    size_t to = node_of(pose, limb->to);
    /* bones that don't hang together are reported as that */
    if (!way(pose, limb->from, limb->to, &along) || !scene_is_above(pose->scene, from, to) ||
        vec3_length(along) < LEAST_LENGTH || (limb->is_arm && (pose->turned || pose->arms_swapped))) {
        return;
    }
    double angle = vec3_angle(along, limb->ideal);
    if (!(angle > limb->most * DEGREE)) {
        return;
    }
    struct finding *finding = report(
        check->findings, MESSAGE_VRM0_REST_POSE_NOT_T_POSE__DEFAULT, place_node(from, NULL),
        ARGUMENTS(TERM("bone", limb->from), the_node("node", check->avatar, from), TERM("next", limb->to),
                  WORD("direction", limb->words), argument_number("angle", angle / DEGREE, limb->most, UNIT_DEGREES, 3),
                  argument_number("limit", limb->most, NAN, UNIT_DEGREES, 3)));
    finding_measure(finding, "angle", angle);
    finding_measure(finding, "accepted", limb->most * DEGREE);
    finding_relate(finding, RELATED_VRM0_REST_POSE_NOT_T_POSE__DEFAULT, place_node(to, NULL),
                   ARGUMENTS(TERM("bone", limb->to)));
}

/* ---- on the ground ---- */

static void check_feet(const struct pose *pose, double hips)
{
    struct check *check = pose->check;
    size_t left = node_of(pose, "leftFoot");
    size_t right = node_of(pose, "rightFoot");
    if (left == SCENE_NONE || right == SCENE_NONE) {
        return;
    }
    bool is_left = scene_position(pose->scene, left).y <= scene_position(pose->scene, right).y;
    size_t foot = is_left ? left : right;
    double height = scene_position(pose->scene, foot).y;
    if (height >= -BELOW_GROUND * hips && height <= ABOVE_GROUND * hips) {
        return;
    }
    struct finding *finding =
        report(check->findings, height < 0 ? MESSAGE_VRM0_FEET_OFF_GROUND__BELOW : MESSAGE_VRM0_FEET_OFF_GROUND__ABOVE,
               place_node(foot, NULL),
               ARGUMENTS(TERM("bone", is_left ? "leftFoot" : "rightFoot"), the_node("node", check->avatar, foot),
                         METRES("foot", fabs(height), DIGITS), METRES("hips", hips, DIGITS)));
    finding_measure(finding, "foot", height);
    finding_measure(finding, "hips", hips);
    mend_move_scene(finding, check->avatar, (struct vec3){0, -height, 0});
}

static void check_ground(const struct pose *pose)
{
    struct check *check = pose->check;
    size_t hips = node_of(pose, "hips");
    if (hips == SCENE_NONE) {
        return;
    }
    struct vec3 at = scene_position(pose->scene, hips);
    struct argument name = the_node("node", check->avatar, hips);
    struct place place = place_node(hips, NULL);
    struct finding *finding = NULL;
    if (at.y < LOWEST_HIPS) {
        finding = report(check->findings, MESSAGE_VRM0_REST_HIPS_HEIGHT__DEFAULT, place,
                         ARGUMENTS(name, argument_number("height", shown(at.y), LOWEST_HIPS, UNIT_METRES, DIGITS),
                                   METRES("limit", LOWEST_HIPS, DIGITS)));
        finding_measure(finding, "height", at.y);
        return;
    }
    double limit = OFF_CENTER * at.y;
    if (fabs(at.x) > limit) {
        finding = report(check->findings, MESSAGE_VRM0_REST_HIPS_OFF_CENTER__DEFAULT, place,
                         ARGUMENTS(name, argument_number("offset", fabs(at.x), limit, UNIT_METRES, DIGITS),
                                   METRES("limit", limit, DIGITS)));
        finding_measure(finding, "offset", at.x);
        mend_move_scene(finding, check->avatar, (struct vec3){-at.x, 0, 0});
    }
    check_feet(pose, at.y);
}

void check_vrm0_pose(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    if (vrm0->json == NULL || vrm0->human_bones == NULL) {
        return;
    }
    struct pose pose = {.check = check, .scene = check->avatar->scene, .vrm0 = vrm0, .turned_by = SCENE_NONE};
    check_facing(&pose);
    check_transforms(&pose);
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) {
        check_limb(&pose, &limbs[i]);
    }
    check_ground(&pose);
}
