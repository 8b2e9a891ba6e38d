/*
 * The bones of a VRM animation: which there must and mustn't be, and how they hang together.
 */
#include <string.h>

#include "checks/animation/names.h"
#include "checks/mapping.h"
#include "ids/messages_animation.h"

/* Whether the file has an entry for a bone, whatever it is worth. */
static bool is_mapped(const struct vrma *vrma, size_t bone)
{
    return tree_get(vrma->bones, bones[bone].name) != NULL;
}

static struct place node_place(const struct check *check, size_t bone)
{
    return animated_bone_place(check, bone, "node");
}

static void relate_bone(const struct check *check, struct finding *finding, enum message related, size_t bone)
{
    finding_relate(finding, related, node_place(check, bone), ARGUMENTS(the_animated_bone("bone", check, bone)));
}

/* ---- which there are ---- */

static void check_required(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (vrma->bones == NULL) {
        return;
    }
    struct argument missing[BONE_COUNT];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (bones[bone].required && !is_mapped(vrma, bone)) {
            missing[count++] = TERM("", bones[bone].name);
        }
    }
    if (count == 0) {
        return;
    }
    bool draft = vrma->version == VRMA_DRAFT;
    struct finding *finding = report(
        check->findings,
        draft ? MESSAGE_ANIMATION_REQUIRED_BONE_MISSING__DRAFT : MESSAGE_ANIMATION_REQUIRED_BONE_MISSING__DEFAULT,
        place_at(vrma->flat ? VRMA_POINTER "/humanoid" : VRMA_POINTER "/humanoid/humanBones"),
        ARGUMENTS(COUNT("count", count), argument_list("bones", missing, count, count, JOIN_COMMA)));
    finding_measure(finding, "bones", (double)count);
    if (draft) {
        finding_severity(finding, VRMLINT_WARNING);
    }
}

static void check_eyes(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = animated_bone_node(vrma, bone);
        if (bones[bone].class != BONE_EYE || node == SCENE_NONE) {
            continue;
        }
        bool moved = vrma->channels_begin[node] < vrma->channels_begin[node + 1];
        bool is_bone = vrma->roles[node].bone != BONE_COUNT;
        /* what moves it is reported as that, unless it is open whom it moves; and so is a node that is a bone too */
        if (!is_bone && (!moved || vrma->roles[node].reused)) {
            report(check->findings, MESSAGE_ANIMATION_EYE_BONE_DEFINED__DEFAULT, node_place(check, bone),
                   ARGUMENTS(the_animated_bone("bone", check, bone)));
        }
    }
}

static void check_duplicates(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = animated_bone_node(vrma, bone);
        size_t first = node == SCENE_NONE ? BONE_COUNT : vrma->roles[node].bone;
        if (first == BONE_COUNT || first == bone) {
            continue; /* two eyes on one node are two entries too many, and reported as those */
        }
        enum message message = bones[bone].class == BONE_EYE ? MESSAGE_ANIMATION_BONE_DUPLICATE_NODE__EYE
                               : bones[bone].required        ? MESSAGE_ANIMATION_BONE_DUPLICATE_NODE__REQUIRED
                                                             : MESSAGE_ANIMATION_BONE_DUPLICATE_NODE__OPTIONAL;
        struct finding *finding = report(check->findings, message, node_place(check, bone),
                                         ARGUMENTS(TEXT("first", bones[first].name), TEXT("bone", bones[bone].name),
                                                   the_node("node", check->avatar, node)));
        relate_bone(check, finding, RELATED_ANIMATION_BONE_DUPLICATE_NODE__DEFAULT, first);
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
        if (other != bone && animated_bone_node(vrma, other) == node) {
            return true;
        }
    }
    return false;
}

static void map(const struct check *check, struct mapping *mapping)
{
    const struct vrma *vrma = check->avatar->vrma;
    *mapping = (struct mapping){.scene = check->avatar->scene};
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        bool is_judged = vrma->nodes[bone] != SCENE_NONE && !shares_node(vrma, bone);
        mapping->nodes[bone] = is_judged ? vrma->nodes[bone] : SCENE_NONE;
        mapping->parents[bone] = effective_parent(vrma, bone);
    }
    mapping_judge(mapping);
}

static void check_parent(const struct check *check, const struct mapping *mapping, size_t bone)
{
    const struct misplaced *misplaced = &mapping->misplaced[bone];
    if (!misplaced->is) {
        return;
    }
    size_t parent = mapping->parents[bone];
    struct argument child = the_animated_bone("bone", check, bone);
    struct argument above = the_animated_bone("parent", check, parent);
    struct finding *finding;
    if (mapping_is_reversed(mapping, bone)) {
        finding = report(check->findings, MESSAGE_ANIMATION_BONE_BAD_PARENT__REVERSED, node_place(check, bone),
                         ARGUMENTS(child, above));
    } else if (misplaced->other == BONE_COUNT) {
        finding = report(check->findings, MESSAGE_ANIMATION_BONE_BAD_PARENT__ELSEWHERE, node_place(check, bone),
                         ARGUMENTS(child, above));
    } else {
        finding = report(check->findings, MESSAGE_ANIMATION_BONE_BAD_PARENT__EXCHANGED, node_place(check, bone),
                         ARGUMENTS(child, above, TEXT("one", bones[misplaced->culprit].name),
                                   TEXT("other", bones[misplaced->other].name)));
    }
    relate_bone(check, finding, RELATED_ANIMATION_BONE_BAD_PARENT__DEFAULT, misplaced->culprit);
    if (misplaced->culprit != parent) {
        relate_bone(check, finding, RELATED_ANIMATION_BONE_BAD_PARENT__DEFAULT, parent);
    }
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
    report(check->findings, MESSAGE_ANIMATION_BONE_NEEDS_PARENT__DEFAULT, node_place(check, bone),
           ARGUMENTS(the_animated_bone("bone", check, bone), TEXT("parent", bones[bone].parent)));
}

static void check_hierarchy(const struct check *check)
{
    struct mapping mapping;
    map(check, &mapping);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (check->avatar->vrma->nodes[bone] != SCENE_NONE) {
            check_parent(check, &mapping, bone);
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
        struct finding *finding =
            report(check->findings, MESSAGE_ANIMATION_BONE_NOT_IN_SCENE__DEFAULT, node_place(check, bone),
                   ARGUMENTS(the_animated_bone("bone", check, bone), the_node("root", check->avatar, root)));
        finding_relate(finding, RELATED_ANIMATION_BONE_NOT_IN_SCENE__DEFAULT, place_node(root, NULL), NO_ARGUMENTS);
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
