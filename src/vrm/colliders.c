/* Colliders, their shapes and groups, and the colliders of each spring. */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "gltf/expect.h"
#include "ids/messages_skipped.h"
#include "vrm/springs_parts.h"

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
static bool read_body(const struct tree *json, enum shape_kind kind, bool extended, struct shape *shape)
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
            shape.kind = read_body(body, kind, extended, &shape) ? kind : SHAPE_NONE;
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

void springs_read_colliders(struct springs *springs, struct arena *arena, const struct scene *scene,
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
void springs_reach_colliders(struct springs *springs, struct document *document)
{
    struct arena *arena = document->arena;
    struct seen groups_seen = {arena_array(arena, springs->group_count, sizeof(size_t)), 0};
    struct seen colliders_seen = {arena_array(arena, springs->collider_count, sizeof(size_t)), 0};
    struct spring **sorted = arena_array(arena, springs->spring_count, sizeof(struct spring *));
    for (size_t i = 0; i < springs->spring_count; i++) {
        read_group_list(&springs->springs[i], arena, springs->group_count, &groups_seen);
        sorted[i] = &springs->springs[i];
    }
    if (springs->spring_count > 1) {
        qsort(sorted, springs->spring_count, sizeof(struct spring *), compare_groups);
    }
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
