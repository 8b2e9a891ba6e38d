/* What is wrong between a joint and the next one, for all checks that ask. */
#ifndef VRMLINT_CHECKS_SPRING_PAIRS_H
#define VRMLINT_CHECKS_SPRING_PAIRS_H

#include "checks/checks.h"

/* Whether the next joint isn't below this one; a repeated node doesn't count. */
bool pair_is_broken(enum pair_relation relation);

/* Whether a joint that isn't resolved stands between a chain place and the next. */
bool pair_has_gap(const struct spring *spring, size_t i);

/* Whether a joint is followed by one above it: then nodes may seem skipped that aren't. */
bool pair_reversed_in(const struct spring *spring);

/* Apps take the next joint's own translation for its place seen from the head: right only when nothing lies between,
 * or what lies between changes nothing. */
#define PAIR_MISMATCH_ANGLE 0.017453292519943295 /* 1 degree, in radians: apps may be off by so much */

struct pair_mismatch {
    double length; /* of the pair, in the head's own space, metres */
    double taken;  /* of the translation, metres */
    double angle;  /* between the two, radians; 0 where either has no direction */
};

/* Whether apps misjudge the pair at a chain place, by more than 1 degree or 1 percent. *out is set then. */
bool pair_is_misjudged(const struct scene *scene, const struct spring *spring, size_t i, struct pair_mismatch *out);

#endif
