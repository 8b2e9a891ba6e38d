#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "ids/messages_fix.h"
#include "ids/messages_panels.h"
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "message/steps.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/print.h"
#include "report/shown.h"
#include "report/statistics.h"
#include "report/text.h"
#include "report/verdict.h"

size_t text_print_words(const struct reporter *reporter, enum message words, const struct argument *arguments)
{
    return print_words(reporter->out, reporter->options.language, words, arguments);
}

void text_start_line(FILE *out, size_t indent)
{
    fprintf(out, "%*s", (int)indent, "");
}

/* ---- the heading ---- */

static bool holds_nothing(const struct vrmlint_report *report)
{
    return report->finding_count + report->ignored_findings + report->known_findings + report->hidden_findings == 0 &&
           report->extension_count == 0;
}

/* Prints "2 errors, 1 warning". zeros: also counts that are 0. */
static void text_print_counts(const struct reporter *reporter, const size_t *counts, bool zeros)
{
    bool first = true;
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        if (counts[severity] > 0 || zeros) {
            if (!first) {
                text_print_words(reporter, WORDS_COMMA, NO_ARGUMENTS);
            }
            paint(reporter->out, reporter->options.color && counts[severity] > 0, paint_of(severity));
            text_print_words(reporter, words_of_findings((enum vrmlint_severity)severity),
                             ARGUMENTS(COUNT("count", counts[severity])));
            paint(reporter->out, reporter->options.color && counts[severity] > 0, PAINT_PLAIN);
            first = false;
        }
    }
}

/* Prints ", 2 ignored by .vrmlint.json". */
static void print_ignored(const struct reporter *reporter, const struct vrmlint_report *report)
{
    if (report->ignored_findings == 0) {
        return;
    }
    /* a record may only contain the number */
    const char *config = report->ignored_count == 0 ? NULL : report->ignored[0].config;
    bool several = config == NULL;
    for (size_t i = 1; i < report->ignored_count; i++) {
        several = several || strcmp(report->ignored[i].config, config) != 0;
    }
    text_print_words(reporter, WORDS_COMMA, NO_ARGUMENTS);
    if (several) {
        text_print_words(reporter, WORDS_IGNORED_BY_SEVERAL, ARGUMENTS(COUNT("count", report->ignored_findings)));
    } else {
        text_print_words(reporter, WORDS_IGNORED_BY,
                         ARGUMENTS(COUNT("count", report->ignored_findings), TERM("config", config)));
    }
}

/* Returns the severity of a file's worst finding, VRMLINT_OFF if there is none. */
static int text_worst_of(const struct vrmlint_report *report)
{
    int worst = VRMLINT_ERROR;
    while (worst > VRMLINT_OFF && report->counts[worst] == 0) {
        worst--;
    }
    return worst;
}

/* Prints the worst of the verdicts; without any, whether there is only advice. */
static void print_text_verdict(const struct reporter *reporter, const struct vrmlint_report *report)
{
    struct verdict_line lines[VERDICT_LINES];
    if (report->finding_count == 0) {
        return; /* the heading states that nothing was found */
    }
    if (verdict_lines(lines, reporter->options.language, report, true) > 0) {
        fputs(" - ", reporter->out);
        escape_text(reporter->out, lines[0].text.text);
    } else if (text_worst_of(report) == VRMLINT_INFO) {
        fputs(" - ", reporter->out);
        text_print_words(reporter, WORDS_VERDICT_INFO, NO_ARGUMENTS);
    }
}

/* Prints a line for each app with which something happens, and one for the rest. The heading says so if all apps load
 * the file. */
static void print_text_verdicts(const struct reporter *reporter, const struct vrmlint_report *report)
{
    struct verdict_line lines[VERDICT_LINES];
    size_t count = verdict_lines(lines, reporter->options.language, report, false);
    for (size_t i = 0; i < count && (count > 1 || lines[0].kind != APP_LOADS_FINE); i++) {
        text_start_line(reporter->out, TEXT_LINES_INDENT);
        paint(reporter->out, reporter->options.color, verdict_paint(lines[i].kind));
        wrap(reporter->out, lines[i].text.text, TEXT_LINES_INDENT, TEXT_LINES_INDENT + 2, reporter->options.width);
        paint(reporter->out, reporter->options.color, PAINT_PLAIN);
        fputc('\n', reporter->out);
    }
}

/* Whether the heading reports no problem with a file in which something was checked. */
static bool prints_fine(const struct vrmlint_report *report)
{
    return !holds_nothing(report) && report->counts[VRMLINT_ERROR] + report->counts[VRMLINT_WARNING] == 0;
}

/* Prints what in the file wasn't checked, after a verdict without problems: that is only about what was checked. */
static void print_unchecked_parts(const struct reporter *reporter, const struct vrmlint_report *report)
{
    enum { NAMED = 8 };
    struct argument items[NAMED];
    size_t count = report->unchecked_count + report->skipped_count;
    size_t shown = 0;
    for (size_t i = 0; i < report->unchecked_count && shown < NAMED; i++) {
        items[shown++] = TERM("", report->unchecked[i]);
    }
    for (size_t i = 0; i < report->skipped_count && shown < NAMED; i++) {
        items[shown++] = TERM("", words_of_skipped(reporter->options.language, &report->skipped[i].what));
    }
    if (count > 0) {
        fputs(" - ", reporter->out);
        text_print_words(reporter, WORDS_NOT_LOOKED_AT,
                         ARGUMENTS(argument_list("what", items, shown, count, JOIN_COMMA)));
    }
}

static void text_print_heading(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    bool color = reporter->options.color;
    paint(out, color, PAINT_BOLD);
    struct words_room name;
    escape_text(out, words_of_path(&name, reporter->options.language, report->path));
    paint(out, color, PAINT_PLAIN);
    fputs(": ", out);
    if (holds_nothing(report) && report->skipped_count > 0) {
        text_print_words(reporter, WORDS_NOTHING_CHECKED, NO_ARGUMENTS);
    } else if (holds_nothing(report)) {
        text_print_words(reporter, WORDS_NOTHING_TO_CHECK, NO_ARGUMENTS);
    } else if (report->finding_count == 0 && report->hidden_findings > 0) {
        text_print_words(reporter, WORDS_NOTHING_SHOWN, NO_ARGUMENTS);
    } else if (report->finding_count == 0) {
        paint(out, color, PAINT_GREEN);
        text_print_words(reporter, report->known_findings > 0 ? WORDS_NOTHING_NEW : WORDS_NO_FINDINGS, NO_ARGUMENTS);
        paint(out, color, PAINT_PLAIN);
    } else {
        text_print_counts(reporter, report->counts, false);
    }
    print_ignored(reporter, report);
    if (report->known_findings > 0) {
        text_print_words(reporter, WORDS_COMMA, NO_ARGUMENTS);
        text_print_words(reporter, WORDS_KNOWN, ARGUMENTS(COUNT("count", report->known_findings)));
    }
    if (report->hidden_findings > 0) {
        text_print_words(reporter, WORDS_COMMA, NO_ARGUMENTS);
        text_print_words(reporter, WORDS_HIDDEN, ARGUMENTS(COUNT("count", report->hidden_findings)));
    }
    print_text_verdict(reporter, report);
    if (prints_fine(report)) {
        print_unchecked_parts(reporter, report);
    }
    fputc('\n', out);
    print_text_verdicts(reporter, report);
}

/* Prints whether the file is valid, as a line below the heading. */
static void print_validity(const struct reporter *reporter, const struct vrmlint_report *report)
{
    struct words_room room;
    const char *line = words_of_validity(&room, reporter->options.language, report);
    if (*line != '\0') {
        text_start_line(reporter->out, TEXT_LINES_INDENT);
        wrap(reporter->out, line, TEXT_LINES_INDENT, TEXT_LINES_INDENT + 2, reporter->options.width);
        fputc('\n', reporter->out);
    }
}

/* ---- what was checked ---- */

/* Prints an item of a list, with the comma after it. A comma never begins a line, and its space never ends one. */
static void print_list_item(const struct reporter *reporter, const char *text, bool first, bool last, size_t *column)
{
    FILE *out = reporter->out;
    struct words_room room;
    const char *comma = words_text(&room, reporter->options.language, WORDS_COMMA, NO_ARGUMENTS);
    size_t comma_length = strcspn(comma, " ");
    size_t space = first ? 0 : strlen(comma) - comma_length;
    size_t length = strlen(text);
    size_t columns = escape_terminal(NULL, text, length) + (last ? 0 : escape_terminal(NULL, comma, comma_length));
    if (!first && *column + space + columns > reporter->options.width) {
        fprintf(out, "\n%*s", TEXT_LINES_INDENT + 2, "");
        *column = TEXT_LINES_INDENT + 2;
        space = 0;
    }
    fprintf(out, "%*s", (int)space, "");
    escape_terminal(out, text, length);
    escape_terminal(out, comma, last ? 0 : comma_length);
    *column += space + columns;
}

/* Prints the label of a line about the whole file; returns the column after it. */
static size_t print_label(const struct reporter *reporter, enum message label)
{
    text_start_line(reporter->out, TEXT_LINES_INDENT);
    size_t column = TEXT_LINES_INDENT + text_print_words(reporter, label, NO_ARGUMENTS);
    return column + text_print_words(reporter, WORDS_COLON, NO_ARGUMENTS);
}

/* Prints "checked: NAME VERSION, NAME VERSION". */
static void print_checked(const struct reporter *reporter, const struct vrmlint_report *report)
{
    if (report->extension_count == 0) {
        return;
    }
    size_t column = print_label(reporter, WORDS_CHECKED);
    for (size_t i = 0; i < report->extension_count; i++) {
        const char *version = report->extensions[i].version;
        struct words_room item;
        struct words_room room;
        struct buf buf = BUF_OVER(item.text);
        buf_str(&buf, report->extensions[i].name);
        /* extensions of Khronos have no version */
        if (*version == '\0' && strncmp(report->extensions[i].name, "KHR_", 4) != 0) {
            buf_str(&buf, words_text(&room, reporter->options.language, WORDS_NO_VERSION, NO_ARGUMENTS));
        } else if (*version != '\0') {
            buf_printf(&buf, " %s", version);
        }
        print_list_item(reporter, buf_text(&buf), i == 0, i + 1 == report->extension_count, &column);
    }
    fputc('\n', reporter->out);
}

static void print_unchecked(const struct reporter *reporter, const struct vrmlint_report *report)
{
    if (report->unchecked_count == 0 || prints_fine(report)) {
        return; /* or the heading has reported it */
    }
    size_t column = print_label(reporter, WORDS_NOT_CHECKED);
    for (size_t i = 0; i < report->unchecked_count; i++) {
        print_list_item(reporter, report->unchecked[i], i == 0, i + 1 == report->unchecked_count, &column);
    }
    fputc('\n', reporter->out);
}

static void print_skipped(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    for (size_t i = 0; i < report->skipped_count; i++) {
        const struct vrmlint_skipped *skipped = &report->skipped[i];
        enum vrmlint_language language = reporter->options.language;
        size_t column = print_label(reporter, WORDS_SKIPPED);
        char text[2 * sizeof((struct words_room *)NULL)->text];
        struct buf buf = BUF_OVER(text);
        buf_str(&buf, words_of_skipped(language, &skipped->what));
        struct words_room room;
        buf_str(&buf, words_text(&room, language, WORDS_COLON, NO_ARGUMENTS));
        buf_str(&buf, words_of_skipped(language, &skipped->why));
        wrap(out, buf_text(&buf), column, TEXT_LINES_INDENT + 2, reporter->options.width);
        fputc('\n', out);
    }
}

/* Prints "ignored: 2 of RULE: REASON", for as many ignores as are readable. */
static void print_reasons(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    size_t width = reporter->options.width;
    for (size_t i = 0; i < report->ignored_count && i < TEXT_RULE_CAP; i++) {
        const struct vrmlint_ignored *ignored = &report->ignored[i];
        struct words_room room;
        text_start_line(out, TEXT_LINES_INDENT);
        wrap(out,
             words_text(&room, reporter->options.language, WORDS_IGNORED_FOR,
                        ARGUMENTS(COUNT("count", ignored->count), TERM("rule", ignored->rule),
                                  TERM("reason", ignored->reason))),
             TEXT_LINES_INDENT, TEXT_LINES_INDENT + 2, width);
        fputc('\n', out);
    }
    if (report->ignored_count > TEXT_RULE_CAP) {
        text_start_line(out, TEXT_LINES_INDENT);
        text_print_words(reporter, WORDS_IGNORED_MORE,
                         ARGUMENTS(COUNT("count", report->ignored_count - TEXT_RULE_CAP)));
        fputc('\n', out);
    }
}

/* Prints what was checked, what wasn't, and what is ignored for which reasons. */
static void text_print_checked(const struct reporter *reporter, const struct vrmlint_report *report)
{
    print_checked(reporter, report);
    print_unchecked(reporter, report);
    print_skipped(reporter, report);
    print_reasons(reporter, report);
}

/* Prints one line per finding, in the form of editors and logs: path:line:column: severity rule message [pointer] */

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

/* Prints what apps do with a file, a line each, and whether it isn't valid. */
static void concise_verdicts(const struct reporter *reporter, const struct vrmlint_report *report)
{
    struct verdict_line lines[VERDICT_LINES];
    struct words_room room;
    if (!verdict_is_of_avatar(report)) {
        return;
    }
    size_t count = verdict_lines(lines, reporter->options.language, report, false);
    for (size_t i = 0; i < count && (count > 1 || lines[0].kind != APP_LOADS_FINE); i++) {
        print_of_file(reporter->out, report->path, lines[i].text.text);
    }
    print_of_file(reporter->out, report->path, words_of_invalidity(&room, reporter->options.language, report));
}

static void concise_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    if (reporter->options.tables_only) {
        return;
    }
    for (size_t i = 0; i < report->finding_count && reporter->options.part != REPORT_VERDICTS; i++) {
        print_finding(reporter, report->path, &report->findings[i], NULL);
    }
    if (reporter->options.part != REPORT_FINDINGS) {
        concise_verdicts(reporter, report);
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
    .summary = "a line per finding: path:line:column: severity rule message [pointer], one per app, and one if the "
               "file isn't valid",
    .follows = true,
    .ranked = true,
    .file = concise_file,
    .end = concise_end,
};

/* Writes the report for people, a block per file: the verdict; the findings in groups, with the advice once per rule;
 * what was checked. */

enum {
    FILE_CAP = 100,   /* files of each kind, by their worst finding, that are shown */
    TEXT_INDENT = 13, /* column of sentences: after the widest severity */
};

/* Totals of the files so far. */
struct text_tally {
    size_t *counts; /* how often each rule was found in the current file */
    size_t rules;
    size_t files[VRMLINT_ERROR + 1];            /* by their worst finding */
    size_t fixable;                             /* findings that vrmlint fix fixes without further options */
    size_t fixable_files;                       /* files with such findings */
    char *fixable_path;                         /* of the first, as a word for a shell */
    unsigned char shown[MESSAGE_LIMIT / 8 + 1]; /* the steps that the current file's findings have shown, as bits */
};

static void text_report_begin(struct reporter *reporter)
{
    struct text_tally *tally = calloc(1, sizeof *tally);
    if (tally != NULL) {
        vrmlint_rules(&tally->rules);
        tally->counts = calloc(tally->rules, sizeof *tally->counts);
    }
    reporter->state = tally;
    reporter->no_memory = tally == NULL || tally->counts == NULL;
}

/* ---- the findings ---- */

static void print_text_place(const struct reporter *reporter, const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    if (!reporter->options.places || (!finding->has_place && *finding->excerpt == '\0')) {
        return;
    }
    text_start_line(out, TEXT_INDENT);
    paint(out, reporter->options.color, PAINT_DIM);
    size_t used = TEXT_INDENT;
    if (finding->has_place) {
        used += text_print_words(reporter, WORDS_LINE_AND_COLUMN,
                                 ARGUMENTS(COUNT("line", finding->line), COUNT("column", finding->column)));
        if (*finding->excerpt != '\0') {
            used += text_print_words(reporter, WORDS_COLON, NO_ARGUMENTS);
        }
    }
    size_t width = reporter->options.width;
    wrap_cut(out, finding->excerpt, width > used + WRAP_LEAST / 2 ? width - used : WRAP_LEAST / 2);
    paint(out, reporter->options.color, PAINT_PLAIN);
    fputc('\n', out);
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

/* Prints the rule, and where the finding is in the JSON or what that is called there: messages use the words of
 * editors. */
static void print_rule_and_name(const struct reporter *reporter, const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    const char *name = words_of_member(finding, language);
    struct words_room room;
    char after[1024] = "";
    struct buf buf = BUF_OVER(after);
    text_start_line(out, TEXT_INDENT);
    paint(out, reporter->options.color, PAINT_DIM);
    link_rule(out, reporter->options.links, finding->rule);
    if (reporter->options.places && *finding->pointer != '\0') {
        text_print_words(reporter, WORDS_AT, NO_ARGUMENTS);
        escape_text(out, finding->pointer);
    } else if (name != NULL) {
        buf_str(&buf, words_text(&room, language, WORDS_IN_THE_FILE, ARGUMENTS(TERM("name", name))));
    }
    if (finding->fixable && finding->fix != VRMLINT_FIX_NONE) {
        const char *command = finding->fix == VRMLINT_FIX_UNSAFE ? "vrmlint fix --unsafe" : "vrmlint fix";
        buf_str(&buf, words_text(&room, language, WORDS_STEPS_FIXED_BY, ARGUMENTS(TERM("command", command))));
    }
    wrap(out, buf_text(&buf), TEXT_INDENT + strlen(finding->rule->id), TEXT_INDENT, reporter->options.width);
    paint(out, reporter->options.color, PAINT_PLAIN);
    fputc('\n', out);
}

/* Whether words appear in a file's part of the report for the first time. MESSAGE_NONE never does. */
static bool is_first(struct text_tally *tally, enum message words)
{
    unsigned bit = 1U << (words % 8);
    bool first = words != MESSAGE_NONE && (tally->shown[words / 8] & bit) == 0;
    tally->shown[words / 8] |= (unsigned char)bit;
    return first;
}

/* Prints where the tool that exported the file shows what a finding is about, unless an earlier finding of the file has
 * shown the same. */
static void print_text_steps(const struct reporter *reporter, const struct vrmlint_report *report,
                             const struct vrmlint_finding *finding)
{
    struct steps steps[TOOLS];
    struct words_room room;
    struct exporter exporter = exporter_of_report(report);
    enum vrmlint_language language = reporter->options.language;
    if (steps_of_finding(&exporter, outcome_file_of(report), finding, steps) == 0) {
        return;
    }
    steps_without_buttons(steps);
    bool path = is_first(reporter->state, steps->path);
    bool advice = is_first(reporter->state, steps->advice);
    bool remedy = steps->advice == MESSAGE_NONE && is_first(reporter->state, steps->remedy);
    if (!path && steps->path != MESSAGE_NONE) {
        steps->path = MESSAGE_NONE;
        steps->remedy = MESSAGE_NONE;
    }
    steps->frame = path && is_first(reporter->state, steps->frame) ? steps->frame : MESSAGE_NONE;
    if (path || advice || remedy) {
        char text[VRMLINT_STEPS_SIZE];
        struct buf buf = BUF_OVER(text);
        steps_print(&buf, language, steps);
        const char *line = buf_text(&buf);
        if (path && steps->frame == MESSAGE_NONE && steps->advice == MESSAGE_NONE) {
            line = words_text(&room, language, WORDS_STEPS_IN,
                              ARGUMENTS(TERM("tool", steps_tool_name(steps->tool)), TERM("steps", line)));
        }
        text_start_line(reporter->out, TEXT_INDENT);
        wrap(reporter->out, line, TEXT_INDENT, TEXT_INDENT, reporter->options.width);
        fputc('\n', reporter->out);
    }
}

static void print_concise(const struct reporter *reporter, const struct vrmlint_report *report,
                          const struct group_item *item)
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
    print_text_place(reporter, finding);
    print_rule_and_name(reporter, finding);
    const char *how = vrmlint_rule_text(finding->rule, VRMLINT_HOW, language);
    if (item->explain && !words_contain_advice(finding)) {
        struct words_room room;
        text_start_line(out, TEXT_INDENT);
        wrap(out, words_text(&room, language, WORDS_WHAT_TO_DO, ARGUMENTS(TERM("how", how))), TEXT_INDENT, TEXT_INDENT,
             reporter->options.width);
        fputc('\n', out);
    }
    print_text_steps(reporter, report, finding);
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

static void print_rest(const struct reporter *reporter, const struct text_tally *tally)
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

static void print_text_findings(struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    struct text_tally *tally = reporter->state;
    struct group_item *items = calloc(report->finding_count, sizeof *items);
    if (tally == NULL || tally->counts == NULL || items == NULL) {
        free(items);
        reporter->no_memory = true;
        return;
    }
    memset(tally->shown, 0, sizeof tally->shown);
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
        print_concise(reporter, report, &items[i]);
    }
    print_rest(reporter, tally);
    free(items);
}

/* Counts a file. Whether a long run has already shown enough files of this kind. */
static bool is_enough(const struct reporter *reporter, const struct vrmlint_report *report)
{
    struct text_tally *tally = reporter->state;
    return tally != NULL && ++tally->files[text_worst_of(report)] > FILE_CAP && !reporter->options.all;
}

static void count_fixable(struct reporter *reporter, const struct vrmlint_report *report)
{
    struct text_tally *tally = reporter->state;
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
    print_validity(reporter, report);
    if (report->finding_count > 0) {
        print_text_findings(reporter, report);
        bool more =
            report->extension_count + report->unchecked_count + report->skipped_count + report->ignored_count > 0;
        fputs(more ? "\n" : "", reporter->out);
    }
    text_print_checked(reporter, report);
    fputc('\n', reporter->out);
}

static void print_text_totals(const struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    const struct text_tally *tally = reporter->state;
    size_t checked = summary->files - summary->unreadable;
    text_print_words(reporter, WORDS_FILES_CHECKED, ARGUMENTS(COUNT("count", checked)));
    text_print_words(reporter, WORDS_COLON, NO_ARGUMENTS);
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
static void print_more_files(const struct reporter *reporter, const struct text_tally *tally)
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
    struct text_tally *tally = reporter->state;
    if (tally != NULL) {
        print_more_files(reporter, tally);
    }
    if (!reporter->options.quiet) {
        print_text_totals(reporter, summary);
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
    .ranked = true,
    .begin = text_report_begin,
    .file = text_report_file,
    .end = text_report_end,
};
