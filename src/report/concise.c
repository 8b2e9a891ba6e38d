/* Prints one line per finding, in the form of editors and logs: path:line:column: severity rule message [pointer] */
#include <string.h>

#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/link.h"
#include "report/paint.h"
#include "report/statistics.h"
#include "report/text_about.h"

/* Prints a finding, and those that follow from it if the report lists them. cause: what it follows from, or NULL. */
static void print_finding(const struct reporter *reporter, const char *path, const struct vrmlint_finding *finding,
                          const struct vrmlint_finding *cause)
{
    FILE *out = reporter->out;
    escape_text(out, path);
    if (finding->has_place) {
        fprintf(out, ":%zu:%zu", finding->line, finding->column);
    }
    fputs(": ", out);
    paint(out, reporter->options.color, paint_of(finding->severity));
    fputs(vrmlint_severity_name(finding->severity), out); /* not translated: editors search for it */
    paint(out, reporter->options.color, PAINT_PLAIN);
    fputc(' ', out);
    link_rule(out, reporter->options.links, finding->rule);
    fputc(' ', out);
    escape_text(out, vrmlint_text_in(&finding->message, reporter->options.language));
    if (*finding->pointer != '\0') {
        fputs(" [", out);
        escape_text(out, finding->pointer);
        fputc(']', out);
    }
    if (cause != NULL) {
        fputc(' ', out);
        text_print_words(reporter, WORDS_FOLLOWS_FROM, ARGUMENTS(TERM("rule", cause->rule->id)));
    } else if (finding->consequences > 0) {
        fputc(' ', out);
        text_print_words(reporter, WORDS_FOLLOWERS, ARGUMENTS(COUNT("count", finding->consequences)));
    }
    fputc('\n', out);
    for (size_t i = 0; i < finding->hidden_count; i++) {
        print_finding(reporter, path, &finding->hidden[i], finding);
    }
}

static void concise_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    for (size_t i = 0; i < report->finding_count && !reporter->options.tables_only; i++) {
        print_finding(reporter, report->path, &report->findings[i], NULL);
    }
}

static void concise_end(struct reporter *reporter, const struct report_summary *summary)
{
    if (summary->statistics != NULL) {
        statistics_text(reporter->out, summary->statistics, &reporter->options);
    }
}

const struct report_format report_concise = {
    .name = "concise",
    .summary = "a line per finding: path:line:column: severity rule message [pointer]",
    .follows = true,
    .file = concise_file,
    .end = concise_end,
};
