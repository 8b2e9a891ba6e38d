/* Reports written as ndjson and read back are the same in every format, whatever they contain. */
#include "support.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/report.h"
#include "vrmlint.h"

/* Returns a report in a format. whole: with everything that a cache stores. */
static char *print_as(const char *format, const struct vrmlint_report *report, bool whole)
{
    char *text = NULL;
    size_t size = 0;
    struct reporter reporter = {.format = report_format_by_name(format), .options = {.width = 100, .whole = whole}};
    struct report_summary summary = {0};
    reporter.out = open_memstream(&text, &size);
    assert_non_null(reporter.out);
    report_begin(&reporter);
    report_count(&summary, report);
    report_file(&reporter, report);
    report_end(&reporter, &summary);
    assert_int_equal(fclose(reporter.out), 0);
    return text;
}

static char *print(const char *format, const struct vrmlint_report *report)
{
    return print_as(format, report, false);
}

/* Writes a report, reads it back, and compares the output of all formats and the cache record for both. */
static void round_trip_as(const struct vrmlint_report *report, bool whole)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_record record;
    char *line = print_as("ndjson", report, whole);
    size_t length = strcspn(line, "\n");
    assert_true(vrmlint_record_read(line, length, &record, &refusal));
    assert_non_null(record.report);
    for (size_t i = 0; report_formats[i]->name != NULL; i++) {
        const char *format = report_formats[i]->name;
        char *before = print(format, report);
        char *after = print(format, record.report);
        if (strcmp(after, before) != 0) {
            fail_msg("%s as %s:\n%s--- read back:\n%s", report->path, format, before, after);
        }
        free(before);
        free(after);
    }
    char *again = print_as("ndjson", record.report, whole);
    assert_string_equal(again, line);
    for (size_t i = 0; whole && i < report->finding_count; i++) {
        assert_int_equal(record.report->findings[i].named_count, report->findings[i].named_count);
        assert_true(record.report->findings[i].kind == report->findings[i].kind);
        assert_true(record.report->findings[i].badness == report->findings[i].badness);
        assert_int_equal(record.report->findings[i].number, report->findings[i].number);
    }
    free(again);
    vrmlint_report_free(record.report);
    free(line);
}

static void round_trip(const struct vrmlint_report *report)
{
    round_trip_as(report, false);
    round_trip_as(report, true);
}

/* Compares a report, after folding, with its copy from a cache record, which is folded after it is read. A record for
 * vrmlint merge is folded before it is written. */
static void round_trip_folded(struct vrmlint_report *report)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_record cached;
    struct vrmlint_record merged;
    char *entry = print_as("ndjson", report, true);
    assert_true(vrmlint_record_read(entry, strcspn(entry, "\n"), &cached, &refusal));
    assert_true(vrmlint_report_fold(report) && vrmlint_report_fold(cached.report));
    char *line = print("ndjson", report);
    assert_true(vrmlint_record_read(line, strcspn(line, "\n"), &merged, &refusal));
    for (size_t i = 0; report_formats[i]->name != NULL; i++) {
        const char *format = report_formats[i]->name;
        char *fresh = print(format, report);
        char *read[] = {print(format, cached.report), print(format, merged.report)};
        for (size_t k = 0; k < 2; k++) {
            if (strcmp(read[k], fresh) != 0) {
                fail_msg("%s as %s, %s:\n%s--- fresh:\n%s", report->path, format, k == 0 ? "cached" : "merged", read[k],
                         fresh);
            }
            free(read[k]);
        }
        free(fresh);
    }
    vrmlint_report_free(cached.report);
    vrmlint_report_free(merged.report);
    free(line);
    free(entry);
}

/* Totals over the reports of real files. */
struct seen {
    size_t files;
    size_t findings;
    size_t placed;
    size_t related;
    size_t named;
    size_t filled;
    size_t measured;
    size_t extensions;
    size_t unchecked;
    size_t skipped;
};

/* Checks a file as for a cache, with the data that any format may need. */
static void real_report(const struct vrmlint_policy *policy, const char *path, struct seen *seen)
{
    struct vrmlint_report *report = vrmlint_check_path(policy, path);
    assert_non_null(report);
    assert_null(report->error);
    round_trip_as(report, true);
    seen->files++;
    seen->findings += report->finding_count;
    for (size_t i = 0; i < report->finding_count; i++) {
        seen->placed += report->findings[i].has_place;
        seen->related += report->findings[i].related_count;
        seen->named += report->findings[i].named_count;
        seen->filled += report->findings[i].argument_count;
        seen->measured += report->findings[i].data_count;
    }
    seen->extensions += report->extension_count;
    seen->unchecked += report->unchecked_count;
    seen->skipped += report->skipped_count;
    vrmlint_report_free(report);
}

/* Checks a file as for a run in one language. */
static void folded_report(const struct vrmlint_policy *policy, const char *path)
{
    struct vrmlint_report *report = vrmlint_check_path(policy, path);
    assert_non_null(report);
    round_trip_folded(report);
    vrmlint_report_free(report);
}

/* Whole avatars and all failing fixtures. */
static void real_files(void **state)
{
    (void)state;
    struct seen seen = {0};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    vrmlint_policy_languages(policy, 1U << VRMLINT_ENGLISH | 1U << VRMLINT_JAPANESE);
    vrmlint_policy_arguments(policy, true);
    struct vrmlint_policy *english = vrmlint_policy_new();
    vrmlint_policy_arguments(english, true);
    vrmlint_policy_fixes(english, true);
    glob_t found;
    assert_int_equal(chdir(source_path("")), 0);
    assert_int_equal(glob("fixtures/whole/*.vrm*", 0, NULL, &found), 0);
    size_t whole = found.gl_pathc;
    assert_int_equal(glob("fixtures/*/*/fail-*.[gv]*", GLOB_APPEND, NULL, &found), 0);
    size_t every = 10 / trials(10); /* under valgrind, one in ten is enough */
    for (size_t i = 0; i < found.gl_pathc; i += i < whole ? 1 : every) {
        real_report(policy, found.gl_pathv[i], &seen);
        folded_report(english, found.gl_pathv[i]);
    }
    globfree(&found);
    vrmlint_policy_free(english);
    vrmlint_policy_free(policy);
    assert_true(seen.files > trials(500) && seen.findings > seen.files);
    assert_true(seen.placed > seen.files && seen.placed < seen.findings);
    assert_true(seen.related > seen.named && seen.named > 0 && seen.filled > 0);
    assert_true(seen.measured > 0 && seen.extensions > 0);
    assert_true(seen.unchecked > 0 && seen.skipped > 0);
}

static void no_avatars(void **state)
{
    (void)state;
    static const char *const paths[] = {"README.md", "fixtures/whole", "no such file"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct vrmlint_report *report = vrmlint_check_path(NULL, source_path(paths[i]));
        assert_non_null(report);
        assert_true(i == 0 || report->error != NULL);
        round_trip(report);
        vrmlint_report_free(report);
    }
}

/* Everything that a report can contain, and hostile texts. */
static void made_reports(void **state)
{
    (void)state;
    static const char nasty[] = "\"\\ \x1b[31m\r\n\t\x7f \xe2\x80\xae \xe3\x81\x82 \xf0\x9f\x98\x80 {\"a\": [1, 2]}";
    static const struct vrmlint_related related[] = {{"/a~1b", {{nasty}}}, {"", {{"x"}}}};
    static const struct vrmlint_measure data[] = {{"a", 0.1},
                                                  {"b", INFINITY},
                                                  {"c", -INFINITY},
                                                  {"d", (double)NAN},
                                                  {"e", -0.0},
                                                  {"f", 1e-310},
                                                  {"g", 1.7976931348623157e308}};
    struct vrmlint_finding findings[2] = {{
        .rule = vrmlint_rule_by_id("json/syntax"),
        .severity = VRMLINT_WARNING,
        .fix = VRMLINT_FIX_REPAIR,
        .message = {{nasty}},
        .pointer = nasty,
        .subject = {{nasty}},
        .excerpt = nasty,
        .fingerprint = "0123456789abcdef:1",
        .has_place = true,
        .line = 1,
        .column = 4294967296,
        .offset = UINT64_C(1) << 52,
        .related = related,
        .related_count = 2,
        .named_count = 2,
        .kind = UINT64_C(1) << 52,
        .badness = INFINITY,
        .data = data,
        .data_count = 7,
    }};
    findings[1] = findings[0];
    findings[1].has_place = false;
    findings[1].severity = VRMLINT_INFO;
    findings[1].number = 7;
    findings[1].related_count = 0;
    findings[1].named_count = 0;
    findings[1].more = 3;
    findings[1].data_count = 0;
    static const struct vrmlint_extension extensions[] = {{"VRMC_springBone", "1.0, 1.0-beta", false},
                                                          {"VRM", "", false}};
    static const char *const unchecked[] = {"z", nasty};
    static const struct vrmlint_skipped skipped[] = {{{{nasty}}, {{nasty}}}, {{{"the files"}}, {{"why"}}}};
    static const struct vrmlint_ignored ignored[] = {{"springbone", nasty, ".vrmlint.json", 3, 4, 5}};
    struct vrmlint_report report = {
        .path = nasty,
        .generator = nasty,
        .extensions = extensions,
        .extension_count = 2,
        .unchecked = unchecked,
        .unchecked_count = 2,
        .skipped = skipped,
        .skipped_count = 2,
        .findings = findings,
        .finding_count = 2,
        .counts = {[VRMLINT_WARNING] = 1, [VRMLINT_INFO] = 1},
        .ignored = ignored,
        .ignored_count = 1,
        .ignored_findings = 4,
    };
    round_trip(&report);
    round_trip(&(struct vrmlint_report){.path = ""});
    round_trip(&(struct vrmlint_report){.path = "x", .error = "No such file or directory"});
}

static void summaries(void **state)
{
    (void)state;
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_record record;
    static const char plain[] = "{\"summary\": {\"files\": 7, \"error\": 0, \"warning\": 0, \"info\": 0}}";
    static const char shard[] = "{\"summary\": {\"files\": 7, \"shard\": {\"number\": 2, \"of\": 8}}}";
    assert_true(vrmlint_record_read(plain, strlen(plain), &record, &refusal));
    assert_null(record.report);
    assert_int_equal(record.files, 7);
    assert_int_equal(record.shards, 0);
    assert_true(vrmlint_record_read(shard, strlen(shard), &record, &refusal));
    assert_int_equal(record.shard, 2);
    assert_int_equal(record.shards, 8);
}

/* Lines that aren't records are refused with a reason, and so are truncated records. */
static void refuses(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "{",
        "[]",
        "1",
        "{}",
        "{\"path\": 1}",
        "{\"summary\": 1}",
        "{\"summary\": {\"files\": -1}}",
        "{\"summary\": {\"files\": 1.5}}",
        "{\"summary\": {\"files\": 1, \"shard\": 3}}",
        "{\"path\": \"a\", \"findings\": {}, \"counts\": {\"error\": 0}}",
        "{\"path\": \"a\", \"findings\": [], \"counts\": {\"error\": 1}}",
        "{\"path\": \"a\", \"findings\": [{}], \"counts\": {\"error\": 0}}",
        "{\"path\": \"a\", \"findings\": [{\"rule\": \"no/such\"}], \"counts\": {\"error\": 0}}",
        "{\"path\": \"a\", \"findings\": [], \"counts\": {\"error\": 0}, \"skipped\": [1]}",
        "{\"path\": \"a\", \"findings\": [], \"counts\": {\"error\": 0}, \"unchecked\": [1]}",
        "{\"path\": \"a\", \"findings\": [], \"counts\": {\"error\": 0}, \"extensions\": {\"a\": 1}}",
        "{\"path\": \"a\", \"findings\": [], \"counts\": {\"error\": 0}, \"ignored\": [{}]}",
        "{\"path\": \"\xff\", \"findings\": [], \"counts\": {\"error\": 0}}",
    };
    struct vrmlint_record record;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        assert_false(vrmlint_record_read(lines[i], strlen(lines[i]), &record, &refusal));
        assert_null(record.report);
        assert_true(strlen(refusal.text) > 10);
    }
    struct vrmlint_report *report = vrmlint_check_path(NULL, source_path("fixtures/whole/mistakes.vrm"));
    char *line = print("ndjson", report);
    size_t length = strcspn(line, "\n");
    for (size_t cut = 0; cut < length; cut += cut < 300 || length - cut < 300 ? 1 : 97) {
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        assert_false(vrmlint_record_read(line, cut, &record, &refusal));
        assert_true(strlen(refusal.text) > 10);
    }
    free(line);
    vrmlint_report_free(report);
}

TEST_PROGRAM(record)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_files), cmocka_unit_test(no_avatars), cmocka_unit_test(made_reports),
        cmocka_unit_test(summaries),  cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
