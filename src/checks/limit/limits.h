/* What the checks on joint limits share. Catalogue section 2.7. */
#ifndef VRMLINT_CHECKS_LIMIT_LIMITS_H
#define VRMLINT_CHECKS_LIMIT_LIMITS_H

#include "checks/checks.h"
#include "vrm/limits.h"

#define LIMIT_ANGLE_TOLERANCE 1e-3 /* radians */

/* A joint with a limit. */
struct limited {
    struct check *check;
    const struct spring *spring;
    const struct joint *joint;
    const struct limit *limit; /* the joint's, never NULL */
    size_t chain;              /* the joint's place in the chain; SPRINGS_NONE where its node isn't resolved */
    bool last;                 /* of its spring's joints, so that it never turns */
    bool reversed;             /* pair_reversed_in() of the spring */
};

/* Calls visit for every joint that has a limit object, in the order of the file. */
void limits_each(struct check *check, void (*visit)(const struct limited *limited));

/* "Spring 0 'Hair', joint 2 'Hair_03'". */
const char *limited_name(const struct limited *limited);

/* The pointer of the limit: of its extension object, of the limit of its kind ("limit/cone"), or of a property of that
 * ("limit/cone/angle"). In the arena. */
const char *limited_pointer(const struct limited *limited);
const char *limited_kind_pointer(const struct limited *limited, const char *property);

/* An angle for a message: "0.785 radians (45 degrees)". In the arena. */
const char *limited_angle(const struct limited *limited, double radians);

/*
 * Which limit rule speaks of a head in place of springbone/axis-minus-y and springbone/zero-length-bone: whoever
 * reports these asks first, so that one defect gives one finding. Neither does when its own rule is off.
 */
bool limit_speaks_of_axis(const struct check *check, const struct joint *joint);
bool limit_speaks_of_length(const struct check *check, const struct joint *joint);

#endif
