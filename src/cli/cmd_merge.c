/* vrmlint merge: makes one report from the pieces of a run. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/os_crash.h"
#include "base/sort.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/frame.h"
#include "cli/gather.h"
#include "cli/outputs.h"
#include "ids/messages_command.h"
#include "report/statistics.h"
#include "run/merge.h"

#define RECORDS ".ndjson" /* ending of the names of record files */

/* Prints the notes about the pieces, in the order in which they were found. */
static enum status print_notes(const struct merge *merge, enum vrmlint_language language)
{
    enum status status = STATUS_FINE;
    for (size_t i = 0; i < merge->note_count; i++) {
        const struct merge_note *note = &merge->notes[i];
        if (note->is_error) {
            status = run_error(language, note->where, note->text);
        } else {
            notice(language, note->where, WORDS_PLAIN, ARGUMENTS(TERM("text", note->text)));
        }
    }
    return status;
}

/* The reading of a piece. */
struct piece_reading {
    struct merge *merge;
    size_t index;
    struct vrmlint_report *report; /* NULL: it can't be read */
    struct vrmlint_refusal refusal;
};

static void read_piece(struct arena *arena, void *context)
{
    struct piece_reading *reading = context;
    reading->report = merge_read(reading->merge, reading->index, arena, &reading->refusal);
}

static enum status pass_piece(struct settings *settings, struct merge *merge, size_t index,
                              struct report_summary *summary, size_t *warnings)
{
    const char *ignored;
    const char *path = merge->sources[merge->pieces[index].source].path;
    struct piece_reading reading = {.merge = merge, .index = index, .refusal = {.language = settings->language}};
    os_work_on(path);
    int end = limits_run(&settings->limits, merge->pieces[index].size, read_piece, &reading);
    struct vrmlint_report *report = reading.report;
    merge->ended = end != 0 || (report == NULL && reading.refusal.no_memory);
    if (end != 0) {
        vrmlint_report_free(report);
        return limits_error(settings->language, path, end, OS_NO_MEMORY);
    }
    if (report == NULL) {
        return run_error(settings->language, path, reading.refusal.text);
    }
    enum status status = vrmlint_policy_fails(settings->policy, report) ? STATUS_FINDINGS : STATUS_FINE;
    if (report->error != NULL) {
        status = worse(status, run_error(settings->language, report->path, report->error));
    }
    *warnings += report->counts[VRMLINT_WARNING];
    report->fails_from = vrmlint_policy_fails_from(settings->policy, &ignored);
    report->fails_invalid = vrmlint_policy_fails_invalid(settings->policy);
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
        status = run_error_of(settings->language, WORDS_STATISTICS, "not enough memory");
    }
    size_t done = 0;
    os_catch_interrupts();
    while (done < merge->count && !outputs_are_broken(settings) && !merge->ended && !os_interrupted()) {
        status = worse(status, pass_piece(settings, merge, done++, &summary, &warnings));
    }
    os_work_on(NULL);
    if (os_interrupted()) {
        outputs_abandon(settings);
        end_interrupted(settings->language, done, merge->count);
    } else if (merge->ended) {
        outputs_abandon(settings); /* without one of its files, the report must not look complete */
    } else {
        status = worse(status, outputs_end(settings, &summary));
    }
    statistics_free(summary.statistics);
    return worse(status, outputs_count_warnings(settings, warnings));
}

/* Compares the records with the list of expected files. Reports what can't be read of the list. */
static enum status compare_records(const struct settings *settings, struct merge *merge)
{
    struct inputs inputs = INPUTS_INIT(merge->arena);
    gather_inputs(settings, &inputs, 0, NULL);
    merge_compare(merge, inputs.paths, inputs.count);
    for (size_t i = 0; i < inputs.error_count; i++) {
        run_error(settings->language, inputs.errors[i].path, inputs.errors[i].why);
    }
    return inputs.error_count > 0 ? STATUS_FAILED : STATUS_FINE;
}

/* The files to merge. */
struct operands {
    struct arena *arena;
    const char *folder; /* the one being listed */
    const char **paths;
    size_t count;
};

static void add_operand(struct operands *operands, const char *path)
{
    *ARENA_ADD(operands->arena, operands->paths, operands->count) = path;
}

static void take_name(void *context, const char *name)
{
    struct operands *operands = context;
    const char *folder = operands->folder;
    if (text_ends(name, RECORDS) && *name != '.') {
        bool separated = folder[strlen(folder) - 1] == '/';
        add_operand(operands, arena_printf(operands->arena, "%s%s%s", folder, separated ? "" : "/", name));
    }
}

/* Lists the record files of a folder. Fails if there are none. */
static enum status add_folder(struct settings *settings, struct operands *operands, const char *folder)
{
    struct os_error error;
    size_t first = operands->count;
    operands->folder = folder;
    if (!os_list(folder, take_name, operands, &error)) {
        return run_error(settings->language, folder, error.text);
    }
    if (operands->count == first) {
        notice(settings->language, folder, WORDS_NO_RECORDS, NO_ARGUMENTS);
        return STATUS_FAILED;
    }
    sort_in_place(operands->paths + first, operands->count - first, sizeof *operands->paths, text_compare);
    return STATUS_FINE;
}

static enum status list_operands(struct settings *settings, struct operands *operands, int count, char **paths)
{
    enum status status = STATUS_FINE;
    struct os_error ignored;
    for (int i = 0; i < count; i++) {
        if (strcmp(paths[i], "-") != 0 && os_kind_of(paths[i], &ignored) == OS_FOLDER) {
            status = worse(status, add_folder(settings, operands, paths[i]));
        } else {
            add_operand(operands, paths[i]);
        }
    }
    return status;
}

/* Chooses the language of the findings, which are texts of the records, for what is around them, whatever the command
 * line asks for: a report in two languages helps nobody. */
static void take_language_of_records(struct settings *settings, struct merge *merge)
{
    enum vrmlint_language language = VRMLINT_ENGLISH;
    for (unsigned i = 0; i < VRMLINT_LANGUAGE_COUNT; i++) {
        if (strcmp(merge->manifest.language, vrmlint_language_name((enum vrmlint_language)i)) == 0) {
            language = (enum vrmlint_language)i;
        }
    }
    if (settings->asks_language && settings->language != language) {
        notice(settings->language, "--lang", WORDS_MERGE_LANGUAGE,
               ARGUMENTS(TERM("language", vrmlint_language_name(language)),
                         TERM("wanted", vrmlint_language_name(settings->language))));
    }
    snprintf(merge->manifest.language, sizeof merge->manifest.language, "%s", vrmlint_language_name(language));
    settings->asks_language = settings->asks_language || language != VRMLINT_ENGLISH;
    settings->language = language;
}

static enum status merge_all(struct settings *settings, struct merge *merge, const struct operands *operands)
{
    enum status status = STATUS_FINE;
    uint64_t all = 0;
    merge->mixed = settings->mixed;
    for (size_t i = 0; i < operands->count; i++) {
        os_work_on(operands->paths[i]);
        uint64_t size = 0;
        int64_t ignored;
        (void)os_measure(operands->paths[i], &size, &ignored);
        limits_hold(&settings->limits, merge->arena, size);
        merge_add(merge, operands->paths[i]);
        arena_ask(merge->arena);
        all += size;
    }
    os_work_on(NULL);
    limits_hold(&settings->limits, merge->arena, all);
    merge_settle(merge);
    if (settings->files_from != NULL) {
        status = compare_records(settings, merge);
    }
    arena_ask(merge->arena);
    limits_lift(merge->arena); /* a jump would leave the outputs open: each record has its limits, and the clock runs */
    status = worse(status, print_notes(merge, settings->language));
    if (merge->differ && !merge->mixed) {
        return STATUS_FAILED;
    }
    take_language_of_records(settings, merge);
    settings->manifest = merge->manifest;
    return worse(status, pass_all(settings, merge));
}

static enum status check_merge_usage(const struct command *command, const struct settings *settings,
                                     const struct operands *operands)
{
    for (size_t i = 0; i < operands->count; i++) {
        bool is_list = settings->files_from != NULL && strcmp(settings->files_from, "-") == 0;
        if (is_list && strcmp(operands->paths[i], "-") == 0) {
            return usage_error(command, WORDS_MERGED_INPUT_TWICE, NO_ARGUMENTS);
        }
        for (size_t k = 0; k < settings->output_count; k++) {
            const char *output = settings->outputs[k].path;
            if (output != NULL && sink_overwrites(output, operands->paths[i])) {
                return usage_error(command, WORDS_WOULD_OVERWRITE_MERGED, ARGUMENTS(TERM("path", operands->paths[i])));
            }
        }
    }
    enum status status = STATUS_FINE;
    for (size_t k = 0; k < settings->output_count && status == STATUS_FINE; k++) {
        status = sink_spare_model(command, settings->outputs[k].path);
    }
    return status;
}

static enum status merge_guarded(const struct command *command, struct settings *settings, struct merge *merge,
                                 int count, char **paths)
{
    jmp_buf guard;
    struct operands operands = {.arena = merge->arena};
    int end = setjmp(guard);
    if (end == ARENA_STOPPED || end == ARENA_OVER_LIMIT) {
        return limits_error(settings->language, merge->reading, end, NULL);
    }
    if (end != 0) {
        return run_error_of(settings->language, WORDS_LIST_OF_FILES, "not enough memory");
    }
    arena_guard(merge->arena, &guard);
    enum status listed = list_operands(settings, &operands, count, paths);
    enum status status = check_merge_usage(command, settings, &operands);
    return status != STATUS_FINE ? status : worse(listed, merge_all(settings, merge, &operands));
}

static enum status run_merge(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.policy = vrmlint_policy_new(),
                                .fail_on = -1,
                                .min_severity = -1,
                                .max_warnings = SIZE_MAX,
                                .from_records = true,
                                .language = command->language,
                                .asks_language = command->asks_language};
    struct merge merge = MERGE_INIT(arena_new(), command->language);
    enum status status = STATUS_FINE;
    int count;
    if (settings.policy == NULL || merge.arena == NULL) {
        status = run_error(command->language, "vrmlint", "not enough memory");
    } else if (options_parse(command, argc, argv, &settings, &count, &status) == PARSED) {
        frame_set_levels(&settings);
        if (settings.output_count == 0) {
            settings.outputs[settings.output_count++].format = report_formats[0];
        }
        status = count == 0 ? usage_error(command, WORDS_NOTHING_TO_MERGE, NO_ARGUMENTS)
                            : merge_guarded(command, &settings, &merge, count, argv);
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
        N_("A FILE is the output of `vrmlint check --format ndjson`, - for standard input, or a folder: all *.ndjson "
           "in it. The report is that of one run over all their files, in the order of the paths.\n"
           "Exit status: as that of check; 3 also when a FILE is cut off, a shard or a file of the list "
           "is missing, or two records of one file differ (the rest is still reported), or the runs had different "
           "settings or were made by different versions (nothing is reported then; see --mixed).\n"),
    .options = merge_options,
    .run = run_merge,
};
