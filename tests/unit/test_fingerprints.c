/* Fingerprints of findings: the same in every order of the file, and unique. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"
#include "vrm/identity.h"

#define ASSET "'asset': {'version': '2.0'}"

static void expect_identity(struct arena *arena, struct identities *identities, const char *pointer, const char *wanted)
{
    struct buf buf = BUF_INIT(arena);
    buf_str(&buf, "before:");
    identity_add(identities, &buf, pointer);
    assert_memory_equal(buf_text(&buf), "before:", 7);
    buf_char(&buf, '\0');
    assert_string_equal(buf_text(&buf) + 7, wanted);
}

static void names_for_indices(void **state)
{
    (void)state;
    struct loaded file = load(
        "{" ASSET ", 'extensionsUsed': ['A/B'], 'nodes': [{'name': 'Head', 'children': [1]}, {'name': 'Hair~1'}, "
        "{'name': 'Root', 'children': [3]}, {'children': [4]}, {}], 'meshes': [{}, {'name': 'Face'}],"
        "'animations': [{'name': 'Wave', 'samplers': [{}, {}], 'channels': ["
        "{'sampler': 1, 'target': {'node': 0, 'path': 'rotation'}}]}],"
        "'extensions': {'VRMC_springBone': {'colliders': [{'node': 0}, {}],"
        "'colliderGroups': [{'name': 'Body', 'colliders': [1, 0]}], 'springs': [{'name': 'Hair', 'colliderGroups': [0],"
        "'joints': [{'node': 1}, {'node': 4}, {'node': 99}]}, {'joints': [{'node': 4}]}, {}]},"
        "'VRM': {'secondaryAnimation': {'boneGroups': [{'comment': 'Skirt', 'bones': [1], 'colliderGroups': [0]}, "
        "{'bones': [0, -1]}], 'colliderGroups': [{'node': 0, 'colliders': [{}]}]},"
        "'humanoid': {'humanBones': [{'bone': 'hips', 'node': 0}]}}}}");
    struct identities of = {.avatar = file.avatar};
    static const char *const cases[][2] = {
        {"", ""},
        {"/asset/version", "/asset/version"},
        {SPRINGS_POINTER "/springs/0", SPRINGS_POINTER "/springs/Hair"},
        {SPRINGS_POINTER "/springs/0/center", SPRINGS_POINTER "/springs/Hair/center"},
        {SPRINGS_POINTER "/springs/1", SPRINGS_POINTER "/springs/Root+2"},
        {SPRINGS_POINTER "/springs/2", SPRINGS_POINTER "/springs/#"},
        {SPRINGS_POINTER "/springs/7/name", SPRINGS_POINTER "/springs/#/name"},
        {SPRINGS_POINTER "/springs/0/joints/0/gravityDir/2", "/joint/Hair~01/gravityDir/2"},
        {SPRINGS_POINTER "/springs/0/joints/1", "/joint/Root+2"},
        {SPRINGS_POINTER "/springs/0/joints/2/node", SPRINGS_POINTER "/springs/Hair/joints/#/node"},
        {SPRINGS_POINTER "/springs/0/colliderGroups/0", SPRINGS_POINTER "/springs/Hair/colliderGroups/Body"},
        {SPRINGS_POINTER "/colliders/0/shape", SPRINGS_POINTER "/colliders/Head/shape"},
        {SPRINGS_POINTER "/colliders/1/shape", SPRINGS_POINTER "/colliders/#/shape"},
        {SPRINGS_POINTER "/colliderGroups/0/colliders/1", SPRINGS_POINTER "/colliderGroups/Body/colliders/Head"},
        {"/nodes/0/scale/1", "/nodes/Head/scale/1"},
        {"/nodes/3", "/nodes/Root+1"},
        {"/nodes/99/scale", "/nodes/#/scale"},
        {"/nodes/0/children/0", "/child/Hair~01"},
        {"/meshes/1/primitives/0", "/meshes/Face/primitives/0"},
        {"/meshes/0", "/meshes/#"},
        {"/accessors/4/count", "/accessors/#/count"},
        {"/extensionsUsed/0", "/extensionsUsed/A~1B"},
        {"/animations/0/channels/0/target", "/animations/Wave/channels/Head:rotation/target"},
        {"/animations/0/channels/9", "/animations/Wave/channels/#"},
        {"/animations/0/samplers/1/input", "/animations/Wave/samplers/Head:rotation/input"},
        {"/animations/0/samplers/0", "/animations/Wave/samplers/#"},
        {"/animations/3/samplers/0", "/animations/#/samplers/#"},
        {VRM0_POINTER "/boneGroups/0/center", VRM0_POINTER "/boneGroups/Skirt/center"},
        {VRM0_POINTER "/boneGroups/1/center", VRM0_POINTER "/boneGroups/Head/center"},
        {VRM0_POINTER "/boneGroups/0/bones/0", "/root/Hair~01"},
        {VRM0_POINTER "/boneGroups/1/bones/1", VRM0_POINTER "/boneGroups/Head/bones/#"},
        {VRM0_POINTER "/boneGroups/0/colliderGroups/0", VRM0_POINTER "/boneGroups/Skirt/colliderGroups/Head"},
        {VRM0_POINTER "/colliderGroups/0/colliders/0/radius", VRM0_POINTER "/colliderGroups/Head/colliders/#/radius"},
        {"/extensions/VRM/humanoid/humanBones/0/node", "/extensions/VRM/humanoid/humanBones/hips/node"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_identity(file.arena, &of, cases[i][0], cases[i][1]);
    }
    struct identities nobody = {0};
    expect_identity(file.arena, &nobody, "/nodes/0/scale/1", "/nodes/#/scale/1");
    unload(&file);
}

/* Only the beginning of a long name counts, and only a limited number of an unnamed node's ancestors. */
static void bounded(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{" ASSET ", 'nodes': [{'name': '");
    for (int i = 0; i < 1000; i++) {
        buf_str(&text, "0123456789");
    }
    buf_str(&text, "', 'children': [1]}");
    for (int i = 1; i < 200; i++) {
        buf_printf(&text, ", {'children': [%d]}", i + 1);
    }
    buf_str(&text, ", {}]}");
    struct loaded file = load(buf_text(&text));
    struct identities of = {.avatar = file.avatar};
    struct buf buf = BUF_INIT(arena);
    identity_add(&of, &buf, "/nodes/0");
    assert_int_equal(buf.length, strlen("/nodes/") + 200);
    buf.length = 0;
    identity_add(&of, &buf, "/nodes/31");
    assert_int_equal(buf.length, strlen("/nodes/") + 200 + strlen("+31"));
    expect_identity(arena, &of, "/nodes/199", "/nodes/#");
    unload(&file);
    arena_free(arena);
}

#define SPRINGS(first, second)                                                                                         \
    "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\"], \"nodes\": [{\"name\": \"A\"}, "   \
    "{\"name\": \"B\"}], \"extensions\": {\"VRMC_springBone\": {\"specVersion\": \"1.0\", \"springs\": [" first        \
    ", " second "]}}}"
#define ONE "{\"name\": \"One\", \"joints\": [{\"node\": 0, \"dragForce\": 2}]}"
#define TWO "{\"name\": \"Two\", \"joints\": [{\"node\": 1, \"dragForce\": 3}]}"

static void order_does_not_count(void **state)
{
    (void)state;
    struct vrmlint_report *a = lint_text("springbone/value-out-of-range", SPRINGS(ONE, TWO));
    struct vrmlint_report *b = lint_text("springbone/value-out-of-range", SPRINGS(TWO, ONE));
    assert_int_equal(a->finding_count, 2);
    assert_int_equal(b->finding_count, 2);
    assert_string_equal(a->findings[0].fingerprint, b->findings[1].fingerprint);
    assert_string_equal(a->findings[1].fingerprint, b->findings[0].fingerprint);
    assert_string_not_equal(a->findings[0].fingerprint, a->findings[1].fingerprint);
    /* fingerprints that people and tools have stored must stay valid */
    assert_string_equal(a->findings[0].fingerprint, "75ab21441c584d6a:1");
    vrmlint_report_free(a);
    vrmlint_report_free(b);
}

static void equals_are_counted(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint_text("springbone/value-out-of-range", SPRINGS(ONE, ONE));
    assert_int_equal(report->finding_count, 2);
    size_t digits = 16;
    assert_memory_equal(report->findings[0].fingerprint, report->findings[1].fingerprint, digits);
    assert_string_equal(report->findings[0].fingerprint + digits, ":1");
    assert_string_equal(report->findings[1].fingerprint + digits, ":2");
    vrmlint_report_free(report);
}

/* Files that can't be read, or only in part. */
static void without_views(void **state)
{
    (void)state;
    struct vrmlint_report *report = lint_text("default", "{\"asset\": ");
    assert_int_equal(report->finding_count, 1);
    assert_int_equal(strlen(report->findings[0].fingerprint), 18);
    vrmlint_report_free(report);
}

TEST_PROGRAM(fingerprints)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_for_indices),  cmocka_unit_test(bounded),       cmocka_unit_test(order_does_not_count),
        cmocka_unit_test(equals_are_counted), cmocka_unit_test(without_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
