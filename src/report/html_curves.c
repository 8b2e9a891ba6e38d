/*
 * How the ends of chains swing in the simulation: for each chain a graph per motion, its angle over time, with the
 * threshold that a rule compares it with. Chains that pass a threshold come first; a budget of bytes bounds the rest.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/html.h"

enum {
    BUDGET = 40000, /* bytes of all graphs of a file */
    WIDTH = 240,    /* of a graph, units */
    HEIGHT = 100,
    LEFT = 34, /* of the plot, behind the scale of degrees */
    TOP = 8,
    BOTTOM = 80,
    COLUMNS = 60, /* samples are brought together into so many: the least and the most of each stay */
};

/* The curves of one chain, which follow each other. */
struct chain {
    const struct vrmlint_curve *curves;
    size_t count;
    bool over; /* passes a threshold somewhere, or runs away */
    size_t place;
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

/* The samples of a column, as up to two points: the first of its extremes in time, then the other. Where nothing is
 * finite, the pen is lifted. */
static void put_column(struct buf *page, const struct vrmlint_curve *curve, size_t begin, size_t end, double scale,
                       bool *drawing)
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
        *drawing = false;
        return;
    }
    size_t first = least < most ? least : most;
    size_t second = least < most ? most : least;
    long y = height_of(curve->degrees[first], scale);
    buf_printf(page, "%s%ld %ld", *drawing ? " " : "M", across_of(first, curve->count), y);
    *drawing = true;
    if (height_of(curve->degrees[second], scale) != y) {
        buf_printf(page, " %ld %ld", across_of(second, curve->count), height_of(curve->degrees[second], scale));
    }
}

static void put_line(struct buf *page, const struct vrmlint_curve *curve, double scale)
{
    size_t columns = curve->count < COLUMNS ? curve->count : COLUMNS;
    bool drawing = false;
    buf_str(page, "<path class=\"line\" d=\"");
    for (size_t i = 0; i < columns; i++) {
        size_t begin = (size_t)((double)curve->count * (double)i / (double)columns);
        size_t end = (size_t)((double)curve->count * (double)(i + 1) / (double)columns);
        put_column(page, curve, begin, end > begin ? end : begin + 1, scale, &drawing);
    }
    buf_str(page, "\"/>");
}

/* "Walk: up to 34 degrees, threshold 20 degrees". */
static void put_summary(struct buf *page, const struct vrmlint_curve *curve, const struct peak *peak)
{
    html_put(page, curve->motion, HTML_NAME_MAX);
    if (peak->runs_away) {
        buf_str(page, ": runs away");
    } else {
        buf_printf(page, ": up to %.0f°", fmin(peak->degrees, 180));
    }
    if (isfinite(curve->threshold)) {
        buf_printf(page, ", threshold %.0f°", fmin(fmax(curve->threshold, 0), 180));
    }
}

static void put_graph(struct buf *page, const struct vrmlint_curve *curve)
{
    struct peak peak = peak_of(curve);
    bool has_threshold = isfinite(curve->threshold);
    double scale = scale_for(has_threshold ? fmax(peak.degrees, curve->threshold) : peak.degrees);
    double seconds = curve->seconds_per_sample * (double)(curve->count > 0 ? curve->count - 1 : 0);
    buf_printf(page, "<li%s><svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" aria-hidden=\"true\">",
               peak.over ? " class=\"over\"" : "", (int)WIDTH, (int)HEIGHT, (int)WIDTH, (int)HEIGHT);
    buf_printf(page, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/><text x=\"%d\" y=\"%d\">%.0f°</text>", (int)LEFT,
               (int)TOP, (int)BOTTOM, (int)WIDTH - 4, (int)LEFT - 5, (int)TOP + 8, scale);
    buf_printf(page, "<text x=\"%d\" y=\"%d\">0°</text><text x=\"%d\" y=\"%d\">%.3g s</text>", (int)LEFT - 5,
               (int)BOTTOM, (int)WIDTH - 4, (int)BOTTOM + 16, isfinite(seconds) ? fmin(fmax(seconds, 0), 9999) : 0);
    if (has_threshold) {
        long y = height_of(curve->threshold, scale);
        buf_printf(page, "<path class=\"threshold\" d=\"M%d %ldH%d\"/>", (int)LEFT, y, (int)WIDTH - 4);
    }
    put_line(page, curve, scale);
    buf_str(page, "</svg><p>");
    put_summary(page, curve, &peak);
    buf_str(page, "</p></li>\n");
}

/* ---- all chains ---- */

static int over_first(const void *left, const void *right)
{
    const struct chain *a = left;
    const struct chain *b = right;
    if (a->over != b->over) {
        return a->over ? -1 : 1;
    }
    return a->place < b->place ? -1 : 1;
}

/* The chains of a file, those that pass a threshold first. */
static struct chain *list_chains(struct arena *arena, const struct vrmlint_report *report, size_t *count)
{
    struct chain *chains = arena_array(arena, report->curve_count, sizeof *chains);
    *count = 0;
    for (size_t i = 0; i < report->curve_count; i++) {
        const struct vrmlint_curve *curve = &report->curves[i];
        if (i == 0 || curve->spring != curve[-1].spring || strcmp(curve->subject, curve[-1].subject) != 0) {
            chains[(*count)++] = (struct chain){.curves = curve, .place = i};
        }
        struct chain *chain = &chains[*count - 1];
        chain->count++;
        chain->over = chain->over || peak_of(curve).over;
    }
    if (*count > 0) {
        qsort(chains, *count, sizeof *chains, over_first);
    }
    return chains;
}

static void put_chain(struct buf *page, const struct chain *chain)
{
    buf_str(page, "<h4>");
    html_put_name(page, chain->curves->subject);
    buf_str(page, "</h4><ul class=\"graphs\">\n");
    for (size_t i = 0; i < chain->count; i++) {
        put_graph(page, &chain->curves[i]);
    }
    buf_str(page, "</ul>\n");
}

void html_put_curves(struct buf *page, const struct vrmlint_report *report)
{
    if (report->curve_count == 0) {
        return;
    }
    size_t count;
    const struct chain *chains = list_chains(page->arena, report, &count);
    size_t start = page->length;
    size_t shown = 0;
    buf_str(page, "<details class=\"more\"><summary>How the chains swing</summary>\n"
                  "<p class=\"at\">The angle of each chain&#39;s end from where it was modelled, over time, while the "
                  "avatar moves. The dashed line is the threshold of a rule.</p>\n");
    for (; shown < count && page->length - start < BUDGET; shown++) {
        put_chain(page, &chains[shown]);
    }
    if (shown < count) {
        buf_str(page, "<p class=\"at\">and ");
        html_put_things(page, count - shown, "chain");
        buf_str(page, " more</p>");
    }
    buf_str(page, "</details>\n");
}
