/* VRM 0.x: the bone that the wearer sees from, and meshes that several nodes share. */
#include "checks/avatar/names.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0_avatar.h"

/* ---- the bone ---- */

static void check_bone(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    const struct vrm0_avatar *vrm0 = avatar->vrm0_avatar;
    size_t node = scene_resolve(avatar->scene, tree_get(vrm0->first_person, "firstPersonBone"));
    size_t head = vrm0->nodes[bone_by_name("head")];
    if (node != SCENE_NONE && head != SCENE_NONE && node != head) {
        finding_set_number(report(check->findings, MESSAGE_VRM0_FIRST_PERSON_BONE_NOT_HEAD__DEFAULT,
                                  place_of(PLACE_VRM0_FIRST_PERSON, 0, 0, "firstPersonBone"),
                                  ARGUMENTS(the_node("node", avatar, node), the_node("head", avatar, head))),
                           "0", (double)head);
    }
}

/* ---- meshes ---- */

/* Expressions and annotations name a mesh, so that they can't tell the nodes that share it apart. */
static void check_shared(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    for (size_t i = 0; i < avatar->vrm0_avatar->mesh_count; i++) {
        const struct vrm0_mesh *mesh = &avatar->vrm0_avatar->meshes[i];
        if (mesh->shown_next == SCENE_NONE || !scene_usable(avatar->scene, mesh->shown_next)) {
            continue;
        }
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_SHARED_MESH__DEFAULT, place_node(mesh->shown_next, "mesh"),
                   ARGUMENTS(the_avatar_mesh("mesh", check, i), the_node("first", avatar, mesh->shown),
                             the_node("second", avatar, mesh->shown_next)));
        finding_relate(finding, RELATED_VRM0_SHARED_MESH__FIRST, place_node(mesh->shown, "mesh"), NO_ARGUMENTS);
    }
}

void check_vrm0_first_person(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    if (vrm0->first_person != NULL) {
        check_bone(check);
    }
    check_shared(check);
}
