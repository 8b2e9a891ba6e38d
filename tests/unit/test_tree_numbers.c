/* Numbers in every notation have the value that strtod() gives. */
#include "opened.h"
#include "support.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "gltf/document.h"

/* Integers of any length, also shorter ones that are read directly. */
static void long_integers_keep_their_size(void **state)
{
    (void)state;
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"a\":[");
    for (int digits = 18; digits <= 320; digits++) {
        buf_str(&text, digits == 18 ? "-" : ",-");
        for (int i = 0; i < digits; i++) {
            buf_str(&text, "9");
        }
    }
    buf_str(&text, "]}");
    read_json(text.text);
    for (int digits = 18; digits <= 320; digits++) {
        double number = number_at(arena_printf(arena, "/a/%d", digits - 18));
        double most = pow(10, digits);
        assert_true(digits > 308 ? number == -TREE_OVERFLOW : fabs(number / -most - 1) < 1e-15);
    }
}

/* Numbers around the limit, halfway between the largest double and the next one, in many notations. */
static void numbers_are_those_of_strtod(void **state)
{
    (void)state;
    static const char limit[] = "17976931348623158079372897140530341507993413271003782693617377898044496829276475094664"
                                "90179775872070963302864166928879109465555478519404026306574886715058206819089020007083"
                                "83676273854845817711531764475730270069855571366959622842914819860834936475292719074168"
                                "444365510704342711559699508093042880177904174497792";
    struct buf text = BUF_INIT(arena);
    size_t count = 0;
    char numbers[2000][400];
    buf_str(&text, "{\"a\":[");
    for (int shift = 1; shift < 309; shift += 3) {
        for (size_t at = 0; at < 309; at += 60) {
            for (int change = -1; change <= 1; change++) {
                char mantissa[sizeof limit];
                memcpy(mantissa, limit, sizeof limit);
                mantissa[at] = (char)(mantissa[at] + change);
                if (mantissa[0] < '1' || mantissa[at] < '0' || mantissa[at] > '9') {
                    continue;
                }
                snprintf(numbers[count], sizeof numbers[0], "%s%.*s.%sE+%d", count % 2 == 0 ? "" : "-", shift, mantissa,
                         mantissa + shift, (309 - shift) / (count % 5 == 0 ? 2 : 1));
                buf_printf(&text, "%s%s", count == 0 ? "" : ",", numbers[count]);
                count++;
            }
        }
    }
    buf_str(&text, "]}");
    read_json(text.text);
    int overflows = 0;
    for (size_t i = 0; i < count; i++) {
        double wanted = strtod(numbers[i], NULL);
        overflows += isinf(wanted) != 0;
        wanted = isinf(wanted) ? copysign(TREE_OVERFLOW, wanted) : wanted;
        if (number_at(arena_printf(arena, "/a/%zu", i)) != wanted) {
            fail_msg("%s", numbers[i]);
        }
    }
    assert_true(overflows > 300 && count - (size_t)overflows > 300);
}

/* Numbers of every length with the point at every position, near the length that a double can hold exactly. */
static void short_numbers_are_those_of_strtod(void **state)
{
    (void)state;
    static const char *const digits[] = {
        "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740995", "4503599627370497", "1", "7",
        "123456789",        "81234569132213",   "0000000000000001", "2000000000000003", "999999999999999"};
    enum { PLACES = 30, COUNT = sizeof digits / sizeof *digits * PLACES };
    struct buf text = BUF_INIT(arena);
    char numbers[COUNT][64];
    size_t count = 0;
    buf_str(&text, "{\"a\":[");
    for (size_t i = 0; i < sizeof digits / sizeof *digits; i++) {
        for (int zeros = 0; zeros < PLACES; zeros++) {
            snprintf(numbers[count], sizeof numbers[0], "%s%d.%.*s%s", count % 3 == 0 ? "-" : "", zeros % 4 * 11, zeros,
                     "000000000000000000000000000000", digits[i]);
            buf_printf(&text, "%s%s", count == 0 ? "" : ",", numbers[count]);
            count++;
        }
    }
    buf_str(&text, ",-0.0,0.1,0.2,0.3]}");
    read_json(text.text);
    for (size_t i = 0; i < count; i++) {
        if (number_at(arena_printf(arena, "/a/%zu", i)) != strtod(numbers[i], NULL)) {
            fail_msg("%s", numbers[i]);
        }
    }
    assert_true(signbit(number_at(arena_printf(arena, "/a/%zu", count))) != 0);
}

/* Numbers as programs write them so that they can be read back: with up to seventeen digits, with more than a double
 * can hold, and halfway between two doubles. */
static void long_numbers_are_those_of_strtod(void **state)
{
    (void)state;
    enum { COUNT = 4000 };
    static char numbers[COUNT][64];
    struct buf text = BUF_INIT(arena);
    uint64_t seed = 88172645463325252;
    buf_str(&text, "{\"a\":[0");
    for (size_t i = 0; i < COUNT; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        double value = ldexp((double)(seed >> 11), -(int)(seed % 40 + 30));
        double half = value + (nextafter(value, INFINITY) - value) / 2;
        int length = i % 3 == 0   ? snprintf(numbers[i], sizeof numbers[0], "%.17g", value)
                     : i % 3 == 1 ? snprintf(numbers[i], sizeof numbers[0], "-%.*f", (int)(seed % 19), value)
                                  : snprintf(numbers[i], sizeof numbers[0], "%.*f", (int)(seed % 19), half);
        assert_in_range(length, 1, sizeof numbers[0] - 1);
        buf_printf(&text, ",%s", numbers[i]);
    }
    buf_str(&text, ",18446744073709551609.5,18446744073709551615.0,1844674407370955160.9,9223372036854775808.5]}");
    read_json(text.text);
    for (size_t i = 0; i < COUNT; i++) {
        if (number_at(arena_printf(arena, "/a/%zu", i + 1)) != strtod(numbers[i], NULL)) {
            fail_msg("%s", numbers[i]);
        }
    }
    assert_true(number_at(arena_printf(arena, "/a/%d", COUNT + 1)) == 18446744073709551609.5);
    assert_true(number_at(arena_printf(arena, "/a/%d", COUNT + 2)) == 18446744073709551615.0);
    assert_true(number_at(arena_printf(arena, "/a/%d", COUNT + 3)) == 1844674407370955160.9);
    assert_true(number_at(arena_printf(arena, "/a/%d", COUNT + 4)) == 9223372036854775808.5);
}

static void numbers_have_points_in_every_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "German_Germany.1252"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && found == NULL; i++) {
        found = setlocale(LC_NUMERIC, names[i]);
    }
    if (found == NULL) {
        SKIP("this machine knows no locale with a comma");
    }
    read_json("{\"a\":[0.5,-12.25e1,3e-1,7]}");
    double a[4];
    bool read = tree_numbers(document_tree(document, "/a"), a, 4);
    setlocale(LC_NUMERIC, "C");
    assert_true(read && a[0] == 0.5 && a[1] == -122.5 && a[2] == 0.3 && a[3] == 7);
}

/* Digits of all lengths times powers of ten, down to numbers with few digits of precision or none. */
static void numbers_with_exponents_are_those_of_strtod(void **state)
{
    (void)state;
    enum { COUNT = 6000 };
    static char numbers[COUNT][64];
    struct buf text = BUF_INIT(arena);
    uint64_t seed = 88172645463325252;
    buf_str(&text, "{\"a\":[0");
    for (size_t i = 0; i < COUNT; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        double value = ldexp((double)(seed >> 11), -(int)(seed % 150));
        int length = i % 4 == 0   ? snprintf(numbers[i], sizeof numbers[0], "%.*e", (int)(seed % 22), value)
                     : i % 4 == 1 ? snprintf(numbers[i], sizeof numbers[0], "-%.16E", value)
                     : i % 4 == 2
                         ? snprintf(numbers[i], sizeof numbers[0], "%.1fe-%d", value, (int)(seed % 45))
                         : snprintf(numbers[i], sizeof numbers[0], "%de%d", (int)(seed % 1000), (int)(i % 700) - 350);
        assert_in_range(length, 1, sizeof numbers[0] - 1);
        buf_printf(&text, ",%s", numbers[i]);
    }
    buf_str(&text, ",0e0,0.0e-5,1e-400,5E-324,1e00000000000000000000000000005,1e-99999999999999999999]}");
    read_json(text.text);
    for (size_t i = 0; i < COUNT; i++) {
        double wanted = strtod(numbers[i], NULL);
        wanted = isinf(wanted) ? copysign(TREE_OVERFLOW, wanted) : wanted;
        if (number_at(arena_printf(arena, "/a/%zu", i + 1)) != wanted) {
            fail_msg("%s", numbers[i]);
        }
    }
    static const double odd[] = {0, 0, 0, 5e-324, 1e5, 0};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        assert_true(number_at(arena_printf(arena, "/a/%zu", COUNT + 1 + i)) == odd[i]);
    }
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, open_nothing, close_document)

TEST_PROGRAM(tree_numbers)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(long_integers_keep_their_size),
        WITH_ARENA(numbers_are_those_of_strtod),
        WITH_ARENA(short_numbers_are_those_of_strtod),
        WITH_ARENA(long_numbers_are_those_of_strtod),
        WITH_ARENA(numbers_with_exponents_are_those_of_strtod),
        WITH_ARENA(numbers_have_points_in_every_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
