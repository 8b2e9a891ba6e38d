#include "report/report.h"

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

void report_count(struct report_summary *summary, const struct vrmlint_report *report)
{
    summary->files++;
    summary->troubles += report->trouble != NULL;
    summary->known += report->known_findings;
    summary->ignored += report->ignored_findings;
    if (summary->statistics != NULL) {
        statistics_add(summary->statistics, report);
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
    reporter->format->file(reporter, report);
    reporter->files++;
}

void report_end(struct reporter *reporter, const struct report_summary *summary)
{
    if (reporter->format->end != NULL) {
        reporter->format->end(reporter, summary);
    }
}

void report_put_count(FILE *out, size_t count, enum vrmlint_severity kind)
{
    bool plural = count != 1 && kind != VRMLINT_INFO;
    fprintf(out, "%zu %s%s", count, vrmlint_severity_name(kind), plural ? "s" : "");
}

void report_put_left_out(FILE *out, const struct report_summary *summary)
{
    if (summary->ignored > 0) {
        fprintf(out, "; %zu ignored", summary->ignored);
    }
    if (summary->known > 0) {
        fprintf(out, "; %zu known to the baseline", summary->known);
    }
}

void report_put_totals(FILE *out, const struct report_summary *summary)
{
    fprintf(out, "%zu file%s checked: ", summary->files, summary->files == 1 ? "" : "s");
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        report_put_count(out, summary->counts[severity], (enum vrmlint_severity)severity);
        fputs(severity == VRMLINT_INFO ? "" : ", ", out);
    }
    report_put_left_out(out, summary);
    if (summary->troubles > 0) {
        fprintf(out, "; %zu could not be read", summary->troubles);
    }
}
