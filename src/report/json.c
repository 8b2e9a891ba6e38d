/*
 * json: one object for the whole run. ndjson: one object a file and line, each as soon as its turn comes, the summary
 * last. Both hold every finding, in the order and with the names of schema/report.schema.json.
 */
#include "report/escape.h"
#include "report/formats.h"
#include "report/member.h"
#include "report/statistics.h"

static void put_counts(FILE *out, const size_t *counts, bool first)
{
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        member_key(out, vrmlint_severity_name((enum vrmlint_severity)severity), first && severity == VRMLINT_ERROR);
        fprintf(out, "%zu", counts[severity]);
    }
}

static void put_related(FILE *out, const struct vrmlint_finding *finding)
{
    member_key(out, "related", false);
    fputc('[', out);
    for (size_t i = 0; i < finding->related_count; i++) {
        fputs(i == 0 ? "{" : ", {", out);
        member_text(out, "pointer", finding->related[i].pointer, true);
        member_text(out, "message", ENGLISH(finding->related[i].message), false);
        fputc('}', out);
    }
    fputc(']', out);
}

static void put_data(FILE *out, const struct vrmlint_finding *finding)
{
    member_key(out, "data", false);
    fputc('{', out);
    for (size_t i = 0; i < finding->data_count; i++) {
        member_key(out, finding->data[i].name, i == 0);
        escape_json_number(out, finding->data[i].value);
    }
    fputc('}', out);
}

static void put_finding(FILE *out, const struct vrmlint_finding *finding)
{
    fputc('{', out);
    member_text(out, "rule", finding->rule->id, true);
    member_text(out, "severity", vrmlint_severity_name(finding->severity), false);
    member_text(out, "message", ENGLISH(finding->message), false);
    member_text(out, "pointer", finding->pointer, false);
    if (finding->has_place) {
        fprintf(out, ", \"line\": %zu, \"column\": %zu, \"offset\": %llu", finding->line, finding->column,
                (unsigned long long)finding->offset);
        if (finding->length > 0) {
            fprintf(out, ", \"length\": %llu", (unsigned long long)finding->length);
        }
    }
    member_text(out, "fix", vrmlint_fix_name(finding->fix), false);
    put_related(out, finding);
    put_data(out, finding);
    member_text(out, "subject", ENGLISH(finding->subject), false);
    member_text(out, "excerpt", finding->excerpt, false);
    member_text(out, "fingerprint", finding->fingerprint, false);
    fputc('}', out);
}

static void put_extensions(FILE *out, const struct vrmlint_report *report)
{
    member_key(out, "extensions", false);
    fputc('{', out);
    for (size_t i = 0; i < report->extension_count; i++) {
        member_text(out, report->extensions[i].name, report->extensions[i].version, i == 0);
    }
    fputs("}", out);
    member_key(out, "unchecked", false);
    fputc('[', out);
    for (size_t i = 0; i < report->unchecked_count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        escape_json(out, report->unchecked[i]);
    }
    fputc(']', out);
}

static void put_skip(FILE *out, const char *what, const char *why, bool first)
{
    fputs(first ? "{" : ", {", out);
    member_text(out, "what", what, true);
    member_text(out, "why", why, false);
    fputc('}', out);
}

/* A file that could not be read is one of which everything was skipped. */
static void put_skipped(FILE *out, const struct vrmlint_report *report)
{
    member_key(out, "skipped", false);
    fputc('[', out);
    if (report->trouble != NULL) {
        put_skip(out, "the file", report->trouble, true);
    }
    for (size_t i = 0; i < report->skipped_count; i++) {
        put_skip(out, ENGLISH(report->skipped[i].what), ENGLISH(report->skipped[i].why),
                 i == 0 && report->trouble == NULL);
    }
    fputc(']', out);
}

/* What somebody has looked at and accepted: only where there is any. */
static void put_ignored(FILE *out, const struct vrmlint_report *report)
{
    if (report->ignored_count == 0) {
        return;
    }
    member_key(out, "ignored", false);
    fputc('[', out);
    for (size_t i = 0; i < report->ignored_count; i++) {
        const struct vrmlint_ignored *ignored = &report->ignored[i];
        fputs(i == 0 ? "{" : ", {", out);
        member_text(out, "rule", ignored->rule, true);
        member_text(out, "reason", ignored->reason, false);
        member_text(out, "config", ignored->config, false);
        fprintf(out, ", \"line\": %zu, \"column\": %zu, \"count\": %zu}", ignored->line, ignored->column,
                ignored->count);
    }
    fputc(']', out);
}

/* between: what stands before each finding, so that json has a finding a line and ndjson a file a line. */
static void put_file(FILE *out, const struct vrmlint_report *report, const char *between)
{
    fputc('{', out);
    member_text(out, "path", report->path, true);
    if (report->generator != NULL) {
        member_text(out, "generator", report->generator, false);
    }
    if (report->glb) {
        fputs(", \"glb\": true", out);
    }
    put_extensions(out, report);
    put_skipped(out, report);
    put_ignored(out, report);
    fputs(", \"counts\": {", out);
    put_counts(out, report->counts, true);
    if (report->ignored_findings > 0) {
        fprintf(out, ", \"ignored\": %zu", report->ignored_findings);
    }
    if (report->known_findings > 0) {
        fprintf(out, ", \"known\": %zu", report->known_findings);
    }
    fputc('}', out);
    member_key(out, "findings", false);
    fputc('[', out);
    for (size_t i = 0; i < report->finding_count; i++) {
        fputs(i == 0 ? "" : ",", out);
        fputs(i == 0 && *between == ' ' ? "" : between, out);
        put_finding(out, &report->findings[i]);
    }
    fputs("]}", out);
}

static void put_summary(FILE *out, const struct report_summary *summary)
{
    fprintf(out, "\"summary\": {\"files\": %zu", summary->files);
    put_counts(out, summary->counts, false);
    if (summary->ignored > 0) {
        fprintf(out, ", \"ignored\": %zu", summary->ignored);
    }
    if (summary->known > 0) {
        fprintf(out, ", \"known\": %zu", summary->known);
    }
    if (summary->shards > 0) {
        fprintf(out, ", \"shard\": {\"number\": %zu, \"of\": %zu}", summary->shard, summary->shards);
    }
    if (summary->statistics != NULL) {
        member_key(out, "statistics", false);
        fputc('{', out);
        statistics_json(out, summary->statistics);
        fputc('}', out);
    }
    fputc('}', out);
}

static void json_begin(struct reporter *reporter)
{
    fputs("{\"tool\": {\"name\": \"vrmlint\"", reporter->out);
    member_text(reporter->out, "version", vrmlint_version(), false);
    fputs("},\n \"files\": [", reporter->out);
}

static void json_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    fputs(reporter->files == 0 ? "\n  " : ",\n  ", reporter->out);
    put_file(reporter->out, report, "\n    ");
}

static void json_end(struct reporter *reporter, const struct report_summary *summary)
{
    fputs("],\n ", reporter->out);
    put_summary(reporter->out, summary);
    fputs("}\n", reporter->out);
}

static void ndjson_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    put_file(reporter->out, report, " ");
    fputc('\n', reporter->out);
}

static void ndjson_end(struct reporter *reporter, const struct report_summary *summary)
{
    fputc('{', reporter->out);
    put_summary(reporter->out, summary);
    fputs("}\n", reporter->out);
}

const struct report_format report_json = {
    .name = "json",
    .summary = "one JSON object, described by report.schema.json",
    .begin = json_begin,
    .file = json_file,
    .end = json_end,
};

const struct report_format report_ndjson = {
    .name = "ndjson",
    .summary = "a JSON object per file and line, the summary last",
    .file = ndjson_file,
    .end = ndjson_end,
};
