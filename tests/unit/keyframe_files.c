#include "keyframe_files.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"

struct text {
    char *bytes;
    size_t length;
    size_t capacity;
};

static void add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct text *text, const char *format, ...)
{
    char piece[4096];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(piece, sizeof piece, format, args);
    va_end(args);
    assert_true(length >= 0 && (size_t)length < sizeof piece);
    if (text->length + (size_t)length + 1 > text->capacity) {
        text->capacity = (text->length + (size_t)length + 1) * 2;
        text->bytes = realloc(text->bytes, text->capacity);
        assert_non_null(text->bytes);
    }
    memcpy(text->bytes + text->length, piece, (size_t)length + 1);
    text->length += (size_t)length;
}

static size_t components(const struct key_track *track)
{
    return strcmp(track->path, "rotation") == 0 ? 4 : strcmp(track->path, "weights") == 0 ? 1 : 3;
}

static void add_animations(struct text *text, const struct key_track *tracks, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t end = i;
        while (end < count && tracks[end].animation == tracks[i].animation) {
            end++;
        }
        add(text, "%s{\"samplers\": [", i == 0 ? "" : ", ");
        for (size_t k = i; k < end; k++) {
            add(text, "%s{\"input\": %zu, \"output\": %zu, \"interpolation\": \"%s\"}", k == i ? "" : ", ", k * 2,
                k * 2 + 1, tracks[k].interpolation);
        }
        add(text, "], \"channels\": [");
        for (size_t k = i; k < end; k++) {
            add(text, "%s{\"sampler\": %zu, \"target\": {\"node\": %d, \"path\": \"%s\"}}", k == i ? "" : ", ", k - i,
                tracks[k].node, tracks[k].path);
        }
        add(text, "]}");
        i = end;
    }
}

static void add_accessors(struct text *text, const struct key_track *tracks, size_t count)
{
    size_t at = 0;
    add(text, "], \"bufferViews\": [");
    for (size_t i = 0; i < count; i++) {
        size_t times = tracks[i].key_count * sizeof(float);
        size_t values = tracks[i].value_count * sizeof(float);
        add(text,
            "%s{\"buffer\": 0, \"byteOffset\": %zu, \"byteLength\": %zu},"
            "{\"buffer\": 0, \"byteOffset\": %zu, \"byteLength\": %zu}",
            i == 0 ? "" : ", ", at, times, at + times, values);
        at += times + values;
    }
    add(text, "], \"accessors\": [");
    static const char *const types[] = {"", "SCALAR", "", "VEC3", "VEC4"};
    for (size_t i = 0; i < count; i++) {
        size_t width = components(&tracks[i]);
        add(text,
            "%s{\"bufferView\": %zu, \"componentType\": 5126, \"count\": %zu, \"type\": \"SCALAR\", \"min\": [0],"
            "\"max\": [1]}, {\"bufferView\": %zu, \"componentType\": 5126, \"count\": %zu, \"type\": \"%s\"}",
            i == 0 ? "" : ", ", i * 2, tracks[i].key_count, i * 2 + 1, tracks[i].value_count / width, types[width]);
    }
    add(text, "], \"buffers\": [{\"byteLength\": %zu}]", at);
}

/* Returns a VRM animation as GLB, which the caller frees. root may be NULL. */
static unsigned char *make_vrma(const struct key_track *tracks, size_t count, const struct key_root *root, size_t *size)
{
    struct text text = {0};
    const struct key_root at = root == NULL ? (struct key_root){1, 0, 1} : *root;
    add(&text,
        "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_vrm_animation\"], \"scene\": 0, \"scenes\":"
        "[{\"nodes\": [0, 3, 4, 5]}], \"nodes\": [{\"name\": \"Root\", \"translation\": [0, %.9g, 0], \"scale\":"
        "[%.9g, %.9g, %.9g], \"children\": [1]}, {\"name\": \"Hips\", \"translation\": [0, %.9g, 0], \"children\":"
        "[2]}, {\"name\": \"Head\", \"translation\": [0, 0.6, 0]}, {\"name\": \"happy\"}, {\"name\": \"LookAt\"},"
        "{\"name\": \"Plain\"}], \"extensions\": {\"VRMC_vrm_animation\": {\"specVersion\": \"1.0\", \"humanoid\":"
        "{\"humanBones\": {\"hips\": {\"node\": 1}, \"head\": {\"node\": 2}}}, \"expressions\": {\"preset\":"
        "{\"happy\": {\"node\": 3}}}, \"lookAt\": {\"node\": 4}}}, \"animations\": [",
        at.height, at.scale, at.scale, at.scale, (at.hips - at.height) / at.scale);
    add_animations(&text, tracks, count);
    add_accessors(&text, tracks, count);
    add(&text, "}");
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        total += tracks[i].key_count + tracks[i].value_count;
    }
    float *numbers = malloc((total + 1) * sizeof *numbers);
    assert_non_null(numbers);
    float *to = numbers;
    for (size_t i = 0; i < count; i++) {
        memcpy(to, tracks[i].times, tracks[i].key_count * sizeof *to);
        to += tracks[i].key_count;
        memcpy(to, tracks[i].values, tracks[i].value_count * sizeof *to);
        to += tracks[i].value_count;
    }
    unsigned char *glb = make_glb(text.bytes, numbers, total * sizeof *numbers, size);
    free(numbers);
    free(text.bytes);
    return glb;
}

struct vrmlint_report *lint_tracks(const char *rules, const struct key_track *tracks, size_t count,
                                   const struct key_root *root)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    size_t size;
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_non_null(policy);
    assert_true(vrmlint_policy_select(policy, rules, &refusal));
    unsigned char *glb = make_vrma(tracks, count, root, &size);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "test.vrma", glb, size);
    assert_non_null(report);
    assert_null(report->error);
    vrmlint_policy_free(policy);
    free(glb);
    return report;
}

void expect_tracks(const char *rule, const struct key_track *tracks, size_t count, enum vrmlint_severity severity,
                   const char *pointer, const char *message)
{
    struct vrmlint_report *report = lint_tracks(rule, tracks, count, NULL);
    const struct vrmlint_finding *finding = report->findings;
    bool good = report->finding_count == (severity == VRMLINT_OFF ? 0 : 1);
    if (good && severity != VRMLINT_OFF) {
        good = finding->severity == severity && strcmp(finding->pointer, pointer) == 0 &&
               (message == NULL || strstr(ENGLISH(finding->message), message) != NULL);
    }
    for (size_t i = 0; i < report->finding_count && !good; i++) {
        print_error("%s %s %s\n", vrmlint_severity_name(finding[i].severity), finding[i].pointer,
                    ENGLISH(finding[i].message));
    }
    if (!good) {
        fail_msg("%s should be %s at %s: %s", rule, vrmlint_severity_name(severity), pointer == NULL ? "" : pointer,
                 message == NULL ? "" : message);
    }
    vrmlint_report_free(report);
}

const float key_times[KEY_TIMES] = {0,      0.0625F, 0.125F, 0.1875F, 0.25F, 0.3125F,
                                    0.375F, 0.4375F, 0.5F,   0.5625F, 0.625F};

struct key_track key_values(int node, const char *path, const char *interpolation, const float *values, size_t count)
{
    size_t width = strcmp(path, "rotation") == 0 ? 4 : 3;
    size_t keys = count / width / (strcmp(interpolation, "CUBICSPLINE") == 0 ? 3 : 1);
    return (struct key_track){node, path, interpolation, key_times, keys, values, count, 0};
}

void expect_key_values(const char *rule, int node, const char *path, const char *interpolation, const float *values,
                       size_t count, enum vrmlint_severity severity, const char *message)
{
    struct key_track one = key_values(node, path, interpolation, values, count);
    expect_tracks(rule, &one, 1, severity, KEY_OUTPUT, message);
}
