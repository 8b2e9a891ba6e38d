/*
 * Batches: joints that aren't in strands, or of an engine without strands, updated several at a time by matrices. The
 * joints of a batch don't depend on each other, and batches follow each other so that each joint sees what it would
 * see if joints were updated one by one. Each lane does the operations of the engine's own update in their order, so
 * all bits are the same. Only on processors with vectors as wide as lanes. Private to src/sim.
 */
#ifndef VRMLINT_SIM_BATCHES_H
#define VRMLINT_SIM_BATCHES_H

#include <stdint.h>

#include "sim/lanes.h"
#include "sim/lanes_wide.h"
#include "sim/verlet.h"

/* Lists with more colliders are tested completely in each step. */
enum { BATCH_COLLIDERS_MAX = 64 };

/* The colliders of joints. */
struct batch_list {
    size_t count;
    bool looks;      /* it is short enough for `near` of a lane */
    uint64_t always; /* bits of those that are tested in each step: joints move them, or they have no bounds */
};

/* What lanes know of their colliders: as long as a tail is nearer to `seen` than slack, only those in `near` can touch
 * it. */
struct batch_view {
    uint64_t near[LANES];
    lanes slack;        /* metres; 0: nothing is known */
    lanes drift;        /* of the batches, then */
    struct lanes3 seen; /* tails, relative to the root */
    lanes margin;       /* metres: colliders at this distance aren't near */
};

struct batch {
    size_t used;
    bool single;            /* one joint, which the engine updates itself */
    bool centered;          /* a joint has a center */
    bool one_center;        /* and all have the same one */
    struct run *run[LANES]; /* the last ones may repeat the first one, without effect */
    bool follows[LANES];    /* something is fixed to the head */
    unsigned touching;      /* bits of joints with colliders or a limit */
    unsigned limited;       /* and of those with a limit */
    const struct batch_list *list[LANES];
    struct batch_view view;
    /* constants of the joints, see struct run and struct world_body */
    struct lanes4 rest;
    struct lanes3 axis;
    struct lanes3 pull;
    struct lanes3 gravity_dir;
    struct lanes3 place;
    struct lanes3 scale;
    lanes gravity_power;
    lanes stiffness;
    lanes keep;
    lanes length;
    struct lanes34 local_inverse;
};

/* The position of a collider that no joint moves. */
struct batch_collider {
    size_t collider;
    struct vec3 center;
    struct vec3 end; /* of a capsule */
};

struct batches {
    struct batch *list;
    size_t count;
    struct batch_collider *standing; /* those of lists that no joint moves */
    size_t standing_count;
    struct vec3 root; /* its position, metres */
    bool lost;        /* where colliders were isn't known */
    double drift;     /* how far, at most, they have moved relative to the root, in all steps together; metres */
};

#if defined LANES_WIDE_BEGIN
/* Makes batches of count runs of a simulation, in the order of updates, if its engine can use them; alone: per run of
 * the simulation, whether the engine must update it itself. Called last when a simulation is created. */
void batches_plan(struct sim *sim, struct arena *arena, const size_t *runs, size_t count,
                  bool (*is_alone)(const struct run *run));

/* Forgets where colliders were. */
void batches_forget(struct sim *sim);

/* Notes how far colliders have moved, if they may have; called at the beginning of each step. */
void batches_see(struct sim *sim);

/* Step all joints in batches by dt > 0 seconds, with the bits of the engine's own update; not in all programs, see
 * lanes_wide.h. hit: pushes a tail out of one collider. alone: updates a single joint, and what follows it. */
void batches_step_spec(struct sim *sim, double dt, verlet_hit *hit);
void batches_step_three_vrm(struct sim *sim, double dt, verlet_hit *hit,
                            void (*alone)(struct sim *sim, struct run *run, double dt));

#else
static inline void batches_forget(struct sim *sim)
{
    (void)sim;
}
#endif

#endif
