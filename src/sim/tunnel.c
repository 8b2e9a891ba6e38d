#include "sim/tunnel.h"

#include <string.h>

#include "sim/probe.h"
#include "sim/state.h"

#define CORE 0.5 /* of the radius */

/* To pass this near the center with both ends outside, a line must have this length in radii: 2 sqrt(1 - CORE^2). */
#define SHORTEST 1.7320508075688772

/* A collider relative to the root. */
struct solid_position {
    struct vec3 center;
    struct vec3 axis; /* of a capsule, otherwise zero */
};

struct tunnel {
    size_t count; /* number of colliders */
    size_t joint_count;
    struct solid_position *now;
    struct solid_position *before;
    double drift;     /* the largest movement of a collider in the last step, metres */
    double *thinnest; /* per joint: the smallest radius of a collider that it could go through; infinite: none */
    bool any;
    bool stand; /* colliders move only with the root */
    bool still; /* and they haven't since their positions were taken */
};

static bool is_solid(const struct collide_shape *shape)
{
    return (shape->kind == SHAPE_SPHERE || shape->kind == SHAPE_CAPSULE) && !shape->inside && shape->radius > 0;
}

static double thinnest_of(const struct sim *sim, size_t joint)
{
    double thinnest = INFINITY;
    size_t count;
    const size_t *colliders = probe_colliders(sim, joint, &count);
    for (size_t i = 0; i < count; i++) {
        const struct collide_shape *shape = &sim->shapes[colliders[i]];
        if (is_solid(shape) && shape->radius < thinnest) {
            thinnest = shape->radius;
        }
    }
    return thinnest;
}

struct tunnel *tunnel_new(struct arena *arena, const struct sim_world *world)
{
    struct tunnel *tunnel = arena_alloc(arena, sizeof *tunnel);
    tunnel->count = world->collider_count;
    tunnel->now = arena_array(arena, tunnel->count, sizeof *tunnel->now);
    tunnel->before = arena_array(arena, tunnel->count, sizeof *tunnel->before);
    tunnel->joint_count = sim_joint_count(world);
    tunnel->thinnest = arena_array(arena, tunnel->joint_count, sizeof *tunnel->thinnest);
    return tunnel;
}

void tunnel_copy(struct tunnel *tunnel, const struct tunnel *from)
{
    struct tunnel own = *tunnel;
    memcpy(own.now, from->now, from->count * sizeof *own.now);
    memcpy(own.before, from->before, from->count * sizeof *own.before);
    memcpy(own.thinnest, from->thinnest, from->joint_count * sizeof *own.thinnest);
    *tunnel = *from;
    tunnel->now = own.now;
    tunnel->before = own.before;
    tunnel->thinnest = own.thinnest;
}

/* Takes the positions of all colliders; returns the largest movement. */
static double take_places(struct tunnel *tunnel, const struct sim *sim, const struct sim_pose *pose)
{
    struct quat back = quat_conjugate(pose->rotation);
    double drift = 0;
    for (size_t i = 0; i < tunnel->count; i++) {
        const struct collide_shape *shape = &sim->shapes[i];
        tunnel->before[i] = tunnel->now[i];
        if (!is_solid(shape)) {
            continue;
        }
        struct solid_position *now = &tunnel->now[i];
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
    tunnel->stand = probe_colliders_stand(sim);
    tunnel->still = false;
    for (size_t j = 0; j < sim_joint_count(sim->world); j++) {
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
    bool moved = sim->moved || !tunnel->stand;
    if (tunnel->any && (moved || !tunnel->still)) { /* once more after a movement, to update `before` */
        tunnel->drift = take_places(tunnel, sim, pose);
        tunnel->still = !moved;
    }
}

static double clamp_to_segment(double u)
{
    return u < 0 ? 0 : u > 1 ? 1 : u;
}

/* Returns a point's squared distance from a sphere's center or a capsule's axis, which begins at the origin. */
static double distance_square(struct vec3 axis, struct vec3 point)
{
    double square = vec3_dot(axis, axis);
    double u = square > 0 ? clamp_to_segment(vec3_dot(point, axis) / square) : 0;
    struct vec3 d = transform_add_scaled(point, axis, -u);
    return vec3_dot(d, d);
}

/*
 * Returns the squared distance between that and a line, at their nearest points. For two segments: the nearest point
 * of one to the line of the other, clamped to its ends, then vice versa (Ericson, Real-Time Collision Detection,
 * 5.1.9).
 */
static double way_distance_square(struct vec3 axis, struct vec3 from, struct vec3 way)
{
    double a = vec3_dot(way, way);
    double e = vec3_dot(axis, axis);
    double c = vec3_dot(way, from);
    if (!(e > 0)) {
        struct vec3 d = transform_add_scaled(from, way, a > 0 ? clamp_to_segment(-c / a) : 0);
        return vec3_dot(d, d);
    }
    double b = vec3_dot(way, axis);
    double f = vec3_dot(axis, from);
    double denominator = a * e - b * b;
    double s = denominator > 0 ? clamp_to_segment((b * f - c * e) / denominator) : 0;
    double t = (b * s + f) / e;
    if (t < 0 || t > 1) {
        t = clamp_to_segment(t);
        s = a > 0 ? clamp_to_segment((b * t - c) / a) : 0;
    }
    struct vec3 d = transform_add_scaled(transform_add_scaled(from, way, s), axis, -t);
    return vec3_dot(d, d);
}

/* Returns a former point relative to the present collider: a tail beside a collider is still beside it if only the
 * collider has moved. */
static struct vec3 seen_before(const struct solid_position *before, const struct solid_position *now, bool turns,
                               struct vec3 point)
{
    struct vec3 seen = vec3_sub(point, before->center);
    if (!turns) {
        return seen;
    }
    return transform_rotate(transform_from_to(transform_unit(before->axis), transform_unit(now->axis)), seen);
}

static bool goes_through(const struct tunnel *tunnel, const struct collide_shape *shape, size_t collider,
                         struct vec3 from, struct vec3 to, double reach)
{
    const struct solid_position *now = &tunnel->now[collider];
    double radius = shape->radius;
    struct vec3 end = vec3_sub(to, now->center);
    double end_square = distance_square(now->axis, end);
    double far = reach + CORE * radius;
    if (end_square > far * far || end_square < radius * radius) {
        return false;
    }
    bool turns = shape->kind == SHAPE_CAPSULE && tunnel->drift > 0;
    struct vec3 start = seen_before(&tunnel->before[collider], now, turns, from);
    double core = (1 - CORE) * radius;
    return distance_square(now->axis, start) >= radius * radius &&
           way_distance_square(now->axis, start, vec3_sub(end, start)) < core * core;
}

size_t tunnel_passed(const struct tunnel *tunnel, const struct sim *sim, size_t joint, struct vec3 from, struct vec3 to)
{
    if (!tunnel->any) {
        return SIM_NONE;
    }
    double reach = vec3_distance(from, to) + tunnel->drift;
    if (!(reach > SHORTEST * tunnel->thinnest[joint])) {
        return SIM_NONE;
    }
    size_t count;
    const size_t *colliders = probe_colliders(sim, joint, &count);
    for (size_t i = 0; i < count; i++) {
        const struct collide_shape *shape = &sim->shapes[colliders[i]];
        if (is_solid(shape) && reach > SHORTEST * shape->radius &&
            goes_through(tunnel, shape, colliders[i], from, to, reach)) {
            return colliders[i];
        }
    }
    return SIM_NONE;
}

double tunnel_shortest(const struct tunnel *tunnel, size_t joint)
{
    return tunnel->any ? SHORTEST * tunnel->thinnest[joint] : INFINITY;
}

double tunnel_drift(const struct tunnel *tunnel)
{
    return tunnel->any ? tunnel->drift : 0;
}
