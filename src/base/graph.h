/* Directed graphs with many vertices: everything here is iterative and linear. */
#ifndef VRMLINT_BASE_GRAPH_H
#define VRMLINT_BASE_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* The edges of vertex v lead to targets[begin[v]] up to targets[begin[v + 1]], exclusive. Repeats are fine. */
struct graph {
    size_t count;
    const size_t *begin; /* count + 1 of them */
    const size_t *targets;
};

/*
 * Strongly connected components (Tarjan 1972): component[v] receives the number of v's component, from 0. Returns how
 * many there are. Where an edge leads from one component to another, the other has the smaller number.
 */
size_t graph_components(struct arena *arena, const struct graph *graph, size_t *component);

/* ---- graphs that are written edge by edge ---- */

/* Give the arena, then for each vertex, in their order, graph_add_vertex() and its edges; the edges may lead anywhere.
 */
struct graph_builder {
    struct arena *arena;
    size_t *begin;
    size_t count;
    size_t begin_capacity;
    size_t *targets;
    size_t edges;
    size_t targets_capacity;
};

/* Begins the next vertex: the edges that follow are its own. Returns its number, from 0. */
size_t graph_add_vertex(struct graph_builder *builder);
void graph_add_edge(struct graph_builder *builder, size_t target);

/* What was written; every target must have become a vertex. Valid until something is added. */
struct graph graph_built(struct graph_builder *builder);

/* ---- rings ---- */

/* The colour of vertices that only pass a path on: they are not counted, and not listed. */
#define GRAPH_PASSAGE SIZE_MAX

/* The state of a search for rings, so that many searches together take linear time. */
struct graph_rings;

/*
 * component: as graph_components() gave it. colour: one per vertex, or GRAPH_PASSAGE. Borrows graph and both arrays.
 */
struct graph_rings *graph_rings_new(struct arena *arena, const struct graph *graph, const size_t *component,
                                    const size_t *colour);

/*
 * A ring of at least two colours (with a colour of its own for each vertex: of at least two vertices), in the order of
 * the edges, each vertex once. It is the shortest through start, a vertex with a colour; where start lies only on
 * closed walks that visit some vertex twice, it is a ring within the shortest of those. Passages don't count. *length
 * receives the number of vertices, 0 when there is no such ring. In the arena. Takes time in proportion to start's
 * component.
 */
const size_t *graph_ring(struct graph_rings *rings, size_t start, size_t *length);

#endif
