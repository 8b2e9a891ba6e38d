#include "report/diff.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "ids/messages_command.h"
#include "ids/messages_diff.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/html.h"
#include "report/print.h"
#include "report/shown.h"
#include "report/statistics.h"
#include "report/text.h"
#include "report/verdict.h"

/* Whether there is anything to report about a file. */
static bool diff_is_worth_showing(const struct diff_entry *entry)
{
    const struct vrmlint_diff *diff = entry->diff;
    bool any = diff->change_count + diff->unread_count[0] + diff->unread_count[1] > 0;
    for (size_t i = 0; i < VRMLINT_NEWS_KINDS; i++) {
        any = any || diff->news[i].finding_count > 0;
    }
    return any || (entry->state != DIFF_SAME && entry->state != DIFF_CHANGED);
}

/* Returns the name of a file: "new.vrm", "new.vrm (was old.vrm)", "new.vrm (added)". */
static const char *diff_print_file(struct words_room *room, enum vrmlint_language language,
                                   const struct diff_entry *entry)
{
    struct words_room name;
    const char *path = words_of_path(&name, language, entry->path);
    switch (entry->state) {
    case DIFF_ADDED:
        return words_text(room, language, WORDS_DIFF_ADDED, ARGUMENTS(TERM("path", path)));
    case DIFF_REMOVED:
        return words_text(room, language, WORDS_DIFF_REMOVED, ARGUMENTS(TERM("path", path)));
    default:
        break;
    }
    return entry->before == NULL ? words_text(room, language, WORDS_PLAIN, ARGUMENTS(TERM("text", path)))
                                 : words_text(room, language, WORDS_DIFF_WAS,
                                              ARGUMENTS(TERM("path", path), TERM("before", entry->before)));
}

/* Returns the heading of findings of a kind: "New because vrmlint is another version". */
static enum message diff_heading(const struct vrmlint_diff *diff, enum vrmlint_news news)
{
    const char *because = diff->because == NULL ? "" : diff->because;
    bool settings = strcmp(because, "settings") == 0;
    bool unread = strcmp(because, "unread") == 0;
    switch (news) {
    case VRMLINT_NEWS_NEW:
        return WORDS_DIFF_NEW;
    case VRMLINT_NEWS_FIXED:
        return WORDS_DIFF_FIXED;
    case VRMLINT_NEWS_MOVED:
        return WORDS_DIFF_MOVED;
    case VRMLINT_NEWS_BROUGHT:
        return unread     ? WORDS_DIFF_BROUGHT_UNREAD
               : settings ? WORDS_DIFF_BROUGHT_BY_SETTINGS
                          : WORDS_DIFF_BROUGHT_BY_VERSION;
    default:
        return unread                            ? WORDS_DIFF_DROPPED_UNREAD
               : strcmp(because, "removed") == 0 ? WORDS_DIFF_DROPPED_WITH_FILE
               : settings                        ? WORDS_DIFF_DROPPED_BY_SETTINGS
                                                 : WORDS_DIFF_DROPPED_BY_VERSION;
    }
}

/* Returns a sentence about each part that couldn't be read and compared, one for each call: index begins at 0. NULL
 * after the last one. */
static const char *diff_print_unread(struct words_room *room, enum vrmlint_language language,
                                     const struct vrmlint_diff *diff, size_t *index)
{
    size_t old_count = diff->unread_count[0];
    bool old = *index < old_count;
    size_t at = old ? *index : *index - old_count;
    if (at >= diff->unread_count[old ? 0 : 1]) {
        return NULL;
    }
    const struct vrmlint_skipped *unread = &diff->unread[old ? 0 : 1][at];
    ++*index;
    const char *why = translation_of_text(language, words_of_skipped(language, &unread->why));
    return words_text(room, language, old ? WORDS_DIFF_UNREAD_OLD : WORDS_DIFF_UNREAD_NEW,
                      ARGUMENTS(TERM("what", words_of_skipped(language, &unread->what)), TERM("why", why)));
}

/* Returns the name of an object in a sentence. */
static struct argument name_object(struct words_room *room, enum vrmlint_language language,
                                   const struct vrmlint_change *change)
{
    static const enum message words[VRMLINT_FACT_KINDS] = {
        [VRMLINT_FACT_SPRING] = WORDS_DIFF_SPRING,         [VRMLINT_FACT_JOINT] = WORDS_DIFF_JOINT,
        [VRMLINT_FACT_COLLIDER] = WORDS_DIFF_COLLIDER,     [VRMLINT_FACT_COLLIDER_GROUP] = WORDS_DIFF_GROUP,
        [VRMLINT_FACT_CONSTRAINT] = WORDS_DIFF_CONSTRAINT, [VRMLINT_FACT_BONE] = WORDS_DIFF_BONE,
        [VRMLINT_FACT_EXPRESSION] = WORDS_DIFF_EXPRESSION, [VRMLINT_FACT_GAZE] = WORDS_DIFF_GAZE,
        [VRMLINT_FACT_MATERIAL] = WORDS_DIFF_MATERIAL,     [VRMLINT_FACT_IMAGE] = WORDS_DIFF_IMAGE,
        [VRMLINT_FACT_LICENCE] = WORDS_DIFF_LICENCE,       [VRMLINT_FACT_FIGURE] = WORDS_DIFF_FIGURE,
    };
    bool named = change->kind != VRMLINT_FACT_GAZE && change->kind != VRMLINT_FACT_LICENCE &&
                 change->kind != VRMLINT_FACT_FIGURE;
    return TERM("object", words_text(room, language, words[change->kind],
                                     named ? ARGUMENTS(TERM("name", change->of)) : NO_ARGUMENTS));
}

/* Returns one change as a sentence: "Joint 'Hair / Hair_1': stiffness is 1.2 instead of 0.5". */
static const char *diff_print_change(struct words_room *room, enum vrmlint_language language,
                                     const struct vrmlint_change *change)
{
    struct words_room object;
    struct argument of = name_object(&object, language, change);
    struct argument what = TERM("what", change->what);
    if (*change->what == '\0') {
        return words_text(room, language, change->before == NULL ? WORDS_DIFF_OBJECT_ADDED : WORDS_DIFF_OBJECT_REMOVED,
                          ARGUMENTS(of));
    }
    if (change->before == NULL) {
        return words_text(room, language, WORDS_DIFF_SET, ARGUMENTS(of, what, TERM("after", change->after)));
    }
    if (change->after == NULL) {
        return words_text(room, language, WORDS_DIFF_UNSET, ARGUMENTS(of, what, TERM("before", change->before)));
    }
    return words_text(room, language, WORDS_DIFF_CHANGED,
                      ARGUMENTS(of, what, TERM("before", change->before), TERM("after", change->after)));
}

enum { NAMES_MOST = 3 /* renamed objects that are listed one by one */ };

/* Returns the number of objects that are renamed and otherwise unchanged, if one sentence reports them; otherwise 0. */
static size_t diff_count_renamed(const struct vrmlint_diff *diff)
{
    size_t count = 0;
    for (size_t i = 0; i < diff->change_count; i++) {
        count += diff->changes[i].only_name;
    }
    return count > NAMES_MOST ? count : 0;
}

/* Returns the sentence about them: "100 objects are renamed and otherwise unchanged: Joint 'Hair / Hair_1' was 'x'". */
static const char *diff_print_renamed(struct words_room *room, enum vrmlint_language language,
                                      const struct vrmlint_diff *diff, size_t count)
{
    struct words_room object;
    const struct vrmlint_change *first = diff->changes;
    while (!first->only_name) {
        first++;
    }
    return words_text(
        room, language, WORDS_DIFF_RENAMED,
        ARGUMENTS(COUNT("count", count), name_object(&object, language, first), TERM("before", first->before)));
}

/* Returns a sentence about each app that does something else with the file now: "three-vrm: refuses the file (before:
 * fine as far as checked)", one for each call. *app begins at 0, and is then the app's number from 1. The verdicts of
 * both sides are written to before and after. Returns NULL after the last one. */
static const char *diff_print_verdict(struct words_room *room, enum vrmlint_language language,
                                      const struct diff_entry *entry, size_t *app, struct app_verdict *before,
                                      struct app_verdict *after)
{
    struct app_verdict old[VERDICT_APPS];
    struct app_verdict now[VERDICT_APPS];
    if (entry->sides[0] == NULL || entry->sides[1] == NULL || verdicts_of(entry->sides[0], old) == 0 ||
        verdicts_of(entry->sides[1], now) == 0) {
        return NULL;
    }
    while (*app < VERDICT_APPS) {
        struct words_room words[3];
        *before = old[*app];
        *after = now[*app];
        ++*app;
        if (before->kind != after->kind || before->lost != after->lost) {
            return words_text(room, language, WORDS_DIFF_VERDICT,
                              ARGUMENTS(TERM("app", verdict_app_in(&words[2], language, after->app)),
                                        TERM("after", verdict_words(&words[0], language, after)),
                                        TERM("before", verdict_words(&words[1], language, before))));
        }
    }
    return NULL;
}

/* Returns the totals: "2 files changed; 1 new finding, 3 fixed". */
static const char *diff_print_totals(struct words_room *room, enum vrmlint_language language,
                                     const struct diff_summary *summary)
{
    const size_t *files = summary->files;
    const size_t *news = summary->news;
    struct words_room findings;
    words_text(&findings, language, WORDS_DIFF_TOTAL_FINDINGS,
               ARGUMENTS(COUNT("new", news[VRMLINT_NEWS_NEW]), COUNT("fixed", news[VRMLINT_NEWS_FIXED]),
                         COUNT("moved", news[VRMLINT_NEWS_MOVED]),
                         COUNT("other", news[VRMLINT_NEWS_BROUGHT] + news[VRMLINT_NEWS_DROPPED])));
    return words_text(room, language, WORDS_DIFF_TOTALS,
                      ARGUMENTS(COUNT("files", files[DIFF_SAME] + files[DIFF_CHANGED] + files[DIFF_MOVED]),
                                COUNT("added", files[DIFF_ADDED]), COUNT("removed", files[DIFF_REMOVED]),
                                COUNT("moved", files[DIFF_MOVED]), TERM("findings", findings.text),
                                COUNT("changes", summary->changes)));
}

/* ---- github ---- */

static void diff_github_begin(struct reporter *reporter, const struct diff_summary *summary)
{
    (void)reporter;
    (void)summary;
}

static void diff_github_entry(struct reporter *reporter, const struct diff_entry *entry)
{
    struct words_room room;
    size_t index = 0;
    for (const char *text;
         (text = diff_print_unread(&room, reporter->options.language, entry->diff, &index)) != NULL;) {
        github_print_warning(reporter, entry->path, text);
    }
    struct vrmlint_report fresh = entry->diff->news[VRMLINT_NEWS_NEW];
    fresh.error = NULL; /* it is among what is unread */
    fresh.whole = entry->sides[1];
    report_github.file(reporter, &fresh);
}

static void diff_github_end(struct reporter *reporter, const struct diff_summary *summary)
{
    struct words_room room;
    fprintf(reporter->out, "vrmlint: %s\n", diff_print_totals(&room, reporter->options.language, summary));
}

const struct diff_format diff_github = {"github", diff_github_begin, diff_github_entry, diff_github_end};

/* Writes vrmlint diff for people: a block per file with something to report, then the totals. */

enum {
    INDENT = 4,
    CHANGES_MAX = 30, /* per file, unless all are requested */
};

static void diff_text_begin(struct reporter *reporter, const struct diff_summary *summary)
{
    (void)reporter;
    (void)summary;
}

static void print_heading_of_diff(const struct reporter *reporter, enum message words)
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
    print_heading_of_diff(reporter, diff_heading(diff, news));
    struct shown ranked = {0};
    struct vrmlint_report listed = *report;
    shown_rank(&ranked, &listed); /* if memory runs out: in the order of places */
    for (size_t i = 0; i < listed.finding_count; i++) {
        const struct vrmlint_finding *finding = &listed.findings[i];
        text_start_line(out, INDENT);
        paint(out, reporter->options.color, paint_of(finding->severity));
        size_t column = INDENT + text_print_words(reporter, words_of_severity(finding->severity), NO_ARGUMENTS) + 1;
        paint(out, reporter->options.color, PAINT_PLAIN);
        fputc(' ', out);
        wrap(out, vrmlint_text_in(&finding->message, reporter->options.language), column, INDENT + 2,
             reporter->options.width);
        fprintf(out, " [%s]\n", finding->rule->id);
    }
    shown_free(&ranked);
}

static void print_change_line(const struct reporter *reporter, const char *text)
{
    text_start_line(reporter->out, INDENT);
    wrap(reporter->out, text, INDENT, INDENT + 2, reporter->options.width);
    fputc('\n', reporter->out);
}

static void print_changes(const struct reporter *reporter, const struct vrmlint_diff *diff)
{
    enum vrmlint_language language = reporter->options.language;
    struct words_room room;
    size_t most = reporter->options.all ? SIZE_MAX : CHANGES_MAX;
    size_t renamed = reporter->options.all ? 0 : diff_count_renamed(diff);
    size_t count = 0;
    if (diff->change_count > 0) {
        print_heading_of_diff(reporter, WORDS_DIFF_HEAD_CHANGES);
    }
    if (renamed > 0) {
        print_change_line(reporter, diff_print_renamed(&room, language, diff, renamed));
    }
    for (size_t i = 0; i < diff->change_count; i++) {
        bool listed = renamed == 0 || !diff->changes[i].only_name;
        if (listed && count < most) {
            print_change_line(reporter, diff_print_change(&room, language, &diff->changes[i]));
        }
        count += listed;
    }
    if (count > most) {
        text_start_line(reporter->out, INDENT);
        text_print_words(reporter, WORDS_DIFF_MORE_CHANGES, ARGUMENTS(COUNT("count", count - most)));
        fputc('\n', reporter->out);
    }
}

static void print_diff_verdicts(const struct reporter *reporter, const struct diff_entry *entry)
{
    struct words_room room;
    struct app_verdict before;
    struct app_verdict after;
    size_t app = 0;
    bool is_first = true;
    for (const char *text;
         (text = diff_print_verdict(&room, reporter->options.language, entry, &app, &before, &after)) != NULL;) {
        if (is_first) {
            print_heading_of_diff(reporter, WORDS_DIFF_HEAD_VERDICTS);
        }
        is_first = false;
        text_start_line(reporter->out, INDENT);
        wrap(reporter->out, text, INDENT, INDENT + 2, reporter->options.width);
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
    print_diff_verdicts(reporter, entry);
    for (int news = 0; news < VRMLINT_NEWS_KINDS; news++) {
        print_findings(reporter, entry->diff, (enum vrmlint_news)news);
    }
    print_changes(reporter, entry->diff);
    fputc('\n', reporter->out);
}

const enum vrmlint_news diff_counted[2] = {VRMLINT_NEWS_NEW, VRMLINT_NEWS_FIXED};

static void diff_text_end(struct reporter *reporter, const struct diff_summary *summary)
{
    struct words_room room;
    for (int i = 0; i < 2 && summary->statistics[i] != NULL; i++) {
        fputs(i == 0 ? "" : "\n", reporter->out);
        text_print_words(reporter, i == 0 ? WORDS_DIFF_NEW : WORDS_DIFF_FIXED, NO_ARGUMENTS);
        statistics_text(reporter->out, summary->statistics[i], &reporter->options);
    }
    fputs(summary->statistics[0] == NULL ? "" : "\n", reporter->out);
    if (!reporter->options.quiet) {
        wrap(reporter->out, diff_print_totals(&room, reporter->options.language, summary), 0, 0,
             reporter->options.width);
        fputc('\n', reporter->out);
    }
}

const struct diff_format diff_text = {"text", diff_text_begin, diff_text_entry, diff_text_end};

/* Writes vrmlint diff for programs: one object, described by schema/diff.schema.json. */

static const char *const states[DIFF_STATES] = {"same", "changed", "added", "removed", "moved", "unread"};

static void diff_json_begin(struct reporter *reporter, const struct diff_summary *summary)
{
    static const char *const sides[] = {"old", "new"};
    FILE *out = reporter->out;
    fputc('{', out);
    for (int i = 0; i < 2; i++) {
        fprintf(out, "%s\"%s\": {", i == 0 ? "" : ",\n ", sides[i]);
        json_print_tool(out, &summary->manifests[i]);
        fputc('}', out);
    }
    fputs(",\n \"files\": [", out);
}

static void print_news_json(const struct reporter *reporter, const struct vrmlint_diff *diff, enum vrmlint_news news)
{
    const struct vrmlint_report *report = &diff->news[news];
    FILE *out = reporter->out;
    member_key(out, vrmlint_news_name(news), false);
    fputc('[', out);
    for (size_t i = 0; i < report->finding_count; i++) {
        fputs(i == 0 ? "\n    {" : ",\n    {", out);
        json_print_finding(reporter, &report->findings[i]);
        if (news == VRMLINT_NEWS_MOVED) {
            fputs(", \"from\": ", out);
            escape_json(out, diff->moved_from[i]);
        }
        fputc('}', out);
    }
    fputc(']', out);
}

static void print_diff_value(FILE *out, const char *name, const char *value)
{
    if (value != NULL) {
        member_text(out, name, value, false);
    }
}

/* Prints what couldn't be read, if anything: "unread": [{"side": "new", "what": "the file", "why": "..."}]. */
static void print_unread(const struct reporter *reporter, const struct vrmlint_diff *diff)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    bool any = false;
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < diff->unread_count[i]; k++) {
            const struct vrmlint_skipped *unread = &diff->unread[i][k];
            fputs(any ? ", {" : ", \"unread\": [{", out);
            member_text(out, "side", i == 0 ? "old" : "new", true);
            member_text(out, "what", vrmlint_text_in(&unread->what, language), false);
            member_text(out, "why", vrmlint_text_in(&unread->why, language), false);
            fputc('}', out);
            any = true;
        }
    }
    fputs(any ? "]" : "", out);
}

static void diff_json_entry(struct reporter *reporter, const struct diff_entry *entry)
{
    FILE *out = reporter->out;
    const struct vrmlint_diff *diff = entry->diff;
    fputs(reporter->entries++ == 0 ? "\n  {\"path\": " : ",\n  {\"path\": ", out);
    json_print_path(out, entry->path);
    if (entry->before != NULL) {
        member_key(out, "was", false);
        json_print_path(out, entry->before);
    }
    member_text(out, "state", states[entry->state], false);
    if (diff->because != NULL) {
        member_text(out, "because", diff->because, false);
    }
    print_unread(reporter, diff);
    for (int news = 0; news < VRMLINT_NEWS_KINDS; news++) {
        print_news_json(reporter, diff, (enum vrmlint_news)news);
    }
    fputs(", \"changes\": [", out);
    for (size_t i = 0; i < diff->change_count; i++) {
        const struct vrmlint_change *change = &diff->changes[i];
        struct words_room room;
        fputs(i == 0 ? "\n    {" : ",\n    {", out);
        member_text(out, "kind", vrmlint_fact_kind_name(change->kind), true);
        member_text(out, "of", change->of, false);
        print_diff_value(out, "what", *change->what == '\0' ? NULL : change->what);
        print_diff_value(out, "before", change->before);
        print_diff_value(out, "after", change->after);
        member_text(out, "message", diff_print_change(&room, reporter->options.language, change), false);
        fputc('}', out);
    }
    fputs("]", out);
    struct words_room room;
    struct app_verdict before;
    struct app_verdict after;
    size_t app = 0;
    bool is_first = true;
    while (diff_print_verdict(&room, reporter->options.language, entry, &app, &before, &after) != NULL) {
        fputs(is_first ? ", \"verdicts\": [{" : ", {", out);
        member_text(out, "app", verdict_app_name(after.app), true);
        member_text(out, "before", verdict_kind_name(before.kind), false);
        member_text(out, "after", verdict_kind_name(after.kind), false);
        fputc('}', out);
        is_first = false;
    }
    fputs(is_first ? "}" : "]}", out);
}

static void diff_json_end(struct reporter *reporter, const struct diff_summary *summary)
{
    FILE *out = reporter->out;
    fputs("],\n \"summary\": {", out);
    for (int i = 0; i < DIFF_STATES && (i != DIFF_UNREAD || summary->files[i] > 0); i++) {
        fprintf(out, "%s\"%s\": %zu", i == 0 ? "\"files\": {" : ", ", states[i], summary->files[i]);
    }
    for (int i = 0; i < VRMLINT_NEWS_KINDS; i++) {
        fprintf(out, "%s\"%s\": %zu", i == 0 ? "}, \"findings\": {" : ", ", vrmlint_news_name((enum vrmlint_news)i),
                summary->news[i]);
    }
    fprintf(out, "}, \"changes\": %zu", summary->changes);
    for (int i = 0; i < 2 && summary->statistics[i] != NULL; i++) {
        fprintf(out, "%s\"%s\": {", i == 0 ? ", \"statistics\": {" : ", ", vrmlint_news_name(diff_counted[i]));
        statistics_json(out, summary->statistics[i]);
        fputs(i == 0 ? "}" : "}}", out);
    }
    fputs("}}\n", out);
}

const struct diff_format diff_json = {"json", diff_json_begin, diff_json_entry, diff_json_end};

/* Writes vrmlint diff as a page, and as Markdown for the summary of a step on GitHub. Both show files as HTML tables,
 * in which no name can leave its cell; the page has no script. */

enum {
    STEP_MOST = 600 * 1024,   /* bytes: GitHub discards a summary of more than 1 MiB */
    COMMENT_MOST = 60 * 1024, /* bytes: GitHub refuses a comment of more than 65,536 characters */
    PAGE_CHANGES_MAX = 200,   /* per file */
    FINDINGS_MAX = 100,       /* per kind and file */
};

static void print_row(struct buf *page, const struct vrmlint_finding *finding, enum vrmlint_language language)
{
    buf_str(page, "<tr><td>");
    html_print_words(page, language, words_of_severity(finding->severity), NO_ARGUMENTS);
    buf_str(page, "</td><td>");
    html_print_sentence(page, vrmlint_text_in(&finding->message, language));
    buf_printf(page, "</td><td><code>%s</code></td></tr>\n", finding->rule->id);
}

static void print_news_html(struct buf *page, const struct vrmlint_diff *diff, enum vrmlint_news news,
                            enum vrmlint_language language)
{
    const struct vrmlint_report *report = &diff->news[news];
    if (report->finding_count == 0) {
        return;
    }
    html_print_words_in(page, language, "h4", diff_heading(diff, news), NO_ARGUMENTS);
    buf_str(page, "\n<table>\n");
    struct shown ranked = {0};
    struct vrmlint_report listed = *report;
    shown_rank(&ranked, &listed); /* if memory runs out: in the order of places */
    for (size_t i = 0; i < listed.finding_count && i < FINDINGS_MAX; i++) {
        print_row(page, &listed.findings[i], language);
    }
    shown_free(&ranked);
    buf_str(page,
            report->finding_count > FINDINGS_MAX ? "<tr><td colspan=\"3\">…</td></tr>\n</table>\n" : "</table>\n");
}

static void print_item(struct buf *page, const char *sentence)
{
    buf_str(page, "<li>");
    html_print_sentence(page, sentence);
    buf_str(page, "</li>\n");
}

static void print_changes_html(struct buf *page, const struct vrmlint_diff *diff, enum vrmlint_language language)
{
    if (diff->change_count == 0) {
        return;
    }
    html_print_words_in(page, language, "h4", WORDS_DIFF_HEAD_CHANGES, NO_ARGUMENTS);
    buf_str(page, "\n<ul>\n");
    struct words_room room;
    size_t renamed = diff_count_renamed(diff);
    size_t count = 0;
    if (renamed > 0) {
        print_item(page, diff_print_renamed(&room, language, diff, renamed));
    }
    for (size_t i = 0; i < diff->change_count && count <= PAGE_CHANGES_MAX; i++) {
        if ((renamed == 0 || !diff->changes[i].only_name) && count++ < PAGE_CHANGES_MAX) {
            print_item(page, diff_print_change(&room, language, &diff->changes[i]));
        }
    }
    buf_str(page, count > PAGE_CHANGES_MAX ? "<li>…</li>\n</ul>\n" : "</ul>\n");
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
    struct app_verdict before;
    struct app_verdict after;
    size_t app = 0;
    for (const char *text; (text = diff_print_verdict(&room, language, entry, &app, &before, &after)) != NULL;) {
        buf_str(page, "<p>");
        html_print_sentence(page, text);
        buf_str(page, "</p>\n");
    }
    for (int news = 0; news < VRMLINT_NEWS_KINDS; news++) {
        print_news_html(page, entry->diff, (enum vrmlint_news)news, language);
    }
    print_changes_html(page, entry->diff, language);
}

/* The body so far: the totals are printed before it, but known last. */
struct state {
    struct arena *arena;
    struct buf body;
    bool is_comment;
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

static void diff_markdown_begin(struct reporter *reporter, const struct diff_summary *summary)
{
    diff_html_begin(reporter, summary);
    if (!reporter->no_memory) {
        ((struct state *)reporter->state)->is_comment = true;
    }
}

/* Adds an empty comment of HTML after each @ and # of what was added to a page from an index on: in comments on GitHub,
 * names from files must not notify users or refer to issues. */
static void disarm_names(struct buf *page, size_t begin)
{
    const char *added = arena_copy(page->arena, page->text + begin, page->length - begin);
    page->length = begin;
    for (const char *at = added; *at != '\0'; at++) {
        buf_char(page, *at);
        if (*at == '@' || (*at == '#' && (at == added || at[-1] != '&'))) {
            buf_str(page, "<!-- -->");
        }
    }
}

/* Adds a file unless it makes the text too long for GitHub. If memory runs out, there is no report. */
static void step_entry(struct reporter *reporter, const struct diff_entry *entry)
{
    struct state *state = reporter->state;
    size_t begin = reporter->no_memory ? 0 : state->body.length;
    jmp_buf guard;
    diff_html_entry(reporter, entry);
    if (reporter->no_memory || state->body.length == begin) {
        return;
    }
    if (setjmp(guard) != 0) {
        reporter->no_memory = true;
    } else if (state->is_comment) {
        arena_guard(state->arena, &guard);
        disarm_names(&state->body, begin);
    }
    arena_guard(state->arena, NULL);
    if (state->body.length > (state->is_comment ? COMMENT_MOST : STEP_MOST)) {
        state->body.length = begin;
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
    const struct state *state = reporter->state;
    buf_str(page, state->is_comment ? "<!-- vrmlint diff -->\n## vrmlint diff\n\n" : "## vrmlint diff\n\n");
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

static void print_diff_statistics(struct reporter *reporter, const struct diff_summary *summary)
{
    for (int i = 0; i < 2 && summary->statistics[i] != NULL; i++) {
        statistics_html(reporter, summary->statistics[i], i == 0 ? WORDS_DIFF_NEW : WORDS_DIFF_FIXED,
                        vrmlint_news_name(diff_counted[i]));
    }
}

static void diff_html_end(struct reporter *reporter, const struct diff_summary *summary)
{
    write_all(reporter, summary, print_head);
    print_diff_statistics(reporter, summary);
    fputs("</main>\n</body>\n</html>\n", reporter->out);
}

static void step_end(struct reporter *reporter, const struct diff_summary *summary)
{
    write_all(reporter, summary, print_step_head);
    fputs(reporter->findings == 0 ? "\n" : "\n…\n", reporter->out);
    print_diff_statistics(reporter, summary);
}

const struct diff_format diff_html = {"html", diff_html_begin, diff_html_entry, diff_html_end};
const struct diff_format diff_markdown = {"markdown", diff_markdown_begin, step_entry, step_end};
const struct diff_format diff_step_summary = {"step summary", diff_html_begin, step_entry, step_end};
