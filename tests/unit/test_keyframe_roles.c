/* Keys of the gaze and the hips, on both sides of every threshold of the rules. */
#include "keyframe_files.h"
#include "spring_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* ---- the gaze ---- */

static void multiply(const double *a, const double *b, double *out)
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    out[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* Sets a rotation about y, then x, then z, each about the rotated axes. */
static void set_gaze(float *out, double yaw, double pitch, double roll_angle, double length)
{
    double h = PI / 360;
    double y[4] = {0, sin(yaw * h), 0, cos(yaw * h)};
    double x[4] = {sin(pitch * h), 0, 0, cos(pitch * h)};
    double z[4] = {0, 0, sin(roll_angle * h), cos(roll_angle * h)};
    double yx[4];
    double q[4];
    multiply(y, x, yx);
    multiply(yx, z, q);
    for (size_t i = 0; i < 4; i++) {
        out[i] = (float)(q[i] * length);
    }
}

static void gazes(void **state)
{
    (void)state;
    static const struct {
        double yaw, pitch, roll, length;
        enum vrmlint_severity rolls, turns;
    } cases[] = {
        {0, 0, 0, 1, VRMLINT_OFF, VRMLINT_OFF},
        {30, 20, 0.99, 1, VRMLINT_OFF, VRMLINT_OFF},
        {30, 20, 1.01, 1, VRMLINT_INFO, VRMLINT_OFF},
        {30, 20, -1.01, 1, VRMLINT_INFO, VRMLINT_OFF},
        {-80, -70, 0.99, 1, VRMLINT_OFF, VRMLINT_OFF},
        {-80, -70, 5, 1, VRMLINT_INFO, VRMLINT_OFF},
        {90.4, 0, 0, 1, VRMLINT_OFF, VRMLINT_OFF},
        {90.6, 0, 0, 1, VRMLINT_OFF, VRMLINT_INFO},
        {-90.4, 30, 0, 1, VRMLINT_OFF, VRMLINT_OFF},
        {-90.6, 30, 0, 1, VRMLINT_OFF, VRMLINT_INFO},
        {179, 10, 0, 1, VRMLINT_OFF, VRMLINT_INFO},
        {95, 10, 10, 1, VRMLINT_INFO, VRMLINT_INFO},
        {90.4, 0, 0.99, 0.5, VRMLINT_OFF, VRMLINT_OFF},
        {90.6, 0, 1.01, 3, VRMLINT_INFO, VRMLINT_INFO},
        /* looking straight up or down, yaw and roll are the same */
        {40, 90, 30, 1, VRMLINT_OFF, VRMLINT_OFF},
        {120, -90, 0, 1, VRMLINT_OFF, VRMLINT_OFF},
        {0, 88, 2, 1, VRMLINT_INFO, VRMLINT_OFF},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float values[8];
        set_gaze(values, 0, 0, 0, 1);
        set_gaze(values + 4, cases[i].yaw, cases[i].pitch, cases[i].roll, cases[i].length);
        expect_key_values("animation/look-at-roll", GAZE, "rotation", "LINEAR", values, 8, cases[i].rolls, "key 1");
        expect_key_values("animation/look-at-angle-large", GAZE, "rotation", "LINEAR", values, 8, cases[i].turns,
                          "key 1");
        expect_key_values("animation/look-at-roll,animation/look-at-angle-large", HEAD, "rotation", "LINEAR", values, 8,
                          VRMLINT_OFF, NULL);
    }
    float values[8];
    set_gaze(values, 10, 5, 4, 1);
    set_gaze(values + 4, 120, 5, -7, 1);
    struct key_track one = key_values(GAZE, "rotation", "LINEAR", values, 8);
    struct vrmlint_report *report = lint_tracks("animation/look-at-roll,animation/look-at-angle-large", &one, 1, NULL);
    assert_int_equal(report->finding_count, 2);
    assert_true(fabs(measured(&report->findings[0], "yaw") - 120 * PI / 180) < 1e-5);
    assert_true(fabs(measured(&report->findings[1], "roll") + 7 * PI / 180) < 1e-5);
    assert_true(measured(&report->findings[1], "keys") == 2);
    assert_non_null(strstr(ENGLISH(report->findings[1].message), "the worst key 1 (0.0625 s) with -7 degrees"));
    vrmlint_report_free(report);
}

/* ---- the hips ---- */

static void expect_hips(const float *heights, size_t count, const struct key_root *root, double median)
{
    float values[KEY_TIMES * 3] = {0};
    for (size_t i = 0; i < count; i++) {
        values[i * 3 + 1] = heights[i];
    }
    struct key_track one = key_values(HIPS, "translation", "LINEAR", values, count * 3);
    struct vrmlint_report *report = lint_tracks("animation/hips-translation-unit", &one, 1, root);
    assert_int_equal(report->finding_count, isnan(median) ? 0 : 1);
    if (report->finding_count == 1) {
        assert_string_equal(report->findings[0].pointer, KEY_OUTPUT);
        assert_true(fabs(measured(report->findings, "median") - median) < 1e-4);
        assert_true(fabs(measured(report->findings, "rest") - 1) < 1e-6);
    }
    vrmlint_report_free(report);
}

/* The hips rest 1 m above the ground. */
static void hips(void **state)
{
    (void)state;
    const struct key_root centimetres = {0.01, 0, 1};
    const struct key_root raised = {1, 0.5, 1};
    expect_hips((const float[]){1}, 1, NULL, NAN);
    expect_hips((const float[]){4.99F}, 1, NULL, NAN);
    expect_hips((const float[]){5.01F}, 1, NULL, 5.01);
    expect_hips((const float[]){-1.49F}, 1, NULL, NAN);
    expect_hips((const float[]){-1.51F}, 1, NULL, -1.51);
    /* the median counts, or the mean of the two middle values */
    expect_hips((const float[]){100, 1, 1}, 3, NULL, NAN);
    expect_hips((const float[]){100, 1, 90}, 3, NULL, 90);
    expect_hips((const float[]){1, 100, 1, 100}, 4, NULL, 50.5);
    expect_hips((const float[]){1, 8.9F, 1, 9}, 4, NULL, NAN);
    expect_hips((const float[]){1, 9.1F, 1, 9.2F}, 4, NULL, 5.05);
    expect_hips((const float[]){100, -100, 100, -100, 1}, 5, NULL, NAN);
    /* centimetres under a root that scales them to metres */
    expect_hips((const float[]){100, 95, 100}, 3, &centimetres, NAN);
    expect_hips((const float[]){1000, 950, 1000}, 3, &centimetres, 10);
    /* in the space of a raised parent */
    expect_hips((const float[]){4.49F}, 1, &raised, NAN);
    expect_hips((const float[]){4.51F}, 1, &raised, 5.01);
    expect_hips((const float[]){NAN, 100, INFINITY}, 3, NULL, 100);
}

/* Another rule reports hips that rest on the ground. */
static void hips_on_the_ground(void **state)
{
    (void)state;
    const float values[] = {0, 100, 0};
    struct key_track one = key_values(HIPS, "translation", "LINEAR", values, 3);
    const struct {
        double rest;
        size_t findings;
    } cases[] = {{0.0011, 1}, {0.0009, 0}, {0, 0}, {-1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct key_root root = {1, 0, cases[i].rest};
        struct vrmlint_report *report = lint_tracks("animation/hips-translation-unit", &one, 1, &root);
        assert_int_equal(report->finding_count, cases[i].findings);
        vrmlint_report_free(report);
    }
}

TEST_PROGRAM(keyframe_roles)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gazes),
        cmocka_unit_test(hips),
        cmocka_unit_test(hips_on_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
