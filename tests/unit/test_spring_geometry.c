/* Lengths, scales and axes of spring bones, on both sides of every threshold of the rules. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

#define JOINT_0 "/extensions/VRMC_springBone/springs/0/joints/0"
#define JOINT_1 "/extensions/VRMC_springBone/springs/0/joints/1"
#define SPRING_0 "/extensions/VRMC_springBone/springs/0"

#define SOUND "\"stiffness\": 1, \"gravityPower\": 0.5, \"dragForce\": 0.4"

enum { TEXT_SIZE = 8192 };

static double measure(const struct vrmlint_finding *finding, const char *name)
{
    for (size_t i = 0; i < finding->data_count; i++) {
        if (strcmp(finding->data[i].name, name) == 0) {
            return finding->data[i].value;
        }
    }
    fail_msg("%s measures no %s", finding->rule->id, name);
    return 0;
}

/* Writes Hips 0, Head 1, Hair_01 2, Hair_02 3, Hair_03 4, each below the previous one. nodes: further members of
 * each, or NULL for an offset. */
static void build_chain(char *text, const char *const nodes[5], const char *spring)
{
    static const char *const names[5] = {"Hips", "Head", "Hair_01", "Hair_02", "Hair_03"};
    char list[TEXT_SIZE / 2];
    size_t length = 0;
    for (int i = 0; i < 5; i++) {
        const char *more = nodes[i] == NULL ? "\"translation\": [0.05, 0, 0]" : nodes[i];
        char children[40] = "";
        if (i < 4) {
            snprintf(children, sizeof children, ", \"children\": [%d]", i + 1);
        }
        length += (size_t)snprintf(list + length, sizeof list - length, "%s{\"name\": \"%s\", %s%s}",
                                   i == 0 ? "" : ", ", names[i], more, children);
    }
    int size = snprintf(
        text, TEXT_SIZE,
        "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\"], \"scenes\": [{\"nodes\": [0]}],"
        "\"nodes\": [%s], \"extensions\": {\"VRMC_springBone\": {\"specVersion\": \"1.0\", \"springs\": [%s]}}}",
        list, spring);
    assert_true(size > 0 && size < TEXT_SIZE);
}

#define JOINT(node) "{\"node\": " #node ", " SOUND "}"
#define HAIR "{\"name\": \"Hair\", \"joints\": [" JOINT(2) "," JOINT(3) "," JOINT(4) "]}"
#define HAIR_AROUND(center)                                                                                            \
    "{\"name\": \"Hair\", \"center\": " #center ", \"joints\": [" JOINT(2) "," JOINT(3) "," JOINT(4) "]}"
#define SCALE(x, y, z) "\"translation\": [0.05, 0, 0], \"scale\": [" #x ", " #y ", " #z "]"
#define AT(x, y, z) "\"translation\": [" #x ", " #y ", " #z "]"

struct geometry_case {
    const char *rule;
    const char *nodes[5];
    const char *spring;
    size_t count;
    struct wanted wants[3];
};

static const struct geometry_case shapes[] = {
    /* lengths */
    {"zero-length-bone", {0}, HAIR, 0, {{0}}},
    {"zero-length-bone", {[3] = AT(0, 0, 0)}, HAIR, 1, {{VRMLINT_WARNING, JOINT_0, 0}}},
    {"zero-length-bone", {[4] = AT(9e-6, 0, 0)}, HAIR, 1, {{VRMLINT_WARNING, JOINT_1, 0}}},
    {"zero-length-bone", {[4] = AT(1.1e-5, 0, 0)}, HAIR, 0, {{0}}},
    {"zero-length-bone", {[2] = AT(0, 0, 0)}, HAIR, 0, {{0}}},
    /* a broken or repeated pair has a rule of its own */
    {"zero-length-bone", {[4] = AT(0, 0, 0)}, "{\"joints\": [" JOINT(4) "," JOINT(3) "]}", 0, {{0}}},
    {"zero-length-bone", {0}, "{\"joints\": [" JOINT(3) "," JOINT(3) "," JOINT(4) "]}", 0, {{0}}},
    /* with a scale of zero there is no length; another rule reports the scale */
    {"zero-length-bone", {[1] = SCALE(0, 0, 0)}, HAIR, 0, {{0}}},
    {"tiny-bone", {[4] = AT(0, 0, 0)}, HAIR, 0, {{0}}},
    {"tiny-bone", {[4] = AT(9e-6, 0, 0)}, HAIR, 0, {{0}}},
    {"tiny-bone", {[4] = AT(1.1e-5, 0, 0)}, HAIR, 1, {{VRMLINT_INFO, JOINT_1, 0}}},
    {"tiny-bone", {[4] = AT(9.99e-4, 0, 0)}, HAIR, 1, {{VRMLINT_INFO, JOINT_1, 0}}},
    {"tiny-bone", {[4] = AT(1.001e-3, 0, 0)}, HAIR, 0, {{0}}},
    /* lengths are measured in the world */
    {"tiny-bone", {[0] = SCALE(0.01, 0.01, 0.01)}, HAIR, 2, {{VRMLINT_INFO, JOINT_0, 0}, {VRMLINT_INFO, JOINT_1, 0}}},

    /* a zero scale */
    {"zero-scale", {0}, HAIR, 0, {{0}}},
    {"zero-scale", {[1] = SCALE(0, 0, 0)}, HAIR, 2, {{VRMLINT_ERROR, JOINT_0, 1}, {VRMLINT_ERROR, JOINT_1, 1}}},
    {"zero-scale", {[2] = SCALE(1, 1, 0)}, HAIR, 2, {{VRMLINT_ERROR, JOINT_0, 1}, {VRMLINT_ERROR, JOINT_1, 1}}},
    {"zero-scale", {[3] = SCALE(1, 9e-7, 1)}, HAIR, 1, {{VRMLINT_ERROR, JOINT_1, 1}}},
    {"zero-scale", {[3] = SCALE(1, 1.1e-6, 1)}, HAIR, 0, {{0}}},
    {"zero-scale", {[4] = SCALE(0, 0, 0)}, HAIR, 0, {{0}}},
    {"zero-scale",
     {[0] = SCALE(0.001, 1, 1), [1] = SCALE(0.0009, 1, 1)},
     HAIR,
     2,
     {{VRMLINT_ERROR, JOINT_0, 1}, {VRMLINT_ERROR, JOINT_1, 1}}},
    {"zero-scale",
     {[1] = SCALE(0, 0, 0)},
     HAIR_AROUND(0),
     2,
     {{VRMLINT_ERROR, JOINT_0, 1}, {VRMLINT_ERROR, JOINT_1, 1}}},
    {"zero-scale",
     {[1] = SCALE(0, 0, 0)},
     HAIR_AROUND(1),
     3,
     {{VRMLINT_ERROR, SPRING_0 "/center", 1}, {VRMLINT_ERROR, JOINT_0, 1}, {VRMLINT_ERROR, JOINT_1, 1}}},
    {"zero-scale", {[4] = SCALE(0, 0, 0)}, HAIR_AROUND(4), 1, {{VRMLINT_ERROR, SPRING_0 "/center", 1}}},

    /* a negative scale */
    {"negative-scale", {0}, HAIR, 0, {{0}}},
    {"negative-scale",
     {[0] = SCALE(-1, 1, 1)},
     HAIR,
     2,
     {{VRMLINT_WARNING, JOINT_0, 1}, {VRMLINT_WARNING, JOINT_1, 1}}},
    {"negative-scale",
     {[1] = SCALE(-1, -1, -1)},
     HAIR,
     2,
     {{VRMLINT_WARNING, JOINT_0, 1}, {VRMLINT_WARNING, JOINT_1, 1}}},
    /* two negative factors are a rotation by 180 degrees, and mirroring twice cancels */
    {"negative-scale", {[1] = SCALE(-1, -1, 1)}, HAIR, 0, {{0}}},
    {"negative-scale", {[0] = SCALE(-1, 1, 1), [1] = SCALE(1, -1, 1)}, HAIR, 0, {{0}}},
    {"negative-scale",
     {[0] = SCALE(-1, 1, 1), [3] = SCALE(-1, 1, 1)},
     HAIR,
     2,
     {{VRMLINT_WARNING, JOINT_0, 1}, {VRMLINT_WARNING, JOINT_1, 1}}},
    {"negative-scale", {[4] = SCALE(-1, 1, 1)}, HAIR, 0, {{0}}},
    {"negative-scale", {[0] = SCALE(-0.0, 1, 1)}, HAIR, 0, {{0}}},
    {"negative-scale",
     {[3] = "\"matrix\": [1,0,0,0, 0,1,0,0, 0,0,-1,0, 0.05,0,0,1]"},
     HAIR,
     1,
     {{VRMLINT_WARNING, JOINT_1, 1}}},
    {"negative-scale", {[3] = "\"matrix\": [-1,0,0,0, 0,1,0,0, 0,0,-1,0, 0.05,0,0,1]"}, HAIR, 0, {{0}}},

    /* a non-uniform scale */
    {"non-uniform-scale", {0}, HAIR, 0, {{0}}},
    {"non-uniform-scale",
     {[0] = SCALE(1, 1, 1.2)},
     HAIR,
     2,
     {{VRMLINT_WARNING, JOINT_0, 1}, {VRMLINT_WARNING, JOINT_1, 1}}},
    {"non-uniform-scale",
     {[0] = SCALE(1, 1, 1.0011)},
     HAIR,
     2,
     {{VRMLINT_WARNING, JOINT_0, 1}, {VRMLINT_WARNING, JOINT_1, 1}}},
    {"non-uniform-scale", {[0] = SCALE(1, 1, 1.0009)}, HAIR, 0, {{0}}},
    {"non-uniform-scale", {[0] = SCALE(2, 2, 2)}, HAIR, 0, {{0}}},
    {"non-uniform-scale", {[3] = SCALE(1.5, 1, 0.5)}, HAIR, 1, {{VRMLINT_WARNING, JOINT_1, 1}}},
    {"non-uniform-scale", {[4] = SCALE(1.5, 1, 0.5)}, HAIR, 0, {{0}}},
    {"non-uniform-scale",
     {[0] = SCALE(1, 1, 1.2), [3] = SCALE(1.5, 1, 0.5)},
     HAIR,
     2,
     {{VRMLINT_WARNING, JOINT_0, 1}, {VRMLINT_WARNING, JOINT_1, 1}}},
    /* the parent's scale counts, even if the joint compensates for it */
    {"non-uniform-scale", {[1] = SCALE(1, 2, 1), [2] = SCALE(1, 0.5, 1)}, HAIR, 1, {{VRMLINT_WARNING, JOINT_0, 1}}},
    {"non-uniform-scale", {[0] = SCALE(1, 2, 1), [1] = SCALE(1, 0.5, 1)}, HAIR, 0, {{0}}},
    {"non-uniform-scale", {[0] = SCALE(1, 0, 1)}, HAIR, 0, {{0}}},

    /* a scale that parameters ignore */
    {"scaled-joint", {0}, HAIR, 0, {{0}}},
    {"scaled-joint", {[0] = SCALE(0.01, 0.01, 0.01)}, HAIR, 1, {{VRMLINT_INFO, SPRING_0, 2}}},
    {"scaled-joint", {[3] = SCALE(1.0011, 1.0011, 1.0011)}, HAIR, 1, {{VRMLINT_INFO, SPRING_0, 1}}},
    {"scaled-joint", {[3] = SCALE(1.0009, 1.0009, 1.0009)}, HAIR, 0, {{0}}},
    {"scaled-joint", {[3] = SCALE(0.9989, 0.9989, 0.9989)}, HAIR, 1, {{VRMLINT_INFO, SPRING_0, 1}}},
    {"scaled-joint", {[3] = SCALE(0.9991, 0.9991, 0.9991)}, HAIR, 0, {{0}}},
    {"scaled-joint", {[0] = SCALE(1, 1, 1.2)}, HAIR, 0, {{0}}},
    {"scaled-joint", {[0] = SCALE(2, 2, 2), [1] = SCALE(0.5, 0.5, 0.5)}, HAIR, 0, {{0}}},
    {"center-scaled",
     {[0] = SCALE(2, 2, 2), [1] = SCALE(0.5, 0.5, 0.5)},
     HAIR_AROUND(0),
     1,
     {{VRMLINT_WARNING, SPRING_0 "/center", 0}}},
    {"center-scaled", {[0] = SCALE(2, 2, 2), [1] = SCALE(0.5, 0.5, 0.5)}, HAIR_AROUND(1), 0, {{0}}},
    {"center-scaled", {[0] = SCALE(2, 2, 2)}, HAIR, 0, {{0}}},
    {"center-scaled", {[1] = SCALE(1, 1.0011, 1)}, HAIR_AROUND(1), 1, {{VRMLINT_WARNING, SPRING_0 "/center", 0}}},
    {"center-scaled", {[1] = SCALE(1, 1.0009, 1)}, HAIR_AROUND(1), 0, {{0}}},
    {"center-scaled", {[1] = SCALE(0, 0, 0)}, HAIR_AROUND(1), 0, {{0}}},

    /* straight down; 0.02 degrees are 0.349 mm per metre */
    {"spring-axis-minus-y", {0}, HAIR, 0, {{0}}},
    {"spring-axis-minus-y", {[3] = AT(0, -0.05, 0), [4] = AT(0, -0.05, 0)}, HAIR, 1, {{VRMLINT_INFO, SPRING_0, 2}}},
    {"spring-axis-minus-y", {[4] = AT(0, 0.05, 0)}, HAIR, 0, {{0}}},
    {"spring-axis-minus-y", {[4] = AT(0.000348, -1, 0)}, HAIR, 1, {{VRMLINT_INFO, SPRING_0, 1}}},
    {"spring-axis-minus-y", {[4] = AT(0.000350, -1, 0)}, HAIR, 0, {{0}}},
    {"spring-axis-minus-y", {[4] = AT(0.000247, -1, 0.000247)}, HAIR, 0, {{0}}},
    {"spring-axis-minus-y", {[4] = AT(0, -9e-6, 0)}, HAIR, 0, {{0}}},
    /* rotated: the axis is in the bone's own space */
    {"spring-axis-minus-y",
     {[3] = "\"rotation\": [0, 0, 0.7071067811865476, 0.7071067811865476]", [4] = AT(0, -0.05, 0)},
     "{\"name\": \"Hair\", \"joints\": [" JOINT(3) "," JOINT(4) "]}",
     1,
     {{VRMLINT_INFO, SPRING_0, 1}}},
};

static void geometry(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char rule[80];
        char text[TEXT_SIZE];
        snprintf(rule, sizeof rule, "springbone/%s", shapes[i].rule);
        build_chain(text, shapes[i].nodes, shapes[i].spring);
        expect_findings(rule, text, shapes[i].wants, shapes[i].count);
    }
}

/* Every joint of a long chain below one bad node is affected; each finding names that node. */
static void one_culprit_of_many(void **state)
{
    (void)state;
    enum { JOINTS = 400 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\"], \"nodes\": ["
                 "{\"name\": \"Armature\", \"scale\": [1, 1, 2], \"children\": [1]}");
    for (int i = 1; i <= JOINTS; i++) {
        fprintf(out, ", {\"translation\": [0.05, 0, 0]");
        fprintf(out, i == JOINTS ? "}" : ", \"children\": [%d]}", i + 1);
    }
    fprintf(out, "], \"extensions\": {\"VRMC_springBone\": {\"specVersion\": \"1.0\", \"springs\": [{\"joints\": [");
    for (int i = 1; i <= JOINTS; i++) {
        fprintf(out, "%s{\"node\": %d, " SOUND "}", i == 1 ? "" : ", ", i);
    }
    fprintf(out, "]}]}}}");
    fclose(out);
    struct vrmlint_report *report = lint_text("springbone/non-uniform-scale", text);
    assert_int_equal(report->finding_count, JOINTS - 1);
    const struct vrmlint_finding *finding = &report->findings[0];
    assert_float_equal(measure(finding, "largestScale"), 2, 1e-12);
    assert_string_equal(finding->related[0].pointer, "/nodes/0/scale");
    assert_non_null(strstr(ENGLISH(finding->message), "'Armature' (node 0)"));
    for (int i = 0; i < JOINTS - 1; i++) {
        char pointer[80];
        snprintf(pointer, sizeof pointer, "/extensions/VRMC_springBone/springs/0/joints/%d", i);
        assert_string_equal(report->findings[i].pointer, pointer);
    }
    vrmlint_report_free(report);
    free(text);
}

/* Exporters list children before parents, and the same node may affect two springs. */
static void any_order_of_nodes(void **state)
{
    (void)state;
    static const char *const format =
        "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\"], \"nodes\": ["
        "{\"name\": \"Hair_02\", \"translation\": [0.05, 0, 0]},"
        "{\"name\": \"Hair_01\", \"translation\": [0.05, 0, 0], \"children\": [0]},"
        "{\"name\": \"Tail_02\", \"translation\": [0.05, 0, 0]},"
        "{\"name\": \"Tail_01\", \"translation\": [0.05, 0, 0], \"children\": [2]},"
        "{\"name\": \"Armature\", \"scale\": [1, 1, %d], \"children\": [1, 3]}],"
        "\"extensions\": {\"VRMC_springBone\": {\"specVersion\": \"1.0\", \"springs\": ["
        "{\"joints\": [" JOINT(1) "," JOINT(0) "]}, {\"joints\": [" JOINT(3) "," JOINT(2) "]}]}}}";
    static const struct wanted wants[] = {
        {VRMLINT_WARNING, JOINT_0, 1},
        {VRMLINT_WARNING, "/extensions/VRMC_springBone/springs/1/joints/0", 1},
    };
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, format, 2);
    expect_findings("springbone/non-uniform-scale", text, wants, 2);
    snprintf(text, sizeof text, format, -1);
    expect_findings("springbone/negative-scale", text, wants, 2);
    snprintf(text, sizeof text, format, 1);
    expect_findings("springbone/negative-scale", text, NULL, 0);
}

/* Joints below a loop, without a node or with a missing node aren't reported here. Other rules report them. */
static void unusable_nodes(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\"], \"nodes\": ["
        "{\"scale\": [0, 1, 2], \"children\": [1]}, {\"scale\": [-1, 1, 1], \"children\": [0, 2]},"
        "{\"name\": \"Hair_01\", \"children\": [3]}, {\"name\": \"Hair_02\", \"scale\": [0, 0, 0]}, 7],"
        "\"extensions\": {\"VRMC_springBone\": {\"specVersion\": \"1.0\", \"springs\": ["
        "{\"center\": 0, \"joints\": [" JOINT(2) "," JOINT(3) "]}, {\"joints\": [" JOINT(4) "," JOINT(
            99) ", {}, 5]}]}}}";
    static const char *const rules[] = {"zero-scale",    "negative-scale",      "non-uniform-scale", "scaled-joint",
                                        "center-scaled", "spring-axis-minus-y", "zero-length-bone",  "tiny-bone"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char rule[80];
        snprintf(rule, sizeof rule, "springbone/%s", rules[i]);
        expect_findings(rule, text, NULL, 0);
    }
}

TEST_PROGRAM(spring_geometry)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometry),
        cmocka_unit_test(one_culprit_of_many),
        cmocka_unit_test(any_order_of_nodes),
        cmocka_unit_test(unusable_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
