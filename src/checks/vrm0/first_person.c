/* VRM 0.x: what the wearer sees, by mesh. */
#include "checks/absent.h"
#include "checks/vrm0/avatar.h"
#include "extensions.h"
#include "ids/messages_vrm0_avatar.h"

enum flag { FLAG_AUTO, FLAG_BOTH, FLAG_THIRD, FLAG_FIRST };

static enum flag flag_of(const struct tree *annotation)
{
    const char *text = tree_text(tree_get(annotation, "firstPersonFlag"), NULL);
    return text == NULL                                       ? FLAG_AUTO
           : extension_same_but_case(text, "ThirdPersonOnly") ? FLAG_THIRD
           : extension_same_but_case(text, "FirstPersonOnly") ? FLAG_FIRST
           : extension_same_but_case(text, "Both")            ? FLAG_BOTH
                                                              : FLAG_AUTO;
}

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

/* ---- annotations ---- */

static struct argument the_mesh(const struct check *check, size_t mesh)
{
    struct place place = place_of(PLACE_MESH, mesh, 0, NULL);
    return the_place("mesh", check->avatar, &place, false);
}

/* An annotation of a mesh that isn't there, or that no node has. */
static bool check_mesh(struct check *check, size_t at, const struct tree *index)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    struct place place = place_of(PLACE_VRM0_ANNOTATION, at, 0, "mesh");
    double number;
    size_t mesh;
    if (!document_has_list(check->avatar->document, "meshes") || !tree_number(index, &number) ||
        number != floor(number) || fabs(number) >= TREE_OVERFLOW) {
        return false;
    }
    if (!tree_index(index, vrm0->mesh_count, &mesh)) {
        struct finding *finding = vrm0->mesh_count == 0
                                      ? report(check->findings, MESSAGE_VRM0_ANNOTATION_MESH_MISSING__NONE, place,
                                               ARGUMENTS(COUNT("annotation", at), NUMBER("mesh", number, 15)))
                                      : report(check->findings, MESSAGE_VRM0_ANNOTATION_MESH_MISSING__BEYOND, place,
                                               ARGUMENTS(COUNT("annotation", at), NUMBER("mesh", number, 15),
                                                         COUNT("count", vrm0->mesh_count)));
        finding_measure(finding, "mesh", number);
        if (vrm0->mesh_count == 0) {
            absent_note(check, finding, ABSENT_LEADS, "/meshes");
        }
        return false;
    }
    if (vrm0->meshes[mesh].node == SCENE_NONE && !check->avatar->scene->looks_lost) {
        struct finding *finding = report(check->findings, MESSAGE_VRM0_ANNOTATION_MESH_MISSING__UNUSED, place,
                                         ARGUMENTS(COUNT("annotation", at), the_mesh(check, mesh)));
        if (check->avatar->scene->count == 0) {
            absent_note(check, finding, ABSENT_LEFT, "/nodes");
        }
    }
    return true;
}

/* Reports what hides all meshes of the scene. flags: one a mesh; annotations: and one, where each has its own. */
static void check_hidden(struct check *check, const enum flag *flags, const size_t *annotations)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    size_t shown = 0;
    size_t third = 0;
    size_t first = 0;
    for (size_t i = 0; i < vrm0->mesh_count; i++) {
        if (vrm0->meshes[i].shown != SCENE_NONE) {
            shown++;
            third += flags[i] == FLAG_THIRD;
            first += flags[i] == FLAG_FIRST;
        }
    }
    if (shown > 0 && (third == shown || first == shown)) {
        struct finding *finding =
            report(check->findings,
                   third == shown ? MESSAGE_VRM0_FIRST_PERSON_ALL_HIDDEN__FROM_WEARER
                                  : MESSAGE_VRM0_FIRST_PERSON_ALL_HIDDEN__FROM_OTHERS,
                   place_of(PLACE_VRM0_FIRST_PERSON, 0, 0, "meshAnnotations"), ARGUMENTS(COUNT("count", shown)));
        finding_measure(finding, "meshes", (double)shown);
        for (size_t i = 0; finding_wants_edits(finding) && i < vrm0->mesh_count; i++) {
            if (vrm0->meshes[i].shown != SCENE_NONE) {
                finding_edit_at(finding, VRMLINT_EDIT_SET,
                                arena_printf(check->arena, "0/%zu/firstPersonFlag", annotations[i] - 1), "\"Auto\"");
            }
        }
    }
}

static void check_annotations(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    const struct tree *list = tree_get(vrm0->first_person, "meshAnnotations");
    if (!tree_is_array(list)) {
        return;
    }
    struct arena *room = arena_open(check->arena);
    enum flag *flags = arena_array(room, vrm0->mesh_count, sizeof *flags);
    size_t *first = arena_array(room, vrm0->mesh_count, sizeof *first); /* and one: the first that is about it */
    for (size_t i = 0; i < tree_count(list); i++) {
        const struct tree *index = tree_get(tree_at(list, i), "mesh");
        size_t mesh;
        if (!check_mesh(check, i, index) || !tree_index(index, vrm0->mesh_count, &mesh)) {
            continue;
        }
        if (first[mesh] == 0) {
            first[mesh] = i + 1;
            flags[mesh] = flag_of(tree_at(list, i));
            continue;
        }
        struct finding *finding = report(
            check->findings, MESSAGE_VRM0_ANNOTATION_DUPLICATE__DEFAULT, place_of(PLACE_VRM0_ANNOTATION, i, 0, "mesh"),
            ARGUMENTS(the_mesh(check, mesh), COUNT("first", first[mesh] - 1), COUNT("second", i)));
        finding_relate(finding, RELATED_VRM0_ANNOTATION_DUPLICATE__FIRST,
                       place_of(PLACE_VRM0_ANNOTATION, first[mesh] - 1, 0, "mesh"), NO_ARGUMENTS);
    }
    check_hidden(check, flags, first);
    arena_close(room);
}

/* ---- meshes ---- */

/* Expressions and annotations name a mesh, so that they can't tell the nodes that share it apart. */
static void check_shared(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    for (size_t i = 0; i < avatar->vrm0_avatar->mesh_count; i++) {
        const struct vrm0_mesh *mesh = &avatar->vrm0_avatar->meshes[i];
        if (mesh->shown_next == SCENE_NONE) {
            continue;
        }
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_SHARED_MESH__DEFAULT, place_node(mesh->shown_next, "mesh"),
                   ARGUMENTS(the_mesh(check, i), the_node("first", avatar, mesh->shown),
                             the_node("second", avatar, mesh->shown_next)));
        finding_relate(finding, RELATED_VRM0_SHARED_MESH__FIRST, place_node(mesh->shown, "mesh"), NO_ARGUMENTS);
    }
}

void check_vrm0_first_person(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    if (vrm0->json == NULL) {
        return;
    }
    if (vrm0->first_person != NULL) {
        check_bone(check);
        check_annotations(check);
    }
    check_shared(check);
}
