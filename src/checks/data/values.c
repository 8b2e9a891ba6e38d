/* Checks accessors themselves: whether they contain finite numbers, whether min and max match their data, and whether
 * sparse ones are valid. Accessors that channels play have their own rules. */
#include <string.h>

#include "base/json_value.h"
#include "checks/data/data.h"
#include "ids/messages_buffer.h"

#define DIGITS 6
#define WHOLE_DIGITS 9 /* significant digits that represent every single exactly */

/* ---- min and max ---- */

/* Whether apps use the bounds of an accessor. */
static bool bounds_matter(const struct use *use)
{
    return (use->kind == USE_ATTRIBUTE || use->kind == USE_TARGET) && strcmp(use->attribute, "POSITION") == 0;
}

static struct finding *report_bound(struct data *data, size_t index, bool is_max, size_t component, double given,
                                    double is)
{
    /* the bounds are too narrow, not too wide */
    bool outside = is_max ? is > given : is < given;
    static const enum message forms[2][2] = {
        {MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_TOO_SMALL, MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_TOO_LARGE},
        {MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_TOO_LARGE, MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_TOO_SMALL}};
    static const enum message others[2] = {MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_OF_OTHERS,
                                           MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_OF_OTHERS};
    bool matters = bounds_matter(data_use(data, index));
    struct finding *finding = report(data->check->findings, matters ? forms[is_max][outside] : others[is_max],
                                     place_of(PLACE_ACCESSOR, index, 0, is_max ? "max" : "min"),
                                     ARGUMENTS(the_use("use", data, index), COUNT("component", component),
                                               argument_number("given", given, is, UNIT_NONE, DIGITS),
                                               argument_number("is", is, given, UNIT_NONE, WHOLE_DIGITS)));
    if (!matters) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "given", given);
    finding_measure(finding, "is", is);
    return finding;
}

static bool bound_differs(const struct accessor *accessor, double given, double is)
{
    return accessor->base.component == COMPONENT_FLOAT ? (float)given != (float)is : given != is;
}

static void check_bound(struct data *data, size_t index, bool is_max)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    const struct sweep_facts *facts = data_facts(data, index);
    const double *is = is_max ? facts->high : facts->low;
    double given[SWEEP_COMPONENTS];
    if (!tree_numbers(tree_get(accessor->json, is_max ? "max" : "min"), given, accessor->base.components)) {
        return;
    }
    struct finding *finding = NULL;
    for (size_t k = 0; k < accessor->base.components; k++) {
        if (!bound_differs(accessor, given[k], is[k])) {
            continue;
        }
        finding = finding == NULL ? report_bound(data, index, is_max, k, given[k], is[k]) : finding;
        finding_set_number(finding, arena_printf(data->check->arena, "0/%zu", k), is[k]);
    }
}

/* Adds edits that set min and max of an accessor. */
static void edit_bounds(struct finding *finding, size_t accessor, const double *low, const double *high, size_t count)
{
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_ACCESSOR, accessor, 0, "min"),
                 json_numbers(&(struct json_value){""}, low, count));
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_ACCESSOR, accessor, 0, "max"),
                 json_numbers(&(struct json_value){""}, high, count));
}

static void report_swapped(struct data *data, size_t index)
{
    const struct sweep_facts *facts = data_facts(data, index);
    bool matters = bounds_matter(data_use(data, index));
    struct finding *finding = report(data->check->findings,
                                     matters ? MESSAGE_ACCESSOR_BOUNDS_MISMATCH__SWAPPED
                                             : MESSAGE_ACCESSOR_BOUNDS_MISMATCH__SWAPPED_OF_OTHERS,
                                     place_of(PLACE_ACCESSOR, index, 0, "min"), ARGUMENTS(the_use("use", data, index)));
    if (!matters) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    edit_bounds(finding, index, facts->low, facts->high, accessors_get(data->sweep->accessors, index)->base.components);
}

static void check_bounds(struct data *data, size_t index)
{
    const struct sweep_facts *facts = data_facts(data, index);
    if (accessor_bounds_are_swapped(accessors_get(data->sweep->accessors, index), facts->low, facts->high)) {
        report_swapped(data, index);
    } else {
        check_bound(data, index, false);
        check_bound(data, index, true);
    }
}

/* Adds min and max to an accessor, if a finding becomes obsolete by that. */
static void set_bounds(const struct data *data, const struct unbounded *unbounded)
{
    static const double zeros[SWEEP_COMPONENTS];
    const struct accessor *accessor = accessors_get(data->sweep->accessors, unbounded->accessor);
    const struct sweep_facts *facts = data_facts(data, unbounded->accessor);
    size_t count = accessor == NULL ? 0 : accessor->base.components;
    bool known = count > 0 && count <= JSON_NUMBERS_MAX &&
                 (facts->state == SWEEP_ZEROS || (facts->state == SWEEP_READ && !facts->infinite));
    if (!known) {
        finding_fix(unbounded->finding, VRMLINT_FIX_NONE);
        return;
    }
    bool are_zeros = facts->state == SWEEP_ZEROS;
    edit_bounds(unbounded->finding, unbounded->accessor, are_zeros ? zeros : facts->low,
                are_zeros ? zeros : facts->high, count);
}

/* ---- numbers ---- */

/* Reads an accessor again to count the elements that aren't finite. */
static void report_infinite(struct data *data, size_t index)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    size_t n = accessor->base.components;
    struct sweep_walk walk;
    struct sweep_window window;
    size_t count = 0;
    uint64_t first = 0;
    double value = NAN;
    bool began = accessor->base.buffer != SIZE_MAX && sweep_begin(&walk, data->sweep, index, 0, 0);
    while (began && sweep_next(&walk, &window)) {
        struct elements form = accessor->base;
        for (size_t i = 0; i < window.count; i++) {
            double numbers[SWEEP_COMPONENTS];
            size_t k = 0;
            elements_decode(&form, window.bytes + i * window.stride, 1, numbers);
            while (k < n && isfinite(numbers[k])) {
                k++;
            }
            if (k < n && count++ == 0) {
                first = window.first + i;
                value = numbers[k];
            }
        }
    }
    struct place place = place_of(PLACE_ACCESSOR, index, 0, NULL);
    struct argument what = the_use("use", data, index);
    if (count == 0) {
        report(data->check->findings, MESSAGE_ACCESSOR_NOT_FINITE__SOMEWHERE, place, ARGUMENTS(what));
        return;
    }
    bool is_animation = data_use(data, index)->kind == USE_KEYFRAMES;
    struct finding *finding =
        report(data->check->findings,
               is_animation ? MESSAGE_ACCESSOR_NOT_FINITE__ANIMATION : MESSAGE_ACCESSOR_NOT_FINITE__DEFAULT, place,
               ARGUMENTS(what, COUNT("count", count), COUNT("total", accessor->base.count), COUNT("first", first),
                         NUMBER("value", value, DIGITS)));
    data_measure(finding, count, accessor->base.count, first);
}

/* ---- sparse ---- */

static void report_replaced(struct data *data, size_t index)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    const struct sweep_facts *facts = data_facts(data, index);
    struct place place = place_of(PLACE_ACCESSOR, index, 0, "sparse");
    struct argument what = the_use("use", data, index);
    struct argument entry = COUNT("entry", facts->first);
    struct argument element = COUNT("element", facts->index);
    struct finding *finding =
        report_taking(data->check->findings,
                      facts->index >= accessor->base.count ? MESSAGE_ACCESSOR_SPARSE_INVALID__BEYOND
                                                           : MESSAGE_ACCESSOR_SPARSE_INVALID__UNORDERED,
                      place, ARGUMENTS(what, entry, element, COUNT("count", accessor->base.count)));
    finding_measure(finding, "first", (double)facts->first);
    finding_measure(finding, "index", (double)facts->index);
}

void data_check_values(struct data *data)
{
    for (size_t i = 0; i < data->check->unbounded_count; i++) {
        set_bounds(data, &data->check->unbounded[i]);
    }
    for (size_t i = 0; i < data->sweep->accessors->count; i++) {
        const struct sweep_facts *facts = data_facts(data, i);
        if (data->of_keyframes[i]) {
            continue;
        }
        if (facts->state == SWEEP_REPLACED) {
            report_replaced(data, i);
        } else if (facts->state == SWEEP_READ && facts->infinite) {
            report_infinite(data, i);
        } else if (facts->state == SWEEP_READ) {
            check_bounds(data, i);
        }
    }
}
