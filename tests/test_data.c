/* Worked cases of what accessors hold: each is a small GLB, put together here, and the rules that it must give. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "vrmlint.h"

enum { FILE_MAX = 1 << 20, TEXT_MAX = 1 << 18, VERTICES = 13, TRIANGLES = 12 };

/* A file in the making: bytes of the BIN chunk, and lists of the JSON text. */
struct parts {
    unsigned char bin[FILE_MAX];
    size_t bin_size;
    char views[TEXT_MAX];
    char accessors[TEXT_MAX];
    size_t count; /* of both */
    char attributes[512];
    char rest[4096];
    char seen[4096]; /* "error mesh/index-out-of-range /meshes/0/primitives/0/indices\n" */
    char skipped[1024];
};

static struct parts *parts;

static int begin(void **state)
{
    (void)state;
    parts = calloc(1, sizeof *parts);
    return parts == NULL;
}

static int end(void **state)
{
    (void)state;
    free(parts);
    return 0;
}

static void add_text(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void add_text(char *to, size_t size, const char *format, ...)
{
    va_list args;
    size_t length = strlen(to);
    va_start(args, format);
    int more = vsnprintf(to + length, size - length, format, args);
    va_end(args);
    assert_true(more >= 0 && length + (size_t)more < size);
}

/* Bytes in a view of their own, and an accessor for them; members: more of its JSON, with a comma in front. */
static size_t add(const void *bytes, size_t size, int component, const char *type, size_t count, const char *members)
{
    memcpy(parts->bin + parts->bin_size, bytes, size);
    add_text(parts->views, TEXT_MAX, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}",
             parts->count == 0 ? "" : ",", parts->bin_size, size);
    add_text(parts->accessors, TEXT_MAX, "%s{\"bufferView\":%zu,\"componentType\":%d,\"type\":\"%s\",\"count\":%zu%s}",
             parts->count == 0 ? "" : ",", parts->count, component, type, count, members);
    parts->bin_size += (size + 3) / 4 * 4;
    return parts->count++;
}

static void name_attribute(const char *name, size_t accessor)
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

/* Checks the file with accessor, mesh and skin on, opt-in rules too, and lists what is found. */
static void check_with(const char *primitive, bool data)
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
    assert_true(vrmlint_policy_select(policy,
                                      "accessor/bounds-mismatch,accessor/not-finite,accessor/sparse-invalid,"
                                      "mesh/index-out-of-range,mesh/primitive-restart,mesh/direction-not-unit,"
                                      "mesh/winding-inverted,skin/weights-zero,skin/weights-not-normalised,"
                                      "skin/weight-negative,skin/duplicate-joint,skin/joint-out-of-range",
                                      &refusal));
    vrmlint_policy_data(policy, data);
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "data.vrm", file, whole);
    assert_true(report != NULL && report->trouble == NULL);
    *parts->seen = '\0';
    *parts->skipped = '\0';
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        add_text(parts->seen, sizeof parts->seen, "%s %s %s\n", vrmlint_severity_name(finding->severity),
                 finding->rule->id, finding->pointer);
    }
    for (size_t i = 0; i < skipped_of_file(report); i++) { /* they come first */
        add_text(parts->skipped, sizeof parts->skipped, "%s: %s\n",
                 vrmlint_text_in(&report->skipped[i].what, VRMLINT_ENGLISH),
                 vrmlint_text_in(&report->skipped[i].why, VRMLINT_ENGLISH));
    }
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
    free(file);
    free(json);
}

static void check(const char *primitive)
{
    check_with(primitive, true);
}

/* A fan of triangles seen from above; its normals have the given length. */
static void add_lid(double length)
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
    name_attribute("POSITION", add(positions, sizeof positions, 5126, "VEC3", VERTICES, ""));
    name_attribute("NORMAL", add(normals, sizeof normals, 5126, "VEC3", VERTICES, ""));
}

static void add_indices(size_t inverted)
{
    unsigned char indices[TRIANGLES * 3];
    for (size_t i = 0; i < TRIANGLES; i++) {
        unsigned char next = (unsigned char)((i + 1) % TRIANGLES + 1);
        bool away = i < inverted;
        indices[i * 3] = 0;
        indices[i * 3 + 1] = away ? (unsigned char)(i + 1) : next;
        indices[i * 3 + 2] = away ? next : (unsigned char)(i + 1);
    }
    add(indices, sizeof indices, 5121, "SCALAR", sizeof indices, "");
}

/* ---- cases ---- */

static void bounds(void **state)
{
    (void)state;
    const float values[] = {0.5F, 1.1F, -0.0F};
    static const struct {
        const char *members;
        const char *wants;
    } cases[] = {
        {",\"min\":[0],\"max\":[1.10000002]", ""},
        {",\"min\":[-0.0],\"max\":[1.1]", ""},
        {",\"max\":[1.2]", "warning accessor/bounds-mismatch /accessors/0/max\n"},
        {",\"min\":[0.5],\"max\":[1]", "warning accessor/bounds-mismatch /accessors/0/min\n"
                                       "warning accessor/bounds-mismatch /accessors/0/max\n"},
        {",\"max\":[1.2,3]", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(parts, 0, sizeof *parts);
        add(values, sizeof values, 5126, "SCALAR", 3, cases[i].members);
        check("");
        assert_string_equal(parts->seen, cases[i].wants);
    }
}

static void indices_of_bytes(void **state)
{
    (void)state;
    static const struct {
        size_t vertices;
        unsigned char last;
        const char *wants;
    } cases[] = {
        {255, 254, ""},
        {254, 254, "error mesh/index-out-of-range /meshes/0/primitives/0/indices\n"},
        {300, 255, "error mesh/primitive-restart /meshes/0/primitives/0/indices\n"},
        {300, 254, ""},
    };
    static const float zeros[300 * 3];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const unsigned char corners[] = {0, 1, cases[i].last};
        memset(parts, 0, sizeof *parts);
        name_attribute("POSITION", add(zeros, cases[i].vertices * 12, 5126, "VEC3", cases[i].vertices, ""));
        add(corners, sizeof corners, 5121, "SCALAR", 3, "");
        check(",\"indices\":1");
        assert_string_equal(parts->seen, cases[i].wants);
    }
}

static void normals(void **state)
{
    (void)state;
    static const char wants[] = "error mesh/direction-not-unit /meshes/0/primitives/0/attributes/NORMAL\n";
    static const struct {
        double length;
        const char *wants;
    } cases[] = {{1, ""}, {1.006, ""}, {0.994, ""}, {1.02, wants}, {0.99, wants}, {100, wants}, {0, wants}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        add_lid(cases[i].length);
        check("");
        assert_string_equal(parts->seen, cases[i].wants);
    }
}

static void winding(void **state)
{
    (void)state;
    for (size_t inverted = 0; inverted <= TRIANGLES; inverted++) {
        add_lid(1);
        add_indices(inverted);
        check(",\"indices\":2");
        assert_string_equal(parts->seen,
                            inverted * 2 > TRIANGLES ? "warning mesh/winding-inverted /meshes/0/primitives/0\n" : "");
    }
}

/* More triangles than are looked at in one go: those that face away come first, last, or in between. */
static void winding_of_many(void **state)
{
    (void)state;
    enum { MANY = 12000 };
    static uint16_t indices[MANY][3];
    static const struct {
        size_t away;
        bool wants;
    } cases[] = {{0, false}, {MANY / 2, false}, {MANY / 2 + 1, true}, {MANY, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases * 3; i++) {
        size_t away = cases[i / 3].away;
        size_t first = i % 3 == 0 ? 0 : i % 3 == 1 ? MANY - away : (MANY - away) / 2;
        for (size_t k = 0; k < MANY; k++) {
            uint16_t next = (uint16_t)((k + 1) % TRIANGLES + 1);
            uint16_t here = (uint16_t)(k % TRIANGLES + 1);
            bool is_away = k >= first && k < first + away;
            indices[k][0] = 0;
            indices[k][1] = is_away ? here : next;
            indices[k][2] = is_away ? next : here;
        }
        add_lid(1);
        add(indices, sizeof indices, 5123, "SCALAR", (size_t)MANY * 3, "");
        check(",\"indices\":2");
        assert_string_equal(parts->seen,
                            cases[i / 3].wants ? "warning mesh/winding-inverted /meshes/0/primitives/0\n" : "");
    }
}

/* However many numbers there are, and wherever the least, the largest or what is none stands among them. */
static void bounds_of_many(void **state)
{
    (void)state;
    enum { MOST = 27 };
    static const char not_finite[] = "error accessor/not-finite /accessors/0\n";
    for (size_t count = 1; count <= MOST; count++) {
        for (size_t at = 0; at < count; at++) {
            float numbers[MOST * 2] = {0};
            for (size_t i = 0; i < count * 2; i++) {
                numbers[i] = 0.25F;
            }
            numbers[at * 2] = -3;
            numbers[(count - 1 - at) * 2 + 1] = 7;
            const char *bounds = count == 1 ? ",\"min\":[-3,7],\"max\":[-3,7]" : ",\"min\":[-3,0.25],\"max\":[0.25,7]";
            memset(parts, 0, sizeof *parts);
            add(numbers, count * sizeof(float[2]), 5126, "VEC2", count, bounds);
            check("");
            assert_string_equal(parts->seen, "");
            numbers[(at + 1) % count * 2] = at % 2 == 0 ? NAN : -INFINITY;
            memset(parts, 0, sizeof *parts);
            add(numbers, count * sizeof(float[2]), 5126, "VEC2", count, "");
            check("");
            assert_string_equal(parts->seen, not_finite);
        }
    }
}

static void add_weights(const void *weights, int component)
{
    static const unsigned char joints[VERTICES][4] = {{0, 1, 0, 0}};
    const char *members = component == 5126 ? "" : ",\"normalized\":true";
    size_t size = component == 5126 ? sizeof(float[VERTICES][4]) : sizeof(unsigned char[VERTICES][4]);
    add_lid(1);
    name_attribute("JOINTS_0", add(joints, sizeof joints, 5121, "VEC4", VERTICES, ""));
    name_attribute("WEIGHTS_0", add(weights, size, component, "VEC4", VERTICES, members));
}

static void weights_of_floats(void **state)
{
    (void)state;
    static const char at[] = "/meshes/0/primitives/0/attributes/WEIGHTS_0\n";
    static const struct {
        float weights[2];
        const char *wants;
    } cases[] = {
        {{0.7F, 0.3F}, ""},
        {{0.7F, 0.29998F}, "info skin/weights-not-normalised "},
        {{0.7F, 0.2998F}, "warning skin/weights-not-normalised "},
        {{0.7F, 0.2F}, "error skin/weights-not-normalised "},
        {{0, 0}, "error skin/weights-zero "},
        {{1.25F, -0.25F}, "error skin/weight-negative "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float weights[VERTICES][4] = {{cases[i].weights[0], cases[i].weights[1], 0, 0}};
        char wants[200];
        for (size_t k = 1; k < VERTICES; k++) {
            weights[k][0] = 1;
        }
        add_weights(weights, 5126);
        check("");
        snprintf(wants, sizeof wants, "%s%s", cases[i].wants, *cases[i].wants == '\0' ? "" : at);
        assert_string_equal(parts->seen, wants);
    }
}

static void weights_of_bytes(void **state)
{
    (void)state;
    for (unsigned char second = 54; second <= 55; second++) {
        unsigned char weights[VERTICES][4] = {{200, second, 0, 0}};
        for (size_t k = 1; k < VERTICES; k++) {
            weights[k][0] = 255;
        }
        add_weights(weights, 5121);
        check("");
        assert_string_equal(parts->seen, second == 55 ? ""
                                                      : "error skin/weights-not-normalised "
                                                        "/meshes/0/primitives/0/attributes/WEIGHTS_0\n");
    }
}

/* Every number of every row of a vector has its turn to be the one that isn't finite. */
static void not_finite(void **state)
{
    (void)state;
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 60; i++) {
        float values[60] = {0};
        values[i] = bad[i % 3];
        memset(parts, 0, sizeof *parts);
        add(values, sizeof values, 5126, "VEC3", 20, ",\"min\":[5,5,5]");
        check("");
        assert_string_equal(parts->seen, "error accessor/not-finite /accessors/0\n");
    }
}

/* The least and the largest, wherever they are, of every component type. */
static void extremes(void **state)
{
    (void)state;
    static const int components[] = {5120, 5121, 5122, 5123, 5125, 5126};
    static const size_t sizes[] = {1, 1, 2, 2, 4, 4};
    for (size_t c = 0; c < 6; c++) {
        for (size_t i = 0; i < 70; i++) {
            unsigned char bytes[70 * 4] = {0};
            float one = 1;
            memcpy(bytes + i * sizes[c], components[c] == 5126 ? (const void *)&one : "\1\0\0", sizes[c]);
            memset(parts, 0, sizeof *parts);
            add(bytes, 70 * sizes[c], components[c], "SCALAR", 70, ",\"min\":[0],\"max\":[1]");
            check("");
            assert_string_equal(parts->seen, "");
            bytes[i * sizes[c]] ^= 2;
            memset(parts, 0, sizeof *parts);
            add(bytes, 70 * sizes[c], components[c], "SCALAR", 70, ",\"min\":[0],\"max\":[1]");
            check("");
            assert_string_equal(parts->seen, "warning accessor/bounds-mismatch /accessors/0/max\n");
        }
    }
}

static void zeros_cost_nothing(void **state)
{
    (void)state;
    memset(parts, 0, sizeof *parts);
    add_text(parts->accessors, TEXT_MAX,
             "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":2147483647,\"min\":[1,1,1],\"max\":[2,2,2]}");
    check("");
    assert_string_equal(parts->seen, "");
    assert_string_equal(parts->skipped, "");
}

/* Accessors that overlap, each a little longer than the last, so that none is like another. */
static void overlap(void **state)
{
    (void)state;
    enum { COUNT = 2000, ROOM = 900000 };
    memset(parts, 0, sizeof *parts);
    parts->bin_size = ROOM;
    add_text(parts->views, TEXT_MAX, "{\"buffer\":0,\"byteLength\":%d}", ROOM);
    for (size_t i = 0; i < COUNT; i++) {
        add_text(parts->accessors, TEXT_MAX,
                 "%s{\"bufferView\":0,\"componentType\":5121,\"type\":\"SCALAR\",\"count\":%zu}", i == 0 ? "" : ",",
                 ROOM - i);
    }
    check("");
    assert_string_equal(parts->skipped, "the data of some accessors: accessors overlap, so that the file would have to "
                                        "be read again and again\n");
}

static void left_out(void **state)
{
    (void)state;
    const float values[] = {NAN};
    memset(parts, 0, sizeof *parts);
    add(values, sizeof values, 5126, "SCALAR", 1, "");
    check_with("", false);
    assert_string_equal(parts->seen, "");
    assert_string_equal(parts->skipped,
                        "what the bytes of buffers and images hold: the run was told to leave it out (--no-data)\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds),         cmocka_unit_test(indices_of_bytes),  cmocka_unit_test(normals),
        cmocka_unit_test(winding),        cmocka_unit_test(weights_of_floats), cmocka_unit_test(weights_of_bytes),
        cmocka_unit_test(not_finite),     cmocka_unit_test(extremes),          cmocka_unit_test(zeros_cost_nothing),
        cmocka_unit_test(overlap),        cmocka_unit_test(left_out),          cmocka_unit_test(winding_of_many),
        cmocka_unit_test(bounds_of_many),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
