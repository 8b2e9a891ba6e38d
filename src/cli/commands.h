/* All commands. */
#ifndef VRMLINT_CLI_COMMANDS_H
#define VRMLINT_CLI_COMMANDS_H

#include <stdbool.h>

#include "cli/options.h"
#include "vrmlint.h"

extern const struct command command_check;
extern const struct command command_simulate;
extern const struct command command_rules;
extern const struct command command_explain;
extern const struct command command_fix;
extern const struct command command_diff;
extern const struct command command_init;
extern const struct command command_list;
extern const struct command command_merge;
extern const struct command command_config;
extern const struct command command_completions;
extern const struct command command_conformance;

/* Runs a whole command line: selects the command (check if none is named) and runs it. Returns the exit status. */
enum status commands_run(int argc, char **argv);

/* Returns the language of the user: that of the first of LC_ALL, LC_MESSAGES and LANG that is set. */
enum vrmlint_language language_of_user(void);

#endif
