/* Parts of reports: numbers, texts without terminal control codes, and lines of a given width. */
#include "printed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/escape.h"
#include "report/print.h"

static char *number_text(double value)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    escape_json_number(out, value);
    fclose(out);
    return text;
}

static void numbers_read_back(void **state)
{
    (void)state;
    static const double values[] = {0,      -0.0,     1,      0.1,    1.0 / 3, 1e300, 5e-324, 1.7976931348623157e308,
                                    123456, 1e15 + 1, 2.5e-7, 0x1p53, -1e-10};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char *text = number_text(values[i]);
        json_t *value = printed_json(text);
        double back = json_number_value(value);
        assert_memory_equal(&back, &values[i], json_is_real(value) ? sizeof back : 0);
        assert_true(back == values[i]);
        json_decref(value);
        free(text);
    }
    static const struct {
        double value;
        const char *text;
    } spelt[] = {{0.1, "0.1"}, {3, "3"}, {INFINITY, "\"Infinity\""}, {-INFINITY, "\"-Infinity\""}, {NAN, "\"NaN\""}};
    for (size_t i = 0; i < sizeof spelt / sizeof *spelt; i++) {
        char *text = number_text(spelt[i].value);
        assert_string_equal(text, spelt[i].text);
        free(text);
    }
}

/* Compares with the first of three lengths that reads back. */
static void expect_printed(double value)
{
    char expected[64];
    if (!isfinite(value) || value == 0) {
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(expected, sizeof expected, "%.*g", digits, value);
        if (strtod(expected, NULL) == value) {
            break;
        }
    }
    if (fabs(value) < 1e15 && value == trunc(value)) {
        snprintf(expected, sizeof expected, "%.0f", value);
    }
    char *text = number_text(value);
    assert_string_equal(text, expected);
    free(text);
}

static void numbers_print_as_printf_does(void **state)
{
    (void)state;
    enum { TIMES = 20000, NEAR = 20 };
    uint64_t bits = 88172645463325252U;
    for (int i = 0; i < TIMES; i++) {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        double any;
        memcpy(&any, &bits, sizeof any);
        expect_printed(any);
        expect_printed(ldexp((double)(int64_t)bits, (int)(bits % 60) - 100)); /* usual sizes */
        expect_printed((double)(int64_t)(bits % 2000001 - 1000000) / pow(10, (double)(bits % 16)));
        expect_printed((double)(float)any);
    }
    for (int exponent = -320; exponent <= 308; exponent++) {
        double below = pow(10, exponent);
        double above = below;
        for (int i = 0; i < NEAR; i++) {
            expect_printed(below = nextafter(below, 0));
            expect_printed(above = nextafter(above, INFINITY));
        }
    }
    for (int exponent = -1074; exponent < 1024; exponent++) {
        double power = ldexp(1, exponent);
        expect_printed(power);
        expect_printed(nextafter(-power, 0));
        expect_printed(nextafter(power, INFINITY));
    }
}

static void escapes_for_terminals(void **state)
{
    (void)state;
    const bool wide = width_is_known(); /* otherwise every character counts as one column */
    const struct {
        const char *text;
        const char *escaped;
        size_t columns;
    } cases[] = {
        {"", "", 0},
        {"plain 'text'", "plain 'text'", 12},
        {"\u65e5\u672c", "\u65e5\u672c", wide ? 4 : 2},
        {"\uff76\uff9e\u304b\u3099", "\uff76\uff9e\u304b\u3099", 4}, /* half-width; a combining mark */
        {"a\nb\tc\rd", "a\\nb\\tc\\rd", 10},
        {"\033[1m", "\\x1B[1m", 7},
        {"\u202e", "\\u202E", 6},
        {"\u200d\u200c", "\u200d\u200c", wide ? 0 : 2},
        {"\U000e0041", "\\u{E0041}", 9},
        {"\xc2\x9b", "\\u009B", 6},
        {"\xff\xc3", "\\xFF\\xC3", 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        size_t columns = escape_terminal(out, cases[i].text, strlen(cases[i].text));
        fclose(out);
        assert_string_equal(text, cases[i].escaped);
        assert_int_equal(columns, cases[i].columns);
        assert_int_equal(escape_terminal(NULL, cases[i].text, strlen(cases[i].text)), columns);
        free(text);
    }
}

static void wrapping(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("ab: ", out);
    wrap(out, "one two three a-very-long-word x", 4, 2, 12);
    fputs("|", out);
    wrap_cut(out, "short", 5);
    fputs("|", out);
    wrap_cut(out, "too long", 7);
    fclose(out);
    assert_string_equal(text, "ab: one two\n  three\n  a-very-long-word\n  x|short|too ...");
    free(text);
    out = open_memstream(&text, &size);
    assert_non_null(out);
    wrap(out, "\u65e5\u672c\u8a9e \u540d\u524d \u5c3b\u5c3e", 0, 0, 11);
    fputs("|", out);
    wrap_cut(out, "\u65e5\u672c\u8a9e\u540d\u524d", 8);
    fclose(out);
    assert_string_equal(text, width_is_known()
                                  ? "\u65e5\u672c\u8a9e \u540d\u524d\n\u5c3b\u5c3e|\u65e5\u672c..."
                                  : "\u65e5\u672c\u8a9e \u540d\u524d \u5c3b\u5c3e|\u65e5\u672c\u8a9e\u540d\u524d");
    free(text);
    assert_int_equal(wrap_width(0), WRAP_DEFAULT);
    assert_int_equal(wrap_width(10), WRAP_LEAST);
    assert_int_equal(wrap_width(72), 72);
    assert_int_equal(wrap_width(1000), WRAP_MOST);
}

TEST_PROGRAM(report_text)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(numbers_print_as_printf_does),
        cmocka_unit_test(escapes_for_terminals),
        cmocka_unit_test(wrapping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
