/* The mutator of the fuzz targets: its outputs differ, stay within the limits, are mostly well-formed, and are
 * the same for the same seed. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate.h"
#include "support.h"

enum { ROOM = 4096, TIMES = 4000 };

static const char model[] = "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"name\": \"a\", \"children\": [1, 2]}, "
                            "{\"name\": \"b\\\"]\"}, {}],\n"
                            "\"scenes\": [{\"nodes\": [0]}], \"extensions\": {\"VRMC_vrm\": {\"specVersion\": \"1.0\", "
                            "\"n\": -1.5e3}}, \"x\": []}";

static bool parses(const uint8_t *text, size_t size)
{
    json_t *json = json_loadb((const char *)text, size, JSON_ALLOW_NUL, NULL);
    json_decref(json);
    return json != NULL;
}

static uint32_t word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static size_t make_glb(uint8_t *out)
{
    static const uint8_t bin[] = {8, 0, 0, 0, 'B', 'I', 'N', 0, 1, 2, 3, 4, 5, 6, 7, 8};
    size_t text = (sizeof model - 1 + 3) / 4 * 4;
    size_t size = 20 + text + sizeof bin;
    memset(out, ' ', size);
    memcpy(out, "glTF\2\0\0\0", 8);
    memcpy(out + 8, (uint8_t[]){(uint8_t)size, (uint8_t)(size >> 8), 0, 0}, 4);
    memcpy(out + 12, (uint8_t[]){(uint8_t)text, (uint8_t)(text >> 8), 0, 0}, 4);
    memcpy(out + 16, "JSON", 4);
    memcpy(out + 20, model, sizeof model - 1);
    memcpy(out + 20 + text, bin, sizeof bin);
    return size;
}

static void texts_stay_json_mostly(void **state)
{
    (void)state;
    size_t good = 0;
    size_t changed = 0;
    for (uint64_t seed = 0; seed < TIMES; seed++) {
        uint8_t out[ROOM];
        uint8_t again[ROOM];
        memcpy(out, model, sizeof model - 1);
        memcpy(again, model, sizeof model - 1);
        size_t size = mutate(out, sizeof model - 1, ROOM, seed, mutate_plainly);
        assert_true(size <= ROOM);
        assert_int_equal(mutate(again, sizeof model - 1, ROOM, seed, mutate_plainly), size);
        assert_memory_equal(out, again, size);
        good += parses(out, size);
        changed += size != sizeof model - 1 || memcmp(out, model, size) != 0;
    }
    assert_in_range(good, TIMES * 7 / 10, TIMES - 1); /* some outputs are invalid */
    assert_true(changed > TIMES * 9 / 10);
}

static void models_keep_their_lengths_mostly(void **state)
{
    (void)state;
    size_t right = 0;
    size_t good = 0;
    for (uint64_t seed = 0; seed < TIMES; seed++) {
        uint8_t out[ROOM];
        size_t size = mutate(out, make_glb(out), ROOM, seed, mutate_plainly);
        bool whole = size > 36 && word(out + 8) == size && word(out + 12) == size - 36 && size % 4 == 0 &&
                     memcmp(out + size - 16 + 4, "BIN", 4) == 0;
        right += whole;
        good += whole && parses(out + 20, size - 36);
    }
    assert_in_range(right, TIMES * 8 / 10, TIMES - 1);
    assert_in_range(good, TIMES * 6 / 10, TIMES - 1);
}

/* The intended kinds of mutations: each of them occurs. */
static void all_kinds_of_changes_are_made(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "{\"asset\": {}",                      /* removed */
        "[0,0]",                               /* duplicated */
        "{\"VRMC_vrm\": { \"n\": -1.5e3}}",    /* removed with its comma */
        "\"x\": 9007199254740993",             /* another number */
        "\"name\": \"humanBones\"",            /* a word */
        "{\"asset\": {\"version\": 1",         /* another type */
        "{\"asset\": [{}],",                   /* another kind of container */
        "\"nodes\": {\"a\":{}}",               /* an object in place of a list */
        "\"extensions\": {\"VRMC_vrm\": [[]]", /* a list in place of an object */
        "[{\"nodes\": [[{\"name\"",            /* a subtree in another place */
        "\"n\": \"1.0\"}",                     /* swapped */
        "\"stiffness\":\"2.0\"",               /* renamed */
        "\"children\": [2, 1]",                /* moved */
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        bool found = false;
        for (uint64_t seed = 0; seed < 400000 && !found; seed++) {
            uint8_t out[ROOM + 1];
            memcpy(out, model, sizeof model - 1);
            size_t size = mutate(out, sizeof model - 1, ROOM, seed, mutate_plainly);
            out[size] = '\0';
            found = strstr((char *)out, expected[i]) != NULL;
        }
        if (!found) {
            fail_msg("never made: %s", expected[i]);
        }
    }
}

static void parts_come_from_another_file(void **state)
{
    (void)state;
    static const char other[] = "{\"extensions\": {\"VRMC_springBone\": {\"springs\": []}}, \"nodes\": 7}";
    size_t good = 0;
    size_t taken = 0;
    for (uint64_t seed = 0; seed < TIMES; seed++) {
        uint8_t glb[ROOM];
        uint8_t out[ROOM];
        size_t size = mutate_cross(glb, make_glb(glb), (const uint8_t *)other, sizeof other - 1, out, ROOM, seed);
        assert_true(size > 0 && size <= ROOM);
        good += parses(out + 20, word(out + 12) < size - 20 ? word(out + 12) : size - 20);
        taken += memmem(out, size, "springs", 7) != NULL;
        assert_int_equal(mutate_cross((const uint8_t *)"?", 1, glb, 300, out, ROOM, seed), 0);
    }
    assert_in_range(good, TIMES * 8 / 10, TIMES);
    assert_in_range(taken, TIMES / 10, TIMES);
}

/* Several values one after another, for targets that take a schema and a value, or a text and pointers. */
static void what_follows_is_changed_too(void **state)
{
    (void)state;
    static const char both[] = "{\"a\": 1}\0{\"b\": [2]}";
    size_t first = 0;
    size_t second = 0;
    for (uint64_t seed = 0; seed < TIMES; seed++) {
        uint8_t out[ROOM];
        memcpy(out, both, sizeof both - 1);
        size_t size = mutate(out, sizeof both - 1, ROOM, seed, mutate_plainly);
        first += size < 9 || memcmp(out, both, 9) != 0;
        second += size < 11 || memcmp(out + size - 10, both + 9, 10) != 0;
    }
    assert_in_range(first, TIMES / 4, TIMES);
    assert_in_range(second, TIMES / 4, TIMES);
}

static void there_may_be_no_room_and_no_structure(void **state)
{
    (void)state;
    static const char *const inputs[] = {
        "", "{", "[1,2", "{\"a\"", "{\"a\":", "\"", "nothing", "}", "glTF", "[[[[[[[[[["};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        for (uint64_t seed = 0; seed < TIMES; seed++) {
            size_t size = strlen(inputs[i]);
            size_t most = size + seed % 3;
            uint8_t *out = malloc(most + 1); /* the exact size, for sanitizers */
            assert_non_null(out);
            memcpy(out, inputs[i], size);
            assert_true(mutate(out, size, most, seed, mutate_plainly) <= most);
            free(out);
        }
    }
    for (uint64_t seed = 0; seed < TIMES; seed++) {
        uint8_t *out = malloc(sizeof model - 1);
        assert_non_null(out);
        memcpy(out, model, sizeof model - 1);
        assert_true(mutate(out, sizeof model - 1, sizeof model - 1, seed, mutate_plainly) <= sizeof model - 1);
        free(out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_stay_json_mostly),        cmocka_unit_test(models_keep_their_lengths_mostly),
        cmocka_unit_test(all_kinds_of_changes_are_made), cmocka_unit_test(parts_come_from_another_file),
        cmocka_unit_test(what_follows_is_changed_too),   cmocka_unit_test(there_may_be_no_room_and_no_structure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
