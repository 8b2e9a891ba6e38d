/* The nodes of bones, expressions and gaze: their names, and their position in the scene. */
#include "checks/animation/names.h"
#include "checks/fixes.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/rules.h"

/* ---- names ---- */

/* Collects the named nodes that are bones, or above or below a bone; returns their number. */
static size_t collect_skeleton(const struct check *check, struct named *named)
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
            named[found++] = (struct named){scene->nodes[node].name, node};
        }
    }
    return found;
}

/* All named nodes, sorted. They are collected when the first finding wants edits. */
struct all_names {
    struct named *list;
    size_t count;
};

static void collect_all(const struct check *check, struct all_names *all)
{
    const struct scene *scene = check->avatar->scene;
    if (all->list != NULL) {
        return;
    }
    all->list = arena_array(check->arena, scene->count, sizeof *all->list);
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[i].name != NULL) {
            all->list[all->count++] = (struct named){scene->nodes[i].name, i};
        }
    }
    named_sort(check->arena, all->list, all->count);
}

/* Reports count nodes of one name, in the order of the file, at the one at index, which keeps its name. */
static void report_namesakes(const struct check *check, struct all_names *all, const struct named *named, size_t count,
                             size_t index)
{
    size_t node = named[index].index;
    size_t bone = check->avatar->vrma->roles[node].bone;
    struct argument others[FINDING_LIST_MAX];
    size_t shown = 0;
    for (size_t i = 0; i < count && shown < FINDING_LIST_MAX; i++) {
        if (i != index) {
            others[shown++] = COUNT("", named[i].index);
        }
    }
    struct finding *finding = report(
        check->findings, MESSAGE_ANIMATION_DUPLICATE_NODE_NAME__DEFAULT, place_node(node, "name"),
        ARGUMENTS(bone != BONE_COUNT ? the_animated_bone("node", check, bone) : the_node("node", check->avatar, node),
                  COUNT("others", count - 1), argument_list("list", others, shown, count - 1, JOIN_COMMA)));
    finding_measure(finding, "nodes", (double)count);
    if (finding_wants_edits(finding)) {
        collect_all(check, all);
        fix_node_names(finding, all->list, all->count, named, count, index);
    }
    for (size_t i = 0; finding != NULL && i < count && i <= FINDING_RELATED_MAX; i++) {
        if (i != index) {
            finding_relate(finding, RELATED_ANIMATION_DUPLICATE_NODE_NAME__DEFAULT, place_node(named[i].index, "name"),
                           NO_ARGUMENTS);
        }
    }
}

/* Reports several nodes of one name at the bone, because apps search bones by name; at the second node if none is a
 * bone. */
static void check_namesakes(const struct check *check, struct all_names *all, const struct named *named, size_t count)
{
    size_t index = 0;
    while (index < count && check->avatar->vrma->roles[named[index].index].bone == BONE_COUNT) {
        index++;
    }
    if (count > 1) {
        report_namesakes(check, all, named, count, index < count ? index : 1);
    }
}

static void check_names(const struct check *check)
{
    if (!findings_want(check->findings, RULE_ANIMATION_DUPLICATE_NODE_NAME)) {
        return;
    }
    struct named *named = arena_array(check->arena, check->avatar->scene->count, sizeof *named);
    struct all_names all = {NULL, 0};
    size_t count = collect_skeleton(check, named);
    named_sort(check->arena, named, count);
    size_t end;
    for (size_t first = 0; first < count; first = end) {
        end = named_end(named, count, first);
        check_namesakes(check, &all, named + first, end - first);
    }
}

/* ---- scene ---- */

static void report_out(const struct check *check, size_t node, struct argument role, struct place place)
{
    struct finding *finding = report(check->findings, MESSAGE_ANIMATION_ROLE_NODE_NOT_IN_SCENE__DEFAULT, place,
                                     ARGUMENTS(role, COUNT("node", node)));
    struct document *document = check->avatar->document;
    const struct tree *scenes = document_tree(document, "/scenes");
    size_t scene = 0;
    tree_index(document_tree(document, "/scene"), tree_count(scenes), &scene);
    bool is_root = check->avatar->scene->nodes[node].parent == SCENE_NONE;
    if (!is_root || !tree_is_array(tree_get(tree_at(scenes, scene), "nodes"))) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    finding_edit(finding, VRMLINT_EDIT_INSERT, place_at(arena_printf(check->arena, "/scenes/%zu/nodes/-", scene)),
                 arena_printf(check->arena, "%zu", node));
}

/* Whether a node is outside the scene. A node that is a bone too is reported as a bone. */
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
            report_out(check, node, the_animated_expression("role", check, i),
                       animated_expression_place(check, i, "node"));
        }
    }
    if (is_out(check, vrma->look_at.node)) {
        report_out(check, vrma->look_at.node, the_animated_gaze("role", check),
                   place_of(PLACE_ANIMATED_LOOK_AT, 0, 0, "node"));
    }
}

/* Moves a root to the front: it and the roots before it are rewritten. */
static void move_first(const struct check *check, struct finding *finding, const struct tree *roots, size_t index)
{
    for (size_t i = 0; finding != NULL && i <= index; i++) {
        size_t node;
        if (!tree_index(tree_at(roots, i == 0 ? index : i - 1), check->avatar->scene->bound, &node)) {
            finding_fix(finding, VRMLINT_FIX_NONE);
            return;
        }
        finding_edit_at(finding, VRMLINT_EDIT_SET, arena_printf(check->arena, "1/%zu", i),
                        arena_printf(check->arena, "%zu", node));
    }
}

/* Reports a humanoid root that isn't the first root of the first scene. UniVRM keeps only that one. */
static void check_root(const struct check *check)
{
    const struct scene *scene = check->avatar->scene;
    size_t hips = check->avatar->vrma->nodes[bone_by_name("hips")];
    if (hips == SCENE_NONE) {
        return;
    }
    size_t root = scene_topmost(scene, hips);
    const struct tree *roots = tree_get(tree_at(document_tree(check->avatar->document, "/scenes"), 0), "nodes");
    size_t count = tree_length(roots);
    for (size_t i = 0; i < count; i++) {
        if (scene_resolve(scene, tree_at(roots, i)) != root) {
            continue;
        }
        if (i > 0) {
            struct finding *finding =
                report(check->findings, MESSAGE_ANIMATION_HUMANOID_ROOT_NOT_FIRST__DEFAULT,
                       place_of(PLACE_SCENE_NODE, 0, i, NULL),
                       ARGUMENTS(the_node("node", check->avatar, root), COUNT("number", i + 1), COUNT("count", count)));
            finding_measure(finding, "place", (double)i);
            move_first(check, finding, roots, i);
        }
        return;
    }
}

void check_animation_nodes(struct check *check)
{
    check_names(check);
    check_roles_in_scene(check);
    check_root(check);
}
