/* Reports invalid numbers found by the schema checker, in an artist's words. */
#include <math.h>
#include <string.h>

#include "base/among.h"
#include "checks/absent.h"
#include "checks/byte_colors.h"
#include "checks/fixes.h"
#include "checks/schema/labels.h"
#include "checks/schema/reports.h"
#include "ids/messages_animation.h"
#include "ids/messages_gltf.h"
#include "ids/messages_mtoon.h"
#include "ids/messages_shared.h"
#include "ids/messages_vrm.h"
#include "ids/messages_words.h"
#include "ids/rules.h"

/* Reports invalid lists found by the schema checker: empty ones, ones of a wrong length, and ones with repeated
 * elements. */

/* Whether the list is one of the binds of an expression. */
static bool is_of_binds(const struct fault *fault)
{
    static const char binds[] = "Binds";
    size_t length = strlen(fault->key);
    return fault->instance->extension == EXTENSION_VRM1 && length > strlen(binds) &&
           strcmp(fault->key + length - strlen(binds), binds) == 0;
}

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
                           : is_of_binds(fault)                           ? SHARED_EMPTY_ARRAY__BINDS
                                                                          : SHARED_EMPTY_ARRAY__DEFAULT;
    struct argument list = fault_value(fault);
    bool may_go = message == SHARED_EMPTY_ARRAY__DEFAULT || message == SHARED_EMPTY_ARRAY__BINDS;
    if (may_go) {
        list = argument_as("empty", list); /* all of them are one finding, because the fix is to omit the list */
    }
    struct finding *finding = fault_report(fault, message, ARGUMENTS(list));
    finding_fix(finding, may_go                           ? VRMLINT_FIX_SAFE
                         : fault_is_hollow(fault->parent) ? VRMLINT_FIX_REPAIR
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
                           /* without one, a plane has another normal, and a capsule's tail is its node */
                           : strcmp(fault->key, "normal") == 0 || strcmp(fault->key, "tail") == 0
                               ? SHARED_ARRAY_LENGTH__NORMAL
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

static double number_of(const struct tree *value)
{
    double number = 0;
    tree_number(value, &number);
    return number;
}

struct finding *fault_report_infinite(const struct fault *fault)
{
    if (fault->failure->problem != SCHEMA_NOT_FINITE) {
        return fault_report_infinite_index(fault);
    }
    double limit = fault_limit(fault);
    double value = number_of(fault->failure->value);
    bool overflowed = value == TREE_OVERFLOW || value == -TREE_OVERFLOW;
    struct finding *finding =
        fault_report(fault,
                     !overflowed ? SHARED_NOT_FINITE__DEFAULT
                     : value > 0 ? SHARED_NOT_FINITE__MORE
                                 : SHARED_NOT_FINITE__LESS,
                     ARGUMENTS(fault_value(fault), NUMBER("is", value, 3), NUMBER("limit", limit, 3)));
    finding_measure(finding, "value", !overflowed ? value : value > 0 ? INFINITY : -INFINITY);
    finding_measure(finding, "limit", limit);
    return finding;
}

#define NO_EFFECT MESSAGE_NONE

/* The effect of a value outside its range. */
static const struct value_effect {
    const char *key; /* the last member names in the pointer */
    enum message below;
    enum message above;
    bool idle; /* at the bound it is allowed but has no effect, so the bound is no good advice */
} effects[] = {
    {"dragForce", WORDS_DRAG_BELOW, WORDS_DRAG_ABOVE, false},
    {"stiffness", WORDS_STIFFNESS_BELOW, NO_EFFECT, true},
    {"gravityPower", WORDS_GRAVITY_BELOW, NO_EFFECT, false},
    {"hitRadius", WORDS_HIT_RADIUS_BELOW, NO_EFFECT, false},
    {"radius", WORDS_RADIUS_BELOW, NO_EFFECT, true},
    {"position/weight", WORDS_MOVE_WEIGHT_BELOW, WORDS_MOVE_WEIGHT_ABOVE, false},
    {"weight", WORDS_WEIGHT_BELOW, WORDS_WEIGHT_ABOVE, false},
    {"pitch", WORDS_SWING_BELOW, NO_EFFECT, true},
    {"yaw", WORDS_SWING_BELOW, NO_EFFECT, true},
    {"angle", WORDS_ANGLE_BELOW, NO_EFFECT, true},
    {"inputMaxValue", WORDS_INPUT_BELOW, NO_EFFECT, true},
    {"rotation", WORDS_ROTATION_BEYOND, WORDS_ROTATION_BEYOND, false},
};

static const struct value_effect *effect_of(const struct fault *fault)
{
    static const struct value_effect none = {"", NO_EFFECT, NO_EFFECT, false};
    size_t length = strlen(fault->rest);
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        const char *key = effects[i].key;
        const char *slash = strchr(key, '/');
        size_t size = strlen(key);
        if (slash == NULL ? strcmp(key, fault->key) == 0
                          : size < length && strcmp(fault->rest + length - size, key) == 0) {
            return &effects[i];
        }
    }
    return &none;
}

#define LEAST_QUEUE 1000.0 /* Unity's queue for the background */

/* Whether it is a colour written from 0 to 255; if so, numbers receives its *count numbers. */
static bool is_of_255(const struct fault *fault, double *numbers, size_t *count)
{
    static const char factor[] = "Factor";
    size_t length = strlen(fault->key);
    *count = tree_length(fault->parent) < 4 ? 3 : 4;
    enum byte_color kind = strcmp(fault->key, "emissiveFactor") == 0 ? BYTE_COLOR_GLOW : BYTE_COLOR_PLAIN;
    return fault->is_element && length >= strlen(factor) && strcmp(fault->key + length - strlen(factor), factor) == 0 &&
           tree_numbers(fault->parent, numbers, *count) && byte_color_is(fault->instance->check, kind, numbers, *count);
}

static struct finding *report_of_255(const struct fault *fault, const double *numbers, size_t count)
{
    struct check *check = fault->instance->check;
    double limit = fault_limit(fault);
    size_t all = byte_colors_count(check);
    struct argument place = fault_value(fault);
    struct argument is = argument_number("is", number_of(fault->failure->value), limit, UNIT_NONE, 6);
    struct finding *finding =
        all > 1
            ? fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__SEVERAL_OF_255,
                           ARGUMENTS(place, is, NUMBER("limit", limit, 6), COUNT("more", all - 1)))
            : fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__OF_255, ARGUMENTS(place, is, NUMBER("limit", limit, 6)));
    byte_color_note(check, finding, fault_outer(fault), numbers, count);
    return finding;
}

/* Whether it is an absolute renderQueue of Unity, as in VRM 0.x, instead of an offset. */
static bool is_whole_queue(const struct fault *fault)
{
    return strcmp(fault->key, "renderQueueOffsetNumber") == 0 && number_of(fault->failure->value) >= LEAST_QUEUE;
}

/* Reports an offset in the render queue of MToon with the range for the transparency of its material, which is
 * narrower than that of the schema. */
static struct finding *report_queue(const struct fault *fault, struct argument is)
{
    const struct check *check = fault->instance->check;
    const struct materials *materials = check->avatar->materials;
    size_t index = place_at(fault->instance->pointer).index[0];
    if (index >= materials->count) {
        return NULL;
    }
    const struct material *material = &materials->items[index];
    bool blends = material->mode == MODE_BLEND;
    return report_taking(
        check->findings,
        blends ? MESSAGE_MTOON_VALUE_OUT_OF_RANGE__QUEUE_BLEND : MESSAGE_MTOON_VALUE_OUT_OF_RANGE__QUEUE_OPAQUE,
        place_at(fault->failure->pointer),
        ARGUMENTS(the_thing("material", WORDS_MATERIAL, index, material->name), is,
                  NUMBER("minimum", material->zwrite ? 0 : -9, 2), NUMBER("maximum", material->zwrite ? 9 : 0, 2),
                  WORD("depth", material->zwrite ? WORDS_QUEUE_WITH_DEPTH : WORDS_QUEUE_WITHOUT_DEPTH)));
}

/* Whether it is a size or position of data in core glTF; with the nearest allowed number apps would read
 * other data. */
static bool is_measure(const struct fault *fault)
{
    static const char *const keys[] = {"byteLength", "byteOffset", "byteStride", "count"};
    return fault_is_core(fault) && IS_AMONG(fault->key, keys);
}

/* Whether it is a number of a rotation whose direction is known: with the nearest allowed number it would be another
 * one. Fills in the rotation divided by its length. */
static bool is_of_rotation(const struct fault *fault, double unit[4])
{
    bool has = fault->is_element && !fault_is_core(fault) && strcmp(fault->key, "rotation") == 0 &&
               tree_count(fault->parent) == 4 && tree_numbers(fault->parent, unit, 4);
    double length = has ? sqrt(unit[0] * unit[0] + unit[1] * unit[1] + unit[2] * unit[2] + unit[3] * unit[3]) : 0;
    for (size_t i = 0; has && i < 4; i++) {
        unit[i] /= length;
    }
    return has && isfinite(length);
}

/* Whether only the author knows the intended number: a constraint has no effect at 0, and for a material or a size
 * the nearest allowed number is as wrong. */
static bool is_left_open(const struct fault *fault, bool below)
{
    return (below && strcmp(fault->key, "weight") == 0) || fault->rule == RULE_GLTF_VALUE_OUT_OF_RANGE ||
           fault->rule == RULE_MTOON_VALUE_OUT_OF_RANGE;
}

struct finding *fault_report_range(const struct fault *fault)
{
    const struct schema_failure *failure = fault->failure;
    double value = number_of(failure->value);
    double limit = fault_limit(fault);
    bool below = value < limit;
    double minimum = 0;
    double maximum = 0;
    bool has_minimum = flat_number(flat_get(failure->flat, failure->schema, "minimum"), &minimum);
    bool has_maximum = flat_number(flat_get(failure->flat, failure->schema, "maximum"), &maximum);
    const struct value_effect *effects_of = effect_of(fault);
    enum message effect = below ? effects_of->below : effects_of->above;
    struct argument place = fault_value(fault);
    struct argument is = argument_number("is", value, limit, UNIT_NONE, 6);
    struct argument bound = NUMBER("limit", limit, 6);
    struct argument what = WORD("effect", effect);
    struct finding *finding;
    double numbers[4];
    double unit[4];
    size_t count = 0;
    bool of_255 = !below && is_of_255(fault, numbers, &count);
    bool is_rotation = is_of_rotation(fault, unit);
    if (of_255) {
        finding = report_of_255(fault, numbers, count);
    } else if (strcmp(failure->keyword, "exclusiveMinimum") == 0) { /* the bound itself isn't allowed */
        finding = fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__MORE, ARGUMENTS(place, is, bound));
    } else if (is_whole_queue(fault)) {
        limit = 0;
        finding = fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__QUEUE,
                               ARGUMENTS(place, is, NUMBER("minimum", minimum, 6), NUMBER("maximum", maximum, 6)));
    } else if (strcmp(fault->key, "renderQueueOffsetNumber") == 0) {
        finding = report_queue(fault, is);
    } else if (strcmp(fault->key, "dragForce") == 0) {
        limit = fix_drag(value);
        finding = fault_report(
            fault, fix_is_drag_percent(value) ? SHARED_VALUE_OUT_OF_RANGE__PERCENT : SHARED_VALUE_OUT_OF_RANGE__DRAG,
            ARGUMENTS(place, is, what, NUMBER("minimum", minimum, 6), NUMBER("maximum", maximum, 6),
                      NUMBER("share", limit, 6)));
    } else if (is_rotation) {
        finding =
            fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__ROTATION,
                         ARGUMENTS(place, is, what, NUMBER("minimum", minimum, 6), NUMBER("maximum", maximum, 6)));
    } else if (below && is_measure(fault)) {
        finding = fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__LOW_LAYOUT, ARGUMENTS(place, is, bound));
    } else if (below && effects_of->idle) {
        finding = fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__LOW_MEANT, ARGUMENTS(place, is, bound, what));
    } else if (effect == NO_EFFECT || !has_minimum) {
        finding = fault_report(fault, below ? SHARED_VALUE_OUT_OF_RANGE__LOW : SHARED_VALUE_OUT_OF_RANGE__HIGH,
                               ARGUMENTS(place, is, bound));
    } else if (has_minimum && has_maximum) {
        finding =
            fault_report(fault, below ? SHARED_VALUE_OUT_OF_RANGE__BELOW : SHARED_VALUE_OUT_OF_RANGE__ABOVE,
                         ARGUMENTS(place, is, what, NUMBER("minimum", minimum, 6), NUMBER("maximum", maximum, 6)));
    } else {
        finding = fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__LOW_AND, ARGUMENTS(place, is, bound, what));
    }
    if (is_left_open(fault, below) && !of_255) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    } else if (is_rotation) {
        finding_set_numbers(finding, "1", unit, 4);
    } else if (!of_255) {
        finding_set_number(finding, "0", limit);
    }
    finding_measure(finding, "value", value);
    if (has_minimum) {
        finding_measure(finding, "minimum", minimum);
    }
    if (has_maximum) {
        finding_measure(finding, "maximum", maximum);
    }
    return finding;
}
