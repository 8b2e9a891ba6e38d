/* One file in the page: what was found, by what it is about, the worst first, with what to do; then what was checked.
 */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "report/groups.h"
#include "report/html.h"
#include "report/say.h"
#include "translations.h"

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

/* What a verdict says, and of what count. */
static const struct {
    enum message words;
    enum message meaning;
    enum vrmlint_severity counted; /* VRMLINT_OFF: nothing */
} verdicts[] = {
    [HTML_FINE] = {WORDS_PAGE_FINE, WORDS_PAGE_MEANS_FINE, VRMLINT_OFF},
    [HTML_ACCEPTED] = {WORDS_PAGE_NOTHING_NEW, WORDS_PAGE_MEANS_ACCEPTED, VRMLINT_OFF},
    [HTML_NOTHING] = {WORDS_PAGE_NOTHING, WORDS_PAGE_MEANS_NOTHING, VRMLINT_OFF},
    [HTML_ADVICE] = {WORDS_PAGE_ADVICE, WORDS_PAGE_MEANS_ADVICE, VRMLINT_INFO},
    [HTML_LOOK] = {WORDS_PAGE_LOOK, WORDS_PAGE_MEANS_LOOK, VRMLINT_WARNING},
    [HTML_FIX] = {WORDS_PAGE_FIX, WORDS_PAGE_MEANS_FIX, VRMLINT_ERROR},
    [HTML_TROUBLE] = {WORDS_PAGE_TROUBLE, WORDS_PAGE_MEANS_TROUBLE, VRMLINT_OFF},
};

void html_put_verdict(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report)
{
    enum html_state state = html_state(report);
    enum vrmlint_severity counted = verdicts[state].counted;
    html_say(page, language, verdicts[state].words,
             counted == VRMLINT_OFF ? NO_ARGUMENTS : ARGUMENTS(COUNT("count", report->counts[counted])));
    if (state == HTML_FIX && report->counts[VRMLINT_WARNING] > 0) {
        html_say(page, language, WORDS_COMMA, NO_ARGUMENTS);
        html_say(page, language, WORDS_PAGE_MORE_TO_LOOK_AT,
                 ARGUMENTS(COUNT("count", report->counts[VRMLINT_WARNING])));
    }
    if (accepted(report) > 0 && state != HTML_TROUBLE) {
        html_say(page, language, WORDS_COMMA, NO_ARGUMENTS);
        html_say(page, language, WORDS_PAGE_ACCEPTED, ARGUMENTS(COUNT("count", accepted(report))));
    }
}

enum message html_verdict_meaning(enum html_state state)
{
    return verdicts[state].meaning;
}

/* ---- findings ---- */

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

static void put_finding(struct buf *page, enum vrmlint_language language, const struct vrmlint_finding *finding,
                        size_t file, size_t number, bool explain)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    char letter = letter_of(finding->severity);
    buf_printf(page,
               "<li class=\"f %c\" id=\"a%zuf%zu\" data-rule=\"%zu\"><p class=\"says\"><span class=\"no\">%zu</span> "
               "<span class=\"s %c\">",
               letter, file, number, (size_t)(finding->rule - rules), number, letter);
    html_say(page, language, word_of(finding->severity), NO_ARGUMENTS);
    buf_str(page, "</span> ");
    html_put_sentence(page, vrmlint_text_in(&finding->message, language));
    buf_str(page, "</p>");
    if (explain) {
        buf_str(page, "<p class=\"do\"><strong>");
        html_say(page, language, WORDS_HEAD_WHAT_TO_DO, NO_ARGUMENTS);
        buf_str(page, ":</strong> ");
        html_put(page, vrmlint_rule_text(finding->rule, VRMLINT_HOW, language), HTML_SENTENCE_MAX);
        buf_str(page, "</p>");
    }
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
    return sort_then(sort_order(a->item.group, b->item.group), a->item.index, b->item.index);
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

/* numbers: per finding of the report, receives its number in the page. */
static void put_findings(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                         size_t file, size_t *numbers)
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
            html_put_name(page, vrmlint_text_in(&finding->subject, language));
            buf_str(page, "</h3><ol>\n");
        }
        put_finding(page, language, finding, file, i + 1, !explained[rule]);
        numbers[shown[i].item.index] = i + 1;
        explained[rule] = true;
        left[rule]--;
    }
    buf_str(page, count > 0 ? "</ol></section>\n" : "");
    put_rest(page, language, left);
}

/* ---- what was checked ---- */

static void put_term(struct buf *page, enum vrmlint_language language, enum message words)
{
    html_say_in(page, language, "dt", words, NO_ARGUMENTS);
    buf_str(page, "<dd>");
}

/* What settings have accepted, and for what reasons. */
static void put_ignored(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report)
{
    for (size_t i = 0; i < report->ignored_count; i++) {
        const struct vrmlint_ignored *ignored = &report->ignored[i];
        if (i == 0) {
            put_term(page, language, WORDS_PAGE_IGNORED);
        } else {
            buf_str(page, "; ");
        }
        html_say(
            page, language, WORDS_PAGE_IGNORED_FOR,
            ARGUMENTS(COUNT("count", ignored->count), TERM("rule", ignored->rule), TERM("reason", ignored->reason)));
    }
    buf_str(page, report->ignored_count > 0 ? "</dd>" : "");
}

static void put_checked(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report)
{
    buf_str(page, "<dl class=\"checked\">");
    for (size_t i = 0; i < report->extension_count; i++) {
        const struct vrmlint_extension *extension = &report->extensions[i];
        if (i == 0) {
            put_term(page, language, WORDS_PAGE_CHECKED);
        } else {
            html_say(page, language, WORDS_COMMA, NO_ARGUMENTS);
        }
        html_put_name(page, extension->name);
        if (*extension->version == '\0' && strncmp(extension->name, "KHR_", 4) != 0) {
            html_say(page, language, WORDS_NO_VERSION, NO_ARGUMENTS);
        } else if (*extension->version != '\0') {
            buf_str(page, " ");
            html_put(page, extension->version, HTML_NAME_MAX);
        }
    }
    buf_str(page, report->extension_count > 0 ? "</dd>" : "");
    for (size_t i = 0; i < report->unchecked_count; i++) {
        if (i == 0) {
            put_term(page, language, WORDS_PAGE_NOT_CHECKED);
        } else {
            html_say(page, language, WORDS_COMMA, NO_ARGUMENTS);
        }
        html_put_name(page, report->unchecked[i]);
    }
    buf_str(page, report->unchecked_count > 0 ? "</dd>" : "");
    for (size_t i = 0; i < report->skipped_count; i++) {
        html_say_in(page, language, "dt", WORDS_PAGE_SKIPPED,
                    ARGUMENTS(TERM("what", say_skipped(language, &report->skipped[i].what))));
        buf_str(page, "<dd>");
        html_put_sentence(page, say_skipped(language, &report->skipped[i].why));
        buf_str(page, "</dd>");
    }
    put_ignored(page, language, report);
    if (report->known_findings > 0) {
        put_term(page, language, WORDS_PAGE_KNOWN);
        html_say(page, language, WORDS_FINDINGS, ARGUMENTS(COUNT("count", report->known_findings)));
        buf_str(page, "</dd>");
    }
    if (report->generator != NULL && *report->generator != '\0') {
        put_term(page, language, WORDS_PAGE_EXPORTED_BY);
        html_put_name(page, report->generator);
        buf_str(page, "</dd>");
    }
    struct said room;
    put_term(page, language, WORDS_PAGE_FILE);
    html_put_name(page, say_path(&room, language, report->path));
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

void html_put_avatar(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                     size_t number, struct html_room room)
{
    size_t *numbers = arena_array(page->arena, report->finding_count, sizeof *numbers);
    struct buf todo = BUF_INIT(page->arena);
    struct buf pictures = BUF_INIT(page->arena);
    if (report->trouble != NULL) {
        buf_str(&todo, "<p>");
        html_put_sentence(&todo, say_trouble(language, report));
        buf_str(&todo, "</p>");
    }
    put_findings(&todo, language, report, number, numbers);
    size_t drawn = 0;
    if (room.pictures) {
        const struct html_drawn *seen = list_drawn(page->arena, report, numbers);
        html_put_drawing(&pictures, language, report, number, seen);
        drawn = pictures.length;
        html_put_rings(&pictures, language, report, number, seen);
        html_put_curves(&pictures, language, report, number, numbers, room.graphs);
    } else if (report->drawing != NULL || report->curve_count > 0) {
        html_say_in(&todo, language, "p class=\"at\"", WORDS_PAGE_FULL_TO_DRAW, NO_ARGUMENTS);
        buf_char(&todo, '\n');
    }
    /* the two stand side by side, and a drawing alone stays in sight */
    buf_printf(page, "<div class=\"avatar%s\">", todo.length > 0 && pictures.length > 0 ? " two" : "");
    put_block(page, "todo", &todo);
    put_block(page, pictures.length == drawn ? "pictures still" : "pictures", &pictures);
    html_put_materials(page, language, report);
    put_checked(page, language, report);
    buf_str(page, "</div>\n");
}
