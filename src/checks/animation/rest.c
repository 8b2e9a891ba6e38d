/*
 * The rest pose of a VRM animation, from which apps measure every turn: a T-pose, on its feet, facing +Z. Catalogue:
 * constraint-animation.md sections 2.5 (rest pose) and 2.6.1.
 */
#include "base/quote.h"
#include "checks/animation/names.h"

#define LOWEST_HIPS 1e-3  /* metres above the ground */
#define OFF_CENTER 0.05   /* of the hips' height */
#define LEAST_LENGTH 1e-6 /* metres; a shorter bone has no direction */
#define LEAST_SHADOW 0.1  /* of a bone's length that lies flat; less has no direction on the ground */
#define ASIDE 0.7071      /* of the way between the shoulders: with less of it along X the pose faces to the side */
#define DEGREE 0.017453292519943295

/* Where a bone leads to in a T-pose. */
enum direction { LEFT, RIGHT, UP, DOWN, AHEAD, LEFT_AHEAD, RIGHT_AHEAD };

static const struct {
    struct vec3 vector;
    const char *name;
} directions[] = {
    [LEFT] = {{1, 0, 0}, "straight to the left (+X)"},
    [RIGHT] = {{-1, 0, 0}, "straight to the right (-X)"},
    [UP] = {{0, 1, 0}, "straight up (+Y)"},
    [DOWN] = {{0, -1, 0}, "straight down (-Y)"},
    [AHEAD] = {{0, 0, 1}, "straight ahead (+Z), seen from above"},
    [LEFT_AHEAD] = {{1, 0, 1}, "ahead and to the left, at 45 degrees (+X+Z)"},
    [RIGHT_AHEAD] = {{-1, 0, 1}, "ahead and to the right, at 45 degrees (-X+Z)"},
};

struct limb {
    const char *from;
    const char *to;
    enum direction ideal;
    double most; /* degrees */
};

#define FINGER(side, finger, out)                                                                                      \
    {side finger "Proximal", side finger "Intermediate", out, 20},                                                     \
    {                                                                                                                  \
        side finger "Intermediate", side finger "Distal", out, 20                                                      \
    }

#define SIDE(side, out, thumb)                                                                                         \
    {side "UpperArm", side "LowerArm", out, 15}, {side "LowerArm", side "Hand", out, 15},                              \
        {side "Hand", side "MiddleProximal", out, 20}, FINGER(side, "Index", out), FINGER(side, "Middle", out),        \
        FINGER(side, "Ring", out), FINGER(side, "Little", out), {side "ThumbProximal", side "ThumbDistal", thumb, 35}, \
        {side "UpperLeg", side "LowerLeg", DOWN, 20}, {side "LowerLeg", side "Foot", DOWN, 20},                        \
    {                                                                                                                  \
        side "Foot", side "Toes", AHEAD, 20                                                                            \
    }

static const struct limb limbs[] = {
    {"hips", "head", UP, 15},
    SIDE("left", LEFT, LEFT_AHEAD),
    SIDE("right", RIGHT, RIGHT_AHEAD),
};

struct rest {
    struct check *check;
    const struct vrma *vrma;
    const struct scene *scene;
    bool *mirrored; /* per node: whether something above it is mirrored or without size */
    bool backward;
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
    struct finding *finding = NULL;
    if (at.y < LOWEST_HIPS) {
        bool moved = rest->vrma->roles[hips].translation != VRMA_NONE;
        finding = report_english(
            check->findings, RULE_ANIMATION_REST_HIPS_HEIGHT, animation_node_pointer(check, hips),
            "%s is %s m above the ground at rest, it must be at least 0.001: apps divide by this height%s: put "
            "the rest pose on its feet, with the hips as high as they are when standing",
            animation_capital(check, animation_bone(check, bone_by_name("hips"))),
            quote_number(check->arena, shown(at.y), LOWEST_HIPS, 4),
            moved ? ", and the hips' track sends the avatar out of sight" : "");
        finding_severity(finding, moved ? VRMLINT_ERROR : VRMLINT_WARNING);
    } else if (fabs(at.x) > OFF_CENTER * at.y) {
        finding =
            report_english(check->findings, RULE_ANIMATION_REST_HIPS_OFF_CENTER, animation_node_pointer(check, hips),
                           "%s is %s m to the %s of the origin at rest, expected is at most %.4g (5%% of its height): "
                           "put the rest pose in the middle",
                           animation_capital(check, animation_bone(check, bone_by_name("hips"))),
                           quote_number(check->arena, fabs(at.x), OFF_CENTER * at.y, 4), at.x > 0 ? "left" : "right",
                           OFF_CENTER * at.y);
        finding_measure(finding, "offset", at.x);
    }
    finding_measure(finding, "height", at.y);
}

/* ---- which way it looks ---- */

static void check_facing(struct rest *rest)
{
    struct check *check = rest->check;
    size_t left_bone = bone_by_name("leftUpperArm");
    size_t right_bone = bone_by_name("rightUpperArm");
    size_t left = rest->vrma->nodes[left_bone];
    size_t right = rest->vrma->nodes[right_bone];
    if (!is_sound(rest, left) || !is_sound(rest, right)) {
        return;
    }
    struct vec3 from = scene_position(rest->scene, left);
    struct vec3 to = scene_position(rest->scene, right);
    if (from.x > to.x || vec3_distance(from, to) < LEAST_LENGTH) {
        return;
    }
    rest->backward = true;
    bool aside = to.x - from.x < ASIDE * vec3_distance(from, to);
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_REST_POSE_FACES_BACKWARD, animation_node_pointer(check, left),
        "%s is at x = %.4g m and %s at %.4g at rest, but left is +X: the rest pose faces %s: turn it to face +Z",
        animation_capital(check, animation_bone(check, left_bone)), shown(from.x), animation_bone(check, right_bone),
        shown(to.x), aside ? "to the side" : "-Z, as in VRM 0.x, or left and right are mixed up");
    finding_measure(finding, "left", from.x);
    finding_measure(finding, "right", to.x);
    finding_relate_english(finding, animation_node_pointer(check, right), "%s", animation_bone(check, right_bone));
}

/* ---- the pose ---- */

/* By how much a limb is off, in radians; 0 where that can't be told. */
static double deviation(const struct rest *rest, const struct limb *limb, struct vec3 along)
{
    struct vec3 ideal = directions[limb->ideal].vector;
    double length = vec3_length(along);
    if (length < LEAST_LENGTH) {
        return 0;
    }
    /* of a pose that faces backward that has been said: left and right are the other way round, ahead is open */
    if (rest->backward && ideal.z != 0) {
        return 0;
    }
    if (rest->backward) {
        ideal.x = -ideal.x;
    }
    if (limb->ideal != AHEAD) {
        return vec3_angle(along, ideal);
    }
    /* a foot slopes down as it likes */
    double shadow = sqrt(along.x * along.x + along.z * along.z);
    return shadow < LEAST_SHADOW * length ? 0 : atan2(fabs(along.x), along.z);
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
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_REST_POSE_NOT_T_POSE, animation_node_pointer(check, from),
        "%s is %s degrees off the T-pose at rest, accepted are %.0f: the way to '%s' must lead %s: export the "
        "animation with a T-pose as its rest pose",
        animation_capital(check, animation_bone(check, from_bone)),
        quote_number(check->arena, angle / DEGREE, limb->most, 3), limb->most, limb->to, directions[limb->ideal].name);
    finding_measure(finding, "angle", angle);
    finding_measure(finding, "accepted", limb->most * DEGREE);
    finding_relate_english(finding, animation_node_pointer(check, to), "%s", animation_bone(check, to_bone));
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
    check_facing(&rest);
    for (size_t i = 0; i < sizeof limbs / sizeof limbs[0]; i++) {
        check_limb(&rest, &limbs[i]);
    }
}
