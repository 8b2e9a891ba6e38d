/* Mistakes in joints and weights of a primitive's vertices. */
#ifndef VRMLINT_CHECKS_DATA_WEIGHTS_H
#define VRMLINT_CHECKS_DATA_WEIGHTS_H

#include "checks/data/data.h"

enum { SETS_MAX = 4 /* sets per vertex; no file has more */ };

#define WEIGHTS_OFF_ERROR 0.01

/* Vertices with the same mistake. */
struct fault {
    size_t count;
    uint64_t first;
    double worst;
    size_t set; /* of the first one */
};

/* The mistakes in the vertices of one primitive. */
struct faults {
    struct fault range; /* worst: the largest invalid joint */
    bool is_followed;   /* an invalid joint has a weight */
    struct fault twice;
    struct fault negative;
    struct fault zero;
    struct fault sums; /* worst: the sum farthest from 1 */
    double off;        /* deviation of the worst sum */
    size_t errors;     /* number of sums that deviate by an error's limit */
    size_t warnings;
    struct fault idle;   /* joints other than 0 with weight 0 */
    struct fault beyond; /* weights in later sets */
    struct fault outside;
};

/* The vertices of a primitive with one skin. */
struct pairs {
    const struct data *data;
    size_t primitive;
    size_t set_count;
    const struct accessor *joints[SETS_MAX];
    const struct accessor *weights[SETS_MAX];
    size_t bound;            /* number of joints of the smallest skin that is used with the mesh */
    unsigned char *weighted; /* of the skin; NULL if there is none */
    const bool *outside;
    size_t skin_count; /* number of joints of the skin */
    bool marks_only;   /* for further skins: only mark the joints that are followed */
    struct faults faults;
};

/* Memory for a walk, which may be reused. */
struct pair_walk;
struct pair_walk *pair_walk_new(struct arena *arena);

/* Checks all vertices, and marks the joints that they follow; returns false if their bytes are unavailable. */
bool pair_walk(struct pair_walk *walk, struct pairs *pairs);

#endif
