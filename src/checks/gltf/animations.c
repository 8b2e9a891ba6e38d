/* Checks that apply to every animation. */
#include "base/sort.h"
#include "checks/gltf/core.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"

static void check_channel(struct core *core, size_t index)
{
    const struct avatar *avatar = core->check->avatar;
    const struct channel *channel = &avatar->animations->channels[index];
    if (channel->node == SCENE_NONE || channel->path == PATH_OTHER || channel->path == PATH_WEIGHTS) {
        return;
    }
    const struct scene_node *node = &avatar->scene->nodes[channel->node];
    /* VRM animations have their own rules for what they move, mainly bones */
    if (node->has_matrix && (!core->is_vrma || vrma_role(avatar->vrma, channel->node) == VRMA_ROLE_NONE)) {
        report(core->check->findings, MESSAGE_ANIMATION_TARGET_HAS_MATRIX__DEFAULT,
               place_of(PLACE_CHANNEL, channel->animation, channel->index, "target/node"),
               ARGUMENTS(the_channel("channel", avatar, index), the_node("node", avatar, channel->node)));
    }
    if (node->skin != SCENE_NONE && node->mesh != SCENE_NONE) {
        report(core->check->findings, MESSAGE_ANIMATION_TARGET_SKINNED_MESH__DEFAULT,
               place_of(PLACE_CHANNEL, channel->animation, channel->index, "target/path"),
               ARGUMENTS(the_channel("channel", avatar, index), the_node("node", avatar, channel->node)));
    }
}

/* ---- channels with the same target ---- */

/* The target of a channel, and the channel's index. */
struct moved {
    size_t animation;
    size_t node;
    size_t path;
    size_t channel;
};

/* Reports channels with the same target. VRM animations have their own rules for this. */
static void check_duplicates(struct core *core)
{
    const struct avatar *avatar = core->check->avatar;
    const struct channel *channels = avatar->animations->channels;
    struct moved *moved = arena_array(core->arena, avatar->animations->count, sizeof *moved);
    size_t count = 0;
    for (size_t i = 0; i < avatar->animations->count; i++) {
        if (channels[i].node != SCENE_NONE && channels[i].path != PATH_OTHER) {
            moved[count++] = (struct moved){channels[i].animation, channels[i].node, channels[i].path, i};
        }
    }
    sort_array(core->arena, moved, count, sizeof *moved, sort_by_four);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (moved[i].animation != moved[first].animation || moved[i].node != moved[first].node ||
            moved[i].path != moved[first].path) {
            first = i;
            continue;
        }
        const struct channel *earlier = &channels[moved[first].channel];
        struct finding *finding =
            report(core->check->findings, MESSAGE_ANIMATION_CHANNEL_DUPLICATE_TARGET__DEFAULT,
                   channels[moved[i].channel].place,
                   ARGUMENTS(the_channel("channel", avatar, moved[i].channel), COUNT("earlier", earlier->index)));
        finding_relate(finding, RELATED_ANIMATION_CHANNEL_DUPLICATE_TARGET__DEFAULT, earlier->place,
                       ARGUMENTS(the_channel("channel", avatar, moved[first].channel)));
    }
}

void core_check_animations(struct core *core)
{
    if (!core->is_vrma) {
        check_duplicates(core);
    }
    const struct animations *animations = core->check->avatar->animations;
    bool *played = arena_array(core->arena, animations->sampler_count, sizeof *played);
    for (size_t i = 0; i < animations->count; i++) {
        check_channel(core, i);
        if (animations->channels[i].sampler != SCENE_NONE) {
            played[animations->channels[i].sampler] = true;
        }
    }
    for (size_t i = 0; i < animations->sampler_count; i++) {
        const struct sampler *sampler = &animations->samplers[i];
        core_use_sampler(core, sampler);
        if (!played[i] && tree_is_object(sampler->json)) {
            report(core->check->findings, MESSAGE_ANIMATION_SAMPLER_UNUSED__DEFAULT,
                   place_of(PLACE_SAMPLER, sampler->animation, sampler->index, NULL),
                   ARGUMENTS(the_sampler("sampler", core->check->avatar, sampler->animation, sampler->index)));
        }
    }
}
