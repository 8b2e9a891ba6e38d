#include "report/html.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/os.h"
#include "base/utf8.h"
#include "ids/messages_page.h"
#include "ids/messages_panels.h"
#include "ids/messages_report.h"
#include "message/steps.h"
#include "report/escape.h"
#include "report/formats.h"
#include "report/print.h"
#include "report/report.h"
#include "report/shown.h"
#include "report/shown_json.h"
#include "report/statistics.h"
#include "report/verdict.h"

/* The shown findings of a file: the worst first, those of the same severity in the order of the report. */
struct page_chosen {
    struct vrmlint_finding *findings;
    size_t count;
    size_t *left; /* per rule: how many aren't shown */
};

static void print_code(struct buf *page, const char *text, size_t length, uint32_t code)
{
    switch (code) {
    case '<':
        buf_str(page, "&lt;");
        break;
    case '>':
        buf_str(page, "&gt;");
        break;
    case '&':
        buf_str(page, "&amp;");
        break;
    case '"':
        buf_str(page, "&quot;");
        break;
    case '\'':
        buf_str(page, "&#39;");
        break;
    default:
        buf_add(page, text, length);
    }
}

/* Returns how many of the first bytes need no escape: nearly all of most texts. */
static size_t html_plain_run(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && text[i] >= ' ' && text[i] <= '~' && text[i] != '<' && text[i] != '>' && text[i] != '&' &&
           text[i] != '"' && text[i] != '\'' && !escape_begins_command(text + i, length - i, false)) {
        i++;
    }
    return i;
}

/* Escapes length bytes of text, at most *left code points, which are subtracted. Returns false if they were used
 * up. */
static bool append_bytes(struct buf *page, const char *text, size_t length, size_t *left)
{
    for (size_t at = 0; at < length; (*left)--) {
        size_t run = html_plain_run(text + at, length - at < *left ? length - at : *left);
        buf_add(page, text + at, run);
        at += run;
        *left -= run;
        if (at == length) {
            return true;
        }
        if (*left == 0) {
            return false;
        }
        uint32_t code = (unsigned char)text[at];
        size_t step = utf8_sequence(text + at, length - at, &code);
        if (step == 0 || utf8_is_control(code) || utf8_is_noncharacter(code)) {
            char spelt[ESCAPE_SPELT];
            buf_add(page, spelt, escape_spell(spelt, step != 0, code));
        } else if (escape_begins_command(text + at, length - at, false)) {
            buf_str(page, "&#35;"); /* CI services log a page that is written to standard output */
        } else {
            print_code(page, text + at, step, code);
        }
        at += step == 0 ? 1 : step;
    }
    return true;
}

void html_print_text(struct buf *page, const char *text, size_t most)
{
    if (!append_bytes(page, text, strlen(text), &most)) {
        buf_str(page, "…");
    }
}

void html_print_name(struct buf *page, const char *name)
{
    buf_str(page, "<bdi>");
    html_print_text(page, name, HTML_NAME_MAX);
    buf_str(page, "</bdi>");
}

static bool is_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] >= 0x80) {
            return false;
        }
    }
    return true;
}

/* The quotes around names, in all languages. */
static const char *const quotes[][2] = {{"'", "'"}, {"「", "」"}};

/* Finds the first quoted name of a text, without the quote before it. Returns false if there is none. */
static bool find_name(const char *text, const char **name, size_t *length)
{
    *name = NULL;
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
        const char *open = strstr(text, quotes[i][0]);
        const char *from = open == NULL ? NULL : open + strlen(quotes[i][0]);
        const char *close = open == NULL ? NULL : strstr(from, quotes[i][1]);
        if (close != NULL && (*name == NULL || from < *name)) {
            *name = from;
            *length = (size_t)(close - from);
        }
    }
    return *name != NULL;
}

/* Names in plain ASCII, which are most, need no isolation. */
void html_print_sentence(struct buf *page, const char *text)
{
    size_t left = HTML_SENTENCE_MAX;
    const char *name;
    size_t length = 0;
    bool whole = true;
    while (whole && find_name(text, &name, &length)) {
        bool isolate = !is_ascii(name, length);
        whole = append_bytes(page, text, (size_t)(name - text), &left);
        text = name;
        if (whole && isolate) {
            buf_str(page, "<bdi>");
            whole = append_bytes(page, text, length, &left);
            buf_str(page, "</bdi>");
            text += length;
        }
        if (whole && isolate && *text == '\'') { /* otherwise the quote after the name would begin the next one */
            whole = append_bytes(page, text++, 1, &left);
        }
    }
    whole = whole && append_bytes(page, text, strlen(text), &left);
    if (!whole) {
        buf_str(page, "…");
    }
}

void html_print_words(struct buf *page, enum vrmlint_language language, enum message words,
                      const struct argument *arguments)
{
    struct words_room room;
    html_print_sentence(page, words_text(&room, language, words, arguments));
}

void html_print_words_in(struct buf *page, enum vrmlint_language language, const char *tag, enum message words,
                         const struct argument *arguments)
{
    buf_printf(page, "<%s>", tag);
    html_print_words(page, language, words, arguments);
    buf_printf(page, "</%.*s>", (int)strcspn(tag, " "), tag);
}

enum {
    RULE_CAP = 12,  /* findings per rule that are shown */
    ITEM_CAP = 250, /* findings in total that are shown */
};

/* Returns a copy of a finding without data and related places, except for the command that shows it. */
static struct vrmlint_finding shortened_finding(const struct vrmlint_finding *finding, enum vrmlint_language language)
{
    struct vrmlint_finding copy = *finding;
    copy.related_count = 0;
    for (size_t i = 0; words_of_command(finding, language) != NULL && i < finding->related_count; i++) {
        copy.related = &finding->related[i];
        copy.related_count = 1;
    }
    copy.data_count = 0;
    return copy;
}

/* Chooses the findings of a file that its page shows. found: a flag per rule of vrmlint_rules(), set for their
 * rules. */
static struct page_chosen page_data_choose(struct arena *arena, enum vrmlint_language language,
                                           const struct vrmlint_report *report, bool *found)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    struct page_chosen chosen = {.left = arena_array(arena, rule_count, sizeof *chosen.left)};
    struct group_item *items = arena_array(arena, report->finding_count, sizeof *items);
    size_t count = group_findings(report, RULE_CAP, items, chosen.left);
    chosen.findings = arena_array(arena, count < ITEM_CAP ? count : ITEM_CAP, sizeof *chosen.findings);
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        for (size_t i = 0; i < count && chosen.count < ITEM_CAP; i++) {
            if ((int)items[i].finding->severity == severity) {
                chosen.findings[chosen.count++] = shortened_finding(items[i].finding, language);
                chosen.left[items[i].finding->rule - rules]--;
                found[items[i].finding->rule - rules] = true;
            }
        }
    }
    return chosen;
}

/* Counts the findings that vrmlint fix may fix. unsafe: those that it only fixes on request, and whose result must be
 * checked. */
static size_t page_data_fixable(const struct vrmlint_report *report, bool unsafe)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        count += finding->fixable && finding->fix != VRMLINT_FIX_NONE && (finding->fix == VRMLINT_FIX_UNSAFE) == unsafe;
    }
    return count;
}

/* Writes {"id": count, ...} for counts above 0. */
static void print_rule_counts(FILE *out, const size_t *counts)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    bool first = true;
    fputc('{', out);
    for (size_t i = 0; i < rule_count; i++) {
        if (counts[i] > 0) {
            member_key(out, rules[i].id, first);
            fprintf(out, "%zu", counts[i]);
            first = false;
        }
    }
    fputc('}', out);
}

/* Writes the entry of a file in the list of files. counts: its findings per rule. */
static void page_data_print_line(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report,
                                 const size_t *counts)
{
    struct words_room room;
    fprintf(out, "{\"state\": \"%c\", \"path\": ", overall_letter(overall_of(report)));
    json_print_path(out, report->path);
    member_text(out, "verdict", overall_print(&room, language, report), false);
    member_text(out, "meaning", overall_meaning(&room, language, report), false);
    if (report->generator != NULL) {
        member_key(out, "generator", false);
        member_print_name(out, report->generator);
    }
    fprintf(out, ", \"counts\": [%zu, %zu, %zu], \"rules\": ", report->counts[VRMLINT_ERROR],
            report->counts[VRMLINT_WARNING], report->counts[VRMLINT_INFO]);
    print_rule_counts(out, counts);
    fputc('}', out);
}

/* Writes what was skipped in the language of the page, even if the report was read from records in another one. */
static bool print_report(FILE *out, struct report_options options, struct vrmlint_report *report)
{
    struct vrmlint_skipped *skipped = calloc(report->skipped_count + 1, sizeof *skipped);
    for (size_t i = 0; skipped != NULL && i < report->skipped_count; i++) {
        skipped[i].what.in[options.language] = words_of_skipped(options.language, &report->skipped[i].what);
        skipped[i].why.in[options.language] = words_of_skipped(options.language, &report->skipped[i].why);
    }
    report->skipped = skipped == NULL ? report->skipped : skipped;
    report->hash = NULL; /* not shown, and only known if another format or the cache needs it */
    report->size = 0;
    options.page = true;
    json_print_file(out, &options, report);
    free(skipped);
    return skipped != NULL;
}

/* Writes {"report", "left", "fixable", "word", "shown"}: everything that is shown of a file, with findings as in the
 * format json. Returns false if memory runs out. */
static bool page_data_print_file(FILE *out, const struct report_options *options, const struct vrmlint_report *report,
                                 const struct page_chosen *chosen, const struct shown_limits *limits)
{
    struct vrmlint_report listed = *report;
    listed.findings = chosen->findings;
    listed.finding_count = chosen->count;
    fputs("{\"report\": ", out);
    bool good = print_report(out, *options, &listed);
    fputs(", \"left\": ", out);
    print_rule_counts(out, chosen->left);
    if (strcmp(report->path, "-") != 0) { /* a file that could be written back */
        size_t size = shell_word(report->path, NULL);
        char *word = malloc(size);
        if (word == NULL) {
            return false;
        }
        shell_word(report->path, word);
        fprintf(out, ", \"fixable\": [%zu, %zu]", page_data_fixable(report, false), page_data_fixable(report, true));
        member_key(out, "word", false);
        json_print_path(out, word);
        free(word);
    }
    fputs(", \"shown\": ", out);
    good = shown_json(out, options->language, &listed, limits) && good;
    fputc('}', out);
    return good;
}

/* Writes the texts of rules, by their ids. found: flags of the rules that are needed. */
static void page_data_print_rules(FILE *out, enum vrmlint_language language, const bool *found)
{
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    fputc('{', out);
    bool first = true;
    for (size_t i = 0; i < rule_count && found != NULL; i++) {
        if (found[i]) {
            struct vrmlint_claim claims[VRMLINT_CLAIMS_MOST];
            member_key(out, rules[i].id, first);
            fputc('{', out);
            member_text(out, "how", vrmlint_rule_text(&rules[i], VRMLINT_HOW, language), true);
            member_text(out, "why", vrmlint_rule_text(&rules[i], VRMLINT_WHY, language), false);
            member_text(out, "spec", rules[i].spec, false);
            member_key(out, "apps", false);
            json_print_claims(out, claims, vrmlint_rule_claims(&rules[i], NULL, claims));
            fputc('}', out);
            first = false;
        }
    }
    fputc('}', out);
}

/*
 * Writes the report for artists: one page of HTML that loads nothing from outside. It contains the reports of all
 * files as JSON, with the data of their pictures, and the scripts that render them (web/report/). Without scripts it
 * is a plain list of all files with their verdicts and findings.
 *
 * The verdict over all files comes first, so the page is written at the end: until then, each file's part is kept as
 * text. The size of these parts is limited: beyond it, files have fewer pictures, then only their line, and the page
 * reports that.
 */

/* Limits of the bytes of all files' parts, so that browsers can still open the page: beyond the first, files have no
 * graphs of chains that swing well; beyond the second, no pictures; beyond the third, no findings. */
enum { GRAPH_BUDGET = 8 * 1024 * 1024, PICTURE_BUDGET = 24 * 1024 * 1024, DETAIL_BUDGET = 48 * 1024 * 1024 };

/* One file may use one of so many shares of what is left for graphs, and of what is left for thumbnails. */
enum { FILES_WITH_GRAPHS = 32, FILES_WITH_THUMBNAILS = 16, THUMBNAIL_BUDGET = 24 * 1024 * 1024 };

enum { BYTES_OF_CURVE = 600, BYTES_OF_POINT = 8, FILM_POINTS_MOST = 10000, FILM_POINTS_LEAST = 750 };

/* A file's part of the page. */
struct page_part {
    const char *plain;       /* HTML */
    struct os_memory line;   /* JSON: its entry in the list of files */
    struct os_memory detail; /* JSON: its report, and the data of its pictures; "" if the budget was used up */
};

struct page {
    enum vrmlint_language language;
    struct arena *arena;
    struct arena *scratch; /* for the current file; NULL between files */
    struct page_part *parts;
    size_t count;
    size_t capacity;
    bool *found;       /* per rule */
    size_t bytes;      /* of parts */
    size_t thumbnails; /* bytes of all thumbnails, in base64 */
    size_t fixable;    /* findings */
    size_t lost;       /* files for which memory ran out */
    unsigned words;    /* SHOWN_WORDS_... that the parts need */
};

/* ---- collecting ---- */

static void html_begin(struct reporter *reporter)
{
    struct page *page = calloc(1, sizeof *page);
    size_t rules;
    vrmlint_rules(&rules);
    if (page != NULL) {
        page->language = reporter->options.language;
        page->arena = arena_new();
        page->found = calloc(rules, sizeof *page->found);
    }
    reporter->state = page;
    reporter->no_memory = page == NULL || page->arena == NULL || page->found == NULL;
}

/* ---- the plain part ---- */

/* Prints where the tool that exported the file shows what a finding is about. */
static void print_html_steps(struct buf *plain, enum vrmlint_language language, const struct vrmlint_report *report,
                             const struct vrmlint_finding *finding)
{
    struct steps steps[TOOLS];
    struct exporter exporter = exporter_of_report(report);
    char text[VRMLINT_STEPS_SIZE];
    struct buf buf = BUF_OVER(text);
    if (steps_of_finding(&exporter, outcome_file_of(report), finding, steps) > 0) {
        steps_without_buttons(&steps[0]);
        steps_print(&buf, language, &steps[0]);
        buf_str(plain, "<p>");
        if (steps[0].path == MESSAGE_NONE || steps[0].frame != MESSAGE_NONE || steps[0].advice != MESSAGE_NONE) {
            html_print_sentence(plain, buf_text(&buf)); /* it names the tool */
        } else {
            html_print_words(plain, language, WORDS_STEPS_IN,
                             ARGUMENTS(TERM("tool", steps_tool_name(steps[0].tool)), TERM("steps", buf_text(&buf))));
        }
        buf_str(plain, "</p>");
    }
}

/* steps: whether to print where to click. */
static void print_html_finding(struct buf *plain, enum vrmlint_language language, const struct vrmlint_report *report,
                               const struct vrmlint_finding *finding, bool steps)
{
    static const enum message words[] = {WORDS_SEVERITY_OFF, WORDS_PAGE_IS_ADVICE, WORDS_PAGE_TO_LOOK_AT,
                                         WORDS_PAGE_TO_FIX};
    char letter = "?iwe"[finding->severity];
    const char *name = words_of_member(finding, language);
    buf_printf(plain, "<li><span class=\"s %c\">", letter);
    html_print_words(plain, language, words[finding->severity], NO_ARGUMENTS);
    buf_str(plain, "</span> ");
    html_print_sentence(plain, vrmlint_text_in(&finding->message, language));
    buf_printf(plain, " <code>%s</code>", finding->rule->id);
    if (name != NULL) {
        html_print_words(plain, language, WORDS_IN_THE_FILE, ARGUMENTS(TERM("name", name)));
    }
    if (steps) {
        print_html_steps(plain, language, report, finding);
    }
    buf_str(plain, "</li>\n");
}

static void print_html_plain(struct buf *plain, enum vrmlint_language language, const struct vrmlint_report *report,
                             const struct page_chosen *chosen, bool full)
{
    struct words_room room;
    char letter = overall_letter(overall_of(report));
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    buf_str(plain, "<article><h2>");
    html_print_name(plain, words_of_path(&room, language, report->path));
    buf_printf(plain, "</h2><p class=\"verdict %c\"><strong>", letter);
    html_print_sentence(plain, overall_print(&room, language, report));
    buf_str(plain, "</strong> ");
    html_print_sentence(plain, overall_meaning(&room, language, report));
    buf_str(plain, "</p>");
    struct verdict_line lines[VERDICT_LINES];
    size_t line_count = verdict_lines(lines, language, report, false);
    for (size_t i = 0; i < line_count; i++) {
        buf_str(plain, i == 0 ? "<ul><li>" : "</li><li>");
        html_print_sentence(plain, lines[i].text.text);
    }
    buf_str(plain, line_count > 0 ? "</li></ul>" : "");
    const char *validity = words_of_validity(&room, language, report);
    if (*validity != '\0') {
        buf_str(plain, "<p>");
        html_print_sentence(plain, validity);
        buf_str(plain, "</p>");
    }
    if (report->error != NULL) {
        buf_str(plain, "<p>");
        html_print_sentence(plain, words_of_error(language, report));
        buf_str(plain, "</p>");
    }
    if (full) {
        html_print_words_in(plain, language, "p", WORDS_PAGE_FULL, NO_ARGUMENTS);
        buf_str(plain, "</article>\n");
        return;
    }
    buf_str(plain, "<ul>\n");
    for (size_t i = 0; i < chosen->count; i++) {
        /* findings of a rule are beside each other, and are about the same panel */
        bool is_first = i == 0 || chosen->findings[i].rule != chosen->findings[i - 1].rule;
        print_html_finding(plain, language, report, &chosen->findings[i], is_first);
    }
    for (size_t i = 0; i < rule_count; i++) {
        if (chosen->left[i] > 0) {
            html_print_words_in(plain, language, "li", WORDS_MORE_OF,
                                ARGUMENTS(COUNT("count", chosen->left[i]), TERM("rule", rules[i].id)));
        }
    }
    buf_str(plain, "</ul></article>\n");
}

/* ---- data ---- */

/* Returns the limits of a file's pictures. A report of few files has every graph; one of many files has those of the
 * chains that swing badly. */
static struct shown_limits limits_of(const struct page *page)
{
    size_t left = page->bytes < GRAPH_BUDGET ? (GRAPH_BUDGET - page->bytes) / FILES_WITH_GRAPHS : 0;
    size_t points = left / BYTES_OF_POINT;
    size_t thumbnails = page->thumbnails < THUMBNAIL_BUDGET ? THUMBNAIL_BUDGET - page->thumbnails : 0;
    return (struct shown_limits){
        .pictures = page->bytes<PICTURE_BUDGET, .steps = 1000, .bones = 600, .curves = left / BYTES_OF_CURVE,
                                .film_points = points>
                            FILM_POINTS_MOST
                        ? FILM_POINTS_MOST
                    : points < FILM_POINTS_LEAST ? FILM_POINTS_LEAST
                                                 : points,
        .picture_size = thumbnails / FILES_WITH_THUMBNAILS,
    };
}

static void free_part(struct page_part *part)
{
    free(part->line.text);
    free(part->detail.text);
}

/* Adds a file. Returns false if memory runs out for its data. */
static bool add_file_part(struct page *page, const struct reporter *reporter, struct vrmlint_report *report)
{
    struct page_part part = {.plain = ""};
    struct buf plain = BUF_INIT(page->scratch);
    size_t rule_count;
    const struct vrmlint_rule *rules = vrmlint_rules(&rule_count);
    bool full = page->bytes >= DETAIL_BUDGET;
    size_t *counts = arena_array(page->scratch, rule_count, sizeof *counts);
    struct page_chosen chosen = page_data_choose(page->scratch, page->language, report, page->found);
    struct shown_limits limits = limits_of(page);
    for (size_t i = 0; i < report->finding_count; i++) {
        counts[report->findings[i].rule - rules]++;
    }
    print_html_plain(&plain, page->language, report, &chosen, full);
    part.plain = arena_copy(page->arena, buf_text(&plain), plain.length);
    page->parts = arena_grow(page->arena, page->parts, page->count, &page->capacity, sizeof *page->parts);
    FILE *out = os_memory_open(&part.line);
    bool good = out != NULL;
    if (good) {
        page_data_print_line(out, page->language, report, counts);
        good = os_memory_close(&part.line);
    }
    out = good && !full ? os_memory_open(&part.detail) : NULL;
    if (out != NULL) {
        good = page_data_print_file(out, &reporter->options, report, &chosen, &limits);
        good = os_memory_close(&part.detail) && good;
    }
    if (!good || (out == NULL && !full)) {
        free_part(&part);
        return false;
    }
    bool pictured = report->card != NULL && report->card->picture_size <= limits.picture_size / 4 * 3;
    page->thumbnails += pictured ? report->card->picture_size / 3 * 4 : 0;
    page->bytes += plain.length + part.detail.size;
    page->fixable += page_data_fixable(report, false);
    page->words |= (report->card != NULL ? SHOWN_WORDS_CARD | SHOWN_WORDS_BUDGETS : 0) |
                   (report->drawing != NULL ? SHOWN_WORDS_DRAWING : 0) |
                   (report->palette != NULL ? SHOWN_WORDS_MATERIALS : 0) |
                   (report->curve_count + report->film_count > 0 ? SHOWN_WORDS_MOTION : 0);
    page->parts[page->count++] = part;
    return true;
}

static void html_file(struct reporter *reporter, const struct vrmlint_report *report)
{
    struct page *page = reporter->state;
    if (page == NULL) {
        return; /* html_begin() set no_memory, which the caller reports */
    }
    jmp_buf guard;
    struct vrmlint_report copy = *report;
    page->scratch = arena_new();
    if (page->arena == NULL || page->found == NULL || page->scratch == NULL || setjmp(guard) != 0) {
        page->lost++;
    } else {
        arena_guard(page->arena, &guard);
        arena_guard(page->scratch, &guard);
        page->lost += !add_file_part(page, reporter, &copy);
    }
    reporter->no_memory = reporter->no_memory || page->lost > 0;
    if (page->arena != NULL) {
        arena_guard(page->arena, NULL);
    }
    arena_free(page->scratch);
    page->scratch = NULL;
}

/* ---- the page ---- */

/* Prints words as they are in the table, where they are valid HTML. */
static void print_sentence(const struct reporter *reporter, enum message words, const struct argument *arguments)
{
    struct words_room room;
    fputs(words_text(&room, reporter->options.language, words, arguments), reporter->out);
}

/* Prints JSON as an element of the page. "<" only occurs in strings, and is escaped, so that nothing in them can end
 * the element. */
static void print_data(FILE *out, const char *id, const char *json, size_t size)
{
    fprintf(out, "<script type=\"application/json\" id=\"%s\">", id);
    for (const char *at = json, *end = json + size; at < end;) {
        const char *next = memchr(at, '<', (size_t)(end - at));
        size_t run = (size_t)((next == NULL ? end : next) - at);
        fwrite(at, 1, run, out);
        fputs(next == NULL ? "" : "\\u003C", out);
        at += run + (next != NULL);
    }
    fputs("</script>\n", out);
}

static void print_html_head(const struct reporter *reporter)
{
    FILE *out = reporter->out;
    fprintf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n",
            vrmlint_language_name(reporter->options.language));
    fprintf(out,
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '%s'; script-src "
            "'%s' '%s'; img-src data:; base-uri 'none'; form-action 'none'\">\n",
            html_style_hash, html_loader_hash, html_script_hash);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
          out);
    print_sentence(reporter, WORDS_PAGE_TITLE, NO_ARGUMENTS);
    fputs("</title>\n<style>", out);
    fputs(html_style, out);
    fputs("</style>\n</head>\n<body>\n", out);
}

/* Prints the data of the whole page: words, a line per file, and the texts of the rules that were found. Returns
 * false if memory runs out. */
static bool print_common(FILE *out, const struct page *page)
{
    bool good = true;
    fprintf(out, "{\"fixable\": %zu, \"words\": ", page->fixable);
    shown_print_words(out, page->language, page->words | (page->count == 1 ? 0 : SHOWN_WORDS_LIST));
    fputs(", \"rules\": ", out);
    page_data_print_rules(out, page->language, page->found);
    if ((page->words & SHOWN_WORDS_BUDGETS) != 0) {
        fputs(", \"budgets\": ", out);
        good = shown_print_budgets(out, page->language);
    }
    fputs(", \"files\": [", out);
    for (size_t i = 0; i < page->count; i++) {
        fputs(i == 0 ? "\n" : ",\n", out);
        fwrite(page->parts[i].line.text, 1, page->parts[i].line.size, out);
    }
    fputs("]}", out);
    return good;
}

/* Prints the data of the page. Returns false if memory runs out. */
static bool print_all_data(const struct reporter *reporter, const struct page *page)
{
    struct os_memory common;
    FILE *out = os_memory_open(&common);
    if (out == NULL) {
        return false;
    }
    bool good = print_common(out, page);
    good = os_memory_close(&common) && good;
    if (good) {
        print_data(reporter->out, "common", common.text, common.size);
    }
    free(common.text);
    for (size_t i = 0; i < page->count && good; i++) {
        char id[32];
        snprintf(id, sizeof id, "data%zu", i + 1);
        if (page->parts[i].detail.size > 0) {
            print_data(reporter->out, id, page->parts[i].detail.text, page->parts[i].detail.size);
        }
    }
    return good;
}

static void print_plain_part(struct reporter *reporter, const struct page *page, const struct statistics *statistics)
{
    FILE *out = reporter->out;
    fputs("<main id=\"plain\">\n", out);
    if (page->count != 1) {
        fputs("<h1>", out);
        print_sentence(reporter, WORDS_FILES_CHECKED, ARGUMENTS(COUNT("count", page->count)));
        fputs("</h1>\n", out);
    }
    if (page->lost > 0) {
        fputs("<p class=\"lost\">", out);
        print_sentence(reporter, WORDS_PAGE_LOST, ARGUMENTS(COUNT("count", page->lost)));
        fputs("</p>\n", out);
    }
    if (reporter->options.from_records) {
        fputs("<p class=\"note\">", out);
        print_sentence(reporter, WORDS_PAGE_UNDRAWN, NO_ARGUMENTS);
        fputs("</p>\n", out);
    }
    for (size_t i = 0; i < page->count; i++) {
        fputs(page->parts[i].plain, out);
    }
    fputs("</main>\n", out);
    if (statistics != NULL) {
        statistics_html(reporter, statistics, WORDS_STATISTICS_HEADING, "statistics");
    }
    fputs("<footer><p>", out);
    print_sentence(reporter, WORDS_PAGE_FOOT, ARGUMENTS(TERM("version", vrmlint_full_version())));
    fputs("</p></footer>\n", out);
}

static void html_end(struct reporter *reporter, const struct report_summary *summary)
{
    struct page *page = reporter->state;
    struct page none = {.language = reporter->options.language, .lost = summary->files};
    const struct page *shown = page == NULL ? &none : page;
    print_html_head(reporter);
    print_plain_part(reporter, shown, summary->statistics);
    if (print_all_data(reporter, shown)) {
        fputs("<script type=\"application/octet-stream\" id=\"packed\">", reporter->out);
        fputs(html_packed, reporter->out);
        fputs("</script>\n<script>", reporter->out);
        fputs(html_loader, reporter->out);
        fputs("</script>\n</body>\n</html>\n", reporter->out);
    } else {
        reporter->no_memory = true;
    }
    if (page != NULL) {
        for (size_t i = 0; i < page->count; i++) {
            free_part(&page->parts[i]);
        }
        arena_free(page->arena);
        free(page->found);
        free(page);
    }
}

const struct report_format report_html = {
    .name = "html",
    .summary = "one page for artists, with drawings",
    .follows = true,
    .ranked = true,
    .draws = true,
    .begin = html_begin,
    .file = html_file,
    .end = html_end,
};
