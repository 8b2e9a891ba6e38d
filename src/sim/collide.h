/*
 * The contact of a joint's tail, a sphere of the joint's hit radius, with a collider. VRMC_springBone 1.0, Collision,
 * and VRMC_springBone_extended_collider 1.0 for planes and shapes that keep the tail inside.
 *
 * Shapes are in world space, in metres. A tail is pushed only if it penetrates.
 */
#ifndef VRMLINT_SIM_COLLIDE_H
#define VRMLINT_SIM_COLLIDE_H

#include "sim/transform.h"
#include "vrm/springs.h"

struct collide_shape {
    enum shape_kind kind; /* never SHAPE_NONE */
    bool inside;
    struct vec3 center; /* of a sphere; of a capsule's first end; a point of a plane */
    struct vec3 axis;   /* of a capsule: from its first end to the other */
    double axis_square;
    struct vec3 normal; /* of a plane: unit, or zero */
    double radius;
};

/* The relative margin at the limit of touching in which the quick tests aren't trusted: far above rounding errors. */
#define COLLIDE_DOUBT 1e-9

/* Returns the vector to a point from a sphere's center, or from the nearest point of a capsule's axis. */
static inline struct vec3 collide_from_axis(const struct collide_shape *shape, struct vec3 point)
{
    struct vec3 d = vec3_sub(point, shape->center);
    if (shape->kind != SHAPE_CAPSULE) {
        return d;
    }
    double along = vec3_dot(shape->axis, d);
    if (along <= 0) {
        return d;
    }
    if (shape->axis_square <= along) {
        return vec3_sub(d, shape->axis);
    }
    return transform_add_scaled(d, shape->axis, -along / shape->axis_square);
}

/* Whether a point at this squared distance from the center or axis certainly doesn't touch. False in doubt, or for
 * NaN. */
static inline bool collide_surely_clear(const struct collide_shape *shape, double hit_radius, double square)
{
    if (shape->inside) {
        double room = shape->radius - hit_radius;
        return room > 0 && square < room * room * (1 - COLLIDE_DOUBT);
    }
    double reach = hit_radius + shape->radius;
    return reach >= 0 && square > reach * reach * (1 + COLLIDE_DOUBT);
}

/* Whether a tail certainly doesn't touch a shape: a quick test before collide(), which has the same result. */
static inline bool collide_is_clear(const struct collide_shape *shape, struct vec3 tail, double hit_radius)
{
    if (shape->kind == SHAPE_PLANE) {
        return false;
    }
    struct vec3 d = collide_from_axis(shape, tail);
    return collide_surely_clear(shape, hit_radius, vec3_dot(d, d));
}

/*
 * The signed distance between the tail sphere and a shape, negative if it penetrates, and the unit direction that
 * pushes it out. The direction is undefined if nothing penetrates. If the tail is exactly at the center or on the
 * axis, there is no direction: its numbers are NaN, and no_direction is set.
 */
struct collide_contact {
    double distance;
    struct vec3 direction;
    bool no_direction;
};

static inline struct collide_contact collide(const struct collide_shape *shape, struct vec3 tail, double hit_radius)
{
    struct collide_contact contact = {.distance = 0};
    if (shape->kind == SHAPE_PLANE) {
        contact.direction = shape->normal;
        contact.distance = vec3_dot(vec3_sub(tail, shape->center), shape->normal) - hit_radius;
        return contact;
    }
    struct vec3 d = collide_from_axis(shape, tail);
    double square = vec3_dot(d, d);
    if (collide_surely_clear(shape, hit_radius, square)) {
        return contact;
    }
    double length = sqrt(square);
    contact.distance = shape->inside ? shape->radius - hit_radius - length : length - hit_radius - shape->radius;
    contact.no_direction = length == 0;
    contact.direction = vec3_scale(d, (shape->inside ? -1 : 1) / length);
    return contact;
}

#endif
