/*
 * Channels to which three-vrm gives the movements of others. three.js makes tracks from channels: none if the target
 * has no node, one per primitive with morph targets if weights move, and one otherwise. For each channel, three-vrm
 * takes the track of the same number (GLTFLoader.loadAnimation, VRMAnimationLoaderPlugin._parseAnimation). So after a
 * channel with no or several tracks, all channels get wrong tracks, and the file is refused when the tracks run out.
 */
#include <string.h>

#include "checks/animation/names.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_words.h"

/* Checks the order of the nodes of expressions: UniVRM removes them from the list of nodes before it imports the
 * others, so all later indices shift. */

/* Whether UniVRM removes a node: it drives only an expression, and the first animation moves it. */
static bool is_taken_out(const struct check *check, size_t node)
{
    const struct vrma *vrma = check->avatar->vrma;
    return node != SCENE_NONE && vrma_role(vrma, node) == VRMA_ROLE_EXPRESSION && !vrma->roles[node].reused &&
           animation_moves(check, node);
}

/* Returns the last node, by index, that is a bone or above one; VRMA_NONE without bones. */
static size_t last_of_skeleton(const struct vrma *vrma)
{
    for (size_t node = vrma->node_count; node-- > 0;) {
        if (vrma->roles[node].bone != BONE_COUNT || vrma->roles[node].above_bone) {
            return node;
        }
    }
    return VRMA_NONE;
}

static void check_before_bones(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t last = last_of_skeleton(vrma);
    for (size_t i = 0; last != VRMA_NONE && i < vrma->expression_count; i++) {
        size_t node = vrma->expressions[i].node;
        if (!is_taken_out(check, node) || node >= last) {
            continue;
        }
        struct finding *finding =
            report(check->findings, MESSAGE_ANIMATION_EXPRESSION_NODE_ORDER__NODES,
                   animated_expression_place(check, i, "node"),
                   ARGUMENTS(the_animated_expression("expression", check, i), the_node("last", check->avatar, last)));
        finding_relate(finding, RELATED_ANIMATION_EXPRESSION_NODE_ORDER__NODES, place_node(last, NULL), NO_ARGUMENTS);
        return;
    }
}

static void check_channel_order(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct animations *animations = check->avatar->animations;
    size_t previous = SCENE_NONE;
    for (size_t i = 0; i < animations->count && animations->channels[i].animation == 0; i++) {
        size_t node = animations->channels[i].node;
        /* only the first channel of a node counts */
        if (!is_taken_out(check, node) || vrma->channels[vrma->channels_begin[node]] != i) {
            continue;
        }
        if (previous != SCENE_NONE && node < previous) {
            report(
                check->findings, MESSAGE_ANIMATION_EXPRESSION_NODE_ORDER__CHANNELS, animations->channels[i].place,
                ARGUMENTS(the_channel("channel", check->avatar, i), COUNT("node", node), COUNT("previous", previous)));
            return;
        }
        previous = node;
    }
}

/* Reports nodes of expressions that are part of the skeleton or have children. taken_out: how many nodes UniVRM
 * removes; the last index of a child then refers to nothing, also below a group outside the skeleton. */
static void check_hierarchy(const struct check *check, size_t index, size_t taken_out)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct scene *scene = check->avatar->scene;
    size_t node = vrma->expressions[index].node;
    if (!is_taken_out(check, node)) {
        return;
    }
    size_t parent = scene->nodes[node].parent;
    size_t hips = vrma->nodes[bone_by_name("hips")];
    bool inside = parent != SCENE_NONE && (vrma->roles[parent].bone != BONE_COUNT || vrma->roles[parent].above_bone ||
                                           scene_is_above(scene, hips, parent) || node + taken_out >= vrma->node_count);
    size_t children = scene->children_begin[node + 1] - scene->children_begin[node];
    if (!inside && children == 0) {
        return;
    }
    struct argument expression = the_animated_expression("expression", check, index);
    struct place at = animated_expression_place(check, index, "node");
    if (inside) {
        struct finding *finding = report(check->findings, MESSAGE_ANIMATION_EXPRESSION_NODE_IN_HIERARCHY__BELOW, at,
                                         ARGUMENTS(expression, the_node("parent", check->avatar, parent)));
        finding_relate(finding, RELATED_ANIMATION_EXPRESSION_NODE_IN_HIERARCHY__BELOW, place_node(parent, NULL),
                       NO_ARGUMENTS);
        finding_severity(finding, VRMLINT_ERROR);
    } else {
        report(check->findings, MESSAGE_ANIMATION_EXPRESSION_NODE_IN_HIERARCHY__CHILDREN, at,
               ARGUMENTS(expression, COUNT("count", children)));
    }
}

void check_animation_layout(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    check_before_bones(check);
    check_channel_order(check);
    size_t taken_out = 0;
    for (size_t i = 0; i < vrma->expression_count; i++) {
        taken_out += is_taken_out(check, vrma->expressions[i].node);
    }
    for (size_t i = 0; i < vrma->expression_count; i++) {
        check_hierarchy(check, i, taken_out);
    }
}

struct pairing {
    struct check *check;
    const struct animations *animations;
    const struct scene *scene;
    size_t *morphs; /* by position in pre-order, plus one entry: number of primitives with morph targets of the nodes
                       before; NULL if no channel moves weights, or the meshes are unreadable */
};

/* ---- morph targets ---- */

static size_t morphing_primitives(const struct tree *mesh)
{
    const struct tree *primitives = tree_get(mesh, "primitives");
    size_t found = 0;
    for (size_t i = 0; i < tree_count(primitives); i++) {
        found += tree_count(tree_get(tree_at(primitives, i), "targets")) > 0;
    }
    return found;
}

static bool moves_weights(const struct channel *channel)
{
    return channel->node != SCENE_NONE && channel->path == PATH_WEIGHTS;
}

static size_t *count_morphs(struct check *check)
{
    const struct scene *scene = check->avatar->scene;
    const struct animations *animations = check->avatar->animations;
    bool any = false;
    for (size_t i = 0; i < animations->count; i++) {
        any = any || moves_weights(&animations->channels[i]);
    }
    if (!any || scene->looks_lost) {
        return NULL;
    }
    const struct tree *meshes = document_tree(check->avatar->document, "/meshes");
    size_t *per_mesh = arena_array(check->arena, scene->mesh_count, sizeof *per_mesh);
    for (size_t i = 0; i < scene->mesh_count; i++) {
        per_mesh[i] = morphing_primitives(tree_at(meshes, i));
    }
    size_t count;
    const size_t *order = scene_order(check->arena, scene, &count);
    size_t *before = arena_array(check->arena, scene->count + 1, sizeof *before);
    for (size_t i = 0; i < count; i++) {
        const struct scene_node *node = &scene->nodes[order[i]];
        before[node->enter + 1] = node->mesh == SCENE_NONE ? 0 : per_mesh[node->mesh];
    }
    for (size_t i = 0; i < scene->count; i++) {
        before[i + 1] += before[i];
    }
    return before;
}

/* Returns the number of primitives with morph targets of a node and its descendants. */
static size_t morphs_below(const struct pairing *pairing, size_t node)
{
    const struct scene_node *at = &pairing->scene->nodes[node];
    return pairing->morphs[at->leave] - pairing->morphs[at->enter];
}

static bool has_morphs(const struct pairing *pairing, size_t node)
{
    const struct scene_node *at = &pairing->scene->nodes[node];
    return pairing->morphs[at->enter + 1] > pairing->morphs[at->enter];
}

static bool pair_is_played(const struct pairing *pairing, size_t node)
{
    enum vrma_role role = vrma_role(pairing->check->avatar->vrma, node);
    return role == VRMA_ROLE_BONE || role == VRMA_ROLE_EXPRESSION || role == VRMA_ROLE_LOOK_AT ||
           role == VRMA_ROLE_EYE || role == VRMA_ROLE_UNKNOWN_BONE;
}

static void check_weights(const struct pairing *pairing, size_t index)
{
    const struct channel *channel = &pairing->animations->channels[index];
    /* weights of a bone, an expression or the gaze are reported elsewhere */
    if (pairing->morphs == NULL || !moves_weights(channel) || has_morphs(pairing, channel->node) ||
        pair_is_played(pairing, channel->node)) {
        return;
    }
    const struct avatar *avatar = pairing->check->avatar;
    bool has_mesh = tree_get(pairing->scene->nodes[channel->node].json, "mesh") != NULL;
    struct finding *finding =
        report(pairing->check->findings,
               !avatar->vrma->present ? MESSAGE_ANIMATION_WEIGHTS_WITHOUT_TARGETS__DEFAULT
               : has_mesh             ? MESSAGE_ANIMATION_WEIGHTS_WITHOUT_TARGETS__PAIRED
                                      : MESSAGE_ANIMATION_WEIGHTS_WITHOUT_TARGETS__PAIRED_WITHOUT_MESH,
               place_of(PLACE_CHANNEL, channel->animation, channel->index, "target/node"),
               ARGUMENTS(the_channel("channel", avatar, index), the_node("node", avatar, channel->node)));
    size_t sampler;
    if (tree_index(tree_get(channel->json, "sampler"), SIZE_MAX, &sampler)) {
        struct place place = place_of(PLACE_SAMPLER, channel->animation, sampler, NULL);
        finding_relate(finding, WORDS_ALONE, place, ARGUMENTS(the_place("thing", avatar, &place, false)));
    }
}

/* ---- pairs ---- */

static bool has_node(const struct channel *channel)
{
    return tree_get(tree_get(channel->json, "target"), "node") != NULL;
}

static bool is_pointer(const struct channel *channel)
{
    return tree_extension(tree_get(channel->json, "target"), "KHR_animation_pointer") != NULL;
}

/* Whether three-vrm looks up the track of a channel. */
static bool is_paired(const struct pairing *pairing, const struct channel *channel)
{
    return has_node(channel) && channel->node != SCENE_NONE && pair_is_played(pairing, channel->node);
}

/* Reports a channel from which three.js makes no or several tracks. later: the next channel that three-vrm pairs. */
static void report_shift(const struct pairing *pairing, size_t index, size_t later)
{
    const struct channel *channel = &pairing->animations->channels[index];
    const struct avatar *avatar = pairing->check->avatar;
    struct findings *findings = pairing->check->findings;
    struct argument names[] = {the_channel("channel", avatar, index), the_channel("later", avatar, later)};
    struct place place = place_of(PLACE_CHANNEL, channel->animation, channel->index, NULL);
    struct finding *finding = NULL;
    if (is_pointer(channel) && !has_node(channel)) {
        finding =
            report(findings, MESSAGE_ANIMATION_CHANNEL_SHIFTS_TRACKS__POINTER, place, ARGUMENTS(names[0], names[1]));
    } else if (pairing->morphs != NULL && moves_weights(channel) && has_morphs(pairing, channel->node) &&
               morphs_below(pairing, channel->node) > 1) {
        size_t count = morphs_below(pairing, channel->node);
        finding = report(findings, MESSAGE_ANIMATION_CHANNEL_SHIFTS_TRACKS__MORPHS, place,
                         ARGUMENTS(names[0], names[1], COUNT("count", count)));
        finding_measure(finding, "tracks", (double)count);
    }
    finding_relate(finding, RELATED_ANIMATION_CHANNEL_SHIFTS_TRACKS__DEFAULT,
                   place_of(PLACE_CHANNEL, channel->animation, pairing->animations->channels[later].index, NULL),
                   NO_ARGUMENTS);
}

static void check_pairs(const struct pairing *pairing, const struct animation_part *part)
{
    size_t later = VRMA_NONE;
    for (size_t i = part->channel_count; i-- > 0;) {
        const struct channel *channel = &pairing->animations->channels[part->channels + i];
        if (later != VRMA_NONE) {
            report_shift(pairing, part->channels + i, later);
        }
        later = is_paired(pairing, channel) ? part->channels + i : later;
    }
}

/* ---- targets by pointer ---- */

static void check_pointer(const struct pairing *pairing, size_t index)
{
    const struct channel *channel = &pairing->animations->channels[index];
    const struct avatar *avatar = pairing->check->avatar;
    if (!is_pointer(channel)) {
        return;
    }
    struct place place =
        place_of(PLACE_CHANNEL, channel->animation, channel->index, "target/extensions/KHR_animation_pointer");
    const char *path = tree_text(tree_get(tree_get(channel->json, "target"), "path"), NULL);
    bool has_other_path = path != NULL && strcmp(path, "pointer") != 0;
    if (has_node(channel)) {
        report(pairing->check->findings,
               has_other_path ? MESSAGE_ANIMATION_POINTER_TARGET__WHOLE : MESSAGE_ANIMATION_POINTER_TARGET__DEFAULT,
               place,
               ARGUMENTS(the_channel("channel", avatar, index), has_other_path ? TEXT("path", path) : argument_end()));
    } else if (has_other_path) {
        report(pairing->check->findings, MESSAGE_ANIMATION_POINTER_TARGET__PATH, place,
               ARGUMENTS(the_channel("channel", avatar, index), TEXT("path", path)));
    }
}

void check_animation_pairing(struct check *check)
{
    struct pairing pairing = {
        .check = check,
        .animations = check->avatar->animations,
        .scene = check->avatar->scene,
        .morphs = count_morphs(check),
    };
    for (size_t i = 0; i < pairing.animations->count; i++) {
        check_weights(&pairing, i);
        check_pointer(&pairing, i);
    }
    for (size_t i = 0; check->avatar->vrma->present && i < pairing.animations->animation_count; i++) {
        check_pairs(&pairing, &pairing.animations->parts[i]);
    }
}
