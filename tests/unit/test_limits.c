/* Rules of joint limits: cases with and without findings, on both sides of every threshold. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOINT_0 "/extensions/VRMC_springBone/springs/0/joints/0"
#define JOINT_1 "/extensions/VRMC_springBone/springs/0/joints/1"
#define LIMIT_0 JOINT_0 "/extensions/VRMC_springBone_limit"
#define LIMIT_1 JOINT_1 "/extensions/VRMC_springBone_limit"

#define CONE(angle) "\"cone\": {\"angle\": " angle "}"
#define HINGE(angle) "\"hinge\": {\"angle\": " angle "}"
#define SPHERICAL(pitch, yaw) "\"spherical\": {\"pitch\": " pitch ", \"yaw\": " yaw "}"
#define TURNED_CONE(angle, q) "\"cone\": {\"angle\": " angle ", \"rotation\": [" q "]}"
#define TURNED_HINGE(angle, q) "\"hinge\": {\"angle\": " angle ", \"rotation\": [" q "]}"
#define TURNED_SPHERICAL(pitch, yaw, q) "\"spherical\": {\"pitch\": " pitch ", \"yaw\": " yaw ", \"rotation\": [" q "]}"

#define ABOUT_X_20 "0.17364818, 0, 0, 0.98480775"
#define ABOUT_X_45 "0.38268343, 0, 0, 0.92387953"
#define ABOUT_X_90 "0.70710678, 0, 0, 0.70710678"
#define ABOUT_Y_90 "0, 0.70710678, 0, 0.70710678"
#define ABOUT_Z_45 "0, 0, 0.38268343, 0.92387953"
#define ABOUT_Z_90 "0, 0, 0.70710678, 0.70710678"

enum { TEXT_SIZE = 4096 };

#define CHAIN                                                                                                          \
    "{\"name\": \"Head\", \"children\": [1]}, {\"name\": \"Hair_01\", \"children\": [2]},"                             \
    "{\"name\": \"Hair_02\", \"translation\": [%s], \"children\": [3]}, {\"name\": \"Hair_03\", \"translation\": "     \
    "[0.05, 0, 0]}"

/* Writes a file with these nodes and one spring of these joints. */
static void build(char *text, const char *nodes, const char *joints)
{
    int size = snprintf(text, TEXT_SIZE,
                        "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\", "
                        "\"VRMC_springBone_limit\"], \"nodes\": [%s], \"extensions\": {\"VRMC_springBone\": "
                        "{\"specVersion\": \"1.0\", \"springs\": [{\"name\": \"Hair\", \"joints\": [%s]}]}}}",
                        nodes, joints);
    assert_true(size > 0 && size < TEXT_SIZE);
}

#define PARAMETERS "\"stiffness\": 1, \"gravityPower\": 0.5, \"dragForce\": 0.4"
#define EXTENDED(limit)                                                                                                \
    "\"extensions\": {\"VRMC_springBone_limit\": {\"specVersion\": \"1.0-draft\", \"limit\": {" limit "}}}"
#define PLAIN(node) "{\"node\": " node ", " PARAMETERS "}"
#define LIMITED(node, limit) "{\"node\": " node ", " PARAMETERS ", " EXTENDED(limit) "}"

/* Writes a file with Hair_01, Hair_02 at an offset in metres, and Hair_03. Hair_01 has the limit. */
static void build_limited(char *text, const char *offset, const char *limit)
{
    char nodes[TEXT_SIZE / 4];
    char joints[TEXT_SIZE / 4];
    snprintf(nodes, sizeof nodes, CHAIN, offset);
    snprintf(joints, sizeof joints, LIMITED("1", "%s") "," PLAIN("2") "," PLAIN("3"), limit);
    build(text, nodes, joints);
}

/* ---- angles and rotations ---- */

struct value_case {
    const char *rule;
    const char *limit;
    enum vrmlint_severity severity; /* OFF: no finding */
    const char *at;                 /* relative to the extension */
};

#define SILENT VRMLINT_OFF, NULL
#define CONE_ANGLE "/limit/cone/angle"
#define HINGE_ANGLE "/limit/hinge/angle"
#define PITCH "/limit/spherical/pitch"
#define YAW "/limit/spherical/yaw"

static const struct value_case values[] = {
    {"angle-above-max", CONE("0.8"), SILENT},
    {"angle-above-max", CONE("3.14159274"), SILENT},
    {"angle-above-max", CONE("3.1425"), SILENT},
    {"angle-above-max", CONE("3.1427"), VRMLINT_WARNING, CONE_ANGLE},
    {"angle-above-max", HINGE("3.14159274"), SILENT},
    {"angle-above-max", HINGE("3.1427"), VRMLINT_WARNING, HINGE_ANGLE},
    {"angle-above-max", SPHERICAL("3.14159274", "1.57079637"), SILENT},
    {"angle-above-max", SPHERICAL("3.1427", "0.5"), VRMLINT_INFO, PITCH},
    {"angle-above-max", SPHERICAL("0.5", "1.5717"), SILENT},
    {"angle-above-max", SPHERICAL("0.5", "1.5719"), VRMLINT_INFO, YAW},
    {"angle-above-max", SPHERICAL("0.5", "1.7"), VRMLINT_INFO, YAW},
    /* a full turn in single precision isn't an angle in degrees, nor is more than 360 */
    {"angle-above-max", CONE("6.2831855"), VRMLINT_WARNING, CONE_ANGLE},
    {"angle-above-max", CONE("360.1"), VRMLINT_WARNING, CONE_ANGLE},
    {"angle-above-max", CONE("1e30"), VRMLINT_WARNING, CONE_ANGLE},
    {"angle-in-degrees", CONE("6.2831855"), SILENT},
    {"angle-in-degrees", CONE("6.2841"), SILENT},
    {"angle-in-degrees", CONE("6.2843"), VRMLINT_WARNING, CONE_ANGLE},
    {"angle-in-degrees", CONE("45"), VRMLINT_WARNING, CONE_ANGLE},
    {"angle-in-degrees", CONE("360"), VRMLINT_WARNING, CONE_ANGLE},
    {"angle-in-degrees", CONE("360.1"), SILENT},
    {"angle-in-degrees", HINGE("90"), VRMLINT_WARNING, HINGE_ANGLE},
    {"angle-in-degrees", SPHERICAL("0.5", "30"), VRMLINT_WARNING, YAW},
    {"angle-in-degrees", SPHERICAL("30", "0.5"), VRMLINT_WARNING, PITCH},
    {"angle-in-degrees", CONE("3.5"), SILENT},
    {"angle-above-max", CONE("45"), SILENT},
    {"angle-above-max", SPHERICAL("30", "1.7"), VRMLINT_INFO, YAW},

    {"no-effect", CONE("3.1405"), SILENT},
    {"no-effect", CONE("3.1407"), VRMLINT_INFO, CONE_ANGLE},
    {"no-effect", CONE("3.14159274"), VRMLINT_INFO, CONE_ANGLE},
    {"no-effect", CONE("3.5"), SILENT}, /* reported by angle-above-max; it has an effect in UniVRM */
    {"no-effect", CONE("45"), SILENT},
    {"no-effect", HINGE("3.14159274"), SILENT},
    {"no-effect", SPHERICAL("3.14159274", "1.57079637"), VRMLINT_INFO, "/limit/spherical"},
    {"no-effect", SPHERICAL("3.1407", "1.5699"), VRMLINT_INFO, "/limit/spherical"},
    {"no-effect", SPHERICAL("3.1405", "1.57079637"), SILENT},
    {"no-effect", SPHERICAL("3.14159274", "1.5697"), SILENT},
    {"no-effect", SPHERICAL("4", "2"), VRMLINT_INFO, "/limit/spherical"},
    {"no-effect", SPHERICAL("4", "90"), SILENT},

    {"locked", CONE("0"), VRMLINT_WARNING, CONE_ANGLE},
    {"locked", CONE("0.00009"), VRMLINT_WARNING, CONE_ANGLE},
    {"locked", CONE("0.00011"), SILENT},
    {"locked", HINGE("0"), VRMLINT_WARNING, HINGE_ANGLE},
    {"locked", HINGE("0.00011"), SILENT},
    {"locked", SPHERICAL("0", "0.00009"), VRMLINT_WARNING, "/limit/spherical"},
    {"locked", SPHERICAL("0", "0.5"), SILENT},
    {"locked", SPHERICAL("0.00011", "0"), SILENT},
    /* other rules report values that aren't angles */
    {"locked", CONE("-0.1"), SILENT},
    {"locked", CONE("\"0\""), SILENT},
    {"locked", "\"cone\": {}", SILENT},
    {"locked", "\"spherical\": {\"phi\": 0, \"theta\": 0}", SILENT},
    {"locked", "\"spherical\": {\"pitch\": 0}", SILENT},
    {"locked", CONE("0") ", " HINGE("0"), SILENT},
    {"locked", "\"cone\": 0", SILENT},
    {"angle-above-max", CONE("1e39"), SILENT},
    {"angle-above-max", CONE("1e400"), SILENT},

    {"rotation-not-unit", TURNED_CONE("0.8", "0, 0, 0, 1"), SILENT},
    {"rotation-not-unit", TURNED_CONE("0.8", "0, 0.9924, 0, 0"), SILENT},
    {"rotation-not-unit", TURNED_CONE("0.8", "0, 0.9922, 0, 0"), VRMLINT_ERROR, "/limit/cone/rotation"},
    {"rotation-not-unit", TURNED_CONE("0.8", "0, 0.7176, 0, 0.7074"), SILENT},
    {"rotation-not-unit", TURNED_CONE("0.8", "0, 0.7176, 0, 0.7076"), VRMLINT_ERROR, "/limit/cone/rotation"},
    {"rotation-not-unit", TURNED_HINGE("0.8", "0, 0, 0, 0.5"), VRMLINT_ERROR, "/limit/hinge/rotation"},
    {"rotation-not-unit", TURNED_SPHERICAL("0.8", "0.8", "1, 1, 1, 1"), VRMLINT_ERROR, "/limit/spherical/rotation"},
    {"rotation-not-unit", TURNED_CONE("0.8", "0, 0.0000011, 0, 0"), VRMLINT_ERROR, "/limit/cone/rotation"},
    {"rotation-not-unit", TURNED_CONE("0.8", "0, 0.0000009, 0, 0"), SILENT},
    {"rotation-zero", TURNED_CONE("0.8", "0, 0.0000011, 0, 0"), SILENT},
    {"rotation-zero", TURNED_CONE("0.8", "0, 0.0000009, 0, 0"), VRMLINT_ERROR, "/limit/cone/rotation"},
    {"rotation-zero", TURNED_SPHERICAL("0.8", "0.8", "0, 0, 0, 0"), VRMLINT_ERROR, "/limit/spherical/rotation"},
    {"rotation-zero", CONE("0.8"), SILENT},
    /* the schema reports it */
    {"rotation-not-unit", TURNED_CONE("0.8", "0, 0, 0, 2"), SILENT},
    {"rotation-not-unit", TURNED_CONE("0.8", "0, 0, 0"), SILENT},
    {"rotation-not-unit", TURNED_CONE("0.8", "0, 0, 0, \"0\""), SILENT},
    /* a wrong angle doesn't hide a wrong rotation */
    {"rotation-not-unit", TURNED_CONE("-1", "0, 0, 0, 0.5"), VRMLINT_ERROR, "/limit/cone/rotation"},

    {"rest-outside", CONE("0.5"), SILENT},
    {"rest-outside", TURNED_CONE("0.5", ABOUT_X_90), VRMLINT_WARNING, "/limit/cone/rotation"},
    {"rest-outside", TURNED_CONE("0.5", ABOUT_X_20), SILENT},
    {"rest-outside", TURNED_CONE("0", ABOUT_Y_90), SILENT},
    {"rest-outside", TURNED_CONE("0", "0, 0, 0, 1"), SILENT},
    /* the cosine of 20 degrees is 0.93969; the angles have cosines of 0.9405 and 0.9409 */
    {"rest-outside", TURNED_CONE("0.34674", ABOUT_X_20), SILENT},
    {"rest-outside", TURNED_CONE("0.34556", ABOUT_X_20), VRMLINT_WARNING, "/limit/cone/rotation"},
    {"rest-outside", TURNED_CONE("0.5", "0.35355339, 0, 0, 0.35355339"), VRMLINT_WARNING, "/limit/cone/rotation"},
    {"rest-outside", TURNED_CONE("4", "1, 0, 0, 0"), SILENT}, /* 4 is read as pi */
    {"rest-outside", TURNED_HINGE("0.8", ABOUT_Y_90), SILENT},
    {"rest-outside", TURNED_HINGE("0.8", ABOUT_X_45), SILENT},
    {"rest-outside", TURNED_HINGE("0.7", ABOUT_X_45), VRMLINT_WARNING, "/limit/hinge/rotation"},
    {"rest-outside", TURNED_HINGE("3.14159274", ABOUT_Z_45), VRMLINT_WARNING, "/limit/hinge/rotation"},
    /* x is 0.0098 and 0.0102 */
    {"rest-outside", TURNED_HINGE("0.8", "0, 0, 0.0049, 0.999988"), SILENT},
    {"rest-outside", TURNED_HINGE("0.8", "0, 0, 0.0051, 0.999987"), VRMLINT_WARNING, "/limit/hinge/rotation"},
    {"rest-outside", TURNED_SPHERICAL("0.8", "0", ABOUT_X_45), SILENT},
    {"rest-outside", TURNED_SPHERICAL("0.785", "0", ABOUT_X_45), SILENT},
    {"rest-outside", TURNED_SPHERICAL("0.784", "0", ABOUT_X_45), VRMLINT_WARNING, "/limit/spherical/rotation"},
    {"rest-outside", TURNED_SPHERICAL("0", "0.785", ABOUT_Z_45), SILENT},
    {"rest-outside", TURNED_SPHERICAL("0", "0.784", ABOUT_Z_45), VRMLINT_WARNING, "/limit/spherical/rotation"},
    {"rest-outside", TURNED_SPHERICAL("0", "1.57079637", ABOUT_Z_90), SILENT}, /* pitch has no meaning at the pole */
    {"rest-outside", TURNED_SPHERICAL("0.8", "0.8", "0, 0, 0, 0"), SILENT},
    {"rest-outside", TURNED_SPHERICAL("0.5", "-1", ABOUT_X_90), SILENT},
    {"rest-outside", "\"cone\": {\"rotation\": [" ABOUT_X_90 "]}", SILENT},
    {"rest-outside", TURNED_CONE("0.5", "2, 0, 0, 0"), SILENT},
};

static void expect_one(const char *rule, const char *text, enum vrmlint_severity severity, const char *at,
                       size_t related)
{
    char id[80];
    char pointer[200];
    snprintf(id, sizeof id, "limit/%s", rule);
    snprintf(pointer, sizeof pointer, "%s%s", LIMIT_0, at == NULL ? "" : at);
    const struct wanted want = {severity, pointer, related};
    expect_findings(id, text, &want, severity == VRMLINT_OFF ? 0 : 1);
}

static void angles_and_rotations(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[TEXT_SIZE];
        print_message("%s {%s}\n", values[i].rule, values[i].limit);
        build_limited(text, "0, -0.05, -0.05", values[i].limit);
        expect_one(values[i].rule, text, values[i].severity, values[i].at, 0);
    }
}

/* Two angles in degrees are two findings. */
static void each_angle_for_itself(void **state)
{
    (void)state;
    static const struct wanted wants[] = {{VRMLINT_WARNING, LIMIT_0 PITCH, 0}, {VRMLINT_WARNING, LIMIT_0 YAW, 0}};
    char text[TEXT_SIZE];
    build_limited(text, "0, -0.05, -0.05", SPHERICAL("30", "20"));
    expect_findings("limit/angle-in-degrees", text, wants, 2);
}

/* ---- axes ---- */

struct axis_case {
    const char *rule;
    const char *offset; /* offset of the next joint */
    const char *limit;
    enum vrmlint_severity severity;
};

#define DOWN "0, -1, 0"
#define ANY_HINGE HINGE("0.8")

static const struct axis_case axes[] = {
    {"axis-minus-y", DOWN, ANY_HINGE, VRMLINT_WARNING},
    {"axis-minus-y", DOWN, SPHERICAL("0.8", "0.8"), VRMLINT_WARNING},
    {"axis-minus-y", DOWN, CONE("0.8"), VRMLINT_OFF},
    {"axis-minus-y", DOWN, TURNED_CONE("0.8", ABOUT_Y_90), VRMLINT_OFF},
    {"axis-minus-y", DOWN, TURNED_CONE("0.8", ABOUT_X_20), VRMLINT_WARNING},
    {"axis-minus-y", DOWN, TURNED_HINGE("0.8", ABOUT_Y_90), VRMLINT_WARNING},
    /* x^2 + z^2 of 0.9e-6 and 1.1e-6 */
    {"axis-minus-y", DOWN, TURNED_CONE("0.8", "0.00067, 0, 0.00067, 1"), VRMLINT_OFF},
    {"axis-minus-y", DOWN, TURNED_CONE("0.8", "0.00075, 0, 0.00075, 1"), VRMLINT_WARNING},
    /* in units of the normalised rotation */
    {"axis-minus-y", DOWN, TURNED_CONE("0.8", "0.0005, 0, 0, 0.4"), VRMLINT_WARNING},
    {"axis-minus-y", DOWN, TURNED_CONE("0.8", "0, 0, 0, 0"), VRMLINT_OFF},
    {"axis-minus-y", DOWN, TURNED_HINGE("0.8", "0, 0, 0, 0"), VRMLINT_WARNING},
    {"axis-minus-y", DOWN, TURNED_CONE("0.8", "0, 0, 0, 2"), VRMLINT_OFF},
    {"axis-minus-y", DOWN, "\"hinge\": {}", VRMLINT_WARNING},
    {"axis-minus-y", DOWN, CONE("0.8") ", " ANY_HINGE, VRMLINT_OFF},
    {"axis-minus-y", "0, 1, 0", ANY_HINGE, VRMLINT_OFF},
    /* 0.02 degrees are 0.349 mm per metre */
    {"axis-minus-y", "0.000348, -1, 0", ANY_HINGE, VRMLINT_WARNING},
    {"axis-minus-y", "0.000350, -1, 0", ANY_HINGE, VRMLINT_OFF},
    {"axis-near-minus-y", "0.000348, -1, 0", ANY_HINGE, VRMLINT_OFF},
    {"axis-near-minus-y", "0.000350, -1, 0", ANY_HINGE, VRMLINT_WARNING},
    {"axis-near-minus-y", "0.01, -1, 0.01", ANY_HINGE, VRMLINT_WARNING},
    {"axis-near-minus-y", "0.01, -1, 0.01", TURNED_CONE("0.8", ABOUT_X_20), VRMLINT_WARNING},
    {"axis-near-minus-y", "0.01, -1, 0.01", CONE("0.8"), VRMLINT_OFF},
    /* the tangents of 1 and 5 degrees are 0.017455 and 0.087489; findings above 1 degree are opt-in */
    {"axis-near-minus-y", "0, -1, 0.01745", ANY_HINGE, VRMLINT_WARNING},
    {"axis-near-minus-y", "0, -1, 0.01746", ANY_HINGE, VRMLINT_INFO},
    {"axis-near-minus-y", "0, -1, 0.08748", ANY_HINGE, VRMLINT_INFO},
    {"axis-near-minus-y", "0, -1, 0.08750", ANY_HINGE, VRMLINT_OFF},
    {"axis-near-minus-y", "0, -1, 0.05", CONE("0.8"), VRMLINT_OFF},
    /* a bone without length has no axis */
    {"axis-minus-y", "0, -0.000009, 0", ANY_HINGE, VRMLINT_OFF},
    {"axis-minus-y", "0, -0.000011, 0", ANY_HINGE, VRMLINT_WARNING},
    {"zero-length-bone", "0, -0.000011, 0", CONE("0.8"), VRMLINT_OFF},
    {"zero-length-bone", "0, -0.000009, 0", CONE("0.8"), VRMLINT_ERROR},
    {"zero-length-bone", "0, 0, 0", ANY_HINGE, VRMLINT_ERROR},
    {"zero-length-bone", "0, 0, 0", "\"cylinder\": {}", VRMLINT_OFF},
};

static void axes_of_bones(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        char text[TEXT_SIZE];
        print_message("%s [%s] {%s}\n", axes[i].rule, axes[i].offset, axes[i].limit);
        build_limited(text, axes[i].offset, axes[i].limit);
        expect_one(axes[i].rule, text, axes[i].severity, NULL, strcmp(axes[i].rule, "zero-length-bone") == 0);
    }
}

/* Returns the number of findings of a rule under a selection. */
static size_t count_under(const char *selection, const char *rule, const char *text)
{
    struct vrmlint_report *report = lint_text(selection, text);
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        count += strcmp(report->findings[i].rule->id, rule) == 0;
    }
    vrmlint_report_free(report);
    return count;
}

/* From 1 to 5 degrees from -Y, the rule reports only if it or its family is selected. */
static void held_back_by_default(void **state)
{
    (void)state;
    static const char rule[] = "limit/axis-near-minus-y";
    char text[TEXT_SIZE];
    build_limited(text, "0, -1, 0.05", ANY_HINGE);
    assert_int_equal(count_under("default", rule, text), 0);
    assert_int_equal(count_under("default,springbone,limit/axis-minus-y", rule, text), 0);
    assert_int_equal(count_under("limit", rule, text), 1);
    assert_int_equal(count_under("default, limit", rule, text), 1);
    assert_int_equal(count_under("default,limit/axis-near-minus-y", rule, text), 1);
    build_limited(text, "0, -1, 0.01", ANY_HINGE);
    assert_int_equal(count_under("default", rule, text), 1);
}

/* If a limit rule reports a joint, the rule about springs doesn't, unless the limit rule is off. */
static void one_defect_one_finding(void **state)
{
    (void)state;
    static const char axis[] = "springbone/axis-minus-y";
    static const char length[] = "springbone/zero-length-bone";
    char text[TEXT_SIZE];
    build_limited(text, DOWN, ANY_HINGE);
    assert_int_equal(count_under("default", axis, text), 0);
    assert_int_equal(count_under("default", "limit/axis-minus-y", text), 1);
    assert_int_equal(count_under("springbone", axis, text), 1);
    build_limited(text, DOWN, CONE("0.8"));
    assert_int_equal(count_under("default", axis, text), 1);
    assert_int_equal(count_under("default,springbone/axis-minus-y", axis, text), 1);
    build_limited(text, DOWN, ""); /* without a limit there is nothing to do */
    assert_int_equal(count_under("default", axis, text), 0);
    assert_int_equal(count_under("default,springbone/axis-minus-y", axis, text), 1);
    build_limited(text, "0, 0, 0", CONE("0.8"));
    assert_int_equal(count_under("default", length, text), 0);
    assert_int_equal(count_under("default", "limit/zero-length-bone", text), 1);
    assert_int_equal(count_under("springbone", length, text), 1);
    build_limited(text, "0, 0, 0", "");
    assert_int_equal(count_under("default", length, text), 1);
}

/* ---- positions of limits ---- */

#define TREE                                                                                                           \
    "{\"name\": \"Head\", \"children\": [1, 4]}, {\"name\": \"Hair_01\", \"translation\": [0, 1, 0], \"children\": "   \
    "[2, 5]},"                                                                                                         \
    "{\"name\": \"Hair_02\", \"translation\": [0, -0.1, -0.1], \"children\": [3]}, "                                   \
    "{\"name\": \"Hair_03\", \"translation\": [0, -0.1, 0]}, {\"name\": \"Ear\", \"translation\": [0, 0, -0.2]}, "     \
    "{\"name\": \"Hair_twist\", \"rotation\": [0, 0, 0, 1], \"children\": [6]}, "                                      \
    "{\"name\": \"Hair_04\", \"translation\": [0.1, -0.1, 0], \"children\": [7]}, "                                    \
    "{\"name\": \"Nothing\", \"scale\": [0, 0, 0], \"translation\": [0.1, -0.1, 0], \"children\": [8]}, "              \
    "{\"name\": \"Below\", \"translation\": [0, -1, 0]}"

#define LIMITED_CONE(node) LIMITED(node, CONE("0.8"))
#define LIMITED_HINGE(node) LIMITED(node, ANY_HINGE)

struct place_case {
    const char *rule;
    const char *joints;
    size_t count;
    struct wanted wants[2];
};

static const struct place_case places[] = {
    {"on-last-joint", LIMITED_CONE("1") "," PLAIN("2"), 0, {{0}}},
    {"on-last-joint", LIMITED_CONE("1") "," LIMITED_CONE("2"), 1, {{VRMLINT_WARNING, LIMIT_1, 0}}},
    {"on-last-joint", LIMITED_CONE("1"), 1, {{VRMLINT_WARNING, LIMIT_0, 0}}},
    {"on-last-joint", PLAIN("1") "," LIMITED_CONE("99"), 1, {{VRMLINT_WARNING, LIMIT_1, 0}}},
    {"on-last-joint", LIMITED_CONE("1") "," PLAIN("99"), 0, {{0}}},
    {"on-last-joint", PLAIN("1") "," LIMITED("2", ""), 1, {{VRMLINT_WARNING, LIMIT_1, 0}}},
    {"on-last-joint", "{\"node\": 1, \"extensions\": {\"VRMC_springBone_limit\": null}}", 0, {{0}}},
    /* the effect of the last joint's limit isn't reported, wrong values are */
    {"locked", PLAIN("1") "," LIMITED("2", CONE("0")), 0, {{0}}},
    {"no-effect", PLAIN("1") "," LIMITED("2", CONE("3.14159274")), 0, {{0}}},
    {"rest-outside", PLAIN("1") "," LIMITED("2", TURNED_CONE("0.5", ABOUT_X_90)), 0, {{0}}},
    {"angle-in-degrees",
     PLAIN("1") "," LIMITED("2", CONE("45")),
     1,
     {{VRMLINT_WARNING, LIMIT_1 "/limit/cone/angle", 0}}},
    {"rotation-zero",
     PLAIN("1") "," LIMITED("2", TURNED_CONE("0.5", "0, 0, 0, 0")),
     1,
     {{VRMLINT_ERROR, LIMIT_1 "/limit/cone/rotation", 0}}},
    /* values of a joint without a node */
    {"locked", LIMITED("99", CONE("0")) "," PLAIN("2"), 1, {{VRMLINT_WARNING, LIMIT_0 "/limit/cone/angle", 0}}},

    {"on-broken-pair", LIMITED_CONE("1") "," LIMITED_CONE("2") "," PLAIN("3"), 0, {{0}}},
    {"on-broken-pair", LIMITED_CONE("3") "," PLAIN("2") "," PLAIN("1"), 1, {{VRMLINT_WARNING, LIMIT_0, 1}}},
    {"on-broken-pair", PLAIN("1") "," LIMITED_CONE("2") "," PLAIN("6"), 1, {{VRMLINT_WARNING, LIMIT_1, 1}}},
    {"on-broken-pair", LIMITED_CONE("1") "," PLAIN("4"), 1, {{VRMLINT_WARNING, LIMIT_0, 1}}},
    {"on-broken-pair", LIMITED_CONE("3") "," PLAIN("4"), 1, {{VRMLINT_WARNING, LIMIT_0, 1}}},
    {"on-broken-pair",
     LIMITED_CONE("3") "," LIMITED_CONE("2") "," LIMITED_CONE("1"),
     2,
     {{VRMLINT_WARNING, LIMIT_0, 1}, {VRMLINT_WARNING, LIMIT_1, 1}}},
    {"on-broken-pair", LIMITED_CONE("1") "," PLAIN("1") "," PLAIN("2"), 0, {{0}}}, /* reported by repeated-joint */
    {"on-broken-pair", PLAIN("1") "," PLAIN("2") "," LIMITED_CONE("3"), 0, {{0}}}, /* the last joint */
    {"on-broken-pair", LIMITED("3", "") "," PLAIN("2"), 0, {{0}}},
    /* a skipped node: harmless if it doesn't change the axis, otherwise apps use the wrong axis */
    {"on-broken-pair", LIMITED_CONE("1") "," PLAIN("6"), 0, {{0}}},
    {"on-broken-pair", LIMITED_CONE("1") "," PLAIN("3"), 1, {{VRMLINT_WARNING, LIMIT_0, 1}}},
    {"on-broken-pair", LIMITED_CONE("1") "," PLAIN("99") "," PLAIN("3"), 0, {{0}}},
    {"on-broken-pair", PLAIN("1") "," LIMITED_CONE("99") "," PLAIN("3"), 0, {{0}}},
    /* in a chain out of order, nodes only appear to be skipped */
    {"on-broken-pair", LIMITED_CONE("1") "," PLAIN("3") "," PLAIN("2"), 0, {{0}}},

    /* no axis if the order is wrong or the bone has no length; the joint before such a node has one */
    {"axis-minus-y", LIMITED_HINGE("2") "," PLAIN("3"), 1, {{VRMLINT_WARNING, LIMIT_0, 0}}},
    {"axis-minus-y", PLAIN("2") "," LIMITED_HINGE("3") "," PLAIN("2"), 0, {{0}}},
    {"axis-minus-y", LIMITED_HINGE("7") "," PLAIN("8"), 0, {{0}}},
    {"zero-length-bone", LIMITED_HINGE("7") "," PLAIN("8"), 0, {{0}}},
    {"zero-length-bone", LIMITED_HINGE("1") "," PLAIN("1"), 0, {{0}}},
    {"zero-length-bone", LIMITED_HINGE("1") "," PLAIN("5"), 1, {{VRMLINT_ERROR, LIMIT_0, 1}}},
};

static void places_of_limits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char rule[80];
        char text[TEXT_SIZE];
        snprintf(rule, sizeof rule, "limit/%s", places[i].rule);
        print_message("%s %s\n", rule, places[i].joints);
        build(text, TREE, places[i].joints);
        expect_findings(rule, text, places[i].wants, places[i].count);
    }
}

/* ---- measured values ---- */

static double measured(const struct vrmlint_finding *finding, const char *name)
{
    for (size_t i = 0; i < finding->data_count; i++) {
        if (strcmp(finding->data[i].name, name) == 0) {
            return finding->data[i].value;
        }
    }
    fail_msg("%s measures no %s", finding->rule->id, name);
    return 0;
}

struct measure_case {
    const char *rule;
    const char *offset;
    const char *limit;
    const char *name;
    double value;
    const char *said; /* text in the message */
};

static const struct measure_case measures[] = {
    {"angle-in-degrees", DOWN, CONE("45"), "converted", 0.785398, "set it to 0.785398 for 45 degrees"},
    {"angle-in-degrees", DOWN, SPHERICAL("1", "120"), "maximum", 1.570796, "set it to 1.5708, the maximum"},
    {"angle-above-max", DOWN, CONE("3.5"), "angle", 3.5, "in UniVRM this one acts like 2.783 radians (159.5 degrees)"},
    {"angle-above-max", DOWN, SPHERICAL("1", "1.7"), "yaw", 1.7, "1.7 radians (97.4 degrees)"},
    {"rotation-not-unit", DOWN, TURNED_CONE("1", "0, 0.5, 0, 0.5"), "length", 0.707107, "0 0.707107 0 0.707107"},
    {"rest-outside", DOWN, TURNED_CONE("0.5", ABOUT_X_90), "angle", 1.570796, "1.571 radians (90 degrees)"},
    {"rest-outside", DOWN, TURNED_HINGE("1", "0, 0, -0.38268343, 0.92387953"), "angle", 0.785398, "the plane of"},
    {"rest-outside", DOWN, TURNED_HINGE("0.5", ABOUT_X_45), "angle", 0.785398, "0.7854 radians (45 degrees)"},
    {"rest-outside", DOWN, TURNED_HINGE("0.5", "-0.38268343, 0, 0, 0.92387953"), "angle", 0.785398,
     "tilts the hinge limit"},
    {"rest-outside", DOWN, TURNED_HINGE("1", ABOUT_Z_45), "angle", 0.785398, "tilts the plane"},
    {"rest-outside", DOWN, TURNED_SPHERICAL("1", "0.5", ABOUT_Z_45), "maximum", 0.5, "in yaw"},
    {"rest-outside", DOWN, TURNED_SPHERICAL("0.5", "1", ABOUT_X_45), "maximum", 0.5, "in pitch"},
    /* 10 mm sideways per metre; 0.1 mm of that is 0.01 radians of azimuth, and the limit turns by twice as much */
    {"axis-near-minus-y", "0, -1, 0.01", ANY_HINGE, "angle", 0.00999967, "hinge limit by 1.15 degrees"},
    {"zero-length-bone", "0, 0, 0.000005", ANY_HINGE, "length", 5e-6, "0.005 mm"},
};

static void numbers_in_findings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        char rule[80];
        char text[TEXT_SIZE];
        snprintf(rule, sizeof rule, "limit/%s", measures[i].rule);
        build_limited(text, measures[i].offset, measures[i].limit);
        struct vrmlint_report *report = lint_text(rule, text);
        assert_int_equal(report->finding_count, 1);
        print_message("%s\n", ENGLISH(report->findings[0].message));
        assert_float_equal(measured(&report->findings[0], measures[i].name), measures[i].value, 1e-6);
        assert_non_null(strstr(ENGLISH(report->findings[0].message), measures[i].said));
        if (report->findings[0].related_count > 0) {
            assert_string_equal(report->findings[0].related[0].pointer, JOINT_1 "/node");
        }
        assert_non_null(strstr(ENGLISH(report->findings[0].message), "Spring 0 'Hair', joint 0 'Hair_01'"));
        vrmlint_report_free(report);
    }
}

TEST_PROGRAM(limits)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_and_rotations),   cmocka_unit_test(each_angle_for_itself),
        cmocka_unit_test(axes_of_bones),          cmocka_unit_test(held_back_by_default),
        cmocka_unit_test(one_defect_one_finding), cmocka_unit_test(places_of_limits),
        cmocka_unit_test(numbers_in_findings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
