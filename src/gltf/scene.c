#include "gltf/scene.h"

#include "base/graph.h"
#include "base/pointer.h"
#include "gltf/expect.h"
#include "ids/messages_gltf.h"
#include "ids/messages_skipped.h"
#include "ids/messages_words.h"
#include "ids/rules.h"
#include "tables/extensions.h"

/* A scene while it is being read. */
struct scene_builder {
    struct document *document;
    bool quiet; /* the file has another major version, to which the rules don't apply */
    struct arena *arena;
    struct arena *passing; /* for temporary memory while the scene is read */
    struct scene *scene;
    size_t *links;       /* all lists of children, without unresolved indices */
    size_t *links_begin; /* count + 1 offsets into links */
    bool links_lost;     /* some node or child can't be read, so nodes may lack their parents */
    size_t *listed;      /* per node: one more than the index of the last scene that lists it; 0: none does */
    size_t *roots;       /* nodes of the default scene, or of the first scene if the file names none, each once */
    size_t root_count;
    bool roots_are_unequal; /* other scenes may be shown as well */
};

/* Reads the JSON of asset, nodes, skins and scenes. */

static void read_asset(struct scene_builder *builder)
{
    struct document *document = builder->document;
    if (!document_has(document, "asset")) {
        report(document->findings, MESSAGE_GLTF_ASSET_VERSION__NO_ASSET, place_file(), NO_ARGUMENTS);
        return;
    }
    const struct tree *asset = document_tree(document, "/asset");
    const char *version = tree_text(tree_get(asset, "version"), NULL);
    if (tree_is_object(asset) && tree_get(asset, "version") == NULL) {
        report(document->findings, MESSAGE_GLTF_ASSET_VERSION__NO_VERSION, place_at("/asset"), NO_ARGUMENTS);
    } else if (version != NULL && expect_major(version) != 2) {
        report(document->findings, MESSAGE_GLTF_ASSET_VERSION__DEFAULT, place_at("/asset/version"),
               ARGUMENTS(TEXT("version", version)));
    }
}

/* ---- transforms ---- */

static void read_matrix(struct arena *arena, struct scene_node *node, const double *m)
{
    struct mat34 *matrix = arena_alloc(arena, sizeof *matrix);
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            matrix->m[row][column] = m[column * 4 + row];
        }
    }
    node->matrix = matrix;
    node->translation = mat34_translation(matrix);
    node->scale = mat34_scale(matrix);
    if (mat34_determinant(matrix) < 0) {
        node->scale.x = -node->scale.x;
    }
}

/* Tolerance for rounding in a matrix: absolute, and relative for numbers above 1. */
#define MATRIX_TOLERANCE 5e-5

/* Returns how far an axis extends along another one, in the units of the matrix, divided by 2: a matrix composed from
 * the nearest translation, rotation and scale differs by half of it on each of the two axes. */
static double most_shear(const struct mat34 *matrix)
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        struct vec3 a = mat34_column(matrix, i);
        struct vec3 b = mat34_column(matrix, (i + 1) % 3);
        double longer = fmax(vec3_length(a), vec3_length(b));
        most = longer > 0 ? fmax(most, fabs(vec3_dot(a, b)) / longer) : most;
    }
    return most / 2;
}

/* Returns "node 4 'Hips'", for a placeholder named as. Borrows the name. */
static struct argument scene_heading(const char *as, const struct scene *scene, size_t index)
{
    return the_thing(as, WORDS_NODE_HEADING, index, scene->nodes[index].name);
}

/* Checks that a matrix is composed of a translation, a rotation and a scale. m: its 16 numbers, column by column. */
static void check_matrix(struct scene_builder *builder, size_t index, const double *m)
{
    const struct scene_node *node = &builder->scene->nodes[index];
    double largest = 1;
    for (int i = 0; i < 12; i++) {
        largest = i % 4 == 3 ? largest : fmax(largest, fabs(m[i]));
    }
    double tolerance = MATRIX_TOLERANCE * largest;
    struct place place = place_node(index, "matrix");
    struct findings *findings = builder->document->findings;
    struct argument name = scene_heading("node", builder->scene, index);
    if (fabs(m[3]) > tolerance || fabs(m[7]) > tolerance || fabs(m[11]) > tolerance ||
        fabs(m[15] - 1) > MATRIX_TOLERANCE) {
        const struct argument row[] = {NUMBER(NULL, m[3], 6), NUMBER(NULL, m[7], 6), NUMBER(NULL, m[11], 6),
                                       NUMBER(NULL, m[15], 6)};
        report(findings, MESSAGE_GLTF_NODE_MATRIX_NOT_TRS__LAST_ROW, place,
               ARGUMENTS(name, argument_list("row", row, 4, 4, JOIN_SPACE)));
    } else if (mat34_determinant(node->matrix) == 0) {
        report(findings, MESSAGE_GLTF_NODE_MATRIX_NOT_TRS__FLAT, place, ARGUMENTS(name));
    } else if (most_shear(node->matrix) > tolerance) {
        report(findings, MESSAGE_GLTF_NODE_MATRIX_NOT_TRS__SHEARED, place,
               ARGUMENTS(name, NUMBER("shear", most_shear(node->matrix), 3), NUMBER("most", tolerance, 3)));
    }
}

static void check_rotation(struct scene_builder *builder, size_t index, struct quat rotation)
{
    double length = quat_length(rotation);
    if (builder->quiet || fabs(length - 1) <= QUAT_UNIT_TOLERANCE) {
        return;
    }
    struct finding *finding =
        report(builder->document->findings,
               length > 0 ? MESSAGE_GLTF_ROTATION_NOT_UNIT__DEFAULT : MESSAGE_GLTF_ROTATION_NOT_UNIT__ZERO,
               place_node(index, "rotation"),
               ARGUMENTS(scene_heading("node", builder->scene, index), NUMBER("length", length, 6)));
    finding_measure(finding, "length", length);
    if (length == 0) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    struct quat unit = quat_normalise(rotation);
    finding_set_numbers(finding, "0", (const double[]){unit.x, unit.y, unit.z, unit.w}, 4);
}

/* Returns whether the member is usable: absent or well-typed. *given: present and well-typed. */
static bool read_member(const struct tree *json, const char *key, double *numbers, size_t count, bool *given)
{
    const struct tree *value = tree_get(json, key);
    *given = expect_numbers(value, numbers, count);
    return value == NULL || *given;
}

static void read_transform(struct scene_builder *builder, size_t index)
{
    struct scene_node *node = &builder->scene->nodes[index];
    double t[3] = {0, 0, 0};
    double r[4] = {0, 0, 0, 1};
    double s[3] = {1, 1, 1};
    double m[16];
    bool has_t;
    bool has_r;
    bool has_s;
    node->usable = read_member(node->json, "translation", t, 3, &has_t) && node->usable;
    node->usable = read_member(node->json, "rotation", r, 4, &has_r) && node->usable;
    node->usable = read_member(node->json, "scale", s, 3, &has_s) && node->usable;
    node->usable = read_member(node->json, "matrix", m, 16, &node->has_matrix) && node->usable;
    node->translation = (struct vec3){t[0], t[1], t[2]};
    node->scale = (struct vec3){s[0], s[1], s[2]};
    node->rotation = (struct quat){r[0], r[1], r[2], r[3]};
    if (has_r) {
        check_rotation(builder, index, node->rotation);
    }
    if (!node->has_matrix) {
        return;
    }
    /* the matrix wins, as in most loaders */
    node->rotation = (struct quat){0, 0, 0, 1};
    read_matrix(builder->arena, node, m);
    if (!builder->quiet) {
        check_matrix(builder, index, m);
    }
    if (!builder->quiet && (has_t || has_r || has_s)) {
        report(builder->document->findings,
               has_t   ? MESSAGE_GLTF_NODE_MATRIX_AND_TRS__TRANSLATION
               : has_r ? MESSAGE_GLTF_NODE_MATRIX_AND_TRS__ROTATION
                       : MESSAGE_GLTF_NODE_MATRIX_AND_TRS__SCALE,
               place_node(index, "matrix"), ARGUMENTS(scene_heading("node", builder->scene, index)));
    }
}

/* ---- nodes ---- */

static bool has_other(const struct tree *extensions)
{
    for (void *i = tree_first(extensions); i != NULL; i = tree_next(extensions, i)) {
        enum extension_id id = extension_by_name(tree_key(i));
        bool other = id == EXTENSION_COUNT ? extension_misspelt(tree_key(i)) == EXTENSION_COUNT
                                           : id == EXTENSION_LIGHTS || id == EXTENSION_VISIBILITY;
        if (other) {
            return true;
        }
    }
    return false;
}

static size_t read_reference(const struct tree *json, const char *key, size_t count)
{
    size_t index;
    return tree_index(tree_get(json, key), count, &index) ? index : SCENE_NONE;
}

/* Whether a node has a mesh or skin that can't be read or is missing. It might have been visible. */
static bool is_lost(const struct scene_node *node)
{
    return (node->mesh == SCENE_NONE && tree_get(node->json, "mesh") != NULL) ||
           (tree_get(node->json, "skin") != NULL && (node->skin == SCENE_NONE || node->mesh == SCENE_NONE));
}

static void read_node(struct scene_builder *builder, size_t index, size_t camera_count)
{
    struct scene_node *node = &builder->scene->nodes[index];
    node->parent = SCENE_NONE;
    node->mesh = SCENE_NONE;
    node->skin = SCENE_NONE;
    node->camera = SCENE_NONE;
    node->rotation.w = 1;
    node->scale = (struct vec3){1, 1, 1};
    node->usable = tree_is_object(node->json);
    if (!node->usable) {
        builder->links_lost = true;
        return;
    }
    node->name = expect_text(tree_get(node->json, "name"));
    node->mesh = read_reference(node->json, "mesh", builder->scene->mesh_count);
    node->skin = read_reference(node->json, "skin", builder->scene->skin_count);
    node->camera = read_reference(node->json, "camera", camera_count);
    builder->scene->looks_lost = builder->scene->looks_lost || is_lost(node);
    read_transform(builder, index);
    node->has_other = has_other(tree_get(node->json, "extensions"));
    node->constrained = tree_is_object(tree_extension(node->json, "VRMC_node_constraint"));
}

/* parent: the second parent, which lists the child at an entry of its list. */
static void report_two_parents(struct scene_builder *builder, size_t parent, size_t entry, size_t child)
{
    const struct scene *scene = builder->scene;
    struct findings *findings = builder->document->findings;
    size_t first = scene->nodes[child].parent;
    if (builder->quiet || first == parent /* gltf/duplicate-item */ || first == child ||
        parent == child /* gltf/node-loop */ || !findings_want(findings, RULE_GLTF_NODE_TWO_PARENTS)) {
        return;
    }
    struct finding *finding =
        report(findings, MESSAGE_GLTF_NODE_TWO_PARENTS__DEFAULT, place_of(PLACE_NODE_CHILD, parent, entry, NULL),
               ARGUMENTS(scene_heading("node", scene, child), scene_name("first", scene, first),
                         scene_name("parent", scene, parent)));
    finding_relate(finding, RELATED_GLTF_NODE_TWO_PARENTS__DEFAULT, place_node(first, NULL),
                   ARGUMENTS(scene_name("node", scene, first)));
}

/* Fills in links, and sets the parent of each node by the first list that contains it. */
static void read_children(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    size_t total = 0;
    for (size_t i = 0; i < scene->count; i++) {
        total += tree_count(tree_get(scene->nodes[i].json, "children"));
    }
    builder->links = arena_array(builder->passing, total, sizeof *builder->links);
    builder->links_begin = arena_array(builder->passing, scene->count + 1, sizeof *builder->links_begin);
    size_t at = 0;
    for (size_t i = 0; i < scene->count; i++) {
        arena_pulse(builder->arena);
        builder->links_begin[i] = at;
        const struct tree *list = tree_get(scene->nodes[i].json, "children");
        if (!tree_is_array(list)) {
            builder->links_lost = builder->links_lost || list != NULL;
            continue;
        }
        size_t count = tree_count(list);
        for (size_t k = 0; k < count; k++) {
            size_t child;
            if (!tree_index(tree_at(list, k), scene->count, &child)) {
                builder->links_lost = true;
                continue;
            }
            builder->links[at++] = child;
            if (scene->nodes[child].parent == SCENE_NONE) {
                scene->nodes[child].parent = i;
            } else {
                report_two_parents(builder, i, k, child);
            }
        }
    }
    builder->links_begin[scene->count] = at;
}

/* ---- skins ---- */

/* Marks the joints of a skin. Returns false if a part of it can't be read. used: a node with a mesh has this skin. */
static bool read_skin(struct scene *scene, const struct tree *skin, bool used)
{
    const struct tree *joints = tree_get(skin, "joints");
    if (!tree_is_array(joints)) {
        return false;
    }
    bool whole = tree_count(joints) > 0;
    for (size_t i = 0; i < tree_count(joints); i++) {
        size_t node;
        if (tree_index(tree_at(joints, i), scene->count, &node)) {
            scene->nodes[node].skin_joint = true;
            scene->nodes[node].skinned = scene->nodes[node].skinned || used;
        } else {
            whole = false;
        }
    }
    return whole;
}

static void read_skins(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    const struct tree *skins = document_tree(builder->document, "/skins");
    if (!tree_is_array(skins)) {
        return;
    }
    bool *used = arena_array(builder->arena, scene->skin_count, sizeof *used);
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[i].mesh != SCENE_NONE && scene->nodes[i].skin != SCENE_NONE) {
            used[scene->nodes[i].skin] = true;
        }
    }
    for (size_t i = 0; i < scene->skin_count; i++) {
        bool whole = read_skin(scene, tree_at(skins, i), used[i]);
        scene->looks_lost = scene->looks_lost || !whole;
    }
}

/* Reads asset, nodes and skins: everything in a node except what depends on the hierarchy; and links. */
static void scene_read_nodes(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    struct document *document = builder->document;
    read_asset(builder);
    const struct tree *nodes = document_tree(document, "/nodes");
    scene->count = tree_length(nodes);
    scene->looks_lost = nodes != NULL && !tree_is_array(nodes);
    scene->bound = expect_bound(nodes);
    scene->nodes = arena_array(builder->arena, scene->count, sizeof *scene->nodes);
    scene->mesh_count = document_count(document, "meshes");
    scene->skin_count = document_count(document, "skins");
    size_t camera_count = document_count(document, "cameras");
    for (size_t i = 0; i < scene->count; i++) {
        arena_pulse(builder->arena);
        scene->nodes[i].json = tree_at(nodes, i);
        read_node(builder, i, camera_count);
    }
    read_children(builder);
    read_skins(builder);
}

/* ---- scenes ---- */

/* Whether apps show a scene. */
enum scene_shown { SHOWN_NEVER, SHOWN_MAYBE, SHOWN_FIRST };

/* Reports a node in the list of a scene that has a parent. Its topmost ancestor belongs there instead. */
static void report_not_root(struct scene_builder *builder, size_t index, const struct tree *value, size_t entry,
                            size_t node)
{
    enum { STEPS_MOST = 256 };
    const struct scene *scene = builder->scene;
    size_t top = node;
    for (size_t step = 0; step < STEPS_MOST && scene->nodes[top].parent != SCENE_NONE; step++) {
        top = scene->nodes[top].parent;
    }
    bool comes_along = builder->listed[top] == index + 1;
    report(builder->document->findings,
           comes_along ? MESSAGE_GLTF_SCENE_NODE_NOT_ROOT__DEFAULT : MESSAGE_GLTF_SCENE_NODE_NOT_ROOT__UNLISTED,
           place_of(PLACE_SCENE_NODE, index, entry, NULL),
           ARGUMENTS(the_thing("scene", WORDS_SCENE, index, tree_text(tree_get(value, "name"), NULL)),
                     scene_name("node", scene, node), scene_name("parent", scene, scene->nodes[node].parent),
                     comes_along ? argument_end() : scene_name("top", scene, top)));
}

/* Marks the nodes that a scene lists. Returns false if a part of the list can't be read. */
static bool read_scene(struct scene_builder *builder, size_t index, const struct tree *value, enum scene_shown shown)
{
    struct scene *scene = builder->scene;
    const struct tree *list = tree_get(value, "nodes");
    bool whole = tree_is_object(value) && (tree_is_array(list) || list == NULL);
    size_t count = tree_length(list);
    for (size_t k = 0; k < count; k++) {
        size_t node;
        if (!tree_index(tree_at(list, k), scene->count, &node)) {
            whole = false;
            continue;
        }
        builder->listed[node] = index + 1;
        scene->nodes[node].listed = true;
        scene->nodes[node].in_scene = scene->nodes[node].in_scene || shown != SHOWN_NEVER;
        if (shown == SHOWN_FIRST && !scene->nodes[node].in_default) {
            scene->nodes[node].in_default = true;
            builder->roots[builder->root_count++] = node;
        }
    }
    for (size_t k = 0; k < count && !builder->quiet; k++) {
        size_t node;
        if (tree_index(tree_at(list, k), scene->count, &node) && scene->nodes[node].parent != SCENE_NONE) {
            report_not_root(builder, index, value, k, node);
        }
    }
    return whole;
}

/* Reads scenes, and sets in_scene and in_default of the nodes that they list. */
static void scene_read_scenes(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    struct document *document = builder->document;
    const struct tree *scenes = document_tree(document, "/scenes");
    size_t count = tree_length(scenes);
    size_t chosen = SCENE_NONE;
    tree_index(document_tree(document, "/scene"), count, &chosen);
    builder->listed = arena_array(builder->passing, scene->count, sizeof *builder->listed);
    builder->roots = arena_array(builder->passing, scene->count, sizeof *builder->roots);
    builder->roots_are_unequal = count > 1 && !document_has(document, "scene");
    bool whole = count > 0;
    for (size_t i = 0; i < count; i++) {
        bool first = i == (chosen == SCENE_NONE ? 0 : chosen);
        enum scene_shown shown = first ? SHOWN_FIRST : chosen == SCENE_NONE ? SHOWN_MAYBE : SHOWN_NEVER;
        bool read = read_scene(builder, i, tree_at(scenes, i), shown);
        whole = whole && (read || shown == SHOWN_NEVER);
        builder->roots_are_unequal = builder->roots_are_unequal && (read || shown != SHOWN_FIRST);
    }
    /* If a file has no scenes, it doesn't define what is shown, so no node can be reported as missing from it. The
     * same holds if the shown scene can't be read. */
    for (size_t i = 0; !whole && i < scene->count; i++) {
        scene->nodes[i].in_scene = true;
    }
}

/* The node hierarchy: cuts loops, gives each child one parent, and computes matrices from the roots down. */

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
        any = any || builder->listed[i] != 0;
    }
    for (size_t i = 0; any && i < scene->count; i++) {
        struct scene_node *node = &scene->nodes[i];
        node->usable = node->usable && (node->parent != SCENE_NONE || builder->listed[i] != 0);
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
struct forest_walk {
    size_t *path;  /* from the root to the current node */
    size_t *next;  /* per node on the path: the index of its next child */
    size_t order;  /* nodes visited so far */
    bool *entered; /* per node */
};

static void walk_tree(struct scene_builder *builder, struct forest_walk *walk, size_t root)
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
    struct forest_walk walk = {
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

size_t scene_node_at(const struct scene *scene, const struct tree *index)
{
    size_t node;
    return tree_index(index, scene->count, &node) ? node : SCENE_NONE;
}

size_t scene_resolve(const struct scene *scene, const struct tree *index)
{
    size_t node = scene_node_at(scene, index);
    return scene_usable(scene, node) ? node : SCENE_NONE;
}

size_t scene_turned_by(const struct scene *scene, size_t index, double least)
{
    size_t found = SCENE_NONE;
    for (; index != SCENE_NONE; index = scene->nodes[index].parent) {
        struct mat34 local = scene_local(&scene->nodes[index]);
        struct vec3 ahead = mat34_column(&local, 2);
        found = atan2(fabs(ahead.x), ahead.z) > least ? index : found;
    }
    return found;
}

bool scene_is_above(const struct scene *scene, size_t a, size_t b)
{
    return a != b && scene_is_above_or_same(scene, a, b);
}

bool scene_is_above_or_same(const struct scene *scene, size_t a, size_t b)
{
    return scene_usable(scene, a) && scene_usable(scene, b) && scene->nodes[a].enter <= scene->nodes[b].enter &&
           scene->nodes[b].enter < scene->nodes[a].leave;
}

struct vec3 scene_position(const struct scene *scene, size_t index)
{
    return mat34_translation(&scene->nodes[index].world);
}

/* enter is a node's index in pre-order over all nodes. */
const size_t *scene_order(struct arena *arena, const struct scene *scene, size_t *count)
{
    size_t *order = arena_array(arena, scene->count, sizeof *order);
    for (size_t i = 0; i < scene->count; i++) {
        order[scene->nodes[i].enter] = i;
    }
    *count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[order[i]].usable) {
            order[(*count)++] = order[i];
        }
    }
    return order;
}

/* marked: NULL for the roots. */
static size_t *find_above(struct arena *arena, const struct scene *scene, const bool *marked)
{
    size_t *found = arena_array(arena, scene->count, sizeof *found);
    size_t count;
    const size_t *order = scene_order(arena, scene, &count);
    for (size_t i = 0; i < scene->count; i++) {
        found[i] = SCENE_NONE;
    }
    for (size_t i = 0; i < count; i++) {
        size_t node = order[i];
        size_t parent = scene->nodes[node].parent;
        bool is_it = marked == NULL ? parent == SCENE_NONE : marked[node];
        found[node] = is_it ? node : parent == SCENE_NONE ? SCENE_NONE : found[parent];
    }
    arena_discard(arena, order);
    return found;
}

size_t *scene_nearest(struct arena *arena, const struct scene *scene, const bool *marked)
{
    return find_above(arena, scene, marked);
}

size_t *scene_tops(struct arena *arena, const struct scene *scene)
{
    return find_above(arena, scene, NULL);
}

struct argument the_thing(const char *as, enum message words, size_t index, const char *name)
{
    struct argument argument = WORD(as, words);
    argument.as.said.index[0] = index;
    argument.as.said.names[0] = name == NULL || *name == '\0' ? NULL : name;
    return argument;
}

struct argument scene_name(const char *as, const struct scene *scene, size_t index)
{
    const char *name = index < scene->count ? scene->nodes[index].name : NULL;
    return the_thing(as, name == NULL ? WORDS_NODE_UNNAMED : WORDS_NODE, index, name);
}
