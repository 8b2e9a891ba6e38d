#include "checks/scales.h"
#include "ids/messages_words.h"

#define SCALE_LEAST 1e-6 /* a smaller scale makes a matrix that isn't invertible in single precision */
#define LEAST_VOLUME 1e-15

double scale_smallest(struct vec3 scale)
{
    double least = scale.x < scale.y ? scale.x : scale.y;
    return least < scale.z ? least : scale.z;
}

double scale_largest(struct vec3 scale)
{
    double most = scale.x > scale.y ? scale.x : scale.y;
    return most > scale.z ? most : scale.z;
}

bool scale_is_uneven(struct vec3 scale)
{
    return scale_largest(scale) - scale_smallest(scale) > CHECK_SCALE_TOLERANCE * scale_largest(scale);
}

bool scale_is_other(struct vec3 scale)
{
    return scale_largest(scale) > 1 + CHECK_SCALE_TOLERANCE || scale_smallest(scale) < 1 - CHECK_SCALE_TOLERANCE;
}

bool scale_is_invalid(struct vec3 scale)
{
    double least = scale_smallest(scale);
    return least <= 0 || scale_largest(scale) > least * (1 + CHECK_SCALE_TOLERANCE);
}

struct vec3 scale_in_world(const struct scene *scene, size_t node)
{
    return mat34_scale(&scene->nodes[node].world);
}

/* ---- culprits ---- */

/* Whether a matrix mirrors. Two negative numbers in a scale are half a turn, which doesn't mirror. */
static bool is_mirror(const struct mat34 *matrix)
{
    return mat34_determinant(matrix) < 0;
}

/* Returns the culprits for a node whose parent is done. */
static struct scale_blame blame_of(const struct scene *scene, size_t index, const struct scale_blame *above)
{
    const struct scene_node *node = &scene->nodes[index];
    const struct mat34 local = scene_local(node);
    struct vec3 own = mat34_scale(&local);
    struct scale_blame blame = *above;
    if (blame.zero == SCENE_NONE && scale_smallest(scale_in_world(scene, index)) < SCALE_LEAST) {
        blame.zero = index;
    }
    if (is_mirror(&local)) {
        blame.mirror = index;
    }
    if (scale_is_uneven(own)) {
        blame.uneven = index;
    }
    if (scale_is_other(own)) {
        blame.scaled = index;
    }
    return blame;
}

struct scales scales_read(struct arena *arena, const struct avatar *avatar)
{
    static const struct scale_blame nobody = {SCENE_NONE, SCENE_NONE, SCENE_NONE, SCENE_NONE};
    const struct scene *scene = avatar->scene;
    struct scale_blame *blames = arena_array(arena, scene->count, sizeof *blames);
    size_t count;
    const size_t *order = scene_order(arena, scene, &count);
    for (size_t i = 0; i < count; i++) {
        size_t parent = scene->nodes[order[i]].parent;
        blames[order[i]] = blame_of(scene, order[i], parent == SCENE_NONE ? &nobody : &blames[parent]);
    }
    arena_discard(arena, order);
    return (struct scales){avatar, blames};
}

/* Returns the scale that affects a rotating node: its own in the world, or its parent's, because its rotation is in
 * the parent's space. */
static struct vec3 uneven_scale(const struct scales *scales, size_t node)
{
    const struct scene *scene = scales->avatar->scene;
    struct vec3 scale = scale_in_world(scene, node);
    size_t parent = scene->nodes[node].parent;
    return scale_is_uneven(scale) || parent == SCENE_NONE ? scale : scale_in_world(scene, parent);
}

/* Whether the determinant of a matrix is lost in the rounding of its products, so that double precision can't invert
 * it: an uneven scale between two rotations. */
static bool is_flat(const struct mat34 *matrix)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        sum +=
            fabs(matrix->m[0][i]) * (fabs(matrix->m[1][j] * matrix->m[2][k]) + fabs(matrix->m[1][k] * matrix->m[2][j]));
    }
    return fabs(mat34_determinant(matrix)) < LEAST_VOLUME * sum;
}

bool scales_press_flat(const struct scales *scales, size_t node)
{
    const struct scene *scene = scales->avatar->scene;
    size_t parent = scene->nodes[node].parent;
    return is_flat(&scene->nodes[node].world) || (parent != SCENE_NONE && is_flat(&scene->nodes[parent].world));
}

/* Whether a node that rotates, or its parent's space, is mirrored. Two mirroring ancestors cancel each other. */
static bool is_mirrored(const struct scene *scene, size_t node)
{
    size_t parent = scene->nodes[node].parent;
    return is_mirror(&scene->nodes[node].world) || (parent != SCENE_NONE && is_mirror(&scene->nodes[parent].world));
}

/* A culprit's own scale, with the sign that a matrix hides. */
static struct vec3 mirror_scale(const struct scene_node *culprit)
{
    if (scale_smallest(culprit->scale) < 0) {
        return culprit->scale;
    }
    const struct mat34 local = scene_local(culprit);
    struct vec3 scale = mat34_scale(&local);
    return (struct vec3){-scale.x, scale.y, scale.z};
}

size_t scales_culprit(const struct scales *scales, enum scale_fault fault, size_t node)
{
    const struct scale_blame *blame = &scales->blames[node];
    if (fault == SCALE_ZERO || blame->zero != SCENE_NONE) {
        return fault == SCALE_ZERO ? blame->zero : SCENE_NONE;
    }
    if (fault == SCALE_MIRROR) {
        return is_mirrored(scales->avatar->scene, node) ? blame->mirror : SCENE_NONE;
    }
    if (!scale_is_uneven(uneven_scale(scales, node))) {
        return SCENE_NONE;
    }
    /* Many small differences can add up without a culprit; then it is the node itself. */
    return blame->uneven == SCENE_NONE ? node : blame->uneven;
}

struct vec3 scales_felt(const struct scales *scales, enum scale_fault fault, size_t node)
{
    switch (fault) {
    case SCALE_MIRROR:
        return mirror_scale(&scales->avatar->scene->nodes[scales->blames[node].mirror]);
    case SCALE_UNEVEN:
        return uneven_scale(scales, node);
    case SCALE_ZERO:
    case SCALE_FAULTS:
        break;
    }
    return scale_in_world(scales->avatar->scene, node);
}

/* ---- findings ---- */

void scales_measure(const struct scales *scales, enum scale_fault fault, size_t node, struct finding *finding)
{
    scale_measure(scales->avatar, scales_felt(scales, fault, node), scales_culprit(scales, fault, node), finding);
}

void scale_measure(const struct avatar *avatar, struct vec3 scale, size_t culprit, struct finding *finding)
{
    finding_measure(finding, "smallestScale", scale_smallest(scale));
    finding_measure(finding, "largestScale", scale_largest(scale));
    if (culprit != SCENE_NONE) {
        finding_blame(finding, WORDS_ALONE, scale_place(avatar->scene, culprit),
                      ARGUMENTS(the_node("thing", avatar, culprit)));
    }
}

struct place scale_place(const struct scene *scene, size_t node)
{
    const struct tree *json = scene->nodes[node].json;
    bool has_matrix = tree_get(json, "matrix") != NULL;
    return place_node(node, has_matrix ? "matrix" : tree_get(json, "scale") != NULL ? "scale" : NULL);
}
