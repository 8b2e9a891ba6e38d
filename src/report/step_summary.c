/*
 * Writes the summary of a step on GitHub: Markdown, which may contain HTML. The findings are in HTML tables, in which
 * Markdown means nothing: no name of a file can leave its cell. GitHub discards a summary of more than 1 MiB, so it
 * ends well before; the text that is kept until the verdict over all files is known has the same limit.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ids/messages_report.h"
#include "report/formats.h"
#include "report/html.h"
#include "report/print.h"
#include "report/where.h"

enum {
    SIZE_MAX_KEPT = 600 * 1024, /* bytes; other programs may write to the same summary */
    FILE_FINDINGS_MAX = 20,
};

struct state {
    struct arena *arena;
    struct buf text;
    size_t left_out; /* files with findings that aren't shown */
};

static void print_finding(struct buf *text, const struct vrmlint_finding *finding, enum vrmlint_language language)
{
    static const char *const icons[] = {"", "ℹ️", "⚠️", "❌"};
    buf_printf(text, "<tr><td>%s ", icons[finding->severity]);
    message_print(text, language, words_of_severity(finding->severity), NO_ARGUMENTS);
    buf_str(text, "</td><td>");
    html_print_sentence(text, vrmlint_text_in(&finding->message, language));
    buf_printf(text, "</td><td><code>%s</code></td></tr>\n", finding->rule->id);
}

static void print_file(struct buf *text, const struct vrmlint_report *report, enum vrmlint_language language)
{
    size_t shown = report->finding_count < FILE_FINDINGS_MAX ? report->finding_count : FILE_FINDINGS_MAX;
    buf_str(text, "<h3>");
    html_print_name(text, where_path(report->path));
    buf_str(text, "</h3>\n<table>\n");
    if (report->error != NULL) {
        buf_str(text, "<tr><td>❌ ");
        message_print(text, language, WORDS_TITLE_NOT_CHECKED, NO_ARGUMENTS);
        buf_str(text, "</td><td>");
        html_print_sentence(text, words_of_error(language, report));
        buf_str(text, "</td></tr>\n");
    }
    size_t put = 0; /* the worst first */
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        for (size_t i = 0; i < report->finding_count && put < shown; i++) {
            if (report->findings[i].severity == (enum vrmlint_severity)severity) {
                print_finding(text, &report->findings[i], language);
                put++;
            }
        }
    }
    if (report->finding_count > shown) {
        buf_str(text, "<tr><td></td><td>");
        message_print(text, language, WORDS_AND_MORE_COUNT, ARGUMENTS(COUNT("count", report->finding_count - shown)));
        buf_str(text, "</td></tr>\n");
    }
    buf_str(text, "</table>\n");
}

static void step_summary_begin(struct reporter *reporter)
{
    struct state *state = calloc(1, sizeof *state);
    if (state != NULL) {
        state->arena = arena_new();
        state->text = (struct buf)BUF_INIT(state->arena);
    }
    reporter->state = state;
}

/* Adds a file. If memory runs out, the file is left out. */
static void step_summary_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    struct state *state = reporter->state;
    jmp_buf guard;
    if (state == NULL || (report->finding_count == 0 && report->error == NULL)) {
        return;
    }
    size_t before = state->text.length;
    if (state->arena == NULL || before > SIZE_MAX_KEPT) {
        state->left_out++;
        return;
    }
    if (setjmp(guard) != 0) {
        state->text.length = before;
        state->left_out++;
    } else {
        arena_guard(state->arena, &guard);
        print_file(&state->text, report, reporter->options.language);
    }
    arena_guard(state->arena, NULL);
}

static void print_verdict(const struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    bool bad = summary->counts[VRMLINT_ERROR] + summary->unreadable > 0;
    const char *icon = bad ? "❌" : summary->counts[VRMLINT_WARNING] > 0 ? "⚠️" : "✅";
    fprintf(out, "## %s vrmlint\n\n", icon);
    report_print_totals(reporter, summary);
    print_words(out, reporter->options.language, WORDS_FULL_STOP, NO_ARGUMENTS);
    fputs("\n\n", out);
}

static void step_summary_end(struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    struct state *state = reporter->state;
    print_verdict(reporter, summary);
    if (state == NULL) {
        return;
    }
    if (state->text.length > 0) {
        fwrite(state->text.text, 1, state->text.length, out);
        fputc('\n', out);
    }
    if (state->left_out > 0) {
        print_words(out, reporter->options.language, WORDS_STEP_LEFT_OUT, ARGUMENTS(COUNT("count", state->left_out)));
        fputs("\n\n", out);
    }
    if (state->arena != NULL) {
        arena_free(state->arena);
    }
    free(state);
}

const struct report_format report_step_summary = {
    .name = "step summary",
    .summary = "what GITHUB_STEP_SUMMARY names, in Markdown",
    .relative = true,
    .begin = step_summary_begin,
    .file = step_summary_file,
    .end = step_summary_end,
};
