/* What the checks on joint limits share. */
#ifndef VRMLINT_CHECKS_LIMIT_LIMITS_H
#define VRMLINT_CHECKS_LIMIT_LIMITS_H

#include "checks/checks.h"
#include "ids/messages_limit.h"
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

/* The joint, for the place {joint} of a message, and the limit, for {limit}: "hinge limit". */
struct argument limited_joint(const struct limited *limited);
struct argument limited_limit(const struct limited *limited);

/* The place of the limit: of its extension object, of the limit of its kind ("limit/cone"), or of a property of that
 * ("limit/cone/angle"), the latter in the arena. */
struct place limited_place(const struct limited *limited);
struct place limited_kind_place(const struct limited *limited, const char *property);

/* An angle in radians that crosses another, or NAN: "0.785 radians (45 degrees)". It lives until the end of the
 * enclosing block. */
#define LIMIT_ANGLE(the_name, the_radians, the_limit)                                                                  \
    CLAUSE(                                                                                                            \
        (the_name), WORDS_ANGLE,                                                                                       \
        ARGUMENTS(argument_number("radians", (the_radians), (the_limit), UNIT_NONE, 4),                                \
                  argument_number("degrees", angle_degrees(the_radians), angle_degrees(the_limit), UNIT_DEGREES, 4)))

/*
 * Which limit rule speaks of a head in place of springbone/axis-minus-y and springbone/zero-length-bone: whoever
 * reports these asks first, so that one defect gives one finding. Neither does when its own rule is off.
 */
bool limit_prints_axis(const struct check *check, const struct joint *joint);
bool limit_prints_length(const struct check *check, const struct joint *joint);

#endif
