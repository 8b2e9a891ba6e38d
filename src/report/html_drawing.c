/*
 * A drawing of the avatar from the front and from the side, in SVG: its bones, chains, colliders and limits, and where
 * findings point.
 *
 * A drawing has a budget of bytes, split between its layers, so that pages of many avatars stay small: what doesn't
 * fit is counted and said. Coordinates are whole numbers, a thousandth of the avatar's size each.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "ids/messages_report.h"
#include "report/html_view.h"

/* Bytes of each layer and view. */
enum { BODY_BUDGET = 4000, CHAIN_BUDGET = 9000, COLLIDER_BUDGET = 6000, LIMIT_BUDGET = 4000 };

enum {
    MARKS_OF_FINDING = 6, /* places that are marked of one finding */
    BADGES_MAX = 22,      /* findings that are pointed out in a view */
    RINGS_MAX = 44,       /* findings whose places are marked at all */
    BADGE_ROW = 42,       /* from one badge to the next */
    BADGE_RADIUS = 19,
    RING_RADIUS = 11,
    UNCROSS_MAX = 200, /* rounds: a few are enough */
};

/* What a budget left out, over all layers of a view. */
struct left_out {
    size_t bones;
    size_t colliders;
    size_t limits;
    size_t findings;
};

/* A finding that is pointed out, on its way to its badge beside the drawing. */
struct badge {
    size_t number; /* of the finding in the page */
    enum vrmlint_severity severity;
    struct html_point at;
    long row; /* where the badge stands */
};

static const char *severity_class(enum vrmlint_severity severity)
{
    static const char *const classes[] = {"", " i", " w", " e"};
    return classes[severity];
}

/* Chains and shapes keep their own colour where there is only advice about them, and where the worst may be something
 * that a baseline has left out. */
static const char *trouble_class(const struct html_view *view, enum vrmlint_severity worst)
{
    return worst > VRMLINT_INFO && !view->plain ? severity_class(worst) : "";
}

/* ---- lines ---- */

/* Adds a line to a path, as a continuation where it begins at the end of the one before. */
static void add_line(struct buf *page, struct html_point *pen, struct html_point from, struct html_point to)
{
    if (pen->x != from.x || pen->y != from.y) {
        buf_printf(page, "M%ld %ld", from.x, from.y);
    }
    buf_printf(page, "%s%ld %ld", pen->x != from.x || pen->y != from.y ? "L" : " ", to.x, to.y);
    *pen = to;
}

/* The bones of one chain, or of the body, which stand from begin on, as one path; returns where the next begin. */
static size_t put_bones(struct buf *page, const struct html_view *view, size_t begin, size_t budget, size_t *left)
{
    const struct vrmlint_drawing *drawing = view->drawing;
    size_t chain = drawing->bones[begin].chain;
    size_t start = page->length;
    struct html_point pen = HTML_NOWHERE;
    size_t i = begin;
    buf_str(page, " d=\"");
    for (; i < drawing->bone_count && drawing->bones[i].chain == chain; i++) {
        if (page->length - start > budget) {
            (*left)++;
            continue;
        }
        struct html_point from = html_project(view, drawing->bones[i].from);
        add_line(page, &pen, from, html_project(view, drawing->bones[i].to));
    }
    buf_str(page, "\"");
    return i;
}

static void put_body(struct buf *page, const struct html_view *view, struct left_out *left)
{
    const struct vrmlint_drawing *drawing = view->drawing;
    if (drawing->bone_count > 0 && drawing->bones[0].chain == SIZE_MAX) {
        buf_str(page, "<path class=\"b\"");
        put_bones(page, view, 0, BODY_BUDGET, &left->bones);
        buf_str(page, "/>\n");
    }
}

/* The bones of the humanoid by their names; those of hands and feet lie upon each other from the side. */
static void put_names(struct buf *page, const struct html_view *view)
{
    const struct vrmlint_drawing *drawing = view->drawing;
    for (size_t i = 0; i < drawing->joint_count; i++) {
        const struct vrmlint_drawn_joint *joint = &drawing->joints[i];
        struct html_point at = html_project(view, joint->at);
        if (view->across == 0 || !joint->small) {
            buf_printf(page, "<path class=\"h\" d=\"M%ld %ldh0\"><title>%s</title></path>", at.x, at.y, joint->name);
        }
    }
    buf_str(page, drawing->joint_count > 0 ? "\n" : "");
}

/* The joints of a chain as dots: lines of no length with round ends. */
static void put_dots(struct buf *page, const struct html_view *view, size_t begin, size_t end)
{
    buf_str(page, "<path class=\"d\" d=\"");
    for (size_t i = begin; i < end; i++) {
        struct html_point from = html_project(view, view->drawing->bones[i].from);
        buf_printf(page, "M%ld %ldh0", from.x, from.y);
    }
    buf_str(page, "\"/>");
}

static void put_chain(struct buf *page, enum vrmlint_language language, const struct html_view *view, size_t begin,
                      size_t end, size_t budget, struct left_out *left)
{
    const struct vrmlint_drawn_chain *chain = &view->drawing->chains[view->drawing->bones[begin].chain];
    buf_printf(page, "<g class=\"k%s\"><path", trouble_class(view, chain->worst));
    put_bones(page, view, begin, budget, &left->bones);
    buf_str(page, "><title>");
    html_put(page, vrmlint_text_in(&chain->subject, language), HTML_NAME_MAX);
    buf_str(page, "</title></path>");
    put_dots(page, view, begin, end - begin > 60 ? begin + 60 : end);
    buf_str(page, "</g>\n");
}

/* Chains with findings come first, so that they fit; they are painted first too, but hardly lie on top of others. */
static void put_chains(struct buf *page, enum vrmlint_language language, const struct html_view *view,
                       struct left_out *left)
{
    const struct vrmlint_drawing *drawing = view->drawing;
    size_t start = page->length;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t begin = 0, end; begin < drawing->bone_count; begin = end) {
            size_t chain = drawing->bones[begin].chain;
            for (end = begin; end < drawing->bone_count && drawing->bones[end].chain == chain;) {
                end++;
            }
            if (chain == SIZE_MAX || (drawing->chains[chain].worst != VRMLINT_OFF) != (pass == 0)) {
                continue;
            }
            size_t used = page->length - start;
            if (used > CHAIN_BUDGET) {
                left->bones += end - begin;
            } else {
                put_chain(page, language, view, begin, end, CHAIN_BUDGET - used, left);
            }
        }
    }
}

/* ---- colliders and limits ---- */

static void put_colliders(struct buf *page, const struct html_view *view, struct left_out *left)
{
    const struct vrmlint_drawing *drawing = view->drawing;
    size_t start = page->length;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < drawing->collider_count; i++) {
            const struct vrmlint_drawn_collider *collider = &drawing->colliders[i];
            if ((collider->worst != VRMLINT_OFF) != (pass == 0)) {
                continue;
            }
            if (page->length - start > COLLIDER_BUDGET) {
                left->colliders++;
                continue;
            }
            buf_printf(page, "<path class=\"c%s%s\" d=\"", collider->inside ? " in" : "",
                       trouble_class(view, collider->worst));
            html_put_collider(page, view, collider);
            buf_str(page, "\"/>\n");
        }
    }
}

static void put_limits(struct buf *page, const struct html_view *view, struct left_out *left)
{
    const struct vrmlint_drawing *drawing = view->drawing;
    size_t start = page->length;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < drawing->limit_count; i++) {
            const struct vrmlint_drawn_limit *limit = &drawing->limits[i];
            if ((limit->worst != VRMLINT_OFF) != (pass == 0)) {
                continue;
            }
            if (page->length - start > LIMIT_BUDGET) {
                left->limits++;
                continue;
            }
            buf_printf(page, "<path class=\"l%s\" d=\"", trouble_class(view, limit->worst));
            html_put_limit(page, view, limit);
            buf_str(page, "\"/>\n");
        }
    }
}

/* ---- marks ---- */

/* Where a finding points: what is beyond the picture, at its edge. */
static struct html_point mark_at(const struct html_view *view, const float place[3])
{
    struct html_point at = html_project(view, place);
    long right = view->width - 4L * BADGE_RADIUS;
    long low = view->height - RING_RADIUS - 2;
    at.x = at.x < RING_RADIUS + 2 ? RING_RADIUS + 2 : at.x > right ? right : at.x;
    at.y = at.y < RING_RADIUS + 2 ? RING_RADIUS + 2 : at.y > low ? low : at.y;
    return at;
}

static int by_height(const void *left, const void *right)
{
    const struct badge *a = left;
    const struct badge *b = right;
    if (a->at.y != b->at.y) {
        return a->at.y < b->at.y ? -1 : 1;
    }
    return a->number < b->number ? -1 : 1;
}

static int by_number(const void *left, const void *right)
{
    const struct badge *a = left;
    const struct badge *b = right;
    int order = sort_order(a->number, b->number);
    order = sort_then(order, (uint64_t)a->at.y, (uint64_t)b->at.y); /* so that equals keep no order of qsort()'s own */
    return sort_then(order, (uint64_t)a->at.x, (uint64_t)b->at.x);
}

/* Rows beside the drawing, as near to what they point at as the others let them. */
static void stack(struct badge *badges, size_t count, long height)
{
    qsort(badges, count, sizeof *badges, by_height);
    long least = BADGE_RADIUS + 2;
    for (size_t i = 0; i < count; i++) {
        badges[i].row = badges[i].at.y > least ? badges[i].at.y : least;
        least = badges[i].row + BADGE_ROW;
    }
    long most = height - BADGE_RADIUS - 2;
    for (size_t i = count; i-- > 0;) {
        badges[i].row = badges[i].row < most ? badges[i].row : most;
        most = badges[i].row - BADGE_ROW;
    }
}

/* On which side of the line from a to b a point lies. */
static long side_of(struct html_point a, struct html_point b, struct html_point point)
{
    long turn = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
    return (turn > 0) - (turn < 0);
}

static bool cross(const struct badge *a, const struct badge *b, long x)
{
    struct html_point end_a = {x, a->row};
    struct html_point end_b = {x, b->row};
    return side_of(a->at, end_a, b->at) * side_of(a->at, end_a, end_b) < 0 &&
           side_of(b->at, end_b, a->at) * side_of(b->at, end_b, end_a) < 0;
}

/* Gives two badges whose lines cross each other's rows, until no lines do: each time the lines get shorter. */
static void uncross(struct badge *badges, size_t count, long x)
{
    bool any = true;
    for (int pass = 0; pass < UNCROSS_MAX && any; pass++) {
        any = false;
        for (size_t i = 0; i < count; i++) {
            for (size_t k = i + 1; k < count; k++) {
                if (cross(&badges[i], &badges[k], x)) {
                    long row = badges[i].row;
                    badges[i].row = badges[k].row;
                    badges[k].row = row;
                    any = true;
                }
            }
        }
    }
}

static void put_badge(struct buf *page, enum vrmlint_language language, const struct html_view *view,
                      const struct badge *badge)
{
    long x = view->width - BADGE_RADIUS - 2;
    buf_printf(page, "<a class=\"m%s\" href=\"#a%zuf%zu\" aria-label=\"", severity_class(badge->severity), view->file,
               badge->number);
    html_say(page, language, WORDS_PAGE_FINDING, ARGUMENTS(COUNT("number", badge->number)));
    buf_str(page, "\">");
    buf_printf(page, "<path d=\"M%ld %ldL%ld %ld\"/><circle cx=\"%ld\" cy=\"%ld\" r=\"%d\"/>", badge->at.x, badge->at.y,
               x - BADGE_RADIUS, badge->row, x, badge->row, BADGE_RADIUS);
    buf_printf(page, "<text x=\"%ld\" y=\"%ld\">%zu</text></a>\n", x, badge->row + 8, badge->number);
}

static void put_rings(struct buf *page, const struct html_view *view, const struct html_drawn *drawn)
{
    const struct vrmlint_drawing *drawing = view->drawing;
    size_t of_finding = 0;
    for (size_t i = 0; i < drawing->mark_count; i++) {
        const struct vrmlint_drawn_mark *mark = &drawing->marks[i];
        of_finding = i > 0 && mark->finding == drawing->marks[i - 1].finding ? of_finding + 1 : 0;
        if (drawn[mark->finding].number == 0 || drawn[mark->finding].number > RINGS_MAX ||
            of_finding >= MARKS_OF_FINDING) {
            continue;
        }
        struct html_point at = mark_at(view, mark->at);
        buf_printf(page, "<circle class=\"r%s\" cx=\"%ld\" cy=\"%ld\" r=\"%d\"/>\n",
                   severity_class(drawn[mark->finding].severity), at.x, at.y, RING_RADIUS);
    }
}

/* Keeps one badge of each number: a folded finding has marks of several. */
static size_t keep_first_badges(struct badge *badges, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || badges[i].number != badges[kept - 1].number) {
            badges[kept++] = badges[i];
        }
    }
    return kept;
}

/* The places that findings are about, the first of each with a badge that leads to it. */
static void put_marks(struct buf *page, enum vrmlint_language language, const struct html_view *view,
                      const struct html_drawn *drawn, struct left_out *left)
{
    const struct vrmlint_drawing *drawing = view->drawing;
    struct badge *badges = arena_array(page->arena, drawing->mark_count, sizeof *badges);
    size_t count = 0;
    for (size_t i = 0; i < drawing->mark_count; i++) {
        const struct vrmlint_drawn_mark *mark = &drawing->marks[i];
        bool first = i == 0 || mark->finding != drawing->marks[i - 1].finding;
        if (first && drawn[mark->finding].number != 0) {
            badges[count++] = (struct badge){.number = drawn[mark->finding].number,
                                             .severity = drawn[mark->finding].severity,
                                             .at = mark_at(view, mark->at)};
        }
    }
    if (count == 0) {
        return;
    }
    qsort(badges, count, sizeof *badges, by_number);
    count = keep_first_badges(badges, count);
    size_t shown = count < BADGES_MAX ? count : BADGES_MAX;
    left->findings += count - shown;
    stack(badges, shown, view->height);
    uncross(badges, shown, view->width - 2L * BADGE_RADIUS - 2);
    put_rings(page, view, drawn);
    for (size_t i = 0; i < shown; i++) {
        put_badge(page, language, view, &badges[i]);
    }
}

/* ---- the figure ---- */

static struct left_out put_view(struct buf *page, enum vrmlint_language language, const struct html_view *view,
                                const struct html_drawn *drawn)
{
    struct left_out left = {0};
    buf_printf(page,
               "<svg class=\"view\" viewBox=\"0 0 %ld %ld\" width=\"%ld\" height=\"%ld\" role=\"group\" "
               "aria-label=\"",
               view->width, view->height, view->width * 2 / 5, view->height * 2 / 5);
    html_say(page, language, view->name, NO_ARGUMENTS);
    buf_str(page, "\">\n");
    put_colliders(page, view, &left);
    put_body(page, view, &left);
    put_limits(page, view, &left);
    put_chains(page, language, view, &left);
    put_names(page, view);
    put_marks(page, language, view, drawn, &left);
    html_say_in(page, language, "text class=\"name\" x=\"8\" y=\"30\"", view->name, NO_ARGUMENTS);
    buf_str(page, "</svg>\n");
    return left;
}

static void put_key(struct buf *page, enum vrmlint_language language, const struct vrmlint_drawing *drawing)
{
    static const struct {
        const char *tag;
        enum message words;
    } keys[] = {
        {"li class=\"b\"", WORDS_PAGE_KEY_BONES},
        {"li class=\"h\"", WORDS_PAGE_KEY_NAMED},
        {"li class=\"k\"", WORDS_PAGE_KEY_CHAINS},
        {"li class=\"c\"", WORDS_PAGE_KEY_COLLIDERS},
        {"li class=\"c in\"", WORDS_PAGE_KEY_INSIDE_COLLIDERS},
        {"li class=\"l\"", WORDS_PAGE_KEY_LIMITS},
        {"li class=\"m\"", WORDS_PAGE_KEY_FINDINGS},
    };
    bool present[] = {drawing->bone_count > 0,  drawing->joint_count > 0, drawing->chain_count > 0, false, false,
                      drawing->limit_count > 0, drawing->mark_count > 0};
    for (size_t i = 0; i < drawing->collider_count; i++) {
        present[drawing->colliders[i].inside ? 4 : 3] = true;
    }
    buf_str(page, "<ul class=\"key\">");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (present[i]) {
            html_say_in(page, language, keys[i].tag, keys[i].words, NO_ARGUMENTS);
        }
    }
    buf_str(page, "</ul>");
}

static void put_left(struct buf *page, enum vrmlint_language language, size_t count, enum message words)
{
    if (count > 0) {
        html_say_in(page, language, "p class=\"at\"", words, ARGUMENTS(COUNT("count", count)));
    }
}

void html_put_drawing(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                      size_t file, const struct html_drawn *drawn)
{
    const struct vrmlint_drawing *drawing = report->drawing;
    if (drawing == NULL || drawing->bone_count + drawing->collider_count == 0) {
        return;
    }
    struct html_view front;
    struct html_view side;
    html_views(report, file, &front, &side);
    buf_str(page, "<figure class=\"drawing\"><div class=\"views\">\n");
    struct left_out left = put_view(page, language, &front, drawn);
    put_view(page, language, &side, drawn);
    buf_str(page, "</div><figcaption>");
    put_key(page, language, drawing);
    put_left(page, language, left.bones, WORDS_PAGE_MORE_BONES);
    put_left(page, language, left.colliders, WORDS_PAGE_MORE_COLLIDERS);
    put_left(page, language, left.limits, WORDS_PAGE_MORE_LIMITS);
    put_left(page, language, left.findings, WORDS_PAGE_MORE_FINDINGS);
    buf_str(page, "</figcaption></figure>\n");
}
