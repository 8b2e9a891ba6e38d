/* Names for the places of schema failures, in an artist's words. */
#include "checks/schema/labels.h"

#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "ids/messages_gltf.h"
#include "ids/messages_shared.h"
#include "ids/messages_vrm.h"

/* The name of a part that the_place() doesn't cover: the part of an element that holds the value. */
struct holder {
    enum extension_id extension; /* of the instance that contains it */
    enum place_kind kind;
    const char *member; /* of the place; NULL: the place itself */
    enum message part;  /* NO_PART: without a name */
    bool quiet;         /* omitted if the place is one of its values */
};

#define NO_PART MESSAGE_NONE

/* Inner parts come before outer ones. */
static const struct holder holders[] = {
    {EXTENSION_SPRINGBONE, PLACE_JOINT, NULL, NO_PART, true},
    {EXTENSION_SPRINGBONE, PLACE_SPRING, NULL, NO_PART, true},
    {EXTENSION_SPRINGBONE, PLACE_COLLIDER, "shape/sphere", WORDS_PART_ITS_SPHERE, true},
    {EXTENSION_SPRINGBONE, PLACE_COLLIDER, "shape/capsule", WORDS_PART_ITS_CAPSULE, true},
    {EXTENSION_SPRINGBONE, PLACE_COLLIDER, "shape", WORDS_PART_ITS_SHAPE, true},
    {EXTENSION_SPRINGBONE, PLACE_COLLIDER, NULL, NO_PART, true},
    {EXTENSION_SPRINGBONE, PLACE_GROUP, NULL, NO_PART, true},
    {EXTENSION_COLLIDER, PLACE_COLLIDER, "extensions/VRMC_springBone_extended_collider/shape/sphere",
     WORDS_PART_EXTENDED_SPHERE, false},
    {EXTENSION_COLLIDER, PLACE_COLLIDER, "extensions/VRMC_springBone_extended_collider/shape/capsule",
     WORDS_PART_EXTENDED_CAPSULE, false},
    {EXTENSION_COLLIDER, PLACE_COLLIDER, "extensions/VRMC_springBone_extended_collider/shape/plane",
     WORDS_PART_EXTENDED_PLANE, false},
    {EXTENSION_COLLIDER, PLACE_COLLIDER, "extensions/VRMC_springBone_extended_collider/shape",
     WORDS_PART_EXTENDED_SHAPE, false},
    {EXTENSION_COLLIDER, PLACE_COLLIDER, "extensions/VRMC_springBone_extended_collider", WORDS_PART_EXTENDED_COLLIDER,
     false},
    {EXTENSION_LIMIT, PLACE_JOINT, "extensions/VRMC_springBone_limit/limit/cone", WORDS_PART_CONE_LIMIT, false},
    {EXTENSION_LIMIT, PLACE_JOINT, "extensions/VRMC_springBone_limit/limit/hinge", WORDS_PART_HINGE_LIMIT, false},
    {EXTENSION_LIMIT, PLACE_JOINT, "extensions/VRMC_springBone_limit/limit/spherical", WORDS_PART_SPHERICAL_LIMIT,
     false},
    {EXTENSION_LIMIT, PLACE_JOINT, "extensions/VRMC_springBone_limit/limit", WORDS_PART_LIMIT, false},
    {EXTENSION_LIMIT, PLACE_JOINT, "extensions/VRMC_springBone_limit", WORDS_PART_LIMIT_EXTENSION, false},
    {EXTENSION_CONSTRAINT, PLACE_NODE, "extensions/VRMC_node_constraint/constraint/roll", WORDS_PART_ROLL_CONSTRAINT,
     false},
    {EXTENSION_CONSTRAINT, PLACE_NODE, "extensions/VRMC_node_constraint/constraint/aim", WORDS_PART_AIM_CONSTRAINT,
     false},
    {EXTENSION_CONSTRAINT, PLACE_NODE, "extensions/VRMC_node_constraint/constraint/rotation",
     WORDS_PART_ROTATION_CONSTRAINT, false},
    {EXTENSION_CONSTRAINT, PLACE_NODE, "extensions/VRMC_node_constraint/constraint/position",
     WORDS_PART_POSITION_CONSTRAINT, false},
    {EXTENSION_CONSTRAINT, PLACE_NODE, "extensions/VRMC_node_constraint/constraint", WORDS_PART_CONSTRAINT, false},
    {EXTENSION_CONSTRAINT, PLACE_NODE, "extensions/VRMC_node_constraint", WORDS_PART_CONSTRAINT_EXTENSION, false},
    {EXTENSION_ANIMATION, PLACE_ANIMATED_BONE, NULL, WORDS_PART_HUMAN_BONES, true},
    {EXTENSION_ANIMATION, PLACE_EXTENSION, "VRMC_vrm_animation/humanoid", WORDS_PART_HUMANOID, false},
    {EXTENSION_ANIMATION, PLACE_ANIMATED_PRESET, NULL, WORDS_PART_PRESET, true},
    {EXTENSION_ANIMATION, PLACE_ANIMATED_CUSTOM, NULL, WORDS_PART_CUSTOM, true},
    {EXTENSION_ANIMATION, PLACE_EXTENSION, "VRMC_vrm_animation/expressions", WORDS_PART_EXPRESSIONS, false},
    {EXTENSION_ANIMATION, PLACE_ANIMATED_LOOK_AT, NULL, NO_PART, true},
    {EXTENSION_VRM1, PLACE_EXTENSION, "VRMC_vrm/meta", WORDS_PART_META, false},
    {EXTENSION_VRM1, PLACE_BONE, NULL, WORDS_PART_HUMAN_BONES, true},
    {EXTENSION_VRM1, PLACE_EXTENSION, "VRMC_vrm/humanoid", WORDS_PART_HUMANOID, false},
    {EXTENSION_VRM1, PLACE_EXTENSION, "VRMC_vrm/firstPerson", WORDS_PART_FIRST_PERSON, false},
    {EXTENSION_VRM1, PLACE_PRESET, NULL, WORDS_PART_PRESET, true},
    {EXTENSION_VRM1, PLACE_CUSTOM, NULL, WORDS_PART_CUSTOM, true},
    {EXTENSION_VRM1, PLACE_EXTENSION, "VRMC_vrm/expressions", WORDS_PART_EXPRESSIONS, false},
    {EXTENSION_VRM1, PLACE_LOOK_AT, NULL, NO_PART, true},
    {EXTENSION_VRM0, PLACE_BONE_GROUP, "gravityDir", WORDS_PART_GRAVITY_DIR, false},
    {EXTENSION_VRM0, PLACE_BONE_GROUP, NULL, NO_PART, true},
    {EXTENSION_VRM0, PLACE_VRM0_COLLIDER, "offset", WORDS_PART_VRM0_OFFSET, false},
    {EXTENSION_VRM0, PLACE_VRM0_COLLIDER, NULL, WORDS_PART_VRM0_COLLIDER, false},
    {EXTENSION_VRM0, PLACE_VRM0_GROUP, NULL, NO_PART, true},
    {EXTENSION_VRM0, PLACE_EXTENSION, "VRM/secondaryAnimation", WORDS_PART_SECONDARY_ANIMATION, false},
    {EXTENSION_MTOON, PLACE_MATERIAL, "extensions/VRMC_materials_mtoon", WORDS_PART_MTOON, true},
    {EXTENSION_HDR, PLACE_MATERIAL, "extensions/VRMC_materials_hdr_emissiveMultiplier", WORDS_PART_HDR, true},
    {EXTENSION_EMISSIVE, PLACE_MATERIAL, "extensions/KHR_materials_emissive_strength", WORDS_PART_EMISSIVE, true},
    {EXTENSION_UNLIT, PLACE_MATERIAL, "extensions/KHR_materials_unlit", WORDS_PART_UNLIT, true},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL, "pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform",
     WORDS_PART_TRANSFORM, false},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL,
     "pbrMetallicRoughness/metallicRoughnessTexture/extensions/KHR_texture_transform", WORDS_PART_TRANSFORM, false},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL, "normalTexture/extensions/KHR_texture_transform", WORDS_PART_TRANSFORM,
     false},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL, "occlusionTexture/extensions/KHR_texture_transform", WORDS_PART_TRANSFORM,
     false},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL, "emissiveTexture/extensions/KHR_texture_transform", WORDS_PART_TRANSFORM,
     false},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL,
     "extensions/VRMC_materials_mtoon/shadeMultiplyTexture/extensions/KHR_texture_transform", WORDS_PART_TRANSFORM,
     false},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL,
     "extensions/VRMC_materials_mtoon/shadingShiftTexture/extensions/KHR_texture_transform", WORDS_PART_TRANSFORM,
     false},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL,
     "extensions/VRMC_materials_mtoon/rimMultiplyTexture/extensions/KHR_texture_transform", WORDS_PART_TRANSFORM,
     false},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL,
     "extensions/VRMC_materials_mtoon/outlineWidthMultiplyTexture/extensions/KHR_texture_transform",
     WORDS_PART_TRANSFORM, false},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL,
     "extensions/VRMC_materials_mtoon/uvAnimationMaskTexture/extensions/KHR_texture_transform", WORDS_PART_TRANSFORM,
     false},
    {EXTENSION_TRANSFORM, PLACE_MATERIAL,
     "extensions/VRMC_materials_mtoon/matcapTexture/extensions/KHR_texture_transform", WORDS_PART_TRANSFORM, false},
    {EXTENSION_VRM, PLACE_VRM0_BONE, NULL, NO_PART, true},
    {EXTENSION_VRM, PLACE_VRM0_HUMANOID, NULL, NO_PART, true},
    {EXTENSION_VRM, PLACE_VRM0_META, NULL, NO_PART, true},
    {EXTENSION_VRM, PLACE_VRM0_EXPRESSION, NULL, NO_PART, true},
    {EXTENSION_VRM, PLACE_VRM0_ANNOTATION, NULL, NO_PART, true},
    {EXTENSION_VRM, PLACE_VRM0_FIRST_PERSON, NULL, NO_PART, true},
    {EXTENSION_VRM, PLACE_VRM0_MATERIAL, NULL, NO_PART, true},
};

static struct arena *arena_of(const struct fault *fault)
{
    return fault->instance->check->arena;
}

/* Returns the rest of a pointer as "humanBones.hips.node" or "gravityDir[1]". */
static const char *path_text(const struct fault *fault, const char *rest)
{
    struct buf buf = BUF_INIT(arena_of(fault));
    const char *token;
    size_t length;
    for (bool first = true; pointer_next(&rest, &token, &length); first = false) {
        size_t index;
        if (!first && pointer_token_index(token, length, &index)) {
            buf_printf(&buf, "[%zu]", index);
        } else {
            buf_str(&buf, first ? "" : ".");
            pointer_add_token(&buf, token, length);
        }
    }
    return buf_text(&buf);
}

/* Returns the holder of a place, or NULL. *rest receives the remaining part of the pointer, below the holder or the
 * instance. */
static const struct holder *find_holder(const struct fault *fault, const char *pointer, size_t *indices,
                                        const char **rest)
{
    for (size_t i = 0; i < sizeof holders / sizeof holders[0]; i++) {
        if (holders[i].extension == fault->instance->extension &&
            place_within(pointer, holders[i].kind, holders[i].member, indices, rest)) {
            return &holders[i];
        }
    }
    *rest = pointer + strlen(fault->instance->pointer);
    return NULL;
}

/* Returns the name of the part, with the number of the collider if a group of VRM 0.x has several. */
static struct argument the_part(const struct holder *holder, const size_t *indices)
{
    struct argument part = WORD("part", holder->part);
    part.as.said.index[1] = indices[1];
    return part;
}

/* Skips the name of a bone or an expression, which is part of the subject. */
static const char *skip_named(const struct fault *fault, const struct holder *holder, const char *rest)
{
    const char *token;
    size_t length;
    bool is_named = fault->instance->extension == EXTENSION_ANIMATION || fault->instance->extension == EXTENSION_VRM1;
    if (is_named && holder != NULL && holder->quiet && holder->kind != PLACE_ANIMATED_LOOK_AT &&
        holder->kind != PLACE_LOOK_AT) {
        pointer_next(&rest, &token, &length);
    }
    return rest;
}

/* Returns the length of the part of a pointer that leads to a named thing; the rest is a path within it. */
static size_t owner_length(const char *pointer)
{
    static const char *const inner[] = {"/animations/#/channels/#", "/animations/#/samplers/#",
                                        "/meshes/#/primitives/#"};
    size_t indices[4];
    const char *rest = pointer;
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
        if (pointer_match(pointer, inner[i], indices, &rest)) {
            return (size_t)(rest - pointer);
        }
    }
    const char *token;
    size_t length;
    bool named = pointer_next(&rest, &token, &length) && strncmp(token, "extensions", strlen("extensions")) != 0 &&
                 pointer_next(&rest, &token, &length) && pointer_token_index(token, length, indices);
    return named ? (size_t)(rest - pointer) : 0;
}

/* Names a place in core glTF by its element, independent of where the schema begins. */
static struct argument core_place(const struct fault *fault, const char *pointer)
{
    const char *whole = pointer;
    size_t length = owner_length(whole);
    struct place place = place_at(arena_copy(arena_of(fault), whole, length));
    struct argument thing = the_place("thing", fault->instance->check->avatar, &place, false);
    if (whole[length] == '\0') {
        return argument_as("value", thing);
    }
    fault->room[0] = thing;
    fault->room[1] = TERM("path", path_text(fault, whole + length));
    fault->room[2] = (struct argument){.name = NULL};
    return CLAUSE("value", WORDS_VALUE, fault->room);
}

struct argument fault_place(const struct fault *fault, const char *pointer)
{
    if (fault_is_core(fault)) {
        return core_place(fault, pointer);
    }
    size_t indices[2] = {0};
    const char *rest;
    const struct holder *holder = find_holder(fault, pointer, indices, &rest);
    bool has_part = holder != NULL && holder->part != NO_PART;
    bool is_holder = *rest == '\0';
    rest = skip_named(fault, holder, rest);
    struct place place = place_at(fault->failure->pointer);
    struct argument thing = the_place("thing", fault->instance->check->avatar, &place, false);
    bool has_path = *rest != '\0';
    if (!has_path && (!has_part || !is_holder)) {
        return argument_as("value", thing);
    }
    size_t count = 0;
    fault->room[count++] = thing;
    if (has_path) {
        fault->room[count++] = TERM("path", path_text(fault, rest));
        has_part = has_part && !holder->quiet;
    }
    if (has_part) {
        fault->room[count++] = the_part(holder, indices);
    }
    fault->room[count] = (struct argument){.name = NULL};
    return CLAUSE("value", !has_path ? WORDS_PART : has_part ? WORDS_VALUE_OF_PART : WORDS_VALUE, fault->room);
}

struct argument fault_value(const struct fault *fault)
{
    return fault_place(fault, fault->failure->pointer);
}
