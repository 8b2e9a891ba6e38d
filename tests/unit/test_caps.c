/* Formats count the findings that they leave out: "and 1 more" just above the cap, nothing just at it. */
#include "printed.h"

#include <stdlib.h>

#include "report/formats.h"

enum { MOST = 111 };

/* Returns how often a report with count findings of one rule, and as many ignores, prints that
 * it leaves out that number. */
static size_t left_out(const struct report_format *format, size_t count, const char *number)
{
    struct vrmlint_finding findings[MOST];
    struct vrmlint_ignored ignored[MOST];
    assert_true(count <= MOST);
    for (size_t i = 0; i < count; i++) {
        findings[i] = (struct vrmlint_finding){.rule = vrmlint_rule_by_id("json/bom"),
                                               .severity = VRMLINT_WARNING,
                                               .message = {{"The file starts with a mark"}},
                                               .pointer = "",
                                               .subject = {{"The file"}},
                                               .excerpt = "",
                                               .fingerprint = "0123456789abcdef:1"};
        ignored[i] = (struct vrmlint_ignored){"json", "known", ".vrmlint.json", 1, 1, 1};
    }
    const struct vrmlint_report report = {
        .path = "a.vrm",
        .findings = findings,
        .finding_count = count,
        .counts = {[VRMLINT_WARNING] = count},
        .ignored = ignored,
        .ignored_count = count,
    };
    char *text = printed_reports(format, (struct report_options){.width = 100}, &report, 1);
    size_t times = printed_count(text, number);
    free(text);
    return times;
}

static void caps_are_exact(void **state)
{
    (void)state;
    static const struct {
        const struct report_format *format;
        size_t cap;
        size_t times; /* for findings, and for ignores if they have a cap too */
    } caps[] = {{&report_text, 10, 2}, {&report_html, 12, 1}, {&report_step_summary, 20, 1}, {&report_github, 110, 1}};
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
        assert_int_equal(left_out(caps[i].format, caps[i].cap, "and 0 "), 0);
        assert_int_equal(left_out(caps[i].format, caps[i].cap, "and 1 "), 0);
        assert_int_equal(left_out(caps[i].format, caps[i].cap, " 0 more"), 0);
        size_t times = left_out(caps[i].format, caps[i].cap + 1, "and 1 ") +
                       left_out(caps[i].format, caps[i].cap + 1, "the matches of 1 more ");
        assert_int_equal(times, caps[i].times);
    }
}

TEST_PROGRAM(caps)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(caps_are_exact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
