/* A world, built once from the views: what engines run on. */
#include "sim/state.h"

/* ---- nodes: those of the file, and those that an app makes up ---- */

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

/* How uneven scales may be that come out of taking matrices apart in single precision: Blender's are off by 2e-6. */
#define UNEVEN 1e-5

/* Exporters write single precision. What that can't tell from a unit quaternion is one, and what it can't tell from a
 * scale that is the same along all axes is such a scale. */
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

/* ---- building ---- */

/* Of colliders that no joint meets, nobody has to know where they are. */
static void find_met(struct sim_world *world)
{
    bool *seen = arena_array(world->arena, world->list_count, sizeof *seen);
    for (size_t i = 0; i < world->joint_count; i++) {
        size_t list = world->links[i].list;
        for (size_t k = 0; k < world->lists[list].count && !seen[list]; k++) {
            world->colliders[world->lists[list].colliders[k]].met = true;
        }
        seen[list] = true;
    }
}

static void read_joints(struct sim_world *world, const struct avatar *avatar)
{
    world_add_list(world, NULL, 0);
    if (world->is_0x) {
        world_read_groups(world, avatar, &world->engine->rules);
    } else {
        world_read_springs(world, avatar, &world->engine->rules);
    }
}

static struct sim_world *new_world(struct arena *arena, const struct avatar *avatar, const struct sim_engine *engine)
{
    struct sim_world *world = arena_alloc(arena, sizeof *world);
    world->arena = arena;
    world->scene = avatar->scene;
    world->engine = engine;
    world->size = 1;
    world->whole = true;
    world->is_0x = !avatar->springs->present && avatar->vrm0->present;
    return world;
}

void sim_count_costs(struct arena *arena, const struct avatar *avatar, const struct sim_engine *engine, size_t *costs)
{
    struct arena *own = arena_open(arena);
    struct sim_world *world = new_world(own, avatar, engine);
    world->costs = costs;
    world->joints = arena_alloc(own, sizeof *world->joints);
    world->links = arena_alloc(own, sizeof *world->links);
    read_joints(world, avatar);
    world_count_joint(world);
    arena_close(own);
}

static struct sim_world *build(struct arena *arena, const struct avatar *avatar, const struct sim_engine *engine,
                               bool limber, double size, bool all_limbs)
{
    struct sim_world *world = new_world(arena, avatar, engine);
    world->size = size;
    world->all_limbs = all_limbs;
    world->humanoid = limber ? limbs_humanoid(avatar, &world->faces_back) : NULL;
    read_joints(world, avatar);
    find_met(world);
    if (world->joint_count > 0 || (all_limbs && world->humanoid != NULL)) {
        world_anchor(world, avatar->document, &engine->rules);
        world_sort(world, &engine->rules);
        world_hang(world);
    }
    return world;
}

struct sim_world *sim_world_build(struct arena *arena, const struct avatar *avatar, const struct sim_engine *engine)
{
    return build(arena, avatar, engine, false, 1, false);
}

struct sim_world *sim_world_build_limber(struct arena *arena, const struct avatar *avatar,
                                         const struct sim_engine *engine)
{
    return build(arena, avatar, engine, true, 1, false);
}

struct sim_world *sim_world_build_sized(struct arena *arena, const struct avatar *avatar,
                                        const struct sim_engine *engine, double size)
{
    return build(arena, avatar, engine, true, size, false);
}

struct sim_world *sim_world_build_shown(struct arena *arena, const struct avatar *avatar,
                                        const struct sim_engine *engine, double size)
{
    return build(arena, avatar, engine, true, size, true);
}

bool sim_has_limbs(const struct sim_world *world)
{
    return world->limbs_carry;
}

bool sim_turns_limbs(const struct sim_world *world)
{
    return world->limb_count > 0;
}

bool sim_world_is_whole(const struct sim_world *world)
{
    return world->whole;
}

size_t sim_joint_count(const struct sim_world *world)
{
    return world->joint_count;
}

const struct sim_joint *sim_joints(const struct sim_world *world)
{
    return world->joints;
}

struct sim_joint *sim_world_joints(struct sim_world *world)
{
    return world->joints;
}

void sim_world_set_radius(struct sim_world *world, size_t collider, double radius)
{
    world->colliders[collider].shape.radius = radius;
}

size_t sim_step_cost(const struct sim_world *world)
{
    size_t cost = world->joint_count;
    for (size_t i = 0; i < world->joint_count; i++) {
        cost = world_add_costs(cost, world->lists[world->links[i].list].cost);
    }
    return cost;
}

const size_t *sim_joint_colliders(const struct sim_world *world, size_t joint, size_t *count)
{
    const struct world_list *list = &world->lists[world->links[joint].list];
    *count = list->count;
    return list->colliders;
}

size_t sim_collider_node(const struct sim_world *world, size_t collider)
{
    size_t node = world->colliders[collider].node;
    bool made_up = node != SIM_NONE && node >= world->scene->count;
    return made_up ? world->made_up[node - world->scene->count] : node;
}

bool sim_is_shown(const struct sim_world *world, size_t node)
{
    return world->in_scene[node];
}

const struct shape *sim_collider_shape(const struct sim_world *world, size_t collider)
{
    return collider < world->collider_count ? &world->colliders[collider].shape : NULL;
}

void sim_costs(const struct sim_world *world, size_t *costs)
{
    for (size_t i = 0; i < world->joint_count; i++) {
        size_t *cost = &costs[world->joints[i].spring];
        *cost = world_add_costs(*cost, world_joint_cost(world, &world->links[i]));
    }
}
