/* What planning strands shares. Private to strands_plan.c and strands_odd.c. */
#ifndef VRMLINT_SIM_STRANDS_PLAN_H
#define VRMLINT_SIM_STRANDS_PLAN_H

#include "sim/strands.h"

struct planning {
    struct sim *sim;
    struct arena *arena;
    const struct sim_world *world;
    size_t *run_of;      /* per body: its run; SIM_NONE for none, or several */
    size_t *root;        /* per body: of the tree of heads that it is in */
    size_t *level;       /* per body: how many heads are above it */
    bool *odd;           /* per body that is a root: its tree can't be a strand */
    const bool *out;     /* per body that is a root: nobody asks for its tree; NULL: everything is asked for */
    bool *standing;      /* per slot: it stands still, unsheared and unmirrored */
    size_t *list_of;     /* per run */
    size_t *strand_list; /* per list of the world: its number among the strands'; 0 until it has one */
    size_t bounds;
    double *extent;    /* per body */
    size_t *anchor_of; /* per slot: its number among the strands' anchors, or SIM_NONE */
    size_t *center_of; /* the same among the strands' centers */
};

/* The frame of a slot that has one, or NULL. */
static inline const struct world_frame *frame_of(const struct sim_world *world, size_t slot)
{
    size_t movers = SLOT_BODIES + world->body_count;
    return slot < movers ? NULL : &world->frames[slot - movers];
}

/* What moves a slot: itself, or what its frame is on. */
static inline size_t mover_of(const struct sim_world *world, size_t slot)
{
    const struct world_frame *frame = frame_of(world, slot);
    return frame == NULL ? slot : frame->mover;
}

/* Whether a slot is of something that no joint moves. */
static inline bool stands(const struct sim_world *world, size_t slot)
{
    return mover_of(world, slot) < SLOT_BODIES + world->carrier_count;
}

/* Where a body is, in the space of what moves its parent. */
static inline struct vec3 place_on_mover(const struct sim_world *world, const struct world_body *body)
{
    const struct world_frame *frame = frame_of(world, body->parent);
    struct vec3 place = body->rest.translation;
    return frame == NULL ? place : mat34_point(&frame->relative, place);
}

/* Finds what stands, per slot; and says of a body whether its tree can't be a strand. */
void strands_find_standing(struct planning *planning);
bool strands_is_odd(const struct planning *planning, size_t b);

#endif
