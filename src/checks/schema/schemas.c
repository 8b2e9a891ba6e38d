/* Checks every instance of every extension against its schema. Each failure becomes a finding of the family to which
 * its place belongs. */
#include "checks/schema/schemas.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "checks/schema/fault.h"
#include "checks/schema/misplaced.h"
#include "checks/schema/refused.h"
#include "checks/schema/reports.h"
#include "gltf/expect.h"
#include "ids/messages_skipped.h"
#include "schema/embedded.h"

/* One mistake, one finding: failures that other rules report, failures that are part of another, and failures that
 * are no mistakes. */

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

/* Whether a value at a pointer is a shape whose offset, radius or tail are where sphere or capsule should be. It is
 * reported as a whole. */
static bool fault_is_flattened(const struct fault *fault, const char *pointer, const struct tree *shape)
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
    const struct tree *humanoid = tree_get(fault->instance->value, "humanoid");
    return (fault->instance->extension == EXTENSION_VRM1 || fault->instance->extension == EXTENSION_ANIMATION) &&
           text_is_within(fault->rest, "/humanoid/humanBones/humanBones") &&
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

/* Whether it is -1 with a decimal point, where VRM 0.x uses -1 for none. */
static bool fault_is_none_with_point(const struct fault *fault)
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
    if (!fault->instance->check->avatar->vrma->present || !text_begins(fault->instance->pointer, "/animations/")) {
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
    bool in_extensions =
        !fault->is_element && *fault->rest != '\0' &&
        (at_root || (length >= strlen(holder) && text_begins(fault->rest + length - strlen(holder), holder)));
    return is_rounded(fault) || is_of_vrma(fault) || is_pointer(fault) || is_added_type(fault) ||
           (in_extensions && extension_by_name(fault->key) != EXTENSION_COUNT) ||
           (at_root && in_extensions && misplaced_home(fault->instance->check, fault->key) != NULL);
}

/* Whether it is a texture of VRM 0.x that three-vrm loads. */
static bool is_loaded_texture(const struct fault *fault)
{
    const struct materials *materials = fault->instance->check->avatar->materials;
    bool is_index = fault->kind == KIND_UNRESOLVED_INDEX || fault->kind == KIND_INDEX_NOT_INTEGER;
    size_t at[2];
    return is_index && place_within(fault->failure->pointer, PLACE_VRM0_MATERIAL, "textureProperties", at, NULL) &&
           at[0] < materials->count && at[0] < materials->old_count && materials->material_used[at[0]] &&
           material0_reads(&materials->olds[at[0]], fault->key);
}

/* Whether it is VRM 0.x beside VRM 1.0, which apps prefer. Wrong types and missing textures still count, because
 * three-vrm reads the materials of both. */
static bool is_of_leftover(const struct fault *fault)
{
    bool is_vrm0 = fault->instance->extension == EXTENSION_VRM || fault->instance->extension == EXTENSION_VRM0;
    return is_vrm0 && fault->kind != KIND_WRONG_TYPE && !is_loaded_texture(fault) &&
           vrm0_is_leftover(fault->instance->check->avatar->document);
}

/* Whether another finding reports the failure, or it is no mistake. */
static bool fault_is_reported_elsewhere(const struct fault *fault)
{
    bool version = fault->kind == KIND_MISSING_PROPERTY && *fault->rest == '\0' &&
                   strcmp(fault->failure->name, "specVersion") == 0;
    return version || is_nearly_within(fault) || is_rounded_rotation(fault) || is_in_flattened(fault) ||
           has_foreign_kind(fault) || is_flattened_constraint(fault) || is_bone_of_first_draft(fault) ||
           is_in_nested_bones(fault) || leads_nowhere(fault) || is_beyond_lists(fault) || is_right_in_vrm0(fault) ||
           is_of_leftover(fault) || (fault_is_core(fault) && is_reported_of_core(fault));
}

/* ---- kinds of failures ---- */

/* The rules of the kinds, and the functions that report them. A family has no rules for kinds that can't occur in its
 * schemas; tests/test_families.py lists missing ones. */
static const struct {
    const char *rule;
    struct finding *(*report)(const struct fault *);
} kinds[KIND_COUNT] = {
    [KIND_WRONG_TYPE] = {"wrong-type", fault_report_type},
    [KIND_MISSING_PROPERTY] = {"missing-property", fault_report_missing},
    [KIND_EMPTY_ARRAY] = {"empty-array", fault_report_empty},
    [KIND_ARRAY_LENGTH] = {"array-length", fault_report_length},
    [KIND_NOT_FINITE] = {"not-finite", fault_report_infinite},
    [KIND_VALUE_OUT_OF_RANGE] = {"value-out-of-range", fault_report_range},
    [KIND_UNKNOWN_VALUE] = {"unknown-value", fault_report_word},
    [KIND_ONE_OF] = {"one-of", fault_report_choice},
    [KIND_INDEX_NOT_INTEGER] = {"index-not-integer", fault_report_fraction},
    [KIND_INDEX_WRITTEN_AS_FLOAT] = {"index-written-as-float", fault_report_float},
    [KIND_NEGATIVE_INDEX] = {"negative-index", fault_report_negative},
    [KIND_UNRESOLVED_INDEX] = {"unresolved-index", fault_report_unresolved},
    [KIND_UNKNOWN_PROPERTY] = {"unknown-property", fault_report_unknown},
    [KIND_DUPLICATE_ITEM] = {"duplicate-item", fault_report_repeat},
    [KIND_EMPTY_OBJECT] = {"empty-object", fault_report_empty_object},
};

/* Whether an index is beyond the range of a double, so that it can't be compared with any list. */
static bool is_infinite_index(const struct schema_failure *failure)
{
    double number;
    return failure->problem >= SCHEMA_INDEX_FRACTION && failure->problem <= SCHEMA_INDEX_RANGE &&
           tree_number(failure->value, &number) && fabs(number) == TREE_OVERFLOW;
}

/* Whether a number is an integer without a decimal point that exceeds 64 bits, so that it was read as a float. From
 * 1e21 on most programs write an exponent. */
static bool is_long_integer(const struct schema_failure *failure)
{
    double number;
    return tree_number(failure->value, &number) && fabs(number) >= 0x1p63 && fabs(number) < 1e21;
}

/* Whether the list only must not be empty, as opposed to having a fixed length. */
static bool is_minimum_of_one(const struct schema_failure *failure)
{
    double least = 0;
    return flat_number(failure->limit, &least) && least == 1 && failure->count == 0;
}

static enum schema_kind kind_of(const struct schema_failure *failure)
{
    switch (failure->problem) {
    case SCHEMA_TYPE:
    case SCHEMA_INDEX_TYPE:
        return KIND_WRONG_TYPE;
    case SCHEMA_ENUM:
        return KIND_UNKNOWN_VALUE;
    case SCHEMA_REQUIRED:
        return KIND_MISSING_PROPERTY;
    case SCHEMA_UNKNOWN_MEMBER:
    case SCHEMA_NOT: /* schemas use "not": {} to forbid extensions and extras */
    case SCHEMA_FALSE:
        return KIND_UNKNOWN_PROPERTY;
    case SCHEMA_TOO_FEW_ITEMS:
        return is_minimum_of_one(failure) ? KIND_EMPTY_ARRAY : KIND_ARRAY_LENGTH;
    case SCHEMA_TOO_MANY_ITEMS:
        return KIND_ARRAY_LENGTH;
    case SCHEMA_RANGE:
        return KIND_VALUE_OUT_OF_RANGE;
    case SCHEMA_NOT_FINITE:
        return KIND_NOT_FINITE;
    case SCHEMA_INDEX_FRACTION:
        return KIND_INDEX_NOT_INTEGER;
    case SCHEMA_INDEX_FLOAT:
    case SCHEMA_WHOLE_FLOAT:
        return KIND_INDEX_WRITTEN_AS_FLOAT;
    case SCHEMA_INDEX_NEGATIVE:
        return KIND_NEGATIVE_INDEX;
    case SCHEMA_INDEX_RANGE:
        return KIND_UNRESOLVED_INDEX;
    case SCHEMA_ONE_OF:
        return KIND_ONE_OF;
    case SCHEMA_NOT_UNIQUE:
        return KIND_DUPLICATE_ITEM;
    case SCHEMA_MEMBERS:
        return KIND_EMPTY_OBJECT;
    case SCHEMA_LENGTH:
    case SCHEMA_MULTIPLE:
    case SCHEMA_PATTERN:
    case SCHEMA_CONTAINS:
    case SCHEMA_GAVE_UP:
        break;
    }
    return KIND_COUNT;
}

/* Whether it is an offset of the gaze that isn't three numbers. All of these are one kind, independent of the type. */
static bool is_gaze_offset(const struct fault *fault)
{
    return fault->kind == KIND_WRONG_TYPE &&
           place_within(fault->failure->pointer, PLACE_ANIMATED_LOOK_AT, "offsetFromHeadBone", NULL, NULL);
}

/* Whether it is a list without three elements instead of VRM 0.x's x, y and z; its type isn't the only mistake. */
static bool is_odd_vector(const struct fault *fault)
{
    return fault->kind == KIND_WRONG_TYPE && fault_is_listed_vector(fault) && tree_count(fault->failure->value) != 3;
}

/* Returns the family whose rules apply at a place. Some members of an extension belong to another family. */
static const char *family_of(const struct instance *instance, const char *rest)
{
    size_t indices[EXTENSION_LISTS_MAX];
    if (instance->extension == EXTENSION_COUNT) {
        return "gltf";
    }
    const struct extension *extension = &extension_table[instance->extension];
    for (const struct extension_part *part = extension->parts; part != NULL && part->pattern != NULL; part++) {
        if (pointer_match(rest, part->pattern, indices, NULL)) {
            return part->family;
        }
    }
    return extension->family;
}

/* ---- the place of a failure ---- */

/* Walks from the instance to the object or list that holds the value at the end of the pointer. */
static void locate_fault(struct fault *fault)
{
    const struct tree *value = fault->instance->value;
    const char *at = fault->rest;
    const char *token;
    size_t length;
    fault->key = "";
    struct buf key = BUF_INIT(fault->instance->check->arena); /* reused for every key on the path */
    while (pointer_next(&at, &token, &length)) {
        size_t index;
        fault->parent = value;
        fault->is_element = tree_is_array(value) && pointer_token_index(token, length, &index);
        if (fault->is_element) {
            value = tree_at(value, index);
        } else {
            key.length = 0;
            buf_add(&key, "", 0);
            pointer_add_token(&key, token, length);
            fault->key = buf_text(&key);
            value = tree_get(value, fault->key);
        }
    }
}

/* Returns the name of the schema: "VRMC_springBone 1.0". */
static const char *title_of(const struct instance *instance)
{
    if (instance->extension == EXTENSION_COUNT) {
        return "glTF 2.0";
    }
    const struct extension *extension = &extension_table[instance->extension];
    if (!extension_has_versions(instance->extension)) {
        return extension->title != NULL ? extension->title : extension->name;
    }
    const struct extension_version *version =
        extension_version(instance->extension, tree_get(instance->value, "specVersion"));
    return arena_printf(instance->check->arena, "%s %s", extension->name,
                        version == NULL ? extension->versions[0].text : version->text);
}

/* ---- evaluation ---- */

static void set_level(struct finding *finding, enum schema_level level)
{
    static const enum vrmlint_severity severities[] = {
        [SCHEMA_INFO] = VRMLINT_INFO, [SCHEMA_WARNING] = VRMLINT_WARNING, [SCHEMA_ERROR] = VRMLINT_ERROR};
    finding_severity(finding, severities[level]);
}

/* Whether the failure is only a warning, because the beta defines no range for the angles of the gaze. */
static bool is_lenient(const struct fault *fault)
{
    const char *version = tree_text(tree_get(fault->instance->value, "specVersion"), NULL);
    return fault->instance->extension == EXTENSION_VRM1 && fault->kind == KIND_VALUE_OUT_OF_RANGE && version != NULL &&
           strcmp(version, "1.0-beta") == 0;
}

static void report_schema_failure(void *context, const struct schema_failure *failure)
{
    struct instance *instance = context;
    if (failure->problem == SCHEMA_GAVE_UP) {
        findings_skip(instance->check->findings, WORDS_SKIPPED_EXTENSION,
                      ARGUMENTS(TERM("extension", instance->extension == EXTENSION_COUNT
                                                      ? "glTF"
                                                      : extension_table[instance->extension].name)),
                      WORDS_BECAUSE_TOO_MUCH_WORK);
        return;
    }
    if (instance->title == NULL) {
        instance->title = title_of(instance);
    }
    struct argument room[FAULT_ROOM];
    struct fault fault = {.instance = instance, .failure = failure, .kind = kind_of(failure), .room = room};
    fault.rest = failure->pointer + strlen(instance->pointer);
    locate_fault(&fault);
    if (is_gaze_offset(&fault)) {
        if (instance->gaze_reported) {
            return;
        }
        instance->gaze_reported = true;
        fault.kind = KIND_ARRAY_LENGTH;
    } else if (is_odd_vector(&fault)) {
        fault.kind = KIND_ARRAY_LENGTH;
    }
    if (fault_is_none_with_point(&fault)) {
        fault.kind = KIND_INDEX_WRITTEN_AS_FLOAT;
    } else if (is_infinite_index(failure)) {
        fault.kind = KIND_NOT_FINITE;
    } else if (fault.kind == KIND_NEGATIVE_INDEX && instance->extension == EXTENSION_VRM) {
        fault.kind = KIND_UNRESOLVED_INDEX;
    }
    fault.rule =
        fault.kind == KIND_COUNT ? RULE_NONE : family_rule(family_of(instance, fault.rest), kinds[fault.kind].rule);
    bool is_plain = failure->problem == SCHEMA_WHOLE_FLOAT && strcmp(family_of(instance, fault.rest), "gltf") == 0 &&
                    !fault_is_refused(&fault);
    /* an integer that exceeds 64 bits */
    bool is_digits =
        (failure->problem == SCHEMA_WHOLE_FLOAT || failure->problem == SCHEMA_INDEX_FLOAT) && is_long_integer(failure);
    if (fault.rule == RULE_NONE || is_plain || is_digits || fault_is_reported_elsewhere(&fault)) {
        return;
    }
    if (fault.kind == KIND_ONE_OF && fault_is_flattened(&fault, failure->pointer, failure->value)) {
        fault_report_flattened(&fault);
        return;
    }
    if (fault_is_other_meta(&fault)) {
        fault_report_other_meta(&fault);
        return;
    }
    if (fault_is_misplaced(&fault)) {
        fault_report_misplaced(&fault);
        return;
    }
    if (findings_want(instance->check->findings, fault.rule)) {
        bool loses_bone = fault_loses_bone(&fault);
        bool is_error = fault.kind == KIND_NOT_FINITE || fault_loses_motion(&fault) || loses_bone ||
                        fault_loses_data(&fault) || fault_is_refused(&fault);
        enum schema_level level = is_error                  ? SCHEMA_ERROR
                                  : is_lenient(&fault)      ? SCHEMA_WARNING
                                  : fault_is_copied(&fault) ? SCHEMA_INFO
                                                            : failure->level;
        struct finding *finding = kinds[fault.kind].report(&fault);
        set_level(finding, level);
        if (finding != NULL) {
            finding->loses_bone = loses_bone || fault_is_of_needed_bone(&fault);
        }
    }
}

struct bounds bounds_of(struct check *check)
{
    static const char *const lists[] = {"accessors", "bufferViews", "buffers", "cameras", "images",   "materials",
                                        "meshes",    "samplers",    "scenes",  "skins",   "textures", NULL};
    struct document *document = check->avatar->document;
    const struct tree *springs = document_tree(document, SPRINGS_POINTER);
    const struct tree *lights = document_tree(document, "/extensions/KHR_lights_punctual");
    const struct tree *variants = document_tree(document, "/extensions/KHR_materials_variants");
    struct bounds bounds = {{{"nodes", check->avatar->scene->bound},
                             {"lights", lights == NULL ? EXPECT_ANY : expect_bound(tree_get(lights, "lights"))},
                             {"variants", variants == NULL ? EXPECT_ANY : expect_bound(tree_get(variants, "variants"))},
                             {"colliders", expect_bound(tree_get(springs, "colliders"))},
                             {"colliderGroups", expect_bound(tree_get(springs, "colliderGroups"))}},
                            5};
    for (size_t i = 0; lists[i] != NULL; i++) {
        bounds.lists[bounds.count++] = (struct schema_bound){lists[i], expect_list(document, lists[i])};
    }
    return bounds;
}

void instance_judge(struct instance *instance, const char *schema, const struct bounds *bounds)
{
    struct schema_evaluation how = {
        .arena = instance->check->arena,
        .pointer = instance->pointer,
        .bounds = bounds->lists,
        .bound_count = bounds->count,
        .fail = report_schema_failure,
        .context = instance,
        .whole_floats = true,
    };
    schema_evaluate(embedded_schema(schema), instance->value, &how);
}

void check_schemas(struct check *check)
{
    struct bounds bounds = bounds_of(check);
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        struct extension_cursor cursor = extension_cursor(check->avatar->document, id);
        while (extension_next(&cursor)) {
            struct instance instance = {
                .check = check, .extension = id, .value = cursor.value, .pointer = cursor.pointer};
            instance_judge(&instance, extension_schema(id, cursor.value, cursor.pointer), &bounds);
        }
    }
}
