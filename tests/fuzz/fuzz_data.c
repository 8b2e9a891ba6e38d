/*
 * Accessors, views, strides, counts and sparse parts chosen by the bytes of the input, mostly almost valid, over a
 * BIN chunk that ends where the memory ends: no input causes a read outside of the file.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks/checks.h"
#include "gltf/document.h"
#include "gltf/images.h"
#include "require.h"
#include "vrmlint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VIEWS = 6, ACCESSORS = 10, TEXT_MAX = 16384, CHOICES = 160 };

struct input {
    const uint8_t *data;
    size_t size;
    size_t at;
    char text[TEXT_MAX];
    size_t length;
};

static void put(struct input *input, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct input *input, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int size = vsnprintf(input->text + input->length, TEXT_MAX - input->length, format, args);
    va_end(args);
    if (size < 0 || (size_t)size >= TEXT_MAX - input->length) {
        abort();
    }
    input->length += (size_t)size;
}

static unsigned next(struct input *input)
{
    return input->at < input->size && input->at < CHOICES ? input->data[input->at++] : 0;
}

/* Returns a number that is usually below a limit, sometimes just at it, and rarely any number. */
static unsigned long long number(struct input *input, unsigned long long limit)
{
    static const unsigned long long odd[] = {
        0, 1, 3, 252, 253, 65535, 4294967295, 2147483648, 4294967296, 9007199254740991, 9007199254740992};
    unsigned choice = next(input);
    if (choice >= 250) {
        return odd[next(input) % (sizeof odd / sizeof *odd)];
    }
    if (choice >= 230) {
        return limit + (choice - 235ULL);
    }
    return limit == 0 ? 0 : choice % limit;
}

static void print_views(struct input *input, size_t bin)
{
    put(input, "\"bufferViews\":[");
    for (unsigned i = 0; i < VIEWS; i++) {
        unsigned long long offset = number(input, bin / 2 + 1) / 4 * 4;
        put(input, "%s{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu", i == 0 ? "" : ",", offset,
            offset < bin ? bin - offset - number(input, 4) % (bin - offset + 1) : number(input, bin));
        unsigned stride = next(input);
        if (stride % 3 == 1) {
            put(input, ",\"byteStride\":%u", stride >= 240 ? stride : stride / 3 / 4 * 4 + 4);
        }
        put(input, "}");
    }
    put(input, "],");
}

static void print_accessors(struct input *input, size_t bin)
{
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    /* types for positions, normals, joints, weights, indices, targets, matrices, times and rotations */
    static const unsigned usual[ACCESSORS][2] = {{2, 5126}, {2, 5126}, {3, 5121}, {3, 5126}, {0, 5123},
                                                 {2, 5126}, {6, 5126}, {0, 5126}, {3, 5126}, {3, 5126}};
    static const unsigned components[] = {5120, 5121, 5122, 5123, 5125, 5126};
    put(input, "\"accessors\":[");
    for (unsigned i = 0; i < ACCESSORS; i++) {
        unsigned odd = next(input);
        unsigned type = odd < 200 ? usual[i][0] : odd % 7;
        unsigned component = odd < 160 ? usual[i][1] : components[odd % 6];
        put(input, "%s{\"componentType\":%u,\"type\":\"%s\",\"count\":%llu", i == 0 ? "" : ",", component, types[type],
            number(input, bin / 16 + 1));
        if (odd % 8 != 7) {
            put(input, ",\"bufferView\":%u,\"byteOffset\":%llu", odd % VIEWS, number(input, 16) / 4 * 4);
        }
        if (odd % 16 == 5) {
            put(input, ",\"normalized\":true");
        }
        if (next(input) % 4 == 1) {
            put(input, ",\"min\":[0,0,0],\"max\":[1,1,1]");
        }
        if (next(input) % 4 == 1) {
            put(input,
                ",\"sparse\":{\"count\":%llu,\"indices\":{\"bufferView\":%llu,\"componentType\":%u,\"byteOffset\":%llu}"
                ","
                "\"values\":{\"bufferView\":%llu,\"byteOffset\":%llu}}",
                number(input, 4), number(input, VIEWS), components[next(input) % 3 * 2 % 5 + 1], number(input, 8),
                number(input, VIEWS), number(input, 16));
        }
        put(input, "}");
    }
    put(input, "],");
}

static void print_meshes(struct input *input)
{
    put(input, "\"meshes\":[{\"primitives\":[");
    for (unsigned i = 0; i < 2; i++) {
        put(input,
            "%s{\"attributes\":{\"POSITION\":%llu,\"NORMAL\":%llu,\"TANGENT\":%llu,\"COLOR_0\":%llu,\"JOINTS_0\":%llu,"
            "\"WEIGHTS_0\":%llu",
            i == 0 ? "" : ",", 0 + number(input, 1), 1 + number(input, 1), 9 + number(input, 1), 3 + number(input, 1),
            2 + number(input, 1), 3 + number(input, 1));
        if (next(input) % 2 == 1) {
            put(input, ",\"JOINTS_1\":%llu,\"WEIGHTS_1\":%llu", 2 + number(input, 1), 3 + number(input, 1));
        }
        put(input, "}");
        if (next(input) % 4 != 3) {
            put(input, ",\"indices\":%llu", 4 + number(input, 1));
        }
        put(input, ",\"targets\":[{\"POSITION\":%llu,\"NORMAL\":%llu},{\"POSITION\":5}]}", 5 + number(input, 1),
            number(input, ACCESSORS));
    }
    put(input, "]}],");
}

static void print_rest(struct input *input, size_t bin)
{
    static const char *const names[] = {"hips", "spine", "head", "leftFoot"};
    put(input, "\"nodes\":[{\"children\":[1]},{\"translation\":[0,1,0],\"children\":[2,3]},{\"translation\":[0,1,0]},"
               "{\"translation\":[0,-1,0]},{\"mesh\":0,\"skin\":0}],\"scenes\":[{\"nodes\":[0,4]}],\"scene\":0,");
    put(input, "\"skins\":[{\"joints\":[0,1,2,3],\"inverseBindMatrices\":%llu}],", 6 + number(input, 1));
    put(input,
        "\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}}],\"samplers\":"
        "[{\"input\":%llu,\"output\":%llu}]}],",
        7 + number(input, 1), 8 + number(input, 1));
    put(input, "\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{");
    for (unsigned i = 0; i < 4; i++) {
        put(input, "%s\"%s\":{\"node\":%u}", i == 0 ? "" : ",", names[i], i);
    }
    put(input, "}}}},\"extensionsUsed\":[\"VRMC_vrm\"],\"buffers\":[{\"byteLength\":%zu}]}", bin);
}

static void put32(uint8_t *out, size_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        out[i] = (uint8_t)(value >> 8 * i);
    }
}

/* Number of inputs, and of inputs without findings. VRMLINT_FUZZ_COUNT prints them. */
static unsigned long inputs;
static unsigned long clean;

static void tell(void)
{
    if (getenv("VRMLINT_FUZZ_COUNT") != NULL) {
        fprintf(stderr, "accessors: %lu inputs, %lu without a finding of what they hold\n", inputs, clean);
    }
}

/* Runs only the code that reads the bytes, which allows a thousand runs a second instead of a hundred. */
static void read_all(const uint8_t *file, size_t size)
{
    static enum vrmlint_severity severities[RULE_LIMIT];
    for (size_t i = 0; i < rule_count(); i++) {
        severities[i] = VRMLINT_ERROR;
    }
    struct arena *arena = arena_new();
    require(arena != NULL);
    struct findings *findings = findings_new(arena, severities, NULL);
    struct os_error error;
    struct document *document =
        document_open(arena, findings, "fuzz.vrm", (struct bytes){.memory = file, .size = size}, &error);
    require(document != NULL && document->readable);
    size_t before = findings_count(findings);
    struct check check = {.arena = arena, .findings = findings, .avatar = avatar_read(document)};
    check.avatar->images = images_read(document, false);
    check_data(&check);
    check_keyframes(&check);
    if (check.avatar->vrma->present) {
        check_animation_motion(&check);
    }
    inputs++;
    clean += findings_count(findings) == before;
    document_close(document);
    arena_free(arena);
}

/* Runs the whole check. */
static void check_all(const uint8_t *file, size_t size)
{
    static struct vrmlint_policy *policy;
    if (policy == NULL) {
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        policy = vrmlint_policy_new();
        require(policy != NULL && vrmlint_policy_select(policy, "accessor,mesh,skin,animation,image", &refusal));
        vrmlint_policy_simulation(policy, false);
        atexit(tell);
    }
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "fuzz.vrm", file, size);
    require(report != NULL && report->error == NULL);
    vrmlint_report_free(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned runs;
    struct input *input = calloc(1, sizeof *input);
    require(input != NULL);
    *input = (struct input){.data = data, .size = size};
    size_t bin = size > CHOICES ? (size - CHOICES) / 4 * 4 : 0;
    put(input, "{\"asset\":{\"version\":\"2.0\"},");
    print_views(input, bin);
    print_accessors(input, bin);
    print_meshes(input);
    print_rest(input, bin);
    while (input->length % 4 != 0) {
        put(input, " ");
    }
    /* of exactly its size, so that the sanitizer detects reading a byte too many */
    size_t whole = 12 + 8 + input->length + 8 + bin;
    uint8_t *file = malloc(whole);
    require(file != NULL);
    memcpy(file, "glTF\2\0\0\0", 8);
    put32(file + 8, whole);
    put32(file + 12, input->length);
    memcpy(file + 16, "JSON", 4);
    memcpy(file + 20, input->text, input->length);
    put32(file + 20 + input->length, bin);
    memcpy(file + 24 + input->length, "BIN", 4);
    if (bin > 0) {
        memcpy(file + 28 + input->length, data + CHOICES, bin);
    }
    if (runs++ % 64 == 0) {
        check_all(file, whole);
    }
    read_all(file, whole);
    free(file);
    free(input);
    return 0;
}
