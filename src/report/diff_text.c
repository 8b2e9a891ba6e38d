/* Writes vrmlint diff for people: a block per file with something to report, then the totals. */
#include <string.h>

#include "ids/messages_diff.h"
#include "report/diff.h"
#include "report/escape.h"
#include "report/paint.h"
#include "report/print.h"
#include "report/text_about.h"
#include "report/wrap.h"

enum {
    INDENT = 4,
    CHANGES_MAX = 30, /* per file, unless all are requested */
};

static void diff_text_begin(struct reporter *reporter, const struct diff_summary *summary)
{
    (void)reporter;
    (void)summary;
}

static void print_heading(const struct reporter *reporter, enum message words)
{
    text_start_line(reporter->out, TEXT_LINES_INDENT);
    paint(reporter->out, reporter->options.color, PAINT_BOLD);
    text_print_words(reporter, words, NO_ARGUMENTS);
    paint(reporter->out, reporter->options.color, PAINT_PLAIN);
    fputc('\n', reporter->out);
}

static void print_findings(const struct reporter *reporter, const struct vrmlint_diff *diff, enum vrmlint_news news)
{
    const struct vrmlint_report *report = &diff->news[news];
    FILE *out = reporter->out;
    if (report->finding_count == 0) {
        return;
    }
    print_heading(reporter, diff_heading(diff, news));
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        text_start_line(out, INDENT);
        paint(out, reporter->options.color, paint_of(finding->severity));
        size_t column = INDENT + text_print_words(reporter, words_of_severity(finding->severity), NO_ARGUMENTS) + 1;
        paint(out, reporter->options.color, PAINT_PLAIN);
        fputc(' ', out);
        wrap(out, vrmlint_text_in(&finding->message, reporter->options.language), column, INDENT + 2,
             reporter->options.width);
        fprintf(out, " [%s]\n", finding->rule->id);
    }
}

static void print_changes(const struct reporter *reporter, const struct vrmlint_diff *diff)
{
    size_t most = reporter->options.all ? SIZE_MAX : CHANGES_MAX;
    if (diff->change_count > 0) {
        print_heading(reporter, WORDS_DIFF_HEAD_CHANGES);
    }
    for (size_t i = 0; i < diff->change_count && i < most; i++) {
        struct words_room room;
        text_start_line(reporter->out, INDENT);
        wrap(reporter->out, diff_print_change(&room, reporter->options.language, &diff->changes[i]), INDENT, INDENT + 2,
             reporter->options.width);
        fputc('\n', reporter->out);
    }
    if (diff->change_count > most) {
        text_start_line(reporter->out, INDENT);
        text_print_words(reporter, WORDS_DIFF_MORE_CHANGES, ARGUMENTS(COUNT("count", diff->change_count - most)));
        fputc('\n', reporter->out);
    }
}

static void diff_text_entry(struct reporter *reporter, const struct diff_entry *entry)
{
    struct words_room room;
    if (!diff_is_worth_showing(entry)) {
        return;
    }
    paint(reporter->out, reporter->options.color, PAINT_BOLD);
    escape_text(reporter->out, diff_print_file(&room, reporter->options.language, entry));
    paint(reporter->out, reporter->options.color, PAINT_PLAIN);
    fputc('\n', reporter->out);
    size_t index = 0;
    for (const char *text;
         (text = diff_print_unread(&room, reporter->options.language, entry->diff, &index)) != NULL;) {
        text_start_line(reporter->out, TEXT_LINES_INDENT);
        wrap(reporter->out, text, TEXT_LINES_INDENT, INDENT, reporter->options.width);
        fputc('\n', reporter->out);
    }
    for (int news = 0; news < VRMLINT_NEWS_KINDS; news++) {
        print_findings(reporter, entry->diff, (enum vrmlint_news)news);
    }
    print_changes(reporter, entry->diff);
    fputc('\n', reporter->out);
}

static void diff_text_end(struct reporter *reporter, const struct diff_summary *summary)
{
    struct words_room room;
    if (!reporter->options.quiet) {
        wrap(reporter->out, diff_print_totals(&room, reporter->options.language, summary), 0, 0,
             reporter->options.width);
        fputc('\n', reporter->out);
    }
}

const struct diff_format diff_text = {"text", diff_text_begin, diff_text_entry, diff_text_end};
