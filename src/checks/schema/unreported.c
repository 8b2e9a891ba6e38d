/* One mistake, one finding: failures that other rules report, failures that are part of another, and failures that
 * are no mistakes. */
#include "checks/schema/unreported.h"

#include <math.h>
#include <string.h>

#include "base/pointer.h"
#include "checks/schema/misplaced.h"
#include "gltf/expect.h"

/* Rounding error of a colour beyond its range. */
#define COLOUR_TOLERANCE 1e-6

#define LARGEST_INDEX 1e15

/* ---- extensions ---- */

static bool is_shape(const char *pointer)
{
    return place_is(pointer, PLACE_COLLIDER, "shape") ||
           place_is(pointer, PLACE_COLLIDER, "extensions/VRMC_springBone_extended_collider/shape");
}

static bool has_any(const struct tree *object, const char *const *keys)
{
    for (; *keys != NULL; keys++) {
        if (tree_get(object, *keys) != NULL) {
            return true;
        }
    }
    return false;
}

bool fault_is_flattened(const struct fault *fault, const char *pointer, const struct tree *shape)
{
    static const char *const shapes[] = {"sphere", "capsule", "plane", NULL};
    static const char *const parts[] = {"offset", "radius", "tail", NULL};
    return is_shape(pointer) && !has_any(shape, shapes) &&
           (has_any(shape, parts) ||
            (fault->instance->extension == EXTENSION_COLLIDER && tree_get(shape, "normal") != NULL));
}

/* Whether the value is directly in a flattened shape, which is reported as a whole. */
static bool is_in_flattened(const struct fault *fault)
{
    if (fault->kind != KIND_UNKNOWN_PROPERTY) {
        return false;
    }
    struct arena *arena = fault->instance->check->arena;
    struct arena_mark mark = arena_mark(arena);
    bool in_flattened = fault_is_flattened(fault, fault_outer(fault), fault->parent);
    arena_release(arena, mark);
    return in_flattened;
}

/* Whether a constraint has a kind of another version, which is reported as such. Then "none" or "several" isn't
 * reported, and for kinds directly in the extension not "unknown property". */
static bool has_foreign_kind(const struct fault *fault)
{
    if (fault->instance->extension != EXTENSION_CONSTRAINT) {
        return false;
    }
    enum constraint_layout layout = constraint_layout(fault->instance->value);
    bool flattened = layout == LAYOUT_DRAFT_A && tree_get(fault->instance->value, "constraint") == NULL;
    for (enum constraint_kind kind = CONSTRAINT_ROLL; kind <= CONSTRAINT_POSITION; kind++) {
        const char *name = constraint_kind_name(kind);
        if (!constraint_has_kind(layout, kind) &&
            ((fault->kind == KIND_ONE_OF && tree_get(fault->failure->value, name) != NULL) ||
             (fault->kind == KIND_UNKNOWN_PROPERTY && flattened && fault->parent == fault->instance->value &&
              strcmp(fault->key, name) == 0))) {
            return true;
        }
    }
    return false;
}

/* Whether it is a constraint of draft A with its kinds directly in the extension, which is reported elsewhere. */
static bool is_flattened_constraint(const struct fault *fault)
{
    static const char *const kinds[] = {"position", "rotation", "aim", NULL};
    return fault->instance->extension == EXTENSION_CONSTRAINT && fault->kind == KIND_MISSING_PROPERTY &&
           strcmp(fault->failure->name, "constraint") == 0 && has_any(fault->failure->value, kinds) &&
           constraint_layout(fault->instance->value) == LAYOUT_DRAFT_A;
}

/* Whether it is a bone directly in the humanoid, as in the first draft; it is reported as a missing humanBones. */
static bool is_bone_of_first_draft(const struct fault *fault)
{
    return fault->kind == KIND_UNKNOWN_PROPERTY && tree_get(fault->parent, "humanBones") == NULL &&
           bone_by_name(fault->key) != BONE_COUNT &&
           place_is(fault_outer(fault), PLACE_EXTENSION, "VRMC_vrm_animation/humanoid");
}

/* Whether it is within an entry of humanBones that contains all bones; it is reported by the entry's name. */
static bool is_in_nested_bones(const struct fault *fault)
{
    static const char entry[] = "/humanoid/humanBones/humanBones";
    const struct tree *humanoid = tree_get(fault->instance->value, "humanoid");
    return (fault->instance->extension == EXTENSION_VRM1 || fault->instance->extension == EXTENSION_ANIMATION) &&
           strncmp(fault->rest, entry, strlen(entry)) == 0 &&
           (fault->rest[strlen(entry)] == '\0' || fault->rest[strlen(entry)] == '/') &&
           humanoid_is_nested(tree_get(tree_get(humanoid, "humanBones"), "humanBones"));
}

/* Whether it is an invalid index of VRM 0.x that is reported as unresolved, independent of how it is written. */
static bool leads_nowhere(const struct fault *fault)
{
    double index;
    if (fault->instance->extension != EXTENSION_VRM0 || fault->kind != KIND_INDEX_WRITTEN_AS_FLOAT ||
        !tree_number(fault->failure->value, &index)) {
        return false;
    }
    bool is_group = fault_is_at(fault, PLACE_BONE_GROUP_GROUP, NULL);
    size_t bound = is_group ? expect_bound(tree_get(fault->instance->value, "colliderGroups"))
                            : fault->instance->check->avatar->scene->bound;
    double none = fault_is_at(fault, PLACE_BONE_GROUP, "center") ? -1 : 0;
    return index < none || index >= (double)bound;
}

/* Whether an index is too large for any list, or a number too large for what it counts. Such indices are reported as
 * unresolved. */
static bool is_beyond_lists(const struct fault *fault)
{
    double index;
    bool is_reported = fault->failure->problem == SCHEMA_INDEX_FLOAT
                           ? !fault_is_at(fault, PLACE_VRM0_ANNOTATION, "mesh")
                           : flat_get(fault->failure->flat, fault->failure->schema, "x-finite") != NULL;
    return fault->kind == KIND_INDEX_WRITTEN_AS_FLOAT && is_reported && tree_number(fault->failure->value, &index) &&
           fabs(index) >= LARGEST_INDEX;
}

/* Whether it is a colour just outside its range after conversion in single precision (1.0000001). For core glTF see
 * is_rounded(). */
static bool is_nearly_within(const struct fault *fault)
{
    double value;
    return fault->kind == KIND_VALUE_OUT_OF_RANGE && fault_is_of_material(fault) &&
           tree_number(fault->failure->value, &value) && fabs(value - fault_limit(fault)) <= MATERIAL_EPS;
}

/* Whether it is a component of a quaternion within the tolerance for its length. */
static bool is_rounded_rotation(const struct fault *fault)
{
    double value;
    return fault->kind == KIND_VALUE_OUT_OF_RANGE && fault->is_element && strcmp(fault->key, "rotation") == 0 &&
           tree_number(fault->failure->value, &value) && fabs(value) <= 1 + QUAT_UNIT_TOLERANCE;
}

/* Whether a word of VRM 0.x is the default of apps, in another letter case. */
static bool is_assumed_word(const struct fault *fault)
{
    const char *text = tree_text(fault->failure->value, NULL);
    const char *assumed = fault_is_at(fault, PLACE_VRM0_EXPRESSION, "presetName")        ? "unknown"
                          : fault_is_at(fault, PLACE_VRM0_ANNOTATION, "firstPersonFlag") ? "Auto"
                                                                                         : NULL;
    return text != NULL && assumed != NULL && extension_same_but_case(text, assumed);
}

/* Whether it is valid in VRM 0.x: a default word, or -1 for none; or it is the mesh of an annotation, which another
 * rule checks. */
static bool is_right_in_vrm0(const struct fault *fault)
{
    double number;
    if (fault->instance->extension != EXTENSION_VRM) {
        return false;
    }
    if (fault->kind == KIND_UNKNOWN_VALUE) {
        return is_assumed_word(fault);
    }
    if (fault->kind != KIND_UNRESOLVED_INDEX || !tree_number(fault->failure->value, &number)) {
        return false;
    }
    bool has_none = fault_is_at(fault, PLACE_VRM0_META, "texture") ||
                    fault_is_at(fault, PLACE_VRM0_FIRST_PERSON, "firstPersonBone");
    return (has_none && number == -1) || fault_is_at(fault, PLACE_VRM0_ANNOTATION, "mesh");
}

bool fault_is_none_with_point(const struct fault *fault)
{
    double number;
    return fault->instance->extension == EXTENSION_VRM && fault->kind == KIND_NEGATIVE_INDEX &&
           tree_is_real(fault->failure->value) && tree_number(fault->failure->value, &number) && number == -1 &&
           (fault_is_at(fault, PLACE_VRM0_META, "texture") ||
            fault_is_at(fault, PLACE_VRM0_FIRST_PERSON, "firstPersonBone"));
}

/* ---- core glTF ---- */

/* Whether a value is just outside its range, as computed colours are. */
static bool is_rounded(const struct fault *fault)
{
    double value;
    return fault->kind == KIND_VALUE_OUT_OF_RANGE && strcmp(fault->instance->pointer, "/materials") == 0 &&
           tree_number(fault->failure->value, &value) && fabs(value - (value < 0.5 ? 0 : 1)) <= COLOUR_TOLERANCE;
}

/* Whether VRMC_vrm_animation has its own rule for a reference of a channel or sampler. */
static bool is_of_vrma(const struct fault *fault)
{
    size_t indices[4];
    const char *rest;
    bool element = pointer_match(fault->rest, "/channels/#", indices, &rest) ||
                   pointer_match(fault->rest, "/samplers/#", indices, &rest);
    if (!fault->instance->check->avatar->vrma->present ||
        strncmp(fault->instance->pointer, "/animations/", strlen("/animations/")) != 0) {
        return false;
    }
    switch (fault->kind) {
    case KIND_UNRESOLVED_INDEX:
    case KIND_NEGATIVE_INDEX:
        return true;
    case KIND_MISSING_PROPERTY:
        return strcmp(fault->failure->name, "path") != 0 && (element || strcmp(fault->failure->name, "samplers") == 0);
    case KIND_EMPTY_ARRAY:
        return true;
    default:
        return false;
    }
}

/* Whether extensionsUsed lists a name. */
static bool is_used(const struct fault *fault, const char *name)
{
    const struct tree *used = document_tree(fault->instance->check->avatar->document, "/extensionsUsed");
    for (size_t i = 0; i < tree_count(used); i++) {
        const char *text = tree_text(tree_at(used, i), NULL);
        if (text != NULL && strcmp(text, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether it is the path "pointer", whose meaning is defined by an extension. */
static bool is_pointer(const struct fault *fault)
{
    static const char name[] = "KHR_animation_pointer";
    const char *text = tree_text(fault->failure->value, NULL);
    return fault->kind == KIND_UNKNOWN_VALUE && text != NULL && strcmp(text, "pointer") == 0 &&
           (tree_extension(fault->parent, name) != NULL || is_used(fault, name));
}

/* Whether it is a media type that is added by an extension that the file uses. */
static bool is_added_type(const struct fault *fault)
{
    static const char *const added[][2] = {{"image/webp", "EXT_texture_webp"},
                                           {"image/ktx2", "KHR_texture_basisu"},
                                           {"image/avif", "EXT_texture_avif"},
                                           {"image/vnd-ms.dds", "MSFT_texture_dds"}};
    const char *type = tree_text(fault->failure->value, NULL);
    if (fault->kind != KIND_UNKNOWN_VALUE || type == NULL || strcmp(fault->key, "mimeType") != 0) {
        return false;
    }
    for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
        if (strcmp(type, added[i][0]) == 0 && is_used(fault, added[i][1])) {
            return true;
        }
    }
    return false;
}

static bool is_reported_of_core(const struct fault *fault)
{
    /* members of known extensions have rules of their own family */
    size_t length = (size_t)(*fault->rest == '\0' ? 0 : strrchr(fault->rest, '/') + 1 - fault->rest);
    static const char holder[] = "/extensions/";
    bool at_root = strcmp(fault->instance->pointer, "/extensions") == 0 && strchr(fault->rest + 1, '/') == NULL;
    bool in_extensions = !fault->is_element && *fault->rest != '\0' &&
                         (at_root || (length >= strlen(holder) &&
                                      strncmp(fault->rest + length - strlen(holder), holder, strlen(holder)) == 0));
    return is_rounded(fault) || is_of_vrma(fault) || is_pointer(fault) || is_added_type(fault) ||
           (in_extensions && extension_by_name(fault->key) != EXTENSION_COUNT) ||
           (at_root && in_extensions && misplaced_home(fault->instance->check, fault->key) != NULL);
}

/* Whether it is VRM 0.x beside VRM 1.0, which apps prefer. A wrong type still counts, because three-vrm reads the
 * materials of both. */
static bool is_of_leftover(const struct fault *fault)
{
    bool is_vrm0 = fault->instance->extension == EXTENSION_VRM || fault->instance->extension == EXTENSION_VRM0;
    return is_vrm0 && fault->kind != KIND_WRONG_TYPE && vrm0_is_leftover(fault->instance->check->avatar->document);
}

bool fault_is_reported_elsewhere(const struct fault *fault)
{
    bool version = fault->kind == KIND_MISSING_PROPERTY && *fault->rest == '\0' &&
                   strcmp(fault->failure->name, "specVersion") == 0;
    return version || is_nearly_within(fault) || is_rounded_rotation(fault) || is_in_flattened(fault) ||
           has_foreign_kind(fault) || is_flattened_constraint(fault) || is_bone_of_first_draft(fault) ||
           is_in_nested_bones(fault) || leads_nowhere(fault) || is_beyond_lists(fault) || is_right_in_vrm0(fault) ||
           is_of_leftover(fault) || (fault_is_core(fault) && is_reported_of_core(fault));
}
