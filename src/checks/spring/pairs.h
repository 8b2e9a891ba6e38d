/* Mistakes in a pair of a joint and the next one, for several checks. */
#ifndef VRMLINT_CHECKS_SPRING_PAIRS_H
#define VRMLINT_CHECKS_SPRING_PAIRS_H

#include "checks/checks.h"

/* Whether the next joint isn't below this one; a repeated node doesn't count. */
bool pair_is_broken(enum pair_relation relation);

/* Whether an unresolved joint is between a chain index and the next. */
bool pair_has_gap(const struct spring *spring, size_t i);

/* Whether some joint is followed by one above it. Then nodes may falsely seem skipped. */
bool pair_reversed_in(const struct spring *spring);

/* Apps use the next joint's own translation as its position relative to the head. That is right only if nothing is
 * between them, or if what is between has no effect. */
#define PAIR_MISMATCH_ANGLE 0.017453292519943295 /* 1 degree, in radians: tolerance of the direction */

struct pair_mismatch {
    double length; /* of the pair, in the head's own space, metres */
    double taken;  /* of the translation, metres */
    double angle;  /* between the two, radians; 0 if either has no direction */
};

/* Whether apps misjudge the pair at a chain index by more than 1 degree or 1 percent. If so, *out is set. */
bool pair_is_misjudged(const struct scene *scene, const struct spring *spring, size_t i, struct pair_mismatch *out);

#endif
