/* Reports objects without references in the file, one finding per list. */
#include <string.h>

#include "base/ascii.h"
#include "base/pointer.h"
#include "checks/gltf/core.h"
#include "checks/gltf/walk.h"
#include "ids/messages_gltf.h"
#include "ids/rules.h"

enum object_list { ACCESSORS, BUFFER_VIEWS, BUFFERS, CAMERAS, MESHES, SKINS, NODES, LISTS };

static const struct {
    const char *pointer;
    const char *endings[8]; /* of the names of members that refer to the list, in lower case */
    enum place_kind place;
    enum message message;
} lists[LISTS] = {
    [ACCESSORS] = {"/accessors", {"accessor", "accessors"}, PLACE_ACCESSOR, MESSAGE_GLTF_UNUSED_OBJECT__ACCESSORS},
    [BUFFER_VIEWS] = {"/bufferViews",
                      {"bufferview", "bufferviews"},
                      PLACE_BUFFER_VIEW,
                      MESSAGE_GLTF_UNUSED_OBJECT__BUFFER_VIEWS},
    [BUFFERS] = {"/buffers", {"buffer", "buffers"}, PLACE_BUFFER, MESSAGE_GLTF_UNUSED_OBJECT__BUFFERS},
    [CAMERAS] = {"/cameras", {"camera", "cameras"}, PLACE_CAMERA, MESSAGE_GLTF_UNUSED_OBJECT__CAMERAS},
    [MESHES] = {"/meshes", {"mesh", "meshes"}, PLACE_MESH, MESSAGE_GLTF_UNUSED_OBJECT__MESHES},
    [SKINS] = {"/skins", {"skin", "skins"}, PLACE_SKIN, MESSAGE_GLTF_UNUSED_OBJECT__SKINS},
    [NODES] = {"/nodes",
               {"node", "nodes", "bone", "bones", "joint", "joints", "source", "center"},
               PLACE_NODE,
               MESSAGE_GLTF_UNUSED_OBJECT__NODES},
};

struct use_marks {
    struct core *core;
    bool *used[LISTS];
    size_t counts[LISTS];
    bool scenes; /* scenes exist; without any, it is unknown which nodes are shown */
};

static void mark_used(struct use_marks *marks, enum object_list list, const struct tree *index)
{
    size_t at;
    if (tree_index(index, marks->counts[list], &at)) {
        marks->used[list][at] = true;
    }
}

/* ---- core ---- */

static void mark_scenes(struct use_marks *marks)
{
    const struct tree *scenes = document_tree(marks->core->document, "/scenes");
    const struct scene *scene = marks->core->check->avatar->scene;
    size_t count;
    for (size_t i = 0; i < tree_length(scenes); i++) {
        const struct tree *nodes = tree_get(tree_at(scenes, i), "nodes");
        for (size_t k = 0; k < tree_length(nodes); k++) {
            mark_used(marks, NODES, tree_at(nodes, k));
            marks->scenes = true;
        }
    }
    const size_t *order = scene_order(marks->core->arena, scene, &count);
    for (size_t i = 0; i < count; i++) {
        size_t parent = scene->nodes[order[i]].parent;
        marks->used[NODES][order[i]] =
            marks->used[NODES][order[i]] || (parent != SCENE_NONE && marks->used[NODES][parent]);
    }
    arena_discard(marks->core->arena, order);
}

/* Whether it is the empty node for the springs of VRM 0.x that UniVRM and the add-on for Blender write in every
 * avatar. */
static bool is_of_exporter(const struct scene *scene, size_t index)
{
    const struct scene_node *node = &scene->nodes[index];
    bool has_children = scene->children_begin[index] < scene->children_begin[index + 1];
    return node->name != NULL && strcmp(node->name, "secondary") == 0 && !has_children && node->mesh == SCENE_NONE;
}

static void mark_core(struct use_marks *marks)
{
    struct core *core = marks->core;
    const struct scene *scene = core->check->avatar->scene;
    const struct animations *animations = core->check->avatar->animations;
    const struct tree *skins = document_tree(core->document, "/skins");
    for (size_t i = 0; i < core->accessor_count; i++) {
        marks->used[ACCESSORS][i] = core->accessors[i].referred;
    }
    for (size_t i = 0; i < core->view_count; i++) {
        marks->used[BUFFER_VIEWS][i] = core->views[i].referred;
    }
    for (size_t i = 0; i < core->buffer_count; i++) {
        marks->used[BUFFERS][i] = core->buffer_referred[i];
    }
    mark_scenes(marks);
    for (size_t i = 0; i < scene->count; i++) {
        const struct tree *json = scene->nodes[i].json;
        mark_used(marks, CAMERAS, tree_get(json, "camera"));
        mark_used(marks, MESHES, tree_get(json, "mesh"));
        mark_used(marks, SKINS, tree_get(json, "skin"));
        marks->used[NODES][i] = marks->used[NODES][i] || !scene->nodes[i].usable || is_of_exporter(scene, i);
    }
    for (size_t i = 0; i < animations->count; i++) {
        if (animations->channels[i].node != SCENE_NONE) {
            marks->used[NODES][animations->channels[i].node] = true;
        }
    }
    for (size_t i = 0; i < tree_length(skins); i++) {
        const struct tree *joints = tree_get(tree_at(skins, i), "joints");
        mark_used(marks, NODES, tree_get(tree_at(skins, i), "skeleton"));
        for (size_t k = 0; k < tree_length(joints); k++) {
            mark_used(marks, NODES, tree_at(joints, k));
        }
    }
}

/* ---- extensions ---- */

/* Counts a number in an extension as a reference to every list that its name suggests. */
static void mark_number(struct use_marks *marks, struct walk *walk)
{
    size_t index;
    if (!tree_index(walk->value, SIZE_MAX, &index)) {
        return; /* most numbers aren't indices */
    }
    size_t length = strlen(walk->key);
    for (enum object_list list = ACCESSORS; list < LISTS; list++) {
        for (size_t i = 0; i < 8 && lists[list].endings[i] != NULL; i++) {
            if (ascii_ends_in(walk->key, length, lists[list].endings[i])) {
                mark_used(marks, list, walk->value);
            }
        }
    }
    if (strcmp(walk->holder, "attributes") == 0 && strstr(walk_pointer(walk), "/KHR_draco_mesh_compression/") == NULL) {
        mark_used(marks, ACCESSORS, walk->value);
    }
}

/* Counts a string that is a JSON pointer, as in animations. */
static void mark_pointer(struct use_marks *marks, const char *text)
{
    for (enum object_list list = ACCESSORS; *text == '/' && list < LISTS; list++) {
        char pattern[24];
        size_t index;
        const char *rest;
        size_t length = strlen(lists[list].pointer);
        memcpy(pattern, lists[list].pointer, length);
        memcpy(pattern + length, "/#", sizeof "/#");
        if (pointer_match(text, pattern, &index, &rest) && index < marks->counts[list]) {
            marks->used[list][index] = true;
        }
    }
}

static void mark_extensions(struct use_marks *marks)
{
    struct document *document = marks->core->document;
    struct arena *room = arena_open(marks->core->arena);
    struct walk *walk = arena_bare(room, sizeof *walk);
    for (size_t i = 0; i < document_members(document); i++) {
        const char *name = document_member(document, i, marks->core->arena);
        const char *pointer = pointer_key(marks->core->arena, "", name);
        walk_begin(walk, room, document_tree(document, pointer), pointer, name);
        while (walk_next(walk)) {
            const char *text = tree_text(walk->value, NULL);
            arena_pulse(marks->core->arena);
            if (walk->in_extension && tree_is_number(walk->value)) {
                mark_number(marks, walk);
            } else if (walk->in_extension && text != NULL) {
                mark_pointer(marks, text);
            }
        }
    }
    arena_close(room);
}

/* ---- unused objects ---- */

enum { NAMED_MAX = 5, PLACES_MAX = 10, BYTES_LEAST = 64 << 10 };

/* Returns the number of bytes of an element; 0 if it has none. */
static double bytes_behind(const struct core *core, enum object_list list, size_t index)
{
    double bytes = 0;
    if (list == ACCESSORS && core->accessors[index].sound && core->accessors[index].view != CORE_NONE) {
        bytes = core->accessors[index].count * (double)core->accessors[index].size;
    } else if (list == BUFFER_VIEWS) {
        bytes = core->views[index].length;
    } else if (list == BUFFERS) {
        tree_number(tree_get(tree_at(core->buffers, index), "byteLength"), &bytes);
    }
    return fmin(fmax(bytes, 0), 1e15);
}

static size_t count_unused(const struct use_marks *marks, enum object_list list)
{
    size_t count = 0;
    for (size_t i = 0; i < marks->counts[list]; i++) {
        count += !marks->used[list][i];
    }
    return list == NODES && !marks->scenes ? 0 : count;
}

static void report_list(const struct use_marks *marks, enum object_list list)
{
    struct core *core = marks->core;
    size_t count = count_unused(marks, list);
    struct argument names[NAMED_MAX];
    size_t shown = 0;
    double bytes = 0;
    bool of_bytes = list == ACCESSORS || list == BUFFER_VIEWS || list == BUFFERS;
    if (count == 0) {
        return;
    }
    for (size_t i = 0; i < marks->counts[list]; i++) {
        if (marks->used[list][i]) {
            continue;
        }
        bytes += bytes_behind(core, list, i);
        if (shown < NAMED_MAX) {
            names[shown++] = core_name(core, "", lists[list].place, i, 0);
        }
    }
    /* exporters of VRM leave a few behind, which costs nothing */
    if ((list == ACCESSORS || list == BUFFER_VIEWS) && core->is_vrm && bytes < BYTES_LEAST &&
        !findings_named(core->check->findings, RULE_GLTF_UNUSED_OBJECT)) {
        return;
    }
    struct argument some = argument_list("things", names, shown, count, JOIN_COMMA);
    struct argument number = COUNT("count", count);
    struct finding *finding = report_taking(core->check->findings, lists[list].message, place_at(lists[list].pointer),
                                            ARGUMENTS(number, some, core_count("bytes", bytes)));
    finding_measure(finding, "count", (double)count);
    if (of_bytes) {
        finding_measure(finding, "bytes", bytes);
    }
    if (list == BUFFERS) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
    for (size_t i = 0, related = 0; i < marks->counts[list]; i++) {
        if (marks->used[list][i]) {
            continue;
        }
        if (list != BUFFERS) { /* a separate file or the BIN chunk, whose bytes remain */
            finding_edit(finding, VRMLINT_EDIT_REMOVE, place_of(lists[list].place, i, 0, NULL), NULL);
        }
        if (related < PLACES_MAX) {
            related++;
            finding_relate(finding, RELATED_GLTF_UNUSED_OBJECT__DEFAULT, place_of(lists[list].place, i, 0, NULL),
                           NO_ARGUMENTS);
        }
    }
}

/* Whether a node has no content and isn't named by anything except a scene or a parent. */
static bool is_empty(const struct scene *scene, size_t node, const bool *named)
{
    static const char *const members[] = {"children", "mesh", "camera", "extensions", "extras", NULL};
    bool empty = tree_is_object(scene->nodes[node].json) && !named[node];
    for (size_t k = 0; members[k] != NULL && empty; k++) {
        empty = tree_get(scene->nodes[node].json, members[k]) == NULL;
    }
    return empty;
}

/* Reports empty nodes. named: nodes that something other than a scene or parent refers to. */
static void report_empty(struct core *core, const bool *named)
{
    const struct scene *scene = core->check->avatar->scene;
    struct argument names[NAMED_MAX];
    size_t *places = arena_array(core->arena, scene->count, sizeof *places);
    size_t count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        if (!is_empty(scene, i, named)) {
            continue;
        }
        if (count < NAMED_MAX) {
            names[count] = core_name(core, "", PLACE_NODE, i, 0);
        }
        places[count++] = i;
    }
    if (count == 0) {
        return;
    }
    struct finding *finding =
        report(core->check->findings, MESSAGE_GLTF_NODE_EMPTY__DEFAULT, place_at("/nodes"),
               ARGUMENTS(COUNT("count", count),
                         argument_list("things", names, count < NAMED_MAX ? count : NAMED_MAX, count, JOIN_COMMA)));
    finding_measure(finding, "count", (double)count);
    for (size_t i = 0; i < count; i++) {
        finding_edit(finding, VRMLINT_EDIT_REMOVE, place_node(places[i], NULL), NULL);
        if (i < PLACES_MAX) {
            finding_relate(finding, RELATED_GLTF_NODE_EMPTY__DEFAULT, place_node(places[i], NULL), NO_ARGUMENTS);
        }
    }
}

static struct use_marks marks_new(struct core *core)
{
    struct use_marks marks = {.core = core};
    const struct tree *skins = document_tree(core->document, "/skins");
    const struct tree *cameras = document_tree(core->document, "/cameras");
    marks.counts[ACCESSORS] = core->accessor_count;
    marks.counts[BUFFER_VIEWS] = core->view_count;
    marks.counts[BUFFERS] = core->buffer_count;
    marks.counts[CAMERAS] = tree_length(cameras);
    marks.counts[MESHES] = core->mesh_count;
    marks.counts[SKINS] = tree_length(skins);
    marks.counts[NODES] = core->check->avatar->scene->count;
    for (enum object_list list = ACCESSORS; list < LISTS; list++) {
        marks.used[list] = arena_array(core->arena, marks.counts[list], sizeof *marks.used[list]);
    }
    return marks;
}

void core_check_unused(struct core *core)
{
    struct findings *findings = core->check->findings;
    if (findings_want(findings, RULE_GLTF_UNUSED_OBJECT)) {
        struct use_marks marks = marks_new(core);
        size_t unused = 0;
        mark_core(&marks);
        for (enum object_list list = ACCESSORS; list < LISTS; list++) {
            unused += count_unused(&marks, list);
        }
        if (unused > 0) { /* otherwise searching all extensions isn't worthwhile */
            mark_extensions(&marks);
        }
        for (enum object_list list = ACCESSORS; unused > 0 && list < LISTS; list++) {
            report_list(&marks, list);
        }
    }
    if (findings_want(findings, RULE_GLTF_NODE_EMPTY)) {
        struct use_marks marks = marks_new(core);
        const struct scene *scene = core->check->avatar->scene;
        bool any = false;
        for (size_t i = 0; i < scene->count; i++) {
            marks.used[NODES][i] = scene->nodes[i].skin_joint;
            any = any || is_empty(scene, i, marks.used[NODES]);
        }
        if (any) { /* as above */
            mark_extensions(&marks);
            report_empty(core, marks.used[NODES]);
        }
    }
}
