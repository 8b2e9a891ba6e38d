/*
 * Chains that move, as SVG that animates itself: what a rule on motion speaks of, and how it looks with the number that
 * the finding suggests. Who wants no motion sees where the chain comes to, beside the modelled pose.
 */
#include <math.h>
#include <string.h>

#include "ids/messages_report.h"
#include "report/html.h"

enum {
    SIZE = 200, /* of the larger extent, units */
    MARGIN = 14,
    LEAST = 110, /* a film is at least that wide */
};

/* What all pictures of a film share. */
struct stage {
    const struct vrmlint_film *film;
    int across; /* axis that runs to the right: 0 from the front, 2 from the side */
    double turn;
    double least[2];
    double most[2];
    double scale;
};

static double at_of(const struct stage *stage, const float place[3], int axis)
{
    return axis == 1 ? -place[1] : stage->turn * place[stage->across];
}

static void include(struct stage *stage, const struct vrmlint_film_bone *bones, size_t count)
{
    for (size_t i = 0; i < 2 * count; i++) {
        const float *place = i % 2 == 0 ? bones[i / 2].from : bones[i / 2].to;
        for (int axis = 0; axis < 2; axis++) {
            stage->least[axis] = fmin(stage->least[axis], at_of(stage, place, axis));
            stage->most[axis] = fmax(stage->most[axis], at_of(stage, place, axis));
        }
    }
}

/* How far the end of the chain moves along an axis. */
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
    struct stage stage = {.film = film,
                          .across = range_of(film, 2) > range_of(film, 0) ? 2 : 0,
                          .turn = faces_back ? -1 : 1,
                          .least = {INFINITY, INFINITY},
                          .most = {-INFINITY, -INFINITY}};
    include(&stage, film->modelled, film->bone_count);
    include(&stage, film->frames, film->frame_bone_count);
    include(&stage, film->fixed, film->fixed_bone_count);
    double size = fmax(stage.most[0] - stage.least[0], stage.most[1] - stage.least[1]);
    stage.scale = SIZE / fmax(size, 1e-6);
    return stage;
}

static long width_of(const struct stage *stage)
{
    long width = lround((stage->most[0] - stage->least[0]) * stage->scale) + 2L * MARGIN;
    return width > LEAST ? width : LEAST;
}

static long height_of(const struct stage *stage)
{
    return lround((stage->most[1] - stage->least[1]) * stage->scale) + 2L * MARGIN;
}

static void put_point(struct buf *page, const struct stage *stage, char before, const float place[3])
{
    double spare = ((double)width_of(stage) - 2 * MARGIN) / stage->scale - (stage->most[0] - stage->least[0]);
    buf_printf(page, "%c%ld %ld", before,
               MARGIN + lround((at_of(stage, place, 0) - stage->least[0] + spare / 2) * stage->scale),
               MARGIN + lround((at_of(stage, place, 1) - stage->least[1]) * stage->scale));
}

/* A chain as path data; as many points for every frame. */
static void put_chain(struct buf *page, const struct stage *stage, const struct vrmlint_film_bone *bones)
{
    put_point(page, stage, 'M', bones[0].from);
    for (size_t i = 0; i < stage->film->bone_count; i++) {
        put_point(page, stage, i == 0 ? 'L' : ' ', bones[i].to);
    }
}

static double distance(const float a[3], const float b[3])
{
    return hypot(hypot((double)a[0] - b[0], (double)a[1] - b[1]), (double)a[2] - b[2]);
}

/* The frame in which the end is farthest from where it was modelled; the last one, where the chain only settles. */
static const struct vrmlint_film_bone *worst_frame(const struct vrmlint_film *film,
                                                   const struct vrmlint_film_bone *frames, size_t count)
{
    const struct vrmlint_film_bone *worst = frames + count - film->bone_count;
    const float *home = film->modelled[film->bone_count - 1].to;
    for (size_t i = 0; strcmp(film->motion, "settle") != 0 && i < count; i += film->bone_count) {
        if (distance(frames[i + film->bone_count - 1].to, home) > distance(worst[film->bone_count - 1].to, home)) {
            worst = frames + i;
        }
    }
    return worst;
}

static void put_picture(struct buf *page, const struct stage *stage, const struct vrmlint_film_bone *frames,
                        size_t count)
{
    const struct vrmlint_film *film = stage->film;
    long width = width_of(stage);
    long height = height_of(stage);
    buf_printf(page, "<svg viewBox=\"0 0 %ld %ld\" width=\"%ld\" height=\"%ld\" aria-hidden=\"true\">", width, height,
               width * 4 / 5, height * 4 / 5);
    buf_str(page, "<path class=\"was\" d=\"");
    put_chain(page, stage, film->modelled);
    buf_str(page, "\"/><path class=\"is\" d=\"");
    put_chain(page, stage, worst_frame(film, frames, count));
    buf_str(page, "\"/><path class=\"moves\" d=\"");
    put_chain(page, stage, frames);
    size_t moments = count / film->bone_count; /* whole */
    buf_printf(page, "\"><animate attributeName=\"d\" dur=\"%.2fs\" repeatCount=\"indefinite\" values=\"",
               film->seconds_per_frame * (double)moments);
    for (size_t i = 0; i < count; i += film->bone_count) {
        buf_str(page, i == 0 ? "" : ";");
        put_chain(page, stage, frames + i);
    }
    buf_str(page, "\"/></path></svg>");
}

static void put_film(struct buf *page, enum vrmlint_language language, const struct vrmlint_film *film, bool faces_back)
{
    struct stage stage = stage_of(film, faces_back);
    bool settles = strcmp(film->motion, "settle") == 0;
    buf_printf(page, "<figure class=\"film%s\"><div><div>", settles ? " settles" : "");
    put_picture(page, &stage, film->frames, film->frame_bone_count);
    html_say_in(page, language, "p", WORDS_PAGE_FILM_AS_IT_IS, NO_ARGUMENTS);
    buf_str(page, "</div>");
    if (film->fixed_bone_count > 0) {
        buf_str(page, "<div class=\"better\">");
        put_picture(page, &stage, film->fixed, film->fixed_bone_count);
        html_say_in(page, language, "p", film->parameter == NULL ? WORDS_PAGE_FILM_WITH_RADIUS : WORDS_PAGE_FILM_WITH,
                    film->parameter == NULL
                        ? ARGUMENTS(METRES("value", film->value, 3))
                        : ARGUMENTS(TERM("parameter", film->parameter), NUMBER("value", film->value, 3)));
        buf_str(page, "</div>");
    }
    buf_str(page, "</div><figcaption>");
    html_say(page, language, stage.across == 0 ? WORDS_PAGE_FILM_FRONT : WORDS_PAGE_FILM_SIDE,
             ARGUMENTS(WORD("motion", html_motion(film->motion))));
    buf_str(page, "</figcaption></figure>");
}

static const struct vrmlint_film *film_of(const struct vrmlint_report *report, const struct vrmlint_finding *finding)
{
    const char *subject = vrmlint_text_in(&finding->subject, VRMLINT_ENGLISH);
    for (size_t i = 0; i < report->film_count; i++) {
        const struct vrmlint_film *film = &report->films[i];
        if (film->rule == finding->rule && film->bone_count > 0 && film->frame_bone_count >= film->bone_count &&
            strcmp(vrmlint_text_in(&film->subject, VRMLINT_ENGLISH), subject) == 0) {
            return film;
        }
    }
    return NULL;
}

void html_put_film(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                   const struct vrmlint_finding *finding, size_t *room)
{
    const struct vrmlint_film *film = film_of(report, finding);
    if (film == NULL) {
        return;
    }
    struct buf text = BUF_INIT(page->arena);
    put_film(&text, language, film, report->drawing != NULL && report->drawing->faces_back);
    if (text.length <= *room) {
        *room -= text.length;
        buf_add(page, text.text, text.length);
    }
}
