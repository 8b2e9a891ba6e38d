/* Failures of the schema checker that make an avatar or animation lose something. Such findings are errors. */
#include <string.h>

#include "base/among.h"
#include "checks/schema/reports.h"

/* Whether an entry of the bones of VRM 0.x is the only one of a bone that every humanoid needs, without a usable node.
 */
static bool lacks_node(const struct fault *fault, size_t entry)
{
    const struct vrm0_avatar *avatar = fault->instance->check->avatar->vrm0_avatar;
    size_t bone = entry < avatar->entry_count ? avatar->entry_bone[entry] : BONE_COUNT;
    return bone != BONE_COUNT && bones[bone].required && avatar->nodes[bone] == SCENE_NONE;
}

bool fault_is_of_needed_bone(const struct fault *fault)
{
    struct place place = place_at(fault->failure->pointer);
    return place.kind == PLACE_VRM0_BONE && place.member != NULL && strcmp(place.member, "node") == 0 &&
           lacks_node(fault, place.index[0]);
}

bool fault_loses_bone(const struct fault *fault)
{
    bool is_misspelt = fault->kind == KIND_UNKNOWN_PROPERTY && fault->failure->hint_is_name;
    const char *lacks = is_misspelt ? fault->failure->hint : fault->failure->name;
    if (fault->instance->extension != EXTENSION_VRM || (fault->kind != KIND_MISSING_PROPERTY && !is_misspelt) ||
        lacks == NULL || strcmp(lacks, "node") != 0) {
        return false;
    }
    const char *owner = is_misspelt ? fault_outer(fault) : fault->failure->pointer;
    return place_is(owner, PLACE_VRM0_BONE, NULL) && lacks_node(fault, place_at(owner).index[0]);
}

/* Whether the misspelt member is the only name of an expression of VRM 0.x. Apps identify an expression by its
 * preset, or by its name if it has none; without both they drop it. */
static bool is_only_name(const struct fault *fault)
{
    const char *preset = tree_text(tree_get(fault->parent, "presetName"), NULL);
    return strcmp(fault->failure->hint, "name") == 0 && (preset == NULL || strcmp(preset, "unknown") == 0) &&
           place_is(fault_outer(fault), PLACE_VRM0_EXPRESSION, NULL);
}

#define EXTENDED_SHAPE "extensions/VRMC_springBone_extended_collider/shape"

/* Whether the member has the other generation's name for springs or bones, or is a part of a spring other than its name
 * or center, and the right member is missing or empty. */
static bool is_lost_spring(const struct fault *fault)
{
    static const char *const hints[][2] = {{"HINT_BONE_GROUPS", "springs"},
                                           {"HINT_BELONGS_IN_SPRINGS", "springs"},
                                           {"HINT_VRM0_SPRINGS", "boneGroups"},
                                           {"HINT_VRM0_JOINTS", "bones"}};
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        if (strcmp(fault->failure->hint, hints[i][0]) == 0) {
            const struct tree *value = fault->failure->value;
            bool is_label = i == 1 && !tree_is_array(value) && !tree_is_object(value);
            return !is_label && tree_count(tree_get(fault->parent, hints[i][1])) == 0;
        }
    }
    return false;
}

/* Whether a misplaced member of VRMC_vrm, or one of VRM 0.x, is the only one of its kind in the avatar. */
static bool is_lost_part(const struct fault *fault)
{
    static const char *const springs[] = {"HINT_VRM1_SPRINGS", "HINT_SPRING_EXTENSION"};
    static const char *const expressions[] = {"HINT_VRM1_BLEND_SHAPES", "HINT_BELONGS_IN_EXPRESSIONS",
                                              "HINT_BELONGS_IN_PRESET"};
    const struct avatar *avatar = fault->instance->check->avatar;
    const char *hint = fault->failure->hint;
    if (fault->kind != KIND_UNKNOWN_PROPERTY || fault->instance->extension != EXTENSION_VRM1 || hint == NULL) {
        return false;
    }
    return (!avatar->springs->present && IS_AMONG(hint, springs)) ||
           (avatar->vrm1->expression_count == 0 && IS_AMONG(hint, expressions));
}

bool fault_loses_member(const char *object, const char *name)
{
    static const struct {
        enum place_kind kind; /* of the object without the member */
        const char *owner;    /* the member of that kind that is the object; NULL: the kind itself */
        const char *name;
    } members[] = {
        {PLACE_EXTENSION, "VRMC_springBone", "springs"},
        {PLACE_EXTENSION, "VRMC_springBone", "colliders"},
        {PLACE_EXTENSION, "VRMC_springBone", "colliderGroups"},
        {PLACE_SPRING, NULL, "colliderGroups"},
        {PLACE_SPRING, NULL, "center"},
        {PLACE_COLLIDER, "shape", "sphere"},
        {PLACE_COLLIDER, "shape", "capsule"},
        {PLACE_COLLIDER, EXTENDED_SHAPE, "sphere"},
        {PLACE_COLLIDER, EXTENDED_SHAPE, "capsule"},
        {PLACE_COLLIDER, EXTENDED_SHAPE, "plane"},
        {PLACE_NODE, "extensions/VRMC_node_constraint/constraint", "roll"},
        {PLACE_NODE, "extensions/VRMC_node_constraint/constraint", "aim"},
        {PLACE_NODE, "extensions/VRMC_node_constraint/constraint", "rotation"},
        {PLACE_EXTENSION, "VRMC_vrm_animation", "humanoid"},
        {PLACE_EXTENSION, "VRMC_vrm_animation", "expressions"},
        {PLACE_EXTENSION, "VRMC_vrm_animation", "lookAt"},
        {PLACE_EXTENSION, "VRMC_vrm_animation/expressions", "preset"},
        {PLACE_EXTENSION, "VRMC_vrm_animation/expressions", "custom"},
        {PLACE_ANIMATED_LOOK_AT, NULL, "node"},
        {PLACE_EXTENSION, "VRMC_vrm", "expressions"},
        {PLACE_EXTENSION, "VRMC_vrm", "lookAt"},
        {PLACE_EXTENSION, "VRMC_vrm/expressions", "preset"},
        {PLACE_EXTENSION, "VRMC_vrm/expressions", "custom"},
        {PLACE_EXTENSION, "VRM", "secondaryAnimation"},
        {PLACE_EXTENSION, "VRM", "blendShapeMaster"},
        {PLACE_EXTENSION, "VRM/blendShapeMaster", "blendShapeGroups"},
        {PLACE_VRM0_EXPRESSION, NULL, "binds"},
        {PLACE_VRM0_EXPRESSION, NULL, "materialValues"},
        {PLACE_EXTENSION, "VRM/secondaryAnimation", "boneGroups"},
        {PLACE_EXTENSION, "VRM/secondaryAnimation", "colliderGroups"},
        {PLACE_BONE_GROUP, NULL, "bones"},
        {PLACE_BONE_GROUP, NULL, "center"},
        {PLACE_BONE_GROUP, NULL, "colliderGroups"},
    };
    size_t i = 0;
    while (i < sizeof members / sizeof members[0] &&
           (strcmp(members[i].name, name) != 0 || !place_is(object, members[i].kind, members[i].owner))) {
        i++;
    }
    return i < sizeof members / sizeof members[0];
}

bool fault_loses_motion(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    if (fault_is_core(fault)) {
        return fault->kind == KIND_UNKNOWN_PROPERTY && strcmp(fault->instance->pointer, "/nodes") == 0 &&
               failure->hint != NULL && failure->hint_is_name && tree_get(fault->parent, failure->hint) == NULL &&
               (strcmp(failure->hint, "children") == 0 || strcmp(failure->hint, "extensions") == 0);
    }
    if (is_lost_part(fault) ||
        (fault->kind == KIND_UNKNOWN_PROPERTY && failure->hint != NULL && is_lost_spring(fault))) {
        return true;
    }
    if (fault->kind != KIND_UNKNOWN_PROPERTY || failure->hint == NULL || !failure->hint_is_name ||
        tree_get(fault->parent, failure->hint) != NULL) {
        return false;
    }
    if (fault->instance->extension == EXTENSION_VRM1 && strstr(failure->hint, "Binds") != NULL) {
        return true; /* of an expression with any name */
    }
    if (is_only_name(fault)) {
        return true;
    }
    return fault_loses_member(fault_outer(fault), failure->hint);
}

bool fault_loses_data(const struct fault *fault)
{
    static const char *const keys[] = {"bufferView", "byteOffset", "byteStride"};
    const struct schema_failure *failure = fault->failure;
    return fault->kind == KIND_UNKNOWN_PROPERTY && fault->instance->extension == EXTENSION_COUNT &&
           failure->hint != NULL && failure->hint_is_name && IS_AMONG(failure->hint, keys) &&
           tree_get(fault->parent, failure->hint) == NULL;
}
