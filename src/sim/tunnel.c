#include "sim/tunnel.h"

#define CORE 0.5 /* of the radius */

/* To pass this near the center with both ends outside, a way must be so many radii long: 2 sqrt(1 - CORE^2). */
#define SHORTEST 1.7320508075688772

/* A collider seen from the root. */
struct solid_place {
    struct vec3 center;
    struct vec3 axis;
};

struct tunnel {
    size_t count;
    struct solid_place *now;
    struct solid_place *before;
    double drift;     /* the farthest that one of them moved in the last step, metres */
    double *thinnest; /* per joint: the smallest radius of a collider that it could go through; infinite: none */
    bool any;
};

static bool is_solid(const struct collide_shape *shape)
{
    return (shape->kind == SHAPE_SPHERE || shape->kind == SHAPE_CAPSULE) && !shape->inside && shape->radius > 0;
}

static double thinnest_of(const struct sim *sim, size_t joint)
{
    double thinnest = INFINITY;
    size_t count;
    const size_t *colliders = look_colliders(sim, joint, &count);
    for (size_t i = 0; i < count; i++) {
        const struct collide_shape *shape = look_shape(sim, colliders[i]);
        if (is_solid(shape) && shape->radius < thinnest) {
            thinnest = shape->radius;
        }
    }
    return thinnest;
}

struct tunnel *tunnel_new(struct arena *arena, const struct sim_world *world)
{
    struct tunnel *tunnel = arena_alloc(arena, sizeof *tunnel);
    tunnel->count = look_collider_count(world);
    tunnel->now = arena_array(arena, tunnel->count, sizeof *tunnel->now);
    tunnel->before = arena_array(arena, tunnel->count, sizeof *tunnel->before);
    tunnel->thinnest = arena_array(arena, sim_joint_count(world), sizeof *tunnel->thinnest);
    return tunnel;
}

/* Returns how far anything moved. */
static double take_places(struct tunnel *tunnel, const struct sim *sim, const struct sim_pose *pose)
{
    struct quat back = quat_conjugate(pose->rotation);
    double drift = 0;
    for (size_t i = 0; i < tunnel->count; i++) {
        const struct collide_shape *shape = look_shape(sim, i);
        tunnel->before[i] = tunnel->now[i];
        if (!is_solid(shape)) {
            continue;
        }
        struct solid_place *now = &tunnel->now[i];
        now->center = quat_rotate(back, vec3_sub(shape->center, pose->position));
        struct vec3 moved = vec3_sub(now->center, tunnel->before[i].center);
        drift = fmax(drift, vec3_dot(moved, moved));
        if (shape->kind == SHAPE_CAPSULE) {
            now->axis = quat_rotate(back, shape->axis);
            moved = vec3_add(moved, vec3_sub(now->axis, tunnel->before[i].axis));
            drift = fmax(drift, vec3_dot(moved, moved));
        }
    }
    return sqrt(drift);
}

void tunnel_start(struct tunnel *tunnel, const struct sim *sim, const struct sim_pose *pose)
{
    tunnel->any = false;
    for (size_t j = 0; j < sim_joint_count(look_world(sim)); j++) {
        tunnel->thinnest[j] = thinnest_of(sim, j);
        tunnel->any = tunnel->any || tunnel->thinnest[j] < INFINITY;
    }
    if (tunnel->any) {
        take_places(tunnel, sim, pose);
        tunnel->drift = 0;
    }
}

void tunnel_step(struct tunnel *tunnel, const struct sim *sim, const struct sim_pose *pose)
{
    if (tunnel->any) {
        tunnel->drift = take_places(tunnel, sim, pose);
    }
}

/* The point's distance from a sphere's center or a capsule's axis. */
static double distance(struct vec3 axis, struct vec3 point)
{
    double square = vec3_dot(axis, axis);
    double u = square > 0 ? vec3_dot(point, axis) / square : 0;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    return vec3_length(transform_add_scaled(point, axis, -u));
}

/* Both ends seen from the collider's center, in a frame that turns with its axis. */
static bool goes_through(struct vec3 axis, double radius, struct vec3 from, struct vec3 to)
{
    enum { PARTS = 16 };
    if (distance(axis, from) < radius || distance(axis, to) < radius) {
        return false;
    }
    struct vec3 way = vec3_sub(to, from);
    for (int i = 1; i < PARTS; i++) {
        if (distance(axis, transform_add_scaled(from, way, (double)i / PARTS)) < radius * (1 - CORE)) {
            return true;
        }
    }
    return false;
}

size_t tunnel_passed(const struct tunnel *tunnel, const struct sim *sim, size_t joint, struct vec3 from, struct vec3 to)
{
    double reach = vec3_distance(from, to) + tunnel->drift;
    if (!(reach > SHORTEST * tunnel->thinnest[joint])) {
        return SIM_NONE;
    }
    size_t count;
    const size_t *colliders = look_colliders(sim, joint, &count);
    for (size_t i = 0; i < count; i++) {
        const struct collide_shape *shape = look_shape(sim, colliders[i]);
        if (!is_solid(shape) || !(reach > SHORTEST * shape->radius)) {
            continue;
        }
        const struct solid_place *now = &tunnel->now[colliders[i]];
        const struct solid_place *before = &tunnel->before[colliders[i]];
        struct vec3 axis = shape->kind == SHAPE_CAPSULE ? now->axis : (struct vec3){0, 0, 0};
        struct vec3 start = vec3_sub(from, before->center);
        if (shape->kind == SHAPE_CAPSULE) {
            struct quat turn = transform_from_to(transform_unit(before->axis), transform_unit(now->axis));
            start = transform_rotate(turn, start);
        }
        if (goes_through(axis, shape->radius, start, vec3_sub(to, now->center))) {
            return colliders[i];
        }
    }
    return SIM_NONE;
}
