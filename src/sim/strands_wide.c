/* Steps strands with vectors as wide as lanes. */
#include "sim/lanes_wide.h"

#if defined LANES_WIDE_BEGIN
#define LANES_WIDE
LANES_WIDE_BEGIN

#include "sim/strands_step.h"

void strands_step_wide(struct sim *sim, double dt, verlet_hit *hit)
{
    step_groups(sim, dt, hit);
}

LANES_WIDE_END
#endif
