/*
 * Transforms of the skeleton of a VRM animation that apps don't expect: scales, and matrices.
 */
#include "checks/scales.h"
#include "checks/animation/names.h"

#define TOLERANCE 1e-4
#define DIGITS 6 /* significant, in messages */

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
