/* The sources of buffers' bytes, and sources that are refused. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gltf/buffers.h"
#include "loaded.h"

/* ---- data URIs ---- */

static void data_uris(void **state)
{
    (void)state;
    static const struct {
        const char *uri;
        enum buffer_state state;
        uint64_t size;
        const char *bytes; /* or a part of the reason */
    } cases[] = {
        {"data:application/octet-stream;base64,TWFu", BUFFER_URI, 3, "Man"},
        {"data:application/gltf-buffer;base64,TWE=", BUFFER_URI, 2, "Ma"},
        {"data:;base64,TQ==", BUFFER_URI, 1, "M"},
        {"data:;base64,TQ", BUFFER_URI, 1, "M"},
        {"data:text/plain;charset=utf-8;BASE64,TWE", BUFFER_URI, 2, "Ma"},
        {"data:;base64,", BUFFER_URI, 0, ""},
        {"data:;base64,+/+/", BUFFER_URI, 3, "\xFB\xFF\xBF"},
        {"data:;base64,T", BUFFER_MISSING, 0, "damaged"},
        {"data:;base64,TWFuT", BUFFER_MISSING, 0, "damaged"},
        {"data:;base64,TW=u", BUFFER_MISSING, 0, "damaged"},
        {"data:;base64,TW u", BUFFER_URI, 2, "Mk"},
        {"data:;base64,T===", BUFFER_MISSING, 0, "damaged"},
        {"data:;base64,TW-_", BUFFER_MISSING, 0, "damaged"},
        {"data:;base64,TW\xC3\xA4", BUFFER_MISSING, 0, "damaged"},
        {"data:,abc", BUFFER_MISSING, 0, "base64"},
        {"data:text/plain,abc", BUFFER_MISSING, 0, "base64"},
        {"data:;base64", BUFFER_MISSING, 0, "base64"},
        {"data:", BUFFER_MISSING, 0, "base64"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[256];
        snprintf(json, sizeof json, "{'asset': {'version': '2.0'}, 'buffers': [{'uri': '%s'}]}", cases[i].uri);
        struct loaded file = load(json);
        struct buffers *buffers = buffers_new(file.document);
        print_message("%s\n", cases[i].uri);
        assert_int_equal(buffers->count, 1);
        const struct buffer *buffer = buffers_get(buffers, 0);
        assert_int_equal(buffer->state, cases[i].state);
        assert_ptr_equal(buffers_get(buffers, 0), buffer);
        if (cases[i].state == BUFFER_MISSING) {
            assert_non_null(strstr(written(&file, buffer->why), cases[i].bytes));
        } else {
            assert_int_equal(buffer->size, cases[i].size);
            assert_int_equal(buffer->length, cases[i].size);
            const unsigned char *bytes = buffers_bytes(buffers, 0, 0, (size_t)buffer->size, NULL);
            assert_memory_equal(bytes, cases[i].bytes, (size_t)cases[i].size);
            assert_null(buffers_bytes(buffers, 0, 1, (size_t)buffer->size, NULL));
            assert_null(buffers_bytes(buffers, 0, UINT64_MAX, 1, NULL));
        }
        assert_string_equal(found(&file, "gltf/"), "");
        unload(&file);
    }
}

/* ---- the BIN chunk ---- */

static void check_bin(const char *buffer, const char *binary, size_t binary_size, size_t cut, enum buffer_state state,
                      uint64_t size)
{
    char json[256];
    unsigned char scratch[16];
    snprintf(json, sizeof json, "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [{%s}, {\"byteLength\": 4}]}",
             buffer);
    size_t total;
    unsigned char *glb = make_glb(json, binary, binary_size, &total);
    struct loaded file = load_bytes(glb, total - cut);
    struct buffers *buffers = buffers_new(file.document);
    assert_int_equal(buffers_get(buffers, 0)->state, state);
    /* only the first buffer may use the BIN chunk */
    assert_int_equal(buffers_get(buffers, 1)->state, BUFFER_MISSING);
    assert_string_equal(written(&file, buffers_get(buffers, 1)->why), "buffer 1 has no uri and no bytes");
    if (state == BUFFER_BIN) {
        assert_int_equal(buffers_get(buffers, 0)->size, size);
        assert_memory_equal(buffers_bytes(buffers, 0, 1, 2, scratch), binary + 1, 2);
        assert_null(buffers_bytes(buffers, 0, size, 1, scratch));
    }
    unload(&file);
    free(glb);
}

static void bin_chunk(void **state)
{
    (void)state;
    check_bin("\"byteLength\": 8", "01234567", 8, 0, BUFFER_BIN, 8);
    check_bin("\"byteLength\": 6", "012345", 6, 0, BUFFER_BIN, 8);
    check_bin("\"byteLength\": 99", "01234567", 8, 0, BUFFER_BIN, 8);
    /* truncated within the chunk */
    check_bin("\"byteLength\": 8", "01234567", 8, 5, BUFFER_BIN, 3);
    check_bin("\"byteLength\": 8", NULL, 0, 0, BUFFER_ILL, 0);
    check_bin("\"byteLength\": -8", "01234567", 8, 0, BUFFER_ILL, 0);
    /* a buffer with a uri isn't in the chunk */
    check_bin("\"byteLength\": 3, \"uri\": \"data:;base64,TWFu\"", "01234567", 8, 0, BUFFER_URI, 3);
}

/* ---- files ---- */

static char folder[64];

static const char *in_folder(const char *name)
{
    static char paths[4][256];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static const char *const made[] = {"model/a.gltf",           "model/a.bin",    "model/b c.bin",  "model/sub/d.bin",
                                   "model/in.bin",           "model/out.bin",  "model/fifo.bin", "model/outer",
                                   "model/\xE3\x81\x82.bin", "model/100%.bin", "secret.bin",     "model2/e.bin"};

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/vrmlint-test-XXXXXX");
    if (mkdtemp(folder) == NULL || mkdir(in_folder("model"), 0700) != 0 || mkdir(in_folder("model/sub"), 0700) != 0 ||
        mkdir(in_folder("model2"), 0700) != 0) {
        return 1;
    }
    write_file("secret.bin", "secret");
    write_file("model2/e.bin", "neighbour");
    write_file("model/a.bin", "0123456789");
    write_file("model/b c.bin", "blank");
    write_file("model/100%.bin", "percent");
    write_file("model/\xE3\x81\x82.bin", "kana");
    write_file("model/sub/d.bin", "below");
    return symlink("sub/d.bin", in_folder("model/in.bin")) != 0 ||
           symlink("../secret.bin", in_folder("model/out.bin")) != 0 || symlink("..", in_folder("model/outer")) != 0 ||
           mkfifo(in_folder("model/fifo.bin"), 0600) != 0;
}

static int remove_folder(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        unlink(in_folder(made[i]));
    }
    return rmdir(in_folder("model/sub")) != 0 || rmdir(in_folder("model")) != 0 || rmdir(in_folder("model2")) != 0 ||
           rmdir(folder) != 0;
}

static const struct {
    const char *uri;
    const char *bytes; /* NULL: refused */
    const char *why;
} uris[] = {
    {"a.bin", "0123456789", NULL},
    {"%61.bin", "0123456789", NULL},
    {"b%20c.bin", "blank", NULL},
    {"b c.bin", "blank", NULL},
    {"100%25.bin", "percent", NULL},
    {"%E3%81%82.bin", "kana", NULL},
    {"\xE3\x81\x82.bin", "kana", NULL},
    {"sub/d.bin", "below", NULL},
    {"in.bin", "below", NULL},
    {"./sub/./d.bin", "below", NULL},
    {"missing.bin", NULL, "can't be read"},
    {"sub", NULL, "not an ordinary file"},
    {"fifo.bin", NULL, "not an ordinary file"},
    {"out.bin", NULL, "outside the folder"},
    {"outer/secret.bin", NULL, "outside the folder"},
    {"outer/model2/e.bin", NULL, "outside the folder"},
    {"../secret.bin", NULL, "only files in the same folder"},
    {"../model/a.bin", NULL, "only files in the same folder"},
    {"sub/../a.bin", NULL, "only files in the same folder"},
    {"..", NULL, "only files in the same folder"},
    {"sub//d.bin", NULL, "only files in the same folder"},
    {"/etc/passwd", NULL, "only files in the same folder"},
    {"//host/a.bin", NULL, "only files in the same folder"},
    {"%2e%2e/secret.bin", NULL, "only files in the same folder"},
    {"..%2fsecret.bin", NULL, "only files in the same folder"},
    {"%2fetc/passwd", NULL, "only files in the same folder"},
    {"a%00.bin", NULL, "only files in the same folder"},
    {"a%zz.bin", NULL, "only files in the same folder"},
    {"a.bin%4", NULL, "only files in the same folder"},
    {"..\\\\secret.bin", NULL, "only files in the same folder"},
    {"%5c%5chost%5ca.bin", NULL, "only files in the same folder"},
    {"C:a.bin", NULL, "only files in the same folder"},
    {"C%3Aa.bin", NULL, "only files in the same folder"},
    {"file:///etc/passwd", NULL, "only files in the same folder"},
    {"http://example.com/a.bin", NULL, "only files in the same folder"},
    {"a.bin?x", NULL, "only files in the same folder"},
    {"a.bin#x", NULL, "only files in the same folder"},
    {"", NULL, "no uri"},
    {"a.bin/", NULL, "only files in the same folder"},
    {"a.bin/x", NULL, "can't be read"},
};

/* Opens a document with a buffer for each uri, under a path. */
static struct loaded open_document(const char *path, struct os_file **os_file)
{
    FILE *out = fopen(in_folder("model/a.gltf"), "wb");
    assert_non_null(out);
    fprintf(out, "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [");
    for (size_t i = 0; i < sizeof uris / sizeof *uris; i++) {
        fprintf(out, "%s{\"byteLength\": 5, \"uri\": \"%s\"}", i == 0 ? "" : ", ", uris[i].uri);
    }
    fprintf(out, "]}");
    fclose(out);
    struct os_error error;
    *os_file = os_open(in_folder("model/a.gltf"), &error);
    assert_non_null(*os_file);
    static enum vrmlint_severity severities[RULE_LIMIT];
    struct loaded loaded = {.arena = arena_new()};
    loaded.findings = findings_new(loaded.arena, severities, NULL);
    loaded.document = document_open(loaded.arena, loaded.findings, path,
                                    (struct bytes){.file = *os_file, .size = os_size(*os_file)}, &error);
    assert_true(loaded.document != NULL && loaded.document->readable);
    return loaded;
}

static void files_beside_the_document(void **state)
{
    (void)state;
    struct os_file *os_file;
    struct loaded file = open_document(in_folder("model/a.gltf"), &os_file);
    struct buffers *buffers = buffers_new(file.document);
    /* twice, so that files are opened again after others */
    for (size_t turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < buffers->count; i++) {
            unsigned char scratch[16];
            const struct buffer *buffer = buffers_get(buffers, i);
            print_message("%s %s\n", uris[i].uri, buffer->state == BUFFER_MISSING ? written(&file, buffer->why) : "");
            if (uris[i].bytes == NULL) {
                assert_int_equal(buffer->state, BUFFER_MISSING);
                assert_non_null(strstr(written(&file, buffer->why), uris[i].why));
                assert_null(buffers_bytes(buffers, i, 0, 1, scratch));
                continue;
            }
            size_t length = strlen(uris[i].bytes);
            assert_int_equal(buffer->state, BUFFER_FILE);
            assert_int_equal(buffer->size, length);
            assert_memory_equal(buffers_bytes(buffers, i, 1, length - 1, scratch), uris[i].bytes + 1, length - 1);
            assert_null(buffers_bytes(buffers, i, 0, length + 1, scratch));
        }
    }
    unload(&file);
    os_close(os_file);
}

/* A file may shrink or disappear while it is read. */
static void files_that_change(void **state)
{
    (void)state;
    unsigned char scratch[16];
    struct os_file *os_file;
    struct loaded file = open_document(in_folder("model/a.gltf"), &os_file);
    struct buffers *buffers = buffers_new(file.document);
    assert_int_equal(buffers_get(buffers, 0)->state, BUFFER_FILE);
    assert_int_equal(truncate(in_folder("model/a.bin"), 4), 0);
    assert_memory_equal(buffers_bytes(buffers, 0, 0, 4, scratch), "0123", 4);
    assert_null(buffers_bytes(buffers, 0, 0, 5, scratch));
    assert_int_equal(buffers_get(buffers, 0)->state, BUFFER_MISSING);
    assert_non_null(strstr(written(&file, buffers_get(buffers, 0)->why), "shorter"));
    assert_int_equal(buffers_get(buffers, 2)->state, BUFFER_FILE);
    assert_int_equal(buffers_get(buffers, 7)->state, BUFFER_FILE);
    assert_int_equal(unlink(in_folder("model/b c.bin")), 0);
    assert_null(buffers_bytes(buffers, 2, 0, 1, scratch));
    assert_non_null(strstr(written(&file, buffers_get(buffers, 2)->why), "can't be read"));
    unload(&file);
    os_close(os_file);
    write_file("model/a.bin", "0123456789");
    write_file("model/b c.bin", "blank");
}

/* Standard input and bytes in memory have no folder. */
static void no_folder(void **state)
{
    (void)state;
    struct os_file *os_file;
    struct loaded file = open_document("-", &os_file);
    struct buffers *buffers = buffers_new(file.document);
    assert_int_equal(buffers_get(buffers, 0)->state, BUFFER_MISSING);
    assert_non_null(strstr(written(&file, buffers_get(buffers, 0)->why), "is in no folder"));
    unload(&file);
    os_close(os_file);
    char json[256];
    snprintf(json, sizeof json, "{'asset': {'version': '2.0'}, 'buffers': [{'byteLength': 1, 'uri': 'a.bin'}]}");
    file = load(json);
    file.document->path = in_folder("model/a.gltf");
    buffers = buffers_new(file.document);
    assert_int_equal(buffers_get(buffers, 0)->state, BUFFER_MISSING);
    unload(&file);
}

/* A path without a folder is relative to the current folder. */
static void current_folder(void **state)
{
    (void)state;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    struct os_file *os_file;
    struct loaded file = open_document("a.gltf", &os_file);
    struct buffers *buffers = buffers_new(file.document);
    unsigned char scratch[16];
    assert_int_equal(chdir(in_folder("model")), 0);
    assert_int_equal(buffers_get(buffers, 0)->state, BUFFER_FILE);
    assert_memory_equal(buffers_bytes(buffers, 0, 8, 2, scratch), "89", 2);
    assert_int_equal(buffers_get(buffers, 13)->state, BUFFER_MISSING);
    assert_int_equal(chdir(before), 0);
    unload(&file);
    os_close(os_file);
}

TEST_PROGRAM(buffers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_uris),
        cmocka_unit_test(bin_chunk),
        cmocka_unit_test_setup_teardown(files_beside_the_document, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(files_that_change, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(no_folder, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(current_folder, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
