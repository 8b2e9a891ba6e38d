/* How an animation was exported: interpolation and packing, once per animation each; channels that never change, once.
 */
#include "checks/animation/keyframes.h"

/* Channels of one animation that have something in common. */
struct channels {
    size_t count;
    size_t first; /* place in animations.channels */
};

struct habits {
    struct channels cubic;
    struct channels step;
    struct channels integers;
    struct channels sparse;
};

static void add(struct channels *channels, size_t channel)
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

static void add_channel(const struct keyframes *keyframes, struct habits *habits, size_t index, size_t channel)
{
    const struct avatar *avatar = keyframes->check->avatar;
    const struct track *track = &keyframes->tracks.items[index];
    enum vrma_role role = vrma_role(avatar->vrma, avatar->animations->channels[channel].node);
    bool plays = role == VRMA_ROLE_BONE || role == VRMA_ROLE_EXPRESSION || role == VRMA_ROLE_LOOK_AT;
    bool steps = role == VRMA_ROLE_EXPRESSION || (role == VRMA_ROLE_BONE && track->path == PATH_ROTATION);
    if (plays && track->interpolation == INTERPOLATION_CUBIC) {
        add(&habits->cubic, channel);
    }
    if (steps && track->interpolation == INTERPOLATION_STEP) {
        add(&habits->step, channel);
    }
    if (is_integer_rotation(keyframes, track)) {
        add(&habits->integers, channel);
    }
    if (is_sparse(keyframes, track->output) || is_sparse(keyframes, track->input)) {
        add(&habits->sparse, channel);
    }
}

/* "Animation 0 'Walk', channel 3 (rotation of bone head) and 12 more". */
static const char *names(const struct keyframes *keyframes, const struct channels *channels)
{
    const char *first = name_channel(keyframes->check->avatar, channels->first);
    return channels->count == 1 ? first
                                : arena_printf(keyframes->check->arena, "%s and %zu more", first, channels->count - 1);
}

static void report_interpolation(const struct keyframes *keyframes, const struct habits *habits)
{
    struct check *check = keyframes->check;
    const struct channels *cubic = &habits->cubic;
    const struct channels *step = &habits->step;
    if (cubic->count > 0) {
        finding_measure(
            report_english(check->findings, RULE_ANIMATION_CUBICSPLINE,
                           keyframes_place(keyframes, cubic->first, "interpolation"),
                           "%s: CUBICSPLINE breaks in most apps, three-vrm for one plays its tangents as poses: "
                           "export with linear interpolation, at 30 keys a second",
                           names(keyframes, cubic)),
            "channels", (double)cubic->count);
    }
    if (step->count > 0) {
        finding_measure(
            report_english(check->findings, RULE_ANIMATION_STEP_INTERPOLATION,
                           keyframes_place(keyframes, step->first, "interpolation"),
                           "%s: STEP should jump from key to key, but three-vrm and Blender play it linearly: write "
                           "two keys close together where it jumps, with linear interpolation",
                           names(keyframes, step)),
            "channels", (double)step->count);
    }
}

static void report_packing(const struct keyframes *keyframes, const struct habits *habits)
{
    struct check *check = keyframes->check;
    const struct channels *integers = &habits->integers;
    const struct channels *sparse = &habits->sparse;
    if (integers->count > 0) {
        finding_measure(
            report_english(check->findings, RULE_ANIMATION_ROTATION_NOT_FLOAT,
                           keyframes_place(keyframes, integers->first, "output"),
                           "%s: the rotations are stored as integers, which UniVRM reads as garbage: export them as "
                           "floating-point numbers, without quantisation",
                           names(keyframes, integers)),
            "channels", (double)integers->count);
    }
    if (sparse->count > 0) {
        const struct animations *animations = check->avatar->animations;
        const struct sampler *sampler = &animations->samplers[animations->channels[sparse->first].sampler];
        finding_measure(
            report_english(
                check->findings, RULE_ANIMATION_SPARSE_OUTPUT,
                keyframes_place(keyframes, sparse->first, is_sparse(keyframes, sampler->output) ? "output" : "input"),
                "%s: the keys are stored as a sparse accessor, which UniVRM unpacks wrongly: export them "
                "without",
                names(keyframes, sparse)),
            "channels", (double)sparse->count);
    }
}

/* Constant channels among those from begin to end, places in animations.channels, that have a track. */
struct constants {
    size_t all; /* that have a track */
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

/* Once for the file, at the extension: which channels they are is said beside. */
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
    const char *subject = "The animations";
    if (animations->channels[found.last].animation == animation) {
        const struct animation_part *part = &animations->parts[animation];
        found = find_constants(keyframes, track_of, part->channels, part->channels + part->channel_count);
        subject = name_pointer(check->avatar, arena_printf(check->arena, "/animations/%zu", animation), true);
    }
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_CONSTANT_CHANNEL, VRMA_POINTER,
        "%s: %zu of %zu channels %s the same value in all %s keys: reduce such channels to one key", subject,
        found.count, found.all, found.count == 1 ? "holds" : "hold", found.count == 1 ? "its" : "their");
    finding_measure(finding, "channels", (double)found.count);
    for (size_t i = found.first; finding != NULL && i <= found.last; i++) {
        if (track_of[i] != SIZE_MAX && is_constant(keyframes, track_of[i])) {
            finding_relate_english(finding, animations->channels[i].pointer, "%s", name_channel(check->avatar, i));
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
        report_interpolation(keyframes, &habits);
        report_packing(keyframes, &habits);
    }
    report_constants(keyframes, track_of);
}
