#include "vrm/springs.h"

#include <string.h>

#include "vrm/limits.h"
#include "vrm/springs_parts.h"

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
        .has_limit = limit != NULL,
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
        .center_present = center != NULL,
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
