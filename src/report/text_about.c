#include "report/text_about.h"

#include <string.h>

#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "report/escape.h"
#include "report/paint.h"
#include "report/wrap.h"

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

void text_print_counts(const struct reporter *reporter, const size_t *counts, bool zeros)
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

int text_worst_of(const struct vrmlint_report *report)
{
    int worst = VRMLINT_ERROR;
    while (worst > VRMLINT_OFF && report->counts[worst] == 0) {
        worst--;
    }
    return worst;
}

enum { SEEN = AFFECTS_LOOK | AFFECTS_MOTION };

/* Returns what the warnings affect: how an avatar looks, or how it moves; 0 if neither. */
static unsigned effect_of_warnings(const struct vrmlint_report *report)
{
    unsigned effect = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        if (report->findings[i].severity == VRMLINT_WARNING) {
            effect |= rule_affects(report->findings[i].rule) & SEEN;
        }
    }
    return effect;
}

static void print_verdict(const struct reporter *reporter, const struct vrmlint_report *report)
{
    static const enum message verdicts[] = {0, WORDS_VERDICT_INFO, 0, WORDS_VERDICT_ERROR};
    static const enum message warnings[] = {[0] = WORDS_VERDICT_MINOR,
                                            [AFFECTS_LOOK] = WORDS_VERDICT_LOOKS,
                                            [AFFECTS_MOTION] = WORDS_VERDICT_MOVES,
                                            [SEEN] = WORDS_VERDICT_WARNING};
    int worst = text_worst_of(report);
    if (worst > VRMLINT_OFF) {
        fputs(" - ", reporter->out);
        text_print_words(reporter, worst == VRMLINT_WARNING ? warnings[effect_of_warnings(report)] : verdicts[worst],
                         NO_ARGUMENTS);
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

void text_print_heading(const struct reporter *reporter, const struct vrmlint_report *report)
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
    print_verdict(reporter, report);
    if (prints_fine(report)) {
        print_unchecked_parts(reporter, report);
    }
    fputc('\n', out);
}

/* ---- what was checked ---- */

/* Prints an item of a list, with the comma after it. A comma never begins a line, and its space never ends one. */
static void print_item(const struct reporter *reporter, const char *text, bool first, bool last, size_t *column)
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
    fputs(": ", reporter->out);
    return column + 2;
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
        print_item(reporter, buf_text(&buf), i == 0, i + 1 == report->extension_count, &column);
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
        print_item(reporter, report->unchecked[i], i == 0, i + 1 == report->unchecked_count, &column);
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
        buf_str(&buf, ": ");
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

void text_print_checked(const struct reporter *reporter, const struct vrmlint_report *report)
{
    print_checked(reporter, report);
    print_unchecked(reporter, report);
    print_skipped(reporter, report);
    print_reasons(reporter, report);
}
