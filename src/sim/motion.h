/* How the root, and what carries chains, moves in a simulation: built-in motions, all of them functions of time that
 * start at rest. */
#ifndef VRMLINT_SIM_MOTION_H
#define VRMLINT_SIM_MOTION_H

#include "sim/scenario.h"

/* In the order of enum vrmlint_motion. */
enum motion {
    MOTION_NONE,
    MOTION_STEP,     /* 0.3 m to the side at 0.5 s, at once */
    MOTION_SHAKE,    /* 5 cm to the sides, 3 Hz */
    MOTION_BOB,      /* walking: 1.4 m/s, bobbing 3 cm at 2 Hz, swaying 2 cm at 1 Hz */
    MOTION_SPIN,     /* about Y, 180 degrees per second */
    MOTION_TURN,     /* about Y by 180 degrees, from 0.5 s to 0.9 s, eased */
    MOTION_BOW,      /* about X by 90 degrees, from 0.5 s to 1 s, eased, and held */
    MOTION_TELEPORT, /* 10 m to the side at 0.5 s, at once */
    /* scenarios of the check, which end at rest */
    MOTION_WALK,
    MOTION_NOD,
    MOTION_SHAKE_STOP,
    MOTION_TELEPORT_FAR,
};

struct motion_pose {
    struct vec3 position; /* metres */
    struct quat rotation; /* unit */
    struct quat nod;      /* unit: see struct sim_pose */
};

/* Where the root is at a time in seconds. Sines come from libm: the same bits on one machine. */
struct motion_pose motion_at(enum motion motion, double seconds);

#endif
