#include "cli/output.h"

#include <stdio.h>
#include <stdlib.h>

#include "ids/messages_command.h"
#include "report/print.h"

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

enum status output_begin(struct output *output, struct arena *arena, struct report_options options)
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

enum status output_file(struct output *output, const struct vrmlint_report *report)
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

/* Doesn't free the format's state, because the program ends. */
void output_abandon(struct output *output)
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

enum status output_end(struct output *output, const struct report_summary *summary)
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
