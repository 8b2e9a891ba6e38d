/*
 * Colliders as solids in the world, in the rest pose.
 *
 * The node's matrix, including its scale, transforms offsets, tails and normals. It doesn't scale radii: the
 * specification has no scale for them, and three-vrm and godot-vrm implement that. UniVRM multiplies the radius of
 * outside shapes by the largest scale; a check reports it if it matters.
 */
#ifndef VRMLINT_CHECKS_COLLIDER_SOLIDS_H
#define VRMLINT_CHECKS_COLLIDER_SOLIDS_H

#include "vrm/springs.h"

struct solid {
    enum shape_kind kind;
    bool inside;
    double radius;      /* metres, 0 for planes */
    struct vec3 at;     /* center, one end of the axis, or a point of the plane; metres */
    struct vec3 to;     /* the other end of the axis; equal to `at` except for capsules */
    struct vec3 normal; /* of a plane, unit length */
};

/* Computes the solid of a shape on a node. Returns false, without a usable solid, if the node isn't resolved, the
 * shape is invalid, its radius is negative, or a plane has no direction. */
bool solid_of(const struct scene *scene, size_t node, const struct shape *shape, struct solid *solid);

/* Returns the distance between the centers or axes of two spheres or capsules, metres. */
double solid_between(const struct solid *a, const struct solid *b);

#endif
