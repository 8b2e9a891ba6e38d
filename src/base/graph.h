/* Directed graphs with many vertices. Everything here is iterative and linear. */
#ifndef VRMLINT_BASE_GRAPH_H
#define VRMLINT_BASE_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* The edges of vertex v lead to targets[begin[v]] up to targets[begin[v + 1]], exclusive. Duplicates are fine. */
struct graph {
    size_t count;
    const size_t *begin; /* count + 1 elements */
    const size_t *targets;
};

/* Finds strongly connected components (Tarjan 1972): component[v] receives the number of v's component, from 0.
 * Returns the number of components. An edge between two components leads to the smaller number. */
size_t graph_components(struct arena *arena, const struct graph *graph, size_t *component);

/* ---- graphs that are built edge by edge ---- */

/* Set the arena. Then, for each vertex in order, call graph_add_vertex() and add its edges, which may lead to any
 * vertex. */
struct graph_builder {
    struct arena *arena;
    size_t *begin;
    size_t count;
    size_t *targets;
    size_t edges;
};

/* Begins the next vertex, which gets the edges added after it. Returns its number, from 0. */
size_t graph_add_vertex(struct graph_builder *builder);
void graph_add_edge(struct graph_builder *builder, size_t target);

/* Returns the finished graph. Every target must have become a vertex. Valid until something is added. */
struct graph graph_built(struct graph_builder *builder);

/* ---- rings ---- */

/* The colour of vertices that only continue a path: they are neither counted nor listed. */
#define GRAPH_PASSAGE SIZE_MAX

/* The state of a search for rings. It lets many searches together take linear time. */
struct graph_rings;

/* component: the result of graph_components(). colour: one per vertex, or GRAPH_PASSAGE. Borrows graph and both
 * arrays. */
struct graph_rings *graph_rings_new(struct arena *arena, const struct graph *graph, const size_t *component,
                                    const size_t *colour);

/*
 * Returns a ring of at least two colours (at least two vertices, if each vertex has a colour of its own), in the
 * order of the edges, each vertex once; in the arena. start must have a colour. The ring is the shortest one through
 * start. If start lies only on closed walks that visit some vertex twice, it is a ring within the shortest of those
 * walks. Passages don't count. *length receives the number of vertices. Returns NULL with *length 0 if there is no
 * such ring. Takes time in proportion to start's component.
 */
const size_t *graph_ring(struct graph_rings *rings, size_t start, size_t *length);

#endif
