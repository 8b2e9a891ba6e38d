/* Checks whether the movement of a chain is visible and computable. */
#include <math.h>

#include "checks/checks.h"
#include "ids/messages_springbone.h"
#include "ids/messages_words.h"
#include "ids/rules.h"

/*
 * springbone/joint-matrix-not-decomposable. Exporters write matrices in single precision, often with six decimals. At
 * a scale of 0.001 that changes each number by up to 5e-4 of the column's length, and the cosine between two columns
 * by up to 5e-4 * 2 * sqrt(3) = 1.7e-3. Intentional shear is far larger.
 */
static const double most_shear = 2e-3;   /* cosine of the angle between two columns */
static const double least_scale = 1e-6;  /* length of a column; shorter ones are singular */
static const double least_volume = 1e-6; /* determinant divided by the lengths of the columns; smaller ones are flat */

/* Which spring uses a group, or a collider on a node: an index, or one of these. */
#define REACHED_BY_NONE SIZE_MAX
#define REACHED_BY_SEVERAL (SIZE_MAX - 1)

struct visibility {
    struct check *check;
    const struct scene *scene;
    const struct springs *springs;
    /* sums over the nodes in pre-order, one entry more than there are nodes */
    size_t *seen;             /* visible nodes, and nodes on which something visible depends */
    size_t *reached;          /* nodes with a collider that some spring uses */
    size_t *group_reached_by; /* per collider group */
    /* per node */
    size_t *reached_by;
    size_t *counted_by; /* the last spring that counted the node, plus one */
};

static size_t sum_below(const struct scene *scene, const size_t *sums, size_t node)
{
    return sums[scene->nodes[node].leave] - sums[scene->nodes[node].enter];
}

static void merge_reached(size_t *into, size_t by)
{
    if (by != REACHED_BY_NONE && *into != by) {
        *into = *into == REACHED_BY_NONE ? by : REACHED_BY_SEVERAL;
    }
}

static size_t *reached_by_none(struct arena *arena, size_t count)
{
    size_t *reached = arena_array(arena, count, sizeof *reached);
    for (size_t i = 0; i < count; i++) {
        reached[i] = REACHED_BY_NONE;
    }
    return reached;
}

/* Marks what springs use, group by group, which stays linear even if many springs share groups. */
static void mark_reached(struct visibility *visibility)
{
    struct arena *arena = visibility->check->arena;
    const struct springs *springs = visibility->springs;
    visibility->group_reached_by = reached_by_none(arena, springs->group_count);
    visibility->reached_by = reached_by_none(arena, visibility->scene->count);
    for (size_t s = 0; s < springs->spring_count; s++) {
        for (size_t i = 0; i < springs->springs[s].group_count; i++) {
            merge_reached(&visibility->group_reached_by[springs->springs[s].groups[i]], s);
        }
    }
    for (size_t g = 0; g < springs->group_count; g++) {
        for (size_t i = 0; i < springs->groups[g].collider_count; i++) {
            size_t node = springs->colliders[springs->groups[g].colliders[i]].node;
            if (node != SPRINGS_NONE) {
                merge_reached(&visibility->reached_by[node], visibility->group_reached_by[g]);
            }
        }
    }
}

static bool has_visible_use(const struct visibility *visibility, size_t node, const bool *sources)
{
    const struct scene_node *of = &visibility->scene->nodes[node];
    return of->mesh != SCENE_NONE || of->skinned || of->camera != SCENE_NONE || of->has_other || sources[node] ||
           humanoid_bone(visibility->check->avatar->humanoid, node) != BONE_COUNT;
}

static void visibility_sum(struct visibility *visibility)
{
    struct arena *arena = visibility->check->arena;
    const struct scene *scene = visibility->scene;
    const struct constraints *constraints = visibility->check->avatar->constraints;
    mark_reached(visibility);
    bool *sources = arena_array(arena, scene->count, sizeof *sources);
    for (size_t i = 0; i < constraints->count; i++) {
        if (constraints->items[i].source != SCENE_NONE) {
            sources[constraints->items[i].source] = true;
        }
    }
    visibility->seen = arena_array(arena, scene->count + 1, sizeof *visibility->seen);
    visibility->reached = arena_array(arena, scene->count + 1, sizeof *visibility->reached);
    for (size_t node = 0; node < scene->count; node++) {
        if (scene->nodes[node].usable) {
            size_t after = scene->nodes[node].enter + 1;
            visibility->seen[after] = has_visible_use(visibility, node, sources);
            visibility->reached[after] = visibility->reached_by[node] != REACHED_BY_NONE;
        }
    }
    for (size_t i = 0; i < scene->count; i++) {
        visibility->seen[i + 1] += visibility->seen[i];
        visibility->reached[i + 1] += visibility->reached[i];
    }
    visibility->counted_by = arena_array(arena, scene->count, sizeof *visibility->counted_by);
}

/* Returns the number of nodes at or below the root with colliders that only this spring uses. Each group is searched
 * for at most one spring. */
static size_t own_colliders(const struct visibility *visibility, const struct spring *spring)
{
    const struct springs *springs = visibility->springs;
    size_t own = 0;
    for (size_t i = 0; i < spring->group_count; i++) {
        size_t g = spring->groups[i];
        size_t count = visibility->group_reached_by[g] == spring->index ? springs->groups[g].collider_count : 0;
        for (size_t c = 0; c < count; c++) {
            size_t node = springs->colliders[springs->groups[g].colliders[c]].node;
            if (node == SPRINGS_NONE || visibility->counted_by[node] == spring->index + 1) {
                continue;
            }
            visibility->counted_by[node] = spring->index + 1;
            own += visibility->reached_by[node] == spring->index &&
                   scene_is_above_or_same(visibility->scene, spring->root, node);
        }
    }
    return own;
}

/* Whether another spring uses a collider at or below the root, so that the movement is visible there. */
static bool moves_collider(const struct visibility *visibility, const struct spring *spring)
{
    size_t reached = sum_below(visibility->scene, visibility->reached, spring->root);
    return reached > 0 && reached > own_colliders(visibility, spring);
}

/* Whether the spring moves something visible. Joints outside the root's tree (springbone/joint-not-descendant) count
 * too, because they rotate as well, or will in the right order. */
static bool moves_something(const struct visibility *visibility, const struct spring *spring)
{
    const struct scene *scene = visibility->scene;
    for (size_t i = 0; i < spring->chain_count; i++) {
        size_t node = spring_chain(spring, i)->node;
        if (sum_below(scene, visibility->seen, node) > 0) {
            return true;
        }
        if (!scene_is_above_or_same(scene, spring->root, node) && sum_below(scene, visibility->reached, node) > 0) {
            return true;
        }
    }
    return moves_collider(visibility, spring);
}

static void visibility_end(const struct visibility *visibility)
{
    struct arena *arena = visibility->check->arena;
    arena_discard(arena, visibility->group_reached_by);
    arena_discard(arena, visibility->reached_by);
    arena_discard(arena, visibility->seen);
    arena_discard(arena, visibility->reached);
    arena_discard(arena, visibility->counted_by);
}

static void check_effects(struct check *check)
{
    struct visibility visibility = {.check = check, .scene = check->avatar->scene, .springs = check->avatar->springs};
    visibility_sum(&visibility);
    for (size_t s = 0; s < visibility.springs->spring_count; s++) {
        const struct spring *spring = &visibility.springs->springs[s];
        /* if the first joint isn't resolved, its descendants are unknown */
        if (spring_heads(spring) == 0 || spring->chain[0] != 0 || moves_something(&visibility, spring)) {
            continue;
        }
        const struct scene_node *root = &visibility.scene->nodes[spring->root];
        size_t count = root->leave - root->enter;
        struct finding *finding =
            report(check->findings, MESSAGE_SPRINGBONE_NO_VISIBLE_EFFECT__DEFAULT, place_spring(s, NULL),
                   ARGUMENTS(the_spring("spring", check->avatar, s), the_node("root", check->avatar, spring->root),
                             COUNT("nodes", count)));
        finding_measure(finding, "nodes", (double)count);
    }
    visibility_end(&visibility);
}

/* ---- nodes outside the scene ---- */

/* Returns the outermost node at or above a node. tops: per node, created when first needed. */
static size_t top_of(struct check *check, size_t node, size_t **tops)
{
    if (*tops == NULL) {
        *tops = scene_tops(check->arena, check->avatar->scene);
    }
    return (*tops)[node];
}

/* Blames the outermost node above a node outside the scene, or the node itself, so that a whole branch is one
 * finding. */
static void blame_top(struct check *check, struct finding *finding, size_t node, size_t **tops)
{
    if (finding != NULL) {
        size_t top = top_of(check, node, tops);
        finding_blame(finding, WORDS_ALONE, place_node(top, NULL), ARGUMENTS(the_node("thing", check->avatar, top)));
    }
}

/* Reports joints outside the scene; of joints in a row in the same branch, the first. */
static void check_chain_in_scene(struct check *check, const struct spring *spring, size_t **tops)
{
    size_t before = SCENE_NONE; /* the branch of the joint before */
    for (size_t i = 0; i < spring->chain_count; i++) {
        const struct joint *joint = spring_chain(spring, i);
        const struct scene_node *node = &check->avatar->scene->nodes[joint->node];
        size_t top = node->in_scene ? SCENE_NONE : top_of(check, joint->node, tops);
        if (top != before && top != SCENE_NONE) {
            struct finding *finding =
                report(check->findings,
                       node->parent == SCENE_NONE ? MESSAGE_SPRINGBONE_JOINT_NOT_IN_SCENE__JOINT
                                                  : MESSAGE_SPRINGBONE_JOINT_NOT_IN_SCENE__BRANCH,
                       place_joint(spring->index, joint->index, "node"),
                       ARGUMENTS(the_spring_joint("joint", check->avatar, spring->index, joint->index)));
            blame_top(check, finding, joint->node, tops);
        }
        before = top;
    }
}

static void check_in_scene(struct check *check)
{
    const struct scene *scene = check->avatar->scene;
    const struct springs *springs = check->avatar->springs;
    size_t *tops = NULL;
    for (size_t s = 0; s < springs->spring_count; s++) {
        check_chain_in_scene(check, &springs->springs[s], &tops);
    }
    for (size_t c = 0; c < springs->collider_count; c++) {
        const struct collider *collider = &springs->colliders[c];
        if (collider->node != SPRINGS_NONE && !scene->nodes[collider->node].in_scene) {
            struct finding *finding =
                report(check->findings, MESSAGE_SPRINGBONE_JOINT_NOT_IN_SCENE__COLLIDER,
                       place_collider(collider->index, "node"),
                       ARGUMENTS(COUNT("collider", collider->index), the_node("node", check->avatar, collider->node)));
            blame_top(check, finding, collider->node, &tops);
        }
    }
}

/* ---- the node of a head ---- */

/* Returns the largest absolute cosine between two columns of a matrix. No column may have length 0. */
static double shear_of(const struct mat34 *matrix, struct vec3 lengths)
{
    struct vec3 x = vec3_scale(mat34_column(matrix, 0), 1 / lengths.x);
    struct vec3 y = vec3_scale(mat34_column(matrix, 1), 1 / lengths.y);
    struct vec3 z = vec3_scale(mat34_column(matrix, 2), 1 / lengths.z);
    return fmax(fabs(vec3_dot(x, y)), fmax(fabs(vec3_dot(y, z)), fabs(vec3_dot(z, x))));
}

static void check_matrix(struct check *check, const struct spring *spring, const struct joint *joint)
{
    const struct mat34 local = scene_local(&check->avatar->scene->nodes[joint->node]);
    const struct mat34 *matrix = &local;
    struct place place = place_joint(spring->index, joint->index, "node");
    struct place matrix_place = place_node(joint->node, "matrix");
    struct argument name = the_spring_joint("joint", check->avatar, spring->index, joint->index);
    struct vec3 lengths = mat34_scale(matrix);
    double least = fmin(lengths.x, fmin(lengths.y, lengths.z));
    double shear = least < least_scale ? 0 : shear_of(matrix, lengths);
    double volume = least < least_scale ? 0 : fabs(mat34_determinant(matrix)) / (lengths.x * lengths.y * lengths.z);
    struct finding *finding;
    if (volume < least_volume) {
        finding =
            report(check->findings, MESSAGE_SPRINGBONE_JOINT_MATRIX_NOT_DECOMPOSABLE__FLAT, place, ARGUMENTS(name));
    } else if (shear > most_shear) {
        finding = report(check->findings, MESSAGE_SPRINGBONE_JOINT_MATRIX_NOT_DECOMPOSABLE__SHEARED, place,
                         ARGUMENTS(name, DEGREES("angle", acos(fmin(shear, 1)), 3)));
    } else {
        finding = report(check->findings, MESSAGE_SPRINGBONE_JOINT_HAS_MATRIX__DEFAULT, place, ARGUMENTS(name));
        finding_relate(finding, RELATED_SPRINGBONE_JOINT_HAS_MATRIX__MATRIX, matrix_place, NO_ARGUMENTS);
        return;
    }
    finding_measure(finding, "shear", shear);
    finding_measure(finding, "volume", volume);
    finding_relate(finding, RELATED_SPRINGBONE_JOINT_MATRIX_NOT_DECOMPOSABLE__MATRIX, matrix_place, NO_ARGUMENTS);
}

static void check_heads(struct check *check, const struct spring *spring)
{
    for (size_t i = 0; i < spring_heads(spring); i++) {
        const struct joint *joint = spring_chain(spring, i);
        const struct scene_node *node = &check->avatar->scene->nodes[joint->node];
        if (node->mesh != SCENE_NONE && node->skin != SCENE_NONE) {
            report(check->findings, MESSAGE_SPRINGBONE_JOINT_NODE_IS_SKINNED_MESH__DEFAULT,
                   place_joint(spring->index, joint->index, "node"),
                   ARGUMENTS(the_spring_joint("joint", check->avatar, spring->index, joint->index)));
        }
        if (node->has_matrix) {
            check_matrix(check, spring, joint);
        }
    }
}

void check_spring_visibility(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    if (springs->spring_count > 0 && !check->avatar->scene->looks_lost &&
        findings_want(check->findings, RULE_SPRINGBONE_NO_VISIBLE_EFFECT)) {
        check_effects(check);
    }
    if (findings_want(check->findings, RULE_SPRINGBONE_JOINT_NOT_IN_SCENE)) {
        check_in_scene(check);
    }
    for (size_t s = 0; s < springs->spring_count; s++) {
        check_heads(check, &springs->springs[s]);
    }
}
