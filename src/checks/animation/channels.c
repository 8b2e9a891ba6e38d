/* Checks which parts of a VRM animation are played at all: animations, scenes, and channels with a valid target and
 * sampler. Other files check what a channel may do to a bone, an expression or the gaze. */
#include "checks/absent.h"
#include "checks/checks.h"
#include "ids/messages_animation.h"

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
