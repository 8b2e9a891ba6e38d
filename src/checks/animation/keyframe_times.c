/* The times of keyframes: whether they increase, and the time spans of an animation. */
#include <string.h>

#include "checks/absent.h"
#include "checks/animation/keyframes.h"
#include "ids/messages_animation_tracks.h"
#include "ids/rules.h"
#include "message/claims.h"

/* Whether the accessors of keyframes are readable and have the form required for animations. */

/* The maximum number of arguments of a message about an accessor, in addition to the common ones. */
enum { OWN_MAX = 3 };

static void relate_keyframe_accessor(struct finding *finding, enum message message, size_t accessor)
{
    finding_relate(finding,
                   message_line(message).rule == RULE_ANIMATION_ACCESSOR_FORMAT
                       ? RELATED_ANIMATION_ACCESSOR_FORMAT__DEFAULT
                       : RELATED_ANIMATION_ACCESSOR_OUT_OF_BOUNDS__DEFAULT,
                   place_of(PLACE_ACCESSOR, accessor, 0, NULL), ARGUMENTS(COUNT("accessor", accessor)));
}

/* Reports the times or the values of a track. own: further arguments of the message besides channels and accessor, or
 * NULL. */
static struct finding *report_track(const struct keyframes *keyframes, enum message message, const struct track *track,
                                    bool times, const struct argument *own)
{
    struct check *check = keyframes->check;
    size_t index = times ? track->input : track->output;
    struct argument arguments[2 + OWN_MAX + 1] = {
        the_channels("channels", keyframes, track->channels[0], track->channel_count, WORDS_CHANNELS),
        COUNT("accessor", index),
    };
    for (size_t i = 0; i < OWN_MAX && own != NULL && own[i].name != NULL; i++) {
        arguments[2 + i] = own[i];
    }
    return report(check->findings, message, sampler_place(keyframes, track->channels[0], times ? "input" : "output"),
                  arguments);
}

/* Calls report_track() and relates the accessor. */
static struct finding *report_keys(const struct keyframes *keyframes, enum message message, const struct track *track,
                                   bool times, const struct argument *own)
{
    struct finding *finding = report_track(keyframes, message, track, times, own);
    relate_keyframe_accessor(finding, message, times ? track->input : track->output);
    return finding;
}

/* Reports an accessor whose buffer view has a byteStride; only vertex attributes may have one. */
static void check_stride(struct keyframes *keyframes, const struct track *track, bool times)
{
    size_t index = times ? track->input : track->output;
    if (accessors_get(keyframes->accessors, index)->strided && !keyframes->told[index]) {
        report_keys(keyframes,
                    times ? MESSAGE_ANIMATION_ACCESSOR_FORMAT__STRIDED_TIMES
                          : MESSAGE_ANIMATION_ACCESSOR_FORMAT__STRIDED_VALUES,
                    track, times, NO_ARGUMENTS);
        keyframes->told[index] = true;
    }
}

/* ---- reading ---- */

bool keyframes_reach(struct keyframes *keyframes, const struct track *track, bool times)
{
    static const enum message outside[] = {MESSAGE_ANIMATION_ACCESSOR_OUT_OF_BOUNDS__VALUES,
                                           MESSAGE_ANIMATION_ACCESSOR_OUT_OF_BOUNDS__TIMES};
    static const enum message malformed[] = {MESSAGE_ANIMATION_ACCESSOR_FORMAT__MALFORMED_VALUES,
                                             MESSAGE_ANIMATION_ACCESSOR_FORMAT__MALFORMED_TIMES};
    size_t index = times ? track->input : track->output;
    const struct accessor *accessor = accessors_get(keyframes->accessors, index);
    if (accessor->status == ACCESSOR_READY) {
        return true;
    }
    if (accessor->status == ACCESSOR_UNREACHABLE) {
        if (keyframes->unreachable == 0) {
            keyframes->unreachable_at = accessor->pointer;
            keyframes->unreachable_why = accessor->why;
        }
        keyframes->unreachable += track->channel_count;
        check_stride(keyframes, track, times);
    } else if (accessor->status == ACCESSOR_ILL) {
        keyframes->ill += track->channel_count;
    } else if (!keyframes->told[index] && keyframes->is_vrma) {
        bool bounds = accessor->status == ACCESSOR_OUT_OF_BOUNDS;
        struct finding *finding =
            report_keys(keyframes, bounds ? outside[times] : malformed[times], track, times, ARGUMENTS(accessor->why));
        /* whether the view is aligned doesn't matter to it, nor what replacements replace */
        if (finding != NULL && bounds && accessor->why.kind == ARGUMENT_SAID &&
            accessor->why.as.said.words == WORDS_ACCESSOR_BEYOND_VIEW) {
            finding->in_three_vrm = EFFECT_REFUSES + 1;
        }
        if (accessor->pointer != NULL) {
            struct place view = place_at(accessor->pointer);
            finding_relate(finding, RELATED_ANIMATION_ACCESSOR_OUT_OF_BOUNDS__VIEW, view,
                           ARGUMENTS(COUNT("view", view.index[0])));
        }
    }
    keyframes->told[index] = true;
    return false;
}

/* ---- forms ---- */

static bool is_type(const struct accessor *accessor, const char *type)
{
    return strcmp(accessor->type, type) == 0;
}

static struct argument form_of(const struct keyframes *keyframes, const struct accessor *accessor)
{
    return the_form("form", keyframes->check->avatar, accessor->type, accessor->base.component,
                    accessor->base.normalized);
}

void keyframes_strides(struct keyframes *keyframes, const struct track *track)
{
    if (accessors_get(keyframes->accessors, track->output)->status == ACCESSOR_UNREACHABLE) {
        check_stride(keyframes, track, false);
    }
}

static bool is_one_number(const struct tree *value)
{
    double number;
    return tree_is_array(value) && tree_count(value) == 1 && tree_number(tree_at(value, 0), &number);
}

/* Whether UniVRM exported the file, which calls itself UniGLTF there. */
static bool is_of_univrm(const struct check *check)
{
    const char *generator = tree_text(document_tree(check->avatar->document, "/asset/generator"), NULL);
    return generator != NULL && text_begins(generator, "UniGLTF-");
}

bool keyframes_times_fit(struct keyframes *keyframes, const struct track *track)
{
    const struct accessor *accessor = accessors_get(keyframes->accessors, track->input);
    if (!is_type(accessor, "SCALAR") || accessor->base.component != COMPONENT_FLOAT) {
        report_keys(keyframes, MESSAGE_ANIMATION_ACCESSOR_FORMAT__TIMES, track, true,
                    ARGUMENTS(form_of(keyframes, accessor)));
        return false;
    }
    if (!is_one_number(tree_get(accessor->json, "min")) || !is_one_number(tree_get(accessor->json, "max"))) {
        keyframes->unbounded =
            report_keys(keyframes,
                        is_of_univrm(keyframes->check) ? MESSAGE_ANIMATION_ACCESSOR_FORMAT__WITHOUT_BOUNDS_OF_UNIVRM
                                                       : MESSAGE_ANIMATION_ACCESSOR_FORMAT__WITHOUT_BOUNDS,
                        track, true, NO_ARGUMENTS);
        absent_note(keyframes->check, keyframes->unbounded, ABSENT_LACKS,
                    arena_printf(keyframes->check->arena, "/accessors/%zu/%s", track->input,
                                 tree_get(accessor->json, "min") == NULL ? "min" : "max"));
    }
    check_stride(keyframes, track, true);
    return true;
}

/* Whether the accessor has the form that a path requires. *message receives the message for other forms. */
static bool has_form(const struct accessor *accessor, enum channel_path path, enum message *message)
{
    bool is_float = accessor->base.component == COMPONENT_FLOAT;
    bool is_number = is_float || (accessor->base.normalized && accessor->base.component != COMPONENT_UINT);
    switch (path) {
    case PATH_TRANSLATION:
    case PATH_SCALE:
        *message = MESSAGE_ANIMATION_ACCESSOR_FORMAT__VECTORS;
        return is_type(accessor, "VEC3") && is_float;
    case PATH_ROTATION:
        *message = MESSAGE_ANIMATION_ACCESSOR_FORMAT__ROTATIONS;
        return is_type(accessor, "VEC4") && is_number;
    case PATH_WEIGHTS:
        *message = MESSAGE_ANIMATION_ACCESSOR_FORMAT__WEIGHTS;
        return is_type(accessor, "SCALAR") && is_number;
    case PATH_OTHER:
        break;
    }
    return true;
}

size_t keyframes_elements(const struct keyframes *keyframes, const struct track *track)
{
    const struct avatar *avatar = keyframes->check->avatar;
    size_t targets = 1;
    if (track->path == PATH_WEIGHTS) {
        size_t mesh = avatar->scene->nodes[avatar->animations->channels[track->channels[0]].node].mesh;
        const struct tree *json = mesh == SCENE_NONE ? NULL : tree_at(document_tree(avatar->document, "/meshes"), mesh);
        size_t count = tree_count(tree_get(tree_at(tree_get(json, "primitives"), 0), "targets"));
        targets = count == 0 ? 1 : count;
    }
    return targets * (track->interpolation == INTERPOLATION_CUBIC ? 3 : 1);
}

/*
 * Reports a wrong number of values. The first related place is the possible common cause, so that findings with the
 * same cause become one: the times, if tracks that share them miss equally many values, or the animation, if it is
 * only declared as splines.
 */
static void report_key_count(struct keyframes *keyframes, const struct track *track, unsigned long long is,
                             unsigned long long needs)
{
    const struct animations *animations = keyframes->check->avatar->animations;
    struct argument count = COUNT("count", is);
    struct argument needed = COUNT("needed", needs);
    struct argument keys = COUNT("keys", keyframes->time_count);
    bool cubic = track->interpolation == INTERPOLATION_CUBIC;
    enum message message = !cubic            ? MESSAGE_ANIMATION_ACCESSOR_FORMAT__COUNT
                           : needs == 3 * is ? MESSAGE_ANIMATION_ACCESSOR_FORMAT__NO_SPLINE
                                             : MESSAGE_ANIMATION_ACCESSOR_FORMAT__COUNT_OF_SPLINE;
    struct finding *finding;
    if (message == MESSAGE_ANIMATION_ACCESSOR_FORMAT__NO_SPLINE) {
        size_t animation = animations->channels[track->channels[0]].animation;
        finding = report_track(keyframes, message, track, false, ARGUMENTS(count, needed));
        finding_relate(finding, RELATED_ANIMATION_ACCESSOR_FORMAT__ANIMATION,
                       place_of(PLACE_ANIMATION, animation, 0, NULL),
                       ARGUMENTS(the_animation("animation", keyframes->check->avatar, animation)));
    } else {
        finding = report_track(keyframes, message, track, false, ARGUMENTS(count, needed, keys));
        relate_keyframe_accessor(finding, message, track->input);
    }
    relate_keyframe_accessor(finding, message, track->output);
}

bool keyframes_values_fit(struct keyframes *keyframes, const struct track *track, size_t elements)
{
    const struct accessor *accessor = accessors_get(keyframes->accessors, track->output);
    enum message form;
    bool cubic = track->interpolation == INTERPOLATION_CUBIC;
    unsigned long long is = accessor->base.count;
    unsigned long long needs = (unsigned long long)keyframes->time_count * elements;
    if (!has_form(accessor, track->path, &form)) {
        struct finding *finding = report_keys(keyframes, form, track, false, ARGUMENTS(form_of(keyframes, accessor)));
        const struct channel *channel = &keyframes->check->avatar->animations->channels[track->channels[0]];
        finding_relate(finding, RELATED_ANIMATION_ACCESSOR_FORMAT__CHANNEL, channel->place, NO_ARGUMENTS);
        return false;
    }
    if (is != needs) {
        report_key_count(keyframes, track, is, needs);
        return false;
    }
    if (cubic && keyframes->time_count < 2) {
        report_keys(keyframes, MESSAGE_ANIMATION_ACCESSOR_FORMAT__SPLINE_OF_ONE_KEY, track, true, NO_ARGUMENTS);
        return false;
    }
    check_stride(keyframes, track, false);
    return true;
}

/* Times are single precision; smaller differences are rounding errors. */
#define ROUNDING 1e-6
#define LATE 0.1         /* seconds */
#define FRAME (1.0 / 30) /* seconds */
#define RATE_HIGH 65.0   /* keys a second */
#define RATE_LOW 10.0
#define RATE_KEYS 3   /* fewer keys have no meaningful rate */
#define UNIT_KEYS 10  /* fewer keys may really be this far apart */
#define SLOW_STEP 5.0 /* average seconds between keys; thinned out frame numbers are nearer */
#define MIXED 20.0    /* a channel in another unit ends this many times later (24 frames per second) */

/* ---- one list of times ---- */

static struct argument the_time(const char *as, double time)
{
    return SECONDS(as, time, KEYFRAMES_TIME_DIGITS);
}

static struct finding *report_order(const struct keyframes *keyframes, struct argument channels, struct place place,
                                    const struct bad_keys *bad)
{
    struct findings *findings = keyframes->check->findings;
    size_t key = bad->first;
    struct argument which = COUNT("key", key);
    struct argument time = the_time("time", keyframes->times[key]);
    struct argument previous = COUNT("previous", key - 1);
    struct argument before = the_time("before", keyframes->times[key - 1]);
    struct argument count = COUNT("count", bad->count);
    struct argument total = COUNT("total", keyframes->time_count);
    bool equal = keyframes->times[key] == keyframes->times[key - 1];
    return report_taking(findings,
                         equal && bad->count == 1 ? MESSAGE_ANIMATION_TIME_NOT_INCREASING__EQUAL
                         : equal                  ? MESSAGE_ANIMATION_TIME_NOT_INCREASING__EQUAL_AND_MORE
                         : bad->count == 1        ? MESSAGE_ANIMATION_TIME_NOT_INCREASING__EARLIER
                                                  : MESSAGE_ANIMATION_TIME_NOT_INCREASING__EARLIER_AND_MORE,
                         place, ARGUMENTS(channels, which, time, previous, before, count, total));
}

static void measure_keys(struct finding *finding, const struct bad_keys *bad)
{
    finding_measure(finding, "keys", (double)bad->count);
    finding_measure(finding, "first", (double)bad->first);
}

struct key_times keyframes_judge_times(const struct keyframes *keyframes, size_t channel, size_t channel_count)
{
    struct findings *findings = keyframes->check->findings;
    const double *times = keyframes->times;
    size_t count = keyframes->time_count;
    struct place place = sampler_place(keyframes, channel, "input");
    struct argument channels =
        the_channels("channels", keyframes, channel, channel_count, WORDS_CHANNELS_OF_SAME_TIMES);
    struct bad_keys order = {0};
    struct bad_keys not_finite = {0};
    bool whole = true;
    for (size_t i = 0; i < count; i++) {
        whole = whole && times[i] == floor(times[i]);
        if (!isfinite(times[i])) {
            bad_keys_add(&not_finite, i, times[i], 0);
        } else if (i > 0 && times[i] <= times[i - 1]) {
            bad_keys_add(&order, i, times[i], times[i - 1] - times[i]);
        }
    }
    if (order.count > 0) {
        measure_keys(report_order(keyframes, channels, place, &order), &order);
    }
    if (not_finite.count > 0) {
        measure_keys(report(findings, MESSAGE_ANIMATION_VALUE_NOT_FINITE__TIMES, place,
                            ARGUMENTS(channels, the_keys("keys", keyframes, &not_finite))),
                     &not_finite);
    }
    if (times[0] < 0 && isfinite(times[0])) {
        struct finding *finding = report(findings, MESSAGE_ANIMATION_TIME_NEGATIVE__DEFAULT, place,
                                         ARGUMENTS(channels, the_time("time", times[0])));
        finding_measure(finding, "time", times[0]);
    }
    return (struct key_times){order.count + not_finite.count == 0, count, times[0], times[count - 1], whole};
}

/* ---- one animation ---- */

/* The time spans of an animation's tracks. Channels are indices in animations.channels. */
struct spans {
    size_t count; /* number of channels with known times */
    double start;
    double end;
    double early; /* the first end of a channel with several keys */
    size_t early_channel;
    size_t late_channel;
    double late;
    size_t ends; /* number of channels with several keys */
    double high;
    size_t high_channel;
    double low;
    size_t low_channel; /* SIZE_MAX if there is none */
    bool whole;         /* all times are whole numbers */
    size_t keys;        /* the maximum number of keys of a channel */
    bool is_mixed;      /* some channels are in frames or milliseconds, others in seconds */
};

static bool turns_bone(const struct keyframes *keyframes, const struct track *track, size_t channel)
{
    const struct avatar *avatar = keyframes->check->avatar;
    size_t node = avatar->animations->channels[channel].node;
    return track->path == PATH_ROTATION && track->interpolation == INTERPOLATION_LINEAR &&
           vrma_role(avatar->vrma, node) == VRMA_ROLE_BONE;
}

/* Adds the end of a channel with several keys. A single key holds its value anyway and needs no common end; it is the
 * best form of a constant channel. */
static void add_end(struct spans *spans, const struct key_times *times, size_t channel)
{
    if (spans->ends == 0 || times->last < spans->early) {
        spans->early = times->last;
        spans->early_channel = channel;
    }
    if (spans->ends == 0 || times->last > spans->late) {
        spans->late = times->last;
        spans->late_channel = channel;
    }
    spans->ends++;
}

static void add_span(const struct keyframes *keyframes, struct spans *spans, size_t track, size_t channel)
{
    const struct track_facts *facts = &keyframes->facts[track];
    const struct key_times *times = &facts->times;
    if (spans->count == 0 || times->first < spans->start) {
        spans->start = times->first;
    }
    if (spans->count == 0 || times->last > spans->end) {
        spans->end = times->last;
    }
    spans->count++;
    spans->whole = (spans->whole || spans->count == 1) && times->whole;
    spans->keys = times->count > spans->keys ? times->count : spans->keys;
    if (times->count > 1) {
        add_end(spans, times, channel);
    }
    if (times->count < RATE_KEYS) {
        return;
    }
    double rate = (double)(times->count - 1) / (times->last - times->first);
    if (rate > spans->high) {
        spans->high = rate;
        spans->high_channel = channel;
    }
    if (turns_bone(keyframes, &keyframes->tracks.items[track], channel) &&
        (spans->low_channel == SIZE_MAX || rate < spans->low)) {
        spans->low = rate;
        spans->low_channel = channel;
    }
}

static void relate_end(const struct keyframes *keyframes, struct finding *finding, size_t channel, double time)
{
    const struct avatar *avatar = keyframes->check->avatar;
    finding_relate(finding, RELATED_ANIMATION_UNEVEN_ENDS__DEFAULT, avatar->animations->channels[channel].place,
                   ARGUMENTS(the_channel("channel", avatar, channel), the_time("time", time)));
}

static void report_spans(const struct keyframes *keyframes, size_t animation, const struct spans *spans)
{
    struct check *check = keyframes->check;
    struct place place = place_of(PLACE_ANIMATION, animation, 0, NULL);
    struct argument name = the_animation("animation", check->avatar, animation);
    if (spans->end == spans->start) {
        finding_measure(report(check->findings, MESSAGE_ANIMATION_ZERO_DURATION__DEFAULT, place,
                               ARGUMENTS(name, the_time("time", spans->start))),
                        "time", spans->start);
    } else if (spans->start > LATE + ROUNDING) {
        finding_measure(report(check->findings, MESSAGE_ANIMATION_STARTS_LATE__DEFAULT, place,
                               ARGUMENTS(name, the_time("time", spans->start))),
                        "time", spans->start);
    }
    if (spans->ends > 0 && spans->late - spans->early > FRAME + ROUNDING && !spans->is_mixed) {
        struct finding *finding =
            report(check->findings, MESSAGE_ANIMATION_UNEVEN_ENDS__DEFAULT, place,
                   ARGUMENTS(name, the_time("end", spans->late), the_time("early", spans->early)));
        relate_end(keyframes, finding, spans->early_channel, spans->early);
        relate_end(keyframes, finding, spans->late_channel, spans->late);
        finding_measure(finding, "difference", spans->late - spans->early);
    }
}

static void report_rate(const struct keyframes *keyframes, enum message message, size_t channel, double rate,
                        double limit)
{
    struct check *check = keyframes->check;
    struct finding *finding = report(
        check->findings, message, sampler_place(keyframes, channel, "input"),
        ARGUMENTS(the_channel("channel", check->avatar, channel), argument_number("rate", rate, limit, UNIT_NONE, 4)));
    finding_measure(finding, "rate", rate);
}

enum time_unit { IN_SECONDS, IN_FRAMES, IN_MILLISECONDS };

/* Returns the unit of times, judged by the number of keys and their average distance. */
static enum time_unit unit_of(double step, size_t keys, bool whole)
{
    return keys < UNIT_KEYS                          ? IN_SECONDS
           : whole && step >= 1 && step < SLOW_STEP  ? IN_FRAMES
           : step >= SLOW_STEP && step <= 1000 / 5.0 ? IN_MILLISECONDS
                                                     : IN_SECONDS;
}

static double step_of(double duration, size_t keys)
{
    return duration / (double)(keys - 1);
}

/* Returns the times of a channel if it has enough keys to judge their unit, or NULL. */
static const struct key_times *times_of(const struct keyframes *keyframes, const size_t *track_of, size_t channel)
{
    const struct key_times *times = track_of[channel] == SIZE_MAX ? NULL : &keyframes->facts[track_of[channel]].times;
    return times != NULL && times->known && times->count >= UNIT_KEYS ? times : NULL;
}

/* Reports channels in another unit than the others, which end much earlier. Returns whether it did. */
static bool report_mixed(const struct keyframes *keyframes, const size_t *track_of, const struct animation_part *part)
{
    const struct key_times *early = NULL;
    const struct key_times *late = NULL;
    size_t first = SIZE_MAX;
    size_t count = 0;
    for (size_t k = part->channels; k < part->channels + part->channel_count; k++) {
        const struct key_times *times = times_of(keyframes, track_of, k);
        early = times != NULL && (early == NULL || times->last < early->last) ? times : early;
    }
    for (size_t k = part->channels; k < part->channels + part->channel_count && early != NULL; k++) {
        const struct key_times *times = times_of(keyframes, track_of, k);
        if (times != NULL && early->last > 0 && times->last >= MIXED * early->last) {
            late = count == 0 ? times : late;
            first = count++ == 0 ? k : first;
        }
    }
    double step = late == NULL ? 0 : step_of(late->last - late->first, late->count);
    enum time_unit unit = late == NULL ? IN_SECONDS : unit_of(step, late->count, late->whole);
    if (unit == IN_SECONDS ||
        unit_of(step_of(early->last - early->first, early->count), early->count, early->whole) != IN_SECONDS) {
        return false;
    }
    finding_measure(report_taking(keyframes->check->findings,
                                  unit == IN_FRAMES ? MESSAGE_ANIMATION_TIME_UNIT__FRAMES_OF_SOME
                                                    : MESSAGE_ANIMATION_TIME_UNIT__MILLISECONDS_OF_SOME,
                                  sampler_place(keyframes, first, "input"),
                                  ARGUMENTS(the_channels("channels", keyframes, first, count, WORDS_CHANNELS),
                                            the_time("early", early->last), SECONDS("step", step, 3))),
                    "duration", late->last);
    return true;
}

/* Reports times that aren't in seconds. Returns whether this, or report_mixed(), reported it. */
static bool report_unit(const struct keyframes *keyframes, size_t animation, const struct spans *spans)
{
    double duration = spans->end - spans->start;
    double step = step_of(duration, spans->keys);
    enum time_unit unit = unit_of(step, spans->keys, spans->whole);
    if (unit == IN_SECONDS || spans->is_mixed) {
        return spans->is_mixed;
    }
    struct finding *finding = report_taking(
        keyframes->check->findings,
        unit == IN_FRAMES ? MESSAGE_ANIMATION_TIME_UNIT__FRAMES : MESSAGE_ANIMATION_TIME_UNIT__MILLISECONDS,
        place_of(PLACE_ANIMATION, animation, 0, NULL),
        ARGUMENTS(the_animation("animation", keyframes->check->avatar, animation),
                  SECONDS("duration", duration, KEYFRAMES_TIME_DIGITS), SECONDS("step", step, 3)));
    finding_measure(finding, "duration", duration);
    return true;
}

static void report_rates(const struct keyframes *keyframes, const struct spans *spans)
{
    if (spans->high > RATE_HIGH * (1 + ROUNDING)) {
        report_rate(keyframes, MESSAGE_ANIMATION_KEYFRAME_RATE_HIGH__DEFAULT, spans->high_channel, spans->high,
                    RATE_HIGH);
    }
    if (spans->low_channel != SIZE_MAX && spans->low < RATE_LOW * (1 - ROUNDING)) {
        report_rate(keyframes, MESSAGE_ANIMATION_KEYFRAME_RATE_LOW__DEFAULT, spans->low_channel, spans->low, RATE_LOW);
    }
}

void keyframes_judge_spans(const struct keyframes *keyframes, const size_t *track_of)
{
    const struct animations *animations = keyframes->check->avatar->animations;
    for (size_t i = 0; i < animations->animation_count; i++) {
        const struct animation_part *part = &animations->parts[i];
        struct spans spans = {.low_channel = SIZE_MAX};
        for (size_t k = 0; k < part->channel_count; k++) {
            size_t channel = part->channels + k;
            size_t track = track_of[channel];
            if (track != SIZE_MAX && keyframes->facts[track].times.known) {
                add_span(keyframes, &spans, track, channel);
            }
        }
        if (spans.count > 0) {
            spans.is_mixed = report_mixed(keyframes, track_of, part);
            report_spans(keyframes, i, &spans);
            if (!report_unit(keyframes, i, &spans)) {
                report_rates(keyframes, &spans);
            }
        }
    }
}
