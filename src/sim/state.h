/* The state of a simulation, which engines share. Private to src/sim. */
#ifndef VRMLINT_SIM_STATE_H
#define VRMLINT_SIM_STATE_H

#include <string.h>

#include "sim/world.h"

/* Metres: for shorter bones, the order of operations affects their direction. */
#define STATE_SHORT 1e-4

struct strands;
struct batches;

struct sim_engine {
    const char *name;
    struct sim_rules rules;
    bool scaled_colliders; /* radii grow with the scale of the collider's node, normals are transformed like directions
                            */
    bool keeps_spins;      /* world rotations, which shears don't affect, are kept beside matrices */
    bool late_colliders;   /* a collider is at the world's origin until it is first refreshed */
    bool renders;          /* an app renders after each step, which updates what the step leaves as it was */
    void (*start)(struct sim *sim, struct arena *arena); /* allocates what the engine needs */
    void (*reset)(struct sim *sim);                      /* resets the engine's own state, when slots are at rest */
    void (*step)(struct sim *sim, double dt);            /* when the root has moved */
};

/* One joint during simulation: everything that its update uses, in one struct. Engines keep them in the order of
 * updates. */
struct run {
    size_t joint;
    size_t body;
    size_t parent; /* slot */
    size_t center; /* slot, or SIM_NONE */
    size_t end_mover;
    struct vec3 end_point;
    bool virtual_tail;  /* the tail is end_point in the head's own space */
    bool center_is_own; /* the center is the head itself */
    bool loose;         /* the engine excludes it from strands */
    bool hits_own;      /* the joint's list has a collider on the head itself */
    bool resting;       /* left out of steps: it keeps its rotation */
    const size_t *colliders;
    size_t collider_count;
    double stiffness;
    double keep; /* share of the velocity: 1 - drag */
    double gravity_power;
    struct vec3 gravity_dir;
    double hit_radius;
    double length;      /* metres, at rest; for engines that keep it constant */
    struct vec3 axis;   /* direction of the bone at rest, unit or zero, in the head's own space */
    struct vec3 pull;   /* the same before the parent's matrix is applied, for engines that use matrices */
    struct quat rest;   /* initial rotation of the head */
    struct mat34 local; /* initial local matrix */
    struct mat34 local_inverse;
    struct limit_range limit;
    /* state */
    struct vec3 current; /* tail, in the center's space */
    struct vec3 previous;
};

/* A limb as it is held, relative to its parent. */
struct held_limb {
    struct vec3 translation;
    struct quat rotation;
    struct mat34 local; /* with the scale of its node */
};

/* A matrix and its inverse. */
struct inverted {
    struct mat34 matrix;
    struct mat34 inverse;
};

struct sim {
    const struct sim_engine *engine;
    const struct sim_world *world;
    struct sim_options options;
    struct mat34 *slots;
    struct inverted *inverted;    /* the center that was used last; zero at the beginning */
    struct quat *spins;           /* per slot: its world rotation; NULL if the engine doesn't keep them */
    struct collide_shape *shapes; /* per collider */
    struct quat *turns;           /* per body: its local rotation */
    struct run *runs;             /* in the order of updates */
    size_t *run_of;               /* per joint: its index in runs */
    struct sim_limbs *limbs;      /* NULL: as modelled */
    struct sim_limbs *held;       /* memory for them; NULL if there are no limbs */
    struct held_limb *held_limbs; /* their transforms, per limb of the world */
    struct sim_pose pose;
    struct quat (*turn)(struct vec3 from, struct vec3 to); /* between unit directions in world space, for turns by odd
                                                              angles; NULL: as transform_from_to() */
    double round;            /* if the cosine of a turn plus 1 is below this, the turn is odd */
    double straight;         /* or above this */
    struct rig_state *rig;   /* NULL: no constraints are evaluated */
    struct vec3 *shifted;    /* per body: its translation; NULL: constraints move none */
    struct strands *strands; /* NULL if the engine has none */
    struct batches *batches; /* NULL: loose runs are updated one by one */
    size_t *loose;           /* runs that aren't in strands, in the order of updates */
    size_t loose_count;
    bool *needed;     /* per body: memory for sim_leave_out() */
    bool *still;      /* per body: it is left out of steps, as is everything that moves it */
    void *own;        /* the engine's own state */
    bool has_short;   /* a bone is so short that rounding errors of its tail's position turn it */
    bool held_known;  /* held_limbs is up to date */
    bool posed;       /* slots and shapes are at pose */
    bool moved;       /* the root has moved in this step */
    bool slides;      /* and has kept its rotation, as has everything that no joint moves */
    bool rendering;   /* what lags is updated too */
    bool settled;     /* the last evaluation of constraints has changed nothing */
    bool any_resting; /* a run is left out of steps */
};

/* Returns the present position of a joint's tail node, or virtual tail. */
static inline struct vec3 state_end(const struct sim *sim, const struct run *run)
{
    return mat34_point(&sim->slots[run->end_mover], run->end_point);
}

/*
 * Returns the direction from the head to a tail in world space, in the space of the head's rest pose: unit or zero.
 * If there are short bones, it uses exactly the steps of three.js, so that all digits are the same; otherwise fewer.
 */
static inline struct vec3 state_aim(const struct sim *sim, const struct run *run, struct vec3 tail)
{
    const struct mat34 *parent = &sim->slots[run->parent];
    if (sim->has_short) {
        struct mat34 rest = transform_multiply(parent, &run->local);
        rest = transform_inverse(&rest);
        return transform_unit(mat34_point(&rest, tail));
    }
    struct mat34 inverse = transform_inverse(parent);
    return transform_unit(mat34_point(&run->local_inverse, mat34_point(&inverse, tail)));
}

/* Returns the inverse of a center's matrix. */
static inline const struct mat34 *state_center_inverse(const struct sim *sim, size_t slot)
{
    const struct mat34 *center = &sim->slots[slot];
    struct inverted *last = sim->inverted; /* many joints have the same center */
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): other bits may have another inverse */
    if (memcmp(&last->matrix, center, sizeof *center) != 0) {
        last->matrix = *center;
        last->inverse = transform_inverse(center);
    }
    return &last->inverse;
}

/* Returns a tail in world space as the joint keeps it: in the space of its center. */
static inline struct vec3 state_in_center(const struct sim *sim, const struct run *run, struct vec3 tail)
{
    return run->center == SIM_NONE ? tail : mat34_point(state_center_inverse(sim, run->center), tail);
}

/* Makes all runs take part in steps again. */
void state_wake(struct sim *sim);

/* Updates a body for its rotation in `turns`, and sets its spin. The caller then updates what is fixed to it. */
void state_turn_body(struct sim *sim, size_t body);

/* Sets world rotations of the rest pose, for engines that begin with them. */
void state_rest_spins(struct sim *sim);

/* Returns Unity's lossyScale of something on a slot: the effect of its matrix on the axes of its rotation. */
struct vec3 state_lossy_scale(const struct mat34 *matrix, struct quat rotation);

/* Updates the head of a joint, before the joint itself, with the colliders on it that the joint can hit. */
void state_update_head(struct sim *sim, const struct run *run);

/* Allocate what constraints need; and return them to rest. */
void state_start_constraints(struct sim *sim, struct arena *arena);
void state_reset_constraints(struct sim *sim);

/* Returns the rotation of a nod in the space of the nodes that nod. */
struct quat state_nod(const struct sim *sim);

/* Evaluates constraints, when the root and the limbs are known. Returns whether one has turned or moved its body
 * anew. */
bool state_constrain(struct sim *sim, struct quat root_turn);

/* Updates the slots that three-vrm updates when it evaluates aims, when carriers have moved. */
void state_update_early(struct sim *sim);

/* Updates what is fixed to a slot whose matrix has changed, and what rides on it. */
void state_follow(struct sim *sim, size_t slot);

/* The same if the slot has only been displaced, with all that is on it. */
void state_slide(struct sim *sim, size_t slot);

/* Displaces a body with its parent, and all that is on it; translation: its own. */
void state_slide_body(struct sim *sim, size_t body, struct vec3 translation);

/* Updates the position of one collider. */
void state_update_collider(struct sim *sim, size_t collider);

/* Returns whether a run is left out of this step, and lets it move with what it is on. */
static inline bool state_leaves_out(struct sim *sim, const struct run *run)
{
    if (run->resting && !sim->still[run->body]) {
        state_turn_body(sim, run->body);
        state_follow(sim, SLOT_BODIES + run->body);
    }
    return run->resting;
}

#endif
