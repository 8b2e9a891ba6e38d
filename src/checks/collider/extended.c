/* Checks VRMC_springBone_extended_collider: planes, inside shapes, and the base shapes that are their fallbacks.
 * Relations between the two shapes are only checked if the extended one applies, which depends on its specVersion. */
#include "checks/collider/family.h"
#include "checks/collider/solids.h"
#include "ids/messages_collider.h"

#define NORMAL_ZERO 1e-6
#define NORMAL_TOLERANCE 0.00674   /* relative to the length; as in the glTF validator */
#define PLANE_FALLBACK_RADIUS 10.0 /* metres; a smaller sphere is no fallback for a plane */
#define FAR_AWAY 1000.0            /* metres from the node; a fallback there is meant to have no effect */

/* ---- the extension alone ---- */

static void check_missing_shape(const struct collider_family *family, const struct collider *collider)
{
    const struct tree *extension = tree_extension(collider->json, "VRMC_springBone_extended_collider");
    if (tree_is_object(extension) && tree_get(extension, "shape") == NULL) {
        report(family->findings, MESSAGE_COLLIDER_EXTENDED_SHAPE_MISSING__DEFAULT,
               place_collider(collider->index, COLLIDER_EXTENDED),
               ARGUMENTS(the_collider("collider", family->avatar, collider->index)));
    }
}

static void check_normal(const struct collider_family *family, const struct collider_body *body)
{
    struct argument name = the_collider("collider", family->avatar, body->collider->index);
    if (tree_get(body->json, "normal") == NULL) {
        report(family->findings, MESSAGE_COLLIDER_PLANE_NORMAL_OMITTED__DEFAULT,
               collider_body_place(family, body, NULL), ARGUMENTS(name));
        return;
    }
    if (body->shape->kind != SHAPE_PLANE) {
        return;
    }
    double length = vec3_length(body->shape->normal);
    struct place place = collider_body_place(family, body, "normal");
    struct finding *finding = NULL;
    if (length < NORMAL_ZERO) {
        finding = report(family->findings, MESSAGE_COLLIDER_PLANE_NORMAL_ZERO__DEFAULT, place,
                         ARGUMENTS(name, NUMBER("length", length, 2)));
    } else if (fabs(length - 1) > NORMAL_TOLERANCE) {
        finding = report(family->findings, MESSAGE_COLLIDER_PLANE_NORMAL_NOT_UNIT__DEFAULT, place,
                         ARGUMENTS(name, NUMBER("length", length, 4)));
        struct vec3 unit = vec3_scale(body->shape->normal, 1 / length);
        finding_set_numbers(finding, "0", (const double[]){unit.x, unit.y, unit.z}, 3);
    }
    finding_measure(finding, "length", length);
}

/* ---- inside shapes ---- */

/* Checks the radius of an inside shape. If it is missing, collider/radius-omitted reports it. */
static void check_inside(const struct collider_family *family, const struct collider_body *body)
{
    const struct shape *shape = body->shape;
    const struct collider_meeting *meeting = &family->meetings[body->collider->index];
    bool met = meeting->spring != SPRINGS_NONE;
    if (!shape->inside || !shape->radius_present || shape->radius < 0 ||
        (shape->radius > COLLIDER_POINT && (!met || shape->radius > meeting->radius))) {
        return;
    }
    struct argument name = the_collider("collider", family->avatar, body->collider->index);
    struct argument radius = METRES("radius", shape->radius, 3);
    struct place place = collider_body_place(family, body, "radius");
    struct finding *finding;
    if (shape->radius <= COLLIDER_POINT) {
        finding = report(family->findings, MESSAGE_COLLIDER_INSIDE_TOO_SMALL__POINT, place,
                         ARGUMENTS(name, collider_shape(body), radius));
    } else {
        finding = report(family->findings, MESSAGE_COLLIDER_INSIDE_TOO_SMALL__HIT_RADIUS, place,
                         ARGUMENTS(name, collider_shape(body), radius, METRES("hit_radius", meeting->radius, 3),
                                   the_spring_joint("joint", family->avatar, meeting->spring, meeting->joint)));
    }
    if (met && shape->radius == 0) {
        finding_severity(finding, VRMLINT_ERROR); /* three-vrm divides by it and loses the chain */
    }
    finding_measure(finding, "radius", shape->radius);
    if (met && meeting->radius > 0) {
        finding_measure(finding, "hitRadius", meeting->radius);
        finding_relate(finding, RELATED_COLLIDER_INSIDE_TOO_SMALL__HIT_RADIUS,
                       place_joint(meeting->spring, meeting->joint, "hitRadius"),
                       ARGUMENTS(the_spring_joint("joint", family->avatar, meeting->spring, meeting->joint)));
    }
}

/* ---- the two shapes of a collider ---- */

static void check_inverting(const struct collider_family *family, const struct collider_body *base,
                            const struct collider_body *extended)
{
    struct solid inner;
    struct solid outer;
    size_t node = base->collider->node;
    if (!extended->shape->inside || !(base->shape->radius > COLLIDER_POINT) ||
        !solid_of(family->scene, node, base->shape, &inner) ||
        !solid_of(family->scene, node, extended->shape, &outer)) {
        return;
    }
    double distance = solid_between(&inner, &outer);
    if (!(distance < inner.radius + outer.radius)) {
        return;
    }
    struct finding *finding =
        report(family->findings, MESSAGE_COLLIDER_FALLBACK_INVERTS__DEFAULT, collider_body_place(family, base, NULL),
               ARGUMENTS(the_collider("collider", family->avatar, base->collider->index),
                         collider_kind("extended", extended->kind), collider_kind("base", base->kind),
                         METRES("radius", inner.radius, 3)));
    finding_measure(finding, "distance", distance);
    finding_measure(finding, "radius", inner.radius);
    finding_relate(finding, RELATED_COLLIDER_FALLBACK_INVERTS__EXTENDED, collider_body_place(family, extended, NULL),
                   ARGUMENTS(collider_kind("extended", extended->kind), METRES("radius", outer.radius, 3)));
}

/* Whether a fallback is where nothing can touch it. */
static bool is_far_away(const struct shape *shape)
{
    return vec3_length(shape->offset) - shape->radius > FAR_AWAY;
}

static void check_plane_fallback(const struct collider_family *family, const struct collider_body *base,
                                 const struct collider_body *extended)
{
    const struct shape *shape = base->shape;
    if (extended->kind != SHAPE_PLANE || !(shape->radius < PLANE_FALLBACK_RADIUS) || is_far_away(shape)) {
        return;
    }
    struct finding *finding = report(family->findings, MESSAGE_COLLIDER_PLANE_FALLBACK_MISSING__DEFAULT,
                                     collider_body_place(family, base, NULL),
                                     ARGUMENTS(the_collider("collider", family->avatar, base->collider->index),
                                               collider_kind("base", base->kind), METRES("radius", shape->radius, 3)));
    finding_measure(finding, "radius", shape->radius);
    finding_relate(finding, RELATED_COLLIDER_PLANE_FALLBACK_MISSING__PLANE, collider_body_place(family, extended, NULL),
                   NO_ARGUMENTS);
}

static void check_redundant(const struct collider_family *family, const struct collider_body *base,
                            const struct collider_body *extended)
{
    /* a base shape is never an inside shape */
    if (collider_compare_shapes(base->shape, extended->shape) == 0) {
        struct argument shape = collider_kind("shape", base->kind);
        struct finding *finding =
            report(family->findings, MESSAGE_COLLIDER_EXTENDED_REDUNDANT__DEFAULT,
                   place_collider(base->collider->index, COLLIDER_EXTENDED),
                   ARGUMENTS(the_collider("collider", family->avatar, base->collider->index), shape));
        finding_relate(finding, RELATED_COLLIDER_EXTENDED_REDUNDANT__BASE, collider_body_place(family, base, NULL),
                       ARGUMENTS(shape));
    }
}

void collider_extended(const struct collider_family *family)
{
    for (size_t c = 0; c < family->springs->collider_count; c++) {
        const struct collider *collider = &family->springs->colliders[c];
        if (!collider->has_extension) {
            continue;
        }
        struct collider_body base;
        struct collider_body extended;
        check_missing_shape(family, collider);
        if (!collider_body(collider, true, &extended)) {
            continue;
        }
        if (extended.kind == SHAPE_PLANE) {
            check_normal(family, &extended);
        }
        if (collider->effective != &collider->extended) {
            continue;
        }
        check_inside(family, &extended);
        if (collider_body(collider, false, &base) && base.shape->kind != SHAPE_NONE) {
            check_inverting(family, &base, &extended);
            check_plane_fallback(family, &base, &extended);
            check_redundant(family, &base, &extended);
        }
    }
}
