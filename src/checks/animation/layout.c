/*
 * How UniVRM needs the nodes of expressions laid out: it takes them out of the list of nodes before it imports the
 * rest, so that all later indices shift. Catalogue: constraint-animation.md section 2.5, expressions.
 */
#include "checks/animation/names.h"

/* Whether a node drives an expression and nothing else, and the first animation moves it. */
static bool is_taken_out(const struct check *check, size_t node)
{
    const struct vrma *vrma = check->avatar->vrma;
    return node != SCENE_NONE && vrma_role(vrma, node) == VRMA_ROLE_EXPRESSION && !vrma->roles[node].reused &&
           animation_moves(check, node);
}

/* The last node, by index, that is or carries a bone; VRMA_NONE without bones. */
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
        struct finding *finding = report_english(
            check->findings, RULE_ANIMATION_EXPRESSION_NODE_ORDER,
            vrma_expression_pointer(vrma, check->arena, i, "node"),
            "%s: its node stands before %s of the skeleton in the list of nodes; UniVRM takes nodes of "
            "expressions out of it, and builds a wrong skeleton from what moves up: put them behind all others",
            animation_capital(check, animation_expression(check, i)), name_node(check->avatar, last));
        finding_relate_english(finding, animation_node_pointer(check, last), "the last node of the skeleton");
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
        /* of several channels of a node the first counts */
        if (!is_taken_out(check, node) || vrma->channels[vrma->channels_begin[node]] != i) {
            continue;
        }
        if (previous != SCENE_NONE && node < previous) {
            report_english(
                check->findings, RULE_ANIMATION_EXPRESSION_NODE_ORDER, animations->channels[i].pointer,
                "%s drives node %zu after one that drives node %zu; UniVRM takes nodes of expressions out of the "
                "list in this order, and by then the index stands for another: sort these channels by their nodes",
                animation_capital(check, animation_channel(check, i)), node, previous);
            return;
        }
        previous = node;
    }
}

/* Nodes of expressions that others depend on. */
static void check_hierarchy(const struct check *check, size_t place)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct scene *scene = check->avatar->scene;
    size_t node = vrma->expressions[place].node;
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
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_EXPRESSION_NODE_IN_HIERARCHY,
        vrma_expression_pointer(vrma, check->arena, place, "node"),
        "%s: its node %s, but UniVRM takes it out of the file, which leaves a gap there: make it a root of the "
        "scene without children",
        animation_capital(check, animation_expression(check, place)),
        inside ? arena_printf(check->arena, "hangs in the skeleton, below %s", name_node(check->avatar, parent))
               : arena_printf(check->arena, "has %zu %s", children, children == 1 ? "child" : "children"));
    if (inside) {
        finding_relate_english(finding, animation_node_pointer(check, parent), "its parent");
    }
}

void check_animation_layout(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (!vrma->present) {
        return;
    }
    check_before_bones(check);
    check_channel_order(check);
    for (size_t i = 0; i < vrma->expression_count; i++) {
        check_hierarchy(check, i);
    }
}
