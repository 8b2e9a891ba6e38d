/* Shared by positions and steps of strands. Private to strands.c and its neighbours. */
#ifndef VRMLINT_SIM_STRANDS_GROUP_H
#define VRMLINT_SIM_STRANDS_GROUP_H

#include "sim/strands.h"

/* Steps all groups, when what they are on is in place, on processors that have vectors as wide as lanes; not in all
 * programs, see lanes_wide.h. */
void strands_step_wide(struct sim *sim, double dt, verlet_hit *hit);

static inline lanes_mask is_near(const struct strand_bounds *bounds, const struct lanes3 *point, lanes radius)
{
    struct lanes3 d = lanes3_sub(*point, bounds->center);
    lanes reach = bounds->radius + radius;
    return ~(lanes3_dot(d, d) > reach * reach * lanes_all(1 + COLLIDE_DOUBT));
}

/* Returns the bit of a piece of a list. */
static inline uint64_t piece_bit(size_t piece)
{
    return (uint64_t)1 << (piece < STRAND_PIECES_MAX ? piece : STRAND_PIECES_MAX - 1);
}

static inline void gather_parents(const struct strands *strands, struct strand_group *group)
{
    for (size_t l = 0; l < LANES; l++) {
        const struct strand_pose *from = &strands->groups[group->from[l] / LANES].pose;
        size_t lane = group->from[l] % LANES;
        lanes4_set(&group->gathered->turn, l, lanes4_get(&from->turn, lane));
        lanes3_set(&group->gathered->head, l, lanes3_get(&from->head, lane));
        lanes3_set(&group->gathered->tail, l, lanes3_get(&from->tail, lane));
    }
}

static inline struct lanes4 rest_of(const struct strand_group *group)
{
    return group->turned ? lanes4_multiply(group->base->turn, group->rest) : group->base->turn;
}

static inline struct lanes3 head_of(const struct strand_group *group)
{
    return group->apart ? lanes3_add(group->base->head, lanes3_rotate(group->base->turn, group->offset))
                        : group->base->tail;
}

#endif
