/* Checks for motions that the channels of a VRM animation mustn't have, by the role of their node. Keyframe data
 * isn't read here. */
#include "checks/absent.h"
#include "checks/animation/names.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"

/* ---- channels that don't fit their node's role ---- */

static void check_bone(const struct check *check, size_t index)
{
    const struct channel *channel = &check->avatar->animations->channels[index];
    size_t bone = check->avatar->vrma->roles[channel->node].bone;
    enum message message = channel->path == PATH_SCALE     ? MESSAGE_ANIMATION_BONE_SCALE_CHANNEL__DEFAULT
                           : channel->path == PATH_WEIGHTS ? MESSAGE_ANIMATION_BONE_WEIGHTS_CHANNEL__DEFAULT
                                                           : MESSAGE_ANIMATION_BONE_TRANSLATION_CHANNEL__DEFAULT;
    bool moves_hips = channel->path == PATH_TRANSLATION && bone == bone_by_name("hips");
    if (channel->path == PATH_ROTATION || channel->path == PATH_OTHER || moves_hips) {
        return;
    }
    report(check->findings, message, channel->place,
           ARGUMENTS(the_animated_bone("bone", check, bone), the_channel_alone("channel", check, index)));
}

static void check_expression(const struct check *check, size_t index)
{
    const struct channel *channel = &check->avatar->animations->channels[index];
    struct place place = channel->place;
    struct argument expression =
        the_animated_expression("expression", check, check->avatar->vrma->roles[channel->node].expression);
    struct argument name = the_channel_alone("channel", check, index);
    if (channel->path == PATH_OTHER) {
        report(check->findings, MESSAGE_ANIMATION_EXPRESSION_CHANNEL_PATH__OTHER, place, ARGUMENTS(expression, name));
    } else if (channel->path != PATH_TRANSLATION) {
        report(check->findings, MESSAGE_ANIMATION_EXPRESSION_CHANNEL_PATH__DEFAULT, place,
               ARGUMENTS(expression, name, TERM("path", channel_path_name(channel->path))));
    }
}

static void check_gaze(const struct check *check, size_t index)
{
    const struct channel *channel = &check->avatar->animations->channels[index];
    bool draft = check->avatar->vrma->version == VRMA_DRAFT;
    struct place place = channel->place;
    struct argument gaze = the_animated_gaze("gaze", check);
    struct argument name = the_channel_alone("channel", check, index);
    if (channel->path == PATH_SCALE || channel->path == PATH_WEIGHTS) {
        report(check->findings, MESSAGE_ANIMATION_LOOK_AT_CHANNEL_PATH__DEFAULT, place,
               ARGUMENTS(gaze, name, TERM("path", channel_path_name(channel->path))));
    } else if (channel->path == PATH_TRANSLATION) {
        report(check->findings,
               draft ? MESSAGE_ANIMATION_LOOK_AT_DRAFT_TRANSLATION__DEFAULT
                     : MESSAGE_ANIMATION_LOOK_AT_TRANSLATION__DEFAULT,
               place, ARGUMENTS(gaze, name));
    }
}

static void check_eye(const struct check *check, size_t index)
{
    const struct channel *channel = &check->avatar->animations->channels[index];
    size_t bone = check->avatar->vrma->roles[channel->node].eye;
    report(check->findings, MESSAGE_ANIMATION_EYE_BONE_ANIMATED__DEFAULT, channel->place,
           ARGUMENTS(the_animated_bone("bone", check, bone), the_channel_alone("channel", check, index)));
}

static void check_role(const struct check *check, size_t index)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t node = check->avatar->animations->channels[index].node;
    if (node == SCENE_NONE || vrma->roles[node].reused) {
        return;
    }
    switch (vrma_role(vrma, node)) {
    case VRMA_ROLE_BONE:
        check_bone(check, index);
        break;
    case VRMA_ROLE_EXPRESSION:
        check_expression(check, index);
        break;
    case VRMA_ROLE_LOOK_AT:
        check_gaze(check, index);
        break;
    case VRMA_ROLE_EYE:
        check_eye(check, index);
        break;
    case VRMA_ROLE_UNKNOWN_BONE:
    case VRMA_ROLE_ABOVE_HIPS:
    case VRMA_ROLE_INTERMEDIATE:
    case VRMA_ROLE_NONE:
        break;
    }
}

/* ---- lost motion ---- */

static bool is_transform(enum channel_path path)
{
    return path == PATH_TRANSLATION || path == PATH_ROTATION || path == PATH_SCALE;
}

/* Whether a channel moves the skeleton through a node that isn't a bone. */
static bool is_lost(const struct vrma *vrma, const struct channel *channel)
{
    enum vrma_role role = vrma_role(vrma, channel->node);
    return (role == VRMA_ROLE_ABOVE_HIPS || role == VRMA_ROLE_INTERMEDIATE) && is_transform(channel->path);
}

static void check_lost(const struct check *check, size_t index)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct channel *channel = &check->avatar->animations->channels[index];
    if (channel->node == SCENE_NONE || !is_lost(vrma, channel) || check_channel_is_still(check, index)) {
        return;
    }
    bool above = vrma_role(vrma, channel->node) == VRMA_ROLE_ABOVE_HIPS;
    if (above && !humanoid_has_hips(check->avatar->scene, vrma->nodes)) {
        return; /* the nodes above them may be wrongly mapped bones */
    }
    report(check->findings,
           above ? MESSAGE_ANIMATION_HIPS_PARENT_ANIMATED__DEFAULT
                 : MESSAGE_ANIMATION_INTERMEDIATE_NODE_ANIMATED__DEFAULT,
           channel->place,
           ARGUMENTS(the_channel_alone("channel", check, index), TERM("path", channel_path_name(channel->path)),
                     the_node("node", check->avatar, channel->node)));
}

/* ---- motion of nodes without a role ---- */

static bool is_unmapped(const struct vrma *vrma, const struct channel *channel)
{
    enum vrma_role role = vrma_role(vrma, channel->node);
    bool outside = role == VRMA_ROLE_NONE || role == VRMA_ROLE_ABOVE_HIPS || role == VRMA_ROLE_INTERMEDIATE;
    return channel->node != SCENE_NONE && outside && !is_lost(vrma, channel);
}

/* Reports the channels of one animation, begin to end, of which count move something without a role. */
static void report_unmapped(struct check *check, size_t begin, size_t end, size_t count)
{
    const struct animations *animations = check->avatar->animations;
    const struct vrma *vrma = check->avatar->vrma;
    size_t first = begin;
    while (!is_unmapped(vrma, &animations->channels[first])) {
        first++;
    }
    size_t animation = animations->channels[first].animation;
    struct finding *finding = report(
        check->findings, MESSAGE_ANIMATION_UNMAPPED_CHANNEL__DEFAULT, place_of(PLACE_ANIMATION, animation, 0, NULL),
        ARGUMENTS(the_animation("animation", check->avatar, animation), COUNT("count", count),
                  COUNT("total", end - begin), the_node("node", check->avatar, animations->channels[first].node)));
    finding_measure(finding, "channels", (double)count);
    absent_note(check, finding, ABSENT_LACKS, VRMA_POINTER "/humanoid/humanBones"); /* it may be elsewhere */
    for (size_t i = first; finding != NULL && i < end; i++) {
        if (is_unmapped(vrma, &animations->channels[i])) {
            finding_edit(
                finding, VRMLINT_EDIT_REMOVE,
                place_of(PLACE_CHANNEL, animations->channels[i].animation, animations->channels[i].index, NULL), NULL);
        }
    }
    size_t related = 0;
    for (size_t i = first; finding != NULL && i < end && related < FINDING_RELATED_MAX; i++) {
        if (is_unmapped(vrma, &animations->channels[i])) {
            finding_relate(finding, RELATED_ANIMATION_UNMAPPED_CHANNEL__DEFAULT, animations->channels[i].place,
                           ARGUMENTS(the_channel_alone("channel", check, i)));
            related++;
        }
    }
}

static void check_unmapped(struct check *check)
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

/* ---- bones without motion ---- */

/* Whether a channel of the first animation has no readable target; any node may have been meant. */
static bool has_lost_target(const struct animations *animations)
{
    for (size_t i = 0; i < animations->count && animations->channels[i].animation == 0; i++) {
        if (animations->channels[i].node == SCENE_NONE || animations->channels[i].path == PATH_OTHER) {
            return true;
        }
    }
    return false;
}

static void check_unmoved(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t hips = vrma->nodes[bone_by_name("hips")];
    struct argument names[FINDING_LIST_MAX];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = vrma->nodes[bone];
        if (node != SCENE_NONE && vrma->channels_begin[node] == vrma->channels_begin[node + 1]) {
            if (count < FINDING_LIST_MAX) {
                names[count] = TERM(NULL, bones[bone].name);
            }
            count++;
        }
    }
    if (count > 0) {
        struct finding *finding = report(
            check->findings, MESSAGE_ANIMATION_BONE_NOT_ANIMATED__DEFAULT, place_at(VRMA_POINTER),
            ARGUMENTS(COUNT("count", count), argument_list("bones", names, FINDING_LIST_MAX, count, JOIN_COMMA)));
        finding_measure(finding, "bones", (double)count);
    }
    if (hips != SCENE_NONE && !has_lost_target(check->avatar->animations) &&
        (vrma->roles[hips].translation == VRMA_NONE ||
         check->avatar->animations->channels[vrma->roles[hips].translation].animation > 0)) {
        report(check->findings, MESSAGE_ANIMATION_HIPS_TRANSLATION_MISSING__DEFAULT,
               animated_bone_place(check, bone_by_name("hips"), "node"),
               ARGUMENTS(the_animated_bone("bone", check, bone_by_name("hips"))));
    }
}

void check_animation_motion(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    for (size_t i = 0; i < check->avatar->animations->count; i++) {
        check_role(check, i);
    }
    /* if an entry is broken, it may mean a node that seems to have no role; if there are no roles at all, it is
     * already reported that nothing plays */
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
