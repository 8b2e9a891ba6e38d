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

#include "report/formats.h"

/* Bytes of all files' parts, so that browsers still open the page: beyond the first, files come without graphs of
 * chains that swing well, beyond the second without pictures, beyond the third without findings. */
enum { GRAPH_BUDGET = 8 * 1024 * 1024, PICTURE_BUDGET = 24 * 1024 * 1024, DETAIL_BUDGET = 48 * 1024 * 1024 };

/* A file may take one part in so many of what is left for graphs. */
enum { FILES_WITH_GRAPHS = 32 };

/* A file's part of the page, as text. */
struct part {
    const char *folder; /* "avatars/", or "" */
    const char *name;
    const char *verdict;
    const char *rules;  /* " 3 17": the places of its rules, for the filter */
    const char *detail; /* "" where the budget was used up */
    size_t detail_length;
    size_t counts[VRMLINT_ERROR + 1];
    enum html_state state;
};

struct page {
    struct arena *arena;
    struct arena *scratch; /* of the file at hand; NULL between files */
    struct part *parts;
    size_t count;
    size_t capacity;
    size_t *with_rule; /* files in which each rule was found */
    size_t bytes;
    size_t lost; /* files that memory didn't suffice for */
};

/* ---- collecting ---- */

static void begin(struct reporter *reporter)
{
    struct page *page = calloc(1, sizeof *page);
    size_t rules;
    vrmlint_rules(&rules);
    if (page != NULL) {
        page->arena = arena_new();
        page->with_rule = calloc(rules, sizeof *page->with_rule);
    }
    reporter->state = page;
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
    name = strcmp(path, "-") == 0 ? "standard input" : name;
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
    html_put_verdict(&verdict, report);
    part.verdict = keep(page, &verdict);
    if (page->bytes < DETAIL_BUDGET) {
        html_put_avatar(&detail, report, page->count + 1, room(page));
        part.detail = keep(page, &detail);
        part.detail_length = detail.length;
        page->bytes += detail.length;
    }
    part.rules = list_rules(page, report);
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
    if (page->arena != NULL) {
        arena_guard(page->arena, NULL);
    }
    arena_free(page->scratch);
    page->scratch = NULL;
}

/* ---- the page ---- */

static void put_head(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    fprintf(
        out,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '%s'; script-src '%s'; "
        "base-uri 'none'; form-action 'none'\">\n",
        html_style_hash, html_script_hash);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n",
          out);
    fprintf(out, "<title>%s</title>\n<style>", title);
    fputs(html_style, out);
    fputs("</style>\n</head>\n<body>\n", out);
}

static void put_foot(FILE *out)
{
    fprintf(out,
            "<footer><p>Made by vrmlint %s. This page needs nothing but itself: keep it, mail it, print it.</p>"
            "</footer>\n<script>",
            vrmlint_version());
    fputs(html_script, out);
    fputs("</script>\n</body>\n</html>\n", out);
}

static void put_lost(FILE *out, size_t lost)
{
    if (lost > 0) {
        fprintf(out, "<p class=\"lost\">Memory ran short: %zu %s missing from this page.</p>\n", lost,
                lost == 1 ? "file is" : "files are");
    }
}

static void put_undrawn(FILE *out, const struct reporter *reporter)
{
    if (reporter->options.from_records) {
        fputs("<p class=\"note\">This page was put together from reports that hold no pictures: check a file by itself "
              "to see it drawn.</p>\n",
              out);
    }
}

/* One file: all of it, open. */
static void put_single(const struct reporter *reporter, const struct page *page)
{
    FILE *out = reporter->out;
    const struct part *part = &page->parts[0];
    char letter = html_state_letter(part->state);
    put_head(out, "vrmlint report");
    fprintf(out, "<header><p class=\"path\">%s</p><h1>%s</h1>\n", part->folder, part->name);
    fprintf(out, "<p class=\"verdict %c\"><strong>%s</strong> %s</p></header>\n<main id=\"a1\">\n", letter,
            part->verdict, html_verdict_meaning(part->state));
    put_lost(out, page->lost);
    put_undrawn(out, reporter);
    fputs("<h2 class=\"aside\">What was found</h2>\n", out);
    fwrite(part->detail, 1, part->detail_length, out);
    fputs("</main>\n", out);
}

static void count_states(const struct page *page, size_t *states)
{
    for (size_t i = 0; i < page->count; i++) {
        states[page->parts[i].state]++;
    }
}

static void put_total(FILE *out, const struct page *page)
{
    static const struct {
        enum html_state state;
        const char *of_one;
        const char *of_many;
    } totals[] = {
        {HTML_FIX, "has something to fix", "have something to fix"},
        {HTML_LOOK, "has something to look at", "have something to look at"},
        {HTML_ADVICE, "is fine, with advice", "are fine, with advice"},
        {HTML_FINE, "is fine", "are fine"},
        {HTML_ACCEPTED, "has nothing but what is accepted", "have nothing but what is accepted"},
        {HTML_NOTHING, "holds nothing to check", "hold nothing to check"},
        {HTML_TROUBLE, "could not be read", "could not be read"},
    };
    size_t states[HTML_TROUBLE + 1] = {0};
    count_states(page, states);
    fprintf(out, "<header><h1>%zu files checked</h1>\n<ul class=\"totals\">", page->count);
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        size_t count = states[totals[i].state];
        if (count > 0) {
            fprintf(out, "<li class=\"verdict %c\"><strong>%zu</strong> %s</li>", html_state_letter(totals[i].state),
                    count, count == 1 ? totals[i].of_one : totals[i].of_many);
        }
    }
    fputs("</ul></header>\n", out);
}

/* Hidden until the script shows it: without one it could do nothing. */
static void put_filter(FILE *out, const struct page *page)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    fputs("<div class=\"filter\" id=\"filter\" hidden>\n"
          "<p><label for=\"find\">Search names and messages</label><input id=\"find\" type=\"search\"></p>\n"
          "<p><label for=\"level\">Show files with</label><select id=\"level\">"
          "<option value=\"\">anything</option><option value=\"e\">something to fix</option>"
          "<option value=\"w\">something to look at</option><option value=\"i\">advice</option>"
          "<option value=\"f\">nothing to mend</option><option value=\"t\">trouble: could not be read</option>"
          "</select></p>\n<p><label for=\"rule\">Rule</label><select id=\"rule\"><option value=\"\">any rule</option>",
          out);
    for (size_t i = 0; i < count; i++) {
        if (page->with_rule[i] > 0) {
            fprintf(out, "<option value=\"%zu\">%s (%zu)</option>", i, rules[i].id, page->with_rule[i]);
        }
    }
    fputs("</select></p>\n<p id=\"shown\" role=\"status\"></p>\n</div>\n"
          "<div class=\"heads\" id=\"heads\" hidden><span class=\"aside\">Sort by</span>"
          "<button type=\"button\" data-sort=\"name\">File</button><button type=\"button\" data-sort=\"e\">To "
          "fix</button>"
          "<button type=\"button\" data-sort=\"w\">To look at</button>"
          "<button type=\"button\" data-sort=\"i\">Advice</button></div>\n",
          out);
}

static void put_count(FILE *out, const size_t *counts, enum vrmlint_severity severity, const char *what)
{
    size_t count = counts[severity];
    fprintf(out, "<span class=\"n%s\">%zu<span class=\"aside\"> %s</span></span>", count == 0 ? " none" : "", count,
            what);
}

static void put_line(FILE *out, const struct part *part, size_t number)
{
    char letter = html_state_letter(part->state);
    fprintf(out,
            "<article id=\"a%zu\" class=\"file\" data-e=\"%zu\" data-w=\"%zu\" data-i=\"%zu\" data-state=\"%c\" "
            "data-rules=\"%s \">",
            number, part->counts[VRMLINT_ERROR], part->counts[VRMLINT_WARNING], part->counts[VRMLINT_INFO], letter,
            part->rules);
    fprintf(out,
            "<details><summary><span class=\"line\"><span class=\"who\"><span class=\"path\">%s</span>%s "
            "<span class=\"verdict %c\">%s</span></span>",
            part->folder, part->name, letter, part->verdict);
    put_count(out, part->counts, VRMLINT_ERROR, "to fix");
    put_count(out, part->counts, VRMLINT_WARNING, "to look at");
    put_count(out, part->counts, VRMLINT_INFO, "pieces of advice");
    fprintf(out, "</span></summary>\n<p class=\"meaning\">%s</p>\n", html_verdict_meaning(part->state));
    if (part->detail_length == 0) {
        fputs("<p>The page is full: check this file alone to see what was found.</p>\n", out);
    }
    fwrite(part->detail, 1, part->detail_length, out);
    fputs("</details></article>\n", out);
}

static void put_many(const struct reporter *reporter, const struct page *page)
{
    FILE *out = reporter->out;
    put_head(out, "vrmlint report");
    put_total(out, page);
    fputs("<main>\n", out);
    put_lost(out, page->lost);
    put_undrawn(out, reporter);
    fputs("<h2 class=\"aside\">Files</h2>\n", out);
    if (page->count > 0) {
        put_filter(out, page);
        /* no list: browsers number its items anew for every one that is hidden, through all that is in them */
        fputs("<div class=\"files\" id=\"files\">\n", out);
        for (size_t i = 0; i < page->count; i++) {
            put_line(out, &page->parts[i], i + 1);
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
    put_foot(reporter->out);
    if (page != NULL) {
        arena_free(page->arena);
        free(page->with_rule);
        free(page);
    }
}

const struct report_format report_html = {
    .name = "html",
    .summary = "one page for artists, with drawings",
    .draws = true,
    .begin = begin,
    .file = file,
    .end = end,
};
