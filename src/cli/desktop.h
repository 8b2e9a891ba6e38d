/* Started from the desktop instead of a command line. */
#ifndef VRMLINT_CLI_DESKTOP_H
#define VRMLINT_CLI_DESKTOP_H

#include "cli/commands.h"

/*
 * Runs the command line, as commands_run() does. Where the console is the program's own and all arguments are files and
 * folders, as when they were dropped onto its icon, the page of their findings is written and opened; without any, it
 * says what to drop. What can't be done stays readable until Enter is pressed.
 */
enum status desktop_run(int argc, char **argv);

#endif
