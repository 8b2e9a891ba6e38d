/*
 * Data that a report shows besides findings, as JSON: {"verdict", "meaning", "state", "verdicts", "validity",
 * "drawing", "curves", "films", "card", "materials", "advice", "repeats", "error"}, in one language. The modules in
 * web/report/ render it together with the documented JSON report. Members without content are absent;
 * web/report/README.md describes all of them.
 */
#ifndef VRMLINT_REPORT_SHOWN_JSON_H
#define VRMLINT_REPORT_SHOWN_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "vrmlint.h"

/* Limits of what is written of a report. */
struct shown_limits {
    bool pictures;       /* drawing, curves and films */
    double steps;        /* coordinates are whole numbers: the largest extent has so many */
    size_t bones;        /* of the drawing; a fifth as many colliders, and a twentieth as many limits */
    size_t curves;       /* of chains that stay below their thresholds */
    size_t film_points;  /* coordinates of all films */
    size_t picture_size; /* bytes of the thumbnail */
};

/* Limits of a page that is computed and shown at once. */
extern const struct shown_limits shown_everything;

/* Writes the object. Findings are referred to by their index in report->findings, which may lack some of the findings
 * that the drawing was made from. Returns false if memory runs out. */
bool shown_json(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report,
                const struct shown_limits *limits);

/* ---- parts; each writes the value of a member ---- */

/* index_of: by number of a finding, its index in report->findings; SIZE_MAX if it isn't there. */
void shown_print_drawing(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report,
                         const size_t *index_of, const struct shown_limits *limits);
void shown_print_curves(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report, size_t most);
void shown_print_films(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report, size_t most);
void shown_print_card(FILE *out, const struct vrmlint_card *card, size_t picture_size);
void shown_print_materials(FILE *out, const struct vrmlint_palette *palette);

/* Writes the budgets of platforms: [{"name", "source", "limits": {figure: number, ...}, ...}, ...], with the texts of
 * struct vrmlint_budget_preset. Returns false if memory runs out. */
bool shown_print_budgets(FILE *out, enum vrmlint_language language);

/* Purposes of words; bits. */
enum {
    SHOWN_WORDS_CARD = 1,
    SHOWN_WORDS_DRAWING = 2,
    SHOWN_WORDS_LIST = 4, /* of many files */
    SHOWN_WORDS_MATERIALS = 8,
    SHOWN_WORDS_MOTION = 16,
    SHOWN_WORDS_FIXES = 32, /* in the web page */
    SHOWN_WORDS_BUDGETS = 64,
    SHOWN_WORDS_EVERYTHING = 127
};

/* Writes the words that the modules use, by their names in the table of messages. */
void shown_print_words(FILE *out, enum vrmlint_language language, unsigned flags);

#endif
