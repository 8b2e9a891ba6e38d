/*
 * Compares colliders with the bones that use them, in the rest pose.
 *
 * Rules about pairs: there is one finding per joint, which names the worst of its colliders. Springs with the same
 * groups are handled together, so that their colliders are packed and sorted once. Then most pairs cost a few
 * additions. The number of pairs per file is limited.
 */

#include "base/sort.h"
#include "checks/collider/family.h"
#include "checks/collider/solids.h"
#include "ids/messages_collider.h"
#include "ids/messages_words.h"
#include "ids/rules.h"

#define NO_DIRECTION 1e-6 /* of a normal */

/* Transforms a normal by the inverse transpose, so that it remains perpendicular to the plane under any scale. */
static bool turn_normal(const struct mat34 *world, struct vec3 normal, struct vec3 *out)
{
    struct mat34 inverse;
    if (!mat34_inverse(world, &inverse)) {
        return false;
    }
    struct vec3 turned = {
        vec3_dot(normal, mat34_column(&inverse, 0)),
        vec3_dot(normal, mat34_column(&inverse, 1)),
        vec3_dot(normal, mat34_column(&inverse, 2)),
    };
    double length = vec3_length(turned);
    *out = vec3_scale(turned, 1 / length);
    return vec3_is_finite(*out);
}

bool solid_of(const struct scene *scene, size_t node, const struct shape *shape, struct solid *solid)
{
    if (node == SPRINGS_NONE || shape->kind == SHAPE_NONE || shape->radius < 0) {
        return false;
    }
    const struct mat34 *world = &scene->nodes[node].world;
    *solid = (struct solid){.kind = shape->kind, .inside = shape->inside, .radius = shape->radius};
    solid->at = mat34_point(world, shape->offset);
    solid->to = shape->kind == SHAPE_CAPSULE ? mat34_point(world, shape->tail) : solid->at;
    if (!vec3_is_finite(solid->at) || !vec3_is_finite(solid->to)) {
        return false;
    }
    return shape->kind != SHAPE_PLANE ||
           (vec3_length(shape->normal) >= NO_DIRECTION && turn_normal(world, shape->normal, &solid->normal));
}

/* ---- distances ---- */

static double clamp_to_axis(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* Returns the position along an axis, 0 to 1, that is nearest to a point. square: the squared length of the axis, not
 * 0. */
static double nearest_position(struct vec3 from, struct vec3 axis, double square, struct vec3 point)
{
    return clamp_to_axis(vec3_dot(vec3_sub(point, from), axis) / square);
}

/* Returns the distance of a point from the center, the axis, or the plane (negative below it), metres. */
static double solid_distance(const struct solid *solid, struct vec3 point)
{
    if (solid->kind == SHAPE_PLANE) {
        return vec3_dot(vec3_sub(point, solid->at), solid->normal);
    }
    if (solid->kind == SHAPE_CAPSULE) {
        struct vec3 axis = vec3_sub(solid->to, solid->at);
        double square = vec3_dot(axis, axis);
        if (square > 0) {
            double s = nearest_position(solid->at, axis, square, point);
            return vec3_distance(point, vec3_add(solid->at, vec3_scale(axis, s)));
        }
    }
    return vec3_distance(point, solid->at);
}

/* Finds the nearest points of two segments, at least one of which has a length: Ericson, Real-Time Collision
 * Detection 5.1.9. */
double solid_between(const struct solid *a, const struct solid *b)
{
    struct vec3 u = vec3_sub(a->to, a->at);
    struct vec3 v = vec3_sub(b->to, b->at);
    struct vec3 w = vec3_sub(a->at, b->at);
    double uu = vec3_dot(u, u);
    double vv = vec3_dot(v, v);
    double uv = vec3_dot(u, v);
    if (!(uu > 0)) {
        return solid_distance(b, a->at);
    }
    if (!(vv > 0)) {
        return solid_distance(a, b->at);
    }
    double square = uu * vv - uv * uv;
    /* if they are parallel, any point of the first one is a valid start */
    double s = square > 0 ? clamp_to_axis((uv * vec3_dot(v, w) - vv * vec3_dot(u, w)) / square) : 0;
    double t = (uv * s + vec3_dot(v, w)) / vv;
    if (t < 0 || t > 1) {
        t = clamp_to_axis(t);
        s = nearest_position(a->at, u, uu, vec3_add(b->at, vec3_scale(v, t)));
    }
    return vec3_distance(vec3_add(a->at, vec3_scale(u, s)), vec3_add(b->at, vec3_scale(v, t)));
}

#define PAIRS_MAX 1000000000 /* one or two seconds */
#define PAIRS_LEAST 4000000  /* in any file */
#define PAIRS_EACH 4000      /* additional pairs per joint and collider */
#define PAIR_COST 3          /* cost of computing a pair, relative to skipping it */

/* A bone with its tail, in the world. */
struct bone_place {
    struct vec3 head;
    struct vec3 tail;
    double length;
    double radius; /* hitRadius of the joint */
};

/* A quick test for pairs that may violate a rule: the distance of a point from a solid's center is less than the
 * solid's extent plus slack, or more. */
struct quick {
    struct vec3 point;
    double slack;
    bool far;
};

struct pair_rule {
    enum rule rule;
    enum message one; /* for one collider, and for the worst of several */
    enum message several;
    bool (*concerns)(const struct solid *solid);
    struct quick (*quick)(const struct bone_place *bone);
    /* Returns the excess of a pair over the permitted value, metres; 0 or less, or NAN, for valid pairs. */
    double (*excess)(const struct bone_place *bone, const struct solid *solid);
    /* Writes the numbers of the message. radius: of the collider. */
    void (*numbers)(const struct bone_place *bone, double radius, double excess, struct argument numbers[2]);
};

/* ---- rules about pairs ---- */

static bool is_obstacle(const struct solid *solid)
{
    return !solid->inside;
}

static struct quick near_tail(const struct bone_place *bone)
{
    return (struct quick){bone->tail, bone->radius, false};
}

/* Returns the depth of the tail in the collider, which pushes it permanently. */
static double overlap_of(const struct bone_place *bone, const struct solid *solid)
{
    return solid->radius + bone->radius - solid_distance(solid, bone->tail);
}

static void report_depth(const struct bone_place *bone, double radius, double excess, struct argument numbers[2])
{
    (void)radius;
    numbers[0] = METRES("hit_radius", bone->radius, 3);
    numbers[1] = METRES("depth", excess, 3);
}

static bool is_ball(const struct solid *solid)
{
    return solid->kind == SHAPE_SPHERE && !solid->inside;
}

static struct quick around_reach(const struct bone_place *bone)
{
    return (struct quick){bone->head, bone->radius - bone->length, false};
}

/* Returns by how much even the farthest point that the tail can reach is inside. */
static double no_way_out(const struct bone_place *bone, const struct solid *solid)
{
    return solid->radius + bone->radius - (vec3_distance(bone->head, solid->at) + bone->length);
}

static void report_farthest(const struct bone_place *bone, double radius, double excess, struct argument numbers[2])
{
    numbers[0] = METRES("limit", radius + bone->radius, 3);
    numbers[1] = METRES("reach", radius + bone->radius - excess, 3);
}

static bool is_room(const struct solid *solid)
{
    return solid->kind == SHAPE_SPHERE && solid->inside;
}

static struct quick out_of_reach(const struct bone_place *bone)
{
    return (struct quick){bone->head, bone->length - bone->radius, true};
}

/* Returns by how much even the nearest point is outside. A sphere that is too small for the joint has its own rule. */
static double no_way_in(const struct bone_place *bone, const struct solid *solid)
{
    if (solid->radius <= bone->radius) {
        return 0;
    }
    return vec3_distance(bone->head, solid->at) - bone->length - (solid->radius - bone->radius);
}

static void report_nearest(const struct bone_place *bone, double radius, double excess, struct argument numbers[2])
{
    numbers[0] = METRES("limit", radius - bone->radius, 3);
    numbers[1] = METRES("reach", radius - bone->radius + excess, 3);
}

static const struct pair_rule pair_rules[] = {
#define PAIR_RULE(name, ...)                                                                                           \
    {                                                                                                                  \
        RULE_##name, MESSAGE_##name##__ONE, MESSAGE_##name##__SEVERAL, __VA_ARGS__                                     \
    }
    PAIR_RULE(COLLIDER_PENETRATES_REST_POSE, is_obstacle, near_tail, overlap_of, report_depth),
    PAIR_RULE(COLLIDER_INESCAPABLE, is_ball, around_reach, no_way_out, report_farthest),
    PAIR_RULE(COLLIDER_INSIDE_UNREACHABLE, is_room, out_of_reach, no_way_in, report_nearest),
#undef PAIR_RULE
};

/* ---- findings ---- */

struct worst_collider {
    size_t count;
    size_t collider;
    double excess;
    size_t listed[COLLIDER_NAMED_MAX]; /* the largest ones */
};

static void relate_body(const struct collider_family *family, struct finding *finding, size_t collider)
{
    struct collider_body body;
    if (finding != NULL && collider_effective_body(&family->springs->colliders[collider], &body)) {
        finding_relate(finding, WORDS_ALONE, collider_body_place(family, &body, NULL),
                       ARGUMENTS(the_collider("thing", family->avatar, collider)));
    }
}

static void report_worst(const struct collider_family *family, const struct pair_rule *rule,
                         const struct spring *spring, const struct joint *joint, const struct bone_place *bone,
                         const struct worst_collider *worst)
{
    struct place place = place_joint(spring->index, joint->index, NULL);
    struct argument name = the_spring_joint("joint", family->avatar, spring->index, joint->index);
    struct argument collider = the_collider("collider", family->avatar, worst->collider);
    struct argument numbers[2];
    rule->numbers(bone, family->springs->colliders[worst->collider].effective->radius, worst->excess, numbers);
    struct finding *finding =
        report_taking(family->findings, worst->count == 1 ? rule->one : rule->several, place,
                      ARGUMENTS(name, collider, numbers[0], numbers[1], COUNT("count", worst->count)));
    finding_measure(finding, "colliders", (double)worst->count);
    finding_measure(finding, "excess", worst->excess);
    finding_measure(finding, "length", bone->length);
    relate_body(family, finding, worst->collider);
    for (size_t i = 0; i < worst->count && i < COLLIDER_NAMED_MAX; i++) {
        if (worst->listed[i] != worst->collider) {
            relate_body(family, finding, worst->listed[i]);
        }
    }
}

/* ---- all pairs ---- */

/* A collider for the quick test: a ball around all of it, with an infinite extent for a plane. */
struct packed {
    struct vec3 center;
    double extent;
    size_t collider;
};

struct collider_pairs {
    const struct collider_family *family;
    const struct solid *solids; /* per collider; SHAPE_NONE for unusable ones */
    size_t *first; /* per spring: the first spring with its groups, plus one; 0 unless it is that spring itself */
    size_t *next;  /* per spring: the next with the same groups, plus one */
    struct packed *packed; /* the current colliders, the largest first */
    size_t packed_count;
    size_t capacity;
    size_t budget;
};

/* Computes the positions of a head and its tail; returns false if the pair or the hitRadius is invalid. */
static bool measure_bone(const struct collider_family *family, const struct spring *spring, size_t i,
                         struct bone_place *bone)
{
    const struct joint *joint = spring_chain(spring, i);
    const struct optional *radius = &joint->says->hit_radius;
    if (joint->relation != PAIR_CHAIN || !(joint->length >= CHECK_MIN_LENGTH) || (radius->present && !radius->given) ||
        radius->value < 0) {
        return false;
    }
    bone->head = scene_position(family->scene, joint->node);
    bone->tail = scene_position(family->scene, spring_chain(spring, i + 1)->node);
    bone->length = joint->length;
    bone->radius = radius->value;
    return true;
}

static int compare_packed(const void *left, const void *right)
{
    const struct packed *a = left;
    const struct packed *b = right;
    if (a->extent != b->extent) {
        return a->extent > b->extent ? -1 : 1;
    }
    return a->collider < b->collider ? -1 : a->collider > b->collider;
}

static void pack_solids(struct collider_pairs *pairs, const struct pair_rule *rule, const struct spring *spring)
{
    pairs->packed_count = 0;
    for (size_t i = 0; i < spring->collider_count; i++) {
        const struct solid *solid = &pairs->solids[spring->colliders[i]];
        if (solid->kind == SHAPE_NONE || !rule->concerns(solid)) {
            continue;
        }
        struct vec3 half = vec3_scale(vec3_sub(solid->to, solid->at), 0.5);
        double extent = solid->kind == SHAPE_PLANE ? INFINITY : solid->radius + vec3_length(half);
        *ARENA_PUSH(pairs->family->arena, pairs->packed, pairs->packed_count, pairs->capacity) =
            (struct packed){vec3_add(solid->at, half), extent, spring->colliders[i]};
    }
    sort_array(pairs->family->arena, pairs->packed, pairs->packed_count, sizeof *pairs->packed, compare_packed);
}

static bool may_break(const struct packed *packed, const struct quick *quick)
{
    double limit = packed->extent + quick->slack;
    struct vec3 way = vec3_sub(quick->point, packed->center);
    return (vec3_dot(way, way) < limit * limit) != quick->far;
}

static void measure_pair(const struct collider_pairs *pairs, const struct pair_rule *rule,
                         const struct bone_place *bone, size_t collider, struct worst_collider *worst)
{
    double excess = rule->excess(bone, &pairs->solids[collider]);
    if (!(excess > 0)) {
        return;
    }
    if (worst->count < COLLIDER_NAMED_MAX) {
        worst->listed[worst->count] = collider;
    }
    if (worst->count++ == 0 || excess > worst->excess) {
        worst->excess = excess;
        worst->collider = collider;
    }
}

/* Checks a bone with all colliders; returns false if the budget is used up. */
static bool check_bone(struct collider_pairs *pairs, const struct pair_rule *rule, const struct spring *spring,
                       const struct joint *joint, const struct bone_place *bone)
{
    struct worst_collider worst = {0};
    struct quick quick = rule->quick(bone);
    size_t cost = 0;
    for (size_t i = 0; i < pairs->packed_count && cost <= pairs->budget; i++) {
        const struct packed *packed = &pairs->packed[i];
        if (!quick.far && packed->extent + quick.slack <= 0) {
            break; /* the following ones are smaller, so they can't violate the rule either */
        }
        cost++;
        if (may_break(packed, &quick)) {
            cost += PAIR_COST;
            measure_pair(pairs, rule, bone, packed->collider, &worst);
        }
    }
    if (cost > pairs->budget) {
        return false;
    }
    pairs->budget -= cost;
    if (worst.count > 0) {
        report_worst(pairs->family, rule, spring, joint, bone, &worst);
    }
    return true;
}

static bool check_spring(struct collider_pairs *pairs, const struct pair_rule *rule, const struct spring *spring)
{
    for (size_t i = 0; i < spring_heads(spring); i++) {
        struct bone_place bone;
        if (measure_bone(pairs->family, spring, i, &bone) &&
            !check_bone(pairs, rule, spring, spring_chain(spring, i), &bone)) {
            return false;
        }
    }
    return true;
}

/* Returns the maximum number of pairs: proportional to the file, so that a file of twice the size doesn't take four
 * times as long. */
static size_t most_pairs(const struct springs *springs)
{
    size_t count = springs->collider_count;
    for (size_t s = 0; s < springs->spring_count; s++) {
        count += springs->springs[s].joint_count;
    }
    return count > (PAIRS_MAX - PAIRS_LEAST) / PAIRS_EACH ? PAIRS_MAX : PAIRS_LEAST + PAIRS_EACH * count;
}

static void check_pairs(struct collider_pairs *pairs, const struct pair_rule *rule)
{
    const struct springs *springs = pairs->family->springs;
    pairs->budget = most_pairs(springs);
    for (size_t s = 0; s < springs->spring_count; s++) {
        if (pairs->first[s] == 0) {
            continue;
        }
        pack_solids(pairs, rule, &springs->springs[s]);
        for (size_t at = pairs->packed_count == 0 ? 0 : pairs->first[s]; at != 0; at = pairs->next[at - 1]) {
            if (!check_spring(pairs, rule, &springs->springs[at - 1])) {
                findings_skip(pairs->family->findings, WORDS_SOME_JOINTS_AND_COLLIDERS, NO_ARGUMENTS,
                              WORDS_TOO_MANY_JOINTS_AND_COLLIDERS);
                return;
            }
        }
    }
}

static const struct solid *read_solids(const struct collider_family *family)
{
    const struct springs *springs = family->springs;
    struct solid *solids = arena_array(family->arena, springs->collider_count, sizeof *solids);
    for (size_t c = 0; c < springs->collider_count; c++) {
        const struct collider *collider = &springs->colliders[c];
        if (!solid_of(family->scene, collider->node, collider->effective, &solids[c])) {
            solids[c].kind = SHAPE_NONE;
        }
    }
    return solids;
}

/* Lists the springs with the same groups. */
static void list_alike(struct collider_pairs *pairs)
{
    const struct springs *springs = pairs->family->springs;
    pairs->first = arena_array(pairs->family->arena, springs->spring_count, sizeof *pairs->first);
    pairs->next = arena_array(pairs->family->arena, springs->spring_count, sizeof *pairs->next);
    for (size_t s = springs->spring_count; s-- > 0;) {
        size_t alike = springs->springs[s].alike;
        pairs->next[s] = pairs->first[alike];
        pairs->first[alike] = s + 1;
    }
}

/* Whether the simulation reports this. It finds out whether there is room among all colliders. */
static bool simulation_reports(const struct collider_family *family, enum rule rule)
{
    return rule == RULE_COLLIDER_INESCAPABLE && family->check->thresholds != NULL &&
           findings_want(family->findings, RULE_SIM_COLLIDER_NO_FEASIBLE_POSE);
}

void collider_geometry(const struct collider_family *family)
{
    struct collider_pairs pairs = {.family = family};
    for (size_t r = 0; r < sizeof pair_rules / sizeof *pair_rules; r++) {
        if (!findings_want(family->findings, pair_rules[r].rule) || simulation_reports(family, pair_rules[r].rule)) {
            continue;
        }
        if (pairs.solids == NULL) {
            pairs.solids = read_solids(family);
            list_alike(&pairs);
        }
        check_pairs(&pairs, &pair_rules[r]);
    }
}
