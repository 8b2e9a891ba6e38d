/* Checks nodes and cameras: members without the members that they need, and superfluous or missing members. */
#include <math.h>
#include <string.h>

#include "base/os.h"
#include "base/sort.h"
#include "base/text_map.h"
#include "checks/absent.h"
#include "checks/checks.h"
#include "checks/gltf/core.h"
#include "checks/univrm.h"
#include "ids/messages_gltf.h"
#include "ids/messages_mesh.h"
#include "ids/rules.h"

/*
 * Simulates the names that UniVRM gives to nodes whose name an earlier node has: for a leaf the parent's name and its
 * own, otherwise the name with a number, which counts through the whole file. UniVRM gives up after 100 numbers that
 * are taken. Follows ForceTransformUniqueName of UniVRM 0.131.1 step by step.
 */

enum { TRIES = 100, LONGEST_PARENT = 1000 };

struct node_names {
    struct arena *arena;
    const struct scene *scene;
    struct text_map taken;
    const char **now; /* per node: its current name, or NULL */
    bool no_name;     /* a node without a name has been seen */
    unsigned counter;
};

static bool is_taken(const struct node_names *names, const char *name)
{
    return text_map_get(&names->taken, name) != NULL;
}

static void set_node_name(struct node_names *names, size_t node, const char *name)
{
    static char mark;
    names->now[node] = name;
    text_map_set(&names->taken, name, &mark);
}

/* Takes the name unchanged if it is free. */
static bool take_own(struct node_names *names, size_t node)
{
    const char *name = names->now[node];
    if (name == NULL) {
        bool free = !names->no_name;
        names->no_name = true;
        return free;
    }
    if (is_taken(names, name)) {
        return false;
    }
    set_node_name(names, node, name);
    return true;
}

/* Takes the parent's name and the name of a leaf, if that is free. A very long name of a parent is skipped, because
 * it would be copied for all its children. */
static bool take_behind_parent(struct node_names *names, size_t node)
{
    const struct scene *scene = names->scene;
    size_t parent = scene->nodes[node].parent;
    if (parent == SCENE_NONE || tree_count(tree_get(scene->nodes[node].json, "children")) > 0) {
        return false;
    }
    const char *above = names->now[parent] == NULL ? "" : names->now[parent];
    const char *own = names->now[node] == NULL ? "" : names->now[node];
    if (strlen(above) > LONGEST_PARENT) {
        return false;
    }
    const char *name = arena_printf(names->arena, "%s-%s", above, own);
    if (is_taken(names, name)) {
        return false;
    }
    set_node_name(names, node, name);
    return true;
}

/* Takes the first numbered name that is free. *last is the last one tried. */
static bool take_numbered(struct node_names *names, size_t node, const char **last)
{
    const char *own = names->now[node] == NULL ? "" : names->now[node];
    for (int i = 0; i < TRIES; i++) {
        *last = arena_printf(names->arena, "%s%u", own, names->counter++);
        if (!is_taken(names, *last)) {
            set_node_name(names, node, *last);
            return true;
        }
    }
    return false;
}

void check_free_names(struct check *check)
{
    struct document *document = check->avatar->document;
    const struct scene *scene = check->avatar->scene;
    bool is_renamed = univrm_reads_vrm0(document) || univrm_reads_vrm1(document);
    if (!is_renamed || scene->count <= TRIES) {
        return;
    }
    struct arena *room = arena_open(check->arena);
    struct node_names names = {.arena = room,
                               .scene = scene,
                               .taken = {.arena = room, .seed = os_random()},
                               .now = arena_array(room, scene->count, sizeof(const char *)),
                               .counter = 1};
    for (size_t i = 0; i < scene->count; i++) {
        names.now[i] = tree_text(tree_get(scene->nodes[i].json, "name"), NULL);
    }
    const char *last = NULL;
    for (size_t i = 0; i < scene->count; i++) {
        if (!take_own(&names, i) && !take_behind_parent(&names, i) && !take_numbered(&names, i, &last)) {
            report(check->findings, MESSAGE_GLTF_NAMES_RUN_OUT__DEFAULT, place_node(i, NULL),
                   ARGUMENTS(the_node("node", check->avatar, i), TEXT("last", last)));
            break;
        }
    }
    arena_close(room);
}

static void check_node_partners(struct core *core, size_t index, const struct tree *json)
{
    struct argument name = core_name(core, "node", PLACE_NODE, index, 0);
    if (tree_get(json, "mesh") != NULL) {
        return;
    }
    static const struct {
        const char *key;
        enum message message;
    } partners[] = {{"skin", MESSAGE_GLTF_NEEDS_PROPERTY__SKIN}, {"weights", MESSAGE_GLTF_NEEDS_PROPERTY__WEIGHTS}};
    for (size_t i = 0; i < 2; i++) {
        if (tree_get(json, partners[i].key) != NULL) {
            absent_note(
                core->check,
                report(core->check->findings, partners[i].message, place_node(index, partners[i].key), ARGUMENTS(name)),
                ABSENT_LACKS, arena_printf(core->check->arena, "/nodes/%zu/mesh", index));
        }
    }
}

static void check_matrix(struct core *core, size_t index, const struct tree *json)
{
    double m[16];
    if (!tree_numbers(tree_get(json, "matrix"), m, 16)) {
        return;
    }
    for (int i = 0; i < 16; i++) {
        if (m[i] != (i % 5 == 0 ? 1 : 0)) {
            return;
        }
    }
    report(core->check->findings, MESSAGE_GLTF_NODE_MATRIX_IDENTITY__DEFAULT, place_node(index, "matrix"),
           ARGUMENTS(core_name(core, "node", PLACE_NODE, index, 0)));
}

/* Reports meshes of an avatar that aren't in its scene. */
static void check_shown(struct core *core)
{
    const struct scene *scene = core->check->avatar->scene;
    const size_t *roots = scene_tops(core->arena, scene);
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_node *node = &scene->nodes[i];
        if (node->mesh == SCENE_NONE || node->in_default || roots[i] == SCENE_NONE) {
            continue;
        }
        struct finding *finding =
            report(core->check->findings, MESSAGE_MESH_NOT_IN_SCENE__DEFAULT, place_node(i, NULL),
                   ARGUMENTS(core_name(core, "node", PLACE_NODE, i, 0),
                             core_name(core, "mesh", PLACE_MESH, node->mesh, 0), scene_name("root", scene, roots[i])));
        finding_relate(finding, RELATED_MESH_NOT_IN_SCENE__DEFAULT, place_node(roots[i], NULL), NO_ARGUMENTS);
    }
}

/* Reports a node that is too far from its parent for the numbers of apps. */
static void check_distance(struct core *core, size_t index)
{
    static const double farthest = 1e6; /* metres: there, the steps of numbers of 32 bits are 6 cm */
    const struct scene_node *node = &core->check->avatar->scene->nodes[index];
    struct mat34 local = scene_local(node);
    double distance = vec3_length(mat34_translation(&local));
    if (!(distance > farthest) || !isfinite(distance)) {
        return;
    }
    struct finding *finding =
        report(core->check->findings, MESSAGE_GLTF_NODE_FAR_AWAY__DEFAULT,
               place_node(index, node->has_matrix ? "matrix" : "translation"),
               ARGUMENTS(the_node("node", core->check->avatar, index), METRES("distance", distance, 3)));
    finding_measure(finding, "distance", distance);
}

/* ---- cameras ---- */

/* Checks the sizes of an orthographic camera. */
static void check_orthographic(struct core *core, size_t index, const struct tree *json, struct argument name)
{
    static const char *const sizes[] = {"xmag", "ymag"};
    struct findings *findings = core->check->findings;
    for (size_t i = 0; i < 2; i++) {
        double size;
        if (!tree_number(tree_get(json, sizes[i]), &size) || size > 0) {
            continue;
        }
        struct place place = place_of(PLACE_CAMERA, index, 0, i == 0 ? "orthographic/xmag" : "orthographic/ymag");
        report_taking(findings, size == 0 ? MESSAGE_GLTF_CAMERA_INVALID__SIZE : MESSAGE_GLTF_CAMERA_UNUSUAL__DEFAULT,
                      place, ARGUMENTS(name, TERM("member", sizes[i]), NUMBER("size", size, 6)));
    }
}

static void check_camera(struct core *core, size_t index, const struct tree *json)
{
    static const char *const kinds[] = {"perspective", "orthographic"};
    struct findings *findings = core->check->findings;
    struct argument name = core_name(core, "camera", PLACE_CAMERA, index, 0);
    const char *type = tree_text(tree_get(json, "type"), NULL);
    if (tree_get(json, kinds[0]) != NULL && tree_get(json, kinds[1]) != NULL) {
        report(findings, MESSAGE_GLTF_ONE_OF__CAMERA, place_of(PLACE_CAMERA, index, 0, NULL), ARGUMENTS(name));
    }
    for (size_t i = 0; i < 2; i++) {
        const struct tree *kind = tree_get(json, kinds[i]);
        double near;
        double far;
        double field;
        if (kind == NULL && type != NULL && strcmp(type, kinds[i]) == 0 && tree_get(json, kinds[1 - i]) == NULL) {
            report(findings, MESSAGE_GLTF_MISSING_PROPERTY__CAMERA, place_of(PLACE_CAMERA, index, 0, NULL),
                   ARGUMENTS(name, TERM("kind", kinds[i])));
        }
        struct place place = place_of(PLACE_CAMERA, index, 0, kinds[i]);
        if (tree_number(tree_get(kind, "znear"), &near) && tree_number(tree_get(kind, "zfar"), &far) && far <= near &&
            far > 0 && near != TREE_OVERFLOW) {
            report(findings, MESSAGE_GLTF_CAMERA_INVALID__DEFAULT, place,
                   ARGUMENTS(name, NUMBER("near", near, 6), NUMBER("far", far, 6)));
        }
        if (i == 0 && tree_number(tree_get(kind, "yfov"), &field) && field >= 3.14159265358979 &&
            field != TREE_OVERFLOW) {
            report(findings, MESSAGE_GLTF_CAMERA_UNUSUAL__FIELD, place_of(PLACE_CAMERA, index, 0, "perspective/yfov"),
                   ARGUMENTS(name, DEGREES("field", field, 4)));
        }
    }
    check_orthographic(core, index, tree_get(json, kinds[1]), name);
}

void core_check_nodes(struct core *core)
{
    const struct scene *scene = core->check->avatar->scene;
    const struct tree *cameras = document_tree(core->document, "/cameras");
    const struct tree *required = document_tree(core->document, "/extensionsRequired");
    bool identity = findings_want(core->check->findings, RULE_GLTF_NODE_MATRIX_IDENTITY);
    for (size_t i = 0; i < scene->count; i++) {
        check_node_partners(core, i, scene->nodes[i].json);
        check_distance(core, i);
        if (identity) {
            check_matrix(core, i, scene->nodes[i].json);
        }
    }
    if (core->is_avatar && findings_want(core->check->findings, RULE_MESH_NOT_IN_SCENE)) {
        check_shown(core);
    }
    for (size_t i = 0; i < tree_length(cameras); i++) {
        check_camera(core, i, tree_at(cameras, i));
    }
    if (required != NULL && document_tree(core->document, "/extensionsUsed") == NULL) {
        struct finding *finding = report(core->check->findings, MESSAGE_GLTF_NEEDS_PROPERTY__REQUIRED,
                                         place_at("/extensionsRequired"), NO_ARGUMENTS);
        absent_note(core->check, finding, ABSENT_LACKS, "/extensionsUsed");
    }
}

/* Checks skins: their matrices and joints, and the nodes with skinned meshes. */

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
        accessor->use = accessor->use == USE_NONE ? USE_MATRICES : accessor->use;
        return;
    }
    core_use_accessor(core, index, USE_MATRICES, &spot);
    if (accessor != NULL && accessor->count < (double)joints) {
        struct finding *finding =
            report(core->check->findings, MESSAGE_SKIN_IBM_COUNT__DEFAULT, place,
                   ARGUMENTS(name, COUNT("count", (size_t)fmax(accessor->count, 0)), COUNT("joints", joints)));
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

/* Returns how many more roots than one are outside the scene that the joints of a skin need. */
static size_t count_outside(const struct scene *scene, size_t first, const struct strays *strays)
{
    size_t outside = !scene->nodes[first].in_scene;
    for (size_t i = 0; i < strays->count; i++) {
        outside += !scene->nodes[strays->joints[i]].in_scene;
    }
    return outside > 0 ? outside - 1 : 0;
}

static void report_strays(struct core *core, size_t skin, size_t first, const struct strays *strays)
{
    const struct scene *scene = core->check->avatar->scene;
    size_t joint = strays->joints[0];
    bool apart = scene->nodes[first].in_scene != scene->nodes[joint].in_scene;
    size_t outside = scene->nodes[first].in_scene ? joint : first;
    struct finding *finding =
        report_taking(core->check->findings,
                      !apart                                     ? MESSAGE_SKIN_NO_COMMON_ROOT__DEFAULT
                      : count_outside(scene, first, strays) == 0 ? MESSAGE_SKIN_NO_COMMON_ROOT__OUTSIDE_SCENE
                                                                 : MESSAGE_SKIN_NO_COMMON_ROOT__SEVERAL_OUTSIDE,
                      place_of(PLACE_SKIN, skin, 0, "joints"),
                      ARGUMENTS(core_name(core, "skin", PLACE_SKIN, skin, 0), scene_name("first", scene, first),
                                scene_name("joint", scene, apart ? outside : joint),
                                scene_name("top", scene, scene_topmost(scene, outside)),
                                COUNT("more", count_outside(scene, first, strays))));
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
struct scene_entry {
    size_t root;
    size_t scene;
};

struct entries {
    struct scene_entry *items;
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
                entries.items[entries.count++] = (struct scene_entry){node, i};
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
