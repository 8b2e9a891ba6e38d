/* Checks the order of the nodes of expressions: UniVRM removes them from the list of nodes before it imports the
 * others, so all later indices shift. */
#include "checks/animation/names.h"
#include "ids/messages_animation_tracks.h"

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

/* Reports nodes of expressions that are part of the skeleton or have children. */
static void check_hierarchy(const struct check *check, size_t index)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct scene *scene = check->avatar->scene;
    size_t node = vrma->expressions[index].node;
    if (node == SCENE_NONE || vrma->roles[node].reused) {
        return;
    }
    size_t parent = scene->nodes[node].parent;
    size_t hips = vrma->nodes[bone_by_name("hips")];
    bool inside = parent != SCENE_NONE && (vrma->roles[parent].bone != BONE_COUNT || vrma->roles[parent].above_bone ||
                                           scene_is_above(scene, hips, parent));
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
    for (size_t i = 0; i < vrma->expression_count; i++) {
        check_hierarchy(check, i);
    }
}
