/* Assigns anchors to nodes with joints and colliders, and computes positions in the space of the anchor. */
#include "sim/world.h"

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
                (struct world_frame){anchor->mover, anchor->relative, anchor->turn, anchor->frozen};
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

/* Keeps tails that are never refreshed at their position of the rest pose. */
static void freeze_tails(struct sim_world *world)
{
    for (size_t i = 0; i < world->joint_count; i++) {
        struct world_link *link = &world->links[i];
        if (link->tail != SIM_NONE && world->anchors[world->anchor_of[link->tail]].frozen) {
            link->end_point = mat34_point(&world->rest[link->end_mover], link->end_point);
            link->end_mover = SLOT_FIXED;
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
    freeze_tails(world);
}
