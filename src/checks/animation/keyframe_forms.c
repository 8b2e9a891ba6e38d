/* Whether the accessors of keyframes are readable and have the form required for animations. */
#include <string.h>

#include "checks/absent.h"
#include "checks/animation/keyframes.h"
#include "ids/messages_animation_tracks.h"
#include "ids/rules.h"

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
            report_keys(keyframes, MESSAGE_ANIMATION_ACCESSOR_FORMAT__WITHOUT_BOUNDS, track, true, NO_ARGUMENTS);
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
