#include "cli/fix_rest.h"

#include <stdlib.h>
#include <string.h>

#include "ids/messages_fix.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/paint.h"

enum { FINDINGS_MOST = 4000 /* per rule, as for vrmlint check */ };

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
    return shown_keep(&rest->room[1], least, &rest->report) && shown_cap(&rest->room[2], FINDINGS_MOST, &rest->report);
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

void fix_rest_print(FILE *out, const struct fix_printing *how, const struct fix_rest *rest,
                    const struct vrmlint_outcome *outcome)
{
    struct reporter reporter = {.format = &report_concise,
                                .options = {.language = how->language, .color = how->color, .width = how->width},
                                .out = out};
    const struct vrmlint_report *after = outcome->after;
    struct vrmlint_report line = rest->report;
    size_t next = 0;
    size_t left = 0;
    report_begin(&reporter);
    /* the shown findings, and those with a reason, are in the same order as all findings */
    for (size_t i = 0; i < after->finding_count && next < rest->report.finding_count; i++) {
        bool has_reason = left < outcome->left_count && outcome->left[left].finding == &after->findings[i];
        if (rest->report.findings[next].number == after->findings[i].number) {
            line.findings = &rest->report.findings[next++];
            line.finding_count = 1;
            report_file(&reporter, &line);
            if (has_reason) {
                print_reason(out, how, &outcome->left[left]);
            }
        }
        left += has_reason;
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
