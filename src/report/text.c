/*
 * For people: a block per file. A heading with the verdict; the findings in groups (a spring, a constraint, the file),
 * each with its sentence, the JSON at fault and, once per rule, what to do; then what was checked and what was not.
 */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/groups.h"
#include "report/link.h"
#include "report/paint.h"
#include "report/statistics.h"
#include "report/wrap.h"

enum {
    RULE_CAP = 10,    /* findings of one rule and file that are shown */
    TEXT_INDENT = 13, /* where sentences stand: behind the widest severity */
    LINES_INDENT = 2, /* where the lines about the whole file stand */
};

/* How often each rule was found in the file at hand. */
struct tally {
    size_t *counts;
    size_t rules;
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
}

/* ---- the heading ---- */

static const char *path_name(const struct vrmlint_report *report)
{
    return strcmp(report->path, "-") == 0 ? "standard input" : report->path;
}

static bool holds_nothing(const struct vrmlint_report *report)
{
    return report->finding_count + report->ignored_findings + report->known_findings == 0 &&
           report->extension_count == 0;
}

static void put_counts(const struct reporter *reporter, const size_t *counts, bool zeros)
{
    bool first = true;
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        if (counts[severity] > 0 || zeros) {
            fputs(first ? "" : ", ", reporter->out);
            paint(reporter->out, reporter->options.color && counts[severity] > 0, paint_of(severity));
            report_put_count(reporter->out, counts[severity], severity);
            paint(reporter->out, reporter->options.color && counts[severity] > 0, PAINT_PLAIN);
            first = false;
        }
    }
}

/* ", 2 ignored by .vrmlint.json". */
static void put_ignored(FILE *out, const struct vrmlint_report *report)
{
    if (report->ignored_findings == 0) {
        return;
    }
    const char *config = report->ignored[0].config;
    for (size_t i = 1; i < report->ignored_count; i++) {
        config = strcmp(report->ignored[i].config, config) == 0 ? config : "several files of settings";
    }
    fprintf(out, ", %zu ignored by ", report->ignored_findings);
    put(out, config);
}

static void put_heading(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    bool color = reporter->options.color;
    paint(out, color, PAINT_BOLD);
    put(out, path_name(report));
    paint(out, color, PAINT_PLAIN);
    fputs(": ", out);
    if (holds_nothing(report) && report->skipped_count > 0) {
        fputs("nothing was checked", out);
    } else if (holds_nothing(report)) {
        fputs("nothing to check: it holds no extension that this version checks", out);
    } else if (report->finding_count == 0) {
        paint(out, color, PAINT_GREEN);
        fputs(report->known_findings > 0 ? "nothing new" : "no findings", out);
        paint(out, color, PAINT_PLAIN);
    } else {
        put_counts(reporter, report->counts, false);
    }
    put_ignored(out, report);
    if (report->known_findings > 0) {
        fprintf(out, ", %zu known to the baseline", report->known_findings);
    }
    if (report->counts[VRMLINT_ERROR] > 0) {
        fputs(" - some apps will refuse or misread this file", out);
    } else if (report->counts[VRMLINT_WARNING] > 0) {
        fputs(" - it loads, but may not move as you want", out);
    } else if (report->counts[VRMLINT_INFO] > 0) {
        fputs(" - it is fine; this is advice", out);
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
    if (!finding->has_place && *finding->excerpt == '\0') {
        return;
    }
    start_line(out, TEXT_INDENT);
    size_t used = TEXT_INDENT;
    if (finding->has_place) {
        char place[80];
        int length = snprintf(place, sizeof place, "line %zu, column %zu", finding->line, finding->column);
        fputs(place, out);
        fputs(*finding->excerpt == '\0' ? "" : ": ", out);
        used += (size_t)length + 2;
    }
    size_t width = reporter->options.width;
    wrap_cut(out, finding->excerpt, width > used + WRAP_LEAST / 2 ? width - used : WRAP_LEAST / 2);
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

static void put_finding(const struct reporter *reporter, const struct group_item *item)
{
    FILE *out = reporter->out;
    const struct vrmlint_finding *finding = item->finding;
    bool color = reporter->options.color;
    start_line(out, 4);
    paint(out, color, paint_of(finding->severity));
    fprintf(out, "%-*s", TEXT_INDENT - 4, vrmlint_severity_name(finding->severity));
    paint(out, color, PAINT_PLAIN);
    wrap(out, ENGLISH(finding->message), TEXT_INDENT, TEXT_INDENT, reporter->options.width);
    fputc('\n', out);
    put_place(reporter, finding);
    start_line(out, TEXT_INDENT);
    paint(out, color, PAINT_DIM);
    link_rule(out, reporter->options.links, finding->rule);
    if (*finding->pointer != '\0') {
        fputs(" at ", out);
        put(out, finding->pointer);
    }
    paint(out, color, PAINT_PLAIN);
    fputc('\n', out);
    if (item->explain && !says(ENGLISH(finding->message), finding->rule->how)) {
        start_line(out, TEXT_INDENT);
        fputs("What to do: ", out);
        wrap(out, finding->rule->how, TEXT_INDENT + strlen("What to do: "), TEXT_INDENT, reporter->options.width);
        fputc('\n', out);
    }
}

static void put_rest(const struct reporter *reporter, const struct tally *tally)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    bool first = true;
    for (size_t i = 0; i < tally->rules; i++) {
        if (tally->counts[i] > RULE_CAP) {
            fputs(first ? "\n" : "", reporter->out);
            fprintf(reporter->out, "%*sand %zu more of %s\n", LINES_INDENT, "", tally->counts[i] - RULE_CAP,
                    rules[i].id);
            first = false;
        }
    }
}

/* When memory is short: everything, as it comes. */
static void put_ungrouped(const struct reporter *reporter, const struct vrmlint_report *report)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        put_finding(reporter, &(struct group_item){.finding = &report->findings[i], .place = i, .explain = true});
    }
}

static void put_findings(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    struct tally *tally = reporter->state;
    struct group_item *items = calloc(report->finding_count, sizeof *items);
    if (tally == NULL || tally->counts == NULL || items == NULL) {
        free(items);
        put_ungrouped(reporter, report);
        return;
    }
    size_t count = group_findings(report, RULE_CAP, items, tally->counts);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || items[i].group != items[i - 1].group) {
            fputc('\n', out);
            start_line(out, LINES_INDENT);
            paint(out, reporter->options.color, PAINT_BOLD);
            put(out, ENGLISH(items[i].finding->subject));
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

/* "checked: NAME VERSION, NAME VERSION". */
static void put_checked(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    size_t width = reporter->options.width;
    if (report->extension_count == 0) {
        return;
    }
    size_t column = (size_t)fprintf(out, "%*schecked: ", LINES_INDENT, "");
    for (size_t i = 0; i < report->extension_count; i++) {
        put_list(out, report->extensions[i].name, &column, width);
        put_list(out, *report->extensions[i].version == '\0' ? " (no version given)" : " ", &column, width);
        put_list(out, report->extensions[i].version, &column, width);
        put_list(out, i + 1 < report->extension_count ? ", " : "", &column, width);
    }
    fputc('\n', out);
}

static void put_unchecked(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    if (report->unchecked_count == 0) {
        return;
    }
    size_t column = (size_t)fprintf(out, "%*sin the file, but not checked: ", LINES_INDENT, "");
    for (size_t i = 0; i < report->unchecked_count; i++) {
        put_list(out, report->unchecked[i], &column, reporter->options.width);
        put_list(out, i + 1 < report->unchecked_count ? ", " : "", &column, reporter->options.width);
    }
    fputc('\n', out);
}

static void put_skipped(const struct reporter *reporter, const struct vrmlint_report *report)
{
    FILE *out = reporter->out;
    for (size_t i = 0; i < report->skipped_count; i++) {
        size_t column = (size_t)fprintf(out, "%*sskipped: ", LINES_INDENT, "");
        put_list(out, ENGLISH(report->skipped[i].what), &column, reporter->options.width);
        put_list(out, ": ", &column, reporter->options.width);
        wrap(out, ENGLISH(report->skipped[i].why), column, LINES_INDENT + 2, reporter->options.width);
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
        size_t column = (size_t)fprintf(out, "%*signored: %zu of ", LINES_INDENT, "", ignored->count);
        put_list(out, ignored->rule, &column, width);
        put_list(out, ": ", &column, width);
        wrap(out, ignored->reason, column, LINES_INDENT + 2, width);
        fputc('\n', out);
    }
    if (report->ignored_count > RULE_CAP) {
        fprintf(out, "%*signored: and what %zu more ignores fit\n", LINES_INDENT, "", report->ignored_count - RULE_CAP);
    }
}

static void file(struct reporter *reporter, const struct vrmlint_report *report)
{
    bool hush = reporter->options.quiet && report->finding_count == 0;
    if (report->trouble != NULL || hush) {
        return; /* trouble has been said on standard error */
    }
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
    fprintf(out, "%zu %s checked: ", checked, checked == 1 ? "file" : "files");
    put_counts(reporter, summary->counts, true);
    report_put_left_out(out, summary);
    if (summary->troubles > 0) {
        fputs("; ", out);
        paint(out, reporter->options.color, PAINT_RED);
        fprintf(out, "%zu could not be read", summary->troubles);
        paint(out, reporter->options.color, PAINT_PLAIN);
    }
    fputc('\n', out);
}

static void end(struct reporter *reporter, const struct report_summary *summary)
{
    struct tally *tally = reporter->state;
    if (tally != NULL) {
        free(tally->counts);
        free(tally);
    }
    if (!reporter->options.quiet) {
        put_totals(reporter, summary);
    }
    if (summary->statistics != NULL) {
        statistics_text(reporter->out, summary->statistics, reporter->options.width);
    }
}

const struct report_format report_text = {
    .name = "text",
    .summary = "a block per file, for people",
    .begin = begin,
    .file = file,
    .end = end,
};
