#include "checks/joint_map.h"

#include "base/sort.h"

static void sort_uses(struct joint_map *map, struct arena *arena, const struct scene *scene,
                      const struct springs *springs)
{
    size_t *begin = arena_array(arena, scene->count + 1, sizeof *begin);
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < springs->springs[s].chain_count; i++) {
            begin[spring_chain(&springs->springs[s], i)->node + 1]++;
        }
    }
    for (size_t node = 0; node < scene->count; node++) {
        begin[node + 1] += begin[node];
    }
    struct joint_use *uses = arena_array(arena, begin[scene->count], sizeof *uses);
    size_t *used = arena_array(arena, scene->count, sizeof *used);
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < springs->springs[s].chain_count; i++) {
            const struct joint *joint = spring_chain(&springs->springs[s], i);
            uses[begin[joint->node] + used[joint->node]++] = (struct joint_use){s, joint->index};
        }
    }
    map->uses = uses;
    map->begin = begin;
}

struct joint_map *joint_map_new(struct arena *arena, const struct scene *scene, const struct springs *springs)
{
    struct joint_map *map = arena_alloc(arena, sizeof *map);
    sort_uses(map, arena, scene, springs);
    map->order = scene_order(arena, scene, &map->order_count);
    bool *joints = arena_array(arena, scene->count, sizeof *joints);
    for (size_t node = 0; node < scene->count; node++) {
        joints[node] = joint_map_has(map, node);
    }
    map->nearest = scene_nearest(arena, scene, joints);
    return map;
}

size_t joint_map_above(const struct joint_map *map, const struct scene *scene, size_t node)
{
    size_t parent = scene->nodes[node].parent;
    return parent == SCENE_NONE ? SCENE_NONE : map->nearest[parent];
}

const struct joint_use *joint_map_find(const struct joint_map *map, size_t node, size_t spring)
{
    size_t end = map->begin[node + 1];
    size_t at;
    SORT_SEARCH(at, map->begin[node], end, map->uses[at].spring < spring);
    return at < end && map->uses[at].spring == spring ? &map->uses[at] : NULL;
}
