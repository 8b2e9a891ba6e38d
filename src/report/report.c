#include "report/report.h"

#include <stdio.h>
#include <string.h>

#include "report/formats.h"
#include "report/statistics.h"

const struct report_format *const report_formats[] = {
    &report_text,  &report_concise, &report_json,   &report_ndjson, &report_sarif,
    &report_junit, &report_github,  &report_gitlab, &report_html,   &(const struct report_format){0},
};

const struct report_format *report_format_by_name(const char *name)
{
    for (size_t i = 0; report_formats[i]->name != NULL; i++) {
        if (strcmp(report_formats[i]->name, name) == 0) {
            return report_formats[i];
        }
    }
    return NULL;
}

const char *report_format_names(char *names, size_t size)
{
    size_t length = 0;
    names[0] = '\0';
    for (size_t i = 0; report_formats[i]->name != NULL && length < size; i++) {
        length += (size_t)snprintf(names + length, size - length, "%s%s", i == 0 ? "" : ", ", report_formats[i]->name);
    }
    return names;
}

void report_count(struct report_summary *summary, const struct vrmlint_report *report)
{
    summary->files++;
    summary->unreadable += report->error != NULL;
    summary->known += report->known_findings;
    summary->ignored += report->ignored_findings;
    summary->hidden += report->hidden_findings;
    struct app_verdict verdicts[VERDICT_APPS];
    size_t count = verdicts_of(report, verdicts);
    for (size_t i = 0; i < count; i++) {
        if (report->finding_count > 0 || verdicts[i].kind != APP_UNKNOWN) { /* not if all findings are accepted */
            summary->verdicts[verdicts[i].app][verdicts[i].kind]++;
        }
    }
    if (summary->statistics != NULL) {
        summary->no_memory = !statistics_add(summary->statistics, report);
    }
    for (int severity = VRMLINT_INFO; severity <= VRMLINT_ERROR; severity++) {
        summary->counts[severity] += report->counts[severity];
    }
}

void report_begin(struct reporter *reporter)
{
    if (reporter->format->begin != NULL) {
        reporter->format->begin(reporter);
    }
}

void report_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    struct vrmlint_report shown = *report;
    if (reporter->format->ranked) {
        reporter->no_memory = !shown_rank(&reporter->listed, &shown) || reporter->no_memory;
    } else if (reporter->format->spreads && report->each != NULL) {
        report_spread(reporter, &reporter->listed, &shown);
    } else {
        report_cap(reporter, &reporter->listed, &shown);
    }
    reporter->format->file(reporter, &shown);
    reporter->files++;
    reporter->findings += shown.finding_count;
}

void report_end(struct reporter *reporter, const struct report_summary *summary)
{
    if (reporter->format->end != NULL && !reporter->no_memory) {
        reporter->format->end(reporter, summary);
    }
    shown_free(&reporter->listed);
}
