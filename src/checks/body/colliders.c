/*
 * Colliders in another unit than the avatar: the collider extends farther from its node than the body is tall, is
 * nearly as large as the body, or is thinner than a hair. Also colliders in the wrong space, and colliders on one
 * side of the body only.
 */
#include "checks/body/body.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_collider.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_words.h"

/* Fractions of the body's height. */
#define FARTHEST 1.5  /* no part of an avatar is that far from its node */
#define WIDEST 0.75   /* no part of an avatar has that radius */
#define THICKEST 0.3  /* no hair or cloth has that hitRadius */
#define PLAUSIBLE 0.5 /* largest extent of a collider in the right unit */
#define THINNEST 0.01 /* the widest collider in the right unit is larger */
#define FLOOR 20.0    /* a sphere this large whose surface is near the node is a floor or a wall */
#define COLLAPSED 0.1 /* metres: the height of a smaller body is no measure for its colliders */
#define SLIVER 0.0015 /* no part of an avatar is that thin */
#define POINT 1e-4    /* metres: other rules check smaller ones */
#define APART 0.4     /* a collider this far from its node is in another space */
#define ABOVE 0.1     /* and this far above the head, */
#define MEANT 0.25    /* and near its node if its offset is in the space of the scene */
#define DIGITS 3      /* significant digits, in messages */

/* The first of several similar colliders, and their number. */
struct alike {
    size_t count;
    struct place first;
    double size; /* of the first one, metres in the world */
    size_t node;
};

/* Colliders that extend too far, and the farthest of them. */
struct oversized {
    const struct body *body;
    double height;
    size_t count;
    double reach;  /* metres in the world */
    double widest; /* the largest radius of all colliders except floors, metres in the world */
    struct place place;
    struct place places[FINDING_RELATED_MAX + 1];
    double top; /* the height of the head, metres in the world */
    struct alike thin;
    struct alike astray;   /* colliders with offsets from the origin of the scene */
    struct place *on_bone; /* by bone: the first collider on the bone's node */
    bool *has_any;
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

/* Returns the distance between an offset and its node, in the world. */
static double distance_of(const struct mat34 *world, struct vec3 offset)
{
    return vec3_distance(mat34_point(world, offset), mat34_translation(world));
}

static void add_alike(struct alike *alike, struct place place, size_t node, double size)
{
    if (alike->count++ == 0) {
        *alike = (struct alike){1, place, size, node};
    }
}

/* Whether an offset leads above the head, but would be near its node if it were from the origin of the scene. */
static bool is_misplaced(const struct oversized *oversized, const struct mat34 *world, struct vec3 offset)
{
    double height = oversized->height;
    return distance_of(world, offset) > APART * height &&
           mat34_point(world, offset).y > oversized->top + ABOVE * height &&
           vec3_distance(offset, mat34_translation(world)) <= MEANT * height;
}

/* Records the problems of a collider other than its size, and its bone. */
static void add_kinds(struct oversized *oversized, struct place place, size_t node, double radius, struct vec3 offset)
{
    const struct body *body = oversized->body;
    if (radius > POINT && radius < SLIVER * oversized->height) {
        add_alike(&oversized->thin, place, node, radius);
    }
    if (is_misplaced(oversized, &body->scene->nodes[node].world, offset)) {
        add_alike(&oversized->astray, place, node, 0);
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (body->nodes[bone] == node && !oversized->has_any[bone]) {
            oversized->has_any[bone] = true;
            oversized->on_bone[bone] = place;
        }
    }
}

/* Records the size of a collider. center, tail: distances from the node, metres in the world. */
static void record_collider_size(struct oversized *oversized, struct place place, double radius, double center,
                                 double tail)
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
    /* fallbacks of extended shapes are intentionally far away, or a floor */
    bool is_fallback = collider->has_extension && shape == &collider->base;
    if (collider->node == SCENE_NONE || shape->kind == SHAPE_NONE || shape->kind == SHAPE_PLANE || shape->inside ||
        is_fallback) {
        return;
    }
    const struct mat34 *world = &scene->nodes[collider->node].world;
    add_kinds(oversized, place_collider(collider->index, NULL), collider->node, shape->radius * largest_scale(world),
              shape->offset);
    record_collider_size(oversized, place_collider(collider->index, NULL), shape->radius * largest_scale(world),
                         distance_of(world, shape->offset),
                         shape->kind == SHAPE_CAPSULE ? distance_of(world, shape->tail) : 0);
}

static void add_vrm0_group(struct oversized *oversized, const struct vrm0_collider_group *group)
{
    if (group->node == SCENE_NONE) {
        return;
    }
    const struct mat34 *world = &oversized->body->scene->nodes[group->node].world;
    for (size_t i = 0; i < group->collider_count; i++) {
        const struct vrm0_collider *collider = &group->colliders[i];
        add_kinds(oversized, place_of(PLACE_VRM0_COLLIDER, group->index, i, NULL), group->node,
                  collider->radius.value * largest_scale(world), collider->offset);
        record_collider_size(oversized, place_of(PLACE_VRM0_COLLIDER, group->index, i, NULL),
                             collider->radius.value * largest_scale(world), distance_of(world, collider->offset), 0);
    }
}

/* Returns the factor by which everything is too large: 100 for centimetres, 1000 for millimetres. 10 is no unit; it
 * is assumed only if all radii share it and would be those of hairs in centimetres. */
static double factor_of(const struct oversized *oversized)
{
    double height = oversized->height;
    if (oversized->reach / 100 > PLAUSIBLE * height) {
        return 1000;
    }
    return oversized->widest > PLAUSIBLE * height && oversized->widest / 100 < THINNEST * height ? 10 : 100;
}

static struct argument the_body_collider(const struct body *body, const struct place *place)
{
    const struct avatar *avatar = body->check->avatar;
    return body->dialect == DIALECT_VRM0 ? the_vrm0_collider("collider", avatar, place->index[0], place->index[1])
                                         : the_collider("collider", avatar, place->index[0]);
}

static void report_thin(const struct oversized *oversized)
{
    const struct alike *thin = &oversized->thin;
    struct finding *finding = body_report(oversized->body, MESSAGE_COLLIDER_OTHER_UNIT__THIN, thin->first,
                                          ARGUMENTS(the_body_collider(oversized->body, &thin->first),
                                                    METRES("radius", thin->size, DIGITS), COUNT("count", thin->count)));
    finding_severity(finding, VRMLINT_INFO);
    finding_measure(finding, "radius", thin->size);
}

static void report_misplaced(const struct oversized *oversized)
{
    const struct body *body = oversized->body;
    const struct alike *astray = &oversized->astray;
    struct vec3 position = mat34_translation(&body->scene->nodes[astray->node].world);
    position.z = body->dialect == DIALECT_VRM0 ? -position.z : position.z;
    struct finding *finding = body_report(body, MESSAGE_COLLIDER_WORLD_SPACE__DEFAULT, astray->first,
                                          ARGUMENTS(the_body_collider(body, &astray->first),
                                                    the_node("node", body->check->avatar, astray->node),
                                                    VECTOR("position", position, 3), COUNT("count", astray->count)));
    finding_measure(finding, "colliders", (double)astray->count);
}

/* Reports one bone with colliders whose counterpart has none, if all other limbs with colliders are alike on both
 * sides. */
static void check_sides(const struct oversized *oversized)
{
    const struct body *body = oversized->body;
    size_t pairs = 0;
    size_t singles = 0;
    size_t with = 0;
    size_t without = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t other = bone_mirrored(bone);
        bool both_exist = other != bone && body->nodes[bone] != SCENE_NONE && body->nodes[other] != SCENE_NONE;
        if (both_exist && oversized->has_any[bone] != oversized->has_any[other]) {
            singles++;
            with = oversized->has_any[bone] ? bone : other;
            without = with == bone ? other : bone;
        }
        pairs += both_exist && oversized->has_any[bone] && oversized->has_any[other];
    }
    if (singles == 1 && pairs > 0) {
        const struct place *place = &oversized->on_bone[with];
        body_report(body, MESSAGE_COLLIDER_ONE_SIDED__DEFAULT, *place,
                    ARGUMENTS(the_body_collider(body, place), body_name("bone", body, with),
                              body_name("other", body, without)));
    }
}

static void report_oversized(const struct oversized *oversized)
{
    const struct body *body = oversized->body;
    const struct avatar *avatar = body->check->avatar;
    struct finding *finding = body_report(
        body, oversized->count == 1 ? MESSAGE_COLLIDER_OTHER_UNIT__ONE : MESSAGE_COLLIDER_OTHER_UNIT__SEVERAL,
        oversized->place,
        ARGUMENTS(the_body_collider(body, &oversized->place), METRES("reach", oversized->reach, DIGITS),
                  METRES("height", oversized->height, DIGITS), NUMBER("factor", factor_of(oversized), 4),
                  COUNT("more", oversized->count - 1)));
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

/* Checks hit radii of VRM 0.x that are too large for hair. In VRM 1.0 they are compared with their bone. */
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
        oversized.top = body_position(&body, bone_by_name("head")).y;
        oversized.on_bone = arena_array(check->arena, BONE_COUNT, sizeof *oversized.on_bone);
        oversized.has_any = arena_array(check->arena, BONE_COUNT, sizeof *oversized.has_any);
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
        } else if (oversized.astray.count > 0) {
            report_misplaced(&oversized);
        }
        if (oversized.thin.count > 0) {
            report_thin(&oversized);
        }
        check_sides(&oversized);
        if (dialect == DIALECT_VRM1) {
            body_check_spring_sides(&body);
        }
    }
}
