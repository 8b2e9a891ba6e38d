#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/os_crash.h"
#include "base/os_thread.h"
#include "cli/baselines.h"
#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/frame.h"
#include "cli/gather.h"
#include "cli/links.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "ids/messages_command.h"
#include "report/statistics.h"
#include "report/verdict.h"
#include "run/cache.h"
#include "run/inputs.h"
#include "run/policies.h"
#include "run/pool.h"
#include "vrmlint.h"

/* Returns the input that an output would overwrite, or NULL: a mistake such as --format json=avatar.vrm must not
 * destroy an avatar, whatever its name. */
static const char *overwritten_input(const struct settings *settings, const struct inputs *inputs)
{
    for (size_t k = 0; settings->write_baseline != NULL && k < inputs->count; k++) {
        if (sink_overwrites(settings->write_baseline, inputs->paths[k])) {
            return inputs->paths[k];
        }
    }
    for (size_t i = 0; i < settings->output_count; i++) {
        const char *path = settings->outputs[i].path;
        for (size_t k = 0; path != NULL && k < inputs->count; k++) {
            if (sink_overwrites(path, inputs->paths[k])) {
                return inputs->paths[k];
            }
        }
    }
    return NULL;
}

/* Refuses outputs that would overwrite any other model. */
static enum status spare_models(const struct command *command, const struct settings *settings)
{
    enum status status = sink_spare_model(command, settings->write_baseline);
    for (size_t i = 0; i < settings->output_count && status == STATUS_FINE; i++) {
        status = sink_spare_model(command, settings->outputs[i].path);
    }
    return status;
}

/* Refuses outputs that would overwrite a file that controls the run. Only --write-baseline may renew a baseline. */
static enum status spare_sources(const struct command *command, const struct settings *settings)
{
    const char *const sources[] = {settings->baseline, settings->config, settings->files_from};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        const char *source = sources[i];
        bool lost = source != NULL && i > 0 && settings->write_baseline != NULL &&
                    sink_overwrites(settings->write_baseline, source);
        for (size_t k = 0; source != NULL && k < settings->output_count; k++) {
            const char *path = settings->outputs[k].path;
            lost = lost || (path != NULL && sink_overwrites(path, source));
        }
        if (lost) {
            return usage_error(command, WORDS_WOULD_OVERWRITE_SOURCE, ARGUMENTS(TERM("path", source)));
        }
    }
    return STATUS_FINE;
}

/* Refuses a run whose outputs would destroy what it checks, another model, or a file that controls it; reports why. */
static enum status spare_all(const struct command *command, const struct settings *settings,
                             const struct inputs *inputs)
{
    const char *victim = overwritten_input(settings, inputs);
    if (victim != NULL) {
        return usage_error(command, WORDS_WOULD_OVERWRITE_CHECKED, ARGUMENTS(TERM("path", victim)));
    }
    enum status status = spare_models(command, settings);
    return status == STATUS_FINE ? spare_sources(command, settings) : status;
}

/* vrmlint check: checks files and reports findings. */

/* Findings of one rule and file that are kept in full until it is known which are consequences of others: more than
 * any format shows, unless all are requested. */
enum { FINDINGS_MOST = 4000 };

/* A run over all inputs. Workers only read what doesn't change while they work: settings, inputs and policies. */
struct checking {
    const struct inputs *inputs;
    const struct vrmlint_policy **policies; /* one per input */
    struct settings *settings;
    struct baselines baselines;
    struct report_summary summary;
    struct progress progress;
    size_t findings; /* so far */
    size_t warnings; /* including those that aren't shown */
    enum status status;
};

static struct vrmlint_report no_memory = {.error = "not enough memory"}; /* never changed, never freed */

static void *check_one(void *context, size_t index)
{
    const struct checking *checking = context;
    const struct settings *settings = checking->settings;
    const struct vrmlint_policy *policy = checking->policies[index];
    const char *path = checking->inputs->paths[index];
    os_work_on(path);
    struct vrmlint_report *report = strcmp(path, "-") == 0 ? vrmlint_check_standard(policy, gather_name(settings, path))
                                    : settings->cache == NULL ? vrmlint_check_path(policy, path)
                                                              : cache_check(settings->cache, policy, path);
    if (report == NULL) {
        return &no_memory;
    }
    return settings->jobs == 1 ? report : vrmlint_report_compact(report);
}

/* Makes a worker without a file help the others. */
static void add_idle_checker(void *context)
{
    const struct checking *checking = context;
    vrmlint_helpers_add_idle(checking->settings->helpers, 1);
}

static void free_made_report(void *made)
{
    if (made != &no_memory) {
        vrmlint_report_free(made);
    }
}

/* Whether a file makes the exit status 1. */
static bool is_failed(const struct settings *settings, const struct vrmlint_policy *policy,
                      const struct vrmlint_report *report)
{
    if (settings->fail_on == FAIL_ON_INVALID) {
        return vrmlint_policy_fails(policy, report);
    }
    if (settings->fail_on >= FAIL_ON_REFUSES || (settings->fail_on < 0 && settings->apps != 0)) {
        return verdicts_fail(report, settings->fail_on == FAIL_ON_LOSES);
    }
    const char *ignored;
    int least = (int)vrmlint_policy_fails_from(policy, &ignored);
    bool fails = settings->apps == 0 && vrmlint_policy_fails(policy, report);
    for (size_t i = 0; settings->apps != 0 && least != VRMLINT_OFF && i < report->finding_count && !fails; i++) {
        fails = (int)report->findings[i].severity >= least && verdict_matters(report, &report->findings[i]);
    }
    return fails;
}

/* Reports one file, and counts its findings. The caller owns the report. */
static void pass_report(struct checking *checking, const struct vrmlint_policy *policy, struct vrmlint_report *report)
{
    struct settings *settings = checking->settings;
    const char *ignored;
    report->fails_from = vrmlint_policy_fails_from(policy, &ignored);
    report->fails_invalid = vrmlint_policy_fails_invalid(policy);
    enum status status = baselines_pass(&checking->baselines, settings, policy, report);
    if (!settings->all_findings && !vrmlint_report_fold(report)) {
        status = worse(status, run_error(settings->language, report->path, OS_NO_MEMORY));
    }
    report->apps = settings->apps;
    status = worse(status, is_failed(settings, policy, report) ? STATUS_FINDINGS : STATUS_FINE);
    if (report->error != NULL) {
        progress_hide(&checking->progress, false);
        status = worse(status, run_error(settings->language, report->path, report->error));
    }
    policies_note(settings->policies, report);
    checking->warnings += report->counts[VRMLINT_WARNING];
    checking->findings += report->finding_count;
    progress_hide(&checking->progress, true);
    status = worse(status, outputs_pass(settings, policy, report, &checking->summary));
    checking->status = worse(checking->status, status);
    progress_show(&checking->progress, checking->summary.files, checking->findings);
}

/* Passes on the report of one file. Returns false, to end the run, if no output can be written any more. */
static bool pass_on(void *context, size_t index, void *made)
{
    struct checking *checking = context;
    if (os_interrupted()) {
        free_made_report(made);
        return false;
    }
    struct vrmlint_report copy = no_memory;
    struct vrmlint_report *report = made == &no_memory ? &copy : made;
    report->path = gather_name(checking->settings, checking->inputs->paths[index]);
    os_work_on(report->path);
    pass_report(checking, checking->policies[index], report);
    os_work_on(NULL);
    free_made_report(made);
    return !outputs_are_broken(checking->settings);
}

/* Ends an interrupted run, and leaves nothing behind that looks like a report. */
static void abandon_check(struct checking *checking)
{
    outputs_abandon(checking->settings);
    baselines_abandon(&checking->baselines);
    end_interrupted(checking->settings->language, checking->summary.files, checking->inputs->count);
}

/* Reports an ignore that is no longer needed, before it hides something new. */
static void report_stale_ignores(void *context, const struct vrmlint_ignore *ignore, enum stale_ignore why)
{
    const struct settings *settings = context;
    char where[1024];
    snprintf(where, sizeof where, "%s:%zu:%zu", ignore->config, ignore->line, ignore->column);
    if (why == STALE_ENDED) {
        notice(settings->language, where, WORDS_ENDED_IGNORE,
               ARGUMENTS(TERM("rule", ignore->rule), TERM("date", ignore->until)));
    } else {
        notice(settings->language, where, why == STALE_NOW ? WORDS_STALE_IGNORE : WORDS_UNMATCHED_IGNORE,
               ARGUMENTS(TERM("rule", ignore->rule)));
    }
}

/* Opens the cache. Without it, a run is only slower, but the user asked for it, so errors are reported. */
static enum status open_cache(struct settings *settings, const struct checking *checking)
{
    struct os_error error;
    if (settings->cache_folder != NULL) {
        const char *name = settings->cache_folder;
        settings->cache =
            links_allow(name, strlen(name), &error) ? cache_open(name, settings->cache_size, &error) : NULL;
        if (settings->cache == NULL) {
            settings->cache_folder = NULL; /* nothing in it is trusted */
            return run_error(settings->language, name, error.text);
        }
        cache_expect(settings->cache, checking->policies, checking->inputs->count);
    }
    return STATUS_FINE;
}

static void close_cache(struct settings *settings)
{
    if (settings->cache != NULL && cache_has_failed(settings->cache)) {
        notice(settings->language, settings->cache_folder, WORDS_CACHE_FAILED, NO_ARGUMENTS);
    }
    cache_close(settings->cache);
    settings->cache = NULL;
}

static void print_unfit(void *context, const char *origin, const char *pattern)
{
    const struct settings *settings = context;
    notice(settings->language, origin, WORDS_UNFIT_PATTERN, ARGUMENTS(TERM("pattern", pattern)));
}

/* Reports useless ignores and patterns of settings files, if the run checked everything with all rules. */
static void print_useless(struct settings *settings, struct arena *arena, bool whole)
{
    struct memory *memory = memory_open(arena, settings->cache_folder);
    bool is_reported =
        whole && !settings->quiet && !settings->narrowed && settings->shards == 0 && !settings->no_simulation;
    policies_stale(settings->policies, memory, is_reported, settings->quiet ? NULL : report_stale_ignores, settings);
    if (!memory_save(memory)) {
        notice(settings->language, settings->cache_folder, WORDS_CACHE_FAILED, NO_ARGUMENTS);
    }
    if (is_reported) {
        policies_unfit(settings->policies, print_unfit, settings);
    }
}

static enum status check_all(struct settings *settings, struct arena *arena, const struct inputs *inputs,
                             const struct vrmlint_policy **policies)
{
    struct checking checking = {.summary = {.shard = settings->shard, .shards = settings->shards},
                                .settings = settings,
                                .inputs = inputs,
                                .policies = policies};
    const struct pool_work work = {
        .context = &checking, .make = check_one, .take = pass_on, .drop = free_made_report, .rest = add_idle_checker};
    checking.status = baselines_begin(&checking.baselines, settings, policies, inputs->count, arena);
    if (checking.baselines.unread) {
        baselines_abandon(&checking.baselines);
        return checking.status;
    }
    checking.status = worse(checking.status, gather_report(settings, inputs));
    checking.summary.statistics = settings->statistics ? statistics_new() : NULL;
    if (settings->statistics && checking.summary.statistics == NULL) {
        checking.status = run_error_of(settings->language, WORDS_STATISTICS, "not enough memory");
    }
    checking.progress =
        progress_begin((enum choice)settings->progress, settings->language, inputs->count, outputs_print(settings));
    os_catch_interrupts();
    checking.status = worse(checking.status, open_cache(settings, &checking));
    checking.status = worse(checking.status, outputs_begin(settings, arena));
    if (!outputs_are_broken(settings)) {
        vrmlint_helpers_add_idle(settings->helpers,
                                 settings->jobs > inputs->count ? settings->jobs - inputs->count : 0);
        pool_run(settings->jobs, inputs->count, &work);
    }
    progress_hide(&checking.progress, false);
    close_cache(settings);
    if (os_interrupted()) {
        abandon_check(&checking);
        return STATUS_FAILED;
    }
    checking.baselines.broken = checking.baselines.broken || outputs_are_broken(settings); /* the rest wasn't checked */
    checking.status = worse(checking.status, outputs_end(settings, &checking.summary));
    statistics_free(checking.summary.statistics);
    if (settings->totals != NULL) {
        *settings->totals = checking.summary;
        settings->totals->statistics = NULL;
    }
    checking.status = worse(checking.status, baselines_end(&checking.baselines, settings));
    print_useless(settings, arena, checking.status < STATUS_FAILED);
    return worse(checking.status, outputs_count_warnings(settings, checking.warnings));
}

/* Requests texts in all languages that an output needs, and in English for a baseline, which others read too. */
static void ask_for_languages(struct settings *settings, const struct inputs *inputs,
                              const struct vrmlint_policy *const *policies)
{
    const char *ignored;
    unsigned languages = settings->write_baseline != NULL ? 1U << VRMLINT_ENGLISH : 0;
    for (size_t i = 0; i < inputs->count && !settings->asks_language; i++) {
        settings->asks_language = vrmlint_policy_language(policies[i], &settings->language, &ignored);
    }
    for (size_t i = 0; i < settings->output_count; i++) {
        languages |= 1U << outputs_language(settings, settings->outputs[i].format);
    }
    vrmlint_policy_languages(settings->policy, languages);
    policies_set_languages(settings->policies, languages);
}

/* Whether an output contains the manifest of the run. */
static bool is_compared(const struct settings *settings)
{
    for (size_t i = 0; i < settings->output_count; i++) {
        if (settings->outputs[i].format->compared) {
            return true;
        }
    }
    return false;
}

static enum status gather_and_check(const struct command *command, struct settings *settings, struct arena *arena,
                                    int path_count, char **paths)
{
    struct inputs inputs = INPUTS_INIT(arena);
    settings->helpers = settings->jobs > 1 ? vrmlint_helpers_new() : NULL;
    vrmlint_policy_helpers(settings->policy, settings->helpers);
    vrmlint_policy_consequences(settings->policy, settings->all_findings || settings->baseline != NULL ||
                                                      settings->write_baseline != NULL);
    if (!settings->all && !settings->all_findings && settings->baseline == NULL && settings->write_baseline == NULL) {
        vrmlint_policy_most_findings(settings->policy, FINDINGS_MOST);
    }
    gather_inputs(settings, &inputs, path_count, paths);
    if (spare_all(command, settings, &inputs) != STATUS_FINE) {
        return STATUS_USAGE;
    }
    for (int i = 0; i < path_count; i++) {
        policies_note_folder(settings->policies, paths[i]);
    }
    enum status status = STATUS_FINE;
    const struct vrmlint_policy **policies = gather_policies(settings, arena, &inputs, &status);
    if (policies == NULL) {
        return status;
    }
    const struct vrmlint_policy *base = settings->policy;
    bool none = inputs.count == 0;
    if (is_compared(settings) &&
        !vrmlint_manifest_make(&settings->manifest, none ? &base : policies, none ? 1 : inputs.count,
                               settings->no_baseline ? NULL : settings->baseline)) {
        arena_exhausted(arena);
    }
    if (settings->shards > 0) {
        inputs_keep(&inputs, settings->shard, settings->shards);
        policies = gather_policies(settings, arena, &inputs, &status);
    }
    if (policies == NULL) {
        return status;
    }
    ask_for_languages(settings, &inputs, policies);
    return check_all(settings, arena, &inputs, policies);
}

/* Checks that a baseline is written to a file of its own. */
static enum status check_baseline(const struct command *command, const struct settings *settings)
{
    const char *written = settings->write_baseline;
    for (size_t i = 0; written != NULL && i < settings->output_count; i++) {
        if (settings->outputs[i].path != NULL && sink_is_same(settings->outputs[i].path, written)) {
            return usage_error(command, WORDS_BASELINE_MEETS, ARGUMENTS(TERM("path", written)));
        }
    }
    if (written != NULL && sink_is_standard_output(written)) {
        return usage_error(command, WORDS_BASELINE_NEEDS_FILE, NO_ARGUMENTS);
    }
    return STATUS_FINE;
}

/* Requests what only some formats need, such as drawings. */
static void ask_for_more(const struct settings *settings)
{
    /* a cache reads all of a file anyway, and keeps one report for all formats; baselines find renamed files by the
     * hash */
    vrmlint_policy_hash(settings->policy, settings->cache_folder != NULL || settings->baseline != NULL ||
                                              settings->write_baseline != NULL);
    for (size_t i = 0; i < settings->output_count; i++) {
        if (settings->outputs[i].format->draws) {
            vrmlint_policy_drawing(settings->policy, true);
            vrmlint_policy_curves(settings->policy, true);
        }
        if (settings->outputs[i].format->explains) {
            vrmlint_policy_arguments(settings->policy, true);
        }
        if (settings->outputs[i].format->compared) {
            vrmlint_policy_hash_read(settings->policy, true);
        }
        if (settings->outputs[i].format->fixes) {
            vrmlint_policy_fixes(settings->policy, true);
        }
    }
}

static enum status check_usage(const struct command *command, struct settings *settings, int path_count, char **paths)
{
    if (path_count == 0 && settings->files_from == NULL) {
        return usage_error(command, WORDS_NOTHING_NAMED, NO_ARGUMENTS);
    }
    for (int i = 0; i < path_count; i++) {
        if (strcmp(paths[i], "-") == 0 && settings->files_from != NULL && strcmp(settings->files_from, "-") == 0) {
            return usage_error(command, WORDS_INPUT_TWICE, NO_ARGUMENTS);
        }
    }
    enum status status = check_baseline(command, settings);
    if (settings->output_count == 0 && command->totals == NULL) {
        settings->outputs[settings->output_count++].format = report_formats[0];
    }
    settings->totals = command->totals;
    ask_for_more(settings);
    outputs_add_step_summary(settings);
    return status;
}

static enum status run_check(const struct command *command, int argc, char **argv)
{
    static const struct frame frame = {check_usage, gather_and_check};
    return frame_run(command, &frame, argc, argv);
}

const struct command command_check = {
    .name = "check",
    .operands = "PATH...",
    .summary = N_("Lint files, and folders recursively; `vrmlint PATH...` means the same"),
    .details = N_("A PATH is a file, a folder (every .vrm, .vrma, .glb and .gltf in it), or - for standard "
                  "input.\n"
                  "A LIST is comma-separated; an entry is a rule (springbone/joint-not-descendant), a family "
                  "of rules (springbone: opt-in ones included), or `default`. `vrmlint rules` lists them.\n"
                  "Exit status: 0 nothing at or above --fail-on; 1 findings at or above it, or more warnings "
                  "than --max-warnings; 2 wrong usage; 3 something could not be opened, read or written (the "
                  "rest is still checked).\n"),
    .options = check_options,
    .run = run_check,
};
