#include "checks/limbs.h"
#include "ids/messages_animation_tracks.h"

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

struct vec3 limb_ideal(const struct limb *limb)
{
    return directions[limb->ideal].vector;
}

enum message limb_words(const struct limb *limb)
{
    return directions[limb->ideal].words;
}

double limb_angle(const struct limb *limb, struct vec3 ideal, struct vec3 along)
{
    if (limb->ideal != AHEAD) {
        return vec3_angle(along, ideal);
    }
    double shadow = sqrt(along.x * along.x + along.z * along.z);
    return shadow < LEAST_SHADOW * vec3_length(along) ? 0 : atan2(fabs(along.x), along.z);
}
