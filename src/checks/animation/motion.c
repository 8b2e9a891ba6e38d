/*
 * What the channels of a VRM animation move, and mustn't: by the role of their node. Keyframe data is not touched here.
 * Catalogue: constraint-animation.md section 2.5, bones, expressions and lookAt.
 */
#include "checks/animation/names.h"
#include "checks/spring/places.h"

/* ---- channels that break their node's role ---- */

static void check_bone(const struct check *check, size_t place)
{
    const struct channel *channel = &check->avatar->animations->channels[place];
    size_t bone = check->avatar->vrma->roles[channel->node].bone;
    enum rule rule = channel->path == PATH_SCALE     ? RULE_ANIMATION_BONE_SCALE_CHANNEL
                     : channel->path == PATH_WEIGHTS ? RULE_ANIMATION_BONE_WEIGHTS_CHANNEL
                                                     : RULE_ANIMATION_BONE_TRANSLATION_CHANNEL;
    bool moves_hips = channel->path == PATH_TRANSLATION && bone == bone_by_name("hips");
    if (channel->path == PATH_ROTATION || channel->path == PATH_OTHER || moves_hips) {
        return;
    }
    report_english(check->findings, rule, channel->pointer, "%s: %s %s it, but %s: remove the channel",
                   animation_capital(check, animation_bone(check, bone)), animation_channel(check, place),
                   animation_verb(channel->path),
                   channel->path == PATH_TRANSLATION
                       ? "of all bones only the hips may be moved, and apps pass over it"
                       : "a bone may only be turned, and three-vrm doesn't load an animation that does more");
}

static void check_expression(const struct check *check, size_t place)
{
    const struct channel *channel = &check->avatar->animations->channels[place];
    if (channel->path == PATH_TRANSLATION) {
        return;
    }
    report_english(
        check->findings, RULE_ANIMATION_EXPRESSION_CHANNEL_PATH, channel->pointer,
        "%s: %s %s the node, but only its translation along X is the expression's weight, and three-vrm doesn't load "
        "an animation with anything else: remove the channel",
        animation_capital(check, animation_expression(check, check->avatar->vrma->roles[channel->node].expression)),
        animation_channel(check, place), animation_verb(channel->path));
}

static void check_gaze(const struct check *check, size_t place)
{
    const struct channel *channel = &check->avatar->animations->channels[place];
    bool draft = check->avatar->vrma->version == VRMA_DRAFT;
    const char *gaze = animation_capital(check, animation_gaze(check));
    const char *name = animation_channel(check, place);
    if (channel->path == PATH_SCALE || channel->path == PATH_WEIGHTS) {
        report_english(
            check->findings, RULE_ANIMATION_LOOK_AT_CHANNEL_PATH, channel->pointer,
            "%s: %s %s the node, but the gaze can only be turned, and three-vrm doesn't load the animation: remove "
            "the channel",
            gaze, name, animation_verb(channel->path));
    } else if (channel->path == PATH_TRANSLATION && draft) {
        report_english(
            check->findings, RULE_ANIMATION_LOOK_AT_DRAFT_TRANSLATION, channel->pointer,
            "%s: %s moves a point to look at, as the draft has it, but 1.0 turns the gaze instead, and three-vrm "
            "doesn't load the animation: export it again, for version 1.0",
            gaze, name);
    } else if (channel->path == PATH_TRANSLATION) {
        report_english(
            check->findings, RULE_ANIMATION_LOOK_AT_TRANSLATION, channel->pointer,
            "%s: %s moves it, but in 1.0 the gaze is the direction into which the node is turned, and three-vrm "
            "doesn't load an animation that moves it: write the gaze as a rotation, or remove the channel",
            gaze, name);
    }
}

static void check_eye(const struct check *check, size_t place)
{
    const struct channel *channel = &check->avatar->animations->channels[place];
    size_t bone = check->avatar->vrma->roles[channel->node].eye;
    report_english(
        check->findings, RULE_ANIMATION_EYE_BONE_ANIMATED, channel->pointer,
        "%s: %s %s it, but eyes are moved by lookAt alone: three-vrm plays both against each other, other apps drop "
        "the channel: remove it, and animate lookAt",
        animation_capital(check, animation_bone(check, bone)), animation_channel(check, place),
        animation_verb(channel->path));
}

static void check_role(const struct check *check, size_t place)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t node = check->avatar->animations->channels[place].node;
    if (node == SCENE_NONE || vrma->roles[node].reused) {
        return;
    }
    switch (vrma_role(vrma, node)) {
    case VRMA_ROLE_BONE:
        check_bone(check, place);
        break;
    case VRMA_ROLE_EXPRESSION:
        check_expression(check, place);
        break;
    case VRMA_ROLE_LOOK_AT:
        check_gaze(check, place);
        break;
    case VRMA_ROLE_EYE:
        check_eye(check, place);
        break;
    case VRMA_ROLE_UNKNOWN_BONE:
    case VRMA_ROLE_ABOVE_HIPS:
    case VRMA_ROLE_INTERMEDIATE:
    case VRMA_ROLE_NONE:
        break;
    }
}

/* ---- motion that gets lost ---- */

static bool is_transform(enum channel_path path)
{
    return path == PATH_TRANSLATION || path == PATH_ROTATION || path == PATH_SCALE;
}

/* Whether a channel moves the skeleton by a node that isn't a bone. */
static bool is_lost(const struct vrma *vrma, const struct channel *channel)
{
    enum vrma_role role = vrma_role(vrma, channel->node);
    return (role == VRMA_ROLE_ABOVE_HIPS || role == VRMA_ROLE_INTERMEDIATE) && is_transform(channel->path);
}

static void check_lost(const struct check *check, size_t place)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct channel *channel = &check->avatar->animations->channels[place];
    if (channel->node == SCENE_NONE || !is_lost(vrma, channel)) {
        return;
    }
    bool above = vrma_role(vrma, channel->node) == VRMA_ROLE_ABOVE_HIPS;
    report_english(check->findings,
                   above ? RULE_ANIMATION_HIPS_PARENT_ANIMATED : RULE_ANIMATION_INTERMEDIATE_NODE_ANIMATED,
                   channel->pointer, "%s %s %s, which %s, so that most apps drop this motion: bake it into %s",
                   animation_capital(check, animation_channel(check, place)), animation_verb(channel->path),
                   name_node(check->avatar, channel->node),
                   above ? "is above the hips but no bone" : "lies between bones but is none",
                   above ? "the hips" : "the bone below");
}

/* ---- motion of what plays no role ---- */

static bool is_unmapped(const struct vrma *vrma, const struct channel *channel)
{
    enum vrma_role role = vrma_role(vrma, channel->node);
    bool outside = role == VRMA_ROLE_NONE || role == VRMA_ROLE_ABOVE_HIPS || role == VRMA_ROLE_INTERMEDIATE;
    return channel->node != SCENE_NONE && outside && !is_lost(vrma, channel);
}

static void relate_channel(const struct check *check, struct finding *finding, size_t place)
{
    finding_relate_english(finding, check->avatar->animations->channels[place].pointer, "%s",
                           animation_channel(check, place));
}

/* The channels begin to end are one animation's; count of them move something that has no role. */
static void report_unmapped(const struct check *check, size_t begin, size_t end, size_t count)
{
    const struct animations *animations = check->avatar->animations;
    const struct vrma *vrma = check->avatar->vrma;
    size_t first = begin;
    while (!is_unmapped(vrma, &animations->channels[first])) {
        first++;
    }
    size_t animation = animations->channels[first].animation;
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_UNMAPPED_CHANNEL, arena_printf(check->arena, "/animations/%zu", animation),
        "%s: %zu of %zu channels move%s nodes that are no bone, expression or gaze (the first is %s), which nothing "
        "plays: remove %s",
        animation_capital(check, animation_title(check, animation)), count, end - begin, count == 1 ? "s" : "",
        name_node(check->avatar, animations->channels[first].node), count == 1 ? "it" : "them");
    finding_measure(finding, "channels", (double)count);
    size_t related = 0;
    for (size_t i = first; finding != NULL && i < end && related < PLACES_RELATED_MAX; i++) {
        if (is_unmapped(vrma, &animations->channels[i])) {
            relate_channel(check, finding, i);
            related++;
        }
    }
}

static void check_unmapped(const struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    for (size_t begin = 0, end = 0; begin < animations->count; begin = end) {
        size_t count = 0;
        for (end = begin;
             end < animations->count && animations->channels[end].animation == animations->channels[begin].animation;
             end++) {
            count += is_unmapped(check->avatar->vrma, &animations->channels[end]);
        }
        if (count > 0) {
            report_unmapped(check, begin, end, count);
        }
    }
}

/* ---- bones that nothing moves ---- */

static void check_unmoved(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t hips = vrma->nodes[bone_by_name("hips")];
    struct place_list list = PLACE_LIST_INIT(check->arena, FINDING_LIST_MAX);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = vrma->nodes[bone];
        if (node != SCENE_NONE && vrma->channels_begin[node] == vrma->channels_begin[node + 1]) {
            place_list_add(&list, bones[bone].name);
        }
    }
    if (list.count > 0) {
        size_t count = list.count;
        struct finding *finding = report_english(check->findings, RULE_ANIMATION_BONE_NOT_ANIMATED, VRMA_POINTER,
                                                 "%zu %s no channel (%s), so that %s at rest: fine if that is meant",
                                                 count, count == 1 ? "bone has" : "bones have", place_list_text(&list),
                                                 count == 1 ? "it stays" : "they stay");
        finding_measure(finding, "bones", (double)count);
    }
    if (hips != SCENE_NONE && (vrma->roles[hips].translation == VRMA_NONE ||
                               check->avatar->animations->channels[vrma->roles[hips].translation].animation > 0)) {
        report_english(
            check->findings, RULE_ANIMATION_HIPS_TRANSLATION_MISSING,
            vrma_bone_pointer(vrma, check->arena, bone_by_name("hips"), "node"),
            "%s isn't moved by the animation, so that the avatar stays in place, at its own height: fine if that is "
            "meant",
            animation_capital(check, animation_bone(check, bone_by_name("hips"))));
    }
}

void check_animation_motion(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (!vrma->present) {
        return;
    }
    for (size_t i = 0; i < check->avatar->animations->count; i++) {
        check_role(check, i);
    }
    /* a node that seems to have no role may be the one that a broken entry means; and without any roles it is said
     * already that nothing plays */
    bool has_roles = vrma->has_humanoid || vrma->expression_count > 0 || vrma->look_at.present;
    if (has_roles && !vrma->incomplete) {
        for (size_t i = 0; i < check->avatar->animations->count; i++) {
            check_lost(check, i);
        }
        check_unmapped(check);
    }
    if (animation_plays(check)) {
        check_unmoved(check);
    }
}
