#include "data_files.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

struct parts *parts;

int data_begin(void **state)
{
    (void)state;
    parts = calloc(1, sizeof *parts);
    return parts == NULL;
}

int data_end(void **state)
{
    (void)state;
    free(parts);
    return 0;
}

void add_text(char *to, size_t size, const char *format, ...)
{
    va_list args;
    size_t length = strlen(to);
    va_start(args, format);
    int more = vsnprintf(to + length, size - length, format, args);
    va_end(args);
    assert_true(more >= 0 && length + (size_t)more < size);
}

size_t data_add(const void *bytes, size_t size, int component, const char *type, size_t count, const char *members)
{
    memcpy(parts->bin + parts->bin_size, bytes, size);
    add_text(parts->views, TEXT_MAX, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}",
             parts->count == 0 ? "" : ",", parts->bin_size, size);
    add_text(parts->accessors, TEXT_MAX, "%s{\"bufferView\":%zu,\"componentType\":%d,\"type\":\"%s\",\"count\":%zu%s}",
             parts->count == 0 ? "" : ",", parts->count, component, type, count, members);
    parts->bin_size += (size + 3) / 4 * 4;
    return parts->count++;
}

void data_name_attribute(const char *name, size_t accessor)
{
    add_text(parts->attributes, sizeof parts->attributes, "%s\"%s\":%zu", *parts->attributes == '\0' ? "" : ",", name,
             accessor);
}

static void put32(unsigned char *out, size_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        out[i] = (unsigned char)(value >> 8 * i);
    }
}

void data_check_with(const char *primitive, bool data)
{
    char *json = malloc((size_t)TEXT_MAX * 3);
    unsigned char *file = malloc(FILE_MAX + (size_t)TEXT_MAX * 3);
    assert_true(json != NULL && file != NULL);
    int length = snprintf(json, (size_t)TEXT_MAX * 3,
                          "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"buffers\":[{"
                          "\"byteLength\":%zu}],\"bufferViews\":[%s],\"accessors\":[%s],\"meshes\":[{\"name\":\"Lid\","
                          "\"primitives\":[{\"attributes\":{%s}%s}]}]%s}",
                          parts->bin_size, parts->views, parts->accessors, parts->attributes, primitive, parts->rest);
    assert_true(length > 0 && length < TEXT_MAX * 3);
    size_t text = (size_t)length;
    while (text % 4 != 0) {
        json[text++] = ' ';
    }
    size_t whole = 28 + text + parts->bin_size;
    memcpy(file, "glTF\2\0\0\0", 8);
    put32(file + 8, whole);
    put32(file + 12, text);
    memcpy(file + 16, "JSON", 4);
    memcpy(file + 20, json, text);
    put32(file + 20 + text, parts->bin_size);
    memcpy(file + 24 + text, "BIN", 4);
    memcpy(file + 28 + text, parts->bin, parts->bin_size);
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    assert_true(vrmlint_policy_select(
        policy,
        "accessor/bounds-mismatch,accessor/not-finite,accessor/sparse-invalid,"
        "mesh/index-out-of-range,mesh/primitive-restart,mesh/direction-not-unit,"
        "mesh/winding-inverted,mesh/degenerate-triangles,skin/weights-zero,skin/weights-not-normalised,"
        "skin/weight-negative,skin/duplicate-joint,skin/joint-out-of-range",
        &refusal));
    vrmlint_policy_data(policy, data);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "data.vrm", file, whole);
    assert_true(report != NULL && report->error == NULL);
    *parts->seen = '\0';
    *parts->skipped = '\0';
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        add_text(parts->seen, sizeof parts->seen, "%s %s %s\n", vrmlint_severity_name(finding->severity),
                 finding->rule->id, finding->pointer);
        for (size_t k = 0; k < finding->data_count; k++) {
            const struct vrmlint_measure *measure = &finding->data[k];
            parts->first = strcmp(measure->name, "first") == 0 ? measure->value : parts->first;
            parts->count_at_fault = strcmp(measure->name, "count") == 0 ? measure->value : parts->count_at_fault;
        }
    }
    for (size_t i = 0; i < skipped_of_file(report); i++) { /* the parts skipped because of the file come first */
        add_text(parts->skipped, sizeof parts->skipped, "%s: %s\n",
                 vrmlint_text_in(&report->skipped[i].what, VRMLINT_ENGLISH),
                 vrmlint_text_in(&report->skipped[i].why, VRMLINT_ENGLISH));
    }
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
    free(file);
    free(json);
}

void data_check(const char *primitive)
{
    data_check_with(primitive, true);
}

void data_add_lid(double length)
{
    float positions[VERTICES][3] = {{0, 1, 0}};
    float normals[VERTICES][3];
    memset(parts, 0, sizeof *parts);
    for (size_t i = 0; i < VERTICES; i++) {
        double angle = 6.283185307179586 * (double)i / TRIANGLES;
        normals[i][0] = 0;
        normals[i][1] = (float)length;
        normals[i][2] = 0;
        if (i > 0) {
            positions[i][0] = (float)(0.3 * cos(angle));
            positions[i][1] = 1;
            positions[i][2] = (float)(0.3 * sin(angle));
        }
    }
    data_name_attribute("POSITION", data_add(positions, sizeof positions, 5126, "VEC3", VERTICES, ""));
    data_name_attribute("NORMAL", data_add(normals, sizeof normals, 5126, "VEC3", VERTICES, ""));
}
