#include "checks/body/facing.h"
#include "ids/messages_animation.h"
#include "ids/messages_vrm.h"

#define LEAST_APART 1e-4    /* of the distance from hips to head; bones nearer together have no sides */
#define LEAST_LENGTH 1e-6   /* metres; a shorter vector has no direction */
#define LEAST_FORWARD 0.005 /* of the body's height; a shorter vector doesn't show where the front is */
#define DIGITS 4            /* significant digits, of metres in messages */

/* Evidence of left and right. */
enum sign {
    SIGN_SHOULDERS, /* from the right upper arm to the left one */
    SIGN_LEGS,      /* from the right upper leg to the left one */
    SIGN_ARMS,      /* direction of the left arm minus direction of the right arm */
    SIGNS,
};

/* Differences between the dialects. */
struct rules {
    double ahead;     /* degrees: a pair rotated by at most this is correct */
    double backward;  /* degrees: a pair rotated by at least this is on the other side */
    bool by_arms;     /* SIGN_ARMS counts */
    bool names_sides; /* a body that faces another way is reported by its left and right bones instead of the angle */
    bool has_more_pairs; /* eyes and shoulders can be swapped alone */
};

static const struct rules dialects[DIALECTS] = {
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
    double least = fmax(LEAST_APART * vec3_length(trunk), LEAST_LENGTH);
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
    return fabs(metres) < LEAST_LENGTH ? 0 : metres;
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
    if (dialects[body->dialect].names_sides) {
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
    return side * (body_position(body, bone).x - middle) < -LEAST_LENGTH;
}

/* Whether another bone has the same node, which is reported elsewhere. */
static bool shares_node(const struct body *body, size_t bone)
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
static void report_misplaced(const struct body *body, size_t astray, size_t other, double turn)
{
    if (shares_node(body, astray)) {
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

static void report_swapped(const struct body *body, enum message message, const char *pair, double turn)
{
    size_t left = bone_of(body, "left", pair);
    size_t right = bone_of(body, "right", pair);
    bool left_across = is_across(body, left, body->left);
    if (left_across != is_across(body, right, -body->left)) {
        report_misplaced(body, left_across ? left : right, left_across ? right : left, turn);
        return;
    }
    struct finding *finding = report_sides(body, message, RELATED_VRM_SIDE_SWAPPED__DEFAULT, pair, turn);
    body_exchange(body, finding, pair);
    if (pair == arms && turn_of_pair(body, "Shoulder") > dialects[body->dialect].backward) {
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
    static const char *const limbs[] = {"Shoulder", "UpperArm", "UpperLeg", "Eye"};
    struct finding *finding = report_sides(body, MESSAGE_VRM_SIDE_SWAPPED__ALL, RELATED_VRM_SIDE_SWAPPED__DEFAULT,
                                           isnan(turns[SIGN_LEGS]) ? arms : legs, turn);
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) {
        if (turn_of_pair(body, limbs[i]) >= dialects[body->dialect].backward) {
            body_exchange(body, finding, limbs[i]);
        }
    }
}

/* Reports a body that faces another way. Returns the node that rotates it if the finding names one, or SCENE_NONE. */
static size_t report_turned(const struct body *body, enum message message, double turn, const double *turns)
{
    const struct rules *rules = &dialects[body->dialect];
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

struct stance check_facing(const struct body *body)
{
    static const char *const more_pairs[] = {"Eye", "Shoulder"};
    const struct rules *rules = &dialects[body->dialect];
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
