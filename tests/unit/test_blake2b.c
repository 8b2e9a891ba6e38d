/* BLAKE2b compared with the example of RFC 7693 and Python's hashlib, in one piece and in many. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/blake2b.h"

static void expect(const void *bytes, size_t size, size_t step, const char *wanted)
{
    struct blake2b hash;
    unsigned char digest[BLAKE2B_SIZE];
    char text[BLAKE2B_TEXT];
    blake2b_start(&hash);
    for (size_t at = 0; at < size; at += step) {
        blake2b_add(&hash, (const char *)bytes + at, size - at < step ? size - at : step);
    }
    blake2b_end(&hash, digest);
    blake2b_text(digest, text);
    assert_string_equal(text, wanted);
}

static void digests(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        const char *digest;
    } cases[] = {
        {0, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47"},    {128, "c3582f71ebb2be66fa5dd750f80baae97554f3b0"},
        {129, "f7f3c46ba2564ff4c4c162da1f5b605f9f1c4aa6"},  {256, "582f782226018ec33076bd8d1c42413530ac7e11"},
        {1000, "b372d0608f720c8c3dd41e9c8eecb10143b41abe"},
    };
    unsigned char bytes[1000];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)(i % 251);
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const size_t steps[] = {1, 7, 127, 128, 129, 1000};
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
            expect(bytes, cases[i].size, steps[k], cases[i].digest);
        }
    }
    expect("abc", 3, 3, "bddd813c634239723171ef3fee98579b94964e3b");
}

/* The hash depends on where one string ends and the next begins. */
static void texts(void **state)
{
    (void)state;
    struct blake2b hash[2];
    unsigned char digest[2][BLAKE2B_SIZE];
    for (size_t i = 0; i < 2; i++) {
        blake2b_start(&hash[i]);
        blake2b_add_text(&hash[i], i == 0 ? "ab" : "a");
        blake2b_add_text(&hash[i], i == 0 ? "c" : "bc");
        blake2b_end(&hash[i], digest[i]);
    }
    assert_memory_not_equal(digest[0], digest[1], BLAKE2B_SIZE);
}

TEST_PROGRAM(blake2b)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(digests), cmocka_unit_test(texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
