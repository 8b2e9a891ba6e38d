/* Reads the JSON of asset, nodes, skins and scenes. */
#include "base/pointer.h"
#include "gltf/scene_parts.h"
#include "ids/messages_gltf.h"
#include "ids/messages_words.h"
#include "ids/rules.h"
#include "tables/extensions.h"

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

void scene_read_nodes(struct scene_builder *builder)
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
enum shown { SHOWN_NEVER, SHOWN_MAYBE, SHOWN_FIRST };

/* Marks the nodes that a scene lists. Returns false if a part of the list can't be read. */
static bool read_scene(struct scene_builder *builder, size_t index, const struct tree *value, enum shown shown)
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
        builder->listed[node] = true;
        scene->nodes[node].in_scene = scene->nodes[node].in_scene || shown != SHOWN_NEVER;
        if (shown == SHOWN_FIRST && !scene->nodes[node].in_default) {
            scene->nodes[node].in_default = true;
            builder->roots[builder->root_count++] = node;
        }
        if (scene->nodes[node].parent != SCENE_NONE && !builder->quiet) {
            report(builder->document->findings, MESSAGE_GLTF_SCENE_NODE_NOT_ROOT__DEFAULT,
                   place_of(PLACE_SCENE_NODE, index, k, NULL),
                   ARGUMENTS(the_thing("scene", WORDS_SCENE, index, tree_text(tree_get(value, "name"), NULL)),
                             scene_name("node", scene, node), scene_name("parent", scene, scene->nodes[node].parent)));
        }
    }
    return whole;
}

void scene_read_scenes(struct scene_builder *builder)
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
        enum shown shown = first ? SHOWN_FIRST : chosen == SCENE_NONE ? SHOWN_MAYBE : SHOWN_NEVER;
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
