#include "cli/outputs.h"

#include <string.h>

#include "base/os.h"
#include "ids/messages_command.h"
#include "report/formats.h"
#include "report/link.h"
#include "report/print.h"
#include "report/wrap.h"

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
    return true;
}

enum status outputs_pass(struct settings *settings, const struct vrmlint_policy *policy,
                         const struct vrmlint_report *report, struct report_summary *summary)
{
    const char *ignored;
    enum vrmlint_severity least = vrmlint_policy_shows_from(policy, &ignored);
    enum status status = STATUS_FINE;
    struct vrmlint_report kept = *report;
    struct shown shown = {0};
    if (least > VRMLINT_INFO && !shown_keep(&shown, least, &kept)) {
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
