/*
 * How the ends of chains swing in the simulation: for each chain a graph per motion, its angle over time, with the
 * threshold that a rule compares it with. Chains that pass a threshold come first; a budget of bytes bounds the others.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "report/html.h"

enum {
    WIDTH = 240, /* of a graph, units */
    HEIGHT = 100,
    LEFT = 34, /* of the plot, behind the scale of degrees */
    TOP = 8,
    BOTTOM = 80,
    BAD_BUDGET = 40000,  /* bytes that chains that swing badly may take, whatever is left */
    FINDINGS_MAX = 1000, /* of rules on motion that are looked at */
    COLUMNS = 50,        /* samples are brought together into so many: the least and the most of each stay */
};

/* The curves of one chain, which follow each other. */
struct chain {
    const struct vrmlint_curve *curves;
    size_t count;
    bool over;      /* passes a threshold somewhere, or runs away */
    size_t finding; /* the number in the page of what a rule on motion says of it; 0: nothing */
    size_t index;
};

/* What a curve comes to. */
struct peak {
    double degrees;
    bool runs_away; /* some sample isn't a finite number */
    bool over;
};

static struct peak peak_of(const struct vrmlint_curve *curve)
{
    struct peak peak = {0};
    for (size_t i = 0; i < curve->count; i++) {
        if (!isfinite(curve->degrees[i])) {
            peak.runs_away = true;
        } else {
            peak.degrees = fmax(peak.degrees, curve->degrees[i]);
        }
    }
    peak.over = peak.runs_away || peak.degrees > curve->threshold; /* false where the threshold is NaN */
    return peak;
}

/* ---- one graph ---- */

/* The upper end of the scale: a round number that both the curve and its threshold fit below. */
static double scale_for(double degrees)
{
    static const double steps[] = {5, 10, 20, 30, 45, 60, 90, 120};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (degrees <= steps[i]) {
            return steps[i];
        }
    }
    return 180;
}

static long height_of(double degrees, double scale)
{
    double share = fmin(fmax(degrees / scale, 0), 1);
    return lround(BOTTOM - share * (BOTTOM - TOP));
}

static long across_of(size_t sample, size_t count)
{
    return LEFT + lround((double)sample / (double)(count > 1 ? count - 1 : 1) * (WIDTH - LEFT - 4));
}

/* Points on their way into a path. */
struct line {
    struct {
        long x;
        long y;
    } points[2 * COLUMNS];
    size_t count;
};

static void add_point(struct line *line, const struct vrmlint_curve *curve, size_t sample, double scale)
{
    line->points[line->count].x = across_of(sample, curve->count);
    line->points[line->count++].y = height_of(curve->degrees[sample], scale);
}

/* Prints what was collected, but for points amid others of the same height, and begins anew. */
static void flush(struct buf *page, struct line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        bool inner = i > 0 && i + 1 < line->count && line->points[i].y == line->points[i - 1].y &&
                     line->points[i].y == line->points[i + 1].y;
        if (!inner) {
            buf_printf(page, "%s%ld %ld", i == 0 ? "M" : " ", line->points[i].x, line->points[i].y);
        }
    }
    line->count = 0;
}

/* The samples of a column, as up to two points: the least and the most, in the order of time. Where nothing is finite,
 * the line is broken. */
static void add_column(struct buf *page, struct line *line, const struct vrmlint_curve *curve, size_t begin, size_t end,
                       double scale)
{
    size_t least = end;
    size_t most = end;
    for (size_t i = begin; i < end; i++) {
        if (isfinite(curve->degrees[i])) {
            least = least == end || curve->degrees[i] < curve->degrees[least] ? i : least;
            most = most == end || curve->degrees[i] > curve->degrees[most] ? i : most;
        }
    }
    if (least == end) {
        flush(page, line);
        return;
    }
    add_point(line, curve, least < most ? least : most, scale);
    if (least != most) {
        add_point(line, curve, least < most ? most : least, scale);
    }
}

static void put_line(struct buf *page, const struct vrmlint_curve *curve, double scale)
{
    size_t columns = curve->count < COLUMNS ? curve->count : COLUMNS;
    struct line line = {.count = 0};
    buf_str(page, "<path class=\"line\" d=\"");
    for (size_t i = 0; i < columns; i++) {
        size_t begin = (size_t)((double)curve->count * (double)i / (double)columns);
        size_t end = (size_t)((double)curve->count * (double)(i + 1) / (double)columns);
        add_column(page, &line, curve, begin, end > begin ? end : begin + 1, scale);
    }
    flush(page, &line);
    buf_str(page, "\"/>");
}

enum message html_motion(const char *motion)
{
    static const struct {
        const char *motion;
        enum message label;
    } labels[] = {
        {"settle", WORDS_MOTION_SETTLE},
        {"step", WORDS_MOTION_STEP},
        {"shake", WORDS_MOTION_SHAKE},
        {"walk", WORDS_MOTION_WALK},
        {"turn", WORDS_MOTION_TURN},
        {"nod", WORDS_MOTION_NOD},
        {"teleport", WORDS_MOTION_TELEPORT},
        {"hitch", WORDS_MOTION_HITCH},
        {"arms-down", WORDS_MOTION_ARMS_DOWN},
        {"step-left", WORDS_MOTION_STEP_LEFT},
        {"step-right", WORDS_MOTION_STEP_RIGHT},
        {"sit", WORDS_MOTION_SIT},
        {"arms-crossed", WORDS_MOTION_ARMS_CROSSED},
        {"head-turn", WORDS_MOTION_HEAD_TURN},
        {"head-nod", WORDS_MOTION_HEAD_NOD},
    };
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        if (strcmp(motion, labels[i].motion) == 0) {
            return labels[i].label;
        }
    }
    return WORDS_MOTION_OTHER;
}

/* "Walking: up to 34 degrees, threshold 45 degrees". */
static void put_summary(struct buf *page, enum vrmlint_language language, const struct vrmlint_curve *curve,
                        const struct peak *peak)
{
    html_say(page, language, html_motion(curve->motion), NO_ARGUMENTS);
    buf_str(page, ": ");
    if (peak->runs_away) {
        html_say(page, language, WORDS_PAGE_RUNS_AWAY, NO_ARGUMENTS);
    } else {
        html_say(page, language, WORDS_PAGE_UP_TO,
                 ARGUMENTS(COUNT("degrees", (uint64_t)lround(fmin(peak->degrees, 180)))));
    }
    if (isfinite(curve->threshold)) {
        html_say(page, language, WORDS_COMMA, NO_ARGUMENTS);
        html_say(page, language, WORDS_PAGE_THRESHOLD,
                 ARGUMENTS(COUNT("degrees", (uint64_t)lround(fmin(fmax(curve->threshold, 0), 180)))));
    }
}

static void put_graph(struct buf *page, enum vrmlint_language language, const struct vrmlint_curve *curve)
{
    struct peak peak = peak_of(curve);
    bool has_threshold = isfinite(curve->threshold);
    double scale = scale_for(has_threshold ? fmax(peak.degrees, curve->threshold) : peak.degrees);
    double seconds = curve->seconds_per_sample * (double)(curve->count > 0 ? curve->count - 1 : 0);
    buf_printf(page, "<li%s><svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" aria-hidden=\"true\">",
               peak.over ? " class=\"over\"" : "", (int)WIDTH, (int)HEIGHT, (int)WIDTH, (int)HEIGHT);
    buf_printf(page, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/><text x=\"%d\" y=\"%d\">%.0f°</text>", (int)LEFT,
               (int)TOP, (int)BOTTOM, (int)WIDTH - 4, (int)LEFT - 5, (int)TOP + 8, scale);
    buf_printf(page, "<text x=\"%d\" y=\"%d\">0°</text><text x=\"%d\" y=\"%d\">", (int)LEFT - 5, (int)BOTTOM,
               (int)WIDTH - 4, (int)BOTTOM + 16);
    html_say(page, language, WORDS_ALONE,
             ARGUMENTS(SECONDS("thing", isfinite(seconds) ? fmin(fmax(seconds, 0), 9999) : 0, 3)));
    buf_str(page, "</text>");
    if (has_threshold) {
        long y = height_of(curve->threshold, scale);
        buf_printf(page, "<path class=\"threshold\" d=\"M%d %ldH%d\"/>", (int)LEFT, y, (int)WIDTH - 4);
    }
    put_line(page, curve, scale);
    buf_str(page, "</svg><p>");
    put_summary(page, language, curve, &peak);
    buf_str(page, "</p></li>\n");
}

/* ---- all chains ---- */

static int worst_first(const void *left, const void *right)
{
    const struct chain *a = left;
    const struct chain *b = right;
    if ((a->finding != 0) != (b->finding != 0)) {
        return a->finding != 0 ? -1 : 1;
    }
    if (a->over != b->over) {
        return a->over ? -1 : 1;
    }
    return a->index < b->index ? -1 : 1;
}

/* In whichever language there is. */
static bool is_same(const struct vrmlint_text *a, const struct vrmlint_text *b)
{
    return strcmp(vrmlint_text_in(a, VRMLINT_ENGLISH), vrmlint_text_in(b, VRMLINT_ENGLISH)) == 0;
}

/* What rules on motion say of chains. Looks at the first findings of theirs alone: there is one for each rule and
 * chain.
 */
static void find_findings(const struct vrmlint_report *report, const size_t *numbers, struct chain *chains,
                          size_t count)
{
    size_t looked_at = 0;
    for (size_t i = 0; i < report->finding_count && looked_at < FINDINGS_MAX; i++) {
        if (numbers[i] == 0 || strncmp(report->findings[i].rule->id, "sim/", 4) != 0) {
            continue;
        }
        looked_at++;
        for (size_t k = 0; k < count; k++) {
            if (chains[k].finding == 0 && is_same(&chains[k].curves->subject, &report->findings[i].subject)) {
                chains[k].finding = numbers[i];
            }
        }
    }
}

/* The chains of a file: those that a rule on motion speaks of first, then those that pass a threshold. */
static struct chain *list_chains(struct arena *arena, const struct vrmlint_report *report, const size_t *numbers,
                                 size_t *count)
{
    struct chain *chains = arena_array(arena, report->curve_count, sizeof *chains);
    *count = 0;
    for (size_t i = 0; i < report->curve_count; i++) {
        const struct vrmlint_curve *curve = &report->curves[i];
        if (i == 0 || curve->spring != curve[-1].spring || !is_same(&curve->subject, &curve[-1].subject)) {
            chains[(*count)++] = (struct chain){.curves = curve, .index = i};
        }
        struct chain *chain = &chains[*count - 1];
        chain->count++;
        chain->over = chain->over || peak_of(curve).over;
    }
    find_findings(report, numbers, chains, *count);
    if (*count > 0) {
        qsort(chains, *count, sizeof *chains, worst_first);
    }
    return chains;
}

static void put_chain(struct buf *page, enum vrmlint_language language, const struct chain *chain, size_t file)
{
    buf_str(page, "<h4>");
    html_put_name(page, vrmlint_text_in(&chain->curves->subject, language));
    buf_str(page, "</h4>");
    if (chain->finding != 0) {
        html_put_link(page, language, file, chain->finding);
    }
    buf_str(page, "<ul class=\"graphs\">\n");
    for (size_t i = 0; i < chain->count; i++) {
        put_graph(page, language, &chain->curves[i]);
    }
    buf_str(page, "</ul>\n");
}

void html_put_curves(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report, size_t file,
                     const size_t *numbers, size_t budget)
{
    if (report->curve_count == 0) {
        return;
    }
    size_t count;
    const struct chain *chains = list_chains(page->arena, report, numbers, &count);
    size_t start = page->length;
    size_t shown = 0;
    buf_str(page, "<details class=\"more\">");
    html_say_in(page, language, "summary", WORDS_PAGE_CURVES, NO_ARGUMENTS);
    buf_char(page, '\n');
    html_say_in(page, language, "p class=\"at\"", WORDS_PAGE_ABOUT_CURVES, NO_ARGUMENTS);
    buf_char(page, '\n');
    for (; shown < count; shown++) {
        bool badly = chains[shown].finding != 0 || chains[shown].over;
        size_t most = badly && budget < BAD_BUDGET ? BAD_BUDGET : budget;
        if (page->length - start >= most) {
            break;
        }
        put_chain(page, language, &chains[shown], file);
    }
    if (shown < count) {
        html_say_in(page, language, "p class=\"at\"",
                    shown > 0 ? WORDS_PAGE_FULL_OF_MORE_CHAINS : WORDS_PAGE_FULL_OF_CHAINS,
                    ARGUMENTS(COUNT("count", count - shown)));
    }
    buf_str(page, "</details>\n");
}
