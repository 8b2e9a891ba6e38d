/*
 * Transforms of the skeleton of a VRM animation that apps don't expect: scales, and matrices. Catalogue:
 * constraint-animation.md section 2.5, rest pose.
 */
#include "checks/scales.h"
#include "checks/animation/names.h"

#define TOLERANCE 1e-4

/* "bone 'hips' on 'Hips' (node 1)", or "'Armature' (node 0), above the bones,". */
static const char *who(const struct check *check, size_t node)
{
    size_t bone = check->avatar->vrma->roles[node].bone;
    return bone != BONE_COUNT ? animation_bone(check, bone)
                              : arena_printf(check->arena, "%s, above the bones,", name_node(check->avatar, node));
}

static bool is_one(struct vec3 scale)
{
    return fabs(scale.x - 1) <= TOLERANCE && fabs(scale.y - 1) <= TOLERANCE && fabs(scale.z - 1) <= TOLERANCE;
}

static void check_scale(const struct check *check, size_t node)
{
    struct vec3 scale = check->avatar->scene->nodes[node].scale;
    double least = scale_smallest(scale);
    double most = scale_largest(scale);
    struct finding *finding = NULL;
    if (least <= 0 || most - least > TOLERANCE * most) {
        finding =
            report_english(check->findings, RULE_ANIMATION_REST_SCALE_INVALID, animation_node_pointer(check, node),
                           "%s has the scale %.6g %.6g %.6g at rest; it must be above 0 and the same on all axes, or "
                           "turns come out skewed: apply the scale in the modelling tool",
                           animation_capital(check, who(check, node)), scale.x, scale.y, scale.z);
    } else if (!is_one(scale)) {
        finding = report_english(
            check->findings, RULE_ANIMATION_REST_SCALE, animation_node_pointer(check, node),
            "%s has the scale %.6g at rest, recommended is 1, because some apps scale the motion with it "
            "and others don't: apply the scale in the modelling tool",
            animation_capital(check, who(check, node)), most);
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
    struct finding *finding =
        report_english(check->findings, RULE_ANIMATION_BONE_NODE_HAS_MATRIX, animation_node_pointer(check, node),
                       "%s is placed by a matrix%s: write it as translation, rotation and scale",
                       animation_capital(check, who(check, node)),
                       animated ? ", which can't be animated, so that apps drop its motion or refuse the file"
                                : ", with which it can't be animated later");
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
