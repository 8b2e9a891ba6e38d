/*
 * Writes JUnit's XML, as GitLab and Jenkins read it: a suite per file, with a test for reading it and a test per
 * finding. A finding that makes the run fail is a failure; any other is a test that passes with a text. Only suites
 * have totals: those of the run are not known when its element begins.
 */
#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/print.h"
#include "report/where.h"

static void print_attribute(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    escape_xml(out, text);
    fputc('"', out);
}

/* Begins a test, up to its name, which must be unique in the suite. detail (a fingerprint) may be NULL. */
static void begin_test(FILE *out, const char *path, const char *name, const char *detail)
{
    fputs("    <testcase", out);
    print_attribute(out, "classname", path);
    fputs(" name=\"", out);
    escape_xml(out, name);
    if (detail != NULL) {
        fputs(" (", out);
        escape_xml(out, detail);
        fputc(')', out);
    }
    fputc('"', out);
    print_attribute(out, "file", path);
}

/* Prints the log of a finding: the sentence, its position, the JSON, and the advice. */
static void print_details(const struct reporter *reporter, const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    struct words_room room;
    const char *subject = vrmlint_text_in(&finding->subject, language);
    escape_xml(out, vrmlint_text_in(&finding->message, language));
    fputs("\n\n", out);
    escape_xml(out, finding->has_place ? words_text(&room, language, WORDS_WHERE_PLACED,
                                                    ARGUMENTS(TERM("subject", subject), COUNT("line", finding->line),
                                                              COUNT("column", finding->column)))
                                       : words_text(&room, language, WORDS_WHERE, ARGUMENTS(TERM("subject", subject))));
    if (*finding->pointer != '\0') {
        fputs(" (", out);
        escape_xml(out, finding->pointer);
        fputc(')', out);
    }
    if (*finding->excerpt != '\0') {
        fputs("\nJSON: ", out);
        escape_xml(out, finding->excerpt);
    }
    fputc('\n', out);
    const char *how = vrmlint_rule_text(finding->rule, VRMLINT_HOW, language);
    escape_xml(out, words_text(&room, language, WORDS_WHAT_TO_DO, ARGUMENTS(TERM("how", how))));
    if (shown_more(finding) > 0) {
        fputc('\n', out);
        escape_xml(out, words_text(&room, language, WORDS_MORE_FINDINGS_OF,
                                   ARGUMENTS(COUNT("count", shown_more(finding)), TERM("rule", finding->rule->id))));
    }
}

static bool is_failure(const struct vrmlint_report *report, const struct vrmlint_finding *finding)
{
    return report->fails_from != VRMLINT_OFF && finding->severity >= report->fails_from;
}

static size_t count_failures(const struct vrmlint_report *report)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        count += is_failure(report, &report->findings[i]);
    }
    return count;
}

static void print_finding(const struct reporter *reporter, const struct vrmlint_report *report,
                          const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    bool fails = is_failure(report, finding);
    begin_test(out, where_path(report->path), finding->rule->id, finding->fingerprint);
    fprintf(out, " line=\"%zu\">\n      <", where_line(report, finding));
    if (fails) {
        fputs("failure", out);
        print_attribute(out, "message", vrmlint_text_in(&finding->message, reporter->options.language));
        print_attribute(out, "type", vrmlint_severity_name(finding->severity));
    } else {
        fputs("system-out", out);
    }
    fputc('>', out);
    print_details(reporter, finding);
    fputs(fails ? "</failure>" : "</system-out>", out);
    fputs("\n    </testcase>\n", out);
}

static void print_remark(FILE *out, const char *element, const char *message)
{
    fprintf(out, ">\n      <%s", element);
    print_attribute(out, "message", message);
    fputs("/>\n    </testcase>\n", out);
}

static void junit_begin(struct reporter *reporter)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"vrmlint\">\n", reporter->out);
}

static void junit_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    const char *path = where_path(report->path);
    bool unreadable = report->error != NULL;
    fputs("  <testsuite", out);
    print_attribute(out, "name", path);
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%d\" skipped=\"%zu\">\n",
            1 + report->finding_count + report->skipped_count, count_failures(report), unreadable,
            report->skipped_count);
    /* This test exists in every run, so that a file whose last finding is fixed doesn't vanish. */
    struct words_room room;
    begin_test(out, path, words_text(&room, language, WORDS_CAN_BE_READ, NO_ARGUMENTS), NULL);
    if (unreadable) {
        print_remark(out, "error", words_of_error(language, report));
    } else {
        fputs("/>\n", out);
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        print_finding(reporter, report, &report->findings[i]);
    }
    for (size_t i = 0; i < report->skipped_count; i++) {
        /* with a number, because several may have the same name */
        const char *number = words_text(&room, language, WORDS_NOT_CHECKED_NUMBER, ARGUMENTS(COUNT("number", i + 1)));
        begin_test(out, path, words_of_skipped(language, &report->skipped[i].what), number);
        print_remark(out, "skipped", words_of_skipped(language, &report->skipped[i].why));
    }
    fputs("  </testsuite>\n", out);
}

static void junit_end(struct reporter *reporter, const struct report_summary *summary)
{
    (void)summary;
    fputs("</testsuites>\n", reporter->out);
}

const struct report_format report_junit = {
    .name = "junit",
    .summary = "JUnit's XML: a suite per file, a test per finding",
    .capped = true,
    .begin = junit_begin,
    .file = junit_file,
    .end = junit_end,
};
