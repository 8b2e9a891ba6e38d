/* Containers: GLB files built byte by byte, truncated and changed, and those of the Khronos validator. */
#include "support.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "gltf/document.h"

#define TYPE_JSON 0x4E4F534AU
#define TYPE_BIN 0x004E4942U
#define TYPE_MORE 0x45524F4DU

/* A file being opened. document is NULL if reading failed. */
struct opened {
    struct arena *arena;
    struct findings *findings;
    struct document *document;
};

static struct opened open_bytes(struct bytes bytes)
{
    static enum vrmlint_severity severities[RULE_LIMIT];
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        severities[i] = rules[i].severity;
    }
    struct opened opened = {.arena = arena_new()};
    assert_non_null(opened.arena);
    opened.findings = findings_new(opened.arena, severities, NULL);
    struct os_error error;
    opened.document = document_open(opened.arena, opened.findings, "test.vrm", bytes, &error);
    return opened;
}

static void close_opened(struct opened *opened)
{
    document_close(opened->document);
    arena_free(opened->arena);
}

/* Returns "rule rule ...", in the order in which findings were added. */
static const char *rules_of(const struct opened *opened)
{
    struct buf list = BUF_INIT(opened->arena);
    for (const struct finding *f = findings_first(opened->findings); f != NULL; f = f->next) {
        buf_printf(&list, "%s%s", list.length == 0 ? "" : " ", finding_rule(f)->id);
        bool container = strncmp(finding_rule(f)->id, "container/", 10) == 0;
        assert_int_equal(f->position, container ? POSITION_NONE : POSITION_KNOWN);
    }
    return buf_text(&list);
}

/* ---- files built here ---- */

struct glb {
    unsigned char bytes[1024];
    size_t size;
};

static void put32(struct glb *glb, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        glb->bytes[at + (size_t)i] = (unsigned char)(value >> 8 * i);
    }
}

static void add_chunk(struct glb *glb, uint32_t type, const char *data, size_t size)
{
    put32(glb, glb->size, (uint32_t)size);
    put32(glb, glb->size + 4, type);
    memcpy(glb->bytes + glb->size + 8, data, size);
    glb->size += 8 + size;
    put32(glb, 8, (uint32_t)glb->size);
}

static void add_json(struct glb *glb, const char *json)
{
    char text[512];
    size_t size = strlen(json);
    memcpy(text, json, size);
    while (size % 4 != 0) {
        text[size++] = ' ';
    }
    add_chunk(glb, TYPE_JSON, text, size);
}

static void start(struct glb *glb)
{
    *glb = (struct glb){.bytes = "glTF\2", .size = 12};
}

static const char small_json[] = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":8}]}";

static void make_small(struct glb *glb)
{
    start(glb);
    add_json(glb, small_json);
    add_chunk(glb, TYPE_BIN, "\1\2\3\4\5\6\7", 8);
}

static void assert_rules(const struct glb *glb, const char *rules)
{
    struct opened opened = open_bytes((struct bytes){.memory = glb->bytes, .size = glb->size});
    assert_non_null(opened.document);
    assert_string_equal(rules_of(&opened), rules);
    close_opened(&opened);
}

static void a_sound_file_is_taken_apart(void **state)
{
    (void)state;
    struct glb glb;
    make_small(&glb);
    struct opened opened = open_bytes((struct bytes){.memory = glb.bytes, .size = glb.size});
    const struct container *container = &opened.document->container;
    assert_string_equal(rules_of(&opened), "");
    assert_true(container->is_glb && container->has_bin && !container->is_damaged);
    assert_int_equal(container->text_offset, 20);
    assert_int_equal(container->text_size, (sizeof small_json - 1 + 3) / 4 * 4);
    assert_ptr_equal(container->text, glb.bytes + 20);
    assert_int_equal(container->bin_offset, glb.size - 8);
    assert_int_equal(container->bin_length, 8);
    assert_true(opened.document->readable);
    close_opened(&opened);
}

/* A file truncated anywhere or with any byte changed never crashes, and truncation is always reported. */
static void cuts_always_show(void **state)
{
    (void)state;
    struct glb glb;
    make_small(&glb);
    for (size_t size = 0; size < glb.size; size++) {
        /* a copy of exactly that size, so that reading beyond its end is detected */
        unsigned char *copy = malloc(size == 0 ? 1 : size);
        assert_non_null(copy);
        memcpy(copy, glb.bytes, size);
        struct opened opened = open_bytes((struct bytes){.memory = copy, .size = size});
        const char *should = size == 0               ? "container/empty"
                             : size == glb.size - 16 ? "container/length-mismatch" /* between two chunks */
                                                     : "container/truncated";
        assert_string_equal(rules_of(&opened), should);
        assert_int_equal(opened.document->readable, size >= glb.size - 16);
        close_opened(&opened);
        free(copy);
    }
}

static void changed_bytes_never_crash(void **state)
{
    (void)state;
    struct glb glb;
    make_small(&glb);
    static const unsigned char values[] = {0, 1, 2, 0x7F, 0x80, 0xFF, '"', '{'};
    for (size_t at = 0; at < glb.size; at++) {
        for (size_t i = 0; i < sizeof values; i++) {
            unsigned char *copy = malloc(glb.size);
            assert_non_null(copy);
            memcpy(copy, glb.bytes, glb.size);
            copy[at] = values[i];
            struct opened opened = open_bytes((struct bytes){.memory = copy, .size = glb.size});
            assert_non_null(opened.document);
            bool header = at < 20 || (at >= glb.size - 16 && at < glb.size - 8);
            if (header && copy[at] != glb.bytes[at]) {
                assert_string_not_equal(rules_of(&opened), "");
            }
            close_opened(&opened);
            free(copy);
        }
    }
}

static void lengths_are_compared(void **state)
{
    (void)state;
    struct glb glb;
    make_small(&glb);
    glb.size += 1;
    assert_rules(&glb, "container/trailing-data");
    put32(&glb, 8, UINT32_MAX);
    assert_rules(&glb, "container/truncated");
    glb.size -= 1;
    assert_rules(&glb, "container/length-mismatch");
    put32(&glb, 8, 0);
    assert_rules(&glb, "container/length-mismatch");
    put32(&glb, 8, 19);
    assert_rules(&glb, "container/length-mismatch");
    put32(&glb, 8, 20);
    assert_rules(&glb, "container/length-mismatch"); /* the JSON chunk extends beyond the file */
    put32(&glb, 8, (uint32_t)glb.size - 4);
    assert_rules(&glb, "container/length-mismatch");
    make_small(&glb);
    glb.size = 15;
    put32(&glb, 8, 19); /* the file is as long as the header says */
    assert_rules(&glb, "container/length-mismatch");
    put32(&glb, 8, 20);
    assert_rules(&glb, "container/truncated");
    make_small(&glb);
    put32(&glb, glb.size - 16, UINT32_MAX);
    assert_rules(&glb, "container/length-mismatch container/unaligned-chunk");
    make_small(&glb);
    put32(&glb, 12, 0xFFFFFFF0);
    assert_rules(&glb, "container/length-mismatch");
    make_small(&glb);
    put32(&glb, 4, 1);
    assert_rules(&glb, "container/bad-version");
    put32(&glb, 4, 3);
    assert_rules(&glb, "container/bad-version");
}

static void chunks_have_their_order(void **state)
{
    (void)state;
    struct glb glb;
    start(&glb);
    add_chunk(&glb, TYPE_BIN, "\1\2\3\4", 4);
    assert_rules(&glb, "container/missing-json");
    add_json(&glb, "{}");
    assert_rules(&glb, "container/json-not-first");
    add_json(&glb, "[");
    assert_rules(&glb, "container/json-not-first container/duplicate-chunk");
    start(&glb);
    add_json(&glb, "{}");
    add_chunk(&glb, TYPE_MORE, "", 0);
    add_chunk(&glb, TYPE_BIN, "", 0);
    add_chunk(&glb, TYPE_BIN, "", 0);
    assert_rules(&glb, "container/unknown-chunk container/bin-not-second container/duplicate-chunk");
    start(&glb);
    add_chunk(&glb, TYPE_JSON, "", 0);
    assert_rules(&glb, "container/empty");
    start(&glb);
    add_chunk(&glb, TYPE_JSON, "{}", 2);
    assert_rules(&glb, "container/unaligned-chunk");
    start(&glb);
    add_chunk(&glb, TYPE_JSON, "\xEF\xBB\xBF{}   ", 8);
    assert_rules(&glb, "json/bom");
    start(&glb);
    add_chunk(&glb, TYPE_JSON, "{}\0\0", 4);
    assert_rules(&glb, "json/syntax");
    start(&glb);
    add_chunk(&glb, TYPE_JSON, "{\0}\0", 4);
    assert_rules(&glb, "json/syntax");
}

static void the_bin_chunk_fits_its_buffer(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        const char *rules;
    } cases[] = {
        {"{\"buffers\":[{\"byteLength\":8}]}", ""},
        {"{\"buffers\":[{\"byteLength\":9}]}", "container/bin-too-small"},
        {"{\"buffers\":[{\"byteLength\":1e300}]}", "container/bin-too-small"},
        {"{\"buffers\":[{\"byteLength\":1e999}]}", "container/bin-too-small"},
        {"{\"buffers\":[{\"byteLength\":99999999999999999999}]}", "container/bin-too-small"},
        {"{\"buffers\":[{\"byteLength\":5}]}", ""},
        {"{\"buffers\":[{\"byteLength\":4}]}", "container/bin-too-large"},
        {"{\"buffers\":[{\"byteLength\":9,\"uri\":\"a.bin\"}]}", ""},
        {"{\"buffers\":[{\"byteLength\":\"9\"}]}", ""},
        {"{\"buffers\":[{\"byteLength\":-9}]}", ""},
        {"{\"buffers\":[9]}", ""},
        {"{\"buffers\":[]}", ""},
        {"{\"buffers\":{}}", ""},
        {"{\"buffers\":[{\"byteLength\":8},{\"byteLength\":9}]}", ""},
        {"{}", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct glb glb;
        start(&glb);
        add_json(&glb, cases[i].json);
        add_chunk(&glb, TYPE_BIN, "\1\2\3\4\5\6\7", 8);
        assert_rules(&glb, cases[i].rules);
    }
    struct glb glb;
    start(&glb);
    add_json(&glb, cases[0].json);
    assert_rules(&glb, "container/bin-too-small");
}

static void very_many_chunks_are_left(void **state)
{
    (void)state;
    enum { COUNT = 200000 };
    size_t size = 12 + (size_t)COUNT * 8;
    unsigned char *bytes = calloc(1, size);
    assert_non_null(bytes);
    memcpy(bytes, "glTF\2", 5);
    for (int i = 0; i < 4; i++) {
        bytes[8 + i] = (unsigned char)(size >> 8 * i);
    }
    struct opened opened = open_bytes((struct bytes){.memory = bytes, .size = size});
    assert_in_range(findings_count(opened.findings), 1000, 1100);
    assert_true(arena_size(opened.arena) < 2000000);
    size_t skipped;
    findings_skipped(opened.findings, &skipped);
    assert_int_equal(skipped, 1);
    close_opened(&opened);
    free(bytes);
}

static void other_files_are_told_what_they_are(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        const char *says;
    } cases[] = {
        {"PK\3\4zip", "ZIP"},
        {"\x1F\x8Bgzip", "gzip"},
        {"<html>", "web page"},
        {"  \n<?xml", "web page"},
        {"7z\xBC\xAF\x27\x1C", "7z"},
        {"Rar!\x1A", "RAR"},
        {"\x89PNG\r\n", "image"},
        {"\xFF\xD8\xFF\xE0", "image"},
        {"; FBX 7.4.0 project file", "FBX"},
        {"PMX 2.0", "MikuMikuDance"},
        {"\xFF\xFE{", "UTF-16"},
        {"BLENDER-v402", "Blender"},
        {"UnityFS", "Unity"},
        {"GLTF", "damaged"},
        {"hello", "damaged"},
        {" \t\r\n", "white space"},
        {"\xEF\xBB\xBF", "white space"},
        {"version https://git-lfs.github.com/spec/v1", "LFS"},
        {"\"text\"", "damaged"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct opened opened =
            open_bytes((struct bytes){.memory = (const void *)cases[i].bytes, .size = strlen(cases[i].bytes)});
        assert_string_equal(rules_of(&opened), "container/bad-magic");
        assert_non_null(strstr(ENGLISH(findings_first(opened.findings)->text), cases[i].says));
        assert_null(opened.document->container.text);
        assert_false(opened.document->readable);
        assert_null(document_tree(opened.document, ""));
        close_opened(&opened);
    }
    /* white space beyond the first block that is read */
    char *text = malloc(20000);
    assert_non_null(text);
    memset(text, '\n', 20000);
    memcpy(text + 19998, "{}", 2);
    struct opened opened = open_bytes((struct bytes){.memory = (const void *)text, .size = 20000});
    assert_true(opened.document->readable);
    close_opened(&opened);
    opened = open_bytes((struct bytes){.memory = (const void *)text, .size = 19998});
    assert_string_equal(rules_of(&opened), "container/bad-magic");
    close_opened(&opened);
    free(text);
}

/* A file that shrinks between opening and reading is an I/O error. */
static void reading_can_fail(void **state)
{
    (void)state;
    char path[] = "/tmp/vrmlint-glb-XXXXXX";
    struct glb glb;
    make_small(&glb);
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *out = fdopen(descriptor, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(glb.bytes, 1, glb.size, out), glb.size);
    fclose(out);
    struct os_error error;
    struct os_file *file = os_open(path, &error);
    assert_non_null(file);
    remove(path);
    struct opened opened = open_bytes((struct bytes){.file = file, .size = os_size(file)});
    assert_non_null(opened.document);
    assert_string_equal(rules_of(&opened), "");
    assert_int_equal(document_count(opened.document, "buffers"), 1);
    close_opened(&opened);
    opened = open_bytes((struct bytes){.file = file, .size = glb.size + 100});
    assert_non_null(opened.document); /* the header is readable, and the chunks are found by its length */
    close_opened(&opened);
    os_close(file);

    file = os_open("/dev/null", &error);
    assert_non_null(file);
    opened = open_bytes((struct bytes){.file = file, .size = 100});
    assert_null(opened.document);
    close_opened(&opened);
    os_close(file);
}

/* ---- the Khronos validator's files ---- */

struct report {
    bool errors;   /* has an issue of severity 0 about bytes or JSON */
    bool warnings; /* has one of severity 1 */
};

static struct report read_report(const char *path)
{
    json_t *report = json_load_file(path, 0, NULL);
    assert_non_null(report);
    struct report out = {false, false};
    json_t *message;
    size_t i;
    json_array_foreach(json_object_get(json_object_get(report, "issues"), "messages"), i, message)
    {
        const char *code = json_string_value(json_object_get(message, "code"));
        long long severity = json_integer_value(json_object_get(message, "severity"));
        assert_non_null(code);
        if (strcmp(code, "UNDEFINED_PROPERTY") == 0) {
            continue; /* a missing asset: the reader doesn't check it */
        }
        out.errors = out.errors || severity == 0;
        out.warnings = out.warnings || severity == 1;
    }
    json_decref(report);
    return out;
}

static int judge_folder(const char *folder)
{
    struct dirent **names;
    int count = scandir(folder, &names, NULL, alphasort);
    int files = 0;
    int bad = 0;
    for (int i = 0; i < count; i++) {
        char path[4400];
        char report_path[4500];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        const char *dot = strrchr(path, '.');
        free(names[i]);
        if (strcmp(dot, ".glb") != 0 && strcmp(dot, ".gltf") != 0) {
            continue;
        }
        snprintf(report_path, sizeof report_path, "%s.report.json", path);
        struct report should = read_report(report_path);
        size_t size;
        char *bytes = read_file(path, &size);
        struct opened opened = open_bytes((struct bytes){.memory = (const void *)bytes, .size = size});
        struct report is = {false, false};
        for (const struct finding *f = findings_first(opened.findings); f != NULL; f = f->next) {
            is.errors = is.errors || f->severity == VRMLINT_ERROR;
            is.warnings = is.warnings || f->severity == VRMLINT_WARNING;
        }
        if (is.errors != should.errors || is.warnings != should.warnings) {
            print_error("%s: %s\n", path, rules_of(&opened));
            bad++;
        }
        files++;
        close_opened(&opened);
        free(bytes);
    }
    free(names);
    assert_int_equal(bad, 0);
    return files;
}

static void agrees_with_khronos(void **state)
{
    (void)state;
    NEED_EXTERNAL("suites/khronos/glb");
    assert_int_equal(judge_folder(external_path("suites/khronos/glb")), 28);
    assert_int_equal(judge_folder(external_path("suites/khronos/json")), 5);
}

TEST_PROGRAM(glb)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_file_is_taken_apart),
        cmocka_unit_test(cuts_always_show),
        cmocka_unit_test(changed_bytes_never_crash),
        cmocka_unit_test(lengths_are_compared),
        cmocka_unit_test(chunks_have_their_order),
        cmocka_unit_test(the_bin_chunk_fits_its_buffer),
        cmocka_unit_test(very_many_chunks_are_left),
        cmocka_unit_test(other_files_are_told_what_they_are),
        cmocka_unit_test(reading_can_fail),
        cmocka_unit_test(agrees_with_khronos),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
