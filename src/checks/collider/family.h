/* What the checks on colliders share. */
#ifndef VRMLINT_CHECKS_COLLIDER_FAMILY_H
#define VRMLINT_CHECKS_COLLIDER_FAMILY_H

#include "checks/checks.h"

/*
 * A sphere or capsule no larger than this is a point, metres. Blender knows no smaller size, and its exporter
 * writes it where an artist sets a radius of 0, and 1e-5 for fallbacks that are to do nothing.
 */
#define COLLIDER_POINT 1e-4

/* The extension as a member of a collider. */
#define COLLIDER_EXTENDED "extensions/VRMC_springBone_extended_collider"

/* The colliders that a message about several of them names, and relates. */
#define COLLIDER_NAMED_MAX 5

/* The moving joints that a collider meets, by way of springs and groups. */
struct collider_meeting {
    size_t spring; /* of the widest of them, SPRINGS_NONE when it meets none */
    size_t joint;  /* its place in joints */
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
    double other_unit;                       /* metres: a larger radius is reported as one in another unit; or NAN */
};

/* What "sphere", "capsule" or "plane" leads to. */
struct collider_body {
    const struct collider *collider;
    const struct shape *shape; /* its kind is SHAPE_NONE when something in the body is ill-typed */
    enum shape_kind kind;      /* by the key */
    const struct tree *json;   /* an object */
    bool extended;             /* of VRMC_springBone_extended_collider, whatever its specVersion says */
};

/* The body of a collider's base shape, or of its extended one; false unless there is exactly one, and an object. */
bool collider_body(const struct collider *collider, bool extended, struct collider_body *body);

/* The body of the shape that counts; false where that has no sound one. */
bool collider_effective_body(const struct collider *collider, struct collider_body *body);

/* What a shape is called. */
struct argument collider_kind(const char *as, enum shape_kind kind);

/* "its sphere", or "the sphere of its extended shape"; for the place {shape}. */
struct argument collider_shape(const struct collider_body *body);

/* The place of a body, or of a property of it where that isn't NULL; borrows from the arena. */
struct place collider_body_place(const struct collider_family *family, const struct collider_body *body,
                                 const char *property);

/* The order of two sound shapes by kind and numbers, as they are in single precision: 0 when they are the same shape.
 */
int collider_compare_shapes(const struct shape *a, const struct shape *b);

/*
 * Reports springs that wait for each other. Returns, per spring, the first of those that it waits for and that wait for
 * it: an earlier one, or itself; in the arena.
 */
const size_t *collider_cycles(const struct collider_family *family);

/* The parts of the family, in the order of the table of rules. */
void collider_shapes(const struct collider_family *family);
void collider_groups(const struct collider_family *family);
void collider_chains(const struct collider_family *family);
void collider_geometry(const struct collider_family *family);
void collider_extended(const struct collider_family *family);

#endif
