/* The other way round: from a node to the joints of all springs that name it. Built in linear time. */
#ifndef VRMLINT_CHECKS_JOINT_MAP_H
#define VRMLINT_CHECKS_JOINT_MAP_H

#include "vrm/springs.h"

struct joint_use {
    size_t spring;
    size_t joint; /* place in joints */
};

struct joint_map {
    const struct joint_use *uses; /* by node; those of one node by spring, then by place in the chain */
    const size_t *begin;          /* per node and one more: where its uses begin */
    const size_t *order;          /* scene_order() */
    size_t order_count;
    const size_t *nearest; /* per node: the nearest of itself and its ancestors that is a joint, or SCENE_NONE */
};

/* Only resolved joints count. Everything lives in the arena. */
struct joint_map *joint_map_new(struct arena *arena, const struct scene *scene, const struct springs *springs);

/* Whether a node is a joint of some spring. */
static inline bool joint_map_has(const struct joint_map *map, size_t node)
{
    return map->begin[node] < map->begin[node + 1];
}

/* The nearest proper ancestor of a node that is a joint, or SCENE_NONE. */
size_t joint_map_above(const struct joint_map *map, const struct scene *scene, size_t node);

/* The first use of a node by a spring, or NULL. Logarithmic in the uses of the node. */
const struct joint_use *joint_map_find(const struct joint_map *map, size_t node, size_t spring);

#endif
