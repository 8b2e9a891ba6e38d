/* The node hierarchy: cuts loops, gives each child one parent, and computes matrices from the roots down. */
#include "base/buf.h"
#include "base/graph.h"
#include "base/pointer.h"
#include "gltf/scene_parts.h"
#include "ids/messages_gltf.h"
#include "ids/messages_skipped.h"
#include "ids/rules.h"

/* ---- loops ---- */

/* members: the nodes of a loop, in the order of the file. */
static void report_loop(struct scene_builder *builder, const size_t *members, size_t count)
{
    const struct scene *scene = builder->scene;
    struct findings *findings = builder->document->findings;
    if (builder->quiet || !findings_want(findings, RULE_GLTF_NODE_LOOP)) {
        return;
    }
    struct place place = place_node(members[0], NULL);
    struct argument subject = scene_heading("node", scene, members[0]);
    if (count == 1) {
        report(findings, MESSAGE_GLTF_NODE_LOOP__ITSELF, place, ARGUMENTS(subject));
        return;
    }
    struct argument others[FINDING_LIST_MAX];
    size_t shown = count - 1 < FINDING_LIST_MAX ? count - 1 : FINDING_LIST_MAX;
    for (size_t i = 0; i < shown; i++) {
        others[i] = scene_name("node", scene, members[i + 1]);
    }
    struct finding *finding = report(findings, MESSAGE_GLTF_NODE_LOOP__DEFAULT, place,
                                     ARGUMENTS(subject, argument_list("nodes", others, shown, count - 1, JOIN_AND)));
    for (size_t i = 0; i < shown; i++) {
        finding_relate(finding, RELATED_GLTF_NODE_LOOP__DEFAULT, place_node(members[i + 1], NULL),
                       ARGUMENTS(others[i]));
    }
}

/* Cuts the nodes of a loop off from their parents, so that a forest remains. */
static void cut_loop(struct scene *scene, const size_t *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        scene->nodes[members[i]].parent = SCENE_NONE;
        scene->nodes[members[i]].usable = false;
    }
}

static bool links_to_itself(const struct scene_builder *builder, size_t node)
{
    for (size_t i = builder->links_begin[node]; i < builder->links_begin[node + 1]; i++) {
        if (builder->links[i] == node) {
            return true;
        }
    }
    return false;
}

/* Finds loops: components of more than one node, and nodes that are their own children. */
static void find_loops(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    struct arena *arena = builder->passing;
    struct graph graph = {scene->count, builder->links_begin, builder->links};
    size_t *component = arena_array(arena, scene->count, sizeof *component);
    size_t count = graph_components(arena, &graph, component);
    /* Collect the members of each component by counting, in the order of the file. */
    size_t *end = arena_array(arena, count + 1, sizeof *end);
    size_t *members = arena_array(arena, scene->count, sizeof *members);
    for (size_t i = 0; i < scene->count; i++) {
        end[component[i] + 1]++;
    }
    for (size_t i = 0; i < count; i++) {
        end[i + 1] += end[i];
    }
    for (size_t i = 0; i < scene->count; i++) {
        members[end[component[i]]++] = i;
    }
    /* Each end is now the beginning of the next component. Walk through the nodes, to report by first member. */
    for (size_t i = 0; i < scene->count; i++) {
        size_t c = component[i];
        size_t begin = c == 0 ? 0 : end[c - 1];
        if (members[begin] == i && (end[c] - begin > 1 || links_to_itself(builder, i))) {
            report_loop(builder, members + begin, end[c] - begin);
            cut_loop(scene, members + begin, end[c] - begin);
        }
    }
}

/* ---- the forest ---- */

/* Lists children below their first parent, in the order of the parent's list. */
static void resolve_children(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    bool *taken = arena_array(builder->passing, scene->count, sizeof *taken);
    scene->children_begin = arena_array(builder->arena, scene->count + 1, sizeof *scene->children_begin);
    scene->children = arena_array(builder->arena, scene->count, sizeof *scene->children);
    size_t at = 0;
    for (size_t i = 0; i < scene->count; i++) {
        scene->children_begin[i] = at;
        for (size_t k = builder->links_begin[i]; k < builder->links_begin[i + 1]; k++) {
            size_t child = builder->links[k];
            if (scene->nodes[child].parent == i && !taken[child]) {
                taken[child] = true;
                scene->children[at++] = child;
            }
        }
    }
    scene->children_begin[scene->count] = at;
}

static bool is_finite(const struct mat34 *matrix)
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            if (!isfinite(matrix->m[row][column])) {
                return false;
            }
        }
    }
    return true;
}

/*
 * If a list of children can't be read, a node without a parent that no scene lists as a root probably belongs below
 * another one. Such nodes are marked unusable, so that rules about relations don't assume a wrong hierarchy. If no
 * scene lists anything, they can't be distinguished from roots.
 */
static void set_adrift(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    bool any = false;
    for (size_t i = 0; builder->links_lost && i < scene->count; i++) {
        any = any || builder->listed[i];
    }
    for (size_t i = 0; any && i < scene->count; i++) {
        struct scene_node *node = &scene->nodes[i];
        node->usable = node->usable && (node->parent != SCENE_NONE || builder->listed[i]);
    }
}

/* Sets what a node inherits from its parent, which was visited before. */
static void enter_node(struct scene_builder *builder, size_t index, size_t order)
{
    struct scene_node *node = &builder->scene->nodes[index];
    node->enter = order;
    node->world = scene_local(node);
    if (node->parent != SCENE_NONE) {
        const struct scene_node *parent = &builder->scene->nodes[node->parent];
        node->depth = parent->depth + 1;
        node->usable = node->usable && parent->usable;
        if (node->usable) {
            node->world = mat34_multiply(&parent->world, &node->world);
        }
    }
    if (node->usable && !is_finite(&node->world)) {
        node->usable = false;
        findings_skip(builder->document->findings, WORDS_SKIPPED_INFINITE_NODES, NO_ARGUMENTS,
                      WORDS_BECAUSE_NO_POSITION);
    }
}

/* The state of a walk through the forest. */
struct walk {
    size_t *path;  /* from the root to the current node */
    size_t *next;  /* per node on the path: the index of its next child */
    size_t order;  /* nodes visited so far */
    bool *entered; /* per node */
};

static void walk_tree(struct scene_builder *builder, struct walk *walk, size_t root)
{
    struct scene *scene = builder->scene;
    size_t depth = 0;
    walk->path[depth++] = root;
    walk->next[root] = scene->children_begin[root];
    walk->entered[root] = true;
    enter_node(builder, root, walk->order++);
    while (depth > 0) {
        arena_pulse(builder->arena);
        size_t node = walk->path[depth - 1];
        if (walk->next[node] == scene->children_begin[node + 1]) {
            scene->nodes[node].leave = walk->order;
            depth--;
            continue;
        }
        size_t child = scene->children[walk->next[node]++];
        walk->next[child] = scene->children_begin[child];
        enter_node(builder, child, walk->order++);
        walk->path[depth++] = child;
    }
}

/* Computes intervals, depths and world matrices, in pre-order and without recursion. */
static void walk_forest(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    struct walk walk = {
        .path = arena_array(builder->passing, scene->count, sizeof *walk.path),
        .next = arena_array(builder->passing, scene->count, sizeof *walk.next),
        .entered = arena_array(builder->passing, scene->count, sizeof *walk.entered),
    };
    for (size_t i = 0; i < builder->root_count; i++) {
        if (scene->nodes[builder->roots[i]].parent == SCENE_NONE) {
            walk_tree(builder, &walk, builder->roots[i]);
        }
    }
    for (size_t root = 0; root < scene->count; root++) {
        arena_pulse(builder->arena);
        if (scene->nodes[root].parent == SCENE_NONE && !walk.entered[root]) {
            walk_tree(builder, &walk, root);
        }
    }
}

static bool *flag_of(struct scene *scene, size_t node, bool by_default)
{
    return by_default ? &scene->nodes[node].in_default : &scene->nodes[node].in_scene;
}

/* Propagates in_default, or in_scene, from the nodes that scenes list to all their descendants, by all lists of
 * children. */
static void propagate_flag(struct scene_builder *builder, bool by_default)
{
    struct scene *scene = builder->scene;
    size_t *waiting = arena_array(builder->passing, scene->count, sizeof *waiting);
    size_t count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        if (*flag_of(scene, i, by_default)) {
            waiting[count++] = i;
        }
    }
    while (count > 0) {
        size_t node = waiting[--count];
        for (size_t k = builder->links_begin[node]; k < builder->links_begin[node + 1]; k++) {
            bool *flag = flag_of(scene, builder->links[k], by_default);
            if (!*flag) {
                *flag = true;
                waiting[count++] = builder->links[k];
            }
        }
    }
}

static void find_shown(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    propagate_flag(builder, false);
    if (builder->roots_are_unequal) {
        propagate_flag(builder, true);
        return;
    }
    for (size_t i = 0; i < scene->count; i++) {
        scene->nodes[i].in_default = scene->nodes[i].in_scene;
    }
}

struct scene *scene_read(struct document *document)
{
    struct arena *arena = document->arena;
    struct scene_builder builder = {
        .document = document,
        .quiet = expect_other_version(document),
        .arena = arena,
        .passing = arena_open(arena),
        .scene = arena_alloc(arena, sizeof *builder.scene),
    };
    scene_read_nodes(&builder);
    scene_read_scenes(&builder);
    find_loops(&builder);
    resolve_children(&builder);
    set_adrift(&builder);
    walk_forest(&builder);
    find_shown(&builder);
    arena_close(builder.passing);
    return builder.scene;
}
