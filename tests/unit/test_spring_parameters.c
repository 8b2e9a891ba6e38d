/* Parameters of spring joints, on both sides of every threshold of the rules. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

#define JOINT_0 "/extensions/VRMC_springBone/springs/0/joints/0"

#define SOUND "\"stiffness\": 1, \"gravityPower\": 0.5, \"dragForce\": 0.4"

enum { TEXT_SIZE = 8192 };

struct parameter_case {
    const char *rule;
    const char *members; /* members of the first joint */
    enum vrmlint_severity severity;
    const char *property; /* member with the finding */
    double length;        /* length of the bone, metres; 0: 0.05 */
    const char *version;  /* NULL: 1.0 */
};

#define GRAVITY(direction) "\"gravityPower\": 1, \"gravityDir\": " direction

static const struct parameter_case cases[] = {
    {"gravity-dir-zero", GRAVITY("[0, 0, 0]"), VRMLINT_WARNING, "gravityDir", 0, NULL},
    {"gravity-dir-zero", GRAVITY("[0, -9e-7, 0]"), VRMLINT_WARNING, "gravityDir", 0, NULL},
    {"gravity-dir-zero", GRAVITY("[0, -1.1e-6, 0]"), VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-zero", "\"gravityPower\": 1e-9, \"gravityDir\": [0, 0, 0]", VRMLINT_WARNING, "gravityDir", 0, NULL},
    {"gravity-dir-zero", "\"gravityPower\": 0, \"gravityDir\": [0, 0, 0]", VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-zero", "\"gravityDir\": [0, 0, 0]", VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-zero", GRAVITY("[0, 0]"), VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-zero", "\"gravityPower\": \"1\", \"gravityDir\": [0, 0, 0]", VRMLINT_OFF, NULL, 0, NULL},

    {"gravity-dir-not-unit", GRAVITY("[0, -2, 0]"), VRMLINT_WARNING, "gravityDir", 0, NULL},
    {"gravity-dir-not-unit", GRAVITY("[0, -1.0101, 0]"), VRMLINT_WARNING, "gravityDir", 0, NULL},
    {"gravity-dir-not-unit", GRAVITY("[0, -1.0099, 0]"), VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-not-unit", GRAVITY("[0, -0.9901, 0]"), VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-not-unit", GRAVITY("[0, -0.9899, 0]"), VRMLINT_WARNING, "gravityDir", 0, NULL},
    {"gravity-dir-not-unit", GRAVITY("[0, -1.1e-6, 0]"), VRMLINT_WARNING, "gravityDir", 0, NULL},
    {"gravity-dir-not-unit", GRAVITY("[0, -9e-7, 0]"), VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-not-unit", GRAVITY("[0.6, -0.8, 0]"), VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-not-unit", GRAVITY("[1, -1, 0]"), VRMLINT_WARNING, "gravityDir", 0, NULL},
    {"gravity-dir-not-unit", GRAVITY("[\"0\", -2, 0]"), VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-not-unit", "\"gravityPower\": 0, \"gravityDir\": [0, -2, 0]", VRMLINT_OFF, NULL, 0, NULL},

    {"gravity-dir-unused", "\"gravityPower\": 0, \"gravityDir\": [1, 0, 0]", VRMLINT_INFO, "gravityDir", 0, NULL},
    {"gravity-dir-unused", "\"gravityDir\": [1, 0, 0]", VRMLINT_INFO, "gravityDir", 0, NULL},
    {"gravity-dir-unused", "\"gravityDir\": [0, -1, 0]", VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-unused", "\"gravityDir\": [0, 0, 0]", VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-dir-unused", "\"gravityPower\": 0.01, \"gravityDir\": [1, 0, 0]", VRMLINT_OFF, NULL, 0, NULL},

    {"gravity-power-physical", "\"gravityPower\": 9.69", VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-power-physical", "\"gravityPower\": 9.7", VRMLINT_WARNING, "gravityPower", 0, NULL},
    {"gravity-power-physical", "\"gravityPower\": 9.9", VRMLINT_WARNING, "gravityPower", 0, NULL},
    {"gravity-power-physical", "\"gravityPower\": 9.91", VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-power-physical", "\"gravityPower\": -9.8", VRMLINT_OFF, NULL, 0, NULL},

    {"gravity-power-high", "\"gravityPower\": 2", VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-power-high", "\"gravityPower\": 2.001", VRMLINT_INFO, "gravityPower", 0, NULL},
    {"gravity-power-high", "\"gravityPower\": 9.69", VRMLINT_INFO, "gravityPower", 0, NULL},
    {"gravity-power-high", "\"gravityPower\": 9.8", VRMLINT_OFF, NULL, 0, NULL},
    {"gravity-power-high", "\"gravityPower\": 9.91", VRMLINT_WARNING, "gravityPower", 0, NULL},
    {"gravity-power-high", "\"gravityPower\": 1e17", VRMLINT_WARNING, "gravityPower", 0, NULL},
    {"gravity-power-high", "\"gravityPower\": [3]", VRMLINT_OFF, NULL, 0, NULL},

    {"stiffness-high", "\"stiffness\": 4", VRMLINT_OFF, NULL, 0, NULL},
    {"stiffness-high", "\"stiffness\": 4.001", VRMLINT_INFO, "stiffness", 0, NULL},
    {"stiffness-high", "\"stiffness\": 100", VRMLINT_INFO, "stiffness", 0, NULL},
    {"stiffness-high", "\"stiffness\": 100.1", VRMLINT_WARNING, "stiffness", 0, NULL},
    {"stiffness-high", "\"stiffness\": 17.9", VRMLINT_INFO, "stiffness", 0.003, NULL},
    {"stiffness-high", "\"stiffness\": 18.1", VRMLINT_WARNING, "stiffness", 0.003, NULL},
    {"stiffness-high", "\"stiffness\": 3.9", VRMLINT_OFF, NULL, 0.0005, NULL},
    {"stiffness-high", "\"stiffness\": 4.1", VRMLINT_WARNING, "stiffness", 0.0005, NULL},
    {"stiffness-high", "\"stiffness\": 4.1", VRMLINT_INFO, "stiffness", 1e-9, NULL},
    {"stiffness-high", "\"stiffness\": 1.1", VRMLINT_OFF, NULL, 0, NULL},
    {"stiffness-high", "\"stiffness\": 1.1", VRMLINT_INFO, "stiffness", 0, "1.0-beta"},
    {"stiffness-high", "\"stiffness\": 1", VRMLINT_OFF, NULL, 0, "1.0-beta"},
    {"stiffness-high", "\"stiffness\": 101", VRMLINT_WARNING, "stiffness", 0, "1.0-beta"},
    {"stiffness-high", "\"gravityPower\": 0", VRMLINT_OFF, NULL, 0, "1.0-beta"},
    {"stiffness-high", "\"stiffness\": \"9\"", VRMLINT_OFF, NULL, 0, NULL},

    {"no-restoring-force", "\"stiffness\": 0", VRMLINT_WARNING, "stiffness", 0, NULL},
    {"no-restoring-force", "\"stiffness\": 0, \"gravityPower\": 0", VRMLINT_WARNING, "stiffness", 0, NULL},
    {"no-restoring-force", "\"stiffness\": 0.0, \"gravityPower\": 1e-6", VRMLINT_OFF, NULL, 0, NULL},
    {"no-restoring-force", "\"stiffness\": 1e-6, \"gravityPower\": 0", VRMLINT_OFF, NULL, 0, NULL},
    {"no-restoring-force", "\"gravityPower\": 0", VRMLINT_OFF, NULL, 0, NULL},
    {"no-restoring-force", "\"stiffness\": 0, \"gravityPower\": null", VRMLINT_OFF, NULL, 0, NULL},

    {"no-drag", "\"dragForce\": 0", VRMLINT_INFO, "dragForce", 0, NULL},
    {"no-drag", "\"dragForce\": 0.0", VRMLINT_INFO, "dragForce", 0, NULL},
    {"no-drag", "\"dragForce\": 1e-6", VRMLINT_INFO, "dragForce", 0, NULL},
    {"no-drag", "\"dragForce\": 0.029", VRMLINT_INFO, "dragForce", 0, NULL},
    {"no-drag", "\"dragForce\": 0.03", VRMLINT_OFF, NULL, 0, NULL},
    {"no-drag", "\"dragForce\": -0.1", VRMLINT_OFF, NULL, 0, NULL},
    {"no-drag", "\"stiffness\": 1", VRMLINT_OFF, NULL, 0, NULL},
    {"full-drag", "\"dragForce\": 1", VRMLINT_INFO, "dragForce", 0, NULL},
    {"full-drag", "\"dragForce\": 0.999", VRMLINT_OFF, NULL, 0, NULL},
    {"full-drag", "\"dragForce\": 1.5", VRMLINT_OFF, NULL, 0, NULL},
    {"full-drag", "\"dragForce\": true", VRMLINT_OFF, NULL, 0, NULL},

    {"hit-radius-exceeds-bone", "\"hitRadius\": 0.0499", VRMLINT_OFF, NULL, 0, NULL},
    {"hit-radius-exceeds-bone", "\"hitRadius\": 0.0501", VRMLINT_INFO, "hitRadius", 0, NULL},
    {"hit-radius-exceeds-bone", "\"hitRadius\": 1", VRMLINT_INFO, "hitRadius", 0, NULL},
    {"hit-radius-exceeds-bone", "\"hitRadius\": 1.01", VRMLINT_WARNING, "hitRadius", 0, NULL},
    {"hit-radius-exceeds-bone", "\"hitRadius\": 1.01", VRMLINT_OFF, NULL, 2, NULL},
    {"hit-radius-exceeds-bone", "\"hitRadius\": 0.02", VRMLINT_OFF, NULL, 9e-6, NULL},
    {"hit-radius-exceeds-bone", "\"hitRadius\": 0.02", VRMLINT_INFO, "hitRadius", 1.1e-5, NULL},
};

/* Writes a file with two joints at a distance of length metres, a third after them, and a collider. first, last:
 * members of the first and of the last joint. */
static void build(char *text, const char *version, const char *first, const char *last, double length, bool colliders)
{
    int size = snprintf(
        text, TEXT_SIZE,
        "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\"], \"scenes\": [{\"nodes\": [0]}],"
        "\"nodes\": [{\"name\": \"Head\", \"children\": [1]},"
        "{\"name\": \"Hair_01\", \"translation\": [0, 0.1, 0], \"children\": [2]},"
        "{\"name\": \"Hair_02\", \"translation\": [%.9g, 0, 0], \"children\": [3]},"
        "{\"name\": \"Hair_03\", \"translation\": [0.05, 0, 0]}],"
        "\"extensions\": {\"VRMC_springBone\": {\"specVersion\": \"%s\","
        "\"colliders\": [{\"node\": 0, \"shape\": {\"sphere\": {\"radius\": 0.1}}}],"
        "\"colliderGroups\": [{\"colliders\": [0]}],"
        "\"springs\": [{\"name\": \"Hair\", \"joints\": ["
        "{\"node\": 1, %s}, {\"node\": 2, " SOUND "}, {\"node\": 3%s%s}]%s}]}}}",
        length, version, first, *last == '\0' ? "" : ", ", last, colliders ? ", \"colliderGroups\": [0]" : "");
    assert_true(size > 0 && size < TEXT_SIZE);
}

static void parameters(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct parameter_case *c = &cases[i];
        char rule[80];
        char pointer[120];
        char text[TEXT_SIZE];
        snprintf(rule, sizeof rule, "springbone/%s", c->rule);
        snprintf(pointer, sizeof pointer, JOINT_0 "/%s", c->property == NULL ? "" : c->property);
        build(text, c->version == NULL ? "1.0" : c->version, c->members, "", c->length == 0 ? 0.05 : c->length, true);
        expect_findings(rule, text, &(struct wanted){c->severity, pointer, 0}, c->severity != VRMLINT_OFF);
    }
}

/* The last joint's parameters are never used, so they aren't reported. */
static void heads_only(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rule[80];
        char text[TEXT_SIZE];
        snprintf(rule, sizeof rule, "springbone/%s", cases[i].rule);
        build(text, "1.0", SOUND, cases[i].members, 0.05, true);
        expect_findings(rule, text, NULL, 0);
    }
}

static void hit_radius_needs_a_collider(void **state)
{
    (void)state;
    char text[TEXT_SIZE];
    build(text, "1.0", "\"hitRadius\": 0.3", "\"hitRadius\": 0.3", 0.05, false);
    expect_findings("springbone/hit-radius-exceeds-bone", text, NULL, 0);
    expect_findings("springbone/hit-radius-unused", text, &(struct wanted){VRMLINT_INFO, JOINT_0 "/hitRadius", 0}, 1);
    build(text, "1.0", "\"hitRadius\": 0", "\"hitRadius\": 0.3", 0.05, false);
    expect_findings("springbone/hit-radius-unused", text, NULL, 0);
    build(text, "1.0", "\"hitRadius\": 0.3", "", 0.05, true);
    expect_findings("springbone/hit-radius-unused", text, NULL, 0);
    /* values in place of collider groups or colliders: another rule reports all of them except an empty list */
    static const char *const others[][2] = {{"[]", "[0]"},   {"null", "[0]"},   {"[7]", "[0]"}, {"[\"0\"]", "[0]"},
                                            {"[0]", "null"}, {"[0]", "[7, 8]"}, {"[0]", "[]"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        build(text, "1.0", "\"hitRadius\": 0.3", "", 0.05, false);
        char *colliders = strstr(text, "\"colliders\": [0]");
        char *end = strstr(text, "]}]}}}");
        char other[TEXT_SIZE];
        snprintf(other, sizeof other, "%.*s\"colliders\": %s%.*s], \"colliderGroups\": %s}]}}}",
                 (int)(colliders - text), text, others[i][1], (int)(end - colliders - 16), colliders + 16,
                 others[i][0]);
        bool silent = i != 0 && i != 6;
        expect_findings("springbone/hit-radius-unused", other, &(struct wanted){VRMLINT_INFO, JOINT_0 "/hitRadius", 0},
                        silent ? 0 : 1);
    }
}

static void drag_omitted(void **state)
{
    (void)state;
    char text[TEXT_SIZE];
    build(text, "1.0", "\"stiffness\": 1", "", 0.05, false);
    expect_findings("springbone/drag-omitted", text, &(struct wanted){VRMLINT_INFO, "/extensions/VRMC_springBone", 1},
                    1);
    build(text, "1.0", "\"dragForce\": 0.4", "\"stiffness\": 1", 0.05, false);
    expect_findings("springbone/drag-omitted", text, NULL, 0);
    build(text, "1.0", "\"dragForce\": \"0.4\"", "", 0.05, false);
    expect_findings("springbone/drag-omitted", text, NULL, 0);
}

/* A severity set by the user wins over one that the rule chooses. */
static void own_severity_wins(void **state)
{
    (void)state;
    char text[TEXT_SIZE];
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    build(text, "1.0", "\"stiffness\": 150, \"dragForce\": 0.4", "", 0.05, false);
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_true(vrmlint_policy_select(policy, "springbone/stiffness-high", &refusal));
    assert_true(vrmlint_policy_severity(policy, "springbone/stiffness-high", VRMLINT_ERROR, &refusal));
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "test.gltf", text, strlen(text));
    assert_int_equal(report->finding_count, 1);
    assert_int_equal(report->findings[0].severity, VRMLINT_ERROR);
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

TEST_PROGRAM(spring_parameters)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters),
        cmocka_unit_test(heads_only),
        cmocka_unit_test(hit_radius_needs_a_collider),
        cmocka_unit_test(drag_omitted),
        cmocka_unit_test(own_severity_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
