/*
 * Strands: trees of joints on something that stands still relative to the root, made of nodes that only turn and have
 * one even scale, with colliders and centers that stand still. Most joints of avatars are like that. They need no
 * matrices, only the rotation of each bone, and joints at the same distance from their roots don't depend on each
 * other: they are updated several at a time. Private to src/sim.
 *
 * It is the update of verlet.h with fewer operations: results differ by rounding errors only.
 */
#ifndef VRMLINT_SIM_STRANDS_H
#define VRMLINT_SIM_STRANDS_H

#include <stdint.h>

#include "sim/lanes.h"
#include "sim/verlet.h"

/* The maximum distance of joints from the root of their strand. */
enum { STRAND_LEVELS_MAX = 64 };

/* The pose of bones. */
struct strand_pose {
    struct lanes4 turn; /* world rotation of the head */
    struct lanes3 head;
    struct lanes3 tail;
};

/* One bone per lane. The last lanes may repeat the first one, without effect. */
struct strand_group {
    const struct strand_pose *base; /* of the parents, lane by lane */
    struct strand_pose pose;
    struct lanes3 current; /* tails, in the centers' spaces */
    struct lanes3 previous;
    struct lanes3 axis; /* direction of the bone at rest, in the parent's rotation */
    struct lanes3 gravity;
    lanes stiffness;
    lanes keep;
    lanes length;
    bool turned;     /* a head has a rotation of its own at rest */
    bool apart;      /* a head isn't at its parent's tail, but at offset from its parent's head */
    bool centered;   /* a joint has a center */
    bool one_center; /* and all have the same one */
    bool touching;   /* a joint has colliders or a limit */
    bool gathers;    /* base is gathered: collected from several groups, or from anchors */
    size_t used;     /* number of lanes */
    size_t tracked;  /* for callers that count lanes */
    bool resting;    /* left out of steps */
    bool needed;     /* a group that isn't hangs on it: for strands_leave_out() */
    size_t run[LANES];
    size_t center[LANES]; /* index in the strands' centers, or SIM_NONE */
    size_t root[LANES];   /* of the strand: LANES times its group, plus its lane */
    size_t from[LANES];   /* the parent: LANES times its group, plus its lane; for roots: the anchor */
    struct lanes4 rest;   /* initial rotation of the head, in the parent's */
    struct lanes3 offset; /* from the parent's head, in its rotation; for roots: in the parent's own space */
    struct strand_pose *gathered;
    struct lanes3 seen; /* tails at the last update of room; in world space */
    lanes room;         /* how far tails may still move until they can touch a collider, metres; 0: unknown */
};

/* The node that roots of strands are on. */
struct strand_anchor {
    size_t slot;
    struct quat turn;
};

/* The space in which tails are kept. */
struct strand_center {
    size_t slot;
    struct mat34 inverse; /* of its matrix */
};

/* Spheres around the colliders of a list, in its order; unused ones at the end are at infinity. */
struct strand_bounds {
    struct lanes3 center;
    lanes radius; /* infinite for a collider without bounds */
};

enum { STRAND_PIECE = LANES }; /* number of colliders that are tested together */

struct strand_list {
    const size_t *colliders;
    size_t count;
    bool unbounded;               /* it has a collider without bounds */
    bool roomy;                   /* short enough to compute the distance of the nearest collider */
    struct strand_bounds *bounds; /* in whole pieces */
};

/* The range of a strand, whatever its bones do, and the pieces of its list that it can hit there: one bit each, the
 * last one for all further pieces. */
struct strand_reach {
    size_t list;
    double radius; /* around the root's head, metres: bones and hit radius */
    uint64_t pieces;
};

/* Metres: beyond this, distances of colliders aren't computed; nor are they for lists longer than STRAND_ROOMY_MAX. */
#define STRAND_FAR 1e4
enum { STRAND_ROOMY_MAX = 64 };

#define STRAND_PIECES_ALL UINT64_MAX
enum { STRAND_PIECES_MAX = 64 };

struct strands {
    struct strand_group *groups; /* roots first, then their children, and so on */
    size_t count;
    size_t root_count; /* number of groups of roots */
    struct strand_anchor *anchors;
    size_t anchor_count;
    struct strand_center *centers;
    size_t center_count;
    struct strand_reach *reaches; /* per lane of the groups of roots */
    struct strand_list *lists;    /* list 0 is empty */
    size_t list_count;
    struct vec3 root;      /* its position, metres */
    struct vec3 shift;     /* how far the root has moved in this step, metres */
    double drift;          /* and how far, at most, a collider has moved relative to it */
    bool wide;             /* the processor has vectors as wide as lanes */
    size_t *slot;          /* per joint: LANES times its group, plus its lane; or SIM_NONE */
    const size_t *list_of; /* per run */
};

/* Finds the joints that can be in strands, after the engine's own start; the others stay loose. */
void strands_plan(struct sim *sim, struct arena *arena);

/* Returns, per body that is the root of a tree of heads, whether sim_options.joints leaves the tree out. root: per
 * body, the root of its tree. In the arena. */
bool *strands_left_out(const struct sim *sim, struct arena *arena, const size_t *root);

/* Resets all joints to rest, in strands and loose; slots and shapes must be at rest. */
void strands_reset(struct sim *sim);

/* Returns all strands to the state in which their groups were copied; slots and shapes must be as they were then. */
void strands_return(struct sim *sim, const struct strand_group *groups);

/* Runs one step of all joints in strands, when the root has moved. */
void strands_step(struct sim *sim, double dt, verlet_hit *hit);

/* Leaves a group out of all steps until the root moves or everything is reset: it is practically at rest. Returns
 * false, without effect, as long as its parents still move. */
bool strands_rest_group(struct sim *sim, const struct strand_group *group);

/* sim_leave_out() for joints in strands. */
void strands_leave_out(struct strands *strands, const struct run *runs, const bool *done);

/* Gathers the heads and tails of any LANES joints. Calls from code with wide vectors to code without are slow, so this
 * is one call for all lanes. */
void strands_gather(const struct sim *sim, const size_t *joints, struct lanes3 *head, struct lanes3 *tail);

/* Sets the world matrix of a joint's head; returns false for a loose one, whose slot has it. */
bool strands_matrix(const struct sim *sim, size_t joint, struct mat34 *matrix);

/* Returns the world rotation of the head's rest pose, relative to the present one of its parent; for joints of any
 * engine. */
struct quat strands_rest(const struct sim *sim, size_t joint);

#endif
