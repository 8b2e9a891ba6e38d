/* The JSON of asset, nodes, skins and scenes. */
#include "base/pointer.h"
#include "gltf/scene_parts.h"
#include "ids/messages_gltf.h"
#include "ids/rules.h"
#include "tables/extensions.h"

/* How far a rotation's length may be from 1: what the Khronos validator allows, so that 8-bit data passes. */

static void read_asset(struct scene_builder *builder)
{
    struct document *document = builder->expect.document;
    struct expect_path path = {.key = "asset"};
    if (!document_has(document, "asset")) {
        report(document->findings, MESSAGE_GLTF_ASSET_VERSION__NO_ASSET, place_file(), NO_ARGUMENTS);
        return;
    }
    const struct tree *asset = document_tree(document, "/asset");
    if (!expect_object(&builder->expect, &path, asset)) {
        return;
    }
    const struct tree *value = tree_get(asset, "version");
    if (value == NULL) {
        report(document->findings, MESSAGE_GLTF_ASSET_VERSION__NO_VERSION, place_at("/asset"), NO_ARGUMENTS);
        return;
    }
    if (!tree_is_string(value)) {
        expect_text(&builder->expect, &(struct expect_path){.up = &path, .key = "version"}, value);
        return;
    }
    const char *version = tree_text(value, NULL);
    if (expect_major(version) != 2) {
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

/* How far rounding may take a matrix: of each number, and of numbers above 1 by so much of them. */
#define MATRIX_TOLERANCE 5e-5

/* How far an axis lies along another, in the units of the matrix. A matrix that is put together again out of the
 * nearest translation, rotation and scale is off by half of it, on each of the two. */
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

/* A matrix must be what a translation, a rotation and a scale make. m: its 16 numbers, column after column. */
static void check_matrix(struct scene_builder *builder, const struct expect_path *path, const struct scene_node *node,
                         const double *m)
{
    double largest = 1;
    for (int i = 0; i < 12; i++) {
        largest = i % 4 == 3 ? largest : fmax(largest, fabs(m[i]));
    }
    double tolerance = MATRIX_TOLERANCE * largest;
    struct place place = place_at(expect_pointer(builder->arena, path));
    struct findings *findings = builder->expect.document->findings;
    struct argument name = expect_subject("node", path);
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

static void check_rotation(struct scene_builder *builder, const struct expect_path *path, const struct scene_node *node)
{
    double length = quat_length(node->rotation);
    if (builder->expect.quiet || fabs(length - 1) <= QUAT_UNIT_TOLERANCE) {
        return;
    }
    struct finding *finding =
        report(builder->expect.document->findings,
               length > 0 ? MESSAGE_GLTF_ROTATION_NOT_UNIT__DEFAULT : MESSAGE_GLTF_ROTATION_NOT_UNIT__ZERO,
               place_at(expect_pointer(builder->arena, path)),
               ARGUMENTS(expect_subject("node", path), NUMBER("length", length, 6)));
    finding_measure(finding, "length", length);
    if (length == 0) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    struct quat unit = quat_normalise(node->rotation);
    finding_set_numbers(finding, "0", (const double[]){unit.x, unit.y, unit.z, unit.w}, 4);
}

/* Returns whether the member can be used; *given says whether it is there and well-typed. */
static bool read_member(struct scene_builder *builder, const struct expect_path *path, const struct tree *json,
                        double *numbers, size_t count, bool *given)
{
    const struct tree *value = tree_get(json, path->key);
    *given = expect_numbers(&builder->expect, path, value, numbers, count);
    return value == NULL || *given;
}

static void read_transform(struct scene_builder *builder, const struct expect_path *path, struct scene_node *node)
{
    double t[3] = {0, 0, 0};
    double r[4] = {0, 0, 0, 1};
    double s[3] = {1, 1, 1};
    double m[16];
    bool has_t;
    bool has_r;
    bool has_s;
    struct expect_path members[4] = {{.up = path, .key = "translation"},
                                     {.up = path, .key = "rotation"},
                                     {.up = path, .key = "scale"},
                                     {.up = path, .key = "matrix"}};
    node->usable = read_member(builder, &members[0], node->json, t, 3, &has_t) && node->usable;
    node->usable = read_member(builder, &members[1], node->json, r, 4, &has_r) && node->usable;
    node->usable = read_member(builder, &members[2], node->json, s, 3, &has_s) && node->usable;
    node->usable = read_member(builder, &members[3], node->json, m, 16, &node->has_matrix) && node->usable;
    node->translation = (struct vec3){t[0], t[1], t[2]};
    node->scale = (struct vec3){s[0], s[1], s[2]};
    node->rotation = (struct quat){r[0], r[1], r[2], r[3]};
    if (has_r) {
        check_rotation(builder, &members[1], node);
    }
    if (!node->has_matrix) {
        return;
    }
    /* as most loaders do, the matrix wins */
    node->rotation = (struct quat){0, 0, 0, 1};
    read_matrix(builder->arena, node, m);
    if (!builder->expect.quiet) {
        check_matrix(builder, &members[3], node, m);
    }
    if (!builder->expect.quiet && (has_t || has_r || has_s)) {
        report(builder->expect.document->findings,
               has_t   ? MESSAGE_GLTF_NODE_MATRIX_AND_TRS__TRANSLATION
               : has_r ? MESSAGE_GLTF_NODE_MATRIX_AND_TRS__ROTATION
                       : MESSAGE_GLTF_NODE_MATRIX_AND_TRS__SCALE,
               place_at(expect_pointer(builder->arena, &members[3])), ARGUMENTS(expect_subject("node", path)));
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

static void read_extensions(struct scene_builder *builder, const struct expect_path *path, struct scene_node *node)
{
    const struct tree *extensions = tree_get(node->json, "extensions");
    struct expect_path place = {.up = path, .key = "extensions"};
    if (expect_object(&builder->expect, &place, extensions)) {
        node->has_other = has_other(extensions);
        node->constrained = tree_is_object(tree_get(extensions, "VRMC_node_constraint"));
    }
}

/* What the indices of a node count up to. */
struct counts {
    size_t meshes;
    size_t skins;
    size_t cameras;
};

static size_t read_reference(struct scene_builder *builder, const struct expect_path *path, const struct tree *json,
                             size_t count, enum message noun)
{
    size_t index;
    return expect_index(&builder->expect, path, tree_get(json, path->key), count, noun, &index) ? index : SCENE_NONE;
}

/* Meshes and skins are what makes a node visible: one that is meant and can't be read, or that isn't there, may have
 * shown it. */
static bool is_lost(const struct scene_node *node)
{
    return (node->mesh == SCENE_NONE && tree_get(node->json, "mesh") != NULL) ||
           (tree_get(node->json, "skin") != NULL && (node->skin == SCENE_NONE || node->mesh == SCENE_NONE));
}

static void read_node(struct scene_builder *builder, const struct expect_path *nodes, size_t index,
                      const struct counts *counts)
{
    struct scene_node *node = &builder->scene->nodes[index];
    struct expect_path path = {.up = nodes, .index = index};
    node->parent = SCENE_NONE;
    node->mesh = SCENE_NONE;
    node->skin = SCENE_NONE;
    node->camera = SCENE_NONE;
    node->rotation.w = 1;
    node->scale = (struct vec3){1, 1, 1};
    node->usable = expect_object(&builder->expect, &path, node->json);
    if (!node->usable) {
        builder->links_lost = true;
        return;
    }
    node->name =
        expect_text(&builder->expect, &(struct expect_path){.up = &path, .key = "name"}, tree_get(node->json, "name"));
    path.name = node->name;
    node->mesh = read_reference(builder, &(struct expect_path){.up = &path, .key = "mesh"}, node->json, counts->meshes,
                                WORDS_NOUN_MESHES);
    node->skin = read_reference(builder, &(struct expect_path){.up = &path, .key = "skin"}, node->json, counts->skins,
                                WORDS_NOUN_SKINS);
    node->camera = read_reference(builder, &(struct expect_path){.up = &path, .key = "camera"}, node->json,
                                  counts->cameras, WORDS_NOUN_CAMERAS);
    builder->scene->looks_lost = builder->scene->looks_lost || is_lost(node);
    read_transform(builder, &path, node);
    read_extensions(builder, &path, node);
}

static void report_two_parents(struct scene_builder *builder, const struct expect_path *path, size_t parent,
                               size_t child)
{
    struct arena *arena = builder->arena;
    const struct scene *scene = builder->scene;
    struct findings *findings = builder->expect.document->findings;
    if (builder->expect.quiet || !findings_want(findings, RULE_GLTF_NODE_TWO_PARENTS)) {
        return;
    }
    size_t first = scene->nodes[child].parent;
    struct expect_path place = {
        .up = &(struct expect_path){.key = "nodes"}, .index = child, .name = scene->nodes[child].name};
    struct argument node = expect_subject("node", &place);
    struct argument second = scene_name("parent", scene, parent);
    const char *pointer = expect_pointer(arena, path);
    if (first == parent) {
        return; /* gltf/duplicate-item */
    }
    struct finding *finding = report(findings, MESSAGE_GLTF_NODE_TWO_PARENTS__DEFAULT, place_at(pointer),
                                     ARGUMENTS(node, scene_name("first", scene, first), second));
    finding_relate(finding, RELATED_GLTF_NODE_TWO_PARENTS__DEFAULT, place_node(first, NULL),
                   ARGUMENTS(scene_name("node", scene, first)));
}

/* Fills in links and, by the first list that has a node, its parent. */
static void read_children(struct scene_builder *builder, const struct expect_path *nodes)
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
        struct expect_path node = {.up = nodes, .index = i, .name = scene->nodes[i].name};
        struct expect_path children = {.up = &node, .key = "children"};
        if (!expect_array(&builder->expect, &children, list)) {
            builder->links_lost = builder->links_lost || list != NULL;
            continue;
        }
        size_t count = tree_count(list);
        for (size_t k = 0; k < count; k++) {
            struct expect_path place = {.up = &children, .index = k};
            size_t child;
            if (!expect_index(&builder->expect, &place, tree_at(list, k), scene->bound, WORDS_NOUN_NODES, &child)) {
                builder->links_lost = true;
                continue;
            }
            builder->links[at++] = child;
            if (scene->nodes[child].parent == SCENE_NONE) {
                scene->nodes[child].parent = i;
            } else {
                report_two_parents(builder, &place, i, child);
            }
        }
    }
    builder->links_begin[scene->count] = at;
}

/* ---- skins ---- */

/* Marks what a skin binds; false when a part of it can't be read. used: some node with a mesh has this skin. */
static bool read_skin(struct scene_builder *builder, const struct expect_path *skins, size_t index,
                      const struct tree *skin, bool used)
{
    struct scene *scene = builder->scene;
    struct expect_path path = {.up = skins, .index = index};
    if (!expect_object(&builder->expect, &path, skin)) {
        return false;
    }
    path.name =
        expect_text(&builder->expect, &(struct expect_path){.up = &path, .key = "name"}, tree_get(skin, "name"));
    read_reference(builder, &(struct expect_path){.up = &path, .key = "skeleton"}, skin, scene->bound,
                   WORDS_NOUN_NODES);
    read_reference(builder, &(struct expect_path){.up = &path, .key = "inverseBindMatrices"}, skin,
                   scene->accessor_bound, WORDS_NOUN_ACCESSORS);
    const struct tree *joints = tree_get(skin, "joints");
    struct expect_path list = {.up = &path, .key = "joints"};
    if (!expect_array(&builder->expect, &list, joints)) {
        return false;
    }
    bool whole = tree_count(joints) > 0;
    for (size_t i = 0; i < tree_count(joints); i++) {
        struct expect_path place = {.up = &list, .index = i};
        size_t node;
        if (expect_index(&builder->expect, &place, tree_at(joints, i), scene->bound, WORDS_NOUN_NODES, &node)) {
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
    struct expect_path path = {.key = "skins"};
    const struct tree *skins = document_tree(builder->expect.document, "/skins");
    if (!expect_array(&builder->expect, &path, skins)) {
        return;
    }
    bool *used = arena_array(builder->arena, scene->skin_count, sizeof *used);
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[i].mesh != SCENE_NONE && scene->nodes[i].skin != SCENE_NONE) {
            used[scene->nodes[i].skin] = true;
        }
    }
    for (size_t i = 0; i < scene->skin_count; i++) {
        bool whole = read_skin(builder, &path, i, tree_at(skins, i), used[i]);
        scene->looks_lost = scene->looks_lost || !whole;
    }
}

void scene_read_nodes(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    struct document *document = builder->expect.document;
    read_asset(builder);
    struct expect_path path = {.key = "nodes"};
    const struct tree *nodes = document_tree(document, "/nodes");
    scene->count = expect_array(&builder->expect, &path, nodes) ? tree_count(nodes) : 0;
    scene->looks_lost = nodes != NULL && !tree_is_array(nodes);
    scene->bound = expect_bound(nodes);
    scene->nodes = arena_array(builder->arena, scene->count, sizeof *scene->nodes);
    scene->mesh_count = document_count(document, "meshes");
    scene->accessor_bound = expect_list(&builder->expect, "accessors");
    scene->skin_count = document_count(document, "skins");
    struct counts counts = {expect_list(&builder->expect, "meshes"), expect_bound(document_tree(document, "/skins")),
                            expect_list(&builder->expect, "cameras")};
    for (size_t i = 0; i < scene->count; i++) {
        arena_pulse(builder->arena);
        scene->nodes[i].json = tree_at(nodes, i);
        read_node(builder, &path, i, &counts);
    }
    read_children(builder, &path);
    read_skins(builder);
}

/* ---- scenes ---- */

/* What apps show of the scenes of a file. */
enum shown { SHOWN_NEVER, SHOWN_MAYBE, SHOWN_FIRST };

/* Marks what a scene lists; false when a part of it can't be read. */
static bool read_scene(struct scene_builder *builder, const struct expect_path *scenes, size_t index,
                       const struct tree *value, enum shown shown)
{
    struct scene *scene = builder->scene;
    struct arena *arena = builder->arena;
    struct expect_path path = {.up = scenes, .index = index};
    if (!expect_object(&builder->expect, &path, value)) {
        return false;
    }
    path.name =
        expect_text(&builder->expect, &(struct expect_path){.up = &path, .key = "name"}, tree_get(value, "name"));
    const struct tree *list = tree_get(value, "nodes");
    struct expect_path nodes = {.up = &path, .key = "nodes"};
    bool whole = expect_array(&builder->expect, &nodes, list) || list == NULL;
    size_t count = tree_is_array(list) ? tree_count(list) : 0;
    for (size_t k = 0; k < count; k++) {
        struct expect_path place = {.up = &nodes, .index = k};
        size_t node;
        if (!expect_index(&builder->expect, &place, tree_at(list, k), scene->bound, WORDS_NOUN_NODES, &node)) {
            whole = false;
            continue;
        }
        builder->listed[node] = true;
        scene->nodes[node].in_scene = scene->nodes[node].in_scene || shown != SHOWN_NEVER;
        if (shown == SHOWN_FIRST && !scene->nodes[node].in_default) {
            scene->nodes[node].in_default = true;
            builder->roots[builder->root_count++] = node;
        }
        if (scene->nodes[node].parent != SCENE_NONE && !builder->expect.quiet) {
            report(builder->expect.document->findings, MESSAGE_GLTF_SCENE_NODE_NOT_ROOT__DEFAULT,
                   place_at(expect_pointer(arena, &place)),
                   ARGUMENTS(expect_subject("scene", &path), scene_name("node", scene, node),
                             scene_name("parent", scene, scene->nodes[node].parent)));
        }
    }
    return whole;
}

void scene_read_scenes(struct scene_builder *builder)
{
    struct scene *scene = builder->scene;
    struct document *document = builder->expect.document;
    struct expect_path path = {.key = "scenes"};
    const struct tree *scenes = document_tree(document, "/scenes");
    size_t count = expect_array(&builder->expect, &path, scenes) ? tree_count(scenes) : 0;
    size_t chosen = SCENE_NONE;
    /* whether there may be none at all is up to the checks */
    size_t bound = expect_bound(scenes) == 0 ? EXPECT_ANY : expect_bound(scenes);
    if (!expect_index(&builder->expect, &(struct expect_path){.key = "scene"}, document_tree(document, "/scene"), bound,
                      WORDS_NOUN_SCENES, &chosen)) {
        chosen = SCENE_NONE;
    }
    builder->listed = arena_array(builder->passing, scene->count, sizeof *builder->listed);
    builder->roots = arena_array(builder->passing, scene->count, sizeof *builder->roots);
    builder->roots_differ = count > 1 && !document_has(document, "scene");
    bool whole = count > 0;
    for (size_t i = 0; i < count; i++) {
        bool first = i == (chosen == SCENE_NONE ? 0 : chosen);
        enum shown shown = first ? SHOWN_FIRST : chosen == SCENE_NONE ? SHOWN_MAYBE : SHOWN_NEVER;
        bool read = read_scene(builder, &path, i, tree_at(scenes, i), shown);
        whole = whole && (read || shown == SHOWN_NEVER);
        builder->roots_differ = builder->roots_differ && (read || shown != SHOWN_FIRST);
    }
    /*
     * A file may do without scenes: then nothing says what is shown, and no node can be said to be missing from it. The
     * same holds when what is shown can't be read.
     */
    for (size_t i = 0; !whole && i < scene->count; i++) {
        scene->nodes[i].in_scene = true;
    }
}
