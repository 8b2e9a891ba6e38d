/* Accessors of all small lengths, and with more elements than one block; errors at every position. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data_files.h"

/* More triangles than one block; those that face away come first, last, or in the middle. */
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
        data_add_lid(1);
        data_add(indices, sizeof indices, 5123, "SCALAR", (size_t)MANY * 3, "");
        data_check(",\"indices\":2");
        assert_string_equal(parts->seen,
                            cases[i / 3].wants ? "warning mesh/winding-inverted /meshes/0/primitives/0\n" : "");
    }
}

/* The minimum, the maximum and numbers that aren't finite at every position, in accessors of every small length. */
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
            data_add(numbers, count * sizeof(float[2]), 5126, "VEC2", count, bounds);
            data_check("");
            assert_string_equal(parts->seen, "");
            numbers[(at + 1) % count * 2] = at % 2 == 0 ? NAN : -INFINITY;
            memset(parts, 0, sizeof *parts);
            data_add(numbers, count * sizeof(float[2]), 5126, "VEC2", count, "");
            data_check("");
            assert_string_equal(parts->seen, not_finite);
        }
    }
}

static void expect_faults(const char *seen, size_t count, size_t first)
{
    assert_string_equal(parts->seen, seen);
    assert_true(parts->count_at_fault == (double)count);
    assert_true(parts->first == (double)first);
}

/* Integers of each width; counts that fill SIMD vectors, and smaller and larger ones. */
static void whole_bounds_of_many(void **state)
{
    (void)state;
    enum { MOST = 49 };
    static const size_t counts[] = {2, 5, 12, 25, MOST};
    static const struct {
        int component;
        size_t size;
        uint32_t least;
        uint32_t most;
    } widths[] = {{5121, 1, 3, 255}, {5123, 2, 3, 65535}, {5125, 4, 3, 4294967295U}};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            size_t count = counts[c];
            for (size_t at = 0; at < count; at++) {
                unsigned char bytes[MOST * 4] = {0};
                char members[100];
                for (size_t i = 0; i < count; i++) {
                    uint32_t number = i == at ? widths[w].least : i == (at + 1) % count ? widths[w].most : 100;
                    for (size_t k = 0; k < widths[w].size; k++) {
                        bytes[i * widths[w].size + k] = (unsigned char)(number >> 8 * k);
                    }
                }
                memset(parts, 0, sizeof *parts);
                snprintf(members, sizeof members, ",\"min\":[%u],\"max\":[%u]", (unsigned)widths[w].least,
                         (unsigned)widths[w].most);
                data_add(bytes, count * widths[w].size, widths[w].component, "SCALAR", count, members);
                snprintf(members, sizeof members, ",\"min\":[%u],\"max\":[%u]", (unsigned)widths[w].least + 1,
                         (unsigned)widths[w].most - 1);
                data_add(bytes, count * widths[w].size, widths[w].component, "SCALAR", count, members);
                data_check("");
                assert_string_equal(parts->seen, "warning accessor/bounds-mismatch /accessors/1/min\n"
                                                 "warning accessor/bounds-mismatch /accessors/1/max\n");
            }
        }
    }
}

/* One normal that isn't of length 1, at every position. */
static void units_of_many(void **state)
{
    (void)state;
    enum { MOST = 13 };
    static const float zeros[MOST][3];
    for (size_t count = 1; count <= MOST; count++) {
        for (size_t at = 0; at <= count * 3; at++) { /* at count * 3: none */
            float normals[MOST][3] = {{0}};
            for (size_t i = 0; i < count; i++) {
                normals[i][(i + at) % 3] = i == at / 3 ? 0.9F : -1;
            }
            memset(parts, 0, sizeof *parts);
            data_name_attribute("POSITION", data_add(zeros, count * 12, 5126, "VEC3", count, ""));
            data_name_attribute("NORMAL", data_add(normals, count * 12, 5126, "VEC3", count, ""));
            data_check("");
            if (at == count * 3) {
                assert_string_equal(parts->seen, "");
            } else {
                expect_faults("info mesh/direction-not-unit /meshes/0/primitives/0/attributes/NORMAL\n", 1, at / 3);
            }
        }
    }
}

/* Two triangles that use a corner twice, at every position. */
static void degenerate_of_many(void **state)
{
    (void)state;
    enum { MOST = 17 };
    for (size_t count = 1; count <= MOST; count++) {
        for (size_t at = 0; at < count * 3; at++) {
            uint16_t corners[MOST][3];
            size_t bad = at / 3;
            size_t other = (bad + 5) % count;
            for (size_t i = 0; i < count; i++) {
                corners[i][0] = (uint16_t)(i % TRIANGLES + 1);
                corners[i][1] = 0;
                corners[i][2] = (uint16_t)((i + 1) % TRIANGLES + 1);
            }
            corners[bad][at % 3] = corners[bad][(at + 1) % 3];
            corners[other][2] = corners[other][0];
            data_add_lid(1);
            data_add(corners, count * sizeof *corners, 5123, "SCALAR", count * 3, "");
            data_check(",\"indices\":2");
            expect_faults("info mesh/degenerate-triangles /meshes/0/primitives/0/indices\n", bad == other ? 1 : 2,
                          bad < other ? bad : other);
        }
    }
}

/* Skinned vertices, more than one block: one faulty vertex at every position. */
static void pairs_of_many(void **state)
{
    (void)state;
    enum { MOST = 300 };
    static const char skinned[] = ",\"nodes\":[{\"mesh\":0,\"skin\":0},{}],\"skins\":[{\"joints\":[1,0]}]";
    static const char not_finite[] = "error accessor/not-finite /accessors/2\n";
    static const struct {
        uint16_t joints[4];
        float weights[4];
        const char *wants;
    } cases[] = {
        {{0, 0, 0, 0}, {1, 0, 0, 0}, ""},
        {{0, 2, 0, 0},
         {0.5F, 0.5F, 0, 0},
         "error skin/joint-out-of-range /meshes/0/primitives/0/attributes/JOINTS_0\n"},
        {{0, 1, 0, 1},
         {0.5F, 0.25F, 0, 0.25F},
         "error skin/duplicate-joint /meshes/0/primitives/0/attributes/JOINTS_0\n"},
        {{0, 0, 0, 0}, {0, 0, 0, 0}, "error skin/weights-zero /meshes/0/primitives/0/attributes/WEIGHTS_0\n"},
        {{1, 0, 0, 0},
         {0.5F, 0, 0, 0},
         "error skin/weights-not-normalised /meshes/0/primitives/0/attributes/WEIGHTS_0\n"},
        {{1, 0, 0, 0}, {1.5F, 0, -0.5F, 0}, "error skin/weight-negative /meshes/0/primitives/0/attributes/WEIGHTS_0\n"},
        {{1, 0, 0, 0}, {NAN, 1, 0, 0}, not_finite},
        {{9, 9, 0, 0}, {INFINITY, 1, 0, 0}, not_finite},
    };
    static const float zeros[MOST][3];
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (size_t at = 0; at < MOST; at += at < 3 || at > MOST - 3 ? 1 : 47) {
            uint16_t joints[MOST][4] = {{0}};
            float weights[MOST][4];
            for (size_t i = 0; i < MOST; i++) {
                joints[i][0] = i % 2;
                memcpy(weights[i], (const float[]){1, 0, 0, 0}, sizeof *weights);
            }
            memcpy(joints[at], cases[c].joints, sizeof *joints);
            memcpy(weights[at], cases[c].weights, sizeof *weights);
            memset(parts, 0, sizeof *parts);
            memcpy(parts->rest, skinned, sizeof skinned);
            data_name_attribute("POSITION", data_add(zeros, sizeof zeros, 5126, "VEC3", MOST, ""));
            data_name_attribute("JOINTS_0", data_add(joints, sizeof joints, 5123, "VEC4", MOST, ""));
            data_name_attribute("WEIGHTS_0", data_add(weights, sizeof weights, 5126, "VEC4", MOST, ""));
            data_check("");
            assert_string_equal(parts->seen, cases[c].wants);
            if (*cases[c].wants != '\0') {
                expect_faults(cases[c].wants, 1, at);
            }
        }
    }
}

TEST_PROGRAM(data_many)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winding_of_many), cmocka_unit_test(bounds_of_many),     cmocka_unit_test(whole_bounds_of_many),
        cmocka_unit_test(units_of_many),   cmocka_unit_test(degenerate_of_many), cmocka_unit_test(pairs_of_many),
    };
    return cmocka_run_group_tests(tests, data_begin, data_end);
}
