/* Writes vrmlint diff as a page, and as Markdown for the summary of a step on GitHub. Both show files as HTML tables,
 * in which no name can leave its cell; the page has no script. */
#include <setjmp.h>
#include <stdlib.h>

#include "ids/messages_diff.h"
#include "report/diff.h"
#include "report/html.h"
#include "report/print.h"

enum {
    STEP_MOST = 600 * 1024, /* bytes: GitHub discards a summary of more than 1 MiB */
    CHANGES_MAX = 200,      /* per file */
    FINDINGS_MAX = 100,     /* per kind and file */
};

static void print_row(struct buf *page, const struct vrmlint_finding *finding, enum vrmlint_language language)
{
    buf_str(page, "<tr><td>");
    html_print_words(page, language, words_of_severity(finding->severity), NO_ARGUMENTS);
    buf_str(page, "</td><td>");
    html_print_sentence(page, vrmlint_text_in(&finding->message, language));
    buf_printf(page, "</td><td><code>%s</code></td></tr>\n", finding->rule->id);
}

static void print_findings(struct buf *page, const struct vrmlint_diff *diff, enum vrmlint_news news,
                           enum vrmlint_language language)
{
    const struct vrmlint_report *report = &diff->news[news];
    if (report->finding_count == 0) {
        return;
    }
    html_print_words_in(page, language, "h4", diff_heading(diff, news), NO_ARGUMENTS);
    buf_str(page, "\n<table>\n");
    for (size_t i = 0; i < report->finding_count && i < FINDINGS_MAX; i++) {
        print_row(page, &report->findings[i], language);
    }
    buf_str(page,
            report->finding_count > FINDINGS_MAX ? "<tr><td colspan=\"3\">…</td></tr>\n</table>\n" : "</table>\n");
}

static void print_changes(struct buf *page, const struct vrmlint_diff *diff, enum vrmlint_language language)
{
    if (diff->change_count == 0) {
        return;
    }
    html_print_words_in(page, language, "h4", WORDS_DIFF_HEAD_CHANGES, NO_ARGUMENTS);
    buf_str(page, "\n<ul>\n");
    for (size_t i = 0; i < diff->change_count && i < CHANGES_MAX; i++) {
        struct words_room room;
        buf_str(page, "<li>");
        html_print_sentence(page, diff_print_change(&room, language, &diff->changes[i]));
        buf_str(page, "</li>\n");
    }
    buf_str(page, diff->change_count > CHANGES_MAX ? "<li>…</li>\n</ul>\n" : "</ul>\n");
}

static void print_entry(struct buf *page, const struct diff_entry *entry, enum vrmlint_language language)
{
    struct words_room room;
    buf_str(page, "<h3>");
    html_print_sentence(page, diff_print_file(&room, language, entry));
    buf_str(page, "</h3>\n");
    size_t index = 0;
    for (const char *text; (text = diff_print_unread(&room, language, entry->diff, &index)) != NULL;) {
        buf_str(page, "<p>");
        html_print_sentence(page, text);
        buf_str(page, "</p>\n");
    }
    for (int news = 0; news < VRMLINT_NEWS_KINDS; news++) {
        print_findings(page, entry->diff, (enum vrmlint_news)news, language);
    }
    print_changes(page, entry->diff, language);
}

/* The body so far: the totals are printed before it, but known last. */
struct state {
    struct arena *arena;
    struct buf body;
};

static void diff_html_begin(struct reporter *reporter, const struct diff_summary *summary)
{
    (void)summary;
    struct state *state = calloc(1, sizeof *state);
    if (state != NULL) {
        state->arena = arena_new();
        state->body = (struct buf)BUF_INIT(state->arena);
    }
    reporter->state = state;
    reporter->no_memory = state == NULL || state->arena == NULL;
}

/* Adds a file. If memory runs out, there is no report. */
static void diff_html_entry(struct reporter *reporter, const struct diff_entry *entry)
{
    struct state *state = reporter->state;
    jmp_buf guard;
    if (reporter->no_memory || !diff_is_worth_showing(entry)) {
        return;
    }
    if (setjmp(guard) != 0) {
        reporter->no_memory = true;
    } else {
        arena_guard(state->arena, &guard);
        print_entry(&state->body, entry, reporter->options.language);
    }
    arena_guard(state->arena, NULL);
}

static void step_entry(struct reporter *reporter, const struct diff_entry *shown)
{
    const struct state *state = reporter->state;
    if (state != NULL && state->body.length < STEP_MOST) {
        diff_html_entry(reporter, shown);
    } else {
        reporter->findings++; /* files that are left out */
    }
}

static void print_totals(struct buf *page, const struct reporter *reporter, const struct diff_summary *summary)
{
    struct words_room room;
    buf_str(page, "<p>");
    html_print_sentence(page, diff_print_totals(&room, reporter->options.language, summary));
    buf_str(page, "</p>\n");
}

static void print_head(struct buf *page, const struct reporter *reporter, const struct diff_summary *summary)
{
    buf_printf(
        page,
        "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '%s'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>vrmlint diff</title>\n<style>%s</style>\n"
        "</head>\n<body>\n<main>\n",
        vrmlint_language_name(reporter->options.language), html_style_hash, html_style);
    html_print_words_in(page, reporter->options.language, "h1", WORDS_DIFF_TITLE, NO_ARGUMENTS);
    print_totals(page, reporter, summary);
}

static void print_step_head(struct buf *page, const struct reporter *reporter, const struct diff_summary *summary)
{
    buf_str(page, "## vrmlint diff\n\n");
    print_totals(page, reporter, summary);
    buf_char(page, '\n');
}

/* Writes the head with the totals, then the body. Frees the state. */
static void write_all(struct reporter *reporter, const struct diff_summary *summary,
                      void (*put)(struct buf *page, const struct reporter *reporter,
                                  const struct diff_summary *summary))
{
    struct state *state = reporter->state;
    jmp_buf guard;
    if (!reporter->no_memory && setjmp(guard) == 0) {
        arena_guard(state->arena, &guard);
        struct buf head = BUF_INIT(state->arena);
        put(&head, reporter, summary);
        fwrite(head.text, 1, head.length, reporter->out);
        fwrite(buf_text(&state->body), 1, state->body.length, reporter->out);
    } else {
        reporter->no_memory = true;
    }
    if (state != NULL && state->arena != NULL) {
        arena_free(state->arena);
    }
    free(state);
}

static void diff_html_end(struct reporter *reporter, const struct diff_summary *summary)
{
    write_all(reporter, summary, print_head);
    fputs("</main>\n</body>\n</html>\n", reporter->out);
}

static void step_end(struct reporter *reporter, const struct diff_summary *summary)
{
    write_all(reporter, summary, print_step_head);
    fputs(reporter->findings == 0 ? "\n" : "\n…\n", reporter->out);
}

const struct diff_format diff_html = {"html", diff_html_begin, diff_html_entry, diff_html_end};
const struct diff_format diff_step_summary = {"step summary", diff_html_begin, step_entry, step_end};
