#include "sim/strands_step.h"
#include "sim/watch_frame.h"

void strands_step_plain(struct sim *sim, double dt, verlet_hit *hit)
{
    step_groups(sim, dt, hit);
}

void watch_all_plain(const struct sim *sim, struct watch *watches, size_t count, const struct watch_frame *frame)
{
    look_all(sim, watches, count, frame);
}
