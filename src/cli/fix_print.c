#include "cli/fix_print.h"

#include <stdlib.h>
#include <string.h>

#include "ids/messages_fix.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/print.h"

enum { FIX_INDENT = 2, LINE_INDENT = 6 };

/* Prints lines of JSON, each with a sign before it. */
static void print_fix_lines(FILE *out, const struct fix_printing *how, enum paint color, char sign, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        paint(out, how->color, color);
        fprintf(out, "%*s%c ", LINE_INDENT - 2, "", sign);
        escape_terminal(out, text, length > 0 && text[length - 1] == '\r' ? length - 1 : length);
        paint(out, how->color, PAINT_PLAIN);
        fputc('\n', out);
        text += length + (text[length] == '\n');
    }
}

static void print_hunk(FILE *out, const struct fix_printing *how, const struct vrmlint_hunk *hunk)
{
    paint(out, how->color, PAINT_DIM);
    fprintf(out, "%*s", LINE_INDENT - 2, "");
    print_words(out, how->language, WORDS_FIX_LINE, ARGUMENTS(COUNT("line", hunk->line)));
    fputs("  ", out);
    escape_text(out, hunk->pointer);
    paint(out, how->color, PAINT_PLAIN);
    fputc('\n', out);
    print_fix_lines(out, how, PAINT_RED, '-', hunk->before);
    print_fix_lines(out, how, PAINT_GREEN, '+', hunk->after);
}

static enum message class_of(enum vrmlint_fix fix)
{
    return fix == VRMLINT_FIX_SAFE     ? WORDS_FIX_NEED_NOT_LOOK
           : fix == VRMLINT_FIX_REPAIR ? WORDS_FIX_DETERMINED
                                       : WORDS_FIX_LOOK_AFTERWARDS;
}

/* Prints a finding's sentence, and its rule with one more text in brackets. */
static void print_finding(FILE *out, const struct fix_printing *how, const struct vrmlint_finding *finding,
                          const char *more)
{
    fprintf(out, "%*s", FIX_INDENT, "");
    wrap(out, vrmlint_text_in(&finding->message, how->language), FIX_INDENT, FIX_INDENT, how->width);
    fprintf(out, "\n%*s", FIX_INDENT, "");
    paint(out, how->color, PAINT_DIM);
    fprintf(out, "%s (", finding->rule->id);
    escape_text(out, more);
    fputs(")", out);
    paint(out, how->color, PAINT_PLAIN);
    fputc('\n', out);
}

const char *fix_print_reason(struct words_room *room, enum vrmlint_language language, const struct vrmlint_left *left)
{
    static const enum message reasons[] = {
        [VRMLINT_LEFT_NO_EDIT] = WORDS_FIX_LEFT_NO_EDIT, [VRMLINT_LEFT_NO_CURE] = WORDS_FIX_LEFT_NO_CURE,
        [VRMLINT_LEFT_ADDS] = WORDS_FIX_LEFT_ADDS,       [VRMLINT_LEFT_COLLIDES] = WORDS_FIX_LEFT_COLLIDES,
        [VRMLINT_LEFT_UNTRIED] = WORDS_FIX_LEFT_UNTRIED, [VRMLINT_LEFT_UNSURE] = WORDS_FIX_LEFT_UNSURE,
        [VRMLINT_LEFT_READ] = WORDS_FIX_LEFT_READ,       [VRMLINT_LEFT_HIDDEN] = WORDS_FIX_LEFT_HIDDEN,
        [VRMLINT_LEFT_CUT] = WORDS_FIX_LEFT_CUT,
    };
    const struct argument rule = TERM("rule", left->rule == NULL ? "" : left->rule->id);
    return words_text(room, language, reasons[left->reason], left->rule == NULL ? NO_ARGUMENTS : ARGUMENTS(rule));
}

static void print_left(FILE *out, const struct fix_printing *how, const struct vrmlint_left *left)
{
    struct words_room why;
    struct words_room line;
    const char *reason = fix_print_reason(&why, how->language, left);
    print_finding(out, how, left->finding,
                  words_text(&line, how->language, WORDS_FIX_LEFT, ARGUMENTS(TERM("message", reason))));
}

static void print_heading(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome)
{
    struct words_room name;
    paint(out, how->color, PAINT_BOLD);
    escape_text(out, words_of_path(&name, how->language, outcome->before->path));
    paint(out, how->color, PAINT_PLAIN);
    fputs(": ", out);
    if (outcome->fixed_count == 0) {
        print_words(out, how->language, WORDS_FIX_NOTHING, NO_ARGUMENTS);
    } else {
        print_words(out, how->language, how->written ? WORDS_FIX_DONE : WORDS_FIX_WOULD,
                    ARGUMENTS(COUNT("count", outcome->fixed_count)));
    }
    fputc('\n', out);
}

static void print_fixes(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome)
{
    size_t round = 0;
    for (size_t i = 0; i < outcome->fixed_count; i++) {
        const struct vrmlint_fixed *fixed = &outcome->fixed[i];
        struct words_room class;
        fputc('\n', out);
        if (fixed->round != round) {
            round = fixed->round;
            fprintf(out, "%*s", FIX_INDENT, "");
            print_words(out, how->language, WORDS_FIX_AFTER_ROUND, NO_ARGUMENTS);
            fputs("\n\n", out);
        }
        print_finding(out, how, fixed->finding,
                      words_text(&class, how->language, class_of(fixed->finding->fix), NO_ARGUMENTS));
        for (size_t h = 0; h < fixed->hunk_count; h++) {
            print_hunk(out, how, &fixed->hunks[h]);
        }
        if (fixed->hunk_count == 0) {
            fprintf(out, "%*s", LINE_INDENT, "");
            print_words(out, how->language, WORDS_FIX_CONTAINER, NO_ARGUMENTS);
            fputc('\n', out);
        }
        if (fixed->adds != NULL) {
            fprintf(out, "%*s", FIX_INDENT, "");
            print_words(out, how->language, WORDS_FIX_ADDS, ARGUMENTS(TERM("rule", fixed->adds->id)));
            fputc('\n', out);
        }
    }
}

/* Prints the fixes, each with its finding and the lines before and after. Returns false if there are none to print. */
static bool fix_print_made(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome)
{
    if (how->quiet && outcome->fixed_count == 0) {
        return false;
    }
    print_heading(out, how, outcome);
    print_fixes(out, how, outcome);
    return true;
}

void fix_print_text(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome)
{
    if (!fix_print_made(out, how, outcome)) {
        return;
    }
    for (size_t i = 0; i < outcome->left_count; i++) {
        fputc('\n', out);
        print_left(out, how, &outcome->left[i]);
    }
    fputc('\n', out);
}

static void print_operation(FILE *out, const struct vrmlint_operation *operation)
{
    fputs("{\"op\": ", out);
    escape_json(out, operation->op);
    if (operation->from != NULL) {
        fputs(", \"from\": ", out);
        escape_json(out, operation->from);
    }
    fputs(", \"path\": ", out);
    escape_json(out, operation->path);
    if (operation->value != NULL) {
        fputs(", \"value\": ", out);
        escape_json_value(out, operation->value);
    }
    fputs("}", out);
}

void fix_print_patch(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome)
{
    const char *between = how->several ? ", " : ",\n ";
    if (how->several) {
        fputs("{\"path\": ", out);
        escape_json(out, outcome->before->path);
        fputs(", \"patch\": ", out);
    }
    fputc('[', out);
    for (size_t i = 0; i < outcome->patch_count; i++) {
        fputs(i > 0 ? between : "", out);
        print_operation(out, &outcome->patch[i]);
    }
    fputs(how->several ? "]}\n" : "]\n", out);
}

enum { FIX_FINDINGS_MOST = 4000 /* per rule, as for vrmlint check */ };

/* Removes the findings that a baseline knows. Returns false if memory runs out. */
static bool leave_out_known(struct fix_rest *rest, bool (*known)(void *context, const struct vrmlint_finding *finding),
                            void *context)
{
    struct vrmlint_report *report = &rest->report;
    struct vrmlint_finding *kept = calloc(report->finding_count + 1, sizeof *kept);
    size_t count = 0;
    if (kept == NULL) {
        return false;
    }
    rest->room[0].findings = kept;
    memset(report->counts, 0, sizeof report->counts);
    for (size_t i = 0; i < report->finding_count; i++) {
        if (!known(context, &report->findings[i])) {
            kept[count++] = report->findings[i];
            report->counts[report->findings[i].severity]++;
        }
    }
    report->known_findings = report->finding_count - count;
    report->findings = kept;
    report->finding_count = count;
    return true;
}

bool fix_rest_find(struct fix_rest *rest, const struct vrmlint_policy *policy, const char *path,
                   const struct vrmlint_outcome *outcome,
                   bool (*known)(void *context, const struct vrmlint_finding *finding), void *context)
{
    const char *ignored;
    enum vrmlint_severity least = vrmlint_policy_shows_from(policy, &ignored);
    rest->report = *outcome->after;
    rest->report.path = path;
    if (known != NULL && !leave_out_known(rest, known, context)) {
        return false;
    }
    if (!vrmlint_report_fold_view(&rest->report, outcome->after)) {
        return false;
    }
    rest->fails = vrmlint_policy_fails(policy, &rest->report);
    rest->whole = rest->report;
    rest->report.whole = &rest->whole;
    return shown_keep(&rest->room[1], least, &rest->report) &&
           shown_cap(&rest->room[2], FIX_FINDINGS_MOST, &rest->report);
}

static void print_reason(FILE *out, const struct fix_printing *how, const struct vrmlint_left *left)
{
    struct words_room why;
    struct words_room line;
    const char *text = words_text(&line, how->language, WORDS_FIX_LEFT,
                                  ARGUMENTS(TERM("message", fix_print_reason(&why, how->language, left))));
    paint(out, how->color, PAINT_DIM);
    fputs("    ", out);
    escape_text(out, text);
    paint(out, how->color, PAINT_PLAIN);
    fputc('\n', out);
}

/* Prints the findings of one severity that are left, with the reasons. */
static void print_rest_of(struct reporter *reporter, const struct fix_printing *how, const struct fix_rest *rest,
                          const struct vrmlint_outcome *outcome, int severity)
{
    const struct vrmlint_report *after = outcome->after;
    struct vrmlint_report line = rest->report;
    size_t next = 0;
    size_t left = 0;
    /* the shown findings, and those with a reason, are in the same order as all findings */
    for (size_t i = 0; i < after->finding_count && next < rest->report.finding_count; i++) {
        const struct vrmlint_finding *finding = &rest->report.findings[next];
        bool has_reason = left < outcome->left_count && outcome->left[left].finding == &after->findings[i];
        bool is_shown = finding->number == after->findings[i].number;
        if (is_shown && (int)finding->severity == severity) {
            line.findings = finding;
            line.finding_count = 1;
            report_file(reporter, &line);
            if (has_reason) {
                print_reason(reporter->out, how, &outcome->left[left]);
            }
        }
        next += is_shown;
        left += has_reason;
    }
}

void fix_rest_print(FILE *out, const struct fix_printing *how, const struct fix_rest *rest,
                    const struct vrmlint_outcome *outcome)
{
    struct reporter reporter = {.format = &report_concise,
                                .options = {.language = how->language, .color = how->color, .width = how->width},
                                .out = out};
    report_begin(&reporter);
    reporter.options.part = REPORT_FINDINGS;
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        print_rest_of(&reporter, how, rest, outcome, severity);
    }
    reporter.options.part = REPORT_VERDICTS;
    if (rest->report.finding_count > 0) {
        report_file(&reporter, &rest->report);
    }
    report_end(&reporter, &(struct report_summary){0});
}

void fix_rest_print_text(FILE *out, const struct fix_printing *how, const struct fix_rest *rest,
                         const struct vrmlint_outcome *outcome)
{
    bool made = fix_print_made(out, how, outcome);
    if (made && rest->report.finding_count > 0) {
        fputs("\n  ", out);
        print_words(out, how->language, WORDS_FIX_REST, NO_ARGUMENTS);
        fputc('\n', out);
    }
    fix_rest_print(out, how, rest, outcome);
    if (made) {
        fputc('\n', out);
    }
}

void fix_rest_free(struct fix_rest *rest)
{
    for (size_t i = 0; i < sizeof rest->room / sizeof *rest->room; i++) {
        shown_free(&rest->room[i]);
    }
}
