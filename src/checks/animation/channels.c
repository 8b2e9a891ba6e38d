/* Checks which parts of a VRM animation are played at all: animations, scenes, and channels with a valid target and
 * sampler. Other files check what a channel may do to a bone, an expression or the gaze. */
#include "checks/absent.h"
#include "checks/animation/names.h"
#include "checks/checks.h"
#include "checks/likely.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_gltf.h"

/* Checks for motions that the channels of a VRM animation mustn't have, by the role of their node. Keyframe data
 * isn't read here. */

/* ---- channels that don't fit their node's role ---- */

/* Leaves a finding open whose fix would delete the only channel: nothing would be left to play. */
static void keep_only_channel(const struct check *check, struct finding *finding)
{
    if (check->avatar->animations->count == 1) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

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
    keep_only_channel(
        check, report(check->findings, message, channel->place,
                      ARGUMENTS(the_animated_bone("bone", check, bone), the_channel_alone("channel", check, index))));
}

static void check_expression(const struct check *check, size_t index)
{
    const struct channel *channel = &check->avatar->animations->channels[index];
    struct place place = channel->place;
    struct argument expression =
        the_animated_expression("expression", check, check->avatar->vrma->roles[channel->node].expression);
    struct argument name = the_channel_alone("channel", check, index);
    if (channel->path == PATH_OTHER) {
        keep_only_channel(check, report(check->findings, MESSAGE_ANIMATION_EXPRESSION_CHANNEL_PATH__OTHER, place,
                                        ARGUMENTS(expression, name)));
    } else if (channel->path != PATH_TRANSLATION) {
        keep_only_channel(check,
                          report(check->findings, MESSAGE_ANIMATION_EXPRESSION_CHANNEL_PATH__DEFAULT, place,
                                 ARGUMENTS(expression, name, the_member("path", channel_path_name(channel->path)))));
    }
}

static void check_gaze_target(const struct check *check, size_t index)
{
    const struct channel *channel = &check->avatar->animations->channels[index];
    bool draft = check->avatar->vrma->version == VRMA_DRAFT;
    struct place place = channel->place;
    struct argument gaze = the_animated_gaze("gaze", check);
    struct argument name = the_channel_alone("channel", check, index);
    if (channel->path == PATH_SCALE || channel->path == PATH_WEIGHTS) {
        keep_only_channel(check, report(check->findings, MESSAGE_ANIMATION_LOOK_AT_CHANNEL_PATH__DEFAULT, place,
                                        ARGUMENTS(gaze, name, the_member("path", channel_path_name(channel->path)))));
    } else if (channel->path == PATH_TRANSLATION) {
        keep_only_channel(check, report(check->findings,
                                        draft ? MESSAGE_ANIMATION_LOOK_AT_DRAFT_TRANSLATION__DEFAULT
                                              : MESSAGE_ANIMATION_LOOK_AT_TRANSLATION__DEFAULT,
                                        place, ARGUMENTS(gaze, name)));
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
        check_gaze_target(check, index);
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
           ARGUMENTS(the_channel_alone("channel", check, index), the_member("path", channel_path_name(channel->path)),
                     the_node("node", check->avatar, channel->node)));
}

/* ---- motion of nodes without a role ---- */

static bool is_unmapped(const struct vrma *vrma, const struct channel *channel)
{
    enum vrma_role role = vrma_role(vrma, channel->node);
    bool outside = role == VRMA_ROLE_NONE || role == VRMA_ROLE_ABOVE_HIPS || role == VRMA_ROLE_INTERMEDIATE;
    return channel->node != SCENE_NONE && outside && !is_lost(vrma, channel);
}

/* Returns the bone that a node without a role is named like, if it can be mapped to that bone: no other node is, and
 * the node is below that of the nearest mapped bone above. BONE_COUNT otherwise. */
static size_t bone_meant(const struct check *check, size_t node)
{
    const struct vrma *vrma = check->avatar->vrma;
    const char *name = check->avatar->scene->nodes[node].name;
    bool has_role =
        vrma->bones == NULL || !check->avatar->scene->nodes[node].usable || vrma_role(vrma, node) != VRMA_ROLE_NONE;
    const char *meant = has_role || name == NULL ? NULL : bone_elsewhere(name);
    size_t bone = meant == NULL ? BONE_COUNT : bone_by_name(meant);
    if (bone == BONE_COUNT || bones[bone].class == BONE_EYE || tree_get(vrma->bones, meant) != NULL) {
        return BONE_COUNT;
    }
    size_t above = bone_mapped_parent(bone, vrma->nodes);
    bool fits = above != BONE_COUNT && scene_is_above(check->avatar->scene, vrma->nodes[above], node);
    return fits ? bone : BONE_COUNT;
}

/* Channels of one animation that move nodes without a role. */
struct unmapped {
    struct check *check;
    size_t begin; /* the channels of the animation */
    size_t end;
    /* By bone: the first node without a role that is named like it, moved or not, because a bone may need the one
     * above it; or SCENE_NONE. */
    size_t meant[BONE_COUNT];
};

/* Returns the bone that a channel should move by the name of its node; BONE_COUNT if there is none, or if the channel
 * moves nothing. */
static size_t bone_of_channel(const struct unmapped *unmapped, size_t channel)
{
    size_t node = unmapped->check->avatar->animations->channels[channel].node;
    size_t bone = check_channel_is_still(unmapped->check, channel) ? BONE_COUNT : bone_meant(unmapped->check, node);
    return bone == BONE_COUNT || unmapped->meant[bone] == node ? bone : BONE_COUNT;
}

/* Whether a channel moves a node without a role that is named like a bone, or one that isn't. */
static bool is_of_kind(const struct unmapped *unmapped, size_t channel, bool named)
{
    const struct avatar *avatar = unmapped->check->avatar;
    return is_unmapped(avatar->vrma, &avatar->animations->channels[channel]) &&
           (bone_of_channel(unmapped, channel) != BONE_COUNT) == named;
}

/* Attaches what maps the nodes that are named like bones. */
static void map_nodes(const struct unmapped *unmapped, struct finding *finding)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (unmapped->meant[bone] != SCENE_NONE) {
            finding_edit(finding, VRMLINT_EDIT_SET, animated_bone_place(unmapped->check, bone, NULL),
                         arena_printf(unmapped->check->arena, "{\"node\": %zu}", unmapped->meant[bone]));
        }
    }
}

/* Reports the channels whose nodes are named like bones, or the others. */
static void report_unmapped(const struct unmapped *unmapped, bool named)
{
    struct check *check = unmapped->check;
    const struct channel *channels = check->avatar->animations->channels;
    size_t first = unmapped->end;
    size_t count = 0;
    size_t nodes = 0;
    bool counted[BONE_COUNT] = {false};
    for (size_t i = unmapped->end; i-- > unmapped->begin;) {
        if (is_of_kind(unmapped, i, named)) {
            size_t of = named ? bone_of_channel(unmapped, i) : 0;
            first = i;
            count++;
            nodes += !counted[of];
            counted[of] = true;
        }
    }
    if (count == 0) {
        return;
    }
    size_t animation = channels[first].animation;
    size_t bone = named ? bone_of_channel(unmapped, first) : BONE_COUNT;
    struct finding *finding =
        report_taking(check->findings,
                      named ? MESSAGE_ANIMATION_UNMAPPED_CHANNEL__NAMED : MESSAGE_ANIMATION_UNMAPPED_CHANNEL__DEFAULT,
                      place_of(PLACE_ANIMATION, animation, 0, NULL),
                      ARGUMENTS(the_animation("animation", check->avatar, animation), COUNT("count", count),
                                COUNT("total", unmapped->end - unmapped->begin), COUNT("nodes", nodes),
                                the_node("node", check->avatar, channels[first].node),
                                TERM("name", bone == BONE_COUNT ? "" : bones[bone].name)));
    finding_measure(finding, "channels", (double)count);
    absent_note(check, finding, ABSENT_LACKS, VRMA_POINTER "/humanoid/humanBones"); /* it may be elsewhere */
    if (named) {
        finding_severity(finding, VRMLINT_WARNING);
        map_nodes(unmapped, finding);
    } else {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
    size_t related = 0;
    for (size_t i = first; finding != NULL && i < unmapped->end && related < FINDING_RELATED_MAX; i++) {
        if (is_of_kind(unmapped, i, named)) {
            finding_relate(finding, RELATED_ANIMATION_UNMAPPED_CHANNEL__DEFAULT, channels[i].place,
                           ARGUMENTS(the_channel_alone("channel", check, i)));
            related++;
        }
    }
}

static void check_unmapped(struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    struct unmapped unmapped = {.check = check};
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        unmapped.meant[bone] = SCENE_NONE;
    }
    for (size_t node = check->avatar->scene->count; node-- > 0;) {
        size_t bone = bone_meant(check, node);
        if (bone != BONE_COUNT) {
            unmapped.meant[bone] = node;
        }
    }
    for (size_t end = 0; end < animations->count;) {
        size_t animation = animations->channels[end].animation;
        unmapped.begin = end;
        while (end < animations->count && animations->channels[end].animation == animation) {
            end++;
        }
        unmapped.end = end;
        report_unmapped(&unmapped, true);
        report_unmapped(&unmapped, false);
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
    if (hips != SCENE_NONE && !animation_moves_only_face(check) && !has_lost_target(check->avatar->animations) &&
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

/*
 * Targets of channels that are all off by one, while bones, expressions and the gaze have the right nodes: a tool has
 * inserted or deleted a node without updating the animations.
 *
 * Each node of a VRM animation may be moved only in certain ways. The targets are shifted if several channels move a
 * node in a way that apps don't play, and apps would play each of them if all targets were raised, or lowered, by 1.
 * At least one of them must be a translation, because rotations fit nearly every node.
 */

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

#define INDEX_DIGITS 15 /* significant digits of an invalid index */

/* ---- animations and scenes ---- */

static void check_no_animation(struct check *check)
{
    struct document *document = check->avatar->document;
    const struct vrma *vrma = check->avatar->vrma;
    const struct tree *list = document_tree(document, "/animations");
    bool is_pose = tree_get(tree_get(vrma->json, "extras"), "UNIVRM_pose") != NULL;
    bool has_expressions = vrma->expressions_json != NULL;
    if (tree_count(list) > 0 || (list != NULL && !tree_is_array(list)) || (is_pose && !has_expressions)) {
        return;
    }
    struct finding *finding =
        report(check->findings,
               has_expressions ? MESSAGE_ANIMATION_NO_ANIMATION__EXPRESSIONS : MESSAGE_ANIMATION_NO_ANIMATION__DEFAULT,
               list == NULL ? place_file() : place_at("/animations"), NO_ARGUMENTS);
    if (has_expressions) {
        finding_severity(finding, VRMLINT_ERROR);
    }
}

/* Returns the first animation that moves a bone, an expression or the gaze, or animation_count. */
static size_t first_that_plays(const struct avatar *avatar)
{
    for (size_t i = 0; i < avatar->animations->count; i++) {
        const struct channel *channel = &avatar->animations->channels[i];
        enum vrma_role role = vrma_role(avatar->vrma, channel->node);
        if (role == VRMA_ROLE_BONE || role == VRMA_ROLE_EXPRESSION || role == VRMA_ROLE_LOOK_AT) {
            return channel->animation;
        }
    }
    return avatar->animations->animation_count;
}

/* The parts (translation, rotation and so on) of nodes with a role that the animations move. */
struct moved_parts {
    size_t all;
    size_t lost;   /* not moved by the first animation */
    size_t shared; /* moved by the first animation and by a later one */
};

static struct moved_parts count_moved(const struct check *check)
{
    const struct avatar *avatar = check->avatar;
    struct moved_parts parts = {0};
    unsigned *first = arena_array(check->arena, avatar->scene->count, sizeof *first); /* by node, one bit per path */
    unsigned *later = arena_array(check->arena, avatar->scene->count, sizeof *later);
    for (size_t i = 0; i < avatar->animations->count; i++) {
        const struct channel *channel = &avatar->animations->channels[i];
        enum vrma_role role = vrma_role(avatar->vrma, channel->node);
        if (role == VRMA_ROLE_BONE || role == VRMA_ROLE_EXPRESSION || role == VRMA_ROLE_LOOK_AT) {
            (channel->animation == 0 ? first : later)[channel->node] |= 1U << channel->path;
        }
    }
    for (size_t i = 0; i < avatar->scene->count; i++) {
        for (unsigned path = 0; (first[i] | later[i]) >> path != 0; path++) {
            bool is_first = (first[i] >> path & 1) != 0;
            bool is_later = (later[i] >> path & 1) != 0;
            parts.all += is_first || is_later;
            parts.lost += is_later && !is_first;
            parts.shared += is_later && is_first;
        }
    }
    arena_discard(check->arena, later);
    arena_discard(check->arena, first);
    return parts;
}

/* Reports animations that move different parts: one animation in pieces. Returns whether it did. */
static bool check_parts(struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    struct moved_parts parts = count_moved(check);
    if (animations->animation_count < 2 || parts.lost == 0 || parts.shared > 0) {
        return false;
    }
    struct finding *finding =
        report(check->findings, MESSAGE_ANIMATION_MULTIPLE_ANIMATIONS__PARTS, place_at("/animations"),
               ARGUMENTS(COUNT("count", animations->animation_count), the_animation("first", check->avatar, 0),
                         COUNT("lost", parts.lost), COUNT("all", parts.all)));
    finding_severity(finding, VRMLINT_WARNING);
    finding_measure(finding, "animations", (double)animations->animation_count);
    return true;
}

static void check_animation_count(struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    size_t later = first_that_plays(check->avatar);
    if (later > 0 && later < animations->animation_count) {
        struct finding *finding =
            report(check->findings, MESSAGE_ANIMATION_MULTIPLE_ANIMATIONS__FIRST_STILL, place_at("/animations"),
                   ARGUMENTS(the_animation("first", check->avatar, 0), the_animation("later", check->avatar, later)));
        finding_severity(finding, VRMLINT_WARNING);
        finding_measure(finding, "animations", (double)animations->animation_count);
    } else if (animations->animation_count > 1 && !check_parts(check)) {
        struct argument count = COUNT("count", animations->animation_count);
        const char *first = animations->names[0];
        struct place place = place_at("/animations");
        struct finding *finding = report_taking(check->findings,
                                                first == NULL ? MESSAGE_ANIMATION_MULTIPLE_ANIMATIONS__UNNAMED
                                                              : MESSAGE_ANIMATION_MULTIPLE_ANIMATIONS__DEFAULT,
                                                place, ARGUMENTS(count, TEXT("first", first)));
        finding_measure(finding, "animations", (double)animations->animation_count);
    }
}

static void check_scene_count(struct check *check)
{
    size_t scenes = tree_count(document_tree(check->avatar->document, "/scenes"));
    if (scenes > 1) {
        struct finding *finding = report(check->findings, MESSAGE_ANIMATION_MULTIPLE_SCENES__DEFAULT,
                                         place_at("/scenes"), ARGUMENTS(COUNT("count", scenes)));
        finding_measure(finding, "scenes", (double)scenes);
    }
}

static void check_empty(struct check *check, size_t animation)
{
    const struct tree *json = tree_at(document_tree(check->avatar->document, "/animations"), animation);
    const struct tree *channels = tree_get(json, "channels");
    if (!tree_is_object(json) || tree_count(channels) > 0 || (channels != NULL && !tree_is_array(channels))) {
        return;
    }
    report(check->findings, MESSAGE_ANIMATION_EMPTY_ANIMATION__DEFAULT,
           place_of(PLACE_ANIMATION, animation, 0, channels == NULL ? NULL : "channels"),
           ARGUMENTS(the_animation("animation", check->avatar, animation)));
}

/* ---- references ---- */

static struct place channel_place(const struct channel *channel, const char *member)
{
    return place_of(PLACE_CHANNEL, channel->animation, channel->index, member);
}

static void check_target(struct check *check, size_t index)
{
    const struct channel *channel = &check->avatar->animations->channels[index];
    const struct tree *target = tree_get(channel->json, "target");
    const struct tree *node = tree_get(target, "node");
    const struct scene *scene = check->avatar->scene;
    double number;
    if (!tree_is_object(channel->json) || (target != NULL && !tree_is_object(target)) ||
        tree_extension(target, "KHR_animation_pointer") != NULL) {
        return;
    }
    if (node == NULL) {
        struct finding *finding = report(check->findings,
                                         target == NULL ? MESSAGE_ANIMATION_CHANNEL_TARGET_MISSING__NO_TARGET
                                                        : MESSAGE_ANIMATION_CHANNEL_TARGET_MISSING__DEFAULT,
                                         channel_place(channel, target == NULL ? NULL : "target"),
                                         ARGUMENTS(the_channel("channel", check->avatar, index)));
        absent_note_lack(check, finding, target == NULL ? "target" : "node");
        keep_only_channel(check, finding);
    } else if (tree_leads_nowhere(node, scene->bound, &number)) {
        struct finding *finding = report(check->findings, MESSAGE_ANIMATION_CHANNEL_TARGET_OUT_OF_RANGE__DEFAULT,
                                         channel_place(channel, "target/node"),
                                         ARGUMENTS(the_channel("channel", check->avatar, index),
                                                   NUMBER("node", number, INDEX_DIGITS), COUNT("count", scene->count)));
        absent_lead(check, finding, "/nodes", number, scene->count);
    }
}

static void check_channel_sampler(struct check *check, size_t index)
{
    const struct channel *channel = &check->avatar->animations->channels[index];
    size_t count = check->avatar->animations->parts[channel->animation].sampler_count;
    const struct tree *sampler = tree_get(channel->json, "sampler");
    double number;
    const struct tree *list =
        tree_get(tree_at(document_tree(check->avatar->document, "/animations"), channel->animation), "samplers");
    if (!tree_is_object(channel->json) || (list != NULL && !tree_is_array(list))) {
        return;
    }
    if (sampler == NULL) {
        struct finding *finding =
            report(check->findings, MESSAGE_ANIMATION_CHANNEL_SAMPLER_OUT_OF_RANGE__NO_SAMPLER,
                   channel_place(channel, NULL), ARGUMENTS(the_channel("channel", check->avatar, index)));
        absent_note_lack(check, finding, "sampler");
    } else if (tree_leads_nowhere(sampler, count, &number)) {
        struct finding *finding = report(check->findings, MESSAGE_ANIMATION_CHANNEL_SAMPLER_OUT_OF_RANGE__SAMPLER,
                                         channel_place(channel, "sampler"),
                                         ARGUMENTS(the_channel("channel", check->avatar, index),
                                                   NUMBER("sampler", number, INDEX_DIGITS), COUNT("count", count)));
        absent_lead(check, finding, arena_printf(check->arena, "/animations/%zu/samplers", channel->animation), number,
                    count);
    }
}

struct sampler_end {
    const char *key;
    enum message missing;
    enum message nowhere;
};

static void check_accessor(struct check *check, const struct sampler *sampler, const struct sampler_end *end)
{
    const struct tree *value = tree_get(sampler->json, end->key);
    size_t count = expect_list(check->avatar->document, "accessors");
    struct argument name = the_sampler("sampler", check->avatar, sampler->animation, sampler->index);
    double number;
    if (value == NULL) {
        struct finding *finding =
            report(check->findings, end->missing, place_of(PLACE_SAMPLER, sampler->animation, sampler->index, NULL),
                   ARGUMENTS(name));
        absent_note_lack(check, finding, end->key);
    } else if (tree_leads_nowhere(value, count, &number)) {
        struct finding *finding =
            report(check->findings, end->nowhere, place_of(PLACE_SAMPLER, sampler->animation, sampler->index, end->key),
                   ARGUMENTS(name, NUMBER("accessor", number, INDEX_DIGITS), COUNT("count", count)));
        absent_lead(check, finding, "/accessors", number, count);
    }
}

static void check_sampler(struct check *check, const struct sampler *sampler)
{
    static const struct sampler_end ends[] = {{"input", MESSAGE_ANIMATION_CHANNEL_SAMPLER_OUT_OF_RANGE__NO_INPUT,
                                               MESSAGE_ANIMATION_CHANNEL_SAMPLER_OUT_OF_RANGE__INPUT},
                                              {"output", MESSAGE_ANIMATION_CHANNEL_SAMPLER_OUT_OF_RANGE__NO_OUTPUT,
                                               MESSAGE_ANIMATION_CHANNEL_SAMPLER_OUT_OF_RANGE__OUTPUT}};
    for (size_t i = 0; tree_is_object(sampler->json) && i < sizeof ends / sizeof *ends; i++) {
        check_accessor(check, sampler, &ends[i]);
    }
}

/* ---- channels that move the same thing ---- */

static void check_duplicates(struct check *check, size_t node)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct channel *channels = check->avatar->animations->channels;
    const struct channel *first[PATH_WEIGHTS + 1] = {NULL};
    struct arena *words = document_words(check->avatar->document);
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
        struct arena_mark mark = arena_mark(words);
        struct finding *finding = report(
            check->findings, MESSAGE_ANIMATION_CHANNEL_DUPLICATE_TARGET__DEFAULT, channel->place,
            ARGUMENTS(the_channel("channel", check->avatar, vrma->channels[i]), COUNT("earlier", (*earlier)->index)));
        finding_relate(finding, RELATED_ANIMATION_CHANNEL_DUPLICATE_TARGET__DEFAULT, (*earlier)->place,
                       ARGUMENTS(the_channel("channel", check->avatar, (size_t)(*earlier - channels))));
        arena_release(words, mark);
    }
}

void check_animation_channels(struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    check_no_animation(check);
    check_animation_count(check);
    check_scene_count(check);
    for (size_t i = 0; i < animations->animation_count; i++) {
        check_empty(check, i);
    }
    for (size_t i = 0; i < animations->count; i++) {
        check_target(check, i);
        check_channel_sampler(check, i);
    }
    for (size_t i = 0; i < animations->sampler_count; i++) {
        check_sampler(check, &animations->samplers[i]);
    }
    for (size_t i = 0; i < check->avatar->vrma->node_count; i++) {
        check_duplicates(check, i);
    }
}
