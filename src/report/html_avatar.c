/* One file in the page: how it is, its parts, and what was checked. */
#include <string.h>

#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "report/html.h"
#include "report/say.h"

enum { FILMS_MOST = 80000, FILMS_LEAST = 6000 };

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
    for (size_t i = 0; i < report->each_count; i++) {
        const struct vrmlint_finding *finding = &report->each[i];
        if (finding->number < count && finding->within < count) {
            drawn[finding->number] = drawn[finding->within];
        }
    }
    return drawn;
}

/* Bytes that the films of a file may take: they need more than graphs, and there are fewer. */
static size_t film_room(size_t graphs)
{
    return graphs > FILMS_MOST ? FILMS_MOST : graphs < FILMS_LEAST ? FILMS_LEAST : graphs;
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
    html_put_findings(&todo, language, report, number, numbers, room.pictures ? film_room(room.graphs) : 0);
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
    html_put_card(page, language, report->card);
    html_put_materials(page, language, report);
    put_checked(page, language, report);
    buf_str(page, "</div>\n");
}
