/* Checks how an animation was exported: interpolation and packing, each reported once per animation, and channels
 * that never change, reported once per file. */
#include "checks/animation/keyframes.h"
#include "ids/messages_animation_tracks.h"
#include "ids/rules.h"

/* Channels of one animation that have something in common. */
struct channels {
    size_t count;
    size_t first; /* index in animations.channels */
};

struct habits {
    struct channels cubic;
    struct channels step;
    struct channels integers;
    struct channels sparse;
};

static void count_channel(struct channels *channels, size_t channel)
{
    if (channels->count++ == 0) {
        channels->first = channel;
    }
}

static bool is_sparse(const struct keyframes *keyframes, size_t index)
{
    const struct accessor *accessor = accessors_get(keyframes->accessors, index);
    return accessor->status == ACCESSOR_READY && accessor->sparse > 0;
}

static bool is_integer_rotation(const struct keyframes *keyframes, const struct track *track)
{
    const struct accessor *accessor = accessors_get(keyframes->accessors, track->output);
    return track->path == PATH_ROTATION && accessor->status == ACCESSOR_READY && accessor->base.components == 4 &&
           accessor->base.normalized && accessor->base.component != COMPONENT_FLOAT;
}

static bool is_constant(const struct keyframes *keyframes, size_t track)
{
    return keyframes->facts[track].is_constant;
}

/* Whether a track is declared as a spline but has only as many values as without tangents. */
static bool lacks_tangents(const struct keyframes *keyframes, const struct track *track)
{
    uint64_t times = accessors_get(keyframes->accessors, track->input)->base.count;
    uint64_t values = accessors_get(keyframes->accessors, track->output)->base.count;
    return 3 * values == times * keyframes_elements(keyframes, track);
}

static void add_channel(const struct keyframes *keyframes, struct habits *habits, size_t index, size_t channel)
{
    const struct avatar *avatar = keyframes->check->avatar;
    const struct track *track = &keyframes->tracks.items[index];
    enum vrma_role role = vrma_role(avatar->vrma, avatar->animations->channels[channel].node);
    bool plays = role == VRMA_ROLE_BONE || role == VRMA_ROLE_EXPRESSION || role == VRMA_ROLE_LOOK_AT;
    bool steps = role == VRMA_ROLE_EXPRESSION || (role == VRMA_ROLE_BONE && track->path == PATH_ROTATION);
    if (plays && track->interpolation == INTERPOLATION_CUBIC && !lacks_tangents(keyframes, track)) {
        count_channel(&habits->cubic, channel);
    }
    if (steps && track->interpolation == INTERPOLATION_STEP) {
        count_channel(&habits->step, channel);
    }
    if (is_integer_rotation(keyframes, track)) {
        count_channel(&habits->integers, channel);
    }
    if (is_sparse(keyframes, track->output) || is_sparse(keyframes, track->input)) {
        count_channel(&habits->sparse, channel);
    }
}

/* Reports some channels, at a property of the first one's sampler. */
static void report_channels(const struct keyframes *keyframes, enum message message, const struct channels *channels,
                            const char *property)
{
    if (channels->count > 0) {
        struct finding *finding =
            report(keyframes->check->findings, message, sampler_place(keyframes, channels->first, property),
                   ARGUMENTS(the_channels("channels", keyframes, channels->first, channels->count, WORDS_CHANNELS)));
        finding_measure(finding, "channels", (double)channels->count);
    }
}

static void report_habits(const struct keyframes *keyframes, const struct habits *habits)
{
    const struct animations *animations = keyframes->check->avatar->animations;
    report_channels(keyframes, MESSAGE_ANIMATION_CUBICSPLINE__DEFAULT, &habits->cubic, "interpolation");
    report_channels(keyframes, MESSAGE_ANIMATION_STEP_INTERPOLATION__DEFAULT, &habits->step, "interpolation");
    report_channels(keyframes, MESSAGE_ANIMATION_ROTATION_NOT_FLOAT__DEFAULT, &habits->integers, "output");
    if (habits->sparse.count > 0) {
        const struct sampler *sampler = &animations->samplers[animations->channels[habits->sparse.first].sampler];
        report_channels(keyframes, MESSAGE_ANIMATION_SPARSE_OUTPUT__DEFAULT, &habits->sparse,
                        is_sparse(keyframes, sampler->output) ? "output" : "input");
    }
}

/* Constant channels in a range of indices in animations.channels. */
struct constants {
    size_t all; /* number of channels with a track */
    size_t count;
    size_t first;
    size_t last;
};

static struct constants find_constants(const struct keyframes *keyframes, const size_t *track_of, size_t begin,
                                       size_t end)
{
    struct constants found = {0};
    for (size_t i = begin; i < end; i++) {
        found.all += track_of[i] != SIZE_MAX;
        if (track_of[i] != SIZE_MAX && is_constant(keyframes, track_of[i])) {
            found.first = found.count++ == 0 ? i : found.first;
            found.last = i;
        }
    }
    return found;
}

/* Reports constant channels once for the file, at the extension. The channels are related places. */
static void report_constants(const struct keyframes *keyframes, const size_t *track_of)
{
    struct check *check = keyframes->check;
    const struct animations *animations = check->avatar->animations;
    if (!findings_want(check->findings, RULE_ANIMATION_CONSTANT_CHANNEL)) {
        return;
    }
    struct constants found = find_constants(keyframes, track_of, 0, animations->count);
    if (found.count == 0) {
        return;
    }
    size_t animation = animations->channels[found.first].animation;
    bool is_one = animations->channels[found.last].animation == animation;
    if (is_one) {
        const struct animation_part *part = &animations->parts[animation];
        found = find_constants(keyframes, track_of, part->channels, part->channels + part->channel_count);
    }
    struct argument count = COUNT("count", found.count);
    struct argument total = COUNT("total", found.all);
    struct place place = place_at(VRMA_POINTER);
    struct finding *finding = report_taking(
        check->findings,
        is_one ? MESSAGE_ANIMATION_CONSTANT_CHANNEL__DEFAULT : MESSAGE_ANIMATION_CONSTANT_CHANNEL__SEVERAL, place,
        ARGUMENTS(the_animation("animation", check->avatar, animation), count, total));
    finding_measure(finding, "channels", (double)found.count);
    for (size_t i = found.first; finding != NULL && i <= found.last; i++) {
        if (track_of[i] != SIZE_MAX && is_constant(keyframes, track_of[i])) {
            finding_relate(finding, RELATED_ANIMATION_CONSTANT_CHANNEL__DEFAULT, animations->channels[i].place,
                           ARGUMENTS(the_channel("channel", check->avatar, i)));
        }
    }
}

void keyframes_judge_habits(const struct keyframes *keyframes, const size_t *track_of)
{
    const struct animations *animations = keyframes->check->avatar->animations;
    for (size_t i = 0; i < animations->animation_count; i++) {
        const struct animation_part *part = &animations->parts[i];
        struct habits habits = {.cubic = {0}};
        for (size_t k = part->channels; k < part->channels + part->channel_count; k++) {
            if (track_of[k] != SIZE_MAX) {
                add_channel(keyframes, &habits, track_of[k], k);
            }
        }
        report_habits(keyframes, &habits);
    }
    report_constants(keyframes, track_of);
}
