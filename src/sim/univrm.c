/*
 * Spring bones as UniVRM runs them: FastSpringBone's jobs for VRM 1.0, in double precision; for VRM 0.x its rules for
 * bones without children and for what scales do to radii.
 */
#include "sim/strands.h"

static double largest(struct vec3 v)
{
    double most = v.x > v.y ? v.x : v.y;
    return most > v.z ? most : v.z;
}

/* Unity's lossyScale: what a matrix does to the axes of its own rotation. */
static struct vec3 lossy_scale(const struct mat34 *a)
{
    struct quat back = quat_conjugate(transform_rotation(a, NULL));
    return (struct vec3){quat_rotate(back, mat34_column(a, 0)).x, quat_rotate(back, mat34_column(a, 1)).y,
                         quat_rotate(back, mat34_column(a, 2)).z};
}

/* The end of a bone without children, in world space: VRM0_TAIL_LENGTH further along the way from its parent. */
static struct vec3 virtual_tail(const struct sim *sim, const struct run *run)
{
    const struct mat34 *head = &sim->world->rest[SLOT_BODIES + run->body];
    struct vec3 at = mat34_translation(head);
    struct vec3 from = mat34_translation(&sim->world->rest[run->parent]);
    return transform_add_scaled(at, transform_unit(vec3_sub(at, from)), VRM0_TAIL_LENGTH * largest(mat34_scale(head)));
}

static void start_joint(struct sim *sim, size_t joint)
{
    const struct sim_world *world = sim->world;
    const struct world_link *link = &world->links[joint];
    struct run *run = &sim->runs[sim->run_of[joint]];
    const struct mat34 *head = &world->rest[SLOT_BODIES + run->body];
    if (run->virtual_tail) {
        struct mat34 inverse = transform_inverse(head);
        run->end_point = mat34_point(&inverse, virtual_tail(sim, run));
        run->axis = transform_unit(run->end_point);
        run->length = vec3_distance(virtual_tail(sim, run), mat34_translation(head));
    } else {
        const struct world_anchor *anchor = &world->anchors[world->anchor_of[link->tail]];
        struct mat34 tail = transform_multiply(&world->rest[anchor->mover], &anchor->relative);
        struct vec3 scale = lossy_scale(&tail);
        struct vec3 offset = link->tail_offset;
        offset = (struct vec3){offset.x * scale.x, offset.y * scale.y, offset.z * scale.z};
        run->axis = transform_unit(offset);
        run->length = vec3_length(offset);
    }
    if (world->is_0x) {
        run->hit_radius *= largest(mat34_scale(head));
    }
    limit_prepare(&run->limit, world->joints[joint].limit, run->axis);
}

static void start(struct sim *sim, struct arena *arena)
{
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        start_joint(sim, i);
    }
    strands_plan(sim, arena);
}

/* ---- colliders ---- */

/* Inside shapes and planes push without restoring the bone's length. */
static bool hit_inside(const struct collide_shape *shape, double hit_radius, struct vec3 *tail)
{
    struct vec3 d = collide_from_axis(shape, *tail);
    double distance = shape->radius - hit_radius - vec3_length(d);
    if (!(distance < 0)) {
        return false;
    }
    *tail = transform_add_scaled(*tail, transform_unit(d), distance);
    return true;
}

static bool hit_plane(const struct collide_shape *shape, double hit_radius, struct vec3 *tail)
{
    double distance = vec3_dot(vec3_sub(*tail, shape->center), shape->normal) - hit_radius;
    if (!(distance < 0)) {
        return false;
    }
    *tail = transform_add_scaled(*tail, shape->normal, -distance);
    return true;
}

/* A capsule stands for the sphere on its axis that is nearest to the bone's head. */
static bool hit_outside(const struct collide_shape *shape, const struct verlet_bone *bone, double hit_radius,
                        struct vec3 *tail)
{
    struct vec3 center = shape->center;
    if (shape->kind == SHAPE_CAPSULE && shape->axis_square > 0) {
        double length = sqrt(shape->axis_square);
        struct vec3 along = vec3_scale(shape->axis, 1 / length);
        double k = vec3_dot(along, vec3_sub(bone->head, center));
        if (k >= length) {
            center = vec3_add(center, shape->axis);
        } else if (k > 0) {
            center = transform_add_scaled(center, along, k);
        }
    }
    double reach = hit_radius + shape->radius;
    struct vec3 d = vec3_sub(*tail, center);
    if (!(vec3_dot(d, d) <= reach * reach)) {
        return false;
    }
    struct vec3 out = transform_add_scaled(center, transform_unit(d), reach);
    *tail = transform_add_scaled(bone->head, transform_unit(vec3_sub(out, bone->head)), bone->length);
    return true;
}

static bool hit(const struct collide_shape *shape, const struct verlet_bone *bone, double hit_radius, struct vec3 *tail)
{
    if (shape->kind == SHAPE_PLANE) {
        return hit_plane(shape, hit_radius, tail);
    }
    return shape->inside ? hit_inside(shape, hit_radius, tail) : hit_outside(shape, bone, hit_radius, tail);
}

static void step(struct sim *sim, double dt)
{
    strands_step(sim, dt, hit);
    verlet_step(sim, dt, true, hit);
}

const struct sim_engine sim_univrm = {
    .name = "univrm",
    .rules = {.drag = 0.5, .hit_radius_0x = 0.02},
    .scaled_colliders = true,
    .start = start,
    .reset = strands_reset,
    .step = step,
    .head = strands_head,
    .tail = strands_tail,
    .state = strands_state,
    .bend = strands_bend,
};
