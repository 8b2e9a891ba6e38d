/* Writes workflow commands, which GitHub shows as annotations: ten per level and step. Further findings are printed
 * as plain lines of the log, as many as are readable, and the rest is counted. */
#include <string.h>

#include "base/utf8.h"
#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/print.h"
#include "report/where.h"

enum {
    COMMANDS_MAX = 10, /* per level and step */
    LINES_MAX = 100    /* plain lines after them */
};

/* Writes the text of a command: a sentence, or the value of a property, in which ':' and ',' are escaped too.
 * Controls in a sentence are spelled out; a path must not change. */
static void print_escaped(FILE *out, const char *text, bool property)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        uint32_t code = (unsigned char)text[at];
        size_t step = utf8_sequence(text + at, length - at, &code);
        char spelt[ESCAPE_SPELT];
        if (code == '%' || (property && (code == ':' || code == ',' || code == '\r' || code == '\n'))) {
            fprintf(out, "%%%02X", (unsigned)code);
        } else if (step == 0 || utf8_is_control(code)) {
            size_t columns = escape_spell(spelt, step != 0, code);
            fwrite(spelt, 1, columns, out);
        } else {
            fwrite(text + at, 1, step, out);
        }
        at += step == 0 ? 1 : step;
    }
}

static void print_command(const struct reporter *reporter, const struct vrmlint_report *report,
                          const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    static const char *const levels[] = {"", "notice", "warning", "error"};
    fprintf(out, "::%s file=", levels[finding->severity]);
    print_escaped(out, where_path(report->path), true);
    fprintf(out, ",line=%zu", where_line(report, finding));
    if (finding->has_place && !report->glb) {
        fprintf(out, ",col=%zu", finding->column);
    }
    fprintf(out, ",title=%s::", finding->rule->id);
    print_escaped(out, vrmlint_text_in(&finding->message, reporter->options.language), false);
    if (*finding->pointer != '\0') {
        fputs(" [", out);
        print_escaped(out, finding->pointer, false);
        fputc(']', out);
    }
    fputc('\n', out);
}

static void print_plain(const struct reporter *reporter, const struct vrmlint_report *report,
                        const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    fprintf(out, "%s: ", vrmlint_severity_name(finding->severity));
    escape_text(out, where_path(report->path));
    fprintf(out, ": %s: ", finding->rule->id);
    escape_text(out, vrmlint_text_in(&finding->message, reporter->options.language));
    fputc('\n', out);
}

/* Annotates the other places of folded findings while there is room: the findings themselves come first. */
static void print_places(struct reporter *reporter, const struct vrmlint_report *report)
{
    for (size_t i = 0; i < report->each_count; i++) {
        const struct vrmlint_finding *finding = &report->each[i];
        if (finding->within != finding->number && reporter->shown[finding->severity] < COMMANDS_MAX) {
            reporter->shown[finding->severity]++;
            print_command(reporter, report, finding);
        }
    }
}

void github_print_warning(const struct reporter *reporter, const char *path, const char *text)
{
    fputs("::warning file=", reporter->out);
    print_escaped(reporter->out, where_path(path), true);
    fputs("::", reporter->out);
    print_escaped(reporter->out, text, false);
    fputc('\n', reporter->out);
}

static void github_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    if (report->error != NULL) {
        fputs("::error file=", out);
        print_escaped(out, where_path(report->path), true);
        struct words_room room;
        fputs(",title=", out);
        print_escaped(out, words_text(&room, reporter->options.language, WORDS_TITLE_NOT_CHECKED, NO_ARGUMENTS), true);
        fputs("::", out);
        print_escaped(out, words_of_error(reporter->options.language, report), false);
        fputc('\n', out);
        reporter->shown[VRMLINT_ERROR]++;
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        size_t number = ++reporter->shown[finding->severity];
        if (number <= COMMANDS_MAX) {
            print_command(reporter, report, finding);
        } else if (number <= COMMANDS_MAX + LINES_MAX) {
            print_plain(reporter, report, finding);
        }
    }
    print_places(reporter, report);
}

static void github_end(struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        size_t shown = reporter->shown[severity];
        if (shown > COMMANDS_MAX + LINES_MAX) {
            struct words_room room;
            const char *rest =
                words_text(&room, reporter->options.language, words_of_findings((enum vrmlint_severity)severity),
                           ARGUMENTS(COUNT("count", shown - COMMANDS_MAX - LINES_MAX)));
            print_words(out, reporter->options.language, WORDS_AND_MORE, ARGUMENTS(TERM("what", rest)));
            fputc('\n', out);
        }
    }
    fputs("vrmlint: ", out);
    report_print_totals(reporter, summary);
    fputc('\n', out);
}

const struct report_format report_github = {
    .name = "github",
    .summary = "workflow commands: annotations on GitHub, and a summary of the step",
    .relative = true,
    .file = github_file,
    .end = github_end,
};
