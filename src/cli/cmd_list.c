/* vrmlint list: lists the files that check would check. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "cli/commands.h"
#include "cli/frame.h"
#include "cli/gather.h"
#include "cli/outputs.h"
#include "ids/messages_command.h"
#include "report/escape.h"
#include "report/formats.h"
#include "run/policies.h"

/* Prints a path as reports show it, because terminals and logs may take its characters for commands. Reports that a
 * list with it can't be read again. */
static enum status print_escaped(const struct settings *settings, const char *path)
{
    struct os_memory memory = {0};
    FILE *stream = os_memory_open(&memory);
    if (stream != NULL) {
        escape_text(stream, path);
    }
    bool made = stream != NULL && os_memory_close(&memory);
    if (made) {
        fwrite(memory.text, 1, memory.size, stdout);
        putchar('\n');
    }
    if (made && (memory.size != strlen(path) || memcmp(memory.text, path, memory.size) != 0)) {
        notice(settings->language, path, WORDS_NAME_ESCAPED, NO_ARGUMENTS);
    }
    free(memory.text);
    return made ? STATUS_FINE : run_error(settings->language, path, OS_NO_MEMORY);
}

/* Prints one path. Fails if the path doesn't exist or contains a line break. */
static enum status print_list(const struct settings *settings, const char *path)
{
    struct os_error error = {""};
    uint64_t size;
    int64_t modified;
    if (strcmp(path, "-") != 0 && os_kind_of(path, &error) == OS_MISSING) {
        return run_error(settings->language, path, error.text);
    }
    if (!settings->list_null && strchr(path, '\n') != NULL) {
        notice(settings->language, path, WORDS_NAME_BREAKS_LINE, NO_ARGUMENTS);
        return STATUS_FAILED;
    }
    if (settings->list_sizes && os_is_regular(path) && os_measure(path, &size, &modified)) {
        printf("%llu\t", (unsigned long long)size);
    } else if (settings->list_sizes) {
        fputs("-\t", stdout); /* only ordinary files have a known size */
    }
    if (!settings->list_null) {
        return print_escaped(settings, path);
    }
    fwrite(path, 1, strlen(path) + 1, stdout);
    return STATUS_FINE;
}

/* Prints the manifest that a check of the inputs would have, as the "tool" of its report. */
static void print_manifest(const struct settings *settings, struct arena *arena, const struct inputs *inputs,
                           const struct vrmlint_policy *const *policies)
{
    const struct vrmlint_policy *base = settings->policy;
    struct vrmlint_manifest manifest;
    bool none = inputs->count == 0;
    if (!vrmlint_manifest_make(&manifest, none ? &base : policies, none ? 1 : inputs->count, NULL)) {
        arena_exhausted(arena);
    }
    putchar('{');
    json_print_tool(stdout, &manifest);
    puts("}");
}

static enum status list_inputs(const struct command *command, struct settings *settings, struct arena *arena, int count,
                               char **paths)
{
    (void)command;
    struct inputs inputs = INPUTS_INIT(arena);
    gather_inputs(settings, &inputs, count, paths);
    if (settings->shards > 0) {
        inputs_keep(&inputs, settings->shard, settings->shards);
    }
    enum status status = STATUS_FINE;
    const struct vrmlint_policy **policies = gather_policies(settings, arena, &inputs, &status);
    if (policies == NULL) {
        return status; /* it isn't known which files are excluded */
    }
    status = gather_report(settings, &inputs);
    for (size_t i = 0; settings->list_left_out && i < inputs.left_out_count; i++) {
        notice(settings->language, inputs.left_out[i].path, WORDS_LEFT_OUT,
               ARGUMENTS(MARKED("why", inputs.left_out[i].why)));
    }
    if (settings->list_manifest) {
        print_manifest(settings, arena, &inputs, policies);
    }
    for (size_t i = 0; i < inputs.count && !settings->list_manifest; i++) {
        status = worse(status, print_list(settings, inputs.paths[i]));
    }
    return worse(status, finish_output(settings->language));
}

static enum status check_list_usage(const struct command *command, struct settings *settings, int count, char **paths)
{
    (void)paths;
    return count == 0 && settings->files_from == NULL ? usage_error(command, WORDS_NOTHING_NAMED, NO_ARGUMENTS)
                                                      : STATUS_FINE;
}

static enum status run_list_command(const struct command *command, int argc, char **argv)
{
    static const struct frame frame = {check_list_usage, list_inputs};
    return frame_run(command, &frame, argc, argv);
}

const struct command command_list = {
    .name = "list",
    .operands = "PATH...",
    .summary = N_("List the files that check would look at"),
    .details =
        N_("Prints one path per line, in the order in which check reports them; nothing is opened. The list suits "
           "--files-from. Characters that could control a terminal or a log are escaped, as in reports; --null prints "
           "every path as it is.\n"
           "Exit status: 0; 2 wrong usage; 3 a PATH doesn't exist, or a folder can't be read or has nothing to "
           "check.\n"),
    .options = list_options,
    .run = run_list_command,
};
