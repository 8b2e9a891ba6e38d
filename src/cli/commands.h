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

/*
 * Runs a command line as commands_run() does. If the program has a console of its own and all arguments are files and
 * folders, as when they were dropped onto its icon, it opens them in the web page that is beside the program, or writes
 * and opens a page with a report. Without arguments, as after a double click, it opens the web page, or prints what to
 * drop. Errors stay readable until Enter is pressed.
 */
enum status desktop_run(int argc, char **argv);

#endif
