/*
 * For artists: one page of HTML that loads nothing from outside. One file fills the page; of several each is a line to
 * open, and they can be searched, filtered and sorted.
 *
 * The verdict over all files comes first, so the page is written at the end: until then each file's part is kept as
 * text. What is kept has a bound; beyond it files have fewer pictures, then only their line, and the page says so.
 */
#include "report/html.h"

#include <stdlib.h>
#include <string.h>

#include "ids/messages_fix.h"
#include "ids/messages_report.h"
#include "report/formats.h"
#include "report/say.h"
#include "report/statistics.h"

/* Bytes of all files' parts, so that browsers still open the page: beyond the first, files come without graphs of
 * chains that swing well, beyond the second without pictures, beyond the third without findings. */
enum { GRAPH_BUDGET = 8 * 1024 * 1024, PICTURE_BUDGET = 24 * 1024 * 1024, DETAIL_BUDGET = 48 * 1024 * 1024 };

/* A file may take one part in so many of what is left for graphs, and of what is left for thumbnails. */
enum { FILES_WITH_GRAPHS = 32, FILES_WITH_THUMBNAILS = 16, THUMBNAIL_BUDGET = 24 * 1024 * 1024 };

/* A file's part of the page, as text. */
struct part {
    const char *folder; /* "avatars/", or "" */
    const char *name;
    const char *verdict;
    const char *exporter; /* "" where the file doesn't say */
    const char *picture;  /* small */
    const char *rules;    /* " 3 17": the places of its rules, for the filter */
    const char *families; /* " 3:2 17:1": the first rule of each of its families, and how many findings are of it */
    const char *detail;   /* "" where the budget was used up */
    size_t detail_length;
    size_t counts[VRMLINT_ERROR + 1];
    enum html_state state;
};

struct page {
    enum vrmlint_language language;
    struct arena *arena;
    struct arena *scratch; /* of the file at hand; NULL between files */
    struct part *parts;
    size_t count;
    size_t capacity;
    size_t *with_rule;   /* files in which each rule was found */
    size_t *family;      /* per rule: the first of its family */
    size_t *with_family; /* by that: files in which any of it was found */
    size_t bytes;
    size_t thumbnails; /* bytes of these */
    size_t fixable;    /* findings */
    size_t lost;       /* files that memory didn't suffice for */
};

/* ---- collecting ---- */

static void begin(struct reporter *reporter)
{
    struct page *page = calloc(1, sizeof *page);
    size_t rules;
    vrmlint_rules(&rules);
    if (page != NULL) {
        page->language = reporter->options.language;
        page->arena = arena_new();
        page->with_rule = calloc(3 * rules, sizeof *page->with_rule);
    }
    if (page != NULL && page->with_rule != NULL) {
        page->family = page->with_rule + rules;
        page->with_family = page->family + rules;
        for (size_t i = 0; i < rules; i++) {
            page->family[i] = html_family(i);
        }
    }
    reporter->state = page;
    reporter->no_memory = page == NULL || page->arena == NULL || page->with_rule == NULL;
}

/* A copy for good of what was written into the scratch arena. */
static const char *keep(struct page *page, const struct buf *text)
{
    return arena_copy(page->arena, buf_text(text), text->length);
}

static const char *keep_name(struct page *page, const char *text, size_t length)
{
    struct buf name = BUF_INIT(page->scratch);
    html_put_name(&name, arena_copy(page->scratch, text, length));
    return keep(page, &name);
}

static void name_part(struct page *page, struct part *part, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    struct said room;
    name = say_path(&room, page->language, name);
    part->folder = slash == NULL ? "" : keep_name(page, path, (size_t)(slash - path) + 1);
    part->name = keep_name(page, name, strlen(name));
}

static const char *list_rules(struct page *page, const struct vrmlint_report *report)
{
    size_t count;
    vrmlint_rules(&count);
    bool *marks = arena_array(page->scratch, count, sizeof *marks);
    struct buf text = BUF_INIT(page->scratch);
    html_mark_rules(report, marks);
    for (size_t i = 0; i < count; i++) {
        if (marks[i]) {
            buf_printf(&text, " %zu", i);
            page->with_rule[i]++;
        }
    }
    return keep(page, &text);
}

static const char *list_families(struct page *page, const struct vrmlint_report *report)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    size_t *found = arena_array(page->scratch, count, sizeof *found);
    struct buf text = BUF_INIT(page->scratch);
    for (size_t i = 0; i < report->finding_count; i++) {
        found[page->family[report->findings[i].rule - rules]]++;
    }
    for (size_t i = 0; i < count; i++) {
        if (found[i] > 0) {
            buf_printf(&text, " %zu:%zu", i, found[i]);
            page->with_family[i]++;
        }
    }
    return keep(page, &text);
}

static const char *draw_small(struct page *page, const struct vrmlint_report *report)
{
    struct buf picture = BUF_INIT(page->scratch);
    size_t left = page->thumbnails < THUMBNAIL_BUDGET ? THUMBNAIL_BUDGET - page->thumbnails : 0;
    if (page->bytes < DETAIL_BUDGET) {
        html_put_picture(&picture, report, left / FILES_WITH_THUMBNAILS);
    }
    page->thumbnails += picture.length;
    return keep(page, &picture);
}

/* What a file may take for pictures. A report of few files has every graph, one of many those of the chains that swing
 * badly. */
static struct html_room room(const struct page *page)
{
    size_t graphs = page->bytes < GRAPH_BUDGET ? (GRAPH_BUDGET - page->bytes) / FILES_WITH_GRAPHS : 0;
    return (struct html_room){.pictures = page->bytes < PICTURE_BUDGET, .graphs = graphs};
}

static void add(struct page *page, const struct vrmlint_report *report)
{
    page->parts = arena_grow(page->arena, page->parts, page->count, &page->capacity, sizeof *page->parts);
    struct part part = {.state = html_state(report), .detail = ""};
    struct buf verdict = BUF_INIT(page->scratch);
    struct buf detail = BUF_INIT(page->scratch);
    memcpy(part.counts, report->counts, sizeof part.counts);
    name_part(page, &part, report->path);
    html_put_verdict(&verdict, page->language, report);
    part.verdict = keep(page, &verdict);
    if (page->bytes < DETAIL_BUDGET) {
        html_put_avatar(&detail, page->language, report, page->count + 1, room(page));
        part.detail = keep(page, &detail);
        part.detail_length = detail.length;
        page->bytes += detail.length;
    }
    part.exporter = report->generator == NULL ? "" : keep_name(page, report->generator, strlen(report->generator));
    part.picture = draw_small(page, report);
    part.rules = list_rules(page, report);
    part.families = list_families(page, report);
    page->fixable += html_fixable(report, false);
    page->parts[page->count++] = part;
}

static void file(struct reporter *reporter, const struct vrmlint_report *report)
{
    struct page *page = reporter->state;
    if (page == NULL) {
        return; /* the end says so */
    }
    jmp_buf guard;
    page->scratch = arena_new();
    if (page->arena == NULL || page->with_rule == NULL || page->scratch == NULL) {
        page->lost++;
    } else if (setjmp(guard) != 0) {
        page->lost++;
    } else {
        arena_guard(page->arena, &guard);
        arena_guard(page->scratch, &guard);
        add(page, report);
    }
    reporter->no_memory = reporter->no_memory || page->lost > 0;
    if (page->arena != NULL) {
        arena_guard(page->arena, NULL);
    }
    arena_free(page->scratch);
    page->scratch = NULL;
}

/* ---- the page ---- */

/* Words as they stand in the table, which are fit for a page: what is filled in are numbers, and text that has been
 * escaped. */
static void put(const struct reporter *reporter, enum message words, const struct argument *arguments)
{
    struct said room;
    fputs(said(&room, reporter->options.language, words, arguments), reporter->out);
}

static void put_head(const struct reporter *reporter)
{
    FILE *out = reporter->out;
    fprintf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n",
            vrmlint_language_name(reporter->options.language));
    fprintf(
        out,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '%s'; script-src '%s'; "
        "img-src data:; "
        "base-uri 'none'; form-action 'none'\">\n",
        html_style_hash, html_script_hash);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n",
          out);
    fputs("<title>", out);
    put(reporter, WORDS_PAGE_TITLE, NO_ARGUMENTS);
    fputs("</title>\n<style>", out);
    fputs(html_style, out);
    fputs("</style>\n</head>\n<body>\n", out);
}

static void put_foot(const struct reporter *reporter)
{
    FILE *out = reporter->out;
    fputs("<footer><p>", out);
    put(reporter, WORDS_PAGE_FOOT, ARGUMENTS(TERM("version", vrmlint_version())));
    fputs("</p></footer>\n<script>", out);
    fputs(html_script, out);
    fputs("</script>\n</body>\n</html>\n", out);
}

/* What the page lacks. */
static void put_lacks(const struct reporter *reporter, size_t lost)
{
    if (lost > 0) {
        fputs("<p class=\"lost\">", reporter->out);
        put(reporter, WORDS_PAGE_LOST, ARGUMENTS(COUNT("count", lost)));
        fputs("</p>\n", reporter->out);
    }
    if (reporter->options.from_records) {
        fputs("<p class=\"note\">", reporter->out);
        put(reporter, WORDS_PAGE_UNDRAWN, NO_ARGUMENTS);
        fputs("</p>\n", reporter->out);
    }
}

/* One file: all of it, open. */
static void put_single(const struct reporter *reporter, const struct page *page)
{
    FILE *out = reporter->out;
    const struct part *part = &page->parts[0];
    char letter = html_state_letter(part->state);
    put_head(reporter);
    fprintf(out, "<header>%s<p class=\"path\">%s</p><h1>%s</h1>\n",
            strncmp(part->picture, "<img", 4) == 0 ? part->picture : "", part->folder, part->name);
    fprintf(out, "<p class=\"verdict %c\"><strong>%s</strong> ", letter, part->verdict);
    put(reporter, html_verdict_meaning(part->state), NO_ARGUMENTS);
    fputs("</p></header>\n<main id=\"a1\">\n", out);
    put_lacks(reporter, page->lost);
    fputs("<h2 class=\"aside\">", out);
    put(reporter, WORDS_PAGE_WHAT_WAS_FOUND, NO_ARGUMENTS);
    fputs("</h2>\n", out);
    fwrite(part->detail, 1, part->detail_length, out);
    fputs("</main>\n", out);
}

static void count_states(const struct page *page, size_t *states)
{
    for (size_t i = 0; i < page->count; i++) {
        states[page->parts[i].state]++;
    }
}

static void put_total(const struct reporter *reporter, const struct page *page)
{
    static const struct {
        enum html_state state;
        enum message words;
    } totals[] = {
        {HTML_FIX, WORDS_PAGE_TOTAL_FIX},           {HTML_LOOK, WORDS_PAGE_TOTAL_LOOK},
        {HTML_ADVICE, WORDS_PAGE_TOTAL_ADVICE},     {HTML_FINE, WORDS_PAGE_TOTAL_FINE},
        {HTML_ACCEPTED, WORDS_PAGE_TOTAL_ACCEPTED}, {HTML_NOTHING, WORDS_PAGE_TOTAL_NOTHING},
        {HTML_TROUBLE, WORDS_PAGE_TOTAL_TROUBLE},
    };
    FILE *out = reporter->out;
    size_t states[HTML_TROUBLE + 1] = {0};
    count_states(page, states);
    fputs("<header><h1>", out);
    put(reporter, WORDS_FILES_CHECKED, ARGUMENTS(COUNT("count", page->count)));
    fputs("</h1>\n<ul class=\"totals\">", out);
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        size_t count = states[totals[i].state];
        if (count > 0) {
            fprintf(out, "<li class=\"verdict %c\">", html_state_letter(totals[i].state));
            put(reporter, totals[i].words, ARGUMENTS(COUNT("count", count)));
            fputs("</li>", out);
        }
    }
    fputs("</ul>\n", out);
    if (page->fixable > 0) {
        fputs("<p>", out);
        put(reporter, WORDS_FIX_CHECK_HINT, ARGUMENTS(COUNT("count", page->fixable), TERM("path", "PATH...")));
        fputs("</p>\n", out);
    }
    fputs("</header>\n", out);
}

static void put_families(const struct reporter *reporter, const struct page *page)
{
    FILE *out = reporter->out;
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    fputs("<p><label for=\"family\">", out);
    put(reporter, WORDS_PAGE_FAMILY, NO_ARGUMENTS);
    fputs("</label><select id=\"family\"><option value=\"\">", out);
    put(reporter, WORDS_PAGE_ANY_FAMILY, NO_ARGUMENTS);
    fputs("</option>", out);
    for (size_t i = 0; i < count; i++) {
        if (page->with_family[i] > 0) {
            fprintf(out, "<option value=\"%zu\">%.*s (%zu)</option>", i, (int)strcspn(rules[i].id, "/"), rules[i].id,
                    page->with_family[i]);
        }
    }
    fputs("</select> <button type=\"button\" data-sort=\"family\" hidden>", out);
    put(reporter, WORDS_PAGE_MOST_FIRST, NO_ARGUMENTS);
    fputs("</button></p>\n", out);
}

/* Hidden until the script shows it: without one it could do nothing. */
static void put_filter(const struct reporter *reporter, const struct page *page)
{
    static const struct {
        const char *value;
        enum message words;
    } levels[] = {{"", WORDS_PAGE_LEVEL_ANY},     {"e", WORDS_PAGE_LEVEL_FIX},     {"w", WORDS_PAGE_LEVEL_LOOK},
                  {"i", WORDS_PAGE_LEVEL_ADVICE}, {"f", WORDS_PAGE_LEVEL_NOTHING}, {"t", WORDS_PAGE_LEVEL_TROUBLE}};
    FILE *out = reporter->out;
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    fputs("<div class=\"filter\" id=\"filter\" hidden>\n<p><label for=\"find\">", out);
    put(reporter, WORDS_PAGE_FIND, NO_ARGUMENTS);
    fputs("</label><input id=\"find\" type=\"search\"></p>\n<p><label for=\"level\">", out);
    put(reporter, WORDS_PAGE_LEVEL, NO_ARGUMENTS);
    fputs("</label><select id=\"level\">", out);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        fprintf(out, "<option value=\"%s\">", levels[i].value);
        put(reporter, levels[i].words, NO_ARGUMENTS);
        fputs("</option>", out);
    }
    fputs("</select></p>\n", out);
    put_families(reporter, page);
    fputs("<p><label for=\"rule\">", out);
    put(reporter, WORDS_PAGE_HEAD_RULE, NO_ARGUMENTS);
    fputs("</label><select id=\"rule\"><option value=\"\">", out);
    put(reporter, WORDS_PAGE_ANY_RULE, NO_ARGUMENTS);
    fputs("</option>", out);
    for (size_t i = 0; i < count; i++) {
        if (page->with_rule[i] > 0) {
            fprintf(out, "<option value=\"%zu\">%s (%zu)</option>", i, rules[i].id, page->with_rule[i]);
        }
    }
    /* the script fills the places of these two */
    enum vrmlint_language language = reporter->options.language;
    struct said room;
    fprintf(out, "</select></p>\n<p id=\"shown\" role=\"status\" data-all=\"%s\" ",
            said_outline(&room, language, WORDS_PAGE_SHOWN_ALL, false));
    fprintf(out, "data-some=\"%s\"></p>\n</div>\n", said_outline(&room, language, WORDS_PAGE_SHOWN, false));
}

/* What the files are sorted by: hidden like the filter. */
static void put_order(const struct reporter *reporter)
{
    static const struct {
        const char *key;
        enum message words;
    } orders[] = {
        {"name", WORDS_PAGE_FILE}, {"e", WORDS_PAGE_TO_FIX}, {"w", WORDS_PAGE_TO_LOOK_AT}, {"i", WORDS_PAGE_IS_ADVICE}};
    fputs("<div class=\"heads\" id=\"heads\" hidden><span class=\"aside\">", reporter->out);
    put(reporter, WORDS_PAGE_SORT_BY, NO_ARGUMENTS);
    fputs("</span>", reporter->out);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        fprintf(reporter->out, "<button type=\"button\" data-sort=\"%s\">", orders[i].key);
        put(reporter, orders[i].words, NO_ARGUMENTS);
        fputs("</button>", reporter->out);
    }
    fputs("</div>\n", reporter->out);
}

static void put_count(const struct reporter *reporter, const size_t *counts, enum vrmlint_severity severity,
                      enum message what)
{
    size_t count = counts[severity];
    fprintf(reporter->out, "<span class=\"n%s\">%zu<span class=\"aside\"> ", count == 0 ? " none" : "", count);
    put(reporter, what, NO_ARGUMENTS);
    fputs("</span></span>", reporter->out);
}

static void put_line(const struct reporter *reporter, const struct part *part, size_t number)
{
    FILE *out = reporter->out;
    char letter = html_state_letter(part->state);
    fprintf(out,
            "<article id=\"a%zu\" class=\"file\" data-e=\"%zu\" data-w=\"%zu\" data-i=\"%zu\" data-state=\"%c\" "
            "data-rules=\"%s \" data-families=\"%s \">",
            number, part->counts[VRMLINT_ERROR], part->counts[VRMLINT_WARNING], part->counts[VRMLINT_INFO], letter,
            part->rules, part->families);
    fprintf(out,
            "<details><summary><span class=\"small\">%s</span><span class=\"line\"><span class=\"who\">"
            "<span class=\"path\">%s</span>%s <span class=\"verdict %c\">%s</span>",
            part->picture, part->folder, part->name, letter, part->verdict);
    if (*part->exporter != '\0') {
        fprintf(out, "<span class=\"by\">%s</span>", part->exporter);
    }
    fputs("</span>", out);
    put_count(reporter, part->counts, VRMLINT_ERROR, WORDS_PAGE_COUNT_FIX);
    put_count(reporter, part->counts, VRMLINT_WARNING, WORDS_PAGE_COUNT_LOOK);
    put_count(reporter, part->counts, VRMLINT_INFO, WORDS_PAGE_COUNT_ADVICE);
    fputs("</span></summary>\n<p class=\"meaning\">", out);
    put(reporter, html_verdict_meaning(part->state), NO_ARGUMENTS);
    fputs("</p>\n", out);
    if (part->detail_length == 0) {
        fputs("<p>", out);
        put(reporter, WORDS_PAGE_FULL, NO_ARGUMENTS);
        fputs("</p>\n", out);
    }
    fwrite(part->detail, 1, part->detail_length, out);
    fputs("</details></article>\n", out);
}

static void put_many(const struct reporter *reporter, const struct page *page)
{
    FILE *out = reporter->out;
    put_head(reporter);
    put_total(reporter, page);
    fputs("<main>\n", out);
    put_lacks(reporter, page->lost);
    fputs("<h2 class=\"aside\">", out);
    put(reporter, WORDS_PAGE_FILES, NO_ARGUMENTS);
    fputs("</h2>\n", out);
    if (page->count > 0) {
        put_filter(reporter, page);
        put_order(reporter);
        /* no list: browsers number its items anew for every one that is hidden, through all that is in them */
        fputs("<div class=\"files\" id=\"files\">\n", out);
        for (size_t i = 0; i < page->count; i++) {
            put_line(reporter, &page->parts[i], i + 1);
        }
        fputs("</div>\n", out);
    }
    fputs("</main>\n", out);
}

static void end(struct reporter *reporter, const struct report_summary *summary)
{
    struct page *page = reporter->state;
    struct page none = {.lost = summary->files};
    const struct page *shown = page == NULL ? &none : page;
    if (shown->count == 1) {
        put_single(reporter, shown);
    } else {
        put_many(reporter, shown);
    }
    if (summary->statistics != NULL) {
        statistics_html(reporter, summary->statistics);
    }
    put_foot(reporter);
    if (page != NULL) {
        arena_free(page->arena);
        free(page->with_rule);
        free(page);
    }
}

const struct report_format report_html = {
    .name = "html",
    .summary = "one page for artists, with drawings",
    .follows = true,
    .draws = true,
    .begin = begin,
    .file = file,
    .end = end,
};
