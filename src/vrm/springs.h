/* VRMC_springBone for rules and simulation: typed, with resolved references and the geometry of the rest pose. Heads
 * are the joints that move (all but the last); the tail is the last joint. */
#ifndef VRMLINT_VRM_SPRINGS_H
#define VRMLINT_VRM_SPRINGS_H

#include "gltf/scene.h"

#define SPRINGS_NONE SIZE_MAX

enum pair_relation {
    PAIR_NONE,     /* last joint, or an unresolved end */
    PAIR_CHAIN,    /* this joint is an ancestor of the next */
    PAIR_REPEATED, /* the same node */
    PAIR_REVERSED, /* the next joint is an ancestor of this one */
    PAIR_SIBLINGS, /* same parent */
    PAIR_UNRELATED,
};

/* A number that may be absent. given: present and well-typed (finite, of magnitude below 1e18). */
struct optional {
    double value; /* the specification's default if not given */
    bool present; /* the key is present, valid or not */
    bool given;
};

struct limit; /* vrm/limits.h */

/* The numbers of a joint. */
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
    const struct joint_numbers *says; /* shared by consecutive joints with the same numbers */
    const struct limit *limit;        /* the limit; NULL if the extension isn't an object */
    /* relation between this joint and the next resolved one */
    enum pair_relation relation;
    size_t skipped;         /* nodes between the two, for PAIR_CHAIN */
    double length;          /* distance of the two in world space, metres; 0 for PAIR_NONE */
    struct vec3 tail_local; /* position of the next joint in this node's own space, metres; zero if singular */
};

struct spring {
    const struct tree *json;
    size_t index;
    const char *name;     /* NULL if absent */
    struct joint *joints; /* all elements of the array */
    size_t joint_count;
    size_t *chain; /* indices of the joints with a resolved node, in order */
    size_t chain_count;
    size_t root;    /* node of the first resolved joint; SPRINGS_NONE if there is none */
    size_t center;  /* node, or SPRINGS_NONE */
    size_t *groups; /* resolved collider groups, in order, each once */
    size_t group_count;
    /* The colliders of these groups: resolved, in order, each once. Springs with the same groups share one array. */
    const size_t *colliders;
    size_t collider_count;
    size_t alike;           /* the first spring with the same groups, or this one */
    bool colliders_skipped; /* there are too many colliders to list, which is reported; colliders is empty */
};

enum shape_kind { SHAPE_NONE, SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_PLANE };

struct shape {
    enum shape_kind kind; /* NONE: none, several, or an ill-typed one; then only the _present members are set */
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
    size_t node; /* SPRINGS_NONE if unresolved */
    struct shape base;
    bool has_extension; /* extensions.VRMC_springBone_extended_collider is present */
    struct shape extended;
    const struct shape *effective; /* extended if its specVersion is "1.0" and it has one shape; else base */
};

struct collider_group {
    const struct tree *json;
    const char *name;  /* NULL if absent */
    size_t *colliders; /* resolved, in order, with duplicates */
    size_t collider_count;
};

struct springs {
    bool present;        /* the root extension is an object */
    const char *version; /* specVersion; NULL if it isn't a string */
    struct spring *springs;
    size_t spring_count;
    struct collider *colliders;
    size_t collider_count;
    struct collider_group *groups;
    size_t group_count;
};

/* Reads VRMC_springBone. Never returns NULL. In the document's arena. Reports nothing: schemas and checks do. */
struct springs *springs_read(struct document *document, const struct scene *scene);

#define SPRINGS_POINTER "/extensions/VRMC_springBone"

/* Returns joint i of a spring's chain. */
static inline struct joint *spring_chain(const struct spring *spring, size_t i)
{
    return &spring->joints[spring->chain[i]];
}

/* Returns the number of heads: they are the first ones of the chain. */
static inline size_t spring_heads(const struct spring *spring)
{
    return spring->chain_count < 2 ? 0 : spring->chain_count - 1;
}

/* Returns for each node, in the arena, whether it is the head of a spring. */
bool *springs_heads(struct arena *arena, const struct springs *springs, size_t node_count);

#endif
