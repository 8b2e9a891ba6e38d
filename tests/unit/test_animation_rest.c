/* The rest pose of VRM animations, on both sides of every threshold of the rules. */
#include "vrma_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double degree = 0.017453292519943295;

/* Moves a node to 0.1 m from its parent in that direction. */
static void lead(struct vrma_file *file, const char *to, double x, double y, double z)
{
    struct vrma_part *part = vrma_part(file, to);
    part->at[0] = 0.1 * x;
    part->at[1] = 0.1 * y;
    part->at[2] = 0.1 * z;
}

/* ---- the T-pose ---- */

struct pair {
    const char *from;
    const char *to;
    double ideal[3];  /* on the left side, length 1 */
    double across[3]; /* perpendicular to ideal, length 1: the direction to bend towards */
    double most;
};

#define R 0.7071067811865476

static const struct pair sides[] = {
    {"UpperArm", "LowerArm", {1, 0, 0}, {0, -1, 0}, 15},
    {"UpperArm", "LowerArm", {1, 0, 0}, {0, 0, 1}, 15},
    {"LowerArm", "Hand", {1, 0, 0}, {0, R, R}, 15},
    {"Hand", "MiddleProximal", {1, 0, 0}, {0, 0, 1}, 20},
    {"IndexProximal", "IndexIntermediate", {1, 0, 0}, {0, 1, 0}, 20},
    {"IndexIntermediate", "IndexDistal", {1, 0, 0}, {0, 1, 0}, 20},
    {"MiddleProximal", "MiddleIntermediate", {1, 0, 0}, {0, -1, 0}, 20},
    {"MiddleIntermediate", "MiddleDistal", {1, 0, 0}, {0, 0, 1}, 20},
    {"RingProximal", "RingIntermediate", {1, 0, 0}, {0, 1, 0}, 20},
    {"RingIntermediate", "RingDistal", {1, 0, 0}, {0, 1, 0}, 20},
    {"LittleProximal", "LittleIntermediate", {1, 0, 0}, {0, 1, 0}, 20},
    {"LittleIntermediate", "LittleDistal", {1, 0, 0}, {0, 1, 0}, 20},
    {"ThumbProximal", "ThumbDistal", {R, 0, R}, {0, 1, 0}, 35},
    {"ThumbProximal", "ThumbDistal", {R, 0, R}, {R, 0, -R}, 35},
    {"UpperLeg", "LowerLeg", {0, -1, 0}, {1, 0, 0}, 20},
    {"LowerLeg", "Foot", {0, -1, 0}, {0, 0, 1}, 20},
    {"Foot", "Toes", {0, 0, 1}, {1, 0, 0}, 20},
    {"Foot", "Toes", {0, 0, 1}, {-1, 0, 0}, 20},
};

static size_t index_of(struct vrma_file *file, const char *name)
{
    return (size_t)(vrma_part(file, name) - file->parts);
}

static void expect_pair(const char *from, const char *to, const struct pair *pair, double sign, double degrees,
                        bool found)
{
    struct vrma_file file = vrma_whole_body();
    double c = cos(degrees * degree);
    double s = sin(degrees * degree);
    lead(&file, to, sign * (c * pair->ideal[0] + s * pair->across[0]), c * pair->ideal[1] + s * pair->across[1],
         c * pair->ideal[2] + s * pair->across[2]);
    char expected[60] = "";
    if (found) {
        snprintf(expected, sizeof expected, "warning /nodes/%zu;", index_of(&file, from));
    }
    vrma_expect(&file, "animation/rest-pose-not-t-pose", expected);
}

static void test_limbs(void **state)
{
    (void)state;
    struct vrma_file file = vrma_whole_body();
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        for (int side = 0; side < 2; side++) {
            char from[60];
            char to[60];
            snprintf(from, sizeof from, "%s%s", side == 0 ? "left" : "right", sides[i].from);
            snprintf(to, sizeof to, "%s%s", side == 0 ? "left" : "right", sides[i].to);
            double sign = side == 0 ? 1 : -1;
            expect_pair(from, to, &sides[i], sign, sides[i].most - 0.01, false);
            expect_pair(from, to, &sides[i], sign, sides[i].most + 0.01, true);
            expect_pair(from, to, &sides[i], sign, 90, true);
        }
    }
}

/* The trunk is the direction from the hips to the head, whatever is between. */
static void test_trunk(void **state)
{
    (void)state;
    static const double degrees[] = {14.99, 15.01, 180};
    for (size_t i = 0; i < 3; i++) {
        struct vrma_file file = vrma_body();
        vrma_part(&file, "spine")->at[1] = 0;
        vrma_part(&file, "spine")->at[2] = 0.3;
        struct vrma_part *head = vrma_part(&file, "head");
        head->at[1] = 0.5 * cos(degrees[i] * degree);
        head->at[2] = 0.5 * sin(degrees[i] * degree) - 0.3;
        vrma_expect(&file, "animation/rest-pose-not-t-pose", i == 0 ? "" : "warning /nodes/0;");
    }
}

/* The direction of feet counts only as seen from above, and not if little of it is horizontal. */
static void test_feet(void **state)
{
    (void)state;
    struct vrma_file file = vrma_whole_body();
    lead(&file, "leftToes", 0, -R, R);
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
    lead(&file, "leftToes", 0, -0.99, -0.1);
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "warning /nodes/5;");
    lead(&file, "leftToes", 0, -1, -0.0999);
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
    /* bent by 19 degrees in the horizontal part of a steep foot's direction */
    lead(&file, "leftToes", 0.5 * sin(19 * degree), -R, 0.5 * cos(19 * degree));
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
    lead(&file, "leftToes", 0.5 * sin(21 * degree), -R, 0.5 * cos(21 * degree));
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "warning /nodes/5;");
}

/* Angles are measured in the world. Bones without a direction have no angle. */
static void test_pose_in_world(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    vrma_part(&file, "leftUpperArm")->more = "'rotation':[0,0,0.17364817766693033,0.984807753012208]"; /* 20 degrees */
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "warning /nodes/6;warning /nodes/7;");
    vrma_part(&file, "leftLowerArm")->more = "'rotation':[0,0,-0.17364817766693033,0.984807753012208]";
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "warning /nodes/6;");
    file = vrma_body();
    lead(&file, "leftHand", 0, 0, 1.8e-5);
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
    lead(&file, "leftHand", 0, 0, 2.2e-5);
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "warning /nodes/7;");
    /* another rule reports bones that aren't below each other */
    file = vrma_body();
    vrma_part(&file, "leftHand")->parent = "leftUpperArm";
    lead(&file, "leftHand", 0, -1, 0);
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
    file = vrma_body();
    vrma_part(&file, "leftHand")->bone = NULL;
    lead(&file, "leftHand", 0, -1, 0);
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
}

static void test_measures(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    lead(&file, "leftHand", 3, -4, 0);
    char *text = vrma_text(&file);
    struct vrmlint_report *report = lint_text("animation/rest-pose-not-t-pose", text);
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(report->findings[0].data[0].name, "angle");
    assert_true(fabs(report->findings[0].data[0].value - 0.9272952180016122) < 1e-12); /* acos(3/5) */
    assert_true(fabs(report->findings[0].data[1].value - 0.2617993877991494) < 1e-12); /* 15 degrees */
    assert_non_null(strstr(ENGLISH(report->findings[0].message), "53.1 degrees"));
    vrmlint_report_free(report);
    free(text);
}

/* ---- facing ---- */

static void turn_around(struct vrma_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        file->parts[i].at[0] *= -1;
        file->parts[i].at[2] *= -1;
    }
}

static void test_facing(void **state)
{
    (void)state;
    struct vrma_file file = vrma_whole_body();
    vrma_expect(&file, "animation/rest-pose-faces-backward", "");
    turn_around(&file);
    vrma_expect(&file, "animation/rest-pose-faces-backward", "warning /nodes/6;");
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
    /* other bent bones are still reported */
    lead(&file, "leftHand", 0, -1, 0);
    lead(&file, "rightFoot", 1, 0, 0);
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "warning /nodes/7;warning /nodes/10;");
    file = vrma_body();
    vrma_part(&file, "leftUpperArm")->at[0] = -0.1499;
    vrma_expect(&file, "animation/rest-pose-faces-backward", "");
    vrma_part(&file, "leftUpperArm")->at[0] = -0.15;
    vrma_part(&file, "leftUpperArm")->at[2] = 0.1;
    vrma_expect(&file, "animation/rest-pose-faces-backward", "");
    /* arms that start at the same point give no direction */
    vrma_part(&file, "leftUpperArm")->at[2] = 0;
    vrma_expect(&file, "animation/rest-pose-faces-backward", "");
    vrma_part(&file, "leftUpperArm")->bone = NULL;
    vrma_part(&file, "leftUpperArm")->at[0] = -1;
    vrma_expect(&file, "animation/rest-pose-faces-backward", "");
}

/* Turns all descendants of the hips to +X, so that forward becomes sideways. */
static void turn_aside(struct vrma_file *file, double rounding)
{
    for (size_t i = 1; i < file->count; i++) {
        double x = file->parts[i].at[0];
        file->parts[i].at[0] = file->parts[i].at[2] + rounding * x;
        file->parts[i].at[2] = -x;
    }
}

/* Directions just before and just behind the side give the same findings. */
static void test_sideways(void **state)
{
    (void)state;
    static const double roundings[] = {0, 1e-15, -1e-15, 0.3, -0.3};
    for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++) {
        struct vrma_file file = vrma_whole_body();
        turn_aside(&file, roundings[i]);
        vrma_expect(&file, "animation/rest-pose-faces-backward", "warning /nodes/6;");
        vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
        /* a twisted body: arms in the right direction define forward, so the feet are wrong */
        file = vrma_body();
        vrma_add(&file, "leftToes", "leftFoot", "leftToes");
        vrma_part(&file, "leftToes")->at[2] = 0.1;
        turn_aside(&file, roundings[i]);
        lead(&file, "leftLowerArm", 1, 0, 0);
        lead(&file, "leftHand", 1, 0, 0);
        lead(&file, "rightLowerArm", -1, 0, 0);
        lead(&file, "rightHand", -1, 0, 0);
        vrma_expect(&file, "animation/rest-pose-faces-backward", "");
        vrma_expect(&file, "animation/rest-pose-not-t-pose", "warning /nodes/5;");
    }
}

static void swap_sides(struct vrma_file *file, const char *bone)
{
    char names[2][40];
    snprintf(names[0], sizeof names[0], "left%s", bone);
    snprintf(names[1], sizeof names[1], "right%s", bone);
    struct vrma_part *left = vrma_part(file, names[0]);
    struct vrma_part *right = vrma_part(file, names[1]);
    const char *was = left->bone;
    left->bone = right->bone;
    right->bone = was;
}

static void test_swapped(void **state)
{
    (void)state;
    static const char *const legs[] = {"UpperLeg", "LowerLeg", "Foot", "Toes"};
    static const char *const arms[] = {"UpperArm", "LowerArm", "Hand"};
    struct vrma_file file = vrma_whole_body();
    vrma_expect(&file, "animation/side-swapped", "");
    for (size_t i = 0; i < 4; i++) {
        swap_sides(&file, legs[i]);
    }
    vrma_expect(&file, "animation/side-swapped", "warning /nodes/9;");
    vrma_expect(&file, "animation/rest-pose-faces-backward", "");
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
    /* swapped arms are reported as before, as facing backward */
    file = vrma_body();
    for (size_t i = 0; i < 3; i++) {
        swap_sides(&file, arms[i]);
    }
    vrma_expect(&file, "animation/side-swapped", "");
    vrma_expect(&file, "animation/rest-pose-faces-backward", "warning /nodes/12;");
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
    /* without arms, swapped legs mean that the body faces backward */
    file = vrma_body();
    for (size_t i = 0; i < 3; i++) {
        swap_sides(&file, legs[i]);
    }
    for (size_t i = 0; i < file.count; i++) {
        bool arm = strstr(file.parts[i].name, "Arm") != NULL || strstr(file.parts[i].name, "Hand") != NULL;
        file.parts[i].bone = arm ? NULL : file.parts[i].bone;
    }
    vrma_expect(&file, "animation/rest-pose-faces-backward", "warning /nodes/9;");
}

/* ---- feet ---- */

static void test_ground(void **state)
{
    (void)state;
    /* the feet are 0.85 m below the hips */
    static const struct {
        double hips;
        const char *found;
    } heights[] = {{0.95, ""},
                   {0.85, ""},
                   {1.69, ""},
                   {1.71, "warning /nodes/5;"},
                   {10, "warning /nodes/5;"},
                   {0.57, ""},
                   {0.56, "warning /nodes/5;"},
                   {0.001, "warning /nodes/5;"},
                   {0, ""}};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        struct vrma_file file = vrma_body();
        vrma_part(&file, "hips")->at[1] = heights[i].hips;
        vrma_expect(&file, "animation/rest-feet-off-ground", heights[i].found);
    }
    /* the lower foot counts; without feet nothing is reported */
    struct vrma_file file = vrma_body();
    vrma_part(&file, "leftFoot")->at[1] = 0.4;
    vrma_expect(&file, "animation/rest-feet-off-ground", "");
    vrma_part(&file, "hips")->at[1] = 2;
    vrma_expect(&file, "animation/rest-feet-off-ground", "warning /nodes/11;");
    vrma_part(&file, "leftFoot")->bone = NULL;
    vrma_part(&file, "rightFoot")->bone = NULL;
    vrma_expect(&file, "animation/rest-feet-off-ground", "");
}

/* ---- hips ---- */

static void test_height(void **state)
{
    (void)state;
    static const struct {
        double y;
        const char *found;
    } heights[] = {{1.001e-3, ""}, {0.999e-3, "error /nodes/0;"}, {0, "error /nodes/0;"}, {-1, "error /nodes/0;"}};
    for (size_t i = 0; i < 4; i++) {
        struct vrma_file file = vrma_body();
        vrma_part(&file, "hips")->at[1] = heights[i].y;
        vrma_expect(&file, "animation/rest-hips-height", heights[i].found);
    }
    /* without a track it is a warning; a translation track in any animation counts, a rotation track doesn't */
    struct vrma_file file = vrma_body();
    vrma_part(&file, "hips")->at[1] = 0;
    file.channels = "0R 6R|6R 0T";
    vrma_expect(&file, "animation/rest-hips-height", "error /nodes/0;");
    file.channels = "0R 6R";
    vrma_expect(&file, "animation/rest-hips-height", "warning /nodes/0;");
    file.channels = NULL;
    vrma_expect(&file, "animation/rest-hips-height", "warning /nodes/0;");
    /* the height is measured in the world */
    vrma_add(&file, "root", NULL, NULL);
    vrma_part(&file, "root")->at[1] = 0.9;
    vrma_part(&file, "hips")->parent = "root";
    vrma_expect(&file, "animation/rest-hips-height", "");
    /* another rule reports a root of scale 0 */
    vrma_part(&file, "root")->at[1] = 0;
    vrma_part(&file, "root")->more = "'scale':[0,0,0]";
    vrma_expect(&file, "animation/rest-hips-height", "");
    vrma_expect(&file, "animation/rest-scale-invalid", "error /nodes/15;");
}

static void test_center(void **state)
{
    (void)state;
    static const double places[] = {0.0499, -0.0499, 0.0501, -0.0501};
    for (size_t i = 0; i < 4; i++) {
        struct vrma_file file = vrma_body();
        vrma_part(&file, "hips")->at[0] = places[i];
        vrma_part(&file, "hips")->at[1] = 1;
        vrma_expect(&file, "animation/rest-hips-off-center", i < 2 ? "" : "info /nodes/0;");
    }
    /* at ground level there is no height to compare with */
    struct vrma_file file = vrma_body();
    vrma_part(&file, "hips")->at[0] = 1;
    vrma_part(&file, "hips")->at[1] = 0;
    vrma_expect(&file, "animation/rest-hips-off-center", "");
}

/* ---- scales and matrices ---- */

static void test_scale(void **state)
{
    (void)state;
    static const struct {
        const char *scale;
        bool other;
        bool invalid;
    } scales[] = {
        {"'scale':[1,1,1]", false, false},
        {"'scale':[1.00009,1.00009,1.00009]", false, false},
        {"'scale':[1.00011,1.00011,1.00011]", true, false},
        {"'scale':[0.99989,0.99989,0.99989]", true, false},
        {"'scale':[100,100,100]", true, false},
        {"'scale':[100,100.009,100]", true, false},
        {"'scale':[100,100.011,100]", false, true},
        {"'scale':[1,1,0]", false, true},
        {"'scale':[0,0,0]", false, true},
        {"'scale':[-1,-1,-1]", false, true},
        {"'scale':[1,1,1.00011]", false, true},
        {"'scale':[1e-5,1e-5,1e-5]", true, false},
    };
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        struct vrma_file file = vrma_body();
        vrma_part(&file, "leftHand")->more = scales[i].scale;
        vrma_expect(&file, "animation/rest-scale", scales[i].other ? "warning /nodes/8;" : "");
        vrma_expect(&file, "animation/rest-scale-invalid", scales[i].invalid ? "error /nodes/8;" : "");
    }
}

/* Bones and their ancestors count; descendants and other nodes don't. */
static void test_scale_of_others(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    vrma_add(&file, "root", NULL, NULL);
    vrma_add(&file, "sword", "rightHand", NULL);
    vrma_add(&file, "stage", NULL, NULL);
    vrma_part(&file, "hips")->parent = "root";
    vrma_part(&file, "sword")->more = "'scale':[2,2,2]";
    vrma_part(&file, "stage")->more = "'scale':[2,2,3]";
    vrma_expect(&file, "animation/rest-scale", "");
    vrma_expect(&file, "animation/rest-scale-invalid", "");
    vrma_part(&file, "root")->more = "'scale':[0.01,0.01,0.01]";
    vrma_expect(&file, "animation/rest-scale", "warning /nodes/15;");
    /* mirrored arms have swapped sides; only the scale is reported */
    vrma_part(&file, "root")->more = "'scale':[-1,1,1]";
    vrma_expect(&file, "animation/rest-scale-invalid", "error /nodes/15;");
    vrma_expect(&file, "animation/rest-pose-faces-backward", "");
    vrma_expect(&file, "animation/rest-pose-not-t-pose", "");
}

static void test_matrix(void **state)
{
    (void)state;
    struct vrma_file file = vrma_body();
    struct vrma_part *arm = vrma_part(&file, "leftUpperArm");
    arm->at[0] = NAN;
    arm->more = "'matrix':[1,0,0,0, 0,1,0,0, 0,0,1,0, 0.15,0.3,0,1]";
    vrma_expect(&file, "animation/bone-node-has-matrix", "error /nodes/6;");
    file.channels = "5R 7R";
    vrma_expect(&file, "animation/bone-node-has-matrix", "info /nodes/6;");
    vrma_expect(&file, "animation/rest-scale", "");
    arm->more = "'matrix':[2,0,0,0, 0,2,0,0, 0,0,2,0, 0.15,0.3,0,1]";
    vrma_expect(&file, "animation/rest-scale", "warning /nodes/6;");
    arm->more = "'matrix':[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0.15,0.3,0,1]";
    vrma_expect(&file, "animation/rest-scale-invalid", "error /nodes/6;");
    arm->bone = NULL;
    vrma_expect(&file, "animation/bone-node-has-matrix", "");
}

TEST_PROGRAM(animation_rest)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limbs),           cmocka_unit_test(test_trunk),    cmocka_unit_test(test_feet),
        cmocka_unit_test(test_pose_in_world),   cmocka_unit_test(test_measures), cmocka_unit_test(test_facing),
        cmocka_unit_test(test_sideways),        cmocka_unit_test(test_swapped),  cmocka_unit_test(test_ground),
        cmocka_unit_test(test_height),          cmocka_unit_test(test_center),   cmocka_unit_test(test_scale),
        cmocka_unit_test(test_scale_of_others), cmocka_unit_test(test_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
