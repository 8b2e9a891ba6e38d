/* Every instance of every extension against its schema, each failure made a finding of the family that the place
 * belongs to. */
#include "checks/schema/schemas.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "gltf/expect.h"
#include "schema/embedded.h"

/* The names of the rules. A family lacks those that nothing of it can break, or that it has rules of its own about. */
static const char *const rule_names[KIND_COUNT] = {
    [KIND_WRONG_TYPE] = "wrong-type",
    [KIND_MISSING_PROPERTY] = "missing-property",
    [KIND_EMPTY_ARRAY] = "empty-array",
    [KIND_ARRAY_LENGTH] = "array-length",
    [KIND_NOT_FINITE] = "not-finite",
    [KIND_VALUE_OUT_OF_RANGE] = "value-out-of-range",
    [KIND_UNKNOWN_VALUE] = "unknown-value",
    [KIND_ONE_OF] = "one-of",
    [KIND_INDEX_NOT_INTEGER] = "index-not-integer",
    [KIND_INDEX_WRITTEN_AS_FLOAT] = "index-written-as-float",
    [KIND_NEGATIVE_INDEX] = "negative-index",
    [KIND_UNRESOLVED_INDEX] = "unresolved-index",
    [KIND_UNKNOWN_PROPERTY] = "unknown-property",
    [KIND_DUPLICATE_ITEM] = "duplicate-item",
    [KIND_EMPTY_OBJECT] = "empty-object",
};

/* Whether a number is beyond what a double holds: it is no index of anything, not even one that is too high. */
static bool is_infinite_index(const struct schema_failure *failure)
{
    double number;
    return failure->problem >= SCHEMA_INDEX_FRACTION && failure->problem <= SCHEMA_INDEX_RANGE &&
           tree_number(failure->value, &number) && fabs(number) == TREE_OVERFLOW;
}

/* A list of a fixed length, against one that only mustn't be empty. */
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
    case SCHEMA_NOT: /* "not": {} is how a schema refuses extensions and extras where they have no place */
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

/* The family whose rules are about a place: some members of an extension are another's. */
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

/* ---- where a failure is ---- */

/* Walks down from the instance to what holds the value at the end of the pointer. */
static void locate(struct fault *fault)
{
    const struct tree *value = fault->instance->value;
    const char *at = fault->rest;
    const char *token;
    size_t length;
    fault->key = "";
    struct buf key = BUF_INIT(fault->instance->check->arena); /* the same room for every one on the way */
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

/* What judges an instance: "VRMC_springBone 1.0". */
static const char *title_of(const struct instance *instance)
{
    if (instance->extension == EXTENSION_COUNT) {
        return "glTF 2.0";
    }
    const struct extension *extension = &extension_table[instance->extension];
    if (!extension_has_versions(instance->extension)) {
        return extension->title;
    }
    const struct extension_version *version =
        extension_version(instance->extension, tree_get(instance->value, "specVersion"));
    return arena_printf(instance->check->arena, "%s %s", extension->name,
                        version == NULL ? extension->versions[0].text : version->text);
}

/* ---- one defect, one finding ---- */

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

static bool is_flattened(const struct fault *fault, const struct tree *shape)
{
    static const char *const shapes[] = {"sphere", "capsule", "plane", NULL};
    static const char *const parts[] = {"offset", "radius", "tail", NULL};
    return has_any(shape, shapes) ? false
           : has_any(shape, parts)
               ? true
               : fault->instance->extension == EXTENSION_COLLIDER && tree_get(shape, "normal") != NULL;
}

/* Whether the value lies right in a shape that is reported as a whole. */
static bool is_in_flattened(const struct fault *fault)
{
    if (fault->kind != KIND_UNKNOWN_PROPERTY) {
        return false;
    }
    struct arena *arena = fault->instance->check->arena;
    struct arena_mark mark = arena_mark(arena);
    bool in_shape = is_shape(fault_outer(fault));
    arena_release(arena, mark);
    return in_shape && is_flattened(fault, fault->parent);
}

/*
 * Kinds that another version of the constraint has are reported as such: not that there are none, or too many, and
 * where they stand in the extension itself not that nobody knows them there.
 */
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

/* Draft A with its kinds right in the extension: reported as that. */
static bool is_flattened_constraint(const struct fault *fault)
{
    static const char *const kinds[] = {"position", "rotation", "aim", NULL};
    return fault->instance->extension == EXTENSION_CONSTRAINT && fault->kind == KIND_MISSING_PROPERTY &&
           strcmp(fault->failure->name, "constraint") == 0 && has_any(fault->failure->value, kinds) &&
           constraint_layout(fault->instance->value) == LAYOUT_DRAFT_A;
}

/* The first draft's bones, right in the humanoid: reported as the missing humanBones. */
static bool is_bone_of_first_draft(const struct fault *fault)
{
    return fault->kind == KIND_UNKNOWN_PROPERTY && tree_get(fault->parent, "humanBones") == NULL &&
           bone_by_name(fault->key) != BONE_COUNT &&
           place_is(fault_outer(fault), PLACE_EXTENSION, "VRMC_vrm_animation/humanoid");
}

/* VRM 0.x: an index that leads nowhere is reported as that, however it is written. */
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

/* Colours that were converted in single precision end at 1.0000001. Core glTF knows by itself which of its values do.
 */
static bool is_nearly_within(const struct fault *fault)
{
    double value;
    return fault->kind == KIND_VALUE_OUT_OF_RANGE && fault_is_of_material(fault) &&
           tree_number(fault->failure->value, &value) && fabs(value - fault_limit(fault)) <= MATERIAL_EPS;
}

/* VRM 0.x: a word in another case where that doesn't matter; -1 where it means none; and what an annotation is about,
 * which has a rule of its own. */
static bool is_right_in_vrm0(const struct fault *fault)
{
    double number;
    if (fault->instance->extension != EXTENSION_VRM) {
        return false;
    }
    if (fault->kind == KIND_UNKNOWN_VALUE) {
        const char *hint = fault->failure->hint_is_name ? fault->failure->hint : NULL;
        const char *text = tree_text(fault->failure->value, NULL);
        bool any_case = fault_is_at(fault, PLACE_VRM0_EXPRESSION, "presetName") ||
                        fault_is_at(fault, PLACE_VRM0_ANNOTATION, "firstPersonFlag");
        return any_case && hint != NULL && text != NULL && extension_same_but_case(text, hint);
    }
    if (fault->kind != KIND_UNRESOLVED_INDEX || !tree_number(fault->failure->value, &number)) {
        return false;
    }
    bool has_none = fault_is_at(fault, PLACE_VRM0_META, "texture") ||
                    fault_is_at(fault, PLACE_VRM0_FIRST_PERSON, "firstPersonBone");
    return (has_none && number == -1) || fault_is_at(fault, PLACE_VRM0_ANNOTATION, "mesh");
}

static bool is_said_elsewhere(const struct fault *fault)
{
    bool version = fault->kind == KIND_MISSING_PROPERTY && *fault->rest == '\0' &&
                   strcmp(fault->failure->name, "specVersion") == 0;
    return version || is_nearly_within(fault) || is_in_flattened(fault) || has_foreign_kind(fault) ||
           is_flattened_constraint(fault) || is_bone_of_first_draft(fault) || leads_nowhere(fault) ||
           is_right_in_vrm0(fault) || (fault_is_core(fault) && fault_core_is_said(fault));
}

/* An offset of the gaze that isn't three numbers is one thing, whatever it is instead. */
static bool is_gaze_offset(const struct fault *fault)
{
    return fault->kind == KIND_WRONG_TYPE &&
           place_within(fault->failure->pointer, PLACE_ANIMATED_LOOK_AT, "offsetFromHeadBone", NULL, NULL);
}

/* A list where VRM 0.x has x, y and z, and not even one of three: the type alone doesn't say what is wrong with it. */
static bool is_odd_vector(const struct fault *fault)
{
    return fault->kind == KIND_WRONG_TYPE && fault_is_listed_vector(fault) && tree_count(fault->failure->value) != 3;
}

/* ---- evaluation ---- */

static void set_level(struct finding *finding, enum schema_level level)
{
    static const enum vrmlint_severity severities[] = {
        [SCHEMA_INFO] = VRMLINT_INFO, [SCHEMA_WARNING] = VRMLINT_WARNING, [SCHEMA_ERROR] = VRMLINT_ERROR};
    finding_severity(finding, severities[level]);
}

/* The beta gave no range for the angles of the gaze. */
static bool is_lenient(const struct fault *fault)
{
    const char *version = tree_text(tree_get(fault->instance->value, "specVersion"), NULL);
    return fault->instance->extension == EXTENSION_VRM1 && fault->kind == KIND_VALUE_OUT_OF_RANGE && version != NULL &&
           strcmp(version, "1.0-beta") == 0;
}

static void fail(void *context, const struct schema_failure *failure)
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
    locate(&fault);
    if (is_gaze_offset(&fault)) {
        if (instance->gaze_said) {
            return;
        }
        instance->gaze_said = true;
        fault.kind = KIND_ARRAY_LENGTH;
    } else if (is_odd_vector(&fault)) {
        fault.kind = KIND_ARRAY_LENGTH;
    }
    if (is_infinite_index(failure)) {
        fault.kind = KIND_NOT_FINITE;
    } else if (fault.kind == KIND_NEGATIVE_INDEX && instance->extension == EXTENSION_VRM) {
        fault.kind = KIND_UNRESOLVED_INDEX;
    }
    fault.rule =
        fault.kind == KIND_COUNT ? RULE_COUNT : family_rule(family_of(instance, fault.rest), rule_names[fault.kind]);
    assert(fault.rule != RULE_COUNT && "a schema uses a keyword that no rule of its family is about");
    if (fault.rule == RULE_COUNT || is_said_elsewhere(&fault)) {
        return;
    }
    if (fault.kind == KIND_ONE_OF && is_shape(failure->pointer) && is_flattened(&fault, failure->value)) {
        fault_report_flattened(&fault);
        return;
    }
    bool is_error = fault.kind == KIND_NOT_FINITE || fault_loses_motion(&fault);
    set_level(fault_report(&fault), is_error ? SCHEMA_ERROR : is_lenient(&fault) ? SCHEMA_WARNING : failure->level);
}

struct bounds bounds_of(struct check *check)
{
    static const char *const lists[] = {"accessors", "bufferViews", "buffers", "cameras", "images",   "materials",
                                        "meshes",    "samplers",    "scenes",  "skins",   "textures", NULL};
    struct document *document = check->avatar->document;
    struct expect expect = expect_document(document);
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
        bounds.lists[bounds.count++] = (struct schema_bound){lists[i], expect_list(&expect, lists[i])};
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
        .fail = fail,
        .context = instance,
    };
    schema_evaluate(embedded_schema(schema), instance->value, &how);
}

void check_schemas(struct check *check)
{
    struct bounds bounds = bounds_of(check);
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        struct extension_cursor cursor = extension_cursor(check->avatar->document, id);
        while (extension_next(&cursor)) {
            struct instance instance = {check, id, cursor.value, cursor.pointer, NULL, false};
            instance_judge(&instance, extension_schema(id, cursor.value, cursor.pointer), &bounds);
        }
    }
}
