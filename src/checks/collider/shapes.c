/* Checks the shape of each collider, and the node to which it belongs. */
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/collider/family.h"
#include "checks/scales.h"
#include "ids/messages_collider.h"
#include "ids/rules.h"

#define EDITOR_RADIUS 1.0 /* metres: maximum of the sliders of editors */
#define NO_LENGTH 1e-6    /* of a capsule, metres */

/* ---- omitted members ---- */

/* Reports a missing radius. The schema has a default, but UniVRM reads the missing value. */
static void check_radius_omitted(const struct collider_family *family, const struct collider_body *body)
{
    if (body->kind != SHAPE_PLANE && tree_get(body->json, "radius") == NULL) {
        absent_note_lack(
            family->check,
            report(family->findings, MESSAGE_COLLIDER_RADIUS_OMITTED__DEFAULT, collider_body_place(family, body, NULL),
                   ARGUMENTS(the_collider("collider", family->avatar, body->collider->index), collider_shape(body))),
            "radius");
    }
}

/* Reports a missing offset or tail, only in base shapes: the apps that fail don't support extended ones. */
static void check_offset_omitted(const struct collider_family *family, const struct collider_body *body)
{
    bool offset = tree_get(body->json, "offset") != NULL;
    bool tail = body->kind != SHAPE_CAPSULE || tree_get(body->json, "tail") != NULL;
    if (offset && tail) {
        return;
    }
    absent_note_lack(
        family->check,
        report(family->findings,
               offset ? MESSAGE_COLLIDER_OFFSET_OMITTED__TAIL
               : tail ? MESSAGE_COLLIDER_OFFSET_OMITTED__OFFSET
                      : MESSAGE_COLLIDER_OFFSET_OMITTED__BOTH,
               collider_body_place(family, body, NULL),
               ARGUMENTS(the_collider("collider", family->avatar, body->collider->index), collider_shape(body))),
        offset ? "tail" : "offset");
}

/* ---- sizes ---- */

static bool is_round(const struct shape *shape)
{
    return shape->kind == SHAPE_SPHERE || shape->kind == SHAPE_CAPSULE;
}

/* Reports a radius of 0. A fallback may be a point, because it is meant to have no effect. */
static void check_zero_radius(const struct collider_family *family, const struct collider *collider)
{
    const struct shape *shape = collider->effective;
    struct collider_body body;
    if (!is_round(shape) || shape->inside || !shape->radius_present || shape->radius < 0 ||
        shape->radius > COLLIDER_POINT || (collider->has_extension && shape == &collider->base) ||
        !collider_effective_body(collider, &body)) {
        return;
    }
    const struct collider_meeting *meeting = &family->meetings[collider->index];
    bool met = meeting->spring != SPRINGS_NONE;
    bool felt = met && meeting->radius > 0;
    struct argument name = the_collider("collider", family->avatar, collider->index);
    struct argument radius = METRES("radius", shape->radius, 3);
    struct place place = collider_body_place(family, &body, "radius");
    struct finding *finding =
        report_taking(family->findings,
                      felt  ? MESSAGE_COLLIDER_ZERO_RADIUS__HIT_RADIUS
                      : met ? MESSAGE_COLLIDER_ZERO_RADIUS__NO_HIT_RADIUS
                            : MESSAGE_COLLIDER_ZERO_RADIUS__NO_SPRING,
                      place, ARGUMENTS(name, collider_shape(&body), radius, METRES("hit_radius", meeting->radius, 3)));
    finding_measure(finding, "radius", shape->radius);
    finding_measure(finding, "hitRadius", felt ? meeting->radius : 0);
    if (felt) {
        finding_relate(finding, RELATED_COLLIDER_ZERO_RADIUS__HIT_RADIUS,
                       place_joint(meeting->spring, meeting->joint, "hitRadius"),
                       ARGUMENTS(the_spring_joint("joint", family->avatar, meeting->spring, meeting->joint)));
    }
}

static bool is_huge(const struct shape *shape)
{
    return is_round(shape) && shape->radius > EDITOR_RADIUS;
}

/* Reports a huge radius. Inside shapes are always large, and so is the fallback of a plane. A fallback is checked if
 * the extended shape is a solid too. */
static void check_huge_radius(const struct collider_family *family, const struct collider *collider)
{
    const struct tree *extension = tree_extension(collider->json, "VRMC_springBone_extended_collider");
    bool has_plane = tree_get(tree_get(extension, "shape"), "plane") != NULL;
    bool counts = collider->effective == &collider->extended;
    bool extended = counts && is_huge(&collider->extended);
    const struct shape *shape = extended ? &collider->extended : &collider->base;
    struct collider_body body;
    if (has_plane || !is_huge(shape) || shape->radius > family->other_unit || (counts && collider->extended.inside) ||
        !collider_body(collider, extended, &body)) {
        return;
    }
    struct finding *finding =
        report(family->findings, MESSAGE_COLLIDER_HUGE_RADIUS__DEFAULT, collider_body_place(family, &body, "radius"),
               ARGUMENTS(the_collider("collider", family->avatar, collider->index), collider_shape(&body),
                         argument_number("radius", shape->radius, EDITOR_RADIUS, UNIT_METRES, 4),
                         METRES("limit", EDITOR_RADIUS, 3)));
    finding_measure(finding, "radius", shape->radius);
}

static void check_capsule(const struct collider_family *family, const struct collider_body *body)
{
    const struct shape *shape = body->shape;
    if (shape->kind != SHAPE_CAPSULE) {
        return;
    }
    double length = vec3_distance(shape->offset, shape->tail);
    if (!(length < NO_LENGTH)) {
        return;
    }
    struct finding *finding =
        report(family->findings, MESSAGE_COLLIDER_CAPSULE_DEGENERATE__DEFAULT, collider_body_place(family, body, NULL),
               ARGUMENTS(the_collider("collider", family->avatar, body->collider->index), collider_shape(body),
                         NUMBER("distance", 1000 * length, 2)));
    finding_fix(finding, length > 0 ? VRMLINT_FIX_UNSAFE : VRMLINT_FIX_SAFE); /* a sphere is at one of the ends */
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", "sphere");
    if (tree_get(body->json, "tail") != NULL) {
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0/tail", NULL);
    }
    finding_measure(finding, "length", length);
}

/* ---- scaled nodes ---- */

/* Returns the node that causes the scale of another one in the world. Small differences can add up without a culprit;
 * then it is the node itself. */
static size_t scaled_by(const struct scales *scales, size_t node)
{
    size_t culprit = scales->blames[node].scaled;
    return culprit == SCENE_NONE ? node : culprit;
}

static void check_scale(const struct collider_family *family, const struct scales *scales,
                        const struct collider *collider)
{
    if (collider->node == SPRINGS_NONE) {
        return;
    }
    struct vec3 scale = scale_in_world(family->scene, collider->node);
    if (!scale_is_other(scale)) {
        return;
    }
    size_t culprit = scaled_by(scales, collider->node);
    struct finding *finding =
        report(family->findings, MESSAGE_COLLIDER_SCALED_NODE__DEFAULT, place_collider(collider->index, "node"),
               ARGUMENTS(the_collider("collider", family->avatar, collider->index),
                         the_node("node", family->avatar, culprit), VECTOR("scale", scale, 4)));
    scale_measure(family->avatar, scale, culprit, finding);
}

static void check_scales(const struct collider_family *family)
{
    struct scales scales = scales_read(family->arena, family->avatar);
    for (size_t c = 0; c < family->springs->collider_count; c++) {
        check_scale(family, &scales, &family->springs->colliders[c]);
    }
    arena_discard(family->arena, scales.blames);
}

void collider_shapes(const struct collider_family *family)
{
    const struct springs *springs = family->springs;
    for (size_t c = 0; c < springs->collider_count; c++) {
        const struct collider *collider = &springs->colliders[c];
        struct collider_body body;
        for (int extended = 0; extended < 2; extended++) {
            if (collider_body(collider, extended == 1, &body)) {
                check_radius_omitted(family, &body);
                check_capsule(family, &body);
                if (!body.extended) {
                    check_offset_omitted(family, &body);
                }
            }
        }
        check_zero_radius(family, collider);
        check_huge_radius(family, collider);
    }
    if (findings_want(family->findings, RULE_COLLIDER_SCALED_NODE)) {
        check_scales(family);
    }
}
