#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/whole.h"
#include "cli/commands.h"
#include "cli/kit.h"
#include "cli/limits.h"
#include "cli/links.h"
#include "cli/sink.h"
#include "ids/messages_command.h"
#include "ids/messages_conformance.h"
#include "report/escape.h"
#include "report/html.h"
#include "report/print.h"

/* Writes comparisons with the conformance kit, for people and for programs. */

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

static void kit_write_text(FILE *out, enum vrmlint_language language, const struct kit_comparison *comparison)
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

static void print_conformance_line(struct buf *page, const struct kit_vector *vector, const double *values, size_t each,
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
    print_conformance_line(page, vector, should->values, each, axis, &span,
                           "stroke=\"currentColor\" stroke-dasharray=\"4 3\"");
    print_conformance_line(page, vector, is, each, axis, &span, "stroke=\"#d04a2f\"");
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

static void kit_write_html(struct buf *page, enum vrmlint_language language, const struct kit_comparison *comparison)
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

/* vrmlint conformance: writes test vectors for runtimes, and compares their results. */

enum { RESULTS_MOST = 256 * 1024 * 1024 /* bytes */ };

enum action { ACTION_LIST, ACTION_WRITE, ACTION_RUN, ACTION_COMPARE, ACTIONS };
enum conformance_form {
    CONFORMANCE_FORM_TEXT,
    CONFORMANCE_FORM_JSON,
    CONFORMANCE_FORM_HTML
}; /* the words of --format */

/* The actions and their operands. */
static const struct {
    const char *name;
    const char *operand; /* NULL: takes none */
} actions[ACTIONS] = {{"list", NULL}, {"write", "DIR"}, {"run", NULL}, {"compare", "RESULTS"}};

struct conformance_arguments {
    struct work_limits limits; /* first */
    int form;
    int engine;
    int limit_revision; /* enum vrmlint_limit_revision */
    const char *output;
};

static const struct option conformance_options[] = {
    WORD_OPTION("format", "text|json|html", struct conformance_arguments, form,
                N_("compare: how to report: for people (text, the default; html, with curves), or for programs (json)"),
                .letter = 'f'),
    WORD_OPTION("engine", ENGINES, struct conformance_arguments, engine,
                N_("run: the rules that bones follow, as in vrmlint simulate (default: spec)")),
    OPTION_LIMIT_REVISION(struct conformance_arguments),
    TEXT_OPTION("output", "FILE", struct conformance_arguments, output, N_("write to FILE instead of standard output")),
    OPTIONS_LIMITS(N_("stop if it takes more memory; K, M and G after the number are powers of 1024 (default: 264M, "
                      "and 80 times the bytes of RESULTS beyond 10M)")),
    OPTIONS_COMMON,
};

/* One run of the command. */
struct conformance_job {
    const struct command *command;
    struct conformance_arguments *settings;
    struct arena *arena;
    const struct kit *kit;
    enum action action;
    const char *operand;
    struct sink sink;
};

/* ---- list ---- */

static enum status list_vectors(struct conformance_job *job)
{
    for (size_t i = 0; i < job->kit->vector_count; i++) {
        const struct kit_vector *vector = &job->kit->vectors[i];
        fprintf(job->sink.out, "%-40s %s", vector->id, vector->title);
        fprintf(job->sink.out, vector->revision == NULL ? "\n" : " (revision %s)\n", vector->revision);
    }
    return STATUS_FINE;
}

/* ---- write ---- */

/* Makes the folders of a path below the kit's folder, which exists. */
static bool make_conformance_folders(struct conformance_job *job, const char *path, struct os_error *error)
{
    for (const char *slash = strchr(path + strlen(job->operand) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        if (!os_make_folder(arena_copy(job->arena, path, (size_t)(slash - path)), error)) {
            return false;
        }
    }
    return true;
}

static bool write_file(struct conformance_job *job, const struct kit_file *file, const char *path,
                       struct os_error *error)
{
    if (!links_allow(path, strlen(job->operand), error) || !make_conformance_folders(job, path, error)) {
        return false;
    }
    FILE *out = os_create(path, error);
    if (out == NULL) {
        return false;
    }
    fwrite(file->text, 1, file->size, out);
    bool good = os_flush(out, error);
    fclose(out);
    return good;
}

static enum status write_kit(struct conformance_job *job)
{
    struct os_error error;
    if (!links_allow(job->operand, strlen(job->operand), &error) || !os_make_folder(job->operand, &error)) {
        return run_error(job->command->language, job->operand, error.text);
    }
    for (size_t i = 0; i < job->kit->file_count; i++) {
        const struct kit_file *file = &job->kit->files[i];
        const char *path = arena_printf(job->arena, "%s/%s", job->operand, file->name);
        if (!write_file(job, file, path, &error)) {
            return run_error(job->command->language, path, error.text);
        }
    }
    return STATUS_FINE;
}

/* ---- run and compare ---- */

static enum status run_engine(struct conformance_job *job)
{
    static const char *const names[] = {"spec", "three-vrm", "univrm", "pbd"};
    int engine = job->settings->engine;
    const struct vrmlint_simulation_options how = {.engine = (enum vrmlint_engine)engine,
                                                   .limit_revision =
                                                       (enum vrmlint_limit_revision)job->settings->limit_revision};
    if (!kit_run(job->sink.out, job->arena, job->kit, &how, names[engine]) && !ferror(job->sink.out)) {
        return run_error(job->command->language, "vrmlint", OS_NO_MEMORY);
    }
    return STATUS_FINE;
}

static enum status compare_results(struct conformance_job *job)
{
    enum vrmlint_language language = job->command->language;
    struct os_error error;
    const char *why;
    size_t size = 0;
    const char *text = whole_read(job->arena, job->operand, RESULTS_MOST, &size, &error);
    if (text == NULL) {
        return run_error(language, job->operand, error.text);
    }
    limits_hold(&job->settings->limits, job->arena, size);
    struct kit_comparison *comparison =
        kit_compare(job->arena, job->kit, (enum vrmlint_limit_revision)job->settings->limit_revision, text, size, &why);
    if (comparison == NULL) {
        notice(language, job->operand, WORDS_KIT_NOT_RESULTS, ARGUMENTS(MARKED("why", why)));
        return STATUS_FAILED;
    }
    struct buf page = BUF_INIT(job->arena);
    switch ((enum conformance_form)job->settings->form) {
    case CONFORMANCE_FORM_TEXT:
        kit_write_text(job->sink.out, language, comparison);
        break;
    case CONFORMANCE_FORM_JSON:
        kit_write_json(job->sink.out, comparison);
        break;
    case CONFORMANCE_FORM_HTML:
        kit_write_html(&page, language, comparison);
        fwrite(page.text, 1, page.length, job->sink.out);
        break;
    }
    const size_t *states = comparison->all.states;
    return states[KIT_FAILED] + states[KIT_INCOMPLETE] + states[KIT_MISSING] > 0 ? STATUS_FINDINGS : STATUS_FINE;
}

/* ---- the command ---- */

static enum status run_action(struct conformance_job *job)
{
    static enum status (*const acts[ACTIONS])(struct conformance_job * job) = {list_vectors, write_kit, run_engine,
                                                                               compare_results};
    enum vrmlint_language language = job->command->language;
    struct os_error error;
    job->kit = kit_open(job->arena);
    if (!sink_open(&job->sink, job->arena, &error)) {
        return run_error(language, job->settings->output, error.text);
    }
    enum status status = acts[job->action](job);
    if (!sink_close(&job->sink, status < STATUS_USAGE, &error)) {
        return job->sink.path == NULL ? end_unprintable(language, &error)
                                      : run_error(language, job->sink.path, error.text);
    }
    return status;
}

/* Runs run_action() under the arena's guard. */
static enum status run_action_guarded(struct conformance_job *job)
{
    jmp_buf guard;
    struct os_error ignored;
    const char *path = job->action == ACTION_COMPARE ? job->operand : "vrmlint";
    int end = setjmp(guard);
    if (end != 0) {
        sink_close(&job->sink, false, &ignored);
        return limits_error(job->command->language, path, (enum arena_end)end, OS_NO_MEMORY);
    }
    arena_guard(job->arena, &guard);
    limits_hold(&job->settings->limits, job->arena, 0);
    return run_action(job);
}

static enum status check_conformance_usage(const struct conformance_job *job, int operands, char **argv)
{
    const struct command *command = job->command;
    const struct conformance_arguments *settings = job->settings;
    if (operands == 0 || job->action == ACTIONS) {
        return usage_error(command, WORDS_KIT_NEEDS_ACTION,
                           ARGUMENTS(TERM("actions", "list, write DIR, run, compare RESULTS")));
    }
    struct argument action = TERM("action", actions[job->action].name);
    const char *operand = actions[job->action].operand;
    if (operand != NULL && (operands != 2 || *argv[1] == '\0')) {
        return usage_error(command, WORDS_KIT_NEEDS_OPERAND, ARGUMENTS(action, TERM("operand", operand)));
    }
    if (operand == NULL && operands > 1) {
        return usage_error(command, WORDS_KIT_TAKES_NONE, ARGUMENTS(action, TERM("name", argv[1])));
    }
    if (settings->form != CONFORMANCE_FORM_TEXT && job->action != ACTION_COMPARE) {
        return usage_error(command, WORDS_KIT_OPTION_OF,
                           ARGUMENTS(TERM("option", "--format"), TERM("action", "compare")));
    }
    if (settings->engine != VRMLINT_ENGINE_SPEC && job->action != ACTION_RUN) {
        return usage_error(command, WORDS_KIT_OPTION_OF, ARGUMENTS(TERM("option", "--engine"), TERM("action", "run")));
    }
    if (settings->limit_revision != VRMLINT_LIMIT_REVISION_B && job->action != ACTION_RUN &&
        job->action != ACTION_COMPARE) {
        return usage_error(command, WORDS_KIT_OPTION_OF,
                           ARGUMENTS(TERM("option", "--limit-revision"), TERM("action", "run, compare")));
    }
    if (settings->output != NULL && job->action == ACTION_COMPARE && sink_overwrites(settings->output, argv[1])) {
        return usage_error(command, WORDS_OUTPUT_OVERWRITES, ARGUMENTS(TERM("path", settings->output)));
    }
    return sink_spare_model(command, settings->output);
}

static enum status run_conformance(const struct command *command, int argc, char **argv)
{
    struct conformance_arguments settings = {.engine = VRMLINT_ENGINE_SPEC};
    enum status status;
    int operands;
    if (options_parse(command, argc, argv, &settings, &operands, &status) != PARSED) {
        return status;
    }
    struct conformance_job job = {.command = command, .settings = &settings};
    while (job.action < ACTIONS && (operands == 0 || strcmp(actions[job.action].name, argv[0]) != 0)) {
        job.action++;
    }
    status = check_conformance_usage(&job, operands, argv);
    if (status != STATUS_FINE) {
        return status;
    }
    job.operand = argv[1];
    if (settings.output != NULL && !sink_is_standard_output(settings.output)) {
        job.sink.path = settings.output;
    }
    job.arena = arena_new();
    status = job.arena == NULL ? run_error(command->language, "vrmlint", OS_NO_MEMORY) : run_action_guarded(&job);
    arena_free(job.arena);
    return status;
}

const struct command command_conformance = {
    .name = "conformance",
    .operands = "ACTION",
    .summary = N_("Test how a runtime moves springs, limits, constraints and VRM animations"),
    .details =
        N_("For authors of runtimes. The actions: list prints the vectors of the kit, which are small models, how "
           "they are moved, and the expected results; write DIR saves the kit in a folder; run prints the "
           "results of an engine of vrmlint in the kit's format; compare RESULTS compares the results of a "
           "runtime, a file or - for standard input, with what is expected.\n"
           "Exit status: 0 done, and all results are as expected; 1 compare: a result differs, or is missing or "
           "incomplete; 2 wrong usage; 3 something could not be read or written.\n"),
    .options = conformance_options,
    .run = run_conformance,
};
