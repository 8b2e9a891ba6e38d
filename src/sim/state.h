/* A simulation under way: what engines share. Private to src/sim. */
#ifndef VRMLINT_SIM_STATE_H
#define VRMLINT_SIM_STATE_H

#include "sim/world.h"

/* Below this length, in metres, the order of operations shows in where a bone points. */
#define STATE_SHORT 1e-4

struct strands;

struct sim_engine {
    const char *name;
    struct sim_rules rules;
    bool scaled_colliders; /* radii grow with the scale of the collider's node, normals turn like directions */
    bool keeps_spins;      /* world rotations are kept beside matrices: what shears leave alone */
    bool late_colliders;   /* a collider stands at the world's origin until it is first refreshed */
    void (*start)(struct sim *sim, struct arena *arena); /* takes what memory the engine needs */
    void (*reset)(struct sim *sim);                      /* the engine's own state, once slots are at rest */
    void (*step)(struct sim *sim, double dt);            /* once the root has moved */
};

/* One joint at run time, all that its update touches in one place. Engines keep them in the order of updates. */
struct run {
    size_t joint;
    size_t body;
    size_t parent; /* slot */
    size_t center; /* slot, or SIM_NONE */
    size_t end_mover;
    struct vec3 end_point;
    bool virtual_tail;  /* the tail is end_point in the head's own space */
    bool center_is_own; /* the center is the head itself */
    bool loose;         /* the engine doesn't want it in a strand */
    bool hits_own;      /* the joint's list has a collider on the head itself */
    const size_t *colliders;
    size_t collider_count;
    double stiffness;
    double keep; /* of the velocity: 1 - drag */
    double gravity_power;
    struct vec3 gravity_dir;
    double hit_radius;
    double length;      /* metres, at rest; where the engine keeps it */
    struct vec3 axis;   /* direction of the bone at rest, unit or zero, in the head's own space */
    struct vec3 pull;   /* the same before the parent's matrix, where the engine goes by matrices */
    struct quat rest;   /* initial rotation of the head */
    struct mat34 local; /* initial local matrix */
    struct mat34 local_inverse;
    struct limit_range limit;
    /* state */
    struct vec3 current; /* tail, in the center's space */
    struct vec3 previous;
};

/* A limb below its parent, as it is held. */
struct held_limb {
    struct vec3 translation;
    struct quat rotation;
    struct mat34 local; /* with the scale of its node */
};

struct sim {
    const struct sim_engine *engine;
    const struct sim_world *world;
    struct sim_options options;
    struct mat34 *slots;
    struct quat *spins;           /* per slot, where the engine keeps them: its world rotation; else NULL */
    struct collide_shape *shapes; /* per collider */
    struct quat *turns;           /* per body: its local rotation */
    struct run *runs;             /* in the order of updates */
    size_t *run_of;               /* per joint: its place in runs */
    bool has_short;               /* some bone is so short that rounding of its tail's position turns it */
    struct sim_limbs *limbs;      /* NULL: as modelled */
    struct sim_limbs *held;       /* room for them; NULL where there are none */
    struct held_limb *held_limbs; /* what they come to, per limb of the world */
    bool held_known;              /* that is known */
    struct sim_pose pose;
    bool posed;                                            /* slots and shapes stand as pose has it */
    bool moved;                                            /* the root has moved in this step */
    struct quat (*turn)(struct vec3 from, struct vec3 to); /* between unit directions in world space, for what turns
                                                              by odd angles; NULL: as transform_from_to() */
    double round;                                          /* below this, one more than the cosine of a turn is odd */
    double straight;                                       /* above this too */
    struct strands *strands;                               /* NULL where the engine has none */
    size_t *loose;                                         /* runs that aren't in strands, in the order of updates */
    size_t loose_count;
    void *own; /* the engine's */
};

/* A joint's tail node, or virtual tail, where its mover stands now. */
static inline struct vec3 state_end(const struct sim *sim, const struct run *run)
{
    return mat34_point(&sim->slots[run->end_mover], run->end_point);
}

/*
 * The direction from the head to a tail in world space, in the space of the head's rest pose: unit or zero. Where bones
 * are short it comes about in the very steps of three.js, so that all digits are the same; elsewhere in fewer.
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

/* A tail in world space as the joint keeps it: in the space of its center. */
static inline struct vec3 state_in_center(const struct sim *sim, const struct run *run, struct vec3 tail)
{
    if (run->center == SIM_NONE) {
        return tail;
    }
    struct mat34 inverse = transform_inverse(&sim->slots[run->center]);
    return mat34_point(&inverse, tail);
}

/* Turns a body as turns has it, with its spin. What hangs on it has to follow. */
void state_turn_body(struct sim *sim, size_t body);

/* World rotations at rest, for engines that start by them. */
void state_rest_spins(struct sim *sim);

/* Unity's lossyScale of something on a slot: what its matrix does to the axes of its rotation. */
struct vec3 state_lossy_scale(const struct mat34 *matrix, struct quat rotation);

/* The same of a joint's head, before its own update, for those that look at it there: with the colliders on it. */
void state_place_head(struct sim *sim, const struct run *run);

/* Places what hangs on a slot whose matrix has changed. */
void state_follow(struct sim *sim, size_t slot);

/* Places one collider. */
void state_place_collider(struct sim *sim, size_t collider);

#endif
