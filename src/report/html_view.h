/* A drawing seen from one side: from metres in the world to whole numbers in a picture. */
#ifndef VRMLINT_REPORT_HTML_VIEW_H
#define VRMLINT_REPORT_HTML_VIEW_H

#include "report/html.h"

struct html_point {
    long x;
    long y;
};

#define HTML_NOWHERE ((struct html_point){-100000, -100000})

struct html_view {
    enum message name; /* the front, the side */
    const struct vrmlint_drawing *drawing;
    bool plain;   /* nothing but marks has the colour of a severity */
    size_t file;  /* its number in the page */
    int across;   /* the axis of the world that runs to the right: 0 or 2 */
    double turn;  /* 1, or -1 where it runs to the left */
    double left;  /* what lies at the left border, metres, after turning */
    double top;   /* the height at the upper border, metres */
    double scale; /* units a metre */
    long width;   /* of the picture, units */
    long height;
};

/*
 * The views of a drawing that has something to show, both at one scale: from the front, and from the side, where the
 * avatar looks to the right.
 */
void html_views(const struct vrmlint_report *report, size_t file, struct html_view *front, struct html_view *side);

/* Where a place of the world comes to lie. What is far outside is brought near, so that numbers stay short. */
struct html_point html_project(const struct html_view *view, const float place[3]);

/* The outline of a collider and of a limit, as path data: bounded in length. */
void html_put_collider(struct buf *page, const struct html_view *view, const struct vrmlint_drawn_collider *collider);
void html_put_limit(struct buf *page, const struct html_view *view, const struct vrmlint_drawn_limit *limit);

#endif
