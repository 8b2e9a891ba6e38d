/*
 * VRMC_springBone_extended_collider: planes, inside shapes, and the base shapes that stand in for them. Catalogue
 * section 2.6. What relates the two shapes holds only where the extended one counts, that is with its specVersion.
 */
#include "checks/collider/family.h"
#include "checks/collider/solids.h"
#include "checks/spring/places.h"

#define NORMAL_ZERO 1e-6
#define NORMAL_TOLERANCE 0.00674   /* of the length; what the glTF validator allows for vectors of three */
#define PLANE_FALLBACK_RADIUS 10.0 /* metres: a smaller sphere is no stand-in for a plane */
#define FAR_AWAY 1000.0            /* metres from the node: a fallback there is meant to do nothing */

/* ---- the extension by itself ---- */

static void check_missing_shape(const struct collider_family *family, const struct collider *collider)
{
    const json_t *extension = tree_extension(collider->json, "VRMC_springBone_extended_collider");
    if (tree_is_object(extension) && tree_get(extension, "shape") == NULL) {
        report_english(
            family->findings, RULE_COLLIDER_EXTENDED_SHAPE_MISSING,
            collider_pointer(family, collider->place, "/extensions/VRMC_springBone_extended_collider"),
            "%s: its extended collider has no shape, and UniVRM and three-vrm then don't load the avatar: write "
            "the shape, or remove the extension so that the collider's own shape counts",
            collider_title(family, collider->place));
    }
}

static void check_normal(const struct collider_family *family, const struct collider_body *body)
{
    const char *title = collider_title(family, body->collider->place);
    if (tree_get(body->json, "normal") == NULL) {
        report_english(
            family->findings, RULE_COLLIDER_PLANE_NORMAL_OMITTED, collider_body_pointer(family, body, NULL),
            "%s: its plane has no normal; that counts as 0, 0, 1, but UniVRM takes 0, 0, 0 and the plane does "
            "nothing there: write the normal",
            title);
        return;
    }
    if (body->shape->kind != SHAPE_PLANE) {
        return;
    }
    double length = vec3_length(body->shape->normal);
    struct finding *finding = NULL;
    if (length < NORMAL_ZERO) {
        finding = report_english(
            family->findings, RULE_COLLIDER_PLANE_NORMAL_ZERO, collider_body_pointer(family, body, "normal"),
            "%s: the normal of its plane has the length %.2g and so no direction, allowed is 1: write the "
            "direction in which the plane pushes, 0, 1, 0 for a floor",
            title, length);
    } else if (fabs(length - 1) > NORMAL_TOLERANCE) {
        finding = report_english(
            family->findings, RULE_COLLIDER_PLANE_NORMAL_NOT_UNIT, collider_body_pointer(family, body, "normal"),
            "%s: the normal of its plane has the length %.4g, allowed is 1: divide its numbers by %.4g", title, length,
            length);
    }
    finding_measure(finding, "length", length);
}

/* ---- inside shapes ---- */

/* Of an inside shape without a radius, collider/radius-omitted says enough. */
static void check_inside(const struct collider_family *family, const struct collider_body *body)
{
    const struct shape *shape = body->shape;
    const struct collider_meeting *meeting = &family->meetings[body->collider->place];
    bool met = meeting->spring != SPRINGS_NONE;
    if (!shape->inside || !shape->radius_present || shape->radius < 0 ||
        (shape->radius > COLLIDER_POINT && (!met || shape->radius > meeting->radius))) {
        return;
    }
    const char *place = collider_body_pointer(family, body, "radius");
    const char *title = collider_title(family, body->collider->place);
    const char *name = collider_body_name(family, body);
    struct finding *finding;
    if (shape->radius <= COLLIDER_POINT) {
        finding =
            report_english(family->findings, RULE_COLLIDER_INSIDE_TOO_SMALL, place,
                           "%s: %s keeps joints inside, but has a radius of %.3g m, in which nothing fits: make it as "
                           "large as the room that they may move in",
                           title, name, shape->radius);
    } else {
        finding = report_english(
            family->findings, RULE_COLLIDER_INSIDE_TOO_SMALL, place,
            "%s: %s keeps joints inside, but its radius of %.3g m isn't more than the hitRadius of %.3g m "
            "of %s, which is pushed around for ever: make the shape larger, or the hitRadius smaller",
            title, name, shape->radius, meeting->radius,
            arena_printf(family->arena, "%s of %s", name_joint(family->avatar, meeting->spring, meeting->joint),
                         place_spring_within(family->check, meeting->spring)));
    }
    finding_measure(finding, "radius", shape->radius);
    if (met && meeting->radius > 0) {
        finding_measure(finding, "hitRadius", meeting->radius);
        finding_relate_english(finding, pointer_joint(family->check, meeting->spring, meeting->joint, "hitRadius"),
                               "the largest hitRadius, of %s",
                               name_spring_joint(family->avatar, meeting->spring, meeting->joint));
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
    struct finding *finding = report_english(
        family->findings, RULE_COLLIDER_FALLBACK_INVERTS, collider_body_pointer(family, base, NULL),
        "%s: the extended shape keeps joints inside a %s, but apps that don't know it use the %s of radius "
        "%.3g m there, and push them out: make that a sphere of radius 0 at 0, -10000, 0",
        collider_title(family, base->collider->place), collider_kind_name(extended->kind),
        collider_kind_name(base->kind), inner.radius);
    finding_measure(finding, "distance", distance);
    finding_measure(finding, "radius", inner.radius);
    finding_relate_english(finding, collider_body_pointer(family, extended, NULL), "the inside %s of radius %.3g m",
                           collider_kind_name(extended->kind), outer.radius);
}

/* Whether a fallback lies where nothing can meet it. */
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
    struct finding *finding = report_english(
        family->findings, RULE_COLLIDER_PLANE_FALLBACK_MISSING, collider_body_pointer(family, base, NULL),
        "%s: apps that don't know its plane use the %s of radius %.3g m in its place, which is nothing like it: "
        "make that a sphere of radius 1000 at 1000 m behind the plane, or of radius 0 at 0, -10000, 0",
        collider_title(family, base->collider->place), collider_kind_name(base->kind), shape->radius);
    finding_measure(finding, "radius", shape->radius);
    finding_relate_english(finding, collider_body_pointer(family, extended, NULL), "the plane");
}

static void check_redundant(const struct collider_family *family, const struct collider_body *base,
                            const struct collider_body *extended)
{
    /* a base shape is never an inside one */
    if (collider_compare_shapes(base->shape, extended->shape) == 0) {
        struct finding *finding = report_english(
            family->findings, RULE_COLLIDER_EXTENDED_REDUNDANT,
            collider_pointer(family, base->collider->place, "/extensions/VRMC_springBone_extended_collider"),
            "%s: its extended shape is the same %s as the collider's own: remove the extension",
            collider_title(family, base->collider->place), collider_kind_name(base->kind));
        finding_relate_english(finding, collider_body_pointer(family, base, NULL), "the same %s",
                               collider_kind_name(base->kind));
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
