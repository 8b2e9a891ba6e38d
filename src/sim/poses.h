/* The poses of poses.def, over time. */
#ifndef VRMLINT_SIM_POSES_H
#define VRMLINT_SIM_POSES_H

#include "sim/limbs.h"

enum pose {
#define POSE(name, text, end, turns) POSE_##name,
#include "sim/poses.def"
    POSE_COUNT
};

/* Returns when all motion has ended, seconds; 0: nothing ever moves. */
double pose_end(enum pose pose);

/* Sets the limbs to a time in seconds, from 0 on. Sines come from libm. */
void pose_limbs(enum pose pose, double seconds, struct sim_limbs *limbs);

/* Sets BONE_COUNT flags: which bones the pose moves away from where all poses begin. */
void pose_moves(enum pose pose, bool *moves);

#endif
