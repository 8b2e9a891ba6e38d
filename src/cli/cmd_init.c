/* vrmlint init: creates the first files that a repository of avatars needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "cli/commands.h"
#include "cli/links.h"
#include "cli/outputs.h"
#include "ids/messages_command.h"
#include "report/escape.h"
#include "report/print.h"
#include "run/policies.h"
#include "vrmlint.h"

#define BASELINE "vrmlint-baseline.txt"
#define WORKFLOW ".github/workflows/vrmlint.yml"
#define GITLAB ".gitlab-ci.yml"

struct init_settings {
    bool no_baseline;
    bool no_workflow;
};

static const struct option init_options[] = {
    FLAG_OPTION("no-baseline", struct init_settings, no_baseline, N_("make no baseline: every finding is one to fix")),
    FLAG_OPTION("no-workflow", struct init_settings, no_workflow, N_("make no workflow for GitHub")),
    OPTIONS_COMMON,
};

static void print_path_words(enum vrmlint_language language, enum message words, const char *path)
{
    print_words(stdout, language, words, ARGUMENTS(TERM("path", path)));
    putchar('\n');
}

/* Whether a file is to be created. Otherwise it exists already, or may not be written (see links_allow()), which is
 * reported; *status is set. */
static bool is_wanted(const struct command *command, const char *path, enum status *status)
{
    struct os_error error;
    *status = STATUS_FINE;
    if (os_kind_of(path, &error) != OS_MISSING) {
        print_path_words(command->language, WORDS_INIT_THERE, path);
        return false;
    }
    if (!links_allow(path, 0, &error)) {
        *status = run_error(command->language, path, error.text);
        return false;
    }
    return true;
}

/* Closes a new file. Reports that it was written, or the error. */
static enum status close_new_file(const struct command *command, const char *path, FILE *out)
{
    struct os_error error;
    bool ok = os_flush(out, &error);
    fclose(out);
    if (!ok) {
        os_remove(path);
        return run_error(command->language, path, error.text);
    }
    print_path_words(command->language, WORDS_INIT_WROTE, path);
    return STATUS_FINE;
}

static enum status write_settings(const struct command *command, bool baseline)
{
    struct os_error error;
    enum status status;
    if (!is_wanted(command, CONFIG_NAME, &status)) {
        return status;
    }
    FILE *out = os_create_new(CONFIG_NAME, &error);
    if (out == NULL) {
        return run_error(command->language, CONFIG_NAME, error.text);
    }
    fputs("{\n  \"root\": true,\n  \"failOn\": \"error\",\n", out);
    fputs(baseline ? "  \"baseline\": \"" BASELINE "\",\n" : "", out);
    fputs("  \"exclude\": []\n}\n", out);
    return close_new_file(command, CONFIG_NAME, out);
}

static enum status make_init_folders(const struct command *command)
{
    static const char *const folders[] = {".github", ".github/workflows"};
    struct os_error error;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (!os_make_folder(folders[i], &error)) {
            return run_error(command->language, folders[i], error.text);
        }
    }
    return STATUS_FINE;
}

static enum status write_workflow(const struct command *command, int count, char **paths)
{
    struct os_error error;
    enum status status;
    if (os_kind_of(GITLAB, &error) != OS_MISSING) {
        print_words(stdout, command->language, WORDS_INIT_GITLAB,
                    ARGUMENTS(TERM("path", GITLAB), TERM("piece", "adopt/gitlab-ci.yml")));
        putchar('\n');
        return STATUS_FINE;
    }
    if (!is_wanted(command, WORKFLOW, &status)) {
        return status;
    }
    status = make_init_folders(command);
    if (status != STATUS_FINE) {
        return status;
    }
    FILE *out = os_create_new(WORKFLOW, &error);
    if (out == NULL) {
        return run_error(command->language, WORKFLOW, error.text);
    }
    fputs("name: avatars\non: [push, pull_request]\njobs:\n  vrmlint:\n    runs-on: ubuntu-latest\n    permissions:\n"
          "      contents: read\n    steps:\n      - uses: actions/checkout@v4\n      - uses: vrmlint/vrmlint@v",
          out);
    fprintf(out, "%s\n        with:\n          paths: |\n", vrmlint_version());
    for (int i = 0; i < count; i++) {
        fprintf(out, "            %s\n", paths[i]);
    }
    return close_new_file(command, WORKFLOW, out);
}

/* Writes a baseline with all current findings. */
static enum status write_baseline(const struct command *command, int count, char **paths)
{
    static const char *const head[] = {"--write-baseline", BASELINE,       "--fail-on",     "never",
                                       "--quiet",          "--statistics", "--allow-empty", "--"};
    enum { HEAD = sizeof head / sizeof *head };
    enum status status;
    if (!is_wanted(command, BASELINE, &status)) {
        return status;
    }
    const char **arguments = calloc((size_t)count + HEAD, sizeof *arguments);
    if (arguments == NULL) {
        return run_error(command->language, "vrmlint", OS_NO_MEMORY);
    }
    memcpy(arguments, head, sizeof head);
    for (int i = 0; i < count; i++) {
        arguments[HEAD + i] = paths[i];
    }
    char **moved; /* check only changes their order */
    memcpy(&moved, &arguments, sizeof moved);
    struct command check = command_check;
    check.language = command->language;
    check.asks_language = command->asks_language;
    check.all = command->all;
    status = check.run(&check, HEAD + count, moved);
    if (status < STATUS_USAGE) {
        print_path_words(command->language, WORDS_INIT_WROTE, BASELINE);
    }
    free(arguments);
    return status;
}

static bool breaks_line(int count, char **paths)
{
    for (int i = 0; i < count; i++) {
        if (strpbrk(paths[i], "\r\n") != NULL) {
            return true;
        }
    }
    return false;
}

static enum status run_init(const struct command *command, int argc, char **argv)
{
    struct init_settings settings = {0};
    char here[] = ".";
    char *all[] = {here};
    enum status status;
    int count;
    if (options_parse(command, argc, argv, &settings, &count, &status) != PARSED) {
        return status;
    }
    if (breaks_line(count, argv)) {
        return usage_error(command, WORDS_INIT_LINE, NO_ARGUMENTS);
    }
    if (count == 0) {
        argv = all;
        count = 1;
    }
    if (!settings.no_baseline) {
        status = write_baseline(command, count, argv);
    }
    if (status < STATUS_USAGE) {
        status = worse(status, write_settings(command, !settings.no_baseline));
    }
    if (status < STATUS_USAGE && !settings.no_workflow) {
        status = worse(status, write_workflow(command, count, argv));
    }
    enum status printed = finish_output(command->language);
    return worse(status, printed);
}

const struct command command_init = {
    .name = "init",
    .operands = "[PATH...]",
    .summary = N_("Set up a repository of avatars: settings, a baseline, a workflow"),
    .details =
        N_("Checks the PATHs (default: the working folder), writes what is found now to vrmlint-baseline.txt, so "
           "later runs report only what is new, and writes .vrmlint.json and .github/workflows/vrmlint.yml. "
           "Files that exist already are left as they are.\n"
           "Exit status: 0; 2 wrong usage; 3 something could not be read or written.\n"),
    .options = init_options,
    .run = run_init,
};
