/* Parts of a mesh whose normals point inward, while the rest of it is right. */
#ifndef VRMLINT_CHECKS_DATA_INVERTED_PARTS_H
#define VRMLINT_CHECKS_DATA_INVERTED_PARTS_H

#include "base/arena.h"

/* Connected triangles, each of which faces away from its normals: their corners are at the same positions. */
struct inverted_part {
    uint64_t count;
    double area;      /* twice the sum of the areas */
    double against;   /* the sum of cosines between faces and normals, weighted by twice the areas */
    double across[3]; /* the sum of the vectors of the areas */
    double along;     /* the sum of their products with the corners */
    double low[3];    /* the box around the corners */
    double high[3];
};

struct inverted_parts {
    struct arena *arena;
    uint32_t *above; /* per vertex: another vertex of its part, or itself */
    uint32_t *index; /* per vertex that is the top of its part: 1 + the index of the part */
    struct inverted_part *items;
    size_t count;
};

/* Finds the vertices that are at the same position, because meshes with flat faces share none. positions: three numbers
 * for each; size: of the mesh, in its units. */
struct inverted_parts inverted_parts_begin(struct arena *arena, const float *positions, size_t vertices, double size);

/* Joins the vertices of a triangle. Must be called for all triangles that face away before the first one is added. */
void inverted_parts_join(struct inverted_parts *parts, const uint32_t corners[3]);

/* Adds a triangle that faces away to its part. at and normal: of its corners. */
void inverted_parts_add(struct inverted_parts *parts, const uint32_t corners[3], const float *const at[3],
                        const float *const normal[3]);

/* Returns the number of triangles in parts whose faces look outward and whose normals point inward. Sheets, and inner
 * shells that are lit like the outer ones, don't count: nobody can say which of the two is right there. */
uint64_t inverted_parts_triangles(const struct inverted_parts *parts);

#endif
