/* What was found in one file, by what it is about, the worst first, with what to do. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "report/advice.h"
#include "report/claims.h"
#include "report/groups.h"
#include "report/html.h"
#include "report/say.h"
#include "report/shell_word.h"

size_t html_family(size_t rule)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    size_t length = strcspn(rules[rule].id, "/") + 1;
    while (rule > 0 && strncmp(rules[rule].id, rules[rule - 1].id, length) == 0) {
        rule--;
    }
    return rule;
}

enum {
    RULE_CAP = 12,  /* findings of one rule that are shown */
    ITEM_CAP = 250, /* findings that are shown at all */
};

/* A finding to be shown, with how bad the worst of its group is. */
struct shown {
    struct group_item item;
    enum vrmlint_severity worst;
    double height; /* of the highest place that its group points at; -INFINITY where it points at none */
};

static char letter_of(enum vrmlint_severity severity)
{
    return "?iwe"[severity];
}

static enum message word_of(enum vrmlint_severity severity)
{
    static const enum message words[] = {WORDS_SEVERITY_OFF, WORDS_PAGE_IS_ADVICE, WORDS_PAGE_TO_LOOK_AT,
                                         WORDS_PAGE_TO_FIX};
    return words[severity];
}

/* Where it is, for those who look into the file. */
static void put_place(struct buf *page, enum vrmlint_language language, const struct vrmlint_finding *finding)
{
    buf_str(page, "<p class=\"at\">");
    if (finding->has_place) {
        html_say(page, language, WORDS_PAGE_PLACE,
                 ARGUMENTS(COUNT("line", finding->line), COUNT("column", finding->column)));
    }
    if (finding->has_place && *finding->pointer != '\0') {
        html_say(page, language, WORDS_COMMA, NO_ARGUMENTS);
        buf_str(page, "<wbr>"); /* a line wouldn't end before a slash */
    }
    if (*finding->pointer != '\0') {
        buf_str(page, "<code>");
        html_put(page, finding->pointer, HTML_NAME_MAX);
        buf_str(page, "</code>");
    }
    if (*finding->excerpt != '\0') {
        buf_str(page, ": <code>");
        html_put(page, finding->excerpt, HTML_NAME_MAX);
        buf_str(page, "</code>");
    }
    buf_str(page, "</p>");
    html_say_in(page, language, "p class=\"at\"", *finding->rule->spec == '\0' ? WORDS_PAGE_RULE : WORDS_PAGE_RULE_FROM,
                *finding->rule->spec == '\0'
                    ? ARGUMENTS(TERM("rule", finding->rule->id))
                    : ARGUMENTS(TERM("rule", finding->rule->id), TERM("spec", finding->rule->spec)));
}

/* What to do, where the message hasn't said it, and what is known of the exporter. */
static void put_advice(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                       const struct vrmlint_finding *finding)
{
    enum message exporter = exporter_advice(report->generator, finding->rule);
    bool repeats = advice_repeats(finding);
    if (repeats && exporter == MESSAGE_NONE) {
        return;
    }
    buf_str(page, "<p class=\"do\"><strong>");
    html_say(page, language, WORDS_HEAD_WHAT_TO_DO, NO_ARGUMENTS);
    buf_str(page, ":</strong> ");
    if (!repeats) {
        html_put(page, vrmlint_rule_text(finding->rule, VRMLINT_HOW, language), HTML_SENTENCE_MAX);
    }
    if (exporter != MESSAGE_NONE) {
        buf_str(page, repeats ? "" : " ");
        html_say_in(page, language, "span class=\"exporter\"", exporter, NO_ARGUMENTS);
    }
    buf_str(page, "</p>");
}

/* ---- what vrmlint fix can fix ---- */

static bool is_fixable(const struct vrmlint_finding *finding)
{
    return finding->fixable && finding->fix != VRMLINT_FIX_NONE;
}

/* The sign on a finding; the command stands above all of them. */
static void put_fixable(struct buf *page, enum vrmlint_language language, const struct vrmlint_finding *finding)
{
    static const enum message words[] = {[VRMLINT_FIX_SAFE] = WORDS_PAGE_FIXES_SAFE,
                                         [VRMLINT_FIX_REPAIR] = WORDS_PAGE_FIXES_REPAIR,
                                         [VRMLINT_FIX_UNSAFE] = WORDS_PAGE_FIXES_UNSAFE};
    if (is_fixable(finding)) {
        html_say_in(page, language, "p class=\"fix\"", words[finding->fix], NO_ARGUMENTS);
    }
}

static void put_command(struct buf *page, enum vrmlint_language language, enum message words, size_t count,
                        const char *options, const char *path)
{
    if (count > 0) {
        buf_str(page, "<p class=\"do\">");
        html_say(page, language, words, ARGUMENTS(COUNT("count", count)));
        buf_printf(page, " <code>vrmlint fix %s", options);
        html_put(page, path, HTML_SENTENCE_MAX);
        buf_str(page, "</code></p>\n");
    }
}

size_t html_fixable(const struct vrmlint_report *report, bool unsafe)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        count += is_fixable(finding) && (finding->fix == VRMLINT_FIX_UNSAFE) == unsafe;
    }
    return count;
}

/* How many of all findings can be fixed, and by what command; what needs a look afterwards has one of its own. */
static void put_fix(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report)
{
    if (strcmp(report->path, "-") == 0) { /* nothing that could be written back */
        return;
    }
    char *path = arena_alloc(page->arena, shell_word(report->path, NULL));
    shell_word(report->path, path);
    put_command(page, language, WORDS_PAGE_FIXES, html_fixable(report, false), "", path);
    put_command(page, language, WORDS_PAGE_FIXES_MORE, html_fixable(report, true), "--unsafe ", path);
}

/* What apps do: once for a rule, and again for a message with which they do something else. */
static void put_claims(struct buf *page, enum vrmlint_language language, const struct vrmlint_finding *finding,
                       bool first)
{
    struct vrmlint_claim claims[VRMLINT_CLAIMS_MOST];
    size_t count = first ? vrmlint_rule_claims(finding->rule, finding->variant, claims)
                         : claims_of_message(finding->rule, finding->variant, claims);
    if (count > 0) {
        claims_html(page, language, claims, count);
    }
}

static void put_finding(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                        const struct vrmlint_finding *finding, size_t file, size_t number, bool explain, size_t *films)
{
    size_t count;
    size_t rule = (size_t)(finding->rule - vrmlint_rules(&count));
    char letter = letter_of(finding->severity);
    buf_printf(page,
               "<li class=\"f %c\" id=\"a%zuf%zu\" data-rule=\"%zu\" data-family=\"%zu\"><p class=\"says\"><span "
               "class=\"no\">%zu</span> "
               "<span class=\"s %c\">",
               letter, file, number, rule, html_family(rule), number, letter);
    html_say(page, language, word_of(finding->severity), NO_ARGUMENTS);
    buf_str(page, "</span> ");
    html_put_sentence(page, vrmlint_text_in(&finding->message, language));
    buf_str(page, "</p>");
    if (explain) {
        put_advice(page, language, report, finding);
    }
    put_fixable(page, language, finding);
    html_put_film(page, language, report, finding, films);
    const char *command = say_command(finding, language);
    if (command != NULL) {
        buf_str(page, "<p class=\"do\"><strong>");
        html_say(page, language, WORDS_HEAD_TO_SEE_IT, NO_ARGUMENTS);
        buf_str(page, ":</strong> <code>");
        html_put(page, command, HTML_SENTENCE_MAX);
        buf_str(page, "</code></p>");
    }
    buf_str(page, "<details>");
    html_say_in(page, language, "summary", explain ? WORDS_PAGE_WHY_AND_WHERE : WORDS_PAGE_WHERE, NO_ARGUMENTS);
    if (explain) {
        buf_str(page, "<p>");
        html_put(page, vrmlint_rule_text(finding->rule, VRMLINT_WHY, language), HTML_SENTENCE_MAX);
        buf_str(page, "</p>");
    }
    put_claims(page, language, finding, explain);
    put_place(page, language, finding);
    buf_str(page, "</details></li>\n");
}

static int worst_first(const void *left, const void *right)
{
    const struct shown *a = left;
    const struct shown *b = right;
    if (a->worst != b->worst) {
        return a->worst > b->worst ? -1 : 1;
    }
    if (a->height != b->height) {
        return a->height > b->height ? -1 : 1;
    }
    return sort_then(sort_order(a->item.group, b->item.group), a->item.index, b->item.index);
}

/* Where each finding of the drawing points first: its height, by the finding's number; NULL without a drawing. */
static const double *find_heights(struct arena *arena, const struct vrmlint_drawing *drawing)
{
    if (drawing == NULL) {
        return NULL;
    }
    double *heights = arena_array(arena, drawing->finding_count, sizeof *heights);
    for (size_t i = 0; i < drawing->finding_count; i++) {
        heights[i] = -INFINITY;
    }
    for (size_t i = drawing->mark_count; i-- > 0;) {
        heights[drawing->marks[i].finding] = drawing->marks[i].at[1];
    }
    return heights;
}

/* The findings to be shown, groups with the worst first, and of those the highest, as the marks in the drawing stand;
 * counts: how often each rule was found. */
static struct shown *choose(struct arena *arena, const struct vrmlint_report *report, size_t *counts, size_t *count)
{
    struct group_item *items = arena_array(arena, report->finding_count, sizeof *items);
    size_t chosen = group_findings(report, RULE_CAP, items, counts);
    struct shown *shown = arena_array(arena, chosen, sizeof *shown);
    const double *heights = find_heights(arena, report->drawing);
    for (size_t begin = 0, end; begin < chosen; begin = end) {
        enum vrmlint_severity worst = VRMLINT_OFF;
        double height = -INFINITY;
        for (end = begin; end < chosen && items[end].group == items[begin].group; end++) {
            const struct vrmlint_finding *finding = items[end].finding;
            bool points = heights != NULL && finding->number < report->drawing->finding_count;
            worst = finding->severity > worst ? finding->severity : worst;
            height = points ? fmax(height, heights[finding->number]) : height;
        }
        for (size_t i = begin; i < end; i++) {
            shown[i] = (struct shown){items[i], worst, height};
        }
    }
    if (chosen > 0) {
        qsort(shown, chosen, sizeof *shown, worst_first);
    }
    *count = chosen < ITEM_CAP ? chosen : ITEM_CAP;
    return shown;
}

/* "and 40 more of springbone/no-restoring-force", for every rule that isn't shown whole. */
static void put_rest(struct buf *page, enum vrmlint_language language, const size_t *left)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (left[i] > 0) {
            buf_str(page, any ? "" : "<ul class=\"rest\">");
            html_say_in(page, language, "li", WORDS_MORE_OF,
                        ARGUMENTS(COUNT("count", left[i]), TERM("rule", rules[i].id)));
            any = true;
        }
    }
    buf_str(page, any ? "</ul>\n" : "");
}

void html_put_findings(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                       size_t file, size_t *numbers, size_t films)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    struct arena *arena = page->arena;
    size_t *left = arena_array(arena, rule_count, sizeof *left);
    bool *explained = arena_array(arena, rule_count, sizeof *explained);
    size_t count;
    const struct shown *shown = choose(arena, report, left, &count);
    put_fix(page, language, report);
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_finding *finding = shown[i].item.finding;
        size_t rule = (size_t)(finding->rule - rules);
        if (i == 0 || shown[i].item.group != shown[i - 1].item.group) {
            buf_str(page, i == 0 ? "<section><h3>" : "</ol></section>\n<section><h3>");
            html_put_name(page, vrmlint_text_in(&finding->subject, language));
            buf_str(page, "</h3><ol>\n");
        }
        put_finding(page, language, report, finding, file, i + 1, !explained[rule], &films);
        numbers[shown[i].item.index] = i + 1;
        explained[rule] = true;
        left[rule]--;
    }
    buf_str(page, count > 0 ? "</ol></section>\n" : "");
    put_rest(page, language, left);
}
