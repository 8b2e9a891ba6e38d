/* The nodes of a world: those of the file, and those that an app creates. */
#include "sim/state.h"

size_t world_node_count(const struct sim_world *world)
{
    return world->scene->count + world->made_up_count;
}

struct vec3 world_size(const struct sim_world *world)
{
    return (struct vec3){world->size, world->size, world->size};
}

size_t world_parent(const struct sim_world *world, size_t node)
{
    size_t count = world->scene->count;
    return node < count ? world->scene->nodes[node].parent : world->made_up[node - count];
}

/* The largest difference between scales that decomposing matrices in single precision causes: Blender's are off by
 * 2e-6. */
#define UNEVEN 1e-5

/* Undoes the rounding of exporters, which write single precision: a quaternion that it can't distinguish from a unit
 * one becomes one, and a scale that it can't distinguish from an even one becomes even. */
static void undo_rounding(struct trs *trs)
{
    trs->rotation = transform_near_unit(trs->rotation);
    struct vec3 s = trs->scale;
    double most = UNEVEN * fabs(s.x);
    if ((s.y != s.x || s.z != s.x) && fabs(s.y - s.x) <= most && fabs(s.z - s.x) <= most) {
        double mean = (s.x + s.y + s.z) / 3;
        trs->scale = (struct vec3){mean, mean, mean};
    }
}

struct trs world_trs(const struct sim_world *world, size_t node)
{
    struct trs trs = {.rotation = QUAT_IDENTITY, .scale = {1, 1, 1}};
    if (node < world->scene->count) {
        const struct scene_node *from = &world->scene->nodes[node];
        trs = (struct trs){from->translation, from->rotation, from->scale};
        if (from->has_matrix) {
            trs.rotation = transform_rotation(from->matrix, &trs.scale);
        }
    }
    if (world->engine->rules.listed) {
        trs.rotation = quat_normalise(trs.rotation);
    } else if (!world->engine->rules.keeps_rounding) {
        undo_rounding(&trs);
    }
    return trs;
}
