/* VRM 0.x: every node at or below a root of a bone group sways, and with it, in three-vrm, the nodes that it creates
 * there. Their order is: a node, the parts of its mesh, all nodes below it, its colliders. */
#include "sim/world.h"

/* The maximum number of joints of roots that share nodes, of nodes created for meshes, and of entries of collider
 * lists. */
enum { JOINTS_MAX = 200 * 1000, PARTS_MAX = 200 * 1000 };

#define DRAG_0X 0.4 /* what apps use if a file gives none */

/* The nodes that an app creates at a node. */
struct extras {
    size_t parts; /* the first part; the others follow it. With has_host, it hosts them */
    size_t part_count;
    bool has_host;
    size_t colliders; /* the first one, or SIM_NONE; the next ones by groups.next */
    size_t last;
};

struct groups {
    struct sim_world *world;
    const struct avatar *avatar;
    const struct sim_rules *rules;
    bool *sways;           /* per node */
    struct extras *extras; /* per node; NULL if no nodes are created */
    size_t *next;          /* per created node: the next collider on the same node, or SIM_NONE */
    size_t next_capacity;
    size_t *first; /* per collider group: its first collider; with one more element */
};

/* ---- created nodes ---- */

static size_t make_up(struct groups *groups, size_t parent)
{
    struct sim_world *world = groups->world;
    world->made_up = arena_grow(world->arena, world->made_up, world->made_up_count, &world->made_up_capacity,
                                sizeof *world->made_up);
    groups->next =
        arena_grow(world->arena, groups->next, world->made_up_count, &groups->next_capacity, sizeof *groups->next);
    groups->next[world->made_up_count] = SIM_NONE;
    world->made_up[world->made_up_count] = parent;
    return world->scene->count + world->made_up_count++;
}

/* three.js makes a mesh of several primitives a group of them; a bone can't be a mesh, so it gets a child that is. */
static void make_parts(struct groups *groups, size_t node)
{
    struct sim_world *world = groups->world;
    const struct scene_node *at = &world->scene->nodes[node];
    struct extras *extras = &groups->extras[node];
    if (at->mesh == SCENE_NONE) {
        return;
    }
    const char *pointer = arena_printf(world->arena, "/meshes/%zu/primitives", at->mesh);
    const struct tree *primitives = document_tree(groups->avatar->document, pointer);
    size_t count = tree_is_array(primitives) ? tree_count(primitives) : 1;
    if (count > PARTS_MAX - world->made_up_count) {
        world->whole = false;
        return;
    }
    extras->has_host = at->skin_joint;
    extras->parts = world->scene->count + world->made_up_count;
    size_t host = at->skin_joint ? make_up(groups, node) : node;
    for (size_t i = 0; count > 1 && i < count; i++) {
        make_up(groups, host);
    }
    extras->part_count = world->scene->count + world->made_up_count - extras->parts;
}

static void find_swaying(struct groups *groups)
{
    const struct vrm0 *vrm0 = groups->avatar->vrm0;
    for (size_t r = 0; r < vrm0->root_count; r++) {
        const struct vrm0_root *root = &vrm0->roots[r];
        for (size_t i = root->begin; vrm0_is_outermost(vrm0, root) && i < root->end; i++) {
            size_t node = vrm0->nodes[i];
            groups->sways[node] = true;
            if (groups->extras != NULL) {
                groups->extras[node].colliders = SIM_NONE;
                make_parts(groups, node);
            }
        }
    }
}

/* ---- colliders ---- */

/* Returns the node of a collider: one of its own if it is on a node that sways. */
static size_t anchor_collider(struct groups *groups, size_t node)
{
    if (groups->extras == NULL || !groups->sways[node]) {
        return node;
    }
    size_t made = make_up(groups, node);
    struct extras *extras = &groups->extras[node];
    if (extras->colliders == SIM_NONE) {
        extras->colliders = made;
    } else {
        groups->next[extras->last - groups->world->scene->count] = made;
    }
    extras->last = made;
    return made;
}

static void read_colliders(struct groups *groups)
{
    struct sim_world *world = groups->world;
    const struct vrm0 *vrm0 = groups->avatar->vrm0;
    groups->first = arena_array(world->arena, vrm0->collider_group_count + 1, sizeof *groups->first);
    for (size_t g = 0; g < vrm0->collider_group_count; g++) {
        groups->first[g + 1] = groups->first[g] + vrm0->collider_groups[g].collider_count;
    }
    world->collider_count = groups->first[vrm0->collider_group_count];
    world->colliders = arena_array(world->arena, world->collider_count, sizeof *world->colliders);
    for (size_t g = 0; g < vrm0->collider_group_count; g++) {
        const struct vrm0_collider_group *group = &vrm0->collider_groups[g];
        for (size_t i = 0; group->node != SCENE_NONE && i < group->collider_count; i++) {
            world->colliders[groups->first[g] + i] = (struct world_collider){
                .node = anchor_collider(groups, group->node),
                .shape = {.kind = SHAPE_SPHERE,
                          .offset = group->colliders[i].offset,
                          .radius = world_number(group->colliders[i].json, "radius", 0)},
            };
        }
    }
}

/* Returns the list that all bone groups with the same collider groups share. */
static size_t read_list(struct groups *groups, const struct vrm0_group *group, size_t *entries)
{
    struct sim_world *world = groups->world;
    const struct vrm0 *vrm0 = groups->avatar->vrm0;
    size_t most = 0;
    for (size_t i = 0; i < group->collider_group_count; i++) {
        most = world_add_costs(most, vrm0->collider_groups[group->collider_groups[i]].collider_count);
    }
    if (most == 0) {
        return 0;
    }
    size_t *shared = world_list_of(world, group->collider_groups, group->collider_group_count);
    if (*shared != 0) {
        return *shared;
    }
    if (most > WORLD_LISTS_MAX - *entries) {
        *shared = world_refuse_list(world, most);
        return *shared;
    }
    *entries += most;
    size_t *colliders = arena_array(world->arena, most, sizeof *colliders);
    size_t count = 0;
    for (size_t i = 0; i < group->collider_group_count; i++) {
        size_t from = group->collider_groups[i];
        for (size_t k = groups->first[from]; k < groups->first[from + 1]; k++) {
            if (world->colliders[k].shape.kind != SHAPE_NONE) {
                colliders[count++] = k;
            }
        }
    }
    *shared = world_add_list(world, colliders, count);
    return *shared;
}

/* ---- joints ---- */

/* The common properties of the joints of one root. */
struct sway {
    struct groups *groups;
    struct sim_joint joint;
    size_t list;
};

static void add_joint(struct sway *sway, size_t node, size_t tail)
{
    struct sim_world *world = sway->groups->world;
    struct world_link *link;
    struct sim_joint *out = world_add_joint(world, &link);
    *out = sway->joint;
    out->head = node < world->scene->count ? node : SIM_NONE;
    out->tail = tail < world->scene->count ? tail : SIM_NONE;
    *link = (struct world_link){.head = node, .tail = tail, .center = sway->joint.center, .list = sway->list};
    sway->joint.index++;
}

/* Returns the first child, where the bone ends; SIM_NONE for a node without children. */
static size_t first_child(const struct groups *groups, size_t node)
{
    const struct scene *scene = groups->world->scene;
    const struct extras *extras = groups->extras == NULL ? NULL : &groups->extras[node];
    if (extras != NULL && extras->part_count > 0) {
        return extras->parts;
    }
    for (size_t i = scene->children_begin[node]; i < scene->children_begin[node + 1]; i++) {
        if (scene->nodes[scene->children[i]].usable) {
            return scene->children[i];
        }
    }
    return extras == NULL ? SIM_NONE : extras->colliders;
}

/* Adds one joint for each child; they share the node's number. */
static void add_children(struct sway *sway, size_t node)
{
    const struct scene *scene = sway->groups->world->scene;
    size_t index = sway->joint.index;
    for (size_t i = scene->children_begin[node]; i < scene->children_begin[node + 1]; i++) {
        if (scene->nodes[scene->children[i]].usable) {
            sway->joint.index = index;
            add_joint(sway, node, scene->children[i]);
        }
    }
    sway->joint.index = index + 1;
}

static void add_node(struct sway *sway, size_t node)
{
    if (sway->groups->rules->every_child) {
        add_children(sway, node);
        return;
    }
    add_joint(sway, node, first_child(sway->groups, node));
    const struct extras *extras = sway->groups->extras == NULL ? NULL : &sway->groups->extras[node];
    for (size_t i = 0; extras != NULL && i < extras->part_count; i++) {
        bool hosts = i == 0 && extras->has_host && extras->part_count > 1;
        add_joint(sway, extras->parts + i, hosts ? extras->parts + 1 : SIM_NONE);
    }
}

static void add_colliders(struct sway *sway, size_t node)
{
    const struct groups *groups = sway->groups;
    if (groups->extras == NULL) {
        return;
    }
    for (size_t made = groups->extras[node].colliders; made != SIM_NONE;
         made = groups->next[made - groups->world->scene->count]) {
        add_joint(sway, made, SIM_NONE);
    }
}

/* open: memory for as many nodes as the tree is deep. */
static void add_root(struct sway *sway, const struct vrm0_root *root, size_t *open)
{
    const struct scene_node *nodes = sway->groups->world->scene->nodes;
    const struct vrm0 *vrm0 = sway->groups->avatar->vrm0;
    size_t depth = 0;
    for (size_t i = root->begin; i < root->end; i++) {
        size_t node = vrm0->nodes[i];
        while (depth > 0 && nodes[node].enter >= nodes[open[depth - 1]].leave) {
            add_colliders(sway, open[--depth]);
        }
        open[depth++] = node;
        add_node(sway, node);
    }
    while (depth > 0) {
        add_colliders(sway, open[--depth]);
    }
}

static struct vec3 gravity_direction(const struct vrm0_group *group)
{
    const struct tree *json = tree_get(group->json, "gravityDir");
    if (!tree_is_object(json)) {
        return (struct vec3){0, -1, 0};
    }
    return (struct vec3){world_number(json, "x", 0), world_number(json, "y", 0), world_number(json, "z", 0)};
}

static struct sim_joint joint_of(const struct groups *groups, const struct vrm0_group *group)
{
    return (struct sim_joint){
        .spring = group->index,
        .center = group->center,
        .stiffness = world_number(group->json, "stiffiness", 1),
        .drag = world_number(group->json, "dragForce", DRAG_0X),
        .gravity_power = world_number(group->json, "gravityPower", 0),
        .gravity_dir = gravity_direction(group),
        .hit_radius = world_number(group->json, "hitRadius", groups->rules->hit_radius_0x),
    };
}

void world_read_groups(struct sim_world *world, const struct avatar *avatar, const struct sim_rules *rules)
{
    const struct vrm0 *vrm0 = avatar->vrm0;
    struct groups groups = {.world = world, .avatar = avatar, .rules = rules};
    groups.sways = arena_array(world->arena, world->scene->count, sizeof *groups.sways);
    if (rules->made_up_nodes) {
        groups.extras = arena_array(world->arena, world->scene->count, sizeof *groups.extras);
    }
    find_swaying(&groups);
    read_colliders(&groups);
    size_t *open = arena_array(world->arena, world->scene->count, sizeof *open);
    size_t entries = 0;
    for (size_t g = 0; g < vrm0->group_count; g++) {
        const struct vrm0_group *group = &vrm0->groups[g];
        struct sway sway = {.groups = &groups, .joint = joint_of(&groups, group)};
        size_t list = read_list(&groups, group, &entries);
        for (size_t r = 0; r < group->root_count; r++) {
            const struct vrm0_root *root = &group->roots[r];
            if (root->node == SCENE_NONE) {
                continue;
            }
            if (root->end - root->begin >
                JOINTS_MAX - (world->joint_count < JOINTS_MAX ? world->joint_count : JOINTS_MAX)) {
                world->whole = false;
                if (world->costs != NULL) {
                    size_t *cost = &world->costs[group->index];
                    *cost = world_add_costs(*cost, SIM_JOINT_COST * (root->end - root->begin));
                }
                continue;
            }
            sway.list = world_limit_list(world, list, root->end - root->begin);
            sway.joint.index = 0;
            add_root(&sway, root, open);
        }
    }
}
