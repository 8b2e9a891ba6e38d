/* Keys that several channels share, very many keys, and unreadable keys. */
#include "keyframe_files.h"
#include "spring_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"
#include "vrm/tracks.h"

#define TIMES(count)                                                                                                   \
    "\"bufferView\": 0, \"componentType\": 5126, \"count\": " count ", \"type\": \"SCALAR\", \"min\": [0], \"max\": "  \
    "[0]"

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

/* Very many channels that play the same bad keys: one finding for each accessor, and memory only for the channels. */
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
    assert_non_null(strstr(ENGLISH(report->findings[0].message), others));
    assert_string_equal(report->findings[1].pointer, "/animations/0/samplers/0/output");
    assert_non_null(strstr(ENGLISH(report->findings[1].message), "in 2 of 2 keys"));
    assert_int_equal(skipped_of_file(report), 0);
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
            assert_non_null(strstr(ENGLISH(finding->message), place));
        }
        assert_string_not_equal(finding->rule->id, "animation/constant-channel");
        assert_string_not_equal(finding->rule->id, "animation/time-not-increasing");
    }
    assert_true(seen);
    assert_int_equal(skipped_of_file(report), 0);
    vrmlint_report_free(report);
    free(times);
    free(values);
}

/* ---- unreadable keys ---- */

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
    assert_int_equal(skipped_of_file(report), 1);
    assert_string_equal(ENGLISH(report->skipped[0].what), "keyframes of 3 channels");
    assert_non_null(strstr(ENGLISH(report->skipped[0].why), "'far.bin'"));
    vrmlint_report_free(report);
}

/* Errors of the container or of core glTF aren't reported again. The report only says that keys weren't checked. */
static void resting_on_what_is_wrong(void **state)
{
    (void)state;
    static const char *const buffers[] = {"\"byteLength\": \"8\"", "\"byteLength\": 8"};
    for (size_t i = 0; i < 2; i++) {
        char json[1024];
        snprintf(json, sizeof json,
                 "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_vrm_animation\"], \"nodes\": [{}],"
                 "\"scenes\": [{\"nodes\": [0]}], \"animations\": [{\"samplers\": [{\"input\": 0, \"output\": 0}], "
                 "\"channels\": [{\"sampler\": 0,"
                 "\"target\": {\"node\": 0, \"path\": \"scale\"}}]}], \"accessors\": [{" TIMES(
                     "2") "}],"
                          "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 8}], \"buffers\": [{%s}], \"extensions\":"
                          "{\"VRMC_vrm_animation\": {\"specVersion\": \"1.0\"}}}",
                 buffers[i]);
        size_t size;
        unsigned char *glb = make_glb(json, "1234", 4, &size);
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        struct vrmlint_policy *policy = vrmlint_policy_new();
        assert_true(vrmlint_policy_select(policy, "gltf,container,animation", &refusal));
        assert_true(
            vrmlint_policy_ignore(policy, "animation/no-content,animation/unmapped-channel,gltf/node-empty", &refusal));
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "test.vrma", glb, size);
        assert_int_equal(report->finding_count, 1);
        assert_string_equal(report->findings[0].rule->id, i == 0 ? "gltf/wrong-type" : "container/bin-too-small");
        assert_int_equal(skipped_of_file(report), 1);
        assert_string_equal(ENGLISH(report->skipped[0].what), "keyframes of 1 channel");
        vrmlint_report_free(report);
        vrmlint_policy_free(policy);
        free(glb);
    }
}

/* Many accessors over the same bytes: the work is limited, and parts left out are reported as skipped. */
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
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_true(vrmlint_policy_select(policy, "animation/time-not-increasing", &refusal));
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "test.vrma", glb, glb_size);
    assert_null(report->error);
    assert_true(report->finding_count > 100 && report->finding_count < CHANNELS);
    assert_int_equal(skipped_of_file(report), 1);
    assert_string_equal(ENGLISH(report->skipped[0].what), "keyframes, in part");
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
    free(glb);
    free(numbers);
    free(text);
}

/* Without the extension, animations aren't checked by these rules. */
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

TEST_PROGRAM(keyframe_sharing)
{
    const struct CMUnitTest tests[] = {
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
