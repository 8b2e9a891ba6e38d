/* Starting from the desktop instead of a command line. */
#ifndef VRMLINT_CLI_DESKTOP_H
#define VRMLINT_CLI_DESKTOP_H

#include "cli/commands.h"

/*
 * Runs a command line as commands_run() does. If the program has a console of its own and all arguments are files and
 * folders, as when they were dropped onto its icon, it opens them in the web page that is beside the program, or writes
 * and opens a page with a report. Without arguments, as after a double click, it opens the web page, or prints what to
 * drop. Errors stay readable until Enter is pressed.
 */
enum status desktop_run(int argc, char **argv);

#endif
