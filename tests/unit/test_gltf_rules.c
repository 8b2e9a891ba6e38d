/* The gltf/... rules, each with its smallest cases. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASSET "'asset': {'version': '2.0'}"

struct rule_case {
    const char *json;
    const char *expected; /* "rule pointer" of each finding, one a line */
};

/* Lints a text in single quotes for mistakes, not for unused parts. */
static struct vrmlint_report *lint(const char *json)
{
    char text[4096];
    size_t size = strlen(json);
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_true(size < sizeof text);
    for (size_t i = 0; i <= size; i++) {
        text[i] = json[i] == '\'' ? '"' : json[i];
    }
    assert_true(vrmlint_policy_select(policy, "gltf", &refusal));
    assert_true(
        vrmlint_policy_ignore(policy, "gltf/unused-object,gltf/node-empty,gltf/node-matrix-identity", &refusal));
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "test.gltf", text, size);
    vrmlint_policy_free(policy);
    assert_non_null(report);
    return report;
}

static void check_cases(const struct rule_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct vrmlint_report *report = lint(cases[i].json);
        char is[4096] = "";
        for (size_t k = 0; k < report->finding_count; k++) {
            size_t length = strlen(is);
            snprintf(is + length, sizeof is - length, "%s %s\n", report->findings[k].rule->id,
                     report->findings[k].pointer);
        }
        if (strcmp(is, cases[i].expected) != 0) {
            print_error("%s\n", cases[i].json);
        }
        assert_string_equal(is, cases[i].expected);
        vrmlint_report_free(report);
    }
}

static const char *message_of(const struct vrmlint_report *report, const char *rule)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        if (strcmp(report->findings[i].rule->id, rule) == 0) {
            return ENGLISH(report->findings[i].message);
        }
    }
    fail_msg("no %s", rule);
    return NULL;
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
        {"{'asset': {'version': '2.1'}}", "gltf/asset-minor-version /asset/version\n"},
        /* glTF 1 has other rules, so nothing else is reported */
        {"{'asset': {'version': '1.0'}, 'nodes': {'a': {}}, 'scene': 'b'}", "gltf/asset-version /asset/version\n"},
        {"{" ASSET ", 'nodes': {}}", "gltf/wrong-type /nodes\n"},
        {"{" ASSET ", 'nodes': [null, 1, {}]}", "gltf/wrong-type /nodes/0\ngltf/wrong-type /nodes/1\n"},
        {"{" ASSET ", 'nodes': [{'name': 3, 'children': {}, 'extensions': []}]}",
         "gltf/wrong-type /nodes/0/name\n"
         "gltf/wrong-type /nodes/0/children\n"
         "gltf/wrong-type /nodes/0/extensions\n"},
        {"{" ASSET ", 'nodes': [{'children': ['1', 1.5, -1, 2, 1.0, true]}, {}]}",
         "gltf/wrong-type /nodes/0/children/0\n"
         "gltf/index-not-integer /nodes/0/children/1\n"
         "gltf/negative-index /nodes/0/children/2\n"
         "gltf/unresolved-index /nodes/0/children/3\n"
         "gltf/index-written-as-float /nodes/0/children/4\n"
         "gltf/wrong-type /nodes/0/children/5\n"},
        {"{" ASSET ", 'meshes': [{}], 'nodes': [{'mesh': 1, 'skin': 0, 'camera': 99999999999999999999}]}",
         "gltf/missing-property /meshes/0\n"
         "gltf/unresolved-index /nodes/0/mesh\n"
         "gltf/unresolved-index /nodes/0/skin\n"
         "gltf/unresolved-index /nodes/0/camera\n"},
        {"{" ASSET ", 'scene': -1e400, 'nodes': [{'children': [1e400, 1e30]}]}",
         "gltf/not-finite /scene\n"
         "gltf/not-finite /nodes/0/children/0\n"
         "gltf/unresolved-index /nodes/0/children/1\n"},
        {"{" ASSET ", 'nodes': [{'translation': [1, 2], 'rotation': [0, 0, 0, null], 'scale': [1, 1e400, 1]}]}",
         "gltf/array-length /nodes/0/translation\n"
         "gltf/wrong-type /nodes/0/rotation/3\n"
         "gltf/not-finite /nodes/0/scale/1\n"},
        {"{" ASSET ", 'nodes': [{'rotation': [0, 0, 0, 0.9924]}, {'rotation': [0, 0, 0, 0.9922]},"
         "{'rotation': [0, 0, 0, 0]}, {'rotation': [0.5, 0.5, 0.5, 0.5]}]}",
         "gltf/rotation-not-unit /nodes/1/rotation\n"
         "gltf/rotation-not-unit /nodes/2/rotation\n"},
        {"{" ASSET ", 'nodes': [{'scale': [1, 1, 1], 'matrix': [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]},"
         "{'matrix': [1]}]}",
         "gltf/node-matrix-and-trs /nodes/0/matrix\n"
         "gltf/array-length /nodes/1/matrix\n"},
        {"{" ASSET ", 'nodes': [{'children': [0]}, {'children': [2]}, {'children': [1]}, {'children': [1]}]}",
         "gltf/node-loop /nodes/0\n"
         "gltf/node-loop /nodes/1\n"
         "gltf/node-two-parents /nodes/3/children/0\n"},
        {"{" ASSET ", 'nodes': [{'children': [2, 2]}, {'children': [2]}, {}]}",
         "gltf/duplicate-item /nodes/0/children/1\n"
         "gltf/node-two-parents /nodes/1/children/0\n"},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

static void test_other_rules(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"{" ASSET ", 'scene': 1, 'scenes': [{'nodes': [1, 0, 2, 'x']}], 'nodes': [{'children': [1]}, {}]}",
         "gltf/unresolved-index /scene\n"
         "gltf/scene-node-not-root /scenes/0/nodes/0\n"
         "gltf/unresolved-index /scenes/0/nodes/2\n"
         "gltf/wrong-type /scenes/0/nodes/3\n"},
        {"{" ASSET ", 'scene': '0', 'scenes': [1, {'nodes': 2}, {'name': 3}]}", "gltf/wrong-type /scene\n"
                                                                                "gltf/wrong-type /scenes/0\n"
                                                                                "gltf/wrong-type /scenes/1/nodes\n"
                                                                                "gltf/wrong-type /scenes/2/name\n"},
        {"{" ASSET ", 'nodes': [{'mesh': -1}], 'meshes': {}}", "gltf/negative-index /nodes/0/mesh\n"
                                                               "gltf/wrong-type /meshes\n"},
        {"{" ASSET ", 'skins': [{'joints': [1], 'skeleton': -1, 'inverseBindMatrices': 0}, 1], 'nodes': [{}]}",
         "gltf/unresolved-index /skins/0/joints/0\n"
         "gltf/negative-index /skins/0/skeleton\n"
         "gltf/unresolved-index /skins/0/inverseBindMatrices\n"
         "gltf/wrong-type /skins/1\n"},
        {"{" ASSET ", 'nodes': [{}], 'animations': [3, {'name': 1, 'samplers': [{'input': 0, 'output': 'x'}], "
         "'channels': [{'sampler': 1, 'target': {'node': 1, 'path': 5}}, {'sampler': 0, 'target': 1}, 2]},"
         "{'channels': 1}]}",
         "gltf/wrong-type /animations/0\n"
         "gltf/wrong-type /animations/1/name\n"
         "gltf/unresolved-index /animations/1/samplers/0/input\n"
         "gltf/wrong-type /animations/1/samplers/0/output\n"
         "gltf/unresolved-index /animations/1/channels/0/sampler\n"
         "gltf/unresolved-index /animations/1/channels/0/target/node\n"
         "gltf/wrong-type /animations/1/channels/0/target/path\n"
         "gltf/wrong-type /animations/1/channels/1/target\n"
         "gltf/wrong-type /animations/1/channels/2\n"
         "gltf/missing-property /animations/2\n"
         "gltf/wrong-type /animations/2/channels\n"},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

/* Khronos extensions: cases with findings, and similar ones without. */
#define USED(name) ASSET ", 'extensionsUsed': ['" name "']"
#define LIGHT(light) "{" USED("KHR_lights_punctual") ", 'extensions': {'KHR_lights_punctual': {'lights': [" light "]}}}"
#define SURFACE(name, rest) "{" USED(name) ", 'materials': [{" rest "}]}"

static void test_khronos_rules(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {LIGHT("{'type': 'spot', 'spot': {}}"), ""},
        {LIGHT("{'type': 'spot', 'spot': {'innerConeAngle': 0.2, 'outerConeAngle': 0.2}}"),
         "gltf/light-spot-angles /extensions/KHR_lights_punctual/lights/0/spot\n"},
        {LIGHT("{'type': 'spot', 'spot': {'outerConeAngle': 0.2}}"), ""},
        {LIGHT("{'type': 'point', 'range': 0}"),
         "gltf/value-out-of-range /extensions/KHR_lights_punctual/lights/0/range\n"},
        {LIGHT("{'type': 'spot'}"), "gltf/missing-property /extensions/KHR_lights_punctual/lights/0\n"},
        {LIGHT("{'type': 'moon'}"), "gltf/unknown-value /extensions/KHR_lights_punctual/lights/0/type\n"},
        {LIGHT("{'type': 'point', 'color': [1, 1]}"),
         "gltf/array-length /extensions/KHR_lights_punctual/lights/0/color\n"},
        {"{" USED("KHR_lights_punctual") ", 'nodes': [{'extensions': {'KHR_lights_punctual': {'light': 0}}}]}",
         "gltf/needs-property /nodes/0/extensions/KHR_lights_punctual\n"},
        {"{" USED("KHR_lights_punctual") ", 'extensions': {'KHR_lights_punctual': {'lights': [{'type': 'point'}]}}, "
                                         "'nodes': [{'extensions': {'KHR_lights_punctual': {'light': 1}}}]}",
         "gltf/unresolved-index /nodes/0/extensions/KHR_lights_punctual/light\n"},
        {"{" ASSET ", 'extensions': {'KHR_lights_punctual': {'lights': [{'type': 'point'}]}}}", "gltf/not-declared \n"},
        {"{" USED("KHR_lights_punctual") ", 'scenes': [{'extensions': {'KHR_lights_punctual': {}}}]}",
         "gltf/wrong-location /scenes/0/extensions/KHR_lights_punctual\n"},
        {SURFACE("KHR_materials_ior", "'extensions': {'KHR_materials_ior': {'ior': 1}}"), ""},
        {SURFACE("KHR_materials_ior", "'extensions': {'KHR_materials_ior': {'ior': 0.999}}"),
         "gltf/value-out-of-range /materials/0/extensions/KHR_materials_ior/ior\n"},
        {SURFACE("KHR_materials_ior", "'extensions': {'KHR_materials_ior': {'ior': -1}}"),
         "gltf/value-out-of-range /materials/0/extensions/KHR_materials_ior/ior\n"},
        {SURFACE("KHR_materials_sheen",
                 "'extensions': {'KHR_materials_sheen': {'sheenColorFactor': [1.0000001, 0, 0]}}"),
         ""},
        {SURFACE("KHR_materials_sheen", "'extensions': {'KHR_materials_sheen': {'sheenColour': [1, 0, 0]}}"),
         "gltf/unknown-property /materials/0/extensions/KHR_materials_sheen/sheenColour\n"},
        {SURFACE("KHR_materials_specular",
                 "'extensions': {'KHR_materials_specular': {'specularColorFactor': [3, 0, 0]}}"),
         ""},
        {SURFACE("KHR_materials_transmission",
                 "'extensions': {'KHR_materials_transmission': {'transmissionTexture': {'index': 2}}}"),
         "gltf/unresolved-index /materials/0/extensions/KHR_materials_transmission/transmissionTexture/index\n"},
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

static void test_messages(void **state)
{
    (void)state;
    struct vrmlint_report *report =
        lint("{" ASSET ", 'scenes': [{'name': 'Main', 'nodes': [2]}], 'nodes': ["
             "{'name': 'Hips', 'children': [1, 7], 'translation': [0, 'x', 0], 'mesh': 1.5},"
             "{'name': 'Spine', 'children': [2]}, {'children': [0]}, {'children': [2]}]}");
    assert_string_equal(message_of(report, "gltf/wrong-type"),
                        "Node 0 'Hips': translation[1] is a string, but must be a number: replace it");
    assert_string_equal(
        message_of(report, "gltf/index-not-integer"),
        "Node 0 'Hips': mesh is 1.5, but an index must be a whole number: use the index of the intended mesh");
    assert_string_equal(message_of(report, "gltf/unresolved-index"),
                        "Node 0 'Hips': children[1] is 7, but the file has only 4 nodes (0 to 3): use the index of "
                        "the intended one, or remove it if the file doesn't need it");
    assert_string_equal(message_of(report, "gltf/node-two-parents"),
                        "Node 2 (unnamed) is a child of 'Spine' (node 1) and of node 3 (unnamed), but a node "
                        "may have only one parent: remove it from the children of the wrong one");
    assert_string_equal(message_of(report, "gltf/node-loop"),
                        "Node 0 'Hips' is its own ancestor, because the lists of children lead from it through 'Spine' "
                        "(node 1) and node 2 (unnamed) back to it: remove one of these nodes from the children of the "
                        "one before");
    assert_string_equal(
        message_of(report, "gltf/scene-node-not-root"),
        "Scene 0 'Main' lists node 2 (unnamed) among its roots, but that node is a child of 'Spine' "
        "(node 1): list 'Spine' (node 1) instead, the topmost node above it, or remove node 2 (unnamed) "
        "from the children of 'Spine' (node 1)");
    vrmlint_report_free(report);
    report = lint("{" ASSET ", 'nodes': [{'name': 'Hips', 'children': -1e400}]}");
    assert_string_equal(message_of(report, "gltf/wrong-type"),
                        "Node 0 'Hips': children is a number, but must be a list: replace it");
    vrmlint_report_free(report);
}

TEST_PROGRAM(gltf_rules)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_node_rules),
        cmocka_unit_test(test_other_rules),
        cmocka_unit_test(test_khronos_rules),
        cmocka_unit_test(test_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
