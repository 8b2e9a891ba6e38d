/* Sparse accessors, accessors without bytes in the file, and accessors of many blocks. */
#include "accessor_files.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Opens an accessor of eight bytes, zeros or the bytes 0 to 7, and sparse values taken from the bytes 0 to 23. */
static void open_sparse(const char *base, const char *sparse)
{
    open_json("{'asset': {'version': '2.0'}, 'buffers': [{'byteLength': 24, 'uri': 'data:;base64," COUNTING "'}],"
              "'bufferViews': [{'buffer': 0, 'byteLength': 24}], 'accessors': [{%s 'componentType': 5121, 'count': 8,"
              "'type': 'SCALAR', 'sparse': {%s}}]}",
              base, sparse);
}

static void replacements(void **state)
{
    (void)state;
    open_sparse("'bufferView': 0,", "'count': 2, 'indices': {'bufferView': 0, 'byteOffset': 3, 'componentType': 5121},"
                                    "'values': {'bufferView': 0, 'byteOffset': 20}");
    expect_values(0, (const double[]){0, 1, 2, 20, 21, 5, 6, 7}, 8);
    unload(&accessor_file);
    open_sparse("", "'count': 3, 'indices': {'bufferView': 0, 'byteOffset': 5, 'componentType': 5121},"
                    "'values': {'bufferView': 0, 'byteOffset': 20}");
    expect_values(0, (const double[]){0, 0, 0, 0, 0, 20, 21, 22}, 8);
    expect_told("");
    unload(&accessor_file);
}

static void replacements_gone_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *sparse;
        enum accessor_status status;
        const char *why;
    } cases[] = {
        {"'count': 9, 'indices': {'bufferView': 0, 'componentType': 5121}, 'values': {'bufferView': 0}",
         ACCESSOR_OUT_OF_BOUNDS, "replaces 9 of 8"},
        {"'count': 9223372036854775807, 'indices': {'bufferView': 0, 'componentType': 5121},"
         "'values': {'bufferView': 0}",
         ACCESSOR_OUT_OF_BOUNDS, "of 8"},
        {"'count': 0, 'indices': {'bufferView': 0, 'componentType': 5121}, 'values': {'bufferView': 0}",
         ACCESSOR_MALFORMED, "no elements"},
        {"'count': 1", ACCESSOR_MALFORMED, "without indices"},
        {"'count': 1, 'indices': {'bufferView': 0, 'componentType': 5120}, 'values': {'bufferView': 0}",
         ACCESSOR_MALFORMED, "aren't unsigned"},
        {"'count': 8, 'indices': {'bufferView': 0, 'byteOffset': 17, 'componentType': 5121},"
         "'values': {'bufferView': 0}",
         ACCESSOR_OUT_OF_BOUNDS, "byte 25"},
        {"'count': 8, 'indices': {'bufferView': 0, 'componentType': 5121},"
         "'values': {'bufferView': 0, 'byteOffset': 17}",
         ACCESSOR_OUT_OF_BOUNDS, "byte 25"},
        {"'count': 1, 'indices': {'bufferView': 0, 'byteOffset': 1, 'componentType': 5123},"
         "'values': {'bufferView': 0}",
         ACCESSOR_OUT_OF_BOUNDS, "multiple of 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_sparse("'bufferView': 0,", cases[i].sparse);
        const struct accessor *accessor = accessors_get(accessor_list, 0);
        assert_int_equal(accessor->status, cases[i].status);
        assert_non_null(strstr(written(&accessor_file, accessor->why), cases[i].why));
        unload(&accessor_file);
    }
}

/* Errors in sparse indices are known only once the indices are read. */
static void indices_gone_wrong(void **state)
{
    (void)state;
    static const struct {
        int offset; /* into 0 1 2 ... 7 7 8 3 2 0 0 */
        int count;
        const char *why; /* NULL: no error */
    } cases[] = {
        {0, 8, NULL},
        {7, 1, NULL},
        {7, 2, "element 7 after element 7"},
        {9, 1, "element 8, but has only 8"},
        {10, 2, "element 2 after element 3"},
        {12, 2, "element 0 after element 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static struct accessor_pass pass;
        double out[ACCESSOR_BLOCK];
        open_json("{'asset': {'version': '2.0'}, 'buffers': [{'byteLength': 14, 'uri':"
                  "'data:;base64,AAECAwQFBgcHCAMCAAA='}], 'bufferViews': [{'buffer': 0, 'byteLength': 14}],"
                  "'accessors': [{'componentType': 5121, 'count': 8, 'type': 'SCALAR', 'sparse': {'count': %d,"
                  "'indices': {'bufferView': 0, 'byteOffset': %d, 'componentType': 5121}, 'values': {'bufferView': 0}"
                  "}}]}",
                  cases[i].count, cases[i].offset);
        assert_int_equal(accessors_get(accessor_list, 0)->status, ACCESSOR_READY);
        assert_true(accessor_begin(&pass, accessor_list, 0));
        size_t got = accessor_next(&pass, out, ACCESSOR_BLOCK);
        const struct accessor *accessor = accessors_get(accessor_list, 0);
        assert_int_equal(got, cases[i].why == NULL ? 8 : 0);
        assert_int_equal(accessor->status, cases[i].why == NULL ? ACCESSOR_READY : ACCESSOR_OUT_OF_BOUNDS);
        if (cases[i].why != NULL) {
            assert_non_null(strstr(written(&accessor_file, accessor->why), cases[i].why));
        }
        unload(&accessor_file);
    }
}

/* More than a block of elements, every third of them replaced, read in pieces of all sizes. */
static void many_blocks(void **state)
{
    (void)state;
    enum { COUNT = 2000, REPLACED = (COUNT + 2) / 3 };
    static unsigned char bytes[COUNT * 2 + REPLACED * 4];
    for (size_t i = 0; i < COUNT; i++) {
        bytes[i * 2] = (unsigned char)i;
        bytes[i * 2 + 1] = (unsigned char)(i >> 8);
    }
    for (size_t i = 0; i < REPLACED; i++) {
        unsigned char *index = bytes + COUNT * 2 + i * 2;
        index[0] = (unsigned char)(i * 3);
        index[1] = (unsigned char)(i * 3 >> 8);
        unsigned char *value = bytes + COUNT * 2 + REPLACED * 2 + i * 2;
        value[0] = (unsigned char)(10000 + i);
        value[1] = (unsigned char)((10000 + i) >> 8);
    }
    char json[1024];
    snprintf(json, sizeof json,
             "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [{\"byteLength\": %zu}],"
             "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": %zu}], \"accessors\": [{\"bufferView\": 0,"
             "\"componentType\": 5123, \"count\": %d, \"type\": \"SCALAR\", \"sparse\": {\"count\": %d,"
             "\"indices\": {\"bufferView\": 0, \"byteOffset\": %d, \"componentType\": 5123},"
             "\"values\": {\"bufferView\": 0, \"byteOffset\": %d}}}]}",
             sizeof bytes, sizeof bytes, COUNT, REPLACED, COUNT * 2, COUNT * 2 + REPLACED * 2);
    size_t size;
    unsigned char *glb = make_glb(json, bytes, sizeof bytes, &size);
    for (size_t piece = 1; piece <= ACCESSOR_BLOCK; piece += 73) {
        static struct accessor_pass pass;
        double out[ACCESSOR_BLOCK];
        accessor_file = load_bytes(glb, size);
        accessor_list = accessors_new(accessor_file.document);
        assert_int_equal(accessors_get(accessor_list, 0)->status, ACCESSOR_READY);
        assert_true(accessor_begin(&pass, accessor_list, 0));
        size_t at = 0;
        for (size_t got; (got = accessor_next(&pass, out, piece)) > 0; at += got) {
            for (size_t i = 0; i < got; i++) {
                size_t element = at + i;
                assert_true(out[i] == (double)(element % 3 == 0 ? 10000 + element / 3 : element));
            }
        }
        assert_int_equal(at, COUNT);
        unload(&accessor_file);
    }
    free(glb);
}

/* Elements that have no bytes in the file are zero and use no memory. */
static void zeros(void **state)
{
    (void)state;
    static struct accessor_pass pass;
    double out[ACCESSOR_BLOCK];
    open_json("{'asset': {'version': '2.0'}, 'accessors': ["
              "{'componentType': 5126, 'count': 65536, 'type': 'SCALAR'},"
              "{'componentType': 5126, 'count': 70000, 'type': 'SCALAR'},"
              "{'componentType': 5126, 'count': 9007199254740992, 'type': 'SCALAR'}]}");
    size_t before = arena_size(accessor_file.arena);
    assert_int_equal(accessors_get(accessor_list, 0)->status, ACCESSOR_READY);
    assert_int_equal(accessors_get(accessor_list, 1)->status, ACCESSOR_MALFORMED);
    assert_int_equal(accessors_get(accessor_list, 2)->status, ACCESSOR_MALFORMED);
    assert_non_null(strstr(written(&accessor_file, accessors_get(accessor_list, 2)->why), "9007199254740992 elements"));
    size_t passes = 0;
    for (; accessor_begin(&pass, accessor_list, 0); passes++) {
        size_t count = 0;
        for (size_t got; (got = accessor_next(&pass, out, ACCESSOR_BLOCK)) > 0; count += got) {
            assert_true(out[0] == 0 && out[got - 1] == 0);
        }
        assert_int_equal(count, 65536);
    }
    /* reading the same accessor repeatedly doesn't go on forever */
    assert_int_equal(passes, 2);
    assert_true(arena_size(accessor_file.arena) - before < 100000);
    unload(&accessor_file);
}

TEST_PROGRAM(accessor_sparse)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replacements),
        cmocka_unit_test(replacements_gone_wrong),
        cmocka_unit_test(indices_gone_wrong),
        cmocka_unit_test(many_blocks),
        cmocka_unit_test(zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
