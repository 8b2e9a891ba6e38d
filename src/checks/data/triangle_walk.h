/* Counts of a primitive's triangles while they are read. */
#ifndef VRMLINT_CHECKS_DATA_TRIANGLE_WALK_H
#define VRMLINT_CHECKS_DATA_TRIANGLE_WALK_H

#include "checks/data/data.h"
#include "checks/data/held.h"

/* Primitives that share their positions. */
struct shared {
    struct data *data;
    const size_t *primitives;
    size_t count;
    uint64_t vertices;
    struct held *positions;
    struct held *normals;
    uint32_t *marks;      /* per vertex: 1 + index of the last primitive that uses it; NULL unless needed */
    unsigned char *named; /* for a primitive that shares its positions with no other: 1 for used vertices */
    bool unclear;         /* the vertices that some primitive uses are unknown */
    bool everything;      /* some primitive uses all vertices */
};

/* The counts of one primitive. */
struct triangles {
    uint64_t indices;
    uint64_t degenerate;
    uint64_t first;  /* first degenerate one */
    uint64_t facing; /* triangles with an area */
    uint64_t away;
    uint64_t first_away;
    float at_away[3]; /* a corner of that triangle */
    uint64_t named;   /* number of distinct vertices */
    uint64_t in_all;  /* total number of triangles */
};

/* Walks the indices of a primitive, or its vertices if it has no indices. mark: 1 + its index among those that share;
 * faces: positions and normals are held. Returns false if that isn't possible, or if an index is invalid. */
bool triangle_walk(struct shared *shared, size_t primitive, uint32_t mark, bool faces, struct triangles *out);

/* Counts the indices of an accessor that are limit or more; *first receives the first of them. */
void triangle_count_bad(struct data *data, size_t accessor, double limit, size_t *count, uint64_t *first);

#endif
