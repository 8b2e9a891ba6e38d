/* Parts of the engine univrm: UniVRM's joints outside of strands. Private to src/sim. */
#ifndef VRMLINT_SIM_UNIVRM_H
#define VRMLINT_SIM_UNIVRM_H

#include "sim/strands.h"

/* Prepares what univrm_step() needs, after strands are planned. */
void univrm_plan(struct sim *sim, struct arena *arena);

/* Runs one step of all joints that aren't in strands, after the root has moved. */
void univrm_step(struct sim *sim, double dt, verlet_hit *hit);

#endif
