/*
 * The nodes behind bones, expressions and gaze: their names, and their places in the scene. Catalogue:
 * constraint-animation.md section 2.5, bones and expressions.
 */
#include "checks/animation/names.h"
#include "checks/namesakes.h"
#include "checks/spring/places.h"

/* ---- names ---- */

/* The named nodes that are bones, or above or below one; returns how many. */
static size_t collect_skeleton(const struct check *check, struct named_node *named)
{
    const struct scene *scene = check->avatar->scene;
    const struct vrma_node *roles = check->avatar->vrma->roles;
    bool *below = arena_array(check->arena, scene->count, sizeof *below);
    size_t count;
    const size_t *order = scene_order(check->arena, scene, &count);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        size_t node = order[i];
        size_t parent = scene->nodes[node].parent;
        below[node] = parent != SCENE_NONE && (below[parent] || roles[parent].bone != BONE_COUNT);
        bool counts = below[node] || roles[node].above_bone || roles[node].bone != BONE_COUNT;
        if (counts && scene->nodes[node].name != NULL) {
            named[found++] = (struct named_node){scene->nodes[node].name, node};
        }
    }
    return found;
}

/* "bone 'head' on 'Head' (node 3)", or the node alone. */
static const char *who(const struct check *check, size_t node)
{
    size_t bone = check->avatar->vrma->roles[node].bone;
    return bone != BONE_COUNT ? animation_bone(check, bone) : name_node(check->avatar, node);
}

/* count nodes of one name, in the order of the file, of which the one at place is the one to rename. */
static void report_namesakes(const struct check *check, const struct named_node *named, size_t count, size_t place)
{
    struct arena *arena = check->arena;
    struct place_list list = PLACE_LIST_INIT(arena, FINDING_LIST_MAX);
    for (size_t i = 0; i < count; i++) {
        if (i != place) {
            place_list_add(&list, place_list_open(&list) ? arena_printf(arena, "%zu", named[i].node) : NULL);
        }
    }
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_DUPLICATE_NODE_NAME, arena_printf(arena, "/nodes/%zu/name", named[place].node),
        "%s has the same name as %zu other %s of the skeleton (%s %s); UniVRM up to 0.128 finds bones by name and "
        "doesn't load the animation: give it a name of its own",
        animation_capital(check, who(check, named[place].node)), count - 1, count == 2 ? "node" : "nodes",
        count == 2 ? "node" : "nodes", place_list_text(&list));
    finding_measure(finding, "nodes", (double)count);
    for (size_t i = 0; finding != NULL && i < count && i <= PLACES_RELATED_MAX; i++) {
        if (i != place) {
            finding_relate_english(finding, arena_printf(arena, "/nodes/%zu/name", named[i].node), "the same name");
        }
    }
}

/* Of several the bone is named, which apps look for by its name; else the second. */
static void check_namesakes(const struct check *check, const struct named_node *named, size_t count)
{
    size_t place = 0;
    while (place < count && check->avatar->vrma->roles[named[place].node].bone == BONE_COUNT) {
        place++;
    }
    if (count > 1) {
        report_namesakes(check, named, count, place < count ? place : 1);
    }
}

static void check_names(const struct check *check)
{
    if (!findings_want(check->findings, RULE_ANIMATION_DUPLICATE_NODE_NAME)) {
        return;
    }
    struct named_node *named = arena_array(check->arena, check->avatar->scene->count, sizeof *named);
    size_t count = collect_skeleton(check, named);
    namesakes_sort(named, count);
    size_t end;
    for (size_t first = 0; first < count; first = end) {
        end = namesakes_end(named, count, first);
        check_namesakes(check, named + first, end - first);
    }
}

/* ---- places ---- */

static void check_role_in_scene(const struct check *check, size_t node, const char *who, const char *pointer)
{
    report_english(
        check->findings, RULE_ANIMATION_ROLE_NODE_NOT_IN_SCENE, pointer,
        "%s lies outside the scene, where viewers don't show it and some tools drop it: add node %zu to the nodes of "
        "the scene",
        animation_capital(check, who), node);
}

/* A node that is a bone besides is reported as a bone. */
static bool is_out(const struct check *check, size_t node)
{
    return node != SCENE_NONE && !check->avatar->scene->nodes[node].in_default &&
           !check->avatar->vrma->roles[node].reused;
}

static void check_roles_in_scene(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (!findings_want(check->findings, RULE_ANIMATION_ROLE_NODE_NOT_IN_SCENE)) {
        return;
    }
    for (size_t i = 0; i < vrma->expression_count; i++) {
        size_t node = vrma->expressions[i].node;
        if (is_out(check, node)) {
            check_role_in_scene(check, node, animation_expression(check, i),
                                vrma_expression_pointer(vrma, check->arena, i, "node"));
        }
    }
    if (is_out(check, vrma->look_at.node)) {
        check_role_in_scene(check, vrma->look_at.node, animation_gaze(check), VRMA_POINTER "/lookAt/node");
    }
}

/* UniVRM keeps the first root of the first scene, and drops the others. */
static void check_root(const struct check *check)
{
    const struct scene *scene = check->avatar->scene;
    size_t root = check->avatar->vrma->nodes[bone_by_name("hips")];
    if (root == SCENE_NONE) {
        return;
    }
    while (scene->nodes[root].parent != SCENE_NONE) {
        root = scene->nodes[root].parent;
    }
    const json_t *roots = tree_get(tree_at(document_tree(check->avatar->document, "/scenes"), 0), "nodes");
    size_t count = tree_is_array(roots) ? tree_count(roots) : 0;
    for (size_t i = 0; i < count; i++) {
        if (scene_resolve(scene, tree_at(roots, i)) != root) {
            continue;
        }
        if (i > 0) {
            struct finding *finding = report_english(
                check->findings, RULE_ANIMATION_HUMANOID_ROOT_NOT_FIRST,
                arena_printf(check->arena, "/scenes/0/nodes/%zu", i),
                "%s, the root of the humanoid, is number %zu of the %zu roots of scene 0, and UniVRM keeps only "
                "the first: put it first",
                name_node(check->avatar, root), i + 1, count);
            finding_measure(finding, "place", (double)i);
        }
        return;
    }
}

void check_animation_nodes(struct check *check)
{
    if (!check->avatar->vrma->present) {
        return;
    }
    check_names(check);
    check_roles_in_scene(check);
    check_root(check);
}
