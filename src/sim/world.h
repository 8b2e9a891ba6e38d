/*
 * What a world is made of: joints, colliders and nodes, boiled down to what moves. Private to src/sim.
 *
 * World matrices live in slots. What turns by itself has a slot: the head of a joint, and a node that carries chains.
 * All else stands still relative to one of those (its mover), so that one constant matrix places it.
 */
#ifndef VRMLINT_SIM_WORLD_H
#define VRMLINT_SIM_WORLD_H

#include "sim/limbs.h"
#include "sim/solver.h"

/* The first slots: what isn't part of the scene and never moves, and the scene's root. Bodies follow, then frames. */
enum { SLOT_FIXED, SLOT_ROOT, SLOT_BODIES };

/* What engines differ in when a world is built. */
struct sim_rules {
    bool made_up_nodes;    /* nodes that an app makes up sway in VRM 0.x: colliders, and the parts of meshes */
    bool standing_refresh; /* of what stands still, only what lies on paths that springs depend on is kept up to date */
    bool keeps_rounding;   /* rotations and scales stand as they are, whatever single precision has made of them */
    bool every_child;      /* VRM 0.x: a joint for every child of a node, and none for a node without children */
    bool listed; /* as UniVRM: joints go in the order of the file, a node is in one spring alone, the first, and
                    what springs name keeps its world rotation while others turn above it */
    double drag; /* where the file gives none; VRM 0.x: 0.4 for all */
    double hit_radius_0x; /* metres, where a VRM 0.x file gives none */
};

/* Where a node hangs: relative to its mover it never changes. */
struct world_anchor {
    size_t mover; /* slot */
    size_t head;  /* body of the nearest head at or above the node, or SIM_NONE */
    struct mat34 relative;
    struct quat turn; /* the rotations in relative, without what scales make of them */
    bool frozen;      /* standing_refresh: it keeps its matrix of the rest pose, wherever its mover goes */
};

/* A node that turns by itself: a carrier (what bears a chain, or a limb), a head, or, where rules say so, another node
 * that springs name. Its slot is SLOT_BODIES plus its index. */
struct world_body {
    size_t node;
    struct trs rest;
    struct mat34 rest_local;
    size_t limb;   /* of a carrier: its place among the limbs, or SIM_NONE */
    bool nods;     /* a carrier that bears a chain */
    bool frozen;   /* standing_refresh: as struct world_anchor has it; never where it nods */
    size_t parent; /* slot; until world_set_anchors(), the mover of what it hangs on */
    size_t above;  /* body of the nearest head above it, or SIM_NONE */
};

/* A node that something hangs on and that isn't a body. Its slot is SLOT_BODIES + body_count plus its index. */
struct world_frame {
    size_t mover;
    struct mat34 relative;
    struct quat turn;
    bool frozen;
};

struct world_collider {
    size_t node;
    bool met;           /* by a joint; where others are, nobody knows */
    struct shape shape; /* in the node's own space */
    struct world_anchor anchor;
    struct vec3 center; /* in the mover's space: of a sphere or plane, of a capsule's first end */
    struct vec3 axis;   /* of a capsule, from its first end to the other */
    struct vec3 normal; /* of a plane, through the inverse transpose */
};

struct world_list {
    const size_t *colliders; /* repeats kept */
    size_t count;
    size_t cost; /* count, also of one that there was no room for */
};

/* What a joint hangs on, beside struct sim_joint. */
struct world_link {
    size_t head;
    size_t tail; /* SIM_NONE: virtual, at end_point in the head's space */
    size_t center;
    size_t list;
    struct vec3 tail_offset; /* the tail node's translation; of a virtual tail, its place in the head's space */
    /* filled in by world_place() */
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
    /* in the order of the file */
    struct sim_joint *joints;
    struct world_link *links;
    size_t joint_count;
    size_t joint_capacity;
    size_t *costs; /* where joints are only counted: what those of each spring cost; there is room for one */
    size_t *order; /* in which joints are updated: those that others hang on come first */
    struct world_collider *colliders;
    size_t collider_count;
    struct world_list *lists;
    size_t list_count;
    size_t list_capacity;
    /* Nodes are numbered as in the scene; those that an app makes up follow: number scene->count + i hangs on the node
     * made_up[i] and stands where that stands. */
    size_t *made_up;
    size_t made_up_count;
    size_t made_up_capacity;
    double size;                     /* of the scene's root: how large an app shows the avatar */
    const struct humanoid *humanoid; /* whose limbs may move; NULL: nobody's */
    bool faces_back;
    bool all_limbs;           /* limbs are for display: those that carry nothing simulated count too */
    bool limbs_carry;         /* a limb carries something simulated */
    struct world_limb *limbs; /* humanoid bones that no joint moves */
    size_t limb_count;
    struct world_body *bodies; /* carriers first, then the others; parents before children */
    size_t body_count;
    size_t carrier_count;
    size_t *body_of; /* per node, or SIM_NONE */
    bool *in_scene;  /* per node without a parent: apps show it, and what hangs below it */
    struct world_anchor *anchors;
    size_t *anchor_of;          /* per node that something asks for; SIM_NONE for others */
    struct world_frame *frames; /* by mover */
    size_t frame_count;
    size_t *frames_begin; /* per mover's slot, and one more */
    bool *carries;        /* per mover's slot: colliders hang on it, met or not */
    size_t *hung;         /* those that are met, by mover */
    size_t *hung_begin;   /* per mover's slot, and one more */
    size_t slot_count;
    struct mat34 *rest;  /* of all slots */
    bool nothing_stands; /* standing_refresh: springs have no node above them in common, so what stands never moves */
};

/* ---- reading: joints, colliders, lists ---- */

/* VRMC_springBone; and VRM 0.x. */
void world_read_springs(struct sim_world *world, const struct avatar *avatar, const struct sim_rules *rules);
void world_read_groups(struct sim_world *world, const struct avatar *avatar, const struct sim_rules *rules);

/* Adds a joint; *link receives its other half. The caller fills both in. */
struct sim_joint *world_add_joint(struct sim_world *world, struct world_link **link);

/* Where joints are only counted: what the last one that was added costs, if there is one. */
void world_count_joint(struct sim_world *world);

/* Adds a list of colliders and returns its number. List 0 is empty. */
size_t world_add_list(struct sim_world *world, const size_t *colliders, size_t count);

/* The same for one that there is no room for: it is empty, and costs what it would have. */
size_t world_refuse_list(struct sim_world *world, size_t count);

/* What a joint costs that hangs on this: see sim_costs(). */
size_t world_joint_cost(const struct sim_world *world, const struct world_link *link);

/* As much as a size_t holds, at most. */
static inline size_t world_add_costs(size_t left, size_t right)
{
    return left < SIZE_MAX - right ? left + right : SIZE_MAX;
}

/* The most that all lists of a world have together. A longer one needn't be counted to its end. */
enum { WORLD_LISTS_MAX = 4 * 1000 * 1000 };

/* A number of a file: standard where there is none, infinite where it overflows. */
double world_number(const struct tree *json, const char *key, double standard);

/* ---- placing ---- */

/* The nodes of the file, and behind them those that an app makes up. */
size_t world_node_count(const struct sim_world *world);

/* The scale of the scene's root. */
struct vec3 world_size(const struct sim_world *world);

/* The parent of a node, or SIM_NONE. */
size_t world_parent(const struct sim_world *world, size_t node);

/* The transform of a node; a matrix is taken apart as three.js does it, and loses its shear. Unless the engine keeps
 * rounding, rotations that are all but unit are brought to length 1, and scales that are all but even evened out. */
struct trs world_trs(const struct sim_world *world, size_t node);

/* Finds bodies and anchors. */
void world_anchor(struct sim_world *world, struct document *document, const struct sim_rules *rules);

/* Finds the order of updates and, under standing_refresh, lets go of what is never refreshed. */
void world_sort(struct sim_world *world, const struct sim_rules *rules);

/* Gives slots to what others hang on, and fills in the rest. */
void world_set_anchors(struct sim_world *world);

#endif
