/* Names of unknown bones, in VRM 1.0 and in VRM animations. In VRM 0.x the schema check finds them. */
#include <string.h>

#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/animation/names.h"
#include "checks/body/body.h"
#include "checks/likely.h"
#include "ids/messages_animation.h"
#include "ids/messages_vrm.h"
#include "tables/extensions.h"

struct list {
    struct check *check;
    enum dialect dialect;
    const struct tree *bones;
    bool is_foreign; /* some name belongs to another skeleton; then names in another letter case count as that too */
};

static const char *bones_pointer(const struct list *list)
{
    return list->dialect == DIALECT_VRM1 ? VRM1_POINTER "/humanoid/humanBones" : VRMA_POINTER "/humanoid/humanBones";
}

static struct finding *report_name(const struct list *list, enum message message, const char *name,
                                   struct argument meant, struct argument metacarpal)
{
    return report_twin(list->check->findings, list->dialect, message,
                       place_at(pointer_key(list->check->arena, bones_pointer(list), name)),
                       ARGUMENTS(TEXT("name", name), meant, metacarpal));
}

/* Whether the animation leaves the node of an entry as it is. */
static bool is_still(const struct list *list, const char *name)
{
    const struct avatar *avatar = list->check->avatar;
    const struct vrma *vrma = avatar->vrma;
    size_t node = scene_resolve(avatar->scene, tree_get(tree_get(list->bones, name), "node"));
    if (node == SCENE_NONE || node >= vrma->node_count) {
        return false;
    }
    for (size_t i = vrma->channels_begin[node]; i < vrma->channels_begin[node + 1]; i++) {
        if (!check_channel_is_still(list->check, vrma->channels[i])) {
            return false;
        }
    }
    return true;
}

/* Reports the middle bone of a thumb of VRM 0.x. VRM 1.0 shifted the names of the thumb by one joint. If the thumb
 * has names of both generations, the right mapping is unknown. */
static void report_thumb(const struct list *list, const char *name)
{
    int side = (int)(strstr(name, "Thumb") - name);
    const char *first = arena_printf(list->check->arena, "%.*sThumbMetacarpal", side, name);
    const char *second = arena_printf(list->check->arena, "%.*sThumbProximal", side, name);
    bool has_second = tree_get(list->bones, second) != NULL;
    struct finding *finding =
        report_name(list, MESSAGE_VRM_UNKNOWN_BONE__THUMB, name, TEXT("now", second), TEXT("metacarpal", first));
    /* in an avatar, the joint needs the previous one */
    if (tree_get(list->bones, first) != NULL || (!has_second && list->dialect == DIALECT_VRM1)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    finding_fix(finding, VRMLINT_FIX_UNSAFE);
    if (has_second) {
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, arena_printf(list->check->arena, "1/%s", second), first);
    }
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", second);
}

/* Returns the bone for a name in another letter case or of another skeleton; NULL for other names. */
static const char *bone_renamed(const char *name)
{
    return bone_by_name(name) == BONE_COUNT ? bone_elsewhere(name) : NULL;
}

/* Whether a name is from another skeleton, and not just in another letter case. */
static bool is_foreign(const char *name)
{
    const char *right = bone_renamed(name);
    return right != NULL && !extension_same_but_case(name, right);
}

/* Whether a bone required by VRM 1.0 exists only in another letter case or under the name of another skeleton. */
static bool renaming_loses_bones(const struct list *list)
{
    for (void *i = tree_first(list->bones); i != NULL; i = tree_next(list->bones, i)) {
        const char *name = tree_key(i);
        const char *right = bone_renamed(name);
        if (right != NULL && bones[bone_by_name(right)].required && tree_get(list->bones, right) == NULL) {
            return true;
        }
    }
    return false;
}

/* Reports a name in another letter case or of another skeleton. All of them are one mistake, as severe as
 * the worst. */
static void report_renamed(const struct list *list, enum message message, const char *name, const char *right)
{
    bool is_animation = list->dialect == DIALECT_ANIMATION;
    bool still = is_animation && !bones[bone_by_name(right)].required && is_still(list, name);
    struct finding *finding = report_name(list, still ? MESSAGE_ANIMATION_UNKNOWN_BONE__NEAR_STILL : message, name,
                                          TEXT("correct", right), argument_end());
    if (still) {
        finding_severity(finding, VRMLINT_INFO);
    } else if (is_animation || renaming_loses_bones(list)) {
        finding_severity(finding, VRMLINT_ERROR);
    }
    absent_note(list->check, finding, ABSENT_NAME, pointer_key(list->check->arena, bones_pointer(list), right));
    finding_fix(finding, VRMLINT_FIX_UNSAFE);
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", right);
}

/*
 * Reports an unknown name if its node also belongs to an expression or the gaze, and the animation moves that.
 * Returns whether it is so. three-vrm searches the bone of a node first, under any name, and plays nothing else with
 * the node.
 */
static bool check_taken(const struct list *list, const char *name)
{
    struct check *check = list->check;
    const struct vrma *vrma = check->avatar->vrma;
    size_t node = scene_resolve(check->avatar->scene, tree_get(tree_get(list->bones, name), "node"));
    if (list->dialect != DIALECT_ANIMATION || node >= vrma->node_count || is_still(list, name)) {
        return false;
    }
    const struct vrma_node *role = &vrma->roles[node];
    bool is_taken = role->bone == BONE_COUNT && (role->expression != VRMA_NONE || role->look_at);
    if (is_taken) {
        struct argument other = role->expression != VRMA_NONE
                                    ? the_animated_expression("other", check, role->expression)
                                    : the_animated_gaze("other", check);
        struct finding *finding = report_name(list, MESSAGE_ANIMATION_UNKNOWN_BONE__TAKEN, name, other, argument_end());
        finding_severity(finding, VRMLINT_ERROR);
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    }
    return is_taken;
}

static void report_unknown(const struct list *list, const char *name)
{
    bool is_animation = list->dialect == DIALECT_ANIMATION;
    const char *near = likely_bone(name);
    bool is_free = near != NULL && tree_get(list->bones, near) == NULL;
    struct argument none = argument_end();
    if (is_free && (is_foreign(name) || (list->is_foreign && bone_elsewhere(name) != NULL)) &&
        !(is_animation && bones[bone_by_name(near)].class == BONE_EYE)) {
        report_renamed(list, MESSAGE_VRM_UNKNOWN_BONE__FOREIGN, name, near);
    } else if (bone_is_old_thumb(name)) {
        report_thumb(list, name);
    } else if (near != NULL && is_animation && bones[bone_by_name(near)].class == BONE_EYE) {
        struct finding *finding = report_name(list, MESSAGE_ANIMATION_UNKNOWN_BONE__EYE, name, none, none);
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    } else if (is_animation && !is_free && is_still(list, name)) {
        struct finding *finding = report_name(list, MESSAGE_ANIMATION_UNKNOWN_BONE__STILL, name, none, none);
        finding_severity(finding, VRMLINT_INFO);
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    } else if (near != NULL && (is_animation || is_free)) {
        if (is_free && extension_same_but_case(name, near)) {
            report_renamed(list, MESSAGE_VRM_UNKNOWN_BONE__OTHER_CASE, name, near);
            return;
        }
        bool is_needed = is_free && !is_animation && bones[bone_by_name(near)].required;
        bool still = is_free && is_animation && is_still(list, name);
        struct finding *finding = report_name(list,
                                              is_needed ? MESSAGE_VRM_UNKNOWN_BONE__NEEDED
                                              : still   ? MESSAGE_ANIMATION_UNKNOWN_BONE__NEAR_STILL
                                                        : MESSAGE_VRM_UNKNOWN_BONE__MEANT,
                                              name, TEXT(still ? "correct" : "meant", near), none);
        if (is_needed) {
            finding_severity(finding, VRMLINT_ERROR);
        }
        if (is_free) {
            absent_note(list->check, finding, ABSENT_NAME, pointer_key(list->check->arena, bones_pointer(list), near));
        }
        if (is_free) {
            finding_fix(finding, VRMLINT_FIX_UNSAFE);
            finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", near);
        }
        if (is_free && is_animation) { /* if it moves, the movement is lost */
            finding_severity(finding, still ? VRMLINT_INFO : VRMLINT_ERROR);
        }
    } else {
        report_name(list, MESSAGE_VRM_UNKNOWN_BONE__DEFAULT, name, none, none);
    }
}

/* Checks extras and extensions, which any object may have. three-vrm looks up their node and throws if they have
 * none. */
static void check_general(const struct list *list, const char *name)
{
    size_t node;
    const struct tree *entry = tree_get(list->bones, name);
    if (list->dialect == DIALECT_VRM1 &&
        !tree_index(tree_get(entry, "node"), list->check->avatar->scene->bound, &node)) {
        struct finding *finding =
            report_name(list, MESSAGE_VRM_UNKNOWN_BONE__GENERAL, name, argument_end(), argument_end());
        finding_severity(finding, VRMLINT_ERROR);
        finding_fix(finding, VRMLINT_FIX_UNSAFE);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    }
}

/* Reports bones one level too deep, in an entry that has the name of the list. */
static void report_nested(const struct list *list, const char *name, const struct tree *inner)
{
    struct finding *finding = report_name(list, MESSAGE_VRM_UNKNOWN_BONE__NESTED, name, argument_end(), argument_end());
    finding_severity(finding, VRMLINT_ERROR);
    finding_fix(finding, VRMLINT_FIX_NONE);
    absent_note(list->check, finding, ABSENT_NAME, bones_pointer(list));
    for (size_t i = 0; i < BONE_COUNT; i++) {
        if (tree_get(inner, bones[i].name) != NULL && tree_get(list->bones, bones[i].name) == NULL) {
            absent_note(list->check, finding, ABSENT_NAME,
                        pointer_key(list->check->arena, bones_pointer(list), bones[i].name));
        }
    }
}

static void check_list(struct list *list)
{
    bool is_beta = list->dialect == DIALECT_VRM1 && list->check->avatar->vrm1->is_beta;
    for (void *i = tree_first(list->bones); i != NULL && !list->is_foreign; i = tree_next(list->bones, i)) {
        list->is_foreign = is_foreign(tree_key(i));
    }
    for (void *i = tree_first(list->bones); i != NULL; i = tree_next(list->bones, i)) {
        const char *name = tree_key(i);
        if (tree_is_general_key(name)) {
            check_general(list, name);
        } else if (strcmp(name, "humanBones") == 0 && humanoid_is_nested(tree_value(i))) {
            report_nested(list, name, tree_value(i));
        } else if (bone_by_name(name) == BONE_COUNT && !(is_beta && bone_is_old_thumb(name)) &&
                   !check_taken(list, name)) {
            report_unknown(list, name);
        }
    }
}

void check_bone_names(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    check_list(&(struct list){check, DIALECT_VRM1, check->avatar->humanoid->bones, false});
    /* in a flat layout other members may be beside the bones; the schema has checked them */
    check_list(&(struct list){check, DIALECT_ANIMATION, vrma->flat ? NULL : vrma->bones, false});
}
