/* What the judges of keyframes share: what keys and tracks are called, and which values count as bad or as constant. */
#include "base/quote.h"
#include "checks/animation/keyframes.h"

/* ---- texts ---- */

const char *keyframes_name(const struct keyframes *keyframes, const struct track *track, size_t first)
{
    const char *name = name_channel(keyframes->check->avatar, first);
    size_t more = track->channel_count - 1;
    return more == 0 ? name : arena_printf(keyframes->check->arena, "%s and %zu more with the same keys", name, more);
}

const char *keyframes_key(const struct keyframes *keyframes, size_t key)
{
    double time = key < keyframes->time_count ? keyframes->times[key] : NAN;
    return isfinite(time) ? arena_printf(keyframes->check->arena, "key %zu (%.6g s)", key, time)
                          : arena_printf(keyframes->check->arena, "key %zu", key);
}

const char *keyframes_some(const struct keyframes *keyframes, const struct bad_keys *bad)
{
    return arena_printf(keyframes->check->arena,
                        bad->count == 1 ? "%zu of %zu keys, %s" : "%zu of %zu keys, the first is %s", bad->count,
                        keyframes->time_count, keyframes_key(keyframes, bad->first));
}

const char *keyframes_worst(const struct keyframes *keyframes, const struct bad_keys *bad, double is, double limit,
                            const char *unit)
{
    struct arena *arena = keyframes->check->arena;
    const char *some = keyframes_some(keyframes, bad);
    const char *number = quote_number(arena, is, limit, 4);
    return bad->first == bad->worst ? arena_printf(arena, "%s%s with %s%s", some,
                                                   bad->count == 1 ? "" : ", which is the worst", number, unit)
                                    : arena_printf(arena, "%s, the worst %s with %s%s", some,
                                                   keyframes_key(keyframes, bad->worst), number, unit);
}

const char *keyframes_place(const struct keyframes *keyframes, size_t channel, const char *property)
{
    const struct animations *animations = keyframes->check->avatar->animations;
    const struct sampler *sampler = &animations->samplers[animations->channels[channel].sampler];
    return arena_printf(keyframes->check->arena, "/animations/%zu/samplers/%zu/%s", sampler->animation, sampler->place,
                        property);
}

/* ---- what all values share ---- */

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
        /* what is no number equals none */
        constancy->moves = !(isfinite(values[i]) && constancy->high[i] - constancy->low[i] <= KEYFRAMES_CONSTANT);
    }
    constancy->started = true;
}
