/* The poses of poses.def, over time. */
#ifndef VRMLINT_SIM_POSES_H
#define VRMLINT_SIM_POSES_H

#include "sim/limbs.h"

enum pose {
#define POSE(name, text, end, turns) POSE_##name,
#include "sim/poses.def"
#undef POSE
    POSE_COUNT
};

/* "arms-down". */
const char *pose_name(enum pose pose);

/* When nothing moves any more, seconds; 0: nothing ever does. */
double pose_end(enum pose pose);

/* From 0 to 1 along 3u^2 - 2u^3. */
double pose_ease(double u);

/* How the limbs are held at a time in seconds, from 0 on. Sines come from libm. */
void pose_limbs(enum pose pose, double seconds, struct sim_limbs *limbs);

/* Which bones the pose moves, away from where all of them begin: BONE_COUNT flags. */
void pose_moves(enum pose pose, bool *moves);

#endif
