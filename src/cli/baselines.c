#include "cli/baselines.h"

#include <stdio.h>

enum { STALE_MAX = 20 /* lines that are named */ };

static enum status fail(struct baselines *baselines, const struct settings *settings, const char *why)
{
    baselines->broken = true;
    return trouble(settings->language, settings->write_baseline, why);
}

enum status baselines_begin(struct baselines *baselines, const struct settings *settings, struct arena *arena)
{
    struct vrmlint_refusal refusal = {.language = settings->language};
    struct os_error why;
    baselines->language = settings->language;
    if (settings->baseline != NULL && !settings->no_baseline) {
        baselines->read = baseline_new(settings->baseline);
        if (baselines->read == NULL) {
            return trouble(settings->language, settings->baseline, "not enough memory");
        }
        if (!baseline_read(baselines->read, &refusal)) {
            return settings_error(refusal.text);
        }
    }
    if (settings->write_baseline != NULL) {
        baselines->written = baseline_new(settings->write_baseline);
        baselines->sink.path = settings->write_baseline;
        if (baselines->written == NULL) {
            return fail(baselines, settings, "not enough memory");
        }
        if (!sink_open(&baselines->sink, arena, &why)) {
            return fail(baselines, settings, why.text);
        }
        baseline_begin(baselines->sink.out);
    }
    return STATUS_FINE;
}

enum status baselines_pass(struct baselines *baselines, const struct settings *settings,
                           const struct vrmlint_policy *policy, struct vrmlint_report *report)
{
    enum status status = STATUS_FINE;
    struct os_error why;
    if (baselines->written != NULL && !baselines->broken) {
        bool good = baseline_write(baselines->written, baselines->sink.out, report);
        if (!good || !os_flush(baselines->sink.out, &why)) {
            status = fail(baselines, settings, good ? why.text : "not enough memory");
        }
    }
    if (baselines->read != NULL && !baseline_apply(baselines->read, policy, !settings->no_simulation, report)) {
        status = trouble(settings->language, settings->baseline, "not enough memory");
    }
    return status;
}

struct stale {
    enum vrmlint_language language;
    const char *file;
    size_t count;
};

static void tell_stale(void *context, size_t line, const char *path, const char *rule)
{
    struct stale *stale = context;
    char where[1024];
    if (stale->count++ < STALE_MAX) {
        snprintf(where, sizeof where, "%s:%zu", stale->file, line);
        notice(stale->language, where, WORDS_STALE_LINE, ARGUMENTS(TERM("rule", rule), TERM("path", path)));
    }
}

static void tell_all_stale(struct baselines *baselines)
{
    struct stale stale = {.language = baselines->language, .file = baseline_file(baselines->read)};
    baseline_stale(baselines->read, tell_stale, &stale);
    if (stale.count > STALE_MAX) {
        notice(stale.language, stale.file, WORDS_STALE_LINES, ARGUMENTS(COUNT("count", stale.count - STALE_MAX)));
    }
}

/* Gives a written baseline its name, or removes it. */
static enum status finish(struct baselines *baselines)
{
    struct os_error why;
    bool good = sink_close(&baselines->sink, !baselines->broken, &why);
    baseline_free(baselines->read);
    baseline_free(baselines->written);
    return good ? STATUS_FINE : trouble(baselines->language, baselines->sink.path, why.text);
}

enum status baselines_end(struct baselines *baselines, const struct settings *settings)
{
    bool renewed = settings->write_baseline != NULL && settings->baseline != NULL &&
                   sink_is_same(settings->baseline, settings->write_baseline);
    if (baselines->read != NULL && !settings->quiet && !renewed) {
        tell_all_stale(baselines);
    }
    return finish(baselines);
}

void baselines_abandon(struct baselines *baselines)
{
    baselines->broken = true;
    finish(baselines);
}
