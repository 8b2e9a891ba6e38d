/* Spring bones as UniVRM simulates them: FastSpringBone's jobs for VRM 1.0, in double precision; for VRM 0.x its
 * rules for bones without children, and for the effect of scales on radii. */
#include "sim/univrm.h"

/* The tolerance within which a cosine counts as 1 or -1: 0.081 degrees. */
#define ALMOST 1e-6

/* Returns the smallest rotation between unit directions, by UniVRM's own function (VRM 1.0). */
static struct quat from_to(struct vec3 from, struct vec3 to)
{
    double cosine = vec3_dot(from, to);
    if (cosine > 1 - ALMOST || vec3_dot(from, from) == 0 || vec3_dot(to, to) == 0) {
        return QUAT_IDENTITY;
    }
    if (cosine < ALMOST - 1) {
        struct vec3 axis = {0, from.z, -from.y};
        if (vec3_dot(axis, axis) < ALMOST * ALMOST) {
            axis = (struct vec3){-from.z, 0, from.x};
        }
        axis = transform_unit(axis);
        return (struct quat){axis.x, axis.y, axis.z, 0};
    }
    return transform_from_to(from, to);
}

static double largest_axis(struct vec3 v)
{
    double most = v.x > v.y ? v.x : v.y;
    return most > v.z ? most : v.z;
}

/* Returns the end of a bone without children, in world space: VRM0_TAIL_LENGTH further in the direction from its
 * parent. */
static struct vec3 virtual_tail(const struct sim *sim, const struct run *run)
{
    const struct mat34 *head = &sim->world->rest[SLOT_BODIES + run->body];
    struct vec3 at = mat34_translation(head);
    struct vec3 from = mat34_translation(&sim->world->rest[run->parent]);
    return transform_add_scaled(at, transform_unit(vec3_sub(at, from)),
                                VRM0_TAIL_LENGTH * largest_axis(mat34_scale(head)));
}

static bool has_scale(const struct mat34 *matrix)
{
    struct vec3 scale = mat34_scale(matrix);
    return scale.x != 1 || scale.y != 1 || scale.z != 1;
}

/* Prepares a limit by revision B of the draft, which UniVRM has; but it uses the cosine of angles above pi, which
 * turns back there. */
static void prepare_limit(struct run *run, const struct limit *limit)
{
    if (limit == NULL) {
        limit_prepare(&run->limit, NULL, run->axis);
        return;
    }
    struct limit published = *limit;
    published.revision = VRMLINT_LIMIT_REVISION_B;
    if (limit_prepare(&run->limit, &published, run->axis) && limit->kind != LIMIT_SPHERICAL) {
        run->limit.cosine = cos(limit->angle.value);
        run->limit.sine = sqrt(fmax(0, 1 - run->limit.cosine * run->limit.cosine));
    }
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
        struct vec3 scale = state_lossy_scale(&tail, quat_multiply(sim->spins[anchor->mover], anchor->turn));
        struct vec3 offset = link->tail_offset;
        offset = (struct vec3){offset.x * scale.x, offset.y * scale.y, offset.z * scale.z};
        run->axis = transform_unit(offset);
        run->length = vec3_length(offset);
    }
    if (world->is_0x) {
        run->hit_radius *= largest_axis(mat34_scale(head));
        run->gravity_dir.z = -run->gravity_dir.z; /* UniVRM reads it in Unity's axes */
        run->loose = has_scale(head);
    }
    prepare_limit(run, world->joints[joint].limit);
}

static void univrm_start(struct sim *sim, struct arena *arena)
{
    state_rest_spins(sim);
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        start_joint(sim, i);
    }
    if (!sim->world->is_0x) {
        sim->turn = from_to;
        sim->round = ALMOST;
        sim->straight = 2 - ALMOST;
    }
    strands_plan(sim, arena);
    univrm_plan(sim, arena);
}

/* Resets loose joints of VRM 0.x so that the tail begins where the head's matrix puts the bone of its world length,
 * which is thus scaled twice. */
static void univrm_reset(struct sim *sim)
{
    strands_reset(sim);
    for (size_t i = 0; sim->world->is_0x && i < sim->loose_count; i++) {
        struct run *run = &sim->runs[sim->loose[i]];
        struct vec3 bone = vec3_scale(run->axis, run->length);
        verlet_set_tail(sim, run, mat34_point(&sim->slots[SLOT_BODIES + run->body], bone));
    }
}

/* ---- colliders ---- */

/* Pushes out of an inside shape. Like planes, these don't restore the bone's length. */
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

/* Pushes out of a sphere; for a capsule, out of the sphere on its axis that is nearest to the bone's head. */
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

static bool univrm_hit(const struct collide_shape *shape, const struct verlet_bone *bone, double hit_radius,
                       struct vec3 *tail)
{
    if (shape->kind == SHAPE_PLANE) {
        return hit_plane(shape, hit_radius, tail);
    }
    return shape->inside ? hit_inside(shape, hit_radius, tail) : hit_outside(shape, bone, hit_radius, tail);
}

static void univrm_step_world(struct sim *sim, double dt)
{
    strands_step(sim, dt, univrm_hit);
    univrm_step(sim, dt, univrm_hit);
}

const struct sim_engine sim_univrm = {
    .name = "univrm",
    .rules = {.listed = true, .keeps_rounding = true, .drag = 0.5, .hit_radius_0x = 0.02},
    .scaled_colliders = true,
    .keeps_spins = true,
    .start = univrm_start,
    .reset = univrm_reset,
    .step = univrm_step_world,
};
