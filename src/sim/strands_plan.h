/* Shared by the planning of strands. Private to strands_plan.c and strands.c. */
#ifndef VRMLINT_SIM_STRANDS_PLAN_H
#define VRMLINT_SIM_STRANDS_PLAN_H

#include "sim/strands.h"

struct planning {
    struct sim *sim;
    struct arena *arena;
    const struct sim_world *world;
    size_t *run_of;      /* per body: its run; SIM_NONE if it has none or several */
    size_t *root;        /* per body: the root of its tree of heads */
    size_t *level;       /* per body: number of heads above it */
    bool *odd;           /* per body that is a root: its tree can't be a strand */
    const bool *out;     /* per body that is a root: its tree is left out; NULL: none is */
    bool *standing;      /* per slot: it stands still relative to the root, without shear or mirroring */
    size_t *list_of;     /* per run */
    size_t *strand_list; /* per list of the world: its index in the strands' lists; 0 until it has one */
    size_t bounds;
    double *extent;    /* per body */
    size_t *anchor_of; /* per slot: its index in the strands' anchors, or SIM_NONE */
    size_t *center_of; /* the same among the strands' centers */
};

/* Returns the frame of a slot, or NULL if it isn't one. */
static inline const struct world_frame *frame_of(const struct sim_world *world, size_t slot)
{
    size_t movers = SLOT_BODIES + world->body_count;
    return slot < movers ? NULL : &world->frames[slot - movers];
}

/* Returns what moves a slot: itself, or the mover of its frame. */
static inline size_t mover_of(const struct sim_world *world, size_t slot)
{
    const struct world_frame *frame = frame_of(world, slot);
    return frame == NULL ? slot : frame->mover;
}

/* Whether a slot belongs to something that no joint moves. */
static inline bool stands_still(const struct sim_world *world, size_t slot)
{
    return mover_of(world, slot) < SLOT_BODIES + world->carrier_count;
}

/* Returns the position of a body, in the space of its parent's mover. */
static inline struct vec3 position_on_mover(const struct sim_world *world, const struct world_body *body)
{
    const struct world_frame *frame = frame_of(world, body->parent);
    struct vec3 place = body->rest.translation;
    return frame == NULL ? place : mat34_point(&frame->relative, place);
}

/* Find the slots that stand still; and check whether a body keeps its tree from being a strand. */
void strands_find_standing(struct planning *planning);
bool strands_is_odd(const struct planning *planning, size_t b);

#endif
