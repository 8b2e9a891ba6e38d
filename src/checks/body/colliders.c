/*
 * Colliders in another unit than the avatar: what reaches farther from its node than the body is tall, or is nearly as
 * large as the body.
 */
#include "checks/body/body.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_collider.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_words.h"

/* Shares of the body's height. */
#define FARTHEST 1.5  /* no part of an avatar is that far from its node */
#define WIDEST 0.75   /* no part of an avatar has that radius */
#define THICKEST 0.3  /* no hair or cloth has that hitRadius */
#define PLAUSIBLE 0.5 /* what a collider in the right unit reaches */
#define THINNEST 0.01 /* the widest collider in the right unit has more */
#define FLOOR 20.0    /* a sphere this large is a floor or a wall, if its surface is near the node */
#define COLLAPSED 0.1 /* metres: a smaller body says nothing about its colliders */
#define DIGITS 3      /* significant, in messages */

/* What of all colliders is too far, and the farthest of it. */
struct oversized {
    const struct body *body;
    double height;
    size_t count;
    double reach;  /* metres in the world */
    double widest; /* the largest radius of all colliders, floors aside, metres in the world */
    struct place place;
    struct place places[FINDING_RELATED_MAX + 1];
};

double body_collider_limit(const struct body *body)
{
    double height = body_height(body);
    return height >= COLLAPSED ? WIDEST * height : NAN;
}

static double largest_scale(const struct mat34 *world)
{
    struct vec3 scale = mat34_scale(world);
    return fmax(fabs(scale.x), fmax(fabs(scale.y), fabs(scale.z)));
}

/* How far an offset leads from a node, in the world. */
static double distance_of(const struct mat34 *world, struct vec3 offset)
{
    return vec3_distance(mat34_point(world, offset), mat34_translation(world));
}

/* center, tail: how far from the node, metres in the world. */
static void add(struct oversized *oversized, struct place place, double radius, double center, double tail)
{
    double height = oversized->height;
    if (radius > FLOOR * height && fabs(center - radius) <= FARTHEST * height) {
        return;
    }
    double reach = fmax(radius, fmax(center, tail));
    if (!isfinite(reach)) {
        return;
    }
    oversized->widest = fmax(oversized->widest, radius);
    if (!(reach > FARTHEST * height) && !(radius > WIDEST * height)) {
        return;
    }
    if (oversized->count <= FINDING_RELATED_MAX) {
        oversized->places[oversized->count] = place;
    }
    if (oversized->count == 0 || reach > oversized->reach) {
        oversized->reach = reach;
        oversized->place = place;
    }
    oversized->count++;
}

static void add_shape(struct oversized *oversized, const struct collider *collider, const struct shape *shape)
{
    const struct scene *scene = oversized->body->scene;
    /* fallbacks of extended shapes are far away on purpose, or a floor */
    bool is_fallback = collider->has_extension && shape == &collider->base;
    if (collider->node == SCENE_NONE || shape->kind == SHAPE_NONE || shape->kind == SHAPE_PLANE || shape->inside ||
        is_fallback) {
        return;
    }
    const struct mat34 *world = &scene->nodes[collider->node].world;
    add(oversized, place_collider(collider->index, NULL), shape->radius * largest_scale(world),
        distance_of(world, shape->offset), shape->kind == SHAPE_CAPSULE ? distance_of(world, shape->tail) : 0);
}

static void add_vrm0_group(struct oversized *oversized, const struct vrm0_collider_group *group)
{
    if (group->node == SCENE_NONE) {
        return;
    }
    const struct mat34 *world = &oversized->body->scene->nodes[group->node].world;
    for (size_t i = 0; i < group->collider_count; i++) {
        const struct vrm0_collider *collider = &group->colliders[i];
        add(oversized, place_of(PLACE_VRM0_COLLIDER, group->index, i, NULL),
            collider->radius.value * largest_scale(world), distance_of(world, collider->offset), 0);
    }
}

/* By which number everything is too large: 100 for centimetres, 1000 for millimetres. A scale of 10 is no unit, and is
 * meant only if all radii share it, and would be those of hairs in centimetres. */
static double factor_of(const struct oversized *oversized)
{
    double height = oversized->height;
    if (oversized->reach / 100 > PLAUSIBLE * height) {
        return 1000;
    }
    return oversized->widest > PLAUSIBLE * height && oversized->widest / 100 < THINNEST * height ? 10 : 100;
}

static void report_oversized(const struct oversized *oversized)
{
    const struct body *body = oversized->body;
    const struct avatar *avatar = body->check->avatar;
    const struct place *worst = &oversized->place;
    struct argument name = body->dialect == DIALECT_VRM0
                               ? the_vrm0_collider("collider", avatar, worst->index[0], worst->index[1])
                               : the_collider("collider", avatar, worst->index[0]);
    struct finding *finding = body_report(
        body, oversized->count == 1 ? MESSAGE_COLLIDER_OTHER_UNIT__ONE : MESSAGE_COLLIDER_OTHER_UNIT__SEVERAL,
        oversized->place,
        ARGUMENTS(name, METRES("reach", oversized->reach, DIGITS), METRES("height", oversized->height, DIGITS),
                  NUMBER("factor", factor_of(oversized), 4), COUNT("more", oversized->count - 1)));
    finding_measure(finding, "reach", oversized->reach);
    finding_measure(finding, "height", oversized->height);
    finding_measure(finding, "colliders", (double)oversized->count);
    for (size_t i = 0; finding != NULL && i < oversized->count && i <= FINDING_RELATED_MAX; i++) {
        const struct place *place = &oversized->places[i];
        if (place->index[0] != oversized->place.index[0] || place->index[1] != oversized->place.index[1]) {
            finding_relate(finding, WORDS_ALONE, *place, ARGUMENTS(the_place("thing", avatar, place, false)));
        }
    }
}

/* Bones of VRM 0.x that are spheres of a size that no hair has. In VRM 1.0 they are held against their bone. */
static void check_hit_radii(const struct body *body, double height)
{
    const struct avatar *avatar = body->check->avatar;
    for (size_t i = 0; i < avatar->vrm0->group_count; i++) {
        const struct vrm0_group *group = &avatar->vrm0->groups[i];
        double radius = group->hit_radius.value;
        if (group->hit_radius.given && radius > THICKEST * height && isfinite(radius)) {
            struct finding *finding =
                report(body->check->findings, MESSAGE_VRM0_HIT_RADIUS_OTHER_UNIT__DEFAULT,
                       place_of(PLACE_BONE_GROUP, i, 0, "hitRadius"),
                       ARGUMENTS(the_bone_group("group", avatar, i), METRES("radius", radius, DIGITS),
                                 METRES("height", height, DIGITS)));
            finding_measure(finding, "radius", radius);
            finding_measure(finding, "height", height);
        }
    }
}

void check_body_colliders(struct check *check)
{
    for (enum dialect dialect = DIALECT_VRM1; dialect <= DIALECT_VRM0; dialect++) {
        struct body body;
        if (!body_read(&body, check, dialect)) {
            continue;
        }
        struct oversized oversized = {.body = &body, .height = body_height(&body)};
        if (!(oversized.height >= COLLAPSED)) {
            continue;
        }
        const struct springs *springs = check->avatar->springs;
        const struct vrm0 *vrm0 = check->avatar->vrm0;
        for (size_t i = 0; dialect == DIALECT_VRM1 && i < springs->collider_count; i++) {
            add_shape(&oversized, &springs->colliders[i], springs->colliders[i].effective);
        }
        for (size_t i = 0; dialect == DIALECT_VRM0 && i < vrm0->collider_group_count; i++) {
            add_vrm0_group(&oversized, &vrm0->collider_groups[i]);
        }
        if (dialect == DIALECT_VRM0) {
            check_hit_radii(&body, oversized.height);
        }
        if (oversized.count > 0) {
            report_oversized(&oversized);
        }
    }
}
