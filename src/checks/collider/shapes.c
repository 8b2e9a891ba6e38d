/* What the shape of one collider says of itself, and the node that it sits on. Catalogue section 2.5. */
#include "checks/collider/family.h"
#include "checks/scales.h"
#include "checks/spring/places.h"

#define EDITOR_RADIUS 1.0 /* metres: what the sliders of editors offer */
#define NO_LENGTH 1e-6    /* of a capsule, metres */

/* ---- what is left out ---- */

/* The schema has a default, but UniVRM reads the value that isn't there. */
static void check_radius_omitted(const struct collider_family *family, const struct collider_body *body)
{
    if (body->kind != SHAPE_PLANE && tree_get(body->json, "radius") == NULL) {
        report_english(
            family->findings, RULE_COLLIDER_RADIUS_OMITTED, collider_body_pointer(family, body, NULL),
            "%s: %s has no radius; that counts as 0, but UniVRM then doesn't load the avatar at all: write the "
            "radius in metres",
            collider_title(family, body->collider->place), collider_body_name(family, body));
    }
}

/* Base shapes alone: the apps that fail don't know the extended ones. */
static void check_offset_omitted(const struct collider_family *family, const struct collider_body *body)
{
    bool offset = tree_get(body->json, "offset") != NULL;
    bool tail = body->kind != SHAPE_CAPSULE || tree_get(body->json, "tail") != NULL;
    if (offset && tail) {
        return;
    }
    const char *what = offset ? "tail" : tail ? "offset" : "offset and no tail";
    report_english(
        family->findings, RULE_COLLIDER_OFFSET_OMITTED, collider_body_pointer(family, body, NULL),
        "%s: %s has no %s; that counts as 0, 0, 0, but godot-vrm and VRMKit fail to load such a collider: write it",
        collider_title(family, body->collider->place), collider_body_name(family, body), what);
}

/* ---- sizes ---- */

static bool is_round(const struct shape *shape)
{
    return shape->kind == SHAPE_SPHERE || shape->kind == SHAPE_CAPSULE;
}

/* A fallback may be a point: it is there to do nothing. */
static void check_zero_radius(const struct collider_family *family, const struct collider *collider)
{
    const struct shape *shape = collider->effective;
    struct collider_body body;
    if (!is_round(shape) || shape->inside || !shape->radius_present || shape->radius < 0 ||
        shape->radius > COLLIDER_POINT || (collider->has_extension && shape == &collider->base) ||
        !collider_effective_body(collider, &body)) {
        return;
    }
    const struct collider_meeting *meeting = &family->meetings[collider->place];
    bool felt = meeting->spring != SPRINGS_NONE && meeting->radius > 0;
    const char *effect = "has no effect at all, because no joint that meets it has a hitRadius";
    if (felt) {
        effect =
            arena_printf(family->arena, "holds off joints by their hitRadius alone (at most %.3g m)", meeting->radius);
    } else if (meeting->spring == SPRINGS_NONE) {
        effect = "has no effect at all, and no spring meets it";
    }
    struct finding *finding = report_english(
        family->findings, RULE_COLLIDER_ZERO_RADIUS, collider_body_pointer(family, &body, "radius"),
        "%s: %s has a radius of %.3g m and %s: give it a radius above 0.0001 m, or delete the collider",
        collider_title(family, collider->place), collider_body_name(family, &body), shape->radius, effect);
    finding_measure(finding, "radius", shape->radius);
    finding_measure(finding, "hitRadius", felt ? meeting->radius : 0);
    if (felt) {
        finding_relate_english(finding, pointer_joint(family->check, meeting->spring, meeting->joint, "hitRadius"),
                               "the largest hitRadius, of %s",
                               name_spring_joint(family->avatar, meeting->spring, meeting->joint));
    }
}

static bool is_huge(const struct shape *shape)
{
    return is_round(shape) && shape->radius > EDITOR_RADIUS;
}

/* Insides are large by nature, and so is the fallback of a plane. A fallback counts where the extended shape is a solid
 * one too. */
static void check_huge_radius(const struct collider_family *family, const struct collider *collider)
{
    const json_t *extension = tree_extension(collider->json, "VRMC_springBone_extended_collider");
    bool has_plane = tree_get(tree_get(extension, "shape"), "plane") != NULL;
    bool counts = collider->effective == &collider->extended;
    bool extended = counts && is_huge(&collider->extended);
    const struct shape *shape = extended ? &collider->extended : &collider->base;
    struct collider_body body;
    if (has_plane || !is_huge(shape) || (counts && collider->extended.inside) ||
        !collider_body(collider, extended, &body)) {
        return;
    }
    struct finding *finding = report_english(
        family->findings, RULE_COLLIDER_HUGE_RADIUS, collider_body_pointer(family, &body, "radius"),
        "%s: %s has a radius of %.4g m, editors offer up to %.3g m: look whether it was meant in centimetres",
        collider_title(family, collider->place), collider_body_name(family, &body), shape->radius, EDITOR_RADIUS);
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
    struct finding *finding = report_english(
        family->findings, RULE_COLLIDER_CAPSULE_DEGENERATE, collider_body_pointer(family, body, NULL),
        "%s: offset and tail of %s are the same place (%.2g mm apart, allowed is 0.001 mm or more), and some "
        "apps divide by that length: move one of them, or make it a sphere",
        collider_title(family, body->collider->place), collider_body_name(family, body), 1000 * length);
    finding_measure(finding, "length", length);
}

/* ---- scaled nodes ---- */

/* The node whose own scale shows in the world at another; small differences can add up without anybody to blame: then
 * that node itself. */
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
    struct finding *finding = report_english(
        family->findings, RULE_COLLIDER_SCALED_NODE, collider_pointer(family, collider->place, "/node"),
        "%s: %s brings the scale in the world to %.4g %.4g %.4g, allowed is 1 1 1, because some apps scale the "
        "radius of a collider with its node and others don't: apply the scale in the modelling tool",
        collider_title(family, collider->place), name_node(family->avatar, culprit), scale.x, scale.y, scale.z);
    scale_measure(family->avatar, scale, culprit, finding);
}

static void check_scales(const struct collider_family *family)
{
    struct scales scales = scales_read(family->arena, family->avatar);
    for (size_t c = 0; c < family->springs->collider_count; c++) {
        check_scale(family, &scales, &family->springs->colliders[c]);
    }
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
