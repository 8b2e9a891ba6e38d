/* Checks of the forces on a spring bone, for VRMC_springBone and VRM 0.x. */
#ifndef VRMLINT_CHECKS_SPRING_FORCES_H
#define VRMLINT_CHECKS_SPRING_FORCES_H

#include "checks/body/body.h"

/* The numbers of a joint or bone group, including defaults. */
struct forces {
    const struct check *check;
    enum dialect dialect;     /* one of an avatar */
    struct argument who;      /* {joint} or {group} */
    struct place gravity_dir; /* places of the members */
    struct place gravity_power;
    struct place stiffness;
    struct place drag;
    struct vec3 direction;
    double power;
    double stiff;
    double slowing;        /* dragForce */
    bool stiff_given;      /* stiffness exists and is well-typed */
    bool power_sound;      /* gravityPower is well-typed or missing */
    bool slowing_given;    /* dragForce exists and is well-typed */
    bool directed;         /* gravityDir is well-typed, and gravityPower is well-typed or missing */
    double length;         /* of the bone, metres; 0 if unknown */
    double stiffness_most; /* the maximum in this version of the extension, or in editors */
};

/* Reports gravity with a direction of zero, or one whose length isn't 1; gravity and stiffness that are too strong; a
 * bone without a restoring force; and a drag of 1, or near 0. */
void check_forces(const struct forces *forces);

#endif
