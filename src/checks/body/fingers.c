/* Fingers whose first bones have no entry, and no node either: what there is are the first ones, under other names. */
#include "checks/body/fingers.h"

#include "base/json_value.h"
#include "ids/messages_vrm.h"

enum { FINGER = 3 };

/* The bones of a finger that have entries, the first one first, and those that they would have to be. */
struct finger {
    size_t count;
    size_t bones[FINGER];
    size_t meant[FINGER];
};

/* The bone that needs another one above it; BONE_COUNT if none does. */
static size_t bone_below(size_t bone)
{
    size_t below = 0;
    while (below < BONE_COUNT && !(bones[below].needs_parent && bone_by_name(bones[below].parent) == bone)) {
        below++;
    }
    return below;
}

/* Reads the finger that a bone begins whose parent has no entry; false if a node is left for that. */
static bool read_finger(const struct body *body, size_t bone, struct finger *finger)
{
    size_t above = body_parent(body, bone);
    size_t node = body->nodes[bone];
    if (above == BONE_COUNT || node == SCENE_NONE || body->nodes[above] == SCENE_NONE ||
        body->scene->nodes[node].parent != body->nodes[above]) {
        return false;
    }
    size_t meant = bone_by_name(bones[bone].parent);
    while (bones[meant].needs_parent && body->names[bone_by_name(bones[meant].parent)] == NULL) {
        meant = bone_by_name(bones[meant].parent);
    }
    finger->count = 0;
    while (bone < BONE_COUNT && body->names[bone] != NULL && body->nodes[bone] != SCENE_NONE) {
        finger->bones[finger->count] = bone;
        finger->meant[finger->count++] = meant;
        bone = bone_below(bone);
        meant = bone_below(meant);
    }
    return true;
}

static void move_entries(const struct body *body, const struct finger *finger, struct finding *finding)
{
    for (size_t i = 0; finding_wants_edits(finding) && i < finger->count; i++) {
        if (body->dialect == DIALECT_VRM0) {
            finding_edit(finding, VRMLINT_EDIT_SET, body_entry(body, finger->bones[i], "bone"),
                         json_text(body->check->arena, vrm0_bone_name(finger->meant[i])));
        } else {
            finding_edit(finding, VRMLINT_EDIT_RENAME, body_entry(body, finger->bones[i], NULL),
                         bones[finger->meant[i]].name);
        }
    }
}

bool report_finger_without_beginning(const struct body *body, size_t bone)
{
    struct finger finger;
    if (body->dialect == DIALECT_ANIMATION || !read_finger(body, bone, &finger)) {
        return false;
    }
    struct argument pairs[FINGER];
    for (size_t i = 0; i < finger.count; i++) {
        pairs[i] = argument_said(body->check->arena, NULL, WORDS_NODE_TO_BONE,
                                 ARGUMENTS(the_node("node", body->check->avatar, body->nodes[finger.bones[i]]),
                                           body_name("bone", body, finger.meant[i])));
    }
    struct finding *finding = body_report(
        body, MESSAGE_VRM_BONE_NEEDS_PARENT__NO_NODE, body_entry(body, bone, "node"),
        ARGUMENTS(body_bone("bone", body, bone), body_name("parent", body, bone_by_name(bones[bone].parent)),
                  argument_list("pairs", pairs, finger.count, finger.count, JOIN_COMMA)));
    move_entries(body, &finger, finding);
    return true;
}
