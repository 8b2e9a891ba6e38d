/* Axes of aims and rolls compared with the rest pose, on both sides of every threshold of the rules. */
#include "constraint_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANGLE "aim-axis-opposed,aim-axis-misaligned,aim-source-at-destination"
#define AIM_AXIS " /nodes/0!/constraint/aim/aimAxis"
#define AIM_SOURCE " /nodes/0!/constraint/aim/source"

/* Returns a file with an aim along X and a source at an angle from that axis. extra: more members of the aim. */
static char *aim_text(double degrees, const char *extra)
{
    char *text = NULL;
    double radians = degrees * 0.017453292519943295;
    text_add(&text, "{'asset':{'version':'2.0'},'nodes':[{'translation':[0.2,1,0]," ON("'aim':{'source':1,%s}"), extra);
    text_add(&text, "},{'translation':[%.17g,%.17g,%.17g]}]}", 0.2 + 0.3 * cos(radians), 1 + 0.3 * sin(radians) * 0.6,
             0.3 * sin(radians) * 0.8);
    return text;
}

static void expect_angle(double degrees, const char *extra, const char *expected)
{
    char *text = aim_text(degrees, extra);
    expect_constraints(ANGLE, text, expected);
    free(text);
}

static void aim_angles(void **state)
{
    (void)state;
    static const char x[] = "'aimAxis':'PositiveX'";
    expect_angle(0, x, "");
    expect_angle(9.99, x, "");
    expect_angle(10.01, x, "info aim-axis-misaligned" AIM_AXIS);
    expect_angle(90, x, "info aim-axis-misaligned" AIM_AXIS);
    expect_angle(169.99, x, "info aim-axis-misaligned" AIM_AXIS);
    expect_angle(170.01, x, "warning aim-axis-opposed" AIM_AXIS);
    expect_angle(180, x, "warning aim-axis-opposed" AIM_AXIS);
    expect_angle(180, "'aimAxis':'NegativeX'", "");
    expect_angle(90, "'aimAxis':'PositiveZ'", "info aim-axis-misaligned" AIM_AXIS);
    /* a constraint without weight doesn't jump */
    expect_angle(180, "'aimAxis':'PositiveX','weight':0", "");
    expect_angle(90, "'aimAxis':'PositiveX','weight':1e-7", "");
    expect_angle(90, "'aimAxis':'PositiveX','weight':0.00001", "info aim-axis-misaligned" AIM_AXIS);
    /* without an axis there is no angle */
    expect_angle(90, "'aimAxis':'x'", "");
    expect_angle(90, "'weight':1", "");

    struct vrmlint_report *report;
    char *text = aim_text(30, "'aimAxis':'NegativeX','weight':0.5");
    const struct vrmlint_finding *finding = only_finding("aim-axis-misaligned", text, &report);
    assert_true(fabs(measured(finding, "angle") - 150 * 0.017453292519943295) < 1e-9);
    assert_true(fabs(measured(finding, "bestAngle") - 30 * 0.017453292519943295) < 1e-9);
    assert_non_null(strstr(ENGLISH(finding->message), "jumps by 75 degrees"));
    assert_non_null(
        strstr(ENGLISH(finding->message), "use PositiveX, which misses it by 30 degrees, and rotate the node"));
    vrmlint_report_free(report);
    free(text);
}

/* The rest pose of the node and its ancestors rotates the axis. Scales and matrices make no difference. */
static void aim_in_turned_nodes(void **state)
{
    (void)state;
    static const struct constraint_case cases[] = {
        /* the node itself: a rotation by 90 degrees about Y turns X to -Z */
        {ANGLE, FILE_OF("{'rotation':[0,0.70710678,0,0.70710678]," ON(AIM(1)) "},{'translation':[0,0,-1]}", ""), ""},
        {ANGLE, FILE_OF("{'rotation':[0,0.70710678,0,0.70710678]," ON(AIM(1)) "},{'translation':[0,0,1]}", ""),
         "warning aim-axis-opposed" AIM_AXIS},
        {ANGLE, FILE_OF("{'matrix':[0,0,-2,0, 0,3,0,0, 2,0,0,0, 0,0,0,1]," ON(AIM(1)) "},{'translation':[0,0,-1]}", ""),
         ""},
        /* the node's own scale doesn't count */
        {ANGLE, FILE_OF("{'scale':[-1,2,3]," ON(AIM(1)) "},{'translation':[1,0,0]}", ""), ""},
        /* the scaled parent, and its parent */
        {ANGLE,
         FILE_OF("{" ON(AIM(1)) "},{'translation':[0,0,-1]},"
                                "{'rotation':[0,0.70710678,0,0.70710678],'scale':[3,3,3],'children':[0]}",
                 ""),
         ""},
        {ANGLE,
         FILE_OF("{'rotation':[0,0.70710678,0,0.70710678]," ON(
                     AIM(1)) "},{'translation':[-1,0,0]},"
                             "{'rotation':[0,0.38268343,0,0.92387953],'children':[0]},"
                             "{'rotation':[0,0.38268343,0,0.92387953],'children':[2]}",
                 ""),
         ""},
        {ANGLE,
         FILE_OF("{" ON(AIM(1)) "},{'translation':[0,0,-1]},{'matrix':[0,0,-2,0, 0,2,0,0, 2,0,0,0, 0,0,0,1],"
                                "'children':[0]}",
                 ""),
         ""},
        /* axes of the 2022 draft */
        {ANGLE, FILE_OF("{" ON_DRAFT("'aim':{'source':1,'aimAxis':'-X'}") "},{'translation':[1,0,0]}", ""),
         "warning aim-axis-opposed" AIM_AXIS},
        {ANGLE, FILE_OF("{" ON_DRAFT("'aim':{'source':1,'aimAxis':'-X'}") "},{'translation':[-1,0,0]}", ""), ""},
        {ANGLE, FILE_OF("{" ON_DRAFT("'aim':{'source':1,'aimVector':[1,0,0]}") "},{'translation':[-1,0,0]}", ""), ""},
        /* a source at the same position */
        {ANGLE, FILE_OF("{" ON(AIM(1)) "},{'translation':[0,-9e-6,0]}", ""),
         "warning aim-source-at-destination" AIM_SOURCE},
        {ANGLE, FILE_OF("{" ON(AIM(1)) "},{'translation':[1.1e-5,0,0]}", ""), ""},
        {ANGLE, FILE_OF("{" ON(AIM(0)) "}", ""), ""},
        {ANGLE, FILE_OF("{" ON(ROTATION(1)) "},{}", ""), ""},
        /* the first draft, in the whole model or in the spaces of the parents */
        {ANGLE, FILE_OF("{" ON_DRAFT("'aim':{'source':1}") "},{}", ""), "warning aim-source-at-destination" AIM_SOURCE},
        {ANGLE, FILE_OF("{" ON_DRAFT("'aim':{'source':1,'sourceSpace':'local','destinationSpace':'local'}") "},{}", ""),
         ""},
        /* the parent as source */
        {"aim-source-is-parent", FILE_OF("{" ON(AIM(1)) "},{'children':[0]}", ""),
         "info aim-source-is-parent" AIM_SOURCE},
        {"aim-source-is-parent", FILE_OF("{" ON(AIM(2)) "},{'children':[0]},{'children':[1]}", ""), ""},
        {"aim-source-is-parent", FILE_OF("{" ON(ROLL(1)) "},{'children':[0]}", ""), ""},
        {"aim-source-is-parent", FILE_OF("{" ON_DRAFT("'aim':{'source':1}") "},{'children':[0]}", ""),
         "info aim-source-is-parent" AIM_SOURCE},
    };
    RUN(cases);
}

#define SKEW "aim-skewed-parent,aim-axis-opposed,aim-axis-misaligned"
#define FLAT "error aim-skewed-parent /nodes/0!/constraint/aim"
#define SKEWED "info aim-skewed-parent /nodes/0!/constraint/aim"
#define ABOVE(scale) FILE_OF("{" ON(AIM(1)) "},{'translation':[1,0,0]},{'children':[0]," scale "}", "")
#define ABOVE_SOURCE(scale)                                                                                            \
    FILE_OF("{" ON(AIM(1)) "},{'translation':[0,1,0]},{'children':[1]," scale "},{'scale':[1,2,3]}", "")

static void skewed_parents(void **state)
{
    (void)state;
    static const struct constraint_case cases[] = {
        {SKEW, ABOVE("'scale':[1,1,1.0009]"), ""},
        {SKEW, ABOVE("'scale':[1,1,1.0011]"), SKEWED},
        {SKEW, ABOVE("'scale':[2,2,2]"), ""},
        /* three-vrm makes NaN rotations of such a scale */
        {SKEW, ABOVE("'scale':[0,0,0]"), FLAT},
        {SKEW, ABOVE("'scale':[1,0,1]"), FLAT},
        /* then the angle depends on the app */
        {SKEW, ABOVE("'scale':[-1,1,1]"), SKEWED},
        {SKEW, ABOVE("'scale':[-2,-2,-2]"), SKEWED},
        {SKEW, ABOVE("'matrix':[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]"), SKEWED},
        {SKEW, ABOVE("'matrix':[0,1,0,0, -1,0,0,0, 0,0,1,0, 0,0,0,1]"), "info aim-axis-misaligned" AIM_AXIS},
        {SKEW, ABOVE_SOURCE("'scale':[1,1,2]"), SKEWED "; info aim-axis-misaligned" AIM_AXIS},
        {SKEW, ABOVE_SOURCE("'scale':[1,1,1]"), "info aim-axis-misaligned" AIM_AXIS},
        /* a more distant ancestor, and the node itself */
        {SKEW,
         FILE_OF("{" ON(AIM(1)) "},{'translation':[1,0,0]},{'children':[0]},{'children':[2],'scale':[1,2,1]}", ""),
         SKEWED},
        {SKEW, FILE_OF("{'scale':[1,2,1]," ON(AIM(1)) "},{'translation':[1,0,0],'scale':[1,2,1]}", ""), ""},
        {SKEW, FILE_OF("{" ON(ROTATION(1)) "},{},{'children':[0],'scale':[1,2,1]}", ""), ""},
        {SKEW, FILE_OF("{" ON_DRAFT("'aim':{'source':1}") "},{},{'children':[0],'scale':[1,2,1]}", ""), ""},
    };
    RUN(cases);
}

#define OFF "info roll-axis-off-bone /nodes/0!/constraint/roll/rollAxis"
#define CHILD(axis, offset)                                                                                            \
    FILE_OF("{'children':[2]," ON("'roll':{'source':1,'rollAxis':'" axis "'}") "},{},{'translation':[" offset "]}", "")
#define LEAF(axis, more)                                                                                               \
    FILE_OF("{" ON("'roll':{'source':1,'rollAxis':'" axis "'}") "},{'children':[2,3]}," more,                          \
            HUMANOID("'leftHand':{'node':1},'leftThumbMetacarpal':{'node':2},'leftMiddleProximal':{'node':3}"))

static void roll_axes(void **state)
{
    (void)state;
    static const struct constraint_case cases[] = {
        {"roll-axis-off-bone", CHILD("X", "0.1,0,0"), ""},
        {"roll-axis-off-bone", CHILD("X", "-0.1,0,0"), ""},
        {"roll-axis-off-bone", CHILD("Y", "0.1,0,0"), OFF},
        /* 59.9 and 60.1 degrees from the axis, and from its opposite */
        {"roll-axis-off-bone", CHILD("X", "0.5015107,0.8651515,0"), ""},
        {"roll-axis-off-bone", CHILD("X", "0.4984877,0.8668967,0"), OFF},
        {"roll-axis-off-bone", CHILD("X", "-0.5015107,0,0.8651515"), ""},
        {"roll-axis-off-bone", CHILD("X", "-0.4984877,0,0.8668967"), OFF},
        {"roll-axis-off-bone", CHILD("x", "0,1,0"), ""},
        /* the child's direction is measured in the node's own space; a child at the same position has no direction */
        {"roll-axis-off-bone",
         FILE_OF("{'children':[2],'rotation':[0,0,0.70710678,0.70710678]," ON(ROLL(1)) "},{},{'translation':[0.1,0,0]}",
                 ""),
         ""},
        {"roll-axis-off-bone", CHILD("X", "0,9e-5,0"), ""},
        {"roll-axis-off-bone", CHILD("X", "0,1.1e-4,0"), OFF},
        {"roll-axis-off-bone", FILE_OF("{'children':[2,3]," ON(ROLL(1)) "},{},{},{'translation':[0,0.1,0]}", ""), OFF},
        {"roll-axis-off-bone",
         FILE_OF("{'children':[2,3]," ON(ROLL(1)) "},{},{'translation':[0.1,0,0]},{'translation':[0,0.1,0]}", ""), ""},
        /* a leaf: the source's humanoid child, in the leaf's space; of several children the one that fits */
        {"roll-axis-off-bone", LEAF("X", "{'translation':[0,0.02,0.01]},{'translation':[0.1,0,0]}"), ""},
        {"roll-axis-off-bone", LEAF("Z", "{'translation':[0,0.02,0]},{'translation':[0.1,0,0]}"), OFF},
        {"roll-axis-off-bone", LEAF("Z", "{'translation':[0,0,0.00009]},{'translation':[0.1,0,0]}"), OFF},
        {"roll-axis-off-bone", LEAF("Z", "{'translation':[0,0,0.00009]},{'translation':[0,0.00009,0]}"), ""},
        {"roll-axis-off-bone",
         FILE_OF("{'rotation':[0,0,0.70710678,0.70710678]," ON(ROLL(1)) "},{'children':[2]},{'translation':[0,0.1,0]}",
                 HUMANOID("'leftHand':{'node':2}")),
         ""},
        {"roll-axis-off-bone",
         FILE_OF("{'rotation':[0,0,0.70710678,0.70710678]," ON(ROLL(1)) "},{'children':[2]},{'translation':[0.1,0,0]}",
                 HUMANOID("'leftHand':{'node':2}")),
         OFF},
        {"roll-axis-off-bone", FILE_OF("{" ON(ROLL(1)) "},{'children':[2]},{'translation':[0,0.1,0]}", ""), ""},
        {"roll-axis-off-bone", FILE_OF("{'children':[1]," ON(ROTATION(2)) "},{'translation':[0,0.1,0]},{}", ""), ""},
    };
    RUN(cases);
}

static void skew_names(void **state)
{
    (void)state;
    struct vrmlint_report *report;
    const struct vrmlint_finding *finding =
        only_finding("aim-skewed-parent", ABOVE_SOURCE("'name':'Arm','scale':[1,1,2]"), &report);
    assert_non_null(
        strstr(ENGLISH(finding->message), "its source node 1 (unnamed) is below 'Arm' (node 2) with the scale 1 1 2"));
    assert_string_equal(finding->related[0].pointer, "/nodes/2/scale");
    vrmlint_report_free(report);
}

/* Thousands of twist nodes that follow one hand with thousands of children. */
static void many_rolls(void **state)
{
    (void)state;
    size_t many = hostile_size(20000);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1");
    for (size_t i = 2; i <= many; i++) {
        fprintf(out, ",%zu", i);
    }
    fprintf(out, "]}");
    for (size_t i = 1; i <= many; i++) {
        fprintf(out, ",{\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{\"roll\":{"
                     "\"source\":0,\"rollAxis\":\"X\"}}}}}");
    }
    fprintf(out, "],\"extensions\":{\"VRMC_vrm\":{\"humanoid\":{\"humanBones\":{\"leftHand\":{\"node\":0},"
                 "\"leftThumbMetacarpal\":{\"node\":9}}}}}}");
    fclose(out);
    struct vrmlint_report *report = lint_text("constraint/roll-axis-off-bone,constraint/source-static", text);
    assert_int_equal(report->finding_count, 0);
    vrmlint_report_free(report);
    free(text);
}

TEST_PROGRAM(constraint_geometry)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aim_angles), cmocka_unit_test(aim_in_turned_nodes), cmocka_unit_test(skewed_parents),
        cmocka_unit_test(skew_names), cmocka_unit_test(roll_axes),           cmocka_unit_test(many_rolls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
