/* Writes the report for people, a block per file: the verdict; the findings in groups, with the advice once per rule;
 * what was checked. */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "ids/messages_fix.h"
#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/groups.h"
#include "report/link.h"
#include "report/paint.h"
#include "report/print.h"
#include "report/shell_word.h"
#include "report/statistics.h"
#include "report/text_about.h"
#include "report/wrap.h"

enum {
    FILE_CAP = 100,   /* files of each kind, by their worst finding, that are shown */
    TEXT_INDENT = 13, /* column of sentences: after the widest severity */
};

/* Totals of the files so far. */
struct tally {
    size_t *counts; /* how often each rule was found in the current file */
    size_t rules;
    size_t files[VRMLINT_ERROR + 1]; /* by their worst finding */
    size_t fixable;                  /* findings that vrmlint fix fixes without further options */
    size_t fixable_files;            /* files with such findings */
    char *fixable_path;              /* of the first, as a word for a shell */
};

static void text_report_begin(struct reporter *reporter)
{
    struct tally *tally = calloc(1, sizeof *tally);
    if (tally != NULL) {
        vrmlint_rules(&tally->rules);
        tally->counts = calloc(tally->rules, sizeof *tally->counts);
    }
    reporter->state = tally;
    reporter->no_memory = tally == NULL || tally->counts == NULL;
}

/* ---- the findings ---- */

static void print_place(const struct reporter *reporter, const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    if (!reporter->options.places || (!finding->has_place && *finding->excerpt == '\0')) {
        return;
    }
    text_start_line(out, TEXT_INDENT);
    paint(out, reporter->options.color, PAINT_DIM);
    size_t used = TEXT_INDENT;
    if (finding->has_place) {
        used += 2 + text_print_words(reporter, WORDS_LINE_AND_COLUMN,
                                     ARGUMENTS(COUNT("line", finding->line), COUNT("column", finding->column)));
        fputs(*finding->excerpt == '\0' ? "" : ": ", out);
    }
    size_t width = reporter->options.width;
    wrap_cut(out, finding->excerpt, width > used + WRAP_LEAST / 2 ? width - used : WRAP_LEAST / 2);
    paint(out, reporter->options.color, PAINT_PLAIN);
    fputc('\n', out);
}

/* Whether a message already contains the word with which a rule's advice begins: "... so remove the other" and
 * "Remove the entry ...". */
static bool contains_first_word(const char *message, const char *advice)
{
    size_t length = strcspn(advice, " ,");
    for (const char *at = message; *at != '\0'; at += strcspn(at, " "), at += *at == ' ') {
        if (ascii_alike(at, advice, length) == length && !ascii_is_letter(at[length])) {
            return true;
        }
    }
    return false;
}

/* The same for Japanese, where requests are at the end of sentences: whether a message contains what the first
 * sentence of the advice asks for, its last three characters before "please". */
static bool contains_request(const char *message, const char *advice)
{
    static const char please[] = "ください";
    enum { CHARACTER = sizeof "直" - 1, VERB = 3 * CHARACTER };
    const char *end = strstr(advice, please);
    if (end == NULL || end - advice < VERB) {
        return false;
    }
    char asked[VERB + sizeof please];
    memcpy(asked, end - VERB, VERB + sizeof please - 1);
    asked[VERB + sizeof please - 1] = '\0';
    return strstr(message, asked) != NULL;
}

static bool contains_already(enum vrmlint_language language, const char *message, const char *advice)
{
    return language == VRMLINT_JAPANESE ? contains_request(message, advice) : contains_first_word(message, advice);
}

/* Prints how many findings follow from a finding, and those that the report lists. */
static void print_consequences(const struct reporter *reporter, const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    struct words_room room;
    if (finding->consequences == 0) {
        return;
    }
    text_start_line(out, TEXT_INDENT);
    text_print_words(reporter, finding->hidden_count == 0 ? WORDS_FOLLOWERS : WORDS_FOLLOWERS_LISTED,
                     ARGUMENTS(COUNT("count", finding->consequences)));
    fputc('\n', out);
    for (size_t i = 0; i < finding->hidden_count; i++) {
        const struct vrmlint_finding *hidden = &finding->hidden[i];
        text_start_line(out, TEXT_INDENT + 2);
        wrap(out,
             words_text(&room, language, WORDS_FOLLOWER,
                        ARGUMENTS(WORD("severity", words_of_severity(hidden->severity)),
                                  TERM("message", vrmlint_text_in(&hidden->message, language)),
                                  TERM("rule", hidden->rule->id))),
             TEXT_INDENT + 2, TEXT_INDENT + 2, reporter->options.width);
        fputc('\n', out);
    }
}

static void print_finding(const struct reporter *reporter, const struct group_item *item)
{
    FILE *out = reporter->out;
    const struct vrmlint_finding *finding = item->finding;
    enum vrmlint_language language = reporter->options.language;
    const char *message = vrmlint_text_in(&finding->message, language);
    bool color = reporter->options.color;
    text_start_line(out, 4);
    paint(out, color, paint_of(finding->severity));
    text_start_line(out,
                    TEXT_INDENT - 4 - text_print_words(reporter, words_of_severity(finding->severity), NO_ARGUMENTS));
    paint(out, color, PAINT_PLAIN);
    wrap(out, message, TEXT_INDENT, TEXT_INDENT, reporter->options.width);
    fputc('\n', out);
    print_place(reporter, finding);
    text_start_line(out, TEXT_INDENT);
    paint(out, color, PAINT_DIM);
    link_rule(out, reporter->options.links, finding->rule);
    if (reporter->options.places && *finding->pointer != '\0') {
        text_print_words(reporter, WORDS_AT, NO_ARGUMENTS);
        escape_text(out, finding->pointer);
    }
    paint(out, color, PAINT_PLAIN);
    fputc('\n', out);
    const char *how = vrmlint_rule_text(finding->rule, VRMLINT_HOW, language);
    if (item->explain && !contains_already(language, message, how)) {
        struct words_room room;
        text_start_line(out, TEXT_INDENT);
        wrap(out, words_text(&room, language, WORDS_WHAT_TO_DO, ARGUMENTS(TERM("how", how))), TEXT_INDENT, TEXT_INDENT,
             reporter->options.width);
        fputc('\n', out);
    }
    const char *command = words_of_command(finding, language);
    if (command != NULL) {
        struct words_room room;
        text_start_line(out, TEXT_INDENT);
        wrap(out, words_text(&room, language, WORDS_TO_SEE_IT, ARGUMENTS(TERM("command", command))), TEXT_INDENT,
             TEXT_INDENT, reporter->options.width);
        fputc('\n', out);
    }
    print_consequences(reporter, finding);
}

static void print_rest(const struct reporter *reporter, const struct tally *tally)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    bool first = true;
    for (size_t i = 0; i < tally->rules && !reporter->options.all; i++) {
        if (tally->counts[i] > TEXT_RULE_CAP) {
            fputs(first ? "\n" : "", reporter->out);
            text_start_line(reporter->out, TEXT_LINES_INDENT);
            text_print_words(reporter, WORDS_MORE_OF_ALL,
                             ARGUMENTS(COUNT("count", tally->counts[i] - TEXT_RULE_CAP), TERM("rule", rules[i].id)));
            fputc('\n', reporter->out);
            first = false;
        }
    }
}

static void print_findings(struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    struct tally *tally = reporter->state;
    struct group_item *items = calloc(report->finding_count, sizeof *items);
    if (tally == NULL || tally->counts == NULL || items == NULL) {
        free(items);
        reporter->no_memory = true;
        return;
    }
    size_t count = group_findings(report, reporter->options.all ? SIZE_MAX : TEXT_RULE_CAP, items, tally->counts);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || items[i].group != items[i - 1].group) {
            fputc('\n', out);
            text_start_line(out, TEXT_LINES_INDENT);
            paint(out, reporter->options.color, PAINT_BOLD);
            escape_text(out, vrmlint_text_in(&items[i].finding->subject, reporter->options.language));
            paint(out, reporter->options.color, PAINT_PLAIN);
            fputc('\n', out);
        }
        print_finding(reporter, &items[i]);
    }
    print_rest(reporter, tally);
    free(items);
}

/* Counts a file. Whether a long run has already shown enough files of this kind. */
static bool is_enough(const struct reporter *reporter, const struct vrmlint_report *report)
{
    struct tally *tally = reporter->state;
    return tally != NULL && ++tally->files[text_worst_of(report)] > FILE_CAP && !reporter->options.all;
}

static void count_fixable(struct reporter *reporter, const struct vrmlint_report *report)
{
    struct tally *tally = reporter->state;
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        count += finding->fixable && (finding->fix == VRMLINT_FIX_SAFE || finding->fix == VRMLINT_FIX_REPAIR);
    }
    if (tally == NULL || count == 0) {
        return;
    }
    tally->fixable += count;
    tally->fixable_files++;
    if (tally->fixable_path == NULL) {
        tally->fixable_path = malloc(shell_word(report->path, NULL));
        if (tally->fixable_path == NULL) {
            reporter->no_memory = true;
            return;
        }
        shell_word(report->path, tally->fixable_path);
    }
}

static void text_report_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    bool hush = reporter->options.quiet && report->finding_count == 0;
    if (report->error != NULL || hush || reporter->options.tables_only || is_enough(reporter, report)) {
        return; /* the error is on standard error already */
    }
    count_fixable(reporter, report);
    text_print_heading(reporter, report);
    if (report->finding_count > 0) {
        print_findings(reporter, report);
        bool more =
            report->extension_count + report->unchecked_count + report->skipped_count + report->ignored_count > 0;
        fputs(more ? "\n" : "", reporter->out);
    }
    text_print_checked(reporter, report);
    fputc('\n', reporter->out);
}

static void print_totals(const struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    const struct tally *tally = reporter->state;
    size_t checked = summary->files - summary->unreadable;
    text_print_words(reporter, WORDS_FILES_CHECKED, ARGUMENTS(COUNT("count", checked)));
    fputs(": ", out);
    text_print_counts(reporter, summary->counts, true);
    report_print_left_out(reporter, summary);
    if (summary->unreadable > 0) {
        text_print_words(reporter, WORDS_SEMICOLON, NO_ARGUMENTS);
        paint(out, reporter->options.color, PAINT_RED);
        text_print_words(reporter, WORDS_UNREADABLE, ARGUMENTS(COUNT("count", summary->unreadable)));
        paint(out, reporter->options.color, PAINT_PLAIN);
    }
    fputc('\n', out);
    if (tally != NULL && tally->fixable_path != NULL) {
        text_print_words(reporter, WORDS_FIX_CHECK_HINT,
                         ARGUMENTS(COUNT("count", tally->fixable),
                                   TERM("path", tally->fixable_files == 1 ? tally->fixable_path : "PATH...")));
        fputc('\n', out);
    }
}

/* Prints how many files a long run didn't show, and how to see them. */
static void print_more_files(const struct reporter *reporter, const struct tally *tally)
{
    static const enum message sentences[] = {WORDS_MORE_FILES_FINE, WORDS_MORE_FILES_ADVICE, WORDS_MORE_FILES_WARNINGS,
                                             WORDS_MORE_FILES_ERRORS};
    bool any = false;
    for (int worst = VRMLINT_ERROR; worst >= VRMLINT_OFF && !reporter->options.all; worst--) {
        if (tally->files[worst] > FILE_CAP) {
            text_print_words(reporter, sentences[worst], ARGUMENTS(COUNT("count", tally->files[worst] - FILE_CAP)));
            fputc('\n', reporter->out);
            any = true;
        }
    }
    fputs(any ? "\n" : "", reporter->out);
}

static void text_report_end(struct reporter *reporter, const struct report_summary *summary)
{
    struct tally *tally = reporter->state;
    if (tally != NULL) {
        print_more_files(reporter, tally);
    }
    if (!reporter->options.quiet) {
        print_totals(reporter, summary);
    }
    if (tally != NULL) {
        free(tally->fixable_path);
        free(tally->counts);
        free(tally);
    }
    if (summary->statistics != NULL) {
        statistics_text(reporter->out, summary->statistics, &reporter->options);
    }
}

const struct report_format report_text = {
    .name = "text",
    .summary = "a block per file, for people",
    .follows = true,
    .begin = text_report_begin,
    .file = text_report_file,
    .end = text_report_end,
};
