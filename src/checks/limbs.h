/* VRM's T-pose: the direction from each bone to the next, and the permitted deviation. VRMC_vrm 1.0, T-pose. */
#ifndef VRMLINT_CHECKS_LIMBS_H
#define VRMLINT_CHECKS_LIMBS_H

#include <stdbool.h>

#include "base/vec.h"
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

/* The direction of a limb, of any length, for an avatar that faces +Z; and the message that names it. */
struct vec3 limb_ideal(const struct limb *limb);
enum message limb_words(const struct limb *limb);

/* Returns the angle between a limb's direction and the ideal one, in radians. For toes, only the angle seen from
 * above counts, because feet may slope down. */
double limb_angle(const struct limb *limb, struct vec3 ideal, struct vec3 along);

#endif
