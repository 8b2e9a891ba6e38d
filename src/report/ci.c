#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/html.h"
#include "report/print.h"
#include "report/verdict.h"
#include "report/where.h"

/* Writes workflow commands, which GitHub shows as annotations: ten per level and step. Further findings are printed
 * as plain lines of the log, as many as are readable, and the rest is counted. */

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

/* Returns the message of a finding, with the number of findings that follow from it: "... (2 more findings follow from
 * this)". In room, or as it is. */
static const char *message_with_followers(struct words_room *room, enum vrmlint_language language,
                                          const struct vrmlint_finding *finding)
{
    const char *message = vrmlint_text_in(&finding->message, language);
    if (finding->consequences == 0) {
        return message;
    }
    struct words_room followers;
    words_text(&followers, language, WORDS_FOLLOWERS, ARGUMENTS(COUNT("count", finding->consequences)));
    size_t length = strlen(followers.text) + 1;
    size_t most = sizeof room->text - length - 1;
    size_t kept = utf8_valid(message, strlen(message) < most ? strlen(message) : most);
    memcpy(room->text, message, kept);
    room->text[kept] = ' ';
    memcpy(room->text + kept + 1, followers.text, length);
    return room->text;
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
    struct words_room room;
    print_escaped(out, message_with_followers(&room, reporter->options.language, finding), false);
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
    struct words_room room;
    escape_text(out, message_with_followers(&room, reporter->options.language, finding));
    fputc('\n', out);
}

/* Prints the findings of one severity, then the other places of folded ones while there is room for annotations. */
static void print_level(struct reporter *reporter, const struct vrmlint_report *report, enum vrmlint_severity severity)
{
    size_t *shown = &reporter->shown[severity];
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        if (finding->severity != severity) {
            continue;
        }
        if (++*shown <= COMMANDS_MAX) {
            print_command(reporter, report, finding);
        } else if (*shown <= COMMANDS_MAX + LINES_MAX) {
            print_plain(reporter, report, finding);
        }
    }
    for (size_t i = 0; i < report->each_count && *shown < COMMANDS_MAX; i++) {
        const struct vrmlint_finding *finding = &report->each[i];
        if (finding->severity == severity && finding->within != finding->number) {
            ++*shown;
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
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        print_level(reporter, report, (enum vrmlint_severity)severity);
    }
    struct verdict_line lines[VERDICT_LINES];
    struct words_room validity;
    size_t count = verdict_is_of_avatar(report) ? verdict_lines(lines, reporter->options.language, report, false) : 0;
    for (size_t i = 0; i < count && (count > 1 || lines[0].kind != APP_LOADS_FINE); i++) {
        print_of_file(out, where_path(report->path), lines[i].text.text);
    }
    print_of_file(out, where_path(report->path), words_of_invalidity(&validity, reporter->options.language, report));
}

/* Prints a line for each app that has verdicts: how many files it refuses, loads in part, loads. Returns whether there
 * is one. */
static bool print_verdict_totals(const struct reporter *reporter, const struct report_summary *summary,
                                 const char *before)
{
    bool any = false;
    for (size_t app = 0; app < VERDICT_APPS; app++) {
        const size_t *files = summary->verdicts[app];
        size_t refused = files[APP_HANGS] + files[APP_NO_AVATAR] + files[APP_REFUSES];
        size_t lost = files[APP_LOSES];
        size_t may = files[APP_MAY_REFUSE];
        size_t loaded = files[APP_LOADS_FINE] + files[APP_LOADS_OTHERS];
        if (refused + may + lost + loaded + files[APP_UNKNOWN] > 0) {
            struct words_room room;
            const char *name = verdict_app_in(&room, reporter->options.language, (enum verdict_app)app);
            fputs(before, reporter->out);
            print_words(reporter->out, reporter->options.language, WORDS_VERDICT_TOTALS,
                        ARGUMENTS(TERM("app", name), COUNT("refused", refused), COUNT("may", may), COUNT("lost", lost),
                                  COUNT("loaded", loaded), COUNT("unknown", files[APP_UNKNOWN])));
            fputc('\n', reporter->out);
            any = true;
        }
    }
    return any;
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
    print_verdict_totals(reporter, summary, "vrmlint: ");
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

/* Writes GitLab's code quality report: one array of issues, identified by fingerprints, so that a merge request shows
 * what is new in it. */

/* Writes an issue. The fingerprint is that of a finding; other issues have fingerprints of their own kind. */
static void print_issue(struct reporter *reporter, const struct vrmlint_report *report, const char *description,
                        const char *check, const char *severity, const char *fingerprint, size_t line)
{
    FILE *out = reporter->out;
    char key[WHERE_KEY];
    where_key(key, report->path, fingerprint);
    fputs(reporter->entries++ == 0 ? "\n  {" : ",\n  {", out);
    member_text(out, "description", description, true);
    member_text(out, "check_name", check, false);
    member_text(out, "fingerprint", key, false);
    member_text(out, "severity", severity, false);
    fputs(", \"location\": {", out);
    member_text(out, "path", where_path(report->path), true);
    fprintf(out, ", \"lines\": {\"begin\": %zu}}}", line);
}

static void gitlab_begin(struct reporter *reporter)
{
    fputc('[', reporter->out);
}

static void gitlab_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    static const char *const severities[] = {"", "info", "minor", "critical"};
    if (report->error != NULL) {
        print_issue(reporter, report, words_of_error(reporter->options.language, report), "vrmlint", "blocker",
                    "trouble:1", 1);
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        struct words_room whole;
        const char *message = message_with_followers(&whole, reporter->options.language, finding);
        struct words_room room;
        if (shown_more(finding) > 0) {
            message = words_text(
                &room, reporter->options.language, WORDS_AND_MORE_FINDINGS,
                ARGUMENTS(TERM("text", message), COUNT("count", shown_more(finding)), TERM("rule", finding->rule->id)));
        }
        print_issue(reporter, report, message, finding->rule->id, severities[finding->severity], finding->fingerprint,
                    where_line(report, finding));
    }
}

static void gitlab_end(struct reporter *reporter, const struct report_summary *summary)
{
    (void)summary;
    fputs(reporter->entries == 0 ? "]\n" : "\n]\n", reporter->out);
}

const struct report_format report_gitlab = {
    .name = "gitlab",
    .summary = "GitLab's code quality report",
    .relative = true,
    .spreads = true,
    .capped = true,
    .begin = gitlab_begin,
    .file = gitlab_file,
    .end = gitlab_end,
};

/*
 * Writes JUnit's XML, as GitLab and Jenkins read it: a suite per file, with a test for reading it and a test per
 * finding. A finding that makes the run fail is a failure; any other is a test that passes with a text. Only suites
 * have totals: those of the run are not known when its element begins.
 */

static void print_attribute(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    escape_xml(out, text);
    fputc('"', out);
}

/* Begins a test, up to its name, which must be unique in the suite. detail (a fingerprint) may be NULL. */
static void begin_test(FILE *out, const char *path, const char *name, const char *detail)
{
    fputs("    <testcase", out);
    print_attribute(out, "classname", path);
    fputs(" name=\"", out);
    escape_xml(out, name);
    if (detail != NULL) {
        fputs(" (", out);
        escape_xml(out, detail);
        fputc(')', out);
    }
    fputc('"', out);
    print_attribute(out, "file", path);
}

/* Prints the log of a finding: the sentence, its position, the JSON, and the advice. */
static void print_details(const struct reporter *reporter, const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    struct words_room room;
    const char *subject = vrmlint_text_in(&finding->subject, language);
    escape_xml(out, message_with_followers(&room, language, finding));
    fputs("\n\n", out);
    escape_xml(out, finding->has_place ? words_text(&room, language, WORDS_WHERE_PLACED,
                                                    ARGUMENTS(TERM("subject", subject), COUNT("line", finding->line),
                                                              COUNT("column", finding->column)))
                                       : words_text(&room, language, WORDS_WHERE, ARGUMENTS(TERM("subject", subject))));
    if (*finding->pointer != '\0') {
        fputs(" (", out);
        escape_xml(out, finding->pointer);
        fputc(')', out);
    }
    if (*finding->excerpt != '\0') {
        fputs("\nJSON: ", out);
        escape_xml(out, finding->excerpt);
    }
    fputc('\n', out);
    const char *how = vrmlint_rule_text(finding->rule, VRMLINT_HOW, language);
    escape_xml(out, words_text(&room, language, WORDS_WHAT_TO_DO, ARGUMENTS(TERM("how", how))));
    if (shown_more(finding) > 0) {
        fputc('\n', out);
        escape_xml(out, words_text(&room, language, WORDS_MORE_FINDINGS_OF,
                                   ARGUMENTS(COUNT("count", shown_more(finding)), TERM("rule", finding->rule->id))));
    }
}

static bool is_failure(const struct vrmlint_report *report, const struct vrmlint_finding *finding)
{
    return (report->fails_from != VRMLINT_OFF && finding->severity >= report->fails_from) ||
           (report->fails_invalid && vrmlint_rule_class(finding->rule, finding->variant) == VRMLINT_MUST);
}

static size_t count_failures(const struct vrmlint_report *report)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        count += is_failure(report, &report->findings[i]);
    }
    return count;
}

static void print_case_of(const struct reporter *reporter, const struct vrmlint_report *report,
                          const struct vrmlint_finding *finding)
{
    FILE *out = reporter->out;
    bool fails = is_failure(report, finding);
    begin_test(out, where_path(report->path), finding->rule->id, finding->fingerprint);
    fprintf(out, " line=\"%zu\">\n      <", where_line(report, finding));
    if (fails) {
        fputs("failure", out);
        print_attribute(out, "message", vrmlint_text_in(&finding->message, reporter->options.language));
        print_attribute(out, "type", vrmlint_severity_name(finding->severity));
    } else {
        fputs("system-out", out);
    }
    fputc('>', out);
    print_details(reporter, finding);
    fputs(fails ? "</failure>" : "</system-out>", out);
    fputs("\n    </testcase>\n", out);
}

static void print_remark(FILE *out, const char *element, const char *message)
{
    fprintf(out, ">\n      <%s", element);
    print_attribute(out, "message", message);
    fputs("/>\n    </testcase>\n", out);
}

/* Ends the test for reading a file, with what apps do with it, and whether it is valid if it isn't. */
static void print_verdicts(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report)
{
    struct words_room room;
    struct verdict_line lines[VERDICT_LINES];
    size_t count = verdict_lines(lines, language, report, false);
    const char *validity = words_of_invalidity(&room, language, report);
    bool any = count > 0 || *validity != '\0';
    fputs(any ? ">\n      <system-out>" : "/>\n", out);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "" : "\n", out);
        escape_xml(out, lines[i].text.text);
    }
    fputs(count > 0 && *validity != '\0' ? "\n" : "", out);
    escape_xml(out, validity);
    fputs(any ? "</system-out>\n    </testcase>\n" : "", out);
}

static void junit_begin(struct reporter *reporter)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"vrmlint\">\n", reporter->out);
}

static void junit_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    const char *path = where_path(report->path);
    bool unreadable = report->error != NULL;
    fputs("  <testsuite", out);
    print_attribute(out, "name", path);
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%d\" skipped=\"%zu\">\n",
            1 + report->finding_count + report->skipped_count, count_failures(report), unreadable,
            report->skipped_count);
    /* This test exists in every run, so that a file whose last finding is fixed doesn't vanish. */
    struct words_room room;
    begin_test(out, path, words_text(&room, language, WORDS_CAN_BE_READ, NO_ARGUMENTS), NULL);
    if (unreadable) {
        print_remark(out, "error", words_of_error(language, report));
    } else {
        print_verdicts(out, language, report);
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        print_case_of(reporter, report, &report->findings[i]);
    }
    for (size_t i = 0; i < report->skipped_count; i++) {
        /* with a number, because several may have the same name */
        const char *number = words_text(&room, language, WORDS_NOT_CHECKED_NUMBER, ARGUMENTS(COUNT("number", i + 1)));
        begin_test(out, path, words_of_skipped(language, &report->skipped[i].what), number);
        print_remark(out, "skipped", words_of_skipped(language, &report->skipped[i].why));
    }
    fputs("  </testsuite>\n", out);
}

static void junit_end(struct reporter *reporter, const struct report_summary *summary)
{
    (void)summary;
    fputs("</testsuites>\n", reporter->out);
}

const struct report_format report_junit = {
    .name = "junit",
    .summary = "JUnit's XML: a suite per file, a test per finding",
    .capped = true,
    .begin = junit_begin,
    .file = junit_file,
    .end = junit_end,
};

/*
 * Writes the summary of a step on GitHub: Markdown, which may contain HTML. The findings are in HTML tables, in which
 * Markdown means nothing: no name of a file can leave its cell. GitHub discards a summary of more than 1 MiB, so it
 * ends well before; the text that is kept until the verdict over all files is known has the same limit.
 */

enum {
    SIZE_MAX_KEPT = 600 * 1024, /* bytes; other programs may write to the same summary */
    FILE_FINDINGS_MAX = 20,
};

struct junit_state {
    struct arena *arena;
    struct buf text;
    size_t left_out; /* files with findings that aren't shown */
};

static void print_bullet(struct buf *text, const struct vrmlint_finding *finding, enum vrmlint_language language)
{
    static const char *const icons[] = {"", "ℹ️", "⚠️", "❌"};
    buf_printf(text, "<tr><td>%s ", icons[finding->severity]);
    message_print(text, language, words_of_severity(finding->severity), NO_ARGUMENTS);
    buf_str(text, "</td><td>");
    html_print_sentence(text, vrmlint_text_in(&finding->message, language));
    buf_printf(text, "</td><td><code>%s</code></td></tr>\n", finding->rule->id);
}

static void print_ci_file(struct buf *text, const struct vrmlint_report *report, enum vrmlint_language language)
{
    size_t shown = report->finding_count < FILE_FINDINGS_MAX ? report->finding_count : FILE_FINDINGS_MAX;
    buf_str(text, "<h3>");
    html_print_name(text, where_path(report->path));
    buf_str(text, "</h3>\n");
    struct verdict_line lines[VERDICT_LINES];
    size_t count = verdict_lines(lines, language, report, false);
    for (size_t i = 0; i < count; i++) {
        buf_str(text, i == 0 ? "<p>" : "<br>");
        html_print_sentence(text, lines[i].text.text);
    }
    struct words_room room;
    const char *validity = words_of_invalidity(&room, language, report);
    buf_str(text, *validity == '\0' ? "" : count == 0 ? "<p>" : "<br>");
    html_print_sentence(text, validity);
    buf_str(text, count > 0 || *validity != '\0' ? "</p>\n<table>\n" : "<table>\n");
    if (report->error != NULL) {
        buf_str(text, "<tr><td>❌ ");
        message_print(text, language, WORDS_TITLE_NOT_CHECKED, NO_ARGUMENTS);
        buf_str(text, "</td><td>");
        html_print_sentence(text, words_of_error(language, report));
        buf_str(text, "</td></tr>\n");
    }
    for (size_t i = 0; i < shown; i++) {
        print_bullet(text, &report->findings[i], language);
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
    struct junit_state *state = calloc(1, sizeof *state);
    if (state != NULL) {
        state->arena = arena_new();
        state->text = (struct buf)BUF_INIT(state->arena);
    }
    reporter->state = state;
}

/* Adds a file. If memory runs out, the file is left out. */
static void step_summary_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    struct junit_state *state = reporter->state;
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
        print_ci_file(&state->text, report, reporter->options.language);
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
    fputs(print_verdict_totals(reporter, summary, "- ") ? "\n" : "", out);
}

static void step_summary_end(struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    struct junit_state *state = reporter->state;
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
    .ranked = true,
    .begin = step_summary_begin,
    .file = step_summary_file,
    .end = step_summary_end,
};
