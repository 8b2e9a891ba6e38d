/*
 * Targets of channels that are all off by one, while bones, expressions and the gaze have the right nodes: a tool has
 * inserted or deleted a node without updating the animations.
 *
 * Each node of a VRM animation may be moved only in certain ways. The targets are shifted if several channels move a
 * node in a way that apps don't play, and apps would play each of them if all targets were raised, or lowered, by 1.
 * At least one of them must be a translation, because rotations fit nearly every node.
 */
#include "checks/checks.h"
#include "ids/messages_gltf.h"

enum {
    LEAST = 3,       /* channels */
    LEAST_WRONG = 2, /* channels: a single one may be wrong for other reasons */
    NEVER_PART = 8   /* one in this many channels may be wrong either way */
};

/* Whether apps play what a channel does to a node. */
static bool is_played(const struct vrma *vrma, size_t node, enum channel_path path)
{
    if (node >= vrma->node_count) {
        return false;
    }
    switch (vrma_role(vrma, node)) {
    case VRMA_ROLE_BONE:
        return path == PATH_ROTATION || (path == PATH_TRANSLATION && vrma->roles[node].bone == bone_by_name("hips"));
    case VRMA_ROLE_EXPRESSION:
        return path == PATH_TRANSLATION;
    case VRMA_ROLE_LOOK_AT:
        return path == PATH_ROTATION;
    default:
        return false;
    }
}

/* Returns the target of a channel as written, up to one beyond the last node; SCENE_NONE for others. */
static size_t written_node(const struct avatar *avatar, const struct channel *channel)
{
    size_t node = SCENE_NONE;
    tree_index(tree_get(tree_get(channel->json, "target"), "node"), avatar->scene->count + 1, &node);
    return node;
}

/* Whether all targets are right if lowered (or raised) by 1, except a few that are wrong either way. *wrong receives
 * the number of channels that this fixes. */
static bool are_shifted(const struct avatar *avatar, bool down, size_t *wrong)
{
    const struct animations *animations = avatar->animations;
    size_t moved = 0; /* translations that are played only then */
    size_t never = 0; /* wrong either way */
    *wrong = 0;
    for (size_t i = 0; i < animations->count; i++) {
        const struct channel *channel = &animations->channels[i];
        size_t node = written_node(avatar, channel);
        bool is_right = is_played(avatar->vrma, node, channel->path);
        size_t then = down ? node - 1 : node + 1; /* for 0 this gives SCENE_NONE, the largest number */
        bool is_right_then = is_played(avatar->vrma, then, channel->path);
        if (node == SCENE_NONE || then >= avatar->vrma->node_count || (is_right && !is_right_then)) {
            return false;
        }
        never += !is_right && !is_right_then;
        *wrong += !is_right && is_right_then;
        moved += !is_right && is_right_then && channel->path == PATH_TRANSLATION;
    }
    return animations->count >= LEAST && *wrong >= LEAST_WRONG && moved > 0 && never <= animations->count / NEVER_PART;
}

static void report_shifted(struct check *check, bool down, size_t wrong)
{
    const struct animations *animations = check->avatar->animations;
    struct finding *finding = report(
        check->findings, down ? MESSAGE_GLTF_NODES_SHIFTED__CHANNELS_HIGH : MESSAGE_GLTF_NODES_SHIFTED__CHANNELS_LOW,
        place_at("/animations"), ARGUMENTS(COUNT("count", animations->count), COUNT("wrong", wrong)));
    for (size_t i = 0; i < animations->count && finding_wants_edits(finding); i++) {
        const struct channel *channel = &animations->channels[i];
        size_t node = written_node(check->avatar, channel);
        finding_edit(finding, VRMLINT_EDIT_SET,
                     place_at(arena_printf(check->arena, "/animations/%zu/channels/%zu/target/node", channel->animation,
                                           channel->index)),
                     arena_printf(check->arena, "%zu", down ? node - 1 : node + 1));
    }
    finding_measure(finding, "count", (double)animations->count);
}

void check_shifted_channels(struct check *check)
{
    size_t wrong;
    if (are_shifted(check->avatar, true, &wrong)) {
        report_shifted(check, true, wrong);
    } else if (are_shifted(check->avatar, false, &wrong)) {
        report_shifted(check, false, wrong);
    }
}
