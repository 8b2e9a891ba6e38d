/* Values of keys, on both sides of every threshold of the rules, with results computed by hand. */
#include "keyframe_files.h"
#include "spring_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* ---- rotations ---- */

static void set_turn(float *q, int axis, double degrees)
{
    double half = degrees * PI / 360;
    memset(q, 0, 4 * sizeof *q);
    q[axis] = (float)sin(half);
    q[3] = (float)cos(half);
}

static void lengths(void **state)
{
    (void)state;
    static const struct {
        double length;
        enum vrmlint_severity unit;
        enum vrmlint_severity zero;
    } cases[] = {
        {1, VRMLINT_OFF, VRMLINT_OFF},         {1.00768, VRMLINT_OFF, VRMLINT_OFF},
        {1.0077, VRMLINT_ERROR, VRMLINT_OFF},  {0.99232, VRMLINT_OFF, VRMLINT_OFF},
        {0.9923, VRMLINT_ERROR, VRMLINT_OFF},  {2, VRMLINT_ERROR, VRMLINT_OFF},
        {1e18, VRMLINT_ERROR, VRMLINT_OFF},    {1.01e-6, VRMLINT_ERROR, VRMLINT_OFF},
        {0.99e-6, VRMLINT_OFF, VRMLINT_ERROR}, {0, VRMLINT_OFF, VRMLINT_ERROR},
    };
    static const char *const interpolations[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < 3; k++) {
            /* tangents may have any length */
            float values[3 * 12] = {0};
            size_t elements = k == 2 ? 3 : 1;
            for (size_t key = 0; key < 3; key++) {
                float *q = values + (key * elements + elements / 2) * 4;
                q[0] = (float)(0.6 * (key == 1 ? cases[i].length : 1));
                q[3] = (float)(0.8 * (key == 1 ? cases[i].length : 1));
            }
            expect_key_values("animation/quaternion-not-unit", HEAD, "rotation", interpolations[k], values,
                              12 * elements, cases[i].unit, "in 1 of 3 keys, key 1 (0.0625 s) with");
            expect_key_values("animation/quaternion-zero", HEAD, "rotation", interpolations[k], values, 12 * elements,
                              cases[i].zero, "in 1 of 3 keys, key 1 (0.0625 s)");
            expect_key_values("animation/value-not-finite", HEAD, "rotation", interpolations[k], values, 12 * elements,
                              VRMLINT_OFF, NULL);
        }
    }
}

static void many_lengths(void **state)
{
    (void)state;
    const float values[] = {0, 0, 0, 1, 0, 0, 0, 1.5F, 0, 0, 0, 0, 0, 0, 0, 0.25F, 0, 0, 0, 1.25F};
    struct key_track one = key_values(HEAD, "rotation", "LINEAR", values, 20);
    struct vrmlint_report *report = lint_tracks("animation/quaternion-not-unit", &one, 1, NULL);
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(
        ENGLISH(report->findings[0].message),
        "Animation 0 (unnamed), channel 0 (rotation of bone head): the rotation's length isn't 1 "
        "(within 0.0077) in 3 of 5 keys, the first is key 1 (0.0625 s), the worst key 3 (0.1875 s) with "
        "0.25: divide the four numbers by their length");
    assert_true(measured(&report->findings[0], "keys") == 3 && measured(&report->findings[0], "first") == 1 &&
                measured(&report->findings[0], "length") == 0.25);
    vrmlint_report_free(report);
}

static void signs(void **state)
{
    (void)state;
    float values[4 * 12] = {0};
    for (size_t i = 0; i < 4; i++) {
        set_turn(values + i * 4, 0, 4.0 * (double)i);
    }
    expect_key_values("animation/quaternion-sign-flip", HEAD, "rotation", "LINEAR", values, 16, VRMLINT_OFF, NULL);
    for (size_t k = 8; k < 16; k++) {
        values[k] = -values[k];
    }
    expect_key_values("animation/quaternion-sign-flip", HEAD, "rotation", "LINEAR", values, 16, VRMLINT_INFO,
                      "at 1 of 4 keys, key 2 (0.125 s)");
    expect_key_values("animation/quaternion-sign-flip", HEAD, "rotation", "STEP", values, 16, VRMLINT_OFF, NULL);
    /* rotations that are perpendicular in four dimensions have no sign to flip; just beyond they do */
    const float right[] = {0, 0, 0, 1, 1, 0, 0, 0};
    const float beyond[] = {0, 0, 0, 1, 1, 0, 0, -1e-6F};
    expect_key_values("animation/quaternion-sign-flip", HEAD, "rotation", "LINEAR", right, 8, VRMLINT_OFF, NULL);
    expect_key_values("animation/quaternion-sign-flip", HEAD, "rotation", "LINEAR", beyond, 8, VRMLINT_INFO, "key 1");
    /* only the values of a spline count, not the tangents between them */
    float spline[36] = {0};
    for (size_t i = 0; i < 3; i++) {
        spline[i * 12 + 3] = -5;
        spline[i * 12 + 7] = 1;
        spline[i * 12 + 11] = -5;
    }
    expect_key_values("animation/quaternion-sign-flip", HEAD, "rotation", "CUBICSPLINE", spline, 36, VRMLINT_OFF, NULL);
    spline[12 + 7] = -1;
    expect_key_values("animation/quaternion-sign-flip", HEAD, "rotation", "CUBICSPLINE", spline, 36, VRMLINT_WARNING,
                      "at 2 of 3 keys, the first is key 1 (0.0625 s)");
    /* a key that isn't a rotation has no sign */
    const float gap[] = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, -1};
    expect_key_values("animation/quaternion-sign-flip", HEAD, "rotation", "LINEAR", gap, 12, VRMLINT_OFF, NULL);
}

static void half_turns(void **state)
{
    (void)state;
    static const struct {
        double degrees;
        bool flipped;
        double length;
        enum vrmlint_severity severity;
    } cases[] = {
        {169.9, false, 1, VRMLINT_OFF},   {170.1, false, 1, VRMLINT_INFO},   {180, false, 1, VRMLINT_INFO},
        {189.9, false, 1, VRMLINT_INFO},  {190.1, false, 1, VRMLINT_OFF},    {169.9, true, 1, VRMLINT_OFF},
        {170.1, true, 1, VRMLINT_INFO},   {169.9, false, 3, VRMLINT_OFF},    {170.1, false, 3, VRMLINT_INFO},
        {169.9, false, 0.2, VRMLINT_OFF}, {170.1, false, 0.2, VRMLINT_INFO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float values[8];
        set_turn(values, 1, 20);
        set_turn(values + 4, 1, 20 + cases[i].degrees);
        for (size_t k = 4; k < 8; k++) {
            values[k] *= (float)(cases[i].flipped ? -cases[i].length : cases[i].length);
        }
        expect_key_values("animation/rotation-step-ambiguous", HEAD, "rotation", "LINEAR", values, 8, cases[i].severity,
                          "before 1 of 2 keys, key 1 (0.0625 s) with 1");
        expect_key_values("animation/rotation-step-ambiguous", HEAD, "rotation", "STEP", values, 8, VRMLINT_OFF, NULL);
    }
    float values[8];
    set_turn(values, 1, 0);
    set_turn(values + 4, 1, 175);
    struct key_track one = key_values(HEAD, "rotation", "LINEAR", values, 8);
    struct vrmlint_report *report = lint_tracks("animation/rotation-step-ambiguous", &one, 1, NULL);
    assert_int_equal(report->finding_count, 1);
    assert_true(fabs(measured(report->findings, "angle") - 175 * PI / 180) < 1e-5);
    vrmlint_report_free(report);
}

static void not_finite(void **state)
{
    (void)state;
    static const float bad[] = {INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < 3; i++) {
        for (size_t k = 0; k < 36; k++) {
            char message[64];
            float rotations[36] = {0};
            float spline[36] = {0};
            for (size_t q = 0; q < 36; q += 4) {
                rotations[q] = 1;
                spline[q] = 1;
            }
            rotations[k] = bad[i];
            spline[k] = bad[i];
            snprintf(message, sizeof message, "in 1 of 9 keys, key %zu", k / 4);
            expect_key_values("animation/value-not-finite", HEAD, "rotation", "LINEAR", rotations, 36, VRMLINT_ERROR,
                              message);
            expect_key_values("animation/quaternion-not-unit,animation/quaternion-zero", HEAD, "rotation", "LINEAR",
                              rotations, 36, VRMLINT_OFF, NULL);
            snprintf(message, sizeof message, "in 1 of 3 keys, key %zu", k / 12);
            expect_key_values("animation/value-not-finite", HEAD, "rotation", "CUBICSPLINE", spline, 36, VRMLINT_ERROR,
                              message);
            float vectors[36] = {0};
            vectors[k] = bad[i];
            snprintf(message, sizeof message, "in 1 of 12 keys, key %zu", k / 3);
            expect_key_values("animation/value-not-finite", PLAIN, "scale", "LINEAR", vectors, 36, VRMLINT_ERROR,
                              message);
        }
    }
}

/* ---- constant channels ---- */

static void constancy(void **state)
{
    (void)state;
    static const struct {
        float value;
        enum vrmlint_severity severity;
    } cases[] = {{0, VRMLINT_INFO},       {0.9e-6F, VRMLINT_INFO}, {1.1e-6F, VRMLINT_OFF},
                 {-1.1e-6F, VRMLINT_OFF}, {NAN, VRMLINT_OFF},      {INFINITY, VRMLINT_OFF}};
    static const char rule[] = "animation/constant-channel";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < 9; k++) {
            float values[9] = {0};
            values[k] = cases[i].value;
            struct key_track one = key_values(HIPS, "translation", "LINEAR", values, 9);
            expect_tracks(rule, &one, 1, cases[i].severity, "/extensions/VRMC_vrm_animation", "1 of 1 channels has");
            /* tangents of zero keep a spline constant, others don't */
            one = key_values(HIPS, "translation", "STEP", values, 9);
            expect_tracks(rule, &one, 1, cases[i].severity, "/extensions/VRMC_vrm_animation", NULL);
            float spline[27] = {0};
            memcpy(spline + 9, values, sizeof values);
            one = key_values(HIPS, "translation", "CUBICSPLINE", spline, 27);
            expect_tracks(rule, &one, 1, cases[i].severity, "/extensions/VRMC_vrm_animation", NULL);
        }
    }
    /* steps smaller than the tolerance add up */
    const float slope[] = {0, 0, 0, 0.6e-6F, 0, 0, 1.2e-6F, 0, 0};
    struct key_track one = key_values(HIPS, "translation", "LINEAR", slope, 9);
    expect_tracks(rule, &one, 1, VRMLINT_OFF, NULL, NULL);
    /* one key is the minimum */
    one = key_values(HIPS, "translation", "LINEAR", slope, 3);
    expect_tracks(rule, &one, 1, VRMLINT_OFF, NULL, NULL);
    /* the same rotation with another sign is another value */
    const float signs_differ[] = {0, 0, 0, 1, 0, 0, 0, -1};
    one = key_values(HEAD, "rotation", "LINEAR", signs_differ, 8);
    expect_tracks(rule, &one, 1, VRMLINT_OFF, NULL, NULL);
}

/* ---- weights of expressions ---- */

static void weights(void **state)
{
    (void)state;
    static const struct {
        float weight;
        enum vrmlint_severity severity;
    } cases[] = {
        {0, VRMLINT_OFF},         {1, VRMLINT_OFF},
        {1.00009F, VRMLINT_OFF},  {1.00011F, VRMLINT_WARNING},
        {-0.00009F, VRMLINT_OFF}, {-0.00011F, VRMLINT_WARNING},
        {100, VRMLINT_WARNING},
    };
    static const char *const interpolations[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < 3; k++) {
            float values[27] = {0};
            values[k == 2 ? 12 : 3] = cases[i].weight;
            /* y and z don't count, and only expressions have weights */
            values[k == 2 ? 4 : 1] = 7;
            size_t count = k == 2 ? 27 : 9;
            expect_key_values("animation/expression-weight-range", HAPPY, "translation", interpolations[k], values,
                              count, cases[i].severity, "in 1 of 3 keys, key 1 (0.0625 s) with");
            expect_key_values("animation/expression-weight-range", PLAIN, "translation", interpolations[k], values,
                              count, VRMLINT_OFF, NULL);
            expect_key_values("animation/expression-weight-range", HAPPY, "scale", interpolations[k], values, count,
                              VRMLINT_OFF, NULL);
        }
    }
}

static void percentages(void **state)
{
    (void)state;
    static const struct {
        float low, high;
        const char *advice;
    } cases[] = {
        {0, 1.4F, "limit it to that range"},   {0, 1.6F, "divide all weights by 100"},
        {0, 100, "divide all weights by 100"}, {0, 101, "limit it to that range"},
        {-1, 100, "limit it to that range"},   {-0.5F, 0.5F, "limit it to that range"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const float values[] = {cases[i].low, 0, 0, 0.5F, 0, 0, cases[i].high, 0, 0};
        struct key_track one = key_values(HAPPY, "translation", "LINEAR", values, 9);
        struct vrmlint_report *report = lint_tracks("animation/expression-weight-range", &one, 1, NULL);
        assert_int_equal(report->finding_count, 1);
        assert_non_null(strstr(ENGLISH(report->findings[0].message), cases[i].advice));
        assert_true(measured(report->findings, "min") == (double)cases[i].low);
        assert_true(measured(report->findings, "max") == (double)cases[i].high);
        assert_int_equal(report->findings[0].fix, VRMLINT_FIX_NONE); /* fixes don't change buffers */
        vrmlint_report_free(report);
    }
}

static void yz(void **state)
{
    (void)state;
    for (size_t k = 0; k < 6; k++) {
        float values[6] = {0};
        values[k] = 2e-6F;
        expect_key_values("animation/expression-yz", HAPPY, "translation", "LINEAR", values, 6,
                          k % 3 == 0 ? VRMLINT_OFF : VRMLINT_INFO, NULL);
        values[k] = 0.5e-6F;
        expect_key_values("animation/expression-yz", HAPPY, "translation", "LINEAR", values, 6, VRMLINT_OFF, NULL);
        values[k] = NAN; /* animation/value-not-finite reports it */
        expect_key_values("animation/expression-yz", HAPPY, "translation", "LINEAR", values, 6, VRMLINT_OFF, NULL);
    }
}

/* ---- splines ---- */

/* Sets two keys, one second apart: value and out-tangent of the first, in-tangent and value of the second. */
static void set_piece(float *values, double v0, double b0, double v1, double a1)
{
    memset(values, 0, 18 * sizeof *values);
    values[3] = (float)v0;
    values[6] = (float)b0;
    values[9] = (float)a1;
    values[12] = (float)v1;
}

static struct vrmlint_report *lint_piece(const float *values, double seconds)
{
    const float two[] = {0.5F, (float)(0.5 + seconds)};
    struct key_track one = {HAPPY, "translation", "CUBICSPLINE", two, 2, values, 18, 0};
    return lint_tracks("animation/expression-spline-overshoot", &one, 1, NULL);
}

static void splines_by_hand(void **state)
{
    (void)state;
    static const struct {
        double seconds, v0, b0, v1, a1;
        double weight; /* 0: the curve stays within the range */
        double time;
    } cases[] = {
        /* 1 + s - s^2 */
        {1, 1, 1, 1, -1, 1.25, 1},
        /* the same in half the time, with tangents twice as steep */
        {0.5, 1, 2, 1, -2, 1.25, 0.75},
        /* the same upside down: s^2 - s */
        {1, 0, -1, 0, 1, -0.25, 1},
        /* 3 s (1 - s)^2, with a maximum of 4/9 at 1/3 */
        {1, 0, 3, 0, 0, 0, 0},
        /* 9 s (1 - s)^2: a maximum of 4/3 at 1/3 */
        {1, 0, 9, 0, 0, 1.3333333, 0.5 + 1.0 / 3},
        /* a straight line, and one that eases in and out */
        {1, 0, 1, 1, 1, 0, 0},
        {1, 0, 0, 1, 0, 0, 0},
        /* 1 + 4h (s - s^2) overshoots by h: 0.00009 and 0.00011 */
        {1, 1, 4 * 0.00009, 1, -4 * 0.00009, 0, 0},
        {1, 1, 4 * 0.00011, 1, -4 * 0.00011, 1.00011, 1},
        /* both sides at once: 20 s(1-s)(1-2s) is 20 / (6 sqrt 3) = 1.9245 at (3 - sqrt 3) / 6, and as much below 0 */
        {1, 0, 20, 0, 20, -1.9245009, 0.5 + 0.7886751},
        {1, 0, 0, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float values[18];
        set_piece(values, cases[i].v0, cases[i].b0, cases[i].v1, cases[i].a1);
        struct vrmlint_report *report = lint_piece(values, cases[i].seconds);
        assert_int_equal(report->finding_count, cases[i].weight == 0 ? 0 : 1);
        if (report->finding_count == 1) {
            assert_true(fabs(measured(report->findings, "weight") - cases[i].weight) < 1e-6);
            assert_true(fabs(measured(report->findings, "time") - cases[i].time) < 1e-6);
            assert_non_null(strstr(ENGLISH(report->findings[0].message), "in 1 of 1 pieces"));
        }
        vrmlint_report_free(report);
    }
}

static uint32_t dice = 1;

/* Returns a random number from -most to most. */
static double roll(double most)
{
    dice = dice * 1664525U + 1013904223U;
    return ((double)dice / 4294967295.0 * 2 - 1) * most;
}

/* Evaluates the curve by de Casteljau's algorithm on its control points, another method than the code's. */
static double sample(const float *values, double seconds, double s)
{
    double p[4] = {(double)values[3], (double)values[3] + (double)values[6] * seconds / 3,
                   (double)values[12] - (double)values[9] * seconds / 3, (double)values[12]};
    for (size_t n = 3; n > 0; n--) {
        for (size_t i = 0; i < n; i++) {
            p[i] += (p[i + 1] - p[i]) * s;
        }
    }
    return p[0];
}

static void splines_against_samples(void **state)
{
    (void)state;
    enum { SAMPLES = 4000 };
    const int pieces = (int)trials(400);
    int outside = 0;
    for (int piece = 0; piece < pieces; piece++) {
        float values[18];
        double seconds = (double)(float)(0.5 + (1.01 + roll(1))) - 0.5;
        double most = piece % 3 == 0 ? 1 : piece % 3 == 1 ? 6 : 60;
        set_piece(values, (1 + roll(1)) / 2, roll(most), (1 + roll(1)) / 2, roll(most));
        double worst = 0;
        double worst_value = 0;
        for (int i = 0; i <= SAMPLES; i++) {
            double value = sample(values, seconds, (double)i / SAMPLES);
            double over = value < 0 ? -value : value - 1;
            if (over > worst) {
                worst = over;
                worst_value = value;
            }
        }
        struct vrmlint_report *report = lint_piece(values, seconds);
        if (worst > 1.01e-4 || worst < 0.98e-4) {
            assert_int_equal(report->finding_count, worst > 1e-4);
        }
        if (report->finding_count == 1) {
            outside++;
            double weight = measured(report->findings, "weight");
            /* the curve deviates by less than that between two samples */
            assert_true(fabs(weight - worst_value) < 1e-5 * most + 1e-6);
        }
        vrmlint_report_free(report);
    }
    assert_in_range(outside, pieces / 4, pieces * 3 / 4);
}

/* If keys are out of range themselves, the spline between them isn't a second mistake. */
static void splines_of_bad_keys(void **state)
{
    (void)state;
    float values[18];
    set_piece(values, 1.2, 0, 1, 0);
    struct vrmlint_report *report = lint_piece(values, 1);
    assert_int_equal(report->finding_count, 0);
    vrmlint_report_free(report);
    set_piece(values, 1, INFINITY, 1, -1);
    report = lint_piece(values, 1);
    assert_int_equal(report->finding_count, 0);
    vrmlint_report_free(report);
    set_piece(values, 1, 1, 1, -1);
    report = lint_piece(values, 0);
    assert_int_equal(report->finding_count, 0);
    vrmlint_report_free(report);
}

TEST_PROGRAM(keyframe_numbers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths),
        cmocka_unit_test(many_lengths),
        cmocka_unit_test(signs),
        cmocka_unit_test(half_turns),
        cmocka_unit_test(not_finite),
        cmocka_unit_test(constancy),
        cmocka_unit_test(weights),
        cmocka_unit_test(percentages),
        cmocka_unit_test(yz),
        cmocka_unit_test(splines_by_hand),
        cmocka_unit_test(splines_against_samples),
        cmocka_unit_test(splines_of_bad_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
