/* vrmlint merge: one report from the pieces of a run. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "cli/commands.h"
#include "cli/gather.h"
#include "cli/outputs.h"
#include "ids/messages_command.h"
#include "report/statistics.h"
#include "run/merge.h"

/* What is to be said of the pieces, in the order in which it was found. */
static enum status say_notes(const struct merge *merge, enum vrmlint_language language)
{
    enum status status = STATUS_FINE;
    for (size_t i = 0; i < merge->note_count; i++) {
        const struct merge_note *note = &merge->notes[i];
        if (note->is_trouble) {
            status = trouble(language, note->where, note->text);
        } else {
            notice(language, note->where, WORDS_PLAIN, ARGUMENTS(TERM("text", note->text)));
        }
    }
    return status;
}

static enum status pass_piece(struct settings *settings, struct merge *merge, size_t index,
                              struct report_summary *summary, size_t *warnings)
{
    const char *ignored;
    struct vrmlint_refusal refusal = {.language = settings->language};
    struct vrmlint_report *report = merge_read(merge, index, &refusal);
    if (report == NULL) {
        merge->no_memory = merge->no_memory || refusal.no_memory;
        return trouble(settings->language, merge->sources[merge->pieces[index].source].path, refusal.text);
    }
    enum status status = vrmlint_policy_fails(settings->policy, report) ? STATUS_FINDINGS : STATUS_FINE;
    if (report->trouble != NULL) {
        status = worse(status, trouble(settings->language, report->path, report->trouble));
    }
    *warnings += report->counts[VRMLINT_WARNING];
    report->fails_from = vrmlint_policy_fails_from(settings->policy, &ignored);
    status = worse(status, outputs_pass(settings, settings->policy, report, summary));
    vrmlint_report_free(report);
    return status;
}

static enum status pass_all(struct settings *settings, struct merge *merge)
{
    struct report_summary summary = {.statistics = settings->statistics ? statistics_new() : NULL};
    size_t warnings = 0;
    enum status status = outputs_begin(settings, merge->arena);
    if (settings->statistics && summary.statistics == NULL) {
        status = trouble_of(settings->language, WORDS_STATISTICS, "not enough memory");
    }
    for (size_t i = 0; i < merge->count && !outputs_are_broken(settings) && !merge->no_memory; i++) {
        status = worse(status, pass_piece(settings, merge, i, &summary, &warnings));
    }
    if (merge->no_memory) {
        outputs_abandon(settings); /* without a file that is there, it must not look whole */
    } else {
        status = worse(status, outputs_end(settings, &summary));
    }
    statistics_free(summary.statistics);
    return worse(status, outputs_count_warnings(settings, warnings));
}

/* The files that there should be; what of the list can't be read is said. */
static enum status compare(const struct settings *settings, struct merge *merge)
{
    struct inputs inputs = INPUTS_INIT(merge->arena);
    gather_inputs(settings, &inputs, 0, NULL);
    merge_compare(merge, inputs.paths, inputs.count);
    for (size_t i = 0; i < inputs.trouble_count; i++) {
        trouble(settings->language, inputs.troubles[i].path, inputs.troubles[i].why);
    }
    return inputs.trouble_count > 0 ? STATUS_TROUBLE : STATUS_FINE;
}

static enum status merge_all(struct settings *settings, struct merge *merge, int count, char **paths)
{
    enum status status = STATUS_FINE;
    merge->mixed = settings->mixed;
    for (int i = 0; i < count; i++) {
        merge_add(merge, paths[i]);
    }
    merge_settle(merge);
    if (settings->files_from != NULL) {
        status = compare(settings, merge);
    }
    status = worse(status, say_notes(merge, settings->language));
    if (merge->differ && !merge->mixed) {
        return STATUS_TROUBLE;
    }
    settings->manifest = merge->manifest;
    return worse(status, pass_all(settings, merge));
}

static enum status guarded(struct settings *settings, struct merge *merge, int count, char **paths)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        return trouble_of(settings->language, WORDS_LIST_OF_FILES, "not enough memory");
    }
    arena_guard(merge->arena, &guard);
    return merge_all(settings, merge, count, paths);
}

static enum status check_usage(const struct command *command, const struct settings *settings, int count, char **paths)
{
    if (count == 0) {
        return usage_error(command, WORDS_NOTHING_TO_MERGE, NO_ARGUMENTS);
    }
    for (int i = 0; i < count; i++) {
        bool is_list = settings->files_from != NULL && strcmp(settings->files_from, "-") == 0;
        if (is_list && strcmp(paths[i], "-") == 0) {
            return usage_error(command, WORDS_MERGED_INPUT_TWICE, NO_ARGUMENTS);
        }
        for (size_t k = 0; k < settings->output_count; k++) {
            const char *output = settings->outputs[k].path;
            if (output != NULL && sink_overwrites(output, paths[i])) {
                return usage_error(command, WORDS_WOULD_OVERWRITE_MERGED, ARGUMENTS(TERM("path", paths[i])));
            }
        }
    }
    enum status status = STATUS_FINE;
    for (size_t k = 0; k < settings->output_count && status == STATUS_FINE; k++) {
        status = sink_spare_model(command, settings->outputs[k].path);
    }
    return status;
}

static enum status run(const struct command *command, int argc, char **argv)
{
    static const enum vrmlint_severity levels[] = {VRMLINT_ERROR, VRMLINT_WARNING, VRMLINT_INFO, VRMLINT_OFF};
    struct settings settings = {.policy = vrmlint_policy_new(),
                                .min_severity = -1,
                                .max_warnings = SIZE_MAX,
                                .from_records = true,
                                .language = command->language,
                                .asks_language = command->asks_language};
    struct merge merge = MERGE_INIT(arena_new(), command->language);
    enum status status = STATUS_FINE;
    int count;
    if (settings.policy == NULL || merge.arena == NULL) {
        status = trouble(command->language, "vrmlint", "not enough memory");
    } else if (options_parse(command, argc, argv, &settings, &count, &status) == PARSED) {
        vrmlint_policy_fail_on(settings.policy, levels[settings.fail_on]);
        if (settings.min_severity >= 0) {
            vrmlint_policy_min_severity(settings.policy, levels[settings.min_severity]);
        }
        if (settings.output_count == 0) {
            settings.outputs[settings.output_count++].format = report_formats[0];
        }
        status = check_usage(command, &settings, count, argv);
        if (status == STATUS_FINE) {
            status = guarded(&settings, &merge, count, argv);
        }
    }
    merge_close(&merge);
    arena_free(merge.arena);
    vrmlint_policy_free(settings.policy);
    outputs_end_piped(&settings);
    return status;
}

const struct command command_merge = {
    .name = "merge",
    .operands = "FILE...",
    .summary = N_("Make one report from the ndjson of several runs"),
    .details =
        N_("A FILE is the output of `vrmlint check --format ndjson`, - for standard input. The report "
           "is that of one run over all their files, in the order of the paths.\n"
           "Exit status: as that of check; 3 also when a FILE is cut off, a shard or a file of the list "
           "is missing, or two records of one file differ (the rest is still reported), or the runs had different "
           "settings or were made by different versions (nothing is reported then; see --mixed).\n"),
    .options = merge_options,
    .run = run,
};
