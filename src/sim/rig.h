/*
 * Node constraints (VRMC_node_constraint): the one implementation, for simulations, checks and the conformance kit. A
 * plan says what is evaluated and in which order; a state holds the transforms of its nodes.
 */
#ifndef VRMLINT_SIM_RIG_H
#define VRMLINT_SIM_RIG_H

#include "sim/transform.h"
#include "vrm/constraints.h"

/* Whose rules are followed. */
enum rig_manner {
    RIG_SPEC,      /* the published text, each constraint after those whose result it reads; drafts as three-vrm once
                      had them, added to what the parent does */
    RIG_THREE_VRM, /* three-vrm 3.5.5: versions 1.0 and 1.0-beta; a cycle through ancestors counts too */
    RIG_UNIVRM,    /* UniVRM: any version as 1.0, in the order of the hierarchy */
};

/* A constraint as it is evaluated. Nodes are numbered as in the plan. */
struct rig_constraint {
    enum constraint_kind kind;
    bool draft; /* of the drafts A to C: it has spaces and axes */
    size_t source;
    double weight;
    struct vec3 axis; /* of a roll or an aim of 1.0: unit, or zero for one that a runtime doesn't know */
    bool source_in_model;
    bool destination_in_model;
    bool follows[3]; /* drafts: X, Y and Z, or yaw and pitch */
    struct vec3 aim; /* of an aim of the draft, as is up */
    struct vec3 up;
    /* drafts, in the rest pose: the source in its space, the aim, and the destination's rotation in the model */
    struct quat source_turn;
    struct vec3 source_place;
    struct quat aimed;
    struct quat turn_in_model;
};

struct rig_node {
    size_t node;   /* of the scene */
    size_t parent; /* in the plan; SCENE_NONE for none, or if its world transform isn't needed */
    bool fixed;    /* it has no parent, and the root of the scene doesn't move it */
    bool keeps;    /* its world transform is made of `kept` */
    struct trs rest;
    struct rig_constraint *constraint; /* NULL: none that is evaluated */
};

struct rig_plan {
    enum rig_manner manner;
    struct rig_node *nodes;
    size_t count;
    size_t *place_of; /* per node of the scene: its number in the plan, or SCENE_NONE */
    size_t *order;    /* 2 * number, or 2 * number + 1 for a world transform */
    size_t steps;
    size_t constraint_count; /* that are evaluated */
};

struct rig_request {
    const struct scene *scene;
    const struct constraints *constraints;
    enum rig_manner manner;
    bool listed;        /* the file's extensionsUsed has the extension, or doesn't exist; only for RIG_THREE_VRM */
    const bool *wanted; /* per node: its constraint is needed; NULL: all nodes are */
    const bool *shown;  /* per node without a parent: the root moves it; NULL: all are */
    struct trs (*rest)(const void *context, size_t node); /* NULL: as in the file, with unit rotations */
    const void *context;
};

/* Makes a plan. Everything is allocated in the arena. */
struct rig_plan *rig_plan_new(struct arena *arena, const struct rig_request *request);

/*
 * Marks what moves if some nodes move relative to their parents: moves has an element per number in the plan, and
 * receives the destinations of constraints.
 */
void rig_spread(struct arena *arena, const struct rig_plan *plan, bool *moves);

struct rig_state {
    const struct rig_plan *plan;
    struct trs *local; /* per number in the plan, relative to the parent */
    struct quat *kept; /* the rotations of nodes that keep one for their world transform */
    struct mat34 *world;
    struct quat *turned; /* RIG_UNIVRM: product of the rotations from the root down to the node */
    struct mat34 root;   /* of the scene */
    struct quat root_turn;
};

/* Creates a rig in the rest pose, without evaluating constraints. */
struct rig_state *rig_new(struct arena *arena, const struct rig_plan *plan);

/* Notes in the plan what constraints of drafts compare with, when all nodes are in the rest pose; rig_plan_new() does
 * so. */
void rig_note_rest(struct rig_state *rig);

/* Returns all nodes to the rest pose. */
void rig_reset(struct rig_state *rig);

/* Evaluates all constraints of the plan, once, in its order. Returns whether one of them has changed its node. */
bool rig_update(struct rig_state *rig);

#endif
