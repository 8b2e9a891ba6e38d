/* Constraints that turn their nodes by leaps, while what they follow turns a little. */
#ifndef VRMLINT_SIM_JUMPS_H
#define VRMLINT_SIM_JUMPS_H

#include "sim/scenario.h"
#include "sim/solver.h"

/* Degrees: more in one frame is a jump, unless the source turns by this much itself. */
#define JUMP_LEAST 90.0
#define JUMP_SOURCE 10.0

/* Frames per second at which jumps are counted. */
#define JUMP_RATE 60.0

/* The widest jump of a constraint. */
struct jump {
    size_t node;   /* the constrained one */
    double angle;  /* radians, in one frame; 0: it doesn't jump */
    double source; /* radians: what the source turns by in that frame */
    double away;   /* radians: how far, at least, the node is from its rest rotation before and after it */
    enum scenario in;
};

/* Whether the work of jumps_measure() is small enough. */
bool jumps_can_be_measured(const struct sim_world *world);

/*
 * Moves the limbs of a world that was built as SIM_SHOWN in the scenarios that move limbs, and in those that move the
 * root too if constraints read what springs turn. Returns the jumps of all evaluated constraints except those
 * of drafts, *count of them; NULL for none.
 */
struct jump *jumps_measure(struct arena *arena, const struct sim_world *world, size_t *count);

#endif
