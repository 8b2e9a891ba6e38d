/* Writes comparisons with the conformance kit, for people and for programs. */
#include <math.h>
#include <string.h>

#include "cli/kit.h"
#include "ids/messages_conformance.h"
#include "report/escape.h"
#include "report/html.h"
#include "report/print.h"

enum {
    WIDTH = 360, /* of a graph, in SVG units */
    HEIGHT = 90,
    MARGIN = 6,
    GRAPHS_MOST = 300,
};

static enum message words_of(enum kit_state state)
{
    static const enum message words[KIT_STATES] = {WORDS_KIT_PASSED,     WORDS_KIT_OPEN,    WORDS_KIT_FAILED,
                                                   WORDS_KIT_INCOMPLETE, WORDS_KIT_MISSING, WORDS_KIT_UNSUPPORTED};
    return words[state];
}

/* Whether a vector is reported by itself; the others are only counted. */
static bool is_listed(const struct kit_outcome *outcome)
{
    return outcome->state == KIT_FAILED || outcome->state == KIT_INCOMPLETE || outcome->state == KIT_OPEN;
}

static const char *totals_words(struct words_room *room, enum vrmlint_language language,
                                const struct kit_feature *feature)
{
    const size_t *states = feature->states;
    return words_text(room, language, WORDS_KIT_TOTALS,
                      ARGUMENTS(COUNT("passed", states[KIT_PASSED]), COUNT("open", states[KIT_OPEN]),
                                COUNT("failed", states[KIT_FAILED]), COUNT("incomplete", states[KIT_INCOMPLETE]),
                                COUNT("missing", states[KIT_MISSING]), COUNT("unsupported", states[KIT_UNSUPPORTED])));
}

static enum kit_quantity quantity_of(const struct kit_vector *vector)
{
    return vector->answers[0].tracks[0].quantity;
}

/* Returns the difference with its unit. */
static struct argument quantity_argument(const char *name, const struct kit_vector *vector, double value)
{
    switch (quantity_of(vector)) {
    case KIT_ROTATIONS:
        return DEGREES(name, value, 3);
    case KIT_ANGLES:
        return argument_number(name, value, value, UNIT_DEGREES, 3);
    case KIT_WEIGHTS:
        return NUMBER(name, value, 3);
    default:
        return METRES(name, value, 3);
    }
}

/* Returns what a track measures, for messages. */
static struct argument what_of(const struct kit_track *track, struct words_room *room, enum vrmlint_language language)
{
    if (track->quantity == KIT_ANGLES) {
        return TERM("what", words_text(room, language, WORDS_KIT_GAZE, NO_ARGUMENTS));
    }
    if (track->quantity == KIT_WEIGHTS) {
        return TERM("what",
                    words_text(room, language, WORDS_KIT_EXPRESSION, ARGUMENTS(TERM("expression", track->expression))));
    }
    return TERM("what", words_text(room, language, WORDS_KIT_NODE, ARGUMENTS(COUNT("node", track->node))));
}

static const char *outcome_words(struct words_room *room, enum vrmlint_language language,
                                 const struct kit_vector *vector, const struct kit_outcome *outcome)
{
    bool is_late = outcome->first_time < vector->time_count;
    struct argument seconds = SECONDS("time", is_late ? vector->times[outcome->first_time] : 0, 3);
    struct words_room name;
    struct argument what = what_of(&vector->answers[0].tracks[outcome->worst_track], &name, language);
    if (outcome->state == KIT_INCOMPLETE) {
        return words_text(room, language, WORDS_KIT_LACKS, ARGUMENTS(what));
    }
    if (outcome->because != NULL) {
        return words_text(room, language, WORDS_KIT_OTHERWISE, ARGUMENTS(TERM("because", outcome->because)));
    }
    if (!isfinite(outcome->worst)) {
        return words_text(room, language, WORDS_KIT_NOT_FINITE, ARGUMENTS(what, seconds));
    }
    return words_text(room, language, WORDS_KIT_APART,
                      ARGUMENTS(what, quantity_argument("worst", vector, outcome->worst), seconds,
                                quantity_argument("tolerance", vector, vector->tolerance)));
}

/* ---- text ---- */

void kit_write_text(FILE *out, enum vrmlint_language language, const struct kit_comparison *comparison)
{
    struct words_room room;
    const char *text;
    if (*comparison->runtime != '\0') {
        escape_text(out, comparison->runtime);
        fputc(' ', out);
        escape_text(out, comparison->version);
        fputc('\n', out);
    }
    for (size_t i = 0; i < comparison->kit->vector_count; i++) {
        const struct kit_vector *vector = &comparison->kit->vectors[i];
        const struct kit_outcome *outcome = &comparison->outcomes[i];
        if (is_listed(outcome)) {
            fprintf(out, "%s: ", vector->id);
            print_words(out, language, words_of(outcome->state), NO_ARGUMENTS);
            text = outcome_words(&room, language, vector, outcome);
            fputs(": ", out);
            escape_text(out, text);
            fprintf(out, "\n  %s\n  %s\n", vector->tries, vector->section);
        }
    }
    for (size_t i = 0; i < comparison->feature_count; i++) {
        const struct kit_feature *feature = &comparison->features[i];
        text = totals_words(&room, language, feature);
        fprintf(out, "%-24s %s\n", feature->name, text);
    }
    text = totals_words(&room, language, &comparison->all);
    fprintf(out, "%-24s %s\n", "", text);
}

/* ---- JSON ---- */

static void print_states(FILE *out, const struct kit_feature *feature)
{
    fputc('{', out);
    for (int i = 0; i < KIT_STATES; i++) {
        fprintf(out, "%s\"%s\": %zu", i == 0 ? "" : ", ", kit_state_name((enum kit_state)i), feature->states[i]);
    }
    fputc('}', out);
}

static void print_outcome(FILE *out, const struct kit_vector *vector, const struct kit_outcome *outcome)
{
    member_text(out, "id", vector->id, true);
    member_text(out, "feature", vector->feature, false);
    member_text(out, "state", kit_state_name(outcome->state), false);
    if (outcome->state < KIT_INCOMPLETE) {
        member_key(out, "difference", false);
        escape_json_number(out, outcome->worst);
        member_key(out, "tolerance", false);
        escape_json_number(out, vector->tolerance);
        member_text(out, "unit", kit_measures[quantity_of(vector)].unit, false);
    }
    if (outcome->state != KIT_PASSED && outcome->state < KIT_MISSING) {
        const struct kit_track *worst = &vector->answers[0].tracks[outcome->worst_track];
        if (worst->quantity < KIT_WEIGHTS) {
            fprintf(out, ", \"node\": %zu", worst->node);
        } else if (worst->quantity == KIT_WEIGHTS) {
            member_text(out, "expression", worst->expression, false);
        }
        member_text(out, "section", vector->section, false);
    }
    if (outcome->state != KIT_PASSED && outcome->first_time < vector->time_count) {
        member_key(out, "time", false);
        escape_json_number(out, vector->times[outcome->first_time]);
    }
    if (outcome->because != NULL) {
        member_text(out, "because", outcome->because, false);
    }
}

void kit_write_json(FILE *out, const struct kit_comparison *comparison)
{
    fputs("{", out);
    member_text(out, "kit", comparison->kit->version, true);
    member_text(out, "limitRevision", comparison->revision == VRMLINT_LIMIT_REVISION_C ? "C" : "B", false);
    fputs(", \"runtime\": {", out);
    member_text(out, "name", comparison->runtime, true);
    member_text(out, "version", comparison->version, false);
    fputs("},\n \"vectors\": [", out);
    for (size_t i = 0; i < comparison->kit->vector_count; i++) {
        fputs(i == 0 ? "\n  {" : ",\n  {", out);
        print_outcome(out, &comparison->kit->vectors[i], &comparison->outcomes[i]);
        fputc('}', out);
    }
    fputs("],\n \"features\": {", out);
    for (size_t i = 0; i < comparison->feature_count; i++) {
        fprintf(out, "%s\n  \"%s\": ", i == 0 ? "" : ",", comparison->features[i].name);
        print_states(out, &comparison->features[i]);
    }
    fputs("},\n \"summary\": ", out);
    print_states(out, &comparison->all);
    fputs("}\n", out);
}

/* ---- a page ---- */

/* The range of one component of two tracks. */
struct kit_span {
    double least;
    double most;
};

static void widen_span(struct kit_span *span, double value)
{
    if (isfinite(value)) {
        span->least = fmin(span->least, value);
        span->most = fmax(span->most, value);
    }
}

static void print_line(struct buf *page, const struct kit_vector *vector, const double *values, size_t each,
                       size_t axis, const struct kit_span *span, const char *style)
{
    double width = WIDTH - 2.0 * MARGIN;
    double height = HEIGHT - 2.0 * MARGIN;
    double end = vector->times[vector->time_count - 1];
    double range = span->most > span->least ? span->most - span->least : 1;
    buf_printf(page, "<path fill=\"none\" stroke-width=\"2\" %s d=\"", style);
    bool begun = false;
    for (size_t t = 0; t < vector->time_count; t++) {
        double value = values[each * t + axis];
        if (isfinite(value)) {
            buf_printf(page, "%c%.1f %.1f", begun ? 'L' : 'M', MARGIN + width * (end > 0 ? vector->times[t] / end : 0),
                       MARGIN + height * (1 - (value - span->least) / range));
        }
        begun = begun || isfinite(value);
    }
    buf_str(page, "\"/>");
}

/* Prints the component that differs most, over time: as expected (dashed) and as measured. */
static void print_graph(struct buf *page, const struct kit_vector *vector, const struct kit_outcome *outcome)
{
    const struct kit_track *should = &vector->answers[0].tracks[outcome->worst_track];
    const double *is = outcome->tracks[outcome->worst_track].values;
    size_t each = kit_each(should);
    size_t axis = 0;
    double worst = -1;
    for (size_t i = 0; i < each * vector->time_count; i++) {
        if (fabs(is[i] - should->values[i]) > worst) {
            worst = fabs(is[i] - should->values[i]);
            axis = i % each;
        }
    }
    struct kit_span span = {INFINITY, -INFINITY};
    for (size_t t = 0; t < vector->time_count; t++) {
        widen_span(&span, is[each * t + axis]);
        widen_span(&span, should->values[each * t + axis]);
    }
    buf_printf(page, "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\"><title>%c</title>", WIDTH,
               HEIGHT, WIDTH, HEIGHT, should->quantity < KIT_WEIGHTS ? "xyzw"[axis] : "yp"[axis]);
    print_line(page, vector, should->values, each, axis, &span, "stroke=\"currentColor\" stroke-dasharray=\"4 3\"");
    print_line(page, vector, is, each, axis, &span, "stroke=\"#d04a2f\"");
    buf_str(page, "</svg>\n");
}

static void print_vectors(struct buf *page, enum vrmlint_language language, const struct kit_comparison *comparison)
{
    size_t graphs = 0;
    for (size_t i = 0; i < comparison->kit->vector_count; i++) {
        const struct kit_vector *vector = &comparison->kit->vectors[i];
        const struct kit_outcome *outcome = &comparison->outcomes[i];
        struct words_room room;
        if (!is_listed(outcome)) {
            continue;
        }
        buf_printf(page, "<h3>%s: ", vector->id);
        html_print_words(page, language, words_of(outcome->state), NO_ARGUMENTS);
        buf_str(page, "</h3>\n<p>");
        html_print_sentence(page, outcome_words(&room, language, vector, outcome));
        buf_str(page, "<br>");
        html_print_text(page, vector->tries, HTML_SENTENCE_MAX);
        buf_str(page, "<br>");
        html_print_text(page, vector->section, HTML_SENTENCE_MAX);
        buf_str(page, "</p>\n");
        if (outcome->state != KIT_INCOMPLETE && graphs++ < GRAPHS_MOST) {
            print_graph(page, vector, outcome);
        }
    }
}

void kit_write_html(struct buf *page, enum vrmlint_language language, const struct kit_comparison *comparison)
{
    struct words_room room;
    buf_printf(page,
               "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '%s'\">\n"
               "<meta name=\"viewport\" content=\"width=device-width\">\n<title>vrmlint "
               "conformance</title>\n<style>%s</style>\n"
               "</head>\n<body>\n<main>\n<h1>",
               vrmlint_language_name(language), html_style_hash, html_style);
    html_print_name(page, *comparison->runtime == '\0' ? "?" : comparison->runtime);
    buf_char(page, ' ');
    html_print_name(page, comparison->version);
    buf_str(page, "</h1>\n<p>");
    html_print_sentence(page, totals_words(&room, language, &comparison->all));
    buf_str(page, "</p>\n<table>\n");
    for (size_t i = 0; i < comparison->feature_count; i++) {
        buf_printf(page, "<tr><td>%s</td><td>", comparison->features[i].name);
        html_print_sentence(page, totals_words(&room, language, &comparison->features[i]));
        buf_str(page, "</td></tr>\n");
    }
    buf_str(page, "</table>\n");
    html_print_words_in(page, language, "p", WORDS_KIT_CURVES, NO_ARGUMENTS);
    print_vectors(page, language, comparison);
    buf_str(page, "</main>\n</body>\n</html>\n");
}
