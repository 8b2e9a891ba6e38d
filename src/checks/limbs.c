#include "checks/limbs.h"
#include "ids/messages_keyframes.h"

#define LEAST_SHADOW 0.1 /* of a bone's length that lies flat; less has no direction on the ground */

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
    {side finger "Proximal", side finger "Intermediate", out, 20, false},                                              \
    {                                                                                                                  \
        side finger "Intermediate", side finger "Distal", out, 20, false                                               \
    }

#define SIDE(side, out, thumb)                                                                                         \
    {side "UpperArm", side "LowerArm", out, 15, true}, {side "LowerArm", side "Hand", out, 15, true},                  \
        {side "Hand", side "MiddleProximal", out, 20, false}, FINGER(side, "Index", out), FINGER(side, "Middle", out), \
        FINGER(side, "Ring", out), FINGER(side, "Little", out),                                                        \
        {side "ThumbProximal", side "ThumbDistal", thumb, 35, false},                                                  \
        {side "UpperLeg", side "LowerLeg", DOWN, 20, true}, {side "LowerLeg", side "Foot", DOWN, 20, true},            \
    {                                                                                                                  \
        side "Foot", side "Toes", AHEAD, 20, false                                                                     \
    }

const struct limb limbs[LIMB_COUNT] = {
    {"hips", "head", UP, 15, true},
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
