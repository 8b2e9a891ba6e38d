/* Shared by the checks on colliders. */
#ifndef VRMLINT_CHECKS_COLLIDER_FAMILY_H
#define VRMLINT_CHECKS_COLLIDER_FAMILY_H

#include "checks/body/body.h"
#include "checks/checks.h"

/* A sphere or capsule with at most this radius is a point, metres. Blender has no smaller size; its exporter writes
 * this for a radius of 0, and 1e-5 for fallbacks without an effect. */
#define COLLIDER_POINT 1e-4

/* The member of a collider that contains the extension. */
#define COLLIDER_EXTENDED "extensions/VRMC_springBone_extended_collider"

/* The maximum number of colliders that a message names and relates. */
#define COLLIDER_NAMED_MAX 5

/* The moving joints that use a collider, through springs and groups. */
struct collider_meeting {
    size_t spring; /* of the joint with the largest hitRadius; SPRINGS_NONE if no joint uses it */
    size_t joint;  /* its index in joints */
    double radius; /* its hitRadius, metres */
};

struct collider_family {
    struct check *check;
    struct arena *arena;
    struct findings *findings;
    const struct avatar *avatar;
    const struct scene *scene;
    const struct springs *springs;
    const struct tree *extension;            /* VRMC_springBone */
    const struct collider_meeting *meetings; /* per collider */
    const struct body *body;                 /* NULL if the avatar has none */
    double other_unit;                       /* metres: larger radii are reported as in another unit; or NAN */
};

/* The value of "sphere", "capsule" or "plane". */
struct collider_body {
    const struct collider *collider;
    const struct shape *shape; /* its kind is SHAPE_NONE if something in the body is ill-typed */
    enum shape_kind kind;      /* from the key */
    const struct tree *json;   /* an object */
    bool extended;             /* from VRMC_springBone_extended_collider, whatever its specVersion is */
};

/* Reads the body of a collider's base shape, or of its extended one; returns false unless there is exactly one and it
 * is an object. */
bool collider_body(const struct collider *collider, bool extended, struct collider_body *body);

/* Reads the body of the shape that applies; returns false if it isn't valid. */
bool collider_effective_body(const struct collider *collider, struct collider_body *body);

/* Returns the name of a kind of shape. */
struct argument collider_kind(const char *as, enum shape_kind kind);

/* Returns "its sphere", or "the sphere of its extended shape", for {shape}. */
struct argument collider_shape(const struct collider_body *body);

/* Returns the place of a body, or of a property of it unless property is NULL; in the arena. */
struct place collider_body_place(const struct collider_family *family, const struct collider_body *body,
                                 const char *property);

/* Compares two valid shapes by kind and numbers in single precision; returns 0 if they are equal. */
int collider_compare_shapes(const struct shape *a, const struct shape *b);

/* Reports springs that wait for each other. Returns, per spring, the first spring in a ring with it: an earlier one,
 * or itself; in the arena. */
const size_t *collider_cycles(const struct collider_family *family);

void collider_groups(const struct collider_family *family);
void collider_chains(const struct collider_family *family);
void collider_geometry(const struct collider_family *family);

#endif
