/* Writes GitLab's code quality report: one array of issues, identified by fingerprints, so that a merge request shows
 * what is new in it. */
#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/member.h"
#include "report/print.h"
#include "report/where.h"

/* Writes an issue. The fingerprint is that of a finding; other issues have fingerprints of their own kind. */
static void print_issue(struct reporter *reporter, const struct vrmlint_report *report, const char *description,
                        const char *check, const char *severity, const char *fingerprint, size_t line)
{
    FILE *out = reporter->out;
    char key[WHERE_KEY];
    where_key(key, report->path, fingerprint);
    fputs(reporter->entries++ == 0 ? "\n  {" : ",\n  {", out);
    member_text(out, "description", description, true);
    member_text(out, "check_name", check, false);
    member_text(out, "fingerprint", key, false);
    member_text(out, "severity", severity, false);
    fputs(", \"location\": {", out);
    member_text(out, "path", where_path(report->path), true);
    fprintf(out, ", \"lines\": {\"begin\": %zu}}}", line);
}

static void gitlab_begin(struct reporter *reporter)
{
    fputc('[', reporter->out);
}

static void gitlab_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    static const char *const severities[] = {"", "info", "minor", "critical"};
    if (report->error != NULL) {
        print_issue(reporter, report, words_of_error(reporter->options.language, report), "vrmlint", "blocker",
                    "trouble:1", 1);
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        const char *message = vrmlint_text_in(&finding->message, reporter->options.language);
        struct words_room room;
        if (shown_more(finding) > 0) {
            message = words_text(
                &room, reporter->options.language, WORDS_AND_MORE_FINDINGS,
                ARGUMENTS(TERM("text", message), COUNT("count", shown_more(finding)), TERM("rule", finding->rule->id)));
        }
        print_issue(reporter, report, message, finding->rule->id, severities[finding->severity], finding->fingerprint,
                    where_line(report, finding));
    }
}

static void gitlab_end(struct reporter *reporter, const struct report_summary *summary)
{
    (void)summary;
    fputs(reporter->entries == 0 ? "]\n" : "\n]\n", reporter->out);
}

const struct report_format report_gitlab = {
    .name = "gitlab",
    .summary = "GitLab's code quality report",
    .relative = true,
    .spreads = true,
    .capped = true,
    .begin = gitlab_begin,
    .file = gitlab_file,
    .end = gitlab_end,
};
