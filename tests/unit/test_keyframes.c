/* Times, formats, and the sharing of keys: everything except single values. */
#include "keyframe_files.h"
#include "spring_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS_MAX = 1024 };

/* Returns values that never repeat, so that nothing is constant. */
static const float *moving(const char *path)
{
    static float vectors[KEYS_MAX * 3];
    static float rotations[KEYS_MAX * 4];
    for (size_t i = 0; i < KEYS_MAX; i++) {
        vectors[i * 3 + 1] = 0.5F + (float)i / KEYS_MAX;
        rotations[i * 4] = (float)sin((double)i / KEYS_MAX);
        rotations[i * 4 + 3] = (float)cos((double)i / KEYS_MAX);
    }
    return strcmp(path, "rotation") == 0 ? rotations : vectors;
}

static struct key_track track(int node, const char *path, const float *times, size_t count)
{
    size_t width = strcmp(path, "rotation") == 0 ? 4 : 3;
    return (struct key_track){node, path, "LINEAR", times, count, moving(path), count * width, 0};
}

#define INPUT "/animations/0/samplers/0/input"

/* ---- times ---- */

static void order(void **state)
{
    (void)state;
    static const struct {
        float times[5];
        size_t count;
        enum vrmlint_severity increasing, negative;
        const char *message;
    } cases[] = {
        {{0, 0.25F, 0.5F}, 3, VRMLINT_OFF, VRMLINT_OFF, NULL},
        {{0}, 1, VRMLINT_OFF, VRMLINT_OFF, NULL},
        {{0, 1e-30F, 2e-30F}, 3, VRMLINT_OFF, VRMLINT_OFF, NULL},
        {{0, 0}, 2, VRMLINT_ERROR, VRMLINT_OFF, "key 1 is at 0 s like the one before it, but each"},
        {{0, 0.5F, 0.25F, 0.75F},
         4,
         VRMLINT_ERROR,
         VRMLINT_OFF,
         "key 2 at 0.25 s comes after key 1 at 0.5 s, but each"},
        {{0, 0.5F, 0.5F, 0.25F, 0.25F}, 5, VRMLINT_ERROR, VRMLINT_OFF, ", and 3 of 5 keys are out of order"},
        {{-1e-30F, 0.5F}, 2, VRMLINT_OFF, VRMLINT_ERROR, NULL},
        {{-0.0F, 0.5F}, 2, VRMLINT_OFF, VRMLINT_OFF, NULL},
        {{-2, -1, 0}, 3, VRMLINT_OFF, VRMLINT_ERROR, NULL},
        {{0, -1}, 2, VRMLINT_ERROR, VRMLINT_OFF, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct key_track one = track(HIPS, "translation", cases[i].times, cases[i].count);
        expect_tracks("animation/time-not-increasing", &one, 1, cases[i].increasing, INPUT, cases[i].message);
        expect_tracks("animation/time-negative", &one, 1, cases[i].negative, INPUT,
                      cases[i].increasing == VRMLINT_OFF ? "its first key is at -" : NULL);
    }
}

static void times_not_finite(void **state)
{
    (void)state;
    for (size_t k = 0; k < 4; k++) {
        float times[] = {0, 0.25F, 0.5F, 0.75F};
        char message[80];
        times[k] = k % 2 == 0 ? NAN : INFINITY;
        struct key_track one = track(HIPS, "translation", times, 4);
        snprintf(message, sizeof message, "the time is infinity or not a number (NaN) in 1 of 4 keys, key %zu:", k);
        expect_tracks("animation/value-not-finite", &one, 1, VRMLINT_ERROR, INPUT, message);
        /* one mistake gives one finding */
        expect_tracks("animation/time-not-increasing,animation/starts-late,animation/zero-duration", &one, 1,
                      k == 1 ? VRMLINT_ERROR : VRMLINT_OFF, INPUT, "key 2 at 0.5 s comes after key 1 at inf");
    }
}

static void spans(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        float first[4], second[4];
        size_t first_count, second_count;
        enum vrmlint_severity severity;
    } cases[] = {
        {"zero-duration", {0}, {0}, 1, 1, VRMLINT_INFO},
        {"zero-duration", {2}, {2}, 1, 1, VRMLINT_INFO},
        {"zero-duration", {0}, {0.25F}, 1, 1, VRMLINT_OFF},
        {"zero-duration", {0}, {0, 0.01F}, 1, 2, VRMLINT_OFF},
        {"starts-late", {0.1F, 1}, {0.2F, 1}, 2, 2, VRMLINT_OFF},
        {"starts-late", {0.1001F, 1}, {0.2F, 1}, 2, 2, VRMLINT_INFO},
        {"starts-late", {0.2F, 1}, {0, 1}, 2, 2, VRMLINT_OFF},
        /* a pose has no start */
        {"starts-late", {2}, {2}, 1, 1, VRMLINT_OFF},
        {"uneven-ends", {0, 1}, {0, 1.0333F}, 2, 2, VRMLINT_OFF},
        {"uneven-ends", {0, 1}, {0, 1.0334F}, 2, 2, VRMLINT_INFO},
        {"uneven-ends", {0, 1.0334F}, {0, 1}, 2, 2, VRMLINT_INFO},
        /* 31/30 and 30/30, rounded to single precision */
        {"uneven-ends", {0, 31.0F / 30}, {0, 1}, 2, 2, VRMLINT_OFF},
        /* a single key is constant anyway */
        {"uneven-ends", {0, 1}, {0}, 2, 1, VRMLINT_OFF},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rule[64];
        struct key_track two[] = {track(HIPS, "translation", cases[i].first, cases[i].first_count),
                                  track(HEAD, "rotation", cases[i].second, cases[i].second_count)};
        snprintf(rule, sizeof rule, "animation/%s", cases[i].rule);
        print_message("%s %zu\n", rule, i);
        expect_tracks(rule, two, 2, cases[i].severity, "/animations/0", NULL);
    }
}

/* Each animation is checked by itself. A channel that never changes also has an end. */
static void ends(void **state)
{
    (void)state;
    static const float longer[] = {0, 1};
    static const float shorter[] = {0, 0.5F};
    static const float still[6] = {0};
    struct key_track two[] = {track(HIPS, "translation", longer, 2), track(PLAIN, "scale", shorter, 2)};
    expect_tracks("animation/uneven-ends", two, 2, VRMLINT_INFO, "/animations/0", "ends at 1 s, but");
    struct vrmlint_report *report = lint_tracks("animation/uneven-ends", two, 2, NULL);
    assert_int_equal(report->findings[0].related_count, 2);
    assert_string_equal(report->findings[0].related[0].pointer, "/animations/0/channels/1/target/path");
    assert_true(measured(report->findings, "difference") == 0.5);
    vrmlint_report_free(report);
    two[1].animation = 1;
    expect_tracks("animation/uneven-ends", two, 2, VRMLINT_OFF, NULL, NULL);
    two[1].animation = 0;
    two[1].values = still;
    expect_tracks("animation/uneven-ends", two, 2, VRMLINT_INFO, "/animations/0", "ends at 1 s, but");
}

/* Returns a track with count keys at a rate. */
static struct key_track at_rate(int node, const char *path, float *times, size_t count, double rate)
{
    for (size_t i = 0; i < count; i++) {
        times[i] = (float)((double)i / rate);
    }
    return track(node, path, times, count);
}

static void rates(void **state)
{
    (void)state;
    static const struct {
        double rate;
        size_t count;
        enum vrmlint_severity high, low;
    } cases[] = {
        {30, 31, VRMLINT_OFF, VRMLINT_OFF},    {65, 66, VRMLINT_OFF, VRMLINT_OFF},
        {65.1, 66, VRMLINT_INFO, VRMLINT_OFF}, {177, 709, VRMLINT_INFO, VRMLINT_OFF},
        {66, 3, VRMLINT_INFO, VRMLINT_OFF},    {66, 2, VRMLINT_OFF, VRMLINT_OFF},
        {10, 5, VRMLINT_OFF, VRMLINT_OFF},     {10, 1000, VRMLINT_OFF, VRMLINT_OFF},
        {9.99, 31, VRMLINT_OFF, VRMLINT_INFO}, {2, 3, VRMLINT_OFF, VRMLINT_INFO},
        {2, 2, VRMLINT_OFF, VRMLINT_OFF},
    };
    static float times[KEYS_MAX];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct key_track one = at_rate(HEAD, "rotation", times, cases[i].count, cases[i].rate);
        expect_tracks("animation/keyframe-rate-high", &one, 1, cases[i].high, INPUT, "(rotation of bone head) has ");
        expect_tracks("animation/keyframe-rate-low", &one, 1, cases[i].low, INPUT, "(rotation of bone head) has ");
        /* few keys matter only for interpolated rotations of bones */
        one = at_rate(PLAIN, "rotation", times, cases[i].count, cases[i].rate);
        expect_tracks("animation/keyframe-rate-low", &one, 1, VRMLINT_OFF, NULL, NULL);
        one = at_rate(HIPS, "translation", times, cases[i].count, cases[i].rate);
        expect_tracks("animation/keyframe-rate-high", &one, 1, cases[i].high, INPUT, NULL);
        expect_tracks("animation/keyframe-rate-low", &one, 1, VRMLINT_OFF, NULL, NULL);
        one = at_rate(HEAD, "rotation", times, cases[i].count, cases[i].rate);
        one.interpolation = "STEP";
        expect_tracks("animation/keyframe-rate-low", &one, 1, VRMLINT_OFF, NULL, NULL);
    }
}

/* Of many rates the extreme one is reported, once per animation. */
static void extreme_rates(void **state)
{
    (void)state;
    static float times[5][KEYS_MAX];
    struct key_track tracks[] = {
        at_rate(HIPS, "rotation", times[0], 10, 5),  at_rate(HEAD, "rotation", times[1], 10, 2),
        at_rate(PLAIN, "rotation", times[2], 10, 1), at_rate(HIPS, "translation", times[3], 10, 100),
        at_rate(PLAIN, "scale", times[4], 10, 200),
    };
    struct vrmlint_report *report =
        lint_tracks("animation/keyframe-rate-low,animation/keyframe-rate-high", tracks, 5, NULL);
    assert_int_equal(report->finding_count, 2);
    assert_string_equal(report->findings[0].pointer, "/animations/0/samplers/1/input");
    assert_true(fabs(measured(&report->findings[0], "rate") - 2) < 1e-4);
    assert_string_equal(report->findings[1].pointer, "/animations/0/samplers/4/input");
    assert_true(fabs(measured(&report->findings[1], "rate") - 200) < 1e-2);
    vrmlint_report_free(report);
    tracks[3].animation = 1;
    tracks[4].animation = 1;
    report = lint_tracks("animation/keyframe-rate-low,animation/keyframe-rate-high", tracks, 5, NULL);
    assert_int_equal(report->finding_count, 2);
    assert_string_equal(report->findings[1].pointer, "/animations/1/samplers/1/input");
    vrmlint_report_free(report);
}

/* ---- habits ---- */

static void interpolations(void **state)
{
    (void)state;
    static const struct {
        int node;
        const char *path;
        bool cubic, step;
    } cases[] = {
        {HEAD, "rotation", true, true},  {HIPS, "translation", true, false}, {HAPPY, "translation", true, true},
        {GAZE, "rotation", true, false}, {PLAIN, "rotation", false, false},  {ROOT, "translation", false, false},
    };
    static const float times[] = {0, 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct key_track one = track(cases[i].node, cases[i].path, times, 2);
        expect_tracks("animation/cubicspline,animation/step-interpolation", &one, 1, VRMLINT_OFF, NULL, NULL);
        one.interpolation = "STEP";
        expect_tracks("animation/cubicspline", &one, 1, VRMLINT_OFF, NULL, NULL);
        expect_tracks("animation/step-interpolation", &one, 1, cases[i].step ? VRMLINT_INFO : VRMLINT_OFF,
                      "/animations/0/samplers/0/interpolation", NULL);
        one.interpolation = "CUBICSPLINE";
        one.value_count *= 3;
        expect_tracks("animation/step-interpolation", &one, 1, VRMLINT_OFF, NULL, NULL);
        expect_tracks("animation/cubicspline", &one, 1, cases[i].cubic ? VRMLINT_WARNING : VRMLINT_OFF,
                      "/animations/0/samplers/0/interpolation", NULL);
        /* unknown values count as LINEAR, as in loaders */
        one.interpolation = "cubicspline";
        one.value_count /= 3;
        expect_tracks("animation/cubicspline,animation/accessor-format", &one, 1, VRMLINT_OFF, NULL, NULL);
    }
    struct key_track three[] = {track(PLAIN, "rotation", times, 2), track(HEAD, "rotation", times, 2),
                                track(HIPS, "rotation", times, 2)};
    for (size_t i = 0; i < 3; i++) {
        three[i].interpolation = "STEP";
    }
    expect_tracks("animation/step-interpolation", three, 3, VRMLINT_INFO, "/animations/0/samplers/1/interpolation",
                  "channel 1 (rotation of bone head) and 1 more: STEP");
}

/* ---- formats ---- */

/* Tests one channel with its two accessors given in full. The buffer has 256 bytes, all zero. */
static void expect_form(const char *channel_path, const char *interpolation, const char *input, const char *output,
                        const char *expected)
{
    char zeros[345];
    char json[4096];
    memset(zeros, 'A', 344);
    zeros[344] = '\0';
    snprintf(
        json, sizeof json,
        "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_vrm_animation\"], \"scenes\": [{\"nodes\":"
        "[0]}], \"nodes\": [{\"mesh\": 0}], \"meshes\": [{\"primitives\": [{\"targets\": [{}, {}]}]}],"
        "\"animations\": [{\"samplers\": [{\"input\": 0, \"output\": 1, \"interpolation\": \"%s\"}], \"channels\":"
        "[{\"sampler\": 0, \"target\": {\"node\": 0, \"path\": \"%s\"}}]}], \"accessors\": [{%s}, {%s}],"
        "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 256}, {\"buffer\": 0, \"byteLength\": 256,"
        "\"byteStride\": 16}], \"buffers\": [{\"byteLength\": 256, \"uri\": \"data:;base64,%s\"}],"
        "\"extensions\": {\"VRMC_vrm_animation\": {\"specVersion\": \"1.0\"}}}",
        interpolation, channel_path, input, output, zeros);
    struct vrmlint_report *report = lint_text("animation/accessor-format,animation/accessor-out-of-bounds", json);
    if (report->finding_count != (expected == NULL ? 0 : 1) ||
        (expected != NULL && strstr(ENGLISH(report->findings[0].message), expected) == NULL)) {
        fail_msg("%s %s\n%s\n%s\n%zu findings, not one with %s: %s", channel_path, interpolation, input, output,
                 report->finding_count, expected == NULL ? "none" : expected,
                 report->finding_count == 0 ? "" : ENGLISH(report->findings[0].message));
    }
    vrmlint_report_free(report);
}

#define TIMES(count)                                                                                                   \
    "\"bufferView\": 0, \"componentType\": 5126, \"count\": " count ", \"type\": \"SCALAR\", \"min\": [0], \"max\": "  \
    "[0]"

static void forms_of_values(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        const char *type;
        int normalized[6]; /* component types that may be normalised, 5120 to 5125 */
    } paths[] = {
        {"translation", "VEC3", {0}},
        {"scale", "VEC3", {0}},
        {"rotation", "VEC4", {1, 1, 1, 1}},
        {"weights", "SCALAR", {1, 1, 1, 1}},
    };
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2"};
    static const int components[] = {5120, 5121, 5122, 5123, 5125, 5126};
    for (size_t p = 0; p < 4; p++) {
        for (size_t t = 0; t < 5; t++) {
            for (size_t c = 0; c < 6; c++) {
                for (int normalized = 0; normalized < 2; normalized++) {
                    char output[256];
                    snprintf(output, sizeof output,
                             "\"bufferView\": 0, \"componentType\": %d, \"count\": %s, \"type\": \"%s\","
                             "\"normalized\": %s",
                             components[c], p == 3 ? "2" : "1", types[t], normalized ? "true" : "false");
                    bool good = strcmp(types[t], paths[p].type) == 0 &&
                                (components[c] == 5126 || (normalized && paths[p].normalized[components[c] - 5120]));
                    char expected[64];
                    snprintf(expected, sizeof expected, "accessor 1 (its values) is %s of ", types[t]);
                    expect_form(paths[p].path, "LINEAR", TIMES("1"), output, good ? NULL : expected);
                }
            }
        }
    }
}

static void forms_of_times(void **state)
{
    (void)state;
    static const char vec3[] = "\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"VEC3\"";
    static const struct {
        const char *input;
        const char *expected;
    } cases[] = {
        {TIMES("1"), NULL},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"VEC2\", \"min\": [0], \"max\": [0]",
         "is VEC2 of floats, but must be SCALAR of floats"},
        {"\"bufferView\": 0, \"componentType\": 5123, \"count\": 1, \"type\": \"SCALAR\", \"min\": [0], \"max\": [0]",
         "is SCALAR of unsigned shorts"},
        {"\"bufferView\": 0, \"componentType\": 5122, \"normalized\": true, \"count\": 1, \"type\": \"SCALAR\"",
         "is SCALAR of normalised shorts"},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\", \"max\": [0]",
         "lack their first and last value (min and max of accessor 0)"},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\", \"min\": [0]",
         "lack their first and last value (min and max of accessor 0)"},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\", \"min\": [0, 0], \"max\": "
         "[0]",
         "lack their first and last value (min and max of accessor 0)"},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\", \"min\": [0], \"max\": 0",
         "lack their first and last value (min and max of accessor 0)"},
        {"\"bufferView\": 1, \"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\", \"min\": [0], \"max\": [0]",
         "byteStride"},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 0, \"type\": \"SCALAR\", \"min\": [0], \"max\": [0]",
         "has no elements"},
        {"\"componentType\": 5126, \"count\": 9007199254740992, \"type\": \"SCALAR\", \"min\": [0], \"max\": [0]",
         "claims 9007199254740992 elements"},
        {TIMES("65"), "accessor 0 (its times) reaches to byte 260 of buffer view 0, which has 256, so some apps"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_form("translation", "LINEAR", cases[i].input, vec3, cases[i].expected);
    }
    expect_form("translation", "LINEAR", TIMES("1"), "\"bufferView\": 0, \"count\": 1, \"type\": \"VEC3\"",
                "accessor 1 (its values) has no componentType, so apps");
}

static void counts(void **state)
{
    (void)state;
    static const struct {
        const char *path, *type, *interpolation, *times;
        int values;
        const char *expected;
    } cases[] = {
        {"translation", "VEC3", "LINEAR", TIMES("3"), 3, NULL},
        {"translation", "VEC3", "STEP", TIMES("3"), 2, "has 2 values, but must have 3 for 3 keys"},
        {"translation", "VEC3", "LINEAR", TIMES("3"), 9, "must have 3"},
        {"translation", "VEC3", "CUBICSPLINE", TIMES("3"), 9, NULL},
        {"translation", "VEC3", "CUBICSPLINE", TIMES("3"), 3,
         "must have 9 for CUBICSPLINE (three for each key, with its tangents): set the interpolation to LINEAR"},
        {"translation", "VEC3", "CUBICSPLINE", TIMES("3"), 4, "must have 9 (three for each key, with its tangents)"},
        {"translation", "VEC3", "CUBICSPLINE", TIMES("2"), 6, NULL},
        {"translation", "VEC3", "CUBICSPLINE", TIMES("1"), 3, "has a single key"},
        /* two morph targets */
        {"weights", "SCALAR", "LINEAR", TIMES("3"), 6, NULL},
        {"weights", "SCALAR", "LINEAR", TIMES("3"), 3, "must have 6"},
        {"weights", "SCALAR", "CUBICSPLINE", TIMES("3"), 18, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char output[256];
        snprintf(output, sizeof output, "\"bufferView\": 0, \"componentType\": 5126, \"count\": %d, \"type\": \"%s\"",
                 cases[i].values, cases[i].type);
        expect_form(cases[i].path, cases[i].interpolation, cases[i].times, output, cases[i].expected);
    }
}

TEST_PROGRAM(keyframes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order),          cmocka_unit_test(times_not_finite),
        cmocka_unit_test(spans),          cmocka_unit_test(ends),
        cmocka_unit_test(rates),          cmocka_unit_test(extreme_rates),
        cmocka_unit_test(interpolations), cmocka_unit_test(forms_of_values),
        cmocka_unit_test(forms_of_times), cmocka_unit_test(counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
