/* Constraints that wait for each other, as a graph: the nodes around a circle, an arrow to each from what it follows.
 */
#include <math.h>
#include <string.h>

#include "ids/messages_report.h"
#include "report/html.h"

enum {
    RINGS_MAX = 6,
    MEMBERS_MAX = 12,
    LABEL_MAX = 18, /* code points of a name beside its node */
    LABEL = 230,    /* room for it */
    EDGE = 56,      /* above and below the circle, for names */
    DOT = 9,        /* radius of a node */
    HEAD = 15,      /* length of an arrow's head */
    BEND = 5,       /* an arrow's bulge is its length by this */
};

#define PI 3.14159265358979323846

struct spot {
    double x;
    double y;
};

/* A ring as it is laid out: the members that are shown and, where some aren't, one place for all of those. */
struct circle {
    const struct vrmlint_drawn_ring *ring;
    size_t shown;
    size_t left_out;
    size_t places;
    double radius;
    double width;
    double height;
};

static struct circle lay_out(const struct vrmlint_drawn_ring *ring)
{
    struct circle circle = {.ring = ring};
    circle.shown = ring->member_count < MEMBERS_MAX ? ring->member_count : MEMBERS_MAX;
    circle.left_out = ring->left_out + ring->member_count - circle.shown;
    circle.places = circle.shown + (circle.left_out > 0);
    circle.radius = circle.places == 1 ? 40 : 55 + 11 * (double)circle.places;
    circle.width = 2 * (circle.radius + LABEL);
    circle.height = 2 * (circle.radius + EDGE);
    return circle;
}

static struct spot spot_of(const struct circle *circle, size_t place)
{
    double angle = 2 * PI * (double)place / (double)circle->places - PI / 2;
    return (struct spot){circle->width / 2 + circle->radius * cos(angle),
                         circle->height / 2 + circle->radius * sin(angle)};
}

/* An arrow with a bulge, so that two between the same nodes don't cover each other. */
static void put_arrow(struct buf *page, struct spot from, struct spot to)
{
    double x = to.x - from.x;
    double y = to.y - from.y;
    struct spot middle = {(from.x + to.x) / 2 - y / BEND, (from.y + to.y) / 2 + x / BEND};
    double length = hypot(to.x - middle.x, to.y - middle.y);
    struct spot along = {(to.x - middle.x) / length, (to.y - middle.y) / length};
    struct spot tip = {to.x - along.x * (DOT + 3), to.y - along.y * (DOT + 3)};
    struct spot neck = {tip.x - along.x * HEAD, tip.y - along.y * HEAD};
    buf_printf(page, "<path class=\"arrow\" d=\"M%.0f %.0fQ%.0f %.0f %.0f %.0f\"/>", from.x, from.y, middle.x, middle.y,
               neck.x, neck.y);
    buf_printf(page, "<path class=\"head\" d=\"M%.0f %.0fL%.0f %.0fL%.0f %.0fz\"/>\n", tip.x, tip.y,
               neck.x - along.y * HEAD / 2, neck.y + along.x * HEAD / 2, neck.x + along.y * HEAD / 2,
               neck.y - along.x * HEAD / 2);
}

/* From a node around and back to it. */
static void put_loop(struct buf *page, struct spot at)
{
    buf_printf(page, "<path class=\"arrow\" d=\"M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f\"/>", at.x - DOT, at.y,
               at.x - 90, at.y + 90, at.x + 90, at.y + 90, at.x + DOT + 4, at.y + HEAD);
    buf_printf(page, "<path class=\"head\" d=\"M%.0f %.0fl16 8l-12 9z\"/>\n", at.x + DOT - 2, at.y + DOT);
}

/* A name without the number of its node, which the list beside the graph gives. */
static void put_label(struct buf *page, const char *name)
{
    size_t length = strlen(name);
    name = html_quoted(name, &length);
    html_put(page, arena_copy(page->arena, name, length), LABEL_MAX);
}

/* A node, and its name outside of the circle. */
static void put_place(struct buf *page, enum vrmlint_language language, const struct circle *circle, size_t place)
{
    struct spot at = spot_of(circle, place);
    double x = (at.x - circle->width / 2) / circle->radius;
    double y = (at.y - circle->height / 2) / circle->radius;
    const char *anchor = fabs(x) < 0.01 ? "middle" : x < 0 ? "end" : "start";
    double beside = x < -0.01 ? -14 : x > 0.01 ? 14 : 0;
    buf_printf(page, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"%d\"/><text x=\"%.0f\" y=\"%.0f\" text-anchor=\"%s\">", at.x,
               at.y, (int)DOT, at.x + 10 * x + beside, at.y + 30 * y + 7, anchor);
    if (place < circle->shown) {
        put_label(page, vrmlint_text_in(&circle->ring->members[place].node, language));
    } else {
        html_say(page, language, WORDS_AND_MORE_COUNT, ARGUMENTS(COUNT("count", circle->left_out)));
    }
    buf_str(page, "</text>\n");
}

static void put_graph(struct buf *page, enum vrmlint_language language, const struct circle *circle)
{
    buf_printf(page,
               "<svg class=\"ring\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\" "
               "aria-label=\"",
               circle->width, circle->height, circle->width * 0.8, circle->height * 0.8);
    html_say(page, language, WORDS_PAGE_RING_OF, ARGUMENTS(COUNT("count", circle->shown + circle->left_out)));
    buf_str(page, "\">\n");
    for (size_t i = 0; i < circle->places; i++) {
        if (circle->places == 1) {
            put_loop(page, spot_of(circle, i));
        } else {
            put_arrow(page, spot_of(circle, (i + 1) % circle->places), spot_of(circle, i));
        }
    }
    for (size_t i = 0; i < circle->places; i++) {
        put_place(page, language, circle, i);
    }
    buf_str(page, "</svg>");
}

static void put_members(struct buf *page, enum vrmlint_language language, const struct circle *circle)
{
    buf_str(page, "<ul>");
    for (size_t i = 0; i < circle->shown; i++) {
        const struct vrmlint_ring_member *member = &circle->ring->members[i];
        const char *node = vrmlint_text_in(&member->node, language);
        const char *source = vrmlint_text_in(&member->source, language);
        if (strcmp(member->how, "below") == 0) {
            html_say_in(page, language, "li", WORDS_PAGE_HANGS_BELOW,
                        ARGUMENTS(TERM("node", node), TERM("source", source)));
        } else {
            html_say_in(page, language, "li", WORDS_PAGE_FOLLOWS,
                        ARGUMENTS(TERM("node", node), TERM("source", source), TERM("how", member->how)));
        }
    }
    if (circle->left_out > 0) {
        html_say_in(page, language, "li", WORDS_AND_MORE_COUNT, ARGUMENTS(COUNT("count", circle->left_out)));
    }
    buf_str(page, "</ul>\n");
}

void html_put_rings(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report, size_t file,
                    const struct html_drawn *drawn)
{
    const struct vrmlint_drawing *drawing = report->drawing;
    size_t count = drawing == NULL ? 0 : drawing->ring_count;
    for (size_t i = 0; i < count && i < RINGS_MAX; i++) {
        const struct vrmlint_drawn_ring *ring = &drawing->rings[i];
        if (drawn[ring->finding].severity == VRMLINT_OFF) {
            continue;
        }
        struct circle circle = lay_out(ring);
        buf_str(page, "<figure class=\"circle\">");
        put_graph(page, language, &circle);
        buf_str(page, "<figcaption>");
        html_say_in(page, language, "p", WORDS_PAGE_RING, NO_ARGUMENTS);
        if (drawn[ring->finding].number != 0) {
            html_put_link(page, language, file, drawn[ring->finding].number);
        }
        put_members(page, language, &circle);
        buf_str(page, "</figcaption></figure>\n");
    }
    if (count > RINGS_MAX) {
        html_say_in(page, language, "p class=\"at\"", WORDS_PAGE_MORE_RINGS,
                    ARGUMENTS(COUNT("count", count - RINGS_MAX)));
        buf_char(page, '\n');
    }
}
