/* A small picture of an avatar: the thumbnail that the file holds, or else its skeleton. */
#include "report/html_view.h"

enum {
    SMALL = 8,              /* units of a drawing in one of a skeleton */
    SKELETON_BUDGET = 1600, /* bytes of lines */
};

/* RFC 4648, section 4. */
static void put_base64(struct buf *page, const unsigned char *bytes, size_t size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char line[4 * 256];
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned bits = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? (unsigned)bytes[i + 2] : 0);
        line[used++] = letters[bits >> 18];
        line[used++] = letters[bits >> 12 & 63U];
        line[used++] = left > 1 ? letters[bits >> 6 & 63U] : '=';
        line[used++] = left > 2 ? letters[bits & 63U] : '=';
        if (used == sizeof line) {
            buf_add(page, line, used);
            used = 0;
        }
    }
    buf_add(page, line, used);
}

static void put_thumbnail(struct buf *page, const struct vrmlint_card *card)
{
    buf_printf(page,
               "<img class=\"thumb\" alt=\"\" width=\"%u\" height=\"%u\" loading=\"lazy\" decoding=\"async\" "
               "src=\"data:%s;base64,",
               card->picture_width, card->picture_height, card->picture_type);
    put_base64(page, card->picture, card->picture_size);
    buf_str(page, "\">");
}

/* The lines of the body, or of chains, from the front. */
static void put_lines(struct buf *page, const struct html_view *view, bool body)
{
    const struct vrmlint_drawing *drawing = view->drawing;
    size_t start = page->length;
    struct html_point pen = HTML_NOWHERE;
    buf_printf(page, "<path class=\"%s\" d=\"", body ? "b" : "k");
    for (size_t i = 0; i < drawing->bone_count && page->length - start < SKELETON_BUDGET; i++) {
        if ((drawing->bones[i].chain == SIZE_MAX) != body) {
            continue;
        }
        struct html_point from = html_project(view, drawing->bones[i].from);
        struct html_point to = html_project(view, drawing->bones[i].to);
        from = (struct html_point){from.x / SMALL, from.y / SMALL};
        to = (struct html_point){to.x / SMALL, to.y / SMALL};
        if (from.x == to.x && from.y == to.y) {
            continue;
        }
        if (from.x != pen.x || from.y != pen.y) {
            buf_printf(page, "M%ld %ldL", from.x, from.y);
        } else {
            buf_char(page, ' ');
        }
        buf_printf(page, "%ld %ld", to.x, to.y);
        pen = to;
    }
    buf_str(page, "\"/>");
}

static void put_skeleton(struct buf *page, const struct vrmlint_report *report)
{
    struct html_view front;
    struct html_view side;
    html_views(report, 0, &front, &side);
    buf_printf(page, "<svg class=\"thumb\" viewBox=\"0 0 %ld %ld\" width=\"64\" height=\"64\" aria-hidden=\"true\">",
               front.width / SMALL, front.height / SMALL);
    put_lines(page, &front, true);
    put_lines(page, &front, false);
    buf_str(page, "</svg>");
}

void html_put_picture(struct buf *page, const struct vrmlint_report *report, size_t most)
{
    const struct vrmlint_card *card = report->card;
    if (card != NULL && card->picture != NULL && card->picture_size / 3 * 4 + 4 <= most) {
        put_thumbnail(page, card);
    } else if (report->drawing != NULL && report->drawing->bone_count > 0) {
        put_skeleton(page, report);
    }
}
