/* The gltf/... rules: each by its smallest cases, and all against the Khronos validator's own reports. */
#include "support.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"

#define ASSET "'asset': {'version': '2.0'}"

struct rule_case {
    const char *json;
    const char *expected; /* "rule pointer" of each finding, one a line */
};

static void check_cases(const struct rule_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct loaded file = load(cases[i].json);
        assert_string_equal(found(&file, "gltf/"), cases[i].expected);
        unload(&file);
    }
}

static void test_node_rules(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"{}", "gltf/asset-version \n"},
        {"{'asset': {}}", "gltf/asset-version /asset\n"},
        {"{'asset': []}", "gltf/wrong-type /asset\n"},
        {"{'asset': {'version': 2.0}}", "gltf/wrong-type /asset/version\n"},
        {"{'asset': {'version': '2'}}", "gltf/asset-version /asset/version\n"},
        {"{'asset': {'version': '20.0'}}", "gltf/asset-version /asset/version\n"},
        {"{'asset': {'version': '2.1'}}", ""},
        /* other rules hold for glTF 1: nothing more is said */
        {"{'asset': {'version': '1.0'}, 'nodes': {'a': {}}, 'scene': 'b'}", "gltf/asset-version /asset/version\n"},
        {"{" ASSET ", 'nodes': {}}", "gltf/wrong-type /nodes\n"},
        {"{" ASSET ", 'nodes': [null, 1, {}]}", "gltf/wrong-type /nodes/0\ngltf/wrong-type /nodes/1\n"},
        {"{" ASSET ", 'nodes': [{'name': 3, 'children': {}, 'extensions': []}]}",
         "gltf/wrong-type /nodes/0/name\ngltf/wrong-type /nodes/0/extensions\ngltf/wrong-type /nodes/0/children\n"},
        {"{" ASSET ", 'nodes': [{'children': ['1', 1.5, -1, 2, 1.0, true]}, {}]}",
         "gltf/wrong-type /nodes/0/children/0\ngltf/wrong-type /nodes/0/children/1\n"
         "gltf/unresolved-index /nodes/0/children/2\ngltf/unresolved-index /nodes/0/children/3\n"
         "gltf/wrong-type /nodes/0/children/5\n"},
        {"{" ASSET ", 'meshes': [{}], 'nodes': [{'mesh': 1, 'skin': 0, 'camera': 99999999999999999999}]}",
         "gltf/unresolved-index /nodes/0/mesh\ngltf/unresolved-index /nodes/0/skin\n"
         "gltf/unresolved-index /nodes/0/camera\n"},
        {"{" ASSET ", 'scene': -1e400, 'nodes': [{'children': [1e400, 1e30]}]}",
         "gltf/not-finite /nodes/0/children/0\ngltf/unresolved-index /nodes/0/children/1\ngltf/not-finite /scene\n"},
        {"{" ASSET ", 'nodes': [{'translation': [1, 2], 'rotation': [0, 0, 0, null], 'scale': [1, 1e400, 1]}]}",
         "gltf/array-length /nodes/0/translation\ngltf/wrong-type /nodes/0/rotation/3\n"
         "gltf/not-finite /nodes/0/scale/1\n"},
        {"{" ASSET ", 'nodes': [{'rotation': [0, 0, 0, 0.9924]}, {'rotation': [0, 0, 0, 0.9922]},"
         "{'rotation': [0, 0, 0, 0]}, {'rotation': [0.5, 0.5, 0.5, 0.5]}]}",
         "gltf/rotation-not-unit /nodes/1/rotation\ngltf/rotation-not-unit /nodes/2/rotation\n"},
        {"{" ASSET ", 'nodes': [{'scale': [1, 1, 1], 'matrix': [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]},"
         "{'matrix': [1]}]}",
         "gltf/node-matrix-and-trs /nodes/0/matrix\ngltf/array-length /nodes/1/matrix\n"},
        {"{" ASSET ", 'nodes': [{'children': [0]}, {'children': [2]}, {'children': [1]}, {'children': [1]}]}",
         "gltf/node-two-parents /nodes/3/children/0\ngltf/node-loop /nodes/0\ngltf/node-loop /nodes/1\n"},
        {"{" ASSET ", 'nodes': [{'children': [2, 2]}, {'children': [2]}, {}]}",
         "gltf/node-two-parents /nodes/0/children/1\ngltf/node-two-parents /nodes/1/children/0\n"},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

static void test_other_rules(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"{" ASSET ", 'scene': 1, 'scenes': [{'nodes': [1, 0, 2, 'x']}], 'nodes': [{'children': [1]}, {}]}",
         "gltf/unresolved-index /scene\ngltf/scene-node-not-root /scenes/0/nodes/0\n"
         "gltf/unresolved-index /scenes/0/nodes/2\ngltf/wrong-type /scenes/0/nodes/3\n"},
        {"{" ASSET ", 'scene': '0', 'scenes': [1, {'nodes': 2}, {'name': 3}]}",
         "gltf/wrong-type /scene\ngltf/wrong-type /scenes/0\ngltf/wrong-type /scenes/1/nodes\n"
         "gltf/wrong-type /scenes/2/name\n"},
        {"{" ASSET ", 'nodes': [{'mesh': -1}], 'meshes': {}}",
         "gltf/wrong-type /meshes\ngltf/unresolved-index /nodes/0/mesh\n"},
        {"{" ASSET ", 'skins': [{'joints': [1], 'skeleton': -1, 'inverseBindMatrices': 0}, 1], 'nodes': [{}]}",
         "gltf/unresolved-index /skins/0/skeleton\ngltf/unresolved-index /skins/0/inverseBindMatrices\n"
         "gltf/unresolved-index /skins/0/joints/0\ngltf/wrong-type /skins/1\n"},
        {"{" ASSET ", 'nodes': [{}], 'animations': [3, {'name': 1, 'samplers': [{'input': 0, 'output': 'x'}], "
         "'channels': [{'sampler': 1, 'target': {'node': 1, 'path': 5}}, {'sampler': 0, 'target': 1}, 2]},"
         "{'channels': 1}]}",
         "gltf/wrong-type /animations/0\ngltf/wrong-type /animations/1/name\n"
         "gltf/unresolved-index /animations/1/samplers/0/input\ngltf/wrong-type /animations/1/samplers/0/output\n"
         "gltf/unresolved-index /animations/1/channels/0/sampler\ngltf/wrong-type "
         "/animations/1/channels/0/target/path\n"
         "gltf/unresolved-index /animations/1/channels/0/target/node\ngltf/wrong-type /animations/1/channels/1/target\n"
         "gltf/wrong-type /animations/1/channels/2\ngltf/wrong-type /animations/2/channels\n"},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

static void test_messages(void **state)
{
    (void)state;
    struct loaded file = load("{" ASSET ", 'scenes': [{'name': 'Main', 'nodes': [2]}], 'nodes': ["
                              "{'name': 'Hips', 'children': [1, 7], 'translation': [0, 'x', 0], 'mesh': 1.5},"
                              "{'name': 'Spine', 'children': [2]}, {'children': [0]}, {'children': [2]}]}");
    assert_string_equal(message_of(&file, "gltf/wrong-type"),
                        "Node 0 'Hips': mesh is 1.5, must be a whole number: replace it, or export the file again");
    assert_string_equal(message_of(&file, "gltf/unresolved-index"),
                        "Node 0 'Hips': children[1] is 7, must be 0 to 3, one of the file's nodes: correct it, or take "
                        "it out");
    assert_string_equal(message_of(&file, "gltf/node-two-parents"),
                        "Node 2 (unnamed) is a child of 'Spine' (node 1) and of node 3 (unnamed), may have only one "
                        "parent: take it out of the children of one of them");
    assert_string_equal(message_of(&file, "gltf/node-loop"),
                        "Node 0 'Hips' is its own ancestor: the lists of children lead from it through 'Spine' (node "
                        "1) and node 2 (unnamed) back to it: take one of these nodes out of the children of the one "
                        "before");
    assert_string_equal(message_of(&file, "gltf/scene-node-not-root"),
                        "Scene 0 'Main' lists node 2 (unnamed) among its roots, but that is a child of 'Spine' (node "
                        "1): take it out of the scene's list (it comes with its parent), or out of the parent's "
                        "children");
    unload(&file);
    file = load("{" ASSET ", 'nodes': [{'name': 'Hips', 'children': -1e400}]}");
    assert_string_equal(message_of(&file, "gltf/wrong-type"),
                        "Node 0 'Hips': children is a number that overflows, must be an array: replace it, or export "
                        "the file again");
    unload(&file);
}

/* ---- against the Khronos validator ---- */

/* What its codes are called here; NULL where we have no rule. A type mismatch counts in the members that we read. */
static const char *rule_of(const char *code, const char *pointer)
{
    static const char *const rules[][2] = {
        {"NODE_MATRIX_TRS", "gltf/node-matrix-and-trs"},
        {"NODE_PARENT_OVERRIDE", "gltf/node-two-parents"},
        {"NODE_LOOP", "gltf/node-loop"},
        {"SCENE_NON_ROOT_NODE", "gltf/scene-node-not-root"},
        {"ROTATION_NON_UNIT", "gltf/rotation-not-unit"},
        {"UNRESOLVED_REFERENCE", "gltf/unresolved-index"},
        {"UNKNOWN_ASSET_MAJOR_VERSION", "gltf/asset-version"},
    };
    if (strcmp(code, "UNDEFINED_PROPERTY") == 0) {
        return strcmp(pointer, "/") == 0 ? "gltf/asset-version" : NULL;
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (strcmp(rules[i][0], code) == 0) {
            return rules[i][1];
        }
    }
    return NULL;
}

/* Whether a finding is about a pointer, or names it: of a loop we report one node and relate the others. */
static bool is_about(const struct finding *finding, const char *rule, const char *pointer)
{
    bool about = strcmp(finding->pointer, strcmp(pointer, "/") == 0 ? "" : pointer) == 0;
    for (size_t i = 0; i < finding->related_count && strcmp(rule, "gltf/node-loop") == 0; i++) {
        about = about || strcmp(finding->related[i].pointer, pointer) == 0;
    }
    return about && strcmp(finding_rule(finding)->id, rule) == 0;
}

/* Every error of the report that we have a rule for is found, and nothing is found that it doesn't report. */
static void compare_with_report(const struct loaded *file, const json_t *messages, const char *path)
{
    for (size_t i = 0; i < json_array_size(messages); i++) {
        const json_t *message = json_array_get(messages, i);
        const char *pointer = json_string_value(json_object_get(message, "pointer"));
        const char *code = json_string_value(json_object_get(message, "code"));
        const char *rule = pointer == NULL ? NULL : rule_of(code, pointer);
        bool seen = rule == NULL || json_integer_value(json_object_get(message, "severity")) != 0;
        for (const struct finding *f = findings_first(file->findings); f != NULL && !seen; f = f->next) {
            seen = is_about(f, rule, pointer);
        }
        if (!seen) {
            fail_msg("%s: %s at %s not found", path, rule, pointer);
        }
    }
    for (const struct finding *f = findings_first(file->findings); f != NULL; f = f->next) {
        bool seen = strncmp(finding_rule(f)->id, "gltf/", 5) != 0;
        for (size_t i = 0; i < json_array_size(messages) && !seen; i++) {
            const json_t *message = json_array_get(messages, i);
            const char *pointer = json_string_value(json_object_get(message, "pointer"));
            const char *code = json_string_value(json_object_get(message, "code"));
            const char *rule = pointer == NULL ? NULL : rule_of(code, pointer);
            seen = rule != NULL && is_about(f, rule, pointer);
        }
        if (!seen) {
            fail_msg("%s: %s at %s is ours alone", path, finding_rule(f)->id, f->pointer);
        }
    }
}

/* Compares one file of the suite, as far as it is readable at all; returns how many findings of ours there are. */
static size_t compare_file(const char *path)
{
    char report_path[4096 + 16];
    snprintf(report_path, sizeof report_path, "%s.report.json", path);
    json_t *report = json_load_file(report_path, 0, NULL);
    assert_non_null(report);
    size_t size;
    char *bytes = read_file(path, &size);
    struct loaded file = load_bytes(bytes, size);
    size_t count = 0;
    if (file.avatar != NULL) {
        compare_with_report(&file, json_object_get(json_object_get(report, "issues"), "messages"), path);
        count = strlen(found(&file, "gltf/"));
    }
    unload(&file);
    free(bytes);
    json_decref(report);
    return count;
}

static void test_khronos(void **state)
{
    (void)state;
    NEED_EXTERNAL("suites/khronos/node/valid.gltf");
    static const char *const folders[] = {"node", "json", "glb", "animation", "accessor"};
    size_t files = 0;
    size_t with_findings = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char folder[64];
        snprintf(folder, sizeof folder, "suites/khronos/%s/.", folders[i]);
        const char *root = external_path(folder);
        DIR *listing = root == NULL ? NULL : opendir(root);
        assert_non_null(listing);
        for (struct dirent *entry; (entry = readdir(listing)) != NULL;) {
            const char *dot = strrchr(entry->d_name, '.');
            if (dot != NULL && (strcmp(dot, ".gltf") == 0 || strcmp(dot, ".glb") == 0)) {
                char path[4096];
                snprintf(path, sizeof path, "%s/%s", root, entry->d_name);
                with_findings += compare_file(path) > 0;
                files++;
            }
        }
        closedir(listing);
    }
    assert_int_equal(files, 61);
    assert_int_equal(with_findings, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_node_rules),
        cmocka_unit_test(test_other_rules),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_khronos),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
