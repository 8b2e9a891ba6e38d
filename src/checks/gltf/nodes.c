/* Checks nodes and cameras: members without the members that they need, and superfluous or missing members. */
#include <string.h>

#include "checks/absent.h"
#include "checks/gltf/core.h"
#include "ids/messages_gltf.h"
#include "ids/messages_mesh.h"
#include "ids/rules.h"

static void check_partners(struct core *core, size_t index, const struct tree *json)
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
        check_partners(core, i, scene->nodes[i].json);
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
