/* For processors that have AVX2, whatever the rest is built for. FMA stays out: it would give other bits. */
#if defined __x86_64__
#define LANES_WIDE
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#include "sim/strands_step.h"
#include "sim/watch_frame.h"

void strands_step_wide(struct sim *sim, double dt, verlet_hit *hit)
{
    step_groups(sim, dt, hit);
}

void watch_all_wide(const struct sim *sim, struct watch *watches, size_t count, const struct watch_frame *frame)
{
    look_all(sim, watches, count, frame);
}

#if defined __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

bool strands_can_be_wide(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

#else

#include "sim/strands_group.h"
#include "sim/watch.h"

void strands_step_wide(struct sim *sim, double dt, verlet_hit *hit)
{
    strands_step_plain(sim, dt, hit);
}

void watch_all_wide(const struct sim *sim, struct watch *watches, size_t count, const struct watch_frame *frame)
{
    watch_all_plain(sim, watches, count, frame);
}

bool strands_can_be_wide(void)
{
    return false;
}
#endif
