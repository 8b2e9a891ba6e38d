#include "cli/output.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "cli/outputs.h"
#include "ids/messages_command.h"
#include "report/formats.h"
#include "report/print.h"
#include "report/where.h"

static const char *true_path(struct arena *arena, const char *path, struct os_error *error)
{
    char *found = os_true_path(path, error);
    const char *copy = found == NULL ? NULL : arena_copy(arena, found, strlen(found));
    free(found);
    return copy;
}

/* Finds the top: folder, or if it is NULL the folder that CI names in CI_PROJECT_DIR or GITHUB_WORKSPACE. Returns
 * false, with *error, if folder doesn't exist; a folder named by the environment needn't exist. */
static bool relative_begin(struct relative *relative, struct arena *arena, const char *folder, struct os_error *error)
{
    static const char *const variables[] = {"CI_PROJECT_DIR", "GITHUB_WORKSPACE"};
    struct os_error ignored;
    const char *named = folder;
    for (size_t i = 0; named == NULL && i < sizeof variables / sizeof *variables; i++) {
        named = os_environment(variables[i]);
        named = named != NULL && *named == '\0' ? NULL : named;
    }
    relative->here = named == NULL ? NULL : true_path(arena, ".", &ignored);
    relative->top = relative->here == NULL ? NULL : true_path(arena, named, error);
    return folder == NULL || relative->top != NULL;
}

#ifdef _WIN32
#define SLASHES "/\\"
#else
#define SLASHES "/"
#endif

/* Appends the steps of a path to a whole path of length bytes, and returns the new length. */
static size_t add_steps(char *whole, size_t length, const char *path)
{
    bool rooted = length > 0 || *path == '/';
    while (*path != '\0') {
        size_t step = strcspn(path, SLASHES);
        if (step == 2 && memcmp(path, "..", 2) == 0) {
            while (length > 0 && whole[--length] != '/') {
            }
        } else if (step > 0 && (step > 1 || *path != '.')) {
            if (rooted || length > 0) {
                whole[length++] = '/';
            }
            memcpy(whole + length, path, step);
            length += step;
        }
        path += step + (path[step] != '\0');
    }
    return length;
}

/*
 * Returns the path, relative to the top, of a file whose path is relative to the working folder. Its ".." are
 * resolved by name; a file that isn't below the top keeps its path. The caller frees the result; NULL if memory runs
 * out.
 */
static char *relative_path(const struct relative *relative, const char *path)
{
    size_t size = strlen(path) + 1;
    size_t here = relative->top == NULL || where_is_absolute(path) ? 0 : strlen(relative->here);
    char *whole = malloc(here + size + 1);
    if (whole == NULL) {
        return NULL;
    }
    size_t top = relative->top == NULL ? 0 : strlen(relative->top);
    size_t length = here;
    memcpy(whole, relative->here == NULL ? "" : relative->here, here);
    length -= length > 0 && whole[length - 1] == '/' ? 1 : 0;
    length = add_steps(whole, length, path);
    whole[length] = '\0';
    top -= top > 0 && relative->top[top - 1] == '/' ? 1 : 0;
    bool below = relative->top != NULL && strcmp(path, "-") != 0 && length > top + 1 &&
                 memcmp(whole, relative->top, top) == 0 && whole[top] == '/';
    if (below) {
        memmove(whole, whole + top + 1, length - top);
    } else {
        memcpy(whole, path, size);
    }
    return whole;
}

static enum status fail_output(struct output *output, const struct os_error *error)
{
    const char *why = error->text;
    output->broken = true;
    if (output->path == NULL && os_is_broken_pipe(error)) {
        output->piped = true; /* as with `| head`: the reader has enough, and there is nothing to report */
        return STATUS_FAILED;
    }
    return output->path == NULL ? run_error_of(output->language, WORDS_STANDARD_OUTPUT, why)
                                : run_error(output->language, output->path, why);
}

/* Whether memory has run out, which is reported once: what was written so far must not pass for a report. */
static bool is_short(struct output *output)
{
    const struct os_error error = {OS_NO_MEMORY};
    if (output->reporter.no_memory && !output->broken) {
        fail_output(output, &error);
    }
    return output->reporter.no_memory;
}

/*
 * Opens an output whose format and path are set, and begins the report. A file gets its name only when it is
 * complete; anything but an ordinary file (a device, a pipe, a link) is written in place. Reports errors. The name of
 * the temporary file is in the arena.
 */
static enum status output_begin(struct output *output, struct arena *arena, struct report_options options)
{
    struct os_error error;
    output->reporter = (struct reporter){.format = output->format, .options = options};
    output->sink = (struct sink){.path = output->path, .append = output->append};
    if (!sink_open(&output->sink, arena, &error)) {
        return fail_output(output, &error);
    }
    output->reporter.out = output->sink.out;
    report_begin(&output->reporter);
    return is_short(output) ? STATUS_FAILED : STATUS_FINE;
}

/* Writes the report of one file at once. Reports if that fails; nothing more is written then. */
static enum status output_file(struct output *output, const struct vrmlint_report *report)
{
    struct os_error error;
    if (output->broken) {
        return STATUS_FAILED;
    }
    struct vrmlint_report named = *report;
    char *path = output->format->relative ? relative_path(output->relative, report->path) : NULL;
    named.path = path == NULL ? report->path : path;
    output->reporter.no_memory = output->reporter.no_memory || (path == NULL && output->format->relative);
    report_file(&output->reporter, &named);
    free(path);
    if (!os_flush(output->reporter.out, &error)) {
        return fail_output(output, &error);
    }
    return is_short(output) ? STATUS_FAILED : STATUS_FINE;
}

/* Closes the output of an interrupted run: a file is removed, and the report gets no end. Doesn't free the format's
 * state, because the program ends. */
static void output_abandon(struct output *output)
{
    struct os_error ignored;
    sink_close(&output->sink, false, &ignored);
}

/* Warns if a report is too large for its receiver. The report is complete: the user decides. */
static void warn_of_size(const struct output *output)
{
    const struct report_format *format = output->format;
    size_t count = output->reporter.findings;
    if (format->most > 0 && count > format->most) {
        announce(output->language, WORDS_REPORT_TOO_LARGE,
                 ARGUMENTS(TERM("format", format->name), COUNT("count", count), TERM("taker", format->taker),
                           COUNT("most", format->most)));
    }
}

/* Ends the report and closes the output; an incomplete file is removed. Reports errors. */
static enum status output_end(struct output *output, const struct report_summary *summary)
{
    struct os_error error;
    enum status status = output->broken || summary->no_memory ? STATUS_FAILED : STATUS_FINE;
    if (output->sink.out == NULL) {
        return status;
    }
    output->reporter.no_memory = output->reporter.no_memory || summary->no_memory;
    output->broken = output->broken || summary->no_memory;
    report_end(&output->reporter, summary); /* even after a write error: it frees the format's state */
    if (is_short(output)) {
        status = STATUS_FAILED;
    }
    if (!output->broken) {
        warn_of_size(output);
    }
    return sink_close(&output->sink, !output->broken, &error) ? status : fail_output(output, &error);
}

bool outputs_color(const struct settings *settings, const char *path)
{
    if (settings->color != CHOICE_AUTO) {
        return settings->color == CHOICE_ALWAYS;
    }
    const char *none = os_environment("NO_COLOR");
    const char *force = os_environment("CLICOLOR_FORCE");
    const char *terminal = os_environment("TERM");
    if (path != NULL || (none != NULL && *none != '\0')) {
        return false;
    }
    if (force != NULL && *force != '\0' && strcmp(force, "0") != 0) {
        return true;
    }
    return os_is_terminal(1) && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

/* Whether an output has links: only a terminal that is known to open them, unless the command line sets it. */
static bool wants_links(const struct settings *settings, const struct output *output)
{
    const struct link_terminal terminal = {
        .term = os_environment("TERM"),
        .program = os_environment("TERM_PROGRAM"),
        .vte_version = os_environment("VTE_VERSION"),
        .konsole_version = os_environment("KONSOLE_VERSION"),
        .windows = os_environment("WT_SESSION"),
        .ci = os_environment("CI"),
    };
    if (settings->hyperlinks != CHOICE_AUTO) {
        return settings->hyperlinks == CHOICE_ALWAYS;
    }
    return output->path == NULL && os_is_terminal(1) && link_is_known(&terminal);
}

enum status worse(enum status a, enum status b)
{
    return a > b ? a : b;
}

enum vrmlint_language outputs_language(const struct settings *settings, const struct report_format *format)
{
    return settings->asks_language || format->follows ? settings->language : VRMLINT_ENGLISH;
}

void outputs_add_step_summary(struct settings *settings)
{
    const char *path = os_environment("GITHUB_STEP_SUMMARY");
    bool wanted = false;
    for (size_t i = 0; i < settings->output_count; i++) {
        wanted = wanted || settings->outputs[i].format == &report_github;
    }
    if (wanted && path != NULL && *path != '\0') {
        settings->outputs[settings->output_count++] =
            (struct output){.format = &report_step_summary, .path = path, .append = true};
    }
}

enum status outputs_begin(struct settings *settings, struct arena *arena)
{
    enum status status = STATUS_FINE;
    struct os_error error;
    if (!relative_begin(&settings->relative, arena, settings->relative_to, &error)) {
        status = run_error(settings->language, settings->relative_to, error.text);
    }
    for (size_t i = 0; i < settings->output_count; i++) {
        struct output *output = &settings->outputs[i];
        output->relative = &settings->relative;
        struct report_options how = {
            .language = outputs_language(settings, output->format),
            .color = outputs_color(settings, output->path),
            .links = wants_links(settings, output),
            .quiet = settings->quiet,
            .tables_only = settings->quiet && settings->statistics,
            .all = settings->all || settings->all_findings,
            .all_findings = settings->all_findings,
            .from_records = settings->from_records,
            .manifest = &settings->manifest,
            .width = output->path == NULL ? output_width() : wrap_width(0),
        };
        how.places = settings->verbose || how.color; /* dimmed in colour */
        output->language = settings->language;
        status = worse(status, output_begin(output, arena, how));
    }
    return status;
}

bool outputs_are_broken(const struct settings *settings)
{
    for (size_t i = 0; i < settings->output_count; i++) {
        if (!settings->outputs[i].broken) {
            return false;
        }
    }
    return settings->output_count > 0;
}

enum status outputs_pass(struct settings *settings, const struct vrmlint_policy *policy,
                         const struct vrmlint_report *report, struct report_summary *summary)
{
    const char *ignored;
    enum vrmlint_severity least = vrmlint_policy_shows_from(policy, &ignored);
    enum status status = STATUS_FINE;
    struct vrmlint_report kept = *report;
    struct shown shown = {0};
    kept.apps = settings->apps;
    kept.whole = report;
    if ((least > VRMLINT_INFO || settings->apps != 0) && !shown_keep(&shown, least, &kept)) {
        status = run_error(settings->language, report->path, "not enough memory");
    }
    bool had_memory = !summary->no_memory;
    report_count(summary, &kept);
    if (summary->no_memory && had_memory) {
        status = run_error_of(settings->language, WORDS_STATISTICS, OS_NO_MEMORY);
    }
    for (size_t i = 0; i < settings->output_count; i++) {
        status = worse(status, output_file(&settings->outputs[i], &kept));
    }
    shown_free(&shown);
    return status;
}

enum status outputs_count_warnings(const struct settings *settings, size_t count)
{
    if (count <= settings->max_warnings) {
        return STATUS_FINE;
    }
    announce(settings->language, WORDS_TOO_MANY_WARNINGS,
             ARGUMENTS(COUNT("count", count), COUNT("most", settings->max_warnings)));
    return STATUS_FINDINGS;
}

void outputs_end_piped(const struct settings *settings)
{
    for (size_t i = 0; i < settings->output_count; i++) {
        if (settings->outputs[i].piped) {
            os_end_piped();
        }
    }
}

bool outputs_print(const struct settings *settings)
{
    for (size_t i = 0; i < settings->output_count; i++) {
        if (settings->outputs[i].path == NULL) {
            return true;
        }
    }
    return false;
}

enum status outputs_end(struct settings *settings, const struct report_summary *summary)
{
    enum status status = STATUS_FINE;
    for (size_t i = 0; i < settings->output_count; i++) {
        status = worse(status, output_end(&settings->outputs[i], summary));
    }
    return status;
}

void outputs_abandon(struct settings *settings)
{
    for (size_t i = 0; i < settings->output_count; i++) {
        output_abandon(&settings->outputs[i]);
    }
}
