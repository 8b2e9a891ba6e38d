#include "checks/collider/solids.h"

#define NO_DIRECTION 1e-6 /* of a normal */

/* Transforms a normal by the inverse transpose, so that it remains perpendicular to the plane under any scale. */
static bool turn_normal(const struct mat34 *world, struct vec3 normal, struct vec3 *out)
{
    struct mat34 inverse;
    if (!mat34_inverse(world, &inverse)) {
        return false;
    }
    struct vec3 turned = {
        vec3_dot(normal, mat34_column(&inverse, 0)),
        vec3_dot(normal, mat34_column(&inverse, 1)),
        vec3_dot(normal, mat34_column(&inverse, 2)),
    };
    double length = vec3_length(turned);
    *out = vec3_scale(turned, 1 / length);
    return vec3_is_finite(*out);
}

bool solid_of(const struct scene *scene, size_t node, const struct shape *shape, struct solid *solid)
{
    if (node == SPRINGS_NONE || shape->kind == SHAPE_NONE || shape->radius < 0) {
        return false;
    }
    const struct mat34 *world = &scene->nodes[node].world;
    *solid = (struct solid){.kind = shape->kind, .inside = shape->inside, .radius = shape->radius};
    solid->at = mat34_point(world, shape->offset);
    solid->to = shape->kind == SHAPE_CAPSULE ? mat34_point(world, shape->tail) : solid->at;
    if (!vec3_is_finite(solid->at) || !vec3_is_finite(solid->to)) {
        return false;
    }
    return shape->kind != SHAPE_PLANE ||
           (vec3_length(shape->normal) >= NO_DIRECTION && turn_normal(world, shape->normal, &solid->normal));
}

/* ---- distances ---- */

static double clamp_to_axis(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* Returns the position along an axis, 0 to 1, that is nearest to a point. square: the squared length of the axis, not
 * 0. */
static double nearest_position(struct vec3 from, struct vec3 axis, double square, struct vec3 point)
{
    return clamp_to_axis(vec3_dot(vec3_sub(point, from), axis) / square);
}

double solid_distance(const struct solid *solid, struct vec3 point)
{
    if (solid->kind == SHAPE_PLANE) {
        return vec3_dot(vec3_sub(point, solid->at), solid->normal);
    }
    if (solid->kind == SHAPE_CAPSULE) {
        struct vec3 axis = vec3_sub(solid->to, solid->at);
        double square = vec3_dot(axis, axis);
        if (square > 0) {
            double s = nearest_position(solid->at, axis, square, point);
            return vec3_distance(point, vec3_add(solid->at, vec3_scale(axis, s)));
        }
    }
    return vec3_distance(point, solid->at);
}

/* Finds the nearest points of two segments, at least one of which has a length: Ericson, Real-Time Collision
 * Detection 5.1.9. */
double solid_between(const struct solid *a, const struct solid *b)
{
    struct vec3 u = vec3_sub(a->to, a->at);
    struct vec3 v = vec3_sub(b->to, b->at);
    struct vec3 w = vec3_sub(a->at, b->at);
    double uu = vec3_dot(u, u);
    double vv = vec3_dot(v, v);
    double uv = vec3_dot(u, v);
    if (!(uu > 0)) {
        return solid_distance(b, a->at);
    }
    if (!(vv > 0)) {
        return solid_distance(a, b->at);
    }
    double square = uu * vv - uv * uv;
    /* if they are parallel, any point of the first one is a valid start */
    double s = square > 0 ? clamp_to_axis((uv * vec3_dot(v, w) - vv * vec3_dot(u, w)) / square) : 0;
    double t = (uv * s + vec3_dot(v, w)) / vv;
    if (t < 0 || t > 1) {
        t = clamp_to_axis(t);
        s = nearest_position(a->at, u, uu, vec3_add(b->at, vec3_scale(v, t)));
    }
    return vec3_distance(vec3_add(a->at, vec3_scale(u, s)), vec3_add(b->at, vec3_scale(v, t)));
}
