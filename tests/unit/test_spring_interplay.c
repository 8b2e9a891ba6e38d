/* Springs combined with humanoid bones, constraints and animations; collider groups listed twice. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

#define JOINT_0 "/extensions/VRMC_springBone/springs/0/joints/0"
#define JOINT_1 "/extensions/VRMC_springBone/springs/0/joints/1"
#define JOINT_2 "/extensions/VRMC_springBone/springs/0/joints/2"
#define SPRING_0 "/extensions/VRMC_springBone/springs/0"

#define SOUND "\"stiffness\": 1, \"gravityPower\": 0.5, \"dragForce\": 0.4"
#define JOINT(node) "{\"node\": " #node ", " SOUND "}"
#define HAIR "{\"name\": \"Hair\", \"joints\": [" JOINT(2) "," JOINT(3) "," JOINT(4) "]}"
#define HAIR_AROUND(center)                                                                                            \
    "{\"name\": \"Hair\", \"center\": " #center ", \"joints\": [" JOINT(2) "," JOINT(3) "," JOINT(4) "]}"

enum { TEXT_SIZE = 8192 };

/*
 * Hips 0, Head 1, Hair_01 2, Hair_02 3, Hair_03 4; UpperLeg 5 and LowerLeg 6 below Hips, or below Hair_02 if legs is
 * 3. more: members of the root, "" or each with a comma in front; extensions: the same inside "extensions"; node:
 * further members of Hair_02.
 */
struct avatar_text {
    int legs;
    const char *more;
    const char *extensions;
    const char *node;
    const char *spring;
};

static void build_avatar(char *text, const struct avatar_text *avatar)
{
    int size = snprintf(
        text, TEXT_SIZE,
        "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\"], \"scenes\": [{\"nodes\": [0]}],"
        "\"nodes\": [{\"name\": \"Hips\", \"children\": [1%s]}, {\"name\": \"Head\", \"children\": [2]},"
        "{\"name\": \"Hair_01\", \"translation\": [0.05, 0, 0], \"children\": [3]},"
        "{\"name\": \"Hair_02\", \"translation\": [0.05, 0, 0]%s, \"children\": [4%s]},"
        "{\"name\": \"Hair_03\", \"translation\": [0.05, 0, 0]},"
        "{\"name\": \"UpperLeg\", \"children\": [6]}, {\"name\": \"LowerLeg\"}]%s,"
        "\"extensions\": {\"VRMC_springBone\": {\"specVersion\": \"1.0\","
        "\"colliders\": [{\"node\": 0, \"shape\": {\"sphere\": {\"radius\": 0.1}}}],"
        "\"colliderGroups\": [{\"colliders\": [0]}, {\"colliders\": [0]}],"
        "\"springs\": [%s]}%s}}",
        avatar->legs == 3 ? "" : ", 5", avatar->node == NULL ? "" : avatar->node, avatar->legs == 3 ? ", 5" : "",
        avatar->more == NULL ? "" : avatar->more, avatar->spring == NULL ? HAIR : avatar->spring,
        avatar->extensions == NULL ? "" : avatar->extensions);
    assert_true(size > 0 && size < TEXT_SIZE);
}

#define HUMANOID(bones_and_more) ", \"VRMC_vrm\": {\"humanoid\": {\"humanBones\": {" bones_and_more "}"
#define BONE(name, at) "\"" name "\": {\"node\": " #at "}"

struct interplay_case {
    const char *rule;
    struct avatar_text avatar;
    size_t count;
    struct wanted wants[3];
};

#define FROM_HEAD "{\"joints\": [" JOINT(1) "," JOINT(2) "," JOINT(3) "]}"
#define REVERSED "{\"joints\": [" JOINT(4) "," JOINT(3) "]}"
#define SKIPPING "{\"joints\": [" JOINT(2) "," JOINT(4) "]}"
#define ALONE "{\"joints\": [" JOINT(3) "]}"
#define GROUPS(list) "{\"colliderGroups\": " list ", \"joints\": [" JOINT(2) "," JOINT(3) "]}"
#define ANIMATION(target)                                                                                              \
    ", \"animations\": [{\"name\": \"Wave\", \"samplers\": [{\"input\": 0, \"output\": 0}], \"channels\": [" target    \
    "]}], \"accessors\": [{\"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\"}]"
#define CHANNEL(at, path) "{\"sampler\": 0, \"target\": {\"node\": " #at ", \"path\": \"" path "\"}}"
#define POINTED(pointer)                                                                                               \
    "{\"sampler\": 0, \"target\": {\"path\": \"pointer\", \"extensions\": {\"KHR_animation_pointer\": {\"pointer\": "  \
    "\"" pointer "\"}}}}"

static const struct interplay_case interplays[] = {
    /* the joint itself */
    {"joint-is-humanoid", {.extensions = HUMANOID(BONE("head", 1)) "}}"}, 0, {{0}}},
    {"joint-is-humanoid",
     {.extensions = HUMANOID(BONE("head", 1)) "}}", .spring = FROM_HEAD},
     1,
     {{VRMLINT_WARNING, JOINT_0 "/node", 1}}},
    {"joint-is-humanoid",
     {.extensions = HUMANOID(BONE("leftHand", 3)) "}}"},
     1,
     {{VRMLINT_WARNING, JOINT_1 "/node", 1}}},
    {"joint-is-humanoid", {.extensions = HUMANOID(BONE("leftHand", 4)) "}}"}, 0, {{0}}},
    {"joint-is-humanoid",
     {.extensions = HUMANOID(BONE("leftIndexProximal", 3)) "}}"},
     1,
     {{VRMLINT_INFO, JOINT_1 "/node", 1}}},
    {"joint-is-humanoid", {.extensions = HUMANOID(BONE("jaw", 3)) "}}"}, 1, {{VRMLINT_INFO, JOINT_1 "/node", 1}}},
    {"joint-is-humanoid", {.extensions = HUMANOID(BONE("rightToes", 3)) "}}"}, 1, {{VRMLINT_INFO, JOINT_1 "/node", 1}}},
    {"joint-is-humanoid",
     {.extensions = HUMANOID(BONE("rightFoot", 3)) "}}"},
     1,
     {{VRMLINT_WARNING, JOINT_1 "/node", 1}}},
    {"joint-is-humanoid",
     {.extensions = HUMANOID(BONE("leftEye", 3)) "}, \"lookAt\": {\"type\": \"bone\"}}"},
     1,
     {{VRMLINT_WARNING, JOINT_1 "/node", 1}}},
    {"joint-is-humanoid",
     {.extensions = HUMANOID(BONE("leftEye", 3)) "}, \"lookAt\": {\"type\": \"expression\"}}"},
     1,
     {{VRMLINT_INFO, JOINT_1 "/node", 1}}},
    {"joint-is-humanoid",
     {.extensions = HUMANOID(BONE("leftEye", 3)) "}, \"lookAt\": {}}"},
     1,
     {{VRMLINT_WARNING, JOINT_1 "/node", 1}}},
    {"joint-is-humanoid", {.extensions = HUMANOID(BONE("leftEye", 3)) "}}"}, 1, {{VRMLINT_INFO, JOINT_1 "/node", 1}}},
    {"joint-is-humanoid", {.extensions = HUMANOID(BONE("head", 1)) "}}", .spring = HAIR_AROUND(1)}, 0, {{0}}},
    {"joint-is-humanoid", {.extensions = HUMANOID(BONE("head", 3)) "}}", .spring = ALONE}, 0, {{0}}},

    /* nodes below a joint */
    {"humanoid-under-spring", {.extensions = HUMANOID(BONE("leftUpperLeg", 5)) "}}"}, 0, {{0}}},
    {"humanoid-under-spring",
     {.legs = 3, .extensions = HUMANOID(BONE("leftUpperLeg", 5) "," BONE("leftLowerLeg", 6)) "}}"},
     1,
     {{VRMLINT_WARNING, SPRING_0, 2}}},
    {"humanoid-under-spring", {.extensions = HUMANOID(BONE("leftHand", 4)) "}}"}, 1, {{VRMLINT_WARNING, SPRING_0, 1}}},
    {"humanoid-under-spring", {.extensions = HUMANOID(BONE("leftHand", 3)) "}}"}, 0, {{0}}},
    {"humanoid-under-spring", {.extensions = HUMANOID(BONE("head", 1)) "}}"}, 0, {{0}}},
    {"humanoid-under-spring", {.legs = 3, .extensions = HUMANOID(BONE("hips", 5)) "}}", .spring = REVERSED}, 0, {{0}}},
    {"humanoid-under-spring", {.extensions = HUMANOID(BONE("hips", 4)) "}}", .spring = ALONE}, 0, {{0}}},

    /* constraints */
    {"joint-has-constraint", {0}, 0, {{0}}},
    {"joint-has-constraint",
     {.node = ", \"extensions\": {\"VRMC_node_constraint\": {\"constraint\": {\"aim\": {\"source\": 0}}}}"},
     1,
     {{VRMLINT_WARNING, JOINT_1 "/node", 1}}},
    {"joint-has-constraint",
     {.node = ", \"extensions\": {\"VRMC_node_constraint\": {}}",
      .spring = "{\"joints\": [" JOINT(2) "," JOINT(3) "]}"},
     0,
     {{0}}},

    /* animations */
    {"joint-animated", {.more = ANIMATION(CHANNEL(1, "rotation"))}, 0, {{0}}},
    {"joint-animated", {.more = ANIMATION(CHANNEL(3, "rotation"))}, 1, {{VRMLINT_WARNING, JOINT_1 "/node", 1}}},
    {"joint-animated", {.more = ANIMATION(CHANNEL(4, "rotation"))}, 0, {{0}}},
    {"joint-animated", {.more = ANIMATION(CHANNEL(3, "weights"))}, 0, {{0}}},
    {"joint-animated", {.more = ANIMATION(CHANNEL(3, "translation"))}, 1, {{VRMLINT_INFO, JOINT_1 "/node", 1}}},
    {"joint-animated", {.more = ANIMATION(CHANNEL(4, "scale"))}, 1, {{VRMLINT_INFO, JOINT_2 "/node", 1}}},
    {"joint-animated",
     {.more = ANIMATION(CHANNEL(3, "scale") "," CHANNEL(3, "rotation") "," CHANNEL(3, "rotation"))},
     1,
     {{VRMLINT_WARNING, JOINT_1 "/node", 3}}},
    {"joint-animated",
     {.more = ANIMATION(CHANNEL(3, "translation")), .spring = SKIPPING},
     1,
     {{VRMLINT_INFO, JOINT_1 "/node", 1}}},
    {"joint-animated", {.more = ANIMATION(CHANNEL(3, "rotation")), .spring = SKIPPING}, 0, {{0}}},
    {"joint-animated", {.more = ANIMATION(CHANNEL(1, "translation")), .spring = SKIPPING}, 0, {{0}}},
    {"joint-animated", {.more = ANIMATION(CHANNEL(3, "rotation")), .spring = ALONE}, 0, {{0}}},
    {"joint-animated", {.more = ANIMATION(POINTED("/nodes/2/rotation"))}, 1, {{VRMLINT_WARNING, JOINT_0 "/node", 1}}},
    {"joint-animated", {.more = ANIMATION(POINTED("/nodes/1/rotation"))}, 0, {{0}}},

    /* groups listed twice */
    {"duplicate-collider-group", {.spring = GROUPS("[0, 1]")}, 0, {{0}}},
    {"duplicate-collider-group",
     {.spring = GROUPS("[0, 0.0]")},
     1,
     {{VRMLINT_WARNING, SPRING_0 "/colliderGroups/1", 1}}},
    {"duplicate-collider-group",
     {.spring = GROUPS("[1, 0, 1, 1]")},
     2,
     {{VRMLINT_WARNING, SPRING_0 "/colliderGroups/2", 1}, {VRMLINT_WARNING, SPRING_0 "/colliderGroups/3", 1}}},
    {"duplicate-collider-group", {.spring = GROUPS("[7, 7, -1, -1, \"0\", \"0\", null]")}, 0, {{0}}},
    {"duplicate-collider-group", {.spring = GROUPS("[0]") "," GROUPS("[0]")}, 0, {{0}}},
};

static void interplay(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof interplays / sizeof *interplays; i++) {
        char rule[80];
        char text[TEXT_SIZE];
        snprintf(rule, sizeof rule, "springbone/%s", interplays[i].rule);
        build_avatar(text, &interplays[i].avatar);
        expect_findings(rule, text, interplays[i].wants, interplays[i].count);
    }
}

/* Parts of messages that differ from case to case. */
static void interplay_is_explained(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        struct avatar_text avatar;
        const char *message;
    } cases[] = {
        {"springbone/joint-has-constraint",
         {.node = ", \"extensions\": {\"VRMC_node_constraint\": {\"constraint\": {\"aim\": {\"source\": 0}}}}"},
         "also carries a constraint (aim)"},
        {"springbone/joint-has-constraint",
         {.node = ", \"extensions\": {\"VRMC_node_constraint\": {\"constraint\": {}}}"},
         "a constraint (of an unknown kind)"},
        {"springbone/joint-animated", {.more = ANIMATION(CHANNEL(3, "scale"))}, "animation 0 'Wave' scales this node"},
        {"springbone/joint-animated",
         {.more = ANIMATION(CHANNEL(3, "translation")), .spring = SKIPPING},
         "animation 0 'Wave' moves 'Hair_02' (node 3), but"},
        {"springbone/joint-animated",
         {.more = ANIMATION(CHANNEL(3, "scale") "," CHANNEL(3, "translation")), .spring = SKIPPING},
         "animation 0 'Wave' (and 1 more channel) scales 'Hair_02' (node 3), but"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT_SIZE];
        build_avatar(text, &cases[i].avatar);
        struct vrmlint_report *report = lint_text(cases[i].rule, text);
        assert_int_equal(report->finding_count, 1);
        assert_non_null(strstr(ENGLISH(report->findings[0].message), cases[i].message));
        vrmlint_report_free(report);
    }
}

/* Thousands of springs along one long path, every node of it animated: one finding for each joint, in linear time. */
static void many_springs_over_one_path(void **state)
{
    (void)state;
    enum { NODES = 3000, SPRINGS = 3000 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\"], \"nodes\": [");
    for (int i = 0; i < NODES - 1; i++) {
        fprintf(out, "{\"translation\": [0.05, 0, 0], \"children\": [%d]}, ", i + 1);
    }
    fprintf(out, "{}], \"accessors\": [{}], \"animations\": [{\"samplers\": [{\"input\": 0, \"output\": 0}], "
                 "\"channels\": [");
    for (int i = 0; i < NODES; i++) {
        fprintf(out, "%s{\"sampler\": 0, \"target\": {\"node\": %d, \"path\": \"translation\"}}", i == 0 ? "" : ", ",
                i);
    }
    fprintf(out, "]}], \"extensions\": {\"VRMC_springBone\": {\"specVersion\": \"1.0\", \"springs\": [");
    for (int i = 0; i < SPRINGS; i++) {
        fprintf(out, "%s{\"joints\": [{\"node\": 0}, {\"node\": %d}]}", i == 0 ? "" : ", ", NODES - 1);
    }
    fprintf(out, "]}}}");
    fclose(out);
    struct vrmlint_report *report = lint_text("springbone/joint-animated", text);
    /* both joints, and the nodes between them */
    assert_int_equal(report->finding_count, 3 * SPRINGS);
    vrmlint_report_free(report);
    free(text);
}

/* A node with many channels is named once, and the message lists only a few of them. */
static void many_channels(void **state)
{
    (void)state;
    char more[TEXT_SIZE / 2 - 300];
    size_t length = 0;
    for (int i = 0; i < 30; i++) {
        length +=
            (size_t)snprintf(more + length, sizeof more - length, "%s" CHANNEL(3, "rotation"), i == 0 ? "" : ", ");
    }
    char members[TEXT_SIZE / 2];
    snprintf(members, sizeof members, ANIMATION("%s"), more);
    char text[TEXT_SIZE];
    build_avatar(text, &(struct avatar_text){.more = members});
    struct vrmlint_report *report = lint_text("springbone/joint-animated", text);
    assert_int_equal(report->finding_count, 1);
    assert_int_equal(report->findings[0].related_count, 20);
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "animation 0 'Wave' (and 29 more channels)"));
    vrmlint_report_free(report);
}

TEST_PROGRAM(spring_interplay)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interplay),
        cmocka_unit_test(interplay_is_explained),
        cmocka_unit_test(many_springs_over_one_path),
        cmocka_unit_test(many_channels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
