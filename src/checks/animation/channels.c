/*
 * What a VRM animation plays at all: animations, scenes, and channels whose target or sampler is there. Catalogue
 * section 2.5, channels; what a channel may do to a bone, an expression or the gaze is not looked at here.
 */
#include <string.h>

#include "base/pointer.h"
#include "checks/checks.h"

/* "the file has no nodes", "node 0 is the only one", "there are nodes 0 to 51". */
static const char *range_text(struct arena *arena, const char *noun, size_t count)
{
    return count == 0   ? arena_printf(arena, "there are no %ss", noun)
           : count == 1 ? arena_printf(arena, "%s 0 is the only one", noun)
                        : arena_printf(arena, "there are %ss 0 to %zu", noun, count - 1);
}

/* A whole number that is no index below count. Other values are gltf/wrong-type, or gltf/not-finite. */
static bool leads_nowhere(const json_t *value, size_t count, double *number)
{
    size_t index;
    return tree_number(value, number) && *number == trunc(*number) && fabs(*number) != TREE_OVERFLOW &&
           !tree_index(value, count, &index);
}

/* ---- animations and scenes ---- */

static void check_no_animation(struct check *check)
{
    struct document *document = check->avatar->document;
    const struct vrma *vrma = check->avatar->vrma;
    const json_t *list = document_tree(document, "/animations");
    bool is_pose = tree_get(tree_get(vrma->json, "extras"), "UNIVRM_pose") != NULL;
    bool has_expressions = vrma->expressions_json != NULL;
    if (tree_count(list) > 0 || (list != NULL && !tree_is_array(list)) || (is_pose && !has_expressions)) {
        return;
    }
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_NO_ANIMATION, list == NULL ? "" : "/animations",
        "The file has no animation, so nothing moves%s: export it again with the movement",
        has_expressions ? ", and UniVRM fails to load it because it looks there for the expressions" : "");
    if (has_expressions) {
        finding_severity(finding, VRMLINT_ERROR);
    }
}

static void check_counts(struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    size_t scenes = tree_count(document_tree(check->avatar->document, "/scenes"));
    if (animations->animation_count > 1) {
        struct finding *finding = report_english(
            check->findings, RULE_ANIMATION_MULTIPLE_ANIMATIONS, "/animations",
            "The file holds %zu animations, and most apps play only the first%s%s: keep one animation in a file",
            animations->animation_count, animations->names[0] == NULL ? "" : ", ",
            animations->names[0] == NULL ? "" : name_quote(check->arena, animations->names[0]));
        finding_measure(finding, "animations", (double)animations->animation_count);
    }
    if (scenes > 1) {
        struct finding *finding = report_english(
            check->findings, RULE_ANIMATION_MULTIPLE_SCENES, "/scenes",
            "The file holds %zu scenes, and some apps look only at the first, whichever is the default: keep one",
            scenes);
        finding_measure(finding, "scenes", (double)scenes);
    }
}

static void check_empty(struct check *check, size_t animation)
{
    const json_t *json = tree_at(document_tree(check->avatar->document, "/animations"), animation);
    const json_t *channels = tree_get(json, "channels");
    if (!tree_is_object(json) || tree_count(channels) > 0 || (channels != NULL && !tree_is_array(channels))) {
        return;
    }
    const char *pointer = pointer_index(check->arena, "/animations", animation);
    const char *place = channels == NULL ? pointer : pointer_key(check->arena, pointer, "channels");
    report_english(check->findings, RULE_ANIMATION_EMPTY_ANIMATION, place,
                   "%s has no channels, so it moves nothing: delete it, or export it again with the movement",
                   name_pointer(check->avatar, pointer, true));
}

/* ---- references ---- */

static const char *channel_place(const struct check *check, const struct channel *channel, const char *rest)
{
    return arena_printf(check->arena, "/animations/%zu/channels/%zu%s", channel->animation, channel->place, rest);
}

/* "Animation 0 'Walk', channel 3", without what it moves, which is the question. */
static const char *channel_number(const struct check *check, const struct channel *channel)
{
    const char *animation = name_pointer(check->avatar, channel_place(check, channel, ""), true);
    return arena_printf(check->arena, "%s, channel %zu", animation, channel->place);
}

static void check_target(struct check *check, const struct channel *channel)
{
    const json_t *target = tree_get(channel->json, "target");
    const json_t *node = tree_get(target, "node");
    const struct scene *scene = check->avatar->scene;
    double number;
    if (!tree_is_object(channel->json) || (target != NULL && !tree_is_object(target)) ||
        tree_extension(target, "KHR_animation_pointer") != NULL) {
        return;
    }
    if (node == NULL) {
        report_english(
            check->findings, RULE_ANIMATION_CHANNEL_TARGET_MISSING,
            channel_place(check, channel, target == NULL ? "" : "/target"),
            "%s names no node to move: apps leave it out, and three-vrm then gives the movement of every later "
            "channel to the wrong bone; delete the channel",
            channel_number(check, channel));
    } else if (leads_nowhere(node, scene->bound, &number)) {
        report_english(
            check->findings, RULE_ANIMATION_CHANNEL_TARGET_OUT_OF_RANGE, channel_place(check, channel, "/target/node"),
            "%s moves node %.15g, which doesn't exist (%s), so three-vrm refuses the whole file: correct the index, "
            "or delete the channel",
            channel_number(check, channel), number, range_text(check->arena, "node", scene->count));
    }
}

static void check_channel_sampler(struct check *check, size_t index)
{
    const struct channel *channel = &check->avatar->animations->channels[index];
    size_t count = check->avatar->animations->parts[channel->animation].sampler_count;
    const json_t *sampler = tree_get(channel->json, "sampler");
    double number;
    if (!tree_is_object(channel->json)) {
        return;
    }
    if (sampler == NULL) {
        report_english(
            check->findings, RULE_ANIMATION_CHANNEL_SAMPLER_OUT_OF_RANGE, channel_place(check, channel, ""),
            "%s has no sampler, so nobody knows how it moves and apps fail to load the file: give it one, or delete "
            "the channel",
            name_channel(check->avatar, index));
    } else if (leads_nowhere(sampler, count, &number)) {
        report_english(
            check->findings, RULE_ANIMATION_CHANNEL_SAMPLER_OUT_OF_RANGE, channel_place(check, channel, "/sampler"),
            "%s plays sampler %.15g, which its animation doesn't have (%s), and apps fail to load the file: correct "
            "the index, or delete the channel",
            name_channel(check->avatar, index), number, range_text(check->arena, "sampler", count));
    }
}

static void check_accessor(struct check *check, const struct sampler *sampler, const char *key, size_t count)
{
    const json_t *value = tree_get(sampler->json, key);
    double number;
    const char *pointer =
        arena_printf(check->arena, "/animations/%zu/samplers/%zu", sampler->animation, sampler->place);
    if (value == NULL) {
        report_english(check->findings, RULE_ANIMATION_CHANNEL_SAMPLER_OUT_OF_RANGE, pointer,
                       "%s has no %s, so apps fail to load the file: give it the accessor that holds its %s",
                       name_pointer(check->avatar, pointer, false), key, *key == 'i' ? "times" : "values");
    } else if (leads_nowhere(value, count, &number)) {
        report_english(
            check->findings, RULE_ANIMATION_CHANNEL_SAMPLER_OUT_OF_RANGE, pointer_key(check->arena, pointer, key),
            "%s takes its %s from accessor %.15g, which doesn't exist (%s), and apps fail to load the file: correct "
            "the index, or export the animation again",
            name_pointer(check->avatar, pointer, false), *key == 'i' ? "times" : "values", number,
            range_text(check->arena, "accessor", count));
    }
}

/* ---- channels that move the same thing ---- */

static void check_duplicates(struct check *check, size_t node)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct channel *channels = check->avatar->animations->channels;
    const struct channel *first[PATH_WEIGHTS + 1] = {NULL};
    for (size_t i = vrma->channels_begin[node]; i < vrma->channels_begin[node + 1]; i++) {
        const struct channel *channel = &channels[vrma->channels[i]];
        const struct channel **earlier = &first[channel->path];
        if (channel->path == PATH_OTHER) {
            continue;
        }
        if (*earlier == NULL || (*earlier)->animation != channel->animation) {
            *earlier = channel;
            continue;
        }
        struct finding *finding = report_english(
            check->findings, RULE_ANIMATION_CHANNEL_DUPLICATE_TARGET, channel->pointer,
            "%s moves what channel %zu moves already, and apps differ in which of the two they play: delete one",
            name_channel(check->avatar, vrma->channels[i]), (*earlier)->place);
        finding_relate_english(finding, (*earlier)->pointer, "%s",
                               name_channel(check->avatar, (size_t)(*earlier - channels)));
    }
}

void check_animation_channels(struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    if (!check->avatar->vrma->present) {
        return;
    }
    check_no_animation(check);
    check_counts(check);
    for (size_t i = 0; i < animations->animation_count; i++) {
        check_empty(check, i);
    }
    for (size_t i = 0; i < animations->count; i++) {
        check_target(check, &animations->channels[i]);
        check_channel_sampler(check, i);
    }
    size_t accessors = check->avatar->scene->accessor_bound;
    for (size_t i = 0; i < animations->sampler_count; i++) {
        const struct sampler *sampler = &animations->samplers[i];
        if (tree_is_object(sampler->json)) {
            check_accessor(check, sampler, "input", accessors);
            check_accessor(check, sampler, "output", accessors);
        }
    }
    for (size_t i = 0; i < check->avatar->vrma->node_count; i++) {
        check_duplicates(check, i);
    }
}
