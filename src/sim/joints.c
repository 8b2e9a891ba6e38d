/* Joints and colliders of VRMC_springBone, and the lists of colliders that springs use. */
#include "sim/world.h"

size_t world_joint_cost(const struct sim_world *world, const struct world_link *link)
{
    const struct scene *scene = world->scene;
    bool skips = link->tail < scene->count && scene->nodes[link->tail].parent != link->head;
    return SIM_JOINT_COST + (link->center == SIM_NONE ? 0 : SIM_CENTER_COST) + (skips ? SIM_SKIP_COST : 0) +
           world->lists[link->list].cost;
}

void world_count_joint(struct sim_world *world)
{
    if (world->joint_count > 0) {
        size_t *cost = &world->costs[world->joints->spring];
        *cost = world_add_costs(*cost, world_joint_cost(world, world->links));
    }
}

struct sim_joint *world_add_joint(struct sim_world *world, struct world_link **link)
{
    if (world->costs != NULL) {
        world_count_joint(world);
        world->joint_count++;
        *link = world->links;
        return world->joints;
    }
    if (world->joint_count == world->joint_capacity) {
        size_t capacity = world->joint_capacity;
        world->joints = arena_grow(world->arena, world->joints, world->joint_count, &capacity, sizeof *world->joints);
        world->links =
            arena_grow(world->arena, world->links, world->joint_count, &world->joint_capacity, sizeof *world->links);
    }
    *link = &world->links[world->joint_count];
    return &world->joints[world->joint_count++];
}

size_t world_add_list(struct sim_world *world, const size_t *colliders, size_t count)
{
    world->lists =
        arena_grow(world->arena, world->lists, world->list_count, &world->list_capacity, sizeof *world->lists);
    world->lists[world->list_count] = (struct world_list){colliders, count, count};
    return world->list_count++;
}

size_t world_refuse_list(struct sim_world *world, size_t count)
{
    size_t list = world_add_list(world, NULL, 0);
    world->lists[list].cost = count;
    world->whole = false;
    return list;
}

static double overflow_to_infinity(double number)
{
    return number == TREE_OVERFLOW ? INFINITY : number == -TREE_OVERFLOW ? -INFINITY : number;
}

double world_number(const struct tree *json, const char *key, double standard)
{
    double number;
    return tree_number(tree_get(json, key), &number) ? overflow_to_infinity(number) : standard;
}

static struct vec3 gravity_direction(const struct tree *json)
{
    struct vec3 direction;
    if (!tree_vec3(tree_get(json, "gravityDir"), &direction)) {
        return (struct vec3){0, -1, 0};
    }
    return (struct vec3){overflow_to_infinity(direction.x), overflow_to_infinity(direction.y),
                         overflow_to_infinity(direction.z)};
}

/* ---- colliders ---- */

/* Reads the colliders. Number i is the file's collider i, with SHAPE_NONE if it can't be used. */
static void read_colliders(struct sim_world *world, const struct springs *springs)
{
    world->collider_count = springs->collider_count;
    world->colliders = arena_array(world->arena, springs->collider_count, sizeof *world->colliders);
    for (size_t i = 0; i < springs->collider_count; i++) {
        const struct collider *collider = &springs->colliders[i];
        /* an extended shape counts even without its specVersion, as in apps */
        const struct shape *shape = collider->extended.kind != SHAPE_NONE ? &collider->extended : &collider->base;
        world->colliders[i].node = collider->node;
        if (collider->node != SPRINGS_NONE) {
            world->colliders[i].shape = *shape;
        }
    }
}

/* The lists of colliders of the springs, in the order in which apps use them, with repeats. */
struct reach {
    struct sim_world *world;
    const struct springs *springs;
    size_t *lists;  /* per spring without repeats: the list that all equal springs share; SIM_NONE until it is made */
    size_t entries; /* total number in all lists */
};

static size_t add_list(struct reach *reach, const struct spring *spring, size_t most)
{
    struct sim_world *world = reach->world;
    const struct tree *groups = tree_get(spring->json, "colliderGroups");
    if (most > WORLD_LISTS_MAX - reach->entries) {
        return world_refuse_list(world, most);
    }
    reach->entries += most;
    size_t *colliders = arena_array(world->arena, most, sizeof *colliders);
    size_t count = 0;
    for (size_t i = 0; i < tree_count(groups); i++) {
        size_t group;
        if (!tree_index(tree_at(groups, i), reach->springs->group_count, &group)) {
            continue;
        }
        const struct collider_group *from = &reach->springs->groups[group];
        for (size_t k = 0; k < from->collider_count; k++) {
            if (world->colliders[from->colliders[k]].shape.kind != SHAPE_NONE) {
                colliders[count++] = from->colliders[k];
            }
        }
    }
    return world_add_list(world, colliders, count);
}

static size_t list_of(struct reach *reach, const struct spring *spring)
{
    const struct tree *groups = tree_get(spring->json, "colliderGroups");
    size_t listed = tree_length(groups);
    size_t most = 0;
    size_t found = 0;
    for (size_t i = 0; i < listed && most <= WORLD_LISTS_MAX; i++) {
        size_t group;
        if (tree_index(tree_at(groups, i), reach->springs->group_count, &group)) {
            most += reach->springs->groups[group].collider_count;
            found++;
        }
    }
    if (most == 0) {
        return 0;
    }
    if (found != spring->group_count || most != spring->collider_count) {
        return add_list(reach, spring, most);
    }
    size_t *shared = &reach->lists[spring->alike];
    if (*shared == SIM_NONE) {
        *shared = add_list(reach, spring, most);
    }
    return *shared;
}

/* ---- joints ---- */

/* Adds a joint from two of the spring's joints: a head and its tail. */
static void add_joint(struct sim_world *world, const struct sim_rules *rules, const struct spring *spring, size_t index,
                      size_t tail, size_t list)
{
    const struct joint *joint = &spring->joints[index];
    const struct joint *next = &spring->joints[tail];
    struct world_link *link;
    struct sim_joint *out = world_add_joint(world, &link);
    *out = (struct sim_joint){
        .spring = spring->index,
        .index = index,
        .head = joint->node,
        .tail = next->node,
        .center = spring->center,
        .stiffness = world_number(joint->json, "stiffness", 1),
        .drag = world_number(joint->json, "dragForce", rules->drag),
        .gravity_power = world_number(joint->json, "gravityPower", 0),
        .gravity_dir = gravity_direction(joint->json),
        .hit_radius = world_number(joint->json, "hitRadius", 0),
        .limit = joint->limit,
    };
    *link = (struct world_link){.head = joint->node, .tail = next->node, .center = spring->center, .list = list};
}

void world_read_springs(struct sim_world *world, const struct avatar *avatar, const struct sim_rules *rules)
{
    const struct springs *springs = avatar->springs;
    struct reach reach = {.world = world,
                          .springs = springs,
                          .lists = arena_array(world->arena, springs->spring_count, sizeof *reach.lists)};
    bool *taken = arena_array(world->arena, world->scene->count, sizeof *taken);
    read_colliders(world, springs);
    for (size_t i = 0; i < springs->spring_count; i++) {
        reach.lists[i] = SIM_NONE;
    }
    for (size_t i = 0; i < springs->spring_count; i++) {
        const struct spring *spring = &springs->springs[i];
        size_t list = spring->joint_count > 1 ? list_of(&reach, spring) : 0;
        size_t before = SIM_NONE;
        for (size_t k = 0; k < spring->joint_count; k++) {
            size_t node = spring->joints[k].node;
            if (node != SPRINGS_NONE && rules->listed) {
                if (taken[node]) {
                    continue; /* as if it weren't listed */
                }
                taken[node] = true;
            }
            /* a joint that can't be resolved invalidates both of its pairs */
            if (before != SIM_NONE && node != SPRINGS_NONE && spring->joints[before].node != SPRINGS_NONE) {
                add_joint(world, rules, spring, before, k, list);
            }
            before = k;
        }
    }
}
