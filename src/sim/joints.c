/* Joints and colliders of VRMC_springBone, and the lists of colliders that springs use. */
#include "sim/state.h"
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
    size_t pairs = 0;
    for (size_t i = 0; i < count; i++) {
        const struct shape *shape = &world->colliders[colliders[i]].shape;
        pairs += shape->kind == SHAPE_PLANE || shape->inside ? 4 : 1;
    }
    world->lists[world->list_count] = (struct world_list){colliders, count, count, pairs};
    return world->list_count++;
}

size_t *world_list_of(struct sim_world *world, const size_t *groups, size_t count)
{
    struct buf key = BUF_INIT(world->arena);
    for (size_t i = 0; i < count; i++) {
        buf_number(&key, groups[i]);
        buf_char(&key, ' ');
    }
    const char *text = buf_text(&key);
    size_t *list = text_map_get(&world->lists_by, text);
    if (list == NULL) {
        list = arena_alloc(world->arena, sizeof *list);
        text_map_set(&world->lists_by, text, list);
    }
    return list;
}

size_t world_refuse_list(struct sim_world *world, size_t count)
{
    size_t list = world_add_list(world, NULL, 0);
    world->lists[list].cost = count;
    world->whole = false;
    return list;
}

size_t world_limit_list(struct sim_world *world, size_t list, size_t joints)
{
    size_t pairs = world->lists[list].pairs;
    if (pairs == 0) {
        return list;
    }
    if (joints > (world->pairs_max - world->pairs) / pairs) {
        return world_refuse_list(world, world->lists[list].count);
    }
    world->pairs += joints * pairs;
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

static struct vec3 joint_gravity_direction(const struct tree *json)
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
static void read_joint_colliders(struct sim_world *world, const struct springs *springs)
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
struct collider_lists {
    struct sim_world *world;
    const struct springs *springs;
    size_t entries; /* total number in all lists */
};

static size_t add_list(struct collider_lists *reach, const size_t *groups, size_t group_count, size_t most)
{
    struct sim_world *world = reach->world;
    if (most > WORLD_LISTS_MAX - reach->entries) {
        return world_refuse_list(world, most);
    }
    reach->entries += most;
    size_t *colliders = arena_array(world->arena, most, sizeof *colliders);
    size_t count = 0;
    for (size_t i = 0; i < group_count; i++) {
        const struct collider_group *from = &reach->springs->groups[groups[i]];
        for (size_t k = 0; k < from->collider_count; k++) {
            if (world->colliders[from->colliders[k]].shape.kind != SHAPE_NONE) {
                colliders[count++] = from->colliders[k];
            }
        }
    }
    return world_add_list(world, colliders, count);
}

/* Returns the list that all springs with the same groups share. */
static size_t list_of(struct collider_lists *reach, const struct spring *spring)
{
    const struct tree *listed = tree_get(spring->json, "colliderGroups");
    size_t *groups = arena_array(reach->world->arena, tree_length(listed), sizeof *groups);
    size_t most = 0;
    size_t count = 0;
    for (size_t i = 0; i < tree_length(listed); i++) {
        if (tree_index(tree_at(listed, i), reach->springs->group_count, &groups[count])) {
            most = world_add_costs(most, reach->springs->groups[groups[count]].collider_count);
            count++;
        }
    }
    if (most == 0) {
        return 0;
    }
    size_t *shared = world_list_of(reach->world, groups, count);
    if (*shared == 0) {
        *shared = add_list(reach, groups, count, most);
    }
    return *shared;
}

/* ---- joints ---- */

/* Adds a joint from two of the spring's joints: a head and its tail. */
static void add_joint_of_chain(struct sim_world *world, const struct sim_rules *rules, const struct spring *spring,
                               size_t index, size_t tail, size_t list)
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
        .gravity_dir = joint_gravity_direction(joint->json),
        .hit_radius = world_number(joint->json, "hitRadius", 0),
        .limit = joint->limit,
    };
    *link = (struct world_link){.head = joint->node, .tail = next->node, .center = spring->center, .list = list};
}

void world_read_springs(struct sim_world *world, const struct avatar *avatar, const struct sim_rules *rules)
{
    const struct springs *springs = avatar->springs;
    struct collider_lists reach = {.world = world, .springs = springs};
    bool *taken = arena_array(world->arena, world->scene->count, sizeof *taken);
    read_joint_colliders(world, springs);
    for (size_t i = 0; i < springs->spring_count; i++) {
        const struct spring *spring = &springs->springs[i];
        size_t list = spring->joint_count > 1 ? list_of(&reach, spring) : 0;
        list = world_limit_list(world, list, spring->joint_count - (spring->joint_count > 0));
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
                add_joint_of_chain(world, rules, spring, before, k, list);
            }
            before = k;
        }
    }
}

/* The nodes of a world: those of the file, and those that an app creates. */

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
static void undo_rounding(struct trs *trs, bool is_constrained)
{
    if (!is_constrained) { /* the formulas of constraints are for rotations as they are */
        trs->rotation = transform_near_unit(trs->rotation);
    }
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
        undo_rounding(&trs, world->constraints != NULL && node < world->scene->count &&
                                world->scene->nodes[node].constrained);
    }
    return trs;
}

/* Assigns anchors to nodes with joints and colliders, and computes positions in the space of the anchor. */

/* ---- frames ---- */

struct hanging {
    struct sim_world *world;
    size_t *frame_of; /* per anchor: its frame, or SIM_NONE; until frames are numbered, 0 for one that is needed */
};

static void want_frame(struct hanging *hanging, size_t node)
{
    struct sim_world *world = hanging->world;
    if (node != SIM_NONE && world->body_of[node] == SIM_NONE) {
        hanging->frame_of[world->anchor_of[node]] = 0;
    }
}

static bool is_early(const struct hanging *hanging, size_t node)
{
    const struct sim_world *world = hanging->world;
    return world->early_nodes != NULL && node < world->scene->count && world->early_nodes[node];
}

static size_t anchor_count(const struct sim_world *world)
{
    size_t count = 0;
    for (size_t i = 0; i < world_node_count(world); i++) {
        count += world->anchor_of[i] != SIM_NONE;
    }
    return count;
}

/* Numbers the frames, ordered by mover. */
static void number_frames(struct hanging *hanging, size_t anchors)
{
    struct sim_world *world = hanging->world;
    size_t movers = SLOT_BODIES + world->body_count;
    world->frames_begin = arena_array(world->arena, movers + 1, sizeof *world->frames_begin);
    for (size_t i = 0; i < anchors; i++) {
        if (hanging->frame_of[i] != SIM_NONE) {
            world->frames_begin[world->anchors[i].mover + 1]++;
            world->frame_count++;
        }
    }
    for (size_t i = 0; i < movers; i++) {
        world->frames_begin[i + 1] += world->frames_begin[i];
    }
    size_t *next = arena_array(world->arena, movers, sizeof *next);
    for (size_t i = 0; i < movers; i++) {
        next[i] = world->frames_begin[i];
    }
    world->frames = arena_array(world->arena, world->frame_count, sizeof *world->frames);
    for (size_t i = 0; i < anchors; i++) {
        if (hanging->frame_of[i] != SIM_NONE) {
            const struct world_anchor *anchor = &world->anchors[i];
            hanging->frame_of[i] = next[anchor->mover]++;
            world->frames[hanging->frame_of[i]] =
                (struct world_frame){anchor->mover, anchor->relative, anchor->turn, anchor->lags};
        }
    }
    world->slot_count = movers + world->frame_count;
}

static size_t slot_of(const struct hanging *hanging, size_t node)
{
    const struct sim_world *world = hanging->world;
    if (world->body_of[node] != SIM_NONE) {
        return SLOT_BODIES + world->body_of[node];
    }
    return SLOT_BODIES + world->body_count + hanging->frame_of[world->anchor_of[node]];
}

static void add_frames(struct hanging *hanging)
{
    struct sim_world *world = hanging->world;
    size_t anchors = anchor_count(world);
    hanging->frame_of = arena_array(world->arena, anchors, sizeof *hanging->frame_of);
    for (size_t i = 0; i < anchors; i++) {
        hanging->frame_of[i] = SIM_NONE;
    }
    for (size_t i = 0; i < world->body_count; i++) {
        want_frame(hanging, world_parent(world, world->bodies[i].node));
    }
    for (size_t i = 0; i < world->joint_count; i++) {
        want_frame(hanging, world->links[i].center);
        if (is_early(hanging, world->links[i].head)) {
            want_frame(hanging, world->links[i].tail); /* it may be updated without its head, or the other way round */
        }
    }
    number_frames(hanging, anchors);
}

/* ---- bodies, joints and colliders ---- */

static void anchor_bodies(const struct hanging *hanging)
{
    struct sim_world *world = hanging->world;
    for (size_t i = 0; i < world->body_count; i++) {
        struct world_body *body = &world->bodies[i];
        size_t parent = world_parent(world, body->node);
        if (parent != SIM_NONE) {
            body->parent = slot_of(hanging, parent);
        }
    }
}

static void anchor_joints(const struct hanging *hanging)
{
    struct sim_world *world = hanging->world;
    for (size_t i = 0; i < world->joint_count; i++) {
        struct world_link *link = &world->links[i];
        link->body = world->body_of[link->head];
        link->center_slot = link->center == SIM_NONE ? SIM_NONE : slot_of(hanging, link->center);
        if (link->tail != SIM_NONE) {
            const struct world_anchor *anchor = &world->anchors[world->anchor_of[link->tail]];
            link->end_mover = anchor->mover;
            link->end_point = mat34_translation(&anchor->relative);
            if (is_early(hanging, link->head) && world->body_of[link->tail] == SIM_NONE) {
                link->end_mover = slot_of(hanging, link->tail);
                link->end_point = (struct vec3){0, 0, 0};
            }
            link->tail_offset = world_trs(world, link->tail).translation;
        }
    }
}

static void anchor_colliders(struct sim_world *world)
{
    size_t movers = SLOT_BODIES + world->body_count;
    world->hung_begin = arena_array(world->arena, movers + 1, sizeof *world->hung_begin);
    world->carries = arena_array(world->arena, movers, sizeof *world->carries);
    world->hung = arena_array(world->arena, world->collider_count, sizeof *world->hung);
    for (size_t i = 0; i < world->collider_count; i++) {
        struct world_collider *collider = &world->colliders[i];
        const struct shape *shape = &collider->shape;
        if (shape->kind == SHAPE_NONE) {
            continue;
        }
        world->carries[collider->anchor.mover] = true;
        if (!collider->met) {
            continue;
        }
        const struct mat34 *relative = &collider->anchor.relative;
        struct mat34 inverse = transform_inverse(relative);
        collider->center = mat34_point(relative, shape->offset);
        collider->axis = transform_direction(relative, vec3_sub(shape->tail, shape->offset));
        collider->normal = transform_transposed(&inverse, shape->normal);
        world->hung_begin[collider->anchor.mover + 1]++;
    }
    for (size_t i = 0; i < movers; i++) {
        world->hung_begin[i + 1] += world->hung_begin[i];
    }
    size_t *next = arena_array(world->arena, movers, sizeof *next);
    for (size_t i = 0; i < movers; i++) {
        next[i] = world->hung_begin[i];
    }
    for (size_t i = 0; i < world->collider_count; i++) {
        if (world->colliders[i].met && world->colliders[i].shape.kind != SHAPE_NONE) {
            world->hung[next[world->colliders[i].anchor.mover]++] = i;
        }
    }
}

/* ---- the rest pose ---- */

static void set_frames(struct sim_world *world, size_t mover)
{
    for (size_t f = world->frames_begin[mover]; f < world->frames_begin[mover + 1]; f++) {
        world->rest[SLOT_BODIES + world->body_count + f] =
            transform_multiply(&world->rest[mover], &world->frames[f].relative);
    }
}

static void set_rest_frames(struct sim_world *world)
{
    world->rest = arena_array(world->arena, world->slot_count, sizeof *world->rest);
    world->rest[SLOT_FIXED] = MAT34_IDENTITY;
    world->rest[SLOT_ROOT] = mat34_from_trs((struct vec3){0, 0, 0}, QUAT_IDENTITY, world_size(world));
    set_frames(world, SLOT_FIXED);
    set_frames(world, SLOT_ROOT);
    for (size_t i = 0; i < world->body_count; i++) {
        const struct world_body *body = &world->bodies[i];
        world->rest[SLOT_BODIES + i] = transform_multiply(&world->rest[body->parent], &body->rest_local);
        set_frames(world, SLOT_BODIES + i);
    }
}

/* Lists the slots below heads that three-vrm updates early, parents first. */
static void list_early(const struct hanging *hanging)
{
    struct sim_world *world = hanging->world;
    size_t count;
    const size_t *down = scene_order(world->arena, world->scene, &count);
    world->early = arena_array(world->arena, count, sizeof *world->early);
    for (size_t i = 0; i < count; i++) {
        size_t anchor = world->anchor_of[down[i]];
        if (!is_early(hanging, down[i]) || anchor == SIM_NONE || world->anchors[anchor].head == SIM_NONE) {
            continue;
        }
        if (world->body_of[down[i]] != SIM_NONE || hanging->frame_of[anchor] != SIM_NONE) {
            world->early[world->early_count++] = slot_of(hanging, down[i]);
        }
    }
}

void world_set_anchors(struct sim_world *world)
{
    struct hanging hanging = {.world = world};
    add_frames(&hanging);
    anchor_bodies(&hanging);
    anchor_joints(&hanging);
    anchor_colliders(world);
    set_rest_frames(world);
    if (world->early_nodes != NULL) {
        list_early(&hanging);
    }
}
