/* Reports unknown words, choices without or with several matches, and a shape without its choice. */
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/json_value.h"
#include "base/pointer.h"
#include "checks/likely.h"
#include "checks/schema/labels.h"
#include "checks/schema/refused.h"
#include "checks/schema/reports.h"
#include "ids/messages_collider.h"
#include "ids/messages_gltf.h"
#include "ids/messages_shared.h"
#include "ids/messages_vrm.h"

/* Returns the name that the specification uses for an OpenGL constant, or NULL. */
static const char *constant_name(double number)
{
    static const struct {
        double number;
        const char *name;
    } constants[] = {
        {5120, "BYTE (5120)"},
        {5121, "UNSIGNED_BYTE (5121)"},
        {5122, "SHORT (5122)"},
        {5123, "UNSIGNED_SHORT (5123)"},
        {5125, "UNSIGNED_INT (5125)"},
        {5126, "FLOAT (5126)"},
        {9728, "NEAREST (9728)"},
        {9729, "LINEAR (9729)"},
        {9984, "NEAREST_MIPMAP_NEAREST (9984)"},
        {9985, "LINEAR_MIPMAP_NEAREST (9985)"},
        {9986, "NEAREST_MIPMAP_LINEAR (9986)"},
        {9987, "LINEAR_MIPMAP_LINEAR (9987)"},
        {10497, "REPEAT (10497)"},
        {33071, "CLAMP_TO_EDGE (33071)"},
        {33648, "MIRRORED_REPEAT (33648)"},
        {34962, "ARRAY_BUFFER (34962)"},
        {34963, "ELEMENT_ARRAY_BUFFER (34963)"},
    };
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (constants[i].number == number) {
            return constants[i].name;
        }
    }
    return NULL;
}

struct argument fault_allowed(const struct fault *fault, const struct flat_value *values)
{
    const struct schema_failure *failure = fault->failure;
    size_t count = flat_count(values);
    struct argument *items = arena_array(fault->instance->check->arena, count, sizeof *items);
    size_t next = 0;
    for (const struct flat_value *at = flat_begin(values); at != flat_end(values); at += at->span) {
        const char *text = flat_text(failure->flat, at);
        double number = 0;
        flat_number(at, &number);
        const char *name = text == NULL ? constant_name(number) : NULL;
        items[next++] = name != NULL ? TERM("", name) : text == NULL ? NUMBER("", number, 6) : TEXT("", text);
    }
    return argument_list("allowed", items, count, count, JOIN_AND);
}

/* Whether it is a preset or a flag of VRM 0.x, which UniVRM reads in any letter case. */
static bool is_word_of_vrm0(const struct fault *fault)
{
    return fault->instance->extension == EXTENSION_VRM && tree_text(fault->failure->value, NULL) != NULL &&
           (fault_is_at(fault, PLACE_VRM0_EXPRESSION, "presetName") ||
            fault_is_at(fault, PLACE_VRM0_ANNOTATION, "firstPersonFlag"));
}

/* Whether it is a name of VRM 0.x: of a preset, a flag or a bone. */
static bool is_name_of_vrm0(const struct fault *fault)
{
    return is_word_of_vrm0(fault) ||
           (fault->instance->extension == EXTENSION_VRM && fault_is_at(fault, PLACE_VRM0_BONE, "bone"));
}

/* Whether a bone is the first joint of a thumb. VRM 0.x calls it proximal, and VRM 1.0 uses that name for the second
 * joint. */
static bool is_thumb_of_vrm1(const char *bone)
{
    return extension_same_but_case(bone, "leftThumbMetacarpal") ||
           extension_same_but_case(bone, "rightThumbMetacarpal");
}

/* Whether a preset of VRM 0.x has the name that VRM 1.0 gives it. */
static bool is_preset_of_vrm1(const struct fault *fault)
{
    const char *text = tree_text(fault->failure->value, NULL);
    const char *now = preset_of_vrm0(fault->failure->hint);
    return is_word_of_vrm0(fault) && now != NULL && extension_same_but_case(text, now);
}

/* Whether another expression of VRM 0.x has the suggested preset, so that the word can't be replaced by it. */
static bool is_preset_taken(const struct fault *fault)
{
    enum { EXPRESSIONS_MOST = 500 }; /* each of them may have this fault, and looks at all others */
    const struct tree *list = tree_get(tree_get(fault->instance->value, "blendShapeMaster"), "blendShapeGroups");
    size_t count = tree_count(list);
    for (size_t i = 0; i < count && count <= EXPRESSIONS_MOST; i++) {
        const struct tree *preset = tree_get(tree_at(list, i), "presetName");
        const char *other = preset == fault->failure->value ? NULL : tree_text(preset, NULL);
        if (other != NULL && extension_same_but_case(other, fault->failure->hint)) {
            return true;
        }
    }
    return false;
}

/* Returns whether the suggested word must be the intended one: it differs in letter case only or, for an axis, has
 * the sign of a draft. For a space this is never sure, because the words of others have different meanings. */
static enum vrmlint_fix spelling_fix(const struct fault *fault, const char *text)
{
    const char *hint = fault->failure->hint_is_name ? fault->failure->hint : NULL;
    bool is_axis = strcmp(fault->key, "rollAxis") == 0 || strcmp(fault->key, "aimAxis") == 0;
    if (hint != NULL && text != NULL && is_name_of_vrm0(fault) &&
        (extension_same_but_case(text, hint) || is_preset_of_vrm1(fault))) {
        return VRMLINT_FIX_UNSAFE; /* the name of VRM 1.0; another entry may already have it */
    }
    if (hint == NULL || text == NULL || !is_axis) {
        return VRMLINT_FIX_NONE;
    }
    bool sign = *text == '+' || *text == '-';
    return sign || extension_same_but_case(text, hint) ? VRMLINT_FIX_REPAIR : VRMLINT_FIX_NONE;
}

/* Whether a word is the media type of a format that glTF doesn't support; no other word can fix that. */
static bool is_other_format(const struct fault *fault, const char *text)
{
    return text != NULL && strcmp(fault->key, "mimeType") == 0 && strncmp(text, "image/", 6) == 0 &&
           strcmp(text, "image/jpg") != 0;
}

/* Reports a bone of VRM 0.x with the name of another skeleton (the schema finds similar names only); returns NULL for
 * others. VRM 1.0 shifted the names of thumb joints, so only their numbers are unambiguous. */
static struct finding *report_bone_elsewhere(const struct fault *fault, const char *text)
{
    const char *elsewhere = text == NULL ? NULL : bone_elsewhere(text);
    const char *bone = elsewhere == NULL ? NULL : vrm0_bone_name(bone_by_name(elsewhere));
    bool is_sure = bone != NULL && (strcmp(bone, elsewhere) == 0 || ascii_is_digit(text[strlen(text) - 1]));
    if (!is_sure || extension_same_but_case(text, bone)) { /* UniVRM reads names in any letter case */
        return NULL;
    }
    struct finding *finding = fault_report(fault, SHARED_UNKNOWN_VALUE__BONE_FOREIGN,
                                           ARGUMENTS(fault_value(fault), TEXT("other", text), TEXT("bone", bone)));
    finding_fix(finding, VRMLINT_FIX_UNSAFE);
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0", json_text(fault->instance->check->arena, bone));
    return finding;
}

struct finding *fault_report_word(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    const char *text = tree_text(failure->value, NULL);
    struct argument value = fault_value(fault);
    double number = 0;
    struct argument is = text != NULL                           ? TEXT("is", text)
                         : tree_number(failure->value, &number) ? NUMBER("is", number, 15)
                                                                : fault_kind_of(failure->value);
    struct argument allowed = fault_allowed(fault, failure->limit);
    struct finding *finding;
    bool is_bone = fault->instance->extension == EXTENSION_VRM && fault_is_at(fault, PLACE_VRM0_BONE, "bone");
    bool is_taken = failure->hint != NULL && is_word_of_vrm0(fault) && is_preset_taken(fault);
    if (fault_is_core(fault) && strcmp(fault->key, "type") == 0 && text_begins(failure->pointer, "/buffers/")) {
        return fault_report(fault, SHARED_UNKNOWN_VALUE__BUFFER_TYPE, ARGUMENTS(value, is));
    }
    if (is_bone && text != NULL && is_thumb_of_vrm1(text)) {
        finding = fault_report(fault, SHARED_UNKNOWN_VALUE__THUMB, ARGUMENTS(value, TEXT("other", text)));
        finding_fix(finding, VRMLINT_FIX_NONE);
        return finding;
    }
    finding = is_bone ? report_bone_elsewhere(fault, text) : NULL;
    if (finding != NULL) {
        return finding;
    }
    size_t lost = is_bone && failure->hint == NULL ? fault_lost_bone(fault) : BONE_COUNT;
    if (lost != BONE_COUNT) {
        finding = fault_report(fault, SHARED_UNKNOWN_VALUE__BONE_MEANT,
                               ARGUMENTS(value, is, TEXT("meant", bones[lost].name)));
    } else if (is_bone && failure->hint == NULL) {
        finding = fault_report(fault, SHARED_UNKNOWN_VALUE__BONE, ARGUMENTS(value, is));
    } else if (is_bone && failure->hint_is_name) {
        bool other_case = text != NULL && extension_same_but_case(text, failure->hint); /* UniVRM reads it */
        finding = other_case
                      ? fault_report(fault, SHARED_UNKNOWN_VALUE__BONE_CASE,
                                     ARGUMENTS(value, TEXT("other", text), TEXT("bone", failure->hint)))
                      : fault_report(fault, SHARED_UNKNOWN_VALUE__BONE_MEANT, ARGUMENTS(value, is, fault_meant(fault)));
    } else if (failure->hint == NULL || is_other_format(fault, text)) {
        finding =
            fault_report(fault, fault_is_refused(fault) ? SHARED_UNKNOWN_VALUE__REFUSED : SHARED_UNKNOWN_VALUE__DEFAULT,
                         ARGUMENTS(value, is, allowed));
    } else if (failure->hint_is_name && text != NULL && extension_same_but_case(text, failure->hint)) {
        finding =
            fault_report(fault, SHARED_UNKNOWN_VALUE__OTHER_CASE,
                         ARGUMENTS(argument_as("any", value), TEXT("written", text), TEXT("correct", failure->hint)));
    } else if (failure->hint_is_name && is_preset_of_vrm1(fault)) {
        finding =
            fault_report(fault, is_taken ? SHARED_UNKNOWN_VALUE__NEWER_TAKEN : SHARED_UNKNOWN_VALUE__NEWER,
                         ARGUMENTS(argument_as("any", value), TEXT("written", text), TEXT("correct", failure->hint)));
    } else if (failure->hint_is_name) {
        finding = fault_report(fault, SHARED_UNKNOWN_VALUE__MEANT, ARGUMENTS(value, is, allowed, fault_meant(fault)));
    } else {
        finding = fault_report(fault, SHARED_UNKNOWN_VALUE__HINT, ARGUMENTS(value, is, allowed, fault_hint(fault)));
    }
    finding_fix(finding, is_taken ? VRMLINT_FIX_NONE : spelling_fix(fault, text));
    if (failure->hint != NULL && failure->hint_is_name && !is_taken) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0", json_text(fault->instance->check->arena, failure->hint));
    }
    return finding;
}

enum { CHOICES_MAX = 8 };

/* Returns the names among which oneOf chooses, all or the existing ones: "sphere and capsule". */
static struct argument the_choices(const struct fault *fault, bool present, struct argument items[CHOICES_MAX])
{
    const struct flat *flat = fault->failure->flat;
    const struct flat_value *choices = fault->failure->limit;
    size_t count = 0;
    for (const struct flat_value *at = flat_begin(choices); at != flat_end(choices); at += at->span) {
        const char *name = flat_text(flat, flat_at(flat_get(flat, at, "required"), 0));
        if (name != NULL && count < CHOICES_MAX && (!present || tree_get(fault->failure->value, name) != NULL)) {
            items[count++] = TERM("", name);
        }
    }
    return argument_list("choices", items, count, count, JOIN_AND);
}

struct finding *fault_report_choice(const struct fault *fault)
{
    struct argument items[CHOICES_MAX];
    bool none = fault->failure->matches == 0;
    struct argument choices = the_choices(fault, !none, items);
    struct finding *finding = fault_report(fault, none ? SHARED_ONE_OF__NONE : SHARED_ONE_OF__SEVERAL,
                                           ARGUMENTS(fault_value(fault), choices));
    if (!none) {
        finding_measure(finding, "count", (double)fault->failure->matches);
    }
    return finding;
}

struct finding *fault_report_flattened(const struct fault *fault)
{
    const struct tree *shape = fault->failure->value;
    const char *object = tree_get(shape, "tail") != NULL     ? "\"capsule\": {...}"
                         : tree_get(shape, "normal") != NULL ? "\"plane\": {...}"
                                                             : "\"sphere\": {...}";
    struct finding *finding =
        report(fault->instance->check->findings, MESSAGE_COLLIDER_SHAPE_FLATTENED__DEFAULT,
               place_at(fault->failure->pointer), ARGUMENTS(fault_value(fault), TERM("object", object)));
    finding_edit_at(finding, VRMLINT_EDIT_WRAP, "0",
                    tree_get(shape, "tail") != NULL     ? "capsule"
                    : tree_get(shape, "normal") != NULL ? "plane"
                                                        : "sphere");
    return finding;
}

/* Names for the places of schema failures, in an artist's words. */

/* The name of a part that the_place() doesn't cover: the part of an element that holds the value. */
struct part_holder {
    enum extension_id extension; /* of the instance that contains it */
    enum place_kind kind;
    const char *member; /* of the place; NULL: the place itself */
    enum message part;  /* NO_PART: without a name */
    bool quiet;         /* omitted if the place is one of its values */
};

#define NO_PART MESSAGE_NONE

/* Inner parts come before outer ones. */
static const struct part_holder holders[] = {
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

/* Names the rest of a pointer as editors do. Reports add the name of a member in the file by themselves. */
static struct argument the_path(const struct fault *fault, const char *rest)
{
    const char *path = path_text(fault, rest);
    return path[strcspn(path, ".[")] == '\0' ? the_member("path", path)
                                             : the_member_in_file(arena_of(fault), "path", path);
}

/* Returns the holder of a place, or NULL. *rest receives the remaining part of the pointer, below the holder or the
 * instance. */
static const struct part_holder *find_holder(const struct fault *fault, const char *pointer, size_t *indices,
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
static struct argument the_part(const struct part_holder *holder, const size_t *indices)
{
    struct argument part = WORD("part", holder->part);
    part.as.said.index[1] = indices[1];
    return part;
}

/* Skips the name of a bone or an expression, which is part of the subject. */
static const char *skip_named(const struct fault *fault, const struct part_holder *holder, const char *rest)
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
    bool named = pointer_next(&rest, &token, &length) && !text_begins(token, "extensions") &&
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
    fault->room[1] = the_path(fault, whole + length);
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
    const struct part_holder *holder = find_holder(fault, pointer, indices, &rest);
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
        fault->room[count++] = the_path(fault, rest);
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
