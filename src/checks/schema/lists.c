/* Reports invalid lists found by the schema checker: empty ones, ones of a wrong length, and ones with repeated
 * elements. */
#include <string.h>

#include "checks/absent.h"
#include "checks/schema/labels.h"
#include "checks/schema/reports.h"
#include "ids/messages_animation.h"
#include "ids/messages_gltf.h"
#include "ids/messages_shared.h"
#include "ids/messages_vrm.h"

struct finding *fault_report_empty(const struct fault *fault)
{
    if (fault_is_core(fault) && fault->failure->level == SCHEMA_ERROR) {
        struct finding *finding = fault_report(fault, SHARED_EMPTY_ARRAY__REQUIRED, ARGUMENTS(fault_value(fault)));
        finding_fix(finding, VRMLINT_FIX_NONE);
        return finding;
    }
    if (fault->instance->extension == EXTENSION_VRM1 && fault_is_at(fault, PLACE_EXTENSION, "VRMC_vrm/meta/authors")) {
        struct finding *finding = report(fault->instance->check->findings, MESSAGE_VRM_EMPTY_ARRAY__AUTHORS,
                                         place_at(fault->failure->pointer), NO_ARGUMENTS);
        finding_fix(finding, VRMLINT_FIX_NONE);
        return finding;
    }
    enum message message = fault_is_at(fault, PLACE_SPRING, "joints")     ? SHARED_EMPTY_ARRAY__JOINTS
                           : fault_is_at(fault, PLACE_GROUP, "colliders") ? SHARED_EMPTY_ARRAY__COLLIDERS
                                                                          : SHARED_EMPTY_ARRAY__DEFAULT;
    struct argument list = fault_value(fault);
    if (message == SHARED_EMPTY_ARRAY__DEFAULT) {
        list = argument_as("empty", list); /* all of them are one finding, because the fix is to omit the list */
    }
    struct finding *finding = fault_report(fault, message, ARGUMENTS(list));
    finding_fix(finding, message == SHARED_EMPTY_ARRAY__DEFAULT ? VRMLINT_FIX_SAFE
                         : fault_is_hollow(fault->parent)       ? VRMLINT_FIX_REPAIR
                                                                : VRMLINT_FIX_UNSAFE);
    if (finding != NULL) {
        absent_note(fault->instance->check, finding, ABSENT_EMPTY, finding->pointer);
    }
    return finding;
}

struct finding *fault_report_empty_object(const struct fault *fault)
{
    return fault_report(fault, SHARED_EMPTY_OBJECT__DEFAULT, ARGUMENTS(fault_value(fault)));
}

/* Reports an invalid offsetFromHeadBone. */
static struct finding *report_gaze_offset(const struct fault *fault)
{
    const char *pointer = fault->is_element ? fault_outer(fault) : fault->failure->pointer;
    bool drop = !fault->is_element && tree_is_null(fault->failure->value);
    struct finding *finding = report(fault->instance->check->findings,
                                     fault->is_element ? MESSAGE_ANIMATION_ARRAY_LENGTH__GAZE_ELEMENT
                                     : drop            ? MESSAGE_ANIMATION_ARRAY_LENGTH__GAZE_NULL
                                                       : MESSAGE_ANIMATION_ARRAY_LENGTH__GAZE,
                                     place_at(pointer), ARGUMENTS(fault_kind_of(fault->failure->value)));
    if (drop) {
        finding_fix(finding, VRMLINT_FIX_SAFE);
    }
    return finding;
}

/* Whether the items of the list must be numbers. */
static bool is_of_numbers(const struct schema_failure *failure)
{
    const struct flat_value *items = flat_get(failure->flat, failure->schema, "items");
    const char *type = flat_text(failure->flat, flat_get(failure->flat, items, "type"));
    return type != NULL && strcmp(type, "number") == 0;
}

/* Reports a list instead of an object of x, y and z whose length isn't 3. */
static struct finding *report_listed_vector(const struct fault *fault)
{
    size_t count = tree_count(fault->failure->value);
    struct finding *finding =
        fault_report(fault, SHARED_ARRAY_LENGTH__OBJECT, ARGUMENTS(fault_value(fault), COUNT("count", count)));
    finding_measure(finding, "length", (double)count);
    finding_measure(finding, "expected", 3);
    return finding;
}

struct finding *fault_report_length(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    if (fault_is_listed_vector(fault)) {
        return report_listed_vector(fault);
    }
    if (failure->problem == SCHEMA_TYPE) {
        return report_gaze_offset(fault);
    }
    double length = fault_limit(fault);
    bool is_material = fault_is_of_material(fault);
    bool is_euler = strcmp(fault->key, "rotation") == 0 && length == 4 && failure->count == 3;
    enum message message = is_euler                                 ? SHARED_ARRAY_LENGTH__EULER
                           : fault_is_core(fault)                   ? SHARED_ARRAY_LENGTH__NUMBERS
                           : !is_of_numbers(failure)                ? SHARED_ARRAY_LENGTH__DEFAULT
                           : is_material && length == 3             ? SHARED_ARRAY_LENGTH__COLOR
                           : is_material                            ? SHARED_ARRAY_LENGTH__PAIR
                           : strcmp(fault->key, "targetValue") == 0 ? SHARED_ARRAY_LENGTH__COLOR_ALPHA
                           : length == 2                            ? SHARED_ARRAY_LENGTH__PAIR
                           : length == 4                            ? SHARED_ARRAY_LENGTH__ROTATION
                           /* without one, apps use another normal for a plane */
                           : strcmp(fault->key, "normal") == 0 ? SHARED_ARRAY_LENGTH__NORMAL
                                                               : SHARED_ARRAY_LENGTH__VECTOR;
    struct finding *finding =
        fault_report(fault, message,
                     ARGUMENTS(fault_value(fault), COUNT("count", failure->count), COUNT("length", (uint64_t)length)));
    finding_measure(finding, "length", (double)failure->count);
    finding_measure(finding, "expected", length);
    if (is_material && length == 3 && failure->count == 4) {
        finding_fix(finding, VRMLINT_FIX_REPAIR);
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0/3", NULL); /* alpha */
    }
    return finding;
}

struct finding *fault_report_repeat(const struct fault *fault)
{
    bool joint = fault_is_core(fault) && strcmp(fault->instance->pointer, "/skins") == 0;
    struct finding *finding = fault_report(fault, joint ? SHARED_DUPLICATE_ITEM__JOINT : SHARED_DUPLICATE_ITEM__DEFAULT,
                                           ARGUMENTS(fault_value(fault), COUNT("first", fault->failure->count)));
    if (finding != NULL && !finding->counted) {
        const char *first =
            arena_printf(fault->instance->check->arena, "%s/%zu", fault_outer(fault), fault->failure->count);
        finding_relate(finding, RELATED_GLTF_DUPLICATE_ITEM__DEFAULT, place_at(first), NO_ARGUMENTS);
    }
    finding_fix(finding, joint ? VRMLINT_FIX_NONE : VRMLINT_FIX_REPAIR);
    return finding;
}
