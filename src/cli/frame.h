/* The common part of the commands that check files, from the command line to the exit status. */
#ifndef VRMLINT_CLI_FRAME_H
#define VRMLINT_CLI_FRAME_H

#include "cli/check_options.h"

struct frame {
    /* Reports errors in the command line, besides those that all of these commands report. */
    enum status (*check_usage)(const struct command *command, struct settings *settings, int count, char **paths);
    /* Runs the command with its policies set up. If the arena runs out of memory, the command fails with the list of
     * files as the subject of the error. */
    enum status (*run)(const struct command *command, struct settings *settings, struct arena *arena, int count,
                       char **paths);
};

/* Runs a command on its arguments. */
enum status frame_run(const struct command *command, const struct frame *frame, int argc, char **argv);

/* Sets --fail-on and --min-severity if they are given. */
void frame_set_levels(const struct settings *settings);

#endif
