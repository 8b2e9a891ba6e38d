/* Cases about the values of accessors: each is a small GLB, put together here, and the findings that it must give. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data_files.h"

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
    data_add(indices, sizeof indices, 5121, "SCALAR", sizeof indices, "");
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
        data_add(values, sizeof values, 5126, "SCALAR", 3, cases[i].members);
        data_check("");
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
        data_name_attribute("POSITION", data_add(zeros, cases[i].vertices * 12, 5126, "VEC3", cases[i].vertices, ""));
        data_add(corners, sizeof corners, 5121, "SCALAR", 3, "");
        data_check(",\"indices\":1");
        assert_string_equal(parts->seen, cases[i].wants);
    }
}

static void normals(void **state)
{
    (void)state;
    static const char wants[] = "info mesh/direction-not-unit /meshes/0/primitives/0/attributes/NORMAL\n";
    static const char none[] = "error mesh/direction-not-unit /meshes/0/primitives/0/attributes/NORMAL\n";
    static const struct {
        double length;
        const char *wants;
    } cases[] = {{1, ""}, {1.006, ""}, {0.994, ""}, {1.02, wants}, {0.99, wants}, {100, wants}, {0, none}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        data_add_lid(cases[i].length);
        data_check("");
        assert_string_equal(parts->seen, cases[i].wants);
    }
}

static void winding(void **state)
{
    (void)state;
    for (size_t inverted = 0; inverted <= TRIANGLES; inverted++) {
        data_add_lid(1);
        add_indices(inverted);
        data_check(",\"indices\":2");
        assert_string_equal(parts->seen,
                            inverted * 2 > TRIANGLES ? "warning mesh/winding-inverted /meshes/0/primitives/0\n" : "");
    }
}

static void add_weights(const void *weights, int component)
{
    static const unsigned char joints[VERTICES][4] = {{0, 1, 0, 0}};
    const char *members = component == 5126 ? "" : ",\"normalized\":true";
    size_t size = component == 5126 ? sizeof(float[VERTICES][4]) : sizeof(unsigned char[VERTICES][4]);
    data_add_lid(1);
    data_name_attribute("JOINTS_0", data_add(joints, sizeof joints, 5121, "VEC4", VERTICES, ""));
    data_name_attribute("WEIGHTS_0", data_add(weights, size, component, "VEC4", VERTICES, members));
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
        data_check("");
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
        data_check("");
        assert_string_equal(parts->seen, second == 55 ? ""
                                                      : "error skin/weights-not-normalised "
                                                        "/meshes/0/primitives/0/attributes/WEIGHTS_0\n");
    }
}

/* Each number of each vector in turn is the one that isn't finite. */
static void not_finite(void **state)
{
    (void)state;
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 60; i++) {
        float values[60] = {0};
        values[i] = bad[i % 3];
        memset(parts, 0, sizeof *parts);
        data_add(values, sizeof values, 5126, "VEC3", 20, ",\"min\":[5,5,5]");
        data_check("");
        assert_string_equal(parts->seen, "error accessor/not-finite /accessors/0\n");
    }
}

/* The minimum and maximum at every position, for every component type. */
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
            data_add(bytes, 70 * sizes[c], components[c], "SCALAR", 70, ",\"min\":[0],\"max\":[1]");
            data_check("");
            assert_string_equal(parts->seen, "");
            bytes[i * sizes[c]] ^= 2;
            memset(parts, 0, sizeof *parts);
            data_add(bytes, 70 * sizes[c], components[c], "SCALAR", 70, ",\"min\":[0],\"max\":[1]");
            data_check("");
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
    data_check("");
    assert_string_equal(parts->seen, "");
    assert_string_equal(parts->skipped, "");
}

/* Overlapping accessors, each a little longer than the previous one, so that no two are alike. */
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
    data_check("");
    assert_string_equal(parts->skipped, "the data of some accessors: accessors overlap, so the file would have to be "
                                        "read again and again\n");
}

static void left_out(void **state)
{
    (void)state;
    const float values[] = {NAN};
    memset(parts, 0, sizeof *parts);
    data_add(values, sizeof values, 5126, "SCALAR", 1, "");
    data_check_with("", false);
    assert_string_equal(parts->seen, "");
    assert_string_equal(parts->skipped, "the contents of buffers and images: the run leaves it out (--no-data)\n");
}

TEST_PROGRAM(data)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds),     cmocka_unit_test(indices_of_bytes),  cmocka_unit_test(normals),
        cmocka_unit_test(winding),    cmocka_unit_test(weights_of_floats), cmocka_unit_test(weights_of_bytes),
        cmocka_unit_test(not_finite), cmocka_unit_test(extremes),          cmocka_unit_test(zeros_cost_nothing),
        cmocka_unit_test(overlap),    cmocka_unit_test(left_out),

    };
    return cmocka_run_group_tests(tests, data_begin, data_end);
}
