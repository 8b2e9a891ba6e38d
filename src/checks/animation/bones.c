/*
 * The bones of a VRM animation: which there must and mustn't be, and how they hang together. Catalogue:
 * constraint-animation.md sections 2.4 and 2.5, bones.
 */
#include <string.h>

#include "checks/animation/names.h"
#include "checks/spring/places.h"

/* Whether the file has an entry for a bone, whatever it is worth. */
static bool is_mapped(const struct vrma *vrma, size_t bone)
{
    return tree_get(vrma->bones, bones[bone].name) != NULL;
}

/* The node of a bone, be it an eye, or SCENE_NONE. */
static size_t node_of(const struct vrma *vrma, size_t bone)
{
    if (bones[bone].class == BONE_EYE) {
        return vrma->eyes[bone == bone_by_name("rightEye")];
    }
    return vrma->nodes[bone];
}

static const char *node_pointer(const struct check *check, size_t bone)
{
    return vrma_bone_pointer(check->avatar->vrma, check->arena, bone, "node");
}

static void relate_bone(const struct check *check, struct finding *finding, size_t bone)
{
    finding_relate_english(finding, node_pointer(check, bone), "%s", animation_bone(check, bone));
}

/* ---- which there are ---- */

static void check_required(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (vrma->bones == NULL) {
        return;
    }
    struct place_list list = PLACE_LIST_INIT(check->arena, FINDING_LIST_MAX);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (bones[bone].required && !is_mapped(vrma, bone)) {
            place_list_add(&list, bones[bone].name);
        }
    }
    size_t count = list.count;
    if (count == 0) {
        return;
    }
    bool draft = vrma->version == VRMA_DRAFT;
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_REQUIRED_BONE_MISSING,
        vrma->flat ? VRMA_POINTER "/humanoid" : VRMA_POINTER "/humanoid/humanBones",
        "The humanoid lacks %zu of the 15 bones that %s (%s)%s apps that build a whole skeleton don't load the "
        "animation: map %s",
        count, draft ? "1.0 requires" : "are required", place_list_text(&list),
        draft ? "; the draft doesn't, but" : ", and", count == 1 ? "it to its node" : "them to their nodes");
    finding_measure(finding, "bones", (double)count);
    if (draft) {
        finding_severity(finding, VRMLINT_WARNING);
    }
}

static void check_eyes(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = node_of(vrma, bone);
        if (bones[bone].class != BONE_EYE || node == SCENE_NONE) {
            continue;
        }
        bool moved = vrma->channels_begin[node] < vrma->channels_begin[node + 1];
        bool is_bone = vrma->roles[node].bone != BONE_COUNT;
        /* what moves it is reported as that, unless it is open whom it moves; and so is a node that is a bone too */
        if (!is_bone && (!moved || vrma->roles[node].reused)) {
            report_english(
                check->findings, RULE_ANIMATION_EYE_BONE_DEFINED, node_pointer(check, bone),
                "%s: eyes are none of the bones of a VRM animation, lookAt turns them, and apps pass over the entry: "
                "delete it",
                animation_capital(check, animation_bone(check, bone)));
        }
    }
}

static void check_duplicates(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = node_of(vrma, bone);
        size_t first = node == SCENE_NONE ? BONE_COUNT : vrma->roles[node].bone;
        if (first == BONE_COUNT || first == bone) {
            continue; /* two eyes on one node are two entries too many, and reported as those */
        }
        const char *advice = bones[bone].class == BONE_EYE
                                 ? "delete the entry, for lookAt turns the eyes"
                                 : arena_printf(check->arena, "map '%s' to a node of its own%s", bones[bone].name,
                                                bones[bone].required ? "" : ", or delete the entry");
        struct finding *finding = report_english(
            check->findings, RULE_ANIMATION_BONE_DUPLICATE_NODE, node_pointer(check, bone),
            "Bones '%s' and '%s' are the same node, %s, but one node can be only one bone: three-vrm moves the "
            "one that stands last in the file, others refuse the animation: %s",
            bones[first].name, bones[bone].name, name_node(check->avatar, node), advice);
        relate_bone(check, finding, first);
    }
}

/* ---- how they hang together ---- */

/* The nearest bone above in the table that the file maps, or BONE_COUNT. */
static size_t effective_parent(const struct vrma *vrma, size_t bone)
{
    const char *parent = bones[bone].parent;
    while (parent != NULL && !is_mapped(vrma, bone_by_name(parent))) {
        parent = bones[bone_by_name(parent)].parent;
    }
    return parent == NULL ? BONE_COUNT : bone_by_name(parent);
}

static bool shares_node(const struct vrma *vrma, size_t bone)
{
    size_t node = vrma->nodes[bone];
    for (size_t other = 0; other < BONE_COUNT; other++) {
        if (other != bone && node_of(vrma, other) == node) {
            return true;
        }
    }
    return false;
}

static void check_parent(const struct check *check, size_t bone)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct scene *scene = check->avatar->scene;
    size_t parent = effective_parent(vrma, bone);
    size_t above = parent == BONE_COUNT ? SCENE_NONE : vrma->nodes[parent];
    if (above == SCENE_NONE || scene_is_above(scene, above, vrma->nodes[bone]) || shares_node(vrma, bone) ||
        shares_node(vrma, parent)) {
        return;
    }
    bool reversed = scene_is_above(scene, vrma->nodes[bone], above);
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_BONE_BAD_PARENT, node_pointer(check, bone),
        "%s %s %s, it must hang below it: %s", animation_capital(check, animation_bone(check, bone)),
        reversed ? "is above" : "doesn't hang below", animation_bone(check, parent),
        reversed ? "the two look swapped, so map each to the other's node" : "map both to the nodes that are meant");
    relate_bone(check, finding, parent);
}

/* A thumb under the names of VRM 0.x, which animation/unknown-bone is about. */
static bool is_thumb_of_vrm0(const struct vrma *vrma, size_t bone)
{
    return (strcmp(bones[bone].name, "leftThumbProximal") == 0 &&
            tree_get(vrma->bones, "leftThumbIntermediate") != NULL) ||
           (strcmp(bones[bone].name, "rightThumbProximal") == 0 &&
            tree_get(vrma->bones, "rightThumbIntermediate") != NULL);
}

static void check_needed(const struct check *check, size_t bone)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (!bones[bone].needs_parent || is_mapped(vrma, bone_by_name(bones[bone].parent)) ||
        is_thumb_of_vrm0(vrma, bone)) {
        return;
    }
    report_english(check->findings, RULE_ANIMATION_BONE_NEEDS_PARENT, node_pointer(check, bone),
                   "%s needs the bone '%s' above it, which isn't mapped: map that too, or map this node as '%s'",
                   animation_capital(check, animation_bone(check, bone)), bones[bone].parent, bones[bone].parent);
}

static void check_hierarchy(const struct check *check)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (check->avatar->vrma->nodes[bone] != SCENE_NONE) {
            check_parent(check, bone);
            check_needed(check, bone);
        }
    }
}

/* ---- whether they are in the scene ---- */

static void check_scene(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct scene *scene = check->avatar->scene;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t root = vrma->nodes[bone];
        if (root == SCENE_NONE || scene->nodes[root].in_default) {
            continue;
        }
        while (scene->nodes[root].parent != SCENE_NONE) {
            root = scene->nodes[root].parent;
        }
        struct finding *finding = report_english(
            check->findings, RULE_ANIMATION_BONE_NOT_IN_SCENE, node_pointer(check, bone),
            "%s lies outside the scene, so that apps don't know its rest pose: add %s to the nodes of the scene",
            animation_capital(check, animation_bone(check, bone)), name_node(check->avatar, root));
        finding_relate_english(finding, animation_node_pointer(check, root), "the root of its branch");
    }
}

void check_animation_bones(struct check *check)
{
    if (!check->avatar->vrma->present) {
        return;
    }
    check_required(check);
    check_eyes(check);
    check_duplicates(check);
    check_hierarchy(check);
    check_scene(check);
}
