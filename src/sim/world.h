/*
 * The contents of a world: joints, colliders and nodes, reduced to what moves. Private to src/sim.
 *
 * World matrices are in slots. A node that turns by itself has a slot: the head of a joint, or a node that carries
 * chains. All other nodes stand still relative to one of those (their mover), so one constant matrix places them.
 */
#ifndef VRMLINT_SIM_WORLD_H
#define VRMLINT_SIM_WORLD_H

#include "base/text_map.h"
#include "sim/limbs.h"
#include "sim/rig.h"
#include "sim/solver.h"

/* The first slots: nodes outside of the scene, which never move, and the scene's root. Bodies follow, then frames. */
enum { SLOT_FIXED, SLOT_ROOT, SLOT_BODIES };

/* The differences between engines in creating a world. */
struct sim_rules {
    bool made_up_nodes;     /* in VRM 0.x, nodes that an app creates sway too: colliders, and the parts of meshes */
    bool standing_refresh;  /* nodes that no joint moves are updated only on paths that springs depend on */
    bool keeps_rounding;    /* rotations and scales stay as they are, with the errors of single precision */
    bool every_child;       /* VRM 0.x: a joint for every child of a node, and none for a node without children */
    enum rig_manner manner; /* how node constraints are evaluated */
    bool listed; /* like UniVRM: joints are in the order of the file, a node is only in the first spring that lists it,
                    and nodes that springs name keep their world rotation while nodes above them turn */
    double drag; /* if the file gives none; VRM 0.x: 0.4 for all */
    double hit_radius_0x; /* metres, if a VRM 0.x file gives none */
};

/* The transform of a node relative to its mover, which never changes. */
struct world_anchor {
    size_t mover; /* slot */
    size_t head;  /* body of the nearest head at or above the node, or SIM_NONE */
    struct mat34 relative;
    struct quat turn; /* product of the rotations in `relative`, without the effects of scales */
    bool lags;        /* standing_refresh: it follows its mover only when an app renders, after the step */
};

/* A node that turns by itself: a carrier (of a chain, or a limb), a head, or, depending on the rules, another node
 * that springs name. Its slot is SLOT_BODIES plus its index. */
struct world_body {
    size_t node;
    struct trs rest;
    struct mat34 rest_local;
    size_t limb;   /* of a carrier: its index in the limbs, or SIM_NONE */
    size_t tie;    /* its number in the plan of constraints if one turns it, or SIM_NONE */
    bool rides;    /* it is below a head, but only a constraint turns it */
    bool heeded;   /* it is a head that constraints read */
    bool nods;     /* it is the humanoid's head; without one, a topmost carrier of a chain */
    bool lags;     /* standing_refresh: as in struct world_anchor */
    size_t parent; /* slot; until world_set_anchors(), the mover of its parent */
    size_t above;  /* body of the nearest head above it, or SIM_NONE */
};

/* A node that others depend on and that isn't a body. Its slot is SLOT_BODIES + body_count plus its index. */
struct world_frame {
    size_t mover;
    struct mat34 relative;
    struct quat turn;
    bool lags;
};

struct world_collider {
    size_t node;
    bool met;           /* a joint collides with it; the positions of others aren't computed */
    struct shape shape; /* in the node's own space */
    struct world_anchor anchor;
    struct vec3 center; /* in the mover's space: of a sphere or plane, of a capsule's first end */
    struct vec3 axis;   /* of a capsule, from its first end to the other */
    struct vec3 normal; /* of a plane, through the inverse transpose */
};

struct world_list {
    const size_t *colliders; /* with repeats */
    size_t count;
    size_t cost;  /* count, even of a list that was too long to be stored */
    size_t pairs; /* how many pairs a joint of the list counts as: see WORLD_PAIRS_MAX */
};

/* The nodes that a joint depends on; completes struct sim_joint. */
struct world_link {
    size_t head;
    size_t tail; /* SIM_NONE: virtual, at end_point in the head's space */
    size_t center;
    size_t list;
    struct vec3 tail_offset; /* the tail node's translation; of a virtual tail, its position in the head's space */
    /* filled in by world_set_anchors() */
    size_t body;
    size_t center_slot; /* SIM_NONE: none */
    size_t end_mover;   /* the tail is at end_point in this slot's space */
    struct vec3 end_point;
};

struct sim_world {
    struct arena *arena;
    const struct scene *scene;
    const struct sim_engine *engine;
    bool is_0x;
    bool whole;
    bool lists_constraints; /* extensionsUsed has constraints, or doesn't exist */
    bool reads_joints;      /* constraints read what joints turn */
    bool shifts;            /* constraints move bodies too */
    bool faces_back;        /* the avatar faces -Z */
    bool all_limbs;         /* limbs are for display: those that carry nothing simulated count too */
    bool limbs_carry;       /* a limb carries something simulated */
    /* in the order of the file */
    struct sim_joint *joints;
    struct world_link *links;
    size_t joint_count;
    size_t joint_capacity;
    size_t *costs; /* if joints are only counted: the costs of each spring; joints and links then have one element */
    size_t *order; /* in which joints are updated: those that others depend on come first */
    struct world_collider *colliders;
    size_t collider_count;
    struct world_list *lists;
    size_t list_count;
    size_t list_capacity;
    size_t pairs;             /* of a joint and a collider of its list */
    size_t pairs_max;         /* see WORLD_PAIRS_MAX */
    struct text_map lists_by; /* numbers of lists, by the collider groups that they are from */
    /* Nodes are numbered as in the scene; those that an app creates follow: number scene->count + i is a child of
     * node made_up[i], and at the same position. */
    size_t *made_up;
    size_t made_up_count;
    size_t made_up_capacity;
    double size;                           /* scale of the scene's root: the size at which an app shows the avatar */
    const struct constraints *constraints; /* NULL: none are evaluated */
    struct rig_plan *plan;                 /* the constraints on which something depends; NULL: none */
    size_t *resting;                       /* nodes whose constraints matter, but can't be evaluated */
    size_t resting_count;
    size_t *ties;         /* per number in the plan: its body, or SIM_NONE */
    size_t *riders;       /* bodies that ride, by the mover of the head that carries them */
    size_t *riders_begin; /* per mover's slot, with one more element; NULL: none ride */
    bool *early_nodes;    /* per node of the file: three-vrm updates its world transform when it
                             evaluates aims; NULL: none */
    size_t *early;        /* slots that are updated when constraints are evaluated, parents first */
    size_t early_count;
    const struct humanoid *humanoid; /* whose limbs may move; NULL: none */
    size_t head;                     /* the humanoid's head, also if limbs don't move, or SIM_NONE */
    struct quat nod_frame;           /* from the space of the nodes that nod to that of a nod */
    struct world_limb *limbs;        /* humanoid bones that no joint moves */
    size_t limb_count;
    struct world_body *bodies; /* carriers first, then the others; parents before children */
    size_t body_count;
    size_t carrier_count;
    size_t *body_of; /* per node, or SIM_NONE */
    bool *in_scene;  /* per node without a parent: apps show it and its descendants */
    struct world_anchor *anchors;
    size_t *anchor_of;          /* per node whose anchor is needed; SIM_NONE for others */
    struct world_frame *frames; /* by mover */
    size_t frame_count;
    size_t *frames_begin; /* per mover's slot, with one more element */
    bool *carries;        /* per mover's slot: colliders are on it, met or not */
    size_t *hung;         /* the colliders that are met, by mover */
    size_t *hung_begin;   /* per mover's slot, with one more element */
    size_t slot_count;
    struct mat34 *rest;  /* of all slots */
    bool nothing_stands; /* standing_refresh: the nodes that springs depend on have no common ancestor, so what no joint
                            moves lags */
    bool lags;           /* standing_refresh: something lags */
};

/* ---- reading: joints, colliders, lists ---- */

/* Read VRMC_springBone; and VRM 0.x. */
void world_read_springs(struct sim_world *world, const struct avatar *avatar, const struct sim_rules *rules);
void world_read_groups(struct sim_world *world, const struct avatar *avatar, const struct sim_rules *rules);

/* Adds a joint; *link receives its other half. The caller fills both in. */
struct sim_joint *world_add_joint(struct sim_world *world, struct world_link **link);

/* Adds the cost of the last joint that was added, if there is one; for worlds whose joints are only counted. */
void world_count_joint(struct sim_world *world);

/* Adds a list of colliders and returns its number. List 0 is empty. */
size_t world_add_list(struct sim_world *world, const size_t *colliders, size_t count);

/* Returns the number of the list from these collider groups, in their order; 0 until the caller has set it. */
size_t *world_list_of(struct sim_world *world, const size_t *groups, size_t count);

/* Adds a list that is too long to be stored: it is empty, but has its full cost. */
size_t world_refuse_list(struct sim_world *world, size_t count);

/* Returns the list for some more joints: the given one, or one without colliders if there were too many pairs of a
 * joint and a collider. */
size_t world_limit_list(struct sim_world *world, size_t list, size_t joints);

/* Returns the cost of a joint: see sim_costs(). */
size_t world_joint_cost(const struct sim_world *world, const struct world_link *link);

/* Adds costs; the result is at most SIZE_MAX. */
static inline size_t world_add_costs(size_t left, size_t right)
{
    return left < SIZE_MAX - right ? left + right : SIZE_MAX;
}

/* The maximum length of all lists of a world together. A longer one needn't be counted to its end. */
enum { WORLD_LISTS_MAX = 4 * 1000 * 1000 };

/* The maximum number of pairs of a joint and a collider of its list, and how many bytes of JSON permit one more.
 * Springs that share groups can have many more than a file has bytes, and each pair takes time in each step. A large
 * rig has some thousands. Planes and shapes that keep tails inside count as four: they are never too far away to be
 * tried. */
enum { WORLD_PAIRS_MAX = 200 * 1000, WORLD_PAIR_BYTES = 32 };

/* Returns a number of a file: standard if it is missing, infinite if it overflows. */
double world_number(const struct tree *json, const char *key, double standard);

/* ---- positions ---- */

/* Returns the number of nodes: those of the file, and those that an app creates. */
size_t world_node_count(const struct sim_world *world);

/* Returns the scale of the scene's root. */
struct vec3 world_size(const struct sim_world *world);

/* Returns the parent of a node, or SIM_NONE. */
size_t world_parent(const struct sim_world *world, size_t node);

/*
 * Returns the transform of a node; a matrix is decomposed as in three.js, and loses its shear. Unless the engine
 * keeps rounding errors, rotations that are almost unit are normalised, and scales that are almost even are made
 * even.
 */
struct trs world_trs(const struct sim_world *world, size_t node);

/* Finds the constraints on which something simulated depends, if there are any. */
void world_plan_constraints(struct sim_world *world);

/* Connects the plan of constraints with bodies, when anchors are set. */
void world_tie_constraints(struct sim_world *world);

/* Marks the bodies that constraints turn when some limbs turn. turning: per humanoid bone; bodies: per body, false. */
void world_spread_turns(struct arena *arena, const struct sim_world *world, const bool *turning, bool *bodies);

/* Finds bodies and anchors. */
void world_anchor(struct sim_world *world, struct document *document, const struct sim_rules *rules);

/* Finds the order of updates and, under standing_refresh, marks the nodes that lag. */
void world_sort(struct sim_world *world, const struct sim_rules *rules);

/* Assigns slots to nodes that others depend on, and fills in the rest. */
void world_set_anchors(struct sim_world *world);

#endif
