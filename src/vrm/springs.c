#include "vrm/springs.h"

#include <string.h>

#include "base/sort.h"
#include "gltf/expect.h"
#include "ids/messages_skipped.h"
#include "vrm/limits.h"
#include "vrm/springs_parts.h"

/* Colliders, their shapes and groups, and the colliders of each spring. */

/* How many entries of collider groups are read for all springs together. */
enum { REACH_BUDGET = 4 * 1000 * 1000 };

/* ---- shapes ---- */

/* Reads an optional member. Returns false if it is present and unusable. Numbers of colliders may have any finite
 * value in single precision, unlike the parameters of joints. */
static bool read_vector(const struct tree *json, const char *key, struct vec3 *out, bool *present)
{
    const struct tree *value = tree_get(json, key);
    *present = value != NULL;
    return !*present || expect_vec3(value, out);
}

static bool read_radius(const struct tree *json, struct shape *shape)
{
    const struct tree *value = tree_get(json, "radius");
    shape->radius_present = value != NULL;
    return !shape->radius_present || (tree_number(value, &shape->radius) && fabs(shape->radius) <= EXPECT_NUMBER_MAX);
}

static bool read_inside(const struct tree *json, struct shape *shape)
{
    const struct tree *value = tree_get(json, "inside");
    return value == NULL || tree_flag(value, &shape->inside);
}

/* Reads the body of a shape. Returns false if a member has a wrong type. */
static bool read_spring_body(const struct tree *json, enum shape_kind kind, bool extended, struct shape *shape)
{
    bool good = tree_is_object(json);
    good = read_vector(json, "offset", &shape->offset, &shape->offset_present) && good;
    if (kind == SHAPE_PLANE) {
        return read_vector(json, "normal", &shape->normal, &shape->normal_present) && good;
    }
    good = read_radius(json, shape) && good;
    if (kind == SHAPE_CAPSULE) {
        good = read_vector(json, "tail", &shape->tail, &shape->tail_present) && good;
    }
    return (!extended || read_inside(json, shape)) && good;
}

/* extended: the shape is in VRMC_springBone_extended_collider, which also has planes and inside. */
static struct shape read_shape(const struct tree *json, bool extended)
{
    static const char *const keys[] = {[SHAPE_SPHERE] = "sphere", [SHAPE_CAPSULE] = "capsule", [SHAPE_PLANE] = "plane"};
    const struct shape empty = {.normal = {0, 0, 1}};
    struct shape shape = empty;
    int found = 0;
    for (enum shape_kind kind = SHAPE_SPHERE; kind <= (extended ? SHAPE_PLANE : SHAPE_CAPSULE); kind++) {
        const struct tree *body = tree_get(json, keys[kind]);
        if (body != NULL) {
            found++;
            shape.kind = read_spring_body(body, kind, extended, &shape) ? kind : SHAPE_NONE;
        }
    }
    if (found == 1 && shape.kind != SHAPE_NONE) {
        return shape;
    }
    struct shape none = empty;
    none.radius_present = shape.radius_present;
    none.offset_present = shape.offset_present;
    none.tail_present = shape.tail_present;
    none.normal_present = shape.normal_present;
    return none;
}

static void read_collider(struct collider *collider, const struct scene *scene, const struct tree *json, size_t index)
{
    const struct tree *extension = tree_extension(json, "VRMC_springBone_extended_collider");
    collider->json = json;
    collider->index = index;
    collider->node = scene_resolve(scene, tree_get(json, "node"));
    collider->base = read_shape(tree_get(json, "shape"), false);
    collider->has_extension = extension != NULL;
    collider->extended = read_shape(tree_get(extension, "shape"), true);
    bool counts = tree_reports(extension, "specVersion", "1.0") && collider->extended.kind != SHAPE_NONE;
    collider->effective = counts ? &collider->extended : &collider->base;
}

/* ---- groups ---- */

static void read_group(struct collider_group *group, struct arena *arena, const struct tree *json,
                       size_t collider_count)
{
    const struct tree *list = tree_get(json, "colliders");
    size_t count = tree_length(list);
    group->json = json;
    group->name = tree_text(tree_get(json, "name"), NULL);
    group->colliders = arena_array(arena, count, sizeof *group->colliders);
    for (size_t i = 0; i < count; i++) {
        size_t collider;
        if (tree_index(tree_at(list, i), collider_count, &collider)) {
            group->colliders[group->collider_count++] = collider;
        }
    }
}

/* Reads colliders and collider groups. */
static void springs_read_colliders(struct springs *springs, struct arena *arena, const struct scene *scene,
                                   const struct tree *extension)
{
    const struct tree *colliders = tree_get(extension, "colliders");
    const struct tree *groups = tree_get(extension, "colliderGroups");
    springs->collider_count = tree_length(colliders);
    springs->colliders = arena_array(arena, springs->collider_count, sizeof *springs->colliders);
    for (size_t i = 0; i < springs->collider_count; i++) {
        read_collider(&springs->colliders[i], scene, tree_at(colliders, i), i);
    }
    springs->group_count = tree_length(groups);
    springs->groups = arena_array(arena, springs->group_count, sizeof *springs->groups);
    for (size_t i = 0; i < springs->group_count; i++) {
        read_group(&springs->groups[i], arena, tree_at(groups, i), springs->collider_count);
    }
}

/* ---- colliders of springs ---- */

/* Marks of the groups or colliders of the current spring: index is marked if mark[index] == turn. */
struct seen {
    size_t *mark;
    size_t turn;
};

static bool first_time(struct seen *seen, size_t index)
{
    if (seen->mark[index] == seen->turn) {
        return false;
    }
    seen->mark[index] = seen->turn;
    return true;
}

static void read_group_list(struct spring *spring, struct arena *arena, size_t group_count, struct seen *seen)
{
    const struct tree *list = tree_get(spring->json, "colliderGroups");
    size_t count = tree_length(list);
    spring->groups = arena_array(arena, count, sizeof *spring->groups);
    seen->turn++;
    for (size_t i = 0; i < count; i++) {
        size_t group;
        if (tree_index(tree_at(list, i), group_count, &group) && first_time(seen, group)) {
            spring->groups[spring->group_count++] = group;
        }
    }
}

/* Compares springs by their lists of groups; equal ones are in the order of the file. */
static int compare_groups(const void *left, const void *right)
{
    const struct spring *a = *(const struct spring *const *)left;
    const struct spring *b = *(const struct spring *const *)right;
    int order = sort_order(a->group_count, b->group_count);
    for (size_t i = 0; order == 0 && i < a->group_count; i++) {
        order = sort_order(a->groups[i], b->groups[i]);
    }
    return sort_then(order, a->index, b->index);
}

static bool same_groups(const struct spring *a, const struct spring *b)
{
    return a->group_count == b->group_count &&
           (a->group_count == 0 || memcmp(a->groups, b->groups, a->group_count * sizeof *a->groups) == 0);
}

/* Joins the colliders of a spring's groups. If that would exceed the budget, joins nothing and returns false. */
static bool join_colliders(const struct springs *springs, struct arena *arena, struct spring *spring, struct seen *seen,
                           size_t *budget)
{
    size_t most = 0;
    for (size_t i = 0; i < spring->group_count; i++) {
        most += springs->groups[spring->groups[i]].collider_count;
    }
    if (most > *budget) {
        return false;
    }
    *budget -= most;
    size_t *joined = arena_array(arena, most, sizeof *joined);
    seen->turn++;
    for (size_t i = 0; i < spring->group_count; i++) {
        const struct collider_group *group = &springs->groups[spring->groups[i]];
        for (size_t k = 0; k < group->collider_count; k++) {
            if (first_time(seen, group->colliders[k])) {
                joined[spring->collider_count++] = group->colliders[k];
            }
        }
    }
    spring->colliders = joined;
    return true;
}

/* Springs often share their groups, and a few bytes of a file can make many springs use many colliders. Therefore
 * equal lists are joined once, and all lists together are bounded. */
/* Sets groups and colliders of every spring. */
static void springs_reach_colliders(struct springs *springs, struct document *document)
{
    struct arena *arena = document->arena;
    struct seen groups_seen = {arena_array(arena, springs->group_count, sizeof(size_t)), 0};
    struct seen colliders_seen = {arena_array(arena, springs->collider_count, sizeof(size_t)), 0};
    struct spring **sorted = arena_array(arena, springs->spring_count, sizeof(struct spring *));
    for (size_t i = 0; i < springs->spring_count; i++) {
        read_group_list(&springs->springs[i], arena, springs->group_count, &groups_seen);
        sorted[i] = &springs->springs[i];
    }
    sort_array(arena, sorted, springs->spring_count, sizeof(struct spring *), compare_groups);
    struct spring **first = arena_array(arena, springs->spring_count, sizeof(struct spring *));
    for (size_t i = 0; i < springs->spring_count; i++) {
        bool same = i > 0 && same_groups(sorted[i], sorted[i - 1]);
        first[sorted[i]->index] = same ? first[sorted[i - 1]->index] : sorted[i];
    }
    size_t budget = REACH_BUDGET;
    for (size_t i = 0; i < springs->spring_count; i++) {
        struct spring *spring = &springs->springs[i];
        spring->alike = first[i]->index;
        if (first[i] != spring) {
            spring->colliders = first[i]->colliders;
            spring->collider_count = first[i]->collider_count;
            spring->colliders_skipped = first[i]->colliders_skipped;
        } else if (!join_colliders(springs, arena, spring, &colliders_seen, &budget)) {
            spring->colliders_skipped = true;
            findings_skip(document->findings, WORDS_SKIPPED_COLLIDERS, NO_ARGUMENTS, WORDS_BECAUSE_TOO_MANY_COLLIDERS);
        }
    }
}

bool springs_number(const struct tree *value, double *out)
{
    double number;
    if (!tree_number(value, &number) || fabs(number) >= SPRINGS_NUMBER_MAX) {
        return false;
    }
    *out = number;
    return true;
}

struct optional springs_optional(const struct tree *json, const char *key, double standard)
{
    const struct tree *value = tree_get(json, key);
    struct optional optional = {.value = standard, .present = value != NULL};
    optional.given = springs_number(value, &optional.value);
    return optional;
}

/* The same for three numbers, as tree_vec3() reads them. */
static bool springs_vec3(const struct tree *value, struct vec3 *out)
{
    struct vec3 vector;
    if (!tree_vec3(value, &vector) || fabs(vector.x) >= SPRINGS_NUMBER_MAX || fabs(vector.y) >= SPRINGS_NUMBER_MAX ||
        fabs(vector.z) >= SPRINGS_NUMBER_MAX) {
        return false;
    }
    *out = vector;
    return true;
}

/* ---- joints ---- */

static struct joint_numbers read_numbers(const struct tree *json)
{
    const struct tree *gravity = tree_get(json, "gravityDir");
    struct joint_numbers numbers = {
        .hit_radius = springs_optional(json, "hitRadius", 0),
        .stiffness = springs_optional(json, "stiffness", 1),
        .gravity_power = springs_optional(json, "gravityPower", 0),
        .drag_force = springs_optional(json, "dragForce", 0.5),
        .gravity_dir = {0, -1, 0},
        .gravity_dir_present = gravity != NULL,
    };
    numbers.gravity_dir_given = springs_vec3(gravity, &numbers.gravity_dir);
    return numbers;
}

/* Whether two values have the same bits: a message may contain a negative zero. */
static bool same_value(double a, double b)
{
    uint64_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return bits[0] == bits[1];
}

static bool same_optional(const struct optional *a, const struct optional *b)
{
    return same_value(a->value, b->value) && a->present == b->present && a->given == b->given;
}

static bool same_numbers(const struct joint_numbers *a, const struct joint_numbers *b)
{
    return same_optional(&a->hit_radius, &b->hit_radius) && same_optional(&a->stiffness, &b->stiffness) &&
           same_optional(&a->gravity_power, &b->gravity_power) && same_optional(&a->drag_force, &b->drag_force) &&
           same_value(a->gravity_dir.x, b->gravity_dir.x) && same_value(a->gravity_dir.y, b->gravity_dir.y) &&
           same_value(a->gravity_dir.z, b->gravity_dir.z) && a->gravity_dir_present == b->gravity_dir_present &&
           a->gravity_dir_given == b->gravity_dir_given;
}

/* before: the previous joint, or NULL. Most joints of a chain have the same numbers. */
static void read_joint(struct joint *joint, struct document *document, const struct scene *scene,
                       const struct tree *json, size_t index, const struct joint *before)
{
    const struct tree *limit = tree_extension(json, "VRMC_springBone_limit");
    const struct joint_numbers numbers = read_numbers(json);
    *joint = (struct joint){
        .json = json,
        .index = index,
        .node = scene_resolve(scene, tree_get(json, "node")),
        .says = before != NULL && same_numbers(before->says, &numbers) ? before->says : NULL,
        .limit = limit_read(document, limit),
    };
    if (joint->says == NULL) {
        struct joint_numbers *says = arena_alloc(document->arena, sizeof *says);
        *says = numbers;
        joint->says = says;
    }
}

/* ---- chains ---- */

/* Returns the relation of a joint's node to the next one's. Both must be usable. */
static enum pair_relation relate_nodes(const struct scene *scene, size_t head, size_t tail)
{
    if (head == tail) {
        return PAIR_REPEATED;
    }
    if (scene_is_above(scene, head, tail)) {
        return PAIR_CHAIN;
    }
    if (scene_is_above(scene, tail, head)) {
        return PAIR_REVERSED;
    }
    return scene->nodes[head].parent == scene->nodes[tail].parent ? PAIR_SIBLINGS : PAIR_UNRELATED;
}

static void measure_pair(const struct scene *scene, struct joint *joint, size_t tail)
{
    const struct scene_node *nodes = scene->nodes;
    struct vec3 end = scene_position(scene, tail);
    joint->relation = relate_nodes(scene, joint->node, tail);
    if (joint->relation == PAIR_CHAIN) {
        joint->skipped = nodes[tail].depth - nodes[joint->node].depth - 1;
    }
    joint->length = vec3_distance(scene_position(scene, joint->node), end);
    struct mat34 inverse;
    if (mat34_inverse(&nodes[joint->node].world, &inverse)) {
        struct vec3 local = mat34_point(&inverse, end);
        if (vec3_is_finite(local)) {
            joint->tail_local = local;
        }
    }
}

static void read_spring(struct spring *spring, struct document *document, const struct scene *scene,
                        const struct tree *json, size_t index)
{
    struct arena *arena = document->arena;
    const struct tree *joints = tree_get(json, "joints");
    const struct tree *center = tree_get(json, "center");
    *spring = (struct spring){
        .json = json,
        .index = index,
        .name = tree_text(tree_get(json, "name"), NULL),
        .joint_count = tree_length(joints),
        .root = SPRINGS_NONE,
        .center = scene_resolve(scene, center),
    };
    spring->joints = arena_array(arena, spring->joint_count, sizeof *spring->joints);
    spring->chain = arena_array(arena, spring->joint_count, sizeof *spring->chain);
    for (size_t i = 0; i < spring->joint_count; i++) {
        arena_pulse(arena);
        read_joint(&spring->joints[i], document, scene, tree_at(joints, i), i, i > 0 ? &spring->joints[i - 1] : NULL);
        if (spring->joints[i].node != SPRINGS_NONE) {
            spring->chain[spring->chain_count++] = i;
        }
    }
    for (size_t i = 0; i < spring_heads(spring); i++) {
        measure_pair(scene, spring_chain(spring, i), spring_chain(spring, i + 1)->node);
    }
    if (spring->chain_count > 0) {
        spring->root = spring_chain(spring, 0)->node;
    }
}

struct springs *springs_read(struct document *document, const struct scene *scene)
{
    struct arena *arena = document->arena;
    struct springs *springs = arena_alloc(arena, sizeof *springs);
    const struct tree *extension = document_tree(document, SPRINGS_POINTER);
    const struct tree *list = tree_get(extension, "springs");
    springs->present = tree_is_object(extension);
    springs->version = tree_text(tree_get(extension, "specVersion"), NULL);
    springs_read_colliders(springs, arena, scene, extension);
    springs->spring_count = tree_length(list);
    springs->springs = arena_array(arena, springs->spring_count, sizeof *springs->springs);
    for (size_t i = 0; i < springs->spring_count; i++) {
        read_spring(&springs->springs[i], document, scene, tree_at(list, i), i);
    }
    springs_reach_colliders(springs, document);
    return springs;
}

bool *springs_heads(struct arena *arena, const struct springs *springs, size_t node_count)
{
    bool *is_head = arena_array(arena, node_count, sizeof *is_head);
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < spring_heads(&springs->springs[s]); i++) {
            is_head[spring_chain(&springs->springs[s], i)->node] = true;
        }
    }
    return is_head;
}
