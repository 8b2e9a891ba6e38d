/* For people, a block per file: the verdict; the findings in groups, once per rule with what to do; what was checked.
 */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/groups.h"
#include "report/hint.h"
#include "report/link.h"
#include "report/paint.h"
#include "report/say.h"
#include "report/statistics.h"
#include "report/wrap.h"

enum {
    RULE_CAP = 10,    /* findings of one rule and file that are shown */
    FILE_CAP = 100,   /* files that are shown of each kind: by their worst finding */
    TEXT_INDENT = 13, /* where sentences stand: behind the widest severity */
    LINES_INDENT = 2, /* where the lines about the whole file stand */
};

/* What has passed. */
struct tally {
    struct hint hint; /* first */
    size_t *counts;   /* how often each rule was found in the file at hand */
    size_t rules;
    size_t files[VRMLINT_ERROR + 1]; /* by their worst finding */
};

static void put(FILE *out, const char *text)
{
    escape_terminal(out, text, strlen(text));
}

static void begin(struct reporter *reporter)
{
    struct tally *tally = calloc(1, sizeof *tally);
    if (tally != NULL) {
        vrmlint_rules(&tally->rules);
        tally->counts = calloc(tally->rules, sizeof *tally->counts);
    }
    reporter->state = tally;
    reporter->no_memory = tally == NULL || tally->counts == NULL;
}

/* ---- the heading ---- */

/* Words, in the language of the report. */
static size_t speak(const struct reporter *reporter, enum message words, const struct argument *arguments)
{
    return say(reporter->out, reporter->options.language, words, arguments);
}

static bool holds_nothing(const struct vrmlint_report *report)
{
    return report->finding_count + report->ignored_findings + report->known_findings + report->hidden_findings == 0 &&
           report->extension_count == 0;
}

static void put_counts(const struct reporter *reporter, const size_t *counts, bool zeros)
{
    bool first = true;
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        if (counts[severity] > 0 || zeros) {
            if (!first) {
                speak(reporter, WORDS_COMMA, NO_ARGUMENTS);
            }
            paint(reporter->out, reporter->options.color && counts[severity] > 0, paint_of(severity));
            speak(reporter, say_findings((enum vrmlint_severity)severity), ARGUMENTS(COUNT("count", counts[severity])));
            paint(reporter->out, reporter->options.color && counts[severity] > 0, PAINT_PLAIN);
            first = false;
        }
    }
}

/* ", 2 ignored by .vrmlint.json". */
static void put_ignored(const struct reporter *reporter, const struct vrmlint_report *report)
{
    if (report->ignored_findings == 0) {
        return;
    }
    const char *config = report->ignored[0].config;
    bool several = false;
    for (size_t i = 1; i < report->ignored_count; i++) {
        several = several || strcmp(report->ignored[i].config, config) != 0;
    }
    speak(reporter, WORDS_COMMA, NO_ARGUMENTS);
    if (several) {
        speak(reporter, WORDS_IGNORED_BY_SEVERAL, ARGUMENTS(COUNT("count", report->ignored_findings)));
    } else {
        speak(reporter, WORDS_IGNORED_BY, ARGUMENTS(COUNT("count", report->ignored_findings), TERM("config", config)));
    }
}

static int worst_of(const struct vrmlint_report *report)
{
    int worst = VRMLINT_ERROR;
    while (worst > VRMLINT_OFF && report->counts[worst] == 0) {
        worst--;
    }
    return worst;
}

static void put_verdict(const struct reporter *reporter, const struct vrmlint_report *report)
{
    static const enum message verdicts[] = {0, WORDS_VERDICT_INFO, WORDS_VERDICT_WARNING, WORDS_VERDICT_ERROR};
    int worst = worst_of(report);
    if (worst > VRMLINT_OFF) {
        fputs(" - ", reporter->out);
        speak(reporter, verdicts[worst], NO_ARGUMENTS);
    }
}

/* Whether the heading finds no fault with a file that something was checked of. */
static bool says_fine(const struct vrmlint_report *report)
{
    return !holds_nothing(report) && report->counts[VRMLINT_ERROR] + report->counts[VRMLINT_WARNING] == 0;
}

/* What the file holds and nobody looked at, beside a verdict that finds no fault: it speaks only of what was checked.
 */
static void put_not_looked_at(const struct reporter *reporter, const struct vrmlint_report *report)
{
    enum { NAMED = 8 };
    struct argument items[NAMED];
    size_t count = report->unchecked_count + report->skipped_count;
    size_t shown = 0;
    for (size_t i = 0; i < report->unchecked_count && shown < NAMED; i++) {
        items[shown++] = TERM("", report->unchecked[i]);
    }
    for (size_t i = 0; i < report->skipped_count && shown < NAMED; i++) {
        items[shown++] = TERM("", say_skipped(reporter->options.language, &report->skipped[i].what));
    }
    if (count > 0) {
        fputs(" - ", reporter->out);
        speak(reporter, WORDS_NOT_LOOKED_AT, ARGUMENTS(argument_list("what", items, shown, count, JOIN_COMMA)));
    }
}

static void put_heading(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    bool color = reporter->options.color;
    paint(out, color, PAINT_BOLD);
    struct said name;
    put(out, say_path(&name, reporter->options.language, report->path));
    paint(out, color, PAINT_PLAIN);
    fputs(": ", out);
    if (holds_nothing(report) && report->skipped_count > 0) {
        speak(reporter, WORDS_NOTHING_CHECKED, NO_ARGUMENTS);
    } else if (holds_nothing(report)) {
        speak(reporter, WORDS_NOTHING_TO_CHECK, NO_ARGUMENTS);
    } else if (report->finding_count == 0 && report->hidden_findings > 0) {
        speak(reporter, WORDS_NOTHING_SHOWN, NO_ARGUMENTS);
    } else if (report->finding_count == 0) {
        paint(out, color, PAINT_GREEN);
        speak(reporter, report->known_findings > 0 ? WORDS_NOTHING_NEW : WORDS_NO_FINDINGS, NO_ARGUMENTS);
        paint(out, color, PAINT_PLAIN);
    } else {
        put_counts(reporter, report->counts, false);
    }
    put_ignored(reporter, report);
    if (report->known_findings > 0) {
        speak(reporter, WORDS_COMMA, NO_ARGUMENTS);
        speak(reporter, WORDS_KNOWN, ARGUMENTS(COUNT("count", report->known_findings)));
    }
    if (report->hidden_findings > 0) {
        speak(reporter, WORDS_COMMA, NO_ARGUMENTS);
        speak(reporter, WORDS_HIDDEN, ARGUMENTS(COUNT("count", report->hidden_findings)));
    }
    put_verdict(reporter, report);
    if (says_fine(report)) {
        put_not_looked_at(reporter, report);
    }
    fputc('\n', out);
}

/* ---- the findings ---- */

static void start_line(FILE *out, size_t indent)
{
    fprintf(out, "%*s", (int)indent, "");
}

static void put_place(const struct reporter *reporter, const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    if (!reporter->options.places || (!finding->has_place && *finding->excerpt == '\0')) {
        return;
    }
    start_line(out, TEXT_INDENT);
    paint(out, reporter->options.color, PAINT_DIM);
    size_t used = TEXT_INDENT;
    if (finding->has_place) {
        used += 2 + speak(reporter, WORDS_LINE_AND_COLUMN,
                          ARGUMENTS(COUNT("line", finding->line), COUNT("column", finding->column)));
        fputs(*finding->excerpt == '\0' ? "" : ": ", out);
    }
    size_t width = reporter->options.width;
    wrap_cut(out, finding->excerpt, width > used + WRAP_LEAST / 2 ? width - used : WRAP_LEAST / 2);
    paint(out, reporter->options.color, PAINT_PLAIN);
    fputc('\n', out);
}

/* Whether a message says already what a rule's advice begins with: "... so remove the other" of "Remove the entry ...".
 */
static bool says(const char *message, const char *advice)
{
    size_t length = strcspn(advice, " ,");
    for (const char *at = message; *at != '\0'; at += strcspn(at, " "), at += *at == ' ') {
        size_t same = 0;
        while (same < length && ascii_lower(at[same]) == ascii_lower(advice[same])) {
            same++;
        }
        if (same == length && !ascii_is_letter(at[same])) {
            return true;
        }
    }
    return false;
}

/* The same of Japanese, where sentences end in what is to be done: whether a message asks somewhere for what the first
 * sentence of the advice asks for, its last three characters before "please". */
static bool asks(const char *message, const char *advice)
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

static bool says_already(enum vrmlint_language language, const char *message, const char *advice)
{
    return language == VRMLINT_JAPANESE ? asks(message, advice) : says(message, advice);
}

static void put_finding(const struct reporter *reporter, const struct group_item *item)
{
    FILE *out = reporter->out;
    const struct vrmlint_finding *finding = item->finding;
    enum vrmlint_language language = reporter->options.language;
    const char *message = vrmlint_text_in(&finding->message, language);
    bool color = reporter->options.color;
    start_line(out, 4);
    paint(out, color, paint_of(finding->severity));
    start_line(out, TEXT_INDENT - 4 - speak(reporter, say_severity(finding->severity), NO_ARGUMENTS));
    paint(out, color, PAINT_PLAIN);
    wrap(out, message, TEXT_INDENT, TEXT_INDENT, reporter->options.width);
    fputc('\n', out);
    put_place(reporter, finding);
    start_line(out, TEXT_INDENT);
    paint(out, color, PAINT_DIM);
    link_rule(out, reporter->options.links, finding->rule);
    if (reporter->options.places && *finding->pointer != '\0') {
        speak(reporter, WORDS_AT, NO_ARGUMENTS);
        put(out, finding->pointer);
    }
    paint(out, color, PAINT_PLAIN);
    fputc('\n', out);
    const char *how = vrmlint_rule_text(finding->rule, VRMLINT_HOW, language);
    if (item->explain && !says_already(language, message, how)) {
        struct said room;
        start_line(out, TEXT_INDENT);
        wrap(out, said(&room, language, WORDS_WHAT_TO_DO, ARGUMENTS(TERM("how", how))), TEXT_INDENT, TEXT_INDENT,
             reporter->options.width);
        fputc('\n', out);
    }
    const char *command = say_command(finding, language);
    if (command != NULL) {
        struct said room;
        start_line(out, TEXT_INDENT);
        wrap(out, said(&room, language, WORDS_TO_SEE_IT, ARGUMENTS(TERM("command", command))), TEXT_INDENT, TEXT_INDENT,
             reporter->options.width);
        fputc('\n', out);
    }
}

static void put_rest(const struct reporter *reporter, const struct tally *tally)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    bool first = true;
    for (size_t i = 0; i < tally->rules && !reporter->options.all; i++) {
        if (tally->counts[i] > RULE_CAP) {
            fputs(first ? "\n" : "", reporter->out);
            start_line(reporter->out, LINES_INDENT);
            speak(reporter, WORDS_MORE_OF_ALL,
                  ARGUMENTS(COUNT("count", tally->counts[i] - RULE_CAP), TERM("rule", rules[i].id)));
            fputc('\n', reporter->out);
            first = false;
        }
    }
}

static void put_findings(struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    struct tally *tally = reporter->state;
    struct group_item *items = calloc(report->finding_count, sizeof *items);
    if (tally == NULL || tally->counts == NULL || items == NULL) {
        free(items);
        reporter->no_memory = true;
        return;
    }
    size_t count = group_findings(report, reporter->options.all ? SIZE_MAX : RULE_CAP, items, tally->counts);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || items[i].group != items[i - 1].group) {
            fputc('\n', out);
            start_line(out, LINES_INDENT);
            paint(out, reporter->options.color, PAINT_BOLD);
            put(out, vrmlint_text_in(&items[i].finding->subject, reporter->options.language));
            paint(out, reporter->options.color, PAINT_PLAIN);
            fputc('\n', out);
        }
        put_finding(reporter, &items[i]);
    }
    put_rest(reporter, tally);
    free(items);
}

/* ---- what was checked ---- */

static void put_list(FILE *out, const char *text, size_t *column, size_t width)
{
    size_t length = strlen(text);
    size_t columns = escape_terminal(NULL, text, length);
    if (*column + columns > width) {
        fprintf(out, "\n%*s", LINES_INDENT + 2, "");
        *column = LINES_INDENT + 2;
    }
    escape_terminal(out, text, length);
    *column += columns;
}

/* One of several, with the comma behind it: that never begins a line, and its space never ends one. */
static void put_item(const struct reporter *reporter, const char *text, bool first, bool last, size_t *column)
{
    FILE *out = reporter->out;
    struct said room;
    const char *comma = said(&room, reporter->options.language, WORDS_COMMA, NO_ARGUMENTS);
    size_t comma_length = strcspn(comma, " ");
    size_t space = first ? 0 : strlen(comma) - comma_length;
    size_t length = strlen(text);
    size_t columns = escape_terminal(NULL, text, length) + (last ? 0 : escape_terminal(NULL, comma, comma_length));
    if (!first && *column + space + columns > reporter->options.width) {
        fprintf(out, "\n%*s", LINES_INDENT + 2, "");
        *column = LINES_INDENT + 2;
        space = 0;
    }
    fprintf(out, "%*s", (int)space, "");
    escape_terminal(out, text, length);
    escape_terminal(out, comma, last ? 0 : comma_length);
    *column += space + columns;
}

/* What a line about the whole file begins with; returns the column where it goes on. */
static size_t put_label(const struct reporter *reporter, enum message label)
{
    start_line(reporter->out, LINES_INDENT);
    size_t column = LINES_INDENT + speak(reporter, label, NO_ARGUMENTS);
    fputs(": ", reporter->out);
    return column + 2;
}

/* "checked: NAME VERSION, NAME VERSION". */
static void put_checked(const struct reporter *reporter, const struct vrmlint_report *report)
{
    if (report->extension_count == 0) {
        return;
    }
    size_t column = put_label(reporter, WORDS_CHECKED);
    for (size_t i = 0; i < report->extension_count; i++) {
        const char *version = report->extensions[i].version;
        struct said item;
        struct said room;
        struct buf buf = BUF_OVER(item.text);
        buf_str(&buf, report->extensions[i].name);
        /* those of Khronos have none */
        if (*version == '\0' && strncmp(report->extensions[i].name, "KHR_", 4) != 0) {
            buf_str(&buf, said(&room, reporter->options.language, WORDS_NO_VERSION, NO_ARGUMENTS));
        } else if (*version != '\0') {
            buf_printf(&buf, " %s", version);
        }
        put_item(reporter, buf_text(&buf), i == 0, i + 1 == report->extension_count, &column);
    }
    fputc('\n', reporter->out);
}

static void put_unchecked(const struct reporter *reporter, const struct vrmlint_report *report)
{
    if (report->unchecked_count == 0 || says_fine(report)) {
        return; /* or the heading has said so */
    }
    size_t column = put_label(reporter, WORDS_NOT_CHECKED);
    for (size_t i = 0; i < report->unchecked_count; i++) {
        put_item(reporter, report->unchecked[i], i == 0, i + 1 == report->unchecked_count, &column);
    }
    fputc('\n', reporter->out);
}

static void put_skipped(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    for (size_t i = 0; i < report->skipped_count; i++) {
        const struct vrmlint_skipped *skipped = &report->skipped[i];
        enum vrmlint_language language = reporter->options.language;
        size_t column = put_label(reporter, WORDS_SKIPPED);
        put_list(out, say_skipped(language, &skipped->what), &column, reporter->options.width);
        put_list(out, ": ", &column, reporter->options.width);
        wrap(out, say_skipped(language, &skipped->why), column, LINES_INDENT + 2, reporter->options.width);
        fputc('\n', out);
    }
}

/* "ignored: 2 of RULE: REASON", the most of them that are read. */
static void put_reasons(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    size_t width = reporter->options.width;
    for (size_t i = 0; i < report->ignored_count && i < RULE_CAP; i++) {
        const struct vrmlint_ignored *ignored = &report->ignored[i];
        struct said room;
        start_line(out, LINES_INDENT);
        wrap(out,
             said(&room, reporter->options.language, WORDS_IGNORED_FOR,
                  ARGUMENTS(COUNT("count", ignored->count), TERM("rule", ignored->rule),
                            TERM("reason", ignored->reason))),
             LINES_INDENT, LINES_INDENT + 2, width);
        fputc('\n', out);
    }
    if (report->ignored_count > RULE_CAP) {
        start_line(out, LINES_INDENT);
        speak(reporter, WORDS_IGNORED_MORE, ARGUMENTS(COUNT("count", report->ignored_count - RULE_CAP)));
        fputc('\n', out);
    }
}

/* Whether a long run has shown enough files of this kind. */
static bool is_enough(const struct reporter *reporter, const struct vrmlint_report *report)
{
    struct tally *tally = reporter->state;
    return tally != NULL && ++tally->files[worst_of(report)] > FILE_CAP && !reporter->options.all;
}

static void file(struct reporter *reporter, const struct vrmlint_report *report)
{
    bool hush = reporter->options.quiet && report->finding_count == 0;
    if (report->trouble != NULL || hush || reporter->options.tables_only || is_enough(reporter, report)) {
        return; /* trouble has been said on standard error */
    }
    reporter->no_memory = !hint_count(reporter->state, report) || reporter->no_memory;
    put_heading(reporter, report);
    if (report->finding_count > 0) {
        put_findings(reporter, report);
        bool more =
            report->extension_count + report->unchecked_count + report->skipped_count + report->ignored_count > 0;
        fputs(more ? "\n" : "", reporter->out);
    }
    put_checked(reporter, report);
    put_unchecked(reporter, report);
    put_skipped(reporter, report);
    put_reasons(reporter, report);
    fputc('\n', reporter->out);
}

static void put_totals(const struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    size_t checked = summary->files - summary->troubles;
    speak(reporter, WORDS_FILES_CHECKED, ARGUMENTS(COUNT("count", checked)));
    fputs(": ", out);
    put_counts(reporter, summary->counts, true);
    report_put_left_out(reporter, summary);
    if (summary->troubles > 0) {
        speak(reporter, WORDS_SEMICOLON, NO_ARGUMENTS);
        paint(out, reporter->options.color, PAINT_RED);
        speak(reporter, WORDS_UNREADABLE, ARGUMENTS(COUNT("count", summary->troubles)));
        paint(out, reporter->options.color, PAINT_PLAIN);
    }
    fputc('\n', out);
    hint_put(reporter, reporter->state);
}

/* What a long run didn't show, and how to see it. */
static void put_more_files(const struct reporter *reporter, const struct tally *tally)
{
    static const enum message sentences[] = {WORDS_MORE_FILES_FINE, WORDS_MORE_FILES_ADVICE, WORDS_MORE_FILES_WARNINGS,
                                             WORDS_MORE_FILES_ERRORS};
    bool any = false;
    for (int worst = VRMLINT_ERROR; worst >= VRMLINT_OFF && !reporter->options.all; worst--) {
        if (tally->files[worst] > FILE_CAP) {
            speak(reporter, sentences[worst], ARGUMENTS(COUNT("count", tally->files[worst] - FILE_CAP)));
            fputc('\n', reporter->out);
            any = true;
        }
    }
    fputs(any ? "\n" : "", reporter->out);
}

static void end(struct reporter *reporter, const struct report_summary *summary)
{
    struct tally *tally = reporter->state;
    if (tally != NULL) {
        put_more_files(reporter, tally);
    }
    if (!reporter->options.quiet) {
        put_totals(reporter, summary);
    }
    if (tally != NULL) {
        free(tally->hint.path);
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
    .begin = begin,
    .file = file,
    .end = end,
};
