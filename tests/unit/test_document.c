/* Documents: bytes, extensions and names, duplicate keys, invalid texts. */
#include "opened.h"
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "gltf/document.h"
#include "ids/rules.h"

/* ---- bytes ---- */

static void bytes_lie_in_the_file(void **state)
{
    (void)state;
    struct os_error error;
    struct bytes bytes = {.memory = (const unsigned char *)"0123456789", .size = 10};
    assert_ptr_equal(bytes_read(&bytes, arena, 3, 7, &error), bytes.memory + 3);
    assert_non_null(bytes_read(&bytes, arena, 10, 0, &error));
    assert_null(bytes_read(&bytes, arena, 3, 8, &error));
    assert_string_equal(error.text, "");
    assert_null(bytes_read(&bytes, arena, 11, 0, &error));
    assert_null(bytes_read(&bytes, arena, UINT64_MAX, 2, &error));
    assert_null(bytes_read(&bytes, arena, 2, SIZE_MAX, &error));
}

/* ---- extensions ---- */

static const char *positions_of(void)
{
    struct buf list = BUF_INIT(arena);
    for (size_t i = 0; i < document->extension_count; i++) {
        buf_printf(&list, "%s@%s ", document->extensions[i].name, document->extensions[i].pointer);
    }
    return buf_text(&list);
}

static const char *names_of(void)
{
    struct buf list = BUF_INIT(arena);
    for (size_t i = 0; i < document->name_count; i++) {
        buf_printf(&list, "%s ", document->names[i]);
    }
    return buf_text(&list);
}

static void extensions_are_found_wherever_they_are(void **state)
{
    (void)state;
    read_json(
        "{\"extensionsUsed\":[\"KHR_used\",\"VRMC_vrm\",7,\"KHR_used\",\"\\u0056RM\"],"
        "\"extensions\":{\"VRMC_vrm\":{\"extensions\":{\"VRMC_inner\":1}},\"VRM\":{},\"KHR_x\":{}},"
        "\"nodes\":[{\"extensions\":{\"VRMC_node_constraint\":{}},\"extras\":{\"extensions\":{\"VRMC_no\":1}}},"
        "{\"extensions\":{\"vrmc_Typo\":{},\"VMRC_node_constraint\":1,\"VR\":1,\"Very\":1,\"\\u0056RMC_esc\":1}}],"
        "\"materials\":[{\"extensions\":{\"VRMC_materials_mtoon\":{},\"VRMC_springBone\":{}}}],"
        "\"meshes\":[{\"extensions\":{\"VRMC_materials_mtoon\":{}}}],\"extras\":{\"extensions\":{\"VRM\":{}}}}");
    assert_string_equal(positions_of(),
                        "VRMC_vrm@/extensions/VRMC_vrm VRMC_inner@/extensions/VRMC_vrm/extensions/VRMC_inner "
                        "VRM@/extensions/VRM VRMC_node_constraint@/nodes/0/extensions/VRMC_node_constraint "
                        "vrmc_Typo@/nodes/1/extensions/vrmc_Typo "
                        "VMRC_node_constraint@/nodes/1/extensions/VMRC_node_constraint "
                        "VR@/nodes/1/extensions/VR "
                        "VRMC_esc@/nodes/1/extensions/VRMC_esc "
                        "VRMC_materials_mtoon@/materials/0/extensions/VRMC_materials_mtoon "
                        "VRMC_springBone@/materials/0/extensions/VRMC_springBone "
                        "VRMC_materials_mtoon@/meshes/0/extensions/VRMC_materials_mtoon ");
    assert_string_equal(names_of(),
                        "KHR_used KHR_x VMRC_node_constraint VR VRM VRMC_esc VRMC_inner VRMC_materials_mtoon "
                        "VRMC_node_constraint VRMC_springBone VRMC_vrm Very vrmc_Typo ");
    for (size_t i = 0; i < document->extension_count; i++) {
        assert_non_null(document_tree(document, document->extensions[i].pointer));
    }
}

/* A place hidden by a later duplicate key refers to the later value, and is listed once. */
static void hidden_extensions_are_there_once(void **state)
{
    (void)state;
    read_json("{\"extensions\":{\"VRM\":{},\"VRM\":{}},\"nodes\":[{\"extensions\":{\"VRMC_a\":1,\"VRMC_b\":2},"
              "\"extensions\":{\"VRMC_b\":3}}],\"extensions\":{\"VRM\":{\"last\":1}}}");
    assert_string_equal(positions_of(),
                        "VRM@/extensions/VRM VRMC_a@/nodes/0/extensions/VRMC_a VRMC_b@/nodes/0/extensions/VRMC_b ");
    assert_true(number_at("/extensions/VRM/last") == 1.0);
    assert_true(number_at("/nodes/0/extensions/VRMC_b") == 3.0);
    assert_null(document_tree(document, "/nodes/0/extensions/VRMC_a"));
}

static void names_are_bounded(void **state)
{
    (void)state;
    enum { COUNT = 40000 };
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"extensions\":{\"A_first\":1");
    for (int i = 0; i < COUNT; i++) {
        buf_printf(&text, ",\"EXT_%d\":1,\"VRMC_%d\":1", i, i);
    }
    buf_str(&text, "},\"extensionsUsed\":[");
    for (int i = 0; i < COUNT; i++) {
        buf_printf(&text, "%s\"USED_%d\"", i == 0 ? "" : ",", i);
    }
    buf_str(&text, "]}");
    read_json(text.text);
    assert_int_equal(document->name_count, 100000);
    assert_string_equal(document->names[0], "A_first");
    for (size_t i = 1; i < document->name_count; i++) {
        assert_true(strcmp(document->names[i - 1], document->names[i]) < 0);
    }
    assert_int_equal(document->extension_count, COUNT);
    size_t skipped;
    assert_string_equal(ENGLISH(findings_skipped(findings, &skipped)->what),
                        "names of extensions after the first 100,000");
    assert_int_equal(skipped, 1);
}

static void so_many_names_are_all(void **state)
{
    (void)state;
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"extensionsUsed\":[");
    for (int i = 0; i < 100001; i++) {
        buf_printf(&text, "%s\"USED_%d\"", i == 0 ? "" : ",", i % 100000);
    }
    buf_str(&text, "]}");
    read_json(text.text);
    assert_int_equal(document->name_count, 100000);
    size_t skipped;
    findings_skipped(findings, &skipped);
    assert_int_equal(skipped, 0);
}

/* A key of a million bytes with very many places below it: pointers aren't built for all of them. */
static void long_keys_cost_no_more_than_their_text(void **state)
{
    (void)state;
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"");
    for (int i = 0; i < 1000000; i++) {
        buf_char(&text, 'k');
    }
    buf_str(&text, "\":[");
    for (int i = 0; i < 5000; i++) {
        buf_printf(&text, "%s{\"extensions\":{\"VRMC_x\":1},\"a\":1,\"a\":2}", i == 0 ? "" : ",");
    }
    buf_str(&text, "]}");
    size_t before = arena_size(arena);
    read_json(text.text);
    assert_true(arena_size(arena) - before < 2000000);
    assert_int_equal(document->extension_count, 0);
    assert_int_equal(findings_count(findings), 0);
    size_t skipped;
    const struct vrmlint_skipped *list = findings_skipped(findings, &skipped);
    assert_int_equal(skipped, 2);
    assert_string_equal(ENGLISH(list[0].what), "5000 of 5000 repeated keys");
    assert_string_equal(ENGLISH(list[1].what), "5000 places of extensions");
}

/* The repetitions reported for one file are limited, even in a short file. Further ones are counted. */
static void repeated_keys_are_bounded(void **state)
{
    (void)state;
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"in\":{\"a place\":{\"k\":0");
    for (int i = 0; i < 100001; i++) {
        buf_str(&text, ",\"k\":1");
    }
    buf_str(&text, "}}}");
    read_json(text.text);
    assert_int_equal(findings_count(findings), 100000);
    size_t skipped;
    assert_string_equal(ENGLISH(findings_skipped(findings, &skipped)->what), "1 of 100001 repeated keys");
    assert_int_equal(skipped, 1);
}

/* ---- findings ---- */

static void duplicates_name_both_places(void **state)
{
    (void)state;
    static const char text[] = "{\n  \"a\": [{\n    \"k\": 1,\n    \"\\u006b\": 2\n  }]\n}";
    read_json(text);
    assert_int_equal(findings_count(findings), 1);
    const struct finding *finding = findings_first(findings);
    assert_string_equal(finding_rule(finding)->id, "json/duplicate-key");
    assert_string_equal(finding->pointer, "/a/0/k");
    assert_int_equal(finding->position, POSITION_KNOWN);
    assert_int_equal(text[finding->text_offset], '2');
    assert_non_null(strstr(ENGLISH(finding->text), "'k'"));
    assert_non_null(strstr(ENGLISH(finding->text), "line 3, column 5"));
    assert_int_equal(finding->related_count, 1);
    assert_string_equal(finding->related[0].pointer, "/a/0/k");
    assert_non_null(strstr(ENGLISH(finding->related[0].message), "line 3, column 5 (byte 16 of the file)"));
}

static void very_many_duplicates_are_capped(void **state)
{
    (void)state;
    struct buf text = BUF_INIT(arena);
    buf_str(&text, "{\"a\":1");
    for (int i = 0; i < 100001; i++) {
        buf_str(&text, ",\"a\":1");
    }
    buf_str(&text, "}");
    read_json(text.text);
    assert_int_equal(findings_count(findings), 100000);
    size_t skipped;
    assert_non_null(findings_skipped(findings, &skipped));
    assert_int_equal(skipped, 1);
    /* a rule that is off does no work and skips nothing */
    document_close(document);
    severities[RULE_JSON_DUPLICATE_KEY] = VRMLINT_OFF;
    findings = findings_new(arena, severities, NULL);
    struct os_error error;
    document = document_open(arena, findings, "test.gltf",
                             (struct bytes){.memory = (const void *)text.text, .size = text.length}, &error);
    assert_int_equal(findings_count(findings), 0);
    findings_skipped(findings, &skipped);
    assert_int_equal(skipped, 0);
}

static void broken_texts_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        const char *rule;
        const char *pointer;
        size_t offset;
        bool readable;
    } cases[] = {
        {"{\"a\":[1,]}", 10, "json/syntax", "/a/1", 8, false},
        {"{\"a\":\"\xFF\"}", 9, "json/invalid-utf8", "/a", 6, false},
        {"[1]", 3, "json/not-object", "", 0, false},
        {"  []", 4, "json/not-object", "", 2, false},
        {"{}\0\0\0", 5, "json/syntax", "", 2, true},
        {"{}\0\0x", 5, "json/syntax", "", 2, false},
        {"{} \0", 4, "json/syntax", "", 3, true},
        {"{\"a\"\0", 5, "json/syntax", "", 4, false},
        {"\xEF\xBB\xBF{}", 5, "json/bom", "", 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        read_bytes(cases[i].text, cases[i].size);
        assert_int_equal(document->readable, cases[i].readable);
        assert_int_equal(findings_count(findings), 1);
        const struct finding *finding = findings_first(findings);
        assert_string_equal(finding_rule(finding)->id, cases[i].rule);
        assert_string_equal(finding->pointer, cases[i].pointer);
        assert_int_equal(finding->position, POSITION_KNOWN);
        assert_int_equal(finding->text_offset, cases[i].offset);
        assert_int_equal(document_has(document, "a"), false);
        document_close(document);
    }
    document = NULL;
}

static void every_file_of_the_corpus_opens(void **state)
{
    (void)state;
    NEED_EXTERNAL("corpus/README.md");
    struct dirent **names;
    int count = scandir(external_path("corpus"), &names, NULL, alphasort);
    int opened = 0;
    for (int i = 0; i < count; i++) {
        const char *dot = strrchr(names[i]->d_name, '.');
        if (dot != NULL && (strcmp(dot, ".vrm") == 0 || strcmp(dot, ".vrma") == 0 || strcmp(dot, ".glb") == 0 ||
                            strcmp(dot, ".gltf") == 0)) {
            char path[600];
            snprintf(path, sizeof path, "corpus/%s", names[i]->d_name);
            size_t size;
            char *bytes = read_file(external_path(path), &size);
            read_bytes(bytes, size);
            assert_true(document->readable);
            assert_true(tree_is_object(document_tree(document, "/asset")));
            assert_int_equal(tree_count(document_tree(document, "/nodes")), document_count(document, "nodes"));
            for (size_t k = 0; k < document->extension_count; k++) {
                assert_non_null(document_tree(document, document->extensions[k].pointer));
            }
            opened++;
            close_document(state);
            open_nothing(state);
            free(bytes);
        }
        free(names[i]);
    }
    free(names);
    print_message("%d files\n", opened);
    assert_true(opened > 50);
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, open_nothing, close_document)

TEST_PROGRAM(document)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(bytes_lie_in_the_file),
        WITH_ARENA(extensions_are_found_wherever_they_are),
        WITH_ARENA(hidden_extensions_are_there_once),
        WITH_ARENA(names_are_bounded),
        WITH_ARENA(so_many_names_are_all),
        WITH_ARENA(long_keys_cost_no_more_than_their_text),
        WITH_ARENA(repeated_keys_are_bounded),
        WITH_ARENA(duplicates_name_both_places),
        WITH_ARENA(very_many_duplicates_are_capped),
        WITH_ARENA(broken_texts_are_told),
        WITH_ARENA(every_file_of_the_corpus_opens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
