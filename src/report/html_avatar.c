/* One file in the page: what was found, by what it is about, the worst first, with what to do; then what was checked.
 */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "report/groups.h"
#include "report/html.h"

enum {
    RULE_CAP = 12,  /* findings of one rule that are shown */
    ITEM_CAP = 250, /* findings that are shown at all */
};

/* A finding to be shown, with how bad the worst of its group is. */
struct shown {
    struct group_item item;
    enum vrmlint_severity worst;
};

/* ---- the verdict ---- */

/* Findings that nobody is told of: a baseline knows them, or settings leave them out. */
static size_t accepted(const struct vrmlint_report *report)
{
    return report->known_findings + report->ignored_findings;
}

enum html_state html_state(const struct vrmlint_report *report)
{
    if (report->trouble != NULL) {
        return HTML_TROUBLE;
    }
    if (report->counts[VRMLINT_ERROR] > 0) {
        return HTML_FIX;
    }
    if (report->counts[VRMLINT_WARNING] > 0) {
        return HTML_LOOK;
    }
    if (report->counts[VRMLINT_INFO] > 0) {
        return HTML_ADVICE;
    }
    if (accepted(report) > 0) {
        return HTML_ACCEPTED;
    }
    if (report->extension_count > 0) {
        return HTML_FINE;
    }
    return report->skipped_count > 0 ? HTML_TROUBLE : HTML_NOTHING;
}

char html_state_letter(enum html_state state)
{
    return "ffniwet"[state];
}

void html_put_verdict(struct buf *page, const struct vrmlint_report *report)
{
    size_t errors = report->counts[VRMLINT_ERROR];
    size_t warnings = report->counts[VRMLINT_WARNING];
    enum html_state state = html_state(report);
    switch (state) {
    case HTML_TROUBLE:
        buf_str(page, "Could not be read");
        break;
    case HTML_FIX:
        html_put_things(page, errors, "thing");
        buf_str(page, " to fix");
        if (warnings > 0) {
            buf_printf(page, ", %zu to look at", warnings);
        }
        break;
    case HTML_LOOK:
        html_put_things(page, warnings, "thing");
        buf_str(page, " to look at");
        break;
    case HTML_ADVICE:
        buf_str(page, "Fine, with ");
        html_put_things(page, report->counts[VRMLINT_INFO], "piece");
        buf_str(page, " of advice");
        break;
    case HTML_NOTHING:
        buf_str(page, "Nothing to check");
        break;
    case HTML_ACCEPTED:
        buf_str(page, "Nothing new");
        break;
    case HTML_FINE:
        buf_str(page, "Nothing to mend");
        break;
    }
    if (accepted(report) > 0 && state != HTML_TROUBLE) {
        buf_printf(page, ", %zu accepted", accepted(report));
    }
}

const char *html_verdict_meaning(enum html_state state)
{
    static const char *const meanings[] = {
        [HTML_FINE] = "Everything that was checked is right.",
        [HTML_ACCEPTED] = "What was found is known to a baseline, or left out by settings.",
        [HTML_NOTHING] = "It holds none of the extensions that this version checks.",
        [HTML_ADVICE] = "It works as it is; this is advice.",
        [HTML_LOOK] = "It loads, but may not move as you want.",
        [HTML_FIX] = "Some apps will refuse or misread this file.",
        [HTML_TROUBLE] = "Nothing of it was checked.",
    };
    return meanings[state];
}

/* ---- findings ---- */

static char letter_of(enum vrmlint_severity severity)
{
    return "?iwe"[severity];
}

static const char *word_of(enum vrmlint_severity severity)
{
    static const char *const words[] = {"", "Advice", "To look at", "To fix"};
    return words[severity];
}

static const char *subject_of(const struct vrmlint_finding *finding)
{
    return *ENGLISH(finding->subject) == '\0' ? "The file" : ENGLISH(finding->subject);
}

/* Where it is, for those who look into the file. */
static void put_place(struct buf *page, const struct vrmlint_finding *finding)
{
    buf_str(page, "<p class=\"at\">");
    if (finding->has_place) {
        buf_printf(page, "Line %zu, column %zu of the file&#39;s JSON", finding->line, finding->column);
        buf_str(page, *finding->pointer == '\0' ? "" : ", ");
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
    buf_printf(page, "</p><p class=\"at\">Rule <code>%s</code>", finding->rule->id);
    if (*finding->rule->spec != '\0') {
        buf_str(page, ", from ");
        html_put(page, finding->rule->spec, HTML_SENTENCE_MAX);
    }
    buf_str(page, "</p>");
}

static void put_finding(struct buf *page, const struct vrmlint_finding *finding, size_t file, size_t number,
                        bool explain)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    char letter = letter_of(finding->severity);
    buf_printf(page,
               "<li class=\"f %c\" id=\"a%zuf%zu\" data-rule=\"%zu\"><p class=\"says\"><span class=\"no\">%zu</span> "
               "<span class=\"s %c\">%s</span> ",
               letter, file, number, (size_t)(finding->rule - rules), number, letter, word_of(finding->severity));
    html_put_sentence(page, ENGLISH(finding->message));
    buf_str(page, "</p>");
    if (explain) {
        buf_str(page, "<p class=\"do\"><strong>What to do:</strong> ");
        html_put(page, finding->rule->how, HTML_SENTENCE_MAX);
        buf_str(page, "</p>");
    }
    buf_printf(page, "<details><summary>%s</summary>", explain ? "Why it matters, and where it is" : "Where it is");
    if (explain) {
        buf_str(page, "<p>");
        html_put(page, finding->rule->why, HTML_SENTENCE_MAX);
        buf_str(page, "</p>");
    }
    put_place(page, finding);
    buf_str(page, "</details></li>\n");
}

static int worst_first(const void *left, const void *right)
{
    const struct shown *a = left;
    const struct shown *b = right;
    if (a->worst != b->worst) {
        return a->worst > b->worst ? -1 : 1;
    }
    return sort_then(sort_order(a->item.group, b->item.group), a->item.place, b->item.place);
}

/* The findings to be shown, groups with the worst first; counts: how often each rule was found. */
static struct shown *choose(struct arena *arena, const struct vrmlint_report *report, size_t *counts, size_t *count)
{
    struct group_item *items = arena_array(arena, report->finding_count, sizeof *items);
    size_t chosen = group_findings(report, RULE_CAP, items, counts);
    struct shown *shown = arena_array(arena, chosen, sizeof *shown);
    for (size_t begin = 0, end; begin < chosen; begin = end) {
        enum vrmlint_severity worst = VRMLINT_OFF;
        for (end = begin; end < chosen && items[end].group == items[begin].group; end++) {
            worst = items[end].finding->severity > worst ? items[end].finding->severity : worst;
        }
        for (size_t i = begin; i < end; i++) {
            shown[i] = (struct shown){items[i], worst};
        }
    }
    if (chosen > 0) {
        qsort(shown, chosen, sizeof *shown, worst_first);
    }
    *count = chosen < ITEM_CAP ? chosen : ITEM_CAP;
    return shown;
}

/* "and 40 more of springbone/no-restoring-force", for every rule that isn't shown whole. */
static void put_rest(struct buf *page, const size_t *left)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (left[i] > 0) {
            buf_str(page, any ? "" : "<ul class=\"rest\">");
            buf_printf(page, "<li>and %zu more of <code>%s</code></li>", left[i], rules[i].id);
            any = true;
        }
    }
    buf_str(page, any ? "</ul>\n" : "");
}

/* numbers: per finding of the report, receives its number in the page. */
static void put_findings(struct buf *page, const struct vrmlint_report *report, size_t file, size_t *numbers)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    struct arena *arena = page->arena;
    size_t *left = arena_array(arena, rule_count, sizeof *left);
    bool *explained = arena_array(arena, rule_count, sizeof *explained);
    size_t count;
    const struct shown *shown = choose(arena, report, left, &count);
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_finding *finding = shown[i].item.finding;
        size_t rule = (size_t)(finding->rule - rules);
        if (i == 0 || shown[i].item.group != shown[i - 1].item.group) {
            buf_str(page, i == 0 ? "<section><h3>" : "</ol></section>\n<section><h3>");
            html_put_name(page, subject_of(finding));
            buf_str(page, "</h3><ol>\n");
        }
        put_finding(page, finding, file, i + 1, !explained[rule]);
        numbers[shown[i].item.place] = i + 1;
        explained[rule] = true;
        left[rule]--;
    }
    buf_str(page, count > 0 ? "</ol></section>\n" : "");
    put_rest(page, left);
}

/* ---- what was checked ---- */

static void put_checked(struct buf *page, const struct vrmlint_report *report)
{
    buf_str(page, "<dl class=\"checked\">");
    for (size_t i = 0; i < report->extension_count; i++) {
        const struct vrmlint_extension *extension = &report->extensions[i];
        buf_str(page, i == 0 ? "<dt>Checked</dt><dd>" : ", ");
        html_put_name(page, extension->name);
        buf_str(page, *extension->version == '\0' ? " (no version given)" : " ");
        html_put(page, extension->version, HTML_NAME_MAX);
    }
    buf_str(page, report->extension_count > 0 ? "</dd>" : "");
    for (size_t i = 0; i < report->unchecked_count; i++) {
        buf_str(page, i == 0 ? "<dt>In the file, but not checked</dt><dd>" : ", ");
        html_put_name(page, report->unchecked[i]);
    }
    buf_str(page, report->unchecked_count > 0 ? "</dd>" : "");
    for (size_t i = 0; i < report->skipped_count; i++) {
        buf_str(page, "<dt>Skipped: ");
        html_put(page, ENGLISH(report->skipped[i].what), HTML_NAME_MAX);
        buf_str(page, "</dt><dd>");
        html_put_sentence(page, ENGLISH(report->skipped[i].why));
        buf_str(page, "</dd>");
    }
    for (size_t i = 0; i < report->ignored_count; i++) {
        const struct vrmlint_ignored *ignored = &report->ignored[i];
        buf_str(page, i == 0 ? "<dt>Left out by settings</dt><dd>" : "; ");
        html_put_things(page, ignored->count, "finding");
        buf_str(page, " of <code>");
        html_put(page, ignored->rule, HTML_NAME_MAX);
        buf_str(page, "</code>: ");
        html_put_sentence(page, ignored->reason);
    }
    buf_str(page, report->ignored_count > 0 ? "</dd>" : "");
    if (report->known_findings > 0) {
        buf_str(page, "<dt>Known to the baseline</dt><dd>");
        html_put_things(page, report->known_findings, "finding");
        buf_str(page, "</dd>");
    }
    if (report->generator != NULL && *report->generator != '\0') {
        buf_str(page, "<dt>Exported by</dt><dd>");
        html_put_name(page, report->generator);
        buf_str(page, "</dd>");
    }
    buf_str(page, "<dt>File</dt><dd>");
    html_put_name(page, strcmp(report->path, "-") == 0 ? "standard input" : report->path);
    buf_str(page, "</dd></dl>\n");
}

static void put_block(struct buf *page, const char *name, const struct buf *block)
{
    if (block->length > 0) {
        buf_printf(page, "<div class=\"%s\">", name);
        buf_add(page, block->text, block->length);
        buf_str(page, "</div>\n");
    }
}

void html_mark_rules(const struct vrmlint_report *report, bool *marks)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < report->finding_count; i++) {
        marks[report->findings[i].rule - rules] = true;
    }
}

/* What became of the findings that the drawing was made of. */
static struct html_drawn *list_drawn(struct arena *arena, const struct vrmlint_report *report, const size_t *numbers)
{
    size_t count = report->drawing == NULL ? 0 : report->drawing->finding_count;
    struct html_drawn *drawn = arena_array(arena, count, sizeof *drawn);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        if (finding->number < count) {
            drawn[finding->number] = (struct html_drawn){numbers[i], finding->severity};
        }
    }
    return drawn;
}

void html_put_avatar(struct buf *page, const struct vrmlint_report *report, size_t number, struct html_room room)
{
    size_t *numbers = arena_array(page->arena, report->finding_count, sizeof *numbers);
    struct buf todo = BUF_INIT(page->arena);
    struct buf pictures = BUF_INIT(page->arena);
    if (report->trouble != NULL) {
        buf_str(&todo, "<p>");
        html_put_sentence(&todo, report->trouble);
        buf_str(&todo, "</p>");
    }
    put_findings(&todo, report, number, numbers);
    size_t drawn = 0;
    if (room.pictures) {
        const struct html_drawn *seen = list_drawn(page->arena, report, numbers);
        html_put_drawing(&pictures, report, number, seen);
        drawn = pictures.length;
        html_put_rings(&pictures, report, number, seen);
        html_put_curves(&pictures, report, number, numbers, room.graphs);
    } else if (report->drawing != NULL || report->curve_count > 0) {
        buf_str(&todo, "<p class=\"at\">The page is full: check this file alone to see it drawn.</p>\n");
    }
    /* the two stand side by side, and a drawing alone stays in sight */
    buf_printf(page, "<div class=\"avatar%s\">", todo.length > 0 && pictures.length > 0 ? " two" : "");
    put_block(page, "todo", &todo);
    put_block(page, pictures.length == drawn ? "pictures still" : "pictures", &pictures);
    put_checked(page, report);
    buf_str(page, "</div>\n");
}
