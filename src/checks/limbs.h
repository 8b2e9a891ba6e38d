/* VRM's T-pose: where each bone leads to the next, and how far it may be off. VRMC_vrm 1.0, T-pose. */
#ifndef VRMLINT_CHECKS_LIMBS_H
#define VRMLINT_CHECKS_LIMBS_H

#include <stdbool.h>

#include "base/vec.h"
#include "message/message.h"

/* Where a bone leads to in a T-pose. */
enum direction { LEFT, RIGHT, UP, DOWN, AHEAD, LEFT_AHEAD, RIGHT_AHEAD };

struct limb {
    const char *from;
    const char *to;
    double most; /* degrees */
    enum direction ideal;
    bool is_large; /* trunk, arm or leg: VRM 0.x asks for no more */
};

#define LIMB_COUNT 31
extern const struct limb limbs[LIMB_COUNT];

/* The direction of a limb: of any length, of an avatar that faces +Z; and what it is called. */
struct vec3 limb_ideal(const struct limb *limb);
enum message limb_words(const struct limb *limb);

/* By how much a limb that leads along a direction is off the ideal, in radians; of toes from above alone, for a foot
 * slopes down as it likes. */
double limb_angle(const struct limb *limb, struct vec3 ideal, struct vec3 along);

#endif
