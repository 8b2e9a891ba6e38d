/*
 * Colliders in another unit than the avatar: the collider extends farther from its node than the body is tall, is
 * nearly as large as the body, or is thinner than a hair. Also colliders in the wrong space, and colliders on one
 * side of the body only.
 */
#include "base/sort.h"
#include "checks/body/body.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_collider.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_words.h"

/* The size of a body. glTF uses metres, and so do springs, colliders, the gaze and the ground of an app. */

/* Distance from the head bone to the lower foot, metres: half of the smallest mascots, and giants of more than 6 m. */
#define SMALLEST 0.2
#define LARGEST 6.0
#define USUAL 1.4             /* of a person of 1.6 m */
#define CENTIMETRES 100.0     /* approximate factor of a size in centimetres */
#define CENTIMETRES_RANGE 2.5 /* a factor */
#define POWER_RANGE 1.5       /* a factor: values this near to a power of ten are named as that */
#define HIGHEST_POWER 1e6
#define FEWEST_BONES 3 /* that make the body implausible if they are at one point */
#define COLLIDERS_DIGITS 3
#define POWER_DIGITS 6
#define FACTOR_DIGITS 2

/* Returns a rounded factor: 100 for 130, 20 for 19.6. */
static struct argument as_rounded(double factor)
{
    double power = 10;
    while (power < HIGHEST_POWER) {
        if (fmax(factor / power, power / factor) <= POWER_RANGE) {
            return NUMBER("factor", power, POWER_DIGITS);
        }
        power *= 10;
    }
    return NUMBER("factor", factor, FACTOR_DIGITS);
}

/* Returns the number of bones with a node if all of them are at one point, or 0. */
static size_t at_one_point(const struct body *body)
{
    size_t count = 0;
    struct vec3 first = {0};
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (body->nodes[bone] == SCENE_NONE) {
            continue;
        }
        struct vec3 at = body_position(body, bone);
        if (count++ == 0) {
            first = at;
        } else if (!(vec3_distance(first, at) < CHECK_NOISE)) {
            return 0;
        }
    }
    return count;
}

/* Reports a body whose positions were lost. Nothing else about it can be judged. */
static bool report_point(const struct body *body)
{
    size_t count = body->dialect == DIALECT_ANIMATION ? 0 : at_one_point(body);
    if (count < FEWEST_BONES) {
        return false;
    }
    finding_severity(
        body_report(body, MESSAGE_VRM_MODEL_SIZE__ONE_POINT, body_list(body), ARGUMENTS(COUNT("count", count))),
        VRMLINT_ERROR);
    return true;
}

static void check_size(const struct body *body)
{
    if (report_point(body)) {
        return;
    }
    double size = body_height(body);
    if (!(size > 0) || !isfinite(size) || (size >= SMALLEST && size <= LARGEST)) {
        return;
    }
    bool large = size > LARGEST;
    double factor = large ? size / USUAL : USUAL / size;
    bool in_centimetres = large && fmax(factor / CENTIMETRES, CENTIMETRES / factor) <= CENTIMETRES_RANGE;
    struct finding *finding =
        body_report(body,
                    in_centimetres ? MESSAGE_VRM_MODEL_SIZE__CENTIMETRES
                    : large        ? MESSAGE_VRM_MODEL_SIZE__LARGE
                                   : MESSAGE_VRM_MODEL_SIZE__SMALL,
                    body_list(body), ARGUMENTS(METRES("size", size, COLLIDERS_DIGITS), as_rounded(factor)));
    finding_measure(finding, "size", size);
    finding_measure(finding, "factor", size / USUAL);
}

void check_body_sizes(struct check *check)
{
    for (enum dialect dialect = 0; dialect < DIALECTS; dialect++) {
        struct body body;
        if (body_read(&body, check, dialect)) {
            check_size(&body);
        }
    }
}

/* Springs on one side of the body that use no collider group although their mirror images do. */

/* Fractions of the body's height. */
#define NEAR 0.005 /* largest distance between mirror images */
#define ASIDE 0.01 /* least distance of both from the middle */

enum { NEIGHBOURS = 16 }; /* springs of similar height that are searched for a mirror image */

/* A spring, and where it begins and ends. */
struct sided {
    size_t spring;
    size_t joints;
    struct vec3 begin;
    struct vec3 end;
    bool paired;
};

/* Statistics of the pairs of springs. */
struct spring_pairs {
    size_t alike;   /* both use groups */
    size_t singles; /* only one does */
    size_t with;    /* of the last single pair: the spring that does */
    size_t without;
};

static int compare_sided(const void *left, const void *right)
{
    const struct sided *a = left;
    const struct sided *b = right;
    int order = sort_order(a->joints, b->joints);
    order = order != 0 ? order : (a->begin.y > b->begin.y) - (a->begin.y < b->begin.y);
    return sort_then(order, a->spring, b->spring);
}

static bool is_mirrored(struct vec3 a, struct vec3 b, double tolerance)
{
    return fabs(a.x + b.x) < tolerance && fabs(a.y - b.y) < tolerance && fabs(a.z - b.z) < tolerance;
}

/* Returns the springs beside the middle of the body, sorted by length and height. */
static struct sided *read_sided(const struct body *body, double height, size_t *count)
{
    const struct springs *springs = body->check->avatar->springs;
    struct sided *list = arena_array(body->check->arena, springs->spring_count, sizeof *list);
    *count = 0;
    for (size_t i = 0; i < springs->spring_count; i++) {
        const struct spring *spring = &springs->springs[i];
        if (spring->chain_count < 2 || spring->chain_count != spring->joint_count) {
            continue;
        }
        size_t last = spring->joints[spring->chain[spring->chain_count - 1]].node;
        struct sided sided = {.spring = i,
                              .joints = spring->joint_count,
                              .begin = mat34_translation(&body->scene->nodes[spring->root].world),
                              .end = mat34_translation(&body->scene->nodes[last].world)};
        if (fabs(sided.begin.x) > ASIDE * height && vec3_is_finite(sided.begin) && vec3_is_finite(sided.end)) {
            list[(*count)++] = sided;
        }
    }
    sort_array(body->check->arena, list, *count, sizeof *list, compare_sided);
    return list;
}

/* Whether a spring's list of collider groups has entries, valid or not. */
static bool meets_groups(const struct springs *springs, size_t spring)
{
    return tree_length(tree_get(springs->springs[spring].json, "colliderGroups")) > 0;
}

static void add_pair(const struct springs *springs, struct spring_pairs *pairs, size_t a, size_t b)
{
    bool first = meets_groups(springs, a);
    bool second = meets_groups(springs, b);
    pairs->alike += first && second;
    if (first != second) {
        pairs->singles++;
        pairs->with = first ? a : b;
        pairs->without = first ? b : a;
    }
}

/* Compares the collider groups of springs on both sides of an avatar of VRM 1.0. */
static void body_check_spring_sides(const struct body *body)
{
    const struct avatar *avatar = body->check->avatar;
    double height = body_height(body);
    struct spring_pairs pairs = {.alike = 0};
    size_t count;
    struct sided *list = read_sided(body, height, &count);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count && k <= i + NEIGHBOURS && !list[i].paired; k++) {
            if (!list[k].paired && list[i].joints == list[k].joints &&
                is_mirrored(list[i].begin, list[k].begin, NEAR * height) &&
                is_mirrored(list[i].end, list[k].end, NEAR * height)) {
                list[i].paired = list[k].paired = true;
                add_pair(avatar->springs, &pairs, list[i].spring, list[k].spring);
            }
        }
    }
    if (pairs.singles == 1 && pairs.alike > 0) {
        finding_relate(
            report(body->check->findings, MESSAGE_COLLIDER_ONE_SIDED__SPRING, place_spring(pairs.without, NULL),
                   ARGUMENTS(the_spring("spring", avatar, pairs.without), the_spring("other", avatar, pairs.with))),
            RELATED_COLLIDER_ONE_SIDED__DEFAULT, place_spring(pairs.with, "colliderGroups"), NO_ARGUMENTS);
    }
}

/* Fractions of the body's height. */
#define FARTHEST 1.5  /* no part of an avatar is that far from its node */
#define WIDEST 0.75   /* no part of an avatar has that radius */
#define THICKEST 0.3  /* no hair or cloth has that hitRadius */
#define PLAUSIBLE 0.5 /* largest extent of a collider in the right unit */
#define THINNEST 0.01 /* the widest collider in the right unit is larger */
#define FLOOR 20.0    /* a sphere this large whose surface is near the node is a floor or a wall on any node */
#define COLLAPSED 0.1 /* metres: the height of a smaller body is no measure for its colliders */
#define SLIVER 0.0015 /* no part of an avatar is that thin */
#define POINT 1e-4    /* metres: other rules check smaller ones */
#define APART 0.4     /* a collider this far from its node is in another space */
#define ABOVE 0.1     /* and this far above the head, */
#define MEANT 0.25    /* and near its node if its offset is in the space of the scene */

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
    double top; /* the height of the highest bone, metres in the world */
    struct alike thin;
    struct alike astray;   /* colliders over the head with offsets from the origin of the scene */
    struct alike above;    /* others over the head, far from their nodes */
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

/* Whether an offset leads above the head, far from its node. */
static bool is_over_head(const struct oversized *oversized, const struct mat34 *world, struct vec3 offset)
{
    double height = oversized->height;
    return distance_of(world, offset) > APART * height &&
           mat34_point(world, offset).y > oversized->top + ABOVE * height;
}

/* Records the problems of a collider other than its size, and its bone. */
static void add_kinds(struct oversized *oversized, struct place place, size_t node, double radius, struct vec3 offset)
{
    const struct body *body = oversized->body;
    if (radius > POINT && radius < SLIVER * oversized->height) {
        add_alike(&oversized->thin, place, node, radius);
    }
    const struct mat34 *world = &body->scene->nodes[node].world;
    if (is_over_head(oversized, world, offset)) {
        bool is_of_scene = vec3_distance(offset, mat34_translation(world)) <= MEANT * oversized->height;
        add_alike(is_of_scene ? &oversized->astray : &oversized->above, place, node, distance_of(world, offset));
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

static bool is_floor(const struct body *body, size_t node, double radius, struct vec3 offset)
{
    return body_is_floor(body, node, mat34_point(&body->scene->nodes[node].world, offset), radius);
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
    double radius = shape->radius * largest_scale(world);
    add_kinds(oversized, place_collider(collider->index, NULL), collider->node, radius, shape->offset);
    if (is_floor(oversized->body, collider->node, radius, shape->offset) &&
        (shape->kind != SHAPE_CAPSULE || is_floor(oversized->body, collider->node, radius, shape->tail))) {
        return;
    }
    record_collider_size(oversized, place_collider(collider->index, NULL), radius, distance_of(world, shape->offset),
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
        const struct place place = place_of(PLACE_VRM0_COLLIDER, group->index, i, NULL);
        double radius = collider->radius.value * largest_scale(world);
        add_kinds(oversized, place, group->node, radius, collider->offset);
        if (!is_floor(oversized->body, group->node, radius, collider->offset)) {
            record_collider_size(oversized, place, radius, distance_of(world, collider->offset), 0);
        }
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
    struct finding *finding =
        body_report(oversized->body, MESSAGE_COLLIDER_OTHER_UNIT__THIN, thin->first,
                    ARGUMENTS(the_body_collider(oversized->body, &thin->first),
                              METRES("radius", thin->size, COLLIDERS_DIGITS), COUNT("count", thin->count)));
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

static void report_above(const struct oversized *oversized)
{
    const struct body *body = oversized->body;
    const struct alike *above = &oversized->above;
    struct finding *finding =
        body_report(body, MESSAGE_COLLIDER_WORLD_SPACE__ABOVE, above->first,
                    ARGUMENTS(the_body_collider(body, &above->first), METRES("distance", above->size, COLLIDERS_DIGITS),
                              the_node("node", body->check->avatar, above->node), COUNT("count", above->count)));
    finding_measure(finding, "distance", above->size);
    finding_measure(finding, "colliders", (double)above->count);
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
        ARGUMENTS(the_body_collider(body, &oversized->place), METRES("reach", oversized->reach, COLLIDERS_DIGITS),
                  METRES("height", oversized->height, COLLIDERS_DIGITS), NUMBER("factor", factor_of(oversized), 4),
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
                       ARGUMENTS(the_bone_group("group", avatar, i), METRES("radius", radius, COLLIDERS_DIGITS),
                                 METRES("height", height, COLLIDERS_DIGITS)));
            finding_measure(finding, "radius", radius);
            finding_measure(finding, "height", height);
        }
    }
}

/* Returns the height of the highest bone: of the head, unless that is mapped wrongly. */
static double highest_bone(const struct body *body)
{
    double top = body_position(body, bone_by_name("head")).y;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        top = body->nodes[bone] != SCENE_NONE ? fmax(top, body_position(body, bone).y) : top;
    }
    return top;
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
        oversized.top = highest_bone(&body);
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
        } else if (oversized.above.count > 0) {
            report_above(&oversized);
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
