/* Reports invalid numbers found by the schema checker, in an artist's words. */
#include <math.h>
#include <string.h>

#include "base/among.h"
#include "checks/byte_colors.h"
#include "checks/fixes.h"
#include "checks/schema/labels.h"
#include "checks/schema/reports.h"
#include "ids/messages_shared.h"
#include "ids/rules.h"

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
static const struct effect {
    const char *key;
    enum message below;
    enum message above;
    bool idle; /* at the bound it is allowed but has no effect, so the bound is no good advice */
} effects[] = {
    {"dragForce", WORDS_DRAG_BELOW, WORDS_DRAG_ABOVE, false},
    {"stiffness", WORDS_STIFFNESS_BELOW, NO_EFFECT, true},
    {"gravityPower", WORDS_GRAVITY_BELOW, NO_EFFECT, false},
    {"hitRadius", WORDS_HIT_RADIUS_BELOW, NO_EFFECT, false},
    {"radius", WORDS_RADIUS_BELOW, NO_EFFECT, true},
    {"weight", WORDS_WEIGHT_BELOW, WORDS_WEIGHT_ABOVE, false},
    {"pitch", WORDS_SWING_BELOW, NO_EFFECT, true},
    {"yaw", WORDS_SWING_BELOW, NO_EFFECT, true},
    {"angle", WORDS_ANGLE_BELOW, NO_EFFECT, true},
    {"rotation", WORDS_ROTATION_BEYOND, WORDS_ROTATION_BEYOND, false},
};

static const struct effect *effect_of(const struct fault *fault)
{
    static const struct effect none = {"", NO_EFFECT, NO_EFFECT, false};
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        if (strcmp(effects[i].key, fault->key) == 0) {
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

/* Whether it is a size or position of data in core glTF; with the nearest allowed number apps would read
 * other data. */
static bool is_measure(const struct fault *fault)
{
    static const char *const keys[] = {"byteLength", "byteOffset", "byteStride", "count"};
    return fault_is_core(fault) && IS_AMONG(fault->key, keys);
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
    const struct effect *effects_of = effect_of(fault);
    enum message effect = below ? effects_of->below : effects_of->above;
    struct argument place = fault_value(fault);
    struct argument is = argument_number("is", value, limit, UNIT_NONE, 6);
    struct argument bound = NUMBER("limit", limit, 6);
    struct argument what = WORD("effect", effect);
    struct finding *finding;
    double numbers[4];
    size_t count;
    bool of_255 = !below && is_of_255(fault, numbers, &count);
    if (of_255) {
        finding = report_of_255(fault, numbers, count);
    } else if (strcmp(failure->keyword, "exclusiveMinimum") == 0) { /* the bound itself isn't allowed */
        finding = fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__MORE, ARGUMENTS(place, is, bound));
    } else if (is_whole_queue(fault)) {
        limit = 0;
        finding = fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__QUEUE,
                               ARGUMENTS(place, is, NUMBER("minimum", minimum, 6), NUMBER("maximum", maximum, 6)));
    } else if (strcmp(fault->key, "dragForce") == 0 && fix_is_drag_percent(value)) {
        finding = fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__PERCENT,
                               ARGUMENTS(place, is, what, NUMBER("minimum", minimum, 6), NUMBER("maximum", maximum, 6),
                                         NUMBER("share", value / 100, 6)));
    } else if (below && is_measure(fault)) {
        finding = fault_report(fault, SHARED_VALUE_OUT_OF_RANGE__LOW_LAYOUT, ARGUMENTS(place, is, bound));
    } else if (effect == NO_EFFECT || !has_minimum) {
        finding = fault_report(fault, below ? SHARED_VALUE_OUT_OF_RANGE__LOW : SHARED_VALUE_OUT_OF_RANGE__HIGH,
                               ARGUMENTS(place, is, bound));
    } else if (has_minimum && has_maximum) {
        finding =
            fault_report(fault, below ? SHARED_VALUE_OUT_OF_RANGE__BELOW : SHARED_VALUE_OUT_OF_RANGE__ABOVE,
                         ARGUMENTS(place, is, what, NUMBER("minimum", minimum, 6), NUMBER("maximum", maximum, 6)));
    } else {
        finding = fault_report(
            fault, effects_of->idle ? SHARED_VALUE_OUT_OF_RANGE__LOW_MEANT : SHARED_VALUE_OUT_OF_RANGE__LOW_AND,
            ARGUMENTS(place, is, bound, what));
    }
    if (is_left_open(fault, below) && !of_255) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    } else if (!of_255) {
        finding_set_number(finding, "0", strcmp(fault->key, "dragForce") == 0 ? fix_drag(value) : limit);
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
