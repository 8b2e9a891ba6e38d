/* Triangles of a primitive as they pass by: what is counted of them. */
#ifndef VRMLINT_CHECKS_DATA_TRIANGLE_WALK_H
#define VRMLINT_CHECKS_DATA_TRIANGLE_WALK_H

#include "checks/data/data.h"
#include "checks/data/held.h"

/* Primitives that share their positions, while they are looked at. */
struct shared {
    struct data *data;
    const size_t *primitives;
    size_t count;
    uint64_t vertices;
    struct held *positions;
    struct held *normals;
    uint32_t *marks;      /* per vertex: 1 + the place of the primitive that named it last; NULL unless wanted */
    unsigned char *named; /* the same for a primitive that shares its positions with none: 1 */
    bool unclear;         /* some primitive names vertices that can't be known */
    bool everything;      /* some primitive takes all */
};

/* What passes by of one primitive. */
struct triangles {
    uint64_t indices;
    uint64_t degenerate;
    uint64_t first;  /* degenerate one */
    uint64_t facing; /* triangles with an area */
    uint64_t away;
    uint64_t first_away;
    float at_away[3]; /* a corner of it */
    uint64_t named;   /* distinct vertices */
    uint64_t in_all;  /* triangles that there are */
};

/*
 * Walks the indices of a primitive, or its vertices where it has none. mark: 1 + its place among those that share;
 * faces: positions and normals are held. False when that couldn't be done, or an index leads to no vertex.
 */
bool triangle_walk(struct shared *shared, size_t primitive, uint32_t mark, bool faces, struct triangles *out);

/* Counts the indices of an accessor from limit on; *first is the first of them. */
void triangle_count_bad(struct data *data, size_t accessor, double limit, size_t *count, uint64_t *first);

#endif
