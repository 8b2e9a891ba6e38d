/* The scanner: texts that it accepts, positions of errors, and iteration over valid texts. */
#include "fresh_arena.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "gltf/scan.h"

enum { SEED = 12345 };

static struct scan_result scan(const char *text)
{
    return scan_text(arena, text, strlen(text), SEED, NULL);
}

/* Returns the error of a result as text. */
static const char *said(const struct scan_result *result)
{
    struct buf buf = BUF_INIT(arena);
    struct argument error = scan_error("", result);
    argument_write(&buf, VRMLINT_ENGLISH, &error);
    return buf_text(&buf);
}

/* ---- syntax ---- */

static void right_texts_pass(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t begin;
        size_t end;
    } cases[] = {
        {"{}", 0, 2},
        {"[]", 0, 2},
        {" \t\r\n{ } \n", 4, 7},
        {"\"\"", 0, 2},
        {"0", 0, 1},
        {"-0", 0, 2},
        {" 12 ", 1, 3},
        {"-1.5e+10", 0, 8},
        {"0.0E-0", 0, 6},
        {"true", 0, 4},
        {"false", 0, 5},
        {"null", 0, 4},
        {"[1,[2,{\"a\":[]}],\"b\"]", 0, 20},
        {"{\"a\":1,\"b\":{\"a\":2},\"c\":[{\"a\":3},{\"a\":4}]}", 0, 41},
        {"[ 1 , 2 , { \"a\" : 3 } ]", 0, 23},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\uFFFF\\u0000\"", 0, 36},
        {"\"\\ud83d\\ude00\\uD83D\\uDE00\"", 0, 26},
        {"\"\xC3\xA9 \xE9\xAB\xAA \xF0\x9F\x98\x80 \x7F\"", 0, 15},
        {"\"a longer text without anything special, then \\n, and on it goes for a while\"", 0, 77},
        {"{\"\":0}", 0, 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scan_result result = scan(cases[i].text);
        if (result.status != SCAN_OK || result.root.begin != cases[i].begin || result.root.end != cases[i].end ||
            result.root_kind != cases[i].text[cases[i].begin]) {
            fail_msg("%s: status %d at %zu (%s), root %zu to %zu", cases[i].text, result.status, result.offset,
                     said(&result), result.root.begin, result.root.end);
        }
    }
}

struct wrong {
    const char *text;
    size_t offset;
    const char *says; /* part of the error */
    const char *pointer;
};

static void assert_wrong(const struct wrong *cases, size_t count, enum scan_status status)
{
    for (size_t i = 0; i < count; i++) {
        struct scan_result result = scan(cases[i].text);
        if (result.status != status || result.offset != cases[i].offset ||
            strstr(said(&result), cases[i].says) == NULL || strcmp(result.pointer, cases[i].pointer) != 0) {
            fail_msg("%s: status %d at %zu '%s': %s", cases[i].text, result.status, result.offset, result.pointer,
                     said(&result));
        }
    }
}

/* Each error gives its position and what was expected there. */
static void texts_that_end_early(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"", 0, "ends here", ""},          {"  ", 2, "ends here", ""},          {"{", 1, "ends here", ""},
        {"[", 1, "ends here", "/0"},       {"[1", 2, "ends here", ""},          {"[1,", 3, "ends here", "/1"},
        {"{\"a\"", 4, "ends here", ""},    {"{\"a\":", 5, "ends here", "/a"},   {"{\"a\":1", 6, "ends here", ""},
        {"{\"a\":1,", 7, "ends here", ""}, {"\"abc", 4, "inside a string", ""}, {"{\"abc", 5, "inside a string", ""},
        {"\"abc\\", 5, "ends here", ""},   {"-", 1, "ends here", ""},           {"1.", 2, "ends here", ""},
        {"1e", 2, "ends here", ""},        {"1e+", 3, "ends here", ""},         {"tru", 3, "ends here", ""},
        {"[nul", 4, "ends here", "/0"},
    };
    assert_wrong(cases, sizeof cases / sizeof *cases, SCAN_SYNTAX);
}

static void wrong_commas_and_brackets(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        /* commas, colons, brackets */
        {"[1,]", 3, "comma before it is one too many", "/1"},
        {"{\"a\":1,}", 7, "comma before it is one too many", ""},
        {"[,1]", 1, "a value was expected", "/0"},
        {"{,}", 1, "a key", ""},
        {"[1 2]", 3, "a comma or ]", ""},
        {"{\"a\":1 \"b\":2}", 7, "a comma or }", ""},
        {"[1}", 2, "a comma or ]", ""},
        {"{\"a\":1]", 6, "a comma or }", ""},
        {"{\"a\" 1}", 5, "a colon", ""},
        {"{\"a\"}", 4, "a colon", ""},
        {"{\"a\":}", 5, "a value was expected", "/a"},
        {"{a:1}", 1, "a key in double quotes", ""},
        {"{1:1}", 1, "a key in double quotes", ""},
        {"{'a':1}", 1, "double quotes", ""},
        {"['a']", 1, "double quotes", "/0"},
        {"}", 0, "a value was expected", ""},
        {"]", 0, "a value was expected", ""},
        {"{]", 1, "a key", ""},
        {"[}", 1, "a value was expected", "/0"},
        /* text after the value */
        {"{} {}", 3, "nothing may follow", ""},
        {"1 2", 2, "nothing may follow", ""},
        {"{}}", 2, "nothing may follow", ""},
        {"{} // end", 3, "no comments", ""},
    };
    assert_wrong(cases, sizeof cases / sizeof *cases, SCAN_SYNTAX);
}

static void wrong_numbers_and_words(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        /* numbers */
        {"[01]", 1, "an extra 0", "/0"},
        {"-01", 1, "an extra 0", ""},
        {"00", 0, "an extra 0", ""},
        {"+1", 0, "digit or a minus", ""},
        {".5", 0, "digit or a minus", ""},
        {"1.e5", 2, "after the decimal point", ""},
        {"1ex", 2, "in the exponent", ""},
        {"1e+x", 3, "in the exponent", ""},
        {"--1", 1, "a digit", ""},
        {"[1.2.3]", 4, "a comma or ]", ""},
        {"0x10", 1, "nothing may follow", ""},
        {"NaN", 0, "no NaN", ""},
        {"[Infinity]", 1, "no NaN", "/0"},
        {"[-Infinity]", 2, "no Infinity", "/0"},
        /* literals */
        {"True", 0, "a value was expected", ""},
        {"nulL", 0, "a value was expected", ""},
        {"truefalse", 4, "nothing may follow", ""},
        {"undefined", 0, "a value was expected", ""},
        {"/* x */ {}", 0, "no comments", ""},
        {"[1, // one\n2]", 4, "no comments", "/1"},
    };
    assert_wrong(cases, sizeof cases / sizeof *cases, SCAN_SYNTAX);
}

static void wrong_strings(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"\"a\nb\"", 2, "must be escaped", ""},
        {"\"a\tb\"", 2, "must be escaped", ""},
        {"{\"a\":[\"\x1F\"]}", 7, "must be escaped", "/a/0"},
        {"\"\\x41\"", 1, "unknown escape", ""},
        {"\"C:\\Users\"", 3, "unknown escape", ""},
        {"\"\\u12G4\"", 1, "four hexadecimal", ""},
        {"\"\\u123\"", 1, "four hexadecimal", ""},
        {"\"\\ud83d\\uzzzzxx\"", 7, "four hexadecimal", ""},
        {"{\"k\":[0,{\"a~b/c\":[1,x]}]}", 20, "a value was expected", "/k/1/a~0b~1c/1"},
        {"{\"\\u0061\\u0000\":x}", 16, "a value was expected", "/a\xEF\xBF\xBD"},
    };
    assert_wrong(cases, sizeof cases / sizeof *cases, SCAN_SYNTAX);
    static const struct wrong half = {"\"\\ud83d\\u12\"", 1, "other half is missing", ""}; /* too short for a pair */
    assert_wrong(&half, 1, SCAN_INVALID_UTF8);
}

static void bytes_that_are_no_text_are_told(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"\"\xFF\"", 1, "not UTF-8", ""},
        {"\"abcdefgh\x80\"", 9, "not UTF-8", ""},
        {"\"\xC0\x80\"", 1, "not UTF-8", ""},
        {"\"\xED\xA0\x80\"", 1, "not UTF-8", ""},
        {"\"\xF4\x90\x80\x80\"", 1, "not UTF-8", ""},
        {"\"\xE9\xAB\xAA\xE9\xAB\"", 4, "not UTF-8", ""},
        {"{\"nodes\":[{\"name\":\"\x94\xAF\"}]}", 19, "not UTF-8", "/nodes/0/name"}, /* Shift JIS */
        {"{\"nodes\":[{\"\x94\xAF\":1}]}", 12, "not UTF-8", "/nodes/0"},
        {"[1,\xFF]", 3, "not UTF-8", "/1"},
        {"\"\\ud800\"", 1, "other half", ""},
        {"\"\\udc00\"", 1, "other half", ""},
        {"\"\\uDBFF\\uDBFF\"", 1, "other half", ""},
        {"\"ab\\ud83dxyz\"", 3, "other half", ""},
        {"\"\\ud83d\\n12345\"", 1, "other half", ""},
        {"{\"\\ud83d\":1}", 2, "other half", ""},
    };
    assert_wrong(cases, sizeof cases / sizeof *cases, SCAN_INVALID_UTF8);
    /* valid UTF-8 in the wrong place is a syntax error */
    static const struct wrong wide[] = {{"[1\xEF\xBC\x8C 2]", 2, "a comma or ]", ""}, {"\xC2\xA0{}", 0, "a value", ""}};
    assert_wrong(wide, 2, SCAN_SYNTAX);
}

static void zero_bytes_are_not_json(void **state)
{
    (void)state;
    struct scan_result result = scan_text(arena, "{}\0\0", 4, SEED, NULL);
    assert_int_equal(result.status, SCAN_SYNTAX);
    assert_int_equal(result.offset, 2);
    assert_int_equal(result.root.end, 2);
    result = scan_text(arena, "\"a\0b\"", 5, SEED, NULL);
    assert_int_equal(result.status, SCAN_SYNTAX);
    assert_int_equal(result.offset, 2);
}

/* A special character at every position of the machine words in which strings are skipped. */
static void strings_end_at_any_offset(void **state)
{
    (void)state;
    char text[80];
    for (size_t length = 0; length < 40; length++) {
        for (size_t at = 0; at < length; at++) {
            memset(text, 'x', sizeof text);
            text[0] = '"';
            text[length + 1] = '"';
            text[length + 2] = '\0';
            assert_int_equal(scan(text).root.end, length + 2);
            text[at + 1] = '\x1F';
            struct scan_result result = scan(text);
            assert_int_equal(result.status, SCAN_SYNTAX);
            assert_int_equal(result.offset, at + 1);
            text[at + 1] = '\x80';
            assert_int_equal(scan(text).offset, at + 1);
            text[at + 1] = '"';
            assert_int_equal(scan(text).offset, at + 2);
        }
    }
}

static char *nested(size_t depth, char open, char close)
{
    char *text = malloc(6 * depth + 2);
    assert_non_null(text);
    size_t at = 0;
    for (size_t i = 0; i < depth; i++) {
        text[at++] = open;
        if (open == '{') {
            memcpy(text + at, "\"a\":", 4);
            at += 4;
        }
    }
    text[at++] = '1';
    for (size_t i = 0; i < depth; i++) {
        text[at++] = close;
    }
    text[at] = '\0';
    return text;
}

static void depth_is_limited(void **state)
{
    (void)state;
    static const char brackets[][2] = {{'[', ']'}, {'{', '}'}};
    for (size_t i = 0; i < 2; i++) {
        char *text = nested(SCAN_DEPTH_MAX, brackets[i][0], brackets[i][1]);
        assert_int_equal(scan(text).status, SCAN_OK);
        free(text);
        text = nested(SCAN_DEPTH_MAX + 1, brackets[i][0], brackets[i][1]);
        struct scan_result result = scan(text);
        assert_int_equal(result.status, SCAN_TOO_DEEP);
        assert_int_equal(result.offset, i == 0 ? SCAN_DEPTH_MAX : SCAN_DEPTH_MAX * 5);
        free(text);
        text = nested(100000, brackets[i][0], brackets[i][1]);
        result = scan(text);
        assert_int_equal(result.status, SCAN_TOO_DEEP);
        assert_int_equal(result.offset, i == 0 ? SCAN_DEPTH_MAX : SCAN_DEPTH_MAX * 5);
        free(text);
    }
}

/* ---- iteration ---- */

static void text_is_walked(void **state)
{
    (void)state;
    static const char text[] = " { \"a\" : [ 1 , \"]\\\"}\" , { } ] , \"b\\\\\":true,\"c\":-1.5e3}";
    size_t size = sizeof text - 1;
    struct scan_child child;
    size_t end;
    assert_true(scan_first(text, size, 1, &child, &end));
    assert_int_equal(child.at, 3);
    assert_memory_equal(text + child.key.begin, "a", child.key.end - child.key.begin);
    struct scan_child inner;
    assert_true(scan_first(text, size, child.value, &inner, &end));
    assert_int_equal(inner.key.begin, 0);
    assert_int_equal(text[inner.value], '1');
    assert_true(scan_next(text, size, scan_skip(text, size, inner.value), &inner, &end));
    assert_int_equal(inner.index, 1);
    assert_true(scan_next(text, size, scan_skip(text, size, inner.value), &inner, &end));
    assert_int_equal(text[inner.value], '{');
    assert_false(scan_next(text, size, scan_skip(text, size, inner.value), &inner, &end));
    assert_int_equal(end, scan_skip(text, size, child.value));
    assert_true(scan_next(text, size, end, &child, &end));
    assert_int_equal(child.key.end - child.key.begin, 3);
    assert_memory_equal(text + child.value, "true", 4);
    assert_true(scan_next(text, size, scan_skip(text, size, child.value), &child, &end));
    assert_int_equal(scan_skip(text, size, child.value), size - 1);
    assert_false(scan_next(text, size, size - 1, &child, &end));
    assert_int_equal(end, size);
    assert_false(scan_first("[ ]", 3, 0, &child, &end));
    assert_int_equal(end, 3);
    assert_false(scan_first("12", 2, 0, &child, &end));
    assert_int_equal(end, 2);
}

static void escapes_are_resolved(void **state)
{
    (void)state;
    static const char text[] = "x\\u0041\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u9AEA\\ud83d\\ude00\\u0000y";
    static const char decoded[] = "xA\"\\/\b\f\n\r\t\xC3\xA9\xE9\xAB\xAA\xF0\x9F\x98\x80\0y";
    char out[sizeof text];
    struct span inside = {0, sizeof text - 1};
    assert_int_equal(scan_unescape(text, inside, out), sizeof decoded - 1);
    assert_memory_equal(out, decoded, sizeof decoded - 1);
    assert_int_equal(scan_key_text(text, inside, out), sizeof decoded + 1);
    assert_memory_equal(out + sizeof decoded - 3, "\xEF\xBF\xBDy", 4);
    assert_int_equal(scan_unescape(text, (struct span){1, 1}, out), 0);
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, fresh_arena, free_arena)

TEST_PROGRAM(scan)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(right_texts_pass),
        WITH_ARENA(texts_that_end_early),
        WITH_ARENA(wrong_commas_and_brackets),
        WITH_ARENA(wrong_numbers_and_words),
        WITH_ARENA(wrong_strings),
        WITH_ARENA(bytes_that_are_no_text_are_told),
        WITH_ARENA(zero_bytes_are_not_json),
        WITH_ARENA(strings_end_at_any_offset),
        WITH_ARENA(depth_is_limited),
        WITH_ARENA(text_is_walked),
        WITH_ARENA(escapes_are_resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
