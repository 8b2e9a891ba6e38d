/* Statistics: what is counted, in which order it is shown, and that no file can make them grow without end. */
#include "support.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/statistics.h"

static const struct vrmlint_finding found[] = {
    {.severity = VRMLINT_ERROR},
    {.severity = VRMLINT_WARNING},
    {.severity = VRMLINT_WARNING},
};

/* Adds a file with the first count of: json/syntax, json/duplicate-key, json/duplicate-key. */
static void add(struct statistics *statistics, const char *generator, size_t count)
{
    struct vrmlint_finding findings[3];
    struct vrmlint_report report = {.path = "a", .generator = generator, .findings = findings, .finding_count = count};
    for (size_t i = 0; i < count; i++) {
        findings[i] = found[i];
        findings[i].rule = vrmlint_rule_by_id(i == 0 ? "json/syntax" : "json/duplicate-key");
        report.counts[findings[i].severity]++;
    }
    statistics_add(statistics, &report);
}

static char *print(const struct statistics *statistics, bool as_json)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    if (as_json) {
        fputc('{', out);
        statistics_json(out, statistics);
        fputc('}', out);
    } else {
        statistics_text(out, statistics, &(struct report_options){.width = 80});
    }
    assert_int_equal(fclose(out), 0);
    return text;
}

static void tables(void **state)
{
    (void)state;
    struct statistics *statistics = statistics_new();
    assert_non_null(statistics);
    add(statistics, "UniVRM-2.4.0", 3);
    add(statistics, NULL, 0);
    add(statistics, "Blender", 1);
    add(statistics, "Blender", 0);
    statistics_add(statistics, &(struct vrmlint_report){.path = "gone", .trouble = "gone"});
    char *text = print(statistics, false);
    assert_string_equal(text, "\n"
                              "  findings   files  rule\n"
                              "         2       1  json/duplicate-key\n"
                              "         2       2  json/syntax\n"
                              "\n"
                              "     files  errors  warnings    info  exporter\n"
                              "         2       1         0       0  Blender\n"
                              "                                      most often json/syntax (1 in 1 file)\n"
                              "         1       0         0       0  (not stated)\n"
                              "         1       1         2       0  UniVRM-2.4.0\n"
                              "                                      most often json/duplicate-key (2 in 1 file)\n");
    free(text);
    text = print(statistics, true);
    assert_string_equal(
        text, "{\"rules\": [{\"rule\": \"json/duplicate-key\", \"count\": 2, \"files\": 1}, "
              "{\"rule\": \"json/syntax\", \"count\": 2, \"files\": 2}], \"generators\": ["
              "{\"generator\": \"Blender\", \"files\": 2, \"error\": 1, \"warning\": 0, \"info\": 0, "
              "\"rules\": [{\"rule\": \"json/syntax\", \"count\": 1, \"files\": 1}]}, "
              "{\"generator\": \"\", \"files\": 1, \"error\": 0, \"warning\": 0, \"info\": 0, \"rules\": []}, "
              "{\"generator\": \"UniVRM-2.4.0\", \"files\": 1, \"error\": 1, \"warning\": 2, \"info\": 0, "
              "\"rules\": [{\"rule\": \"json/duplicate-key\", \"count\": 2, \"files\": 1}, "
              "{\"rule\": \"json/syntax\", \"count\": 1, \"files\": 1}]}]}");
    free(text);
    statistics_free(statistics);
    statistics_free(NULL);
}

static void nothing(void **state)
{
    (void)state;
    struct statistics *statistics = statistics_new();
    char *text = print(statistics, false);
    assert_string_equal(text, "\nNo rule found anything.\n");
    free(text);
    text = print(statistics, true);
    assert_string_equal(text, "{\"rules\": [], \"generators\": []}");
    free(text);
    statistics_free(statistics);
}

/* A library in which every file names another exporter, one of them of a megabyte. */
static void many_exporters(void **state)
{
    (void)state;
    enum { FILES = 3000, LONG = 1000000 };
    struct statistics *statistics = statistics_new();
    char *longest = malloc(LONG + 1);
    assert_non_null(longest);
    memset(longest, 'x', LONG);
    longest[LONG] = '\0';
    add(statistics, longest, 1);
    for (int i = 0; i < FILES; i++) {
        char name[40];
        snprintf(name, sizeof name, "exporter \033[31m %d", i * 7919 % FILES);
        add(statistics, name, 1);
    }
    char *text = print(statistics, false);
    assert_true(strlen(text) < 300000);
    assert_null(strchr(text, '\033'));
    assert_non_null(strstr(text, "  (others)\n"));
    free(text);
    text = print(statistics, true);
    json_t *json = json_loads(text, 0, NULL);
    const json_t *generators = json_object_get(json, "generators");
    json_int_t files = 0;
    for (size_t i = 0; i < json_array_size(generators); i++) {
        files += json_integer_value(json_object_get(json_array_get(generators, i), "files"));
    }
    assert_int_equal(json_array_size(generators), 1001);
    assert_int_equal(files, FILES + 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(generators, 1000), "generator")), "(others)");
    json_decref(json);
    free(text);
    free(longest);
    statistics_free(statistics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),
        cmocka_unit_test(nothing),
        cmocka_unit_test(many_exporters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
