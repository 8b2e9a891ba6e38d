/* Shared by the checks of keyframes: names of keys and tracks, bad keys, and whether values are constant. */
#include "checks/animation/keyframes.h"
#include "ids/messages_animation_tracks.h"

/* ---- names ---- */

static struct arena *words_of(const struct keyframes *keyframes)
{
    return document_words(keyframes->check->avatar->document);
}

struct argument the_channels(const char *as, const struct keyframes *keyframes, size_t first, size_t count,
                             enum message more)
{
    const struct avatar *avatar = keyframes->check->avatar;
    return count == 1 ? the_channel(as, avatar, first)
                      : argument_words(words_of(keyframes), as, more,
                                       ARGUMENTS(the_channel("channel", avatar, first), COUNT("more", count - 1)));
}

struct argument the_track(const char *as, const struct keyframes *keyframes, const struct track *track, size_t first)
{
    return the_channels(as, keyframes, first, track->channel_count, WORDS_CHANNELS_OF_SAME_KEYS);
}

/* Returns words such as "key 12 (0.4 s)". */
static struct argument the_key(const char *as, const struct keyframes *keyframes, size_t key)
{
    struct arena *arena = words_of(keyframes);
    double time = key < keyframes->time_count ? keyframes->times[key] : NAN;
    return isfinite(time) ? argument_words(arena, as, WORDS_KEY_AT,
                                           ARGUMENTS(COUNT("key", key), SECONDS("time", time, KEYFRAMES_TIME_DIGITS)))
                          : argument_words(arena, as, WORDS_KEY, ARGUMENTS(COUNT("key", key)));
}

struct argument the_keys(const char *as, const struct keyframes *keyframes, const struct bad_keys *bad)
{
    return argument_words(words_of(keyframes), as, bad->count == 1 ? WORDS_ONE_KEY : WORDS_SOME_KEYS,
                          ARGUMENTS(COUNT("count", bad->count), COUNT("total", keyframes->time_count),
                                    the_key("first", keyframes, bad->first)));
}

struct argument the_worst_keys(const char *as, const struct keyframes *keyframes, const struct bad_keys *bad, double is,
                               double limit, enum unit unit)
{
    struct arena *arena = words_of(keyframes);
    struct argument count = COUNT("count", bad->count);
    struct argument total = COUNT("total", keyframes->time_count);
    struct argument first = the_key("first", keyframes, bad->first);
    struct argument number = argument_number("number", is, limit, unit, 4);
    if (bad->first == bad->worst) {
        return argument_words(arena, as, bad->count == 1 ? WORDS_ONE_KEY_WITH : WORDS_SOME_KEYS_FIRST_WORST,
                              ARGUMENTS(count, total, first, number));
    }
    return argument_words(arena, as, WORDS_SOME_KEYS_WORST,
                          ARGUMENTS(count, total, first, the_key("worst", keyframes, bad->worst), number));
}

struct place sampler_place(const struct keyframes *keyframes, size_t channel, const char *property)
{
    const struct animations *animations = keyframes->check->avatar->animations;
    const struct sampler *sampler = &animations->samplers[animations->channels[channel].sampler];
    return place_of(PLACE_SAMPLER, sampler->animation, sampler->index, property);
}

/* ---- bad and constant values ---- */

void bad_keys_add(struct bad_keys *bad, size_t key, double is, double distance)
{
    if (bad->count == 0) {
        bad->first = key;
    }
    if (bad->count == 0 || distance > bad->distance) {
        bad->worst = key;
        bad->is = is;
        bad->distance = distance;
    }
    bad->count++;
}

void constancy_add(struct constancy *constancy, const double *values, size_t count)
{
    for (size_t i = 0; i < count && !constancy->moves; i++) {
        if (!constancy->started || values[i] < constancy->low[i]) {
            constancy->low[i] = values[i];
        }
        if (!constancy->started || values[i] > constancy->high[i]) {
            constancy->high[i] = values[i];
        }
        /* a NaN equals no value */
        constancy->moves = !(isfinite(values[i]) && constancy->high[i] - constancy->low[i] <= KEYFRAMES_CONSTANT);
    }
    constancy->started = true;
}
