/* Map from a node to the joints of all springs that name it. Built in linear time. */
#ifndef VRMLINT_CHECKS_JOINT_MAP_H
#define VRMLINT_CHECKS_JOINT_MAP_H

#include "vrm/springs.h"

struct joint_use {
    size_t spring;
    size_t joint; /* index in joints */
};

struct joint_map {
    const struct joint_use *uses; /* sorted by node; those of one node by spring, then by position in the chain */
    const size_t *begin;          /* per node, plus one entry: index of its first use */
    const size_t *order;          /* scene_order() */
    size_t order_count;
    const size_t *nearest; /* per node: itself or its nearest ancestor that is a joint, or SCENE_NONE */
};

/* Builds the map. Only resolved joints count. Everything is allocated in the arena. */
struct joint_map *joint_map_new(struct arena *arena, const struct scene *scene, const struct springs *springs);

/* Whether a node is a joint of some spring. */
static inline bool joint_map_has(const struct joint_map *map, size_t node)
{
    return map->begin[node] < map->begin[node + 1];
}

/* Returns the nearest proper ancestor of a node that is a joint, or SCENE_NONE. */
size_t joint_map_above(const struct joint_map *map, const struct scene *scene, size_t node);

/* Returns the first use of a node by a spring, or NULL. Logarithmic in the number of uses of the node. */
const struct joint_use *joint_map_find(const struct joint_map *map, size_t node, size_t spring);

#endif
