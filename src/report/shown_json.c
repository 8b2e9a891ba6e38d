#include "report/shown_json.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/advice.h"
#include "report/escape.h"
#include "report/member.h"
#include "report/overall.h"

const struct shown_limits shown_everything = {
    .pictures = true,
    .steps = 100000,
    .bones = 100000,
    .curves = 400,
    .film_points = 20000,
    .picture_size = 1 << 20,
};

/* Fills in the index of each finding's number, also for findings that another one represents. */
static void find_indices(const struct vrmlint_report *report, size_t *index_of)
{
    size_t count = report->drawing->finding_count;
    for (size_t i = 0; i < count; i++) {
        index_of[i] = SIZE_MAX;
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        if (report->findings[i].number < count) {
            index_of[report->findings[i].number] = i;
        }
    }
    for (size_t i = 0; i < report->each_count; i++) {
        const struct vrmlint_finding *finding = &report->each[i];
        if (finding->number < count && finding->within < count) {
            index_of[finding->number] = index_of[finding->within];
        }
    }
}

/* Writes what is known of findings beyond their messages: advice on an exporter, by index, and the indices of
 * findings whose message already contains the advice. */
static void print_advice(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report)
{
    const char *separator = "";
    struct words_room room;
    struct advice_memory memory;
    advice_begin(&memory);
    fputs(", \"advice\": {", out);
    for (size_t i = 0; i < report->finding_count; i++) {
        enum message exporter = exporter_advice(report->generator, report->findings[i].rule);
        if (exporter != MESSAGE_NONE) {
            fprintf(out, "%s\"%zu\": ", separator, i);
            escape_json(out, words_text(&room, language, exporter, NO_ARGUMENTS));
            separator = ", ";
        }
    }
    fputs("}, \"repeats\": [", out);
    separator = "";
    for (size_t i = 0; i < report->finding_count; i++) {
        if (advice_repeats(&memory, &report->findings[i])) {
            fprintf(out, "%s%zu", separator, i);
            separator = ", ";
        }
    }
    fputc(']', out);
}

static bool print_pictures(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report,
                           const struct shown_limits *limits)
{
    if (report->drawing != NULL) {
        size_t *index_of = calloc(report->drawing->finding_count + 1, sizeof *index_of);
        if (index_of == NULL) {
            return false;
        }
        find_indices(report, index_of);
        member_key(out, "drawing", false);
        shown_print_drawing(out, language, report, index_of, limits);
        free(index_of);
    }
    if (report->curve_count > 0) {
        member_key(out, "curves", false);
        shown_print_curves(out, language, report, limits->curves);
    }
    if (report->film_count > 0) {
        member_key(out, "films", false);
        shown_print_films(out, language, report, limits->film_points);
    }
    return true;
}

bool shown_json(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report,
                const struct shown_limits *limits)
{
    struct words_room room;
    enum overall overall = overall_of(report);
    fprintf(out, "{\"state\": \"%c\"", overall_letter(overall));
    member_text(out, "verdict", overall_print(&room, language, report), false);
    member_text(out, "meaning", words_text(&room, language, overall_meaning(overall), NO_ARGUMENTS), false);
    if (report->error != NULL) {
        member_text(out, "error", words_of_error(language, report), false);
    }
    print_advice(out, language, report);
    bool good = true;
    if (limits->pictures) {
        good = print_pictures(out, language, report, limits);
    } else if (report->drawing != NULL || report->curve_count > 0) {
        fputs(", \"undrawn\": true", out);
    }
    if (report->card != NULL) {
        member_key(out, "card", false);
        shown_print_card(out, report->card, limits->picture_size);
    }
    if (report->palette != NULL) {
        member_key(out, "materials", false);
        shown_print_materials(out, report->palette);
    }
    fputc('}', out);
    return good;
}
