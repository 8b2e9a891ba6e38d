/*
 * Strands: trees of joints that hang on what stands still, on nodes that only turn and that all are scaled alike, with
 * colliders and centers that stand still. That is what avatars are made of, but for odd ones. Such joints need no
 * matrices, only the rotation of each bone, and joints as far from their roots as each other need not wait for each
 * other: they are updated several at a time. Private to src/sim.
 *
 * It is the update of verlet.h by fewer operations: what comes out differs by rounding alone.
 */
#ifndef VRMLINT_SIM_STRANDS_H
#define VRMLINT_SIM_STRANDS_H

#include <stdint.h>

#include "sim/lanes.h"
#include "sim/verlet.h"

/* How far joints may be from the root of their strand. */
enum { STRAND_LEVELS_MAX = 64 };

/* Where bones are. */
struct strand_pose {
    struct lanes4 turn; /* world rotation of the head */
    struct lanes3 head;
    struct lanes3 tail;
};

/* A bone in each lane. The last lanes may repeat the first one, for nothing. */
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
    bool turned;     /* some head has a rotation of its own at rest */
    bool apart;      /* some head isn't where its parent's tail is, but at offset from its parent's head */
    bool centered;   /* some joint has a center */
    bool one_center; /* and all the same */
    bool touching;   /* some joint has colliders or a limit */
    bool gathers;    /* base is gathered, put together from several groups or from anchors */
    size_t used;     /* lanes */
    size_t tracked;  /* room for who counts lanes */
    bool resting;    /* left out of steps */
    size_t run[LANES];
    size_t center[LANES]; /* its number among the strands' centers, or SIM_NONE */
    size_t root[LANES];   /* of the strand: LANES times its group, plus its lane */
    size_t from[LANES];   /* the parent: LANES times its group, plus its lane; of roots: the anchor */
    struct lanes4 rest;   /* initial rotation of the head, in the parent's */
    struct lanes3 offset; /* from the parent's head, in its rotation; of roots: in the parent's own space */
    struct strand_pose *gathered;
    struct lanes3 seen; /* tails, when room was last made less; in world space */
    lanes room;         /* how far tails may still move before they can touch a collider, metres; 0: unknown */
};

/* What roots of strands hang on. */
struct strand_anchor {
    size_t slot;
    struct quat turn;
};

/* What tails are kept in the space of. */
struct strand_center {
    size_t slot;
    struct mat34 inverse; /* of its matrix */
};

/* Spheres around the colliders of a list, in the order of the list; the last ones are nowhere. */
struct strand_bounds {
    struct lanes3 center;
    lanes radius; /* infinite around what has no bounds */
};

enum { STRAND_PIECE = LANES }; /* colliders that are looked at together */

struct strand_list {
    const size_t *colliders;
    size_t count;
    bool unbounded;               /* something in it has no bounds */
    bool roomy;                   /* few enough to tell how far the nearest is */
    struct strand_bounds *bounds; /* whole pieces */
};

/*
 * How far a strand can reach, whatever its bones do, and which pieces of its list it can meet there: a bit each, the
 * last one for all that follow.
 */
struct strand_reach {
    size_t list;
    double radius; /* around the root's head, metres: bones and hit radius */
    uint64_t pieces;
};

/* Farther than this, metres, nobody tells how far colliders are; nor of lists longer than this. */
#define STRAND_FAR 1e4
enum { STRAND_ROOMY_MAX = 64 };

#define STRAND_PIECES_ALL UINT64_MAX
enum { STRAND_PIECES_MAX = 64 };

struct strands {
    struct strand_group *groups; /* roots first, then their children, and so on */
    size_t count;
    size_t root_count; /* groups of roots */
    struct strand_anchor *anchors;
    size_t anchor_count;
    struct strand_center *centers;
    size_t center_count;
    struct strand_reach *reaches; /* per lane of the groups of roots */
    struct strand_list *lists;    /* 0: none */
    size_t list_count;
    struct vec3 root;      /* where it stands, metres */
    struct vec3 shift;     /* how far the root has moved in this step, metres */
    double drift;          /* and how far, at most, a collider besides */
    bool wide;             /* the processor has vectors as wide as lanes */
    size_t *slot;          /* per joint: LANES times its group, plus its lane; or SIM_NONE */
    const size_t *list_of; /* per run */
};

/* Picks the joints that strands can have, once the engine has started; the others stay loose. */
void strands_plan(struct sim *sim, struct arena *arena);

/* Per body that is the root of a tree of heads: whether nobody asks for the tree, by sim_options.joints. root: per
 * body, of its tree. In the arena. */
bool *strands_left_out(const struct sim *sim, struct arena *arena, const size_t *root);

/* Puts all joints back to rest, in strands and loose, once slots and shapes are. */
void strands_reset(struct sim *sim);

/* Puts all strands back to where they were when their groups were copied, once slots and shapes are as they were then.
 */
void strands_return(struct sim *sim, const struct strand_group *groups);

/* One step of all joints, in strands and loose, once the root has moved. */
void strands_step(struct sim *sim, double dt, verlet_hit *hit);

/* Leaves a group out of all steps until the root moves or everything is put back to rest: it is as good as still. Not
 * as long as its parents move. Returns whether it is left out. */
bool strands_rest_group(struct sim *sim, const struct strand_group *group);

/* The world matrix of a joint's head; false for a loose one, whose slot has it. */
bool strands_matrix(const struct sim *sim, size_t joint, struct mat34 *matrix);

/* The world rotation of the head's rest pose, below its parent as that stands now; of any engine's joints. */
struct quat strands_rest(const struct sim *sim, size_t joint);

#endif
