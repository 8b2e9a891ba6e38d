/* Compares min and max of the accessors that hold keyframes with their data. Apps take the length of an animation
 * from those of its times. */
#include "base/json_value.h"
#include "checks/animation/keyframes.h"
#include "gltf/expect.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_buffer.h"

#define DIGITS 6
#define WHOLE_DIGITS 9 /* significant digits that represent every single exactly */

bool bounds_stated(const struct keyframes *keyframes, size_t index)
{
    const struct accessor *accessor = accessors_get(keyframes->accessors, index);
    /* integers would have to be compared in their stored form */
    return !keyframes->bounded[index] && accessor->base.component == COMPONENT_FLOAT &&
           accessor->base.components <= KEY_BOUNDS_MAX &&
           (tree_get(accessor->json, "min") != NULL || tree_get(accessor->json, "max") != NULL);
}

void bounds_add(struct key_bounds *bounds, const double *values, size_t count, size_t components)
{
    for (size_t k = 0; k < components && count > 0; k++) {
        double low = bounds->started ? bounds->low[k] : values[k];
        double high = bounds->started ? bounds->high[k] : values[k];
        double nothing = 0; /* 0 if all values are finite */
        for (size_t i = k; i < count * components; i += components) {
            low = values[i] < low ? values[i] : low;
            high = values[i] > high ? values[i] : high;
            nothing += values[i] * 0;
        }
        bounds->low[k] = low;
        bounds->high[k] = high;
        bounds->infinite = bounds->infinite || !(nothing == 0);
    }
    bounds->started = bounds->started || count > 0;
}

/* One of the two bounds, with its messages. */
struct bound {
    const char *key;
    enum message of_times;
    enum message of_values;
};

static void report_bound(const struct keyframes *keyframes, const struct track *track, bool times,
                         const struct bound *bound, size_t component, double given, double is)
{
    size_t index = times ? track->input : track->output;
    struct argument channels = the_channels("channels", keyframes, track->channels[0], track->channel_count,
                                            times ? WORDS_CHANNELS_OF_SAME_TIMES : WORDS_CHANNELS);
    struct argument accessor = COUNT("accessor", index);
    enum unit unit = times ? UNIT_SECONDS : UNIT_NONE;
    struct argument numbers[] = {argument_number("given", given, is, unit, DIGITS),
                                 argument_number("is", is, given, unit, WHOLE_DIGITS)};
    struct place place = place_of(PLACE_ACCESSOR, index, 0, bound->key);
    struct finding *finding =
        report_taking(keyframes->check->findings, times ? bound->of_times : bound->of_values, place,
                      ARGUMENTS(channels, accessor, numbers[0], numbers[1], COUNT("component", component)));
    finding_edit_at(finding, VRMLINT_EDIT_SET, arena_printf(keyframes->check->arena, "0/%zu", component),
                    json_number(&(struct json_value){""}, is));
    if (!times) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "given", given);
    finding_measure(finding, "is", is);
}

static void report_swapped(const struct keyframes *keyframes, const struct track *track, bool times,
                           const struct key_bounds *bounds)
{
    size_t index = times ? track->input : track->output;
    size_t count = accessors_get(keyframes->accessors, index)->base.components;
    struct argument channels = the_channels("channels", keyframes, track->channels[0], track->channel_count,
                                            times ? WORDS_CHANNELS_OF_SAME_TIMES : WORDS_CHANNELS);
    struct finding *finding =
        report_taking(keyframes->check->findings,
                      times ? MESSAGE_ACCESSOR_BOUNDS_MISMATCH__SWAPPED_OF_TIMES
                            : MESSAGE_ACCESSOR_BOUNDS_MISMATCH__SWAPPED_OF_VALUES,
                      place_of(PLACE_ACCESSOR, index, 0, "min"), ARGUMENTS(channels, COUNT("accessor", index)));
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_ACCESSOR, index, 0, "min"),
                 json_numbers(&(struct json_value){""}, bounds->low, count));
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_ACCESSOR, index, 0, "max"),
                 json_numbers(&(struct json_value){""}, bounds->high, count));
    if (!times) {
        finding_severity(finding, VRMLINT_WARNING);
    }
}

void bounds_report(struct keyframes *keyframes, const struct track *track, bool times, const struct key_bounds *bounds)
{
    static const struct bound kinds[] = {
        {"min", MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_OF_TIMES, MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN},
        {"max", MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_OF_TIMES, MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX}};
    size_t index = times ? track->input : track->output;
    const struct accessor *accessor = accessors_get(keyframes->accessors, index);
    double given[KEY_BOUNDS_MAX];
    if (!bounds->started || bounds->infinite || !bounds_stated(keyframes, index)) {
        return;
    }
    keyframes->bounded[index] = true;
    if (accessor_bounds_are_swapped(accessor, bounds->low, bounds->high)) {
        report_swapped(keyframes, track, times, bounds);
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!expect_numbers(tree_get(accessor->json, kinds[i].key), given, accessor->base.components)) {
            continue;
        }
        const double *is = i == 0 ? bounds->low : bounds->high;
        for (size_t k = 0; k < accessor->base.components; k++) {
            if ((float)given[k] != (float)is[k]) {
                report_bound(keyframes, track, times, &kinds[i], k, given[k], is[k]);
                break;
            }
        }
    }
}
