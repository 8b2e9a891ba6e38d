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
    struct place drag;
    struct vec3 direction;
    double power;
    double stiff;
    double slowing;        /* dragForce */
    bool stiff_given;      /* stiffness is there and well-typed */
    bool power_sound;      /* gravityPower is well-typed or absent */
    bool slowing_given;    /* dragForce is there and well-typed */
    bool directed;         /* gravityDir is well-typed, and gravityPower is or isn't there */
    double length;         /* of the bone, metres; 0 if unknown */
    double stiffness_most; /* that this version of the extension describes, or that editors offer */
};

/* Reports gravity without a direction, or of one that isn't of length 1, gravity and stiffness that are too strong, a
 * bone that nothing moves back, and a drag of nothing or all. */
void check_forces(const struct forces *forces);

#endif
