/* Shared by the checks on joint limits. */
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
    const struct limit *limit; /* of the joint, never NULL */
    size_t chain;              /* index of the joint in the chain; SPRINGS_NONE if its node isn't resolved */
    bool last;                 /* it is the last joint of its spring, so it never rotates */
    bool reversed;             /* pair_reversed_in() of the spring */
};

/* Calls visit for every joint that has a limit object, in the order of the file. */
void limits_each(struct check *check, void (*visit)(const struct limited *limited));

/* Return the joint for {joint}, and the limit for {limit}: "hinge limit". */
struct argument limited_joint(const struct limited *limited);
struct argument limited_limit(const struct limited *limited);

/* Return the place of the limit: of its extension object, or of the limit of its kind ("limit/cone") or a property of
 * that ("limit/cone/angle"). The latter is in the arena. */
struct place limited_place(const struct limited *limited);
struct place limited_kind_place(const struct limited *limited, const char *property);

/* An angle in radians that exceeds another one, or NAN: "0.785 radians (45 degrees)". Valid until the end of the
 * enclosing block. */
#define LIMIT_ANGLE(the_name, the_radians, the_limit)                                                                  \
    CLAUSE(                                                                                                            \
        (the_name), WORDS_ANGLE,                                                                                       \
        ARGUMENTS(argument_number("radians", (the_radians), (the_limit), UNIT_NONE, 4),                                \
                  argument_number("degrees", angle_degrees(the_radians), angle_degrees(the_limit), UNIT_DEGREES, 4)))

/* Whether a limit rule reports a head instead of springbone/axis-minus-y or springbone/zero-length-bone. These ask
 * first, so that one mistake gives one finding. False if the limit rule is off. */
bool limit_prints_axis(const struct check *check, const struct joint *joint);
bool limit_prints_length(const struct check *check, const struct joint *joint);

#endif
