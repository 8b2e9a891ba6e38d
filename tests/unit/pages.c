#include "pages.h"

#include <string.h>

static const struct vrmlint_extension extension = {"VRMC_springBone", "1.0", false};

struct vrmlint_finding page_finding(const char *id, const char *subject, const char *message)
{
    const struct vrmlint_rule *rule = vrmlint_rule_by_id(id);
    assert_non_null(rule);
    return (struct vrmlint_finding){.rule = rule,
                                    .severity = rule->severity,
                                    .message = {{message}},
                                    .pointer = "",
                                    .subject = {{subject}},
                                    .excerpt = "",
                                    .fingerprint = ""};
}

struct vrmlint_report page_report(const struct vrmlint_finding *findings, size_t count)
{
    struct vrmlint_report report = {.path = "avatars/miko.vrm",
                                    .extensions = &extension,
                                    .extension_count = 1,
                                    .findings = findings,
                                    .finding_count = count};
    for (size_t i = 0; i < count; i++) {
        report.counts[findings[i].severity]++;
    }
    return report;
}

char *page_of(const struct vrmlint_report *reports, size_t count)
{
    return printed_reports(report_format_by_name("html"), (struct report_options){0}, reports, count);
}

void page_is_balanced(const char *page)
{
    static const char *const elements[] = {"article", "ul", "li", "h1", "h2", "p", "bdi", "main", "script", "style"};
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        char open[20];
        char open_with[20];
        char close[20];
        snprintf(open, sizeof open, "<%s>", elements[i]);
        snprintf(open_with, sizeof open_with, "<%s ", elements[i]);
        snprintf(close, sizeof close, "</%s>", elements[i]);
        assert_int_equal(printed_count(page, open) + printed_count(page, open_with), printed_count(page, close));
    }
    static const char *const numbers[] = {": nan", ",nan", "[nan",   ": -nan", ": inf",
                                          ",inf",  "[inf", ": -inf", ",-inf"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_null(strstr(page, numbers[i]));
    }
}

void page_has(const char *page, const char *part)
{
    if (strstr(page, part) == NULL) {
        fail_msg("the page lacks: %s", part);
    }
}
