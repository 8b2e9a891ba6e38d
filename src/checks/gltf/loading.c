/*
 * Core glTF that is valid, but that the loaders of avatars don't read as it is meant: nodes in two scenes, and
 * primitives other than triangles. One finding a file for each.
 */
#include <string.h>

#include "checks/checks.h"
#include "ids/messages_core.h"
#include "ids/messages_gltf.h"

/* ---- scenes ---- */

/* What the scenes after the one that is shown have of its nodes. */
struct shared {
    size_t count;
    size_t node; /* the first */
    size_t scene;
    bool *nodes; /* per node of the file */
};

static void find_shared(const struct tree *scenes, size_t shown, size_t node_count, bool *in_shown,
                        struct shared *shared)
{
    size_t node;
    const struct tree *own = tree_get(tree_at(scenes, shown), "nodes");
    for (size_t i = 0; tree_is_array(own) && i < tree_count(own); i++) {
        if (tree_index(tree_at(own, i), node_count, &node)) {
            in_shown[node] = true;
        }
    }
    for (size_t s = shown + 1; s < tree_count(scenes); s++) {
        const struct tree *nodes = tree_get(tree_at(scenes, s), "nodes");
        for (size_t i = 0; tree_is_array(nodes) && i < tree_count(nodes); i++) {
            if (tree_index(tree_at(nodes, i), node_count, &node) && in_shown[node] && !shared->nodes[node]) {
                shared->nodes[node] = true;
                shared->node = shared->count == 0 ? node : shared->node;
                shared->scene = shared->count == 0 ? s : shared->scene;
                shared->count++;
            }
        }
    }
}

/* Whether a mesh is at or below one of the nodes, which are extended by their descendants. */
static bool has_mesh_below(struct arena *room, const struct scene *scene, bool *nodes)
{
    size_t count;
    const size_t *order = scene_order(room, scene, &count);
    for (size_t i = 0; i < count; i++) {
        const struct scene_node *node = &scene->nodes[order[i]];
        nodes[order[i]] = nodes[order[i]] || (node->parent != SCENE_NONE && nodes[node->parent]);
        if (nodes[order[i]] && node->mesh != SCENE_NONE) {
            return true;
        }
    }
    return false;
}

static void report_shared_nodes(struct check *check, size_t shown, const struct shared *shared, bool has_mesh)
{
    enum message message =
        shared->count == 1 ? MESSAGE_GLTF_NODE_IN_TWO_SCENES__ONE : MESSAGE_GLTF_NODE_IN_TWO_SCENES__SEVERAL;
    struct argument taken[5];
    struct finding *finding =
        report(check->findings, message, place_of(PLACE_SCENE, shared->scene, 0, NULL),
               message_take(message,
                            ARGUMENTS(the_node("node", check->avatar, shared->node), COUNT("shown", shown),
                                      COUNT("other", shared->scene), COUNT("count", shared->count)),
                            taken, sizeof taken / sizeof *taken));
    if (!has_mesh) {
        finding_severity(finding, VRMLINT_INFO); /* the meshes stay in their scene */
    }
    finding_relate(finding, RELATED_GLTF_NODE_IN_TWO_SCENES__DEFAULT, place_of(PLACE_SCENE, shown, 0, NULL),
                   ARGUMENTS(COUNT("shown", shown)));
    finding_measure(finding, "nodes", (double)shared->count);
}

static void check_shared_nodes(struct check *check)
{
    struct document *document = check->avatar->document;
    const struct scene *scene = check->avatar->scene;
    const struct tree *scenes = document_tree(document, "/scenes");
    size_t count = tree_length(scenes);
    size_t shown = 0;
    const struct tree *given = document_tree(document, "/scene");
    if (count < 2 || (given != NULL && !tree_index(given, count, &shown))) {
        return;
    }
    struct arena *room = arena_open(check->arena);
    struct shared shared = {.nodes = arena_array(room, scene->count, sizeof(bool))};
    find_shared(scenes, shown, scene->count, arena_array(room, scene->count, sizeof(bool)), &shared);
    bool has_mesh = shared.count > 0 && has_mesh_below(room, scene, shared.nodes);
    arena_close(room);
    if (shared.count > 0) {
        report_shared_nodes(check, shown, &shared, has_mesh);
    }
}

/* ---- primitives ---- */

static struct argument part_at(const char *as, const struct check *check, size_t mesh, size_t primitive)
{
    struct place place = place_of(PLACE_PRIMITIVE, mesh, primitive, NULL);
    return the_place(as, check->avatar, &place, false);
}

/* The mode of a primitive that isn't triangles, or NULL: what is no mode of glTF is reported as that. */
static const char *other_mode(const struct tree *primitive)
{
    static const char *const modes[] = {"POINTS (0)", "LINES (1)",          "LINE_LOOP (2)",   "LINE_STRIP (3)",
                                        "",           "TRIANGLE_STRIP (5)", "TRIANGLE_FAN (6)"};
    size_t mode;
    bool given = tree_index(tree_get(primitive, "mode"), sizeof modes / sizeof *modes, &mode);
    return given && mode != 4 ? modes[mode] : NULL;
}

/* How many indices of a primitive are left over when UniVRM takes them in threes, or how many there are; 0 if none are
 * left over. */
static size_t remainder_of(const struct check *check, const struct tree *primitive)
{
    size_t index;
    size_t count;
    const struct tree *accessors = document_tree(check->avatar->document, "/accessors");
    bool known = tree_index(tree_get(primitive, "indices"), tree_count(accessors), &index) &&
                 tree_index(tree_get(tree_at(accessors, index), "count"), SIZE_MAX, &count);
    return known && count % 3 != 0 ? count : 0;
}

static void check_modes(struct check *check)
{
    const struct tree *meshes = document_tree(check->avatar->document, "/meshes");
    struct finding *finding = NULL;
    size_t count = 0;
    struct place places[FINDING_RELATED_MAX + 1];
    const char *first = NULL;
    size_t left = 0; /* indices of the primitive that is reported, if some are left over */
    for (size_t m = 0; tree_is_array(meshes) && m < tree_count(meshes); m++) {
        const struct tree *primitives = tree_get(tree_at(meshes, m), "primitives");
        for (size_t p = 0; tree_is_array(primitives) && p < tree_count(primitives); p++) {
            const char *mode = other_mode(tree_at(primitives, p));
            if (mode == NULL) {
                continue;
            }
            struct place place = place_of(PLACE_PRIMITIVE, m, p, NULL);
            size_t remainder = left == 0 ? remainder_of(check, tree_at(primitives, p)) : 0;
            if (count <= FINDING_RELATED_MAX) {
                places[count] = place;
            }
            if (remainder > 0) { /* which goes before the others */
                places[count <= FINDING_RELATED_MAX ? count : FINDING_RELATED_MAX] = places[0];
                places[0] = place;
            }
            left = remainder > 0 ? remainder : left;
            first = first == NULL || remainder > 0 ? mode : first;
            count++;
        }
    }
    if (count == 0) {
        return;
    }
    enum message message = left > 0     ? MESSAGE_MESH_NOT_TRIANGLES__REMAINDER
                           : count == 1 ? MESSAGE_MESH_NOT_TRIANGLES__ONE
                                        : MESSAGE_MESH_NOT_TRIANGLES__SEVERAL;
    struct argument taken[5];
    finding =
        report(check->findings, message, place_of(PLACE_PRIMITIVE, places[0].index[0], places[0].index[1], "mode"),
               message_take(message,
                            ARGUMENTS(part_at("part", check, places[0].index[0], places[0].index[1]),
                                      TERM("mode", first), COUNT("more", count - 1), COUNT("count", left)),
                            taken, sizeof taken / sizeof *taken));
    if (left > 0) {
        finding_severity(finding, VRMLINT_ERROR);
    }
    for (size_t i = 1; i < count && i <= FINDING_RELATED_MAX; i++) {
        finding_relate(finding, RELATED_MESH_NOT_TRIANGLES__DEFAULT, places[i],
                       ARGUMENTS(part_at("part", check, places[i].index[0], places[i].index[1])));
    }
    finding_measure(finding, "primitives", (double)count);
}

/* ---- */

static bool is_shown(const char *name)
{
    return name != NULL && strncmp(name, "VRM", strlen("VRM")) == 0 && strcmp(name, "VRMC_vrm_animation") != 0;
}

/* Whether a file has or lists any extension of VRM but that of animations, of which no app shows the meshes. */
static bool has_vrm(struct document *document)
{
    const struct tree *used = document_tree(document, "/extensionsUsed");
    for (size_t i = 0; tree_is_array(used) && i < tree_count(used); i++) {
        if (is_shown(tree_text(tree_at(used, i), NULL))) {
            return true;
        }
    }
    for (size_t i = 0; i < document->extension_count; i++) {
        if (is_shown(document->extensions[i].name)) {
            return true;
        }
    }
    return false;
}

void check_loading(struct check *check)
{
    bool is_avatar = check->avatar->surfaces != NULL;
    if (is_avatar || has_vrm(check->avatar->document)) {
        check_shared_nodes(check);
    }
    if (is_avatar) {
        check_modes(check);
    }
}
