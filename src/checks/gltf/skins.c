/* Checks skins: their matrices and joints, and the nodes with skinned meshes. */
#include <string.h>

#include "base/sort.h"
#include "checks/absent.h"
#include "checks/gltf/core.h"
#include "ids/messages_mesh.h"

/* ---- matrices ---- */

static void check_matrices(struct core *core, size_t skin, const struct tree *json)
{
    const struct tree *index = tree_get(json, "inverseBindMatrices");
    struct spot spot = {"/skins/#/inverseBindMatrices", {skin}, NULL};
    struct core_accessor *accessor = core_accessor(core, index);
    size_t joints = tree_count(tree_get(json, "joints"));
    struct argument name = core_name(core, "skin", PLACE_SKIN, skin, 0);
    struct place place = place_of(PLACE_SKIN, skin, 0, "inverseBindMatrices");
    if (accessor != NULL && (strcmp(accessor->type, "MAT4") != 0 || accessor->component != COMPONENT_FLOAT)) {
        report(core->check->findings, MESSAGE_SKIN_IBM_FORMAT__DEFAULT, place,
               ARGUMENTS(name, COUNT("accessor", core_index(core, accessor)), core_form(core, accessor)));
        core_refer_to(core, accessor);
        return;
    }
    core_use_accessor(core, index, USE_MATRICES, &spot);
    if (accessor != NULL && accessor->count < (double)joints) {
        struct finding *finding =
            report(core->check->findings, MESSAGE_SKIN_IBM_COUNT__DEFAULT, place,
                   ARGUMENTS(name, core_count("count", accessor->count), COUNT("joints", joints)));
        finding_measure(finding, "matrices", accessor->count);
        finding_measure(finding, "joints", (double)joints);
    }
}

/* ---- joints ---- */

enum { STRAYS_MAX = 64 /* related places: roots other than that of the first joint */ };

/* Joints below other roots than the first joint's: one per root. */
struct strays {
    size_t count;
    size_t joints[STRAYS_MAX];
};

static void add_stray(struct strays *strays, size_t joint, const size_t *roots)
{
    for (size_t i = 0; i < strays->count; i++) {
        if (roots[strays->joints[i]] == roots[joint]) {
            return;
        }
    }
    if (strays->count < STRAYS_MAX) {
        strays->joints[strays->count++] = joint;
    }
}

static void report_strays(struct core *core, size_t skin, size_t first, const struct strays *strays)
{
    const struct scene *scene = core->check->avatar->scene;
    struct finding *finding =
        report(core->check->findings, MESSAGE_SKIN_NO_COMMON_ROOT__DEFAULT, place_of(PLACE_SKIN, skin, 0, "joints"),
               ARGUMENTS(core_name(core, "skin", PLACE_SKIN, skin, 0), scene_name("first", scene, first),
                         scene_name("joint", scene, strays->joints[0])));
    for (size_t i = 0; i < strays->count; i++) {
        finding_relate(finding, RELATED_SKIN_NO_COMMON_ROOT__JOINT, place_node(strays->joints[i], NULL), NO_ARGUMENTS);
    }
}

/* Returns the root of a skin's joints; SCENE_NONE if a joint is invalid, or they have no common root. Reports the
 * latter. */
static size_t check_joints(struct core *core, size_t skin, const struct tree *json, const size_t *roots)
{
    const struct scene *scene = core->check->avatar->scene;
    const struct tree *joints = tree_get(json, "joints");
    size_t root = SCENE_NONE;
    size_t skeleton = scene_resolve(scene, tree_get(json, "skeleton"));
    size_t first = SCENE_NONE;
    struct strays strays = {.count = 0};
    size_t outside = SCENE_NONE;
    for (size_t i = 0; i < tree_length(joints); i++) {
        size_t joint = scene_resolve(scene, tree_at(joints, i));
        if (joint == SCENE_NONE || roots[joint] == SCENE_NONE) {
            return SCENE_NONE;
        }
        if (first == SCENE_NONE) {
            first = joint;
            root = roots[joint];
        } else if (roots[joint] != root) {
            add_stray(&strays, joint, roots);
        }
        if (skeleton != SCENE_NONE && outside == SCENE_NONE && !scene_is_above_or_same(scene, skeleton, joint)) {
            outside = joint;
        }
    }
    if (strays.count > 0) {
        report_strays(core, skin, first, &strays);
        return SCENE_NONE;
    }
    if (outside != SCENE_NONE) {
        report(core->check->findings, MESSAGE_SKIN_SKELETON_NOT_COMMON_ROOT__DEFAULT,
               place_of(PLACE_SKIN, skin, 0, "skeleton"),
               ARGUMENTS(core_name(core, "skin", PLACE_SKIN, skin, 0), scene_name("skeleton", scene, skeleton),
                         scene_name("joint", scene, outside)));
    }
    return root;
}

/* ---- scenes ---- */

/* An entry of a scene's list of roots. */
struct entry {
    size_t root;
    size_t scene;
};

struct entries {
    struct entry *items;
    size_t count;
    size_t budget; /* limit of comparisons of scenes, because a file may list all nodes in all scenes */
};

static struct entries read_entries(struct core *core)
{
    const struct tree *scenes = document_tree(core->document, "/scenes");
    const struct scene *scene = core->check->avatar->scene;
    struct entries entries = {.budget = 1000000};
    size_t total = 0;
    for (size_t i = 0; i < tree_length(scenes); i++) {
        total += tree_count(tree_get(tree_at(scenes, i), "nodes"));
    }
    entries.items = arena_array(core->arena, total, sizeof *entries.items);
    for (size_t i = 0; total > 0 && i < tree_count(scenes); i++) {
        const struct tree *nodes = tree_get(tree_at(scenes, i), "nodes");
        for (size_t k = 0; k < tree_length(nodes); k++) {
            size_t node;
            if (tree_index(tree_at(nodes, k), scene->count, &node)) {
                entries.items[entries.count++] = (struct entry){node, i};
            }
        }
    }
    sort_array(core->arena, entries.items, entries.count, sizeof *entries.items, sort_by_two);
    return entries;
}

/* Returns a scene that contains one root but not the other, or SCENE_NONE. */
static size_t scene_without(struct entries *entries, size_t with, size_t without)
{
    size_t a;
    size_t b;
    SORT_SEARCH(a, 0, entries->count, entries->items[a].root < with);
    SORT_SEARCH(b, 0, entries->count, entries->items[b].root < without);
    for (; a < entries->count && entries->items[a].root == with && entries->budget > 0; a++, entries->budget--) {
        while (b < entries->count && entries->items[b].root == without &&
               entries->items[b].scene < entries->items[a].scene && entries->budget > 0) {
            b++;
            entries->budget--;
        }
        if (b >= entries->count || entries->items[b].root != without ||
            entries->items[b].scene != entries->items[a].scene) {
            return entries->items[a].scene;
        }
    }
    return SCENE_NONE;
}

/* ---- nodes ---- */

#define UNMOVED 1e-6 /* tolerance of a matrix element */

static double distance_from_identity(const struct mat34 *matrix)
{
    double most = 0;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            most = fmax(most, fabs(matrix->m[row][column] - MAT34_IDENTITY.m[row][column]));
        }
    }
    return most;
}

/* Adds edits that remove a node's transform, if nothing else moves the node and it moves nothing else. */
static void clear_transform(struct finding *finding, const struct core *core, const struct scene_node *node)
{
    static const char *const members[] = {"matrix", "translation", "rotation", "scale"};
    const struct scene *scene = core->check->avatar->scene;
    if (tree_get(node->json, "children") != NULL ||
        (node->parent != SCENE_NONE && distance_from_identity(&scene->nodes[node->parent].world) > UNMOVED)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (tree_get(node->json, members[i]) != NULL) {
            finding_edit_at(finding, VRMLINT_EDIT_REMOVE, arena_printf(core->arena, "0/%s", members[i]), NULL);
        }
    }
}

static void check_node(struct core *core, size_t index, const size_t *roots, const size_t *skin_roots,
                       struct entries *entries)
{
    const struct scene *scene = core->check->avatar->scene;
    const struct scene_node *node = &scene->nodes[index];
    struct findings *findings = core->check->findings;
    struct argument name = core_name(core, "node", PLACE_NODE, index, 0);
    if (node->mesh >= core->mesh_count || !core->meshes[node->mesh].readable) {
        return;
    }
    struct argument mesh = core_name(core, "mesh", PLACE_MESH, node->mesh, 0);
    bool skinned = core->meshes[node->mesh].skinned;
    bool has_skin = tree_get(node->json, "skin") != NULL;
    if (skinned && !has_skin) {
        struct finding *finding =
            report(findings, MESSAGE_SKIN_MESH_WITHOUT_SKIN__DEFAULT, place_node(index, NULL), ARGUMENTS(name, mesh));
        absent_note_lack(core->check, finding, "skin");
    }
    if (node->skin == SCENE_NONE) {
        return;
    }
    if (!skinned && core->meshes[node->mesh].unclear) {
        return;
    }
    if (!skinned) {
        report(findings, MESSAGE_SKIN_MESH_NOT_SKINNED__DEFAULT, place_node(index, NULL),
               ARGUMENTS(name, mesh, core_name(core, "skin", PLACE_SKIN, node->skin, 0)));
    } else if (node->usable && distance_from_identity(&node->world) > UNMOVED) {
        struct finding *finding = report(findings, MESSAGE_SKIN_MESH_NODE_TRANSFORMED__DEFAULT, place_node(index, NULL),
                                         ARGUMENTS(name, mesh));
        finding_measure(finding, "difference", distance_from_identity(&node->world));
        clear_transform(finding, core, node);
    }
    size_t joints = skin_roots[node->skin];
    if (joints != SCENE_NONE && roots[index] != SCENE_NONE && roots[index] != joints) {
        size_t without = scene_without(entries, roots[index], joints);
        if (without != SCENE_NONE) {
            report(findings, MESSAGE_SKIN_JOINTS_NOT_IN_SCENE__DEFAULT, place_node(index, NULL),
                   ARGUMENTS(name, core_name(core, "scene", PLACE_SCENE, without, 0),
                             core_name(core, "skin", PLACE_SKIN, node->skin, 0), scene_name("root", scene, joints)));
        }
    }
}

void core_check_skins(struct core *core)
{
    const struct tree *skins = document_tree(core->document, "/skins");
    const struct scene *scene = core->check->avatar->scene;
    size_t count = tree_length(skins);
    size_t *roots = scene_tops(core->arena, scene);
    size_t *skin_roots = arena_array(core->arena, count, sizeof *skin_roots);
    struct entries entries = read_entries(core);
    for (size_t i = 0; i < count; i++) {
        arena_pulse(core->arena);
        check_matrices(core, i, tree_at(skins, i));
        skin_roots[i] = check_joints(core, i, tree_at(skins, i), roots);
    }
    for (size_t i = 0; i < scene->count; i++) {
        check_node(core, i, roots, skin_roots, &entries);
    }
    arena_discard(core->arena, roots);
}
