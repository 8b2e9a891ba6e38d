/* The engine univrm, in parts: UniVRM's shapes, and its joints outside of strands. Private to src/sim. */
#ifndef VRMLINT_SIM_UNIVRM_H
#define VRMLINT_SIM_UNIVRM_H

#include "sim/strands.h"

/* Takes what univrm_step() needs, once strands are planned. */
void univrm_plan(struct sim *sim, struct arena *arena);

/* One step of all joints that aren't in strands, once the root has moved. */
void univrm_step(struct sim *sim, double dt, verlet_hit *hit);

#endif
