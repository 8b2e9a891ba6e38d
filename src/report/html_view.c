#include "report/html_view.h"
#include "ids/messages_report.h"

#include <math.h>

enum {
    SIZE = 1000,         /* units of the avatar's largest extent */
    MARGIN = 40,         /* around it */
    NAME = 30,           /* more above, for the name of the view */
    BADGES = 90,         /* more on the right, for the numbers of findings */
    NARROWEST = 260,     /* a view is at least that wide */
    FAR_AWAY = 3 * SIZE, /* what lies further outside is brought there */
};

/* The half side of the square that is drawn of a plane, as a share of the avatar's size. */
#define PLANE_SHARE 0.18

struct extent {
    double least[3];
    double most[3];
};

static void include(struct extent *extent, const float place[3])
{
    for (int i = 0; i < 3; i++) {
        extent->least[i] = fmin(extent->least[i], place[i]);
        extent->most[i] = fmax(extent->most[i], place[i]);
    }
}

static double size_of(const struct extent *extent)
{
    double size = 0;
    for (int i = 0; i < 3; i++) {
        size = fmax(size, extent->most[i] - extent->least[i]);
    }
    return size > 1e-6 ? size : 1; /* all in one place */
}

/* Makes room for a place, but for no more than a share of the avatar's size beyond it: a giant collider, or a place far
 * away, must not make the avatar a dot. */
static void include_near(struct extent *extent, const struct extent *body, const float place[3], double share)
{
    double room = size_of(body) * share;
    for (int i = 0; i < 3; i++) {
        extent->least[i] = fmin(extent->least[i], fmax(place[i], body->least[i] - room));
        extent->most[i] = fmax(extent->most[i], fmin(place[i], body->most[i] + room));
    }
}

static void include_collider(struct extent *extent, const struct extent *body,
                             const struct vrmlint_drawn_collider *collider)
{
    for (int corner = 0; corner < 4; corner++) {
        const float *end = corner < 2 || collider->shape != VRMLINT_CAPSULE ? collider->at : collider->to;
        float radius = corner % 2 == 0 ? collider->radius : -collider->radius;
        const float place[3] = {end[0] + radius, end[1] + radius, end[2] + radius};
        include_near(extent, body, place, 0.1);
    }
}

static struct extent measure(const struct vrmlint_drawing *drawing)
{
    struct extent body = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (size_t i = 0; i < drawing->bone_count; i++) {
        include(&body, drawing->bones[i].from);
        include(&body, drawing->bones[i].to);
    }
    for (size_t i = 0; drawing->bone_count == 0 && i < drawing->collider_count; i++) {
        include(&body, drawing->colliders[i].at);
    }
    struct extent extent = body;
    for (size_t i = 0; i < drawing->collider_count; i++) {
        include_collider(&extent, &body, &drawing->colliders[i]);
    }
    for (size_t i = 0; i < drawing->limit_count; i++) {
        for (int k = 0; k < VRMLINT_LIMIT_POINTS; k++) {
            include_near(&extent, &body, drawing->limits[i].border[k], 0.25);
        }
    }
    for (size_t i = 0; i < drawing->mark_count; i++) {
        include_near(&extent, &body, drawing->marks[i].at, 0.4);
    }
    return extent;
}

static struct html_view view_of(const struct extent *extent, int across, double turn, double size)
{
    struct html_view view = {.across = across, .turn = turn, .scale = SIZE / size};
    double wide = (extent->most[across] - extent->least[across]) * view.scale;
    double high = (extent->most[1] - extent->least[1]) * view.scale;
    double spare = wide + 2 * MARGIN < NARROWEST ? NARROWEST - wide - 2 * MARGIN : 0;
    double low = high + 2 * MARGIN < NARROWEST ? NARROWEST - high - 2 * MARGIN : 0;
    double first = turn > 0 ? extent->least[across] : -extent->most[across];
    view.left = first - (MARGIN + spare / 2) / view.scale;
    view.top = extent->most[1] + (NAME + MARGIN + low / 2) / view.scale;
    view.width = (long)(wide + spare + 2 * MARGIN) + BADGES;
    view.height = (long)(high + low + 2 * MARGIN) + NAME;
    return view;
}

void html_views(const struct vrmlint_report *report, size_t file, struct html_view *front, struct html_view *side)
{
    const struct vrmlint_drawing *drawing = report->drawing;
    struct extent extent = measure(drawing);
    double size = size_of(&extent);
    /* seen from +Z, the avatar's left (+X) is on the right; who looks along -Z is seen from there */
    double turn = drawing->faces_back ? -1 : 1;
    *front = view_of(&extent, 0, turn, size);
    *side = view_of(&extent, 2, turn, size);
    front->name = WORDS_PAGE_FRONT;
    side->name = WORDS_PAGE_SIDE;
    front->drawing = side->drawing = drawing;
    front->plain = side->plain = report->known_findings > 0;
    front->file = side->file = file;
}

static long whole(double value)
{
    return lround(fmin(fmax(value, -FAR_AWAY), 2 * FAR_AWAY));
}

static struct html_point project(const struct html_view *view, double across, double height)
{
    return (struct html_point){whole((view->turn * across - view->left) * view->scale),
                               whole((view->top - height) * view->scale)};
}

struct html_point html_project(const struct html_view *view, const float place[3])
{
    return project(view, place[view->across], place[1]);
}

/* ---- colliders ---- */

/* A closed circle of two arcs. */
static void put_circle(struct buf *page, struct html_point at, long radius)
{
    buf_printf(page, "M%ld %lda%ld %ld 0 1 1 %ld 0a%ld %ld 0 1 1 %ld 0z", at.x - radius, at.y, radius, radius,
               2 * radius, radius, radius, -2 * radius);
}

/* Two half circles with straight sides between them. */
static void put_capsule(struct buf *page, struct html_point a, struct html_point b, long radius)
{
    double x = (double)(b.x - a.x);
    double y = (double)(b.y - a.y);
    double length = hypot(x, y);
    if (length < 1) {
        put_circle(page, a, radius);
        return;
    }
    long across = lround(-y / length * (double)radius);
    long down = lround(x / length * (double)radius);
    buf_printf(page, "M%ld %ldA%ld %ld 0 0 1 %ld %ldL%ld %ldA%ld %ld 0 0 1 %ld %ldz", a.x + across, a.y + down, radius,
               radius, a.x - across, a.y - down, b.x - across, b.y - down, radius, radius, b.x + across, b.y + down);
}

/* Two directions on a plane, and square to each other. */
static void span(const float normal[3], double u[3], double v[3])
{
    int least = 0;
    for (int i = 1; i < 3; i++) {
        least = fabsf(normal[i]) < fabsf(normal[least]) ? i : least;
    }
    double axis[3] = {0, 0, 0};
    axis[least] = 1;
    for (int i = 0; i < 3; i++) {
        u[i] = normal[(i + 1) % 3] * axis[(i + 2) % 3] - normal[(i + 2) % 3] * axis[(i + 1) % 3];
    }
    double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int i = 0; i < 3; i++) {
        u[i] /= length > 0 ? length : 1;
    }
    for (int i = 0; i < 3; i++) {
        v[i] = normal[(i + 1) % 3] * u[(i + 2) % 3] - normal[(i + 2) % 3] * u[(i + 1) % 3];
    }
}

/* A square of the plane, and its normal, which shows the free side. */
static void put_plane(struct buf *page, const struct html_view *view, const struct vrmlint_drawn_collider *plane)
{
    static const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    double half = PLANE_SHARE * SIZE / view->scale;
    double u[3];
    double v[3];
    span(plane->to, u, v);
    for (int i = 0; i < 4; i++) {
        double a = corners[i][0] * half;
        double b = corners[i][1] * half;
        struct html_point corner = project(view, plane->at[view->across] + a * u[view->across] + b * v[view->across],
                                           plane->at[1] + a * u[1] + b * v[1]);
        buf_printf(page, "%s%ld %ld", i == 0 ? "M" : i == 1 ? "L" : " ", corner.x, corner.y);
    }
    struct html_point from = html_project(view, plane->at);
    struct html_point to = project(view, plane->at[view->across] + plane->to[view->across] * half / 2,
                                   plane->at[1] + plane->to[1] * half / 2);
    buf_printf(page, "zM%ld %ldL%ld %ld", from.x, from.y, to.x, to.y);
}

void html_put_collider(struct buf *page, const struct html_view *view, const struct vrmlint_drawn_collider *collider)
{
    struct html_point at = html_project(view, collider->at);
    long radius = whole(collider->radius * view->scale);
    radius = radius > 2 ? radius : 2;
    if (collider->shape == VRMLINT_PLANE) {
        put_plane(page, view, collider);
    } else if (collider->shape == VRMLINT_CAPSULE) {
        put_capsule(page, at, html_project(view, collider->to), radius);
    } else {
        put_circle(page, at, radius);
    }
}

/* ---- limits ---- */

/* Whether the border lies on one side of the line from the joint to one of its points: it is part of the outline. */
static bool is_outermost(struct html_point at, const struct html_point *border, int point)
{
    bool left = false;
    bool right = false;
    for (int i = 0; i < VRMLINT_LIMIT_POINTS; i++) {
        long turn = (border[point].x - at.x) * (border[i].y - at.y) - (border[point].y - at.y) * (border[i].x - at.x);
        left = left || turn > 0;
        right = right || turn < 0;
    }
    return left != right;
}

void html_put_limit(struct buf *page, const struct html_view *view, const struct vrmlint_drawn_limit *limit)
{
    struct html_point at = html_project(view, limit->at);
    struct html_point border[VRMLINT_LIMIT_POINTS];
    for (int i = 0; i < VRMLINT_LIMIT_POINTS; i++) {
        border[i] = html_project(view, limit->border[i]);
    }
    if (limit->flat) {
        buf_printf(page, "M%ld %ldL", at.x, at.y);
    }
    for (int i = 0; i < VRMLINT_LIMIT_POINTS; i++) {
        buf_printf(page, "%s%ld %ld",
                   limit->flat ? (i == 0 ? "" : " ")
                               : (i == 0   ? "M"
                                  : i == 1 ? "L"
                                           : " "),
                   border[i].x, border[i].y);
    }
    buf_str(page, "z");
    for (int i = 0; i < VRMLINT_LIMIT_POINTS && !limit->flat; i++) {
        if (is_outermost(at, border, i)) {
            buf_printf(page, "M%ld %ldL%ld %ld", at.x, at.y, border[i].x, border[i].y);
        }
    }
}
