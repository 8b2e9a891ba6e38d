#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/os.h"
#include "report/wrap.h"
#include "vrmlint.h"

const struct command *const commands[] = {
    &command_check,   &command_merge,  &command_simulate,    &command_rules,
    &command_explain, &command_config, &command_completions, NULL,
};

const struct command *command_by_name(const char *name)
{
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

enum { HELP_COLUMN = 28 };

static enum status help(void)
{
    size_t width = output_width();
    puts("vrmlint checks whether the moving parts of a VRM avatar are right.\n\n"
         "Usage: vrmlint [check] [options] PATH...\n"
         "       vrmlint COMMAND [options]\n\n"
         "Commands:");
    for (size_t i = 0; commands[i] != NULL; i++) {
        int column =
            printf("  %s%s%s", commands[i]->name, *commands[i]->operands == '\0' ? "" : " ", commands[i]->operands);
        printf("%*s", HELP_COLUMN - column, "");
        wrap(stdout, commands[i]->summary, HELP_COLUMN, HELP_COLUMN, width);
        putchar('\n');
    }
    puts("\nOptions:\n"
         "  --help                    print this and exit; after a command: its options\n"
         "  --version                 print the version and exit");
    return finish_output();
}

/* A first PATH that isn't there, and looks like a command, most likely was meant as one; help is one elsewhere. */
static void hint_at_command(const char *path)
{
    static const char *const options[] = {"help", "version"};
    struct os_error ignored;
    struct nearest nearest = nearest_to(path, strlen(path));
    for (size_t i = 0; commands[i] != NULL; i++) {
        nearest_offer(&nearest, commands[i]->name);
    }
    if (os_kind_of(path, &ignored) != OS_MISSING) {
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        if (strcmp(path, options[i]) == 0) {
            fprintf(stderr, "vrmlint: did you mean 'vrmlint --%s'?\n", path);
            return;
        }
    }
    if (nearest.best.text != NULL) {
        fprintf(stderr, "vrmlint: did you mean the command '%.*s'?\n", (int)nearest.best.length, nearest.best.text);
    }
}

enum status commands_run(int argc, char **argv)
{
    const char *first = argc > 1 ? argv[1] : "";
    const struct command *command = command_by_name(first);
    if (command != NULL) {
        return command->run(command, argc - 2, argv + 2);
    }
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
        return help();
    }
    if (strcmp(first, "--version") == 0) {
        options_version(); /* before anything is set up */
        return finish_output();
    }
    enum status status = command_check.run(&command_check, argc > 1 ? argc - 1 : 0, argv + 1);
    if (status == STATUS_TROUBLE && *first != '-') {
        hint_at_command(first);
    }
    return status;
}
