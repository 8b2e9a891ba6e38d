/* Joints and weights of a primitive's vertices: what is wrong with them. */
#ifndef VRMLINT_CHECKS_DATA_WEIGHTS_H
#define VRMLINT_CHECKS_DATA_WEIGHTS_H

#include "checks/data/data.h"

enum { SETS_MAX = 4 /* of a vertex: nothing has more */ };

#define WEIGHTS_OFF_ERROR 0.01

/* Vertices that are at fault in one way. */
struct fault {
    size_t count;
    uint64_t first;
    double worst;
    size_t set; /* of the first */
};

/* What is wrong with the vertices of one primitive. */
struct faults {
    struct fault range; /* worst: the joint */
    bool is_followed;   /* one of them has a weight */
    struct fault twice;
    struct fault negative;
    struct fault zero;
    struct fault sums; /* worst: the sum */
    double off;        /* of the worst */
    size_t errors;     /* of sums, those off by so much */
    size_t warnings;
    struct fault idle;   /* joints of weight 0 */
    struct fault beyond; /* weights in later sets */
    struct fault outside;
};

/* A primitive's vertices, under one skin. */
struct pairs {
    const struct data *data;
    size_t primitive;
    size_t set_count;
    const struct accessor *joints[SETS_MAX];
    const struct accessor *weights[SETS_MAX];
    size_t bound;            /* joints of the smallest skin that is used with the mesh */
    unsigned char *weighted; /* of the skin; NULL where there is none */
    const bool *outside;
    size_t skin_count; /* joints of the skin */
    bool marks_only;   /* under a further skin: only which joints are followed */
    struct faults faults;
};

/* Room for a walk, which may be used again. */
struct pair_walk;
struct pair_walk *pair_walk_new(struct arena *arena);

/* Judges all vertices, and marks the joints that they follow; false when their bytes can't be had. */
bool pair_walk(struct pair_walk *walk, struct pairs *pairs);

#endif
