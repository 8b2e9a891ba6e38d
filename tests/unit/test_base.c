/* The base modules: buf, ascii, fnv, utf8, pointer, vec. */
#include "fresh_arena.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/fnv.h"
#include "base/nearest.h"
#include "base/pointer.h"
#include "base/utf8.h"
#include "base/vec.h"

/* ---- buf ---- */

static void buf_collects(void **state)
{
    (void)state;
    struct buf buf = BUF_INIT(arena);
    assert_string_equal(buf_text(&buf), "");
    buf_char(&buf, 'a');
    buf_str(&buf, "bc");
    buf_add(&buf, "d\0e", 3);
    buf_printf(&buf, "%d-%s", 12, "f");
    assert_int_equal(buf.length, 10);
    assert_memory_equal(buf_text(&buf), "abcd\0e12-f", 11);
    for (int i = 0; i < 10000; i++) {
        buf_printf(&buf, "%04d", i);
    }
    assert_int_equal(buf.length, 40010);
    assert_string_equal(buf_text(&buf) + 40006, "9999");
    buf_add(&buf, "", 0);
    assert_int_equal(buf.length, 40010);
}

/* ---- ascii ---- */

/* Compares with lists of letters and digits, over all bytes. */
static void only_ascii_has_letters_and_digits(void **state)
{
    (void)state;
    static const char lower[] = "abcdefghijklmnopqrstuvwxyz";
    static const char upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    for (int byte = 0; byte < 256; byte++) {
        char c = (char)byte;
        const char *small = memchr(lower, c, 26);
        const char *large = memchr(upper, c, 26);
        const char *digit = memchr(digits, c, 32);
        assert_int_equal(ascii_is_lower(c), small != NULL);
        assert_int_equal(ascii_is_upper(c), large != NULL);
        assert_int_equal(ascii_is_letter(c), small != NULL || large != NULL);
        assert_int_equal(ascii_is_digit(c), memchr(digits, c, 10) != NULL);
        assert_int_equal(ascii_lower(c), large == NULL ? c : lower[large - upper]);
        assert_int_equal(ascii_upper(c), small == NULL ? c : upper[small - lower]);
        assert_int_equal(ascii_hex(c), digit == NULL ? -1 : (digit - digits) % 16);
    }
}

/* ---- fnv ---- */

/* The published values of the algorithm's authors for these strings. */
static void fnv_is_fnv_1a(void **state)
{
    (void)state;
    assert_true(fnv_add(FNV_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(fnv_add(FNV_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(fnv_add(FNV_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    assert_true(fnv_add(fnv_add(FNV_START, "foo", 3), "bar", 3) == UINT64_C(0x85944171f73967e8));
    assert_true(fnv_add(FNV_START, "\xE9", 1) == ((FNV_START ^ 0xE9) * UINT64_C(0x100000001b3)));
}

/* ---- utf8 ---- */

static void every_code_point_survives(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        char text[4];
        size_t length = utf8_encode(code, text);
        uint32_t decoded = 0;
        bool surrogate = code >= 0xD800 && code <= 0xDFFF;
        assert_int_equal(utf8_sequence(text, length, &decoded), surrogate ? 0 : length);
        assert_true(surrogate || decoded == code);
        assert_int_equal(utf8_sequence(text, length - 1, NULL), 0); /* truncated */
    }
}

/* By definition, only the bytes that encode a code point are valid. */
static void no_other_bytes_are_valid(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            char text[5] = {(char)first, (char)second, (char)0xBF, (char)0xBF, 0};
            uint32_t code;
            size_t length = utf8_sequence(text, 4, &code);
            if (length > 0) {
                char again[4];
                assert_int_equal(utf8_encode(code, again), length);
                assert_memory_equal(again, text, length);
                assert_true(code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF));
            } else {
                assert_true(first >= 0x80);
            }
        }
    }
    assert_int_equal(utf8_sequence("\xC0\xAF", 2, NULL), 0);         /* overlong */
    assert_int_equal(utf8_sequence("\xE0\x80\xAF", 3, NULL), 0);     /* overlong */
    assert_int_equal(utf8_sequence("\xF0\x80\x80\xAF", 4, NULL), 0); /* overlong */
    assert_int_equal(utf8_sequence("\xED\xA0\x80", 3, NULL), 0);     /* a surrogate */
    assert_int_equal(utf8_sequence("\xF4\x90\x80\x80", 4, NULL), 0); /* above U+10FFFF */
    assert_int_equal(utf8_sequence("", 0, NULL), 0);
}

static void texts_are_counted_and_cut(void **state)
{
    (void)state;
    static const char text[] = "a\xC3\xA9\xE9\xAB\xAA\xF0\x9F\x98\x80z"; /* a, e acute, an ideograph, a face, z */
    size_t size = sizeof text - 1;
    assert_int_equal(utf8_valid(text, size), size);
    assert_int_equal(utf8_valid(text, size - 2), 6);
    assert_int_equal(utf8_valid("ab\xFFz", 4), 2);
    assert_int_equal(utf8_count(text, size), 5);
    static const size_t prefixes[] = {0, 1, 3, 6, 10, 11, 11};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        assert_int_equal(utf8_prefix(text, size, i), prefixes[i]);
    }
}

/* ---- pointer ---- */

static void pointers_are_built(void **state)
{
    (void)state;
    assert_string_equal(pointer_key(arena, "", "nodes"), "/nodes");
    assert_string_equal(pointer_key(arena, "/a", "x/y~z"), "/a/x~1y~0z");
    assert_string_equal(pointer_key(arena, "/a", ""), "/a/");
    assert_string_equal(pointer_key(arena, "", "~/~"), "/~0~1~0");
    assert_string_equal(pointer_index(arena, "/nodes", 12), "/nodes/12");
    struct buf buf = BUF_INIT(arena);
    pointer_add_index(&buf, 0);
    pointer_add_index(&buf, 10);
    pointer_add_index(&buf, SIZE_MAX);
    pointer_add_key(&buf, "k", 1);
    char expected[64];
    snprintf(expected, sizeof expected, "/0/10/%zu/k", SIZE_MAX);
    assert_string_equal(buf_text(&buf), expected);
}

static void pointers_are_taken_apart(void **state)
{
    (void)state;
    const char *at = "/a//b~1c";
    const char *token;
    size_t length;
    static const char *const tokens[] = {"a", "", "b~1c"};
    for (size_t i = 0; i < 3; i++) {
        assert_true(pointer_next(&at, &token, &length));
        assert_int_equal(length, strlen(tokens[i]));
        assert_memory_equal(token, tokens[i], length);
    }
    assert_false(pointer_next(&at, &token, &length));
    at = "";
    assert_false(pointer_next(&at, &token, &length));
    at = "a";
    assert_false(pointer_next(&at, &token, &length));

    assert_true(pointer_token_is("b~1c", 4, "b/c", 3));
    assert_true(pointer_token_is("~01", 3, "~1", 2));
    assert_true(pointer_token_is("", 0, "", 0));
    assert_false(pointer_token_is("b~1c", 4, "b~1c", 4));
    assert_false(pointer_token_is("ab", 2, "a", 1));
    assert_false(pointer_token_is("a", 1, "ab", 2));

    struct buf key = BUF_INIT(arena);
    pointer_add_token(&key, "~0a~1~01~x~", 11); /* an escape that RFC 6901 doesn't define, and a truncated one */
    assert_string_equal(buf_text(&key), "~a/~1~~");
    assert_true(pointer_token_is("~0a~1~01~x~", 11, "~a/~1~~", 7));

    size_t index;
    assert_true(pointer_token_index("0", 1, &index) && index == 0);
    assert_true(pointer_token_index("120", 3, &index) && index == 120);
    assert_false(pointer_token_index("", 0, &index));
    assert_false(pointer_token_index("01", 2, &index));
    assert_false(pointer_token_index("-1", 2, &index));
    assert_false(pointer_token_index("1a", 2, &index));
    assert_false(pointer_token_index("99999999999999999999999", 23, &index));
}

static void patterns_match(void **state)
{
    (void)state;
    size_t indices[4] = {0};
    const char *rest;
    static const char pattern[] = "/extensions/VRMC_springBone/springs/#/joints/#";
    assert_true(pointer_match("/extensions/VRMC_springBone/springs/3/joints/14/node", pattern, indices, &rest));
    assert_int_equal(indices[0], 3);
    assert_int_equal(indices[1], 14);
    assert_string_equal(rest, "/node");
    assert_true(pointer_match("/extensions/VRMC_springBone/springs/0/joints/1", pattern, indices, NULL));
    assert_false(pointer_match("/extensions/VRMC_springBone/springs/0/joints", pattern, indices, NULL));
    assert_false(pointer_match("/extensions/VRMC_springBone/springs/x/joints/1", pattern, indices, NULL));
    assert_false(pointer_match("/extensions/VRMC_springBone2/springs/0/joints/1", pattern, indices, NULL));
    assert_true(pointer_match("/anything", "", indices, &rest));
    assert_string_equal(rest, "/anything");
}

/* ---- vec ---- */

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12)) {
        fail_msg("%.17g is not %.17g", a, b);
    }
}

static void matrices_invert(void **state)
{
    (void)state;
    /* a rotation by 90 degrees about z, twice as long in y, translated */
    struct quat turn = {0.0, 0.0, sqrt(0.5), sqrt(0.5)};
    struct mat34 m = mat34_from_trs((struct vec3){1.0, 2.0, 3.0}, turn, (struct vec3){1.0, 2.0, 4.0});
    struct vec3 moved = mat34_point(&m, (struct vec3){1.0, 1.0, 1.0});
    assert_near(moved.x, 1.0 - 2.0);
    assert_near(moved.y, 2.0 + 1.0);
    assert_near(moved.z, 3.0 + 4.0);
    assert_near(mat34_determinant(&m), 8.0);
    assert_near(mat34_scale(&m).y, 2.0);
    assert_near(mat34_translation(&m).z, 3.0);
    struct mat34 back;
    assert_true(mat34_inverse(&m, &back));
    struct mat34 both = mat34_multiply(&back, &m);
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            assert_near(both.m[row][column], MAT34_IDENTITY.m[row][column]);
        }
    }
    struct mat34 flat = mat34_from_trs((struct vec3){0}, turn, (struct vec3){1.0, 0.0, 1.0});
    back = m;
    assert_false(mat34_inverse(&flat, &back));
    assert_memory_equal(&back, &m, sizeof m);
    flat.m[0][0] = (double)INFINITY;
    assert_false(mat34_inverse(&flat, &back));
}

static void vectors_are_finite_in_all_parts(void **state)
{
    (void)state;
    assert_true(vec3_is_finite((struct vec3){1e308, 1e308, -1e308}));
    assert_false(vec3_is_finite((struct vec3){(double)INFINITY, 0, 0}));
    assert_false(vec3_is_finite((struct vec3){0, -(double)INFINITY, 0}));
    assert_false(vec3_is_finite((struct vec3){0, 0, (double)NAN}));
}

static void angles_are_exact_at_both_ends(void **state)
{
    (void)state;
    struct vec3 x = {2.0, 0.0, 0.0};
    assert_near(vec3_angle(x, (struct vec3){0.0, 5.0, 0.0}), acos(0.0));
    assert_near(vec3_angle(x, (struct vec3){-1.0, 0.0, 0.0}), acos(-1.0));
    assert_true(vec3_angle(x, x) == 0.0);
    assert_near(vec3_angle(x, (struct vec3){1.0, 1e-9, 0.0}), 1e-9);
    assert_true(vec3_angle(x, (struct vec3){0}) == 0.0);
    assert_near(vec3_distance(x, (struct vec3){2.0, 3.0, 4.0}), 5.0);
    assert_near(vec3_cross(x, (struct vec3){0.0, 1.0, 0.0}).z, 2.0);
    assert_near(quat_length((struct quat){1.0, 1.0, 1.0, 1.0}), 2.0);
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, fresh_arena, free_arena)

static const char *nearest_of(const char *name, const char *const *names, size_t count)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < count; i++) {
        nearest_offer(&nearest, names[i]);
    }
    return nearest.best.text;
}

static void names_near_each_other(void **state)
{
    (void)state;
    static const char *const names[] = {"node", "hitRadius", "stiffness", "gravityPower"};
    assert_string_equal(nearest_of("HITRADIUS", names, 4), "hitRadius");
    assert_string_equal(nearest_of("stiffiness", names, 4), "stiffness");
    assert_string_equal(nearest_of("ndoe", names, 4), "node");
    assert_null(nearest_of("weight", names, 4));
    assert_null(nearest_of("", names, 4));
    assert_null(nearest_of("node", names, 0));
}

TEST_PROGRAM(base)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(buf_collects),
        cmocka_unit_test(only_ascii_has_letters_and_digits),
        cmocka_unit_test(fnv_is_fnv_1a),
        WITH_ARENA(every_code_point_survives),
        WITH_ARENA(no_other_bytes_are_valid),
        WITH_ARENA(texts_are_counted_and_cut),
        WITH_ARENA(pointers_are_built),
        WITH_ARENA(pointers_are_taken_apart),
        WITH_ARENA(patterns_match),
        WITH_ARENA(matrices_invert),
        cmocka_unit_test(vectors_are_finite_in_all_parts),
        WITH_ARENA(angles_are_exact_at_both_ends),
        cmocka_unit_test(names_near_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
