/*
 * Measures checking the keyframes of a long animation, compared with reading the same file and summing its bytes: 200
 * channels of 20,000 rotations, 64 MB. Prints processor times (the fastest of five runs each), their ratio, and the
 * growth of memory. Asserts nothing; the numbers are for readers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "vrmlint.h"

enum { CHANNELS = 200, KEYS = 20000, RUNS = 5, PIECE = 64 * 1024 };

static const size_t binary_size = (size_t)KEYS * sizeof(float) * (1 + 4 * (size_t)CHANNELS);

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void write_json(FILE *out)
{
    size_t times = (size_t)KEYS * sizeof(float);
    fprintf(out, "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_vrm_animation\"], \"extensions\":"
                 "{\"VRMC_vrm_animation\": {\"specVersion\": \"1.0\"}}, \"nodes\": [{}");
    for (int i = 1; i < CHANNELS; i++) {
        fputs(", {}", out);
    }
    fputs("], \"animations\": [{\"samplers\": [", out);
    for (int i = 0; i < CHANNELS; i++) {
        fprintf(out, "%s{\"input\": 0, \"output\": %d}", i == 0 ? "" : ", ", i + 1);
    }
    fputs("], \"channels\": [", out);
    for (int i = 0; i < CHANNELS; i++) {
        fprintf(out, "%s{\"sampler\": %d, \"target\": {\"node\": %d, \"path\": \"rotation\"}}", i == 0 ? "" : ", ", i,
                i);
    }
    fprintf(out, "]}], \"bufferViews\": [{\"buffer\": 0, \"byteLength\": %zu}", times);
    for (size_t i = 0; i < CHANNELS; i++) {
        fprintf(out, ", {\"buffer\": 0, \"byteOffset\": %zu, \"byteLength\": %zu}", times * (1 + 4 * i), times * 4);
    }
    fprintf(out,
            "], \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": %d, \"type\": \"SCALAR\","
            "\"min\": [0], \"max\": [%d]}",
            KEYS, KEYS / 32);
    for (int i = 0; i < CHANNELS; i++) {
        fprintf(out, ", {\"bufferView\": %d, \"componentType\": 5126, \"count\": %d, \"type\": \"VEC4\"}", i + 1, KEYS);
    }
    fprintf(out, "], \"buffers\": [{\"byteLength\": %zu}]}", binary_size);
}

static void put(FILE *out, const void *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, out) != size) {
        fail("write");
    }
}

/* Writes small rotations to and fro, close to unit length. */
static void write_binary(FILE *out)
{
    for (int i = 0; i < KEYS; i++) {
        float time = (float)i / 32;
        put(out, &time, sizeof time);
    }
    for (int c = 0; c < CHANNELS; c++) {
        for (int i = 0; i < KEYS; i++) {
            float turn = (float)((i * 7 + c) % 41) / 400;
            const float rotation[4] = {0, turn, 0, 1 - turn * turn / 2};
            put(out, rotation, sizeof rotation);
        }
    }
}

static void write_glb(const char *path)
{
    char *json = NULL;
    size_t length = 0;
    FILE *text = open_memstream(&json, &length);
    FILE *out = fopen(path, "wb");
    if (text == NULL || out == NULL) {
        fail(path);
    }
    write_json(text);
    while (fflush(text) == 0 && length % 4 != 0) {
        fputc(' ', text);
    }
    const unsigned header[] = {0x46546C67U, 2, (unsigned)(28 + length + binary_size), (unsigned)length, 0x4E4F534AU};
    const unsigned chunk[] = {(unsigned)binary_size, 0x004E4942U};
    put(out, header, sizeof header);
    put(out, json, length);
    put(out, chunk, sizeof chunk);
    write_binary(out);
    if (fclose(text) != 0 || fclose(out) != 0) {
        fail(path);
    }
    free(json);
}

static double sum_bytes(const char *path, unsigned long long *sum)
{
    static unsigned char piece[PIECE];
    double start = seconds();
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        fail(path);
    }
    for (size_t got; (got = fread(piece, 1, sizeof piece, in)) > 0;) {
        for (size_t i = 0; i < got; i++) {
            *sum += piece[i];
        }
    }
    fclose(in);
    return seconds() - start;
}

static double check(const char *path, size_t *findings)
{
    double start = seconds();
    struct vrmlint_report *report = vrmlint_check_path(NULL, path);
    if (report == NULL || report->error != NULL) {
        fail("check");
    }
    *findings = report->finding_count + report->skipped_count;
    vrmlint_report_free(report);
    return seconds() - start;
}

static long peak_kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

int main(void)
{
    char path[] = "/tmp/vrmlint-bench-XXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor < 0) {
        fail(path);
    }
    close(descriptor);
    write_glb(path);
    double sum_time = 1e9;
    double check_time = 1e9;
    unsigned long long sum = 0;
    size_t findings = 0;
    long before = peak_kilobytes();
    for (int i = 0; i < RUNS; i++) {
        double time = sum_bytes(path, &sum);
        sum_time = time < sum_time ? time : sum_time;
        time = check(path, &findings);
        check_time = time < check_time ? time : check_time;
    }
    long after = peak_kilobytes();
    unlink(path);
    printf("%.1f MB: summing %.1f ms, checking %.1f ms, ratio %.2f; memory rose by %.1f MB (sum %llu, findings %zu)\n",
           (double)binary_size / 1e6, sum_time * 1e3, check_time * 1e3, check_time / sum_time,
           (double)(after - before) / 1e3, sum, findings);
    return 0;
}
