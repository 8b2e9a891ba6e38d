/* The formats, with reports made by hand: everything that a report can contain, and hostile texts. */
#include "json_trees.h"
#include "printed.h"
#include "schema_bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "report/escape.h"
#include "schema/schema.h"

/* A sample with all parts: two springs, findings with and without a position, skipped and unchecked parts. */
static struct vrmlint_finding findings[16];
static const struct vrmlint_extension extensions[] = {{"VRMC_springBone", "1.0", false},
                                                      {"VRMC_node_constraint", "", false}};
static const char *const unchecked[] = {"KHR_materials_unlit", "VRMC_materials_mtoon"};
static const struct vrmlint_skipped skipped[] = {{{{"animation data"}}, {{"buffer 1 is not there"}}}};
static const struct vrmlint_related related[] = {{"/nodes/3", {{"the node"}}}};
static const struct vrmlint_ignored ignored[] = {{"springbone", "the tail drags on purpose", ".vrmlint.json", 4, 7, 2}};
static const struct vrmlint_measure data[] = {{"length", 0.1}, {"angle", INFINITY}, {"drag", -NAN}};

static const struct vrmlint_rule *rule(const char *id)
{
    const struct vrmlint_rule *found = vrmlint_rule_by_id(id);
    assert_non_null(found);
    return found;
}

static struct vrmlint_finding finding(const char *id, enum vrmlint_severity severity, const char *subject,
                                      const char *message, size_t line)
{
    return (struct vrmlint_finding){
        .rule = rule(id),
        .severity = severity,
        .message = {{message}},
        .pointer = line == 0 ? "" : "/extensions/VRMC_springBone/springs/0",
        .subject = {{subject}},
        .excerpt = line == 0 ? "" : "\"dragForce\": 1.5",
        .fingerprint = "0123456789abcdef:1",
        .has_place = line != 0,
        .line = line,
        .column = 7,
        .offset = line * 10,
    };
}

static struct vrmlint_report sample(void)
{
    findings[0] = finding("container/trailing-data", VRMLINT_WARNING, "The file",
                          "4 bytes follow the end that the header states: export the file again", 0);
    findings[1] = finding("json/syntax", VRMLINT_ERROR, "Spring 0 'Hair'",
                          "Spring 0 'Hair', joint 2 'Hair_03': dragForce is 1.5, outside the range 0 to 1; above 1 the "
                          "chain moves out of control: lower it to 1 or less",
                          12);
    findings[1].related = related;
    findings[1].related_count = 1;
    findings[1].data = data;
    findings[1].data_count = 3;
    findings[2] = finding("json/bom", VRMLINT_INFO, "Spring 1 'Skirt'", "A sentence that leaves open what to do", 20);
    for (size_t i = 3; i < 16; i++) {
        findings[i] = finding("json/duplicate-key", VRMLINT_WARNING, i % 2 ? "Spring 0 'Hair'" : "Spring 1 'Skirt'",
                              "One of many: remove it", 20 + i);
    }
    struct vrmlint_report report = {
        .path = "avatars/miko.vrm",
        .fails_from = VRMLINT_WARNING,
        .generator = "UniVRM-2.4.0 \"ミコ\"",
        .extensions = extensions,
        .extension_count = 2,
        .unchecked = unchecked,
        .unchecked_count = 2,
        .skipped = skipped,
        .skipped_count = 1,
        .findings = findings,
        .finding_count = 16,
        .counts = {[VRMLINT_ERROR] = 1, [VRMLINT_WARNING] = 14, [VRMLINT_INFO] = 1},
        .ignored = ignored,
        .ignored_count = 1,
        .ignored_findings = 2,
    };
    return report;
}

static char *print(const char *format, struct report_options options, const struct vrmlint_report *reports,
                   size_t count)
{
    return printed_reports(report_format_by_name(format), options, reports, count);
}

static char *print_sample(const char *format, struct report_options options)
{
    struct vrmlint_report reports[] = {
        sample(),
        {.path = "clean.vrm", .extensions = extensions, .extension_count = 1},
        {.path = "prop.glb", .unchecked = unchecked, .unchecked_count = 1},
        {.path = "gone.vrm", .error = "No such file or directory"},
    };
    return print(format, options, reports, 4);
}

/* Replaces the version of the program in a text by a question mark, so that expected files are the same in each
 * version. */
static void hide_version(char *text)
{
    static const char member[] = "ersion\": \"";
    size_t length = strlen(vrmlint_full_version());
    for (char *at = text; (at = strstr(at, member)) != NULL;) {
        at += strlen(member);
        if (strncmp(at, vrmlint_full_version(), length) == 0 && at[length] == '"') {
            *at = '?';
            memmove(at + 1, at + length, strlen(at + length) + 1);
        }
    }
}

/* Compares a text with a file of tests/unit/golden. VRMLINT_BLESS=1 writes the file again. */
static void golden(const char *name, char *text)
{
    hide_version(text);
    char relative[100];
    snprintf(relative, sizeof relative, "tests/unit/golden/%s", name);
    const char *path = source_path(relative);
    if (getenv("VRMLINT_BLESS") != NULL) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fputs(text, file);
        fclose(file);
    }
    size_t size;
    char *wanted = read_file(path, &size);
    assert_string_equal(text, wanted);
    free(wanted);
}

static void whole_outputs(void **state)
{
    (void)state;
    const struct report_options plain = {.width = 80, .places = true};
    for (size_t i = 0; report_formats[i]->name != NULL; i++) {
        if (strcmp(report_formats[i]->name, "html") == 0) {
            continue; /* the tests html and html_command read it */
        }
        char name[40];
        snprintf(name, sizeof name, "report.%s", report_formats[i]->name);
        char *text = print_sample(report_formats[i]->name, plain);
        golden(name, text);
        assert_null(strchr(text, '\033'));
        free(text);
    }
    char *quiet = print_sample("text", (struct report_options){.width = 80, .quiet = true});
    golden("report-quiet.text", quiet);
    free(quiet);
}

/* Without its colour codes, a coloured text equals the plain one. */
static void colors(void **state)
{
    (void)state;
    static const char *const formats[] = {"text", "concise"};
    for (size_t i = 0; i < 2; i++) {
        char *plain = print_sample(formats[i], (struct report_options){.width = 80, .places = true});
        char *colored = print_sample(formats[i], (struct report_options){.width = 80, .places = true, .color = true});
        assert_non_null(strstr(colored, "\033[1;31merror"));
        char *to = colored;
        for (const char *from = colored; *from != '\0';) {
            if (*from == '\033') {
                from += strcspn(from, "m") + 1;
            } else {
                *to++ = *from++;
            }
        }
        *to = '\0';
        assert_string_equal(colored, plain);
        free(plain);
        free(colored);
    }
}

/* ---- json ---- */

static void schema_failed(void *context, const struct schema_failure *failure)
{
    (void)context;
    print_error("report.schema.json: problem %d at '%s'\n", (int)failure->problem, failure->pointer);
}

/* Whether schema/report.schema.json accepts a value. */
static bool fits_schema(const json_t *value)
{
    struct arena *arena = arena_new();
    assert_non_null(arena);
    json_t *schema_json = own_schema("report");
    const char *error = NULL;
    const struct schema *schema = schema_compile(arena, schema_json, SCHEMA_2020_12, NULL, 0, &error);
    if (schema == NULL) {
        fail_msg("%s", error);
    }
    struct schema_evaluation how = {.arena = arena, .pointer = "", .fail = schema_failed};
    bool fits = evaluate_json(schema, value, &how);
    json_decref(schema_json);
    arena_free(arena);
    return fits;
}

static void json_fits_its_schema(void **state)
{
    (void)state;
    char *text = print_sample("json", (struct report_options){0});
    json_t *report = printed_json(text);
    assert_true(fits_schema(report));
    json_t *files = json_object_get(report, "files");
    assert_int_equal(json_array_size(files), 4);
    assert_int_equal(json_array_size(json_object_get(json_array_get(files, 0), "findings")), 16);
    json_object_set_new(report, "more", json_null());
    print_message("one refusal is expected:\n");
    assert_false(fits_schema(report));
    json_decref(report);
    free(text);
}

static void ndjson_fits_its_schema(void **state)
{
    (void)state;
    char *text = print_sample("ndjson", (struct report_options){0});
    size_t lines = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        json_t *value = printed_json(line);
        assert_true(fits_schema(value));
        assert_true(json_object_get(value, lines < 4 ? "path" : "summary") != NULL);
        json_decref(value);
        lines++;
    }
    assert_int_equal(lines, 5);
    free(text);
}

/* The fields of a finding, in the order of the contract. */
static void json_order(void **state)
{
    (void)state;
    char *text = print_sample("ndjson", (struct report_options){0});
    json_t *file = json_loads(text, JSON_DISABLE_EOF_CHECK, NULL);
    assert_non_null(file);
    static const char *const of_file[] = {"path",    "generator", "extensions", "unchecked", "skipped",
                                          "ignored", "counts",    "figures",    "findings",  "verdicts"};
    static const char *const of_finding[] = {"rule", "severity", "class",   "message",     "pointer",
                                             "line", "column",   "offset",  "fix",         "related",
                                             "data", "subject",  "excerpt", "fingerprint", "apps"};
    size_t at = 0;
    for (void *i = json_object_iter(file); i != NULL; i = json_object_iter_next(file, i)) {
        assert_string_equal(json_object_iter_key(i), of_file[at++]);
    }
    assert_int_equal(at, 10);
    json_t *second = json_array_get(json_object_get(file, "findings"), 1);
    at = 0;
    for (void *i = json_object_iter(second); i != NULL; i = json_object_iter_next(second, i)) {
        assert_string_equal(json_object_iter_key(i), of_finding[at++]);
    }
    assert_int_equal(at, 15);
    json_t *first = json_array_get(json_object_get(file, "findings"), 0);
    assert_null(json_object_get(first, "line"));
    assert_null(json_object_get(first, "column"));
    assert_null(json_object_get(first, "offset"));
    json_decref(file);
    free(text);
}

/* ---- hostile text ---- */

#define NASTY                                                                                                          \
    "a\033[2J\a\b\r\n\t\x7f\xc2\x9b"                                                                                   \
    "31m\u202e\u2066\u200b\ufeff\xff\xc3(\xed\xa0\x80::error]]></script>"

static void is_harmless(const char *text)
{
    size_t size = strlen(text);
    assert_int_equal(utf8_valid(text, size), size);
    for (size_t at = 0; at < size;) {
        uint32_t code = 0;
        at += utf8_sequence(text + at, size - at, &code);
        assert_true(code == '\n' || !utf8_is_control(code));
    }
}

static void hostile_texts(void **state)
{
    (void)state;
    static const char *const formats[] = {"text", "concise", "json", "ndjson", "sarif", "junit", "github", "gitlab"};
    static const struct vrmlint_extension nasty_extension[] = {{NASTY, NASTY, false}};
    static const char *const nasty_unchecked[] = {NASTY};
    static const struct vrmlint_skipped nasty_skipped[] = {{{{NASTY}}, {{NASTY}}}};
    static const struct vrmlint_related nasty_related[] = {{"/" NASTY, {{NASTY}}}};
    struct vrmlint_finding one = finding("json/bom", VRMLINT_ERROR, NASTY, NASTY, 3);
    one.pointer = "/" NASTY;
    one.excerpt = NASTY;
    one.related = nasty_related;
    one.related_count = 1;
    const struct vrmlint_report report = {
        .path = NASTY,
        .extensions = nasty_extension,
        .extension_count = 1,
        .unchecked = nasty_unchecked,
        .unchecked_count = 1,
        .skipped = nasty_skipped,
        .skipped_count = 1,
        .findings = &one,
        .finding_count = 1,
        .counts = {[VRMLINT_ERROR] = 1},
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = print(formats[i], (struct report_options){.width = 60, .places = true}, &report, 1);
        is_harmless(text);
        free(text);
    }
    char *text = print("concise", (struct report_options){0}, &report, 1);
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    free(text);
    text = print("json", (struct report_options){0}, &report, 1);
    json_t *value = printed_json(text);
    assert_true(fits_schema(value));
    json_decref(value);
    free(text);
}

/* ---- many ---- */

/* As many subjects as findings: each has its own group, up to the cap. json lists 1,000, or all. */
static void many_subjects(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    struct vrmlint_finding *many = calloc(MANY, sizeof *many);
    char(*names)[24] = calloc(MANY, sizeof *names);
    assert_non_null(many);
    assert_non_null(names);
    for (size_t i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "Spring %zu", (size_t)MANY - i);
        many[i] = finding("json/duplicate-key", VRMLINT_WARNING, names[i], "remove it", i + 1);
    }
    struct vrmlint_report report = {
        .path = "big.vrm", .findings = many, .finding_count = MANY, .counts = {[VRMLINT_WARNING] = MANY}};
    char *text = print("text", (struct report_options){.width = 80}, &report, 1);
    const char *first = strstr(text, "Spring 20000\n");
    const char *tenth = strstr(text, "Spring 19991\n");
    assert_true(first != NULL && tenth != NULL && first < tenth);
    assert_null(strstr(text, "Spring 19990\n"));
    assert_non_null(strstr(text, "and 19990 more of json/duplicate-key: --all\n"));
    free(text);
    text = print("json", (struct report_options){.all_findings = true}, &report, 1);
    json_t *value = printed_json(text);
    const json_t *file = json_array_get(json_object_get(value, "files"), 0);
    assert_int_equal(json_array_size(json_object_get(file, "findings")), MANY);
    json_decref(value);
    free(text);
    text = print("json", (struct report_options){0}, &report, 1);
    value = printed_json(text);
    file = json_array_get(json_object_get(value, "files"), 0);
    const json_t *listed = json_object_get(file, "findings");
    const json_t *numbers = json_object_get(json_array_get(listed, 999), "data");
    assert_int_equal(json_array_size(listed), 1000);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(file, "counts"), "warning")), MANY);
    assert_int_equal(json_integer_value(json_object_get(numbers, "more")), MANY - 1000);
    json_decref(value);
    free(text);
    free(many);
    free(names);
}

static void formats_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; report_formats[i]->name != NULL; i++) {
        assert_ptr_equal(report_format_by_name(report_formats[i]->name), report_formats[i]);
        assert_true(strlen(report_formats[i]->summary) > 10);
    }
    assert_null(report_format_by_name("step summary"));
    assert_null(report_format_by_name(""));
}

TEST_PROGRAM(report)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_outputs),        cmocka_unit_test(colors),
        cmocka_unit_test(json_fits_its_schema), cmocka_unit_test(ndjson_fits_its_schema),
        cmocka_unit_test(json_order),           cmocka_unit_test(hostile_texts),
        cmocka_unit_test(many_subjects),        cmocka_unit_test(formats_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
