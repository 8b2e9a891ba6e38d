/* The bones of a VRM animation: required and forbidden ones, and whether they are in the scene. */
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/animation/names.h"
#include "ids/messages_animation.h"

/* Whether the file has an entry for a bone, valid or not. */
static bool is_mapped(const struct vrma *vrma, size_t bone)
{
    return tree_get(vrma->bones, bones[bone].name) != NULL;
}

static struct place node_place(const struct check *check, size_t bone)
{
    return animated_bone_place(check, bone, "node");
}

/* ---- required and forbidden bones ---- */

static void check_required(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (vrma->bones == NULL) {
        return;
    }
    struct argument missing[BONE_COUNT];
    size_t count = 0;
    size_t last = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (bones[bone].required && !is_mapped(vrma, bone)) {
            last = bone;
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
    if (count == 1) { /* a misspelt name can explain only one missing bone */
        absent_note_lack(check, finding, bones[last].name);
    }
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
        /* channels that move it are reported elsewhere, unless it is unclear what they move; a node that is a bone
         * too is also reported elsewhere */
        if (!is_bone && (!moved || vrma->roles[node].reused)) {
            report(check->findings, MESSAGE_ANIMATION_EYE_BONE_DEFINED__DEFAULT, node_place(check, bone),
                   ARGUMENTS(the_animated_bone("bone", check, bone)));
        }
    }
}

/* ---- the scene ---- */

static void check_scene(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct scene *scene = check->avatar->scene;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = vrma->nodes[bone];
        if (node == SCENE_NONE || scene->nodes[node].in_default) {
            continue;
        }
        size_t root = scene_topmost(scene, node);
        struct finding *finding =
            report(check->findings, MESSAGE_ANIMATION_BONE_NOT_IN_SCENE__DEFAULT, node_place(check, bone),
                   ARGUMENTS(the_animated_bone("bone", check, bone), the_node("root", check->avatar, root)));
        finding_relate(finding, RELATED_ANIMATION_BONE_NOT_IN_SCENE__DEFAULT, place_node(root, NULL), NO_ARGUMENTS);
    }
}

void check_animation_bones(struct check *check)
{
    check_required(check);
    check_eyes(check);
    check_scene(check);
}
