/* Numbers on the command line: read completely or refused, without wrapping around. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "cli/numbers.h"

/* Returns the number in a text, or -1 if it is refused. */
static double number_of(const char *text)
{
    double number = -2;
    return number_read(text, &number) ? number : -1;
}

static double fraction_of(const char *text)
{
    double number = -2;
    return number_read_fraction(text, &number) ? number : -1;
}

static void numbers(void **state)
{
    (void)state;
    assert_true(number_of("0.5") == 0.5 && number_of(" 1e3\t") == 1000 && number_of("-.5") == -0.5);
    static const char *const refused[] = {"", " ", "1x", "x1", "1 2", "1,5", "inf", "nan", "0x10", "1e999", "-", "1e"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_true(number_of(refused[i]) == -1);
        assert_true(fraction_of(refused[i]) == -1);
    }
    assert_true(fraction_of("1/4") == 0.25 && fraction_of("3 / 2") == 1.5 && fraction_of("7") == 7);
    assert_true(fraction_of("1/0") == -1 && fraction_of("0/0") == -1 && fraction_of("1e300/1e-300") == -1);
    assert_true(fraction_of("1/2/3") == -1 && fraction_of("/2") == -1 && fraction_of("1/") == -1);
}

static void counts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t most;
        bool taken;
        size_t value;
    } cases[] = {
        {"0", 0, true, 0},
        {"1", 0, false, 0},
        {"007", 7, true, 7},
        {"8", 7, false, 0},
        {"12", 12, true, 12},
        {"13", 12, false, 0},
        {"20", 12, false, 0},
        {"65535", 65535, true, 65535},
        {"65536", 65535, false, 0},
        {"4294967295", 4294967295, true, 4294967295},
        {"4294967296", 4294967295, false, 0},
        {"99999999999999999999999999999999999999999", SIZE_MAX, false, 0},
        {"", 9, false, 0},
        {"-1", 9, false, 0},
        {"+1", 9, false, 0},
        {" 1", 9, false, 0},
        {"1.0", 9, false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t number = 0;
        assert_int_equal(number_read_count(cases[i].text, cases[i].most, &number), cases[i].taken);
        assert_int_equal(number, cases[i].value);
    }
}

/* The largest count, one above it, and numbers that would wrap around to a small one. */
static void counts_do_not_wrap(void **state)
{
    (void)state;
    char text[32];
    size_t number = 0;
    size_t length = (size_t)snprintf(text, sizeof text, "%zu", SIZE_MAX);
    assert_true(number_read_count(text, SIZE_MAX, &number));
    assert_int_equal(number, SIZE_MAX);
    text[length - 1]++;
    assert_false(number_read_count(text, SIZE_MAX, &number));
    snprintf(text, sizeof text, "%zu", SIZE_MAX / 10 + 1);
    length = strlen(text);
    snprintf(text + length, sizeof text - length, "9");
    assert_false(number_read_count(text, SIZE_MAX, &number));
}

static void bytes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t bytes; /* 0: refused */
    } cases[] = {
        {"1", 1},
        {"100", 100},
        {"1K", 1024},
        {"16M", UINT64_C(16) << 20},
        {"3G", UINT64_C(3) << 30},
#if SIZE_MAX > UINT32_MAX
        {"17179869183G", UINT64_C(17179869183) << 30},
#endif
        {"17179869184G", 0},
        {"99999999999999999999999", 0},
        {"00000000000000000000000000001", 0},
        {"0", 0},
        {"0K", 0},
        {"K", 0},
        {"", 0},
        {"1k", 0},
        {"1KB", 0},
        {"1.5M", 0},
        {"-1", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t number = 0;
        assert_int_equal(number_read_bytes(cases[i].text, &number), cases[i].bytes != 0);
        assert_int_equal(number, cases[i].bytes);
    }
}

TEST_PROGRAM(numbers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(counts),
        cmocka_unit_test(counts_do_not_wrap),
        cmocka_unit_test(bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
