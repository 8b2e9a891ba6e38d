#include "checks/animation/facing.h"

#include "checks/animation/names.h"
#include "ids/messages_keyframes.h"

#define ASIDE 60.0        /* degrees: less is ahead, and as much less than backward is to the side */
#define LEAST_APART 1e-4  /* of the way from hips to head: what is nearer together has no sides */
#define LEAST_LENGTH 1e-6 /* metres: a shorter one says nothing of a size */
#define DEGREE 0.017453292519943295
#define DIGITS 4 /* significant, of metres in messages */

/* What tells left from right. */
enum sign {
    SIGN_SHOULDERS, /* from the right upper arm to the left one */
    SIGN_ARMS,      /* where the left arm leads, against the right one */
    SIGN_LEGS,      /* from the right upper leg to the left one */
    SIGNS,
};

struct body {
    struct check *check;
    const struct vrma *vrma;
    const struct scene *scene;
    const bool *mirrored;
    double turns[SIGNS]; /* degrees away from where left should be, seen from above; NAN where that can't be told */
};

static size_t node_of(const struct body *body, const char *bone)
{
    size_t node = body->vrma->nodes[bone_by_name(bone)];
    return node == SCENE_NONE || body->mirrored[node] ? SCENE_NONE : node;
}

/* The way between two bones; false where one isn't there. */
static bool way(const struct body *body, const char *from, const char *to, struct vec3 *out)
{
    size_t a = node_of(body, from);
    size_t b = node_of(body, to);
    if (a == SCENE_NONE || b == SCENE_NONE) {
        return false;
    }
    *out = vec3_sub(scene_position(body->scene, b), scene_position(body->scene, a));
    return true;
}

static double turn_of(const struct body *body, bool known, struct vec3 left)
{
    struct vec3 trunk = {0, 0, 0};
    way(body, "hips", "head", &trunk);
    double least = fmax(LEAST_APART * vec3_length(trunk), LEAST_LENGTH);
    double apart = sqrt(left.x * left.x + left.z * left.z);
    return known && apart >= least ? atan2(fabs(left.z), left.x) / DEGREE : NAN;
}

static void measure(struct body *body)
{
    struct vec3 left = {0, 0, 0};
    struct vec3 right = {0, 0, 0};
    bool known = way(body, "rightUpperArm", "leftUpperArm", &left);
    body->turns[SIGN_SHOULDERS] = turn_of(body, known, left);
    known = way(body, "rightUpperLeg", "leftUpperLeg", &left);
    body->turns[SIGN_LEGS] = turn_of(body, known, left);
    known = way(body, "leftUpperArm", "leftLowerArm", &left) && way(body, "rightUpperArm", "rightLowerArm", &right);
    body->turns[SIGN_ARMS] = turn_of(body, known, vec3_sub(left, right));
}

/* Of the signs that say something: the turn of the one that is nearest to ahead; NAN for none. */
static double least_turn(const struct body *body)
{
    double least = NAN;
    for (size_t i = 0; i < SIGNS; i++) {
        least = fmin(least, body->turns[i]); /* which passes over a NAN */
    }
    return least;
}

static bool is_ahead(double turn)
{
    return turn <= ASIDE;
}

static bool is_backward(double turn)
{
    return turn >= 180 - ASIDE;
}

/* Metres as a message shows them: what a rotation leaves of a zero isn't worth its digits. */
static double shown(double metres)
{
    return fabs(metres) < LEAST_LENGTH ? 0 : metres;
}

/* Reports it of two bones, which are there. */
static struct finding *report_sides(const struct body *body, enum message message, enum message related,
                                    const char *left_name, const char *right_name, double turn)
{
    struct check *check = body->check;
    size_t left_bone = bone_by_name(left_name);
    size_t right_bone = bone_by_name(right_name);
    size_t left = body->vrma->nodes[left_bone];
    size_t right = body->vrma->nodes[right_bone];
    struct vec3 left_at = scene_position(body->scene, left);
    struct vec3 right_at = scene_position(body->scene, right);
    struct finding *finding =
        report(check->findings, message, place_node(left, NULL),
               ARGUMENTS(the_animated_bone("left", check, left_bone), METRES("left_x", shown(left_at.x), DIGITS),
                         the_animated_bone("right", check, right_bone), METRES("right_x", shown(right_at.x), DIGITS)));
    finding_measure(finding, "left", left_at.x);
    finding_measure(finding, "right", right_at.x);
    finding_measure(finding, "turn", turn * DEGREE);
    finding_relate(finding, related, place_node(right, NULL), ARGUMENTS(the_animated_bone("bone", check, right_bone)));
    return finding;
}

/* Has the bones of the legs change their nodes. */
static void swap_legs(const struct body *body, struct finding *finding)
{
    static const char *const sides[][2] = {{"leftUpperLeg", "rightUpperLeg"},
                                           {"leftLowerLeg", "rightLowerLeg"},
                                           {"leftFoot", "rightFoot"},
                                           {"leftToes", "rightToes"}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        size_t left = bone_by_name(sides[i][0]);
        size_t right = bone_by_name(sides[i][1]);
        size_t nodes[] = {body->vrma->nodes[left], body->vrma->nodes[right]};
        if (nodes[0] == SCENE_NONE && nodes[1] == SCENE_NONE) {
            continue;
        }
        if (nodes[0] == SCENE_NONE || nodes[1] == SCENE_NONE) {
            finding_fix(finding, VRMLINT_FIX_NONE); /* one of them would have to go over */
            return;
        }
        finding_edit(finding, VRMLINT_EDIT_SET, animated_bone_place(body->check, left, "node"),
                     arena_printf(body->check->arena, "%zu", nodes[1]));
        finding_edit(finding, VRMLINT_EDIT_SET, animated_bone_place(body->check, right, "node"),
                     arena_printf(body->check->arena, "%zu", nodes[0]));
    }
}

static void report_facing(const struct body *body, enum message message, double turn)
{
    bool arms = !isnan(body->turns[SIGN_SHOULDERS]) || !isnan(body->turns[SIGN_ARMS]);
    report_sides(body, message, RELATED_ANIMATION_REST_POSE_FACES_BACKWARD__DEFAULT,
                 arms ? "leftUpperArm" : "leftUpperLeg", arms ? "rightUpperArm" : "rightUpperLeg", turn);
}

struct stance check_facing(struct check *check, const bool *mirrored)
{
    struct body body = {
        .check = check, .vrma = check->avatar->vrma, .scene = check->avatar->scene, .mirrored = mirrored};
    struct stance stance = {FACING_AHEAD, false};
    measure(&body);
    double turn = least_turn(&body);
    double shoulders = body.turns[SIGN_SHOULDERS];
    double legs = body.turns[SIGN_LEGS];
    if (is_backward(turn)) {
        stance.body = FACING_BACKWARD;
        report_facing(&body, MESSAGE_ANIMATION_REST_POSE_FACES_BACKWARD__BACKWARD, turn);
    } else if (turn > ASIDE) {
        stance.body = FACING_ASIDE;
        report_facing(&body, MESSAGE_ANIMATION_REST_POSE_FACES_BACKWARD__ASIDE, turn);
    } else if (is_backward(legs) && is_ahead(shoulders)) {
        swap_legs(&body, report_sides(&body, MESSAGE_ANIMATION_SIDE_SWAPPED__LEGS,
                                      RELATED_ANIMATION_SIDE_SWAPPED__DEFAULT, "leftUpperLeg", "rightUpperLeg", legs));
    } else if (is_backward(shoulders) && is_ahead(legs)) {
        stance.arms_swapped = is_backward(body.turns[SIGN_ARMS]);
        report_facing(&body, MESSAGE_ANIMATION_REST_POSE_FACES_BACKWARD__ARMS, shoulders);
    }
    return stance;
}
