#include "base/graph.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Tarjan's algorithm with its own stacks, since recursion would be as deep as the graph. */
struct graph_walk {
    const struct graph *graph;
    size_t *component;
    size_t *low;  /* the oldest vertex known to be reachable, as an order; 0: not visited yet */
    size_t *edge; /* the next edge to follow */
    size_t *path; /* vertices being visited, each reached from the one before */
    size_t depth;
    size_t *stack; /* vertices that have no component yet */
    size_t stack_count;
    size_t order;
    size_t components;
};

static void visit_vertex(struct graph_walk *walk, size_t vertex)
{
    walk->order++;
    walk->low[vertex] = walk->order;
    walk->component[vertex] = walk->order; /* the order of the visit, until it has a component */
    walk->edge[vertex] = walk->graph->begin[vertex];
    walk->stack[walk->stack_count++] = vertex;
    walk->path[walk->depth++] = vertex;
}

static void close_component(struct graph_walk *walk, size_t root)
{
    size_t vertex;
    do {
        vertex = walk->stack[--walk->stack_count];
        walk->component[vertex] = walk->components;
        walk->low[vertex] = SIZE_MAX; /* ignored by the vertices whose edges are still followed */
    } while (vertex != root);
    walk->components++;
}

static void walk_from(struct graph_walk *walk, size_t start)
{
    const struct graph *graph = walk->graph;
    visit_vertex(walk, start);
    while (walk->depth > 0) {
        size_t vertex = walk->path[walk->depth - 1];
        if (walk->edge[vertex] < graph->begin[vertex + 1]) {
            size_t target = graph->targets[walk->edge[vertex]++];
            if (walk->low[target] == 0) {
                visit_vertex(walk, target);
            } else if (walk->low[target] < walk->low[vertex]) {
                walk->low[vertex] = walk->low[target];
            }
            continue;
        }
        walk->depth--;
        size_t low = walk->low[vertex];
        if (low == walk->component[vertex]) {
            close_component(walk, vertex);
        } else if (low < walk->low[walk->path[walk->depth - 1]]) {
            walk->low[walk->path[walk->depth - 1]] = low;
        }
    }
}

size_t graph_components(struct arena *arena, const struct graph *graph, size_t *component)
{
    struct graph_walk walk = {
        .graph = graph,
        .component = component,
        .low = arena_array(arena, graph->count, sizeof *walk.low),
        .edge = arena_array(arena, graph->count, sizeof *walk.edge),
        .path = arena_array(arena, graph->count, sizeof *walk.path),
        .stack = arena_array(arena, graph->count, sizeof *walk.stack),
    };
    for (size_t vertex = 0; vertex < graph->count; vertex++) {
        if (walk.low[vertex] == 0) {
            walk_from(&walk, vertex);
        }
    }
    return walk.components;
}

/* ---- graphs that are built edge by edge ---- */

size_t graph_add_vertex(struct graph_builder *builder)
{
    *ARENA_ADD(builder->arena, builder->begin, builder->count) = builder->edges;
    return builder->count - 1;
}

void graph_add_edge(struct graph_builder *builder, size_t target)
{
    *ARENA_ADD(builder->arena, builder->targets, builder->edges) = target;
}

struct graph graph_built(struct graph_builder *builder)
{
    builder->begin = arena_more(builder->arena, builder->begin, builder->count, sizeof *builder->begin);
    builder->begin[builder->count] = builder->edges;
    return (struct graph){builder->count, builder->begin, builder->targets};
}

/* ---- rings ---- */

#define UNSEEN SIZE_MAX

/* States that are waiting to be visited, all at the same distance from the start. */
struct front {
    size_t *states;
    size_t count;
    size_t capacity;
};

/* A breadth-first search over states. The state of a vertex is twice its number, plus 1 if the walk has visited a
 * colour other than the start's. Coloured vertices cost 1, passages nothing. */
struct graph_rings {
    struct arena *arena;
    const struct graph *graph;
    const size_t *component;
    const size_t *colour;
    size_t *distance; /* per state */
    size_t *from;     /* per state */
    struct front near;
    struct front far;
    struct front seen; /* states to be reset after the search */
    size_t *place;     /* per vertex: its index on the path that is cut into rings */
    size_t start;
};

struct graph_rings *graph_rings_new(struct arena *arena, const struct graph *graph, const size_t *component,
                                    const size_t *colour)
{
    struct graph_rings *rings = arena_alloc(arena, sizeof *rings);
    *rings = (struct graph_rings){.arena = arena, .graph = graph, .component = component, .colour = colour};
    rings->distance = arena_array(arena, 2 * graph->count, sizeof *rings->distance);
    rings->from = arena_array(arena, 2 * graph->count, sizeof *rings->from);
    rings->place = arena_array(arena, graph->count, sizeof *rings->place);
    for (size_t i = 0; i < graph->count; i++) {
        rings->distance[2 * i] = UNSEEN;
        rings->distance[2 * i + 1] = UNSEEN;
        rings->place[i] = UNSEEN;
    }
    return rings;
}

static void add_state(struct graph_rings *rings, struct front *front, size_t state)
{
    *ARENA_PUSH(rings->arena, front->states, front->count, front->capacity) = state;
}

static void reach_vertex(struct graph_rings *rings, size_t from, size_t vertex)
{
    size_t colour = rings->colour[vertex];
    bool counts = colour != GRAPH_PASSAGE;
    bool left = from % 2 == 1 || (counts && colour != rings->colour[rings->start]);
    size_t state = 2 * vertex + left;
    size_t distance = rings->distance[from] + counts;
    if (rings->distance[state] <= distance) {
        return;
    }
    if (rings->distance[state] == UNSEEN) {
        add_state(rings, &rings->seen, state);
    }
    rings->distance[state] = distance;
    rings->from[state] = from;
    add_state(rings, counts ? &rings->far : &rings->near, state);
}

/* Computes distances up to the start, reached again after another colour. Returns false if it can't be reached. */
static bool search_ring(struct graph_rings *rings)
{
    const struct graph *graph = rings->graph;
    size_t goal = 2 * rings->start + 1;
    rings->distance[2 * rings->start] = 0;
    add_state(rings, &rings->seen, 2 * rings->start);
    add_state(rings, &rings->near, 2 * rings->start);
    for (size_t distance = 0; rings->near.count > 0 && rings->distance[goal] > distance; distance++) {
        for (size_t i = 0; i < rings->near.count; i++) {
            size_t state = rings->near.states[i];
            if (rings->distance[state] < distance) {
                continue; /* a shorter way has been found and followed meanwhile */
            }
            for (size_t e = graph->begin[state / 2]; e < graph->begin[state / 2 + 1]; e++) {
                if (rings->component[graph->targets[e]] == rings->component[rings->start]) {
                    reach_vertex(rings, state, graph->targets[e]);
                }
            }
        }
        struct front done = rings->near;
        rings->near = rings->far;
        rings->far = done;
        rings->far.count = 0;
    }
    return rings->distance[goal] != UNSEEN;
}

/* Returns the coloured vertices of the walk that was found. The start is at both ends. */
static size_t *walk_found(struct graph_rings *rings)
{
    size_t state = 2 * rings->start + 1;
    size_t at = rings->distance[state] + 1;
    size_t *walk = arena_array(rings->arena, at, sizeof *walk);
    walk[--at] = rings->start;
    while (at > 0) {
        state = rings->from[state];
        if (rings->colour[state / 2] != GRAPH_PASSAGE) {
            walk[--at] = state / 2;
        }
    }
    return walk;
}

/*
 * Moves the first ring within a closed walk to its front, and returns its length. The ring has at least two colours:
 * if the shortest walk visits a vertex twice, the vertex has the start's colour, and the walk visits another colour
 * between the two visits.
 */
static size_t cut_ring(struct graph_rings *rings, size_t *walk)
{
    size_t end = 0;
    while (rings->place[walk[end]] == UNSEEN) {
        rings->place[walk[end]] = end;
        end++;
    }
    size_t begin = rings->place[walk[end]];
    memmove(walk, walk + begin, (end - begin) * sizeof *walk);
    return end - begin;
}

const size_t *graph_ring(struct graph_rings *rings, size_t start, size_t *length)
{
    size_t *walk = NULL;
    *length = 0;
    rings->start = start;
    rings->near.count = 0;
    rings->far.count = 0;
    rings->seen.count = 0;
    if (search_ring(rings)) {
        walk = walk_found(rings);
        *length = cut_ring(rings, walk);
    }
    for (size_t i = 0; i < rings->seen.count; i++) {
        size_t state = rings->seen.states[i];
        rings->distance[state] = UNSEEN;
        rings->place[state / 2] = UNSEEN;
    }
    return walk;
}
