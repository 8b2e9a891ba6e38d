/*
 * Colliders as solids in the world, in the rest pose.
 *
 * A node's matrix places offsets, tails and normals, scale included. It does not scale radii: the specification gives
 * them no scale, and three-vrm and godot-vrm compute so (UniVRM multiplies the radius of outside shapes by the largest
 * scale; collider/scaled-node says so where it matters).
 */
#ifndef VRMLINT_CHECKS_COLLIDER_SOLIDS_H
#define VRMLINT_CHECKS_COLLIDER_SOLIDS_H

#include "vrm/springs.h"

struct solid {
    enum shape_kind kind;
    bool inside;
    double radius;      /* metres, 0 for planes */
    struct vec3 at;     /* center, one end of the axis, or a point of the plane; metres */
    struct vec3 to;     /* the other end of the axis; as at for all but capsules */
    struct vec3 normal; /* of a plane, unit length */
};

/*
 * The solid that a shape makes of a node. False, and nothing to compute with, where the node isn't resolved, the shape
 * isn't sound, its radius is negative, or a plane has no direction.
 */
bool solid_of(const struct scene *scene, size_t node, const struct shape *shape, struct solid *solid);

/* How far a point is from the center, the axis, or the plane (negative below it), metres. */
double solid_distance(const struct solid *solid, struct vec3 point);

/* How far the centers or axes of two spheres or capsules are apart, metres. */
double solid_between(const struct solid *a, const struct solid *b);

#endif
