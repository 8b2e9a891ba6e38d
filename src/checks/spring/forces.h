/* What pulls at a spring bone, alike in VRMC_springBone and VRM 0.x. */
#ifndef VRMLINT_CHECKS_SPRING_FORCES_H
#define VRMLINT_CHECKS_SPRING_FORCES_H

#include "checks/body/body.h"

/* The numbers of one joint or bone group, with their defaults. */
struct forces {
    const struct check *check;
    enum dialect dialect;     /* one of avatars */
    struct argument who;      /* {joint} or {group} */
    struct place gravity_dir; /* places */
    struct place gravity_power;
    struct place stiffness;
    struct vec3 direction;
    double power;
    double stiff;
    bool directed;         /* gravityDir is well-typed, and gravityPower is or isn't there */
    double length;         /* of the bone, metres; 0 if unknown */
    double stiffness_most; /* that this version of the extension describes, or that editors offer */
};

/* Reports gravity without a direction, or of one that isn't of length 1, and gravity and stiffness that are too strong.
 */
void check_forces(const struct forces *forces);

#endif
