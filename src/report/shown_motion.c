/* Writes how chains move in the simulation, as JSON: curves for graphs, and films (animation clips). */
#include <math.h>
#include <string.h>

#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "message/member_names.h"
#include "report/escape.h"
#include "report/print.h"
#include "report/shown_json.h"

enum {
    COLUMNS = 50,     /* of a graph: a curve of more samples has the least and the greatest of each */
    OVER_CURVES = 60, /* curves above their thresholds that are always written */
    FILM_STEPS = 200, /* units of the largest extent of a film */
};

/* ---- curves ---- */

struct peak {
    double degrees;
    bool runs_away; /* a sample isn't a finite number */
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
    peak.over = peak.runs_away || peak.degrees > curve->threshold; /* false if the threshold is NaN */
    return peak;
}

static void print_motion_sample(FILE *out, const struct vrmlint_curve *curve, size_t sample, bool first)
{
    fputs(first ? "" : ",", out);
    if (isfinite(curve->degrees[sample])) {
        double tenths = nearbyint(fmin((double)curve->degrees[sample], 180) * 10);
        fprintf(out, "%g", tenths / 10);
    } else {
        fputs("null", out);
    }
}

/* Writes two samples of a column: the least and the greatest, in the order of time. */
static void print_column(FILE *out, const struct vrmlint_curve *curve, size_t begin, size_t end)
{
    size_t least = begin;
    size_t most = begin;
    for (size_t i = begin; i < end; i++) {
        if (isfinite(curve->degrees[i])) {
            least = !isfinite(curve->degrees[least]) || curve->degrees[i] < curve->degrees[least] ? i : least;
            most = !isfinite(curve->degrees[most]) || curve->degrees[i] > curve->degrees[most] ? i : most;
        }
    }
    print_motion_sample(out, curve, least < most ? least : most, begin == 0);
    print_motion_sample(out, curve, least < most ? most : least, false);
}

static void print_samples(FILE *out, const struct vrmlint_curve *curve)
{
    fputs(", \"samples\": [", out);
    if (curve->count <= (size_t)2 * COLUMNS) {
        for (size_t i = 0; i < curve->count; i++) {
            print_motion_sample(out, curve, i, i == 0);
        }
    } else {
        for (size_t i = 0; i < COLUMNS; i++) {
            print_column(out, curve, curve->count * i / COLUMNS, curve->count * (i + 1) / COLUMNS);
        }
    }
    fputs("]}", out);
}

static void print_curve(FILE *out, enum vrmlint_language language, const struct vrmlint_curve *curve)
{
    struct words_room room;
    struct peak peak = peak_of(curve);
    double seconds = curve->seconds_per_sample * (double)(curve->count > 0 ? curve->count - 1 : 0);
    fprintf(out, "{\"motion\": \"%s\"", curve->motion);
    if (!peak.runs_away) {
        fprintf(out, ", \"peak\": %.4g", fmin(peak.degrees, 180));
    }
    if (isfinite(curve->threshold)) {
        fprintf(out, ", \"threshold\": %.4g", fmin(fmax(curve->threshold, 0), 180));
    }
    member_text(out, "time",
                words_text(&room, language, WORDS_ALONE,
                           ARGUMENTS(SECONDS("thing", isfinite(seconds) ? fmin(fmax(seconds, 0), 9999) : 0, 3))),
                false);
    fputs(peak.over ? ", \"over\": true" : "", out);
    print_samples(out, curve);
}

static bool is_same(const struct vrmlint_text *a, const struct vrmlint_text *b)
{
    return strcmp(vrmlint_text_in(a, VRMLINT_ENGLISH), vrmlint_text_in(b, VRMLINT_ENGLISH)) == 0;
}

/* Returns the end of the curves of the chain that begins at an index; *over: one of them is above its threshold. */
static size_t end_of_motion(const struct vrmlint_report *report, size_t begin, bool *over)
{
    const struct vrmlint_curve *first = &report->curves[begin];
    size_t end = begin;
    *over = false;
    for (; end < report->curve_count; end++) {
        const struct vrmlint_curve *curve = &report->curves[end];
        if (curve->spring != first->spring || (end > begin && !is_same(&curve->subject, &first->subject))) {
            break;
        }
        *over = *over || peak_of(curve).over;
    }
    return end;
}

void shown_print_curves(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report, size_t most)
{
    size_t written = 0;
    size_t more = 0;
    fputs("{\"chains\": [", out);
    for (int pass = 0; pass < 2; pass++) {
        size_t limit = pass == 0 && most < OVER_CURVES ? OVER_CURVES : most;
        bool over;
        for (size_t begin = 0, end; begin < report->curve_count; begin = end) {
            end = end_of_motion(report, begin, &over);
            if (over != (pass == 0)) {
                continue;
            }
            if (written >= limit) {
                more++;
                continue;
            }
            fputs(written > 0 ? ", {\"subject\": " : "{\"subject\": ", out);
            member_print_name(out, vrmlint_text_in(&report->curves[begin].subject, language));
            fputs(", \"curves\": [", out);
            for (size_t i = begin; i < end; i++) {
                fputs(i == begin ? "" : ", ", out);
                print_curve(out, language, &report->curves[i]);
            }
            fputs("]}", out);
            written += end - begin;
        }
    }
    fprintf(out, "], \"more\": %zu}", more);
}

/* ---- films ---- */

/* Returns the index of the finding that a film shows; finding_count if it isn't listed. */
static size_t finding_of(const struct vrmlint_report *report, const struct vrmlint_film *film)
{
    size_t i = 0;
    while (i < report->finding_count &&
           (report->findings[i].rule != film->rule || !is_same(&report->findings[i].subject, &film->subject))) {
        i++;
    }
    return i;
}

static void include_bones(double least[3], double most[3], const struct vrmlint_film_bone *bones, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            least[axis] = fmin(least[axis], fminf(bones[i].from[axis], bones[i].to[axis]));
            most[axis] = fmax(most[axis], fmaxf(bones[i].from[axis], bones[i].to[axis]));
        }
    }
}

/* Coordinates of a film: the axis that points to the right, and the corner that is the origin. */
struct stage {
    int across;
    double turn;
    double left;
    double top;
    double scale;
};

/* Returns how far the end of the chain moves along an axis. */
static double range_of(const struct vrmlint_film *film, int axis)
{
    double least = INFINITY;
    double most = -INFINITY;
    for (size_t i = film->bone_count; i <= film->frame_bone_count; i += film->bone_count) {
        least = fmin(least, film->frames[i - 1].to[axis]);
        most = fmax(most, film->frames[i - 1].to[axis]);
    }
    return most - least;
}

static struct stage stage_of(const struct vrmlint_film *film, bool faces_back)
{
    double least[3] = {INFINITY, INFINITY, INFINITY};
    double most[3] = {-INFINITY, -INFINITY, -INFINITY};
    include_bones(least, most, film->modelled, film->bone_count);
    include_bones(least, most, film->frames, film->frame_bone_count);
    include_bones(least, most, film->fixed, film->fixed_bone_count);
    struct stage stage = {.across = range_of(film, 2) > range_of(film, 0) ? 2 : 0, .turn = faces_back ? -1 : 1};
    stage.left = faces_back ? -most[stage.across] : least[stage.across];
    stage.top = most[1];
    stage.scale = FILM_STEPS / fmax(fmax(most[stage.across] - least[stage.across], most[1] - least[1]), 1e-6);
    return stage;
}

static void print_motion_point(FILE *out, const struct stage *stage, const float place[3], const char *separator)
{
    fprintf(out, "%s%ld,%ld", separator, lround((stage->turn * place[stage->across] - stage->left) * stage->scale),
            lround((stage->top - (double)place[1]) * stage->scale));
}

/* Writes the chain at each time as a list of the horizontal and vertical coordinates of its points. */
static void print_frames(FILE *out, const char *name, const struct stage *stage, const struct vrmlint_film_bone *bones,
                         size_t count, size_t bone_count)
{
    fprintf(out, ", \"%s\": [", name);
    for (size_t begin = 0; begin + bone_count <= count; begin += bone_count) {
        print_motion_point(out, stage, bones[begin].from, begin == 0 ? "[" : ",[");
        for (size_t i = begin; i < begin + bone_count; i++) {
            print_motion_point(out, stage, bones[i].to, ",");
        }
        fputc(']', out);
    }
    fputc(']', out);
}

static void print_film(FILE *out, enum vrmlint_language language, const struct vrmlint_film *film, size_t finding,
                       bool faces_back)
{
    struct words_room room;
    struct stage stage = stage_of(film, faces_back);
    fprintf(out, "{\"finding\": %zu, \"motion\": \"%s\", \"side\": %s, \"seconds\": %.4g", finding, film->motion,
            stage.across == 2 ? "true" : "false", film->seconds_per_frame);
    print_frames(out, "modelled", &stage, film->modelled, film->bone_count, film->bone_count);
    print_frames(out, "frames", &stage, film->frames, film->frame_bone_count, film->bone_count);
    if (film->fixed_bone_count > 0) {
        const char *with =
            film->parameter == NULL
                ? words_text(&room, language, WORDS_PAGE_FILM_WITH_RADIUS, ARGUMENTS(METRES("value", film->value, 3)))
                : words_text(&room, language, WORDS_PAGE_FILM_WITH,
                             ARGUMENTS(the_member("parameter", film->parameter), NUMBER("value", film->value, 3)));
        member_text(out, "with", with, false);
        print_frames(out, "fixed", &stage, film->fixed, film->fixed_bone_count, film->bone_count);
    }
    fputc('}', out);
}

void shown_print_films(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report, size_t most)
{
    size_t written = 0;
    bool faces_back = report->drawing != NULL && report->drawing->faces_back;
    fputc('[', out);
    for (size_t i = 0; i < report->film_count; i++) {
        const struct vrmlint_film *film = &report->films[i];
        size_t points = film->frame_bone_count + film->fixed_bone_count;
        size_t finding = finding_of(report, film);
        if (film->bone_count == 0 || film->frame_bone_count < film->bone_count || finding == report->finding_count ||
            points > most) {
            continue;
        }
        fputs(written++ == 0 ? "" : ", ", out);
        print_film(out, language, film, finding, faces_back);
        most -= points;
    }
    fputc(']', out);
}
