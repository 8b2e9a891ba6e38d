/* Colliders and limits of a drawing. */
#include "checks/collider/solids.h"
#include "run/drawing.h"
#include "sim/limit.h"
#include "sim/transform.h"

/* ---- colliders ---- */

static enum vrmlint_shape shape_of(enum shape_kind kind)
{
    return kind == SHAPE_CAPSULE ? VRMLINT_CAPSULE : kind == SHAPE_PLANE ? VRMLINT_PLANE : VRMLINT_SPHERE;
}

/* Draws a solid. Returns its index among the drawn ones, SCENE_NONE if it can't be drawn. */
static size_t add_solid(struct drawing_plan *plan, const struct solid *solid)
{
    struct vrmlint_drawn_collider drawn = {.shape = shape_of(solid->kind), .inside = solid->inside};
    float radius[3];
    if (!drawing_place(drawn.at, solid->at) ||
        !drawing_place(drawn.to, solid->kind == SHAPE_PLANE ? solid->normal : solid->to) ||
        !drawing_place(radius, (struct vec3){solid->radius, 0, 0})) {
        return SCENE_NONE;
    }
    drawn.radius = radius[0];
    plan->colliders[plan->out.collider_count] = drawn;
    return plan->out.collider_count++;
}

static size_t add_vrm0_collider(struct drawing_plan *plan, size_t node, const struct vrm0_collider *collider)
{
    struct shape sphere = {.kind = SHAPE_SPHERE, .offset = collider->offset, .radius = collider->radius.value};
    struct solid solid;
    return solid_of(plan->avatar->scene, node, &sphere, &solid) ? add_solid(plan, &solid) : SCENE_NONE;
}

void drawing_colliders(struct drawing_plan *plan)
{
    const struct springs *springs = plan->avatar->springs;
    const struct vrm0 *vrm0 = plan->avatar->vrm0;
    struct arena *arena = plan->arena;
    size_t count = 0;
    plan->first_of_group = arena_array(arena, vrm0->collider_group_count + 1, sizeof *plan->first_of_group);
    for (size_t g = 0; g < vrm0->collider_group_count; g++) {
        plan->first_of_group[g] = count;
        count += vrm0->collider_groups[g].collider_count;
    }
    plan->first_of_group[vrm0->collider_group_count] = count;
    plan->collider_of = arena_array(arena, springs->collider_count, sizeof *plan->collider_of);
    plan->vrm0_collider_of = arena_array(arena, count, sizeof *plan->vrm0_collider_of);
    plan->colliders = arena_array(arena, springs->collider_count + count, sizeof *plan->colliders);
    for (size_t i = 0; i < springs->collider_count; i++) {
        struct solid solid;
        const struct collider *collider = &springs->colliders[i];
        plan->collider_of[i] = solid_of(plan->avatar->scene, collider->node, collider->effective, &solid)
                                   ? add_solid(plan, &solid)
                                   : SCENE_NONE;
    }
    for (size_t g = 0; g < vrm0->collider_group_count; g++) {
        const struct vrm0_collider_group *group = &vrm0->collider_groups[g];
        for (size_t i = 0; i < group->collider_count; i++) {
            plan->vrm0_collider_of[plan->first_of_group[g] + i] =
                add_vrm0_collider(plan, group->node, &group->colliders[i]);
        }
    }
}

/* ---- limits ---- */

/* Returns a point on the border of a cone, a hinge or a spherical limit, as a direction in limit space; i from 0 to
 * VRMLINT_LIMIT_POINTS - 1. VRMC_springBone_limit 1.0-draft, Cone, Hinge, Spherical. */
static struct vec3 border_direction(const struct limit *limit, int i)
{
    double step = 2 * ANGLE_PI / VRMLINT_LIMIT_POINTS;
    double angle = fmin(limit->angle.value, ANGLE_PI);
    if (limit->kind == LIMIT_CONE) {
        return (struct vec3){sin(angle) * cos(step * i), cos(angle), sin(angle) * sin(step * i)};
    }
    if (limit->kind == LIMIT_HINGE) {
        double at = angle * (2.0 * i / (VRMLINT_LIMIT_POINTS - 1) - 1);
        return (struct vec3){0, cos(at), sin(at)};
    }
    /* a quarter of the points on each side of a rectangle of pitch and yaw */
    const int of_side = VRMLINT_LIMIT_POINTS / 4;
    int side = i / of_side;
    double along = 2.0 * (i % of_side) / of_side - 1;
    double pitch = fmin(limit->pitch.value, ANGLE_PI) * (side == 0 ? along : side == 1 ? 1 : side == 2 ? -along : -1);
    double yaw = fmin(limit->yaw.value, ANGLE_PI / 2) * (side == 0 ? -1 : side == 1 ? along : side == 2 ? 1 : -along);
    return (struct vec3){sin(yaw), cos(yaw) * cos(pitch), cos(yaw) * sin(pitch)};
}

static void add_limit(struct drawing_plan *plan, size_t chain, const struct joint *joint)
{
    struct vec3 axis;
    struct limit_range range;
    if (!limit_rest_axis(joint, &axis) || !limit_prepare(&range, joint->limit, axis)) {
        return;
    }
    struct vrmlint_drawn_limit drawn = {.flat = range.kind == LIMIT_HINGE, .chain = chain};
    const struct mat34 *world = &plan->avatar->scene->nodes[joint->node].world;
    struct vec3 at = mat34_translation(world);
    bool finite = drawing_place(drawn.at, at);
    for (int i = 0; i < VRMLINT_LIMIT_POINTS && finite; i++) {
        struct vec3 local = quat_rotate(range.space, border_direction(joint->limit, i));
        struct vec3 direction = transform_unit(transform_direction(world, local));
        finite = drawing_place(drawn.border[i], vec3_add(at, vec3_scale(direction, joint->length)));
    }
    if (finite) {
        plan->limits[plan->out.limit_count] = drawn;
        plan->limit_of[plan->out.limit_count++] = joint->index;
    }
}

void drawing_limits(struct drawing_plan *plan)
{
    const struct springs *springs = plan->avatar->springs;
    size_t count = 0;
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < spring_heads(&springs->springs[s]); i++) {
            count += spring_chain(&springs->springs[s], i)->limit != NULL;
        }
    }
    plan->limits = arena_array(plan->arena, count, sizeof *plan->limits);
    plan->limit_of = arena_array(plan->arena, count, sizeof *plan->limit_of);
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < spring_heads(&springs->springs[s]); i++) {
            const struct joint *joint = spring_chain(&springs->springs[s], i);
            if (joint->limit != NULL) {
                add_limit(plan, s, joint);
            }
        }
    }
}
