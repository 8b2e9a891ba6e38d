/* Checks every instance of every extension against its schema. Each failure becomes a finding of the family to which
 * its place belongs. */
#include "checks/schema/schemas.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "checks/schema/refused.h"
#include "checks/schema/reports.h"
#include "checks/schema/unreported.h"
#include "gltf/expect.h"
#include "ids/messages_skipped.h"
#include "schema/embedded.h"

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
        return extension->title;
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
        bool is_error = fault.kind == KIND_NOT_FINITE || fault_loses_motion(&fault) || fault_loses_bone(&fault) ||
                        fault_loses_data(&fault) || fault_is_refused(&fault);
        enum schema_level level = is_error ? SCHEMA_ERROR : is_lenient(&fault) ? SCHEMA_WARNING : failure->level;
        set_level(kinds[fault.kind].report(&fault), level);
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
