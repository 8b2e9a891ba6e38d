/*
 * VRMC_springBone as rules and simulation see it: typed, references resolved, geometry of the rest pose computed.
 * Heads are the joints that move (all but the last); the tail is the last joint.
 */
#ifndef VRMLINT_VRM_SPRINGS_H
#define VRMLINT_VRM_SPRINGS_H

#include "gltf/scene.h"

#define SPRINGS_NONE SIZE_MAX

enum pair_relation {
    PAIR_NONE,     /* last joint, or an end that isn't resolved */
    PAIR_CHAIN,    /* this joint is a proper ancestor of the next */
    PAIR_REPEATED, /* the same node */
    PAIR_REVERSED, /* the next joint is a proper ancestor of this one */
    PAIR_SIBLINGS, /* same parent */
    PAIR_UNRELATED,
};

/* A number that a file may leave out. given: present and well-typed (finite, of magnitude below 1e18). */
struct optional {
    double value; /* the specification's default unless given */
    bool present; /* the key is there, right or wrong */
    bool given;
};

struct limit; /* vrm/limits.h */

/* What a joint's numbers say. */
struct joint_numbers {
    struct optional hit_radius;    /* metres, default 0 */
    struct optional stiffness;     /* default 1 */
    struct optional gravity_power; /* default 0 */
    struct optional drag_force;    /* 0 to 1, default 0.5 */
    struct vec3 gravity_dir;       /* default 0 -1 0 */
    bool gravity_dir_present;
    bool gravity_dir_given;
};

struct joint {
    const struct tree *json;
    size_t index;                     /* index in joints, as in the file */
    size_t node;                      /* SPRINGS_NONE unless resolved and usable */
    const struct joint_numbers *says; /* joints that say the same share it */
    bool has_limit;                   /* extensions.VRMC_springBone_limit is there */
    const struct limit *limit;        /* what it says; NULL where it isn't an object */
    /* the pair of this joint and the next resolved one */
    enum pair_relation relation;
    size_t skipped;         /* nodes strictly between, for PAIR_CHAIN */
    double length;          /* world distance of the pair, metres; 0 for PAIR_NONE */
    struct vec3 tail_local; /* the next joint's position in this node's own space, metres; zero when singular */
};

struct spring {
    const struct tree *json;
    size_t index;
    const char *name;     /* NULL when absent */
    struct joint *joints; /* all elements of the array */
    size_t joint_count;
    size_t *chain; /* indices of the joints whose node is resolved, in order */
    size_t chain_count;
    size_t root;   /* node of the first resolved joint, SPRINGS_NONE when there are none */
    size_t center; /* node, or SPRINGS_NONE */
    bool center_present;
    size_t *groups; /* resolved collider groups, in order, each once */
    size_t group_count;
    const size_t *colliders; /* reachable through groups: resolved, in order, each once; springs with the same groups
                                share one array */
    size_t collider_count;
    size_t alike;           /* the first spring with the same groups: an earlier one, or itself */
    bool colliders_skipped; /* there are too many to list them (and the report says so): colliders is empty */
};

enum shape_kind { SHAPE_NONE, SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_PLANE };

struct shape {
    enum shape_kind kind; /* NONE: none, several, or an ill-typed one; then nothing below but the _present is set */
    bool inside;
    struct vec3 offset; /* local to the node, metres */
    struct vec3 tail;
    struct vec3 normal;
    double radius;
    bool radius_present;
    bool offset_present;
    bool tail_present;
    bool normal_present;
};

struct collider {
    const struct tree *json;
    size_t index;
    size_t node; /* SPRINGS_NONE unless resolved */
    struct shape base;
    bool has_extension; /* extensions.VRMC_springBone_extended_collider is there */
    struct shape extended;
    const struct shape *effective; /* extended where its specVersion is "1.0" and it has one shape; else base */
};

struct collider_group {
    const struct tree *json;
    const char *name;  /* NULL when absent */
    size_t *colliders; /* resolved, in order, repeats kept */
    size_t collider_count;
};

struct springs {
    bool present;        /* the root extension is an object */
    const char *version; /* specVersion, NULL when it isn't a string */
    struct spring *springs;
    size_t spring_count;
    struct collider *colliders;
    size_t collider_count;
    struct collider_group *groups;
    size_t group_count;
};

/* Reads VRMC_springBone; never NULL, in the document's arena. It reports no findings: schemas and checks do. */
struct springs *springs_read(struct document *document, const struct scene *scene);

#define SPRINGS_POINTER "/extensions/VRMC_springBone"

/* The joint behind chain place i of a spring. */
static inline struct joint *spring_chain(const struct spring *spring, size_t i)
{
    return &spring->joints[spring->chain[i]];
}

/* Heads are chain places 0 to this, exclusive. */
static inline size_t spring_heads(const struct spring *spring)
{
    return spring->chain_count < 2 ? 0 : spring->chain_count - 1;
}

/* Per node, in the arena: the head of some spring. */
bool *springs_heads(struct arena *arena, const struct springs *springs, size_t node_count);

#endif
