/* vrmlint check: files in, findings out. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/os.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "report/report.h"
#include "report/wrap.h"
#include "run/inputs.h"
#include "vrmlint.h"

enum { OUTPUT_MAX = 16, JOBS_MAX = 1024 };

#define STANDARD_OUTPUT "/dev/stdout" /* where it may lead to a file that another output goes to */

enum choice { CHOICE_AUTO, CHOICE_ALWAYS, CHOICE_NEVER }; /* the words of --color and --progress */

struct settings {
    struct vrmlint_policy *policy;
    struct output outputs[OUTPUT_MAX];
    size_t output_count;
    const char *files_from;
    int fail_on; /* place in "error|warning|info|never" */
    int color;
    int progress;
    bool quiet;
};

/* ---- options ---- */

static const char *const planned_formats[] = {"sarif", "junit", "github", "gitlab", "html"};

static void explain_format(const char *name, char *error, size_t size)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < sizeof planned_formats / sizeof *planned_formats; i++) {
        if (strcmp(name, planned_formats[i]) == 0) {
            snprintf(error, size, "the format %s isn't there yet in version %s", name, vrmlint_version());
            return;
        }
        nearest_offer(&nearest, planned_formats[i]);
    }
    for (size_t i = 0; report_formats[i]->name != NULL; i++) {
        nearest_offer(&nearest, report_formats[i]->name);
    }
    if (nearest.best.text == NULL) {
        snprintf(error, size, "there is no format '%s'; there are text, concise, json and ndjson", name);
    } else {
        snprintf(error, size, "there is no format '%s'; did you mean '%.*s'?", name, (int)nearest.best.length,
                 nearest.best.text);
    }
}

/* Whether an output goes where another goes already. */
static bool is_taken(const struct settings *settings, const char *path)
{
    for (size_t i = 0; i < settings->output_count; i++) {
        const char *other = settings->outputs[i].path;
        if ((path == NULL && other == NULL) ||
            sink_is_same(path == NULL ? STANDARD_OUTPUT : path, other == NULL ? STANDARD_OUTPUT : other)) {
            return true;
        }
    }
    return false;
}

static bool add_format(void *context, const char *argument, char *error, size_t size)
{
    struct settings *settings = context;
    char name[32];
    size_t length = strcspn(argument, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, argument);
    const struct report_format *format = report_format_by_name(name);
    const char *path = argument[length] == '=' ? argument + length + 1 : NULL;
    if (format == NULL) {
        explain_format(name, error, size);
        return false;
    }
    if (path != NULL && *path == '\0') {
        snprintf(error, size, "the file's name is empty in '%s'", argument);
        return false;
    }
    if (path != NULL && sink_is_standard_output(path)) {
        path = NULL;
    }
    if (is_taken(settings, path)) {
        snprintf(error, size, "two outputs go to %s; give each but one a file of its own: --format %s=FILE",
                 path == NULL ? "standard output" : path, name);
        return false;
    }
    if (settings->output_count == OUTPUT_MAX) {
        snprintf(error, size, "there are more than %d outputs", (int)OUTPUT_MAX);
        return false;
    }
    settings->outputs[settings->output_count++] = (struct output){.format = format, .path = path};
    return true;
}

static bool add_select(void *context, const char *argument, char *error, size_t size)
{
    return vrmlint_policy_select(((struct settings *)context)->policy, argument, error, size);
}

static bool add_ignore(void *context, const char *argument, char *error, size_t size)
{
    return vrmlint_policy_ignore(((struct settings *)context)->policy, argument, error, size);
}

static bool parse_level(const char *level, enum vrmlint_severity *severity, char *error, size_t size)
{
    struct nearest nearest = nearest_to(level, strlen(level));
    for (int i = VRMLINT_OFF; i <= VRMLINT_ERROR; i++) {
        const char *name = vrmlint_severity_name((enum vrmlint_severity)i);
        if (strcmp(level, name) == 0) {
            *severity = (enum vrmlint_severity)i;
            return true;
        }
        nearest_offer(&nearest, name);
    }
    if (nearest.best.text == NULL) {
        snprintf(error, size, "there is no level '%s'; there are error, warning, info and off", level);
    } else {
        snprintf(error, size, "there is no level '%s'; did you mean '%.*s'?", level, (int)nearest.best.length,
                 nearest.best.text);
    }
    return false;
}

static bool add_severity(void *context, const char *argument, char *error, size_t size)
{
    const struct settings *settings = context;
    enum vrmlint_severity severity;
    char rule[128];
    size_t length = strcspn(argument, "=");
    if (argument[length] != '=') {
        snprintf(error, size, "'%s' names no level: RULE=LEVEL, as in springbone=warning", argument);
        return false;
    }
    snprintf(rule, sizeof rule, "%.*s", (int)length, argument);
    return parse_level(argument + length + 1, &severity, error, size) &&
           vrmlint_policy_severity(settings->policy, rule, severity, error, size);
}

static bool set_files_from(void *context, const char *argument, char *error, size_t size)
{
    struct settings *settings = context;
    if (settings->files_from != NULL) {
        snprintf(error, size, "there is a list already: %s", settings->files_from);
        return false;
    }
    settings->files_from = argument;
    return true;
}

static bool set_jobs(void *context, const char *argument, char *error, size_t size)
{
    (void)context;
    char *end;
    long jobs = strtol(argument, &end, 10);
    if (*argument < '0' || *argument > '9' || *end != '\0' || jobs < 1 || jobs > JOBS_MAX) {
        snprintf(error, size, "'%s' is no number from 1 to %d", argument, (int)JOBS_MAX);
        return false;
    }
    return true;
}

static const struct option options[] = {
    {.name = "format",
     .argument = "NAME[=FILE]",
     .help = "how to report: text (the default), concise, json or ndjson; into FILE instead of standard output. May be "
             "given several times. (sarif, junit, github, gitlab and html aren't there yet)",
     .kind = OPTION_CALL,
     .call = add_format},
    {.name = "select",
     .argument = "LIST",
     .help = "run these rules instead of the default set; may be given several times",
     .kind = OPTION_CALL,
     .call = add_select},
    {.name = "ignore",
     .argument = "LIST",
     .help = "leave these rules out; may be given several times",
     .kind = OPTION_CALL,
     .call = add_ignore},
    {.name = "severity",
     .argument = "RULE=LEVEL",
     .help = "report a rule, or a family, as error, warning or info, or switch it off; may be given several times",
     .kind = OPTION_CALL,
     .call = add_severity},
    {.name = "fail-on",
     .argument = "error|warning|info|never",
     .help = "the least severity that makes the exit status 1 (default: error)",
     .kind = OPTION_WORD,
     .offset = offsetof(struct settings, fail_on)},
    {.name = "config", .argument = "FILE", .help = "take settings from FILE", .kind = OPTION_ABSENT},
    {.name = "no-config",
     .help = "look for no settings in files (there are none to look for yet)",
     .kind = OPTION_IGNORE},
    {.name = "baseline", .argument = "FILE", .help = "report only what FILE doesn't know", .kind = OPTION_ABSENT},
    {.name = "write-baseline",
     .argument = "FILE",
     .help = "write what was found to FILE, for --baseline",
     .kind = OPTION_ABSENT},
    {.name = "no-simulation",
     .help = "leave out the simulation of chains (there is none to leave out yet)",
     .kind = OPTION_IGNORE},
    {.name = "jobs",
     .argument = "N",
     .help = "check up to N files at a time; the report is the same for every N (so far, one file at a time)",
     .kind = OPTION_CALL,
     .call = set_jobs},
    {.name = "files-from",
     .argument = "FILE",
     .help = "check the PATHs that FILE lists as well, one a line or each ended by a NUL; - for standard input",
     .kind = OPTION_CALL,
     .call = set_files_from},
    {.name = "statistics", .help = "count findings by rule and by exporter", .kind = OPTION_ABSENT},
    {.name = "color",
     .argument = "auto|always|never",
     .help = "colours in text and concise; auto (the default) heeds NO_COLOR, CLICOLOR_FORCE and the terminal",
     .kind = OPTION_WORD,
     .offset = offsetof(struct settings, color)},
    {.name = "progress",
     .argument = "auto|always|never",
     .help = "show how far a long run has come (so far, it never does)",
     .kind = OPTION_WORD,
     .offset = offsetof(struct settings, progress)},
    {.name = "quiet",
     .help = "text says nothing of files without findings, and no totals",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct settings, quiet)},
    OPTIONS_COMMON,
};

/* ---- the run ---- */

/* Where two of them speak, the stronger: --color, NO_COLOR, CLICOLOR_FORCE, the terminal. */
static bool wants_color(const struct settings *settings, const struct output *output)
{
    if (settings->color != CHOICE_AUTO) {
        return settings->color == CHOICE_ALWAYS;
    }
    const char *none = os_environment("NO_COLOR");
    const char *force = os_environment("CLICOLOR_FORCE");
    const char *terminal = os_environment("TERM");
    if (output->path != NULL || (none != NULL && *none != '\0')) {
        return false;
    }
    if (force != NULL && *force != '\0' && strcmp(force, "0") != 0) {
        return true;
    }
    return os_is_terminal(1) && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

static enum status worse(enum status a, enum status b)
{
    return a > b ? a : b;
}

static enum status begin_outputs(struct settings *settings, struct arena *arena)
{
    enum status status = STATUS_FINE;
    for (size_t i = 0; i < settings->output_count; i++) {
        struct output *output = &settings->outputs[i];
        struct report_options how = {
            .color = wants_color(settings, output),
            .quiet = settings->quiet,
            .width = output->path == NULL ? output_width() : wrap_width(0),
        };
        status = worse(status, output_begin(output, arena, how));
    }
    return status;
}

static bool all_broken(const struct settings *settings)
{
    for (size_t i = 0; i < settings->output_count; i++) {
        if (!settings->outputs[i].broken) {
            return false;
        }
    }
    return true;
}

static enum status verdict(const struct settings *settings, const struct vrmlint_report *report)
{
    static const enum vrmlint_severity least[] = {VRMLINT_ERROR, VRMLINT_WARNING, VRMLINT_INFO, VRMLINT_ERROR + 1};
    for (int severity = (int)least[settings->fail_on]; severity <= VRMLINT_ERROR; severity++) {
        if (report->counts[severity] > 0) {
            return STATUS_FINDINGS;
        }
    }
    return STATUS_FINE;
}

static enum status check_one(struct settings *settings, const char *path, struct report_summary *summary)
{
    struct vrmlint_report *report = vrmlint_check_path(settings->policy, path);
    struct vrmlint_report none = {.path = path, .trouble = "not enough memory"};
    const struct vrmlint_report *shown = report == NULL ? &none : report;
    enum status status = verdict(settings, shown);
    if (shown->trouble != NULL) {
        status = trouble(path, shown->trouble);
    }
    report_count(summary, shown);
    for (size_t i = 0; i < settings->output_count; i++) {
        status = worse(status, output_file(&settings->outputs[i], shown));
    }
    vrmlint_report_free(report);
    return status;
}

/* Once nobody takes what is found any more, the rest isn't worth finding. */
static enum status check_all(struct settings *settings, struct arena *arena, const struct inputs *inputs)
{
    enum status status = inputs->trouble_count > 0 ? STATUS_TROUBLE : STATUS_FINE;
    struct report_summary summary = {0};
    for (size_t i = 0; i < inputs->trouble_count; i++) {
        trouble(inputs->troubles[i].path, inputs->troubles[i].why);
    }
    status = worse(status, begin_outputs(settings, arena));
    for (size_t i = 0; i < inputs->count && !all_broken(settings); i++) {
        status = worse(status, check_one(settings, inputs->paths[i], &summary));
    }
    for (size_t i = 0; i < settings->output_count; i++) {
        status = worse(status, output_end(&settings->outputs[i], &summary));
    }
    return status;
}

/* A slip such as --format json=avatar.vrm must not cost an avatar. */
static const char *overwritten(const struct settings *settings, const struct inputs *inputs)
{
    for (size_t i = 0; i < settings->output_count; i++) {
        const char *path = settings->outputs[i].path;
        for (size_t k = 0; path != NULL && k < inputs->count; k++) {
            if (strcmp(inputs->paths[k], "-") != 0 && sink_is_same(path, inputs->paths[k])) {
                return inputs->paths[k];
            }
        }
    }
    return NULL;
}

static enum status gather_and_check(const struct command *command, struct settings *settings, struct arena *arena,
                                    int path_count, char **paths)
{
    struct inputs inputs = INPUTS_INIT(arena);
    for (int i = 0; i < path_count; i++) {
        inputs_add(&inputs, paths[i]);
    }
    if (settings->files_from != NULL) {
        inputs_add_list(&inputs, settings->files_from);
    }
    inputs_sort(&inputs);
    const char *victim = overwritten(settings, &inputs);
    if (victim != NULL) {
        return usage_error(command, "the report would overwrite '%s', which is to be checked", victim);
    }
    return check_all(settings, arena, &inputs);
}

/* The arena's guard: memory that ends while files are looked for. */
static enum status guarded(const struct command *command, struct settings *settings, struct arena *arena,
                           int path_count, char **paths)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        return trouble("the list of files", "not enough memory");
    }
    arena_guard(arena, &guard);
    return gather_and_check(command, settings, arena, path_count, paths);
}

static enum status check_usage(const struct command *command, const struct settings *settings, int path_count,
                               char **paths)
{
    if (path_count == 0 && settings->files_from == NULL) {
        return usage_error(command, "nothing to check: name a file, a folder, or - for standard input");
    }
    for (int i = 0; i < path_count; i++) {
        if (strcmp(paths[i], "-") == 0 && settings->files_from != NULL && strcmp(settings->files_from, "-") == 0) {
            return usage_error(command, "standard input can't be both a file to check and the list of files");
        }
    }
    return STATUS_FINE;
}

static enum status run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.policy = vrmlint_policy_new()};
    struct arena *arena = arena_new();
    enum status status = STATUS_FINE;
    int path_count;
    if (settings.policy == NULL || arena == NULL) {
        status = trouble("vrmlint", "not enough memory");
    } else if (options_parse(command, argc, argv, &settings, &path_count, &status) == PARSED) {
        status = check_usage(command, &settings, path_count, argv);
        if (settings.output_count == 0) {
            settings.outputs[settings.output_count++].format = report_formats[0];
        }
        if (status == STATUS_FINE) {
            status = guarded(command, &settings, arena, path_count, argv);
        }
    }
    arena_free(arena);
    vrmlint_policy_free(settings.policy);
    return status;
}

const struct command command_check = {
    .name = "check",
    .operands = "PATH...",
    .summary = "Lint files, and folders recursively; `vrmlint PATH...` means the same",
    .details =
        "A PATH is a file, a folder (every .vrm, .vrma, .glb and .gltf in it), or - for standard input.\n"
        "A LIST is comma-separated; an entry is a rule (springbone/joint-not-descendant), a family of rules "
        "(springbone: opt-in ones included), or `default`. `vrmlint rules` lists them.\n"
        "Exit status: 0 nothing at or above --fail-on; 1 findings at or above it; 2 wrong usage; 3 something could "
        "not be opened, read or written (the rest is checked all the same).\n",
    .options = options,
    .run = run,
};
