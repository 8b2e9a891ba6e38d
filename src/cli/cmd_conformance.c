/* vrmlint conformance: writes test vectors for runtimes, and compares their results. */
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/whole.h"
#include "cli/commands.h"
#include "cli/kit.h"
#include "cli/links.h"
#include "cli/sink.h"
#include "ids/messages_command.h"
#include "ids/messages_conformance.h"
#include "report/escape.h"
#include "report/print.h"

enum { RESULTS_MOST = 256 * 1024 * 1024 /* bytes */ };

enum action { ACTION_LIST, ACTION_WRITE, ACTION_RUN, ACTION_COMPARE, ACTIONS };
enum form { FORM_TEXT, FORM_JSON, FORM_HTML }; /* the words of --format */

/* The actions and their operands. */
static const struct {
    const char *name;
    const char *operand; /* NULL: takes none */
} actions[ACTIONS] = {{"list", NULL}, {"write", "DIR"}, {"run", NULL}, {"compare", "RESULTS"}};

struct conformance_arguments {
    int form;
    int engine;
    int limit_revision; /* enum vrmlint_limit_revision */
    const char *output;
};

static const struct option options[] = {
    WORD_OPTION("format", "text|json|html", struct conformance_arguments, form,
                N_("compare: how to report: for people (text, the default; html, with curves), or for programs (json)"),
                .letter = 'f'),
    WORD_OPTION("engine", ENGINES, struct conformance_arguments, engine,
                N_("run: the rules that bones follow, as in vrmlint simulate (default: spec)")),
    OPTION_LIMIT_REVISION(struct conformance_arguments),
    TEXT_OPTION("output", "FILE", struct conformance_arguments, output, N_("write to FILE instead of standard output")),
    OPTIONS_COMMON,
};

/* One run of the command. */
struct conformance_job {
    const struct command *command;
    const struct conformance_arguments *settings;
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
static bool make_folders(struct conformance_job *job, const char *path, struct os_error *error)
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
    if (!links_allow(path, strlen(job->operand), error) || !make_folders(job, path, error)) {
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
    struct kit_comparison *comparison =
        kit_compare(job->arena, job->kit, (enum vrmlint_limit_revision)job->settings->limit_revision, text, size, &why);
    if (comparison == NULL) {
        notice(language, job->operand, WORDS_KIT_NOT_RESULTS, ARGUMENTS(MARKED("why", why)));
        return STATUS_FAILED;
    }
    struct buf page = BUF_INIT(job->arena);
    switch ((enum form)job->settings->form) {
    case FORM_TEXT:
        kit_write_text(job->sink.out, language, comparison);
        break;
    case FORM_JSON:
        kit_write_json(job->sink.out, comparison);
        break;
    case FORM_HTML:
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
    if (setjmp(guard) != 0) {
        sink_close(&job->sink, false, &ignored);
        return run_error(job->command->language, "vrmlint", OS_NO_MEMORY);
    }
    arena_guard(job->arena, &guard);
    return run_action(job);
}

static enum status check_usage(const struct conformance_job *job, int operands, char **argv)
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
    if (settings->form != FORM_TEXT && job->action != ACTION_COMPARE) {
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
    if (settings->output != NULL && *settings->output == '\0') {
        return usage_error(command, WORDS_OUTPUT_EMPTY, NO_ARGUMENTS);
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
    status = check_usage(&job, operands, argv);
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
    .options = options,
    .run = run_conformance,
};
