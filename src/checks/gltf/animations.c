/*
 * What glTF requires of every animation, whoever plays it: members that are there, words that exist. Where
 * VRMC_vrm_animation has a rule of its own for a member, that one speaks.
 */
#include <string.h>

#include "base/nearest.h"
#include "checks/checks.h"
#include "gltf/expect.h"

#define WORDS_MAX 4

struct enumeration {
    const char *words[WORDS_MAX + 1]; /* ended by NULL */
    enum message unknown;
    enum message near;
};

/* Reports a text that is none of the words; thing: what has it. Other values are gltf/wrong-type. */
static void check_word(const struct check *check, const struct enumeration *of, const json_t *json,
                       struct argument thing, struct place place)
{
    const char *text = tree_text(json, NULL);
    if (text == NULL) {
        return;
    }
    struct nearest nearest = nearest_to(text, strlen(text));
    for (size_t i = 0; of->words[i] != NULL; i++) {
        if (strcmp(text, of->words[i]) == 0) {
            return;
        }
        nearest_offer(&nearest, of->words[i]);
    }
    struct argument value = TEXT("value", text);
    if (nearest.best.text == NULL) {
        report(check->findings, of->unknown, place, ARGUMENTS(thing, value));
    } else {
        report(check->findings, of->near, place, ARGUMENTS(thing, value, TEXT("near", nearest.best.text)));
    }
}

/* ---- channels ---- */

static void check_path(const struct check *check, const struct channel *channel, struct argument name)
{
    static const struct enumeration paths = {{"translation", "rotation", "scale", "weights", NULL},
                                             MESSAGE_GLTF_UNKNOWN_VALUE__PATH,
                                             MESSAGE_GLTF_UNKNOWN_VALUE__PATH_NEAR};
    const json_t *target = tree_get(channel->json, "target");
    const json_t *path = tree_get(target, "path");
    const char *text = tree_text(path, NULL);
    if (path == NULL) {
        report(check->findings, MESSAGE_GLTF_MISSING_PROPERTY__PATH,
               place_of(PLACE_CHANNEL, channel->animation, channel->index, "target"), ARGUMENTS(name));
        return;
    }
    /* this one says nothing by itself: the extension does */
    if (text != NULL && strcmp(text, "pointer") == 0 && tree_extension(target, "KHR_animation_pointer") != NULL) {
        return;
    }
    check_word(check, &paths, path, name, place_of(PLACE_CHANNEL, channel->animation, channel->index, "target/path"));
}

static void check_channel(const struct check *check, size_t index)
{
    const struct channel *channel = &check->avatar->animations->channels[index];
    bool is_vrma = check->avatar->vrma->present;
    const json_t *target = tree_get(channel->json, "target");
    struct place place = place_of(PLACE_CHANNEL, channel->animation, channel->index, NULL);
    if (!tree_is_object(channel->json)) {
        return;
    }
    struct argument name = the_channel("channel", check->avatar, index);
    if (!is_vrma && tree_get(channel->json, "sampler") == NULL) {
        report(check->findings, MESSAGE_GLTF_MISSING_PROPERTY__SAMPLER, place, ARGUMENTS(name));
    }
    if (!is_vrma && target == NULL) {
        report(check->findings, MESSAGE_GLTF_MISSING_PROPERTY__TARGET, place, ARGUMENTS(name));
    }
    if (tree_is_object(target)) {
        check_path(check, channel, name);
    }
}

/* ---- samplers ---- */

static void check_sampler(const struct check *check, const struct sampler *sampler)
{
    static const struct enumeration interpolations = {{"LINEAR", "STEP", "CUBICSPLINE", NULL},
                                                      MESSAGE_GLTF_UNKNOWN_VALUE__INTERPOLATION,
                                                      MESSAGE_GLTF_UNKNOWN_VALUE__INTERPOLATION_NEAR};
    bool is_vrma = check->avatar->vrma->present;
    struct place place = place_of(PLACE_SAMPLER, sampler->animation, sampler->index, NULL);
    if (!tree_is_object(sampler->json)) {
        return;
    }
    struct argument name = the_sampler("sampler", check->avatar, sampler->animation, sampler->index);
    if (!is_vrma && tree_get(sampler->json, "input") == NULL) {
        report(check->findings, MESSAGE_GLTF_MISSING_PROPERTY__INPUT, place, ARGUMENTS(name));
    }
    if (!is_vrma && tree_get(sampler->json, "output") == NULL) {
        report(check->findings, MESSAGE_GLTF_MISSING_PROPERTY__OUTPUT, place, ARGUMENTS(name));
    }
    check_word(check, &interpolations, tree_get(sampler->json, "interpolation"), name,
               place_of(PLACE_SAMPLER, sampler->animation, sampler->index, "interpolation"));
}

/* ---- */

static void check_animation(const struct check *check, size_t animation)
{
    const json_t *json = tree_at(document_tree(check->avatar->document, "/animations"), animation);
    struct argument name = the_animation("animation", check->avatar, animation);
    struct place place = place_of(PLACE_ANIMATION, animation, 0, NULL);
    if (!tree_is_object(json)) {
        return;
    }
    if (tree_get(json, "channels") == NULL) {
        report(check->findings, MESSAGE_GLTF_MISSING_PROPERTY__CHANNELS, place, ARGUMENTS(name));
    } else if (tree_get(json, "samplers") == NULL && !check->avatar->vrma->present) {
        report(check->findings, MESSAGE_GLTF_MISSING_PROPERTY__SAMPLERS, place, ARGUMENTS(name));
    }
}

void check_core_animations(struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    if (expect_document(check->avatar->document).quiet) {
        return;
    }
    for (size_t i = 0; i < animations->animation_count; i++) {
        check_animation(check, i);
    }
    for (size_t i = 0; i < animations->count; i++) {
        check_channel(check, i);
    }
    for (size_t i = 0; i < animations->sampler_count; i++) {
        check_sampler(check, &animations->samplers[i]);
    }
}
