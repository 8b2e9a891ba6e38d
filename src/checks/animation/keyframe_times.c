/* The times of keyframes: whether they increase, and what spans of time an animation has. */
#include "base/quote.h"
#include "checks/animation/keyframes.h"

/* Catalogue 2.5. Times are single precision: what they miss by that isn't meant. */
#define ROUNDING 1e-6
#define LATE 0.1         /* seconds */
#define FRAME (1.0 / 30) /* seconds */
#define RATE_HIGH 65.0   /* keys a second */
#define RATE_LOW 10.0
#define RATE_KEYS 3 /* fewer keys have no rate */

/* ---- one list of times ---- */

static void report_order(const struct keyframes *keyframes, const char *name, const char *place,
                         const struct bad_keys *bad)
{
    struct arena *arena = keyframes->check->arena;
    const double *times = keyframes->times;
    size_t key = bad->first;
    const char *rest =
        bad->count == 1 ? ""
                        : arena_printf(arena, "; %zu of %zu keys are out of order", bad->count, keyframes->time_count);
    const char *what = times[key] == times[key - 1]
                           ? arena_printf(arena, "key %zu is at %.6g s like the one before it", key, times[key])
                           : arena_printf(arena, "key %zu at %.6g s comes after key %zu at %.6g s", key, times[key],
                                          key - 1, times[key - 1]);
    struct finding *finding =
        report_english(keyframes->check->findings, RULE_ANIMATION_TIME_NOT_INCREASING, place,
                       "%s: %s%s, and each must be later than the last: export the animation again", name, what, rest);
    finding_measure(finding, "keys", (double)bad->count);
    finding_measure(finding, "first", (double)bad->first);
}

static void report_not_finite(const struct keyframes *keyframes, const char *name, const char *place,
                              const struct bad_keys *bad)
{
    struct finding *finding = report_english(
        keyframes->check->findings, RULE_ANIMATION_VALUE_NOT_FINITE, place,
        "%s: infinity or no number (NaN) as the time of %zu of %zu keys, the first is key %zu: export the "
        "animation again",
        name, bad->count, keyframes->time_count, bad->first);
    finding_measure(finding, "keys", (double)bad->count);
    finding_measure(finding, "first", (double)bad->first);
}

struct key_times keyframes_judge_times(const struct keyframes *keyframes, const char *name, size_t channel)
{
    const double *times = keyframes->times;
    size_t count = keyframes->time_count;
    const char *place = keyframes_place(keyframes, channel, "input");
    struct bad_keys order = {0};
    struct bad_keys not_finite = {0};
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(times[i])) {
            bad_keys_add(&not_finite, i, times[i], 0);
        } else if (i > 0 && times[i] <= times[i - 1]) {
            bad_keys_add(&order, i, times[i], times[i - 1] - times[i]);
        }
    }
    if (order.count > 0) {
        report_order(keyframes, name, place, &order);
    }
    if (not_finite.count > 0) {
        report_not_finite(keyframes, name, place, &not_finite);
    }
    if (times[0] < 0 && isfinite(times[0])) {
        struct finding *finding = report_english(
            keyframes->check->findings, RULE_ANIMATION_TIME_NEGATIVE, place,
            "%s: its first key is at %.6g s, before the start of time at 0: shift the animation to start at 0", name,
            times[0]);
        finding_measure(finding, "time", times[0]);
    }
    return (struct key_times){order.count + not_finite.count == 0, count, times[0], times[count - 1]};
}

/* ---- one animation ---- */

/* What the tracks of an animation span. Channels are places in animations.channels. */
struct spans {
    size_t count; /* channels whose times are known */
    double start;
    double end;
    double early; /* the first end of a channel of several keys */
    size_t early_channel;
    size_t late_channel;
    double late;
    size_t ends; /* of channels of several keys */
    double high;
    size_t high_channel;
    double low;
    size_t low_channel; /* SIZE_MAX where there is none */
};

static bool turns_bone(const struct keyframes *keyframes, const struct track *track, size_t channel)
{
    const struct avatar *avatar = keyframes->check->avatar;
    size_t node = avatar->animations->channels[channel].node;
    return track->path == PATH_ROTATION && track->interpolation == INTERPOLATION_LINEAR &&
           vrma_role(avatar->vrma, node) == VRMA_ROLE_BONE;
}

/* A single key holds still anyway: constant channels are best written so, and need no common end. */
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

static void report_spans(const struct keyframes *keyframes, size_t animation, const struct spans *spans)
{
    struct check *check = keyframes->check;
    const char *place = arena_printf(check->arena, "/animations/%zu", animation);
    const char *name = name_pointer(check->avatar, place, true);
    if (spans->end == spans->start) {
        finding_measure(
            report_english(check->findings, RULE_ANIMATION_ZERO_DURATION, place,
                           "%s has all its keys at %.6g s, so it is a pose without duration: export it again if it "
                           "was meant to move",
                           name, spans->start),
            "time", spans->start);
    } else if (spans->start > LATE + ROUNDING) {
        finding_measure(
            report_english(check->findings, RULE_ANIMATION_STARTS_LATE, place,
                           "%s has its first key at %.6g s, more than 0.1 s after the start, and holds still until "
                           "then: shift the keys to start at 0, unless the pause is meant",
                           name, spans->start),
            "time", spans->start);
    }
    if (spans->ends > 0 && spans->late - spans->early > FRAME + ROUNDING) {
        struct finding *finding =
            report_english(check->findings, RULE_ANIMATION_UNEVEN_ENDS, place,
                           "%s ends at %.6g s, but one of its channels at %.6g s, more than a frame (1/30 s) earlier, "
                           "and holds still from there: let all channels end together, unless the pause is meant",
                           name, spans->late, spans->early);
        finding_relate_english(finding, check->avatar->animations->channels[spans->early_channel].pointer,
                               "%s ends at %.6g s", name_channel(check->avatar, spans->early_channel), spans->early);
        finding_relate_english(finding, check->avatar->animations->channels[spans->late_channel].pointer,
                               "%s ends at %.6g s", name_channel(check->avatar, spans->late_channel), spans->late);
        finding_measure(finding, "difference", spans->late - spans->early);
    }
}

static void report_rates(const struct keyframes *keyframes, const struct spans *spans)
{
    struct check *check = keyframes->check;
    if (spans->high > RATE_HIGH * (1 + ROUNDING)) {
        finding_measure(
            report_english(check->findings, RULE_ANIMATION_KEYFRAME_RATE_HIGH,
                           keyframes_place(keyframes, spans->high_channel, "input"),
                           "%s has %s keys a second, 30 are advised and more than 65 only make the file larger: "
                           "resample the animation to 30 keys a second",
                           name_channel(check->avatar, spans->high_channel),
                           quote_number(check->arena, spans->high, RATE_HIGH, 4)),
            "rate", spans->high);
    }
    if (spans->low_channel != SIZE_MAX && spans->low < RATE_LOW * (1 - ROUNDING)) {
        finding_measure(
            report_english(check->findings, RULE_ANIMATION_KEYFRAME_RATE_LOW,
                           keyframes_place(keyframes, spans->low_channel, "input"),
                           "%s has %s %s a second, 30 are advised and with fewer than 10 movements look "
                           "mechanical: export the animation with 30 keys a second, unless so few are meant",
                           name_channel(check->avatar, spans->low_channel),
                           quote_number(check->arena, spans->low, RATE_LOW, 4), spans->low == 1 ? "key" : "keys"),
            "rate", spans->low);
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
            report_spans(keyframes, i, &spans);
            report_rates(keyframes, &spans);
        }
    }
}
