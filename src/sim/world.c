/* A world, built once from the views, on which engines run. */

#include <string.h>

#include "base/os.h"
#include "sim/batches.h"
#include "sim/lanes_wide.h"
#include "sim/state.h"
#include "sim/strands.h"

/* Finds the colliders that a joint collides with; the positions of others aren't needed. */
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

/* Whether an app that asks for it sees the extension of constraints listed; it need not be if there is no list. */
static bool lists_extension(struct document *document)
{
    const struct tree *used = document_tree(document, "/extensionsUsed");
    for (size_t i = 0; i < tree_count(used); i++) {
        const char *name = tree_text(tree_at(used, i), NULL);
        if (name != NULL && strcmp(name, "VRMC_node_constraint") == 0) {
            return true;
        }
    }
    return !tree_is_array(used);
}

static struct sim_world *new_world(struct arena *arena, const struct avatar *avatar, const struct sim_engine *engine)
{
    struct sim_world *world = arena_alloc(arena, sizeof *world);
    world->arena = arena;
    world->scene = avatar->scene;
    world->engine = engine;
    world->size = 1;
    world->whole = true;
    world->pairs_max = WORLD_PAIRS_MAX + avatar->document->container.text_size / WORLD_PAIR_BYTES;
    bool ignored = avatar->constraints == NULL || avatar->document->no_constraints;
    world->constraints = ignored ? NULL : avatar->constraints;
    world->lists_constraints = lists_extension(avatar->document);
    world->lists_by = (struct text_map){.arena = arena, .seed = os_random()};
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

/* Finds the head, and how its space is rotated against the axes of struct sim_limbs. */
static void find_head(struct sim_world *world, const struct avatar *avatar)
{
    static const struct quat half_turn = {0, 1, 0, 0}; /* about Y */
    bool faces_back;
    const struct humanoid *humanoid = limbs_humanoid(avatar, &faces_back);
    world->head = humanoid == NULL ? SIM_NONE : humanoid->nodes[bone_by_name("head")];
    world->nod_frame = QUAT_IDENTITY;
    if (world->head != SIM_NONE) {
        struct quat rest = transform_rotation(&world->scene->nodes[world->head].world, NULL);
        world->nod_frame = faces_back ? quat_multiply(half_turn, rest) : rest;
    }
}

struct sim_world *sim_world_build(struct arena *arena, const struct avatar *avatar, const struct sim_engine *engine,
                                  enum sim_body body, double size)
{
    struct sim_world *world = new_world(arena, avatar, engine);
    world->size = size;
    world->all_limbs = body == SIM_SHOWN;
    world->humanoid = body == SIM_STIFF ? NULL : limbs_humanoid(avatar, &world->faces_back);
    find_head(world, avatar);
    read_joints(world, avatar);
    find_met(world);
    if (world->joint_count > 0 || (world->all_limbs && world->humanoid != NULL)) {
        world_anchor(world, avatar->document, &engine->rules);
        world_sort(world, &engine->rules);
        world_set_anchors(world);
        world_tie_constraints(world);
    }
    return world;
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

const size_t *sim_resting_constraints(const struct sim_world *world, size_t *count)
{
    *count = world->resting_count;
    return world->resting;
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

/* Spring bones by VRMC_springBone 1.0: the published text, with limits (VRMC_springBone_limit 1.0-draft) after
 * inertia and after every hit, a constant length, and a guard at every division by 0. */

#if defined LANES_WIDE_BEGIN
static bool has_own_center(const struct run *run)
{
    return run->center_is_own;
}
#endif

static void spec_start(struct sim *sim, struct arena *arena)
{
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        struct run *run = &sim->runs[sim->run_of[i]];
        const struct mat34 *head = &sim->world->rest[SLOT_BODIES + run->body];
        struct vec3 own = sim->world->bodies[run->body].rest.translation;
        if (run->virtual_tail) {
            run->end_point = vec3_scale(transform_unit(own), VRM0_TAIL_LENGTH);
        }
        struct vec3 tail = mat34_point(&sim->world->rest[run->end_mover], run->end_point);
        struct mat34 inverse = transform_inverse(head);
        run->length = vec3_distance(tail, mat34_translation(head));
        run->axis = transform_unit(run->virtual_tail ? run->end_point : mat34_point(&inverse, tail));
        limit_prepare(&run->limit, sim->world->joints[i].limit, run->axis);
    }
    strands_plan(sim, arena);
#if defined LANES_WIDE_BEGIN
    batches_plan(sim, arena, sim->loose, sim->loose_count, has_own_center);
#endif
}

/* Restores the length after every hit; without a direction nothing is pushed, and the bone stays as it is. */
static bool spec_hit(const struct collide_shape *shape, const struct verlet_bone *bone, double hit_radius,
                     struct vec3 *tail)
{
    struct collide_contact contact = collide(shape, *tail, hit_radius);
    if (!(contact.distance < 0) || contact.no_direction) {
        return false;
    }
    struct vec3 moved = transform_add_scaled(*tail, contact.direction, -contact.distance);
    struct vec3 direction = vec3_sub(moved, bone->head);
    double length = vec3_length(direction);
    *tail = length == 0 ? transform_add_scaled(bone->head, bone->axis, bone->length)
                        : transform_add_scaled(bone->head, direction, bone->length / length);
    return true;
}

static void spec_step(struct sim *sim, double dt)
{
    strands_step(sim, dt, spec_hit);
#if defined LANES_WIDE_BEGIN
    if (sim->batches != NULL) {
        batches_see(sim);
        if (dt > 0) {
            batches_step_spec(sim, dt, spec_hit);
            return;
        }
    }
#endif
    verlet_step(sim, dt, spec_hit);
}

const struct sim_engine sim_spec = {
    .name = "spec",
    .rules = {.made_up_nodes = true, .drag = 0.5},
    .start = spec_start,
    .reset = strands_reset,
    .step = spec_step,
};
