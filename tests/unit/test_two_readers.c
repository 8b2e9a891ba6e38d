/*
 * Two readers of JSON, compared: the project's own (scan.c, json.c), which reads avatars, and jansson, which reads
 * settings and schemas. Both accept the same texts, but for what is_odd() names, and what both accept has equal values.
 */
#include "fresh_arena.h"
#include "support.h"

#include <errno.h>
#include <ftw.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf/json.h"
#include "gltf/scan.h"
#include "json_trees.h"

static bool has_nul(const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at == '\\' && *++at == 'u' && memcmp(at, "u0000", 5) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether jansson refuses a valid text: because of numbers that overflow, or a null character in a key. */
static bool is_odd(const char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        if (text[at] == '"') {
            size_t end = scan_string_end(text, size, at + 1);
            size_t behind = scan_space(text, size, end + 1);
            if (behind < size && text[behind] == ':' && has_nul(text + at + 1, text + end)) {
                return true;
            }
            at = end + 1;
        } else if (text[at] == '-' || (text[at] >= '0' && text[at] <= '9')) {
            char number[256];
            size_t length = scan_skip(text, size, at) - at;
            snprintf(number, sizeof number, "%.*s", (int)length, text + at);
            errno = 0;
            bool is_real = strpbrk(number, ".eE") != NULL;
            if (is_real ? isinf(strtod(number, NULL)) : (strtoll(number, NULL, 10), errno == ERANGE)) {
                return true;
            }
            at += length;
        } else {
            at++;
        }
    }
    return false;
}

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static size_t mutate(uint32_t *random, char *text, size_t length, size_t room)
{
    static const char bytes[] =
        "{}[]\",:\\/ubn0123456789eE+-.truefalsn \n\t'dD8cC\x80\xE9\xAB\xAA\xC3\xA9\xF0\x9F\xFF\0";
    for (uint32_t changes = 1 + next_random(random) % 3; changes > 0; changes--) {
        size_t at = length == 0 ? 0 : next_random(random) % length;
        char byte = bytes[next_random(random) % (sizeof bytes - 1)];
        switch (next_random(random) % 4) {
        case 0:
            if (length > 0) {
                text[at] = byte;
            }
            break;
        case 1:
            if (length > 0) {
                memmove(text + at, text + at + 1, length - at - 1);
                length--;
            }
            break;
        case 2:
            if (length < room) {
                memmove(text + at + 1, text + at, length - at);
                text[at] = byte;
                length++;
            }
            break;
        default: {
            size_t size = 1 + next_random(random) % 8;
            if (at + size <= length && length + size <= room) {
                memmove(text + at + size, text + at, length - at);
                length += size;
            }
        }
        }
    }
    return length;
}

/* Whether both readers accept a text. Fails the test if they differ about it. */
static bool compare_readers(const char *text, size_t length)
{
    struct scan_result result = scan_text(arena, text, length, length, NULL);
    json_t *tree = json_loadb(text, length, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL);
    bool accepted = tree != NULL;
    if (memchr(text, '\0', length) != NULL) {
        assert_int_not_equal(result.status, SCAN_OK); /* jansson overlooks a NUL after a number or literal */
        json_decref(tree);
        return false;
    }
    if (result.status == SCAN_TOO_DEEP) { /* jansson accepts four times that depth */
        json_decref(tree);
        return false;
    }
    if ((result.status == SCAN_OK && !is_odd(text, length)) != accepted) {
        fail_msg("%.*s: status %d at %zu, jansson %s it", (int)length, text, result.status, result.offset,
                 accepted ? "accepts" : "refuses");
    }
    assert_true(result.offset <= length);
    if (result.status == SCAN_OK) {
        const struct tree *own = tree_load(tree_pool_new(arena), text, result.root);
        assert_true(!accepted || has_nul(text, text + length) || tree_equal(tree_of_json(arena, tree), own));
        assert_int_equal(scan_skip(text, length, result.root.begin), result.root.end);
    }
    json_decref(tree);
    return result.status == SCAN_OK;
}

static void accepts_what_jansson_accepts(void **state)
{
    (void)state;
    static const char *const seeds[] = {
        "{\"a\":[1,2.5,-3e2],\"b\":{\"c\":null,\"d\":true},\"e\":\"x\\u0041\\n\"}",
        "[\"\xE9\xAB\xAA\xC3\xA9\",\"\\ud83d\\ude00\",\"\xF0\x9F\x98\x80\"]",
        " [ -0.0 , 1e10 , 123456789012345678 , \"\" ] ",
        "{\"key\":{\"key\":{\"key\":[[[],{}],false]}}}",
        "[9223372036854775807,1e308,0.00001e-5,{\"\\u0000\":1}]",
        "\"\\\\\\\"\\/\\b\\f\\n\\r\\t\\u00e9\"",
    };
    const int count = (int)trials(300000);
    uint32_t random = 20240607;
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < count; i++) {
        if (i % 1000 == 0) {
            free_arena(state);
            fresh_arena(state);
        }
        char text[256];
        const char *seed = seeds[next_random(&random) % (sizeof seeds / sizeof *seeds)];
        size_t length = strlen(seed);
        memcpy(text, seed, length);
        length = mutate(&random, text, length, sizeof text);
        if (compare_readers(text, length)) {
            accepted++;
        } else {
            refused++;
        }
    }
    print_message("%d accepted, %d refused\n", accepted, refused);
    assert_true(accepted > count / 10 && refused > count / 10);
}

/* ---- texts of files ---- */

enum { TEXT_MOST = 1 << 16, MUTATIONS = 20000 };

/* The texts that walk_folder() has read. nftw() hands its callback nothing but paths. */
static struct {
    char **texts;
    size_t *lengths;
    size_t count;
} files;

/* Keeps the JSON text of a model: the first chunk of a GLB, or the whole file. */
static int keep_text(const char *path, const struct stat *status, int kind, struct FTW *level)
{
    (void)status;
    (void)level;
    const char *dot = strrchr(path, '.');
    if (kind != FTW_F || dot == NULL ||
        (strcmp(dot, ".vrm") != 0 && strcmp(dot, ".vrma") != 0 && strcmp(dot, ".glb") != 0 &&
         strcmp(dot, ".gltf") != 0)) {
        return 0;
    }
    size_t size;
    char *text = read_file(path, &size);
    if (size >= 20 && memcmp(text, "glTF", 4) == 0) {
        const unsigned char *at = (unsigned char *)text + 12;
        size_t length = at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 | (size_t)at[3] << 24;
        size = length < size - 20 ? length : size - 20;
        memmove(text, text + 20, size);
    }
    files.texts = realloc(files.texts, (files.count + 1) * sizeof *files.texts);
    files.lengths = realloc(files.lengths, (files.count + 1) * sizeof *files.lengths);
    files.texts[files.count] = text;
    files.lengths[files.count++] = size;
    return 0;
}

static void read_files_alike(void **state)
{
    nftw(source_path("fixtures"), keep_text, 16, FTW_PHYS);
    if (external_path("corpus") != NULL) {
        nftw(external_path("corpus"), keep_text, 16, FTW_PHYS);
    }
    assert_true(files.count > 2000);
    size_t accepted = 0;
    for (size_t i = 0; i < files.count; i++) {
        accepted += compare_readers(files.texts[i], files.lengths[i]);
        free_arena(state);
        fresh_arena(state);
    }
    assert_true(accepted > files.count * 9 / 10);
    uint32_t random = 20261128;
    size_t count = trials(MUTATIONS);
    char *text = malloc(TEXT_MOST);
    accepted = 0;
    for (size_t i = 0; i < count; i++) {
        size_t file = next_random(&random) % files.count;
        size_t length = files.lengths[file] < TEXT_MOST ? files.lengths[file] : 0;
        memcpy(text, files.texts[file], length);
        length = mutate(&random, text, length, TEXT_MOST);
        accepted += compare_readers(text, length);
        free_arena(state);
        fresh_arena(state);
    }
    assert_true(accepted > count / 10 && accepted < count * 9 / 10);
    free(text);
    for (size_t i = 0; i < files.count; i++) {
        free(files.texts[i]);
    }
    free(files.texts);
    free(files.lengths);
}

TEST_PROGRAM(two_readers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(accepts_what_jansson_accepts, fresh_arena, free_arena),
        cmocka_unit_test_setup_teardown(read_files_alike, fresh_arena, free_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
