#include "cli/baselines.h"
#include "cli/links.h"
#include "cli/outputs.h"
#include "ids/messages_command.h"
#include "run/policies.h"

#include <stdio.h>
#include <string.h>

enum { STALE_MAX = 20 /* stale lines that are reported one by one */ };

static enum status fail_baseline(struct baselines *baselines, const struct settings *settings, const char *why)
{
    baselines->broken = true;
    return run_error(settings->language, settings->write_baseline, why);
}

/* A baseline that is read: named on the command line, or by settings files. */
struct applied_baseline {
    const char *path;
    struct baseline *baseline;
    bool renewed; /* the same run writes it */
};

/* Returns the baseline that applies under a policy, or NULL. *origin receives the settings file that names it. */
static const char *path_of(const struct settings *settings, const struct vrmlint_policy *policy, const char **origin)
{
    *origin = NULL;
    if (settings->no_baseline || settings->baseline != NULL) {
        return settings->no_baseline ? NULL : settings->baseline;
    }
    return vrmlint_policy_baseline(policy, origin);
}

static struct applied_baseline *find_applied(const struct baselines *baselines, const char *path)
{
    for (size_t i = 0; path != NULL && i < baselines->read_count; i++) {
        if (strcmp(baselines->read[i].path, path) == 0) {
            return &baselines->read[i];
        }
    }
    return NULL;
}

static enum status read_one(struct baselines *baselines, const struct settings *settings, const char *path,
                            const char *origin)
{
    struct vrmlint_refusal refusal = {.language = settings->language};
    struct os_error ignored;
    struct applied_baseline *applied = &baselines->read[baselines->read_count];
    applied->path = path;
    applied->renewed = settings->write_baseline != NULL && sink_is_same(path, settings->write_baseline);
    if (origin != NULL && applied->renewed && os_kind_of(path, &ignored) == OS_MISSING) {
        return STATUS_FINE; /* this run creates it */
    }
    applied->baseline = baseline_new(path);
    if (applied->baseline == NULL) {
        return run_error(settings->language, path, "not enough memory");
    }
    baselines->read_count++;
    if (!baseline_read(applied->baseline, &refusal)) {
        if (origin != NULL) {
            refusal_because(&refusal, origin, refusal.text);
        }
        return settings_error(&refusal);
    }
    return STATUS_FINE;
}

/* Reads the baselines of all policies. Neighbours share their policies, so that few are looked up twice. */
static enum status read_all(struct baselines *baselines, const struct settings *settings,
                            const struct vrmlint_policy *const *policies, size_t count, struct arena *arena)
{
    enum status status = STATUS_FINE;
    size_t capacity = 0;
    for (size_t i = 0; i < count && status == STATUS_FINE; i++) {
        const char *origin;
        const char *path = i > 0 && policies[i] == policies[i - 1] ? NULL : path_of(settings, policies[i], &origin);
        if (path != NULL && find_applied(baselines, path) == NULL) {
            baselines->read =
                arena_grow(arena, baselines->read, baselines->read_count, &capacity, sizeof *baselines->read);
            status = read_one(baselines, settings, path, origin);
        }
    }
    return status;
}

/* Reads the baseline that is to be written, of which other files and rules than those of this run remain. Returns false
 * if it is damaged, for example by a merge. */
static bool read_written(struct baselines *baselines, const struct settings *settings, enum status *status)
{
    struct vrmlint_refusal refusal = {.language = settings->language};
    bool readable = !os_is_regular(settings->write_baseline) || baseline_read(baselines->written, &refusal) ||
                    !baseline_is_one(baselines->written);
    *status = readable ? STATUS_FINE : settings_error(&refusal);
    return readable;
}

enum status baselines_begin(struct baselines *baselines, const struct settings *settings,
                            const struct vrmlint_policy *const *policies, size_t policy_count, struct arena *arena)
{
    struct os_error why;
    baselines->language = settings->language;
    baselines->arena = arena;
    enum status status = read_all(baselines, settings, policies, policy_count, arena);
    if (status != STATUS_FINE) {
        baselines->unread = true;
        return status;
    }
    if (settings->prune_baseline && baselines->read_count == 0) {
        notice(settings->language, "--prune-baseline", WORDS_PRUNE_NO_BASELINE, NO_ARGUMENTS);
        baselines->unread = true;
        return STATUS_USAGE;
    }
    if (settings->write_baseline != NULL) {
        baselines->written = baseline_new(settings->write_baseline);
        baselines->sink.path = settings->write_baseline;
        if (baselines->written == NULL) {
            return fail_baseline(baselines, settings, "not enough memory");
        }
        if (!read_written(baselines, settings, &status)) {
            baselines->unread = true;
            return status;
        }
        if (!sink_open(&baselines->sink, arena, &why)) {
            return fail_baseline(baselines, settings, why.text);
        }
    }
    return STATUS_FINE;
}

enum status baselines_pass(struct baselines *baselines, const struct settings *settings,
                           const struct vrmlint_policy *policy, struct vrmlint_report *report)
{
    enum status status = STATUS_FINE;
    if (baselines->written != NULL && !baselines->broken) {
        if (!baseline_add(baselines->written, policy, !settings->no_simulation, report)) {
            status = fail_baseline(baselines, settings, OS_NO_MEMORY);
        }
    }
    const char *origin;
    const struct applied_baseline *applied = find_applied(baselines, path_of(settings, policy, &origin));
    if (applied != NULL && !baseline_apply(applied->baseline, policy, !settings->no_simulation, report)) {
        status = run_error(settings->language, applied->path, "not enough memory");
    }
    return status;
}

bool baselines_know(const struct baselines *baselines, const struct settings *settings,
                    const struct vrmlint_policy *policy, const char *path, const char *hash,
                    const struct vrmlint_finding *finding)
{
    const char *origin;
    const struct applied_baseline *applied = find_applied(baselines, path_of(settings, policy, &origin));
    /* a report with only this finding */
    struct vrmlint_report report = {.path = path, .hash = hash, .findings = finding, .finding_count = 1};
    return applied != NULL && baseline_apply(applied->baseline, NULL, !settings->no_simulation, &report) &&
           report.known_findings == 1;
}

struct stale {
    const struct settings *settings;
    const char *file;
    size_t count;
};

static void report_stale(void *context, size_t line, const char *path, const char *rule)
{
    struct stale *stale = context;
    char where[1024];
    if (stale->count++ < STALE_MAX) {
        snprintf(where, sizeof where, "%s:%zu", stale->file, line);
        notice(stale->settings->language, where, WORDS_STALE_LINE, ARGUMENTS(TERM("rule", rule), TERM("path", path)));
    }
}

static bool is_checked(void *context, const char *path)
{
    const struct stale *stale = context;
    return policies_checked(stale->settings->policies, path);
}

static void count_stale(void *context, size_t line, const char *path, const char *rule)
{
    (void)line;
    (void)path;
    (void)rule;
    ((struct stale *)context)->count++;
}

/* Removes the lines of a baseline whose findings no longer exist. */
static enum status prune_baseline(const struct baselines *baselines, const struct settings *settings,
                                  struct baseline *read)
{
    struct os_error error = {OS_NO_MEMORY};
    struct stale stale = {.settings = settings, .file = baseline_file(read)};
    struct sink sink = {.path = stale.file};
    baseline_stale(read, is_checked, count_stale, &stale);
    if (stale.count == 0) {
        return STATUS_FINE;
    }
    bool good = links_allow(stale.file, 0, &error) && sink_open(&sink, baselines->arena, &error);
    bool written = good && baseline_prune(read, sink.out, is_checked, &stale);
    good = good && sink_close(&sink, written, &error) && written;
    if (!good) {
        return run_error(settings->language, stale.file, error.text);
    }
    if (!settings->quiet) {
        notice(settings->language, stale.file, WORDS_PRUNED_LINES, ARGUMENTS(COUNT("count", stale.count)));
    }
    return STATUS_FINE;
}

static void report_all_stale(const struct settings *settings, struct baseline *read)
{
    struct stale stale = {.settings = settings, .file = baseline_file(read)};
    baseline_stale(read, is_checked, report_stale, &stale);
    if (stale.count > STALE_MAX) {
        notice(stale.settings->language, stale.file, WORDS_STALE_LINES,
               ARGUMENTS(COUNT("count", stale.count - STALE_MAX)));
    }
}

/* Writes a baseline and renames it to its final name, or removes it. Frees all baselines. */
static enum status finish_baselines(struct baselines *baselines, const struct settings *settings)
{
    struct os_error why = {OS_NO_MEMORY};
    struct stale stale = {.settings = settings};
    bool good = baselines->sink.out == NULL || baselines->broken ||
                baseline_write(baselines->written, baselines->sink.out, is_checked, &stale);
    struct os_error ignored;
    good = sink_close(&baselines->sink, good && !baselines->broken, good ? &why : &ignored) && good;
    for (size_t i = 0; i < baselines->read_count; i++) {
        baseline_free(baselines->read[i].baseline);
    }
    baseline_free(baselines->written);
    return good ? STATUS_FINE : run_error(baselines->language, baselines->sink.path, why.text);
}

enum status baselines_end(struct baselines *baselines, const struct settings *settings)
{
    enum status status = STATUS_FINE;
    for (size_t i = 0; i < baselines->read_count; i++) {
        if (settings->prune_baseline && !baselines->read[i].renewed && !baselines->broken) {
            status = worse(status, prune_baseline(baselines, settings, baselines->read[i].baseline));
        } else if (!settings->quiet && !baselines->read[i].renewed) {
            report_all_stale(settings, baselines->read[i].baseline);
        }
    }
    return worse(status, finish_baselines(baselines, settings));
}

void baselines_abandon(struct baselines *baselines)
{
    baselines->broken = true;
    finish_baselines(baselines, NULL);
}
