/* Bones outside the scene. */
#include <string.h>

#include "checks/body/body.h"
#include "ids/messages_vrm.h"
#include "message/claims.h"

/* Whether an eye outside of all scenes has no parent, and the gaze turns it: three-vrm reads its parent then. */
static bool eye_lacks_parent(const struct body *body, const size_t *out, size_t count)
{
    static const char *const members[][4] = {
        {VRM1_POINTER "/lookAt", VRM1_POINTER "/expressions", "type", "expression"},
        {"/extensions/VRM/firstPerson", "/extensions/VRM/blendShapeMaster", "lookAtTypeName", "BlendShape"},
    };
    struct document *document = body->check->avatar->document;
    bool turns = false;
    for (size_t i = 0; i < 2; i++) {
        const struct tree *gaze = document_tree(document, members[i][0]);
        const char *type = tree_text(tree_get(gaze, members[i][2]), NULL);
        turns = turns || (tree_is_object(gaze) && document_tree(document, members[i][1]) != NULL &&
                          (type == NULL || strcmp(type, members[i][3]) != 0));
    }
    bool lacks = false;
    for (size_t i = 0; i < count; i++) {
        bool is_eye = strcmp(bones[out[i]].name, "leftEye") == 0 || strcmp(bones[out[i]].name, "rightEye") == 0;
        const struct scene_node *node = &body->scene->nodes[body->nodes[out[i]]];
        lacks = lacks || (is_eye && node->parent == SCENE_NONE && !node->listed);
    }
    return turns && lacks;
}

/* Returns the node of the parent bone of a bone outside the scene, if that is in the scene: one child is missing there.
 * SCENE_NONE if the list of the scene's nodes lacks a node. */
static size_t list_lacking(const struct body *body, size_t bone)
{
    size_t parent = body_parent(body, bone);
    size_t above = parent == BONE_COUNT ? SCENE_NONE : body->nodes[parent];
    return above == SCENE_NONE || body->scene->nodes[above].in_default ? above : SCENE_NONE;
}

/* Returns the topmost nodes that the same list lacks as that of the first bone; all of the file if the scene is empty.
 */
static struct argument roots_lacking(const struct body *body, const size_t *out, size_t count)
{
    const struct scene *scene = body->scene;
    struct argument *shown = arena_array(body->check->arena, FINDING_LIST_MAX, sizeof *shown);
    size_t list = list_lacking(body, out[0]);
    size_t last = SCENE_NONE;
    size_t found = 0;
    bool empty = true;
    for (size_t i = 0; i < scene->count; i++) {
        empty = empty && !scene->nodes[i].in_default;
    }
    for (size_t i = 0; i < (empty ? scene->count : count); i++) {
        size_t root = empty ? i : scene_topmost(scene, body->nodes[out[i]]);
        bool lacks = empty ? scene->nodes[i].parent == SCENE_NONE
                           : i == 0 || (list != SCENE_NONE && list_lacking(body, out[i]) == list);
        if (lacks && root != last && found++ < FINDING_LIST_MAX) {
            shown[found - 1] = the_node("", body->check->avatar, root);
        }
        last = lacks ? root : last;
    }
    return argument_list("root", shown, found < FINDING_LIST_MAX ? found : FINDING_LIST_MAX, found, JOIN_AND);
}

void body_check_outside(const struct body *body)
{
    const struct scene *scene = body->scene;
    size_t out[BONE_COUNT];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = body->nodes[bone];
        if (node != SCENE_NONE && !scene->nodes[node].in_default) {
            out[count++] = bone;
        }
    }
    if (count == 0) {
        return;
    }
    struct finding *finding = body_report(
        body, count > 1 ? MESSAGE_VRM_BONE_NOT_IN_SCENE__SEVERAL : MESSAGE_VRM_BONE_NOT_IN_SCENE__DEFAULT,
        body_entry(body, out[0], "node"),
        ARGUMENTS(body_bone("bone", body, out[0]), the_node("node", body->check->avatar, body->nodes[out[0]]),
                  roots_lacking(body, out, count),
                  the_nodes_of("list", body->check->avatar, list_lacking(body, out[0])), COUNT("more", count - 1)));
    finding_measure(finding, "count", (double)count);
    if (finding != NULL && eye_lacks_parent(body, out, count)) {
        finding->in_three_vrm = EFFECT_REFUSES + 1;
    }
    for (size_t i = 1; i < count; i++) {
        body_relate(body, finding, RELATED_VRM_BONE_NOT_IN_SCENE__DEFAULT, body_entry(body, out[i], "node"), out[i]);
    }
}
