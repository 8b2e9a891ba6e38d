/* Times, forms, and how keys are shared: what isn't about single values. */
#include "keyframe_files.h"
#include "spring_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"
#include "vrm/tracks.h"

enum { KEYS_MAX = 1024 };

/* Values that never repeat, so that nothing is constant. */
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
        {{0, 0}, 2, VRMLINT_ERROR, VRMLINT_OFF, "key 1 is at 0 s like the one before it, and each"},
        {{0, 0.5F, 0.25F, 0.75F},
         4,
         VRMLINT_ERROR,
         VRMLINT_OFF,
         "key 2 at 0.25 s comes after key 1 at 0.5 s, and each"},
        {{0, 0.5F, 0.5F, 0.25F, 0.25F}, 5, VRMLINT_ERROR, VRMLINT_OFF, "; 3 of 5 keys are out of order"},
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
        snprintf(message, sizeof message, "as the time of 1 of 4 keys, the first is key %zu:", k);
        expect_tracks("animation/value-not-finite", &one, 1, VRMLINT_ERROR, INPUT, message);
        /* one mistake, one finding */
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
        /* a pose doesn't start */
        {"starts-late", {2}, {2}, 1, 1, VRMLINT_OFF},
        {"uneven-ends", {0, 1}, {0, 1.0333F}, 2, 2, VRMLINT_OFF},
        {"uneven-ends", {0, 1}, {0, 1.0334F}, 2, 2, VRMLINT_INFO},
        {"uneven-ends", {0, 1.0334F}, {0, 1}, 2, 2, VRMLINT_INFO},
        /* 31 and 30 thirtieths, as single precision has them */
        {"uneven-ends", {0, 31.0F / 30}, {0, 1}, 2, 2, VRMLINT_OFF},
        /* one key holds still anyway */
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

/* A channel that never changes may end when it likes, and every animation is looked at by itself. */
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
    expect_tracks("animation/uneven-ends", two, 2, VRMLINT_OFF, NULL, NULL);
}

/* count keys at a rate. */
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
        /* Few keys matter only where bones turn evenly. */
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

/* Of many rates the extreme one is said, once per animation. */
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
        /* Unknown words count as LINEAR, as loaders take them. */
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

/* ---- forms ---- */

/* One channel, its two accessors in full. The buffer has 256 bytes of zeros. */
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
    struct vrmlint_report *report = lint_text("animation/accessor-format", json);
    if (report->finding_count != (expected == NULL ? 0 : 1) ||
        (expected != NULL && strstr(report->findings[0].message, expected) == NULL)) {
        fail_msg("%s %s\n%s\n%s\n%zu findings, not one with %s: %s", channel_path, interpolation, input, output,
                 report->finding_count, expected == NULL ? "none" : expected,
                 report->finding_count == 0 ? "" : report->findings[0].message);
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
         "is VEC2 of floats, must be SCALAR of floats"},
        {"\"bufferView\": 0, \"componentType\": 5123, \"count\": 1, \"type\": \"SCALAR\", \"min\": [0], \"max\": [0]",
         "is SCALAR of unsigned shorts"},
        {"\"bufferView\": 0, \"componentType\": 5122, \"normalized\": true, \"count\": 1, \"type\": \"SCALAR\"",
         "is SCALAR of normalised shorts"},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\", \"max\": [0]", "lacks min"},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\", \"min\": [0]", "lacks min"},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\", \"min\": [0, 0], \"max\": "
         "[0]",
         "lacks min"},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\", \"min\": [0], \"max\": 0",
         "lacks min"},
        {"\"bufferView\": 1, \"componentType\": 5126, \"count\": 1, \"type\": \"SCALAR\", \"min\": [0], \"max\": [0]",
         "byteStride"},
        {"\"bufferView\": 0, \"componentType\": 5126, \"count\": 0, \"type\": \"SCALAR\", \"min\": [0], \"max\": [0]",
         "holds no elements"},
        {"\"componentType\": 5126, \"count\": 9007199254740992, \"type\": \"SCALAR\", \"min\": [0], \"max\": [0]",
         "claims 9007199254740992 elements"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_form("translation", "LINEAR", cases[i].input, vec3, cases[i].expected);
    }
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
        {"translation", "VEC3", "STEP", TIMES("3"), 2, "holds 2 values, must hold 3, for there are 3 keys"},
        {"translation", "VEC3", "LINEAR", TIMES("3"), 9, "must hold 3"},
        {"translation", "VEC3", "CUBICSPLINE", TIMES("3"), 9, NULL},
        {"translation", "VEC3", "CUBICSPLINE", TIMES("3"), 3, "must hold 9 (three for each key, with its tangents)"},
        {"translation", "VEC3", "CUBICSPLINE", TIMES("2"), 6, NULL},
        {"translation", "VEC3", "CUBICSPLINE", TIMES("1"), 3, "belongs to a single key"},
        /* two morph targets */
        {"weights", "SCALAR", "LINEAR", TIMES("3"), 6, NULL},
        {"weights", "SCALAR", "LINEAR", TIMES("3"), 3, "must hold 6"},
        {"weights", "SCALAR", "CUBICSPLINE", TIMES("3"), 18, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char output[256];
        snprintf(output, sizeof output, "\"bufferView\": 0, \"componentType\": 5126, \"count\": %d, \"type\": \"%s\"",
                 cases[i].values, cases[i].type);
        expect_form(cases[i].path, cases[i].interpolation, cases[i].times, output, cases[i].expected);
    }
}

/* ---- sharing ---- */

static void tracks(void **state)
{
    (void)state;
    struct loaded file = load(
        "{'asset': {'version': '2.0'}, 'nodes': [{}, {}], 'accessors': [{}, {}, {}], 'animations': [{'samplers': ["
        "{'input': 0, 'output': 1}, {'input': 0, 'output': 2}, {'input': 0, 'output': 1, 'interpolation': 'STEP'},"
        "{'input': 0, 'output': 7}, {'input': 0}], 'channels': ["
        "{'sampler': 1, 'target': {'node': 0, 'path': 'scale'}}, {'sampler': 0, 'target': {'node': 1, 'path': "
        "'scale'}},"
        "{'sampler': 0, 'target': {'node': 0, 'path': 'rotation'}}, {'sampler': 2, 'target': {'node': 0, 'path':"
        "'scale'}}, {'sampler': 9, 'target': {'node': 0, 'path': 'scale'}}, {'sampler': 3, 'target': {'node': 0, "
        "'path':"
        "'scale'}}, {'sampler': 4, 'target': {'node': 0, 'path': 'scale'}}, {'sampler': 0, 'target': {'path': "
        "'scale'}},"
        "{'sampler': 0, 'target': {'node': 0, 'path': 'other'}}, {'sampler': 0, 'target': {'node': 5, 'path': 'scale'}}"
        "]}, {'samplers': [{'input': 0, 'output': 1}], 'channels': [{'sampler': 0, 'target': {'node': 1, 'path':"
        "'scale'}}]}]}");
    struct tracks found_tracks = tracks_read(file.arena, file.avatar->animations);
    static const struct {
        size_t output;
        enum interpolation interpolation;
        enum channel_path path;
        size_t channels[2];
        size_t count;
    } wants[] = {
        {1, INTERPOLATION_LINEAR, PATH_ROTATION, {2}, 1},
        {1, INTERPOLATION_LINEAR, PATH_SCALE, {1, 10}, 2},
        {1, INTERPOLATION_STEP, PATH_SCALE, {3}, 1},
        {2, INTERPOLATION_LINEAR, PATH_SCALE, {0}, 1},
    };
    assert_int_equal(found_tracks.count, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct track *one = &found_tracks.items[i];
        assert_int_equal(one->input, 0);
        assert_int_equal(one->output, wants[i].output);
        assert_int_equal(one->interpolation, wants[i].interpolation);
        assert_int_equal(one->path, wants[i].path);
        assert_int_equal(one->channel_count, wants[i].count);
        assert_memory_equal(one->channels, wants[i].channels, wants[i].count * sizeof(size_t));
    }
    unload(&file);
}

/* Very many channels that play the same bad keys: one finding, and no more memory than channels need. */
static void many_channels(void **state)
{
    (void)state;
    const size_t count = hostile_size(100000);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_vrm_animation\"], \"nodes\": [{}");
    for (size_t i = 1; i < count; i++) {
        fputs(", {}", out);
    }
    fputs("], \"animations\": [{\"samplers\": [{\"input\": 0, \"output\": 1}], \"channels\": [", out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s{\"sampler\": 0, \"target\": {\"node\": %zu, \"path\": \"rotation\"}}", i == 0 ? "" : ", ", i);
    }
    fputs("]}], \"accessors\": ["
          "{" TIMES("2") "},{\"bufferView\": 0, \"componentType\": 5126, \"count\": 2,"
                         "\"type\": \"VEC4\"}], \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 32}], \"buffers\": "
                         "[{\"byteLength\":"
                         "32, \"uri\": \"data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\"}], \"extensions\":"
                         "{\"VRMC_vrm_animation\": {\"specVersion\": \"1.0\"}}}",
          out);
    fclose(out);
    struct vrmlint_report *report =
        lint_text("animation/quaternion-zero,animation/time-not-increasing,animation/channel-duplicate-target", text);
    assert_int_equal(report->finding_count, 2);
    assert_string_equal(report->findings[0].pointer, "/animations/0/samplers/0/input");
    char others[100];
    snprintf(others, sizeof others, "channel 0 (rotation of node 0) and %zu more with the same", count - 1);
    assert_non_null(strstr(report->findings[0].message, others));
    assert_string_equal(report->findings[1].pointer, "/animations/0/samplers/0/output");
    assert_non_null(strstr(report->findings[1].message, "in 2 of 2 keys"));
    assert_int_equal(report->skipped_count, 0);
    vrmlint_report_free(report);
    free(text);
}

/* A million keys, one of them bad. */
static void many_keys(void **state)
{
    (void)state;
    const size_t count = hostile_size(1000000);
    const size_t bad = count / 2 + 1;
    float *times = malloc(count * sizeof *times);
    float *values = calloc(count, 4 * sizeof *values);
    assert_true(times != NULL && values != NULL);
    for (size_t i = 0; i < count; i++) {
        times[i] = (float)i / 64;
        values[i * 4 + 3] = i == bad ? 0.5F : 1;
    }
    struct key_track one = {HEAD, "rotation", "LINEAR", times, count, values, count * 4, 0};
    struct vrmlint_report *report = lint_tracks("animation", &one, 1, NULL);
    bool seen = false;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        if (strcmp(finding->rule->id, "animation/quaternion-not-unit") == 0) {
            seen = true;
            char place[100];
            snprintf(place, sizeof place, "in 1 of %zu keys, key %zu (%.6g s) with 0.5", count, bad, (double)bad / 64);
            assert_true(measured(finding, "first") == (double)bad);
            assert_non_null(strstr(finding->message, place));
        }
        assert_string_not_equal(finding->rule->id, "animation/constant-channel");
        assert_string_not_equal(finding->rule->id, "animation/time-not-increasing");
    }
    assert_true(seen);
    assert_int_equal(report->skipped_count, 0);
    vrmlint_report_free(report);
    free(times);
    free(values);
}

/* ---- what can't be read ---- */

static void unreachable(void **state)
{
    (void)state;
    static const char json[] =
        "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_vrm_animation\"], \"nodes\": [{}, {}, {}],"
        "\"animations\": [{\"samplers\": [{\"input\": 0, \"output\": 1}, {\"input\": 2, \"output\": 3}], \"channels\": "
        "["
        "{\"sampler\": 0, \"target\": {\"node\": 0, \"path\": \"rotation\"}},"
        "{\"sampler\": 0, \"target\": {\"node\": 1, \"path\": \"rotation\"}},"
        "{\"sampler\": 1, \"target\": {\"node\": 2, \"path\": \"rotation\"}}]}], \"accessors\": [{" TIMES(
            "2") "},"
                 "{\"bufferView\": 1, \"componentType\": 5126, \"count\": 2, \"type\": \"VEC4\"}, {" TIMES(
                     "2") "},"
                          "{\"bufferView\": 1, \"componentType\": 5126, \"count\": 2, \"type\": \"VEC4\"}],"
                          "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 32}, {\"buffer\": 1, \"byteLength\": "
                          "32}], \"buffers\": ["
                          "{\"byteLength\": 32, \"uri\": "
                          "\"data:;base64,AAAAAAAAAD8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\"},"
                          "{\"byteLength\": 32, \"uri\": \"far.bin\"}],"
                          "\"extensions\": {\"VRMC_vrm_animation\": {\"specVersion\": \"1.0\"}}}";
    struct vrmlint_report *report = lint_text("animation/data-unreachable,animation/quaternion-zero", json);
    assert_int_equal(report->finding_count, 1);
    assert_string_equal(report->findings[0].rule->id, "animation/data-unreachable");
    assert_int_equal(report->findings[0].severity, VRMLINT_INFO);
    assert_string_equal(report->findings[0].pointer, "/buffers/1/uri");
    assert_true(measured(report->findings, "channels") == 3);
    assert_int_equal(report->skipped_count, 1);
    assert_string_equal(report->skipped[0].what, "keyframes of 3 channels");
    assert_non_null(strstr(report->skipped[0].why, "'far.bin'"));
    vrmlint_report_free(report);
}

/* What is reported of the container or of core glTF isn't said again, only that keys weren't checked. */
static void resting_on_what_is_wrong(void **state)
{
    (void)state;
    static const char *const buffers[] = {"\"byteLength\": \"8\"", "\"byteLength\": 8"};
    for (size_t i = 0; i < 2; i++) {
        char json[1024];
        snprintf(json, sizeof json,
                 "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_vrm_animation\"], \"nodes\": [{}],"
                 "\"animations\": [{\"samplers\": [{\"input\": 0, \"output\": 0}], \"channels\": [{\"sampler\": 0,"
                 "\"target\": {\"node\": 0, \"path\": \"scale\"}}]}], \"accessors\": [{" TIMES(
                     "2") "}],"
                          "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 8}], \"buffers\": [{%s}], \"extensions\":"
                          "{\"VRMC_vrm_animation\": {\"specVersion\": \"1.0\"}}}",
                 buffers[i]);
        size_t size;
        unsigned char *glb = make_glb(json, "1234", 4, &size);
        char error[200];
        struct vrmlint_policy *policy = vrmlint_policy_new();
        assert_true(vrmlint_policy_select(policy, "gltf,container,animation", error, sizeof error));
        assert_true(
            vrmlint_policy_ignore(policy, "animation/no-content,animation/unmapped-channel", error, sizeof error));
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "test.vrma", glb, size);
        assert_int_equal(report->finding_count, 1);
        assert_string_equal(report->findings[0].rule->id, i == 0 ? "gltf/wrong-type" : "container/bin-too-small");
        assert_int_equal(report->skipped_count, 1);
        assert_string_equal(report->skipped[0].what, "keyframes of 1 channel");
        vrmlint_report_free(report);
        vrmlint_policy_free(policy);
        free(glb);
    }
}

/* Many accessors that all lie over the same bytes: the work is bounded, and what was left out is said. */
static void overlapping(void **state)
{
    (void)state;
    enum { CHANNELS = 2000, KEYS = 4096 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_vrm_animation\"], \"nodes\": [{}");
    for (int i = 1; i < CHANNELS; i++) {
        fputs(", {}", out);
    }
    fputs("], \"animations\": [{\"samplers\": [", out);
    for (int i = 0; i < CHANNELS; i++) {
        fprintf(out, "%s{\"input\": %d, \"output\": %d}", i == 0 ? "" : ", ", i * 2, i * 2 + 1);
    }
    fputs("], \"channels\": [", out);
    for (int i = 0; i < CHANNELS; i++) {
        fprintf(out, "%s{\"sampler\": %d, \"target\": {\"node\": %d, \"path\": \"translation\"}}", i == 0 ? "" : ", ",
                i, i);
    }
    fputs("]}], \"accessors\": [", out);
    for (int i = 0; i < CHANNELS; i++) {
        fprintf(out,
                "%s{\"bufferView\": 0, \"componentType\": 5126, \"count\": %d, \"type\": \"SCALAR\", \"min\": [0],"
                "\"max\": [0]}, {\"bufferView\": 0, \"componentType\": 5126, \"count\": %d, \"type\": \"VEC3\"}",
                i == 0 ? "" : ", ", KEYS, KEYS);
    }
    fprintf(out,
            "], \"bufferViews\": [{\"buffer\": 0, \"byteLength\": %d}], \"buffers\": [{\"byteLength\": %d}],"
            "\"extensions\": {\"VRMC_vrm_animation\": {\"specVersion\": \"1.0\"}}}",
            KEYS * 12, KEYS * 12);
    fclose(out);
    float *numbers = calloc(KEYS, 12);
    size_t glb_size;
    unsigned char *glb = make_glb(text, numbers, (size_t)KEYS * 12, &glb_size);
    char error[200];
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_true(vrmlint_policy_select(policy, "animation/time-not-increasing", error, sizeof error));
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "test.vrma", glb, glb_size);
    assert_null(report->trouble);
    assert_true(report->finding_count > 100 && report->finding_count < CHANNELS);
    assert_int_equal(report->skipped_count, 1);
    assert_string_equal(report->skipped[0].what, "keyframes, in part");
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
    free(glb);
    free(numbers);
    free(text);
}

/* Without the extension nothing of this is looked at. */
static void plain_animations(void **state)
{
    (void)state;
    struct vrmlint_report *report =
        lint_text("animation", "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{}], \"animations\": [{\"samplers\":"
                               "[{\"input\": 0, \"output\": 9}], \"channels\": [{\"sampler\": 0, \"target\": {\"node\":"
                               "4, \"path\": \"rotation\"}}, {\"sampler\": 7, \"target\": {}}]}, {}],"
                               "\"accessors\": [{}], \"scenes\": [{}, {}]}");
    assert_int_equal(report->finding_count, 0);
    vrmlint_report_free(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order),
        cmocka_unit_test(times_not_finite),
        cmocka_unit_test(spans),
        cmocka_unit_test(ends),
        cmocka_unit_test(rates),
        cmocka_unit_test(extreme_rates),
        cmocka_unit_test(interpolations),
        cmocka_unit_test(forms_of_values),
        cmocka_unit_test(forms_of_times),
        cmocka_unit_test(counts),
        cmocka_unit_test(tracks),
        cmocka_unit_test(many_channels),
        cmocka_unit_test(many_keys),
        cmocka_unit_test(unreachable),
        cmocka_unit_test(resting_on_what_is_wrong),
        cmocka_unit_test(overlapping),
        cmocka_unit_test(plain_animations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
