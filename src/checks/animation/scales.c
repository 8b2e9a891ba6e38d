/* Transforms in the skeleton of a VRM animation that apps don't expect: scales and matrices. */
#include "checks/scales.h"
#include "checks/animation/names.h"
#include "ids/messages_animation.h"

#define TOLERANCE 1e-4
#define DIGITS 6 /* significant digits, in messages */
#define SHEAR_TOLERANCE 1e-5

static bool is_one(struct vec3 scale)
{
    return fabs(scale.x - 1) <= TOLERANCE && fabs(scale.y - 1) <= TOLERANCE && fabs(scale.z - 1) <= TOLERANCE;
}

static void check_scale(const struct check *check, size_t node)
{
    struct vec3 scale = check->avatar->scene->nodes[node].scale;
    double least = scale_smallest(scale);
    double most = scale_largest(scale);
    size_t bone = check->avatar->vrma->roles[node].bone;
    bool is_bone = bone != BONE_COUNT;
    struct argument who = is_bone ? the_animated_bone("bone", check, bone) : the_node("node", check->avatar, node);
    struct finding *finding = NULL;
    if (least <= 0 || most - least > TOLERANCE * most) {
        finding = report(
            check->findings,
            is_bone ? MESSAGE_ANIMATION_REST_SCALE_INVALID__BONE : MESSAGE_ANIMATION_REST_SCALE_INVALID__ABOVE,
            place_node(node, NULL),
            ARGUMENTS(who, NUMBER("x", scale.x, DIGITS), NUMBER("y", scale.y, DIGITS), NUMBER("z", scale.z, DIGITS)));
    } else if (!is_one(scale)) {
        finding =
            report(check->findings, is_bone ? MESSAGE_ANIMATION_REST_SCALE__BONE : MESSAGE_ANIMATION_REST_SCALE__ABOVE,
                   place_node(node, NULL), ARGUMENTS(who, argument_number("scale", most, 1, UNIT_NONE, DIGITS)));
    }
    finding_measure(finding, "smallestScale", least);
    finding_measure(finding, "largestScale", most);
}

/* Returns the rotation with these axes, which are orthogonal, of length 1 and right-handed. */
static struct quat rotation_of(struct vec3 x, struct vec3 y, struct vec3 z)
{
    /* four times the squares of w, x, y and z; dividing by the largest is safe */
    double squares[4] = {1 + x.x + y.y + z.z, 1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z};
    size_t most = 0;
    for (size_t i = 1; i < 4; i++) {
        most = squares[i] > squares[most] ? i : most;
    }
    struct quat q = most == 0   ? (struct quat){y.z - z.y, z.x - x.z, x.y - y.x, squares[0]}
                    : most == 1 ? (struct quat){squares[1], x.y + y.x, z.x + x.z, y.z - z.y}
                    : most == 2 ? (struct quat){x.y + y.x, squares[2], y.z + z.y, z.x - x.z}
                                : (struct quat){z.x + x.z, y.z + z.y, squares[3], x.y - y.x};
    return quat_normalise(q);
}

/* Adds edits that replace a matrix by translation, rotation and scale. For a sheared or flat matrix this is
 * impossible. */
static void take_apart(struct finding *finding, const struct mat34 *matrix)
{
    struct vec3 scale = mat34_scale(matrix);
    struct vec3 translation = mat34_translation(matrix);
    if (mat34_determinant(matrix) < 0) {
        scale.x = -scale.x;
    }
    struct vec3 x = vec3_scale(mat34_column(matrix, 0), 1 / scale.x);
    struct vec3 y = vec3_scale(mat34_column(matrix, 1), 1 / scale.y);
    struct vec3 z = vec3_scale(mat34_column(matrix, 2), 1 / scale.z);
    double shear = fabs(vec3_dot(x, y)) + fabs(vec3_dot(y, z)) + fabs(vec3_dot(z, x));
    if (!(shear < SHEAR_TOLERANCE)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    struct quat q = rotation_of(x, y, z);
    finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0/matrix", NULL);
    finding_set_numbers(finding, "0/translation", (const double[]){translation.x, translation.y, translation.z}, 3);
    finding_set_numbers(finding, "0/rotation", (const double[]){q.x, q.y, q.z, q.w}, 4);
    finding_set_numbers(finding, "0/scale", (const double[]){scale.x, scale.y, scale.z}, 3);
}

static void check_matrix(const struct check *check, size_t node)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (!check->avatar->scene->nodes[node].has_matrix) {
        return;
    }
    bool animated = vrma->channels_begin[node] < vrma->channels_begin[node + 1];
    struct finding *finding = report(
        check->findings,
        animated ? MESSAGE_ANIMATION_BONE_NODE_HAS_MATRIX__ANIMATED : MESSAGE_ANIMATION_BONE_NODE_HAS_MATRIX__STILL,
        place_node(node, NULL), ARGUMENTS(the_animated_bone("bone", check, vrma->roles[node].bone)));
    finding_severity(finding, animated ? VRMLINT_ERROR : VRMLINT_INFO);
    const struct mat34 local = scene_local(&check->avatar->scene->nodes[node]);
    take_apart(finding, &local);
}

void check_animation_scales(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    for (size_t node = 0; node < vrma->node_count; node++) {
        bool is_bone = vrma->roles[node].bone != BONE_COUNT;
        if (is_bone || vrma->roles[node].above_bone) {
            check_scale(check, node);
        }
        if (is_bone) {
            check_matrix(check, node);
        }
    }
}
