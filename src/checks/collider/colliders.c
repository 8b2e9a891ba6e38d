/* Runs the checks on colliders in order, and collects the joints that use each collider. */
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/body/body.h"
#include "checks/collider/family.h"
#include "checks/collider/solids.h"
#include "checks/scales.h"
#include "ids/messages_collider.h"
#include "ids/rules.h"

/* Checks the shape of each collider, and the node to which it belongs. */

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

/* Whether a shape is a floor; see body_is_floor(). */
static bool is_floor(const struct collider_family *family, const struct collider *collider, const struct shape *shape)
{
    if (family->body == NULL || collider->node == SPRINGS_NONE) {
        return false;
    }
    const struct mat34 *world = &family->scene->nodes[collider->node].world;
    struct vec3 scale = mat34_scale(world);
    double radius = shape->radius * fmax(scale.x, fmax(scale.y, scale.z));
    return body_is_floor(family->body, collider->node, mat34_point(world, shape->offset), radius) &&
           (shape->kind != SHAPE_CAPSULE ||
            body_is_floor(family->body, collider->node, mat34_point(world, shape->tail), radius));
}

/* Reports a huge radius. Floors and inside shapes are always large, and so is the fallback of a plane. A fallback is
 * checked if the extended shape is a solid too. */
static void check_huge_radius(const struct collider_family *family, const struct collider *collider)
{
    const struct tree *extension = tree_extension(collider->json, "VRMC_springBone_extended_collider");
    bool has_plane = tree_get(tree_get(extension, "shape"), "plane") != NULL;
    bool counts = collider->effective == &collider->extended;
    bool extended = counts && is_huge(&collider->extended);
    const struct shape *shape = extended ? &collider->extended : &collider->base;
    struct collider_body body;
    if (has_plane || !is_huge(shape) || shape->radius > family->other_unit || (counts && collider->extended.inside) ||
        is_floor(family, collider, shape) || !collider_body(collider, extended, &body)) {
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

/* The parts of the family, in the order of the table of rules. */
static void collider_shapes(const struct collider_family *family)
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

/* Checks VRMC_springBone_extended_collider: planes, inside shapes, and the base shapes that are their fallbacks.
 * Relations between the two shapes are only checked if the extended one applies, which depends on its specVersion. */

#define NORMAL_ZERO 1e-6
#define NORMAL_TOLERANCE 0.00674   /* relative to the length; as in the glTF validator */
#define PLANE_FALLBACK_RADIUS 10.0 /* metres; a smaller sphere is no fallback for a plane */
#define FAR_AWAY 1000.0            /* metres from the node; a fallback there is meant to have no effect */

/* ---- the extension alone ---- */

static void check_missing_shape(const struct collider_family *family, const struct collider *collider)
{
    const struct tree *extension = tree_extension(collider->json, "VRMC_springBone_extended_collider");
    if (tree_is_object(extension) && tree_get(extension, "shape") == NULL) {
        bool is_left = collider->base.kind == SHAPE_NONE || collider->base.radius > 0;
        report(family->findings,
               is_left ? MESSAGE_COLLIDER_EXTENDED_SHAPE_MISSING__DEFAULT
                       : MESSAGE_COLLIDER_EXTENDED_SHAPE_MISSING__NO_FALLBACK,
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

static void collider_extended(const struct collider_family *family)
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

/* ---- joints that use a collider ---- */

static void keep_wider_meeting(struct collider_meeting *meeting, const struct collider_meeting *by)
{
    if (by->spring != SPRINGS_NONE && (meeting->spring == SPRINGS_NONE || by->radius > meeting->radius)) {
        *meeting = *by;
    }
}

/* Returns the moving joint of a spring with the largest hitRadius. */
static struct collider_meeting widest_joint(const struct spring *spring)
{
    struct collider_meeting widest = {.spring = SPRINGS_NONE};
    for (size_t i = 0; i < spring_heads(spring); i++) {
        const struct joint *joint = spring_chain(spring, i);
        struct collider_meeting meeting = {spring->index, joint->index, joint->says->hit_radius.value};
        keep_wider_meeting(&widest, &meeting);
    }
    return widest;
}

static struct collider_meeting *no_meetings(struct arena *arena, size_t count)
{
    struct collider_meeting *meetings = arena_array(arena, count, sizeof *meetings);
    for (size_t i = 0; i < count; i++) {
        meetings[i].spring = SPRINGS_NONE;
    }
    return meetings;
}

/* Collects the joints group by group, which stays linear even if many springs share groups. */
static const struct collider_meeting *read_meetings(struct arena *arena, const struct springs *springs)
{
    struct collider_meeting *of_groups = no_meetings(arena, springs->group_count);
    struct collider_meeting *of_colliders = no_meetings(arena, springs->collider_count);
    for (size_t s = 0; s < springs->spring_count; s++) {
        struct collider_meeting widest = widest_joint(&springs->springs[s]);
        for (size_t i = 0; i < springs->springs[s].group_count; i++) {
            keep_wider_meeting(&of_groups[springs->springs[s].groups[i]], &widest);
        }
    }
    for (size_t g = 0; g < springs->group_count; g++) {
        for (size_t i = 0; i < springs->groups[g].collider_count; i++) {
            keep_wider_meeting(&of_colliders[springs->groups[g].colliders[i]], &of_groups[g]);
        }
    }
    return of_colliders;
}

void check_collider_family(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    struct body body;
    bool has_body = body_read(&body, check, DIALECT_VRM1);
    bool known = has_body && findings_want(check->findings, RULE_COLLIDER_OTHER_UNIT);
    struct collider_family family = {
        .check = check,
        .arena = check->arena,
        .findings = check->findings,
        .avatar = check->avatar,
        .scene = check->avatar->scene,
        .springs = springs,
        .extension = document_tree(check->avatar->document, SPRINGS_POINTER),
        .meetings = read_meetings(check->arena, springs),
        .body = has_body ? &body : NULL,
        .other_unit = known ? body_collider_limit(&body) : NAN,
    };
    collider_shapes(&family);
    collider_groups(&family);
    collider_chains(&family);
    collider_geometry(&family);
    collider_extended(&family);
}
