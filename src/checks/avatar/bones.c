/*
 * The bones of an avatar: which there must be, and how they hang together.
 */
#include <string.h>

#include "base/pointer.h"
#include "checks/avatar/names.h"
#include "checks/likely.h"

static struct place list_place(void)
{
    return place_of(PLACE_BONE, 0, 0, NULL);
}

/* ---- which there are ---- */

static void check_required(const struct check *check)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    if (tree_count(humanoid->bones) == 0) {
        report(check->findings, MESSAGE_VRM_REQUIRED_BONE_MISSING__ALL, list_place(), NO_ARGUMENTS);
        return;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (bones[bone].required && humanoid->keys[bone] == NULL) {
            report(check->findings, MESSAGE_VRM_REQUIRED_BONE_MISSING__DEFAULT, list_place(),
                   ARGUMENTS(TEXT("bone", bones[bone].name)));
        }
    }
}

/* Moves the names of a thumb of VRM 0.x on by one joint; name: that of its middle. What has names of both can't be
 * told. */
static void rename_thumb(const struct check *check, struct finding *finding, const char *name)
{
    const struct tree *list = check->avatar->humanoid->bones;
    int side = (int)(strstr(name, "Thumb") - name);
    const char *first = arena_printf(check->arena, "%.*sThumbMetacarpal", side, name);
    const char *second = arena_printf(check->arena, "%.*sThumbProximal", side, name);
    if (tree_get(list, first) != NULL || tree_get(list, second) == NULL) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, arena_printf(check->arena, "1/%s", second), first);
    finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", second);
}

static void report_unknown(const struct check *check, const char *name)
{
    struct place place = place_of(PLACE_BONE, 0, 0, pointer_key(check->arena, "", name) + 1);
    const char *near = likely_bone(name);
    if (bone_is_old_thumb(name)) {
        rename_thumb(check,
                     report(check->findings, MESSAGE_VRM_UNKNOWN_BONE__THUMB, place, ARGUMENTS(TEXT("name", name))),
                     name);
    } else if (near != NULL && tree_get(check->avatar->humanoid->bones, near) == NULL) {
        finding_edit_at(report(check->findings, MESSAGE_VRM_UNKNOWN_BONE__MEANT, place,
                               ARGUMENTS(TEXT("name", name), TEXT("meant", near))),
                        VRMLINT_EDIT_RENAME, "0", near);
    } else {
        report(check->findings, MESSAGE_VRM_UNKNOWN_BONE__DEFAULT, place, ARGUMENTS(TEXT("name", name)));
    }
}

static void check_unknown(const struct check *check)
{
    const struct tree *list = check->avatar->humanoid->bones;
    bool is_beta = check->avatar->vrm1->is_beta;
    for (void *i = tree_first(list); i != NULL; i = tree_next(list, i)) {
        const char *name = tree_key(i);
        bool known =
            bone_by_name(name) != BONE_COUNT || tree_is_general_key(name) || (is_beta && bone_is_old_thumb(name));
        if (!known) {
            report_unknown(check, name);
        }
    }
}

static void check_root(const struct check *check)
{
    size_t hips = bone_by_name("hips");
    size_t node = check->avatar->humanoid->nodes[hips];
    if (node != SCENE_NONE && check->avatar->scene->nodes[node].parent == SCENE_NONE) {
        report(check->findings, MESSAGE_VRM_HIPS_IS_SCENE_ROOT__DEFAULT, avatar_bone_place(check, hips, "node"),
               ARGUMENTS(the_avatar_bone("bone", check, hips)));
    }
}

void check_avatar_bones(struct check *check)
{
    if (check->avatar->humanoid->bones == NULL) {
        return;
    }
    check_required(check);
    check_unknown(check);
    check_root(check);
}
