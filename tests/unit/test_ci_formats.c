/* Formats for other tools: sarif, junit, github, gitlab, and the step summary of GitHub. */
#include "json_trees.h"
#include "printed.h"

#include <stdlib.h>
#include <string.h>

#include "report/escape.h"
#include "report/formats.h"
#include "report/where.h"
#include "schema/schema.h"

static char *report_as(const struct report_format *format, const struct vrmlint_report *reports, size_t count)
{
    return printed_reports(format, (struct report_options){0}, reports, count);
}

/* Returns a nested value by a path: "runs", "#0", "results". NULL ends the path. */
static const json_t *at(const json_t *value, const char *const *path)
{
    for (; *path != NULL; path++) {
        value = **path == '#' ? json_array_get(value, strtoul(*path + 1, NULL, 10)) : json_object_get(value, *path);
        assert_non_null(value);
    }
    return value;
}

#define AT(value, ...) at(value, (const char *const[]){__VA_ARGS__, NULL})
#define TEXT_AT(value, ...) json_string_value(AT(value, __VA_ARGS__))

static struct vrmlint_finding finding(const char *id, enum vrmlint_severity severity, const char *message)
{
    const struct vrmlint_rule *rule = vrmlint_rule_by_id(id);
    assert_non_null(rule);
    return (struct vrmlint_finding){
        .rule = rule,
        .severity = severity,
        .message = {{message}},
        .pointer = "/nodes/3/rotation",
        .subject = {{"Node 3 'Hips'"}},
        .excerpt = "\"rotation\": [0, 0, 0, 2]",
        .fingerprint = "0123456789abcdef:1",
        .has_place = true,
        .line = 12,
        .column = 7,
        .offset = 345,
        .length = 12,
    };
}

/* ---- places ---- */

static void uris(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"avatar.vrm", "avatar.vrm"},
        {"./avatars/a b.vrm", "avatars/a%20b.vrm"},
        {".//./a.vrm", "a.vrm"},
        {"../a.vrm", "../a.vrm"},
        {".hidden/a.vrm", ".hidden/a.vrm"},
        {"a:b?c#d%e.vrm", "a%3Ab%3Fc%23d%25e.vrm"},
        {"\u65e5\u672c.vrm", "%E6%97%A5%E6%9C%AC.vrm"},
        {"\xff\n\".vrm", "%FF%0A%22.vrm"},
        {"/data/a.vrm", "file:///data/a.vrm"},
        {"-", "stdin"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *uri = printed_text(where_print_uri, cases[i][0]);
        assert_string_equal(uri, cases[i][1]);
        free(uri);
    }
}

static void keys(void **state)
{
    (void)state;
    char a[WHERE_KEY];
    char b[WHERE_KEY];
    where_key(a, "a.vrm", "0123456789abcdef:1");
    where_key(b, "./a.vrm", "0123456789abcdef:1");
    assert_string_equal(a, b);
    assert_string_equal(a, "4853c79930f29dff:1"); /* fingerprints that GitHub and GitLab have stored must stay valid */
    where_key(b, "b.vrm", "0123456789abcdef:1");
    assert_memory_not_equal(a, b, 16);
    where_key(b, "a.vrm", "0123456789abcdee:1");
    assert_memory_not_equal(a, b, 16);
    where_key(b, "a.vrm", "0123456789abcdef:2");
    assert_memory_equal(a, b, 17);
    assert_string_equal(b + 16, ":2");
}

static void xml(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"plain 'text'", "plain 'text'"},
        {"<a href=\"x\">&]]>", "&lt;a href=&quot;x&quot;&gt;&amp;]]&gt;"},
        {"a\001\033\x7f\n", "a\\x01\\x1B\\x7F\\n"},
        {"\u202e\u65e5\ufffe\ufdd0", "\\u202E\u65e5\\uFFFE\\uFDD0"},
        {"\xff\xed\xa0\x80", "\\xFF\\xED\\xA0\\x80"},
        {"#1 ##[error]x", "#1 &#35;#[error]x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *escaped = printed_text(escape_xml, cases[i][0]);
        assert_string_equal(escaped, cases[i][1]);
        free(escaped);
    }
}

/* ---- sarif ---- */

static void sarif_places(void **state)
{
    (void)state;
    static const struct vrmlint_related related[] = {{"/nodes/1", {{"the parent"}}}, {"", {{"the file"}}}};
    struct vrmlint_finding one = finding("gltf/rotation-not-unit", VRMLINT_ERROR, "Node 3 'Hips': fix it");
    one.related = related;
    one.related_count = 2;
    struct vrmlint_finding none = finding("container/empty", VRMLINT_INFO, "Nothing: export it again");
    none.has_place = false;
    none.pointer = "";
    const struct vrmlint_report reports[] = {
        {.path = "./a b.gltf", .findings = &one, .finding_count = 1, .counts = {[VRMLINT_ERROR] = 1}},
        {.path = "/x/b.vrm", .glb = true, .findings = &one, .finding_count = 1, .counts = {[VRMLINT_ERROR] = 1}},
        {.path = "c.vrm", .glb = true, .findings = &none, .finding_count = 1, .counts = {[VRMLINT_INFO] = 1}},
        {.path = "gone.vrm", .error = "No such file"},
    };
    char *text = report_as(&report_sarif, reports, 4);
    json_t *log = printed_json(text);
    const json_t *run = AT(log, "runs", "#0");
    const json_t *in_text = AT(run, "results", "#0");
    assert_string_equal(TEXT_AT(in_text, "ruleId"), "gltf/rotation-not-unit");
    assert_string_equal(TEXT_AT(in_text, "message", "text"), "Node 3 'Hips': fix it.");
    const json_t *place = AT(in_text, "locations", "#0", "physicalLocation");
    assert_string_equal(TEXT_AT(place, "artifactLocation", "uri"), "a%20b.gltf");
    assert_string_equal(TEXT_AT(place, "artifactLocation", "uriBaseId"), "%SRCROOT%");
    assert_int_equal(json_integer_value(AT(place, "region", "startLine")), 12);
    assert_int_equal(json_integer_value(AT(place, "region", "startColumn")), 7);
    assert_null(json_object_get(AT(place, "region"), "byteOffset"));
    assert_string_equal(TEXT_AT(in_text, "locations", "#0", "logicalLocations", "#0", "fullyQualifiedName"),
                        "/nodes/3/rotation");
    assert_string_equal(TEXT_AT(in_text, "relatedLocations", "#0", "message", "text"), "the parent.");
    assert_null(json_object_get(AT(in_text, "relatedLocations", "#1"), "logicalLocations"));
    const json_t *in_glb = AT(run, "results", "#1");
    place = AT(in_glb, "locations", "#0", "physicalLocation");
    assert_string_equal(TEXT_AT(place, "artifactLocation", "uri"), "file:///x/b.vrm");
    assert_null(json_object_get(AT(place, "artifactLocation"), "uriBaseId"));
    assert_int_equal(json_integer_value(AT(place, "region", "startLine")), 1);
    assert_int_equal(json_integer_value(AT(place, "region", "byteOffset")), 345);
    assert_int_equal(json_integer_value(AT(place, "region", "byteLength")), 12);
    const json_t *nowhere = AT(run, "results", "#2");
    assert_string_equal(TEXT_AT(nowhere, "level"), "note");
    assert_int_equal(json_object_size(AT(nowhere, "locations", "#0", "physicalLocation", "region")), 1);
    /* the run lists two rules, and each result refers to its own */
    assert_int_equal(json_array_size(AT(run, "tool", "driver", "rules")), 2);
    assert_int_equal(json_integer_value(AT(in_glb, "ruleIndex")), 0);
    assert_string_equal(TEXT_AT(run, "tool", "driver", "rules", "#1", "id"), "container/empty");
    assert_string_equal(TEXT_AT(run, "tool", "driver", "rules", "#0", "name"), "GltfRotationNotUnit");
    assert_true(json_is_false(AT(run, "invocations", "#0", "executionSuccessful")));
    assert_string_equal(TEXT_AT(run, "invocations", "#0", "toolExecutionNotifications", "#0", "message", "text"),
                        "The file was not checked: No such file.");
    assert_string_not_equal(TEXT_AT(in_text, "partialFingerprints", "primaryLocationLineHash"),
                            TEXT_AT(in_glb, "partialFingerprints", "primaryLocationLineHash"));
    json_decref(log);
    free(text);
}

/* Escapes text that SARIF would read as a link or as the placeholder of an argument. */
static void sarif_messages(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Node '[a](http://b)' {0} {x}", "Node '\\[a\\](http://b)' {{0} {x}."},
        {"[a] b!", "[a] b!"},
        {"{12}{1", "{{12}{1."},
        {"", ""},
        {"##[error]x", "##[error]x."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct vrmlint_finding one = finding("container/empty", VRMLINT_INFO, cases[i][0]);
        const struct vrmlint_report report = {.path = "a.vrm", .findings = &one, .finding_count = 1};
        char *text = report_as(&report_sarif, &report, 1);
        assert_null(strstr(text, "##["));
        json_t *log = printed_json(text);
        assert_string_equal(TEXT_AT(log, "runs", "#0", "results", "#0", "message", "text"), cases[i][1]);
        json_decref(log);
        free(text);
    }
}

/* ---- github ---- */

static void github_commands(void **state)
{
    (void)state;
    struct vrmlint_finding one = finding("json/bom", VRMLINT_WARNING, "100% 'a\n::error::b': c, d");
    const struct vrmlint_report reports[] = {
        {.path = "a,b:c%.gltf", .findings = &one, .finding_count = 1, .counts = {[VRMLINT_WARNING] = 1}},
        {.path = "d\n.vrm", .glb = true, .findings = &one, .finding_count = 1, .counts = {[VRMLINT_WARNING] = 1}},
    };
    char *text = report_as(&report_github, reports, 2);
    assert_string_equal(
        text,
        "::warning file=a%2Cb%3Ac%25.gltf,line=12,col=7,title=json/bom::100%25 'a\\n::error::b': c, d "
        "[/nodes/3/rotation]\n"
        "::warning file=d%0A.vrm,line=1,title=json/bom::100%25 'a\\n::error::b': c, d [/nodes/3/rotation]\n"
        "d\\n.vrm: UniVRM (Unity apps): refuses the file\n"
        "d\\n.vrm: three-vrm, VRM Add-on for Blender: not known\n"
        "vrmlint: three-vrm: 0 refused, 0 perhaps refused, 0 not loaded in full, 0 loaded, 1 not known\n"
        "vrmlint: UniVRM: 1 refused, 0 perhaps refused, 0 not loaded in full, 0 loaded, 0 not known\n"
        "vrmlint: VRM Add-on for Blender: 0 refused, 0 perhaps refused, 0 not loaded in full, 0 loaded, 1 not known\n"
        "vrmlint: 2 files checked: 0 errors, 2 warnings, 0 info\n");
    free(text);
}

/* GitHub shows ten annotations of each level. The others become lines of the log, followed by a count. */
static void github_caps(void **state)
{
    (void)state;
    enum { MANY = 200 };
    struct vrmlint_finding many[MANY];
    for (size_t i = 0; i < MANY; i++) {
        many[i] = finding("json/bom", i % 10 == 0 ? VRMLINT_ERROR : VRMLINT_WARNING, "::error::x ##[error]y");
    }
    const struct vrmlint_report report = {
        .path = "a.vrm",
        .findings = many,
        .finding_count = MANY,
        .counts = {[VRMLINT_ERROR] = MANY / 10, [VRMLINT_WARNING] = MANY - MANY / 10},
    };
    char *text = report_as(&report_github, &report, 1);
    assert_int_equal(printed_count(text, "\n::error file="), 10 - 1); /* plus one at the very beginning */
    assert_int_equal(printed_count(text, "\n::warning file="), 10);
    assert_int_equal(printed_count(text, "\n::"), 20 - 1);
    assert_int_equal(printed_count(text, "\nerror: a.vrm: json/bom: "), 10);
    assert_int_equal(printed_count(text, "\nwarning: a.vrm: json/bom: "), 100);
    assert_non_null(strstr(text, "\nand 70 warnings more\n"));
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        bool command = strncmp(line, "::", 2) == 0;
        const char *other = strstr(line, "##[");
        assert_true(command || other == NULL || other > line + strcspn(line, "\n"));
        line += strcspn(line, "\n");
    }
    free(text);
    text = report_as(&report_step_summary, &report, 1);
    assert_int_equal(printed_count(text, "<tr>"), 20 + 1);
    assert_int_equal(printed_count(text, "❌ error"), 20);
    assert_non_null(strstr(text, "and 180 more"));
    free(text);
}

static void step_summary(void **state)
{
    (void)state;
    struct vrmlint_finding one =
        finding("json/bom", VRMLINT_WARNING, "'</td></table>\n\n# [x](y) `z` @user | <script>' \xff: fix it");
    const struct vrmlint_report reports[] = {
        {.path = "clean.vrm"},
        {.path = "<b>\n\n.vrm", .findings = &one, .finding_count = 1, .counts = {[VRMLINT_WARNING] = 1}},
        {.path = "gone.vrm", .error = "No such file"},
    };
    char *text = report_as(&report_step_summary, reports, 3);
    assert_string_equal(
        text, "## ❌ vrmlint\n\n3 files checked: 0 errors, 1 warning, 0 info; 1 could not be read.\n\n"
              "- three-vrm: 0 refused, 0 perhaps refused, 0 not loaded in full, 0 loaded, 1 not known\n"
              "- UniVRM: 1 refused, 0 perhaps refused, 0 not loaded in full, 0 loaded, 0 not known\n"
              "- VRM Add-on for Blender: 0 refused, 0 perhaps refused, 0 not loaded in full, 0 loaded, 1 not known\n\n"
              "<h3><bdi>&lt;b&gt;\\n\\n.vrm</bdi></h3>\n<p>UniVRM (Unity apps): refuses the file<br>"
              "three-vrm, VRM Add-on for Blender: not known</p>\n<table>\n<tr><td>⚠️ "
              "warning</td><td>&#39;&lt;/td&gt;"
              "&lt;/table&gt;\\n\\n# [x](y) `z` @user | &lt;script&gt;&#39; \\xFF: fix it</td><td><code>json/bom</code>"
              "</td></tr>\n</table>\n<h3><bdi>gone.vrm</bdi></h3>\n<table>\n<tr><td>❌ not checked</td><td>No such "
              "file</td></tr>\n</table>\n\n");
    free(text);
    const struct vrmlint_report accepted = {.path = "a.vrm", .known_findings = 9, .ignored_findings = 2};
    text = report_as(&report_step_summary, &accepted, 1);
    assert_string_equal(text, "## ✅ vrmlint\n\n1 file checked: 0 errors, 0 warnings, 0 info; 2 ignored; 9 known to the "
                              "baseline.\n\n");
    free(text);
    text = report_as(&report_github, &accepted, 1);
    assert_string_equal(text, "vrmlint: 1 file checked: 0 errors, 0 warnings, 0 info; 2 ignored; 9 known to the "
                              "baseline\n");
    free(text);
}

/* GitHub drops a summary of more than 1 MiB. */
static void step_summary_is_bounded(void **state)
{
    (void)state;
    enum { FILES = 1000, EACH = 20 };
    struct vrmlint_finding many[EACH];
    struct vrmlint_report *reports = calloc(FILES, sizeof *reports);
    char *message = malloc(10001);
    assert_non_null(reports);
    assert_non_null(message);
    memset(message, '<', 10000);
    message[10000] = '\0';
    for (size_t i = 0; i < EACH; i++) {
        many[i] = finding("json/bom", VRMLINT_WARNING, message);
    }
    for (size_t i = 0; i < FILES; i++) {
        reports[i] = (struct vrmlint_report){.path = message, .findings = many, .finding_count = EACH};
    }
    char *text = report_as(&report_step_summary, reports, FILES);
    assert_in_range(strlen(text), 500000, 1000000);
    assert_non_null(strstr(text, " more files with findings"));
    free(text);
    free(reports);
    free(message);
}

/* ---- gitlab ---- */

static void schema_failed(void *context, const struct schema_failure *failure)
{
    (void)context;
    print_error("gitlab.schema.json: problem %d at '%s'\n", (int)failure->problem, failure->pointer);
}

static void gitlab_fits_its_schema(void **state)
{
    (void)state;
    struct vrmlint_finding two[] = {finding("json/bom", VRMLINT_WARNING, "One"),
                                    finding("json/bom", VRMLINT_ERROR, "Two")};
    two[1].fingerprint = "0123456789abcdef:2";
    const struct vrmlint_report reports[] = {
        {.path = "./a.gltf", .findings = two, .finding_count = 2, .counts = {0, 0, 1, 1}},
        {.path = "b.vrm", .glb = true, .findings = two, .finding_count = 1, .counts = {0, 0, 1, 0}},
        {.path = "clean.vrm"},
        {.path = "gone.vrm", .error = "No such file"},
    };
    struct arena *arena = arena_new();
    size_t size;
    char *schema_text = read_file(source_path("tests/cli/gitlab.schema.json"), &size);
    json_t *schema_json = printed_json(schema_text);
    const char *error = NULL;
    const struct schema *schema = schema_compile(arena, schema_json, SCHEMA_2020_12, NULL, 0, &error);
    assert_non_null(schema);
    struct schema_evaluation how = {.arena = arena, .pointer = "", .fail = schema_failed};
    static const size_t issues[] = {0, 2, 3, 3, 4};
    for (size_t count = 0; count <= 4; count++) {
        char *text = report_as(&report_gitlab, reports, count);
        json_t *report = printed_json(text);
        assert_true(evaluate_json(schema, report, &how));
        assert_int_equal(json_array_size(report), issues[count]);
        if (count == 4) {
            assert_string_equal(TEXT_AT(report, "#0", "location", "path"), "a.gltf");
            assert_int_equal(json_integer_value(AT(report, "#0", "location", "lines", "begin")), 12);
            assert_int_equal(json_integer_value(AT(report, "#2", "location", "lines", "begin")), 1);
            assert_string_equal(TEXT_AT(report, "#1", "severity"), "critical");
            assert_string_equal(TEXT_AT(report, "#3", "severity"), "blocker");
        }
        json_decref(report);
        free(text);
    }
    json_decref(schema_json);
    arena_free(arena);
    free(schema_text);
}

TEST_PROGRAM(ci_formats)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uris),
        cmocka_unit_test(keys),
        cmocka_unit_test(xml),
        cmocka_unit_test(sarif_places),
        cmocka_unit_test(sarif_messages),
        cmocka_unit_test(github_commands),
        cmocka_unit_test(github_caps),
        cmocka_unit_test(step_summary),
        cmocka_unit_test(step_summary_is_bounded),
        cmocka_unit_test(gitlab_fits_its_schema),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
